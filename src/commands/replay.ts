import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type TaskWords, taskPart } from '../briefing.ts'
import type { Part } from '../model/types.ts'
import { type OutputFormat, outputFormat, project } from '../record/projection.ts'
import { type CommandIo, wrongUsage } from './command-io.ts'
import { policySources } from './policy-sources.ts'
import { type Recording, readRecording } from './recording.ts'
import { jsonOf, reportOf } from './replay-report.ts'
import { replaySession } from './replay-session.ts'

const HELP = `sluice replay TRANSCRIPT [--policies PATH]… [--prompt TEXT] [--format text|json] [--output-format FORMAT]

Replays a recorded session, offline: the same decisions and the same requests, byte for byte, or the first divergence.
The answers of the model, of tools and of hooks come from the recording; nothing is run, and nothing is sent.

  --policies PATH         what these rules would have made of it: they take the place of the recorded ones of the user
                          tier (the repository's and the workflow's). A file, a folder with *.toml, or profile:NAME;
                          repeatable
  --prompt TEXT           what the model would have been asked with another task
  --format FORMAT         of the report: text, or json for programs
  --output-format FORMAT  print the session as the reference would have: text, json or stream-json. The report then goes
                          to standard error

Exit codes: 0 the same, 1 a divergence or a recording that breaks off, 2 wrong usage, 42 no transcript that can be replayed.
`

const OPTIONS = {
  policies: { type: 'string', multiple: true },
  prompt: { type: 'string' },
  format: { type: 'string' },
  'output-format': { type: 'string', short: 'o' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function replayCommand(argv: string[], io: Omit<CommandIo, 'env'>): Promise<number> {
  const options = optionsIn(argv, io)
  if (typeof options === 'number') return options
  const { path, policies, prompt, format, output } = options
  const recording = await readRecording(resolve(io.cwd, path))
  const files = policies === undefined ? undefined : await policySources(policies, 'user', io)
  const replayed = await replaySession(recording, io.dist, {
    ...(files === undefined ? {} : { policies: files }),
    ...(prompt === undefined ? {} : { prompt: (recorded) => asked(recorded, prompt, recording) }),
  })
  const report =
    format === 'json'
      ? `${JSON.stringify(jsonOf(replayed, recording), null, 2)}\n`
      : reportOf(replayed, recording, basename(path))
  if (output === undefined) io.out(report)
  else {
    io.out(project(output, recording.events, recording.times))
    io.err(report)
  }
  const same = replayed.divergence === undefined && replayed.differing.length === 0
  return same && !replayed.brokeOff ? 0 : 1
}

type Options = {
  path: string
  policies: string[] | undefined
  prompt: string | undefined
  format: 'text' | 'json'
  output: OutputFormat | undefined
}

function optionsIn(argv: string[], io: Omit<CommandIo, 'env'>): Options | number {
  try {
    const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
    if (values.help) {
      io.out(HELP)
      return 0
    }
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new Error('name one transcript')
    const { format = 'text', policies, prompt } = values
    if (format !== 'text' && format !== 'json') throw new Error(`--format is text or json, not "${format}"`)
    return { path, policies, prompt, format, output: outputFormat(values['output-format']) }
  } catch (error) {
    return wrongUsage(io, 'replay', error, HELP)
  }
}

/** The recorded briefing with another task in it. Who asked and what about stay. */
function asked(recorded: Part[], prompt: string, { started }: Recording): Part[] {
  const part = taskPart(started.task as TaskWords, prompt) // recorded from a task
  const at = recorded.findIndex(
    (one) => one.kind === 'text' && one.text.startsWith(part.text.slice(0, '# Task\n'.length)),
  )
  return at < 0 ? [...recorded, part] : recorded.with(at, part)
}
