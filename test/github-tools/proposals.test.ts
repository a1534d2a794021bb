import { expect, test } from 'vitest'
import { summarizeProposals } from '../../src/delivery/report/receipt-summary.ts'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../src/emulators/github/github.ts'
import { issue, pull, type World } from '../../src/emulators/github/world.ts'
import { commentMarkerLine, shortHash } from '../../src/github/comment-marker.ts'
import type { Task } from '../../src/github/events/task.ts'
import { PROPOSAL_QUOTAS, type ProposalOptions } from '../../src/github-tools/proposal.ts'
import { openProposalTools } from '../../src/session/run-github-tools.ts'
import { BOT, connect, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { reviewCommentOf } from '../delivery/review-comment.ts'
import { preparedRepository } from '../github/repository.ts'
import { authorityOf } from './test-authority.ts'

const OPTIONS = { allowedLabels: [], review: 'comment', changes: 'report' } as const

type Options = Partial<Omit<ProposalOptions, 'authority'>> & { isOutside?: boolean }

const label = (name: string, id: number) => ({ id, name, color: 'f00000', description: null })

const open = (more: Partial<World> = {}, options: GitHubEmulatorOptions = {}) =>
  startGitHub(
    {
      playedWorkflow: 'sluice.yml',
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      permissions: { ada: 'admin', wendy: 'write', rita: 'read', stan: 'none' },
      labels: ['bug', 'Area: UI', 'area/api', 'wontfix'].map(label),
      issues: [
        issue({ number: 7, title: 'It leaks', labels: ['wontfix'], assignees: ['rita'] }),
        issue({ number: 8, title: 'It leaks too' }),
        issue({ number: 9, title: 'Nightly report', user: BOT }),
      ],
      ...more,
    },
    options,
  )

type Use = (name: string, args: Record<string, unknown>) => Promise<{ ok: boolean; text: string }>

/** Calls the tools as the scheduler does: parsed first. */
function outboxOf(server: GitHubEmulator, about: Task = task, options: Options = {}) {
  const github = connect(server)
  const authority = authorityOf(about, github, options.isOutside)
  const outbox = openProposalTools(about, github, { ...OPTIONS, ...options, authority })
  const use: Use = async (name, given) => {
    const tool = outbox.tools.find((each) => each.name === `github__${name}`)
    if (tool === undefined) return { ok: false, text: 'no such tool' }
    const parsed = tool.parse(given)
    if (!parsed.ok) return { ok: false, text: parsed.text }
    const result = await tool.run(parsed.args, new AbortController().signal)
    return result.ok ? { ok: true, text: String(result.content) } : { ok: false, text: result.text }
  }
  return { outbox, use }
}

type Row = [
  name: string,
  tool: string,
  args: Record<string, unknown>,
  kept: object[],
  text?: RegExp | undefined,
  options?: Options,
]
const rows: Row[] = [
  [
    'a comment on the run’s own issue',
    'comment',
    { body: 'Hello' },
    [{ kind: 'extra_comment', number: 7, body: 'Hello', nth: 1 }],
  ],
  ['a comment elsewhere', 'comment', { body: 'Hello', number: 8 }, [{ number: 8 }]],
  [
    'a comment on nothing',
    'comment',
    { body: 'Hello', number: 99 },
    [],
    /no issue or pull request #99 in this repository/,
  ],
  [
    'a comment elsewhere, from code from outside',
    'comment',
    { body: 'Hello', number: 8 },
    [],
    /#7 only/,
    { isOutside: true },
  ],
  [
    'a comment at home, from code from outside',
    'comment',
    { body: 'Hello' },
    [{ number: 7 }],
    undefined,
    { isOutside: true },
  ],
  ['an empty comment', 'comment', { body: ' \n' }, [], /empty/],
  ['a comment that is too long', 'comment', { body: 'x'.repeat(50_001) }, [], /50001 characters; at most 50000/],
  ['a comment without a body', 'comment', {}, [], /required property 'body'/],
  [
    'labels there are',
    'add_labels',
    { labels: ['bug', 'BUG', ' area: ui '] },
    [{ kind: 'add_labels', labels: ['bug', 'Area: UI'] }],
  ],
  [
    'labels, some unknown',
    'add_labels',
    { labels: ['bug', 'fresh'] },
    [{ labels: ['bug'] }],
    /fresh: is not accepted; accepted are "bug", "Area: UI"/,
  ],
  ['a label that is there', 'add_labels', { labels: ['WontFix'] }, [], /wontfix: is set already/],
  ['no label', 'add_labels', { labels: [] }, [], /NOT have fewer than 1 items/],
  [
    'labels by glob',
    'add_labels',
    { labels: ['bug', 'area/api', 'Area/new', 'kind'] },
    [{ labels: ['area/api', 'Area/new'] }],
    /bug: is not accepted; accepted are "area\*", "\[x\]"/,
    { allowedLabels: ['area*', '[x]'] },
  ],
  [
    'labels by glob, without those after a !',
    'add_labels',
    { labels: ['area/api', 'AREA/private', 'area/secret', 'bug', 'wontfix'] },
    [{ labels: ['area/api'] }],
    /AREA\/private: is not accepted; accepted are "area\/\*", "area\/secret", but not "area\/private", "\*\/secret"/,
    { allowedLabels: ['area/*', '!area/private', 'area/secret', '!*/secret'] },
  ],
  [
    'no label, when every glob excludes',
    'add_labels',
    { labels: ['bug'] },
    [],
    /bug: there are no labels to choose from/,
    { allowedLabels: ['!area/private'] },
  ],
  [
    'a label that is spelt like a glob',
    'add_labels',
    { labels: ['[x]'] },
    [{ labels: ['[x]'] }],
    undefined,
    { allowedLabels: ['[x]'] },
  ],
  [
    'a label that is no name',
    'add_labels',
    { labels: ['a\nb', 'x'.repeat(51), ''] },
    [],
    /is not a valid label name/,
    { allowedLabels: ['*'] },
  ],
  [
    'a label to take off',
    'remove_labels',
    { labels: ['wontfix', 'bug', 'none'] },
    [{ kind: 'remove_labels', labels: ['wontfix'] }],
    /bug.*accepted are "wontfix"/,
  ],
  [
    'a label to take off that is not allowed',
    'remove_labels',
    { labels: ['wontfix'] },
    [],
    /accepted are "area\*"/,
    { allowedLabels: ['area*'] },
  ],
  [
    'people, some impossible',
    'assign',
    { users: ['@wendy', 'stan', 'nobody', 'rita', 'a/../b', 'wendy'] },
    [{ kind: 'assign', users: ['wendy'] }],
    /stan: cannot be assigned;[\s\S]*nobody[\s\S]*rita: is already assigned[\s\S]*a\/\.\.\/b: cannot/,
  ],
  [
    'a new title',
    'update_issue',
    { title: ' It  really\nleaks ' },
    [{ kind: 'update_issue', number: 7, title: 'It really leaks' }],
  ],
  ['the title it has', 'update_issue', { title: 'It leaks' }, [], /Nothing would change/],
  ['closing', 'update_issue', { state: 'closed' }, [{ state: 'closed', stateReason: 'completed' }]],
  [
    'closing for a reason',
    'update_issue',
    { state_reason: 'not_planned' },
    [{ state: 'closed', stateReason: 'not_planned' }],
  ],
  ['closing as reopened', 'update_issue', { state: 'closed', state_reason: 'reopened' }, [], /requires state "open"/],
  ['opening what is open', 'update_issue', { state: 'open' }, [], /Nothing would change/],
  [
    'opening as a duplicate',
    'update_issue',
    { state: 'open', duplicate_of: 8 },
    [],
    /state_reason and duplicate_of close an issue/,
  ],
  [
    'a duplicate',
    'update_issue',
    { duplicate_of: 8 },
    [{ state: 'closed', stateReason: 'duplicate', duplicateOf: { number: 8, id: 2_000_008 } }],
  ],
  ['a duplicate of nothing', 'update_issue', { duplicate_of: 99 }, [], /no issue #99/],
  ['a duplicate of itself', 'update_issue', { duplicate_of: 7 }, [], /duplicate of itself/],
  ['a duplicate that does not say of what', 'update_issue', { state_reason: 'duplicate' }, [], /duplicate_of/],
  [
    'a new issue',
    'create_issue',
    { title: 'New', body: 'text', labels: ['bug', 'none'] },
    [{ kind: 'create_issue', title: 'New', labels: ['bug'] }],
    /none: is not accepted/,
  ],
  [
    'a new issue that exists',
    'create_issue',
    { title: 'nightly REPORT', body: 'text' },
    [],
    /#9 is open and has this title/,
  ],
  ['a new issue without text', 'create_issue', { title: 'New', body: '' }, [], /empty/],
  ['a new issue without a title', 'create_issue', { title: '\u200b ', body: 'x' }, [], /title is empty/],
  ['approving, merging, dismissing', 'approve', {}, [], /no such tool/],
]
for (const [name, tool, args, kept, text, options] of rows)
  test(`proposing ${name}`, async () => {
    await using server = await open()
    const { outbox, use } = outboxOf(server, task, options)
    const answer = await use(tool, args)
    expect(outbox.proposals(), answer.text).toMatchObject(kept)
    expect(outbox.proposals()).toHaveLength(kept.length)
    expect(answer.ok).toBe(kept.length > 0)
    if (text !== undefined) expect(answer.text).toMatch(text)
    expect(server.requests.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([])
    expect(server.requests.filter(({ method, path }) => method === 'POST' && path !== '/graphql')).toEqual([])
    expect(server.problems).toEqual([])
  })

test('every run gets the same tools; without a pull request they refuse', async () => {
  await using server = await open()
  const names = (about: Task, options: Partial<ProposalOptions> = {}) =>
    outboxOf(server, about, options).outbox.tools.map(({ name }) => name.replace('github__', ''))
  const always = ['comment', 'add_labels', 'remove_labels', 'assign', 'update_issue', 'create_issue']
  const threads = ['reply', 'resolve_thread']
  const reviews = ['review_comment', 'withdraw_comment', 'review_overview']
  const request: Task = { ...task, kind: 'pull_request' }
  for (const about of [task, request]) {
    expect(names(about)).toEqual([...always, ...reviews, ...threads])
    expect(names(about, { review: 'off' })).toEqual([...always, ...threads])
    for (const changes of ['commit', 'pull_request'] as const)
      expect(names(about, { changes })).toEqual([...always, ...reviews, ...threads, 'create_pull_request'])
  }
  const remark = outboxOf(server, task).outbox.tools.find(({ name }) => name === 'github__review_comment')
  const told = await remark?.run({ path: 'a', line: 1, body: 'x' }, new AbortController().signal)
  expect(told).toMatchObject({ ok: false, text: expect.stringContaining('not about a pull request') })
  const tools = outboxOf(server, request, { changes: 'commit' }).outbox.tools
  expect(tools.map(({ server: from, annotations }) => [from, annotations.readOnlyHint])).toEqual(
    tools.map(() => ['github', false]),
  )
  for (const { name } of tools) expect(name).not.toMatch(/approve|merge|dismiss/)
})

test('a run on code from outside opens a pull request only where the workflow says so', async () => {
  await using server = await open()
  for (const [changes, isOutside, isOk] of [
    ['commit', true, false],
    ['commit', false, true],
    ['pull_request', true, true],
  ] as const) {
    const { outbox, use } = outboxOf(server, { ...task, kind: 'pull_request' }, { changes, isOutside })
    const told = await use('create_pull_request', { title: 'Fix', body: 'x' })
    expect(told.ok, told.text).toBe(isOk)
    expect(outbox.proposals()).toHaveLength(isOk ? 1 : 0)
    if (!isOk) expect(told.text).toContain('so it opens no pull request')
  }
})

test('a run without a number requires one in the call', async () => {
  await using server = await open()
  const { number: _, ...elsewhere } = task
  const { outbox, use } = outboxOf(server, { ...elsewhere, kind: 'schedule' })
  expect((await use('comment', { body: 'x' })).text).toMatch(/give a number/)
  expect((await use('comment', { body: 'x', number: 8 })).ok).toBe(true)
  expect(outbox.proposals()).toHaveLength(1)
})

test.each([
  [[], /^- one: is not accepted; accepted are "bug", .*\n- two: is not accepted\n- three: is not accepted$/m],
  [['area*'], /^- one: is not accepted; accepted are "area\*"\n- two: is not accepted\n- three: is not accepted$/m],
])('labels to choose from are told once, however many are refused (allowed: %j)', async (allowedLabels, told) => {
  await using server = await open()
  const { use } = outboxOf(server, task, { allowedLabels })
  const { text } = await use('add_labels', { labels: ['one', 'two', 'three'] })
  expect(text).toMatch(told)
  expect(text.match(/accepted are/g)).toHaveLength(1)
})

test('at most the quota of a run, and nothing twice', async () => {
  await using server = await open()
  const { outbox, use } = outboxOf(server, task, { allowedLabels: ['*'], changes: 'commit' })
  expect((await use('comment', { body: 'Hello' })).ok).toBe(true)
  expect((await use('comment', { body: ' Hello\n' })).text).toMatch(/already proposed/)
  for (let nth = 2; nth <= PROPOSAL_QUOTAS.extra_comment; nth += 1) await use('comment', { body: `Hello ${nth}` })
  expect((await use('comment', { body: 'one more' })).text).toMatch(/at most 10 comments/)
  expect(outbox.proposals().at(-1)).toMatchObject({ nth: PROPOSAL_QUOTAS.extra_comment })

  const many = Array.from({ length: PROPOSAL_QUOTAS.labels + 2 }, (_, at) => `l${at}`)
  expect((await use('add_labels', { labels: many })).text).toMatch(
    /l100: exceeds the number[\s\S]*l101: exceeds the number/,
  )
  expect(outbox.proposals().at(-1)).toMatchObject({ labels: { length: PROPOSAL_QUOTAS.labels } })
  expect((await use('add_labels', { labels: ['x'] })).ok).toBe(false)

  expect((await use('create_issue', { title: 'New', body: 'x' })).ok).toBe(true)
  expect((await use('create_issue', { title: 'NEW', body: 'y' })).text).toMatch(/already proposed/)
  expect((await use('create_pull_request', { title: 'Fix it', body: 'x' })).ok).toBe(true)
  expect((await use('create_pull_request', { title: 'Fix more', body: 'x' })).text).toMatch(/at most 1 pull request/)
  expect(summarizeProposals(outbox.proposals(), { review: 'comment' })).toBe(
    `The model wrote no answer. It proposed: pull request \`Fix it\`; additional comment on #7 (10 times); labels ${many
      .slice(0, 10)
      .map((label) => `\`${label}\``)
      .join(', ')} and 90 more added to #7; issue \`New\`.`,
  )
  expect(summarizeProposals(outboxOf(server).outbox.proposals(), OPTIONS)).toBe('')
})

test('a failed check refuses the proposal', async () => {
  for (const [tool, args, path] of [
    ['add_labels', { labels: ['bug'] }, '/labels'],
    ['assign', { users: ['wendy'] }, '/assignees/wendy'],
    ['comment', { body: 'x', number: 8 }, '/issues/8'],
    ['create_issue', { title: 'x', body: 'x' }, '/issues'],
  ] as const) {
    await using server = await open(
      {},
      {
        onRequest: (request) =>
          request.path.endsWith(path) ? { status: 403, body: { message: 'Resource not accessible' } } : undefined,
      },
    )
    const { outbox, use } = outboxOf(server)
    expect(await use(tool, args)).toMatchObject({ ok: false, text: expect.stringMatching(/could not be checked.*403/) })
    expect(outbox.proposals()).toEqual([])
  }
})

const pullRepository = preparedRepository(async (repository) => {
  const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`)
  const long = `${lines(1, 60).join('\n')}\n`.replace('line 7\n', '}\n').replace('line 20\n', '}\n')
  const base = await repository.commit({
    'src/a.ts': long,
    'old.ts': long,
    'p.png': '\0one',
    'still.ts': 'x\n',
    'gone.ts': 'a()\nb()\n',
  })
  await repository.git('rm', '-q', 'gone.ts')
  await repository.git('mv', 'old.ts', 'new.ts')
  const changed = long.replace('line 5\n', 'LINE 5\nand more\n').replace('line 40\n', '')
  const head = await repository.commit({
    'src/a.ts': changed,
    'new.ts': long.replace('line 9\n', 'nine\n'),
    'p.png': '\0two',
  })
  await repository.git('branch', 'topic', head)
  return { base, head }
})

/** A pull request over real git: `a.ts` changed in two places, `new.ts` renamed, a picture changed. */
async function openPull(more: (head: string) => Partial<World> = () => ({})) {
  const repository = await pullRepository()
  const { base, head } = repository
  const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })
  const sides = { base: side('main', base), head: side('topic', head) }
  const server = await open({
    gitDir: repository.dir,
    pulls: [pull({ number: 5, user: 'wendy', ...sides })],
    ...more(head),
  })
  const about: Task = { ...task, kind: 'pull_request', number: 5, ...sides }
  return {
    server,
    about,
    head,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await repository[Symbol.asyncDispose]()
    },
  }
}

const ON: [name: string, args: Record<string, unknown>, kept: object | undefined, text?: RegExp][] = [
  [
    'an added line',
    { path: 'src/a.ts', line: 5, body: 'Why?' },
    { kind: 'review_comment', number: 5, path: 'src/a.ts', location: { side: 'RIGHT', line: 5 } },
  ],
  [
    'a removed line',
    { path: 'src/a.ts', line: 40, side: 'LEFT', body: 'Why?' },
    { location: { side: 'LEFT', line: 40 } },
  ],
  [
    'several lines, with a suggestion',
    {
      path: './src/a.ts',
      start_line: 5,
      line: 6,
      code: 'LINE 5\nand more',
      body: '',
      suggestion: 'LINE 5!\nand much more\n',
    },
    { location: { start: 5, line: 6 }, suggestion: ['LINE 5!', 'and much more'] },
  ],
  [
    'a line of the file that was renamed, by its old name',
    { path: 'old.ts', line: 9, body: 'Why?' },
    { path: 'new.ts' },
  ],
  ['a path as diffs write it', { path: 'b/src/a.ts', line: 5, body: 'Why?' }, { path: 'src/a.ts' }],
  [
    'a line outside',
    { path: 'src/a.ts', line: 20, body: 'Why?' },
    undefined,
    /Line 20 of the new file is not part of the diff\. .*accept comments: 2-9, 38-43 on side RIGHT/,
  ],
  [
    'code that stands at its line outside of the diff, and once in the diff',
    { path: 'src/a.ts', line: 21, code: '}', body: 'Why?' },
    undefined,
    /Line 21 of the new file is not part of the diff\. `code` stands there\. .*accept comments: 2-9, 38-43 on side RIGHT/,
  ],
  [
    'a file that is not changed',
    { path: 'still.ts', line: 1, body: 'Why?' },
    undefined,
    /not part of the diff\. Changed files: "gone.ts", "new.ts", "p.png", "src\/a.ts"/,
  ],
  [
    'a file of that name in another folder',
    { path: 'lib/a.ts', line: 1, body: 'Why?' },
    undefined,
    /Changed files of that name: "src\/a.ts"/,
  ],
  ['a picture', { path: 'p.png', line: 1, body: 'Why?' }, undefined, /no diff of p\.png/],
  ['an empty body', { path: 'src/a.ts', line: 5, body: ' ' }, undefined, /empty/],
  [
    'a suggestion that changes nothing',
    { path: 'src/a.ts', line: 5, body: 'x', suggestion: 'LINE 5' },
    undefined,
    /equals the current lines/,
  ],
  [
    'a suggestion for a removed line',
    { path: 'src/a.ts', line: 40, side: 'LEFT', body: 'x', suggestion: 'y' },
    undefined,
    /side RIGHT/,
  ],
  [
    'a suggestion inside the text beside another',
    { path: 'src/a.ts', line: 5, body: 'x\n```suggestion\ny\n```', suggestion: 'z' },
    undefined,
    /Put the replacement in `suggestion`/,
  ],
  ['no line', { path: 'src/a.ts', line: 0, body: 'x' }, undefined, /must be >= 1/],
]
for (const [name, args, kept, text] of ON)
  test(`an inline comment on ${name}`, async () => {
    await using setting = await openPull()
    const { outbox, use } = outboxOf(setting.server, setting.about)
    const answer = await use('review_comment', args)
    expect(outbox.proposals(), answer.text).toMatchObject(kept === undefined ? [] : [{ ...kept, commit: setting.head }])
    if (text !== undefined) expect(answer.text).toMatch(text)
    expect(setting.server.problems).toEqual([])
  })

test('a body that names or quotes other lines is asked once, also in other words; one that agrees with its code is not', async () => {
  await using pulled = await openPull()
  const { outbox, use } = outboxOf(pulled.server, pulled.about)
  const isTaken = async (line: number, body: string, more: object = {}) => {
    const { ok, text } = await use('review_comment', { path: 'src/a.ts', line, body, ...more })
    expect(text).toMatch(
      ok ? /It stands on:\n/ : /The body names line 8, but the comment would stand on:[\s\S]*\n4: line 4/,
    )
    return ok
  }
  expect(await isTaken(4, 'Line 8 leaks.')).toBe(false)
  expect(await isTaken(4, 'It leaks, at src/a.ts:8.')).toBe(true)
  expect(await isTaken(5, 'It leaks.', { title: 'L8 leaks' })).toBe(false)
  expect(await isTaken(6, 'As in line 8, that fails.', { code: 'LINE 5' })).toBe(false)
  expect(await isTaken(6, 'As in line 8, that fails.', { code: 'and more' })).toBe(true)
  expect(outbox.proposals()).toHaveLength(2)
})

test('inline comments: nothing twice, and at most the quota of a run', async () => {
  await using setting = await openPull()
  const { outbox, use } = outboxOf(setting.server, setting.about)
  const on = (line: number, body: string) => use('review_comment', { path: 'src/a.ts', line, body })
  expect((await on(5, 'Why?')).ok).toBe(true)
  expect((await on(5, ' Why?')).text).toMatch(/already proposed/)
  expect((await on(5, 'And another thing.')).ok).toBe(true)
  for (let nth = 3; nth <= PROPOSAL_QUOTAS.review_comment; nth += 1) await on(6, `More ${nth}`)
  expect((await on(7, 'Too much')).text).toMatch(/at most 30 inline comments/)
  expect(outbox.proposals()).toHaveLength(PROPOSAL_QUOTAS.review_comment)
  // The diff is requested once for any number of inline comments.
  expect(setting.server.requests.filter(({ path }) => path.endsWith('/files'))).toHaveLength(1)
})

test('an inline comment is taken back by its id, and only a comment of this run', async () => {
  await using setting = await openPull()
  const { outbox, use } = outboxOf(setting.server, setting.about)
  const ids: string[] = []
  for (const line of [5, 6]) {
    const { text } = await use('review_comment', { path: 'src/a.ts', line, body: 'Why?' })
    ids.push(/Its id is (\w+)\./.exec(text)?.[1] ?? '')
  }
  expect(await use('withdraw_comment', { id: ids[0] })).toMatchObject({
    ok: true,
    text: expect.stringMatching(/Taken back/),
  })
  expect(outbox.proposals()).toMatchObject([{ location: { line: 6 } }])
  expect((await use('withdraw_comment', { id: ids[0] })).text).toContain(`Its comments: ${ids[1]}.`)
  // A comment that was taken back may be proposed again.
  expect((await use('review_comment', { path: 'src/a.ts', line: 5, body: 'Why?' })).ok).toBe(true)
})

test('a comment that may repeat another one is asked about once, and taken back if it does', async () => {
  await using setting = await openPull()
  const { outbox, use } = outboxOf(setting.server, setting.about)
  const on = (line: number, more: Record<string, unknown>) => use('review_comment', { path: 'src/a.ts', line, ...more })
  const first = { title: 'Loop runs one too far', body: 'The loop reads `orders[orders.length]`.' }
  const again = { title: 'Off-by-one', body: 'The last `orders` element is at the loop end minus one.' }
  const id = /Its id is (\w+)\./.exec((await on(5, first)).text)?.[1] ?? ''
  expect((await on(6, again)).text).toContain(`may be the finding ${id} (of this run`)
  expect(outbox.proposals()).toHaveLength(2)
  expect((await on(6, { ...again, same_as: id })).text).toMatch(/says it already, and this comment is taken back/)
  expect(outbox.proposals()).toMatchObject([{ location: { line: 5 } }])
  // Without an answer both stay, with two ids also on one line.
  await on(5, { body: 'The `orders` loop sends a mail to closed customers.' })
  const ids = outbox.proposals().map((each) => ('finding' in each ? each.finding?.id : ''))
  expect(new Set(ids).size).toBe(2)
})

test('of two comments that are one problem the worse one stays, and a question takes back only the comment that it was about', async () => {
  await using setting = await openPull()
  const { outbox, use } = outboxOf(setting.server, setting.about)
  const on = (line: number, more: Record<string, unknown>) => use('review_comment', { path: 'src/a.ts', line, ...more })
  const ids = (text: string) => /Its id is (\w+)\./.exec(text)?.[1] ?? ''
  const loop = { title: 'Loop runs one too far', body: 'The loop reads `orders[orders.length]`.' }
  const low = ids((await on(5, { ...loop, severity: 'low' })).text)
  const worse = {
    title: 'Off-by-one',
    body: 'The last `orders` element is at the loop end minus one.',
    severity: 'critical',
  }
  expect((await on(6, worse)).text).toContain(`may be the finding ${low}`)
  expect((await on(6, { ...worse, same_as: low })).ok).toBe(true)
  expect(outbox.proposals()).toMatchObject([{ location: { line: 6 }, finding: { severity: 'critical' } }])
  // This question stays without an answer. The next comment names the same finding.
  const kept = ids((await on(6, worse)).text) || ids((await on(6, { ...worse, body: `${worse.body} ` })).text)
  expect(kept).toBe('')
  const [first] = outbox.proposals()
  const id = first !== undefined && 'finding' in first ? first.finding?.id : ''
  expect(
    (await on(5, { title: 'Mails', body: 'The `orders` loop mails closed customers.', severity: 'high' })).text,
  ).toContain(`may be the finding ${id}`)
  expect(
    (await on(7, { title: 'Off-by-one again', body: 'The `orders` loop ends too late.', severity: 'low', same_as: id }))
      .text,
  ).toMatch(/says it already\.$/)
  expect(outbox.proposals()).toMatchObject([{ location: { line: 6 } }, { location: { line: 5 } }])
})

test('a severity that the body contradicts is asked once, and another call corrects it', async () => {
  await using setting = await openPull()
  const { outbox, use } = outboxOf(setting.server, setting.about)
  const call = (severity: string) =>
    use('review_comment', { path: 'src/a.ts', line: 5, body: 'A blocker: orders get lost.', severity })
  expect((await call('low')).text).toContain('The body says "blocker", and the severity is low')
  expect((await call('critical')).text).not.toContain('The body says')
  expect(outbox.proposals()).toMatchObject([{ finding: { severity: 'critical' } }])
  // Beside a question about another finding, too.
  const near = { path: 'src/a.ts', line: 6, body: 'A blocker: orders get lost twice.', severity: 'low' }
  expect((await use('review_comment', near)).text).toMatch(/may be the finding[\s\S]*The body says "blocker"/)
})

test('the same comment with another severity replaces the first one, whether or not it was asked about', async () => {
  await using setting = await openPull()
  const { outbox, use } = outboxOf(setting.server, setting.about)
  const call = (more: Record<string, unknown>) =>
    use('review_comment', { path: 'src/a.ts', line: 5, body: 'Orders get lost.', ...more })
  expect((await call({ severity: 'low' })).ok).toBe(true)
  expect((await call({ severity: 'low' })).text).toContain('The same comment is already proposed')
  expect((await call({ severity: 'critical', title: 'Lost orders' })).text).not.toContain('may be the finding')
  expect(outbox.proposals()).toMatchObject([{ finding: { severity: 'critical', title: 'Lost orders' } }])
})

test('a finding on unchanged lines is existing code, unless it names the changed line that causes it', async () => {
  await using setting = await openPull()
  const { outbox, use } = outboxOf(setting.server, setting.about)
  const on = (line: number, more: Record<string, unknown> = {}) =>
    use('review_comment', { path: 'src/a.ts', line, body: `Why ${line}?`, severity: 'high', ...more })
  const texts: string[] = []
  for (let line = 1; line <= 8; line += 1) texts.push((await on(line)).text)
  const existing = outbox
    .proposals()
    .flatMap((each) => ('foldedAs' in each && each.foldedAs === 'existing' ? [each.location.line] : []))
  const inline = outbox
    .proposals()
    .flatMap((each) => ('foldedAs' in each && each.foldedAs === undefined ? [each.location.line] : []))
  expect(existing.length, texts.join('\n')).toBeGreaterThan(0)
  expect(inline.length).toBeGreaterThan(0)
  const folded = () => outbox.proposals().filter((each) => 'foldedAs' in each && each.foldedAs === 'existing').length
  const before = folded()
  // The same call again, with the line that causes it, replaces the first one; in other words, too.
  for (const [nth, body] of [`Why ${existing[0]}?`, 'Other words here'].entries()) {
    const caused = await on(existing[nth] ?? 0, { body, caused_by: `src/a.ts:${inline[0]}` })
    expect(caused.text).toMatch(/^Proposed(?!.*existing code)/)
    expect(folded()).toBe(before - nth - 1)
  }
  // However the model writes the place, also that of a removed line; what is no changed line causes nothing, and the reply says so.
  for (const [nth, [place, isCause]] of [
    [`src/a.ts#L${inline[0]}`, true],
    [`${inline[0]}`, true],
    [`:${inline[0]}`, true],
    [`line ${inline[0]}`, true],
    [`\`src/a.ts\`, line ${inline[0]}`, true],
    ['src/a.ts:40', true],
    ['gone.ts:2', true],
    ['gone.ts:3', false],
    [`src/a.ts:${existing[0]}`, false],
    [`src/none.ts:${inline[0]}`, false],
    ['', false],
  ].entries()) {
    const { text } = await on(existing[0] ?? 0, { body: `${'more '.repeat(nth + 1)}words`, caused_by: place })
    expect(text.includes('Neither its lines nor caused_by are changed'), `${place}: ${text}`).toBe(!isCause)
  }
})

