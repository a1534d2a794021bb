/**
 * Draws what `npm start` prints for the README, in light and in dark: `npm start --silent | node scripts/comment-picture.ts`. Pictures of
 * text: they scale, they can be searched, and a test compares them with what is printed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The colors of GitHub's themes. */
export const THEMES = {
  light: {
    ...{ text: '#1f2328', muted: '#59636e', code: '#0550ae', border: '#d1d9e0', page: '#ffffff', bar: '#f6f8fa' },
    added: '#dafbe1',
  },
  dark: {
    ...{ text: '#f0f6fc', muted: '#9198a1', code: '#79c0ff', border: '#3d444d', page: '#0d1117', bar: '#151b23' },
    added: '#12261e',
  },
} as const

export type Theme = keyof typeof THEMES

const WIDTH = 860
const MARGIN = 20
const LINE_HEIGHT = 22
const CHARACTERS_PER_LINE = 108
/** Where the columns of the table of findings begin. */
const COLUMNS = [MARGIN, 100, 490, 760]

type Span = { text: string; style: 'plain' | 'code' | 'bold' | 'muted' }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Code, bold and italic text; a link shows its text. */
function spansOf(markdown: string): Span[] {
  const text = markdown.replace(/\[((?:`[^`]*`|[^\]\n])*)\]\(<[^>\n]*>\)/g, '$1')
  return text
    .split(/(`[^`]*`|\*\*.*?\*\*|(?<!\w)_[^_]+_(?!\w))/)
    .filter((part) => part !== '')
    .flatMap((part): Span[] => {
      if (part.startsWith('`')) return [{ text: part.slice(1, -1), style: 'code' }]
      if (part.startsWith('**')) return spansOf(part.slice(2, -2)).map(asBold)
      if (/^_.*_$/.test(part)) return [{ text: part.slice(1, -1), style: 'muted' }]
      return [{ text: part, style: 'plain' }]
    })
}

const asBold = (span: Span): Span => (span.style === 'plain' ? { ...span, style: 'bold' } : span)

function wrapped(spans: readonly Span[]): Span[][] {
  const lines: Span[][] = [[]]
  let length = 0
  for (const { text, style } of spans)
    for (const word of text.split(/(?<= )/)) {
      if (length + word.trimEnd().length > CHARACTERS_PER_LINE) {
        lines.push([])
        length = 0
      }
      const line = lines.at(-1)
      const last = line?.at(-1)
      if (last?.style === style) last.text += word
      else line?.push({ text: word, style })
      length += word.length
    }
  return lines
}

const drawnSpans = (spans: readonly Span[]): string =>
  spans
    .map(({ text, style }) => (style === 'plain' ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`))
    .join('')

const textAt = (x: number, y: number, spans: readonly Span[], style = 'body'): string =>
  `<text class="${style}" x="${x}" y="${y}">${drawnSpans(spans)}</text>`

/** A box with a title, from `top` down. */
function drawnBox(title: readonly Span[], markdown: string, top: number): { drawn: string; bottom: number } {
  const [texts, last] = drawnBody(markdown, top + 68)
  const bottom = last - 4
  const drawn = [
    `<rect class="page" x="0.5" y="${top + 0.5}" width="${WIDTH - 1}" height="${bottom - top - 1}" rx="6"/>`,
    `<path class="bar" d="M0.5 ${top + 40} V${top + 6.5} a6 6 0 0 1 6 -6 H${WIDTH - 6.5} a6 6 0 0 1 6 6 V${top + 40} Z"/>`,
    textAt(MARGIN, top + 26, title),
    ...texts,
  ]
  return { drawn: drawn.join('\n'), bottom }
}

function drawnBody(markdown: string, top: number): [texts: string[], bottom: number] {
  const texts: string[] = []
  let y = top
  let isSuggested = false
  for (const line of shownLines(markdown)) {
    if (line === '') y += 10
    else if (line === '```suggestion') {
      texts.push(textAt(MARGIN, y, [{ text: 'Suggested change', style: 'bold' }]))
      y += LINE_HEIGHT + 2
      isSuggested = true
    } else if (line.startsWith('```')) isSuggested = false
    else if (isSuggested) {
      texts.push(
        `<rect class="added" x="${MARGIN}" y="${y - 16}" width="${WIDTH - 2 * MARGIN}" height="${LINE_HEIGHT}"/>`,
      )
      texts.push(textAt(MARGIN + 8, y, [{ text: `+ ${line}`, style: 'code' }]))
      y += LINE_HEIGHT
    } else if (/^\| -/.test(line)) y += 2
    else if (line.startsWith('| ')) {
      const cells = line.slice(2, -2).split(' | ')
      const isHead = cells[0] === 'Severity'
      for (const [column, cell] of cells.entries())
        texts.push(textAt(COLUMNS[column] ?? 0, y, isHead ? spansOf(cell).map(asBold) : spansOf(cell)))
      y += LINE_HEIGHT
    } else {
      const style = line.startsWith('▸ ') ? 'bold' : line.startsWith('<sub>') ? 'footer' : 'body'
      const spans = spansOf(line.replace(/<\/?sub>/g, '').replace(/^- /, '• '))
      for (const each of wrapped(spans)) {
        texts.push(textAt(MARGIN, y, each, style))
        y += LINE_HEIGHT
      }
    }
  }
  return [texts, y]
}

/** The lines that GitHub shows at first: no hidden comments, and of a folded section its title. */
const shownLines = (markdown: string): string[] =>
  markdown
    .replace(/<!--.*?-->\n?/gs, '')
    .replace(/<details>\n<summary>(.*?)<\/summary>.*?<\/details>\n*/gs, '▸ $1\n')
    .trim()
    .split('\n')

export function drawPosted(printed: string, theme: Theme): string {
  const [comment = '', ...inline] = printed.split(/^Inline comment on /m)
  const boxes: { title: Span[]; markdown: string }[] = [
    {
      title: [
        { text: 'github-actions', style: 'bold' },
        { text: ' bot commented', style: 'muted' },
      ],
      markdown: comment,
    },
    ...inline.map((text): { title: Span[]; markdown: string } => {
      const [place = '', ...lines] = text.split('\n')
      return { title: [{ text: place, style: 'code' }], markdown: lines.join('\n') }
    }),
  ]
  const drawn: string[] = []
  let height = 0
  for (const { title, markdown } of boxes) {
    const box = drawnBox(title, markdown, height === 0 ? 0 : height + 12)
    drawn.push(box.drawn)
    height = box.bottom
  }
  const { text, muted, code, border, page, bar, added } = THEMES[theme]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>A review by Sluice on a pull request</title>
<style>
text { font: 14px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: ${text}; white-space: pre }
.bold { font-weight: 600 }
.code { font: 12px ui-monospace, SFMono-Regular, "Liberation Mono", Menlo, monospace; fill: ${code} }
.muted, .footer { fill: ${muted} }
.footer { font-size: 12px }
.page { fill: ${page}; stroke: ${border} }
.bar { fill: ${bar}; stroke: ${border} }
.added { fill: ${added} }
</style>
${drawn.join('\n')}
</svg>
`
}

export const picturePath = (theme: Theme): string => resolve(import.meta.dirname, `../docs/images/review-${theme}.svg`)

if (import.meta.main) {
  const printed = readFileSync(0, 'utf8')
  for (const theme of ['light', 'dark'] as const) writeFileSync(picturePath(theme), drawPosted(printed, theme))
}
