import type { Code, Definition, Image, ImageReference, InlineCode, Link, LinkReference, Nodes, Root, Text } from 'mdast'
import { hiddenMarkdown, loadsExternalContent, RENDERED_AS_DIAGRAM } from './hidden-markdown.ts'
import { dropInvisible, findInvisibleEntities } from './invisible.ts'
import { isTooIntricate, LINK_BEFORE_BACKTICK, parseMarkdown, rangeOf } from './parse-markdown.ts'
import {
  endsWithClosingKeyword,
  type FlowPart,
  flowEdits,
  type Host,
  isAllowedLink,
  isIssueUrl,
  opaquePart,
  visibleText,
} from './references.ts'
import { applyEdits, type TextEdit, type TextRange } from './text-edit.ts'
import { fencedBlock, inlineCode, truncateAtLine } from './write-markdown.ts'

/** Markdown that notifies no user, loads nothing external, hides nothing and leaves no element open. */
export type SafeMarkdown = string & { readonly safe: true }

/** A text that is still unsafe after these rounds is posted in a fence. Real texts need two or three. */
const MAX_ROUNDS = 8

/**
 * Makes untrusted Markdown safe to post. Mentions, references to other repositories, issues after a closing keyword and
 * commands for other bots become code. Links to unknown hosts become their text and address, images their description.
 * Hidden text is removed, HTML stays if it only formats. Truncates to `max` UTF-16 units first.
 */
export function sanitizeOutbound(text: string, host: Host, max = Number.POSITIVE_INFINITY): SafeMarkdown {
  let source = trimmed(truncateAtLine(dropInvisible(text.replace(/\r\n?/g, '\n')).text, max))
  if (isPlainAnswer(source)) return safe(source)
  for (let round = 0; round < MAX_ROUNDS && !isTooIntricate(source); round += 1) {
    // An edit can reveal another danger, so parse again. The last parse proves the result.
    const edits = findEdits(parseMarkdown(source), source, host)
    if (edits.length === 0) return safe(source)
    source = trimmed(applyEdits(source, edits))
  }
  return safe(fencedBlock(source))
}

/** Redacts the secrets in a text. */
export type TextFilter = { text(source: string): string }

/**
 * Sanitizes and redacts until neither changes the text: removing a part can join the halves of a secret, and redacting can
 * open an element.
 */
export async function sanitizeAndRedact(
  text: string,
  host: Host,
  filter: TextFilter,
  max?: number,
): Promise<SafeMarkdown> {
  let source = filter.text(text)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const sanitized = sanitizeOutbound(source, host, max)
    source = filter.text(sanitized)
    if (source === sanitized) return sanitized
  }
  return safe('')
}

/** Removes blank lines at both ends, but not the indentation of the first line. */
const trimmed = (text: string) => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()

/** The only place that gives the brand. */
const safe = (text: string) => text as SafeMarkdown

/** The next edits that the text needs. Empty if it is safe. */
function findEdits(tree: Root, source: string, host: Host): TextEdit[] {
  const { ambiguous, edits, split, open } = blockEdits(tree, source, host)
  if (ambiguous.length > 0) return ambiguous
  const footnotes = footnoteEdits(tree)
  edits.push(...(footnotes.length > 0 ? footnotes : hiddenMarkdown(tree, source).edits))
  if (edits.length > 0) return edits
  return split.length > 0 ? split : endEdits(tree, source, open)
}

/** Shows footnotes as text, because GitHub hides a footnote without a reference. */
function footnoteEdits(tree: Root): TextEdit[] {
  const edits: TextEdit[] = []
  const visit = (node: Nodes) => {
    const { start } = rangeOf(node)
    if (node.type === 'footnoteDefinition') edits.push({ start, end: start, text: '\\' })
    else if ('children' in node) node.children.forEach(visit)
  }
  visit(tree)
  return edits
}

