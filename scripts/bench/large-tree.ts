/**
 * Writes the two repositories that tree.ts measures on, of 50,000 files each, into the folders named as arguments. The first
 * has folders two deep of fifty files each, a memory file in every fiftieth, the word looked for in one file of a thousand;
 * the second has all of its files in one folder.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILES = 50_000
/** Files in one folder, and folders in one folder. */
const WIDTH = 50
const [root = '', flat = ''] = process.argv.slice(2)

for (let at = 0; at < FILES; at++) {
  const folder = join(root, `part-${Math.floor(at / WIDTH / WIDTH)}`, `unit-${Math.floor(at / WIDTH) % WIDTH}`)
  if (at % WIDTH === 0) mkdirSync(folder, { recursive: true })
  const extra = at % 1000 === 0 ? 'export const needle = true\n' : ''
  writeFileSync(join(folder, `file-${at}.${at % 3 === 0 ? 'js' : 'ts'}`), `export const n = ${at}\n`.repeat(20) + extra)
  if (at % (WIDTH * WIDTH) === 0) writeFileSync(join(folder, 'GEMINI.md'), `Unit ${at}: keep it short.\n`)
}
writeFileSync(join(root, '.gitignore'), 'dist/\n*.log\n')
writeFileSync(join(root, 'GEMINI.md'), '# Bench\n\nA repository to measure with.\n')
for (let at = 0; at < FILES; at++) writeFileSync(join(flat, `file-${at}.ts`), '')
writeFileSync(join(flat, '.gitignore'), 'dist/\n*.log\n')
for (const cwd of [root, flat]) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('-c', 'user.name=b', '-c', 'user.email=b@b', 'commit', '-q', '-m', 'bench')
}
