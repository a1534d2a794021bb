import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import writeGood from 'write-good'

/** The style of the pages, by write-good. */

const root = resolve(import.meta.dirname, '..')
const pages = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** `only` carries meaning in a language of rules: what matches, and nothing else. */
const MEANT = ['only', 'Only']

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/** The sentences of a page at their places: code, addresses, headings and borders of tables are blank. */
function sentences(page: string): string {
  return readFileSync(join(root, page), 'utf8')
    .replace(/^( *)```[\s\S]*?^\1```$/gm, blank)
    .replace(/`[^`\n]*`/g, (code: string, offset: number) => `c${offset}`.padEnd(code.length, 'x'))
    .replace(/\]\([^)\n]*\)/g, blank)
    .replace(/^#+ .*$|^\|[-|: ]+\|$/gm, blank)
    .replace(/ \| /g, ' . ')
}

for (const page of pages)
  test(`${page}: write-good finds nothing`, () => {
    const text = sentences(page)
    const findings = writeGood(text, { whitelist: MEANT })
    expect(
      findings.map(({ index, reason }) => `${page}:${text.slice(0, index).split('\n').length}: ${reason}`),
    ).toEqual([])
  })
