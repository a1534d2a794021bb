import type { Nodes } from 'mdast'
import { plainLineEnds } from './format-text.ts'
import { type HiddenHtml, type HtmlPiece, hiddenHtml } from './hidden-html.ts'
import { findVisibleNodes, HIDING_MACRO, hiddenMarkdown, type VisibleNode } from './hidden-markdown.ts'
import { dropInvisible, findInvisibleEntities } from './invisible.ts'
import { isTooIntricate, LINK_BEFORE_BACKTICK, parseMarkdown, rangeOf } from './parse-markdown.ts'
import { applyEdits, mergedEdits, outermostEdits, type TextEdit, type TextRange } from './text-edit.ts'

/**
 * Markdown as a reader of the rendered page sees it, so that an author cannot address the model without the reader's
 * knowledge. Removes HTML comments, hidden elements, attributes, alternative texts, titles, unused definitions and
 * footnotes, cells outside a table, and invisible characters (also as entities). Code stays. `removed` counts the places.
 * Without `images` it also removes image addresses, because an image can contain instructions.
 */
export async function cleanInbound(
  markdown: string,
  { images = true }: { images?: boolean } = {},
): Promise<{ text: string; removed: number }> {
  // White space to renderers; dropping it later could make a table.
  const source = plainLineEnds(markdown).replace(/[\f\v]/g, ' ')
  const edits = findHidden(source)
  const { text, removed } = dropInvisible(applyEdits(source, edits))
  return { text: images ? text : withoutImages(text), removed: removed + edits.length }
}

