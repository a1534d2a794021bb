import * as z from 'zod'
import { GitHubError } from '../github/api/github-error.ts'
import type { Task } from '../github/events/task.ts'
import { defineTool, done, failed, type Tool, type ToolResult } from '../tools/tool.ts'
import { MCP_PARAMETER_NAMES, mcpNames, otherRepositoryProblem, repositoryParameters } from './mcp-tool.ts'
import type { ProposalStore } from './proposal-store.ts'

/** Why the rules of the run do not allow a call of this tool; undefined when they do. */
export type JudgeCall = (tool: Tool, args: Record<string, unknown>) => string | undefined

/** What the writing tools under names of GitHub's MCP server share. Each of them calls our own proposal tools. */
export type McpWriteContext = {
  task: Task
  store: ProposalStore
  /** Our tools, by their full names. */
  ownTools: ReadonlyMap<string, Tool>
  judge: JudgeCall
}

/** A call of one of our tools, by its short name. */
export type McpStep = { tool: string; args: Record<string, unknown> }

/** What a call becomes: calls of our tools, with notes for the model. `refusal`: nothing is called, for this reason. */
export type McpPlan = { steps: McpStep[]; notes?: string[] } | { refusal: string } | { answer: string }

type McpWriteDefinition<Input extends z.ZodRawShape> = {
  name: string
  description: string
  input: Input
  plan(args: z.output<z.ZodObject<Input>>): McpPlan | Promise<McpPlan>
}

/**
 * Returns a function that defines a writing tool under a name of GitHub's MCP server. Nothing is written: its steps are calls of our
 * proposal tools, each judged by the rules as if the model had called it.
 */
export const mcpWriteDefiner =
  (context: McpWriteContext) =>
  <Input extends z.ZodRawShape>({ name, description, input, plan }: McpWriteDefinition<Input>): Tool =>
    defineTool({
      ...mcpNames(name),
      description,
      annotations: { readOnlyHint: false, destructiveHint: false },
      input: z.object({ ...repositoryParameters, ...input }),
      parameterAliases: ({ shape }) => ('issue_number' in shape ? ISSUE_NUMBER_NAMES : WRITE_PARAMETER_NAMES),
      async run(args, signal) {
        const problem = otherRepositoryProblem(args, context.task)
        if (problem !== undefined) return failed('execution_failed', problem)
        // The schema is the definition's own plus owner and repo, which TypeScript cannot see through the spread.
        const { owner: _, repo: __, ...ownArgs } = args as Record<string, unknown>
        const definedArgs = ownArgs as unknown as z.output<z.ZodObject<Input>>
        try {
          const planned = await plan(definedArgs)
          if ('refusal' in planned) return failed('execution_failed', planned.refusal)
          return 'answer' in planned ? done(planned.answer) : await runSteps(planned, context, signal)
        } catch (error) {
          if (!(error instanceof GitHubError)) throw error
          return failed('execution_failed', `Not accepted, because the proposal could not be checked: ${error.message}`)
        }
      },
    })

const WRITE_PARAMETER_NAMES = { ...MCP_PARAMETER_NAMES, commit_id: 'commitID', commitId: 'commitID' }
const ISSUE_NUMBER_NAMES = Object.fromEntries(
  ['number', 'issueNumber', 'pullNumber', 'pull_number'].map((name) => [name, 'issue_number']),
)

/** Runs every step. The call fails when a step failed; the text says what of it is proposed all the same. */
async function runSteps(
  { steps, notes = [] }: { steps: McpStep[]; notes?: string[] },
  context: McpWriteContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const results: ToolResult[] = []
  for (const step of steps) results.push(await runStep(step, context, signal))
  const texts = results.map((result) => (result.ok ? String(result.content) : result.text))
  const text = [...texts, ...notes].join('\n')
  const missing = results.find((result) => !result.ok && result.reason !== 'edit_no_change')
  if (missing?.ok === false) return failed(missing.reason, text)
  const isInPlace = results.length > 0 && results.every(({ ok }) => !ok)
  return isInPlace ? failed('edit_no_change', text) : done(text)
}

async function runStep({ tool: name, args }: McpStep, context: McpWriteContext, signal: AbortSignal) {
  const tool = context.ownTools.get(`github__${name}`)
  if (tool === undefined)
    return failed('execution_failed', `The workflow turned github__${name} off. Put it in the answer instead.`)
  const refusal = context.judge(tool, args)
  if (refusal !== undefined) return failed('policy_violation', refusal)
  const parsed = tool.parse(args)
  return parsed.ok ? tool.run(parsed.args, signal) : failed('invalid_tool_params', parsed.text)
}

/** The arguments that are set. */
export const setArgs = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
