import type {
  Code,
  Definition,
  FootnoteDefinition,
  FootnoteReference,
  Link,
  LinkReference,
  Nodes,
  Root,
  TableRow,
} from 'mdast'
import { rangeOf } from './parse-markdown.ts'
import type { TextEdit } from './text-edit.ts'

/** A node that the page shows, with its parent and the footnote it is part of. */
export type VisibleNode = { node: Nodes; parent: Nodes; footnote: FootnoteDefinition | undefined }

/**
 * Edits that remove what Markdown hides from the reader, except HTML: unused footnotes and link definitions, cells beyond
 * the columns of a table, titles, labels, the words after a fence's language, comments in diagrams. `visibleNodes` are the
 * nodes that the page shows, footnotes last. `isHidden` excludes nodes that HTML hides.
 */
export function hiddenMarkdown(
  tree: Root,
  source: string,
  isHidden?: (node: Nodes) => boolean,
): { edits: TextEdit[]; visibleNodes: VisibleNode[] } {
  const { visibleNodes, footnotes, hidden } = findVisibleNodes(tree, source, isHidden)
  const definitions = firstDefinitions(tree)
  const used = new Set<Definition>()
  for (const { node } of visibleNodes) {
    if (node.type !== 'imageReference' && node.type !== 'linkReference') continue
    const definition = definitions.get(node.identifier)
    const isShown = node.type === 'linkReference' && node.referenceType !== 'full' && WORDS.test(node.label ?? '')
    if (definition !== undefined && (isShown || isPlainLabel(definition))) used.add(definition)
  }
  const edits = hidden.map(removal)
  for (const { node, parent } of visibleNodes) {
    if (isRow(node, parent)) edits.push(...excessCells(node, columnsOf(parent)))
    else if (node.type === 'definition') edits.push(...definitionEdits(node, used.has(node)))
    else if (node.type === 'link') edits.push(...linkEdits(node))
    else if (node.type === 'linkReference') edits.push(...referenceEdits(node, definitions.get(node.identifier), used))
    else if (node.type === 'code') edits.push(...codeEdits(node, source))
    else if (node.type === 'footnoteReference' || node.type === 'footnoteDefinition')
      edits.push(...footnoteLabelEdits(node, footnotes))
  }
  return { edits, visibleNodes }
}

type VisibleNodes = { visibleNodes: VisibleNode[]; footnotes: Map<string, number>; hidden: Nodes[] }

/**
 * The nodes that the page shows, without those that `isHidden` excludes. A loop instead of recursion, because an untrusted
 * author decides how deep the nodes are nested.
 */
export function findVisibleNodes(
  tree: Root,
  source: string,
  isHidden: (node: Nodes) => boolean = () => false,
): VisibleNodes {
  const all = new Map<string, FootnoteDefinition>()
  const definitions: FootnoteDefinition[] = []
  const waitingForDefinitions: Nodes[] = [tree]
  for (let node = waitingForDefinitions.pop(); node; node = waitingForDefinitions.pop()) {
    if (node.type === 'footnoteDefinition') {
      definitions.push(node)
      if (!all.has(node.identifier)) all.set(node.identifier, node)
    }
    if ('children' in node) waitingForDefinitions.push(...node.children.toReversed())
  }

  const visibleNodes: VisibleNode[] = []
  const footnotes = new Map<string, number>()
  const queue: { root: Nodes; footnote: FootnoteDefinition | undefined }[] = [{ root: tree, footnote: undefined }]
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { footnote } = next
    const waiting: VisibleNode[] = [{ node: next.root, parent: next.root, footnote }]
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      const { node } = entry
      if ((node.type === 'footnoteDefinition' && node !== footnote) || (node !== tree && isHidden(node))) continue
      visibleNodes.push(entry)
      if (node.type === 'footnoteReference' && isFootnoteCall(node, source) && !footnotes.has(node.identifier)) {
        const definition = all.get(node.identifier)
        footnotes.set(node.identifier, footnotes.size + 1)
        if (definition) queue.push({ root: definition, footnote: definition })
      }
      if (!('children' in node)) continue
      const columns = isRow(node, entry.parent) ? columnsOf(entry.parent) : node.children.length
      for (const child of node.children.slice(0, columns).toReversed())
        waiting.push({ node: child, parent: node, footnote })
    }
  }
  const hidden = definitions.filter(
    (definition) => !footnotes.has(definition.identifier) || all.get(definition.identifier) !== definition,
  )
  return { visibleNodes, footnotes, hidden }
}

/** Renderers read a call before a bracket as a link, and find no footnote whose label has marks in it. */
const isFootnoteCall = (node: FootnoteReference, source: string): boolean =>
  /^[\p{L}\p{N}_.-]+$/u.test(node.label ?? '') && !/[([]/.test(source.charAt(rangeOf(node).end))

const isRow = (node: Nodes, parent: Nodes): node is TableRow => node.type === 'tableRow' && parent.type === 'table'

const columnsOf = (table: Nodes): number => (table.type === 'table' ? (table.children[0]?.children.length ?? 0) : 0)

/** The first definition of each label, which is the one that applies. */
function firstDefinitions(tree: Root): Map<string, Definition> {
  const first = new Map<string, Definition>()
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'definition' && !first.has(node.identifier)) first.set(node.identifier, node)
    if ('children' in node) waiting.push(...node.children.toReversed())
  }
  return first
}

const removal = (node: Nodes): TextEdit => ({ ...rangeOf(node), text: '' })

