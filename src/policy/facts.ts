import type { Facts, Mode, Places } from './decide.ts'
import { readCommand } from './shell.ts'
import type { ShellReading } from './shell-types.ts'
import { canonical, SHELL } from './tool-names.ts'

/** A call as the gate knows it. */
export type Call = {
  tool: string
  aliases?: readonly string[]
  server?: string
  /** The server's own name for the tool. */
  short?: string
  annotations: Readonly<Record<string, unknown>>
  args: Record<string, unknown>
  /** Where its paths lead, where that is not what is written. */
  places?: Places
  /** The sub-agent that calls; absent for the main one. */
  agent?: string
}

/** Everything a decision depends on. A shell line is parsed here, and only here: nothing else needs the parser. */
export async function factsOf(call: Call, mode: Mode, interactive: boolean): Promise<Facts> {
  const shell =
    call.server === undefined && [call.tool, ...(call.aliases ?? [])].some((name) => canonical(name) === SHELL)
  return { ...call, mode, interactive, ...(shell ? { commands: await readLine(call.args.command) } : {}) }
}

const readLine = async (line: unknown): Promise<ShellReading> =>
  typeof line === 'string' ? readCommand(line) : { line: '', commands: [], unsure: ['there is no command text'] }
