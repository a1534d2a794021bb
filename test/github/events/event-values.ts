import { admitForkReview } from '../../../src/github/events/environment-approval.ts'
import { readTask } from '../../../src/github/events/read-event.ts'
import type { Task } from '../../../src/github/events/task.ts'
import { readLabelOrAssignee } from '../../../src/github/events/trigger-rules.ts'
import { incoming, payloads, SHA, user } from '../payloads.ts'

export const task: Task = {
  event: 'workflow_run',
  kind: 'workflow_run',
  repo: { owner: 'octo', name: 'pond' },
  actor: 'stan',
  triggeringActor: 'stan',
  sha: SHA.workflow,
  defaultBranch: 'main',
}
export const upstream = {
  runId: 5,
  workflow: 'Review',
  event: 'pull_request',
  conclusion: 'success',
  branch: 'topic',
  sha: SHA.head,
  actor: 'stan',
  triggeringActor: 'stan',
  headRepo: 'stan/pond',
  repo: 'octo/pond',
  path: '.github/workflows/review.yml',
}
export const forkPull = (more: object = {}) => ({
  number: 7,
  title: 'T',
  body: 'B',
  state: 'open',
  url: 'u',
  author: 'stan',
  base: { ref: 'main', sha: SHA.base, repo: 'octo/pond' },
  head: { ref: 'topic', sha: SHA.head, repo: 'stan/pond' },
  ...more,
})
export const approval = { state: 'approved', environments: ['review'] }
/** The pull request that is reviewed, or the reason why none is. */
export async function admission(more: { upstream?: object; task?: object; github?: object } = {}) {
  const github = {
    approvals: async () => [approval],
    content: async () => ({ kind: 'file' }),
    openPullsFrom: async () => [forkPull()],
    defaultBranch: async () => 'main',
    branch: async () => ({ protected: false }),
    ...more.github,
  }
  const about = { ...task, upstream: { ...upstream, ...more.upstream }, ...more.task } as never
  const found = await admitForkReview(about, github as never, {
    allowedUsers: ['ada'],
    allowedBots: [],
    runPrCode: false,
    configSource: 'auto',
    forkReview: { environment: 'review', runId: 9, attempt: 1 },
  })
  return 'reason' in found ? found.reason : [found.task.number, found.task.openedBy ?? '', found.options.allowedUsers]
}
export const pulls = (...all: object[]) => ({ github: { openPullsFrom: async () => all } })
export const fails = (error: Error) => async () => Promise.reject(error)
export const read = async (name: string, payload: object, field: keyof Task, prompt = 'Do it') => {
  const decision = await readTask(
    incoming(name, { repository: { id: 1, full_name: 'octo/pond', default_branch: 'main' }, ...payload }),
    { prompt, triggerPhrase: '@gemini-cli' },
  )
  return decision.shouldRun ? (decision.task[field] ?? 'absent') : decision.reason
}
export const push = (more: object) => read('push', payloads.push(more), 'compared')
export const ZERO = '0'.repeat(40)
export const comment = {
  id: 3,
  body: '@gemini-cli go',
  user: user('wendy'),
  created_at: '2026-02-03T10:00:00Z',
  updated_at: '2026-02-03T11:00:00Z',
}
export const discussion = { number: 5, title: 'T', body: 'B', user: user('wendy') }
export const label = (action: string, name: string | undefined, rules: object) =>
  readLabelOrAssignee({ action, label: name === undefined ? undefined : { name } }, rules)
export const assignee = (action: string, login: string | undefined, rules: object) =>
  readLabelOrAssignee({ action, assignee: login === undefined ? undefined : { login } }, rules)
export const asked = {
  ...task,
  event: 'issue_comment',
  kind: 'pull_request' as const,
  number: 7,
  requestedAt: '2026-02-03T12:00:00Z',
}
export const commits = (...dates: string[]) =>
  ({
    pullCommits: async () => ({
      pages: 1,
      items: dates.map((date, index) => ({ sha: `s${index}`, committed: `2026-02-03T${date}:00Z` })),
    }),
  }) as never
export const head = { ref: 'topic', sha: 'latest', repo: 'stan/pond' }
