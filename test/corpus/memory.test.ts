import { expect, test } from 'vitest'
import { loadMemory } from '../../src/agent/memory-files.ts'
import { commitOf } from '../fakes/commit.ts'
import { textVariants } from './variants.ts'

const RULES = `# Rules

Read @docs/a.md, then "@./docs/b.md": both hold.

<!-- @docs/hidden.md -->

\`\`\`
@docs/code.md
\`\`\`

The last rule.
`
const FILES = {
  'docs/a.md': 'Rule of A.\n',
  'docs/b.md': 'Rule of B.\r\n',
  'docs/hidden.md': 'Hidden.\n',
  'docs/code.md': 'Code.\n',
  'docs/my file.md': 'Rule of A.\n',
}

/** Forms of a text that no JSON has. */
const MORE: [what: string, text: string][] = [
  ['NUL and control characters', RULES.replace('last', 'la\u0000s\u001bt')],
  ['another script', `${RULES}規則 правило \u202e קוד 😀 ${'e\u0301'.repeat(500)}\n`],
  ['a line of 100,000 characters', `${RULES}${'long '.repeat(20_000)}\n`],
  ['old line ends', RULES.replaceAll('\n', '\r')],
  ['a comment without an end', `${RULES}<!-- @docs/hidden.md\n`],
  ['a fence without an end', `${RULES}\`\`\`\n@docs/code.md\n`],
  ['a file that is not there', `${RULES}@docs/none.md.\n`],
]
const variants = [...textVariants(RULES).map(({ what, text }) => [what, text] as const), ...MORE]

test.each(variants)('an odd memory file is read, and what it imports is there or named: %s', async (what, text) => {
  const { text: memory, notes } = await loadMemory(commitOf({ ...FILES, 'GEMINI.md': text }), {
    fileNames: ['GEMINI.md'],
  })
  const isQuoted = what === 'as JSON in JSON'
  for (const [name, rule] of [
    ['docs/a.md', 'Rule of A.'],
    ['docs/b.md', 'Rule of B.'],
  ] as const)
    if (text.includes(`${name},`) || text.includes(`${name}"`))
      expect(isQuoted || memory.includes(rule) || notes.join().includes(name), `${name} in ${memory}`).toBe(true)
  expect(memory).not.toMatch(/Hidden\.|Code\./)
  if (text.includes('The last rule.')) expect(memory).toContain('The last rule.')
  if (text.includes('none.md')) expect(memory + notes.join()).toMatch(/none\.md - File not found|none\.md/)
  expect(memory.isWellFormed()).toBe(true)
})

test.each(['@docs/a.md…', '「@docs/a.md」。', '«@docs/a.md»', 'Read @docs/a.md？', '„@docs/a.md”'])(
  'a path before a mark of another script is that file: %s',
  async (text) => {
    const memory = await loadMemory(commitOf({ ...FILES, 'GEMINI.md': text }), { fileNames: ['GEMINI.md'] })
    expect([memory.text.includes('Rule of A.'), memory.notes]).toEqual([true, []])
  },
)

test.each([
  ...["@docs/a.md's rules", '@docs/a.md<br>', '@docs/a.md<!-- x -->', '@docs/a.md—and more'],
  ...['@docs/a.md\u200b', '@docs/a.md,@docs/b.md', '@docs/b.md;@docs/a.md'],
])('text that follows a path without a space is no part of it: %s', async (text) => {
  const memory = await loadMemory(commitOf({ ...FILES, 'GEMINI.md': text }), { fileNames: ['GEMINI.md'] })
  expect([memory.text.includes('Rule of A.'), memory.notes]).toEqual([true, []])
  expect(memory.text.includes('Rule of B.')).toBe(text.includes('b.md'))
})

test.each(['@"a b"', '@octo/docs and a.md', '`@"docs/a.md"`', '@(docs)', "@'x' @octo/docs/", '@app.route("/a b.md")'])(
  'what is no import is not said: %s',
  async (text) => {
    const memory = await loadMemory(commitOf({ ...FILES, 'GEMINI.md': text }), { fileNames: ['GEMINI.md'] })
    expect([memory.text.includes(text), memory.notes]).toEqual([true, []])
  },
)

test.each([
  ['(@docs/a.md)', '"(" stands before it'],
  ['<@docs/a.md>', '"<" stands before it'],
  ['@docs/a.md:12', 'File not found'],
  ['@docs/a.md@docs/b.md', 'File not found'],
  ['@docs/', 'docs/: Is a directory'],
  [`@docs/a.md ${'<!--'.repeat(4000)}`, 'No import is read, because'],
  ['@"docs/my file.md"', '@docs/my file.md: Not imported, because a quotation mark or bracket follows the @'],
  ["- Read @'docs/a.md'.", '@docs/a.md: Not imported, because a quotation mark or bracket follows the @'],
  ['@<docs/none.md>', '@docs/none.md: Not imported'],
  ['@docs/my\\ file.md', 'a path ends at a space'],
  ['@docs/no\\ such.md', 'a path ends at a space'],
  ['Read @docs/my file.md, please.', '@docs/my file.md: Not imported, because a path ends at a space'],
])('what looks like an import and is none is said: %s', async (text, said) => {
  const memory = await loadMemory(commitOf({ ...FILES, 'GEMINI.md': text }), { fileNames: ['GEMINI.md'] })
  expect(memory.text).not.toContain('Rule of A.')
  expect(memory.notes.join()).toContain(said)
})
