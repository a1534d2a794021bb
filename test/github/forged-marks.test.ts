import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import type { Runtime } from '../../src/config/runtime.ts'
import { countBotRounds } from '../../src/delivery/attempts.ts'
import { postComment } from '../../src/delivery/post/comment.ts'
import { resolveFixed } from '../../src/delivery/post/review.ts'
import { writeIntent } from '../../src/delivery/post/write-intent.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, comment, issue, pull, type WorldSeed } from '../../src/emulators/github/world.ts'
import type { GitHub } from '../../src/github/api/github.ts'
import { commentMarkerLine, shortHash } from '../../src/github/comment-marker.ts'
import { fetchContext } from '../../src/github/context/context.ts'
import type { Task } from '../../src/github/events/task.ts'
import { openGit } from '../../src/github/git.ts'
import { boundText, unboundText } from '../../src/github/own-text.ts'
import { claimedMark, jobKey, markerLine, reviewedMark } from '../../src/github/result-marker.ts'
import { openWriteAuthority } from '../../src/github-tools/write-authority.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { newFinding, storedFinding } from '../../src/review/finding.ts'
import { findingRecords, readFindings, reviewContext } from '../../src/review/read-findings.ts'
import { confirmedStates, finishedOnGitHub } from '../../src/scale/shard-spec.ts'
import { spentInThread } from '../../src/spending/spending.ts'
import { connect, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { reviewCommentOf } from '../delivery/review-comment.ts'
import { type TestRepository, testRepository } from './repository.ts'

// What follows from a mark, by who wrote it. Run 41 is one of this workflow, run 42 one of another workflow; both ran from 9:00 to 9:10.

const KEY = jobKey('Review', 'gemini')
const CODE = 'export const a = 1\nexport const b = 2\n'

type Written = { user: string; body: string; createdAt: string; updatedAt: string; editedBy?: string }
const AT = '2026-01-05T09:05:00Z'
const LATER = '2026-01-05T11:00:00Z'

/** `isBelieved`: whether the mark counts. `unread`: GitHub does not say. */
const WRITERS: Readonly<Record<string, { change: (real: Written) => Partial<Written>; isUnread?: true }>> = {
  'this workflow': { change: () => ({}) },
  'a stranger': { change: () => ({ user: 'stan' }) },
  'another workflow, with a run of its own': {
    change: ({ body }) => ({ body: body.replaceAll('41.1', '42.1') }),
  },
  'another workflow, with a run that never was': {
    change: ({ body }) => ({ body: body.replaceAll('41.1', '43.1') }),
  },
  'another workflow, without a run': { change: ({ body }) => ({ body: body.replaceAll(/ (?:by|run)=41\.1/g, '') }) },
  'another workflow, which copied it from another thread': { change: () => ({ createdAt: LATER, updatedAt: LATER }) },
  'this workflow, and a person edited it': { change: () => ({ updatedAt: LATER, editedBy: 'wendy' }) },
  'this workflow, and a person edited it while it ran': {
    change: () => ({ updatedAt: '2026-01-05T09:06:00Z', editedBy: 'wendy' }),
  },
  'this workflow, but the job may not read its runs': { change: () => ({}), isUnread: true },
}

let repository: TestRepository
let sides: Required<Pick<Task, 'base' | 'head'>>
let first: string
beforeAll(async () => {
  repository = await testRepository()
  await repository.git('config', 'core.autocrlf', 'false')
  const base = await repository.commit({ 'README.md': 'x\n' })
  first = await repository.commit({ 'src/a.ts': CODE })
  const head = await repository.commit({ 'src/a.ts': CODE, 'src/b.ts': 'export {}\n' })
  await repository.git('branch', 'topic', head)
  const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })
  sides = { base: side('main', base), head: side('topic', head) }
})
afterAll(() => repository[Symbol.asyncDispose]())

const lines = { code: ['export const a = 1'], before: [], after: ['export const b = 2'] }
const finding = newFinding('src/a.ts', { severity: 'high', category: 'security', title: 'Wrong' }, lines)
const remarkBody = (details: object = {}) => {
  const stored = { ...storedFinding(finding, { commit: first, line: 1 }), ...details }
  return `${commentMarkerLine({ kind: 'remark', key: KEY, by: '41.1', linesHash: 'h', details: stored })}\n**Wrong**`
}
const remark = (written: Written, more: object = {}) =>
  reviewCommentOf({ id: 1, line: 1, commitId: first, ...written, ...more })