type BlockEdits = { ambiguous: TextEdit[]; edits: TextEdit[]; split: TextEdit[]; open: OpenTags }

function blockEdits(tree: Root, source: string, host: Host): BlockEdits {
  const result: BlockEdits = { ambiguous: [], edits: [], split: [], open: [] }
  const definitions = new Map<string, string>()
  const judge = (parts: readonly FlowPart[]) => {
    const { edits, split } = flowEdits(parts, host)
    result.edits.push(...edits)
    result.split.push(...split)
  }
  const collect = (node: Nodes) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url)
    if ('children' in node) node.children.forEach(collect)
  }
  const visit = (node: Nodes) => {
    const { start, end } = rangeOf(node)
    if (node.type === 'code') result.edits.push(...diagramEdits(node, source), ...commandEdits(node, source))
    else if (node.type === 'definition' && !isAllowedLink(node.url, host))
      result.edits.push({ start, end, text: showDefinition(node) })
    else if (node.type === 'html') judge(htmlParts(node, source, result))
    else if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
      judge(inlineParts(node, { source, host, definitions, result }))
    else if ('children' in node) node.children.forEach(visit)
  }
  collect(tree)
  visit(tree)
  return result
}

type InlineContext = {
  source: string
  host: Host
  /** Addresses by label. */
  definitions: ReadonlyMap<string, string>
  result: BlockEdits
}

/** The visible text of a block. Adds the edits that do not depend on it to the result. */
function inlineParts(block: Nodes, { source, host, definitions, result }: InlineContext): FlowPart[] {
  const parts: FlowPart[] = []
  const closes = (url: string) => isIssueUrl(url) && endsWithClosingKeyword(visibleText(parts))
  const visit = (node: Nodes, inLink: boolean) => {
    switch (node.type) {
      case 'text':
        result.ambiguous.push(...ambiguityEdits(node, source))
        parts.push(textPart(node, source, inLink))
        result.edits.push(
          ...slashCommandEdits(node, source),
          ...findInvisibleEntities(source, rangeOf(node), 'markdown'),
        )
        return
      case 'inlineCode':
        parts.push(opaquePart(node.value))
        result.edits.push(...commandEdits(node, source))
        return
      case 'html':
        parts.push(...htmlParts(node, source, result))
        return
      case 'break':
        parts.push({ text: '\n' })
        return
      case 'image':
      case 'imageReference':
        parts.push(opaquePart())
        result.edits.push({ ...rangeOf(node), text: describeImage(node) })
        return
      case 'link':
        if (!isAllowedLink(node.url, host) || closes(node.url)) result.edits.push(...unlink(node, node.url, source))
        break
      case 'linkReference': {
        const url = definitions.get(node.identifier) ?? ''
        if (closes(url)) result.edits.push(...unlink(node, url, source))
      }
    }
    const isLink = node.type === 'link' || node.type === 'linkReference'
    if ('children' in node) for (const child of node.children) visit(child, inLink || isLink)
  }
  visit(block, false)
  return parts
}

function htmlParts(node: Nodes, source: string, { edits, open }: BlockEdits): FlowPart[] {
  const { start, end } = rangeOf(node)
  const html = htmlEdits(start, source.slice(start, end), open)
  edits.push(...html.edits)
  return html.texts.map(({ start: textStart, text, isCode }) =>
    isCode
      ? opaquePart(text)
      : {
          text,
          disarm: (ranges) =>
            ranges.map((range) => {
              const place = { start: textStart + range.start, end: textStart + range.end }
              return { ...place, text: asCodeElement(source.slice(place.start, place.end)) }
            }),
        },
  )
}

