import { userId } from '../../src/emulators/github/shapes.ts'
import { BOT, isPull, issueOrPull, nextId, type WorldIssue, type WorldPull } from '../../src/emulators/github/world.ts'
import type { Happening, WorkflowWorld } from './workflow-world.ts'
import { HOME } from './workflow-world.ts'

/** What people and GitHub do in a world of workflows: each changes the world and gives the event that GitHub sends for it. */

const account = (login: string) => ({ login, id: 1, type: login.endsWith('[bot]') ? 'Bot' : 'User' })
/** With the ids that the API gives: what compares two repositories compares these. */
export const repositoryOf = (fullName: string) => ({
  id: userId(fullName),
  name: 'pond',
  full_name: fullName,
  owner: account(fullName.split('/')[0] ?? ''),
  private: false,
  default_branch: 'main',
  fork: fullName !== HOME,
})
const repository = repositoryOf(HOME)

const associationOf = ({ world }: WorkflowWorld, login: string) =>
  ['admin', 'write'].includes(world.permissions[login] ?? 'none') ? 'MEMBER' : 'NONE'

const texts = (subject: WorldIssue) => ({
  number: subject.number,
  title: subject.title,
  body: subject.body,
  state: subject.state,
  locked: subject.locked,
  user: account(subject.user),
  labels: subject.labels.map((name) => ({ id: 1, name, color: 'f00000', default: false, description: null })),
  html_url: `https://github.com/${HOME}/issues/${subject.number}`,
  created_at: subject.createdAt,
  updated_at: subject.updatedAt,
})

const issuePayload = (world: WorkflowWorld, subject: WorldIssue) => ({
  ...texts(subject),
  id: subject.number,
  author_association: associationOf(world, subject.user),
  ...(isPull(subject) ? { pull_request: { url: `https://api.github.com/repos/${HOME}/pulls/${subject.number}` } } : {}),
})

const side = ({ ref, sha, repo }: WorldPull['base']) => ({
  ref,
  sha,
  label: `${repo?.split('/')[0]}:${ref}`,
  repo: repo === null ? null : repositoryOf(repo),
})

const pullPayload = (world: WorkflowWorld, pull: WorldPull) => ({
  ...texts(pull),
  id: pull.number,
  draft: pull.draft,
  merged: pull.merged,
  author_association: associationOf(world, pull.user),
  base: side(pull.base),
  head: side(pull.head),
})

const iso = (world: WorkflowWorld) => new Date(world.now()).toISOString().replace(/\.\d+Z$/, 'Z')

export function subjectOf({ world }: WorkflowWorld, number: number): WorldIssue {
  const subject = issueOrPull(world, number)
  if (subject === undefined) throw new Error(`#${number} is not there`)
  return subject
}

export function comments(world: WorkflowWorld, number: number, user: string, body: string): Happening & { id: number } {
  const id = nextId(world.world.comments, 5_000_000)
  const time = iso(world)
  world.world.comments.push({ id, number, user, body, createdAt: time, updatedAt: time })
  return { id, ...commentEvent(world, id) }
}

/** The event of a comment that is there. */
export function commentEvent(world: WorkflowWorld, id: number): Happening {
  const comment = world.world.comments.find((each) => each.id === id)
  if (comment === undefined) throw new Error('no such comment')
  const { number, user, body, createdAt } = comment
  return {
    name: 'issue_comment',
    actor: user,
    payload: {
      action: 'created',
      issue: issuePayload(world, subjectOf(world, number)),
      comment: {
        id,
        body,
        user: account(user),
        author_association: associationOf(world, user),
        created_at: createdAt,
        updated_at: createdAt,
        html_url: `https://github.com/${HOME}/issues/${number}#issuecomment-${id}`,
      },
      repository,
      sender: account(user),
    },
  }
}

/** A new thread on a line of a pull request's file, or a reply in one. */
export function threadComments(
  world: WorkflowWorld,
  { number, user, body, path, replyTo }: { number: number; user: string; body: string; path: string; replyTo?: number },
): Happening & { id: number } {
  const pull = world.world.pulls.find((each) => each.number === number)
  if (pull === undefined) throw new Error(`#${number} is no pull request`)
  const id = nextId(world.world.reviewComments, 6_000_000)
  const time = iso(world)
  const commit = pull.head.sha
  world.world.reviewComments.push({
    id,
    number,
    review: null,
    user,
    body,
    path,
    commitId: commit,
    line: 1,
    startLine: null,
    side: 'RIGHT',
    inReplyTo: replyTo ?? null,
    createdAt: time,
  })
  return { id, ...threadEvent(world, id) }
}

