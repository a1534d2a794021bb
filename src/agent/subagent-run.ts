import { windowOf } from '../model/models.ts'
import { type ModelReply, NO_USAGE, type Part } from '../model/types.ts'
import { addUsage, paidUsage } from '../model/usage.ts'
import { decide, type Rule } from '../policy/decide.ts'
import type { AgentDefinition, Emit, Ending, RunEvent } from '../record/events.ts'
import { done, failed, type ToolResult } from '../tools/tool.ts'
import { COMPLETE_TASK, completeTask } from './complete-task.ts'
import type { AgentKit } from './kit.ts'
import { converse } from './loop.ts'
import { type SoFar, Stopped } from './stops.ts'
import { type Agent, filledIn, type OwnServers } from './subagent.ts'
import { lastChance, subagentPrompt } from './subagent-prompt.ts'
import { ownToolbox } from './subagent-tools.ts'
import { toolRecord } from './tool-record.ts'
import type { MemoryOf } from './touched.ts'

/** Where a sub-agent works: everything of the conversation that calls it, less what is taken away here. */
export type Situation = {
  kit: AgentKit
  /** What the repository asks of its agents. */
  memory: string
  /** Memory of folders, told anew: what one conversation has read another has not. */
  memoryOf: MemoryOf
  /** What the system text says of tools that need saying. */
  sections(tools: readonly string[]): readonly string[]
  version: string
  /** Starts the servers of its own that its definition names; those that may not be started are said and left out. */
  serve?(agent: Agent, signal: AbortSignal): Promise<OwnServers | undefined>
  /** What it is told, where that is known already: a replay takes it from the recording. */
  told?: { system: string; prompt: Part[] }
  /** Its time; absent: that of the clock. */
  limit?: (ms: number, signal: AbortSignal) => Limit
}

/** A signal that also aborts when the time is up; `again` begins a new time. Dispose it. */
export type Limit = Disposable & { signal(): AbortSignal; again(ms: number): void }

/** Why a sub-agent's conversation ended, in the reference's words, and three of our own. */
type Reason =
  | 'GOAL'
  | 'TIMEOUT'
  | 'MAX_TURNS'
  | 'ERROR_NO_COMPLETE_TASK_CALL'
  | 'ERROR'
  | 'ABORTED'
  | 'BUDGET'
  | 'REPEATING'
  | 'HOOK'

/** How long a sub-agent that has reached a limit may take for its report. */
const GRACE_MS = 60_000

/**
 * One task, worked on in a conversation of its own: the same gate and hooks, its own instructions, tools, model and
 * limits. A sub-agent that reaches a limit without a report gets one more turn for it. Its tokens count in the run's.
 */
export async function runAgent(agent: Agent, task: string, at: Situation, signal: AbortSignal): Promise<ToolResult> {
  const { kit } = at
  const started = kit.now()
  const handIn = completeTask(agent.output)
  await using served = await at.serve?.(agent, signal)
  const rules = [...kit.rules, ...(served?.rules ?? [])]
  const { toolbox, declarations } = ownToolbox(agent, { ...kit, rules }, handIn.tool, served?.tools)
  const counted = counting(kit.emit, agent.name)
  const model = agent.model === 'inherit' ? kit.model : agent.model
  const facts = {
    [agent.input]: task,
    today: new Date(started).toISOString().slice(0, 10),
    activeModel: model,
    cliVersion: at.version,
  }
  const chance: { reason?: Reason; from?: number } = {}
  using within = (at.limit ?? limitedTo)(agent.minutes * 60_000, signal)
  kit.emit({ type: 'agent_started', agent: agent.name, definition: definitionOf(agent, served) })

  const own: AgentKit = {
    ...kit,
    agent: agent.name,
    toolbox,
    declarations,
    rules: [...rules, ...mayFinish(agent.name, kit)],
    memoryOf: at.memoryOf,
    emit: counted.emit,
    ask: (request, until) =>
      kit.ask({ ...request, scope: agent.name, ...(agent.sampling && { sampling: agent.sampling }) }, until),
    model,
    // Another model may read less.
    context: kit.context && { ...kit.context, window: Math.min(kit.context.window, windowOf(model)) },
    system:
      at.told?.system ??
      kit.redact(
        subagentPrompt({
          instructions: filledIn(agent.system, facts),
          mode: kit.mode,
          memory: [at.memory, served?.instructions].filter(Boolean).join('\n\n'),
          sections: at.sections(declarations.map(({ name }) => name)),
          structured: agent.output !== undefined,
        }),
      ),
    stops: [(soFar) => (chance.reason === undefined ? ownLimit(agent, soFar) : afterOneTurn(chance, soFar))],
    wordless: () => 'It said nothing.',
    answer: handIn.report,
    goOn(ending) {
      const reason = reasonOf(ending)
      if (chance.reason !== undefined || handIn.report() !== undefined || signal.aborted) return undefined
      if (!hasChance(reason) || kit.soon?.aborted === true) return undefined
      chance.reason = reason
      within.again(GRACE_MS)
      return { prompt: say(lastChance(reason)), signal: within.signal() }
    },
  }

  const prompt = at.told?.prompt ?? say(kit.redact(filledIn(agent.query, facts)))
  const ending = await converse(prompt, own, within.signal())
  const report = handIn.report()
  const reason: Reason =
    report !== undefined ? 'GOAL' : signal.aborted ? 'ABORTED' : (chance.reason ?? reasonOf(ending))
  kit.emit({
    type: 'agent_finished',
    agent: agent.name,
    reason,
    recovery: chance.reason !== undefined,
    turns: counted.turns(),
    usage: counted.usage(),
    ms: kit.now() - started,
  })
  const cost = `${counted.turns()} turns, ${counted.usage().total} tokens`
  if (report !== undefined) return done(finished(agent, reason, report), `${agent.name}: ${reason}, ${cost}`)
  return unfinished(agent, reason, ending, cost)
}

