import * as z from 'zod'
import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { openPromptData, type PromptData } from '../github/context/prompt-data.ts'
import type { Task } from '../github/events/task.ts'
import { defineTool, done, failed, type Tool } from '../tools/tool.ts'
import { ISSUE_PARAMETER_NAMES, MCP_PARAMETER_NAMES, mcpNames } from './mcp-names.ts'
import type { StagedBranch } from './staged-branch.ts'

/** The GitHub calls of the tools that answer like GitHub's MCP server. */
export type McpReadGitHub = Pick<GitHub, 'repo' | 'read' | 'content' | 'blob' | 'threads' | 'viewer'>

/** `staged`: the branch that the run has proposed, which does not exist yet. */
export type McpReadContext = {
  task: Task
  github: McpReadGitHub
  nonce: string
  staged?: Pick<StagedBranch, 'find'>
}

/** The parameters that name the repository. A run can reach only its own. */
export const repositoryParameters = { owner: z.string().optional(), repo: z.string().optional() }

export const optionalNumber = z.coerce.number().int().min(1).optional()
export const pageParameters = {
  page: z.coerce.number().int().min(1).optional(),
  perPage: z.coerce.number().int().min(1).max(100).optional(),
}
export const pageOf = ({ page = 1, perPage = 30 }: { page?: number; perPage?: number }) => ({ page, per_page: perPage })

/** Why a call is about another repository than the run's; undefined when it is not. */
export function otherRepositoryProblem(
  { owner, repo }: { owner?: unknown; repo?: unknown },
  { repo: taskRepo }: Pick<Task, 'repo'>,
): string | undefined {
  const full =
    typeof repo === 'string' && repo.includes('/') ? repo : `${owner ?? taskRepo.owner}/${repo ?? taskRepo.name}`
  const isOwn = full.trim().toLowerCase() === `${taskRepo.owner}/${taskRepo.name}`.toLowerCase()
  return isOwn
    ? undefined
    : `This run can reach only the repository ${taskRepo.owner}/${taskRepo.name}, not ${JSON.stringify(full)}. Set owner and repo to it, or omit them.`
}

/** A problem of the arguments; thrown inside a read, and answered as a failed call. */
export class McpArgumentError extends Error {}

type McpReadDefinition<Input extends z.ZodRawShape> = {
  name: string
  description: string
  /** The permission of the job that the tool needs, as in a workflow. */
  needs: string
  input: Input
  read(args: z.output<z.ZodObject<Input>>, output: PromptData): Promise<unknown>
}

/** Returns a function that defines a reading tool under a name of GitHub's MCP server. It answers JSON in that server's field names. */
export const mcpReadDefiner =
  ({ task, nonce }: McpReadContext) =>
  <Input extends z.ZodRawShape>({ name, description, needs, input, read }: McpReadDefinition<Input>): Tool =>
    defineTool({
      ...mcpNames(name),
      description,
      annotations: { readOnlyHint: true },
      input: z.object({ ...repositoryParameters, ...input }),
      parameterAliases: ({ shape }) => ('issue_number' in shape ? ISSUE_PARAMETER_NAMES : MCP_PARAMETER_NAMES),
      async run(args) {
        const problem = otherRepositoryProblem(args, task)
        if (problem !== undefined) return failed('execution_failed', problem)
        const output = openPromptData(nonce)
        try {
          // The schema is the definition's own plus owner and repo, which TypeScript cannot see through the spread.
          const { owner: _, repo: __, ...ownArgs } = args as Record<string, unknown>
          const value = await read(ownArgs as unknown as z.output<z.ZodObject<Input>>, output)
          return done(typeof value === 'string' ? value : JSON.stringify(await cleanJson(value, output)))
        } catch (error) {
          if (error instanceof McpArgumentError) return failed('execution_failed', error.message)
          if (!(error instanceof GitHubError)) throw error
          const hint =
            error.status === 403 || error.status === 404
              ? ` If it exists, the job lacks the permission \`${needs}\`.`
              : ''
          return failed('execution_failed', `${error.message}.${hint}`)
        }
      },
    })

const MAX_CHARACTERS = { prose: 20_000, code: 60_000 }
const PROSE = new Set(['body', 'title', 'description'])

/** The value with its texts cleaned like all text from outside: nothing hidden, nothing endless. */
async function cleanJson(value: unknown, output: PromptData, key = ''): Promise<unknown> {
  if (typeof value === 'string')
    return PROSE.has(key) ? output.prose(value, MAX_CHARACTERS.prose) : output.code(value, MAX_CHARACTERS.code)
  if (Array.isArray(value)) return Promise.all(value.map((each) => cleanJson(each, output, key)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    async ([name, each]) => [name, await cleanJson(each, output, name)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}
