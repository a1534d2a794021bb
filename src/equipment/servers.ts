import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { LOADING, withoutItsPrograms } from '../agent/hook-repository-code.ts'
import { isInside } from '../host/paths.ts'
import { type OurProgram, ownProgram } from '../host/program.ts'
import { collectSecrets } from '../host/secrets.ts'
import { childEnvWith } from '../machine.ts'
import type { Server } from '../mcp/config.ts'
import type { McpPlace } from '../mcp/connect.ts'
import { whyUnpinned } from '../mcp/pinned.ts'
import type { Mode } from '../policy/decide.ts'
import { couldUseServer } from '../policy/reachable.ts'
import { VERSION } from '../version.ts'
import { modelOptions } from './line.ts'
import type { OutsideGiven, Served } from './outside.ts'

/** Starts the MCP servers of the settings. Those that may not or cannot be started are said and left out. */
export async function openMcp(given: OutsideGiven): Promise<{ served?: Served; close: () => Promise<void> }> {
  const { governed, desk, signal } = given
  const [{ readServers }, { openServers }, { servedBy }] = await Promise.all([
    import('../mcp/config.ts'),
    import('../mcp/servers.ts'),
    import('../mcp/served.ts'),
  ])
  const notice = (level: 'info' | 'warning', text: string) => desk.transcript.emit({ type: 'notice', level, text })
  const { servers, notes, infos } = readServers(governed.settings, governed.env)
  for (const text of infos) notice('info', text)
  for (const text of notes) notice('warning', text)
  const usable: Server[] = []
  for (const server of servers) {
    const why = whyNot(server, given)
    if (why === undefined) usable.push(server)
    else notice('warning', `MCP server ${server.name} was not started: ${why}`)
  }
  for (const { reach } of usable) if (reach.over === 'stdio') desk.filter.learn(collectSecrets({ ...reach.env }, []))
  if (usable.length === 0) return { close: async () => undefined }
  const opened = await openServers(
    usable,
    { ...(await placeFor(usable, given)), redact: desk.filter.deep, notice },
    signal,
  )
  return { served: servedBy(opened, notice), close: async () => opened[Symbol.asyncDispose]() }
}

/** Settings that trust a server do not mean plan mode. */
const howToAllow = (name: string, mode: Mode): string =>
  mode === 'plan'
    ? `There only a rule with mcpName = ${name} and modes = ["plan"] does.`
    : `Set trust in mcpServers, name it in mcp.allowed, or write a rule with mcpName = ${name}.`

function whyNot(server: Server, { governed, inputs, powers, machine }: OutsideGiven): string | undefined {
  const { name, reach } = server
  if (!couldUseServer(governed.rules, name, governed.mode))
    return `no rule allows any of its tools in mode ${governed.mode}. ${howToAllow(JSON.stringify(name), governed.mode)}`
  if (reach.over !== 'stdio') return undefined
  const unpinned = whyUnpinned(reach.command, reach.args)
  if (unpinned !== undefined) return unpinned
  if (inputs.sandbox === 'required' && isContainer(reach.command, machine.workspace))
    return `${basename(reach.command)} needs its socket, which is out of reach where the input sandbox is "required".`
  if (powers.shell !== undefined) return undefined
  return whyRepositoryCode(reach, machine.workspace)
}

/** A container sees nothing of the job, and what starts it needs a socket that isolation hides. */
const CONTAINERS: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl'])
const isOurs = (command: string): command is OurProgram => CONTAINERS.has(command)
const isContainer = (command: string, workspace: string): boolean =>
  isOurs(command) || (isAbsolute(command) && !isInside(workspace, command) && CONTAINERS.has(basename(command)))

async function placeFor(servers: readonly Server[], given: OutsideGiven): Promise<McpPlace> {
  const { governed, machine, programs } = given
  // Where the code that is checked out is somebody else's, none of it may run.
  const repositoryCode = given.powers.shell !== undefined
  const env = childEnvWith(machine, governed.settings.security?.environmentVariableRedaction)
  // Away from the checkout, so that no name and no configuration file there leads to somebody else's program.
  const away = join(machine.scratch, 'mcp')
  if (!repositoryCode) await mkdir(away, { recursive: true, mode: 0o700 })
  const laid = governed.extensions.flatMap(({ folder }) => folder ?? [])
  const alone = ({ reach }: Server) => reach.over === 'stdio' && !isContainer(reach.command, machine.workspace)
  const wrap = servers.some(alone) ? (await programs.isolate()).wrap : undefined
  return {
    workspace: machine.workspace,
    cwd: repositoryCode ? machine.workspace : away,
    env: repositoryCode ? env : withoutItsPrograms(env, machine.workspace),
    version: VERSION,
    wrapFor: (command) =>
      isOurs(command)
        ? ([, ...args]) => [ownProgram(command), ...args]
        : wrap === undefined || isContainer(command, machine.workspace)
          ? undefined
          : (argv) => wrap(argv, [...laid, ...(repositoryCode ? [] : [away])]),
    authFor: async ({ name, reach }) => {
      if (reach.over === 'stdio') return {}
      const { authFor } = await import('../mcp/auth.ts')
      const { googleFor } = await import('../model/back-end.ts')
      return authFor(name, reach, {
        now: machine.now,
        fetch,
        learn: given.desk.filter.learn,
        google: (scopes) =>
          googleFor(
            { ...modelOptions(given.inputs, ''), tokenScopes: scopes },
            governed.env,
            fetch,
            `The MCP server ${name}`,
          ),
      })
    },
  }
}

const SHELLS = /^(?:ba|da|k|z|fi)?sh$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/i

/** Why a server would run code of the checkout, or undefined when its own words name none. It starts outside of it. */
function whyRepositoryCode(
  { command, args, env, cwd }: Extract<Server['reach'], { over: 'stdio' }>,
  workspace: string,
): string | undefined {
  const refused = (why: string) => `no program of the checkout may run in this run, and ${why}.`
  const loading = Object.keys(env).find((name) => LOADING.test(name))
  if (loading !== undefined) return refused(`its variable ${loading} decides what programs load`)
  if (cwd !== undefined && isInside(workspace, resolve(workspace, cwd))) return refused('it would start there')
  if (SHELLS.test(basename(command))) return refused(`it is not known what ${basename(command)} would run`)
  const isThere = (word: string) => word !== '' && !isAbsolute(word) && existsSync(join(workspace, word))
  const word = [command, ...args].find((each) => each.includes(workspace) || isThere(each))
  return word === undefined ? undefined : refused(`${word} lies in it`)
}
