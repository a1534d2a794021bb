import type { Inputs } from '../config/inputs/inputs.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { GitHub } from '../github/api/github.ts'
import { describeUnseen } from '../github/context/diff-coverage.ts'
import type { Task } from '../github/events/task.ts'
import type { Git } from '../github/git/git.ts'
import { jobKey } from '../github/result-marker.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import type { Emit, Ending } from '../record/events.ts'
import type { NamedFiles } from '../text/permalinks.ts'
import type { FindingsSummary } from './findings-summary.ts'
import { limitFindings } from './limit-findings.ts'
import { readNamedFiles } from './named-files.ts'
import type { PlacedFinding } from './place-finding.ts'
import type { ReviewOptions } from './review-options.ts'
import { summarizeReview } from './summarize-review.ts'
import { type VerifyContext, verifiedProposals } from './verified-proposals.ts'

/** Whether the workflow asks for a review of a pull request: by default, or with a built-in command. Other prompts may ask for one, too. */
const isReviewPrompt = (prompt: string) => /^\s*(?:$|\/(?:review|gemini-review|pr-code-review)\b)/.test(prompt)

/** `namedFiles`: the files that the texts of the run name. `review`: what the comment says about the findings; absent when the run reviewed nothing. */
export type EndedReview = { proposals: readonly Proposal[]; review?: FindingsSummary; namedFiles: NamedFiles }

type EndedContext = Omit<VerifyContext, 'github'> &
  ReviewOptions & { task: Task; inputs: Inputs; ending: Ending; github: GitHub; git: Git; transcript: { emit: Emit } }

/**
 * The proposals of an ended run within the limits, their suggestions tried, and the summary of its review. Notes for people what the
 * model did not see. Never rejects.
 */
export async function endReview(
  tools: { proposals(): readonly Proposal[]; earlierFindings(): Promise<readonly PlacedFinding[]> },
  { task, inputs, ending, limits, git, transcript, ...context }: EndedContext,
): Promise<EndedReview> {
  const { github, runtime } = context
  const unseen = describeUnseen(task.number, github)
  if (unseen !== undefined) transcript.emit({ type: 'notice', ...unseen })
  const { admitted, folded } = limitFindings(tools.proposals(), limits)
  const proposals = await verifiedProposals(admitted, context)
  const texts = [ending.text, ...proposals.flatMap((proposal) => ('body' in proposal ? (proposal.body ?? '') : ''))]
  const namedFiles = await readNamedFiles(texts, task.head?.sha ?? task.upstream?.sha ?? task.sha, {
    git,
    github,
    base: task.base?.sha,
  })
  if (inputs.review === 'off') return { proposals, namedFiles }
  const { workflow, job } = runIdentity(inputs, runtime)
  const { earlierFindings } = tools
  const source = { task, github, earlierFindings, key: jobKey(workflow, job), isReview: isReviewPrompt(inputs.prompt) }
  return { proposals, namedFiles, review: await summarizeReview({ proposals, folded }, source) }
}
