import * as z from 'zod'
import { OUTCOMES } from '../record/events.ts'

/**
 * What became of one item. `done`: worked on and delivered; `earlier`: an earlier attempt or run did it; `failed`: it was tried; `later`: it did
 * not start, for `reason`. `usd`: absent when the model has no price. `note`: the first words of `answer`. `version`: of a file's content, before. `patch`: the name of its patch in the
 * shard's artifact; `paths`: the files that patch touches.
 */
export type ItemResult = z.output<typeof ResultShape>
const ResultShape = z.object({
  item: z.union([z.number(), z.string()]),
  state: z.enum(['done', 'earlier', 'failed', 'later']),
  outcome: z.enum(OUTCOMES).optional(),
  reason: z.string().optional(),
  url: z.string().optional(),
  note: z.string().optional(),
  answer: z.string().optional(),
  tokens: z.number().optional(),
  usd: z.number().optional(),
  ms: z.number().optional(),
  version: z.string().optional(),
  patch: z.string().optional(),
  paths: z.array(z.string()).optional(),
})

export const isFinished = ({ state }: ItemResult): boolean => state === 'done' || state === 'earlier'

/** One line for each result, as the artifacts hold them. */
export const formatResults = (results: readonly ItemResult[]): string =>
  results.map((result) => `${JSON.stringify(result)}\n`).join('')

/** Lines of another form are skipped: only complete ones count. */
export const parseResults = (text: string): ItemResult[] =>
  text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    try {
      const parsed = ResultShape.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })

export type ResultTotals = { done: number; earlier: number; failed: number; later: number; tokens: number; usd: number }

/** `usd`: of the items whose cost is known. */
export function totalResults(results: readonly ItemResult[]): ResultTotals {
  const count = (state: ItemResult['state']) => results.filter((each) => each.state === state).length
  const sum = (field: 'tokens' | 'usd') => results.reduce((total, each) => total + (each[field] ?? 0), 0)
  return {
    done: count('done'),
    earlier: count('earlier'),
    failed: count('failed'),
    later: count('later'),
    tokens: sum('tokens'),
    usd: sum('usd'),
  }
}
