import type { Ask, Declaration, Message } from '../model/types.ts'
import type { Check } from '../policy/checkers.ts'
import type { Mode, Rule } from '../policy/decide.ts'
import type { Emit } from '../record/events.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import type { Hooks } from './hooks.ts'
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
  /** Memory that joins a tool's answer; absent where there is none to join. */
  memoryOf?: MemoryOf
  /** The conversation so far, for checkers that want to know it. */
  messages?: readonly Message[]
  /** Name of the sub-agent that calls; absent for the main one. */
  agent?: string
}

/** What a conversation needs beside that. */
export type AgentKit = CallKit & {
  ask: Ask
  model: string
  system: string
  declarations: readonly Declaration[]
  stops: readonly Stop[]
  /** What stands for the answer of a model that ends without a word because its calls said it all; empty when they did not. */
  wordless?: () => string
}
