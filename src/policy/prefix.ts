/**
 * The words of a commandPrefix. Quotes and backslashes mean what they mean to a shell; everything else is literal, so
 * `git ` and `git` are the same prefix.
 */
export function prefixWords(text: string): { ok: true; words: string[] } | { ok: false; why: string } {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && /["\\$`]/.test(text[at + 1] ?? '')) word = (word ?? '') + text[++at]
      else word = (word ?? '') + char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\' && at + 1 < text.length) word = (word ?? '') + text[++at]
    else if (/[ \t\n]/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quote !== '') return { ok: false, why: 'has a quote that is never closed' }
  if (word !== undefined) words.push(word)
  return words.length === 0 || words[0] === ''
    ? { ok: false, why: 'must not be empty: it would match every command' }
    : { ok: true, words }
}
