import type { Task } from '../github/events/task.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import { openProposalStore, type ProposalStore } from '../github-tools/proposal-store.ts'
import type { ProposalGitHub, ProposalOptions } from '../github-tools/proposal-tool.ts'
import { issueProposalTools } from '../github-tools/propose-issues.ts'
import type { PlacedFinding } from '../review/place-finding.ts'
import { pullRequestProposalTools } from '../review/propose-reviews.ts'
import type { Tool } from '../tools/tool.ts'

/** The tools with which the agent proposes changes on GitHub, and its proposals so far. None of them writes to GitHub. */
export type ProposalTools = {
  tools: Tool[]
  proposals(): readonly Proposal[]
  store: ProposalStore
  /** The findings of earlier reviews of the task's pull request, placed in its head. Rejects with GitHubError. */
  earlierFindings(): Promise<readonly PlacedFinding[]>
}

/**
 * Opens the proposal tools of one run. Each tool checks its proposal against GitHub, so that the model can correct it; delivery checks
 * it again. A tool that the configuration turns off is missing.
 */
export function openProposalTools(task: Task, github: ProposalGitHub, options: ProposalOptions): ProposalTools {
  const store = openProposalStore()
  const pullRequest = pullRequestProposalTools(task, github, options, store)
  return {
    tools: [...issueProposalTools(task, github, options, store), ...pullRequest.tools],
    earlierFindings: pullRequest.earlierFindings,
    proposals: store.all,
    store,
  }
}
