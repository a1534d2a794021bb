import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DELEGATE } from '../agent/delegate.ts'
import type { AgentKit } from '../agent/kit.ts'
import { converse } from '../agent/loop.ts'
import { memoryOptions } from '../agent/memory.ts'
import { asideFor } from '../equipment/aside.ts'
import { budgetFor, contextOf, stopsFor } from '../equipment/limits.ts'
import { outputForm } from '../equipment/output-form.ts'
import { placesOf } from '../equipment/places.ts'
import { programsIn } from '../equipment/programs-said.ts'
import { openWorkspace, type Reader } from '../host/files.ts'
import { type Inputs, readInputs } from '../inputs.ts'
import type { Declaration, Part } from '../model/types.ts'
import { hiddenAmong, type Mode, type Rule } from '../policy/decide.ts'
import type { PolicySource } from '../policy/load.ts'
import type { ToolRecord } from '../record/events.ts'
import type { Settings } from '../settings/settings.ts'
import { rulesIn } from '../steering/policies.ts'
import { builtins, type Powers } from '../tools/builtins.ts'
import { keptAt } from '../tools/long-output.ts'
import { needsAPerson } from '../tools/needs-a-person.ts'
import { makeToolbox, withinRequest } from '../tools/toolbox.ts'
import { delegationIn, laterTools, recordedTool } from './recorded-tools.ts'
import { nameOf, type Recording } from './recording.ts'
import { differingCalls } from './rejudge.ts'
import { delegateAgain } from './replay-agents.ts'
import { type CallDifference, type Divergence, follow, Left, type Track } from './replay-track.ts'

export type Replayed = {
  requests: number
  calls: number
  divergence?: Divergence
  /** Every recorded call, sub-agents' too, that these rules decide otherwise, whatever came before it. */
  differing: CallDifference[]
  /** The recording breaks off here: without an end, or without an answer. */
  brokeOff: boolean
}

export type Changes = {
  /** Take the place of the recorded files of the user tier. */
  policies?: readonly PolicySource[]
  prompt?: (recorded: Part[]) => Part[]
}

/**
 * Has a recorded session again: the same loop, policy engine and prompts, with the recorded answers of the model, of tools
 * and of other people's programs. Nothing of the first machine is needed, and nothing is sent or run.
 */
export async function replaySession(recording: Recording, dist: string, changes: Changes = {}): Promise<Replayed> {
  const { equipped } = recording
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
  const delegate = delegateAgain(recording, track, () => kit)
  const budget = budgetFor(inputs, settings, equipped.model, () => undefined)
  const tools = [...equipped.tools, ...laterTools(recording)].map((tool) => {
    const known = own.find(({ name }) => name === tool.name)
    return recordedTool(tool, known, track, tool.name === DELEGATE ? delegate : undefined)
  })
  const shut = hiddenAmong(tools, rules, mode)
  const isDeclared = ({ name, undeclared }: ToolRecord) => undeclared !== true && !shut.has(name)
  const ask = budget.counted(track.ask)
  track.pays(budget)
  const now = () => recording.at
  const { outputs } = equipped
  const { form } = await outputForm(String(inputs.output_schema), NOTHING, () => undefined)
  const aside = asideFor({ ask, filter: { deep: (value) => value }, emit: track.emit, now })
  const toolbox = makeToolbox(tools)
  const kit: AgentKit = {
    toolbox,
    places: placesOf(recording.calls, toolbox),
    rules,
    mode,
    hidden: shut,
    get declarations() {
      // Servers change their tools while a run goes on.
      const told = track.upcoming()?.tools.map(nameOf) ?? []
      const now = equipped.tools.filter(isDeclared).map(({ declaration }) => declaration)
      const recorded = (track.upcoming()?.tools ?? []) as Declaration[] // recorded from such
      const all = [...recorded.filter(({ name }) => !shut.has(name)), ...now.filter(({ name }) => !told.includes(name))]
      return withinRequest(all)
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
  return kit
}

/** Schemas were recorded whole. */
const NOTHING: Pick<Reader, 'read'> = { read: async () => undefined }

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
