import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inputs, issueInputs, listInputs, readInputs, triggerOptions } from '../../src/config/inputs.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { comment, createWorld, issue, pull } from '../../src/emulators/github/world.ts'
import { cachedGitHub } from '../../src/github/cached-client.ts'
import { readConversation } from '../../src/github/context/context-comments.ts'
import type { Task } from '../../src/github/events/task.ts'
import { withRequestedNumber } from '../../src/github/events/task-facts.ts'
import { assessTrust } from '../../src/github/events/trust.ts'
import { boundText } from '../../src/github/own-text.ts'
import { markerLine } from '../../src/github/result-marker.ts'
import { callFacts, decide } from '../../src/policy/rules/decide.ts'
import type { Rule } from '../../src/policy/rules/rule.ts'
import { itemInputs } from '../../src/scale/run-shard.ts'
import { openProposalTools, runGithubTools } from '../../src/session/run-github-tools.ts'
import { proposalOptions } from '../../src/session/run-options.ts'
import { makeToolbox, type Toolbox } from '../../src/tools/toolbox.ts'
import { BOT, connect, TOKEN } from '../delivery/delivery-fixture.ts'
import { builtinRules, profileRules, rule, rulesFrom } from '../policy/rules.ts'
import { isFull, sample } from '../sample.ts'

// The table of docs/permissions.md, for each event, actor, author, comments and profile, by itself, with `allowed_labels` and with a rule.
// Every proposal is decided by the rules, as in the gate; what a tool accepts is what delivery writes.

const side = (ref: string, sha: string, repo = 'octo/pond') => ({ ref, sha, repo })
const BASE = side('main', 'a'.repeat(40))
const HEAD = side('topic', 'b'.repeat(40))
const repo = { owner: 'octo', name: 'pond' }

type Situation = { event: string; actor: string; author: string; comments: readonly string[] }

/** The events, each with the task that its reader makes. Item 7 is an issue, 5 a pull request. */
const EVENTS: Readonly<Record<string, (situation: Situation) => Partial<Task>>> = {
  'issues opened': ({ author }) => ({ event: 'issues', action: 'opened', kind: 'issue', number: 7, author }),
  'issues labeled': () => ({ event: 'issues', action: 'labeled', kind: 'issue', number: 7 }),
  'comment on an issue': ({ actor }) => ({ ...asked(actor), event: 'issue_comment', kind: 'issue', number: 7 }),
  'comment on a pull request': ({ actor }) => ({
    ...asked(actor),
    event: 'issue_comment',
    kind: 'pull_request',
    number: 5,
  }),
  'review comment': ({ actor }) => ({
    ...asked(actor),
    event: 'pull_request_review_comment',
    kind: 'pull_request',
    number: 5,
    comment: { id: 90, kind: 'review' },
  }),
  'pull request': () => ({ event: 'pull_request', action: 'opened', kind: 'pull_request', number: 5 }),
  'schedule about an item': () => ({ event: 'schedule', kind: 'issue', number: 7 }),
  'failed run': ({ actor }) => ({
    event: 'workflow_run',
    kind: 'workflow_run',
    number: 5,
    upstream: {
      ...{ runId: 1, workflow: 'CI', event: 'pull_request', conclusion: 'failure', sha: HEAD.sha, branch: 'topic' },
      ...{ actor, triggeringActor: actor, headRepo: 'octo/pond' },
    },
  }),
  'failed run of a fork': ({ actor }) => ({
    event: 'workflow_run',
    kind: 'workflow_run',
    number: 5,
    upstream: {
      ...{ runId: 1, workflow: 'CI', event: 'pull_request', conclusion: 'failure', sha: HEAD.sha, branch: 'topic' },
      ...{ actor, triggeringActor: actor, headRepo: 'stan/pond' },
    },
  }),
  'pull request from a fork': () => ({ ...fork, event: 'pull_request', action: 'opened' }),
  'pull request from a fork, with secrets': () => ({ ...fork, event: 'pull_request_target', action: 'synchronize' }),
  'comment on a pull request from a fork': ({ actor }) => ({ ...asked(actor), ...fork, event: 'issue_comment' }),
  'label on a pull request from a fork': () => ({ ...fork, event: 'pull_request_target', action: 'labeled' }),
  'submitted review with a comment': ({ actor }) => ({
    ...asked(actor),
    event: 'pull_request_review',
    kind: 'pull_request',
    number: 5,
    comment: { id: 90, kind: 'pull_request_review' },
  }),
  'schedule about a pull request': () => ({ event: 'schedule', kind: 'pull_request', number: 5 }),
  'dispatch about an item': () => ({ event: 'workflow_dispatch', kind: 'issue', number: 7 }),
  'an issue of a batch': () => NIGHTLY,
  'an issue of a shard': () => NIGHTLY,
  'a pull request of a shard': () => NIGHTLY,
  'a list of issues': () => NIGHTLY,
  'a push': () => ({ event: 'push', kind: 'push' }),
  schedule: () => ({ event: 'schedule', kind: 'schedule' }),
  dispatch: () => ({ event: 'workflow_dispatch', kind: 'dispatch' }),
}

