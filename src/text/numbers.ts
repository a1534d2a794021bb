/** A whole number with commas between its thousands. Intl would first load its data, which costs a short run too much. */
export const groupThousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** US dollars with two digits, or four significant decimals below ten cents: `$1.20`, `$0.0123`. */
export const formatUsd = (usd: number): string => `$${usd.toFixed(usd >= 0.1 || usd === 0 ? 2 : 4)}`

/** A time as people write it: `340 ms`, `12.5 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 100_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
