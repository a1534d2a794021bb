import type { Nodes } from 'mdast'
import { isTooIntricate, parseMarkdown, rangeOf } from './parse-markdown.ts'
import type { Host } from './references.ts'
import { type SafeMarkdown, sanitizeOutbound } from './sanitize-outbound.ts'
import { applyEdits, type TextEdit } from './text-edit.ts'

/** Lines of a file, counted from 1. */
export type CodeLines = { path: string; start: number; end: number }

/** Where links to code lead. `blobUrl`: the start of the addresses of files; a commit and a path follow. */
export type CodeSource = { blobUrl: string; commit: string }

/** Files that GitHub shows rendered. Only their plain form has lines to link to. */
const RENDERED =
  /\.(?:md|markdown|mdown|mkdn?|mdx|rst|adoc|asciidoc|asc|org|textile|rdoc|pod|mediawiki|wiki|creole|ipynb|csv|tsv|svg|geojson|stl)$/i

/** The address of lines of a file at a commit. It leads to the same text when the branch moves. */
export function permalink({ path, start, end }: CodeLines, { blobUrl, commit }: CodeSource): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const lines = start === end ? `L${end}` : `L${start}-L${end}`
  return `${blobUrl}/${commit}/${encoded}${RENDERED.test(path) ? '?plain=1' : ''}#${lines}`
}

/** Files of a commit that texts name, with their numbers of lines. */
export type NamedFiles = { commit: string; lineCounts: ReadonlyMap<string, number> }

const LINES = String.raw`:L?(?<first>\d{1,7})(?:(?:[-\u2013]L?(?<last>\d{1,7}))|:\d{1,7})?`
const IN_CODE = new RegExp(`^(?<path>.*[^:/\\s])${LINES}$`, 'gu')
// Matches from the colon on and looks back for the path: from each character of a long word on, the time would be quadratic.
const IN_TEXT = new RegExp(`(?=:L?\\d)(?<=(?<path>[^\\s\`'"<>|*:]*[^\\s\`'"<>|*:/]))${LINES}(?![\\p{L}\\p{N}_])`, 'gu')

/** The paths that may come before `:12` in a text, most likely first. A text joins them with other words: `(a.ts:1`, `see=a.ts:1`. */
function pathsIn(token: string): string[] {
  const word = token.split(/[,;=\])}]/).at(-1) ?? ''
  const paths = [token, token.replace(/^[^\p{L}\p{N}_.@~$/-]+/u, ''), word, word.replace(/^[([{]+/, '')]
  return [...new Set(paths)].filter((path) => path !== '')
}

const withoutEscapes = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
const normalized = (path: string) => path.replace(/^(?:\.\/)+/, '')
const isInside = (path: string) => !path.startsWith('/') && !path.split('/').includes('..')

/** The paths that a Markdown text may name with a line, as `path:12`. Many of them are no files. */
export function namedPaths(text: string): string[] {
  const codes = Array.from(
    text.matchAll(/(?<!`)`+([^`\n]+)`+/g),
    ([, code = '']) => [...code.trim().matchAll(IN_CODE)][0]?.groups?.path ?? '',
  )
  const tokens = [text, withoutEscapes(text)].flatMap((each) =>
    Array.from(each.matchAll(IN_TEXT), ({ groups }) => pathsIn(groups?.path ?? '')).flat(),
  )
  return [...new Set([...codes, ...tokens].map(normalized))].filter((path) => path !== '' && isInside(path))
}

type NamedLines = CodeLines & { from: number; to: number }

/** The named lines in a text that exist. `from` and `to`: where they are in the text, for matches from the colon on. */
function linesIn(text: string, pattern: RegExp, lineCounts: NamedFiles['lineCounts']): NamedLines[] {
  return Array.from(text.matchAll(pattern), (match): NamedLines[] => {
    const { path: token = '', first = '', last = first } = match.groups ?? {}
    const written = pathsIn(token).find((each) => lineCounts.has(normalized(each)))
    if (written === undefined) return []
    const path = normalized(written)
    const [start, end] = [Number(first), Number(last)]
    const isThere = start >= 1 && start <= end && end <= (lineCounts.get(path) ?? 0)
    const from = match.index - written.length
    return isThere ? [{ path, start, end, from, to: match.index + match[0].length }] : []
  }).flat()
}

/** Links the lines of code that a safe text names, as `path:12` or `path:12-15`, unless they are in code blocks, HTML or links. */
export async function linkNamedLines(
  text: SafeMarkdown,
  { commit, lineCounts }: NamedFiles,
  host: Host,
): Promise<SafeMarkdown> {
  if (!namedPaths(text).some((path) => lineCounts.has(path)) || isTooIntricate(text)) return text
  const source = { blobUrl: encodeURI(`${host.server}/${host.repository}/blob`), commit }
  const edits: TextEdit[] = []
  const link = (start: number, end: number, lines: CodeLines) => {
    // After an exclamation mark a link would be an image.
    if (text[start - 1] !== '!')
      edits.push({ start, end, text: `[${text.slice(start, end)}](<${permalink(lines, source)}>)` })
  }
  const visit = (node: Nodes) => {
    const { start, end } = rangeOf(node)
    if (node.type === 'link' || node.type === 'linkReference') return
    if (node.type === 'inlineCode') {
      const [lines] = linesIn(node.value, IN_CODE, lineCounts)
      if (lines !== undefined) link(start, end, lines)
    } else if (node.type === 'text') {
      const { plain, offsets } = unescaped(text.slice(start, end))
      for (const lines of linesIn(plain, IN_TEXT, lineCounts))
        link(start + (offsets[lines.from] ?? 0), start + (offsets[lines.to] ?? 0), lines)
    } else if ('children' in node) node.children.forEach(visit)
  }
  visit(parseMarkdown(text))
  const linked = applyEdits(text, edits)
  // A link between other marks could change what they mean: then the text stays as it was proved.
  const proved = sanitizeOutbound(linked, host)
  return proved === linked ? proved : text
}

/** A text with our links to lines of code as plain text, where Markdown is not rendered. */
export const withoutPermalinks = (text: string): string =>
  text.replace(/\[([^\n]+?)\]\(<[^>\n]*\/blob\/[0-9a-f]{40}\/[^>\n]*>\)/g, '$1')

/** A source text without its backslash escapes, and for each of its characters the place in the source. */
function unescaped(slice: string): { plain: string; offsets: number[] } {
  let plain = ''
  const offsets: number[] = []
  for (let index = 0; index < slice.length; index += 1) {
    offsets.push(index)
    if (slice[index] === '\\' && /[!-/:-@[-`{-~]/.test(slice[index + 1] ?? '')) index += 1
    plain += slice[index]
  }
  return { plain, offsets: [...offsets, slice.length] }
}
