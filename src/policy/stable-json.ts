/**
 * The text `argsPattern` is tested on. This is the one place that says what it looks like:
 * JSON without white space; keys sorted by UTF-16 code unit at every level; `undefined`, functions and symbols left out of
 * objects and `null` in arrays; numbers JSON cannot say are `null`; `toJSON` is obeyed unless it throws; a cycle is the
 * string "[Circular]". With `delimited`, each pair of the top level stands between U+0000 characters, which JSON escapes
 * everywhere else, so no value can imitate a pair.
 */
export type ArgsText = {
  text: string
  /** Where nested objects begin and end: what looks like a top-level pair in there is none. */
  nested: readonly (readonly [from: number, to: number])[]
}

const MARK = '\u0000'
const DEEPEST = 200

export function argsText(args: Readonly<Record<string, unknown>>, delimited: boolean): ArgsText {
  const nested: [number, number][] = []
  const mark = delimited ? MARK : ''
  let text = '{'
  for (const key of Object.keys(args).sort()) {
    const value = stableJson(args[key], [args])
    if (value === undefined) continue
    text += `${text === '{' ? '' : ','}${mark}${JSON.stringify(key)}:`
    if (/[[{]/.test(value[0] ?? '') && value.includes('{')) nested.push([text.length, text.length + value.length])
    text += value + mark
  }
  return { text: `${text}}`, nested }
}

/** One value in that form, or undefined when JSON has nothing for it. Never throws. */
export function stableJson(value: unknown, above: readonly unknown[] = []): string | undefined {
  const plain = obeyed(value)
  if (typeof plain === 'bigint') return JSON.stringify(String(plain))
  if (plain === null || typeof plain !== 'object') return JSON.stringify(plain)
  if (above.includes(plain) || above.length > DEEPEST) return '"[Circular]"'
  const here = [...above, plain]
  if (Array.isArray(plain)) return `[${plain.map((each) => stableJson(each, here) ?? 'null').join(',')}]`
  const pairs = Object.entries(plain)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => ({ key, text: stableJson(each, here) }))
    .filter(({ text }) => text !== undefined)
  return `{${pairs.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`
}

function obeyed(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('toJSON' in value) || typeof value.toJSON !== 'function')
    return value
  try {
    return value.toJSON() ?? null
  } catch {
    return value
  }
}
