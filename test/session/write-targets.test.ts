import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { comment, issue, pull } from '../../src/emulators/github/world.ts'
import { readConversation } from '../../src/github/context/context-comments.ts'
import type { Task } from '../../src/github/events/task.ts'
import { assessTrust } from '../../src/github/events/trust.ts'
import { boundText } from '../../src/github/own-text.ts'
import { markerLine } from '../../src/github/result-marker.ts'
import { callFacts, decide } from '../../src/policy/rules/decide.ts'
import type { Rule } from '../../src/policy/rules/rule.ts'
import { openProposalTools, runGithubTools } from '../../src/session/run-github-tools.ts'
import { proposalOptions } from '../../src/session/run-options.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { BOT, connect, TOKEN } from '../delivery/delivery-fixture.ts'
import { builtinRules, profileRules, rule, rulesFrom } from '../policy/rules.ts'
import { sample } from '../sample.ts'

// The table of docs/permissions.md, for each event, actor, author, comments and profile. Every proposal is decided by the rules, as in
// the gate; what a tool accepts is what delivery writes.

const side = (ref: string, sha: string, repo = 'octo/pond') => ({ ref, sha, repo })
const BASE = side('main', 'a'.repeat(40))
const HEAD = side('topic', 'b'.repeat(40))
const repo = { owner: 'octo', name: 'pond' }

type Situation = { event: string; actor: string; author: string; comments: readonly string[]; profile: string }

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
  'a push': () => ({ event: 'push', kind: 'push' }),
  schedule: () => ({ event: 'schedule', kind: 'schedule' }),
  dispatch: () => ({ event: 'workflow_dispatch', kind: 'dispatch' }),
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

