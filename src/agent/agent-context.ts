import { AsyncLocalStorage } from 'node:async_hooks'
import type { CountTokens, Generate, Message, MessagePart, ToolDeclaration } from '../model/types.ts'
import type { StartTimer } from '../platform/time.ts'
import type { SafetyCheck } from '../policy/checkers.ts'
import type { Mode, ResolvedArgs, Rule } from '../policy/rules/rule.ts'
import type { ProgramLimits } from '../policy/rules/unworkable.ts'
import type { Emit, Ending } from '../record/events.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import type { Budget } from './budget.ts'
import type { Hooks } from './hooks/hook-types.ts'
import type { SubdirectoryMemory } from './memory-files.ts'
import type { OutputSchema } from './output-schema.ts'
import type { StopCondition } from './stop-conditions.ts'
import type { SaveOutput } from './tool-outputs.ts'

/** What one tool call needs: authorization, execution and records. */
export type CallContext = {
  toolbox: Toolbox
  rules: readonly Rule[]
  mode: Mode
  /** What a run keeps from its programs. Absent outside of a run. */
  programLimits?: ProgramLimits
  /** Tools that a rule denies for all arguments, by name, with that rule. Not declared to the model. */
  hiddenTools: ReadonlyMap<string, Rule>
  /** Removes secrets from everything that goes to the model, the log or the transcript. */
  redact: <T>(value: T) => T
  emit: Emit
  now: () => number
  /** Absent when no hooks are configured. */
  hooks?: Hooks
  /** The safety checkers of the policies. Absent when there are none. */
  runCheckers?: SafetyCheck
  /** The arguments of a built-in tool with links resolved; undefined when nothing changes. Absent: paths count as written. */
  resolvePaths?: (tool: string, args: Record<string, unknown>) => Promise<ResolvedArgs | undefined>
  /** Memory files to append to a tool result. */
  subdirectoryMemory?: SubdirectoryMemory
  /** The conversation so far, for safety checkers. */
  messages?: readonly Message[]
  /** The one call that a person allowed although the rules ask. */
  admission?: Admission
  /** The maximum length of a tool result for the model, and where the full text is saved. Absent: no maximum. */
  outputLimit?: { maxCharacters: number; saveOutput: SaveOutput }
  /** Name of the calling sub-agent. Absent for the main agent. */
  agent?: string
  /** The call that started the sub-agent. */
  parentCallId?: string
}

/** Admits one call, once. */
export type Admission = {
  admits(tool: string, args: Record<string, unknown>): boolean
  use(): void
}

export type ContextWindow = {
  /** Tokens that the model can read. */
  windowTokens: number
  /** The share of the window, from 0 to 1, at which the history is summarized. */
  threshold: number
  /** Maximum characters of one tool result. */
  maxOutputCharacters: number
  /** Sends requests outside the conversation, recorded under the given agent name. */
  utilityGenerate: (agent: string) => Generate
  saveOutput: SaveOutput
  countTokens?: CountTokens
}

/** What one conversation needs. */
export type AgentContext = CallContext & {
  generate: Generate
  /** A conversation that this one continues; its messages are sent again as they are. */
  history?: readonly Message[]
  model: string
  system: string
  declarations: readonly ToolDeclaration[]
  stopConditions: readonly StopCondition[]
  /** Limits on tokens and cost of the whole run. `generate` counts towards them. */
  budget?: Budget
  /** How the conversation stays within the model's window. Absent: it is never shortened. */
  contextWindow?: ContextWindow
  /** Default: true. */
  detectLoops?: boolean
  /** Aborts when only enough time for a final answer remains. */
  wrapUpSignal?: AbortSignal
  /** Starts the time limits of sub-agents; the machine's timers unless given. */
  startTimer?: StartTimer
  /** The answer of a model that ends without text; empty when its calls do not amount to an answer. */
  fallbackAnswer?: () => string
  outputSchema?: OutputSchema
  /** The answer that a tool call has submitted. It ends the conversation after that turn. */
  submittedAnswer?: () => string | undefined
  /** The prompt and the signal that continue a conversation after this ending; undefined: the ending is final. */
  recover?: (ending: Ending, turns: number) => Recovery | undefined | Promise<Recovery | undefined>
}

type Recovery = { prompt: MessagePart[]; signal: AbortSignal }

/** A call while its tool runs. `context` is that of the agent that made it: its tools, its rules, its name. */
export type RunningCall = { id: string; context: CallContext; signal: AbortSignal }

const storage = new AsyncLocalStorage<RunningCall>()

/** Runs a tool as the given call, so that what it starts acts with the rights of that agent only. */
export const runAsCall = <Result>(call: RunningCall, run: () => Result): Result => storage.run(call, run)

/** The call whose tool is running; undefined outside of one. */
export const runningCall = (): RunningCall | undefined => storage.getStore()
