import type { z } from 'zod'
import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import { dropInvisible } from '../github/invisible.ts'
import { defineTool, type Tool, type ToolResult } from '../tools/tool.ts'
import { otherNames } from './other-names.ts'
import { refuse } from './tray.ts'

/** What of GitHub proposals are checked against. */
export type OutboxGitHub = Pick<
  GitHub,
  'issue' | 'pull' | 'compare' | 'files' | 'labels' | 'assignable' | 'openedBy' | 'threads' | 'viewer'
>

export type OutboxOptions = {
  /** Globs of labels that may be set; none: those the repository has. */
  allowedLabels: readonly string[]
  review: 'comment' | 'off'
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  /** Whether anything but the run's own issue or pull request may be written to. */
  elsewhere: boolean
}

/** A tool of the server `github` that only proposes. What GitHub refuses to tell is told to the model, not thrown. */
export function propose<Input extends z.ZodObject>(definition: {
  name: string
  description: string
  input: Input
  run(args: z.output<Input>): Promise<ToolResult>
}): Tool {
  return defineTool({
    ...definition,
    ...otherNames(definition.name),
    name: `github__${definition.name}`,
    server: 'github',
    annotations: { readOnlyHint: false, destructiveHint: false },
    async run(args) {
      try {
        return await definition.run(args)
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error
        return refuse(`The proposal could not be checked, so it was not accepted: ${error.message}`)
      }
    },
  })
}

/** A title on one line, as long as GitHub takes it. */
export const titleOf = (text: string) => dropInvisible(text).text.replace(/\s+/g, ' ').trim().slice(0, 256)
