import { findByLines, findExact, type TextMatch } from './matching.ts'

const ESCAPE = /\\([nrt"'`\\])/g
const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Matches a text with one level of escaping too many, which models sometimes add to quotes and line breaks in JSON. Removes
 * the same kinds of escapes from the replacement and keeps others.
 */
export function findUnescaped(text: string, old: string, replacement: string): TextMatch[] {
  const kinds = new Set([...old.matchAll(ESCAPE)].map(([, kind = '']) => kind))
  if (kinds.size === 0) return []
  const removeEscapes = (escaped: string) =>
    escaped.replace(ESCAPE, (sequence, kind: string) => (kinds.has(kind) ? (UNESCAPED[kind] ?? kind) : sequence))
  const searchArguments = [text, removeEscapes(old), removeEscapes(replacement)] as const
  const exact = findExact(...searchArguments)
  return exact.length > 0 ? exact : findByLines(...searchArguments)
}
