import { branchFor, branchNameProblem } from '../../github/branch-name.ts'
import { withoutAttempt } from '../../github/comment-marker.ts'
import { isTaskRepository, subjectNumber, type Task } from '../../github/events/task.ts'
import { pullRequestCommit } from '../../github/run-files.ts'
import type { BranchProposal, Proposal } from '../../github-tools/proposal.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { breaksInDraftMode, proofHeadline, proofPart, proofSection } from '../../proof/proof-text.ts'
import type { Outcome, RunEvent } from '../../record/events.ts'
import { type Host, toPlainLine } from '../../text/references.ts'
import { inlineCode, pluralize, truncateAtLine } from '../../text/write-markdown.ts'
import { type DeliveryContext, writerOf } from '../delivery-context.ts'
import type { RunReport } from '../run-report.ts'
import type { CommitIntent, Intent } from './intent.ts'
import {
  describeWithheld,
  type EditedFile,
  pathsWithNewSecrets,
  splitCommittable,
  type UndeliveredFile,
} from './patch.ts'
import { changeTitle, differenceOf, isAskedByPerson, purposeOf } from './purpose.ts'

/** Limits of a commit. GitHub accepts more, but a larger change is not reviewable. */
const MAX_FILES = 500

const MAX_BYTES = 20_000_000

export type CommitOptions = {
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  branchPrefix: string
  /** GITHUB_REF; a branch or another ref. */
  ref: string | undefined
  /** Whether a pull request is a draft, whatever the model proposed. */
  isDraft?: boolean
  identity: Host & { workflow: string; runUrl?: string; read?: 'trusted'; round?: number }
  writer: { key: string; run: string }
}

type PullRequestProposal = Extract<Proposal, { kind: 'create_pull_request' }>

/** What a run leaves to commit. `pullRequest`: the pull request the agent proposed. */
export type CommitInput = {
  task: Task | undefined
  changes: readonly EditedFile[]
  report: Pick<RunReport, 'outcome' | 'calls' | 'answer' | 'proof'>
  pullRequest: PullRequestProposal | undefined
  /** Why nothing can be committed, no matter what changed. */
  commitProblem?: string
  /** Changes whose content is not known. */
  undelivered?: readonly UndeliveredFile[]
  /** Whether an older pull request for the same purpose is closed when the new one contains it. */
  supersede?: boolean
}

type CommitTask = CommitInput & { task: Task }

/**
 * Plans one commit of the edited files and, when requested, one pull request. A commit that may not be made is planned with the reason
 * (`blocked`). Pure.
 */
export function planCommit(input: CommitInput, options: CommitOptions, filter: SecretFilter): Intent[] {
  const { task, changes, report, pullRequest } = input
  const isEnabled = options.changes === 'commit' || options.changes === 'pull_request'
  if (!isEnabled || task === undefined || (changes.length === 0 && pullRequest === undefined)) return []
  const proposed =
    pullRequest ?? (options.changes === 'pull_request' ? defaultPullRequest(task, changes, report) : undefined)
  const [headline, section] = [proofHeadline(report.proof), proofSection(report.proof)]
  const intents: Intent[] = []
  if (changes.length > 0) intents.push(commitIntent({ ...input, task }, options, filter))
  if (proposed !== undefined)
    intents.push({
      ...proposed,
      draft: proposed.draft || options.isDraft === true,
      title:
        toPlainLine(proposed.title, options.identity, 200) ||
        toPlainLine(changeTitle(changes, subjectNumber(task)), options.identity, 200),
      body: [headline, proposed.body, section, closingLine(task, proposed.body), originFooter(task, options)]
        .filter(Boolean)
        .join('\n\n'),
    })
  return intents
}

