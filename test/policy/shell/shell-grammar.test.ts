import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Parser } from 'web-tree-sitter'

import { parseShellLine } from '../../../src/policy/shell/parse.ts'
import { parserFiles, requireParser, setParserFolder } from '../../../src/policy/shell/parser-folder.ts'
import { analyzeShellLine } from '../../../src/policy/shell/shell.ts'

const folder = mkdtempSync(join(tmpdir(), 'grammar-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('plain lines need no parser; for others it is read from where it was said to be', async () => {
  const installed = parserFiles()
  setParserFolder(folder)
  expect((await analyzeShellLine('git log')).commands).toHaveLength(1)
  cpSync(dirname(installed.module), folder, { recursive: true })
  copyFileSync(installed.grammar, parserFiles().grammar)
  expect((await analyzeShellLine('git log | head')).commands).toHaveLength(2)
})

async function bashParser(): Promise<Parser> {
  const files = parserFiles()
  const { Parser, Language } = requireParser(files)
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(files.grammar))
  return parser
}

test('the largest tree that is read has 20,000 nodes', async () => {
  const parser = await bashParser()
  // Each `a;` has four nodes, `a` three, and the line one.
  const commands = 'a;'.repeat(4999)
  expect(parseShellLine(parser, `${commands}a`, () => false).ok).toBe(true)
  expect(parseShellLine(parser, `${commands}a;`, () => false)).toEqual({
    ok: false,
    reason: 'it is nested too deeply or too long',
  })
})

test('a line is given up when its time is over, however far it got', async () => {
  const parser = await bashParser()
  const line = 'echo "a b" c; '.repeat(400)
  let asked = 0
  const counting = () => {
    asked += 1
    return false
  }
  expect(parseShellLine(parser, line, counting).ok).toBe(true)
  const times = asked
  for (const at of [0, 1, times >> 1, times - 1]) {
    asked = 0
    expect(parseShellLine(parser, line, () => asked++ >= at)).toEqual({
      ok: false,
      reason: 'parsing it takes too long',
    })
  }
  expect(parseShellLine(parser, line, counting).ok).toBe(true)
})
