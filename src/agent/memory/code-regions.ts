import type { Nodes } from 'mdast'
import { parseMarkdown, rangeOf } from '../../text/parse-markdown.ts'
import type { TextRange } from '../../text/text-edit.ts'

/** Whether the character at an offset (in UTF-16 units, as `String` counts) belongs to code. */
export type IsInCode = (offset: number) => boolean

/** A text without any of these has no code. */
const MAY_HOLD_CODE = /[`~\t]| {4}|<(?:pre|code)\b/i

/**
 * Finds the code in a Markdown text: fenced, indented and inline code at any depth, also in unclosed fences. In raw HTML also
 * `<pre>`, `<code>`, inline code and fences. The text must not start with a byte order mark, which the parser does not count.
 */
export function codeRegions(text: string): IsInCode {
  if (!MAY_HOLD_CODE.test(text)) return () => false
  const { code, html } = regionsOf(parseMarkdown(text))
  const covered = new Uint8Array(text.length)
  for (const { start, end } of [...code, ...codeElements(text, html), ...codeInHtml(text, html)])
    covered.fill(1, start, end)
  return (offset) => covered[offset] === 1
}

function regionsOf(root: Nodes): { code: TextRange[]; html: TextRange[] } {
  const code: TextRange[] = []
  const html: TextRange[] = []
  const open: Nodes[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const region = rangeOf(node)
    if (node.type === 'code' || node.type === 'inlineCode') code.push(region)
    else if (node.type === 'html') html.push(region)
    else if ('children' in node) for (const child of node.children) open.push(child)
  }
  return { code, html }
}

/** `<pre>` and `<code>` elements whose opening tag is HTML, not plain text. */
function codeElements(text: string, html: readonly TextRange[]): TextRange[] {
  if (html.length === 0) return []
  return [...text.matchAll(/<(pre|code)\b[^>]*>[\s\S]*?<\/\1>/gi)]
    .map(({ index, 0: text }) => ({ start: index, end: index + text.length }))
    .filter(({ start }) => html.some((region) => region.start <= start && start < region.end))
}

/**
 * Inline code and fences in HTML blocks, which Markdown does not parse. Masks the tags and parses the text between them.
 * Ignores indented blocks, because indentation in HTML is layout.
 */
function codeInHtml(text: string, html: readonly TextRange[]): TextRange[] {
  return html.flatMap(({ start, end }) => {
    const raw = text.slice(start, end)
    if (!/[`~]/.test(raw)) return []
    const painted = raw.replace(/<\/?[a-z][^>]*>|<!--|-->/gi, (tag) => tag.replace(/[^\r\n]/g, 'x'))
    return regionsOf(parseMarkdown(painted))
      .code.filter((region) => /[`~]/.test(painted.charAt(region.start)))
      .map((region) => ({ start: region.start + start, end: region.end + start }))
  })
}
