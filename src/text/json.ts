/**
 * The text that `argsPattern` is matched against. This is its specification:
 * JSON without white space; keys sorted by UTF-16 code unit at every level; `undefined`, functions and symbols omitted from
 * objects and `null` in arrays; numbers that JSON cannot represent are `null`; `toJSON` is called unless it throws; a cycle
 * is the string "[Circular]". With `delimited`, each top-level pair is enclosed in U+0000 characters, which JSON escapes
 * everywhere else, so no value can imitate a pair.
 */
export type ArgsText = {
  text: string
  /** The ranges of nested objects; text in them that looks like a top-level pair does not count. */
  nested: readonly (readonly [from: number, to: number])[]
}

const MARK = '\u0000'

const MAX_DEPTH = 200

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

/** One value in that form; undefined when JSON cannot represent it. Never throws. */
export function stableJson(value: unknown, ancestors: readonly unknown[] = []): string | undefined {
  const plain = applyToJson(value)
  if (typeof plain === 'bigint') return JSON.stringify(String(plain))
  if (plain === null || typeof plain !== 'object') return JSON.stringify(plain)
  if (ancestors.includes(plain) || ancestors.length > MAX_DEPTH) return '"[Circular]"'
  const path = [...ancestors, plain]
  if (Array.isArray(plain)) return `[${plain.map((each) => stableJson(each, path) ?? 'null').join(',')}]`
  const pairs = Object.entries(plain)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => ({ key, text: stableJson(each, path) }))
    .filter(({ text }) => text !== undefined)
  return `{${pairs.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`
}

function applyToJson(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('toJSON' in value) || typeof value.toJSON !== 'function')
    return value
  try {
    return value.toJSON() ?? null
  } catch {
    return value
  }
}

/** Whether a value is nested deeper than `max` levels. A loop, because recursion would overflow on some values. */
export function exceedsDepth(value: unknown, max: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > max) return true
    level = level.flatMap((node) => (typeof node === 'object' && node !== null ? Object.values(node) : []))
  }
  return false
}
