import * as z from 'zod'
import { messageOf } from '../platform/errors.ts'
import { type Argv, type ProgramResult, runProgram } from '../platform/process/run-program.ts'
import { splitCommandLine } from '../platform/process/shell-words.ts'
import type { Isolation } from '../platform/sandbox/isolation.ts'
import { wrapUntrusted } from '../text/clean-inbound.ts'
import { keepEnd } from '../text/format-text.ts'
import { normalizeParameters, type ToolParameters, toValidName } from './json-schema.ts'
import { openOutputSpill, shortenOutput, truncateOutput, withRefusals } from './long-output.ts'
import { done, failed, type Tool, type ToolResult } from './tool.ts'

/** How the discovery and call commands run. */
export type DiscoveryEnvironment = {
  cwd: string
  /** The complete environment, from childEnvironment(). */
  env: Readonly<Record<string, string>>
  isolate?: () => Promise<Pick<Isolation, 'wrap' | 'place' | 'network'>>
  /** The words that start a program of the repository in its trusted version. */
  trusted?: (argv: Argv) => Promise<Argv>
  /** Why the call command must not start any more: the run changed what it loads. */
  changed?: () => Promise<string | undefined>
  /** Folder for output that is too long for a result; the model can read it. */
  outputDir: string
  /** As for commands of the shell. */
  maxOutputCharacters?: number
  timeoutMs: number
}

export type DiscoveryCommands = { discovery: string; call: string | undefined }

const MAX_OUTPUT_BYTES = 10 * 1024 * 1024
/** Time limit of the discovery command; calls may take longer. */
const DISCOVERY_MS = 60_000

const Element = z.looseObject({
  name: z.unknown().optional(),
  description: z.string().optional(),
  parametersJsonSchema: z.unknown().optional(),
  parameters: z.unknown().optional(),
  function_declarations: z.array(z.unknown()).optional(),
  functionDeclarations: z.array(z.unknown()).optional(),
})

/**
 * Returns the tools that `tools.discoveryCommand` prints. Rejects when the command fails or prints something else. Reports
 * skipped entries with `warn`.
 */
export async function discoverTools(
  commands: DiscoveryCommands,
  environment: DiscoveryEnvironment,
  warn: (text: string) => void,
  signal: AbortSignal,
): Promise<Tool[]> {
  const argv = parseCommand(commands.discovery, 'Tool discovery command')
  if (commands.call === undefined || commands.call.trim() === '')
    throw new Error('tools.callCommand is missing: it must run the tools that tools.discoveryCommand lists.')
  const { trusted = async (words: Argv) => words } = environment
  // Taken before the model starts a program that could change it.
  const call = await trusted(parseCommand(commands.call, 'Tool call command'))
  const { ran } = await runCommand(
    await trusted(argv),
    { ...environment, timeoutMs: Math.min(environment.timeoutMs, DISCOVERY_MS) },
    signal,
  )
  const tools = new Map<string, Tool>()
  const declarations = parseDeclarations(ran)
  const nameless = declarations.filter((declaration) => declaration === undefined).length
  if (nameless > 0) warn(`Discovered ${nameless === 1 ? 'a tool' : `${nameless} tools`} with no name. Skipping.`)
  for (const declaration of declarations) {
    if (declaration === undefined) continue
    const tool = discoveredTool(declaration, call, environment)
    if (typeof tool === 'string') warn(tool)
    else if (tools.has(tool.name)) warn(`Discovered two tools named ${tool.name}. Using the first.`)
    else tools.set(tool.name, tool)
  }
  return [...tools.values()]
}

