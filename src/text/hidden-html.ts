import type { TextEdit, TextRange } from './text-edit.ts'

/** A piece of HTML. An element can end only in a piece with the parent of the piece it began in. */
export type HtmlPiece = TextRange & { parent?: unknown }

/** `isOpen`: the pieces leave something open that hides what the page shows behind them. */
export type HiddenHtml = { edits: TextEdit[]; isOpen: boolean }

type OpenConstruct = { start: number; close: string; text: string; isQuote: boolean }
type HiddenElement = { start: number; tags: { name: string; parent: unknown }[] }
type StartTag = { name: string; end: number; plain?: string; hides: boolean; openQuote?: string }

/**
 * Edits that remove what the HTML in a Markdown text hides from the reader: comments, attributes, hidden elements, and
 * the text after an unclosed quote. A construct that opens in one piece of HTML and closes in a later one hides everything
 * between: the Markdown parser sees paragraphs there, the page shows nothing. A construct that stays open hides the rest
 * of the text. Where browsers and parsers disagree, both readings are removed. `pieces` are in order.
 */
export function hiddenHtml(text: string, pieces: readonly HtmlPiece[]): HiddenHtml {
  const edits: TextEdit[] = []
  let construct: OpenConstruct | undefined
  let element: HiddenElement | undefined
  let previousEnd = 0
  const hideRest = (start: number): HiddenHtml => ({
    edits: [...edits, { start, end: text.length, text: '' }],
    isOpen: true,
  })

  for (const { start, end, parent } of pieces) {
    if (construct?.isQuote && MAY_CLOSE_QUOTE.test(text.slice(previousEnd, start)))
      return hideRest(element?.start ?? construct.start)
    previousEnd = end
    let index = start
    while (index < end) {
      if (construct) {
        const close = text.indexOf(construct.close, index)
        if (close === -1 || close >= end) break
        index = close + construct.close.length
        // The rest of the tag follows the quote.
        if (construct.isQuote && text[index] !== '>') return hideRest(element?.start ?? construct.start)
        edits.push({ start: construct.start, end: index, text: construct.text })
        construct = undefined
        continue
      }
      OPENING.lastIndex = index
      const match = OPENING.exec(text)
      if (!match || match.index >= end) break
      const [opening] = match
      if (opening === '<!--') {
        // `<!-->` is a whole comment: its end may share the dashes of its start.
        construct = { start: match.index, close: '-->', text: '', isQuote: false }
        index = match.index + 2
        continue
      }
      if (/^<(?:[!?]|\/$)/.test(opening)) {
        // Markdown ends these at their own mark, browsers at the first `>`. Continue at the first `>` to cover both.
        const close = opening === '<?' ? '?>' : opening.startsWith('<![C') || opening.startsWith('<![c') ? ']]>' : '>'
        const first = text.indexOf('>', match.index)
        const last = text.indexOf(close, match.index)
        if (first === -1 || first >= end || last === -1 || last >= end) {
          construct = { start: match.index, close, text: '', isQuote: false }
          index = match.index + opening.length
          continue
        }
        edits.push({ start: match.index, end: last + close.length, text: '' })
        index = first + 1
        continue
      }
      const tag = readTag(text, match.index, opening, end)
      const isEnd = opening.startsWith('</')
      if (tag.openQuote !== undefined) {
        construct = { start: match.index, close: tag.openQuote, text: opening, isQuote: true }
        index = end
        if (!isEnd && element === undefined && tag.hides)
          element = { start: match.index, tags: [{ name: tag.name, parent }] }
        continue
      }
      index = tag.end
      if (element === undefined && !isEnd && tag.hides)
        element = { start: match.index, tags: [{ name: tag.name, parent }] }
      else if (element !== undefined) followTag(element, tag.name, isEnd, parent)
      else if (tag.plain !== undefined) edits.push({ start: match.index, end: tag.end, text: tag.plain })
      if (element?.tags.length === 0) {
        edits.push({ start: element.start, end: tag.end, text: '' })
        element = undefined
      }
    }
  }
  if (element) return hideRest(element.start)
  return construct ? hideRest(construct.start) : { edits, isOpen: false }
}