/** Replaces the images of a clean text, in Markdown and HTML, by a word. Code stays. */
function withoutImages(text: string): string {
  if (!/!\[\]\(|<img/i.test(text)) return text
  if (isTooIntricate(text)) return text.replace(BARE_IMAGE, IMAGE_WORD).replace(HTML_IMAGE, IMAGE_WORD)
  const nodes = findVisibleNodes(parseMarkdown(text), text).visibleNodes
  const edits = nodes.flatMap(({ node }) => {
    const range = rangeOf(node)
    if (node.type === 'image') return [{ ...range, text: IMAGE_WORD }]
    if (node.type !== 'html') return []
    return Array.from(text.slice(range.start, range.end).matchAll(HTML_IMAGE), ({ index, 0: tag }) => {
      const start = range.start + index
      return { start, end: start + tag.length, text: IMAGE_WORD }
    })
  })
  return applyEdits(text, mergedEdits(edits))
}

const IMAGE_WORD = '(image)'

/** A value without hidden text. The texts in JSON are cleaned one by one: as one text, JSON reads as broken Markdown. */
export async function withoutHiddenText(value: string): Promise<string> {
  if (!/^\s*[[{]/.test(value)) return (await cleanInbound(value)).text
  try {
    return JSON.stringify(await cleanJson(JSON.parse(value)))
  } catch {
    return (await cleanInbound(value)).text
  }
}

async function cleanJson(value: unknown): Promise<unknown> {
  if (typeof value === 'string') return (await cleanInbound(value)).text
  if (Array.isArray(value)) return Promise.all(value.map(cleanJson))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([key, each]) => [key, await cleanJson(each)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Data from outside that is not Markdown, for example from a server, without invisible characters, also as entities. */
export function cleanData(text: string): string {
  const entities = findInvisibleEntities(text, { start: 0, end: text.length }, 'html')
  return dropInvisible(entities.length === 0 ? text : applyEdits(text, entities)).text
}

// Cleaning leaves images in these forms.
const HTML_IMAGE = /<(?:img|source)\b[^<>]*>/gi

const BARE_IMAGE = /!\[\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g

// Parsing is slow, and most texts hide nothing.
const MAY_HIDE =
  /<[!?/a-z]|&[#a-z]|\$\$|\\[hv]?phantom|\\(?:text)?color|!\[|\]:|\]\(|\][ \t]*\[|^[ \t>*+\d.)-]*(?:`{3,}|~{3,})[^\n]*\S|\|[ \t]*:?-|-[ \t]*\||:-|-:/im

/** Edits that remove what the page does not show, in order and without overlaps. */
export function findHidden(markdown: string): TextEdit[] {
  return MAY_HIDE.test(markdown) ? mergedEdits(hiddenParts(markdown)) : []
}

function hiddenParts(markdown: string): TextEdit[] {
  if (isTooIntricate(markdown))
    return [...roughlyHidden(markdown), ...findInvisibleEntities(markdown, { start: 0, end: markdown.length }, 'html')]
  const tree = parseMarkdown(markdown)
  const nodes = findVisibleNodes(tree, markdown).visibleNodes
  const html = [...hiddenInHtml(markdown, nodes), ...hiddenInAmbiguousBlocks(markdown, nodes)]
  const { edits, visibleNodes } = hiddenMarkdown(tree, markdown, coveredBy(html))
  return [...html, ...edits, ...visibleNodes.flatMap(({ node }) => hiddenIn(node, markdown))]
}

/** Whether a node is inside one of the ranges. */
function coveredBy(ranges: readonly TextRange[]): (node: Nodes) => boolean {
  const sorted = outermostEdits(ranges)
  return (node) => {
    const { start, end } = rangeOf(node)
    return sorted.some((range) => range.start <= start && end <= range.end)
  }
}

function hiddenIn(node: Nodes, markdown: string): TextEdit[] {
  const range = rangeOf(node)
  switch (node.type) {
    case 'image': {
      const url = /\s/.test(node.url) ? '' : node.url
      return node.alt || node.title || url !== node.url ? [{ ...range, text: `![](${url})` }] : []
    }
    case 'imageReference':
      return [{ ...range, text: '' }]
    case 'text':
      return [
        ...findInvisibleEntities(markdown, range, 'markdown'),
        ...titlesInText(markdown, range),
        ...hiddenInMath(markdown, range),
      ]
    case 'html':
      return findInvisibleEntities(markdown, range, 'html')
    default:
      return []
  }
}

/** What formulas do not show: the argument of a phantom, white text, and comments in a displayed formula. */
function hiddenInMath(markdown: string, { start, end }: TextRange): TextEdit[] {
  const text = markdown.slice(start, end)
  const comments = [...text.matchAll(/\$\$[^$]+/g)].flatMap(({ index, 0: formula }) =>
    text.startsWith('$$', index + formula.length)
      ? Array.from(formula.matchAll(/(?<!\\)%[^\n]*/g), (match) => ({ offset: index + match.index, words: match[0] }))
      : [],
  )
  const macros = Array.from(text.matchAll(HIDING_MACRO), ({ index, 0: words }) => ({ offset: index, words }))
  return [...comments, ...macros].map(({ offset, words }) => ({
    start: start + offset,
    end: start + offset + words.length,
    text: '',
  }))
}

/** Parsers disagree about a link around another link, so text that could be its title is removed. */
function titlesInText(markdown: string, range: TextRange): TextEdit[] {
  const { end } = range
  // The bracket before it can end a footnote call that is a link to other parsers.
  const start = markdown.charAt(range.start - 1) === ']' ? range.start - 1 : range.start
  return groupRemovals(markdown.slice(start, end), TITLE).map((edit) => ({
    ...edit,
    start: start + edit.start,
    end: start + edit.end,
  }))
}

// A pattern that looks back from each space would take quadratic time.
const TITLE = /\]\((?:<[^<>\n]*>|[^\s()]*)(\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))(?=\s*\))/g

/** Edits that remove the group with which each match ends. */
const groupRemovals = (text: string, pattern: RegExp): TextEdit[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: match, 1: group = '' }) => ({
    start: index + match.length - group.length,
    end: index + match.length,
    text: '',
  }))

/** Footnotes are visibleNodes below everything else, so HTML that is open there hides the footnotes behind it, too. */
function hiddenInHtml(markdown: string, visibleNodes: readonly VisibleNode[]): TextEdit[] {
  const footnotes = new Map<Nodes | undefined, HtmlPiece[]>([[undefined, []]])
  let text = markdown
  for (const { node, parent, footnote } of visibleNodes) {
    if (node.type === 'footnoteDefinition') footnotes.set(node, [])
    if (node.type === 'html') {
      const range = rangeOf(node)
      footnotes.get(footnote)?.push({ ...range, parent })
      text = withoutPrefixes(text, range, node.value)
    }
  }
  const edits: TextEdit[] = []
  let isOpen = false
  for (const [footnote, pieces] of footnotes) {
    const range = footnote === undefined ? { start: 0, end: markdown.length } : rangeOf(footnote)
    const hidden: HiddenHtml = isOpen ? { edits: [{ ...range, text: '' }], isOpen } : hiddenHtml(text, pieces)
    isOpen = hidden.isOpen
    edits.push(...hidden.edits.map((edit) => ({ ...edit, end: Math.min(edit.end, range.end) })))
  }
  return edits
}

/** Blanks what quotes and lists put before the lines of a piece of HTML (`> `), whose `>` would end a tag. Offsets stay. */
function withoutPrefixes(text: string, { start, end }: TextRange, value: string): string {
  const lines = text.slice(start, end).split('\n')
  const values = value.split('\n')
  if (lines.length === 1 || lines.length !== values.length) return text
  const blanked = lines.map((line, index) => {
    const shown = (values[index] ?? '').trimEnd()
    const ending = /\s*$/.exec(line)?.[0] ?? ''
    const words = line.slice(0, line.length - ending.length)
    return words.endsWith(shown) ? ' '.repeat(words.length - shown.length) + shown + ending : line
  })
  return text.slice(0, start) + blanked.join('\n') + text.slice(end)
}

/** Treats blocks in which parsers disagree about code or tags as HTML, in addition to the reading of this parser. */
function hiddenInAmbiguousBlocks(markdown: string, visibleNodes: readonly VisibleNode[]): TextEdit[] {
  const blocks: TextRange[] = []
  const ambiguous = new Set<TextRange>()
  for (const { node } of visibleNodes) {
    const range = rangeOf(node)
    const source = markdown.slice(range.start, range.end)
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      blocks.push(range)
      if (source.search(LINK_BEFORE_BACKTICK) !== -1) ambiguous.add(range)
    }
    const block = blocks.at(-1)
    if (node.type !== 'text' || block === undefined || range.start >= block.end || !TAG.test(source)) continue
    if (!ambiguous.has(block) && hasAmbiguousTag(markdown.slice(range.start, block.end))) ambiguous.add(block)
  }
  return [...ambiguous].flatMap((range) =>
    hiddenHtml(markdown, [range]).edits.map((edit) => ({ ...edit, end: Math.min(edit.end, range.end) })),
  )
}

/** The start of a tag that our parser took for text. */
const TAG = /(?<!\\)<[a-z][a-z\d-]*(?:[\s/]|$)/i

/** Whether a text has a tag with a slash in a value without quotes, which our parser ends there, and GitHub does not. */
const hasAmbiguousTag = (text: string): boolean =>
  (text.match(/<[a-z][a-z\d-]*[\s/][^<>]*>/gi) ?? []).some((tag) => /=[^\s"'<>=`]*\//.test(tag))

/**
 * Edits for a text that is too intricate to parse: removes everything that looks as if it could be hidden, in code, too.
 * That is more than the page hides, never less.
 */
export function roughlyHidden(markdown: string): TextEdit[] {
  const all = (pattern: RegExp) =>
    Array.from(markdown.matchAll(pattern), ({ index, 0: match }) => ({
      start: index,
      end: index + match.length,
      text: '',
    }))
  return [
    ...hiddenHtml(markdown, [{ start: 0, end: markdown.length }]).edits,
    ...alternativeTexts(markdown),
    // A definition continues over lines but not over an empty one; a footnote also over indented paragraphs.
    ...all(DEFINITION),
    ...roughTitles(markdown),
    // Labels of references, and what follows the language of a fence.
    ...all(/(?<=\])\[[^\]]*\]/g),
    ...groupRemovals(markdown, /(?:(?<!`)`{3,}(?!`)|(?<!~)~{3,}(?!~))[^\s`~]*([^\S\n]+[^\n]+)/g),
    ...excessCells(markdown),
  ]
}

const DEFINITION =
  /^[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]*)?\[[^\]]{0,1000}\]:.*(?:\r?\n.*\S.*)*(?:(?:\r?\n[ \t]*)+\r?\n(?: {4}|\t).*(?:\r?\n.*\S.*)*)*/gm

/** What stands between the address of a link and the next bracket that may end it. */
function roughTitles(markdown: string): TextEdit[] {
  const edits: TextEdit[] = []
  let last = 0
  for (const { index, 0: match } of markdown.matchAll(/\]\([^\s()]*(?=\s+["'(])/g)) {
    const start = index + match.length
    if (start < last) continue
    last = markdown.indexOf(')', start)
    if (last === -1) break
    edits.push({ start, end: last, text: '' })
  }
  return edits
}

/** The texts between `![` and its `]`. */
function alternativeTexts(markdown: string): TextEdit[] {
  const edits: TextEdit[] = []
  const open: number[] = []
  for (let index = 0; index < markdown.length; index++) {
    if (markdown[index] === '[') open.push(index + 1)
    if (markdown[index] !== ']') continue
    const start = open.pop()
    if (start !== undefined && markdown[start - 2] === '!' && start < index) edits.push({ start, end: index, text: '' })
  }
  return edits
}

/** Cells beyond the columns of the delimiter row above them, up to the next empty line. */
function excessCells(markdown: string): TextEdit[] {
  const edits: TextEdit[] = []
  let columns = Number.POSITIVE_INFINITY
  let lineStart = 0
  for (const line of markdown.split('\n')) {
    if (line.trim() === '') columns = Number.POSITIVE_INFINITY
    else if (isDelimiterRow(line)) columns = cellEnds(line).length
    else {
      const end = cellEnds(line)[columns - 1]
      if (end !== undefined && end < line.length)
        edits.push({ start: lineStart + end, end: lineStart + line.length, text: '' })
    }
    lineStart += line.length + 1
  }
  return edits
}

const isDelimiterRow = (line: string) =>
  /^[ \t>*+\d.)|:-]*\r?$/.test(line) && line.replace(/^.*[*+\d.)]/, '').includes('-')

/** Where the cells of a table's line end. */
function cellEnds(line: string): number[] {
  const pipes = Array.from(line.matchAll(/(?<!\\)\|/g), ({ index }) => index)
  const inner = /^[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]*)?\|/.test(line) ? pipes.slice(1) : pipes
  const last = inner.at(-1)
  return last !== undefined && line.slice(last + 1).trim() === '' ? inner : [...inner, line.length]
}

/** Text of unknown authors in an element that marks it as data. The text cannot close the element. */
export const wrapUntrusted = (text: string): string =>
  `<untrusted_context>\n${text.replace(/<(\/\s*untrusted_context\s*)>/gi, '&lt;$1&gt;')}\n</untrusted_context>`

/** Escapes a text for an XML element or attribute. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