function commitIntent(input: CommitTask, options: CommitOptions, filter: SecretFilter): CommitIntent {
  const { task, undelivered = [] } = input
  const { writer } = options
  const { committable, withheld } = splitCommittable(input.changes)
  const changes = committable.length === 0 ? input.changes : committable
  const purpose = purposeOf(task, writer.key, input.supersede !== false)
  const branch = branchFor(options.branchPrefix, task, purpose.id, differenceOf(changes))
  const blocked =
    commitBlocker({ ...input, changes }, branch, filter) ??
    (committable.length > 0
      ? undefined
      : { reason: `${filter.text(describeWithheld(withheld))}; the patch contains the change`, isWithheld: true })
  const leftOut = [...withheld, ...undelivered.filter(({ expected }) => expected !== true)].map((file) => ({
    ...file,
    path: filter.text(file.path),
  }))
  const requester = requesterOf(task)
  const pullRequest = options.changes === 'commit' ? pullRequestBranch(task) : undefined
  return {
    kind: 'commit',
    files: changes,
    bases: candidateBases(task, options.ref),
    pullRequest,
    defaultBranch: task.defaultBranch,
    aboutPull: pullRequestCommit(task) === undefined ? undefined : task.number,
    fallback:
      pullRequest === undefined || input.pullRequest !== undefined
        ? undefined
        : {
            title: changeTitle(changes, subjectNumber(task)),
            body: [
              proofHeadline(input.report.proof),
              input.report.answer.short,
              proofSection(input.report.proof),
              originFooter(task, options),
            ]
              .filter(Boolean)
              .join('\n\n'),
          },
    branch,
    purpose,
    message: filter.text(commitMessage({ ...input, changes }, options)),
    requester,
    trailer: runTrailer(writer),
    read: options.identity.read,
    round: options.identity.round,
    blocked,
    leftOut: leftOut.length === 0 ? undefined : leftOut,
  }
}

/** Why these changes may not be committed, or undefined. */
function commitBlocker(
  { task, changes, commitProblem, report: { outcome } }: CommitTask,
  branch: string,
  filter: SecretFilter,
): CommitIntent['blocked'] {
  const bytes = changes.reduce((sum, { after }) => sum + (after?.length ?? 0), 0)
  if (changes.length > MAX_FILES)
    return {
      reason: `${pluralize(changes.length, 'file')} were edited, but a commit may contain at most ${MAX_FILES}; the patch contains all of them`,
      isWithheld: true,
    }
  if (bytes > MAX_BYTES)
    return {
      reason: `the edited files contain ${pluralize(bytes, 'byte')}, but a commit may contain at most ${MAX_BYTES}`,
      isWithheld: true,
    }
  const secret = pathsWithNewSecrets(changes, filter)
  if (secret.length > 0 || filter.text(branch) !== branch)
    return {
      reason: `${secret.length === 0 ? 'the branch name' : listPaths(secret.map((path) => ({ path: filter.text(path) })))} would contain what looks like a secret`,
      isSecret: true,
    }
  if (outcome !== 'ok' && outcome !== 'denied')
    return { reason: 'the run ended before it finished; the patch contains the changes so far' }
  const nameProblem = branchNameProblem(branch)
  if (nameProblem !== undefined)
    return { reason: `the branch name ${inlineCode(branch)} ${nameProblem}; change branch_prefix` }
  const foreign = foreignRepository(task)
  if (foreign !== undefined)
    return {
      reason: `the pull request comes from ${foreign}, where this token cannot write; the patch contains the change`,
    }
  return commitProblem === undefined
    ? undefined
    : { reason: `${commitProblem}; the patch contains the change`, isWithheld: true, isConfig: true }
}

function listPaths(files: readonly { path: string }[]): string {
  const shown = files.slice(0, 3).map(({ path }) => truncateAtLine(path, 200))
  return files.length > shown.length ? `${shown.join(', ')} and ${files.length - shown.length} more` : shown.join(', ')
}

/** The pull request's head repository, when it is not this one. */
function foreignRepository(task: Task): string | undefined {
  const { head, upstream } = task
  const from = head ?? (upstream && { repo: upstream.headRepo, repoId: upstream.headRepoId })
  if (from === undefined || isTaskRepository(task, from.repo, from.repoId)) return undefined
  return from.repo ?? 'a deleted repository'
}

