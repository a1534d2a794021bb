import * as z from 'zod'
import type { Environment } from '../platform/environment.ts'
import { UserError, zodIssueMessage } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { childEnvironment } from '../platform/process/child-environment.ts'
import type { PolicySource } from '../policy/rules/load.ts'
import { interpolateKnown, mapTexts } from '../text/interpolate.ts'
import {
  emptyVariableNotice,
  interpolateSettings,
  isObject,
  mergeSettings,
  parseSettings,
} from './settings/parse-settings.ts'
import type { Settings } from './settings/settings.ts'
import { SettingsShape } from './settings/settings-shape.ts'

/** An extension, read from a commit. `from` names its location in messages; `files` are rooted in it. */
export type Extension = {
  name: string
  from: string
  files: CommitReader
  manifest: Manifest
  /** Its hooks, in the format of settings. */
  hooks: Record<string, unknown>
  policies: readonly PolicySource[]
  /** The folder with a copy of its files, when one of its commands uses them. */
  folder?: string
}

const texts = z.array(z.string())

const ManifestShape = z.looseObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9-]+$/,
      'is not a valid extension name: only letters (a-z, A-Z), numbers (0-9), and dashes (-) are allowed',
    ),
  version: z.string(),
  mcpServers: z.record(z.string(), z.looseObject({})).optional(),
  contextFileName: z.union([z.string(), texts]).optional(),
  excludeTools: texts.optional(),
  settings: z
    .array(
      z.looseObject({
        name: z.string(),
        envVar: z.string().regex(/^[A-Za-z_]\w*$/, 'must be a variable name'),
        sensitive: z.boolean().optional(),
      }),
    )
    .optional(),
})

/** The supported fields of `gemini-extension.json`. */
export type Manifest = z.output<typeof ManifestShape>

/** Parses a manifest. Throws UserError that names file and field. */
export function readManifest(text: string, file: string): Manifest {
  const result = ManifestShape.safeParse(withoutPrototypeKeys(parseObject(text, file)))
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `- ${file}: ${zodIssueMessage(issue)}`)
  throw new UserError(`The extension is invalid:\n${lines.join('\n')}`)
}

/** The hooks in an extension's `hooks/hooks.json`; empty when the file does not exist. */
export function readExtensionHooks(text: string | undefined, file: string): Record<string, unknown> {
  if (text === undefined) return {}
  const { hooks } = parseObject(text, file)
  if (!isObject(hooks)) throw new UserError(`${file}: it must be {"hooks": {"BeforeTool": […]}}.`)
  return { ...withoutPrototypeKeys(hooks) }
}

function parseObject(text: string, file: string): Record<string, unknown> {
  const parsed = parseSettings(text)
  if (parsed.ok) return parsed.settings
  throw new UserError(`${file} ${parsed.reason}.`, { cause: parsed.cause })
}

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype']

/** Removes keys that could change the prototype of objects. */
function withoutPrototypeKeys<Value>(value: Value): Value {
  const visit = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(visit)
    if (!isObject(item)) return item
    const entries = Object.entries(item).filter(([key]) => !PROTOTYPE_KEYS.includes(key))
    return Object.fromEntries(entries.map(([key, item]) => [key, visit(item)]))
  }
  // Only keys are removed, so the type stays the same.
  return visit(value) as Value
}

/** Whether a text in the value refers to the folder of the extension. */
export const usesExtensionPath = (value: unknown): boolean => JSON.stringify(value).includes('${extensionPath}')

/** Replaces `${name}` in all texts of the value; unknown names stay. */
export const substituteVariables = <Value>(value: Value, values: Readonly<Record<string, string>>): Value =>
  mapTexts(value, (text) => interpolateKnown(text, values))

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
      notice(`The extension ${name}: ${location} is a credential. Extensions may not use one there.`)
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
