/** Whether the character at an offset (in UTF-16 units, as `String` counts) belongs to code. */
export type InCode = (offset: number) => boolean

type Node = {
  type: string
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined
  children?: Node[]
}
type Region = { start: number; end: number }

/** Without one of these nothing in a text is code: fences and spans need them, and so do indented blocks. */
const MAY_HOLD_CODE = /[`~\t]| {4}|<(?:pre|code)\b/i

/**
 * Code in a markdown text, by the parser's own positions: fenced, indented and inline code at any depth of lists, quotes
 * and tables, fences that are never closed included. In raw HTML also `<pre>`, `<code>`, spans and fences.
 * The text must not start with a byte order mark, which the parser would not count.
 */
export async function codeRegions(text: string): Promise<InCode> {
  if (!MAY_HOLD_CODE.test(text)) return () => false
  const { fromMarkdown } = await import('mdast-util-from-markdown')
  const parse = (markdown: string): Node => fromMarkdown(markdown)

  const { code, html } = regionsOf(parse(text))
  const covered = new Uint8Array(text.length)
  for (const { start, end } of [...code, ...elements(text, html), ...codeInHtml(text, html, parse)])
    covered.fill(1, start, end)
  return (offset) => covered[offset] === 1
}

function regionsOf(root: Node): { code: Region[]; html: Region[] } {
  const code: Region[] = []
  const html: Region[] = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const region = { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
    if (node.type === 'code' || node.type === 'inlineCode') code.push(region)
    else if (node.type === 'html') html.push(region)
    else if (node.children !== undefined) for (const child of node.children) open.push(child)
  }
  return { code, html }
}

/** `<pre>` and `<code>` whose opening tag is a real one, not text about one. */
function elements(text: string, html: readonly Region[]): Region[] {
  if (html.length === 0) return []
  return [...text.matchAll(/<(pre|code)\b[^>]*>[\s\S]*?<\/\1>/gi)]
    .map(({ index, 0: whole }) => ({ start: index, end: index + whole.length }))
    .filter(({ start }) => html.some((region) => region.start <= start && start < region.end))
}

/**
 * Markdown does not look into blocks of HTML, but people write spans and fences there and mean code. Tags are painted over
 * so that the parser sees the text between them; indentation there is layout, so indented blocks do not count.
 */
function codeInHtml(text: string, html: readonly Region[], parse: (markdown: string) => Node): Region[] {
  return html.flatMap(({ start, end }) => {
    const raw = text.slice(start, end)
    if (!/[`~]/.test(raw)) return []
    const painted = raw.replace(/<\/?[a-z][^>]*>|<!--|-->/gi, (tag) => tag.replace(/[^\r\n]/g, 'x'))
    return regionsOf(parse(painted))
      .code.filter((region) => /[`~]/.test(painted.charAt(region.start)))
      .map((region) => ({ start: region.start + start, end: region.end + start }))
  })
}