test('a comment of an earlier run is not repeated; the model gets its thread', async () => {
  await using first = await openPull()
  const { outbox, use } = outboxOf(first.server, first.about)
  await use('review_comment', { path: 'src/a.ts', line: 5, body: 'Why?' })
  const [proposal] = outbox.proposals()
  if (proposal?.kind !== 'review_comment') throw new Error('an inline comment was proposed')
  const body = `${commentMarkerLine({ kind: 'remark', key: 'k', by: '100.1', linesHash: proposal.linesHash })}\nWhy?`
  const table: [remarks: World['reviewComments'], resolved: number[], text: RegExp | undefined][] = [
    [[reviewCommentOf({ id: 1, body })], [], /thread is open \(thread \S+, no replies\).*github__reply/],
    [[reviewCommentOf({ id: 1, body }), reviewCommentOf({ id: 2, inReplyTo: 1, user: 'wendy' })], [], /1 reply\)/],
    [[reviewCommentOf({ id: 1, body })], [1], /resolved\. Do not comment on them again/],
    [[reviewCommentOf({ id: 1, body, user: 'mallory' })], [], undefined],
    [[reviewCommentOf({ id: 1, body: body.replace(' by=100.1', '') })], [], undefined],
    [[reviewCommentOf({ id: 1, body: `He said:\n${body}` })], [], undefined],
    [[reviewCommentOf({ id: 1, body: body.replace(proposal.linesHash, shortHash('elsewhere')) })], [], undefined],
  ]
  for (const [reviewComments, resolved, text] of table) {
    Object.assign(first.server.world, { reviewComments, resolved })
    const again = outboxOf(first.server, first.about)
    const answer = await again.use('review_comment', { path: 'src/a.ts', line: 5, body: 'But why?' })
    expect(answer.ok, answer.text).toBe(text === undefined)
    if (text !== undefined) expect(answer.text).toMatch(text)
  }
})