const NIGHTLY: Partial<Task> = { event: 'schedule', kind: 'schedule' }

/** Runs whose item the workflow names, with the inputs that its batch or shard gives them. */
const OF_WORKFLOW: Readonly<Record<string, (inputs: Inputs) => Inputs>> = {
  'an issue of a batch': (inputs) => issueInputs(inputs, 7),
  'an issue of a shard': (inputs) => itemInputs('issue', 7, inputs, { tokens: undefined, usd: undefined }),
  'a pull request of a shard': (inputs) => itemInputs('pull_request', 5, inputs, { tokens: undefined, usd: undefined }),
  'a list of issues': (inputs) => listInputs({ ...inputs, github_issue_number: [7, 9] }),
}

const FORK = side('topic', HEAD.sha, 'stan/pond')
const fork: Partial<Task> = { kind: 'pull_request', number: 5, head: FORK }

const asked = (actor: string): Partial<Task> => ({
  author: actor,
  request: 'do it',
  requestedAt: '2026-01-05T10:00:00Z',
  comment: { id: 90, kind: 'issue' },
})

const PEOPLE = { ada: 'admin', wendy: 'write', rita: 'read', stan: 'none', lena: 'none' } as const

/** Answers of earlier runs of this workflow: one that read people with write permission only, and one that read others, too. */
const CLEAN = 'an earlier run'
const LAUNDERED = 'an earlier run that read others'

const EARLIER: Readonly<Record<string, 'trusted' | undefined>> = { [CLEAN]: 'trusted', [LAUNDERED]: undefined }

const isWriter = (name: string) => name === 'ada' || name === 'wendy' || name === CLEAN

const NO_ITEM = /^(?:schedule|dispatch|a push)$/

/** What an event has no use for is drawn once. */
const SITUATIONS: readonly Situation[] = Object.keys(EVENTS).flatMap((event) =>
  ['wendy', 'lena', 'stan'].flatMap((actor) =>
    (NO_ITEM.test(event) ? ['ada'] : ['ada', 'wendy', 'stan', BOT]).flatMap((author) =>
      (NO_ITEM.test(event)
        ? [[]]
        : [[], ['ada'], ['stan'], ['ada', 'rita'], ['codecov[bot]'], [CLEAN], [LAUNDERED]]
      ).map((comments) => ({ event, actor, author, comments })),
    ),
  ),
)

