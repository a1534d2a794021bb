/**
 * Markdown as a reader of the page sees it: what GitHub does not show is taken out, so nobody can speak to the model
 * behind people's backs. `removed` counts the places. Pure; linear in the text's length.
 */
export function sanitise(text: string): { text: string; removed: number } {
  let removed = 0
  const drop = (pattern: RegExp, keep: string | ((...found: string[]) => string) = '') => {
    text = text.replace(pattern, (...found: string[]) => {
      const kept = typeof keep === 'string' ? keep : keep(...found)
      if (kept !== found[0]) removed += 1
      return kept
    })
  }
  drop(/<!--[\s\S]*?(?:-->|$)/g)
  return { text, removed }
}
