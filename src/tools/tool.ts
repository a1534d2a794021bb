import * as z from 'zod'
import type { MessagePart, ToolDeclaration } from '../model/types.ts'
import { lazy } from '../platform/lazy.ts'
import type { ShortenedOutput } from './long-output.ts'
import { TOOL_ALIASES } from './tool-aliases.ts'

/** Why a call failed: the strings of the reference, for readers of its stream-json output. */
export const TOOL_FAILURES = [
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
export type ToolFailure = (typeof TOOL_FAILURES)[number]

/** A tool's change of one file. `path` is relative to the workspace, with forward slashes; `diff` is a unified diff. */
export type FileDiff = { path: string; diff: string; added: number; removed: number }

/** The change of a file that a call would make. `before` is undefined for a new file. */
export type FilePreview = FileDiff & { before?: string; after: string }

/**
 * `content` is for the model, `display` for the log. `exit`: the exit code of a program, or the signal that ended it. `shortened`: what
 * the tool itself left out of a long output.
 */
export type ToolResult = (
  | {
      ok: true
      content: string | MessagePart[]
      display?: string | FileDiff
      exit?: number | string
      editStrategy?: EditStrategy
    }
  | { ok: false; reason: ToolFailure; text: string }
) & { shortened?: ShortenedOutput }

/** How an edit found its text, in the reference's terms. */
export type EditStrategy = 'exact' | 'flexible' | 'regex' | 'fuzzy'

export type ParsedArgs = { ok: true; args: Record<string, unknown> } | { ok: false; text: string }

/** Hints that a policy can match (`toolAnnotations`) and that the scheduler reads. */
export type ToolAnnotations = { readOnlyHint?: boolean; destructiveHint?: boolean; [hint: string]: unknown }

/** A tool that the model can call. Created by defineTool, by mcp/convert-tool.ts or by tools/discovered.ts. */
export type Tool = {
  name: string
  /** Other names of the tool, accepted in calls, policies and settings. */
  aliases: readonly string[]
  annotations: ToolAnnotations
  /** What the model sees. A method, because the JSON Schema takes time and most tools of a run are never declared. */
  declare(): ToolDeclaration
  /** The tool is not declared to the model, but a call gets a result. */
  undeclared?: boolean
  /** The server of the tool (`github`, or an MCP server's name); absent for built-in tools. */
  server?: string
  /** The server's name for the tool, if `name` does not contain it: it was too long or had invalid characters. */
  shortName?: string
  /** Checks arguments against the declared schema. Applies parameter aliases and defaults. Never throws. */
  parse(args: Record<string, unknown>): ParsedArgs
  /** Aliases that stand for one use of the tool: `variant` resolves them. Policy rules match such a call by its arguments. */
  variantNames?: readonly string[]
  /** The tool for one of its aliases, if the alias behaves differently. */
  variant?(alias: string): Tool
  /** The file that the tool writes, when its arguments do not name it. Rules about edits of this file apply. */
  writes?: string
  /** Why a call with parsed arguments writes more than the run may write by itself: only a rule with `targets = "any"` allows it. */
  beyond?(args: Record<string, unknown>): Promise<string | undefined>
  /** What a call with parsed arguments would write; undefined when it would fail. */
  preview?(args: Record<string, unknown>): Promise<FilePreview | undefined>
  /** Runs with parsed arguments. Returns expected failures; an exception is a bug, which the scheduler catches. */
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult>
}

export const done = (content: string | MessagePart[], display?: string | FileDiff): ToolResult =>
  display === undefined ? { ok: true, content } : { ok: true, content, display }

export const failed = (reason: ToolFailure, text: string): ToolResult & { ok: false } => ({ ok: false, reason, text })

type ParameterAliases = Readonly<Record<string, string>>

type ToolDefinition<Input extends z.ZodObject> = {
  name: string
  /** Absent for built-in tools: TOOL_ALIASES has their other names. */
  aliases?: readonly string[]
  /** What the tool does, for the model. */
  description: string
  annotations?: ToolAnnotations
  server?: string
  writes?: string
  input: Input
  /** Maps older parameter names to declared ones, for example `{ absolute_path: 'file_path' }`. */
  parameterAliases?: ParameterAliases | ((input: Input) => ParameterAliases)
  /** Converts older arguments that need more than a rename. Runs before the check. */
  upgradeArgs?(args: Record<string, unknown>): Record<string, unknown>
  beyond?(args: z.output<Input>): Promise<string | undefined>
  preview?(args: z.output<Input>): Promise<FilePreview | undefined>
  run(args: z.output<Input>, signal: AbortSignal): Promise<ToolResult>
}

/**
 * Defines a tool from one schema, which declares the tool, checks its arguments and types `run`. The message of a custom
 * check (`refine`) reaches the model without a path.
 */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const {
    name,
    description,
    server,
    input,
    parameterAliases = {},
    upgradeArgs = (args) => args,
    beyond,
    preview,
  } = definition
  const declare = lazy((): ToolDeclaration => ({ name, description, parameters: parametersOf(input) }))
  return {
    name,
    aliases: definition.aliases ?? TOOL_ALIASES[name] ?? [],
    writes: definition.writes,
    annotations: definition.annotations ?? {},
    declare,
    server,
    parse(args) {
      if (typeof args !== 'object' || args === null || Array.isArray(args))
        return { ok: false, text: 'Value of params must be an object' }
      const aliases = typeof parameterAliases === 'function' ? parameterAliases(input) : parameterAliases
      const normalized = dropNullArgs(upgradeArgs(applyParameterAliases(args, aliases)), input)
      const parsed = input.safeParse(normalized)
      return parsed.success
        ? { ok: true, args: parsed.data }
        : { ok: false, text: describeIssues(parsed.error, normalized, declare().parameters) }
    },
    beyond: beyond && ((args) => beyond(args as z.output<Input>)), // parse() made it so
    preview: preview && ((args) => preview(args as z.output<Input>)), // parse() made it so
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
      // zod adds the bounds of a double to each integer, which the model does not need.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return parameters
}

function applyParameterAliases(args: Record<string, unknown>, parameterAliases: ParameterAliases) {
  const declaredName = (key: string) => (Object.hasOwn(parameterAliases, key) ? (parameterAliases[key] ?? key) : key)
  // fromEntries, because assigning to __proto__ would change the prototype.
  return Object.fromEntries(
    Object.entries(args)
      .map(([key, value]) => [declaredName(key), value, key] as const)
      .filter(([declared, , key]) => declared === key || !Object.hasOwn(args, declared))
      .map(([declared, value]) => [declared, value]),
  )
}

/** Drops null, which models write for missing optional values, unless the schema allows null or requires a value. */
const dropNullArgs = (args: Record<string, unknown>, { shape }: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).filter(([key, value]) => {
      const field = value === null && Object.hasOwn(shape, key) ? shape[key] : undefined
      return field === undefined || !z.safeParse(field, undefined).success || z.safeParse(field, null).success
    }),
  )

