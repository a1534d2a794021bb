import { z } from 'zod'
import { UserError } from './host/errors.ts'
import type { Reader } from './host/files.ts'

/**
 * settings.json as the rooms read it. Each room declares the few fields it obeys and takes the whole object; this file
 * only composes the layers. Keys we do not know are kept, because extensions and newer versions add them.
 */
export type Settings = z.output<typeof Shape>

const strings = z.array(z.string())
const Shape = z.looseObject({
  model: z
    .looseObject({ name: z.string().exactOptional(), maxSessionTurns: z.number().exactOptional() })
    .exactOptional(),
  context: z.looseObject({ fileName: z.union([z.string(), strings]).exactOptional() }).exactOptional(),
  tools: z
    .looseObject({ core: strings.exactOptional(), allowed: strings.exactOptional(), exclude: strings.exactOptional() })
    .exactOptional(),
  mcp: z.looseObject({ allowed: strings.exactOptional(), excluded: strings.exactOptional() }).exactOptional(),
  mcpServers: z.record(z.string(), z.looseObject({ trust: z.boolean().exactOptional() })).exactOptional(),
  security: z
    .looseObject({
      disableYoloMode: z.boolean().exactOptional(),
      environmentVariableRedaction: z.looseObject({ allowed: strings.exactOptional() }).exactOptional(),
      auth: z
        .looseObject({ selectedType: z.string().exactOptional(), enforcedType: z.string().exactOptional() })
        .exactOptional(),
    })
    .exactOptional(),
  general: z.looseObject({ maxAttempts: z.number().exactOptional() }).exactOptional(),
  modelConfigs: z.unknown().exactOptional(),
})

const FILE = '.gemini/settings.json'

/** Where today's keys stood when settings were flat; most published workflows still write them so. */
const MOVED: Readonly<Record<string, readonly [string, string]>> = {
  coreTools: ['tools', 'core'],
  excludeTools: ['tools', 'exclude'],
  allowedTools: ['tools', 'allowed'],
  toolDiscoveryCommand: ['tools', 'discoveryCommand'],
  toolCallCommand: ['tools', 'callCommand'],
  allowMCPServers: ['mcp', 'allowed'],
  excludeMCPServers: ['mcp', 'excluded'],
  contextFileName: ['context', 'fileName'],
  maxSessionTurns: ['model', 'maxSessionTurns'],
  disableYoloMode: ['security', 'disableYoloMode'],
}

/**
 * The repository's settings with the workflow's `settings` input over them. Throws UserError for a broken file or a
 * field of the wrong type, naming file and field.
 */
export async function loadSettings(
  input: Record<string, unknown>,
  steering: Reader,
  notice: (text: string) => void,
): Promise<Settings> {
  const repository = modern(parseFile(await steering.read(FILE)), FILE, notice)
  const workflow = modern(input, 'the settings input', notice)
  const merged = merge(checked(repository, FILE), checked(workflow, 'the settings input'))
  return checked(merged, 'settings')
}

function parseFile(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch (cause) {
    throw new UserError(`${FILE} is not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  throw new UserError(`${FILE} must hold a JSON object`)
}

function modern(
  given: Record<string, unknown>,
  where: string,
  notice: (text: string) => void,
): Record<string, unknown> {
  let settings: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const place = Object.hasOwn(MOVED, key) ? MOVED[key] : undefined
    if (place === undefined) {
      settings = merge(settings, { [key]: value })
      continue
    }
    notice(`${where}: ${key} is now ${place.join('.')}; read as that.`)
    settings = merge({ [place[0]]: { [place[1]]: value } }, settings)
  }
  return settings
}

function checked(value: unknown, where: string): Settings {
  const result = Shape.safeParse(value)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `- ${where}: ${issue.path.join('.')}: ${issue.message}`)
  throw new UserError(`The settings need mending:\n${lines.join('\n')}`)
}

/** Lists that add up: to be asked, forbidden or switched off by either side is enough. */
const ADDS_UP = /^(hooks\.\w+|hooksConfig\.disabled|tools\.exclude|mcp\.excluded)$/

/** Objects are merged key by key; anything else in `over` replaces, except lists that add up. */
function merge(under: Record<string, unknown>, over: Record<string, unknown>, at = ''): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    if (key === '__proto__') continue
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined
    if (isObject(below) && isObject(value)) merged[key] = merge(below, value, `${at}${key}.`)
    else if (Array.isArray(below) && Array.isArray(value) && ADDS_UP.test(at + key)) merged[key] = [...below, ...value]
    else merged[key] = value
  }
  return merged
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
