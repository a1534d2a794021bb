import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Nodes } from 'mdast'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import { buildReport } from '../../../src/delivery/report/compose-report.ts'
import { createSecretFilter } from '../../../src/platform/redact/redact.ts'
import type { Mode } from '../../../src/policy/rules/rule.ts'
import type { Ending, Outcome, RunEvent } from '../../../src/record/events.ts'
import { parseMarkdown } from '../../../src/text/parse-markdown.ts'
import { builtinRules, profileRules } from '../../policy/rules.ts'
import {
  call,
  called,
  change,
  createTestContext,
  deliverOnGitHub,
  denied,
  finished,
  type Run,
  SECRET,
  startIssueGitHub,
  task,
} from '../delivery-fixture.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(folder, { recursive: true }))

const told = (run: Partial<Run>) => deliverOnGitHub(run, join(folder, 'changes.patch'))

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
test('no warning is lost: the first are at the top, the others in the notes', async () => {
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

test.each([
  ['one', `The key is ${SECRET}.`, '1 part'],
  ['two', `First ${SECRET}, then again ${SECRET}!`, '2 parts'],
])('an answer with a secret says that it is redacted: %s', async (_, text, count) => {
  const { comment, summary } = await told({ ending: { end: 'answered', text } })
  for (const page of [comment, summary]) {
    expect(page).not.toContain(SECRET)
    expect(page.match(new RegExp(`The answer contained ${count} that looked like a secret`, 'g'))).toHaveLength(1)
  }
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
          reason: 'edit_no_change',
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
| \`read_file\` \`src/a.ts\` | allow | built-in \`read-only.toml:3\` | 12 ms | 3.4 kB |
| \`run_shell_command\` \`rm -rf build\` | deny | built-in \`write.toml:12\` | 12 ms | not run |
| \`run_shell_command\` \`rm -rf build\` | deny | built-in \`write.toml:12\` | 12 ms | not run |
| \`replace\` \`src/a\\|b.ts\` | allow | built-in \`read-only.toml:3\` | 1.5 s | failed: edit no change |

</details>

<details>
<summary>Denied: 2 calls</summary>

\`run_shell_command\` \`rm -rf build\` (2 times)
Denied by built-in \`write.toml:12\` (tier default, priority 10), which asks for confirmation, and a job cannot give it. To allow it, add this to the input \`policies\` or to a file in \`.gemini/policies\`:

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

- Steering file \`GEMINI.md\` (1.2 kB, blob \`bbbbbbbbbb\`) from \`cccccccccc\`
- Ignored this pull request's change to \`.gemini/settings.json\`
- Child processes run without isolation.

</details>

<sub>2,500 tokens in (1,600 cached), 250 out · $0.0038 · 2 turns · 41.0 s · gemini-2.5-pro · [run](<https://github.com/octo/pond/actions/runs/100>)</sub>`)
  const cost =
    summary.match(/<details>\n<summary>Cost: \$0\.0038<\/summary>\n\n(?:\|.*\n)+\n<\/details>\n\n/)?.[0] ?? 'none'
  const timeline =
    summary.match(/<details>\n<summary>Timeline: 2 turns, .*<\/summary>\n\n(?:\|.*\n)+\n<\/details>\n\n/)?.[0] ?? 'none'
  expect(summary.replace(cost, '').replace(timeline, '')).toBe(comment.slice(comment.indexOf('\n') + 1))
  expect(await readFile(join(folder, 'changes.patch'), 'utf8')).toContain('+for (;;) break')
  // What the run used appears once.
  for (const number of ['2,500', '1,600', '$0.0038', '41.0 s', '2 turns']) expect(comment.split(number)).toHaveLength(2)
})

const endings: [outcome: Outcome, ending: Ending, words: RegExp][] = [
  ['ok', { end: 'answered', text: 'x' }, /\*\*Done\.\*\*/],
  [
    'budget',
    { end: 'stopped', reason: 'turns', text: 'half' },
    /-->\n\*\*Stopped at the turn limit\.\*\* Raise `max_turns`.* See the partial result below\.\n\nhalf\n/,
  ],
  [
    'budget',
    { end: 'stopped', reason: 'turns', text: '' },
    /-->\n\*\*Stopped at the turn limit\.\*\* Raise `max_turns`/,
  ],
  ['budget', { end: 'stopped', reason: 'session_turns', text: '' }, /Raise `model\.maxSessionTurns` in the settings/],
  ['budget', { end: 'stopped', reason: 'tokens', text: '' }, /`max_tokens`/],
  ['budget', { end: 'stopped', reason: 'cost', text: '' }, /`max_cost_usd`/],
  ['budget', { end: 'stopped', reason: 'time', text: '' }, /`timeout_minutes`/],
  ['budget', { end: 'stopped', reason: 'repeating', text: '' }, /repeated itself/],
  ['budget', { end: 'stopped', reason: 'cancelled', text: '' }, /Cancelled before it finished/],
  [
    'quota',
    { end: 'failed', outcome: 'quota', text: 'limit: 10' },
    /\*\*The API quota is used up\.\*\* .*\n\nlimit: 10\n/,
  ],
  ['model', { end: 'failed', outcome: 'model', text: 'blocked' }, /no usable answer/],
  [
    'config',
    { end: 'failed', outcome: 'config', text: 'policies/a.toml:3: bad' },
    /-->\n\*\*The configuration needs fixing\.\*\*\n\npolicies\/a\.toml:3: bad\n/,
  ],
  ['security', { end: 'failed', outcome: 'security', text: 'isolation is missing' }, /Stopped for safety/],
  ['internal', { end: 'failed', outcome: 'internal', text: 'oops' }, /bug in Sluice/],
  [
    'internal',
    { end: 'failed', outcome: 'internal', github: true, text: 'GET /x: GitHub answered 502: Bad Gateway' },
    /-->\n\*\*GitHub returned an unexpected response\.\*\* Run it again later; .*\n\nGET \/x: GitHub answered 502/,
  ],
  [
    'budget',
    { end: 'stopped', reason: 'time', text: '' },
    /before the model answered\.\*\* Run it again later, or raise/,
  ],
]
for (const [outcome, ending, words] of endings)
  test(`the outcome in words: ${outcome} ${'reason' in ending ? ending.reason : ''}`, async () => {
    const { comment } = await told({ outcome, ending })
    expect(comment).toMatch(words)
  })

test.each([
  [['a hook from the settings'], 'A hook blocked the only tool call.'],
  [['the safety checker guard (guards.toml:1)'], 'A safety checker blocked the only tool call.'],
  [['a hook from the settings', 'the safety checker x (y:1)'], 'Hooks and safety checkers blocked all 2 tool calls.'],
])('a run that the rules allow does not blame them: %s', async (blockers, words) => {
  const events = blockers.map((name, nth) =>
    called(denied({ id: `c${nth}`, remedy: `The rules allow it, but ${name} does not.` })),
  )
  const { comment } = await told({ outcome: 'denied', ending: { end: 'answered', text: 'No.' }, events })
  expect(comment).toContain(`**${words}** The rules allow it.`)
})

test('the rule of a repository is a link at its commit, and arguments read as text', async () => {
  const rule = { file: '.gemini/policies/my rules.toml', line: 4, tier: 'user', priority: 9, verdict: 'allow' }
  const args = { title: 'A | pipe', labels: ['bug', 'x'], draft: true }
  const events: RunEvent[] = [
    {
      type: 'steering',
      files: [{ path: rule.file, ref: 'c'.repeat(40), sha: 'd'.repeat(40), bytes: 9 }],
      ignored: [],
    },
    called(call({ name: 'github__create_issue', args, rule })),
    called(call({ id: 'c2', rule: { ...rule, file: 'input policies' } })),
    called(denied({ id: 'c3', rule })),
  ]
  const { comment } = await told({ events })
  const link = `[\`.gemini/policies/my rules.toml:4\`](<https://github.com/octo/pond/blob/${'c'.repeat(40)}/.gemini/policies/my%20rules.toml#L4>)`
  expect(comment).toContain(`\`title: A \\| pipe, labels: ["bug","x"], draft: true\` | allow | ${link} |`)
  expect(comment).toContain('| allow | `input policies:4` |')
  expect(comment).toContain(`Denied by ${link} (tier user`)
})

test('a run with every call denied says so before its answer, with the count', async () => {
  const denials = (count: number) => Array.from({ length: count }, (_, nth) => called(denied({ id: `c${nth}` })))
  const saying = async (count: number) =>
    (await told({ outcome: 'denied', ending: { end: 'answered', text: 'All fine.' }, events: denials(count) })).comment
  expect(await saying(1)).toMatch(/-->\n\*\*Policy denied the only tool call\.\*\* .* allow it\.\n\nAll fine\.\n/)
  expect(await saying(3)).toMatch(/-->\n\*\*Policy denied all 3 tool calls\.\*\* .* allow them\.\n\nAll fine\.\n/)
})

test('the other results follow the status, and the footer stays last', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  const proposals = [{ kind: 'add_labels' as const, number: 7, labels: ['bug'] }]
  await deliver(task, { ...finished(), proposals }, {}, context)
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

test('text of others stays data everywhere', async () => {
  const evil = '`|</details>@octocat ![x](https://evil.example)\n```\n/lgtm\n# big'
  const { comment } = await told({
    events: [
      { type: 'steering', files: [{ path: evil, sha: 'a', ref: 'b', bytes: 1 }], ignored: [evil] },
      { type: 'notice', level: 'warning', text: evil },
      { type: 'notice', level: 'info', text: evil },
      called(call({ name: evil, args: { command: evil }, agent: evil, reason: evil, state: 'error' })),
      called(denied({ args: { [evil]: evil }, remedy: evil })),
      called(denied({ remedy: `[[rule]]\n${evil}` })),
    ],
    changes: [change('a.txt', null, `${evil}\n`)],
  })
  const found: string[] = []
  const visit = (node: Nodes) => {
    if (node.type === 'image' || node.type === 'heading') found.push(node.type)
    if (node.type === 'text' && /(^|\W)@octocat/.test(node.value)) found.push(node.value)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(parseMarkdown(comment))
  expect(found).toEqual([])
  expect(comment).not.toMatch(/^\/lgtm/m)
  expect(comment.match(/^<\/details>$/gm)).toHaveLength(4)
})

test('a patch that cannot be written is reported in the summary', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { patchPath: join(folder, 'no', 'such', 'folder', 'x.patch') })
  const { receipts } = await deliver(task, { ...finished(), changes: [change('a', null, 'x\n')] }, {}, context)
  expect(receipts.map(({ state }) => state)).toEqual(['failed', 'posted', 'posted'])
  expect(context.summary()).toContain('**Not delivered:** the patch file')
})

test('a summary that cannot be written is a failed receipt, and the comment stays', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { writeSummary: () => Promise.reject(new Error('disk full')) })
  const { receipts } = await deliver(task, finished(), {}, context)
  expect(receipts).toMatchObject([{ state: 'posted' }, { state: 'failed', reason: 'disk full' }])
  expect(context.events.at(-1)).toEqual({
    type: 'notice',
    level: 'warning',
    text: 'Not written: the summary: disk full',
  })
})

