import type { Agent, OwnServers } from '../agent/subagent.ts'
import { IsolationError, messageOf } from '../host/errors.ts'
import type { Filter } from '../host/secrets.ts'
import type { Inputs } from '../inputs.ts'
import type { Machine } from '../machine.ts'
import { couldUseNames } from '../policy/reachable.ts'
import type { StartedPrograms } from '../programs.ts'
import type { Emit } from '../record/events.ts'
import { hasServers } from '../settings/settings.ts'
import type { Government } from '../steering/govern.ts'
import type { Powers } from '../tools/builtins.ts'
import type { Tool } from '../tools/tool.ts'

/** What MCP servers and the repository's own programs add to a run. */
export type Served = {
  /** The tools of all of them, as they are now. */
  tools(): readonly Tool[]
  /** Counts up whenever those change. */
  version(): number
  /** What servers say of how to use them, for the system text; empty where they say nothing. */
  instructions: string
  /** The text of a server's prompt; undefined when none has that name. Rejects with UserError when it cannot be had. */
  prompt(call: { name: string; args: string }, signal: AbortSignal): Promise<string | undefined>
}

/** What is being started. Disposing ends it with everything it started. */
export type Outside = AsyncDisposable & {
  ready: Promise<Served>
  /** Starts what one sub-agent has of its own. What cannot or may not be started is said and left out. */
  serve(agent: Agent, signal: AbortSignal): Promise<OwnServers | undefined>
}

export type OutsideGiven = {
  governed: Pick<Government, 'settings' | 'rules' | 'mode' | 'env' | 'extensions'>
  inputs: Inputs
  /** Without a shell among them, none of the checked-out code may run. */
  powers: Pick<Powers, 'shell'>
  machine: Pick<Machine, 'env' | 'childEnv' | 'workspace' | 'scratch' | 'now'>
  desk: { filter: Filter; transcript: { emit: Emit } }
  programs: Pick<StartedPrograms, 'isolate'>
  signal: AbortSignal
}

const NOTHING_SERVED: Served = {
  tools: () => [],
  version: () => 0,
  instructions: '',
  prompt: async () => undefined,
}

/** Begins to start what the settings name, beside whatever else goes on. Loads nothing where they name nothing. */
export function startOutside(given: OutsideGiven): Outside {
  const opening = hasServers(given.governed.settings)
    ? import('./servers.ts').then(({ openMcp }) => openMcp(given))
    : undefined
  const ready = Promise.all([opening, discovered(given)]).then(([opened, own]): Served => {
    const served = opened?.served ?? NOTHING_SERVED
    return own.length === 0 ? served : { ...served, tools: () => [...own, ...served.tools()] }
  })
  ready.catch(() => undefined) // whoever waits for it is told
  return {
    ready,
    serve: async ({ name, servers = {} }, signal) =>
      Object.keys(servers).length === 0
        ? undefined
        : (await import('./agent-servers.ts')).serveAgent(name, servers, { ...given, signal }),
    async [Symbol.asyncDispose]() {
      const opened = await opening?.catch(() => undefined)
      await opened?.close()
    },
  }
}

const START = 'discovered_tool_'

/** The repository's own tools; none, and a notice, where the command that lists them cannot or may not run. */
async function discovered({ governed, powers, machine, desk, signal }: OutsideGiven): Promise<readonly Tool[]> {
  const { discoveryCommand: discovery, callCommand: call } = governed.settings.tools ?? {}
  if (discovery === undefined) return []
  const say = (text: string) => desk.transcript.emit({ type: 'notice', level: 'warning', text })
  const none = (why: string) => {
    say(`tools.discoveryCommand brings no tools: ${why}`)
    return []
  }
  const { shell } = powers
  if (shell === undefined) return none('no program of the checkout may run in this run.')
  if (!couldUseNames(governed.rules, START, governed.mode))
    return none(`no rule allows any of them in mode ${governed.mode}. Write one with toolName = "${START}*".`)
  const { discoverTools } = await import('../tools/discovered.ts')
  try {
    return await discoverTools({ discovery, call }, { ...shell, cwd: machine.workspace }, say, signal)
  } catch (error) {
    if (error instanceof IsolationError) throw error
    return signal.aborted ? [] : none(messageOf(error))
  }
}