const onPull = (): Task => ({
  ...task,
  event: 'pull_request',
  action: 'synchronize',
  kind: 'pull_request',
  number: 5,
  title: 'Add',
  body: '',
  openedBy: 'wendy',
  requestedAt: '2026-01-05T12:00:00Z',
  ...sides,
})
const onIssue: Task = { ...task, number: 7, requestedAt: '2026-01-05T12:00:00Z' }
const findings = async (github: GitHub) =>
  readFindings(await github.threads(5), { number: 5, head: sides.head.sha, files: [] }, github)
const answer = (fields: object = {}) => `${markerLine({ key: KEY, run: '41.1', state: 'done', ...fields })}\nSaid.`
const inIssue = (written: Written): Partial<WorldSeed> => ({
  comments: [comment({ id: 11, number: 7, ...written })],
})
const filter = createSecretFilter([])
const writer = { key: KEY, run: '41.2', by: '41.2' }

/** `world`: with the text in its place. `effect`: what a later run does; `believed` and `not` are its two results. */
type Kind = {
  body: () => string
  world: (written: Written) => Partial<WorldSeed>
  effect: (github: GitHub, server: GitHubEmulator) => Promise<unknown>
  believed: unknown
  not: unknown
  /** Where GitHub does not say, and that is another result. */
  unread?: unknown
  /** Where another account wrote it, and that is another result. */
  others?: unknown
}

