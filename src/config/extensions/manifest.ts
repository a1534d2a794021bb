import * as z from 'zod'
import { UserError, zodIssueMessage } from '../../platform/errors.ts'
import { interpolateKnown, mapTexts } from '../../text/interpolate.ts'
import { isObject, parseSettings } from '../settings/parse-settings.ts'

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
