import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Budget } from '../agent/budget.ts'
import { COMPRESSOR } from '../agent/context.ts'
import type { AgentKit } from '../agent/kit.ts'
import { converse } from '../agent/loop.ts'
import { memoryOptions } from '../agent/memory.ts'
import { Stopped } from '../agent/stops.ts'
import { asideFor } from '../equipment/aside.ts'
import { budgetFor, contextOf, stopsFor } from '../equipment/limits.ts'
import { outputForm } from '../equipment/output-form.ts'
import { programsIn } from '../equipment/programs-said.ts'
import { openWorkspace, type Reader } from '../host/files.ts'
import { type Inputs, readInputs } from '../inputs.ts'
import { type Ask, type Declaration, ModelError, type Part } from '../model/types.ts'
import { hidden, type Mode, type Rule } from '../policy/decide.ts'
import type { PolicySource } from '../policy/load.ts'
import type { CallRecord, Ending, RunEvent, ToolRecord } from '../record/events.ts'
import type { Settings } from '../settings/settings.ts'
import { rulesIn } from '../steering/policies.ts'
import { builtins, type Powers } from '../tools/builtins.ts'
import { keptAt } from '../tools/long-output.ts'
import { needsAPerson } from '../tools/needs-a-person.ts'
import { makeToolbox } from '../tools/toolbox.ts'
import { delegationIn, laterTools, recordedTool } from './recorded-tools.ts'
import { type Exchange, nameOf, type Question, type Recording } from './recording.ts'
import { differingCalls } from './rejudge.ts'

/** Two verdicts on one call: as recorded and as the rules have it now. */
export type CallDifference = { call: CallRecord; now: Pick<CallRecord, 'verdict' | 'rule' | 'message'>; turn?: number }

/** Where the session first goes another way. `nth` counts the questions of whoever asks, from 1. */
export type Divergence =
  | { at: 'request'; turn: number; nth: number; agent?: string; recorded: Question | undefined; now: Question }
  | { at: 'calls'; turn: number; calls: CallDifference[] }
  | { at: 'end'; turn: number; recorded: string; now: string }

export type Replayed = {
  requests: number
  calls: number
  divergence?: Divergence
  /** Every recorded call, sub-agents' too, that these rules decide otherwise, whatever came before it. */
  differing: CallDifference[]
  /** The recording breaks off here without an end. */
  brokeOff: boolean
}

export type Changes = {
  /** Take the place of the recorded files of the user tier. */
  policies?: readonly PolicySource[]
  prompt?: (recorded: Part[]) => Part[]
}

/** Thrown through the conversation to leave it; the answer of the recording would no longer be one to what was asked. */
class Left extends Error {}

/**
 * Has a recorded session again: the same loop, policy engine and prompts, with the recorded answers of the model, of tools
 * and of other people's programs. Nothing of the first machine is needed, and nothing is sent or run.
 */
export async function replaySession(recording: Recording, dist: string, changes: Changes = {}): Promise<Replayed> {
  const { equipped, ended } = recording
  const settings = equipped.settings as Settings // recorded from one
  const { rules } = rulesIn(policiesOf(equipped.policies as PolicySource[], changes.policies), settings)
  const track = follow(recording, changes.policies !== undefined)
  await using folder = await emptyFolder()
  const kit = await kitOf(recording, rules, settings, { dist, folder: folder.path, track })
  const [first] = recording.exchanges.get(undefined) ?? []
  const prompt = first?.question.messages[0]?.role === 'user' ? first.question.messages[0].parts : []
  try {
    const ending = await converse(changes.prompt?.(prompt) ?? prompt, kit, track.stop.signal)
    track.close()
    track.compareEnd(ending)
  } catch (error) {
    if (!(error instanceof Left)) throw error
  }
  return {
    ...track.seen(),
    differing: await differingCalls(recording, kit, changes.policies !== undefined),
    brokeOff: ended === undefined,
  }
}

const policiesOf = (recorded: readonly PolicySource[], changed: readonly PolicySource[] | undefined) =>
  changed === undefined ? recorded : [...recorded.filter(({ tier }) => tier !== 'user'), ...changed]