function excessCells(row: TableRow, columns: number): TextEdit[] {
  const lastShown = row.children[columns - 1]
  if (row.children.length <= columns || lastShown === undefined) return []
  return [{ start: rangeOf(lastShown).end, end: rangeOf(row).end, text: '|' }]
}

/** The page never shows a definition; `[//]: # (words)` is a common way to hide text. */
function definitionEdits(node: Definition, isUsed: boolean): TextEdit[] {
  if (!isUsed) return [removal(node)]
  if (!node.title && isAddress(node.url)) return []
  return [{ ...rangeOf(node), text: `[${node.label ?? node.identifier}]: ${destination(node.url) || '#'}` }]
}

function linkEdits(node: Link): TextEdit[] {
  if (!hasShownText(node)) return [removal(node)]
  if (!node.title && isAddress(node.url)) return []
  return [{ start: textEnd(node), end: rangeOf(node).end, text: `](${destination(node.url)})` }]
}

/** Replaces a label that could contain hidden words by its address. */
function referenceEdits(
  node: LinkReference,
  definition: Definition | undefined,
  used: ReadonlySet<Definition>,
): TextEdit[] {
  if (definition === undefined) return []
  if (!hasShownText(node)) return [removal(node)]
  if (used.has(definition) && (node.referenceType !== 'full' || isPlainLabel(node))) return []
  return [{ start: textEnd(node), end: rangeOf(node).end, text: `](${destination(definition.url)})` }]
}

/** The offset of the bracket that closes a link's text. */
const textEnd = (node: Link | LinkReference): number => {
  const last = node.children.at(-1)
  return last ? rangeOf(last).end : rangeOf(node).start + 1
}

/** Whether a link shows anything. Without text, its address is hidden. */
function hasShownText(node: Nodes): boolean {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value.trim() !== ''
  if (node.type === 'image' || node.type === 'imageReference') return true
  return 'children' in node && node.children.some(hasShownText)
}

/** An address contains no white space; otherwise it is prose that only the source shows. */
const isAddress = (url: string): boolean => !/\s/.test(url)

const destination = (url: string): string =>
  !isAddress(url) ? '' : /[()<>\\]/.test(url) ? `<${url.replace(/[<>\\]/g, '\\$&')}>` : url

/** Whether a label is a single short word, which may stay although the page does not show it. */
const isPlainLabel = ({ label }: { label?: string | null }): boolean => /^[\w.#/-]{1,32}$/.test(label ?? '')

/** A label without markup: the page shows it as the text of the link. */
const WORDS = /^[\p{L}\p{M}\p{N} .,_'+#/:()-]+$/u

/** Keeps only the language of a fence, and no comments in diagrams: the page shows neither. */
function codeEdits(node: Code, source: string): TextEdit[] {
  const { start, end } = rangeOf(node)
  const edits: TextEdit[] = []
  const marks = /^(?:`{3,}|~{3,})/.exec(source.slice(start, end))?.[0].length ?? 0
  const lineEnd = start + (/\r?\n|\r|$/.exec(source.slice(start, end))?.index ?? 0)
  const isPlain = node.meta == null && (node.lang == null || /^[\w+#.-]{1,32}$/.test(node.lang))
  if (marks > 0 && !isPlain)
    edits.push({
      start: start + marks,
      end: lineEnd,
      text: /^[\w+#.-]{1,32}$/.test(node.lang ?? '') ? (node.lang ?? '') : '',
    })
  if (marks === 0 || !RENDERED_AS_DIAGRAM.test(node.lang ?? '')) return edits
  const comment = /^math$/i.test(node.lang ?? '') ? /(?<!\\)%.*/g : /(?<=\n[ \t>]*)%%(?!\{).*/g
  const body = source.slice(lineEnd, end)
  for (const { index, 0: words } of [...body.matchAll(comment), ...body.matchAll(HIDING_MACRO)])
    edits.push({ start: lineEnd + index, end: lineEnd + index + words.length, text: '' })
  return edits
}

/** Replaces long footnote labels: GitHub shows a number instead. */
function footnoteLabelEdits(
  node: FootnoteReference | FootnoteDefinition,
  numbers: ReadonlyMap<string, number>,
): TextEdit[] {
  if (isPlainLabel(node)) return []
  const start = rangeOf(node).start + 2
  return [{ start, end: start + (node.label?.length ?? 0), text: `note-${numbers.get(node.identifier) ?? 0}` }]
}

/** Fence languages that GitHub renders as diagrams or formulas. */
export const RENDERED_AS_DIAGRAM = /^(?:mermaid|geojson|topojson|stl|math)\b/i

/** Parts of a diagram or formula that link, load an image or encode an address. */
const EXTERNAL =
  /\/\/|#\w+;|&#|@\{|<\s*(?:img|image|a|iframe|style|script|svg|object|embed|link|use)\b|\bhref\b|url\s*\(|%%\{|themeCSS|\\(?:url|require|style|class|cssId|includegraphics|def|let|newcommand)|^[^\S\n\r\u2028\u2029]*(?:click|links?)\b/im

/**
 * Whether a fence of this language could make the reader's browser load or link to an external address. Maps and 3D
 * models always can, through their tiles and properties.
 */
export function loadsExternalContent(language: string, text: string): boolean {
  if (!RENDERED_AS_DIAGRAM.test(language)) return false
  return !/^(?:mermaid|math)$/i.test(language) || EXTERNAL.test(text)
}

/** Macros of a formula that hide their argument: phantoms and white text. */
export const HIDING_MACRO = /\\[hv]?phantom\s*\{[^{}]*\}|\\(?:text)?color\s*\{\s*white\s*\}\s*(?:\{[^{}]*\})?/gi
