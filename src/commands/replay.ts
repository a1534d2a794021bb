import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { MessagePart } from '../model/types.ts'
import { formatRun, type OutputFormat, parseOutputFormat } from '../record/output-format.ts'
import { type TaskRequest, taskPart } from '../resume/initial-prompt.ts'
import { type CommandIo, reportUsageError } from './command-io.ts'
import { readPolicyPaths } from './policy/policy-sources.ts'
import { type Recording, readRecording } from './replay/recording.ts'
import { formatReport, jsonReport } from './replay/replay-report.ts'
import { replaySession } from './replay/replay-session.ts'

const HELP = `sluice replay TRANSCRIPT [--policies PATH]… [--admin-policies PATH]… [--prompt TEXT]
       [--sha256 DIGEST] [--format text|json] [--output-format FORMAT]

Replays a recorded session offline. Checks that decisions and requests are the same, byte for byte, or reports the first
divergence. Answers of the model, tools and hooks come from the recording; no program runs, and nothing is sent.

  --policies PATH         replace the recorded user-tier rules (of the repository and the workflow) by these. A file, a
                          folder with *.toml, or profile:NAME; repeatable
  --admin-policies PATH   the same for the recorded admin-tier rules (of the organization and the workflow)
  --prompt TEXT           replace the task
  --sha256 DIGEST         the digest that the run published, in its comment or as output transcript_sha256. Without it, the
                          hashes in the transcript show a changed line, but not that somebody computed all of them again
  --format FORMAT         format of the report: text or json
  --output-format FORMAT  print the session in the format of Gemini CLI: text, json or stream-json; the report then goes
                          to standard error

Exit codes: 0 the same, 1 a divergence or an incomplete or changed recording, 2 wrong usage,
42 a transcript that cannot be replayed.
`

const OPTIONS = {
  policies: { type: 'string', multiple: true },
  'admin-policies': { type: 'string', multiple: true },
  prompt: { type: 'string' },
  sha256: { type: 'string' },
  format: { type: 'string' },
  'output-format': { type: 'string', short: 'o' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function replayCommand(argv: string[], io: Omit<CommandIo, 'env'>): Promise<number> {
  const options = parseOptions(argv, io)
  if (typeof options === 'number') return options
  const { path, policies, adminPolicies, prompt, sha256, format, output } = options
  const recording = await readRecording(resolve(io.cwd, path), sha256)
  const user = policies && (await readPolicyPaths(policies, 'user', io))
  const admin = adminPolicies && (await readPolicyPaths(adminPolicies, 'admin', io))
  const replayed = await replaySession(recording, io.dist, {
    policies: { user, admin },
    prompt: prompt === undefined ? undefined : (recorded) => replaceTask(recorded, prompt, recording),
  })
  const report =
    format === 'json'
      ? `${JSON.stringify(jsonReport(replayed, recording), null, 2)}\n`
      : formatReport(replayed, recording, basename(path))
  if (output === undefined) io.out(report)
  else {
    io.out(formatRun(output, recording.events, recording.times))
    io.err(report)
  }
  const same = replayed.divergence === undefined && replayed.differing.length === 0
  return same && !replayed.brokeOff && recording.chain.state !== 'changed' ? 0 : 1
}

type Options = {
  path: string
  policies: string[] | undefined
  adminPolicies: string[] | undefined
  prompt: string | undefined
  sha256: string | undefined
  format: 'text' | 'json'
  output: OutputFormat | undefined
}

function parseOptions(argv: string[], io: Omit<CommandIo, 'env'>): Options | number {
  try {
    const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
    if (values.help) {
      io.out(HELP)
      return 0
    }
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new Error('give one transcript')
    const { format = 'text', policies, 'admin-policies': adminPolicies, prompt } = values
    const sha256 = values.sha256?.toLowerCase().replace(/^sha256:/, '')
    if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('--sha256 must be 64 hex digits')
    if (format !== 'text' && format !== 'json') throw new Error(`--format must be text or json, not "${format}"`)
    return { path, policies, adminPolicies, prompt, sha256, format, output: parseOutputFormat(values['output-format']) }
  } catch (error) {
    return reportUsageError(io, 'replay', error, HELP)
  }
}

/** The recorded initial prompt with another task; actor and subject stay the same. */
function replaceTask(recorded: MessagePart[], prompt: string, { started }: Recording): MessagePart[] {
  const part = taskPart(started.task as TaskRequest, prompt) // recorded from a task
  const index = recorded.findIndex(
    (each) => each.kind === 'text' && each.text.startsWith(part.text.slice(0, '# Task\n'.length)),
  )
  return index < 0 ? [...recorded, part] : recorded.with(index, part)
}
