import type { Environment } from '../../platform/environment.ts'
import { UserError, zodIssueMessage } from '../../platform/errors.ts'
import { childEnvironment } from '../../platform/process/child-environment.ts'
import { emptyVariableNotice, interpolateSettings } from '../settings/environment.ts'
import { mergeSettings } from '../settings/merge.ts'
import { isObject } from '../settings/parse-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsShape } from '../settings/shape.ts'
import type { Extension } from './extensions.ts'

type ServerFields = Record<string, unknown>

/**
 * Adds the servers, hooks and excluded tools of extensions to the settings. A server of the same name in the settings
 * overrides fields of the extension's server. `trust` in an extension is ignored.
 */
export function addExtensions(
  settings: Settings,
  extensions: readonly Extension[],
  env: Environment,
  notice: (text: string) => void,
): Settings {
  const servers: Record<string, ServerFields> = {}
  const owners = new Map<string, string>()
  let hooks: Record<string, unknown> = {}
  for (const extension of extensions) {
    const { name, manifest } = extension
    const { value, refused, missing } = interpolateSettings({ mcpServers: manifest.mcpServers ?? {} }, env)
    for (const location of refused)
      notice(`The extension ${name}: ${location} is a credential, which extensions do not get there.`)
    for (const place of missing) notice(`The extension ${name}: ${emptyVariableNotice(place)}`)
    const variables = settingVariables(extension, env, notice)
    for (const [server, { trust: _, ...fields }] of Object.entries<ServerFields>(value.mcpServers)) {
      const owner = owners.get(server)
      if (owner !== undefined) {
        notice(
          `The server ${server} of the extension ${name} is ignored: the extension ${owner} has a server of the same name.`,
        )
        continue
      }
      owners.set(server, name)
      servers[server] = { ...fields, env: { ...variables, ...objectOf(fields.env) } }
    }
    hooks = mergeSettings({ hooks }, { hooks: extension.hooks }).hooks as Record<string, unknown> // both sides are objects
  }
  const configured: Readonly<Record<string, ServerFields>> = settings.mcpServers ?? {}
  const refined = Object.entries(servers).map(
    ([name, server]) => [name, refine(server, configured[name] ?? {})] as const,
  )
  const excluded = extensions.flatMap(({ manifest }) => manifest.excludeTools ?? [])
  const added = mergeSettings(settings, {
    tools: excluded.length === 0 ? undefined : { exclude: excluded },
    hooks: Object.keys(hooks).length === 0 ? undefined : hooks,
  })
  const result = SettingsShape.safeParse({
    ...added,
    mcpServers: refined.length === 0 ? added.mcpServers : { ...configured, ...Object.fromEntries(refined) },
  })
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `- ${zodIssueMessage(issue)}`)
  throw new UserError(`The settings with their extensions are invalid:\n${lines.join('\n')}`)
}

/** Fields of the settings win. Both must include a tool; either may exclude it. */
function refine(server: ServerFields, override: ServerFields): ServerFields {
  const [included, overrideIncluded] = [server.includeTools, override.includeTools].map(listOf)
  const excluded = [...(listOf(server.excludeTools) ?? []), ...(listOf(override.excludeTools) ?? [])]
  return {
    ...server,
    ...override,
    env: { ...objectOf(server.env), ...objectOf(override.env) },
    includeTools:
      included && overrideIncluded
        ? included.filter((tool) => overrideIncluded.includes(tool))
        : (override.includeTools ?? server.includeTools),
    excludeTools: excluded.length === 0 ? (override.excludeTools ?? server.excludeTools) : [...new Set(excluded)],
  }
}

const listOf = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined)
const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/**
 * The variables that an extension's settings request for its servers, as placeholders: the values are inserted when a
 * server starts. Credentials of the run are never passed on.
 */
function settingVariables(
  { name, manifest }: Extension,
  env: Environment,
  notice: (text: string) => void,
): Record<string, string> {
  const names = (manifest.settings ?? []).map(({ envVar }) => envVar).filter((each) => (env[each] ?? '') !== '')
  const variables: [string, string][] = []
  for (const each of new Set(names)) {
    if (each in childEnvironment({ [each]: 'x' }, [each])) variables.push([each, `$\{${each}}`])
    else
      notice(
        `The extension ${name} requests ${each}, which programs do not get. To pass it on, set it in mcpServers.NAME.env.`,
      )
  }
  return Object.fromEntries(variables)
}
