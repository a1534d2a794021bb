import type { Nodes } from 'mdast'
import { type Edit, hiddenHtml } from './hidden-html.ts'
import { dropInvisible, isInvisible } from './invisible.ts'
import { parseMarkdown } from './markdown.ts'

/**
 * Markdown as a reader of the rendered page sees it: HTML comments, alternative texts, titles, attributes, unused link
 * definitions, invisible characters (also written as entities) are taken out, so nobody can speak to the model behind
 * people's backs. Code stays as it is. `removed` counts the places. Without `images` their addresses go as well: their
 * pixels may speak, too.
 */
export async function sanitise(
  markdown: string,
  { images = true }: { images?: boolean } = {},
): Promise<{ text: string; removed: number }> {
  const edits = MAY_HIDE.test(markdown) ? await hiddenParts(markdown) : []
  const { text, removed } = dropInvisible(apply(markdown, edits))
  const shown = images ? text : text.replace(BARE_IMAGE, '(image)')
  return { text: shown, removed: removed + edits.length }
}

// What an image without words has become above; in code it is an address like any other.
const BARE_IMAGE = /!\[\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g

// Parsing costs far more than looking, and most texts have nothing of the kind.
const MAY_HIDE = /<[!?/a-z]|&[#a-z]|!\[|\]:|\]\([^()\n]*\s["'(]/i

async function hiddenParts(markdown: string): Promise<Edit[]> {
  const tree = await parseMarkdown(markdown)
  if (!tree) return outermost(roughlyHidden(markdown))
  const nodes = flatten(tree)
  const used = new Set(
    nodes.flatMap((node) => (node.type === 'linkReference' || node.type === 'imageReference' ? [node.identifier] : [])),
  )
  const html = nodes.filter((node) => node.type === 'html').map(span)
  const edits = nodes.flatMap((node) => hiddenIn(node, markdown, used))
  return outermost([...edits, ...hiddenHtml(markdown, html)])
}

/** All nodes in document order. A loop, because a stranger decides how deep quotes are nested. */
function flatten(root: Nodes): Nodes[] {
  const found: Nodes[] = []
  const waiting: Nodes[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node)
    if ('children' in node)
      for (let at = node.children.length - 1; at >= 0; at--) waiting.push(node.children[at] as Nodes) // within bounds
  }
  return found
}

const span = (node: Nodes) => ({ from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0 })

function hiddenIn(node: Nodes, markdown: string, used: ReadonlySet<string>): Edit[] {
  const { from, to } = span(node)
  switch (node.type) {
    case 'image':
      return node.alt || node.title ? [{ from, to, instead: `![](${node.url})` }] : []
    case 'imageReference':
      return [{ from, to, instead: '' }]
    case 'link': {
      if (!node.title) return []
      const textEnd = node.children.at(-1)?.position?.end.offset ?? from + 1
      return [{ from: textEnd, to, instead: `](${node.url})` }]
    }
    case 'definition':
      // Nothing on the page shows a definition itself; the usual hiding place is `[//]: # (words)`.
      if (!used.has(node.identifier)) return [{ from, to, instead: '' }]
      return node.title ? [{ from, to, instead: `[${node.label ?? node.identifier}]: ${node.url}` }] : []
    case 'text':
      return invisibleEntities(markdown, from, to)
    default:
      return []
  }
}

const ENTITY =
  /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(ZeroWidthSpace|NegativeVeryThinSpace|NegativeThinSpace|NegativeMediumSpace|NegativeThickSpace|shy|zwj|zwnj|lrm|rlm|NoBreak|ApplyFunction|af|InvisibleTimes|it|InvisibleComma|ic));/gi

function invisibleEntities(markdown: string, from: number, to: number): Edit[] {
  const edits: Edit[] = []
  for (const found of markdown.slice(from, to).matchAll(ENTITY)) {
    const code = found[1] !== undefined ? Number(found[1]) : Number.parseInt(found[2] ?? '', 16)
    const shows = found[3] === undefined && !(code <= 0x10ffff && isInvisible(String.fromCodePoint(code)))
    if (!shows) edits.push({ from: from + found.index, to: from + found.index + found[0].length, instead: '' })
  }
  return edits
}

/**
 * For a text too intricate to tell code from the rest: whatever looks as if it could hide something counts as doing so.
 * That takes out more than the page hides, never less.
 */
function roughlyHidden(markdown: string): Edit[] {
  const all = (pattern: RegExp) =>
    [...markdown.matchAll(pattern)].map(({ index, 0: found }) => ({
      from: index,
      to: index + found.length,
      instead: '',
    }))
  return [
    ...hiddenHtml(markdown, [{ from: 0, to: markdown.length }]),
    ...alternativeTexts(markdown),
    // A definition may go on over lines, but not over an empty one.
    ...all(/^[ \t>]*(?:[-+*]|\d+[.)])?[ \t]*\[[^\]]*\]:.*(?:\r?\n.*\S.*)*/gm),
    ...all(/(?<=\]\([^\s()]*)\s+["'(][^)]*(?=\))/g),
    ...invisibleEntities(markdown, 0, markdown.length),
  ]
}

/** What stands between `![` and its `]`. */
function alternativeTexts(markdown: string): Edit[] {
  const edits: Edit[] = []
  const open: number[] = []
  for (let at = 0; at < markdown.length; at++) {
    if (markdown[at] === '[') open.push(at + 1)
    if (markdown[at] !== ']') continue
    const from = open.pop()
    if (from !== undefined && markdown[from - 2] === '!' && from < at) edits.push({ from, to: at, instead: '' })
  }
  return edits
}

/** Edits in order, without those that lie inside another. */
function outermost(edits: Edit[]): Edit[] {
  const sorted = edits.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const kept: Edit[] = []
  for (const edit of sorted) if (edit.from >= (kept.at(-1)?.to ?? 0)) kept.push(edit)
  return kept
}

function apply(text: string, edits: Edit[]): string {
  let result = ''
  let at = 0
  for (const { from, to, instead } of edits) {
    result += text.slice(at, from) + instead
    at = to
  }
  return result + text.slice(at)
}
