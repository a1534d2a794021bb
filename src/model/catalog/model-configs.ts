import { UserError } from '../../platform/errors.ts'
import { asRecord } from '../errors/api-error.ts'
import type { ModelAlias } from './aliases.ts'
import { aliasChain } from './generation.ts'

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

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const object = (value: unknown, path: string): Record<string, unknown> =>
  isObject(value) ? asRecord(value) : invalidSetting(path, 'an object')

const list = (value: unknown, path: string): unknown[] =>
  Array.isArray(value) ? value : invalidSetting(path, 'a list')

const text = (value: unknown, path: string): string =>
  typeof value === 'string' && value !== '' ? value : invalidSetting(path, 'a non-empty string')

function invalidSetting(path: string, expected: string): never {
  throw new UserError(`Invalid settings: ${path} must be ${expected}.`)
}