/** What a model could want, by the columns of the table. Each also under a name of GitHub's MCP server where it has one. */
const WISHES: Readonly<Record<string, readonly (readonly [tool: string, args: Record<string, unknown>])[]>> = {
  Comments: [
    ['comment', { body: 'x' }],
    ['add_issue_comment', { body: 'y', issue_number: 'own' }],
  ],
  Labels: [
    ['add_labels', { labels: ['bug'] }],
    ['issue_write', { method: 'update', issue_number: 'own', labels: ['docs'] }],
    ['remove_labels', { labels: ['wontfix'] }],
  ],
  Assignees: [
    ['assign', { users: ['wendy'] }],
    ['update_issue', { owner: 'octo', repo: 'pond', issue_number: 'own', assignees: ['ada'] }],
  ],
  'Close, reopen': [
    ['update_issue', { state: 'closed' }],
    ['issue_write', { method: 'update', issue_number: 'own', state: 'closed' }],
    ['update_issue', { state: 'closed', duplicate_of: 8 }],
  ],
  Title: [
    ['update_issue', { title: 'Better' }],
    ['update_pull_request', { pullNumber: 'own', title: 'Best' }],
    ['issue_write', { method: 'update', issue_number: 'own', title: 'Nicest' }],
  ],
  Text: [
    ['update_issue', { body: 'Better.' }],
    ['update_issue', { owner: 'octo', repo: 'pond', issue_number: 'own', body: 'Best.' }],
  ],
  'Other items': [
    ['comment', { body: 'x', number: 8 }],
    ['add_issue_comment', { body: 'y', issue_number: 8 }],
    ['add_labels', { labels: ['bug'], number: 8 }],
    ['remove_labels', { labels: ['wontfix'], number: 8 }],
    ['assign', { users: ['wendy'], number: 8 }],
    ['update_issue', { state: 'closed', number: 8 }],
    ['issue_write', { method: 'update', issue_number: 8, labels: ['docs'] }],
    ['issue_write', { method: 'update', issue_number: 8, title: 'Bought' }],
    ['create_or_update_issue_comment', { issue_number: 8, body: 'z' }],
    ['update_pull_request', { pullNumber: 6, title: 'Bought' }],
  ],
  'New issues': [
    ['create_issue', { title: 'New', body: 'x' }],
    ['issue_write', { method: 'create', title: 'Newer', body: 'x' }],
    ['create_issue', { owner: 'octo', repo: 'pond', title: 'Newest', body: 'x' }],
  ],
  'Reviews of other pull requests': [
    ['review_comment', { path: 'a', line: 1, body: 'x', number: 6 }],
    ['pull_request_review_write', { method: 'create', event: 'COMMENT', body: 'x', pullNumber: 6 }],
  ],
}

const NEEDS_NO_ITEM = new Set(['Other items', 'New issues', 'Reviews of other pull requests'])

const ANY = rule({
  mcpName: 'github',
  toolName: [
    ...['comment', 'add_labels', 'remove_labels', 'assign', 'update_issue', 'create_issue'],
    ...['add_issue_comment', 'issue_write', 'update_pull_request'],
  ],
  targets: 'any',
})

const PROFILES = ['review', 'triage', 'maintain']

/** The settings of a run: its profile, the input `allowed_labels`, and a rule that says `targets = "any"`. */
type Setup = { profile: string; labels: boolean; any: boolean }

const SETUPS: readonly Setup[] = [
  { labels: false, any: false },
  { labels: true, any: false },
  { labels: false, any: true },
].flatMap((setup) => ['none', ...PROFILES].map((profile) => ({ ...setup, profile })))

async function rulesOfSetups(): Promise<ReadonlyMap<Setup, readonly Rule[]>> {
  const builtin = await builtinRules()
  const any = rulesFrom(ANY)
  const rules = async ({ profile, any: isAny }: Setup) => [
    ...builtin,
    ...(profile === 'none' ? [] : await profileRules(profile)),
    ...(isAny ? any : []),
  ]
  return new Map(await Promise.all(SETUPS.map(async (setup) => [setup, await rules(setup)] as const)))
}

const ALLOWED_LABELS = { INPUT_ALLOWED_LABELS: 'bug,docs,wontfix' }

const inputsOf = (event: string, labels: boolean): Inputs => {
  const own = { INPUT_GITHUB_TOKEN: TOKEN, INPUT_PROMPT: 'Work on it.', INPUT_ALLOWED_USERS: 'lena' }
  const inputs = readInputs(labels ? { ...own, ...ALLOWED_LABELS } : own)
  return OF_WORKFLOW[event]?.(inputs) ?? inputs
}

let server: GitHubEmulator
beforeAll(async () => {
  server = await startGitHub({ owner: 'octo', repo: 'pond', token: TOKEN })
})
afterAll(() => server[Symbol.asyncDispose]())

