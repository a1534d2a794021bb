import { analyzeShellLine } from '../shell/shell.ts'
import type { ShellAnalysis } from '../shell/shell-types.ts'
import type { CallFacts, Mode, ResolvedArgs } from './decide.ts'
import { canonicalToolName, SHELL_TOOL } from './tool-names.ts'

/** A tool call before policy decides it. */
export type PolicyCall = {
  tool: string
  aliases?: readonly string[]
  server?: string
  /** The name the server gives the tool. */
  short?: string
  annotations: Readonly<Record<string, unknown>>
  args: Record<string, unknown>
  /** Its arguments with paths resolved, where this differs from `args`. */
  resolved?: ResolvedArgs
  /** The sub-agent that makes the call; absent for the main agent. */
  agent?: string
}

/** Everything a decision depends on. Shell lines are parsed here and nowhere else, so only this needs the parser. */
export async function callFacts(call: PolicyCall, mode: Mode, interactive: boolean): Promise<CallFacts> {
  const isShell =
    call.server === undefined &&
    [call.tool, ...(call.aliases ?? [])].some((name) => canonicalToolName(name) === SHELL_TOOL)
  return { ...call, mode, interactive, shell: isShell ? await readCommandArgument(call.args.command) : undefined }
}

const readCommandArgument = async (line: unknown): Promise<ShellAnalysis> =>
  typeof line === 'string'
    ? analyzeShellLine(line)
    : { line: '', commands: [], unsure: ['the call has no command text'] }