const KINDS: Readonly<Record<string, Kind>> = {
  'the answer of an earlier run': {
    body: () => answer(),
    world: inIssue,
    effect: async (github) => {
      const text = await fetchContext(onIssue, github, 'n')
      return /kind="(your-earlier-answer|comment)"[^>]*>\nSaid\./.exec(text)?.[1] ?? 'absent'
    },
    believed: 'your-earlier-answer',
    not: 'comment',
    others: 'absent',
  },
  'what earlier runs spent': {
    body: () => answer({ usd: '5' }),
    world: inIssue,
    effect: (github) =>
      spentInThread(onIssue, github.conversation(7, 'issue', 1000), github).catch(() => 'nothing runs'),
    believed: 5,
    not: 0,
    unread: 'nothing runs',
  },
  'what the edited comment records': {
    body: () => answer({ usd: '5', reviewed: reviewedMark('a'.repeat(40), 'main') }),
    world: inIssue,
    effect: async (github, server) => {
      const body = `${markerLine({ key: KEY, run: '44.1', state: 'done' })}\nNew.`
      await postComment(github, { number: 7, body, matches: ({ key }) => key === KEY, spentUsd: 1 })
      return Number(claimedMark(server.world.comments.at(-1)?.body ?? '')?.usd)
    },
    believed: 6,
    not: 1,
  },
  'how many answers in a row bots got': {
    body: () => answer({ round: 2 }),
    world: inIssue,
    effect: async (github) => {
      const bot = { author: 'renovate[bot]', sender: 'renovate[bot]', actor: 'renovate[bot]' }
      const asked: Task = { ...onIssue, ...bot, comment: { id: 99, kind: 'issue' as const } }
      const runtime = {
        env: { GITHUB_RUN_ID: '44' },
        event: { name: 'issue_comment', payload: {}, repository: 'octo/pond' },
      }
      const services = {
        inputs: readInputs({}),
        runtime: runtime as unknown as Runtime,
        git: openGit(repository.dir, {}),
        github,
      }
      const assessment = { task: asked, steering: { sha: first } } as never // what the count reads
      const counted = await countBotRounds(assessment, github.conversation(7, 'issue', 1000), services)
      return 'reason' in counted
        ? counted.reason.replace(/^renovate.*/, 'too many').replace(/^The answers.*/, 'unknown')
        : counted.task.botRound
    },
    believed: 'too many',
    not: 1,
    unread: 'unknown',
  },
  'the commit that was reviewed last': {
    body: () => answer({ reviewed: reviewedMark(first, 'main') }),
    world: (written) => ({ comments: [comment({ id: 10, number: 5, ...written })] }),
    effect: async (github, server) => {
      const conversation = github.conversation(5, 'pull_request', 1000)
      await reviewContext(onPull(), {
        github,
        nonce: 'n',
        conversation,
        job: { workflow: 'Review', job: 'gemini' },
        allowedLabels: [],
      })
      return server.requests.some(({ path }) => path.includes(`/compare/${first}...`))
    },
    believed: true,
    not: false,
  },
  'a finding': {
    body: remarkBody,
    world: (written) => ({ reviewComments: [remark(written)] }),
    effect: async (github) => (await findings(github)).length,
    believed: 1,
    not: 0,
  },
  'a dismissed finding': {
    body: remarkBody,
    world: (written) => ({ reviewComments: [remark(written)], resolved: [1] }),
    effect: async (github) => (await findings(github)).map(({ state }) => state),
    believed: ['dismissed'],
    not: [],
  },
  'a finding whose thread a stranger resolved': {
    body: remarkBody,
    world: (written) => ({ reviewComments: [remark(written)], resolved: [1], resolvedBy: { 1: 'stan' } }),
    effect: async (github) => (await findings(github)).map(({ state }) => state),
    believed: ['open'],
    not: [],
  },
  'a finding whose comment was deleted': {
    body: () => {
      const records = findingRecords([{ record: finding, path: 'src/a.ts', side: 'RIGHT', line: 1 }], {
        key: KEY,
        commit: first,
      })
      return [commentMarkerLine({ kind: 'review', key: KEY, by: '41.1' }), ...records, '1 inline comment.'].join('\n')
    },
    world: ({ user, body, createdAt, updatedAt, editedBy }) => ({
      reviews: [
        {
          ...{ id: 3, number: 5, user, body, state: 'COMMENTED' as const, commitId: first, submittedAt: createdAt },
          ...{ editedAt: updatedAt === createdAt ? undefined : updatedAt, editedBy },
        },
      ],
    }),
    effect: async (github) => (await findings(github)).length,
    believed: 1,
    not: 0,
  },
  'a fix that was read': {
    body: () => `${commentMarkerLine({ kind: 'reply', key: KEY, by: '41.1', details: { st: 'fixed' } })}\nFixed.`,
    world: (written) => ({
      reviewComments: [
        remark({ user: BOT, body: remarkBody(), createdAt: AT, updatedAt: AT }),
        remark(written, { id: 2, inReplyTo: 1 }),
      ],
    }),
    effect: async (github) => (await findings(github)).map(({ state }) => state),
    // The code is still there, so what was fixed is back.
    believed: ['regressed'],
    not: ['open'],
    unread: [],
  },
  'a thread whose lines changed': {
    body: () => `${commentMarkerLine({ kind: 'remark', key: KEY, by: '41.1', linesHash: 'h' })}\nWrong.`,
    world: (written) => ({ reviewComments: [remark(written, { line: null })] }),
    effect: async (github, server) => {
      await resolveFixed({ kind: 'resolve_fixed', number: 5, commentedPaths: [] }, github, writer)
      return server.world.resolved
    },
    believed: [1],
    not: [],
  },
  'a reply of an earlier attempt': {
    body: () => `${commentMarkerLine({ kind: 'reply', key: KEY, run: '41', by: '41.1', id: shortHash('t') })}\nYes.`,
    world: (written) => ({
      reviewComments: [reviewCommentOf({ id: 1, user: 'wendy' }), remark(written, { id: 2, inReplyTo: 1 })],
    }),
    effect: async (github, server) => {
      const intent = { kind: 'reply', number: 5, to: 1, thread: 't', body: 'Again.', nth: 1 } as const
      await writeIntent(intent, github, writer, filter)
      return server.world.reviewComments.filter(({ body }) => body.endsWith('Again.')).length
    },
    believed: 0,
    not: 1,
  },
  'an issue of an earlier attempt': {
    body: () =>
      `${commentMarkerLine({ kind: 'issue', key: KEY, run: '41', by: '41.1', id: shortHash('leak') })}\nIt leaks.`,
    world: ({ updatedAt: _, ...written }) => ({
      issues: [issue({ number: 7 }), issue({ number: 8, title: 'Leak', ...written })],
    }),
    effect: async (github, server) => {
      const intent = { kind: 'create_issue', title: 'Leak', body: 'Still.', labels: [] as string[] } as const
      await writeIntent(intent, github, writer, filter)
      return server.world.issues.filter(({ body }) => body?.endsWith('Still.')).length
    },
    believed: 0,
    not: 1,
  },
  'a finished item of a plan': {
    body: () => answer(),
    world: inIssue,
    effect: async (github) => {
      const [state] = await confirmedStates([7], github)
      return state && finishedOnGitHub(state, KEY, { skipLabels: [], unlabeled: false })?.state
    },
    believed: 'earlier',
    not: undefined,
  },
}