/** The situation as GitHub has it, with the task that the event's reader and the inputs of the run make. */
function playSituation({ event, actor, author, comments }: Situation): Task {
  const fields = EVENTS[event]?.({ event, actor, author, comments }) ?? {}
  const asked = {
    ...{ repo, actor, triggeringActor: actor, sender: actor, sha: BASE.sha },
    openedBy: fields.number === undefined ? undefined : author,
    ...(fields.kind === 'pull_request' ? { base: BASE, head: HEAD } : {}),
    ...fields,
  } as Task // the fields of EVENTS complete it
  const task = withRequestedNumber(asked, triggerOptions(inputsOf(event, false)))
  const world = createWorld({
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    viewer: BOT,
    visibility: 'private',
    permissions: { ...PEOPLE },
    labels: ['bug', 'docs', 'wontfix'].map((name, id) => ({ id, name, color: 'f00000', description: null })),
    issues: [
      issue({ number: 7, user: author, labels: ['wontfix'] }),
      ...[8, 9].map((number) => issue({ number, user: 'ada', labels: ['wontfix'] })),
    ],
    pulls: [5, 6].map((number) => {
      const head = number === 5 && fields.head === fork.head ? FORK : HEAD
      return pull({ number, user: author, base: BASE, head, labels: ['wontfix'] })
    }),
    comments: comments.map((user, index) => {
      const where = { id: index + 1, number: task.number ?? 7, user }
      if (!(user in EARLIER)) return comment(where)
      const text = `${markerLine({ key: 'triage.0', run: '41.1', state: 'done' })}\nClose it.`
      return comment({ ...where, user: BOT, body: boundText(text, { read: EARLIER[user] }) })
    }),
    playedWorkflow: 'sluice.yml',
  })
  Object.assign(server.world, world)
  server.requests.length = 0
  return task
}

/** Decides who may do what, as a run does at its start. Undefined: no run starts. */
async function startOf(situation: Situation) {
  const github = cachedGitHub(connect(server))
  const assessed = await assessTrust(playSituation(situation), github, {
    allowedUsers: ['lena'],
    allowedBots: [],
    runPrCode: false,
    configSource: 'auto',
    visitors: { workflow: 'x.yml', now: 0 },
  })
  const { task, trust } = assessed
  if (trust.level === 'refused') return undefined
  return { github, task, trust, conversation: readConversation(task, github) }
}

type Start = NonNullable<Awaited<ReturnType<typeof startOf>>>

/** Which columns a run writes, for its item `own`. */
async function writesOf(
  situation: Situation,
  { github, ...run }: Start,
  labels: boolean,
  rules: readonly Rule[],
  own: number,
) {
  const { task, trust } = run
  const inputs = inputsOf(situation.event, labels)
  const proposals = openProposalTools(task, github, proposalOptions(inputs, run, github))
  const steering = { read: async () => '* @wendy @ada' }
  const config = { rules, steering, mode: 'default', invocations: {} } as never // nothing else is read
  const results = { append: () => undefined }
  const services = { task, trust, inputs, github, nonce: 'nonce', config, settings: {}, proposals, results }
  const tools = makeToolbox(runGithubTools(services))
  const written: string[] = []
  for (const [column, wishes] of Object.entries(WISHES)) {
    if (NO_ITEM.test(situation.event) && !NEEDS_NO_ITEM.has(column)) continue
    const states: boolean[] = []
    for (const [name, wish] of wishes) {
      const numbered = task.items === undefined || NEEDS_NO_ITEM.has(column) || 'method' in wish ? {} : { number: own }
      const args = Object.entries({ ...numbered, ...wish }).map(([key, value]) => [key, value === 'own' ? own : value])
      await propose(tools, name, Object.fromEntries(args), rules)
      states.push(proposals.store.withdraw(() => true) > 0)
    }
    // A visitor has few of the names, but none may write more than ours.
    if (states[0] !== true && states.includes(true))
      throw new Error(`${column}: another name writes what ours may not: ${JSON.stringify([situation, states])}`)
    if (states[0] === true) written.push(column)
  }
  return written
}

/** One call, as the gate lets it through. */
async function propose(tools: Toolbox, name: string, args: Record<string, unknown>, rules: readonly Rule[]) {
  const tool = tools.find(`github__${name}`)
  const parsed = tool?.parse(args)
  if (tool === undefined || parsed?.ok !== true) return
  const { aliases, annotations, server: owner } = tool
  const beyond = await tool.beyond?.(parsed.args)
  const call = { tool: tool.name, aliases, annotations, server: owner, args: parsed.args, beyond }
  const { verdict } = decide(rules, await callFacts(call, 'default', false), 'deny')
  if (verdict === 'allow') await tool.run(parsed.args, new AbortController().signal)
}

