/** GitHub's web form ends lines with CR LF, and its API and events keep them. Inside, every line of a text ends with LF. */
export const plainLineEnds = (text: string): string => text.replaceAll('\r\n', '\n')

/** The same for every text in a JSON value. */
export function deepPlainLineEnds(value: unknown): unknown {
  if (typeof value === 'string') return plainLineEnds(value)
  if (Array.isArray(value)) return value.map(deepPlainLineEnds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, deepPlainLineEnds(each)]))
}
