/** Characters `from` up to `to` of a text, and what stands there instead. */
export type Edit = { from: number; to: number; instead: string }
type Piece = { from: number; to: number }

/**
 * What the HTML inside a markdown text keeps from the reader: comments and the like, attributes, whatever an open quote
 * swallows. A construct that opens in one piece of HTML and closes in a later one hides all between: the markdown parser
 * sees paragraphs there, the page shows nothing. `pieces` are in order. One left open hides the rest of the text.
 */
export function hiddenHtml(text: string, pieces: readonly Piece[]): Edit[] {
  const edits: Edit[] = []
  let open: { from: number; close: string; instead: string } | undefined
  for (const { from, to } of pieces) {
    let at = from
    while (at < to) {
      if (open) {
        const end = text.indexOf(open.close, at)
        if (end === -1 || end >= to) break
        at = end + open.close.length
        edits.push({ from: open.from, to: at, instead: open.instead })
        open = undefined
        continue
      }
      OPENING.lastIndex = at
      const next = OPENING.exec(text)
      if (!next || next.index >= to) break
      const [opening] = next
      at = next.index
      const close = CLOSES[opening.toLowerCase()] ?? (opening.startsWith('<!') ? '>' : undefined)
      if (close !== undefined) {
        open = { from: at, close, instead: '' }
        // `<!-->` is a whole comment: its end may share the dashes of its start.
        at += opening === '<!--' ? 2 : opening.length
        continue
      }
      const tag = readTag(text, at, opening, to)
      if (tag.quote !== undefined) {
        open = { from: at, close: tag.quote, instead: opening }
        at = to
        continue
      }
      if (tag.plain !== undefined) edits.push({ from: at, to: tag.end, instead: tag.plain })
      at = tag.end
    }
  }
  return open ? [...edits, { from: open.from, to: text.length, instead: '' }] : edits
}

const OPENING = /<(?:!--|\?|!\[CDATA\[|![a-z]|\/?[a-z][^\s/><]*)/gi
const CLOSES: Readonly<Record<string, string>> = { '<!--': '-->', '<?': '?>', '<![cdata[': ']]>' }

type Tag = { end: number; plain?: string; quote?: string }

/**
 * One start tag as browsers read it, which forgives anything. `plain`, where there is anything to leave out, keeps only
 * where the tag points to, and says when it hides what it holds. `quote`: a value's quote that this piece does not close.
 * Source: HTML standard, "Tokenization", from "Before attribute name state" on.
 */
function readTag(text: string, from: number, opening: string, pieceEnd: number): Tag {
  const kept: string[] = []
  let dropped = false
  let at = from + opening.length
  while (at < pieceEnd && text[at] !== '>') {
    if (/[\s/]/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const name = matchAt(/[^\s/>][^\s/>=]*/y, text, at)
    at += name.length
    const equals = matchAt(/\s*=\s*/y, text, at)
    at += equals.length
    let value: string | undefined
    const quote = equals === '' ? undefined : (['"', "'"] as const).find((mark) => mark === text[at])
    if (quote !== undefined) {
      const end = text.indexOf(quote, at + 1)
      if (end === -1 || end >= pieceEnd) return { end: pieceEnd, quote }
      value = text.slice(at, end + 1)
      at = end + 1
    } else if (equals !== '') {
      value = matchAt(/[^\s>]*/y, text, at)
      at += value.length
    }
    const worth = worthKeeping(name.toLowerCase(), value)
    if (worth !== undefined) kept.push(worth)
    else {
      dropped = true
      if (name.toLowerCase() === 'style' && HIDING.test(value ?? '')) kept.push(' hidden')
    }
  }
  const end = at < pieceEnd ? at + 1 : pieceEnd
  return dropped ? { end, plain: `${opening}${kept.join('')}>` } : { end }
}

function worthKeeping(attribute: string, value: string | undefined): string | undefined {
  if (attribute === 'href' || attribute === 'src') return ` ${attribute}=${value ?? '""'}`
  if (attribute === 'open' || attribute === 'hidden') return ` ${attribute}`
  return undefined
}

const HIDING = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0|font-size\s*:\s*0/i

/** What a sticky pattern finds exactly there, or nothing. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
