import type { Sampling } from '../model/types.ts'
import type { Rule } from '../policy/decide.ts'
import type { Tool } from '../tools/tool.ts'
import type { AgentServers } from './subagent-servers.ts'

/** A sub-agent as it is run: a conversation of its own, with its own instructions, tools and limits. */
export type Agent = {
  name: string
  description: string
  /** What its task is called in its own texts, as `${query}`. */
  input: string
  /** Instructions and first message; `${…}` stands for the task, `today`, `activeModel` and `cliVersion`. */
  system: string
  query: string
  /** Names and wildcards; absent: every tool of the main conversation. It never delegates. */
  tools?: readonly string[]
  /** MCP servers that are started for it alone and end with it. */
  servers?: AgentServers
  /** `inherit` for that of the main conversation, else as gemini_model has it. */
  model: string
  sampling?: Sampling
  /** Turns until it has to come to an end; absent: as many as the minutes allow. */
  turns?: number
  minutes: number
  output?: Output
}

/** The form its report must have; absent: a text. */
export type Output = {
  name: string
  description: string
  /** JSON Schema. */
  schema: Record<string, unknown>
  /** The report as the main conversation reads it; absent: as JSON. */
  present?(report: unknown): string
}

/** Its servers while it works: their tools, what the definition says of trusting them as rules, and what they say of themselves. */
export type OwnServers = AsyncDisposable & {
  tools: readonly Tool[]
  rules: readonly Rule[]
  instructions: string
}

/** A sub-agent that may be called. Only a call needs the whole of it. */
export type OfferedAgent = {
  name: string
  /** Names it had in other versions. */
  formerly?: readonly string[]
  description: string
  /** Whether it can do nothing without a task. */
  needsTask: boolean
  /** What its definition names of the tools of the run. */
  tools?: readonly string[]
  define(): Promise<Agent>
}

/** Texts with `${name}` in them, filled in. What is no known name stays as it was written: it may be a shell's. */
export const filledIn = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\$\{(\w+)\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : found,
  )
