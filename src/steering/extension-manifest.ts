import { z } from 'zod'
import { fieldMistake, UserError } from '../host/errors.ts'
import { isObject, parseSettings } from '../settings/text.ts'

const texts = z.array(z.string())
const Shape = z.looseObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9-]+$/,
      'is no name for an extension: only letters (a-z, A-Z), numbers (0-9), and dashes (-) are allowed',
    ),
  version: z.string(),
  mcpServers: z.record(z.string(), z.looseObject({})).exactOptional(),
  contextFileName: z.union([z.string(), texts]).exactOptional(),
  excludeTools: texts.exactOptional(),
  settings: z
    .array(
      z.looseObject({
        name: z.string(),
        envVar: z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of a variable'),
        sensitive: z.boolean().exactOptional(),
      }),
    )
    .exactOptional(),
})

/** `gemini-extension.json`, as far as a run obeys it. */
export type Manifest = z.output<typeof Shape>

/** Reads a manifest. Throws UserError that names file and field. */
export function readManifest(text: string, file: string): Manifest {
  const result = Shape.safeParse(withoutTraps(objectIn(text, file)))
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `- ${file}: ${fieldMistake(issue)}`)
  throw new UserError(`The extension needs mending:\n${lines.join('\n')}`)
}

/** The hooks of an extension's `hooks/hooks.json`; none where there is no such file. */
export function readHooks(text: string | undefined, file: string): Record<string, unknown> {
  if (text === undefined) return {}
  const { hooks } = objectIn(text, file)
  if (!isObject(hooks)) throw new UserError(`${file}: it must be {"hooks": {"BeforeTool": […]}}.`)
  return { ...withoutTraps(hooks) }
}

function objectIn(text: string, file: string): Record<string, unknown> {
  const parsed = parseSettings(text)
  if (parsed.ok) return parsed.settings
  throw new UserError(`${file} ${parsed.why}.`, { cause: parsed.cause })
}

const TRAPS = ['__proto__', 'constructor', 'prototype']

/** Keys that would reach into every object are left out. */
function withoutTraps<Value>(value: Value): Value {
  const inside = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(inside)
    if (!isObject(given)) return given
    const kept = Object.entries(given).filter(([key]) => !TRAPS.includes(key))
    return Object.fromEntries(kept.map(([key, item]) => [key, inside(item)]))
  }
  // Objects stay objects, and what was no object stays what it was.
  return inside(value) as Value
}

/** Whether something of it stands for the folder it is in. */
export const usesItsFiles = (value: unknown): boolean => JSON.stringify(value).includes('${extensionPath}')

/** The value with `${name}` replaced in all its texts; names beside these stay as they are. */
export function substituted<Value>(value: Value, values: Readonly<Record<string, string>>): Value {
  const inside = (given: unknown): unknown => {
    if (typeof given === 'string')
      return given.replace(/\$\{([\w/]+)\}/g, (written, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? written) : written,
      )
    if (Array.isArray(given)) return given.map(inside)
    if (!isObject(given)) return given
    return Object.fromEntries(Object.entries(given).map(([key, item]) => [key, inside(item)]))
  }
  // Texts become texts.
  return inside(value) as Value
}
