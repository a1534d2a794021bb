import type { z } from 'zod'
import { UserError } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import { interpolate, nothingThere } from './environment.ts'
import { isIgnored, unmet } from './ignored.ts'
import { modern } from './legacy.ts'
import { merge } from './merge.ts'
import type { Settings } from './shape.ts'
import { isObject, parseSettings } from './text.ts'

export type { Settings } from './shape.ts'

/** Whether they name any server at all. */
export const hasServers = ({ mcpServers = {}, mcp }: Pick<Settings, 'mcpServers' | 'mcp'>): boolean =>
  Object.keys(mcpServers).length > 0 || mcp?.serverCommand !== undefined

const FILE = '.gemini/settings.json'

/** Settings beside those of the repository and the workflow, and what `$NAME` in any of them stands for. */
export type SettingsPlaces = {
  env: Readonly<Record<string, string | undefined>>
  /** The files of the user and of the machine's administrator. */
  machine?: MachineSettings
}

/** Texts of files on the machine, each with the name it is known by. */
export type MachineSettings = Partial<Record<'defaults' | 'user' | 'override', { where: string; text: string }>>

/**
 * The settings of a run. What a later one says wins: the machine's defaults, the user's, the repository's (from the steering
 * commit), the workflow's `settings` input, the machine's own. Throws UserError for a file that is not JSON and for a
 * value of the wrong type, naming file and key; unknown and old keys are noticed once a file.
 */
export async function loadSettings(
  input: Record<string, unknown>,
  steering: Reader,
  notice: (text: string) => void,
  { env, machine = {} }: SettingsPlaces = { env: {} },
): Promise<Settings> {
  const layers = allParsed([
    machine.defaults,
    machine.user,
    { where: FILE, text: (await steering.read(FILE)) ?? '' },
    { where: 'the settings input', given: input },
    machine.override,
  ])
  const written = layers.filter(({ given }) => Object.keys(given).length > 0)
  if (written.length === 0) return {}
  // Most of what this takes is building the shape, which runs without settings do not need.
  const { obeyedKeys, SettingsShape, strangeKeys } = await import('./shape.ts')
  let merged: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const { where, given } of written) {
    const { settings, moved } = modern(given)
    const { value, kept, missing } = interpolate(settings, env)
    const strange = strangeKeys(value).filter(({ path }) => !isIgnored(path) && !isPrivate(path))
    if (moved.length > 0) notice(`${where}: read ${moved.join(', ')}; write the new names.`)
    if (strange.length > 0)
      notice(`${where}: there is no setting ${await withMeant(strange, obeyedKeys())}; it is ignored.`)
    for (const text of unmet(value)) notice(`${where}: ${text}`)
    for (const place of kept)
      notice(
        `${where}: ${place} names a credential, which settings give to headers and environment of MCP servers only.`,
      )
    for (const place of missing) notice(`${where}: ${nothingThere(place)}`)
    const checked = SettingsShape.safeParse(value)
    if (checked.success) merged = merge(merged, checked.data)
    else
      mistakes.push(
        ...checked.error.issues.map((issue) => `- ${where}: ${dotted(issue.path)} ${mistake(issue, value)}`),
      )
  }
  if (mistakes.length > 0) throw new UserError(`The settings need mending:\n${mistakes.join('\n')}`)
  return merged // of checked parts, whose places and kinds stay what they were
}

type Layer = { where: string; given: Record<string, unknown> }

/** Every file as an object; one error names all that are none. */
function allParsed(files: readonly (Layer | { where: string; text: string } | undefined)[]): Layer[] {
  const broken: string[] = []
  let cause: unknown
  const layers = files.flatMap((file) => {
    if (file === undefined || 'given' in file) return file ?? []
    const result = parseSettings(file.text)
    if (result.ok) return { where: file.where, given: result.settings }
    broken.push(`${file.where} ${result.why}.`)
    cause ??= result.cause
    return []
  })
  if (broken.length === 0) return layers
  throw new UserError(`${broken.join('\n')} Mend the ${broken.length > 1 ? 'files' : 'file'} and run again.`, { cause })
}

/** Hooks have names of their own for events that are none; their room says what is wrong with them. */
const isPrivate = (path: string) => path.startsWith('hooks.') || path === 'enableHooks'

/** Keys, each with the one that was probably meant. */
async function withMeant(
  strange: readonly { path: string; known: readonly string[] }[],
  everywhere: readonly string[],
): Promise<string> {
  const { closest, distance } = await import('fastest-levenshtein')
  const named = strange.map(({ path, known }) => {
    const meant = closest(path, [...known, ...everywhere])
    return distance(path, meant) <= 2 ? `${path} (${meant}?)` : path
  })
  return named.join(', ')
}

const dotted = (path: readonly PropertyKey[]): string =>
  path
    .map((name, index) => (typeof name === 'number' ? `[${name}]` : `${index === 0 ? '' : '.'}${String(name)}`))
    .join('')

/** What a value must be. Its kind is told, never itself: it may hold what nobody should read in a log. */
function mistake(issue: z.core.$ZodIssue, whole: unknown): string {
  const is = kindOf(valueAt(whole, issue.path))
  if (issue.code === 'invalid_type') return `must be ${WORDS[issue.expected] ?? issue.expected}, not ${is}`
  if (issue.code === 'invalid_union')
    return `must be ${String(issue.path.at(-1)) === 'fileName' ? 'text or a list of texts' : 'text in quotes'}, not ${is}`
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map((word) => JSON.stringify(word)).join(', ')}`
  return issue.message
}

const valueAt = (whole: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      Array.isArray(inner)
        ? inner[Number(name)]
        : isObject(inner) && Object.hasOwn(inner, name)
          ? inner[String(name)]
          : undefined,
    whole,
  )

const WORDS: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list such as ["a", "b"]',
  object: 'an object such as {"key": "value"}',
  record: 'an object such as {"key": "value"}',
}

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'string'
        ? 'text'
        : isObject(value)
          ? 'an object'
          : `a ${typeof value}`