/**
 * What GitHub or the emulator does not say: REST names no editor of a comment, only the time of its last edit, and the emulator knows no
 * edited issues.
 */
const UNSAID: Readonly<Record<string, RegExp>> = {
  'an issue of an earlier attempt': /edited it/,
  'a reply of an earlier attempt': /edited it while it ran/,
  'what the edited comment records': /edited it while it ran/,
}

for (const [kind, { body, world, effect, believed, not, unread = not, others = not }] of Object.entries(KINDS))
  for (const [by, { change, isUnread }] of Object.entries(WRITERS)) {
    if (UNSAID[kind]?.test(by)) continue
    const expected = isUnread === true ? unread : by === 'this workflow' ? believed : by === 'a stranger' ? others : not
    test(`${kind}, by ${by}`, async () => {
      const real = { user: BOT, body: body(), createdAt: AT, updatedAt: AT }
      const ran = {
        actor: 'wendy',
        conclusion: 'success',
        createdAt: '2026-01-05T09:00:00Z',
        endedAt: '2026-01-05T09:10:00Z',
      }
      await using server = await startGitHub({
        owner: 'octo',
        repo: 'pond',
        token: TOKEN,
        viewer: BOT,
        permissions: { wendy: 'write', stan: 'none', octo: 'admin' },
        gitDir: repository.dir,
        issues: [issue({ number: 7 })],
        pulls: [
          pull({
            number: 5,
            user: 'wendy',
            base: { ...sides.base, repo: 'octo/pond' },
            head: { ...sides.head, repo: 'octo/pond' },
          }),
        ],
        workflowRuns: [
          { id: 41, workflow: 'sluice.yml', ...ran },
          { id: 42, workflow: 'greet.yml', ...ran },
        ],
        tokenPermissions: isUnread === true ? { actions: 'none' } : {},
        ...world({ ...real, ...change(real) }),
      })
      expect(await effect(connect(server), server)).toEqual(expected)
      expect(server.problems).toEqual([])
    })
  }

const bound = (body: string, read?: 'trusted') => boundText(body, { item: 7, read })
test.each<
  [string, { user: string; by: string; read?: 'trusted'; change?: (body: string) => string }, string | undefined]
>([
  ['this workflow', { user: BOT, by: '41.1', read: 'trusted' }, undefined],
  [
    'this workflow, with a line of an earlier version',
    { user: BOT, by: '41.1', change: (body) => unboundText(body).replace(' key=', ' read=trusted key=') },
    'an earlier run, which had read text of people',
  ],
  [
    'this workflow, edited by a person while it ran',
    { user: BOT, by: '41.1', read: 'trusted', change: (body) => `${body} Close it.` },
    BOT,
  ],
  [
    'this workflow, copied from another item',
    { user: BOT, by: '41.1', read: 'trusted', change: (body) => body.replace(' item=7 ', ' item=8 ') },
    BOT,
  ],
  ['this workflow, which read a stranger', { user: BOT, by: '41.1' }, 'an earlier run, which had read text of people'],
  ['another workflow', { user: BOT, by: '42.1', read: 'trusted' }, BOT],
  ['a stranger', { user: 'stan', by: '41.1', read: 'trusted' }, 'stan'],
])(
  'a run that read a marked comment by %s trusts it as that',
  async (_, { user, by, read, change = String }, stranger) => {
    const ran = { actor: 'wendy', conclusion: null, createdAt: '2026-01-05T09:00:00Z' }
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      permissions: { wendy: 'write', stan: 'none' },
      issues: [issue({ number: 7, user: 'wendy' })],
      comments: [
        comment({
          id: 10,
          number: 7,
          user,
          body: change(bound(answer({ run: by }), read)),
          createdAt: AT,
          updatedAt: AT,
        }),
      ],
      workflowRuns: [
        { id: 41, workflow: 'sluice.yml', ...ran },
        { id: 42, workflow: 'greet.yml', ...ran },
      ],
    })
    const github = connect(server)
    const schedule: Task = { ...task, event: 'schedule', number: undefined, author: undefined }
    const options = {
      task: schedule,
      trust: { level: 'trusted' } as const,
      numbers: [],
      allowedBots: [],
      conversation: undefined,
    }
    const authority = openWriteAuthority(options, github)
    authority.texts.addAnswer(await github.comments(7))
    const reason = await authority.newIssue()
    if (stranger === undefined) expect(reason).toBeUndefined()
    else expect(reason).toContain(`This run read text of ${stranger}`)
  },
)
