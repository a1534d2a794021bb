import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Admission, AgentContext } from '../../agent/agent-context.ts'
import type { Allowance, CostReason } from '../../agent/budget.ts'
import { recordedPrograms } from '../../agent/hooks/hook-recording.ts'
import { runConversation } from '../../agent/loop.ts'
import { memoryOptions } from '../../agent/memory-files.ts'
import { loadAnswerSchema } from '../../agent/output-schema.ts'
import { recordedPaths } from '../../agent/resolved-paths.ts'
import * as builtInSubagents from '../../agent/subagents/built-in.ts'
import { runAgent } from '../../agent/subagents/run-agent.ts'
import type { Subagent, SubagentServers } from '../../agent/subagents/subagent.ts'
import { DELEGATE_TOOL } from '../../agent/subagents/subagent-tools.ts'
import { createUtilityRequests } from '../../agent/utility-request.ts'
import { type Inputs, readInputs } from '../../config/inputs.ts'
import { parseRules } from '../../config/load-policies.ts'
import type { Settings } from '../../config/settings/settings.ts'
import type { Message, MessagePart, ToolDeclaration } from '../../model/types.ts'
import { type CommitReader, openWorkspace } from '../../platform/files/workspace.ts'
import { callFacts, decide, hiddenTools, ruleRef } from '../../policy/rules/decide.ts'
import type { PolicySource } from '../../policy/rules/load.ts'
import type { Mode, Rule } from '../../policy/rules/rule.ts'
import type { AdmittedCall, AgentDefinition, CallRecord, Ending, ToolRecord } from '../../record/events.ts'
import { admitOnce, exactCallKey } from '../../resume/call-once.ts'
import { settledEnding } from '../../review/answer-findings.ts'
import { contextWindowFor, openRunBudget, stopConditions } from '../../session/run-options.ts'
import { builtins, type Capabilities } from '../../tools/builtins.ts'
import { interactiveTools } from '../../tools/interactive-tools.ts'
import { savedTextPath } from '../../tools/long-output.ts'
import type { Tool } from '../../tools/tool.ts'
import { limitDeclarations, makeToolbox } from '../../tools/toolbox.ts'
import {
  type Delegation,
  declaredName,
  delegationTool,
  findLaterTools,
  type RecordedRequest,
  type Recording,
  recordedTool,
  toResult,
} from './recording.ts'
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
    const followUps = recordedFollowUps(recording, track.stop.signal)
    context.recover = followUps.recover
    const ending = await runConversation(changes.prompt?.(prompt) ?? prompt, context, track.stop.signal)
    track.compareCalls()
    await replaySecondLook(recording, track, context)
    track.compareCalls()
    track.compareEnd(followUps.settle(ending))
  } catch (error) {
    if (!(error instanceof ReplayStopped)) throw error
  }
  return {
    ...track.result(),
    differing: await findDifferingCalls(recording, context, hasChanges),
  }
}

/**
 * What the recorded run asked after its answers. `settle`: the ending that counts, which is that of an earlier answer where the recorded
 * run kept it.
 */