const definitionOf = (
  { tools, model, turns, minutes, output }: Agent,
  served: OwnServers | undefined,
): AgentDefinition => ({
  ...(tools && { tools: [...tools] }),
  model,
  ...(turns !== undefined && { turns }),
  minutes,
  ...(output && { output: { name: output.name, description: output.description, schema: output.schema } }),
  // What a definition says of trusting its servers are rules of a few plain words.
  ...(served && { servers: { tools: served.tools.map(toolRecord), rules: served.rules.map((rule) => ({ ...rule })) } }),
})

const say = (text: string): Part[] => [{ kind: 'text', text }]

/** Whatever policy says of everything a sub-agent calls, it may hand in its report: that changes nothing. */
function mayFinish(agent: string, { rules, mode }: AgentKit): Rule[] {
  const facts = { tool: COMPLETE_TASK, agent, args: {}, annotations: {}, mode, interactive: false }
  if (decide(rules, facts, 'deny').verdict === 'allow') return []
  const match = { tools: [COMPLETE_TASK], builtin: true, agent } as const
  return [{ verdict: 'allow', tier: 'admin', priority: 999, file: 'built-in', line: 0, match }]
}

type Turns = Pick<SoFar, 'turns'>

const ownLimit = ({ turns: most }: Agent, { turns }: Turns) =>
  most !== undefined && turns >= most ? 'turns' : undefined

/** The first to be asked is what goes on with the conversation, so that is where its last turn begins. */
function afterOneTurn(chance: { from?: number }, { turns }: Turns) {
  chance.from ??= turns
  return turns > chance.from ? 'turns' : undefined
}

function reasonOf(ending: Ending): Reason {
  if (ending.end === 'answered') return 'ERROR_NO_COMPLETE_TASK_CALL'
  if (ending.end !== 'stopped') return 'ERROR'
  switch (ending.why) {
    case 'turns':
      return 'MAX_TURNS'
    case 'time':
      return 'TIMEOUT'
    case 'tokens':
    case 'cost':
      return 'BUDGET'
    case 'repeating':
      return 'REPEATING'
    case 'hook':
      return 'HOOK'
    case 'cancelled':
      return 'ABORTED'
    case 'length':
      return 'ERROR_NO_COMPLETE_TASK_CALL'
    default:
      return ending.why satisfies never
  }
}

export type Recoverable = 'TIMEOUT' | 'MAX_TURNS' | 'ERROR_NO_COMPLETE_TASK_CALL' | 'REPEATING'
const hasChance = (reason: Reason): reason is Recoverable =>
  reason === 'TIMEOUT' || reason === 'MAX_TURNS' || reason === 'ERROR_NO_COMPLETE_TASK_CALL' || reason === 'REPEATING'

const finished = ({ name }: Agent, reason: Reason, text: string) =>
  `Subagent '${name}' finished.\nTermination Reason: ${reason}\nResult:\n${text}`

function unfinished(agent: Agent, reason: Reason, ending: Ending, cost: string): ToolResult {
  const why = whyNot(agent, reason)
  if (reason === 'ABORTED') return failed('cancelled', `Subagent '${agent.name}' was stopped.`)
  if (reason === 'HOOK') return failed('stop_execution', `Subagent '${agent.name}' was stopped by a hook.`)
  if (ending.end === 'failed' || ending.end === 'skipped')
    return failed('execution_failed', `Subagent '${agent.name}' failed. Error: ${ending.text}`)
  const words = ending.text === '' ? '' : `\n\nIts last words were:\n\n${ending.text}`
  return done(finished(agent, reason, why + words), `${agent.name}: ${reason}, ${cost}`)
}

function whyNot({ minutes, turns }: Agent, reason: Reason): string {
  switch (reason) {
    case 'TIMEOUT':
      return `Agent timed out after ${minutes} minutes.`
    case 'MAX_TURNS':
      return `Agent reached max turns limit (${turns ?? 'none'}).`
    case 'ERROR_NO_COMPLETE_TASK_CALL':
      return `Agent stopped calling tools but did not call '${COMPLETE_TASK}'.`
    case 'REPEATING':
      return 'Agent repeated the same calls again and again.'
    case 'BUDGET':
      return 'Its tokens were used up.'
    default:
      return 'Agent did not finish.'
  }
}

function limitedTo(ms: number, signal: AbortSignal): Limit {
  let timer: NodeJS.Timeout | undefined
  let either = signal
  const again = (most: number) => {
    clearTimeout(timer)
    const own = new AbortController()
    timer = setTimeout(() => own.abort(new Stopped('time')), Math.min(most, 2_147_483_647))
    either = AbortSignal.any([signal, own.signal])
  }
  again(ms)
  return { signal: () => either, again, [Symbol.dispose]: () => clearTimeout(timer) }
}

/** Everything that happens in a sub-agent is told as its own. */
function counting(emit: Emit, agent: string): { emit: Emit; turns(): number; usage(): ModelReply['usage'] } {
  let turns = 0
  let usage = NO_USAGE
  const tagged = (event: RunEvent): RunEvent => {
    switch (event.type) {
      case 'model_request':
      case 'model_reply':
      case 'model_failed':
        return { ...event, agent }
      default:
        return event
    }
  }
  return {
    emit(event) {
      if (event.type === 'model_reply') {
        turns += 1
        usage = addUsage(usage, paidUsage(event.reply))
      }
      emit(tagged(event))
    },
    turns: () => turns,
    usage: () => usage,
  }
}
