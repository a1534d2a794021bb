/**
 * The first `count` items in the order of `compare`. Drops items that cannot be among them early, which is much faster
 * than sorting all.
 */
export function topN<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  let best: T[] = []
  let last: T | undefined
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue
    best.push(item)
    if (best.length < 2 * count) continue
    best = best.sort(compare).slice(0, count)
    last = best.at(-1)
  }
  return best.sort(compare).slice(0, count)
}