test('dry run: everything except writes, and the plan lists them', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { dryRun: true, patchPath: join(folder, 'changes.patch') })
  const { plan, receipts } = await deliver(task, { ...finished(), changes: [change('a', null, 'x\n')] }, {}, context)
  expect(plan.map(({ kind }) => kind)).toEqual(['patch', 'comment', 'summary'])
  expect(receipts.map(({ state, reason }) => reason ?? state)).toEqual(['posted', 'dry run', 'posted'])
  expect(context.summary()).toContain('**Not written:** the comment on #7')
  expect(server.requests).toEqual([])
})

test('changes off: no patch, no diff', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { changes: 'off' })
  const { plan } = await deliver(task, { ...finished(), changes: [change('a', null, 'x\n')] }, {}, context)
  expect(plan.map(({ kind }) => kind)).toEqual(['comment', 'summary'])
})

test('each intent and each receipt is an event', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  await deliver(task, finished(), {}, context)
  expect(context.events).toMatchObject([
    { type: 'intent', intent: { kind: 'comment', number: 7 } },
    { type: 'intent', intent: { kind: 'summary' } },
    { type: 'receipt', receipt: { kind: 'comment', state: 'posted' } },
    { type: 'receipt', receipt: { kind: 'summary', state: 'posted' } },
  ])
})

