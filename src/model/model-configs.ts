import { UserError } from '../host/errors.ts'
import type { Alias } from './aliases.ts'
import { record } from './api-error.ts'
import { chainOf } from './generation.ts'

/** When an override applies: all that is named has to be so. `overrideScope` is a sub-agent; `core` the main conversation. */
export type Match = { model?: string; overrideScope?: string; isRetry?: boolean }

/** The settings' `modelConfigs`: aliases over the built-in ones, and overrides in the order they were written. */
export type ModelConfigs = {
  aliases: Readonly<Record<string, Alias>>
  overrides: readonly { match: Match; alias: Alias }[]
}

/** An unusable answer is asked for again with some chance in it; the reference has the same override. */
const RETRY = { match: { model: 'chat-base', isRetry: true }, alias: { generate: { temperature: 1 } } }

/**
 * Reads `modelConfigs` of settings.json. Throws UserError that names the place of a mistake; what cannot be set this
 * way (tools, instructions, addresses) is left out, with a notice.
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
    list(settings[key] ?? [], `modelConfigs.${key}`).map((one, index) => {
      const at = `modelConfigs.${key}[${index}]`
      return { match: readMatch(object(one, at).match, `${at}.match`), alias: readAlias(one, at, notice) }
    }),
  )
  const configs = { aliases, overrides: [RETRY, ...overrides] }
  for (const name of Object.keys(aliases)) chainOf(name, configs) // throws for a circle and for what is not there
  return configs
}

function readAlias(value: unknown, at: string, notice: (text: string) => void): Alias {
  const { extends: parent, modelConfig } = object(value, at)
  const { model, generateContentConfig } = object(modelConfig ?? {}, `${at}.modelConfig`)
  const generate = readGenerate(generateContentConfig, `${at}.modelConfig.generateContentConfig`, notice)
  return {
    ...(parent === undefined ? {} : { extends: text(parent, `${at}.extends`) }),
    ...(model === undefined ? {} : { model: text(model, `${at}.modelConfig.model`) }),
    ...(Object.keys(generate).length === 0 ? {} : { generate }),
  }
}

function readMatch(value: unknown, at: string): Match {
  const { model, overrideScope, isRetry } = object(value ?? {}, at)
  if (isRetry !== undefined && typeof isRetry !== 'boolean') wrong(`${at}.isRetry`, 'true or false')
  return {
    ...(model === undefined ? {} : { model: text(model, `${at}.model`) }),
    ...(overrideScope === undefined ? {} : { overrideScope: text(overrideScope, `${at}.overrideScope`) }),
    ...(typeof isRetry === 'boolean' ? { isRetry } : {}),
  }
}

type Kind = 'number' | 'count' | 'text' | 'texts' | 'flag' | 'objects' | { of: Readonly<Record<string, Kind>> }

/** What settings may say about an answer. Anything else, such as an address to send it to, is for nobody's settings file. */
const SETTABLE: Readonly<Record<string, Kind>> = {
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

function readGenerate(value: unknown, at: string, notice: (text: string) => void): Record<string, unknown> {
  if (value === undefined) return {}
  return readFields(object(value, at), SETTABLE, at, notice)
}

function readFields(
  value: Record<string, unknown>,
  kinds: Readonly<Record<string, Kind>>,
  at: string,
  notice: (text: string) => void,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]): [string, unknown][] => {
      const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined
      const here = `${at}.${key}`
      if (kind === undefined) {
        notice(`${here} cannot be set; it is ignored.`)
        return []
      }
      if (field === null) return [[key, field]]
      if (typeof kind === 'object') return [[key, readFields(object(field, here), kind.of, here, notice)]]
      if (!fits(field, kind)) wrong(here, NAMES[kind])
      return [[key, field]]
    }),
  )
}

const NAMES = {
  number: 'a number',
  count: 'a whole number above 0',
  text: 'text',
  texts: 'a list of texts',
  flag: 'true or false',
  objects: 'a list of objects',
} as const

function fits(value: unknown, kind: keyof typeof NAMES): boolean {
  switch (kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'count':
      return Number.isSafeInteger(value) && Number(value) > 0
    case 'text':
      return typeof value === 'string'
    case 'texts':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
    case 'flag':
      return typeof value === 'boolean'
    case 'objects':
      return Array.isArray(value) && value.every(isObject)
    default:
      return kind satisfies never
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const object = (value: unknown, at: string): Record<string, unknown> =>
  isObject(value) ? record(value) : wrong(at, 'an object')

const list = (value: unknown, at: string): unknown[] => (Array.isArray(value) ? value : wrong(at, 'a list'))

const text = (value: unknown, at: string): string =>
  typeof value === 'string' && value !== '' ? value : wrong(at, 'text')

function wrong(at: string, what: string): never {
  throw new UserError(`The settings need mending: ${at} must be ${what}.`)
}