test('replies and resolving: existing threads, once each; with outside code only threads of this action are resolved', async () => {
  const body = `${commentMarkerLine({ kind: 'remark', key: 'k', by: '100.1' })}\nWhy?`
  await using setting = await openPull(() => ({
    reviewComments: [
      reviewCommentOf({ id: 1, user: 'wendy' }),
      reviewCommentOf({ id: 2, body }),
      reviewCommentOf({ id: 3, body }),
      reviewCommentOf({ id: 4 }),
    ],
    resolved: [3],
  }))
  const { server, about } = setting
  const [theirs, ours, done, otherWorkflows] = (await connect(server).threads(5)).map(({ id }) => id)
  const { outbox, use } = outboxOf(server, about)
  expect((await use('reply', { thread_id: theirs, body: 'Because.' })).ok).toBe(true)
  expect((await use('reply', { thread_id: theirs, body: 'Really.' })).text).toMatch(/already proposed/)
  expect((await use('reply', { thread_id: 'x', body: 'y' })).text).toMatch(
    new RegExp(
      `no thread "x".*Open threads: ${theirs} \\(src/a\\.ts:5\\), ${ours} \\(src/a\\.ts:5\\), ${otherWorkflows} \\(src/a\\.ts:5\\)\\.`,
    ),
  )
  expect((await use('reply', { thread_id: ours, body: '' })).text).toMatch(/empty/)
  expect((await use('resolve_thread', { thread_id: theirs })).ok).toBe(true)
  expect((await use('resolve_thread', { thread_id: theirs })).text).toMatch(/already proposed/)
  expect((await use('resolve_thread', { thread_id: done })).text).toMatch(/already resolved/)
  expect(outbox.proposals()).toMatchObject([
    { kind: 'reply', thread: theirs, to: 1, body: 'Because.' },
    { kind: 'resolve_thread', thread: theirs },
  ])
  const outside = outboxOf(server, about, { isOutside: true })
  for (const thread_id of [theirs, otherWorkflows])
    expect((await outside.use('resolve_thread', { thread_id })).text).toMatch(/only threads that this action opened/)
  expect((await outside.use('resolve_thread', { thread_id: ours })).ok).toBe(true)
})

