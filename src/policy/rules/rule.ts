import type { ShellAnalysis } from '../shell/shell-types.ts'
import type { CompiledPattern } from './patterns.ts'

export type Verdict = 'allow' | 'ask' | 'deny'

/** Who wrote a rule, from weakest to strongest. */
export type Tier = 'default' | 'extension' | 'user' | 'admin'

export const MODES = ['default', 'autoEdit', 'yolo', 'plan'] as const

export type Mode = (typeof MODES)[number]

/** A `commandPrefix`: the text from the policy file, and its words. */
export type Prefix = { text: string; words: readonly string[] }

/** Paths of a repository, without regard to letter case. */
export type PathList = { has(path: string): boolean }

/** The conditions of a rule. Every condition that is present must hold for the call. */
export type RuleMatch = {
  /** `*`, a tool name, `server__*`, `mcp_server_*`, `mcp_*`, or a name prefix that ends in `*`. Absent: any tool. */
  tools?: readonly string[]
  /** Name of the MCP server the tool must come from; `*` is any server. */
  server?: string
  /** Only tools that come from no MCP server. */
  builtin?: true
  args?: CompiledPattern
  /** Protected paths. Such a rule refuses a call that other rules allow without naming the path. */
  paths?: PathList
  prefixes?: readonly Prefix[]
  regex?: CompiledPattern
  modes?: readonly Mode[]
  interactive?: boolean
  annotations?: Readonly<Record<string, unknown>>
  agent?: string
  /** An allow rule with `any` also allows what a run may not write by itself (`CallFacts.beyond`). */
  targets?: 'own' | 'any'
}

/** One rule. `file` is the name the user knows it by, `line` (from 1) its first line; `priority` is 0 to 999. */
export type Rule = {
  verdict: Verdict
  tier: Tier
  priority: number
  file: string
  line: number
  message?: string
  /** The rule also allows commands that redirect output to a file. */
  allowRedirection?: true
  match: RuleMatch
}

/**
 * A call's arguments with each path resolved in the workspace, symbolic links followed. Present only where this differs
 * from the arguments of the call. `linked`: a path goes through a link, so an allow rule must not match the raw path.
 * `linkNames`: the names that links of the workspace give the file that an edit tool writes.
 */
export type ResolvedArgs = { args: Record<string, unknown>; linked: boolean; linkNames?: readonly string[] }

/** Everything a decision depends on. `shell` is present for shell calls only. */
export type CallFacts = {
  tool: string
  aliases?: readonly string[]
  server?: string
  /** The name the server gives the tool. Absent: taken from the full name. */
  short?: string
  /** The sub-agent that calls, `outer/inner` when nested. */
  agent?: string
  args: Record<string, unknown>
  resolved?: ResolvedArgs
  /** The file that the tool writes, when the arguments do not name it. */
  writes?: string
  annotations: Readonly<Record<string, unknown>>
  mode: Mode
  /** Whether a person can confirm a call. */
  interactive: boolean
  shell?: ShellAnalysis
  /** Why the call writes more than a run may write by itself; absent when it writes only that. */
  beyond?: string
}
