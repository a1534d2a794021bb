import { findByLines, findExact, type Match } from './matching.ts'

const ESCAPE = /\\([nrt"'`\\])/g
const MEANT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * What was escaped once too often, as models do with quotes and line breaks on their way through JSON. Tried only where the
 * text does not stand as written; the replacement loses the same kinds of escapes and keeps others.
 */
export function findUnescaped(text: string, old: string, replacement: string): Match[] {
  const kinds = new Set([...old.matchAll(ESCAPE)].map(([, kind = '']) => kind))
  if (kinds.size === 0) return []
  const meant = (escaped: string) =>
    escaped.replace(ESCAPE, (whole, kind: string) => (kinds.has(kind) ? (MEANT[kind] ?? kind) : whole))
  const given = [text, meant(old), meant(replacement)] as const
  const exact = findExact(...given)
  return exact.length > 0 ? exact : findByLines(...given)
}