const SITUATIONS: readonly Situation[] = Object.keys(EVENTS).flatMap((event) =>
  ['wendy', 'lena', 'stan'].flatMap((actor) =>
    ['ada', 'wendy', 'stan', BOT].flatMap((author) =>
      [[], ['ada'], ['stan'], ['ada', 'rita'], ['codecov[bot]'], [CLEAN], [LAUNDERED]].flatMap((comments) =>
        ['none', 'review', 'triage', 'maintain'].map((profile) => ({ event, actor, author, comments, profile })),
      ),
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
  ],
  Assignees: [
    ['assign', { users: ['wendy'] }],
    ['update_issue', { owner: 'octo', repo: 'pond', issue_number: 'own', assignees: ['ada'] }],
  ],
  'Close, reopen': [
    ['update_issue', { state: 'closed' }],
    ['issue_write', { method: 'update', issue_number: 'own', state: 'closed' }],
  ],
  Title: [
    ['update_issue', { title: 'Better' }],
    ['update_pull_request', { pullNumber: 'own', title: 'Best' }],
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
  ],
  'Reviews of other pull requests': [
    ['review_comment', { path: 'a', line: 1, body: 'x', number: 6 }],
    ['pull_request_review_write', { method: 'create', event: 'COMMENT', body: 'x', pullNumber: 6 }],
  ],
  'New issues': [
    ['create_issue', { title: 'New', body: 'x' }],
    ['issue_write', { method: 'create', title: 'Newer', body: 'x' }],
    ['create_issue', { owner: 'octo', repo: 'pond', title: 'Newest', body: 'x' }],
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

/** Which columns a run writes, with a rule that says `targets = "any"` or without. Undefined: no run starts. */
async function writesOf(situation: Situation, more: Record<string, string>, rules: readonly Rule[]) {
  const { actor, author, comments } = situation
  const fields = EVENTS[situation.event]?.(situation) ?? {}
  const { number } = fields
  await using server = await startGitHub({
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    viewer: BOT,
    visibility: 'private',
    permissions: { ...PEOPLE },
    labels: ['bug', 'docs', 'wontfix'].map((name, id) => ({ id, name, color: 'f00000', description: null })),
    issues: [issue({ number: 7, user: author }), issue({ number: 8, user: 'ada', labels: ['wontfix'] })],
    pulls: [5, 6].map((each) => {
      return pull({
        number: each,
        user: author,
        base: BASE,
        head: each === 5 && fields.head === fork.head ? FORK : HEAD,
      })
    }),
    comments: comments.map((user, index) => {
      const where = { id: index + 1, number: number ?? 7, user }
      if (!(user in EARLIER)) return comment(where)
      const text = `${markerLine({ key: 'triage.0', run: '41.1', state: 'done' })}\nClose it.`
      return comment({ ...where, user: BOT, body: boundText(text, { read: EARLIER[user] }) })
    }),
    playedWorkflow: 'sluice.yml',
  })
  const github = connect(server)
  const event = {
    repo,
    actor,
    triggeringActor: actor,
    sender: actor,
    sha: BASE.sha,
    openedBy: number === undefined ? undefined : author,
    ...(fields.kind === 'pull_request' ? { base: BASE, head: HEAD } : {}),
    ...fields,
  } as Task // the fields of EVENTS complete it
  const inputs = readInputs({
    INPUT_GITHUB_TOKEN: TOKEN,
    INPUT_PROMPT: 'Work on it.',
    INPUT_ALLOWED_USERS: 'lena',
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  })
  const assessed = await assessTrust(event, github, {
    allowedUsers: ['lena'],
    allowedBots: [],
    runPrCode: false,
    configSource: 'auto',
    visitors: { workflow: 'x.yml', now: 0 },
  })
  const { task, trust } = assessed
  if (trust.level === 'refused') return undefined
  const conversation = readConversation(task, github)
  const written: string[] = []
  for (const [column, wishes] of Object.entries(WISHES)) {
    const states: boolean[] = []
    for (const [name, wish] of wishes) {
      if (number === undefined && !NEEDS_NO_ITEM.has(column)) continue
      const options = proposalOptions(inputs, { task, trust, conversation }, github)
      const proposals = openProposalTools(task, github, options)
      const steering = { read: async () => '* @wendy @ada' }
      const config = { rules, steering, mode: 'default', invocations: {} } as never // nothing else is read
      const results = { append: () => undefined }
      const services = { task, trust, inputs, github, nonce: 'nonce', config, settings: {}, proposals, results }
      const tool = makeToolbox(runGithubTools(services)).find(`github__${name}`)
      const args = Object.fromEntries(
        Object.entries(wish).map(([key, value]) => [key, value === 'own' ? number : value]),
      )
      const parsed = tool?.parse(args)
      if (tool === undefined || parsed?.ok !== true) {
        states.push(false)
        continue
      }
      const { aliases, annotations, server: owner } = tool
      const beyond = await tool.beyond?.(parsed.args)
      const call = { tool: tool.name, aliases, annotations, server: owner, args: parsed.args, beyond }
      const { verdict } = decide(rules, await callFacts(call, 'default', false), 'deny')
      if (verdict === 'allow') await tool.run(parsed.args, new AbortController().signal)
      states.push(proposals.proposals().length > 0)
    }
    // A visitor has few of the names, but none may write more than ours.
    if (states[0] !== true && states.includes(true))
      throw new Error(`${column}: another name writes what ours may not: ${JSON.stringify([situation, states])}`)
    if (states[0] === true) written.push(column)
  }
  return { written, level: trust.level }
}

const NO_ITEM = /^(?:schedule|dispatch|a push)$/

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
  return /schedule|dispatch/.test(event) ? 'a schedule or dispatch started it' : 'all others'
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
function isOpen(
  cell: string | undefined,
  { event, actor, author }: Situation,
  { labels, any }: Record<string, boolean>,
): boolean {
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

for (const [name, any, labels] of [
  ['by itself', false, false],
  ['with allowed_labels', false, true],
  ['with a rule', true, false],
] as const)
  test(`a run writes what the table in the docs says, ${name}`, async () => {
    expect([...TABLE.keys()]).toHaveLength(6)
    const builtin = await builtinRules()
    const seen = new Set<string>()
    for (const situation of sample(SITUATIONS, 20, any ? 1 : labels ? 2 : 3)) {
      const profile = situation.profile === 'none' ? [] : await profileRules(situation.profile)
      const rules = [...builtin, ...profile, ...(any ? rulesFrom(ANY) : [])]
      const result = await writesOf(situation, labels ? { allowed_labels: 'bug,docs,wontfix' } : {}, rules)
      if (result === undefined) continue
      const row = rowOf(situation, result.level)
      seen.add(row)
      const columns = head.slice(1).filter((column) => column in WISHES)
      const hasItem = !NO_ITEM.test(situation.event)
      const expected = columns
        .filter((column) => hasItem || NEEDS_NO_ITEM.has(column))
        .filter((column) => situation.profile !== 'triage' || TRIAGE.includes(column) || column === 'Other items')
        .filter((column) => isOpen(TABLE.get(row)?.[column], situation, { labels, any }))
      expect(result.written, JSON.stringify([situation, row])).toEqual(expected)
    }
    expect(seen.size).toBeGreaterThan(4)
  })
