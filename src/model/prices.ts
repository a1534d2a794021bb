import { UserError } from '../platform/errors.ts'
import { asRecord } from './model-errors.ts'
import type { TokenUsage } from './types.ts'

/** US dollars per million tokens. `long`: the rate of the whole request for prompts of more than 200,000 tokens. */
export type Price = Rate & { long?: Rate }

type Rate = { input: number; cached: number; output: number }

export type PriceTable = Readonly<Record<string, Price>>

const PRO_3: Price = { input: 2, cached: 0.2, output: 12, long: { input: 4, cached: 0.4, output: 18 } }

/** 3.7 and 3.8 cost half until the end of 2026. Use the full price, so that a budget ends early rather than late. */
const FLASH_3: Price = { input: 1.5, cached: 0.15, output: 7.5 }

/** The month of the prices below, for the reference. Change it with them. */
export const PRICES_MONTH = 'October 2026'

/**
 * Paid tier, standard service, text. Source: Gemini API docs, "Gemini Developer API pricing"; Vertex AI charges the same at
 * its global endpoint.
 */
export const PRICES: PriceTable = {
  'gemini-3.8-flash': FLASH_3,
  'gemini-3.7-flash': FLASH_3,
  'gemini-3.5-flash': { input: 1.5, cached: 0.15, output: 9 },
  'gemini-3.5-flash-lite': { input: 0.3, cached: 0.03, output: 2.5 },
  'gemini-3.1-pro-preview': PRO_3,
  'gemini-3.1-pro-preview-customtools': PRO_3,
  'gemini-3.1-flash-lite': { input: 0.25, cached: 0.025, output: 1.5 },
  'gemini-3-pro-preview': PRO_3,
  'gemini-3-flash-preview': { input: 0.5, cached: 0.05, output: 3 },
  'gemini-2.5-pro': { input: 1.25, cached: 0.125, output: 10, long: { input: 2.5, cached: 0.25, output: 15 } },
  'gemini-2.5-flash': { input: 0.3, cached: 0.03, output: 2.5 },
  'gemini-2.5-flash-lite': { input: 0.1, cached: 0.01, output: 0.4 },
  'gemini-2.0-flash': { input: 0.1, cached: 0.025, output: 0.4 },
  'gemini-2.0-flash-lite': { input: 0.075, cached: 0.075, output: 0.3 },
}

const LONG_PROMPT = 200_000

/**
 * Cost of one request in US dollars, or undefined when the model has no price. Thoughts are billed as output, tool tokens
 * as input.
 */
export function usageCost(usage: TokenUsage, model: string, prices: PriceTable = PRICES): number | undefined {
  const price = findPrice(model, prices)
  if (price === undefined) return undefined
  const rate = usage.input > LONG_PROMPT ? (price.long ?? price) : price
  const fresh = Math.max(0, usage.input - usage.cached) + usage.tool
  const sum = fresh * rate.input + usage.cached * rate.cached + (usage.output + usage.thoughts) * rate.output
  return sum / 1_000_000
}

/** Looks up the id, then the id without path and version suffix (number, date, "latest"). */
function findPrice(model: string, prices: PriceTable): Price | undefined {
  const id = (model.split('/').at(-1) ?? model).replace(/@.*$/, '')
  const plain = id.replace(/-(?:latest|\d{3}|preview-\d{2}-\d{2,4})$/, '')
  for (const name of [model, id, plain]) if (Object.hasOwn(prices, name)) return prices[name]
  return undefined
}

/**
 * The price table with the prices of a workflow: `{"model": {"input": 1, "cached": 0.1, "output": 2}}` in US dollars per
 * million tokens. `cached` defaults to `input`; `long` may contain the three rates for long prompts. Throws UserError.
 */
export function mergePrices(customPrices: unknown, path: string): PriceTable {
  if (customPrices === undefined) return PRICES
  const table = Object.entries(asRecord(customPrices)).map(([model, price]) => {
    const { long, ...rate } = asRecord(price)
    const modelPath = `${path}.${model}`
    const read = readRate(rate, modelPath)
    return [
      model,
      long === undefined ? read : { ...read, long: readRate(asRecord(long), `${modelPath}.long`) },
    ] as const
  })
  return { ...PRICES, ...Object.fromEntries(table) }
}

function readRate({ input, output, cached = input }: Record<string, unknown>, path: string): Rate {
  const dollars = (value: unknown, name: string): number => {
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
    throw new UserError(`${path}.${name} must be a price in US dollars per million tokens.`)
  }
  return { input: dollars(input, 'input'), cached: dollars(cached, 'cached'), output: dollars(output, 'output') }
}
