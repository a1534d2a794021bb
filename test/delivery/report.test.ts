import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Nodes } from 'mdast'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import { markdownParser } from '../../src/delivery/parse-markdown.ts'
import type { Ending, Outcome, RunEvent } from '../../src/record/events.ts'
import {
  call,
  called,
  change,
  denied,
  finished,
  openTestDesk,
  type Run,
  SECRET,
  startDeskGitHub,
  task,
  tellOf,
} from './desk.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(folder, { recursive: true }))

const told = (run: Partial<Run>) => tellOf(run, join(folder, 'changes.patch'))

const reply = (input: number, output: number): RunEvent => ({
  type: 'model_reply',
  turn: 1,
  ms: 900,
  reply: {
    parts: [],
    stop: 'finished',
    usage: { input, cached: 800, output, thoughts: 50, tool: 0, total: input + output + 50 },
    model: 'gemini-2.5-pro',
  },
})
test('no warning is lost: the first stand on top, the others with the notes', async () => {
  const warning = (n: number): RunEvent => ({ type: 'notice', level: 'warning', text: `Server ${n} failed.` })
  const { comment } = await told({
    ending: { end: 'answered', text: 'Done.' },
    events: [
      ...Array.from({ length: 7 }, (_, n) => warning(n)),
      { type: 'notice', level: 'info', text: 'By the way.' },
    ],
  })
  expect(comment.match(/^> \*\*Note:\*\* Server \d failed\./gm)).toHaveLength(5)
  expect(comment).toContain('- Server 5 failed.\n- Server 6 failed.\n- By the way.')
})

test('the whole comment of an ordinary run', async () => {
  const { comment, summary } = await told({
    ending: { end: 'answered', text: '## Review\n\nThe loop in `src/a.ts` never ends. Thanks @ada.' },
    events: [
      {
        type: 'steering',
        files: [{ path: 'GEMINI.md', sha: 'b'.repeat(40), ref: 'c'.repeat(40), bytes: 1234 }],
        ignored: ['.gemini/settings.json'],
      },
      { type: 'notice', level: 'warning', text: 'The head moved to 1234567 while this ran.' },
      { type: 'notice', level: 'info', text: 'Child processes run without isolation.' },
      reply(1000, 100),
      called(call()),
      called(denied()),
      called(denied({ id: 'c3' })),
      called(
        call({
          name: 'replace',
          args: { file_path: 'src/a|b.ts' },
          state: 'error',
          why: 'edit_no_change',
          ms: 1500,
          bytes: 90,
        }),
      ),
      reply(1500, 50),
    ],
    changes: [change('src/a.ts', 'while (true) {}\n', 'for (;;) break\n')],
  })
  expect(comment).toBe(`<!-- sluice:v1 key=review-gemini.178636a96699 run=100.1 state=done -->
## Review

The loop in \`src/a.ts\` never ends. Thanks \`@ada\`.

**Done.** 4 tool calls (2 denied, 1 failed), 1 file changed.

> **Note:** The head moved to 1234567 while this ran.

<details>
<summary>Changes: 1 file, +1 −1</summary>

\`\`\`diff
diff --git a/src/a.ts b/src/a.ts
index 1fa180e56531d48d2646c5ea38ae7d349c66dc64..da9bae470342e3f2d01b840adf2dfef2eb8f1fe8 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1 +1 @@
-while (true) {}
+for (;;) break
\`\`\`

</details>

<details>
<summary>Tool log: 4 calls</summary>

| Call | Verdict | Rule | Time | Result |
| --- | --- | --- | ---: | ---: |
| \`read_file\` \`src/a.ts\` | allow | \`policies/read-only.toml:3\` | 12 ms | 3.4 kB |
| \`run_shell_command\` \`rm -rf build\` | deny | \`policies/write.toml:12\` | 12 ms | not run |
| \`run_shell_command\` \`rm -rf build\` | deny | \`policies/write.toml:12\` | 12 ms | not run |
| \`replace\` \`src/a\\|b.ts\` | allow | \`policies/read-only.toml:3\` | 1.5 s | failed: edit no change |

</details>

<details>
<summary>Denied: 2 calls</summary>

\`run_shell_command\` \`rm -rf build\` (2 times)
Denied by \`policies/write.toml:12\` (tier default, priority 10), which would ask, and in a job nobody is there to answer. To allow it, add to the input \`policies\` or to a file in \`.gemini/policies\`:

\`\`\`toml
[[rule]]
toolName = "run_shell_command"
commandPrefix = "rm"
decision = "allow"
priority = 100
\`\`\`

</details>

<details>
<summary>How it ran: 1 change to steering files ignored</summary>

- Steered by \`GEMINI.md\` (1.2 kB, blob \`bbbbbbbbbb\`) as of \`cccccccccc\`
- Ignored the change this pull request makes to \`.gemini/settings.json\`
- Child processes run without isolation.

</details>

<sub>2,500 tokens in (1,600 cached), 250 out · 2 turns · 41.0 s · gemini-2.5-pro · [run](<https://github.com/octo/pond/actions/runs/100>)</sub>`)
  expect(summary).toBe(comment.slice(comment.indexOf('\n') + 1))
  expect(await readFile(join(folder, 'changes.patch'), 'utf8')).toContain('+for (;;) break')
})