function recordedFollowUps({ events }: Recording, signal: AbortSignal) {
  const questions = events.filter((event) => event.type === 'follow_up')
  const endings: Ending[] = []
  const recover: AgentContext['recover'] = (ending, turns) => {
    const next = questions[endings.length]
    if (next === undefined || ending.end !== 'answered' || (next.turns ?? turns) !== turns) return undefined
    endings.push(ending)
    return { prompt: [{ kind: 'text', text: next.text }], signal }
  }
  const settle = (ending: Ending): Ending => {
    const proof = events.find((event) => event.type === 'proof')?.proof
    const rounds = endings.filter((_, index) => questions[index]?.isRound === true)
    const chosen = rounds[proof?.rounds?.choice ?? rounds.length]
    const question = questions.findIndex(({ isRound }) => isRound !== true)
    return chosen ?? settledEnding(endings[question], ending)
  }
  return { recover, settle }
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

/**
 * Replays the conversation of a sub-agent with its recorded answers. Its report is the answer of the call, unless the report
 * was truncated. For older recordings without the sub-agent's definition, the answer is the recorded one.
 */
export const replayDelegation =
  ({ snapshot, started }: Recording, track: ReplayTrack, getContext: () => AgentContext): Tool['run'] =>
  async (_, signal) => {
    const delegated = track.delegated()
    const first = delegated && track.nextRequest(delegated.delegation.started.agent)
    if (delegated === undefined || first === undefined) return toResult(track.answer())
    const { id, delegation } = delegated
    const result = await replayAgent(
      delegation,
      { recording: { snapshot, started }, track, context: getContext(), first },
      signal,
    )
    return delegation.isShortened ? toResult(track.answer(id)) : result
  }

type ReplayedAgent = {
  recording: Pick<Recording, 'snapshot' | 'started'>
  track: ReplayTrack
  context: AgentContext
  first: RecordedRequest
}

/** The conversation of a sub-agent, with its recorded prompts and answers. */
function replayAgent(
  delegation: Delegation,
  { recording: { snapshot, started }, track, context, first }: ReplayedAgent,
  signal: AbortSignal,
) {
  const { agent: name, definition } = delegation.started
  const known = snapshot.tools.map((tool) => tool.name)
  const situation = {
    context: { ...context, toolbox: recordedToolbox(context, known, first) },
    memory: '',
    subdirectoryMemory: async () => undefined,
    sections: () => [],
    version: started.version,
    recordedPrompts: {
      system: first.system,
      prompt: first.messages[0]?.role === 'user' ? first.messages[0].parts : [],
    },
    startTimeLimit: track.timeOf(delegation),
    startServers: async () => recordedServers(definition, track),
  }
  return runAgent(recordedAgent(name, definition), '', situation, signal)
}

/** The second look at the findings, as far as the recording has one: it follows the conversation. */
async function replaySecondLook(recording: Recording, track: ReplayTrack, context: AgentContext): Promise<void> {
  for (const look of recording.looks) {
    const first = track.nextRequest(look.started.agent)
    if (first === undefined) return
    const budget = context.budget && { ...context.budget, allowanceFor: () => recordedAllowance(look, track) }
    const looking = { recording, track, context: { ...context, budget }, first }
    await replayAgent(look, looking, track.stop.signal)
  }
}

/** What was left of the share of the second look, as its next request has it. Without one, the share ended it. */
function recordedAllowance({ started, finished }: Delegation, track: ReplayTrack): Allowance {
  const next = track.nextRequest(started.agent)
  if (next === undefined && finished?.reason === 'BUDGET') return { kind: 'stop', reason: 'tokens' }
  const maxTokens = next?.options?.maxTokens
  return typeof maxTokens === 'number' ? { kind: 'continue', maxTokens } : { kind: 'continue' }
}

/** The recorded tools of the sub-agent's servers; their instructions are part of its system prompt. */
const recordedServers = ({ servers }: AgentDefinition, track: ReplayTrack): SubagentServers | undefined =>
  servers && {
    tools: servers.tools.map((tool) => recordedTool(tool, undefined, track)),
    rules: servers.rules as Rule[], // recorded from this type
    instructions: '',
    [Symbol.asyncDispose]: async () => undefined,
  }

/** The tools that existed at this request: servers may add others later. */
function recordedToolbox({ toolbox }: AgentContext, recordedNames: readonly string[], { tools }: RecordedRequest) {
  const names = new Set([...recordedNames, ...tools.map(declaredName)])
  return makeToolbox(toolbox.all().filter(({ name }) => names.has(name)))
}

/** The recorded sub-agent. Its prompts come from its requests; only built-in sub-agents format their report. */
function recordedAgent(name: string, { output, servers: _, ...definition }: AgentDefinition): Subagent {
  const agent: Subagent = { ...definition, name, description: '', inputName: 'task', systemPrompt: '', query: '' }
  if (output === undefined) return agent
  const builtIn = Object.values(builtInSubagents).find((one) => one.name === name)
  const present = builtIn?.output?.present
  return { ...agent, output: { ...output, present } }
}

/**
 * The recorded calls on which the rules now decide differently. Each call is evaluated by itself, although the model might not
 * have made it after another decision. `lenient` ignores a different rule with the same verdict.
 */
export async function findDifferingCalls(
  { calls, events }: Pick<Recording, 'calls' | 'events'>,
  context: Pick<AgentContext, 'rules' | 'mode' | 'toolbox'>,
  lenient: boolean,
): Promise<VerdictDifference[]> {
  const turns = turnsByCall(events)
  const differing: VerdictDifference[] = []
  const admitted = events.find((event) => event.type === 'run_resumed')?.admitted
  for (const call of calls) {
    // A sub-agent may have tools that the main agent lacks.
    // No rule allowed what a person allowed once.
    if (admitted !== undefined && call.rule === undefined && isCallOf(call, admitted)) continue
    if (call.verdict === undefined || decidedByProgram(call) || context.toolbox.find(call.name) === undefined) continue
    const now = await reevaluate(call, context)
    const sameRule = lenient || (now.rule?.file === call.rule?.file && now.rule?.line === call.rule?.line)
    const turn = call.agent === undefined ? turns.get(call.id) : undefined
    if (now.verdict !== call.verdict || !sameRule) differing.push({ call, now, turn })
  }
  return differing
}

const isCallOf = ({ name, args, verdict }: CallRecord, admitted: AdmittedCall) =>
  verdict === 'allow' && exactCallKey(name, args) === exactCallKey(admitted.name, admitted.args)

/** Decisions of hooks and checkers do not depend on the rules. */
const decidedByProgram = ({ verdict, remedy = '' }: CallRecord) =>
  verdict === 'deny' && remedy.startsWith('The rules allow it, but ')

async function reevaluate(
  { name, args, agent, resolved, beyond }: CallRecord,
  { rules, mode, toolbox }: Parameters<typeof findDifferingCalls>[1],
) {
  const tool = toolbox.find(name)
  const parsed = tool?.parse(args)
  const facts = await callFacts(
    {
      tool: name,
      aliases: tool?.aliases ?? [],
      server: tool?.server,
      annotations: tool?.annotations ?? {},
      args: parsed?.ok === true ? parsed.args : args,
      agent,
      resolved,
      beyond,
    },
    mode,
    false,
  )
  const { verdict, rule, message } = decide(rules, facts, 'deny')
  return {
    verdict: verdict === 'allow' ? ('allow' as const) : ('deny' as const),
    rule: rule === undefined ? undefined : ruleRef(rule),
    message,
  }
}

function turnsByCall(events: Recording['events']): Map<string, number> {
  const turns = new Map<string, number>()
  for (const event of events)
    if (event.type === 'model_reply' && event.agent === undefined)
      for (const part of event.reply.parts) if (part.kind === 'call') turns.set(part.call.id, event.turn)
  return turns
}
