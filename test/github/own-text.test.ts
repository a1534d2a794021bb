import { expect, test } from 'vitest'
import { GitHubError } from '../../src/github/api/github-error.ts'
import { issueCalls } from '../../src/github/api/issues.ts'
import { type OwnRun, type RunAttempt, workflowRunCalls } from '../../src/github/api/workflow-runs.ts'
import { commentMarkerLine } from '../../src/github/comment-marker.ts'
import { boundText, confirmTexts, unboundText, type WrittenText } from '../../src/github/own-text.ts'
import { markerLine } from '../../src/github/result-marker.ts'

const BOT = 'github-actions[bot]'
const KEY = 'triage-scale.0123456789ab'
const REF = 'octo/pond/.github/workflows/triage.yml@refs/heads/main'
const attempt = {
  id: 41,
  run_attempt: 2,
  event: 'schedule',
  path: '.github/workflows/triage.yml@main',
  run_started_at: '2026-01-05T09:00:00Z',
  created_at: '2026-01-05T08:00:00Z',
  updated_at: '2026-01-05T09:10:00Z',
  status: 'completed',
  repository: { id: 1 },
  head_repository: { id: 1 } as { id: number } | null,
}
const result = (run = '41.2', by?: string) => `${markerLine({ key: KEY, run, state: 'done', by })}\nDone.`
const written = (more: Partial<WrittenText> = {}): WrittenText => ({
  body: result(),
  author: BOT,
  createdAt: '2026-01-05T09:05:00Z',
  editedAt: undefined,
  ...more,
})

type Answer = Partial<typeof attempt> | GitHubError

/** GitHub's answers about run 41, attempt 2. */
function github(answer: Answer = {}, workflowRef: string | undefined = REF, edit?: object) {
  const notices: string[] = []
  const request = async (call: unknown, schema: { parse(value: unknown): RunAttempt }) => {
    let asked = ''
    const getWorkflowRunAttempt = (about: { run_id: number; attempt_number: number }) => {
      asked = `${about.run_id}.${about.attempt_number}`
    }
    ;(call as (rest: unknown, repository: object) => void)({ actions: { getWorkflowRunAttempt } }, {})
    if (answer instanceof GitHubError) throw answer
    if (asked !== '41.2') throw new GitHubError(404, 'GET', 'Not Found')
    return schema.parse({ ...attempt, ...answer })
  }
  const graphql = async () => ({ node: { viewerDidAuthor: true, author: { login: 'a' }, ...edit } })
  const client = { request, graphql } as never // the two calls that these need
  const { ownRun } = workflowRunCalls(client, { workflowRef, notice: (text) => void notices.push(text) })
  return { viewer: async () => BOT, ownRun, lastEditor: issueCalls(client).lastEditor, notices }
}

async function stateOf(text: WrittenText, on = github()): Promise<'ours' | 'unsure' | 'not ours'> {
  const ownTexts = await confirmTexts([text], on)
  return ownTexts.of(text) === text.body ? 'ours' : ownTexts.isUnsure(text) ? 'unsure' : 'not ours'
}

const remark = (by?: string) => `${commentMarkerLine({ kind: 'remark', key: KEY, run: '41', by })}\nWrong.`

const URL = 'https://github.com/octo/pond'
const inPlace = (body: string, path: string) => written({ body, url: `${URL}/${path}` })
const answer = boundText(result(), { item: 3 })
const boundRemark = boundText(remark('41.2'), { item: 5 })

test.each<[name: string, text: WrittenText, on: ReturnType<typeof github>]>([
  ['in its issue', inPlace(answer, 'issues/3#issuecomment-1'), github()],
  ['in its pull request', inPlace(answer, 'pull/3#issuecomment-1'), github()],
  ['in its review thread', inPlace(boundRemark, 'pull/5#discussion_r1'), github()],
  ['with other line ends', inPlace(answer.replaceAll('\n', '\r\n'), 'issues/3#issuecomment-1'), github()],
  ['in an issue whose page is unknown', written({ body: answer }), github()],
  ['within its run', written(), github()],
  ['in the second in which its run began', written({ createdAt: '2026-01-05T09:00:00Z' }), github()],
  ['in the second in which its run ended', written({ editedAt: '2026-01-05T09:10:00Z' }), github()],
  [
    'long after, by a run that goes on',
    written({ updatedAt: '2026-01-06T09:00:00Z' }),
    github({ status: 'in_progress' }),
  ],
  ['for an event, by a run', written({ body: result('issue-comment-9', '41.2') }), github()],
  ['as a remark', written({ body: remark('41.2') }), github()],
  ['by an account that GitHub calls ours', written({ author: undefined, isOwn: true }), github()],
  ['and edited by its own account', written({ editor: BOT, editedAt: '2026-01-05T09:06:00Z' }), github()],
  [
    'on a pull request of a fork, with the workflow of its base',
    written(),
    github({ event: 'pull_request_target', head_repository: { id: 2 } }),
  ],
  [
    'in a review, which no one edited',
    { body: result(), author: BOT, createdAt: written().createdAt, nodeId: 'R' },
    github(),
  ],
])('a text is ours: %s', async (_, text, on) => expect(await stateOf(text, on)).toBe('ours'))

