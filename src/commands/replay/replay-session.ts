import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Admission, AgentContext } from '../../agent/agent-context.ts'
import type { CostReason } from '../../agent/budget.ts'
import { recordedPrograms } from '../../agent/hooks/hook-recording.ts'
import { runConversation } from '../../agent/loop.ts'
import { memoryOptions } from '../../agent/memory/memory.ts'
import { recordedPaths } from '../../agent/resolved-paths.ts'
import { DELEGATE_TOOL } from '../../agent/subagents/delegate.ts'
import { createUtilityRequests } from '../../agent/utility-request.ts'
import type { Inputs } from '../../config/inputs/inputs.ts'
import { readInputs } from '../../config/inputs/read-inputs.ts'
import { parseRules } from '../../config/load-policies.ts'
import type { Settings } from '../../config/settings/settings.ts'
import type { Message, MessagePart, ToolDeclaration } from '../../model/types.ts'
import { type CommitReader, openWorkspace } from '../../platform/files/workspace.ts'
import { hiddenTools, type Mode, type Rule } from '../../policy/rules/decide.ts'
import type { PolicySource } from '../../policy/rules/load.ts'
import type { ToolRecord } from '../../record/events.ts'
import { admitOnce } from '../../resume/admission.ts'
import { loadAnswerSchema } from '../../session/answer-schema.ts'
import { contextWindowFor, openRunBudget, stopConditions } from '../../session/run-limits.ts'
import { builtins, type Capabilities } from '../../tools/builtins.ts'
import { interactiveTools } from '../../tools/interactive-tools.ts'
import { savedTextPath } from '../../tools/shell/long-output.ts'
import { limitDeclarations, makeToolbox } from '../../tools/toolbox.ts'
import { delegationTool, findLaterTools, recordedTool } from './recorded-tools.ts'
import { declaredName, type Recording } from './recording.ts'
import { findDifferingCalls } from './reevaluate-policy.ts'
import { replayDelegation } from './replay-agents.ts'
import {
  type Divergence,
  ReplayStopped,
  type ReplayTrack,
  trackReplay,
  type VerdictDifference,
} from './replay-track.ts'

export type ReplayResult = {
  requests: number
  calls: number
  divergence?: Divergence
  /** Every recorded call, also of sub-agents, on which the rules now decide differently. */
  differing: VerdictDifference[]
  /** The recording is incomplete: it lacks its end or an answer. */
  brokeOff: boolean
}

export type ReplayChanges = {
  /** Replace the recorded policy files of these tiers. */
  policies?: ChangedPolicies
  prompt?: (recorded: MessagePart[]) => MessagePart[]
}

type ChangedPolicies = { [tier in PolicySource['tier']]?: readonly PolicySource[] }

/**
 * Replays a recorded session: the same loop, policy engine and prompts, with the recorded answers of model, tools, hooks and
 * checkers. Needs nothing but the recording, sends nothing and starts no program.
 */
export async function replaySession(
  recording: Recording,
  dist: string,
  changes: ReplayChanges = {},
): Promise<ReplayResult> {
  const { snapshot } = recording
  const settings = snapshot.settings as Settings // recorded from this type
  const hasChanges = (changes.policies?.user ?? changes.policies?.admin) !== undefined
  const { rules } = parseRules(replacePolicies(snapshot.policies as PolicySource[], changes.policies), settings)
  const track = trackReplay(recording, hasChanges)
  await using folder = await emptyFolder()
  const context = await buildReplayContext(recording, rules, settings, { dist, folder: folder.path, track })
  const [first] = recording.exchanges.get(undefined) ?? []
  const asked = first?.request.messages[historyOf(recording).length]
  const prompt = asked?.role === 'user' ? asked.parts : []
  try {
    const ending = await runConversation(changes.prompt?.(prompt) ?? prompt, context, track.stop.signal)
    track.compareCalls()
    track.compareEnd(ending)
  } catch (error) {
    if (!(error instanceof ReplayStopped)) throw error
  }
  return {
    ...track.result(),
    differing: await findDifferingCalls(recording, context, hasChanges),
  }
}

/** The messages of the conversation that the recorded run continued. */
const historyOf = ({ events, exchanges }: Recording): readonly Message[] =>
  events.some(({ type }) => type === 'run_resumed')
    ? (exchanges.get(undefined)?.[0]?.request.messages.slice(0, -1) ?? [])
    : []

/** The call that a person allowed in the recorded run. */
function admissionOf({ events }: Recording): Admission | undefined {
  const resumed = events.find((event) => event.type === 'run_resumed')
  return resumed?.admitted && admitOnce(resumed.admitted)
}

