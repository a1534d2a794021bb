import type { GenerateContentConfig } from '@google/genai/web'
import { UserError } from '../platform/errors.ts'
import { asRecord } from './model-errors.ts'

/** Models and fallbacks of the short names. Dated data: 2026-08. Source: Gemini API docs, "Models". */
const SHORT_NAMES: Readonly<Record<string, { model: string; fallback: readonly string[] }>> = {
  auto: { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  'auto-gemini-3': { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  'auto-gemini-2.5': { model: 'gemini-2.5-pro', fallback: ['gemini-2.5-flash'] },
  pro: { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  flash: { model: 'gemini-3.5-flash', fallback: ['flash-lite'] },
  'flash-lite': { model: 'gemini-3.1-flash-lite', fallback: ['flash'] },
}

/** Ids with a successor in the API. They are still sent as configured. */
const SUCCESSORS: Readonly<Record<string, string>> = { 'gemini-3-pro-preview': 'gemini-3.1-pro-preview' }

/** Models that Google has shut down, and the short name of what takes their place. Dated data: 2026-11. Source: Gemini API docs, "Gemini deprecations". */
const RETIRED: readonly (readonly [model: RegExp, replacement: string])[] = [
  [/^gemini-(?:1\.\d|2\.0)-flash-(?:lite|8b)|^gemini-2\.5-flash-lite-preview/, 'flash-lite'],
  [/^gemini-(?:1\.\d|2\.0)-flash|^gemini-2\.5-flash-preview|^(?:text|chat|code)-bison/, 'flash'],
  [
    /^gemini-(?:1\.\d|2\.0)-|^gemini-(?:pro|ultra|pro-vision)$|^gemini-2\.5-pro-(?:preview|exp)|^gemini-3-pro-preview$/,
    'pro',
  ],
]

/** The short name to write instead of a model that Google has shut down. */
export const retiredReplacement = (model: string): string | undefined =>
  RETIRED.find(([pattern]) => pattern.test(model.trim().replace(/^models\//, '')))?.[1]

const shortName = (name: string) => (Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name] : undefined)

/** The id to send for a model name. A full id stays as configured; an empty name means `auto`. */
export function resolveModel(name: string): string {
  const requested = name.trim() || 'auto'
  return shortName(requested)?.model ?? requested
}

/**
 * The requested model, then its fallbacks in order. A short name has fallbacks; a full id has none. `declared` replaces
 * them.
 */
export function modelChain(name: string, declared?: readonly string[]): string[] {
  const requested = name.trim() || 'auto'
  const rest = declared ?? shortName(requested)?.fallback ?? []
  return [...new Set([requested, ...rest].map(resolveModel))]
}

/** A notice for users when the API has a successor for the model. */
export function successorNotice(model: string): string | undefined {
  const successor = Object.hasOwn(SUCCESSORS, model) ? SUCCESSORS[model] : undefined
  return successor && `The model ${model} has a successor: ${successor}. This run still uses ${model}, as configured.`
}

/** Maximum input tokens of a model. Dated data: 2026-10. Source: Gemini API docs, "Models". */
export function contextWindow(name: string): number {
  const id = resolveModel(name).split('/').at(-1) ?? name
  if (/^gemma-4/.test(id)) return 256_000
  if (/^gemma-/.test(id)) return 131_072
  return /^gemini-1\.5-pro/.test(id) ? 2_097_152 : 1_048_576
}

/** The properties of a request that select its settings. */
export type GenerationQuery = {
  /** An alias, or the id of a model. */
  name: string
  /** The model behind the name, when the name is an alias. */
  model?: string
  /** The sub-agent that sends the request. */
  scope?: string
  isRetry?: boolean
}

export type ResolvedGeneration = { model: string; config: GenerateContentConfig }

const NO_CONFIGS: ModelConfigs = { aliases: {}, overrides: [] }

export const isAlias = (name: string, { aliases }: ModelConfigs): boolean =>
  Object.hasOwn(aliases, name) || Object.hasOwn(ALIASES, name)

/**
 * Resolves model, sampling and thinking of a request: the alias with everything it extends, from the root down, then the
 * overrides of the settings. An id that is not an alias means a chat with that model. Throws UserError without a model.
 */
export function generationFor(query: GenerationQuery, configs: ModelConfigs = NO_CONFIGS): ResolvedGeneration {
  const chain = aliasChain(query.name, configs)
  const merged = [...chain.map(({ alias }) => alias), ...overridesFor(query, chain, configs)].reduce<ModelAlias>(
    merge,
    {},
  )
  const isId = !isAlias(query.name, configs) || isModelId(query.name)
  const model = merged.model ?? (isId ? query.name : undefined)
  if (model === undefined)
    throw new UserError(
      `modelConfigs: the alias "${query.name}" has no model. Set one in it, in an alias it extends or in an override.`,
    )
  const config = Object.fromEntries(Object.entries(merged.generationConfig ?? {}).filter(([, value]) => value !== null))
  return { model, config }
}

type AliasLink = { name: string; alias: ModelAlias }

/** An alias and the aliases it extends, root first. Throws UserError for a cycle or a missing alias. */
export function aliasChain(name: string, configs: ModelConfigs): AliasLink[] {
  const chain: AliasLink[] = []
  const visited: string[] = []
  let next: string | undefined = isAlias(name, configs) ? name : undefined
  if (next === undefined) {
    chain.push({ name, alias: {} })
    next = familyAlias(name)
  }
  while (next !== undefined) {
    if (visited.includes(next))
      throw new UserError(`modelConfigs: these aliases extend each other in a cycle: ${[...visited, next].join(' → ')}`)
    visited.push(next)
    const alias: ModelAlias | undefined = Object.hasOwn(configs.aliases, next)
      ? configs.aliases[next]
      : builtInAlias(next)
    if (alias === undefined) throw new UserError(`modelConfigs: the alias "${next}" does not exist.`)
    chain.unshift({ name: next, alias })
    next = alias.extends
  }
  return chain
}

/** The matching overrides, general before specific: by position in the chain, then by the number of conditions. */
function overridesFor(query: GenerationQuery, chain: readonly AliasLink[], { overrides }: ModelConfigs): ModelAlias[] {
  const model = query.model ?? chain.findLast(({ alias }) => alias.model !== undefined)?.alias.model
  return overrides
    .flatMap(({ match, alias }) => {
      const keys = Object.values(match).filter((value) => value !== undefined).length
      if (keys === 0) return []
      const chainPosition = chain.findIndex(({ name }) => name === match.model) + 1
      const isModel = match.model === undefined || chainPosition > 0 || match.model === model
      const scope = query.scope ?? 'core'
      const fits =
        isModel &&
        (match.overrideScope === undefined || match.overrideScope === scope) &&
        (match.isRetry === undefined || match.isRetry === (query.isRetry ?? false))
      return fits ? [{ chainPosition, keys, alias }] : []
    })
    .sort((a, b) => a.chainPosition - b.chainPosition || a.keys - b.keys)
    .map(({ alias }) => alias)
}

/** Merges objects key by key and replaces everything else. */
function merge(base: ModelAlias, override: ModelAlias): ModelAlias {
  const model = override.model ?? base.model
  return { model, generationConfig: mergeObjects(base.generationConfig ?? {}, override.generationConfig ?? {}) }
}

type JsonObject = Record<string, unknown>

function mergeObjects(base: JsonObject, override: JsonObject): JsonObject {
  const merged = { ...base }
  for (const [key, value] of Object.entries(override)) {
    const current = merged[key]
    merged[key] = isObject(current) && isObject(value) ? mergeObjects(current, value) : value
  }
  return merged
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A named model configuration: model, sampling and thinking, merged over the alias it extends. `null` removes a value. */
export type ModelAlias = { extends?: string; model?: string; generationConfig?: Record<string, unknown> }

const CHAT = { temperature: 1, topP: 0.95, topK: 64 }

/**
 * The reference's names, so that settings that extend or override them keep working. Models are short names of models.ts.
 * Utility requests for one small answer use a small model at temperature 0. Dated data: 2026-08.
 */
export const ALIASES: Readonly<Record<string, ModelAlias>> = {
  base: { generationConfig: { temperature: 0, topP: 1 } },
  'chat-base': {
    extends: 'base',
    generationConfig: { ...CHAT, thinkingConfig: { includeThoughts: true } },
  },
  // Models before 2.5 refuse a thinkingConfig.
  'chat-base-2.0': { extends: 'chat-base', generationConfig: { thinkingConfig: null } },
  'chat-base-2.5': { extends: 'chat-base', generationConfig: { thinkingConfig: { thinkingBudget: 8192 } } },
  'chat-base-3': { extends: 'chat-base', generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } },
  'gemini-2.5-flash-base': { extends: 'base', model: 'gemini-2.5-flash' },
  'gemini-3-flash-base': { extends: 'base', model: 'flash' },
  'gemini-3.5-flash-base': { extends: 'base', model: 'gemini-3.5-flash' },
  classifier: { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 1024 } },
  'prompt-completion': {
    extends: 'base',
    model: 'flash-lite',
    generationConfig: { temperature: 0.3, maxOutputTokens: 16_000 },
  },
  'fast-ack-helper': {
    extends: 'base',
    model: 'flash-lite',
    generationConfig: { temperature: 0.2, maxOutputTokens: 120 },
  },
  'edit-corrector': { extends: 'base', model: 'flash-lite' },
  'summarizer-default': { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 2000 } },
  'summarizer-shell': { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 2000 } },
  'web-search': { extends: 'gemini-3-flash-base' },
  'web-fetch': { extends: 'gemini-3-flash-base' },
  'web-fetch-fallback': { extends: 'gemini-3-flash-base' },
  'loop-detection': { extends: 'gemini-3-flash-base' },
  'loop-detection-double-check': { extends: 'base', model: 'pro' },
  'llm-edit-fixer': { extends: 'gemini-3-flash-base' },
  'next-speaker-checker': { extends: 'gemini-3-flash-base' },
  'context-snapshotter': {
    extends: 'gemini-3-flash-base',
    generationConfig: { ...CHAT, thinkingConfig: { thinkingLevel: 'HIGH' } },
  },
  'agent-history-provider-summarizer': { model: 'flash' },
  'chat-compression-default': { model: 'pro' },
  'chat-compression-3-pro': { model: 'gemini-3-pro-preview' },
  'chat-compression-3-flash': { model: 'gemini-3-flash-preview' },
  'chat-compression-3.1-flash-lite': { model: 'gemini-3.1-flash-lite' },
  'chat-compression-2.5-pro': { model: 'gemini-2.5-pro' },
  'chat-compression-2.5-flash': { model: 'gemini-2.5-flash' },
  'chat-compression-2.5-flash-lite': { model: 'gemini-2.5-flash-lite' },
}

/** The built-in alias of that name. Every model id is an alias that extends the one of its family. */
export function builtInAlias(name: string): ModelAlias | undefined {
  if (Object.hasOwn(ALIASES, name)) return ALIASES[name]
  return isModelId(name) ? { extends: familyAlias(name), model: name } : undefined
}

/** Whether a name is the id of a Google model. */
export const isModelId = (name: string): boolean => /^(?:models\/)?gem(?:ini|ma)-\d/.test(name)

/** The alias with the sampling for chats with a model. Source: Gemini API docs, "Thinking". */
export function familyAlias(model: string): string {
  const id = model.split('/').at(-1) ?? model
  if (/^gemini-(?:1|2\.0)/.test(id)) return 'chat-base-2.0'
  if (/^gemini-2\.5/.test(id)) return 'chat-base-2.5'
  if (/^gemini-(?:[3-9]|\d\d)(?:[.-]|$)|^gemma-4/.test(id)) return 'chat-base-3'
  return 'chat-base'
}

/** Conditions of an override; all must hold. `overrideScope` is a sub-agent, or `core` for the main conversation. */
export type OverrideMatch = { model?: string; overrideScope?: string; isRetry?: boolean }

/** `modelConfigs` of the settings: aliases that replace built-in ones, and overrides in written order. */
export type ModelConfigs = {
  aliases: Readonly<Record<string, ModelAlias>>
  overrides: readonly { match: OverrideMatch; alias: ModelAlias }[]
}

/** A retry after an unusable answer uses a higher temperature, as in the reference. */
const RETRY_OVERRIDE = { match: { model: 'chat-base', isRetry: true }, alias: { generationConfig: { temperature: 1 } } }

/**
 * Reads `modelConfigs` of settings.json. Throws UserError with the path of a mistake. Fields that cannot be set here (tools,
 * instructions, addresses) are ignored with a notice.
 */
export function readModelConfigs(value: unknown, notice: (text: string) => void): ModelConfigs {
  const settings = value === undefined ? {} : object(value, 'modelConfigs')
  const aliases = Object.fromEntries(
    ['aliases', 'customAliases'].flatMap((key) =>
      Object.entries(object(settings[key] ?? {}, `modelConfigs.${key}`)).map(
        ([name, alias]) => [name, readAlias(alias, `modelConfigs.${key}.${name}`, notice)] as const,
      ),
    ),
  )
  const overrides = ['overrides', 'customOverrides'].flatMap((key) =>
    list(settings[key] ?? [], `modelConfigs.${key}`).map((entry, index) => {
      const path = `modelConfigs.${key}[${index}]`
      return { match: readMatch(object(entry, path).match, `${path}.match`), alias: readAlias(entry, path, notice) }
    }),
  )
  const configs = { aliases, overrides: [RETRY_OVERRIDE, ...overrides] }
  for (const name of Object.keys(aliases)) aliasChain(name, configs) // throws for a cycle and for a missing alias
  return configs
}

function readAlias(value: unknown, path: string, notice: (text: string) => void): ModelAlias {
  const { extends: parent, modelConfig } = object(value, path)
  const { model, generateContentConfig } = object(modelConfig ?? {}, `${path}.modelConfig`)
  const generationConfig = readGenerationConfig(
    generateContentConfig,
    `${path}.modelConfig.generateContentConfig`,
    notice,
  )
  return {
    extends: parent === undefined ? undefined : text(parent, `${path}.extends`),
    model: model === undefined ? undefined : text(model, `${path}.modelConfig.model`),
    generationConfig: Object.keys(generationConfig).length === 0 ? undefined : generationConfig,
  }
}

function readMatch(value: unknown, path: string): OverrideMatch {
  const { model, overrideScope, isRetry } = object(value ?? {}, path)
  if (isRetry !== undefined && typeof isRetry !== 'boolean') invalidSetting(`${path}.isRetry`, 'true or false')
  return {
    model: model === undefined ? undefined : text(model, `${path}.model`),
    overrideScope: overrideScope === undefined ? undefined : text(overrideScope, `${path}.overrideScope`),
    isRetry: typeof isRetry === 'boolean' ? isRetry : undefined,
  }
}

type FieldKind =
  | 'number'
  | 'count'
  | 'text'
  | 'texts'
  | 'flag'
  | 'objects'
  | { of: Readonly<Record<string, FieldKind>> }

/** The fields that settings may set. Everything else, for example an address, is not allowed in a settings file. */
const GENERATION_FIELDS: Readonly<Record<string, FieldKind>> = {
  temperature: 'number',
  topP: 'number',
  topK: 'number',
  maxOutputTokens: 'count',
  stopSequences: 'texts',
  presencePenalty: 'number',
  frequencyPenalty: 'number',
  seed: 'number',
  mediaResolution: 'text',
  safetySettings: 'objects',
  thinkingConfig: { of: { includeThoughts: 'flag', thinkingBudget: 'number', thinkingLevel: 'text' } },
}

function readGenerationConfig(value: unknown, path: string, notice: (text: string) => void): Record<string, unknown> {
  if (value === undefined) return {}
  return readFields(object(value, path), GENERATION_FIELDS, path, notice)
}

function readFields(
  value: Record<string, unknown>,
  kinds: Readonly<Record<string, FieldKind>>,
  path: string,
  notice: (text: string) => void,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]): [string, unknown][] => {
      const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined
      const fieldPath = `${path}.${key}`
      if (kind === undefined) {
        notice(`${fieldPath} is ignored: it cannot be set here.`)
        return []
      }
      if (field === null) return [[key, field]]
      if (typeof kind === 'object') return [[key, readFields(object(field, fieldPath), kind.of, fieldPath, notice)]]
      if (!fits(field, kind)) invalidSetting(fieldPath, KIND_TEXT[kind])
      return [[key, field]]
    }),
  )
}

