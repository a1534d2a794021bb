import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadIgnore } from '../../src/platform/files/ignore-rules.ts'
import { readIgnoreText, shellTimeouts } from '../../src/session/capabilities.ts'

const FILES: Record<string, string> = {
  '.geminiignore': 'notes.md\n*.key\n',
  shows: '!notes.md\n',
  hides: 'notes.md\nb.txt',
}
const steering = { read: async (path: string) => FILES[path] }
type Filtering = Parameters<typeof readIgnoreText>[1]

const table: [name: string, filtering: Filtering, hidden: string[]][] = [
  ['the file of that name alone', undefined, ['notes.md', 'a.key']],
  ['a custom file counts more', { customIgnoreFilePaths: ['shows'] }, ['a.key']],
  ['of several the first counts most', { customIgnoreFilePaths: ['shows', 'hides'] }, ['a.key', 'b.txt']],
  ['and the last one least', { customIgnoreFilePaths: ['hides', 'shows'] }, ['notes.md', 'a.key', 'b.txt']],
  ['custom files alone', { respectGeminiIgnore: false, customIgnoreFilePaths: ['hides'] }, ['notes.md', 'b.txt']],
  ['a file that is not there', { respectGeminiIgnore: false, customIgnoreFilePaths: ['none'] }, []],
]
for (const [name, filtering, hidden] of table)
  test(`ignore files of the settings: ${name}`, async () => {
    const root = mkdtempSync(join(tmpdir(), 'sluice-ignored-'))
    const geminiText = await readIgnoreText(steering, filtering)
    const rules = await loadIgnore(root, geminiText === undefined ? {} : { geminiText })
    const all = ['notes.md', 'a.key', 'b.txt', 'c.txt'].map((path) => ({ path, folder: false }))
    expect([...(await rules.hidden(all))].sort()).toEqual(hidden.toSorted())
    rmSync(root, { recursive: true })
  })

const times: [seconds: number | undefined, timeoutMinutes: number, idleMinutes: number][] = [
  [undefined, 10, 5],
  [60, 10, 1],
  [0, 10, 10],
  [-1, 10, 10],
  [1800, 30, 30],
  [1e9, 360, 360],
]
for (const [seconds, timeout, idle] of times)
  test(`a command's times with inactivityTimeout ${seconds}`, () => {
    const shell = seconds === undefined ? {} : { shell: { inactivityTimeout: seconds } }
    expect(shellTimeouts({ tools: shell })).toEqual({ timeoutMs: timeout * 60_000, idleMs: idle * 60_000 })
  })
