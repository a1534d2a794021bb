import type { Nodes } from 'mdast'
import { findHidden } from '../../text/clean-inbound.ts'
import { isTooIntricate, parseMarkdown } from '../../text/parse-markdown.ts'

/**
 * The text after the trigger phrase, or before it when nothing follows; undefined when the text does not contain the phrase.
 * The phrase must be a separate word and not in code, quotes or HTML.
 */
export async function findRequest(markdown: string, phrase: string): Promise<string | undefined> {
  const last = phrase === '' ? -1 : markdown.toLowerCase().lastIndexOf(phrase.toLowerCase())
  // Most comments do not contain the phrase and do not need the Markdown parser.
  if (last === -1) return undefined
  // Text after the paragraph of the last phrase cannot change its meaning, so a pasted log is not parsed.
  const paragraphEnd = markdown.slice(last).search(/\r?\n[ \t]*\r?\n/)
  const relevant = paragraphEnd === -1 ? markdown : markdown.slice(0, last + paragraphEnd)
  if (isTooIntricate(relevant)) return undefined
  const hidden = findHidden(relevant).map(({ start, end }): OffsetRange => [start, end])
  const match = phrasePattern(phrase).exec(blankOut(relevant, [...excludedRanges(parseMarkdown(relevant)), ...hidden]))
  if (!match) return undefined
  const after = markdown
    .slice(match.index + phrase.length)
    .replace(/^[,:;.!?*_~)\]}"']+(?=\s|$)/, '')
    .trim()
  return after === '' ? markdown.slice(0, match.index).trim() : after
}

type OffsetRange = [from: number, to: number]

/** The ranges in which the phrase does not count: code, quotes, HTML, images, link targets. */
function excludedRanges(node: Nodes): OffsetRange[] {
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
      // The text of a link counts; after its last child comes the target.
      const end = node.children.at(-1)?.position?.end.offset ?? from
      return [...node.children.flatMap(excludedRanges), [end, to]]
    }
    default:
      return 'children' in node ? node.children.flatMap(excludedRanges) : []
  }
}

/** The text with the ranges replaced by as many placeholder characters. */
function blankOut(text: string, ranges: OffsetRange[]): string {
  let blanked = text
  for (const [from, to] of ranges) blanked = blanked.slice(0, from) + '\uFFFC'.repeat(to - from) + blanked.slice(to)
  return blanked
}

/**
 * Lists the characters that are allowed beside the phrase, so that a look-alike letter, a joiner or a zero-width space never
 * passes. Without the `u` flag, `i` folds no letter of another script into ASCII (K is not k).
 */
function phrasePattern(phrase: string): RegExp {
  const literal = phrase.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const before = '(?<=(?:^|[ \\t\\r\\n\\u00a0\\u3000])[(\\[{"\'*_~]*)'
  const after = '(?=$|[ \\t\\r\\n\\u00a0\\u3000,:;!?)\\]}"*~，。：；！？、）]|[._\']+(?:$|[ \\t\\r\\n,:;!?)\\]}"*~]))'
  return new RegExp(`${before}${literal}${after}`, 'i')
}