/** Browsers read `<!` and `</` before other characters as a comment. */
const OPENING = /<(?:!--|\?|!\[CDATA\[|!|\/(?![a-z>])|\/?[a-z][^\s/><]*)/gi

/** Markdown whose HTML contains quotes: a browser would end an open value there. */
const MAY_CLOSE_QUOTE = /[[<`|~'"@&]|^[ \t>]*\d+[.)]|https?:|www\./im

/** Elements whose text browsers do not show or GitHub does not render. */
const NEVER_SHOWN = new Set(
  'audio canvas datalist dialog iframe noembed noframes noscript object plaintext rp script style template textarea title video xmp'.split(
    ' ',
  ),
)
/** Known elements. Other tags are removed, because their names could be words for the model. */
const KNOWN = new Set(
  'a abbr article aside b bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em fieldset figcaption figure font footer g h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li link main mark meta nav nobr ol option p path picture pre q rt ruby s samp section select small source span strike strong sub summary sup svg table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  ),
)
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Formatting and elements with an optional end tag: an outer end tag closes them. */
const CLOSED_BY_OUTER = new Set(
  'a b big code dd dt em font i li option p s small strike strong sub sup tbody td tfoot th thead tr tt u'.split(' '),
)
const OUTER = new Set(
  'article aside blockquote details div dl fieldset figure footer header main nav ol section table ul'.split(' '),
)

/** Tracks the open elements inside a hidden one. Ignores an end tag that browsers could ignore. */
function followTag({ tags }: HiddenElement, name: string, isEnd: boolean, parent: unknown): void {
  if (VOID.has(name)) return
  if (!isEnd) {
    tags.push({ name, parent })
    return
  }
  let top = tags.length - 1
  if (OUTER.has(name))
    while (top > 0 && tags[top]?.name !== name && CLOSED_BY_OUTER.has(tags[top]?.name ?? '')) top -= 1
  if (tags[top]?.name === name && tags[top]?.parent === parent) tags.length = top
}

/**
 * Reads one tag as tolerantly as browsers do. `plain` is the tag with only its address, if it has other attributes.
 * `hides`: the page does not show the element. `openQuote`: the quote of a value that this piece does not close.
 * Source: HTML standard, "Tokenization", from "Before attribute name state" on.
 */
function readTag(text: string, start: number, opening: string, pieceEnd: number): StartTag {
  const name = opening.replace(/^<\/?/, '').toLowerCase()
  const attributes: string[] = []
  let isStripped = false
  let hides = NEVER_SHOWN.has(name)
  let index = start + opening.length
  while (index < pieceEnd && text[index] !== '>') {
    if (/[\s/]/.test(text[index] ?? '')) {
      index += 1
      continue
    }
    const attribute = matchAt(/[^\s/>][^\s/>=]*/y, text, index)
    index += attribute.length
    const equals = matchAt(/\s*=\s*/y, text, index)
    index += equals.length
    let value: string | undefined
    const quote = equals === '' ? undefined : (['"', "'"] as const).find((mark) => mark === text[index])
    if (quote !== undefined) {
      const close = text.indexOf(quote, index + 1)
      if (close === -1 || close >= pieceEnd) return { name, end: pieceEnd, hides, openQuote: quote }
      value = text.slice(index, close + 1)
      index = close + 1
    } else if (equals !== '') {
      value = matchAt(/[^\s>]*/y, text, index)
      index += value.length
    }
    const kept = keptAttribute(attribute.toLowerCase(), value)
    if (kept === undefined) isStripped = true
    else attributes.push(kept)
    if (attribute.toLowerCase() === 'hidden') hides = true
    if (attribute.toLowerCase() === 'style' && HIDING_STYLE.test(value ?? '')) hides = true
  }
  const end = index < pieceEnd ? index + 1 : pieceEnd
  if (!KNOWN.has(name) && !NEVER_SHOWN.has(name)) return { name, end, hides, plain: '' }
  const isHidden = hides && !opening.startsWith('</')
  if (isHidden && VOID.has(name)) return { name, end, plain: '', hides: false }
  return { name, end, hides, plain: isStripped ? `${opening}${attributes.join('')}>` : undefined }
}

/** An address contains no white space; otherwise it is prose that only the source shows. */
function keptAttribute(name: string, value: string | undefined): string | undefined {
  if (name === 'open') return ' open'
  if ((name !== 'href' && name !== 'src') || /\s/.test(value?.trim() ?? '')) return undefined
  return ` ${name}=${value ?? '""'}`
}

/** CSS escapes and comments could hide one of these, so they count as hiding, too. */
const HIDING_STYLE =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0|font-size\s*:\s*0|[&\\]|\/\*/i

/** What a sticky pattern matches exactly there, or nothing. */
function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? ''
}