function parseCommand(line: string, label: string): Argv {
  if (line.trim() === '') throw new Error(`${label} is empty or contains only whitespace.`)
  const words = splitCommandLine(line)
  if (words !== undefined) return words
  if (/^[|&;<>()`]/.test(line.trim())) throw new Error(`${label} must start with a program name.`)
  throw new Error(`${label} needs a shell, but runs without one. Put ${JSON.stringify(line)} into a script.`)
}

async function runCommand(
  argv: Argv,
  environment: DiscoveryEnvironment,
  signal: AbortSignal,
  stdin?: string,
): Promise<DiscoveredRun> {
  const isolation = await environment.isolate?.()
  const mark = isolation?.network?.mark() ?? 0
  const ran = await runProgram(
    { argv },
    {
      cwd: isolation?.place?.(environment.cwd) ?? environment.cwd,
      env: environment.env,
      signal,
      timeoutMs: environment.timeoutMs,
      maxBytes: MAX_OUTPUT_BYTES,
      floodBytes: 2 * MAX_OUTPUT_BYTES,
      endProcessTree: true,
      stdin,
      wrap: isolation?.wrap,
    },
  )
  return { ran, refusedHosts: isolation?.network?.refusalsSince(mark) ?? [] }
}

/** `refusedHosts`: the hosts that the network rules blocked meanwhile, one sentence each. */
type DiscoveredRun = { ran: ProgramResult; refusedHosts: readonly string[] }

type DiscoveredDeclaration = { name: string; description: string; parameters: ToolParameters | string }

function parseDeclarations(ran: ProgramResult): (DiscoveredDeclaration | undefined)[] {
  const stderrNote = ran.stderr.trim() === '' ? '' : ` Its standard error: ${keepEnd(ran.stderr.trim(), 500)}`
  if (ran.failure !== undefined) throw new Error(`Tool discovery command could not be started: ${ran.failure}.`)
  if (ran.truncatedBytes > 0 || ran.timedOut === 'flood')
    throw new Error(`Tool discovery command output exceeded size limit of ${MAX_OUTPUT_BYTES} bytes.`)
  if (ran.timedOut !== false) throw new Error(`Tool discovery command took longer than ${DISCOVERY_MS / 1000} seconds.`)
  if (ran.code !== 0)
    throw new Error(`Tool discovery command failed with exit code ${ran.code ?? ran.signal}.${stderrNote}`)
  const printed = parseJson(ran.stdout)
  if (!Array.isArray(printed))
    throw new Error(`Tool discovery command did not return a JSON array of tools.${stderrNote}`)
  return printed.flatMap((entry: unknown) => {
    const element = Element.safeParse(entry)
    if (!element.success) return [undefined]
    const { function_declarations: older, functionDeclarations: newer } = element.data
    return (older ?? newer ?? [entry]).map(parseDeclaration)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`Tool discovery command did not return a JSON array of tools: ${messageOf(error)}`)
  }
}

function parseDeclaration(entry: unknown): DiscoveredDeclaration | undefined {
  const { data } = Element.safeParse(entry)
  if (data === undefined || typeof data.name !== 'string' || data.name.trim() === '') return undefined
  const { name, description = '', parametersJsonSchema, parameters } = data
  // Gemini's own field has the types in capitals.
  const schema = isSchema(parametersJsonSchema)
    ? parametersJsonSchema
    : isSchema(parameters)
      ? lowerTypes(parameters)
      : {}
  return { name, description, parameters: normalizeParameters({ ...schema }) }
}

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema of the Gemini API as JSON Schema: `STRING` is `string` there. */
function lowerTypes(schema: Schema): Schema {
  const convert = (value: unknown): unknown => (isSchema(value) ? lowerTypes(value) : value)
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'type' && typeof value === 'string') return [key, value.toLowerCase()]
      if (key === 'properties' && isSchema(value))
        return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each)]))]
      return [key, Array.isArray(value) && key !== 'enum' ? value.map(convert) : convert(value)]
    }),
  )
}

function discoveredTool(
  declaration: DiscoveredDeclaration,
  call: Argv,
  environment: DiscoveryEnvironment,
): Tool | string {
  const { name, description, parameters } = declaration
  const full = toValidName(`discovered_tool_${name}`)
  if (typeof parameters === 'string')
    return `Skipped discovered tool ${name}: its parameter schema is invalid: ${parameters}.`
  let calls = 0
  return {
    name: full,
    shortName: name,
    aliases: [],
    annotations: {},
    declare: () => ({ name: full, description: describeTool(description, call), parameters: parameters.declared }),
    parse(args) {
      const { wait_for_previous: _, ...toolArgs } = args
      const problem = parameters.check(toolArgs)
      return problem === undefined ? { ok: true, args: toolArgs } : { ok: false, text: problem }
    },
    async run(args, signal) {
      const changed = await environment.changed?.()
      if (changed !== undefined) return failed('execution_failed', `The tool was not called. ${changed}`)
      calls++
      const spill = openOutputSpill(environment.outputDir, `${full}-${calls}.txt`, environment.maxOutputCharacters)
      const { ran, refusedHosts } = await runCommand([...call, name], environment, signal, JSON.stringify(args))
      spill.write(Buffer.from(ran.stdout))
      return resultOf(ran, refusedHosts, spill.file(), environment.maxOutputCharacters)
    },
  }
}

const describeTool = (description: string, call: Argv): string =>
  `${description.trim() || 'The repository gives this tool no description.'}

This tool comes from the repository's discovery command. A call runs "${call.join(' ')}" with the tool's name as its argument and the parameters as JSON on standard input. A successful call returns the standard output. Otherwise the result has the lines Stdout, Stderr, Error (why it did not start or complete), Exit Code and Signal, with (empty) or (none) for missing values.`.trim()

/** Any standard error output means failure, as the reference has it. */
function resultOf(
  ran: ProgramResult,
  refusedHosts: readonly string[],
  file: string | undefined,
  maxCharacters: number | undefined,
): ToolResult {
  if (ran.aborted) return failed('cancelled', 'Tool call aborted')
  const { text, ...rest } = shortenOutput(ran.stdout, file, maxCharacters)
  const output = withRefusals(text, refusedHosts)
  if (ran.code === 0 && ran.signal === null && ran.failure === undefined && ran.stderr === '')
    return { ...done(wrapUntrusted(output), output), ...rest }
  const timeoutReason = ran.timedOut === false ? undefined : `It was terminated: ${TIMEOUT_REASONS[ran.timedOut]}.`
  const report = [
    `Stdout: ${output || '(empty)'}`,
    `Stderr: ${truncateOutput(ran.stderr, undefined) || '(empty)'}`,
    `Error: ${ran.failure ?? timeoutReason ?? '(none)'}`,
    `Exit Code: ${ran.code ?? '(none)'}`,
    `Signal: ${ran.signal ?? '(none)'}`,
  ].join('\n')
  return { ...failed('discovered_tool_execution_error', wrapUntrusted(report)), ...rest }
}
const TIMEOUT_REASONS = {
  total: 'it took too long',
  idle: 'it printed nothing for too long',
  flood: 'it printed too much',
} as const
