import type { Word } from './shell-types.ts'

/** A word quoted for a shell; unknown words keep their source text. */
export function quoteWord({ kind, text }: Word): string {
  if (kind !== 'known' || /^(?:[\w./:=@%+,~^-]+|\[\[?|\]\]?)$/.test(text)) return text
  return `'${text.replaceAll("'", "'\\''")}'`
}
