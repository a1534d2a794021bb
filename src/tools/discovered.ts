import { z } from 'zod'
import { endOf } from '../host/cut.ts'
import { messageOf } from '../host/errors.ts'
import type { Isolation } from '../host/isolation.ts'
import { type Argv, type Ran, run } from '../host/process.ts'
import { commandWords } from './command-words.ts'
import { type Parameters, parametersFrom } from './json-schema.ts'
import { openSpill, shortened } from './long-output.ts'
import { done, failed, type Tool, type ToolResult } from './tool.ts'
import { untrusted } from './untrusted.ts'
import { validName } from './valid-name.ts'

/** What a repository's own tools run in. */
export type DiscoveredPlace = {
  cwd: string
  /** The whole environment: childEnvironment() of host/environment.ts. */
  env: Readonly<Record<string, string>>
  isolate?: (() => Promise<Pick<Isolation, 'wrap'>>) | undefined
  /** Where output too long for an answer is kept, readable for the model. */
  outputDir: string
  timeoutMs: number
}

export type Commands = { discovery: string; call: string | undefined }

const MOST_BYTES = 10 * 1024 * 1024
/** Nobody waits for a list longer than this; calls may take longer. */
const DISCOVERY_MS = 60_000

const Element = z.looseObject({
  name: z.unknown().optional(),
  description: z.string().optional(),
  parametersJsonSchema: z.unknown().optional(),
  function_declarations: z.array(z.unknown()).optional(),
  functionDeclarations: z.array(z.unknown()).optional(),
})

/**
 * The tools that `tools.discoveryCommand` prints. Rejects when the command fails or prints something else, with what to
 * mend; `say` is told of entries that are left out.
 */
