import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Language, Parser } from 'web-tree-sitter'
import { GRAMMAR_FILES, grammarFiles, grammarFrom, readCommand } from '../../src/policy/shell.ts'
import { parseLine } from '../../src/policy/shell-tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'grammar-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('plain lines need no grammar; for others it is read from where it was said to be', async () => {
  grammarFrom(folder)
  expect((await readCommand('git log')).commands).toHaveLength(1)
  expect(grammarFiles().map((file) => basename(file))).toEqual([...GRAMMAR_FILES])
  for (const file of grammarFiles()) copyFileSync(file, join(folder, basename(file)))
  expect((await readCommand('git log | head')).commands).toHaveLength(2)
})

test('a line is given up when its time is over, however far it got', async () => {
  const [runtime = '', grammar = ''] = grammarFiles()
  await Parser.init({ wasmBinary: readFileSync(runtime) })
  const parser = new Parser()
  parser.setLanguage(await Language.load(readFileSync(grammar)))
  const line = 'echo "a b" c; '.repeat(400)
  let asked = 0
  const counting = () => {
    asked += 1
    return false
  }
  expect(parseLine(parser, line, counting).ok).toBe(true)
  const times = asked
  for (const at of [0, 1, times >> 1, times - 1]) {
    asked = 0
    expect(parseLine(parser, line, () => asked++ >= at)).toEqual({ ok: false, why: 'reading it takes too long' })
  }
  expect(parseLine(parser, line, counting).ok).toBe(true)
})