const endings: [outcome: Outcome, ending: Ending, words: RegExp][] = [
  ['ok', { end: 'answered', text: 'x' }, /\*\*Done\.\*\*/],
  [
    'budget',
    { end: 'stopped', why: 'turns', text: 'half' },
    /-->\n\*\*Stopped at the limit of turns\.\*\* Raise `max_turns`.* What there is so far stands below\.\n\nhalf\n/,
  ],
  [
    'budget',
    { end: 'stopped', why: 'turns', text: '' },
    /-->\n\*\*Stopped at the limit of turns\.\*\* Raise `max_turns`/,
  ],
  ['budget', { end: 'stopped', why: 'tokens', text: '' }, /`max_tokens`/],
  ['budget', { end: 'stopped', why: 'cost', text: '' }, /`max_cost_usd`/],
  ['budget', { end: 'stopped', why: 'time', text: '' }, /`timeout_minutes`/],
  ['budget', { end: 'stopped', why: 'repeating', text: '' }, /repeated itself/],
  ['budget', { end: 'stopped', why: 'cancelled', text: '' }, /Cancelled before it was done/],
  [
    'quota',
    { end: 'failed', outcome: 'quota', text: 'limit: 10' },
    /\*\*The API's quota is used up\.\*\* .*\n\nlimit: 10\n/,
  ],
  ['model', { end: 'failed', outcome: 'model', text: 'blocked' }, /no usable answer/],
  [
    'config',
    { end: 'failed', outcome: 'config', text: 'policies/a.toml:3: bad' },
    /-->\n\*\*The configuration needs mending\.\*\*\n\npolicies\/a\.toml:3: bad\n/,
  ],
  ['security', { end: 'failed', outcome: 'security', text: 'isolation is missing' }, /Stopped for safety/],
  ['internal', { end: 'failed', outcome: 'internal', text: 'oops' }, /mistake in Sluice/],
  [
    'internal',
    { end: 'failed', outcome: 'internal', github: true, text: 'GET /x: GitHub answered 502: Bad Gateway' },
    /-->\n\*\*GitHub did not answer as it should\.\*\* Run it again later; .*\n\nGET \/x: GitHub answered 502/,
  ],
  [
    'budget',
    { end: 'stopped', why: 'time', text: '' },
    /before the model had answered\.\*\* Run it again later, or raise/,
  ],
]
for (const [outcome, ending, words] of endings)
  test(`the outcome in words: ${outcome} ${'why' in ending ? ending.why : ''}`, async () => {
    const { comment } = await told({ outcome, ending })
    expect(comment).toMatch(words)
  })

test('a run of which every call was denied says so before its answer, and counts', async () => {
  const denials = (count: number) => Array.from({ length: count }, (_, nth) => called(denied({ id: `c${nth}` })))
  const saying = async (count: number) =>
    (await told({ outcome: 'denied', ending: { end: 'answered', text: 'All fine.' }, events: denials(count) })).comment
  expect(await saying(1)).toMatch(/-->\n\*\*Policy denied the only tool call\.\*\* .* allow it, .*\n\nAll fine\.\n/)
  expect(await saying(3)).toMatch(/-->\n\*\*Policy denied all 3 tool calls\.\*\* .* allow them, .*\n\nAll fine\.\n/)
})

test('what became of the rest stands under the status, and the small print stays last', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server)
  const proposals = [{ kind: 'add_labels' as const, number: 7, labels: ['bug'] }]
  await deliver(task, { ...finished(), proposals }, {}, desk)
  expect(server.world.comments.at(-1)?.body).toMatch(
    /\*\*Done\.\*\*\n\nWritten:\n- label `bug` added to #7\n\n<sub>.*<\/sub>$/,
  )
})