/** The event of a review comment that is there. */
export function threadEvent(world: WorkflowWorld, id: number): Happening {
  const comment = world.world.reviewComments.find((each) => each.id === id)
  const pull = world.world.pulls.find(({ number }) => number === comment?.number)
  if (comment === undefined || pull === undefined) throw new Error('no such comment')
  const { user, body, path, commitId, line, side, inReplyTo, createdAt } = comment
  return {
    name: 'pull_request_review_comment',
    actor: user,
    payload: {
      action: 'created',
      pull_request: pullPayload(world, pull),
      comment: {
        id,
        body,
        user: account(user),
        author_association: associationOf(world, user),
        created_at: createdAt,
        updated_at: createdAt,
        html_url: `https://github.com/${HOME}/pull/${pull.number}#discussion_r${id}`,
        path,
        line,
        side,
        commit_id: commitId,
        original_commit_id: commitId,
        original_line: line,
        diff_hunk: '@@ -0,0 +1 @@\n+fine',
        in_reply_to_id: inReplyTo ?? undefined,
      },
      repository,
      sender: account(user),
    },
  }
}

/** A person merges a pull request, as GitHub does: with a commit on its base. */
export async function merges(world: WorkflowWorld, number: number): Promise<void> {
  const pull = world.world.pulls.find((each) => each.number === number)
  if (pull === undefined) throw new Error(`#${number} is no pull request`)
  const base = await world.tip(pull.base.ref)
  const merged = await world.git('merge-tree', '--write-tree', base, pull.head.sha).catch(() => undefined)
  if (merged === undefined) return
  const tree = merged.split('\n')[0] ?? ''
  const commit = await world.git('commit-tree', tree, '-p', base, '-p', pull.head.sha, '-m', `Merge #${number}`)
  await world.git('update-ref', `refs/heads/${pull.base.ref}`, commit)
  Object.assign(pull, { state: 'closed', merged: true })
}

export function labels(world: WorkflowWorld, number: number, user: string, label: string): Happening {
  const subject = subjectOf(world, number)
  if (!subject.labels.includes(label)) subject.labels.push(label)
  world.world.issueEvents ??= []
  world.world.issueEvents.push({ number, event: 'labeled', actor: user, label })
  return {
    name: 'issues',
    actor: user,
    payload: {
      action: 'labeled',
      issue: issuePayload(world, subject),
      label: { id: 1, name: label, color: 'f00000', default: false, description: null },
      repository,
      sender: account(user),
    },
  }
}

export function pulls(world: WorkflowWorld, number: number, action: string, user: string): Happening {
  const pull = world.world.pulls.find((each) => each.number === number)
  if (pull === undefined) throw new Error(`#${number} is no pull request`)
  return {
    name: 'pull_request',
    actor: user,
    payload: { action, number, pull_request: pullPayload(world, pull), repository, sender: account(user) },
  }
}

export const schedule = (cron: string): Happening => ({
  name: 'schedule',
  actor: 'octo',
  payload: { schedule: cron, repository },
})

/** A person starts a workflow by hand. */
export const dispatch = (file: string, user: string): Happening => ({
  name: 'workflow_dispatch',
  actor: user,
  payload: {
    inputs: {},
    ref: 'refs/heads/main',
    workflow: `.github/workflows/${file}`,
    repository,
    sender: account(user),
  },
  dispatched: file,
})

/** A run of CI ends on a branch. */
export async function ciEnds(
  world: WorkflowWorld,
  branch: string,
  conclusion: 'failure' | 'success',
  repo = HOME,
): Promise<Happening> {
  const sha = await world.tip(repo === HOME ? branch : 'main')
  const id = nextId(world.world.workflowRuns, 18_000_000_000)
  const time = iso(world)
  const run = { id, workflow: 'ci.yml', actor: 'wendy', conclusion, createdAt: time, event: 'push', branch }
  world.world.workflowRuns.push({ ...run, headSha: sha, headRepo: repo })
  if (conclusion === 'failure') {
    world.world.jobs.push({ id: id + 1, run: id, name: 'test', conclusion, headSha: sha })
    world.world.jobLogs[id + 1] = 'expected 3 but got 4\n'
  }
  return {
    name: 'workflow_run',
    actor: 'wendy',
    payload: {
      action: 'completed',
      workflow_run: {
        id,
        name: 'CI',
        event: 'push',
        conclusion,
        head_branch: branch,
        head_sha: sha,
        html_url: `https://github.com/${HOME}/actions/runs/${id}`,
        pull_requests: [],
        path: '.github/workflows/ci.yml',
        actor: account('wendy'),
        triggering_actor: account('wendy'),
        head_repository: repositoryOf(repo),
      },
      workflow: { id: 1, name: 'CI' },
      repository,
      sender: account('wendy'),
    },
  }
}

export const ours = ({ world }: WorkflowWorld) => world.comments.filter(({ user }) => user === world.viewer)
export const openPulls = ({ world }: WorkflowWorld) => world.pulls.filter(({ state }) => state === 'open')
export { BOT }
