import type * as z from 'zod'
import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { dropInvisible } from '../text/invisible.ts'
import { collapseWhitespace } from '../text/one-line.ts'
import { keepStart } from '../text/truncate.ts'
import { defineTool, type Tool, type ToolResult } from '../tools/tool.ts'
import { refuseProposal } from './proposal-store.ts'
import { toolAliases } from './tool-aliases.ts'

/** The GitHub calls that check proposals. */
export type ProposalGitHub = Pick<
  GitHub,
  | 'issue'
  | 'pull'
  | 'compare'
  | 'files'
  | 'labels'
  | 'assignable'
  | 'issuesOpenedBy'
  | 'threads'
  | 'reviews'
  | 'viewer'
  | 'content'
  | 'permission'
>

export type ProposalOptions = {
  /** Globs of the labels that may be set. An empty list allows the repository's labels. */
  allowedLabels: readonly string[]
  review: 'comment' | 'off'
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  /** Whether proposals may target other issues and pull requests than the task's. */
  allowOtherTargets: boolean
}

/** Defines a tool of the server `github` that stores a proposal and writes nothing. A GitHubError becomes a failed result. */
export function defineProposalTool<Input extends z.ZodObject>(definition: {
  name: string
  description: string
  input: Input
  run(args: z.output<Input>): Promise<ToolResult>
}): Tool {
  return defineTool({
    ...definition,
    ...toolAliases(definition.name),
    name: `github__${definition.name}`,
    server: 'github',
    annotations: { readOnlyHint: false, destructiveHint: false },
    async run(args) {
      try {
        return await definition.run(args)
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error
        return refuseProposal(`Not accepted, because the proposal could not be checked: ${error.message}`)
      }
    },
  })
}

/** A title in one line, truncated to GitHub's limit of 256. */
export const normalizeTitle = (text: string) => keepStart(collapseWhitespace(dropInvisible(text).text), 256)

/** Internal: the tools of GitHub's MCP server for reviews call it. */
export const REVIEW_OVERVIEW = 'github__review_overview'
