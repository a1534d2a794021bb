import type { Sampling } from '../../model/types.ts'
import type { Rule } from '../../policy/rules/decide.ts'
import type { Tool } from '../../tools/tool.ts'
import type { AgentServers } from './agent-servers.ts'

/** The definition of a sub-agent. */
export type Subagent = {
  name: string
  description: string
  /** The placeholder name of the task in its prompts, without `${…}`. */
  inputName: string
  /** System prompt and first message. Placeholders: the task, `today`, `activeModel`, `cliVersion`. */
  systemPrompt: string
  query: string
  /** Names and wildcards. Default: every tool of the run, except delegation. */
  tools?: readonly string[]
  /** MCP servers that start and end with it. */
  servers?: AgentServers
  /** `inherit` for the model of the run, else a value of the input gemini_model. */
  model: string
  sampling?: Sampling
  /** Maximum turns. Default: no limit but `minutes`. */
  turns?: number
  minutes: number
  output?: SubagentOutput
}

/** The schema of its report. Without it the report is text. */
export type SubagentOutput = {
  name: string
  description: string
  /** JSON Schema. */
  schema: Record<string, unknown>
  /** Formats the report for the calling agent. Default: JSON. */
  present?(report: unknown): string
}

/** The running servers of a sub-agent: their tools, the rules that trust them, and their instructions. */
export type SubagentServers = AsyncDisposable & {
  tools: readonly Tool[]
  rules: readonly Rule[]
  instructions: string
}

/** A sub-agent that can be called. `load` returns the full definition. */
export type OfferedSubagent = {
  name: string
  /** Names in other versions. */
  formerNames?: readonly string[]
  description: string
  /** Whether a call must have a task. */
  needsTask: boolean
  /** The tools of the run that its definition names. */
  tools?: readonly string[]
  load(): Promise<Subagent>
}