/** The kit of the recorded run. What tools say of themselves, and what the system text says, depends on where it was. */
async function kitOf(
  recording: Recording,
  rules: readonly Rule[],
  settings: Settings,
  { dist, folder, track }: { dist: string; folder: string; track: Track },
): Promise<AgentKit> {
  const { equipped, ended, events } = recording
  const mode = equipped.mode as Mode // recorded from one
  const inputs = inputsFrom(equipped.inputs)
  const own = [...builtins(await powersFor(folder, dist, settings)), ...needsAPerson(), ...delegationIn(equipped.tools)]
  const budget = budgetFor(inputs, settings, equipped.model, () => undefined)
  const tools = [...equipped.tools, ...laterTools(recording)].map((tool) => {
    const known = own.find(({ name }) => name === tool.name)
    return recordedTool(tool, known, track)
  })
  const shut = new Map(
    tools.flatMap((tool) => {
      const rule = hidden(rules, tool, mode)
      return rule === undefined ? [] : [[tool.name, rule] as const]
    }),
  )
  const isDeclared = ({ name, undeclared }: ToolRecord) => undeclared !== true && !shut.has(name)
  const ask = budget.counted(track.ask)
  track.pays(budget)
  const now = () => recording.at
  const { outputs } = equipped
  const { form } = await outputForm(String(inputs.output_schema), NOTHING, () => undefined)
  const aside = asideFor({ ask, filter: { deep: (value) => value }, emit: track.emit, now })
  return {
    toolbox: makeToolbox(tools),
    rules,
    mode,
    hidden: shut,
    get declarations() {
      // Servers change their tools while a run goes on.
      const told = track.upcoming()?.tools.map(nameOf) ?? []
      const now = equipped.tools.filter(isDeclared).map(({ declaration }) => declaration)
      const recorded = (track.upcoming()?.tools ?? []) as Declaration[] // recorded from such
      return [...recorded.filter(({ name }) => !shut.has(name)), ...now.filter(({ name }) => !told.includes(name))]
    },
    redact: (value) => value,
    emit: track.emit,
    now,
    ...programsIn(events),
    ask,
    form,
    // Answers were recorded as the model got them; only what became of them later is done again.
    ...(outputs !== undefined && {
      context: contextOf(settings, equipped.model, { aside, save: async (name) => keptAt(outputs, name) }),
    }),
    model: equipped.model,
    get system() {
      return track.upcoming()?.system ?? ''
    },
    stops: stopsFor(inputs, settings),
    budget,
    detectLoops: settings.model?.disableLoopDetection !== true,
    soon: track.soon.signal,
    wordless: () => (ended?.ending === 'answered' ? ended.text : ''),
  }
}

/** Schemas were recorded whole. */
const NOTHING: Pick<Reader, 'read'> = { read: async () => undefined }

type Track = ReturnType<typeof follow>

