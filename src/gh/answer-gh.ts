import { GH_ALIASES, GH_COMMANDS, type GhCommand } from './gh-commands.ts'
import { parseGhOptions } from './gh-options.ts'
import { bodySource, requireOwnHost, requireOwnRepository } from './gh-target.ts'
import { type GhAnswer, type GhCall, type GhContext, GhError, type GhRequest, type GhResult } from './gh-types.ts'
import { adviceInstead } from './gh-unavailable.ts'

/** Judges a command by the rules for the shell; rejects with GhError when they do not allow it. */
export type JudgeCommand = (line: string) => Promise<void>

/**
 * Answers one call of `gh` through the github tools: what reads is answered for this repository, what writes becomes a
 * proposal. Never rejects for a mistake of the command.
 */
export async function answerGh(request: GhRequest, context: GhContext, judge: JudgeCommand): Promise<GhAnswer> {
  const notes: string[] = []
  const stderr = (...texts: readonly string[]) => [...notes, ...texts].map((text) => `${text}\n`).join('')
  try {
    const help = helpText(request.argv)
    if (help !== undefined) return { stdout: help, stderr: '', exitCode: 0 }
    const { command, words } = findCommand(request.argv)
    const options = parseGhOptions(request.argv.slice(words), command.options)
    const name = request.argv.slice(0, words).join(' ')
    requireOwnHost(request, context)
    requireOwnRepository([options.text('repo') ?? request.repo], context)
    if (options.has('jq') && !options.has('json')) throw new GhError('cannot use `--jq` without specifying `--json`')
    const jq = options.text('jq')
    // Modules are files, and gh's own jq has none.
    if (jq !== undefined && /\b(?:import|include|input_filename|modulemeta)\b/.test(jq))
      throw new GhError('--jq: import, include and input_filename are not available.')
    await judge(`gh ${name} ${options.line}`.trim())
    const needs = bodySource(options.text('body-file'), request, context.root)
    if (needs !== undefined) return { stdout: '', stderr: '', exitCode: 0, needs }
    const body = options.has('body-file') ? request.text : options.text('body')
    const call: GhCall = { context, options, body, note: (text) => void notes.push(text) }
    const result = await command.run(call)
    return { ...outputOf(result), stderr: stderr(), jq }
  } catch (error) {
    if (!(error instanceof GhError)) throw error
    return { stdout: '', stderr: stderr(`gh: ${error.message}`), exitCode: 1 }
  }
}

const outputOf = (result: GhResult): Pick<GhAnswer, 'stdout' | 'exitCode'> =>
  'json' in result
    ? { stdout: `${JSON.stringify(result.json)}\n`, exitCode: 0 }
    : { stdout: result.text, exitCode: result.exitCode ?? 0 }

function findCommand(argv: readonly string[]): { command: GhCommand; words: number } {
  const name = argv.slice(0, 2).join(' ')
  const known = GH_ALIASES[name] ?? name
  const command = Object.hasOwn(GH_COMMANDS, known) ? GH_COMMANDS[known] : undefined
  if (command !== undefined) return { command, words: 2 }
  throw new GhError(
    adviceInstead(argv) ?? `unknown command ${JSON.stringify(name)}. Available here: ${listCommands()}.`,
  )
}

const listCommands = (): string => Object.keys(GH_COMMANDS).join(', ')

/** The text for --help and --version; undefined for other calls. */
function helpText(argv: readonly string[]): string | undefined {
  const [first = '--help', second] = argv
  if (first === '--version' || first === 'version')
    return 'gh version 2.83.0 (answered by Sluice, without a credential)\n'
  const name = argv.slice(0, 2).join(' ')
  const command = Object.hasOwn(GH_COMMANDS, name) ? GH_COMMANDS[name] : undefined
  if (command !== undefined && argv.slice(2).some((word) => word === '--help'))
    return `gh ${name}: ${Object.entries(command.options)
      .filter(([, { advice }]) => advice === undefined)
      .map(([option]) => `--${option}`)
      .join(' ')}\n`
  const isGroup = Object.keys(GH_COMMANDS).some((each) => each.startsWith(`${first} `))
  if (!['--help', '-h', 'help'].includes(first) && !(isGroup && (second === undefined || second === '--help')))
    return undefined
  return `Commands for this repository, answered without a credential; what they write is proposed and delivered after the run:\n${Object.keys(
    GH_COMMANDS,
  )
    .map((each) => `  gh ${each}\n`)
    .join('')}`
}