/** The row of the table for a situation. */
function rowOf({ event, actor, author, comments }: Situation, level: string): string {
  if (level === 'visitor') return "a visitor's"
  if (level === 'limited') return 'on code from outside'
  const isAsked = /comment/.test(event) && isWriter(actor)
  if (isAsked) return 'a person with write permission asked in a comment'
  const hasItem = !NO_ITEM.test(event)
  // A failed run is about logs and a change; its material has no comments.
  const read = event === 'failed run' ? [] : [...comments, ...(/comment/.test(event) ? [actor] : [])]
  const texts = hasItem ? [author, ...read] : []
  if (!texts.every(isWriter)) return 'it read text of people without write permission'
  return /schedule|dispatch|batch|shard|list/.test(event) ? 'a schedule or dispatch started it' : 'all others'
}

const page = readFileSync(join(import.meta.dirname, '../../docs/permissions.md'), 'utf8')
const lines = page.slice(page.indexOf('| Run |')).split('\n\n')[0]?.split('\n') ?? []
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const [head = [], , ...rows] = lines.map(cells)
const TABLE = new Map(
  rows.map(([name = '', ...row]) => [name, Object.fromEntries(row.map((cell, at) => [head[at + 1] ?? '', cell]))]),
)

/** Whether a cell of the table lets a run write. `own`: on items of our account or of the person who asked. */
function isOpen(cell: string | undefined, { event, actor, author }: Situation, { labels, any }: Setup): boolean {
  const isAsker = author === actor && isWriter(actor) && /comment/.test(event)
  switch (cell) {
    case 'yes':
      return true
    case 'no':
      return false
    case 'rule':
      return any === true
    case '`allowed_labels`':
      return labels === true
    case '`allowed_labels` or rule':
      return labels === true || any === true
    case 'own, else rule':
      return isAsker || author === BOT || any === true
    default:
      throw new Error(`the table has a cell that the test does not know: ${cell}`)
  }
}

const TRIAGE = ['Comments', 'Labels', 'Assignees']

/** One for each row of the table, then a sample. */
const ROWS: readonly Situation[] = [
  { event: 'issues opened', actor: 'stan', author: 'stan', comments: [] },
  { event: 'pull request', actor: 'wendy', author: 'stan', comments: [] },
  { event: 'comment on an issue', actor: 'wendy', author: 'stan', comments: ['stan'] },
  { event: 'issues labeled', actor: 'wendy', author: 'stan', comments: [] },
  { event: 'schedule about an item', actor: 'wendy', author: 'ada', comments: [CLEAN] },
  { event: 'issues labeled', actor: 'wendy', author: 'ada', comments: [CLEAN] },
]

test('a run writes what the table in the docs says', async () => {
  expect([...TABLE.keys()]).toHaveLength(ROWS.length)
  const rulesOf = await rulesOfSetups()
  const seen = new Set<string>()
  const drawn = isFull ? SITUATIONS : [...ROWS, ...sample(SITUATIONS, 12)]
  for (const situation of drawn) {
    const start = await startOf(situation)
    if (start === undefined) continue
    const row = rowOf(situation, start.trust.level)
    seen.add(row)
    const { items } = start.task
    const setups = isFull ? SETUPS : sample(SETUPS, 3, drawn.indexOf(situation))
    for (const setup of setups)
      for (const own of items?.map(({ number }) => number) ?? [start.task.number ?? 0]) {
        const about = own === 9 ? { ...situation, author: 'ada' } : situation
        const expected = head
          .filter((column) => column in WISHES && (!NO_ITEM.test(situation.event) || NEEDS_NO_ITEM.has(column)))
          .filter((column) => setup.profile !== 'triage' || TRIAGE.includes(column) || column === 'Other items')
          .filter((column) => isOpen(TABLE.get(row)?.[column], about, setup))
        const written = await writesOf(situation, start, setup.labels, rulesOf.get(setup) ?? [], own)
        expect(written, JSON.stringify([situation, setup, own, row])).toEqual(expected)
      }
  }
  expect([...seen].sort()).toEqual([...TABLE.keys()].sort())
})
