import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPromises } from './promise-rows.ts'

const DIFFERENCES = 'docs/differences.md'
const KINDS = ['parameter', 'default', 'limit', 'state', 'event', 'text', 'differs']
const DOCUMENTS = [
  'Memory import processor',
  'Policy engine',
  'Tools API',
  'File system tools',
  'Call and message specs',
  'Tool execution',
]

const fileAt = (path: string) => new URL(`../../${path}`, import.meta.url)
const ROWS = readPromises()

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a test file has a test with this title, as the file writes it. */
const hasTest = (source: string, title: string) => new RegExp(`\\(\\s*(['"\`])${escaped(title)}\\1\\s*,`).test(source)

test('every row is complete and has a known kind and document', () => {
  for (const { kind, heading, promise, file, title } of ROWS) {
    expect(KINDS, promise).toContain(kind)
    expect(
      DOCUMENTS.some((document) => heading.startsWith(`${document}, `)),
      heading,
    ).toBe(true)
    expect([promise, file, title], promise).not.toContain('')
    expect(file === DIFFERENCES, `${promise}: only a difference names ${DIFFERENCES}`).toBe(kind === 'differs')
  }
  expect(new Set(ROWS.map(({ kind, heading, promise }) => [kind, heading, promise].join())).size).toBe(ROWS.length)
  for (const document of DOCUMENTS)
    expect(ROWS.filter(({ heading }) => heading.startsWith(document)).length, document).toBeGreaterThan(10)
})

test('every promise names a test that exists, or a difference that is documented', () => {
  const sources = new Map(
    [...new Set(ROWS.map(({ file }) => file))].map((file) => [
      file,
      existsSync(fileAt(file)) ? readFileSync(fileAt(file), 'utf8') : '',
    ]),
  )
  const broken = ROWS.filter(({ kind, file, title, within }) => {
    const source = sources.get(file) ?? ''
    return !((kind === 'differs' ? source.includes(title) : hasTest(source, title)) && source.includes(within))
  })
  expect(broken).toEqual([])
})

test('every break names one place of product code, and another text for it', () => {
  const breaks = ROWS.flatMap(({ promise, broken }) => (broken === undefined ? [] : [{ promise, ...broken }]))
  const odd = breaks.filter(({ source, line, replacement }) => {
    const text =
      /^(?:src|policies)\//.test(source) && existsSync(fileAt(source)) ? readFileSync(fileAt(source), 'utf8') : ''
    return line === replacement || text.split(line).length !== 2
  })
  expect(odd).toEqual([])
  expect(breaks.length).toBeGreaterThan(20)
})
