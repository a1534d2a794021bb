/**
 * The words of a commandPrefix. Quotes and backslashes work as in a shell; everything else is literal, so `git ` and `git`
 * are the same prefix.
 */
export function parseCommandPrefix(text: string): { ok: true; words: string[] } | { ok: false; reason: string } {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && /["\\$`]/.test(text[index + 1] ?? ''))
        word = (word ?? '') + text[++index]
      else word = (word ?? '') + char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\' && index + 1 < text.length) word = (word ?? '') + text[++index]
    else if (/[ \t\n]/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quote !== '') return { ok: false, reason: 'has an unclosed quote' }
  if (word !== undefined) words.push(word)
  return words.length === 0 || words[0] === ''
    ? { ok: false, reason: 'must not be empty: it would match every command' }
    : { ok: true, words }
}
