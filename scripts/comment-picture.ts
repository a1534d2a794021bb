/**
 * Draws the comment of `npm start` for the README: `node scripts/start.ts | node scripts/comment-picture.ts`. A picture of text:
 * it scales, it can be searched, and a test compares its words with the sample.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const WIDTH = 860
const MARGIN = 20
const LINE_HEIGHT = 22
const CHARACTERS_PER_LINE = 104

type Line = { text: string; class?: string; gap?: number }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The comment as GitHub shows it: answer and status, then the titles of the folded sections and the footer. */
function commentLines(markdown: string): Line[] {
  // A link shows its text.
  const [top = ''] = markdown
    .replace(/\[([^\]\n]*)\]\(<[^>\n]*>\)/g, '$1')
    .replace(/^[\s\S]*?<!-- sluice:[^\n]*\n/, '')
    .split('<details>')
  const titles = [...markdown.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, title = '']) => title)
  const [, footer = ''] = /<sub>(.*?)<\/sub>/.exec(markdown) ?? []
  const paragraphs = top
    .trim()
    .split('\n')
    .map((text, index, all) => ({ text, gap: all[index - 1] === '' ? 10 : 0 }))
    .filter(({ text }) => text !== '')
  return [
    ...paragraphs.flatMap(({ text, gap }) => wrapped(text, gap)),
    ...titles.map((title, index) => ({ text: `▸ ${title}`, class: 'title', gap: index === 0 ? 12 : 4 })),
    ...(footer === '' ? [] : [{ text: footer, class: 'footer', gap: 12 }]),
  ]
}

function wrapped(paragraph: string, gap: number): Line[] {
  const isItem = paragraph.startsWith('- ')
  const lines: Line[] = []
  let line = isItem ? '•' : ''
  for (const word of paragraph.replace(/^- /, '').split(' ')) {
    if (line.length + word.length > CHARACTERS_PER_LINE) {
      lines.push({ text: line, gap: lines.length === 0 ? gap : 0 })
      line = isItem ? '\u2003' : ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, { text: line, gap: lines.length === 0 ? gap : 0 }]
}

/** Bold text and code. Code that a line break cuts continues on the next line. */
function drawnText(text: string, state: { isCode: boolean; isBold: boolean }): string {
  return text
    .split(/(`|\*\*)/)
    .map((part) => {
      if (part === '`') state.isCode = !state.isCode
      else if (part === '**' && !state.isCode) state.isBold = !state.isBold
      else if (part !== '') {
        const style = state.isCode ? ' class="code"' : state.isBold ? ' class="bold"' : ''
        return style === '' ? escaped(part) : `<tspan${style}>${escaped(part)}</tspan>`
      }
      return ''
    })
    .join('')
}

export function drawComment(markdown: string): string {
  const state = { isCode: false, isBold: false }
  let y = 66
  const texts = commentLines(markdown).map(({ text, class: style = 'body', gap = 0 }) => {
    y += gap
    const drawn = `<text class="${style}" x="${MARGIN}" y="${y}">${drawnText(text, state)}</text>`
    y += LINE_HEIGHT
    return drawn
  })
  const height = y + 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>A comment by Sluice on a pull request</title>
<style>
text { font: 14px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: #1f2328; white-space: pre }
.bold, .name { font-weight: 600 }
.code { font: 12px ui-monospace, SFMono-Regular, "Liberation Mono", Menlo, monospace; fill: #0550ae }
.title { font-weight: 600 }
.muted, .footer { fill: #59636e }
.footer { font-size: 12px }
</style>
<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6" fill="#ffffff" stroke="#d1d9e0"/>
<path d="M0.5 40 V6.5 a6 6 0 0 1 6 -6 H${WIDTH - 6.5} a6 6 0 0 1 6 6 V40 Z" fill="#f6f8fa" stroke="#d1d9e0"/>
<text x="${MARGIN}" y="26"><tspan class="name">github-actions</tspan><tspan class="muted"> bot commented</tspan></text>
${texts.join('\n')}
</svg>
`
}

if (import.meta.main)
  writeFileSync(resolve(import.meta.dirname, '../docs/images/comment.svg'), drawComment(readFileSync(0, 'utf8')))