/** A text as the page shows it: the parsed text if the source has escapes or character references. */
function textPart(node: Text, source: string, inLink: boolean): FlowPart {
  const range = rangeOf(node)
  const slice = source.slice(range.start, range.end)
  const isEscaped = /\\[!-/:-@[-`{-~]|&[#a-z]/i.test(slice)
  const text = isEscaped ? dropInvisible(node.value).text : slice
  return {
    text,
    inLink,
    disarm: (ranges) =>
      isEscaped || slice.includes('`')
        ? [{ ...range, text: rewriteText(text, ranges) }]
        : ranges.map(({ start, end }) => asCode(source, { start: range.start + start, end: range.start + end })),
  }
}

function asCode(source: string, { start, end }: TextRange): TextEdit {
  const code = inlineCode(source.slice(start, end))
  // Next to another backtick the two would become one mark.
  const isBesideCode = source[start - 1] === '`' || source[end] === '`'
  return { start, end, text: isBesideCode ? `<code>${code}</code>` : code }
}

/**
 * Changes what parsers disagree about: a link around a link, a bare link before a backtick, and a tag that ours takes for text, such as one
 * with a slash in a value without quotes.
 */
function ambiguityEdits(node: Text, source: string): TextEdit[] {
  const { start, end } = rangeOf(node)
  // The backtick can belong to the next node.
  const slice = source.slice(start, end + 1)
  const insert = (pattern: RegExp, text: string) =>
    Array.from(slice.matchAll(pattern), ({ index, 0: match }) => {
      const position = start + index + match.length
      return { start: position, end: position, text }
    })
  return [
    ...insert(LINK_BEFORE_BACKTICK, ' '),
    ...insert(/(?<!\\)(?=\]\()/g, '\\'),
    ...insert(/(?<=(?<!\\)(?:\\\\)*)(?=<[a-z][a-z\d-]*(?:[\s/]|$))/gi, '\\'),
  ]
}

/** Commands to other bots at the start of a line. */
function slashCommandEdits(node: Text, source: string): TextEdit[] {
  const range = rangeOf(node)
  const { text, disarm } = textPart(node, source, false)
  const line = lineBefore(node, source)
  const commands = commandsIn(line + text).flatMap(({ start, end }) =>
    start < line.length ? [] : [{ start: start - line.length, end: end - line.length }],
  )
  return range.start === range.end || commands.length === 0 ? [] : (disarm?.(commands) ?? [])
}

/** The line before a node, if it consists of indentation and marks; otherwise a letter. */
function lineBefore(node: Text, source: string): string {
  const { start } = rangeOf(node)
  const column = node.position?.start.column ?? 1
  const line = column > 200 ? 'x' : source.slice(start - column + 1, start)
  return /^[\s>*+\d.)-]*$/.test(line) ? line : 'x'
}

/** The text with these ranges as inline code and everything else escaped. */
function rewriteText(text: string, ranges: readonly TextRange[]): string {
  let last = 0
  let result = ''
  for (const { start, end } of ranges) {
    result += escapeMarkdown(text.slice(last, start)) + inlineCode(text.slice(start, end))
    last = end
  }
  return result + escapeMarkdown(text.slice(last))
}

const escapeMarkdown = (text: string) =>
  text
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/[\\`*_{}[\]<>&!|~#]/g, '\\$&')
    .replace(/^(\s*\d*)([-+=.)])/, '$1\\$2')

/** Commands to other bots: a slash and a word at the start of a line. */
function commandsIn(text: string): { start: number; end: number }[] {
  return Array.from(
    text.matchAll(/^([ \t]*)(\/[a-z][\w-]*)(?=\s|$)/gim),
    ({ index, 1: indent = '', 2: command = '' }) => {
      const start = index + indent.length
      return { start, end: start + command.length }
    },
  )
}

/** Other bots ignore Markdown and read each line of a comment. A space before the slash stops them. */
function commandEdits(node: Code | InlineCode, source: string): TextEdit[] {
  const { start, end } = rangeOf(node)
  return Array.from(source.slice(start, end).matchAll(/(?<=\n)\/(?=[a-z][\w-]*(?:\s|$))/gi), ({ index }) => ({
    start: start + index,
    end: start + index,
    text: ' ',
  }))
}

/** Shows a diagram that could load or link to something as text. */
function diagramEdits(node: Code, source: string): TextEdit[] {
  if (!loadsExternalContent(node.lang ?? '', node.value)) return []
  const { start, end } = rangeOf(node)
  const [line = ''] = source.slice(start, end).split('\n', 1)
  const marks = /^(?:`+|~+)/.exec(line)?.[0].length ?? 0
  return [{ start: start + marks, end: start + line.length, text: 'text' }]
}