const KIND_TEXT = {
  number: 'a number',
  count: 'a whole number above 0',
  text: 'a string',
  texts: 'a list of strings',
  flag: 'true or false',
  objects: 'a list of objects',
} as const

function fits(value: unknown, kind: keyof typeof KIND_TEXT): boolean {
  switch (kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'count':
      return Number.isSafeInteger(value) && Number(value) > 0
    case 'text':
      return typeof value === 'string'
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
    case 'flag':
      return typeof value === 'boolean'
    case 'objects':
      return Array.isArray(value) && value.every(isObject)
    default:
      return kind satisfies never
  }
}

const object = (value: unknown, path: string): Record<string, unknown> =>
  isObject(value) ? asRecord(value) : invalidSetting(path, 'an object')

const list = (value: unknown, path: string): unknown[] =>
  Array.isArray(value) ? value : invalidSetting(path, 'a list')

const text = (value: unknown, path: string): string =>
  typeof value === 'string' && value !== '' ? value : invalidSetting(path, 'a non-empty string')

function invalidSetting(path: string, expected: string): never {
  throw new UserError(`Invalid settings: ${path} must be ${expected}.`)
}

/**
 * The media types that the model accepts. The API refuses a request with any other type anywhere in its history, and so
 * every later request of the same conversation. Source: Gemini API docs, "Image understanding", "Audio understanding", "Video
 * understanding", "Document understanding". Dated data: 2026-08.
 */
const SUPPORTED_TYPES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  ...['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/aiff', 'audio/aac', 'audio/ogg', 'audio/flac'],
  ...['video/mp4', 'video/mpeg', 'video/mpg', 'video/mov', 'video/avi', 'video/x-flv', 'video/webm', 'video/wmv'],
  ...['video/3gpp', 'application/pdf'],
])

/** Other names of the same types. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-aiff': 'audio/aiff',
  'audio/x-flac': 'audio/flac',
  'video/quicktime': 'video/mov',
  'video/x-msvideo': 'video/avi',
  'video/x-ms-wmv': 'video/wmv',
}

/** The API's name of a media type, or undefined when the API does not accept it. */
export function apiMimeType(mimeType: string): string | undefined {
  const type = mimeType.toLowerCase()
  const name = Object.hasOwn(TYPE_ALIASES, type) ? (TYPE_ALIASES[type] ?? type) : type
  return SUPPORTED_TYPES.has(name) || /^text\/[\w.+-]+$/.test(name) ? name : undefined
}
