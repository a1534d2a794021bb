import { dangersIn, type Host } from './references.ts'

/** HTML that formats and nothing else. */
const SAFE = new Set(
  'b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li ol p q s samp small span strong sub summary sup table tbody td tfoot th thead tr ul var wbr'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'hr', 'wbr'])
/** Elements whose end tag HTML lets people leave out. */
const IMPLIED = new Set(['dd', 'dt', 'li', 'p', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'])
const SAFE_ATTRIBUTES = /^(?:\s+(?:open(?:="")?|align="?(?:left|center|right)"?|(?:col|row)span="?\d{1,2}"?))*\s*\/?$/i
const TOKEN = /<code>[^<]*<\/code>|<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)([^<>]*)>|<|[^<]+/gi
/** Character references that could spell a mention, a reference or an address. */
const SPELLING = /&(?=#|(?:commat|num|sol|colon|period|hyphen|dash|lowbar|Tab|NewLine);)/g

/** A replacement in a source text, by UTF-16 offsets. */
export type Edit = { start: number; end: number; text: string }

/** Elements open at this point of the document, outermost first. */
export type OpenTags = string[]

/**
 * Edits that leave a piece of HTML harmless: known formatting stays, comments go, everything else shows as text. `open`
 * follows the document: an end tag nobody opened shows as text, and what stays open is for the caller to close.
 */
export function htmlEdits(start: number, html: string, host: Host, open: OpenTags): Edit[] {
  const edits: Edit[] = []
  for (const { index, 0: token, 1: slash, 2: tag, 3: attributes = '' } of html.matchAll(TOKEN)) {
    const at = start + index
    if (/^<code>.*<\/code>$/is.test(token)) continue
    if (token.startsWith('<!--') && token.length > 4) edits.push({ start: at, end: at + token.length, text: '' })
    else if (tag !== undefined && mayStay(tag.toLowerCase(), slash === '/', attributes, open)) continue
    else if (token.startsWith('<')) edits.push({ start: at, end: at + 1, text: '&lt;' })
    else edits.push(...textEdits(at, token, host))
  }
  return edits
}

/** Judges one tag and keeps the list of open elements. */
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

/** Markdown is not read inside HTML, so what would be inline code elsewhere becomes a code element. */
function textEdits(start: number, text: string, host: Host): Edit[] {
  const edits = dangersIn(text, host).map((danger) => {
    const found = text.slice(danger.start, danger.end)
    return {
      start: start + danger.start,
      end: start + danger.end,
      text: `<code>${found.replaceAll('&', '&amp;')}</code>`,
    }
  })
  for (const { index } of text.matchAll(SPELLING))
    edits.push({ start: start + index, end: start + index + 1, text: '&amp;' })
  return edits
}