/** Replaces a link by its text and its address as code. */
function unlink(node: Link | LinkReference, url: string, source: string): TextEdit[] {
  const { start, end } = rangeOf(node)
  const [first] = node.children
  const last = node.children.at(-1)
  if (first === undefined || last === undefined || source[start] === '<') return [{ start, end, text: inlineCode(url) }]
  return [
    { start, end: rangeOf(first).start, text: '' },
    { start: rangeOf(last).end, end, text: ` (${inlineCode(url)})` },
  ]
}

const describeImage = (image: Image | ImageReference) =>
  `(image: ${(image.alt ?? '').replace(/[^\p{L}\p{N} .,;'-]+/gu, ' ').trim() || 'no description'})`

const showDefinition = (node: Definition) => `${inlineCode(node.label ?? node.identifier)}: ${inlineCode(node.url)}`

/** Closes an open fence or open HTML elements at the end. */
function endEdits(tree: Root, source: string, open: OpenTags): TextEdit[] {
  const end = source.length
  const last = tree.children.at(-1)
  if (last?.type === 'code') {
    const lines = source.slice(rangeOf(last).start).split('\n')
    const wall = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1]
    const closing = lines.length > 1 ? (/^ {0,3}(`{3,}|~{3,})\s*$/.exec(lines.at(-1) ?? '')?.[1] ?? '') : ''
    const closed = wall !== undefined && closing.startsWith(wall)
    if (wall !== undefined && !closed) return [{ start: end, end, text: `\n${wall}` }]
  }
  const tags = open.toReversed().map((tag) => `</${tag}>`)
  return tags.length === 0 ? [] : [{ start: end, end, text: `\n\n${tags.join('')}` }]
}

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

/** Markdown outside of code that could mention, link, embed, hide or command. */
const SUSPICIOUS = /[@<&\\|]|https?:|ftp:|www\.|\]\s*[([:]|!\[|#[*_~`]*\d|GH[*_~`]*-[*_~`]*\d/i

const COMMAND = /^[^\S\n\r\u2028\u2029]*\/[a-z]/im

/**
 * Whether a text is safe without parsing, as most answers are. Ignores code, but only where its limits are certain: fences
 * that start and end at the margin, and inline code within one line.
 */
export function isPlainAnswer(source: string): boolean {
  if (COMMAND.test(source)) return false
  let wall: string | undefined
  for (const line of source.split('\n')) {
    if (wall !== undefined) {
      if (line.trimEnd() === wall) wall = undefined
      // A longer or indented fence can also close it. That is rare, so parse.
      else if (line.includes(wall)) return false
      continue
    }
    wall = /^(`{3,}|~{3,})[^`]*$/.exec(line)?.[1]
    // Words behind the language of a fence are hidden.
    if (wall !== undefined && !/^[\w+#.-]{0,32}$/.test(line.slice(wall.length).trim())) return false
    if (wall !== undefined && RENDERED_AS_DIAGRAM.test(line.slice(wall.length).trim())) return false
    if (wall === undefined && !isPlainLine(line)) return false
  }
  return wall === undefined
}

function isPlainLine(line: string): boolean {
  if (/``|~~~/.test(line)) return false
  const pieces = line.split('`')
  const isPaired = pieces.length % 2 === 1
  if (!isPaired || (pieces.length > 1 && line.includes('|'))) return false
  return !SUSPICIOUS.test(pieces.filter((_, index) => index % 2 === 0).join('`'))
}