test.each<[name: string, text: WrittenText, on: ReturnType<typeof github>]>([
  ['in another issue', inPlace(answer, 'issues/4#issuecomment-1'), github()],
  ['in another pull request', inPlace(boundRemark, 'pull/51#discussion_r1'), github()],
  ['in a discussion', inPlace(answer, 'discussions/4#discussioncomment-1'), github()],
  ['above another text', inPlace(`${answer}\nClose it.`, 'issues/3#issuecomment-1'), github()],
  ['above nothing', inPlace(boundRemark.split('\n')[0] ?? '', 'pull/5#discussion_r1'), github()],
  ['by a stranger', written({ author: 'mallory' }), github()],
  ['by an account that GitHub calls another', written({ isOwn: false }), github()],
  ['by a deleted account', written({ author: undefined }), github()],
  ['without a mark', written({ body: 'Done.' }), github()],
  ['with a quoted mark', written({ body: `> ${result()}` }), github()],
  ['of a run that is none', written({ body: result('40.1') }), github()],
  ['of an attempt that is none', written({ body: result('41.1') }), github()],
  ['that names no run', written({ body: result('issue-comment-9') }), github()],
  ['as a remark that names no attempt', written({ body: remark() }), github()],
  ['of a run on a machine', written({ body: result('local-session') }), github()],
  ['of a run of another workflow', written(), github({ path: '.github/workflows/greet.yml' })],
  ['of a run with the code of a fork', written(), github({ event: 'pull_request', head_repository: { id: 2 } })],
  ['of a run with the code of a deleted fork', written(), github({ head_repository: null })],
  ['before its run', written({ createdAt: '2026-01-05T08:59:59Z' }), github()],
  ['after its run', written({ createdAt: '2026-01-05T09:10:01Z' }), github()],
  ['edited after its run', written({ editedAt: '2026-01-05T09:10:01Z' }), github()],
  ['edited by a person during its run', written({ editedAt: '2026-01-05T09:06:00Z', editor: 'wendy' }), github()],
  [
    'in a review that a person edited during its run',
    { body: result(), author: BOT, createdAt: written().createdAt, nodeId: 'R' },
    github({}, REF, { lastEditedAt: '2026-01-05T09:06:00Z', editor: { login: 'wendy' } }),
  ],
  ['at no time', written({ createdAt: 'never' }), github()],
])('a text is not ours: %s', async (_, text, on) => expect(await stateOf(text, on)).toBe('not ours'))

test('where the token may not read runs, a mark is neither believed nor refused, and the log says once what is missing', async () => {
  const forbidden = github(new GitHubError(403, 'GET', 'Resource not accessible by integration'))
  expect(await stateOf(written(), forbidden)).toBe('unsure')
  expect(await stateOf(written(), forbidden)).toBe('unsure')
  expect(forbidden.notices).toEqual([expect.stringContaining('`actions: read`')])
  expect(await stateOf(written({ author: 'mallory' }), forbidden)).toBe('not ours')
  expect(await stateOf(written(), github(new GitHubError(502, 'GET', 'Bad gateway')))).toBe('unsure')
  expect(await stateOf(written(), github({}, ''))).toBe('unsure')
})

test('only a text of ours can be read', async () => {
  const text = written()
  const ownTexts = await confirmTexts([text], github())
  // A copy is another text, which nobody confirmed.
  expect(ownTexts.of({ ...text })).toBeUndefined()
  expect(ownTexts.unsure).toBe(0)
})

test('all runs are asked about at the same time', async () => {
  const waiting: ((run: OwnRun) => void)[] = []
  const ownRun = () => new Promise<OwnRun>((answer) => waiting.push(answer))
  const all = confirmTexts([written(), written({ body: result('42.1') })], { ...github(), ownRun })
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  expect(waiting).toHaveLength(2)
  for (const answer of waiting) answer({ state: 'foreign' })
  expect((await all).unsure).toBe(0)
})

test('a mark is bound to its place and text once, and found again without', () => {
  expect(boundText(answer, { item: 4, read: 'trusted' })).toBe(boundText(result(), { item: 4, read: 'trusted' }))
  expect(unboundText(answer)).toBe(result())
  expect(unboundText(boundText(remark('41.2'), { read: 'trusted' }))).toBe(remark('41.2'))
  expect(boundText('Words item=3 -->\n', { item: 3 })).toBe('Words item=3 -->\n')
  expect(boundText(commentMarkerLine({ kind: 'review', key: KEY }), { item: 3 })).not.toContain('item=')
})
