/** Whether a value is nested deeper than `max` levels. A loop, because recursion would overflow on some values. */
export function exceedsDepth(value: unknown, max: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > max) return true
    level = level.flatMap((node) => (typeof node === 'object' && node !== null ? Object.values(node) : []))
  }
  return false
}
