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
  'mcp_resource_not_found',
  'discovered_tool_execution_error',
  'web_fetch_no_url_in_prompt',
  'web_fetch_fallback_failed',
  'web_fetch_processing_error',
  'web_search_failed',
  'memory_tool_execution_error',
  'read_many_files_search_error',
  'edit_no_change_llm_judgement',
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

/** Something the model can use. A value, not a class: built by defineTool, by mcp/tools.ts or by delivery/. */
export type Tool = {
  name: string
  /** Other names this tool was known by over time; accepted in calls, policies and settings. */
  aliases: readonly string[]
  annotations: Annotations
  declaration: Declaration
  /** The model is not told of it; a call is answered all the same. */
  undeclared?: boolean
  /** The server a tool came from (`github`, an MCP server's name); absent for built-ins. */
  server?: string
  /** The server's own name for it, where `name` may not say: a name with other characters, or one that was too long. */
  short?: string
  /** Checks arguments against the declared schema and settles parameter aliases and defaults. Never throws. */
  parse(args: Record<string, unknown>): Parsed
  /** Names that stand for one use of it, as `as` reads them. Rules know such a call by its arguments, not by these. */
  calledAs?: readonly string[]
  /** The tool as called by one of its other names, where that name promises something different. */
  as?(alias: string): Tool
  /** Runs with parsed arguments. Expected failures are results; a throw is a bug, caught by the scheduler. */
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult>
}

export const done = (content: string | Part[], display?: string | FileDiff): ToolResult =>
  display === undefined ? { ok: true, content } : { ok: true, content, display }

export const failed = (why: Failure, text: string): ToolResult & { ok: false } => ({ ok: false, why, text })

type Definition<Input extends z.ZodObject> = {
  name: string
  aliases?: readonly string[]
  description: string
  annotations?: Annotations
  server?: string
  input: Input
  /** Older parameter names → the declared one, e.g. `{ absolute_path: 'file_path' }`. */
  renamed?: Readonly<Record<string, string>>
  /** Translates older arguments that a new name alone cannot, before they are checked. */
  older?(args: Record<string, unknown>): Record<string, unknown>
  run(args: z.output<Input>, signal: AbortSignal): Promise<ToolResult>
}

/**
 * A built-in tool from one schema: what the model is shown, what is checked and what `run` receives are the same.
 * A check of the tool's own (`refine`) speaks for itself: its message reaches the model without a path before it.
 */
export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  const { name, description, input, server, renamed = {}, older = (args) => args } = definition
  let declaration: Declaration | undefined
  const declare = (): Declaration => {
    declaration ??= { name, description, parameters: parametersOf(input) }
    return declaration
  }
  return {
    name,
    aliases: definition.aliases ?? [],
    annotations: definition.annotations ?? {},
    // Made when first asked for: a run that never calls the model (`policy check`) does not pay for JSON Schema.
    get declaration() {
      return declare()
    },
    ...(server === undefined ? {} : { server }),
    parse(args) {
      if (typeof args !== 'object' || args === null || Array.isArray(args))
        return { ok: false, text: 'Value of params must be an object' }
      const settled = withoutNulls(older(settleNames(args, renamed)), input)
      const parsed = input.safeParse(settled)
      return parsed.success
        ? { ok: true, args: parsed.data }
        : { ok: false, text: describeIssues(parsed.error, settled, declare().parameters) }
    },
    run: (args, signal) => definition.run(args as z.output<Input>, signal), // parse() made it so
  }
}

function parametersOf(input: z.ZodObject): Record<string, unknown> {
  const {
    $schema: _,
    additionalProperties: __,
    ...parameters
  } = z.toJSONSchema(input, {
    io: 'input',
    override({ jsonSchema }) {
      // zod bounds every integer to what a double can hold; to the model that is noise.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return parameters
}

function settleNames(args: Record<string, unknown>, renamed: Readonly<Record<string, string>>) {
  const declaredName = (key: string) => (Object.hasOwn(renamed, key) ? (renamed[key] ?? key) : key)
  // fromEntries, because assigning a key called __proto__ would change what the object inherits.
  return Object.fromEntries(
    Object.entries(args)
      .map(([key, value]) => [declaredName(key), value, key] as const)
      .filter(([declared, , key]) => declared === key || !Object.hasOwn(args, declared))
      .map(([declared, value]) => [declared, value]),
  )
}

/** Models write null for what they leave out. Where null could be meant, or something has to be said, it stays. */
const withoutNulls = (args: Record<string, unknown>, { shape }: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).filter(([key, value]) => {
      const field = value === null && Object.hasOwn(shape, key) ? shape[key] : undefined
      return field === undefined || !z.safeParse(field, undefined).success || z.safeParse(field, null).success
    }),
  )

/** For `older`: without these parameters where they are blank. Models fill in every parameter they are told of. */
export const withoutBlanks =
  (...names: readonly string[]) =>
  (args: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(args).filter(
        ([key, value]) => !(names.includes(key) && typeof value === 'string' && value.trim() === ''),
      ),
    )

/** Argument mistakes in the sentences the reference uses (AJV's), joined by commas as it joins them. */
function describeIssues(error: z.ZodError, args: unknown, schema: Record<string, unknown>): string {
  return error.issues.map((issue) => sentence(issue, args, schema)).join(', ')
}

/** What zod calls a value that is not there, by what it should have been. */
const MISSING = new Set<string | undefined>(['invalid_type', 'invalid_value', 'invalid_union'])

function sentence(issue: z.core.$ZodIssue, args: unknown, schema: Record<string, unknown>): string {
  const at = ['params', ...issue.path.map(String)].join('/')
  if (MISSING.has(issue.code) && valueAt(args, issue.path) === undefined) {
    const parent = ['params', ...issue.path.slice(0, -1).map(String)].join('/')
    return `${parent} must have required property '${String(issue.path.at(-1))}'`
  }
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_type':
      return `${at} must be ${declaredType(schema, issue.path) ?? issue.expected}`
    case 'too_small':
    case 'too_big':
      return `${at} ${boundSentence(issue)}`
    case 'invalid_value':
      return `${at} must be equal to one of the allowed values: ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'unrecognized_keys':
      return `${at} must NOT have additional properties: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'invalid_union':
      return `${at} must match a schema in anyOf`
    default:
      return `${at}: ${issue.message}`
  }
}

function boundSentence(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const low = issue.code === 'too_small'
  const bound = low ? issue.minimum : issue.maximum
  const counted = issue.origin === 'string' ? 'characters' : issue.origin === 'array' ? 'items' : undefined
  if (counted !== undefined) return `must NOT have ${low ? 'fewer' : 'more'} than ${bound} ${counted}`
  return `must be ${low ? '>' : '<'}${issue.inclusive === false ? '' : '='} ${bound}`
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value = args
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** The type the model was told, because zod speaks of "number" where the schema says "integer". */
function declaredType(schema: unknown, path: readonly PropertyKey[]): string | undefined {
  let at: unknown = schema
  for (const key of path) at = typeof key === 'number' ? valueAt(at, ['items']) : valueAt(at, ['properties', key])
  const type = valueAt(at, ['type'])
  return typeof type === 'string' ? type : undefined
}
