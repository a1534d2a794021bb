import { z } from 'zod'
import type { Declaration, Part } from '../model/types.ts'

/** Why a call did not succeed; the reference's own strings, so that stream-json readers understand them. */
export const FAILURES = [
  'policy_violation',
  'invalid_tool_params',
  'tool_not_registered',
  'unhandled_exception',
  'execution_failed',
  'stop_execution',
  'cancelled',
  'file_not_found',
  'file_write_failure',
  'read_content_failure',
  'attempt_to_create_existing_file',
  'file_too_large',
  'permission_denied',
  'no_space_left',
  'target_is_directory',
  'path_is_not_a_directory',
  'path_not_in_workspace',
  'search_path_not_found',
  'search_path_not_a_directory',
  'edit_preparation_failure',
  'edit_no_occurrence_found',
  'edit_expected_occurrence_mismatch',
  'edit_no_change',
  'glob_execution_error',
  'grep_execution_error',
  'ls_execution_error',
  'shell_execute_error',
  'mcp_tool_error',
  'discovered_tool_execution_error',
  'web_fetch_no_url_in_prompt',
  'web_fetch_fallback_failed',
  'web_fetch_processing_error',
  'web_search_failed',
  'memory_tool_execution_error',
] as const
export type Failure = (typeof FAILURES)[number]

/** A change a tool made to one file. `path` is relative to the workspace, with forward slashes; `diff` is unified. */
export type FileDiff = { path: string; diff: string; added: number; removed: number }

/** `content` is what the model gets, `display` what people see in the log. */
export type ToolResult =
  | { ok: true; content: string | Part[]; display?: string | FileDiff }
  | { ok: false; why: Failure; text: string }

export type Parsed = { ok: true; args: Record<string, unknown> } | { ok: false; text: string }

/** Hints a policy may match (`toolAnnotations`) and the scheduler reads. */
export type Annotations = { readOnlyHint?: boolean; destructiveHint?: boolean; [hint: string]: unknown }

/** Something the model can use. A value, not a class: built by defineTool, by tools/mcp.ts or by delivery/. */
export type Tool = {
  name: string
  /** Other names this tool was known by over time; accepted in calls, policies and settings. */
  aliases: readonly string[]
  annotations: Annotations
  declaration: Declaration
  /** The server a tool came from (`github`, an MCP server's name); absent for built-ins. */
  server?: string
  /** Checks arguments against the declared schema and settles parameter aliases and defaults. Never throws. */
  parse(args: Record<string, unknown>): Parsed
  /** Runs with parsed arguments. Expected failures are results; a throw is a bug, caught by the scheduler. */
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult>
}

export const done = (content: string | Part[], display?: string | FileDiff): ToolResult =>
  display === undefined ? { ok: true, content } : { ok: true, content, display }

export const failed = (why: Failure, text: string): ToolResult => ({ ok: false, why, text })

type Definition<Input extends z.ZodObject> = {
  name: string
  aliases?: readonly string[]
  description: string
  annotations?: Annotations
  server?: string
  input: Input
  /** Older parameter names → the declared one, e.g. `{ absolute_path: 'file_path' }`. */
  renamed?: Readonly<Record<string, string>>
  run(args: z.output<Input>, signal: AbortSignal): Promise<ToolResult>
}

/** A built-in tool from one schema: what the model is shown, what is checked and what `run` receives are the same. */
export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  const { name, description, input, server } = definition
  const { $schema: _, additionalProperties: __, ...parameters } = z.toJSONSchema(input, { io: 'input' })
  return {
    name,
    aliases: definition.aliases ?? [],
    annotations: definition.annotations ?? {},
    declaration: { name, description, parameters },
    ...(server === undefined ? {} : { server }),
    parse(args) {
      const parsed = input.safeParse(settleNames(args, definition.renamed ?? {}))
      return parsed.success ? { ok: true, args: parsed.data } : { ok: false, text: describeIssues(parsed.error) }
    },
    run: (args, signal) => definition.run(args as z.output<Input>, signal), // parse() made it so
  }
}

function settleNames(args: Record<string, unknown>, renamed: Readonly<Record<string, string>>) {
  const settled: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(args)) {
    const declared = Object.hasOwn(renamed, key) ? (renamed[key] ?? key) : key
    if (declared === key || !(declared in args)) settled[declared] = value
  }
  return settled
}

/** Argument mistakes in the sentences the reference uses, one per line. */
function describeIssues(error: z.ZodError): string {
  const lines = error.issues.map((issue) => {
    const at = issue.path.length === 0 ? 'params' : `params/${issue.path.join('/')}`
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    const parent = issue.path.length > 1 ? `params/${issue.path.slice(0, -1).join('/')}` : 'params'
    if (missing) return `${parent} must have required property '${String(issue.path.at(-1))}'`
    if (issue.code === 'invalid_type') return `${at} must be ${issue.expected === 'int' ? 'integer' : issue.expected}`
    return `${at}: ${issue.message}`
  })
  return lines.join('\n')
}
