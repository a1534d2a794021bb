import type { Task } from '../github/events/task.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import type { Outcome, RunEvent } from '../record/events.ts'
import { truncateAtLine } from '../text/write-markdown.ts'
import { type DeliveryContext, writerOf } from './delivery-context.ts'
import { planBranch } from './plan/branch-plan.ts'
import { type CommitInput, planCommit } from './plan/commit-plan.ts'
import type { Intent } from './plan/intent.ts'
import { pathsWithNewSecrets } from './plan/new-secrets.ts'
import type { EditedFile } from './plan/patch.ts'
import type { RunReport } from './run-report.ts'

/** Plans the commit of the checkout's changes and the branch that the model proposed. */
export function planCommits(
  { proposals, ...run }: Omit<CommitInput, 'pullRequest'> & { proposals: readonly Proposal[] },
  context: DeliveryContext,
): Intent[] {
  const branch = proposals.find((proposal) => proposal.kind === 'branch')
  const pullRequest = proposals.find((proposal) => proposal.kind === 'create_pull_request')
  const isOfBranch = branch !== undefined && pullRequest?.branch === branch.branch
  const { identity, branchPrefix, ref } = context
  const options = { changes: context.changes, branchPrefix, ref, identity, writer: writerOf(identity) }
  const { task, report } = run
  const [ofCheckout, ofBranch] = isOfBranch ? [undefined, pullRequest] : [pullRequest, undefined]
  return [
    ...planCommit({ ...run, pullRequest: ofCheckout }, options, context.filter),
    ...planBranch(branch, { task, report, pullRequest: ofBranch }, options, context.filter),
  ]
}

/** A pull request of the checkout that the run was allowed to propose is opened, although edits would only be reported. */
export function withRequestedPullRequest(context: DeliveryContext, proposals: readonly Proposal[]): DeliveryContext {
  const isRequested = proposals.some((each) => each.kind === 'create_pull_request' && each.branch === undefined)
  return isRequested && context.changes === 'report' ? { ...context, changes: 'pull_request' } : context
}

/** An edited file that would publish a secret makes the outcome `security`. */
export function withSecurityStop(commits: readonly Intent[], report: RunReport): RunReport {
  const stopped = commits
    .flatMap((intent) => (intent.kind === 'commit' ? (intent.blocked ?? []) : []))
    .find(({ isSecret }) => isSecret)
  if (stopped === undefined) return report
  const notice = {
    level: 'error' as const,
    text: `The change was not committed: ${stopped.reason}. The patch contains the change without it.`,
  }
  return { ...report, outcome: 'security', notices: [notice, ...report.notices] }
}

/** The same where the patch is all that is delivered: it would have published the secret. */
export function withSecretFiles(
  changes: readonly EditedFile[],
  report: RunReport,
  { changes: mode, filter }: Pick<DeliveryContext, 'changes' | 'filter'>,
): RunReport {
  const paths = mode === 'report' ? pathsWithNewSecrets(changes, filter) : []
  if (paths.length === 0) return report
  const listed = paths.slice(0, 3).map((path) => truncateAtLine(filter.text(path), 200))
  const more = paths.length > listed.length ? ` and ${paths.length - listed.length} more` : ''
  const text = `The run wrote what looks like a secret into ${listed.join(', ')}${more}. The patch contains the change without it.`
  return { ...report, outcome: 'security', notices: [{ level: 'error', text }, ...report.notices] }
}

/** The report names what the commit leaves out. */
export function withLeftOut(commits: readonly Intent[], report: RunReport): RunReport {
  const leftOut = commits.flatMap((intent) => (intent.kind === 'commit' ? (intent.leftOut ?? []) : []))
  if (leftOut.length === 0) return report
  const known = new Set(leftOut.map(({ path }) => path))
  const others = (report.undelivered ?? []).filter(({ path }) => !known.has(path))
  return { ...report, undelivered: [...leftOut, ...others] }
}

/** Whether more than an answer is delivered. Only then is it worth another question whether the head has moved. */
export const writesCode = (
  { changes, proposals = [] }: { changes: readonly unknown[]; proposals?: readonly unknown[] },
  context: Pick<DeliveryContext, 'changes'>,
): boolean => proposals.length > 0 || (changes.length > 0 && context.changes !== 'off' && context.changes !== 'report')

/** A notice that the pull request's branch has new commits: the answer is about the commit the run started with. */
export async function movedHeadNotice(
  task: Task | undefined,
  outcome: Outcome,
  { github, comment }: DeliveryContext,
): Promise<Extract<RunEvent, { type: 'notice' }> | undefined> {
  if (task?.head === undefined || task.number === undefined || github === undefined || comment === 'off')
    return undefined
  if (outcome === 'noop' || outcome === 'refused') return undefined
  const { sha, ref } = task.head
  // If the head cannot be read, omit the notice.
  const now = await github.pull(task.number).catch(() => undefined)
  if (now === undefined || now.head.sha === sha) return undefined
  const text = `\`${ref}\` moved from \`${sha.slice(0, 10)}\` to \`${now.head.sha.slice(0, 10)}\` after this run started. The newer commits were not read.`
  return { type: 'notice', level: 'warning', text }
}
