import type { Ask, CountTokens, Declaration, Message, Part } from '../model/types.ts'
import type { Check } from '../policy/checkers.ts'
import type { Mode, Places, Rule } from '../policy/decide.ts'
import type { Emit, Ending } from '../record/events.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import type { Budget } from './budget.ts'
import type { Form } from './form.ts'
import type { Hooks } from './hooks.ts'
import type { Save } from './outputs.ts'
import type { Stop } from './stops.ts'
import type { MemoryOf } from './touched.ts'

/** What a call needs to get from a wish to an answer. */
export type CallKit = {
  toolbox: Toolbox
  rules: readonly Rule[]
  mode: Mode
  /** Tools no call can use whatever its arguments, by name, with the rule that says so. Not declared to the model. */
  hidden: ReadonlyMap<string, Rule>
  /** Removes secrets from anything the model, the log or the transcript gets to see. */
  redact: <T>(value: T) => T
  emit: Emit
  now: () => number
  /** Absent where nothing is configured. */
  hooks?: Hooks | undefined
  /** The safety checkers of the policies; absent where there are none. */
  check?: Check | undefined
  /** Where the paths of a call of our own tools lead; undefined where just there. Absent: as they are written. */
  places?: ((tool: string, args: Record<string, unknown>) => Promise<Places | undefined>) | undefined
  /** Memory that joins a tool's answer; absent where there is none to join. */
  memoryOf?: MemoryOf
  /** The conversation so far, for checkers that want to know it. */
  messages?: readonly Message[]
  /** How much of an answer the model gets to see, and where all of it is kept; absent: all of it. */
  outputs?: { longest: number; save: Save } | undefined
  /** Name of the sub-agent that calls; absent for the main one. */
  agent?: string
}

export type ContextLimits = {
  /** Tokens the model reads at most, and the part of them from which the past is summed up. */
  window: number
  threshold: number
  /** Characters of one answer of a tool that the model gets to see. */
  longest: number
  /** Asks beside the conversation, in somebody's name. */
  aside: (agent: string) => Ask
  save: Save
  count?: CountTokens | undefined
}

/** What a conversation needs beside that. */
export type AgentKit = CallKit & {
  ask: Ask
  model: string
  system: string
  declarations: readonly Declaration[]
  stops: readonly Stop[]
  /** Tokens and money of the whole run, where they are limited. `ask` counts towards it. */
  budget?: Budget | undefined
  /** How the conversation is kept within the model's window; absent: it is not. */
  context?: ContextLimits | undefined
  /** Whether to look for loops; absent: yes. */
  detectLoops?: boolean | undefined
  /** Aborted when there is just time enough for a last answer. */
  soon?: AbortSignal | undefined
  /** What stands for the answer of a model that ends without a word because its calls said it all; empty when they did not. */
  wordless?: () => string
  /** The form its answer must have; absent: any. */
  form?: Form | undefined
  /** The answer where a call has given it: the conversation ends with that turn. */
  answer?: () => string | undefined
  /** What is said to a conversation that ended so, for it to go on, and what may end it then; absent: it has ended. */
  goOn?: (ending: Ending) => { prompt: Part[]; signal: AbortSignal } | undefined
}
