import { messageOf } from '../../platform/errors.ts'
import type { GitHub } from '../api/github.ts'
import { GitHubError } from '../api/github-error.ts'
import type { Pull } from '../api/response-schemas.ts'
import { type ForkReviewOptions, type TrustOptions, triggeringAccounts } from './account-check.ts'
import { isTaskRepository, type Task, type UpstreamRun } from './task.ts'

/** The run to go on with, or the reason why it is refused. */
type ForkAdmission = { task: Task; options: TrustOptions } | { reason: string }

/**
 * For the second phase: finds the pull request of the first phase, and checks that a person approved this run. Everything comes from
 * the event and from GitHub; nothing that the first phase wrote is read. Other runs pass unchanged. Never rejects.
 */
export async function admitForkReview(task: Task, github: GitHub, options: TrustOptions): Promise<ForkAdmission> {
  const { forkReview } = options
  if (forkReview === undefined) return { task, options }
  const { upstream } = task
  if (upstream === undefined)
    return { reason: `The input fork_environment is for workflow_run events, not for ${task.event}.` }
  const problem = upstreamProblem(upstream, task)
  if (problem !== undefined) return { reason: problem }
  try {
    const [unapproved, unknownWorkflow, pulls] = await Promise.all([
      approvalProblem(forkReview, github),
      workflowProblem(upstream, task, github),
      github.openPullsFrom(`${upstream.headRepo?.split('/')[0]}:${upstream.branch}`),
    ])
    const refusal = unapproved ?? unknownWorkflow
    if (refusal !== undefined) return { reason: refusal }
    const pull = onlyPull(pulls, upstream, task)
    if (typeof pull === 'string') return { reason: pull }
    const badBase = await baseProblem(pull, task, github)
    if (badBase !== undefined) return { reason: badBase }
    const found = aboutPull(task, pull)
    // The approval answers for the people behind the first phase. Bots still need allowed_bots.
    return {
      task: found,
      options: { ...options, allowedUsers: [...options.allowedUsers, ...triggeringAccounts(found)] },
    }
  } catch (error) {
    return { reason: `The pull request of the first phase could not be checked, so nothing ran. (${messageOf(error)})` }
  }
}

function upstreamProblem(upstream: UpstreamRun, task: Task): string | undefined {
  const { event, conclusion, headRepo, headRepoId, branch, repo, repoId } = upstream
  if (event !== 'pull_request') return `The first phase ran for ${event}, not for pull_request.`
  if (conclusion !== 'success') return `The first phase did not succeed: it ended as ${conclusion ?? 'unknown'}.`
  if (repo !== undefined && !isTaskRepository(task, repo, repoId))
    return `The first phase ran in ${repo}, not in this repository.`
  if (headRepo === undefined) return 'The fork of the pull request was deleted.'
  if (branch === undefined) return 'The event does not name the branch of the fork.'
  return isTaskRepository(task, headRepo, headRepoId)
    ? 'The pull request comes from this repository, so its first phase has the key and reviews it.'
    : undefined
}

/** The workflow of the first phase must be on the default branch: a pull request could add another one of the same name. */
async function workflowProblem(
  { path, workflow }: UpstreamRun,
  task: Task,
  github: GitHub,
): Promise<string | undefined> {
  const file = path?.replace(/@.*$/, '') ?? ''
  if (!/^\.github\/workflows\/[^/]+\.ya?ml$/.test(file)) return 'The event does not name the file of the first phase.'
  const content = await github.content(file, task.sha).catch((error: unknown) => {
    if (error instanceof GitHubError && error.status === 404) return undefined
    throw error
  })
  return content?.kind === 'file'
    ? undefined
    : `The default branch has no ${file}: the workflow "${workflow}" of the first phase exists only in the pull request.`
}

async function approvalProblem(
  { environment, runId, attempt }: ForkReviewOptions,
  github: GitHub,
): Promise<string | undefined> {
  try {
    // GitHub lists the approvals of all attempts of a run, and asks for one in each while the environment has reviewers.
    const [approvals, asksAgain] = await Promise.all([
      github.approvals(runId),
      attempt > 1 ? github.requiresReviewers(environment) : true,
    ])
    const isApproved = approvals.some(
      ({ state, environments }) => state === 'approved' && environments.includes(environment),
    )
    if (isApproved && !asksAgain)
      return `An earlier attempt of this run was approved, but the environment ${environment} no longer has required reviewers, so no person approved attempt ${attempt}. Add them again (Settings, Environments).`
    return isApproved
      ? undefined
      : `No person approved this run in the environment ${environment}. Add required reviewers to it (Settings, Environments).`
  } catch (error) {
    return `The approval of this run could not be read; the job needs \`actions: read\`. (${messageOf(error)})`
  }
}

/** The one open pull request of the branch, at the commit of the first phase; otherwise the reason why there is none. */
function onlyPull(pulls: readonly Pull[], upstream: UpstreamRun, { number }: Task): Pull | string {
  const { headRepo, headRepoId, branch, sha } = upstream
  const isFork = ({ head: { repo, repoId } }: Pull) =>
    headRepoId !== undefined && repoId !== undefined ? repoId === headRepoId : repo === headRepo
  const own = pulls.filter((pull) => pull.state === 'open' && pull.head.ref === branch && isFork(pull))
  const [pull, ...others] = own
  if (pull === undefined) return `There is no open pull request from the branch ${branch} of ${headRepo}.`
  if (others.length > 0)
    return `${own.map((each) => `#${each.number}`).join(' and ')} come from the same branch of ${headRepo}. Close all but one.`
  if (number !== undefined && number !== pull.number)
    return `The workflow names #${number}, but the first phase was about #${pull.number}.`
  return pull.head.sha === sha
    ? pull
    : `The head of #${pull.number} moved from ${sha.slice(0, 7)} to ${pull.head.sha.slice(0, 7)} after the first phase. Ask again.`
}

/** Only the default branch and protected branches are reviewed: those are the ones that matter to the repository. */
async function baseProblem({ number, base }: Pull, task: Task, github: GitHub): Promise<string | undefined> {
  if (!isTaskRepository(task, base.repo, base.repoId)) return `#${number} targets another repository.`
  if (base.ref === (task.defaultBranch ?? (await github.defaultBranch()))) return undefined
  return (await github.branch(base.ref)).protected
    ? undefined
    : `The base of #${number} is ${base.ref}, which is neither the default branch nor protected.`
}

const aboutPull = (task: Task, { number, title, body, url, author, base, head }: Pull): Task => ({
  ...task,
  kind: 'pull_request',
  number,
  title,
  body,
  url,
  base,
  head,
  openedBy: author ?? task.openedBy,
})
