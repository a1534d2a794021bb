import type { CommandIo } from './commands/command-io.ts'
import type { PolicyIo } from './commands/policy.ts'
import { messageOf, UserError } from './host/errors.ts'

const HELP = `sluice – a policy-governed Gemini agent, tried without a runner

  sluice run               one run, as the action does it
  sluice replay            replays a recorded run, offline: the same, or where it first goes another way
  sluice policy explain    what policy says of one call, and every rule with why it did or did not match
  sluice policy check      decisions for calls on stdin, one JSON object a line
  sluice policy lint       mistakes, dead rules and dangerous patterns in policy files
  sluice policy test       table tests in TOML
  sluice memory show       the memory files and the text composed of them
  sluice tools list        the tools a model would see here, with the policy's verdict

Each takes --help. Exit codes: 0 fine, 1 the check failed, 2 wrong usage, 42 bad input, 53 turn limit.
`

/** Starts the command line. `dist` is the folder dist/ lies in. */
export async function cli(dist: string): Promise<void> {
  // A reader that has seen enough (`| head`) is no mistake.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.exitCode = await dispatch(process.argv.slice(2), {
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    env: process.env,
    dist,
  })
}

type Io = CommandIo & PolicyIo

/** One command line; resolves to its exit status. */
export async function dispatch([command, ...rest]: string[], io: Io): Promise<number> {
  try {
    switch (command) {
      case 'run':
        return await (await import('./commands/run.ts')).runCommand(rest, io)
      case 'replay':
        return await (await import('./commands/replay.ts')).replayCommand(rest, io)
      case 'policy':
        return await (await import('./commands/policy.ts')).policyCommand(rest, io)
      case 'memory':
        return await (await import('./commands/memory.ts')).memoryCommand(rest, io)
      case 'tools':
        return await (await import('./commands/tools.ts')).toolsCommand(rest, io)
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        io.out(HELP)
        return command === undefined ? 2 : 0
      case '--version': {
        io.out(`${(await import('./version.ts')).VERSION}\n`)
        return 0
      }
      default:
        io.err(`sluice: there is no command "${command}".\n\n${HELP}`)
        return 2
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    io.err(`${messageOf(error)}\n`)
    return 42
  }
}
