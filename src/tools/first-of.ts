/**
 * The first `most` of the items in the order `compare` gives them. Of very many, those that cannot be among them are let go
 * as they come, which takes a fraction of the time of sorting all.
 */
export function firstOf<T>(items: Iterable<T>, most: number, compare: (a: T, b: T) => number): T[] {
  let kept: T[] = []
  let last: T | undefined
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue
    kept.push(item)
    if (kept.length < 2 * most) continue
    kept = kept.sort(compare).slice(0, most)
    last = kept.at(-1)
  }
  return kept.sort(compare).slice(0, most)
}
