import type { GenerateContentConfig } from '@google/genai/web'
import { UserError } from '../../platform/errors.ts'
import { ALIASES, builtInAlias, familyAlias, isModelId, type ModelAlias } from './aliases.ts'
import type { ModelConfigs } from './model-configs.ts'

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
