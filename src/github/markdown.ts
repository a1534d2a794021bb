import type { Root } from 'mdast'

/**
 * The syntax tree, or undefined for a text built to be slow: emphasis and nested containers cost the parser their square,
 * and strangers write what we parse. Loads the parser on the first call.
 */
export async function parseMarkdown(text: string): Promise<Root | undefined> {
  if (isIntricate(text)) return undefined
  const { fromMarkdown } = await import('mdast-util-from-markdown')
  return fromMarkdown(text)
}

const MAX_DELIMITERS = 3000
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){40}/m

function isIntricate(text: string): boolean {
  let delimiters = 0
  for (const _ of text.matchAll(/[*_]/g)) if (++delimiters > MAX_DELIMITERS) return true
  return DEEP_NESTING.test(text)
}