/** Goes along the recording while the session is had again, and leaves it where they part. */
function follow(recording: Recording, lenient: boolean) {
  const { ended } = recording
  const stop = new AbortController()
  const soon = new AbortController()
  const asked = new Map<string | undefined, number>()
  const own = recording.calls.filter(({ agent }) => agent === undefined)
  const all = own.length
  const calls = Map.groupBy(own, ({ id }) => id)
  let divergence: Divergence | undefined
  let requests = 0
  let judged = 0
  let turn = 0
  const otherwise: CallDifference[] = []
  let open: Exchange | undefined
  /** A tool is told arguments alone; which call runs is said the moment before. */
  let running = ''

  const part = (at: Divergence): never => {
    divergence ??= at
    throw new Left()
  }
  /** A turn's calls are compared together, so that all of them are shown. */
  const close = () => {
    if (otherwise.length > 0) part({ at: 'calls', turn, calls: otherwise })
  }
  const main = recording.exchanges.get(undefined) ?? []
  /** Time was up, or somebody pressed the button. What is still asked after that is for a last word. */
  const cutOff = () => {
    if (ended?.why !== 'time' && ended?.why !== 'cancelled') return
    const left = main.length - (asked.get(undefined) ?? 0)
    if (left > 0) soon.abort(new Stopped(ended.why))
    else stop.abort(new Stopped(ended.why))
  }
  const ask: Ask = async () => {
    const { reply, failed } = open ?? {}
    if (reply !== undefined) return structuredClone(reply)
    if (failed !== undefined) throw asThrown(failed, ended)
    cutOff()
    soon.signal.throwIfAborted()
    stop.signal.throwIfAborted()
    throw new Left() // the recording breaks off
  }
  /** What tools and sub-agents asked meanwhile was paid for from the same budget. */
  let purse: Budget | undefined
  let paid = 0
  const payFor = (events: Recording['events'], call: CallRecord) => {
    const upTo = events.findIndex((event) => event.type === 'call_finished' && event.call === call)
    for (const event of events.slice(paid, upTo))
      if (event.type === 'model_reply' && event.agent !== undefined && event.agent !== COMPRESSOR)
        void purse?.counted(async () => event.reply)({ model: '', system: '', messages: [], tools: [] }, stop.signal)
    paid = Math.max(paid, upTo)
  }
  const emit = (event: RunEvent) => {
    if (event.type === 'call_state' && event.state === 'executing') running = event.id
    if (event.type === 'call_finished' && event.call.agent === undefined) {
      judged += 1
      const recorded = calls.get(event.call.id)?.shift()
      if (recorded !== undefined && !sameVerdict(recorded, event.call, lenient))
        otherwise.push({ call: recorded, now: event.call, turn })
      if (recorded !== undefined) payFor(recording.events, recorded)
      if (judged === all && isLastWord(main[asked.get(undefined) ?? 0])) cutOff()
    }
    if (event.type !== 'model_request') return
    close()
    const nth = (asked.get(event.agent) ?? 0) + 1
    asked.set(event.agent, nth)
    if (event.agent === undefined) turn = event.turn
    open = recording.exchanges.get(event.agent)?.[nth - 1]
    const { question } = open ?? {}
    const by = event.agent === undefined ? {} : { agent: event.agent }
    if (question === undefined && ended === undefined) throw new Left()
    if (question === undefined || !sameQuestion(question, event))
      part({ at: 'request', turn: event.turn, nth, ...by, recorded: question, now: event })
    requests += 1
  }
  return {
    stop,
    soon,
    pays(budget: Budget) {
      purse = budget
    },
    upcoming: () => recording.exchanges.get(undefined)?.[asked.get(undefined) ?? 0]?.question,
    ask,
    emit,
    close,
    answer() {
      const [call] = calls.get(running) ?? []
      if (call?.state === 'cancelled') cutOff()
      return { reply: recording.replies.get(running), call }
    },
    refusal(name: string, args: Record<string, unknown>) {
      // A server may have changed what it takes: the next such call counts.
      const next = own.find(
        (call) => call.name === name && calls.get(call.id)?.includes(call) && isDeepStrictEqual(call.args, args),
      )
      return next?.why === 'invalid_tool_params' ? next.display : undefined
    },
    compareEnd(ending: Ending) {
      const now = endOf(ending)
      const recorded = ended && endOf({ ...ended, end: ended.ending })
      if (recorded !== undefined && recorded !== now) divergence ??= { at: 'end', turn, recorded, now }
    },
    seen: () => ({ requests, calls: judged, ...(divergence === undefined ? {} : { divergence }) }),
  }
}

const endOf = ({ end, why, text }: { end: string; why?: string; text: string }) =>
  `${end}${why === undefined ? '' : ` (${why})`}: ${text}`

/** Nothing was asked any more, or only what there was to say so far. */
const isLastWord = (next: Exchange | undefined): boolean =>
  next === undefined || isDeepStrictEqual(next.question.options?.choice, { mode: 'none' })

/** Byte for byte: as both would be written. */
export const sameQuestion = (recorded: Question, now: Question): boolean =>
  JSON.stringify(asWritten(recorded)) === JSON.stringify(asWritten(now))

const asWritten = ({ model, system, tools, messages, options }: Question) => [model, system, tools, messages, options]

/** With other rules only the verdict counts: which rule says the same is then no news. */
function sameVerdict(recorded: CallRecord, now: CallRecord, lenient: boolean): boolean {
  if (recorded.verdict !== now.verdict || lenient) return recorded.verdict === now.verdict
  return recorded.rule?.file === now.rule?.file && recorded.rule?.line === now.rule?.line
}

function asThrown({ text, status }: NonNullable<Exchange['failed']>, ended: Recording['ended']): ModelError {
  const fault = ended?.outcome === 'quota' ? 'quota' : ended?.outcome === 'config' ? 'auth' : 'unavailable'
  return new ModelError(text, { fault, retry: 'never', status })
}

/** The inputs of the recording over this version's defaults. */
const inputsFrom = (recorded: Record<string, unknown>): Inputs => ({ ...readInputs({}), ...recorded }) as Inputs // recorded from such

const elsewhere = () => Promise.reject(new Error('a replay runs no tool'))

/** Every power, for tools that read arguments as they did then. None is used. */
async function powersFor(folder: string, dist: string, settings: Settings): Promise<Powers> {
  return {
    files: await openWorkspace(folder),
    docs: dist,
    contextFiles: memoryOptions(settings.context).fileNames,
    fetch: { leaks: () => false, web: elsewhere },
    search: { leaks: () => false, ask: elsewhere },
    shell: { env: {}, outputDir: folder, timeoutMs: 0, idleMs: 0 },
  }
}

async function emptyFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sluice-replay-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
