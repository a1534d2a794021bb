import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shellSyntaxError } from '../../../src/platform/process/shell-words.ts'

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sluice-syntax-'))
  symlinkSync('/bin/sh', join(cwd, 'sh'))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const check = (line: string, more: Record<string, string> = {}) =>
  shellSyntaxError(line, { cwd, env: { PATH: process.env.PATH ?? '', ...more } })

test.each([
  'npm test',
  'cd app && npm test -- --silent | tail -1',
  'for each in a b\ndo\n  test -d "$each" || exit 1\ndone',
  '[[ $(node --version) == v* ]] && no-such-program <(echo a)',
  '-n starts with a hyphen',
  '# only a comment',
])('valid: %j', async (line) => {
  expect(await check(line)).toBeUndefined()
})

test.each([
  ['npm test &&', 'syntax error: unexpected end of file'],
  ['npm test "a', 'unexpected EOF while looking for matching'],
  ['npm test; fi', 'syntax error near unexpected token'],
  ['npm test\n)', 'syntax error near unexpected token'],
  ['npm\0test', 'it contains a null character'],
])('invalid: %j', async (line, reason) => {
  expect(await check(line)).toContain(reason)
  expect(await check(line, { LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' })).toContain(reason)
})

test('the line does not run, in bash or in sh', async () => {
  const environments: Record<string, string>[] = [{}, { PATH: cwd }]
  for (const more of environments) {
    expect(await check('touch "$(touch inner; echo outer)"; > redirected', more)).toBeUndefined()
    expect(await check('touch outer &&', more)).toMatch(/unexpected/)
  }
  for (const name of ['inner', 'outer', 'redirected']) expect(existsSync(join(cwd, name))).toBe(false)
})

test('without a shell nothing is known', async () => {
  expect(await check('npm test &&', { PATH: join(cwd, 'missing') })).toBeUndefined()
})
