import type { Nodes } from 'mdast'
import { parseMarkdown } from './markdown.ts'

/**
 * What a text asks after the trigger phrase (before it, when nothing follows), or undefined when it does not ask.
 * The phrase must be a word of its own and stand where a reader sees it as said: not in code, quotes or HTML.
 */
export async function findRequest(markdown: string, phrase: string): Promise<string | undefined> {
  const last = phrase === '' ? -1 : markdown.toLowerCase().lastIndexOf(phrase.toLowerCase())
  // Most comments do not mention us; they should not pay for a markdown parser.
  if (last === -1) return undefined
  // Nothing behind the paragraph of the last mention changes what the mention is; a pasted log is not parsed.
  const paragraphEnd = markdown.slice(last).search(/\r?\n[ \t]*\r?\n/)
  const relevant = paragraphEnd === -1 ? markdown : markdown.slice(0, last + paragraphEnd)
  const tree = await parseMarkdown(relevant)
  if (!tree) return undefined
  const found = wordOfItsOwn(phrase).exec(blank(relevant, unspoken(tree)))
  if (!found) return undefined
  const after = markdown
    .slice(found.index + phrase.length)
    .replace(/^[,:;.!?*_~)\]}"']+(?=\s|$)/, '')
    .trim()
  return after === '' ? markdown.slice(0, found.index).trim() : after
}

type Range = [from: number, to: number]

/** Character ranges that nobody says: code, quotes, HTML, images, link targets. */
function unspoken(node: Nodes): Range[] {
  const from = node.position?.start.offset ?? 0
  const to = node.position?.end.offset ?? 0
  switch (node.type) {
    case 'code':
    case 'inlineCode':
    case 'html':
    case 'blockquote':
    case 'image':
    case 'imageReference':
    case 'definition':
      return [[from, to]]
    case 'link': {
      // Only the link's text is said; what follows its last child is the target.
      const end = node.children.at(-1)?.position?.end.offset ?? from
      return [...node.children.flatMap(unspoken), [end, to]]
    }
    default:
      return 'children' in node ? node.children.flatMap(unspoken) : []
  }
}

/** The same text, same offsets, with the ranges made unreadable. */
function blank(text: string, ranges: Range[]): string {
  let blanked = text
  for (const [from, to] of ranges) blanked = blanked.slice(0, from) + '\uFFFC'.repeat(to - from) + blanked.slice(to)
  return blanked
}

/**
 * Lists what may stand beside the phrase instead of what may not: a look-alike letter, a joiner or a zero-width space
 * from any script then never passes. Without the `u` flag `i` folds no foreign letter into ASCII (K is not k).
 */
function wordOfItsOwn(phrase: string): RegExp {
  const literal = phrase.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const before = '(?<=(?:^|[ \\t\\r\\n\\u00a0\\u3000])[(\\[{"\'*_~]*)'
  const after = '(?=$|[ \\t\\r\\n\\u00a0\\u3000,:;!?)\\]}"*~，。：；！？、）]|[._\']+(?:$|[ \\t\\r\\n,:;!?)\\]}"*~]))'
  return new RegExp(`${before}${literal}${after}`, 'i')
}
