import { type ItemResult, isFinished } from '../item-result.ts'
import type { ScaleItem, ShardMatrix } from '../shard-spec.ts'

/** What one artifact of a shard holds. `patches`: by name. */
export type ShardReport = {
  shard: number
  attempt: number
  part: number
  results: readonly ItemResult[]
  patches: ReadonlyMap<string, string>
}

/** A finished item's patch, the files it touches, and the shard it comes from. */
export type ItemPatch = { item: ScaleItem; shard: number; text: string; paths: readonly string[] }

export type Reduction = { results: ItemResult[]; patches: ItemPatch[] }

/**
 * One result for each planned item: the finished one of any attempt, else the newest; an item of which no shard says anything is not done. Items
 * that the plan does not have do not count. Pure.
 */
export function reduceShards(matrix: ShardMatrix, reports: readonly ShardReport[]): Reduction {
  const ordered = reports.toSorted((a, b) => a.attempt - b.attempt || a.part - b.part)
  const results: ItemResult[] = []
  const patches: ItemPatch[] = []
  for (const { shard, items } of matrix.include) {
    const own = ordered.filter((report) => report.shard === shard)
    const lost: string = own.length === 0 ? 'Its shard uploaded no results.' : 'Its shard ended before this item.'
    for (const item of items) {
      const all = own.flatMap((report) =>
        report.results.filter((result) => result.item === item).map((result) => ({ result, report })),
      )
      const best =
        all.findLast(({ result }) => result.state === 'done') ??
        all.findLast(({ result }) => isFinished(result)) ??
        all.at(-1)
      results.push(best?.result ?? { item, state: 'later', reason: lost })
      const text = best?.result.patch === undefined ? undefined : best.report.patches.get(best.result.patch)
      if (text !== undefined && text !== '') patches.push({ item, shard, text, paths: best?.result.paths ?? [] })
    }
  }
  return { results: results.toSorted(byItem), patches: patches.toSorted(byItem) }
}

const byItem = (a: { item: ScaleItem }, b: { item: ScaleItem }): number =>
  typeof a.item === 'number' && typeof b.item === 'number' ? a.item - b.item : String(a.item) < String(b.item) ? -1 : 1