const edit = denied({ name: 'write_file', args: { file_path: 'src/a.ts', content: '' } })
const bash = (command: string) => denied({ name: 'run_shell_command', args: { command } })
const asked = (name: string): RunEvent => ({
  type: 'run_started',
  session: 's',
  version: '1',
  event: 'issue_comment',
  model: '',
  task: { command: { name, args: '' } },
})
const NOT_HERE = 'This workflow does not edit files, so nothing was changed.'
const WHY = 'The loop never ends, because `n` never grows.'

type AnswerRow = [name: string, answer: string, events: RunEvent[], expected: string, profile?: string, mode?: Mode]
const answers: AnswerRow[] = [
  ['an edit', 'I changed `src/a.ts`.', [called(edit)], NOT_HERE],
  ['a reason before it', `${WHY} I’ve now fixed it. It grows.`, [called(edit)], `${NOT_HERE}\n\n${WHY}`],
  [
    'a list of edits',
    `${WHY}\n\n- **Added** a test\n- renamed \`a\`\n- See also \`b\``,
    [called(edit)],
    `${NOT_HERE}\n\n${WHY}\n\n- See also \`b\``,
  ],
  [
    'code stays',
    'Try:\n\n```js\n// I changed it\n```',
    [called(edit)],
    `${NOT_HERE}\n\nTry:\n\n\`\`\`js\n// I changed it\n\`\`\``,
  ],
  ['a command that edits', 'We have successfully updated it.', [called(bash("sed -i 's/a/b/' a.ts"))], NOT_HERE],
  ['a redirection', 'The test has been added.', [called(bash('echo 1 > a.txt'))], NOT_HERE],
  ['a push', 'The bug is now fixed.', [called(bash('git push origin HEAD'))], NOT_HERE],
  [
    'a pull request',
    'It is small. I opened one. I created it.',
    [called(denied({ name: 'github__create_pull_request' }))],
    `${NOT_HERE}\n\nIt is small.`,
  ],
  ...[
    "I've gone ahead and made the change.",
    'Ich habe `src/a.ts` geändert und einen Pull Request geöffnet.',
    'J’ai bien corrigé la boucle.',
    'He cambiado la línea.',
    'Corrigi o laço.',
    'Ho aggiornato il file.',
    'ループを修正しました。',
    '我已修复循环。',
  ].map((claim): AnswerRow => [claim, claim, [asked('fix')], NOT_HERE]),
  [
    'what it has read in German',
    'Ich habe `a.ts` gelesen.',
    [asked('fix')],
    `${NOT_HERE}\n\nIch habe \`a.ts\` gelesen.`,
  ],
  ['/fix without a call', 'I fixed the loop.', [asked('fix')], NOT_HERE],
  ['a question', 'I added the numbers: 3.', [asked('explain')], 'I added the numbers: 3.'],
  ['another denied call', 'I fixed my own query.', [called(bash('curl x 2>/dev/null'))], 'I fixed my own query.'],
  ['a workflow that edits other files', 'I changed the docs.', [called(edit)], 'I changed the docs.', 'maintain'],
  ['a plan', 'I changed nothing yet.', [called(edit)], 'I changed nothing yet.', 'review', 'plan'],
]
test.each(answers)(
  'where the rules allow no edit, the answer claims none: %s',
  async (_, text, events, expected, profile = 'review', mode = 'default') => {
    const host = { server: 'https://github.com', repository: 'octo/pond' }
    const filter = createSecretFilter([])
    const deliveryRules = { rules: [...(await builtinRules()), ...(await profileRules(profile))], mode }
    const ended = { ...finished({ ending: { end: 'answered', text }, events }), patches: [], deliveryRules }
    expect((await buildReport(ended, host, filter)).answer.full.trim()).toBe(expected)
  },
)
