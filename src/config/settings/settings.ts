import { closest, distance } from 'fastest-levenshtein'
import type * as z from 'zod'
import type { Environment } from '../../platform/environment.ts'
import { UserError } from '../../platform/errors.ts'
import type { CommitReader } from '../../platform/files/workspace.ts'
import { ignoredSafetyNotices, isIgnoredSetting } from './ignored-keys.ts'
import { migrateSettings } from './legacy.ts'
import { emptyVariableNotice, interpolateSettings, isObject, mergeSettings, parseSettings } from './parse-settings.ts'
import { type Settings, SettingsShape, supportedKeys, unknownKeys } from './settings-shape.ts'

export type { Settings } from './settings-shape.ts'

export const hasServers = ({ mcpServers = {}, mcp }: Pick<Settings, 'mcpServers' | 'mcp'>): boolean =>
  Object.keys(mcpServers).length > 0 || mcp?.serverCommand !== undefined

const SETTINGS_FILE = '.gemini/settings.json'

/** What `loadSettings` reads beside the repository's file and the input. `env` gives the values of `$NAME` placeholders. */
export type SettingsContext = {
  env: Environment
  /** The files of the user and of the system administrator. */
  machineSettings?: MachineSettings
}

type SettingsFile = { label: string; text: string }

/** Settings files outside the repository; `label` names the file in messages. `admin`: those of the input `admin_settings`. */
export type MachineSettings = Partial<Record<'defaults' | 'user' | 'override', SettingsFile>> & {
  admin?: readonly SettingsFile[]
}

/**
 * The settings of a run, merged from these layers; a later one wins: system defaults, user, repository (at the steering
 * commit), the `settings` input, the `admin_settings` input, system overrides. Throws UserError, naming file and key, for a file that is not JSON and
 * for a value of the wrong type. Gives each file one notice about unknown keys and one about old keys.
 */
export async function loadSettings(
  input: Record<string, unknown>,
  steering: Pick<CommitReader, 'read'>,
  notice: (text: string) => void,
  { env, machineSettings = {} }: SettingsContext = { env: {} },
): Promise<Settings> {
  const layers = parseLayers([
    machineSettings.defaults,
    machineSettings.user,
    { label: SETTINGS_FILE, text: (await steering.read(SETTINGS_FILE)) ?? '' },
    { label: 'the settings input', values: input },
    ...(machineSettings.admin ?? []),
    machineSettings.override,
  ])
  const nonEmpty = layers.filter(({ values }) => Object.keys(values).length > 0)
  if (nonEmpty.length === 0) return {}
  // Building the shape takes most of the time; runs without settings skip it.
  let merged: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const { label, values } of nonEmpty) {
    const { settings, moved } = migrateSettings(values)
    const { value, refused, missing } = interpolateSettings(settings, env)
    const unknownSettings = unknownKeys(value).filter(({ path }) => !isIgnoredSetting(path) && !isHookSetting(path))
    if (moved.length > 0) notice(`${label}: read ${moved.join(', ')}. Use the new names.`)
    if (unknownSettings.length > 0)
      notice(`${label}: unknown settings are ignored: ${withSuggestions(unknownSettings, supportedKeys())}.`)
    for (const text of ignoredSafetyNotices(value)) notice(`${label}: ${text}`)
    for (const location of refused)
      notice(
        `${label}: ${location} is a credential. Settings pass credentials only to the URL, headers and environment of MCP servers.`,
      )
    for (const place of missing) notice(`${label}: ${emptyVariableNotice(place)}`)
    const checked = SettingsShape.safeParse(value)
    if (checked.success) merged = mergeSettings(merged, checked.data)
    else
      mistakes.push(
        ...checked.error.issues.map((issue) => `- ${label}: ${formatPath(issue.path)} ${describeIssue(issue, value)}`),
      )
  }
  if (mistakes.length > 0) throw new UserError(`The settings are invalid:\n${mistakes.join('\n')}`)
  return merged // of validated layers: merging keeps paths and types
}

type SettingsLayer = { label: string; values: Record<string, unknown> }

/** Parses every layer. Throws one UserError that names all files that are not JSON objects. */
function parseLayers(files: readonly (SettingsLayer | { label: string; text: string } | undefined)[]): SettingsLayer[] {
  const broken: string[] = []
  let cause: unknown
  const layers = files.flatMap((file) => {
    if (file === undefined || 'values' in file) return file ?? []
    const result = parseSettings(file.text)
    if (result.ok) return { label: file.label, values: result.settings }
    broken.push(`${file.label} ${result.reason}.`)
    cause ??= result.cause
    return []
  })
  if (broken.length === 0) return layers
  throw new UserError(`${broken.join('\n')} Fix the ${broken.length > 1 ? 'files' : 'file'} and run again.`, { cause })
}

/** Keys below `hooks` are event names; the hook loader reports mistakes in them. */
const isHookSetting = (path: string) => path.startsWith('hooks.') || path === 'enableHooks'

/** The keys, each with the most similar supported key when it is at most two edits away. */
function withSuggestions(
  unknown: readonly { path: string; siblings: readonly string[] }[],
  allKeys: readonly string[],
): string {
  const names = unknown.map(({ path, siblings }) => {
    const suggestion = closest(path, [...siblings, ...allKeys])
    return distance(path, suggestion) <= 2 ? `${path} (did you mean ${suggestion}?)` : path
  })
  return names.join(', ')
}

const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map((name, index) => (typeof name === 'number' ? `[${name}]` : `${index === 0 ? '' : '.'}${String(name)}`))
    .join('')

/** Keys with one text or several. */
const LISTS: ReadonlySet<string> = new Set(['fileName', 'verify', 'report', 'tests'])

/** What a value must be. Gives the type of the value, never the value: it may be a secret. */
function describeIssue(issue: z.core.$ZodIssue, settings: unknown): string {
  const is = typeName(valueAt(settings, issue.path))
  if (issue.code === 'invalid_type') return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}, not ${is}`
  if (issue.code === 'invalid_union')
    return `must be ${LISTS.has(String(issue.path.at(-1))) ? 'text or a list of texts' : 'text in quotes'}, not ${is}`
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map((word) => JSON.stringify(word)).join(', ')}`
  return issue.message
}

const valueAt = (settings: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      Array.isArray(inner)
        ? inner[Number(name)]
        : isObject(inner) && Object.hasOwn(inner, name)
          ? inner[String(name)]
          : undefined,
    settings,
  )

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list like ["a", "b"]',
  object: 'an object like {"key": "value"}',
  record: 'an object like {"key": "value"}',
}

const typeName = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'string'
        ? 'text'
        : isObject(value)
          ? 'an object'
          : `a ${typeof value}`