/** For `upgradeArgs`: drops these parameters if they are blank. Models tend to fill in all parameters. */
export const dropBlankArgs =
  (...names: readonly string[]) =>
  (args: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(args).filter(
        ([key, value]) => !(names.includes(key) && typeof value === 'string' && value.trim() === ''),
      ),
    )

/** Describes invalid arguments in the sentences of the reference (AJV's), joined by commas. */
function describeIssues(error: z.ZodError, args: unknown, schema: Record<string, unknown>): string {
  return error.issues.map((issue) => issueMessage(issue, args, schema)).join(', ')
}

/** The codes that zod uses for a missing value. */
const MISSING_VALUE_CODES = new Set<string | undefined>(['invalid_type', 'invalid_value', 'invalid_union'])

function issueMessage(issue: z.core.$ZodIssue, args: unknown, schema: Record<string, unknown>): string {
  const path = ['params', ...issue.path.map(String)].join('/')
  if (MISSING_VALUE_CODES.has(issue.code) && valueAt(args, issue.path) === undefined) {
    const parent = ['params', ...issue.path.slice(0, -1).map(String)].join('/')
    return `${parent} must have required property '${String(issue.path.at(-1))}'`
  }
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_type':
      return `${path} must be ${declaredType(schema, issue.path) ?? issue.expected}`
    case 'too_small':
    case 'too_big':
      return `${path} ${boundMessage(issue)}`
    case 'invalid_value':
      return `${path} must be equal to one of the allowed values: ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'unrecognized_keys':
      return `${path} must NOT have additional properties: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'invalid_union':
      return `${path} must match a schema in anyOf`
    default:
      return `${path}: ${issue.message}`
  }
}

function boundMessage(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
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

/** The declared type, because zod reports "number" for "integer". */
function declaredType(schema: unknown, path: readonly PropertyKey[]): string | undefined {
  let node: unknown = schema
  for (const key of path) node = typeof key === 'number' ? valueAt(node, ['items']) : valueAt(node, ['properties', key])
  const type = valueAt(node, ['type'])
  return typeof type === 'string' ? type : undefined
}
