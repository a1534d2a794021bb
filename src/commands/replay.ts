import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { proofOf } from '../delivery/last-checks.ts'
import { TASK_HEADING, type TaskRequest, taskText } from '../github/context/first-message.ts'
import type { MessagePart } from '../model/types.ts'
import { proofLine } from '../proof/proof-text.ts'
import type { CallRecord } from '../record/events.ts'
import { formatRun, type OutputFormat, parseOutputFormat } from '../record/output-format.ts'
import { type CommandIo, reportUsageError } from './command-io.ts'
import { readPolicyPaths } from './policy-sources.ts'
import { changedLineMessage, declaredName, type Recording, readRecording } from './replay/recording.ts'
import { type ReplayResult, replaySession } from './replay/replay-session.ts'
import type { Divergence, VerdictDifference } from './replay/replay-track.ts'

const HELP = `sluice replay TRANSCRIPT [--policies PATH]… [--admin-policies PATH]… [--prompt TEXT]
       [--sha256 DIGEST] [--format text|json] [--output-format FORMAT]

Replays a recorded session offline. Checks that decisions and requests are the same, byte for byte, or reports the first
divergence. Answers of the model, tools and hooks come from the recording; no program runs, and nothing is sent.

  --policies PATH         replace the recorded user-tier rules (of the repository and the workflow) with these: a file, a
                          folder with *.toml, or profile:NAME; repeatable
  --admin-policies PATH   the same for the recorded admin-tier rules (of the organization and the workflow)
  --prompt TEXT           replace the task
  --sha256 DIGEST         the digest that the run published, in its comment or as output transcript_sha256. Without it, the
                          hashes in the transcript reveal a changed line, unless all hashes were computed again
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
  const part: MessagePart = { kind: 'text', text: taskText(started.task as TaskRequest, prompt) } // recorded from a task
  const index = recorded.findIndex((each) => each.kind === 'text' && each.text.startsWith(TASK_HEADING))
  return index < 0 ? [...recorded, part] : recorded.with(index, part)
}

/** Limit of printed diff lines; a request can have thousands. */
const MAX_LINES = 60

const MAX_CALLS = 20

export function formatReport(
  replayed: ReplayResult,
  { started, startTime, chain, events }: Recording,
  from: string,
): string {
  const { requests, calls, divergence, differing, brokeOff } = replayed
  const when = new Date(startTime).toISOString().slice(0, 16).replace('T', ' ')
  const title = `Session ${started.session}, recorded ${when} UTC by Sluice ${started.version} (${from})`
  const summary = `${count(requests, 'request')} and ${count(calls, 'call')} match the recording byte for byte`
  const same = divergence === undefined
  const end = brokeOff ? ', but the recording is incomplete: it has no end' : ', and so does the end'
  const first = same ? `${summary}${end}.` : `${describe(divergence)}\n\nBefore that, ${summary}.`
  const shown =
    same || divergence.kind !== 'calls' ? differing : differing.filter(({ call }) => !isAmong(divergence, call))
  const others = shown.slice(0, MAX_CALLS).map(describeCall)
  if (shown.length > MAX_CALLS) others.push(`  … and ${shown.length - MAX_CALLS} more`)
  const list =
    others.length === 0
      ? ''
      : `\n\nRecorded calls on which the rules now decide differently, each judged on its own:\n${others.join('\n')}`
  const proof = proofLine(proofOf(events))
  return `${title}\n${chainLine(chain)}\n\n${first}${list}\n${proof === '' ? '' : `\nProof: ${proof}\n`}`
}

function chainLine(chain: Recording['chain']): string {
  switch (chain.state) {
    case 'intact':
      return `The transcript is unchanged: ${count(chain.lines, 'line')}, SHA-256 ${chain.sha256}`
    case 'absent':
      return 'The transcript has no hashes, so replay cannot detect changes to it.'
    case 'changed':
      return changedLineMessage(chain)
  }
}

const isAmong = ({ calls }: Divergence & { kind: 'calls' }, call: CallRecord) =>
  calls.some((one) => one.call.id === call.id)

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

export function jsonReport(replayed: ReplayResult, { started, chain, events }: Recording): object {
  const { divergence, differing, brokeOff, requests, calls } = replayed
  return {
    session: started.session,
    version: started.version,
    same: divergence === undefined && differing.length === 0,
    complete: !brokeOff,
    transcript: chain,
    requests,
    calls,
    divergence: divergence === undefined ? null : divergenceJson(divergence),
    differing: differing.map(callJson),
    proof: proofLine(proofOf(events)) || null,
  }
}

function divergenceJson(divergence: Divergence): object {
  if (divergence.kind === 'calls') return { ...divergence, calls: divergence.calls.map(callJson) }
  return divergence.kind === 'end' ? divergence : { ...divergence, difference: differenceOf(divergence) }
}

const callJson = ({ call, now, turn }: VerdictDifference) => {
  const { id, name, args, agent, verdict, rule } = call
  const then = { verdict: verdict ?? null, rule: rule ?? null }
  return {
    id,
    turn,
    agent,
    tool: name,
    args,
    recorded: then,
    now: { verdict: now.verdict ?? null, rule: now.rule ?? null },
  }
}

function describe(divergence: Divergence): string {
  switch (divergence.kind) {
    case 'calls':
      return `Diverges in turn ${divergence.turn}: the policy decides differently.\n\n${divergence.calls.map(describeCall).join('\n')}`
    case 'end':
      return `Ends differently after turn ${divergence.turn}.\n\n${diffOf('end', divergence.recorded, divergence.now)}`
    case 'request': {
      const { turn, nth, agent, recorded } = divergence
      const whose = agent === undefined ? '' : ` of ${agent}`
      const location = `Diverges in ${turn === 0 ? '' : `turn ${turn}, `}request ${nth}${whose}`
      return recorded === undefined
        ? `${location}: the recorded session has no such request.`
        : `${location}: ${differenceOf(divergence)}`
    }
  }
}

function describeCall({ call, now, turn }: VerdictDifference): string {
  const who = call.agent === undefined ? '' : ` (by ${call.agent})`
  const at = turn === undefined ? '' : `turn ${turn}: `
  const lines = [
    `  ${at}${call.name} ${JSON.stringify(call.args)}${who}`,
    `    recorded: ${verdictOf(call)}`,
    `    now:      ${verdictOf(now)}${now.message ? ` – ${now.message}` : ''}`,
  ]
  return lines.join('\n')
}

const verdictOf = ({ verdict, rule }: Pick<CallRecord, 'verdict' | 'rule'>) =>
  `${verdict ?? 'not evaluated'}${rule === undefined ? ', by no rule' : `, by ${rule.file}:${rule.line} (${rule.tier} ${rule.priority})`}`

/** The first thing that differs between two requests, in the order they are sent. */
function differenceOf({ recorded, now }: Divergence & { kind: 'request' }): string {
  if (recorded === undefined) return 'the request is new'
  if (recorded.model !== now.model) return `the model is ${now.model}, not ${recorded.model} as recorded.`
  const other = toolNamesDifference(recorded.tools, now.tools)
  if (other !== undefined) return other
  if (recorded.system !== now.system)
    return `the system prompt differs.\n\n${diffOf('system', recorded.system, now.system)}`
  const tools = toolsDifference(recorded.tools, now.tools)
  if (tools !== undefined) return tools
  const index = recorded.messages.findIndex(
    (message, nth) => JSON.stringify(message) !== JSON.stringify(now.messages[nth]),
  )
  if (index >= 0 || now.messages.length > recorded.messages.length) {
    const nth = index >= 0 ? index : recorded.messages.length
    const role = (recorded.messages[nth] ?? now.messages[nth])?.role
    const texts = [recorded.messages[nth], now.messages[nth]].map(readable)
    return `message ${nth + 1} (${role}) differs.\n\n${diffOf(`message ${nth + 1}`, texts[0] ?? '', texts[1] ?? '')}`
  }
  return `the options differ.\n\n${diffOf('options', readable(recorded.options), readable(now.options))}`
}

/** Compared before the system prompt, which lists the tools. */
function toolNamesDifference(recorded: readonly unknown[], now: readonly unknown[]): string | undefined {
  const [was, is] = [recorded.map(declaredName), now.map(declaredName)]
  const removed = was.filter((name) => !is.includes(name))
  const added = is.filter((name) => !was.includes(name))
  if (removed.length + added.length === 0) return undefined
  const missing = removed.length === 0 ? '' : `; removed: ${removed.join(', ')}`
  return `the tools differ${missing}${added.length === 0 ? '' : `; added: ${added.join(', ')}`}.`
}

function toolsDifference(recorded: readonly unknown[], now: readonly unknown[]): string | undefined {
  if (JSON.stringify(recorded) === JSON.stringify(now)) return undefined
  const other = recorded.findIndex((tool, nth) => JSON.stringify(tool) !== JSON.stringify(now[nth]))
  const name = declaredName(recorded[other])
  return `the declaration of the tool ${name} differs.\n\n${diffOf(name, readable(recorded[other]), readable(now[other]))}`
}

/** JSON with real line breaks in its texts, for readable line diffs. */
const readable = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2).replaceAll('\\n', '\n').replaceAll('\\"', '"')

function diffOf(name: string, recorded: string, now: string): string {
  const patch = createTwoFilesPatch(`${name}, recorded`, `${name}, now`, `${recorded}\n`, `${now}\n`, '', '', {
    context: 2,
  })
  const lines = patch.trimEnd().split('\n').slice(1)
  const more = lines.length - MAX_LINES
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… ${count(more, 'more line')}`] : [])].join('\n')
}
