import { childEnvironment } from '../host/environment.ts'
import { fieldMistake, UserError } from '../host/errors.ts'
import type { Env } from '../machine.ts'
import { interpolate, nothingThere } from '../settings/environment.ts'
import { merge } from '../settings/merge.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsShape } from '../settings/shape.ts'
import { isObject } from '../settings/text.ts'
import type { Extension } from './extensions.ts'

type Server = Record<string, unknown>

/**
 * Settings with the servers, hooks and excluded tools of extensions. What the settings say of a server of that name refines
 * it; an extension's own word that its server is to be trusted does not count.
 */
export function addExtensions(
  settings: Settings,
  extensions: readonly Extension[],
  env: Env,
  notice: (text: string) => void,
): Settings {
  const servers: Record<string, Server> = {}
  const owners = new Map<string, string>()
  let hooks: Record<string, unknown> = {}
  for (const extension of extensions) {
    const { name, manifest } = extension
    const { value, kept, missing } = interpolate({ mcpServers: manifest.mcpServers ?? {} }, env)
    for (const place of kept) notice(`The extension ${name}: ${place} names a credential, which it is not given there.`)
    for (const place of missing) notice(`The extension ${name}: ${nothingThere(place)}`)
    const variables = variablesOf(extension, env, notice)
    for (const [server, { trust: _, ...written }] of Object.entries<Server>(value.mcpServers)) {
      const owner = owners.get(server)
      if (owner !== undefined) {
        notice(`The server ${server} of the extension ${name} is left out: ${owner} has one of that name.`)
        continue
      }
      owners.set(server, name)
      servers[server] = { ...written, env: { ...variables, ...objectOf(written.env) } }
    }
    hooks = merge({ hooks }, { hooks: extension.hooks }).hooks as Record<string, unknown> // both sides are objects
  }
  const own: Readonly<Record<string, Server>> = settings.mcpServers ?? {}
  const refined = Object.entries(servers).map(([name, server]) => [name, refine(server, own[name] ?? {})] as const)
  const excluded = extensions.flatMap(({ manifest }) => manifest.excludeTools ?? [])
  const added = merge(settings, {
    ...(excluded.length === 0 ? {} : { tools: { exclude: excluded } }),
    ...(Object.keys(hooks).length === 0 ? {} : { hooks }),
  })
  const result = SettingsShape.safeParse({
    ...added,
    ...(refined.length === 0 ? {} : { mcpServers: { ...own, ...Object.fromEntries(refined) } }),
  })
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `- ${fieldMistake(issue)}`)
  throw new UserError(`With its extensions the settings need mending:\n${lines.join('\n')}`)
}

/** Fields of the settings win; what is included must be so by both, and either may exclude. */
function refine(server: Server, own: Server): Server {
  const [included, ownIncluded] = [server.includeTools, own.includeTools].map(listOf)
  const excluded = [...(listOf(server.excludeTools) ?? []), ...(listOf(own.excludeTools) ?? [])]
  return {
    ...server,
    ...own,
    env: { ...objectOf(server.env), ...objectOf(own.env) },
    ...(included && ownIncluded ? { includeTools: included.filter((tool) => ownIncluded.includes(tool)) } : {}),
    ...(excluded.length === 0 ? {} : { excludeTools: [...new Set(excluded)] }),
  }
}

const listOf = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined)
const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/**
 * The variables an extension asks for by its settings, for its servers: their names only, the values are put in when a
 * server starts. The run's own credentials are given to none.
 */
function variablesOf({ name, manifest }: Extension, env: Env, notice: (text: string) => void): Record<string, string> {
  const names = (manifest.settings ?? []).map(({ envVar }) => envVar).filter((each) => (env[each] ?? '') !== '')
  const given: [string, string][] = []
  for (const each of new Set(names)) {
    if (each in childEnvironment({ [each]: 'x' }, [each])) given.push([each, `$\{${each}}`])
    else
      notice(
        `The extension ${name} asks for ${each}, which no program is given. Set it in mcpServers.NAME.env if that is meant.`,
      )
  }
  return Object.fromEntries(given)
}
