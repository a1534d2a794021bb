import { createTwoFilesPatch } from 'diff'
import type { CallRecord } from '../record/events.ts'
import { nameOf, type Recording } from './recording.ts'
import type { Replayed } from './replay-session.ts'
import type { CallDifference, Divergence } from './replay-track.ts'

/** Lines of a diff that are shown; a whole request can be thousands. */
const MOST_LINES = 60
const MOST_CALLS = 20

/** What a replay found, for people. */
export function reportOf(replayed: Replayed, { started, at }: Recording, from: string): string {
  const { requests, calls, divergence, differing, brokeOff } = replayed
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const title = `Session ${started.session}, recorded ${when} UTC by Sluice ${started.version} (${from})`
  const went = `${count(requests, 'request')} and ${count(calls, 'call')} are byte for byte as recorded`
  const same = divergence === undefined
  const end = brokeOff ? ', as far as it was recorded: the recording breaks off without an end' : ', and so is the end'
  const first = same ? `${went}${end}.` : `${describe(divergence)}\n\nUp to there ${went}.`
  const shown =
    same || divergence.at !== 'calls' ? differing : differing.filter(({ call }) => !isAmong(divergence, call))
  const others = shown.slice(0, MOST_CALLS).map(describeCall)
  if (shown.length > MOST_CALLS) others.push(`  … and ${shown.length - MOST_CALLS} more`)
  const list =
    others.length === 0
      ? ''
      : `\n\nRecorded calls that these rules decide otherwise, each by itself:\n${others.join('\n')}`
  return `${title}\n\n${first}${list}\n`
}

const isAmong = ({ calls }: Divergence & { at: 'calls' }, call: CallRecord) =>
  calls.some((one) => one.call.id === call.id)

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`

/** The same for programs. */
export function jsonOf(replayed: Replayed, { started }: Recording): object {
  const { divergence, differing, brokeOff, requests, calls } = replayed
  return {
    session: started.session,
    version: started.version,
    same: divergence === undefined && differing.length === 0,
    complete: !brokeOff,
    requests,
    calls,
    divergence: divergence === undefined ? null : jsonOfDivergence(divergence),
    differing: differing.map(jsonOfCall),
  }
}

function jsonOfDivergence(divergence: Divergence): object {
  if (divergence.at === 'calls') return { ...divergence, calls: divergence.calls.map(jsonOfCall) }
  return divergence.at === 'end' ? divergence : { ...divergence, difference: differenceOf(divergence) }
}

const jsonOfCall = ({ call, now, turn }: CallDifference) => {
  const { id, name, args, agent, verdict, rule } = call
  const then = { verdict: verdict ?? null, rule: rule ?? null }
  return {
    id,
    ...(turn === undefined ? {} : { turn }),
    ...(agent === undefined ? {} : { agent }),
    tool: name,
    args,
    recorded: then,
    now: { verdict: now.verdict ?? null, rule: now.rule ?? null },
  }
}

function describe(divergence: Divergence): string {
  switch (divergence.at) {
    case 'calls':
      return `Goes another way in turn ${divergence.turn}: policy decides otherwise.\n\n${divergence.calls.map(describeCall).join('\n')}`
    case 'end':
      return `Ends otherwise after turn ${divergence.turn}.\n\n${diffOf('end', divergence.recorded, divergence.now)}`
    case 'request': {
      const { turn, nth, agent, recorded } = divergence
      const whose = agent === undefined ? '' : ` of ${agent}`
      const where = `Goes another way in ${turn === 0 ? '' : `turn ${turn}, `}request ${nth}${whose}`
      return recorded === undefined
        ? `${where}: the recorded session did not ask any more.`
        : `${where}: ${differenceOf(divergence)}`
    }
  }
}

function describeCall({ call, now, turn }: CallDifference): string {
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
  `${verdict ?? 'not judged'}${rule === undefined ? ', by no rule' : `, by ${rule.file}:${rule.line} (${rule.tier} ${rule.priority})`}`

/** The first thing that differs between two requests, in the order they are sent. */
function differenceOf({ recorded, now }: Divergence & { at: 'request' }): string {
  if (recorded === undefined) return 'asked only now'
  if (recorded.model !== now.model) return `the model is ${now.model}, and was ${recorded.model}.`
  const other = namesDiffer(recorded.tools, now.tools)
  if (other !== undefined) return other
  if (recorded.system !== now.system)
    return `the system text differs.\n\n${diffOf('system', recorded.system, now.system)}`
  const tools = toolsDiffer(recorded.tools, now.tools)
  if (tools !== undefined) return tools
  const index = recorded.messages.findIndex((one, nth) => JSON.stringify(one) !== JSON.stringify(now.messages[nth]))
  if (index >= 0 || now.messages.length > recorded.messages.length) {
    const nth = index >= 0 ? index : recorded.messages.length
    const role = (recorded.messages[nth] ?? now.messages[nth])?.role
    const texts = [recorded.messages[nth], now.messages[nth]].map(readable)
    return `message ${nth + 1} (${role}) differs.\n\n${diffOf(`message ${nth + 1}`, texts[0] ?? '', texts[1] ?? '')}`
  }
  return `what else is asked for differs.\n\n${diffOf('options', readable(recorded.options), readable(now.options))}`
}

/** Said before the system text, which speaks of what tools there are. */
function namesDiffer(recorded: readonly unknown[], now: readonly unknown[]): string | undefined {
  const [was, is] = [recorded.map(nameOf), now.map(nameOf)]
  const gone = was.filter((name) => !is.includes(name))
  const come = is.filter((name) => !was.includes(name))
  if (gone.length + come.length === 0) return undefined
  const no = gone.length === 0 ? '' : `; no longer of ${gone.join(', ')}`
  return `the model is told of other tools${no}${come.length === 0 ? '' : `; also of ${come.join(', ')}`}.`
}

function toolsDiffer(recorded: readonly unknown[], now: readonly unknown[]): string | undefined {
  if (JSON.stringify(recorded) === JSON.stringify(now)) return undefined
  const other = recorded.findIndex((tool, nth) => JSON.stringify(tool) !== JSON.stringify(now[nth]))
  const name = nameOf(recorded[other])
  return `the tool ${name} is described otherwise.\n\n${diffOf(name, readable(recorded[other]), readable(now[other]))}`
}

/** JSON with the line breaks of its texts as line breaks: a diff by lines is then one of what people read. */
const readable = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2).replaceAll('\\n', '\n').replaceAll('\\"', '"')

function diffOf(name: string, recorded: string, now: string): string {
  const patch = createTwoFilesPatch(`${name}, recorded`, `${name}, now`, `${recorded}\n`, `${now}\n`, '', '', {
    context: 2,
  })
  const lines = patch.trimEnd().split('\n').slice(1)
  const more = lines.length - MOST_LINES
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`… ${count(more, 'more line')}`] : [])].join('\n')
}
