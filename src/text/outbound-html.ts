import { findInvisibleEntities } from './invisible.ts'
import type { TextEdit } from './text-edit.ts'

/** Elements that only format. */
const SAFE = new Set(
  'b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li ol p q s samp small span strong sub summary sup table tbody td tfoot th thead tr ul var wbr'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'hr', 'wbr'])
/** Elements with an optional end tag. */
const IMPLIED = new Set(['dd', 'dt', 'li', 'p', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'])
const SAFE_ATTRIBUTES = /^(?:\s+(?:open(?:="")?|align="?(?:left|center|right)"?|(?:col|row)span="?\d{1,2}"?))*\s*\/?$/i
const TOKEN = /<code>[^<]*<\/code>|<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)([^<>]*)>|<|[^<]+/gi
/** Character references that could be part of a mention, a reference or an address. */
const SPELLING = /&(?=#|(?:commat|num|sol|colon|period|hyphen|dash|lowbar|Tab|NewLine);)/g

/** The open elements, outermost first. */
export type OpenTags = string[]

/** A text between two tags. `text` has spaces instead of entities. */
export type HtmlText = { start: number; text: string; isCode: boolean }

/**
 * Edits that make a piece of HTML safe: keeps formatting, removes comments, and shows everything else as text, an end tag
 * without a start tag included. Updates `open`; the caller closes the elements that stay open. `texts` is the visible text.
 */
export function htmlEdits(start: number, html: string, open: OpenTags): { edits: TextEdit[]; texts: HtmlText[] } {
  const edits: TextEdit[] = []
  const texts: HtmlText[] = []
  for (const { index, 0: token, 1: slash, 2: tag, 3: attributes = '' } of html.matchAll(TOKEN)) {
    const position = start + index
    if (/^<code>.*<\/code>$/is.test(token)) texts.push({ start: position, text: token.slice(6, -7), isCode: true })
    else if (token.startsWith('<!--') && token.length > 4)
      edits.push({ start: position, end: position + token.length, text: '' })
    else if (tag !== undefined && mayStay(tag.toLowerCase(), slash === '/', attributes, open)) {
      if (!INLINE.has(tag.toLowerCase())) texts.push({ start: position, text: '\n', isCode: false })
    } else if (token.startsWith('<')) edits.push({ start: position, end: position + 1, text: '&lt;' })
    else {
      for (const { index: offset } of token.matchAll(SPELLING))
        edits.push({ start: position + offset, end: position + offset + 1, text: '&amp;' })
      edits.push(
        ...findInvisibleEntities(token, { start: 0, end: token.length }, 'html').map((edit) => ({
          ...edit,
          start: edit.start + position,
          end: edit.end + position,
        })),
      )
      const text = token.replace(/&[a-z]\w*;/gi, (entity) => ' '.repeat(entity.length))
      texts.push({ start: position, text, isCode: false })
    }
  }
  return { edits, texts }
}

const INLINE = new Set('b code del em i ins kbd q s samp small span strong sub sup var wbr'.split(' '))

/** Whether a tag may stay. Updates the open elements. */
function mayStay(tag: string, closes: boolean, attributes: string, open: OpenTags): boolean {
  if (!SAFE.has(tag) || !SAFE_ATTRIBUTES.test(attributes)) return false
  if (VOID.has(tag)) return !closes
  if (!closes) {
    open.push(tag)
    return true
  }
  let top = open.length - 1
  while (top >= 0 && open[top] !== tag && IMPLIED.has(open[top] ?? '')) top -= 1
  if (top < 0 || open[top] !== tag) return false
  open.length = top
  return true
}

/** Inline code for HTML blocks, where backticks have no meaning. */
export const asCodeElement = (text: string): string => `<code>${text.replaceAll('&', '&amp;')}</code>`
