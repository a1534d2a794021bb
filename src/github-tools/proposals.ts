import type { Task } from '../github/events/task.ts'
import type { PlacedFinding } from '../review/place-finding.ts'
import type { Tool } from '../tools/tool.ts'
import type { Proposal } from './proposal.ts'
import { openProposalStore, type ProposalStore } from './proposal-store.ts'
import type { ProposalGitHub, ProposalOptions } from './proposal-tool.ts'
import { issueProposalTools } from './propose-issues.ts'
import { pullRequestProposalTools } from './propose-reviews.ts'

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
