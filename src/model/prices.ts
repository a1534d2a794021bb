import { UserError } from '../host/errors.ts'
import { record } from './api-error.ts'
import type { Usage } from './types.ts'

/** US dollars per million tokens. `long`: for a prompt of more than 200,000 tokens, all of it. */
export type Price = Rate & { long?: Rate }
type Rate = { input: number; cached: number; output: number }

export type Prices = Readonly<Record<string, Price>>

const PRO_3: Price = { input: 2, cached: 0.2, output: 12, long: { input: 4, cached: 0.4, output: 18 } }
/** Half of it until the end of 2026 (3.7 and 3.8); a budget had better end early. */
const FLASH_3: Price = { input: 1.5, cached: 0.15, output: 7.5 }

/**
 * Paid tier, standard service, text. Dated data: 2026-10. Source: Gemini API docs, "Gemini Developer API pricing"; Vertex
 * AI asks the same at its global endpoint.
 */
export const PRICES: Prices = {
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
 * US dollars for one request's tokens, or undefined when the model has no price here. Thoughts cost as output, what
 * tools brought into the prompt as input.
 */
export function costOf(usage: Usage, model: string, prices: Prices = PRICES): number | undefined {
  const price = priceOf(model, prices)
  if (price === undefined) return undefined
  const rate = usage.input > LONG_PROMPT ? (price.long ?? price) : price
  const fresh = Math.max(0, usage.input - usage.cached) + usage.tool
  const sum = fresh * rate.input + usage.cached * rate.cached + (usage.output + usage.thoughts) * rate.output
  return sum / 1_000_000
}

/** The id itself, else without what only says which edition answered: a path, a number, a date, "latest". */
function priceOf(model: string, prices: Prices): Price | undefined {
  const id = (model.split('/').at(-1) ?? model).replace(/@.*$/, '')
  const plain = id.replace(/-(?:latest|\d{3}|preview-\d{2}-\d{2,4})$/, '')
  for (const name of [model, id, plain]) if (Object.hasOwn(prices, name)) return prices[name]
  return undefined
}

/**
 * The table with a workflow's own prices over it: `{"model": {"input": 1, "cached": 0.1, "output": 2}}` in US dollars per
 * million tokens; `cached` is `input` when absent, `long` may hold the three for long prompts. Throws UserError.
 */
export function withPrices(own: unknown, at: string): Prices {
  if (own === undefined) return PRICES
  const table = Object.entries(record(own)).map(([model, price]) => {
    const { long, ...rate } = record(price)
    const where = `${at}.${model}`
    const read = readRate(rate, where)
    return [model, long === undefined ? read : { ...read, long: readRate(record(long), `${where}.long`) }] as const
  })
  return { ...PRICES, ...Object.fromEntries(table) }
}

function readRate({ input, output, cached = input }: Record<string, unknown>, at: string): Rate {
  const dollars = (value: unknown, name: string): number => {
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
    throw new UserError(`${at}.${name} must be a price in US dollars per million tokens.`)
  }
  return { input: dollars(input, 'input'), cached: dollars(cached, 'cached'), output: dollars(output, 'output') }
}
