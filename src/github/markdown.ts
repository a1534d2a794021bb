import type { Root } from 'mdast'

/**
 * The syntax tree, or undefined for a text built to be slow: emphasis and nested containers cost the parser their square,
 * links and definitions a lot each, and strangers write what we parse. Loads the parser on the first call.
 */
export async function parseMarkdown(text: string): Promise<Root | undefined> {
  if (isIntricate(text)) return undefined
  const { fromMarkdown } = await import('mdast-util-from-markdown')
  return fromMarkdown(text)
}

const MOST = { delimiters: 3000, brackets: 1500 }
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){40}/m

function isIntricate(text: string): boolean {
  let delimiters = 0
  let brackets = 0
  for (const character of text) {
    if (character === '*' || character === '_') delimiters += 1
    else if (character === '[') brackets += 1
    if (delimiters > MOST.delimiters || brackets > MOST.brackets) return true
  }
  return DEEP_NESTING.test(text)
}
