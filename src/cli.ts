import { mainStep, startRun } from './action.ts'
import { attackCommand } from './commands/attack.ts'
import type { CommandIo } from './commands/command-io.ts'
import { doctorCommand } from './commands/doctor.ts'
import { importCommand } from './commands/import.ts'
import { initCommand } from './commands/init.ts'
import { memoryCommand } from './commands/memory.ts'
import { askForMeant } from './commands/misspelling.ts'
import type { PolicyIo } from './commands/policy.ts'
import { policyCommand } from './commands/policy.ts'
import { replayCommand } from './commands/replay.ts'
import { reportCommand } from './commands/report.ts'
import { runCommand } from './commands/run.ts'
import { simulateCommand } from './commands/simulate.ts'
import { toolsCommand } from './commands/tools.ts'
import { messageOf, UserError } from './platform/errors.ts'
import { VERSION } from './platform/version.ts'

const HELP = `sluice – run and check the policy-governed Gemini agent without a runner

  sluice run               run the action locally
  sluice replay            replay a recorded run offline, and report the first divergence
  sluice policy explain    explain the decision on one call, rule by rule
  sluice policy check      decide calls from stdin, one JSON object a line
  sluice policy lint       find mistakes and doubtful rules in policy files
  sluice policy test       run test files with calls and expected decisions
  sluice init              write workflows, a starting policy and its tests
  sluice import            convert workflows of run-gemini-cli
  sluice doctor            find what is wrong or unsafe in workflows, settings and policies
  sluice simulate          show what each event starts, with which trust, tools, rules and limits
  sluice attack            play attacks on the workflows, with a model that obeys the attacker
  sluice report            sum up recorded runs: outcomes, denials, cost per result
  sluice memory show       show the memory files and the text that the model gets
  sluice tools list        list the tools that a model would see here, with the policy's verdict

Each command takes --help. Exit codes: 0 success, 1 the check failed, 2 wrong usage, 42 bad input, 53 turn limit.
`

const COMMAND_NAMES = [...new Set([...HELP.matchAll(/^ {2}sluice (\w+)/gm)].map(([, name = '']) => name))]

/** Starts the command line. `dist` is the path of dist/. */
export async function cli(dist: string): Promise<void> {
  // A reader that closes the pipe early (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const exit = dispatch(process.argv.slice(2), {
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    env: process.env,
    dist,
  })
  // Node would print the line of the bundle, too.
  process.exitCode = await exit.catch((error: unknown) => {
    process.stderr.write(
      `This is a bug. Report it: ${ISSUES}\n${error instanceof Error ? error.stack : String(error)}\n`,
    )
    return 1
  })
}

const ISSUES = 'https://github.com/sluice-agent/sluice/issues'

type Io = CommandIo & PolicyIo

/** Runs one command line. Resolves to the exit code. */
export async function dispatch([command, ...rest]: string[], io: Io): Promise<number> {
  try {
    switch (command) {
      case 'run':
        return await runCommand(rest, { ...io, startRun })
      case 'replay':
        return await replayCommand(rest, io)
      case 'policy':
        return await policyCommand(rest, io)
      case 'init':
        return await initCommand(rest, io)
      case 'import':
        return await importCommand(rest, io)
      case 'doctor':
        return await doctorCommand(rest, io)
      case 'simulate':
        return await simulateCommand(rest, io)
      case 'attack':
        return await attackCommand(rest, { ...io, mainStep })
      case 'report':
        return await reportCommand(rest, io)
      case 'memory':
        return await memoryCommand(rest, io)
      case 'tools':
        return await toolsCommand(rest, io)
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        io.out(HELP)
        return command === undefined ? 2 : 0
      case '--version': {
        io.out(`${VERSION}\n`)
        return 0
      }
      default:
        io.err(`sluice: there is no command "${command}".${askForMeant(command, COMMAND_NAMES)}\n\n${HELP}`)
        return 2
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    io.err(`${messageOf(error)}\n`)
    return 42
  }
}