/** The head branch of the run's pull request. Never the default branch: nothing is committed to it directly. */
function pullRequestBranch({ head, upstream, number, defaultBranch }: Task): CommitIntent['pullRequest'] {
  if (number === undefined) return undefined
  const branch = head?.ref ?? upstream?.branch
  return branch === undefined || branch === defaultBranch ? undefined : { number, branch }
}

/**
 * The commits on which the files may have been edited, most likely first. A run about a pull request edits its head; after another
 * workflow, the job may have checked out that one's commit or the default branch.
 */
function candidateBases(task: Task, ref: string | undefined): CommitIntent['bases'] {
  const { upstream, sha, namedBranch } = task
  const pull = pullRequestCommit(task)
  if (pull !== undefined) return [{ sha: pull.sha, targetBranch: pull.branch }]
  const targetBranch = ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  const own = { sha, targetBranch, namedBranch: targetBranch === undefined ? namedBranch : undefined }
  if (upstream === undefined || upstream.sha === sha) return sha === '' ? [] : [own]
  return [{ sha: upstream.sha, targetBranch: upstream.branch }, own]
}

/** Login of the person who asked, to credit as co-author. */
function requesterOf(task: Task): string | undefined {
  const { request, author, triggeringActor } = task
  if (!isAskedByPerson(task)) return undefined
  const name = request === undefined ? triggeringActor : (author ?? triggeringActor)
  return name === '' || name.endsWith('[bot]') ? undefined : name
}

/** The trailer by which a later attempt of the same run recognizes its commit. */
export const runTrailer = ({ key, run }: CommitOptions['writer']) => `Sluice-Run: ${key}/${withoutAttempt(run)}`

/** The commit message without its trailers. It contains no text of the event. */
function commitMessage({ task, changes, pullRequest }: CommitTask, { identity }: CommitOptions): string {
  const title = pullRequest === undefined ? '' : toPlainLine(pullRequest.title, identity, 72)
  const number = subjectNumber(task)
  const issue = number === undefined ? '' : ` for #${number}`
  const subject = title || `Change ${pluralize(changes.length, 'file')}${issue}`
  const run = identity.runUrl === undefined ? '' : `: ${identity.runUrl}`
  return `${subject}\n\nCreated by a Sluice run${run}`
}

/** The pull request when the agent proposed none: its body is the answer. */
const defaultPullRequest = (
  task: Task,
  changes: readonly EditedFile[],
  { answer }: Pick<RunReport, 'answer'>,
): PullRequestProposal => ({
  kind: 'create_pull_request',
  title: changeTitle(changes, subjectNumber(task)),
  body: answer.short,
  draft: false,
})

function originFooter(task: Task, { identity }: CommitOptions): string {
  const run = identity.runUrl === undefined ? 'a Sluice run' : `[a Sluice run](<${encodeURI(identity.runUrl)}>)`
  const requester = requesterOf(task)
  const requestedBy = requester === undefined ? '' : `, requested by ${inlineCode(requester)}`
  const number = subjectNumber(task)
  const issue = number === undefined ? '' : ` for #${number}`
  return `<sub>Created by ${run}${issue}${requestedBy}.</sub>`
}

/**
 * Makes the body close the run's issue. Closing keywords in the model's text have no effect, because it could name any issue. A person
 * merges the pull request.
 */
function closingLine({ kind, number }: Task, body: string): string {
  if (kind !== 'issue' || number === undefined) return ''
  const keyword = new RegExp(`\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\\s+\`?#${number}\\b`, 'i')
  return keyword.test(body) ? `Closes #${number}.` : ''
}

/**
 * Plans the branch that the model proposed with its files: one commit on a new branch, without other files of the checkout, and its pull
 * request. The limits of commits apply. Pure.
 */
