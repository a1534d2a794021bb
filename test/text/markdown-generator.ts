/** Numbers that are the same on every run. Source: mulberry32, public domain. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export type Generated = {
  text: string
  /** Words in short labels and fence languages, which the page does not show and which may stay. */
  labels: ReadonlySet<string>
}

/** A word that occurs once in a text and nowhere by chance. */
export const WORD = /zq\d+z/g

export type Vocabulary = {
  /** Replaces some words: mentions, references, closing keywords. */
  phrases?: readonly string[]
}

/** A text of blocks and inline Markdown in GitHub's dialect, some of it well formed and some of it not. */
export function generateMarkdown(seed: number, { phrases = [] }: Vocabulary = {}): Generated {
  const random = seededRandom(seed)
  const labels = new Set<string>()
  let words = 0
  const below = (limit: number) => Math.floor(random() * limit)
  const chance = (probability: number) => random() < probability
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item // items is never empty
  const many = (most: number, make: () => string, separator: string) =>
    Array.from({ length: 1 + below(most) }, make).join(separator)
  const word = () => {
    words += 1
    return `zq${words}z`
  }
  const phrase = () => (phrases.length > 0 && chance(0.4) ? pick(phrases) : word())
  const label = () => {
    const name = word()
    labels.add(name)
    return name
  }
  const linkNames = [label(), label(), 'a b', `${word()} ${word()}`]
  const noteNames = [label(), label(), `do-${word()}-and-also-do-${word()}-and-${word()}`]

  const url = () =>
    pick(['a.md', `https://x.example/${word()}`, '#a', `<${word()} ${word()}>`, 'https://nodejs.org/api/'])
  const title = () => pick(['', '', ` "${word()}"`, ` '${word()}'`, ` (${word()})`])
  const attribute = () =>
    pick([
      '',
      '',
      ` title="${word()}"`,
      ` class=${word()}`,
      ' hidden',
      ' style="display:none"',
      ` data-x='${word()} >'`,
      ' open',
    ])
  const invisible = () => pick(['\u200b', '&#8203;', '&shy;', '&ZeroWidthSpace;', '\u202e', '&#x200B;', '\u{e0041}'])
  const comment = () =>
    pick([`<!-- ${word()} -->`, `<!--${word()}-->`, `<? ${word()} ?>`, `<!X ${word()}>`, `<![CDATA[${word()}]]>`])
  const tagName = () => pick(['b', 'span', 'kbd', 'sub', 'i', 'template', 'script', 'details'])
  const blockTag = () => pick(['div', 'p', 'details', 'section', 'table', 'ul', 'h2', 'textarea', 'style'])

  const inline = (depth: number): string => {
    if (depth <= 0) return phrase()
    const inner = () => many(3, () => inline(depth - 1), pick([' ', ' ', '', '\n']))
    switch (below(28)) {
      case 0:
        return `*${inner()}*`
      case 1:
        return `**${inner()}**`
      case 2:
        return `~~${inner()}~~`
      case 3:
        return `\`${pick([word(), phrase(), comment(), `${word()} | ${word()}`])}\``
      case 4:
        return `[${inner()}](${url()}${title()})`
      case 5:
        return `![${inner()}](${url()}${title()})`
      case 6:
        return `[${inner()}][${pick(linkNames)}]`
      case 7:
        return pick(['', '!']) + pick([`[${pick(linkNames)}]`, `[${pick(linkNames)}][]`])
      case 8:
        return `[^${pick(noteNames)}]`
      case 9: {
        const name = tagName()
        return `<${name}${attribute()}>${inner()}</${name}>`
      }
      case 10:
        return comment()
      case 11:
        return pick([
          `<${tagName()}${attribute()}>`,
          `</${tagName()}>`,
          '<br>',
          `<img src=a.png alt="${word()}">`,
          '<br hidden>',
        ])
      case 12:
        return invisible()
      case 13:
        // No `[`: the renderer reads a bare link behind one, GitHub does not.
        return pick([
          '`',
          '*',
          '_',
          ']',
          '(',
          ')',
          '|',
          '<',
          '>',
          '\\',
          '!',
          '~',
          '&',
          '"',
          "'",
          '<!--',
          '-->',
          '$',
          ' ',
          '\t',
        ])
      case 14:
        return pick([`www.x.example/${word()} `, `<https://x.example/${word()}>`, 'https://nodejs.org/a '])
      case 15:
        return `${word()}${invisible()}${word()}`
      case 16:
        return pick(['&lt;', '&amp;', '&#65;', '&copy;', '\\*', '\\<', '\\[', '&lt;!--'])
      case 17:
        return `${inner()}${pick(['  \n', '\\\n', '<br>'])}${inner()}`
      default:
        return phrase()
    }
  }
  const line = () => many(5, () => inline(2), ' ').replace(/\n/g, ' ')
  const paragraph = () => many(5, () => inline(2), pick([' ', ' ', '\n', '']))
  const indented = (text: string, first: string) => first + text.replaceAll('\n', `\n${' '.repeat(first.length)}`)

  const htmlBlock = (depth: number): string => {
    const name = blockTag()
    switch (below(8)) {
      case 0:
        return `<${name}${attribute()}>\n${paragraph()}\n</${name}>`
      case 1:
        return `<${name}${attribute()}>\n\n${blocks(depth - 1)}\n\n</${name}>`
      case 2:
        return `<!-- ${paragraph()}\n\n${paragraph()} -->`
      case 3:
        return `<${name}${attribute()}>${word()}${pick(['', `<${blockTag()}>${word()}`])}`
      case 4:
        return `<${name} title="${word()}\n\n${paragraph()}\n\n${pick(['">', '', `<p>">${word()}`])}`
      case 5:
        return `<div>${comment()}${word()}${invisible()}${word()}</div>`
      case 6:
        return `<div>\n<!--\n\n${paragraph()}\n\n${pick(['-->', '<p>-->', ''])}\n\n${paragraph()}`
      default:
        return `<table>\n<tr><td>${word()}<td${attribute()}>${paragraph()}\n</table>`
    }
  }
  const table = () => {
    const columns = 1 + below(3)
    const row = (count: number) => `| ${Array.from({ length: count }, line).join(' | ')} |`
    const rows = Array.from({ length: 1 + below(3) }, () => row(columns + below(3) - (columns > 1 ? below(2) : 0)))
    // Parsers disagree about tables that go on or begin in lazy lines.
    return ['', row(columns), `|${' --- |'.repeat(columns)}`, ...rows, ''].join('\n')
  }
  const fence = () => {
    const marks = pick(['```', '~~~', '````'])
    const language = pick(['', 'js', label(), `js ${word()}`, `${label()} ${word()}`, 'mermaid'])
    const code = pick([word(), `${word()}\n${comment()}`, phrase(), `flowchart LR\n  %% ${word()}\n  A --> ${word()}`])
    return `${marks}${language}\n${code}\n${chance(0.9) ? marks : ''}`
  }
  const block = (depth: number): string => {
    switch (below(16)) {
      case 0:
        return `${'#'.repeat(1 + below(4))} ${line()}${pick(['', ' ##'])}`
      case 1:
        return depth > 0 ? indented(blocks(depth - 1), pick(['- ', '1. ', '- [x] ', '* '])) : line()
      case 2:
        return depth > 0 ? `> ${blocks(depth - 1).replaceAll('\n', pick(['\n> ', '\n>']))}` : line()
      case 3:
        return fence()
      case 4:
        return indented(pick([word(), comment(), phrase()]), '    ')
      case 5:
      case 6:
        return table()
      case 7:
      case 8:
        return htmlBlock(depth)
      case 9:
        return `[${pick(linkNames)}]: ${url().replace(/^<.*/, 'a.md')}${title()}`
      case 10:
        // Parsers disagree about lazy lines behind a footnote.
        return `[^${pick(noteNames)}]: ${line()}${chance(0.4) ? `\n\n    ${line()}` : ''}\n`
      case 11:
        return pick([
          '---',
          `https://x.example/\`${word()} ${comment()} \`${word()}`,
          `[//]: # (${word()})`,
          '***',
          `${word()}\n===`,
        ])
      default:
        return paragraph()
    }
  }
  const blocks = (depth: number): string => many(depth > 1 ? 5 : 2, () => block(depth), pick(['\n\n', '\n\n', '\n']))

  return { text: blocks(2), labels }
}