export async function discoverTools(
  commands: Commands,
  place: DiscoveredPlace,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<Tool[]> {
  const argv = wordsOf(commands.discovery, 'Tool discovery command')
  if (commands.call === undefined || commands.call.trim() === '')
    throw new Error('tools.callCommand is missing: it runs what tools.discoveryCommand finds.')
  const call = wordsOf(commands.call, 'Tool call command')
  const ran = await start(argv, { ...place, timeoutMs: Math.min(place.timeoutMs, DISCOVERY_MS) }, signal)
  const tools = new Map<string, Tool>()
  const declarations = declarationsIn(ran)
  const nameless = declarations.filter((declared) => declared === undefined).length
  if (nameless > 0) say(`Discovered ${nameless === 1 ? 'a tool' : `${nameless} tools`} with no name. Skipping.`)
  for (const declared of declarations) {
    if (declared === undefined) continue
    const tool = toolFrom(declared, call, place)
    if (typeof tool === 'string') say(tool)
    else if (tools.has(tool.name)) say(`Discovered two tools called ${tool.name}. The first is used.`)
    else tools.set(tool.name, tool)
  }
  return [...tools.values()]
}

function wordsOf(line: string, what: string): Argv {
  if (line.trim() === '') throw new Error(`${what} is empty or contains only whitespace.`)
  const words = commandWords(line)
  if (words !== undefined) return words
  if (/^[|&;<>()`]/.test(line.trim())) throw new Error(`${what} must start with a program name.`)
  throw new Error(`${what} needs a shell, and is started without one: put ${JSON.stringify(line)} into a script.`)
}

async function start(argv: Argv, place: DiscoveredPlace, signal: AbortSignal, stdin?: string): Promise<Ran> {
  const isolation = await place.isolate?.()
  return run(
    { argv },
    {
      cwd: place.cwd,
      env: place.env,
      signal,
      timeoutMs: place.timeoutMs,
      maxBytes: MOST_BYTES,
      floodBytes: 2 * MOST_BYTES,
      endTree: true,
      ...(stdin === undefined ? {} : { stdin }),
      ...(isolation?.wrap && { wrap: isolation.wrap }),
    },
  )
}

type Declared = { name: string; description: string; parameters: Parameters | string }

function declarationsIn(ran: Ran): (Declared | undefined)[] {
  const because = ran.stderr.trim() === '' ? '' : ` It said: ${endOf(ran.stderr.trim(), 500)}`
  if (ran.failure !== undefined) throw new Error(`Tool discovery command could not be started: ${ran.failure}.`)
  if (ran.truncatedBytes > 0 || ran.timedOut === 'flood')
    throw new Error(`Tool discovery command output exceeded size limit of ${MOST_BYTES} bytes.`)
  if (ran.timedOut !== false) throw new Error(`Tool discovery command took longer than ${DISCOVERY_MS / 1000} seconds.`)
  if (ran.code !== 0)
    throw new Error(`Tool discovery command failed with exit code ${ran.code ?? ran.signal}.${because}`)
  const printed = jsonIn(ran.stdout)
  if (!Array.isArray(printed)) throw new Error(`Tool discovery command did not return a JSON array of tools.${because}`)
  return printed.flatMap((entry: unknown) => {
    const element = Element.safeParse(entry)
    if (!element.success) return [undefined]
    const { function_declarations: older, functionDeclarations: newer } = element.data
    return (older ?? newer ?? [entry]).map(declared)
  })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`Tool discovery command did not return a JSON array of tools: ${messageOf(error)}`)
  }
}

function declared(entry: unknown): Declared | undefined {
  const { data } = Element.safeParse(entry)
  if (data === undefined || typeof data.name !== 'string' || data.name.trim() === '') return undefined
  const { name, description = '', parametersJsonSchema: schema } = data
  const isSchema = typeof schema === 'object' && schema !== null && !Array.isArray(schema)
  return { name, description, parameters: parametersFrom(isSchema ? { ...schema } : {}) }
}

function toolFrom({ name, description, parameters }: Declared, call: Argv, place: DiscoveredPlace): Tool | string {
  const full = validName(`discovered_tool_${name}`)
  if (typeof parameters === 'string')
    return `Discovered tool ${name} is left out, because the schema of its parameters is broken: ${parameters}.`
  let calls = 0
  return {
    name: full,
    short: name,
    aliases: [],
    annotations: {},
    declaration: { name: full, description: described(description, call), parameters: parameters.declared },
    parse(args) {
      const { wait_for_previous: _, ...own } = args
      const wrong = parameters.check(own)
      return wrong === undefined ? { ok: true, args: own } : { ok: false, text: wrong }
    },
    async run(args, signal) {
      calls++
      const spill = openSpill(place.outputDir, `${full}-${calls}.txt`)
      const ran = await start([...call, name], place, signal, JSON.stringify(args))
      spill.take(Buffer.from(ran.stdout))
      return resultOf(ran, spill.file())
    },
  }
}

const described = (description: string, call: Argv): string =>
  `${description}

This tool belongs to the repository. It was found by its discovery command and is run by "${call.join(' ')}" with the tool's name as its argument and the parameters as JSON on standard input. A run that succeeds answers with its standard output. Otherwise the answer has the lines Stdout, Stderr, Error (why it could not be started), Exit Code and Signal; (empty) or (none) where there is nothing to tell.`.trim()

/** Anything on standard error counts as failure, as the protocol has it. */
function resultOf(ran: Ran, file: string | undefined): ToolResult {
  if (ran.aborted) return failed('cancelled', 'Tool call aborted')
  const output = shortened(ran.stdout, file)
  if (ran.code === 0 && ran.signal === null && ran.failure === undefined && ran.stderr === '')
    return done(untrusted(output), output)
  const late = ran.timedOut === false ? undefined : `It was ended: ${LATE[ran.timedOut]}.`
  const report = [
    `Stdout: ${output || '(empty)'}`,
    `Stderr: ${shortened(ran.stderr, undefined) || '(empty)'}`,
    `Error: ${ran.failure ?? late ?? '(none)'}`,
    `Exit Code: ${ran.code ?? '(none)'}`,
    `Signal: ${ran.signal ?? '(none)'}`,
  ].join('\n')
  return failed('discovered_tool_execution_error', untrusted(report))
}
const LATE = { total: 'it took too long', idle: 'it was silent too long', flood: 'it printed too much' } as const
