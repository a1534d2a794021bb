import type { GenerateContentConfig } from '@google/genai/web'
import { UserError } from '../host/errors.ts'
import { ALIASES, type Alias, builtInAlias, familyOf, isModelId } from './aliases.ts'
import type { ModelConfigs } from './model-configs.ts'

/** A question, as far as its settings depend on it. */
export type Asked = {
  /** An alias, or the id of a model. */
  name: string
  /** The model that is really asked, when the name is an alias. */
  model?: string
  /** The sub-agent that asks. */
  scope?: string | undefined
  again?: boolean | undefined
}

export type Generation = { model: string; config: GenerateContentConfig }

const NO_CONFIGS: ModelConfigs = { aliases: {}, overrides: [] }

export const isAlias = (name: string, { aliases }: ModelConfigs): boolean =>
  Object.hasOwn(aliases, name) || Object.hasOwn(ALIASES, name)

/**
 * Model, sampling and thinking for a question: the alias and all it extends, from the root to itself, then what the
 * settings override. An id that is no alias is a chat with that model. Throws UserError when no model comes out.
 */
export function generationFor(asked: Asked, configs: ModelConfigs = NO_CONFIGS): Generation {
  const chain = chainOf(asked.name, configs)
  const merged = [...chain.map(({ alias }) => alias), ...overridesFor(asked, chain, configs)].reduce<Alias>(merge, {})
  const isId = !isAlias(asked.name, configs) || isModelId(asked.name)
  const model = merged.model ?? (isId ? asked.name : undefined)
  if (model === undefined)
    throw new UserError(
      `modelConfigs: no model for the alias "${asked.name}". Name one in it, in an alias it extends or in an override.`,
    )
  const config = Object.fromEntries(Object.entries(merged.generate ?? {}).filter(([, value]) => value !== null))
  return { model, config }
}

type Link = { name: string; alias: Alias }

/** An alias and what it extends, root first. */
export function chainOf(name: string, configs: ModelConfigs): Link[] {
  const chain: Link[] = []
  const seen: string[] = []
  let next: string | undefined = isAlias(name, configs) ? name : undefined
  if (next === undefined) {
    chain.push({ name, alias: {} })
    next = familyOf(name)
  }
  while (next !== undefined) {
    if (seen.includes(next)) throw new UserError(`modelConfigs: aliases in a circle: ${[...seen, next].join(' → ')}`)
    seen.push(next)
    const alias: Alias | undefined = Object.hasOwn(configs.aliases, next) ? configs.aliases[next] : builtInAlias(next)
    if (alias === undefined) throw new UserError(`modelConfigs: there is no alias "${next}" to extend.`)
    chain.unshift({ name: next, alias })
    next = alias.extends
  }
  return chain
}

/** Those that match, from the general to the special: by the place in the chain, then by how much they ask for. */
function overridesFor(asked: Asked, chain: readonly Link[], { overrides }: ModelConfigs): Alias[] {
  const model = asked.model ?? chain.findLast(({ alias }) => alias.model !== undefined)?.alias.model
  return overrides
    .flatMap(({ match, alias }) => {
      const keys = Object.keys(match).length
      if (keys === 0) return []
      const place = chain.findIndex(({ name }) => name === match.model) + 1
      const isModel = match.model === undefined || place > 0 || match.model === model
      const scope = asked.scope ?? 'core'
      const fits =
        isModel &&
        (match.overrideScope === undefined || match.overrideScope === scope) &&
        (match.isRetry === undefined || match.isRetry === (asked.again ?? false))
      return fits ? [{ place, keys, alias }] : []
    })
    .sort((one, other) => one.place - other.place || one.keys - other.keys)
    .map(({ alias }) => alias)
}

/** Objects are merged key by key, everything else is replaced. */
function merge(under: Alias, over: Alias): Alias {
  const model = over.model ?? under.model
  return {
    ...(model === undefined ? {} : { model }),
    generate: mergeObjects(under.generate ?? {}, over.generate ?? {}),
  }
}

type Json = Record<string, unknown>

function mergeObjects(under: Json, over: Json): Json {
  const merged = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isObject(below) && isObject(value) ? mergeObjects(below, value) : value
  }
  return merged
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