const replacePolicies = (recorded: readonly PolicySource[], changed: ChangedPolicies = {}) => [
  ...recorded.filter(({ tier }) => changed[tier] === undefined),
  ...(changed.user ?? []),
  ...(changed.admin ?? []),
]

/** The agent context of the recorded run. Tool declarations and the system prompt come from the recording. */
async function buildReplayContext(
  recording: Recording,
  rules: readonly Rule[],
  settings: Settings,
  { dist, folder, track }: { dist: string; folder: string; track: ReplayTrack },
): Promise<AgentContext> {
  const { snapshot, ended, events } = recording
  const mode = snapshot.mode as Mode // recorded from this type
  const inputs = recordedInputs(snapshot.inputs)
  const builtIns = [
    ...builtins(await replayCapabilities(folder, dist, settings)),
    ...interactiveTools(),
    ...delegationTool(snapshot.tools),
  ]
  const delegate = replayDelegation(recording, track, () => context)
  const budget = openRunBudget(
    { inputs, settings, costReason: snapshot.costReason as CostReason },
    snapshot.model,
    () => undefined,
  )
  const tools = [...snapshot.tools, ...findLaterTools(recording)].map((tool) => {
    const builtIn = builtIns.find(({ name }) => name === tool.name)
    return recordedTool(tool, builtIn, track, tool.name === DELEGATE_TOOL ? delegate : undefined)
  })
  const hidden = hiddenTools(tools, rules, mode)
  const isDeclared = ({ name, undeclared }: ToolRecord) => undeclared !== true && !hidden.has(name)
  const generate = budget.metered(track.generate)
  track.setBudget(budget)
  const now = () => recording.startTime
  const { outputs } = snapshot
  const { outputSchema } = await loadAnswerSchema(String(inputs.output_schema), NO_FILES, () => undefined)
  const utilityGenerate = createUtilityRequests({
    generate,
    filter: { deep: (value) => value },
    emit: track.emit,
    now,
  })
  const toolbox = makeToolbox(tools)
  const context: AgentContext = {
    toolbox,
    resolvePaths: recordedPaths(recording.calls, toolbox),
    rules,
    mode,
    hiddenTools: hidden,
    get declarations() {
      // Servers may change their tools during a run.
      const declared = track.nextRequest()?.tools.map(declaredName) ?? []
      const now = snapshot.tools.filter(isDeclared).flatMap(({ declaration }) => declaration ?? [])
      const recorded = (track.nextRequest()?.tools ?? []) as ToolDeclaration[] // recorded from this type
      const all = [
        ...recorded.filter(({ name }) => !hidden.has(name)),
        ...now.filter(({ name }) => !declared.includes(name)),
      ]
      return limitDeclarations(all)
    },
    history: historyOf(recording),
    admission: admissionOf(recording),
    redact: (value) => value,
    emit: track.emit,
    now,
    ...recordedPrograms(events),
    generate,
    outputSchema,
    // Recorded answers are truncated already; only later compression runs again.
    contextWindow:
      outputs !== undefined
        ? contextWindowFor(settings, snapshot.model, {
            utilityGenerate,
            saveOutput: async (name) => savedTextPath(outputs, name),
          })
        : undefined,
    model: snapshot.model,
    get system() {
      return track.nextRequest()?.system ?? ''
    },
    stopConditions: stopConditions(inputs, settings),
    budget,
    detectLoops: settings.model?.disableLoopDetection !== true,
    wrapUpSignal: track.wrapUp.signal,
    fallbackAnswer: () => (ended?.ending === 'answered' ? ended.text : ''),
  }
  return context
}

/** Recorded schemas need no file. */
const NO_FILES: Pick<CommitReader, 'read'> = { read: async () => undefined }

/** This version's defaults, overridden by the recorded inputs. */
const recordedInputs = (recorded: Record<string, unknown>): Inputs => ({ ...readInputs({}), ...recorded }) as Inputs // recorded from this type

const rejectCall = () => Promise.reject(new Error('a replay runs no tool'))

/** Capabilities for all built-in tools: they only parse arguments. */
async function replayCapabilities(folder: string, dist: string, settings: Settings): Promise<Capabilities> {
  return {
    files: await openWorkspace(folder),
    docs: dist,
    contextFiles: memoryOptions(settings.context).fileNames,
    fetch: { leaks: () => false, web: rejectCall },
    search: { leaks: () => false, groundedGenerate: rejectCall },
    shell: { env: {}, outputDir: folder, timeoutMs: 0, idleMs: 0 },
  }
}

async function emptyFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sluice-replay-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
