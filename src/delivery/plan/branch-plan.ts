import { branchNameProblem } from '../../github/branch-name.ts'
import type { BranchProposal } from '../../github-tools/proposal.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { toPlainLine } from '../../text/plain-line.ts'
import { type CommitInput, type CommitOptions, planCommit } from './commit-plan.ts'
import type { Intent } from './intent.ts'

/**
 * Plans the branch that the model proposed with its files, as one commit on a new branch, and its pull request. Nothing else of the checkout
 * is in it. The limits of commits apply. Pure.
 */
export function planBranch(
  branch: BranchProposal | undefined,
  input: Pick<CommitInput, 'task' | 'report' | 'pullRequest'>,
  options: CommitOptions,
  filter: SecretFilter,
): Intent[] {
  if (branch === undefined || branch.files.length === 0) return []
  const { sha, branch: targetBranch } = branch.base
  const intents = planCommit({ ...input, changes: branch.files }, { ...options, changes: 'commit' }, filter)
  return intents.map((intent): Intent => {
    if (intent.kind !== 'commit') return intent
    const { pullRequest: _, ...commit } = intent
    const subject = toPlainLine(branch.message.split('\n')[0] ?? '', options.identity, 72)
    const nameProblem = branchNameProblem(branch.branch)
    const blocked =
      filter.text(branch.branch) !== branch.branch
        ? { reason: 'the branch name would contain what looks like a secret', isSecret: true }
        : nameProblem === undefined
          ? commit.blocked
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

/** The patch has the files of the checkout only; the summary keeps those of a branch. */
const withoutPatch = (reason: string) => reason.replace(/[;.] the patch contains .*$/i, '')