test('secrets reach neither comment, summary, patch nor events, wherever they were', async () => {
  const encoded = Buffer.from(SECRET).toString('base64')
  const { comment, summary, delivered } = await told({
    ending: { end: 'answered', text: `key ${SECRET}` },
    events: [
      called(call({ args: { command: `echo ${encoded}` } })),
      called(denied({ remedy: SECRET })),
      { type: 'notice', level: 'warning', text: encoded },
    ],
    changes: [
      change(`${SECRET.replaceAll('/', '-')}.txt`, null, `a\n${SECRET}\n`),
      change('b.bin', null, `\0${SECRET}`),
    ],
  })
  const patch = await readFile(join(folder, 'changes.patch'), 'utf8')
  for (const text of [comment, summary, patch]) {
    expect(text).toContain('[redacted]')
    expect(text).not.toContain(encoded)
    expect(text.replace(/[^a-z0-9]/gi, '')).not.toContain(SECRET.replace(/[^a-z0-9]/gi, ''))
  }
  expect(delivered.receipts.map(({ state }) => state)).toEqual(['posted', 'posted', 'posted'])
})

test('what others wrote stays data in every place', async () => {
  const evil = '`|</details>@octocat ![x](https://evil.example)\n```\n/lgtm\n# big'
  const { comment } = await told({
    events: [
      { type: 'steering', files: [{ path: evil, sha: 'a', ref: 'b', bytes: 1 }], ignored: [evil] },
      { type: 'notice', level: 'warning', text: evil },
      { type: 'notice', level: 'info', text: evil },
      called(call({ name: evil, args: { command: evil }, agent: evil, why: evil, state: 'error' })),
      called(denied({ args: { [evil]: evil }, remedy: evil })),
      called(denied({ remedy: `[[rule]]\n${evil}` })),
    ],
    changes: [change('a.txt', null, `${evil}\n`)],
  })
  const found: string[] = []
  const parse = await markdownParser()
  const visit = (node: Nodes) => {
    if (node.type === 'image' || node.type === 'heading') found.push(node.type)
    if (node.type === 'text' && /(^|\W)@octocat/.test(node.value)) found.push(node.value)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(parse(comment))
  expect(found).toEqual([])
  expect(comment).not.toMatch(/^\/lgtm/m)
  expect(comment.match(/^<\/details>$/gm)).toHaveLength(4)
})

test('a patch that cannot be written is said in the summary', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server, { patchPath: join(folder, 'no', 'such', 'folder', 'x.patch') })
  const { receipts } = await deliver(task, { ...finished(), changes: [change('a', null, 'x\n')] }, {}, desk)
  expect(receipts.map(({ state }) => state)).toEqual(['failed', 'posted', 'posted'])
  expect(desk.summary()).toContain('**Not delivered:** the patch file')
})

test('a summary that cannot be written is a failed receipt, and the comment stands', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server, { writeSummary: () => Promise.reject(new Error('disk full')) })
  const { receipts } = await deliver(task, finished(), {}, desk)
  expect(receipts).toMatchObject([{ state: 'posted' }, { state: 'failed', why: 'disk full' }])
  expect(desk.events.at(-1)).toEqual({ type: 'notice', level: 'warning', text: 'Not written: the summary: disk full' })
})

test('dry run: everything but the writing, and the plan says what would be written', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server, { dryRun: true, patchPath: join(folder, 'changes.patch') })
  const { plan, receipts } = await deliver(task, { ...finished(), changes: [change('a', null, 'x\n')] }, {}, desk)
  expect(plan.map(({ kind }) => kind)).toEqual(['patch', 'comment', 'summary'])
  expect(receipts.map(({ state, why }) => why ?? state)).toEqual(['posted', 'dry run', 'posted'])
  expect(desk.summary()).toContain('**Not written:** the comment on #7')
  expect(server.requests).toEqual([])
})

test('changes off: no patch, no diff', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server, { changes: 'off' })
  const { plan } = await deliver(task, { ...finished(), changes: [change('a', null, 'x\n')] }, {}, desk)
  expect(plan.map(({ kind }) => kind)).toEqual(['comment', 'summary'])
})

test('each intent and each receipt is an event', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server)
  await deliver(task, finished(), {}, desk)
  expect(desk.events).toMatchObject([
    { type: 'intent', intent: { kind: 'comment', number: 7 } },
    { type: 'intent', intent: { kind: 'summary' } },
    { type: 'receipt', receipt: { kind: 'comment', state: 'posted' } },
    { type: 'receipt', receipt: { kind: 'summary', state: 'posted' } },
  ])
})