export function planBranch(
  branch: BranchProposal | undefined,
  input: Pick<CommitInput, 'task' | 'report' | 'pullRequest'>,
  options: CommitOptions,
  filter: SecretFilter,
): Intent[] {
  if (branch === undefined || branch.files.length === 0) return []
  const proof = proofPart(input.report.proof, true)
  const untested = input.report.proof?.record.mode === 'require' && proof === undefined ? UNTESTED : undefined
  const heldReason = proof?.withheld ?? untested
  const { sha, branch: targetBranch } = branch.base
  const report = { ...input.report, proof }
  const isDraft = breaksInDraftMode(proof)
  const draft =
    isDraft && heldReason === undefined && input.task !== undefined
      ? { ...defaultPullRequest(input.task, branch.files, report), branch: branch.branch }
      : undefined
  const intents = planCommit(
    { ...input, report, changes: branch.files, pullRequest: input.pullRequest ?? draft },
    { ...options, changes: 'commit', isDraft },
    filter,
  )
  return intents.map((intent): Intent => {
    if (intent.kind !== 'commit') return intent
    const { pullRequest: _, ...commit } = intent
    const subject = toPlainLine(branch.message.split('\n')[0] ?? '', options.identity, 72)
    const nameProblem = branchNameProblem(branch.branch)
    const blocked =
      filter.text(branch.branch) !== branch.branch
        ? { reason: 'the branch name would contain what looks like a secret', isSecret: true }
        : nameProblem === undefined
          ? (commit.blocked ?? (heldReason === undefined ? undefined : { reason: heldReason, isWithheld: true }))
          : { reason: `the branch name ${nameProblem}`, isWithheld: true }
    return {
      ...commit,
      branch: branch.branch,
      bases: [{ sha, targetBranch }],
      isProposed: true,
      message: subject === '' ? commit.message : filter.text(commit.message.replace(/^[^\n]*/, () => subject)),
      blocked: blocked === undefined ? undefined : { ...blocked, reason: withoutPatch(blocked.reason) },
    }
  })
}

const UNTESTED = '`sluice.proof.mode` is `require`, and no command ran on the files of this branch'

/** The patch contains only files of the checkout; the summary shows those of a branch. */
const withoutPatch = (reason: string) => reason.replace(/[;.] the patch contains .*$/i, '')

/** Plans the commit of the checkout's changes and the branch that the model proposed. */
export function planCommits(
  { proposals, ...run }: Omit<CommitInput, 'pullRequest'> & { proposals: readonly Proposal[] },
  context: DeliveryContext,
): Intent[] {
  const branch = proposals.find((proposal) => proposal.kind === 'branch')
  const pullRequest = proposals.find((proposal) => proposal.kind === 'create_pull_request')
  const isOfBranch = branch !== undefined && pullRequest?.branch === branch.branch
  const { identity, branchPrefix, ref, isDraft } = context
  const options = { changes: context.changes, branchPrefix, ref, isDraft, identity, writer: writerOf(identity) }
  const { task, report } = run
  const ofTree = { ...report, proof: proofPart(report.proof, false) }
  const [ofCheckout, ofBranch] = isOfBranch ? [undefined, pullRequest] : [pullRequest, undefined]
  return [
    ...planCommit({ ...run, report: ofTree, pullRequest: ofCheckout }, options, context.filter),
    ...planBranch(branch, { task, report, pullRequest: ofBranch }, options, context.filter),
  ]
}

/** Opens a pull request of the checkout that the run was allowed to propose, even if the workflow only reports edits. */
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

/** The same when only a patch is delivered, which would have published the secret. */
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

/** Names in the report what the commit leaves out. */
export function withLeftOut(commits: readonly Intent[], report: RunReport): RunReport {
  const leftOut = commits.flatMap((intent) => (intent.kind === 'commit' ? (intent.leftOut ?? []) : []))
  if (leftOut.length === 0) return report
  const known = new Set(leftOut.map(({ path }) => path))
  const others = (report.undelivered ?? []).filter(({ path }) => !known.has(path))
  return { ...report, undelivered: [...leftOut, ...others] }
}

/** Whether more than an answer is delivered. Only then is it worth a request to see whether the head moved. */
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