test('a workflow_run task fetches the commits of its pull request first', async () => {
  await using setting = await openPull()
  const { base: _, head: __, ...bare } = setting.about
  const { outbox, use } = outboxOf(setting.server, { ...bare, kind: 'workflow_run' })
  expect((await use('review_comment', { path: 'src/a.ts', line: 5, body: 'Why?' })).ok).toBe(true)
  expect(outbox.proposals()).toMatchObject([{ commit: setting.head }])
})

test('edit_last replaces the last proposed comment there, and only that one', async () => {
  await using server = await open()
  const { outbox, use } = outboxOf(server)
  await use('comment', { body: 'Elsewhere', number: 8 })
  expect((await use('comment', { body: 'First plan', edit_last: true })).text).toMatch(/^Proposed: a comment on #7/)
  await use('comment', { body: 'Second comment' })
  expect((await use('comment', { body: 'Second plan', edit_last: true })).text).toMatch(/the new text of that comment/)
  expect(outbox.proposals()).toEqual([
    { kind: 'extra_comment', number: 8, body: 'Elsewhere', nth: 1 },
    { kind: 'extra_comment', number: 7, body: 'First plan', nth: 1 },
    { kind: 'extra_comment', number: 7, body: 'Second plan', nth: 2 },
  ])
  // A text that is replaced a hundred times is one comment.
  for (let nth = 0; nth < 100; nth += 1)
    expect((await use('comment', { body: `Plan ${nth}`, edit_last: true })).ok).toBe(true)
  expect(outbox.proposals()).toHaveLength(3)
})
