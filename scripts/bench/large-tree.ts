/**
 * Writes the two repositories for tree.ts, of 50,000 files each, into the folders given as arguments. The first has two
 * levels of folders with fifty files each, a memory file in every fiftieth folder and the search word in one file of a
 * thousand. The second has all files in one folder.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILES = 50_000
/** Files in one folder, and folders in one folder. */
const WIDTH = 50
const [root = '', flat = ''] = process.argv.slice(2)

for (let index = 0; index < FILES; index++) {
  const folder = join(root, `part-${Math.floor(index / WIDTH / WIDTH)}`, `unit-${Math.floor(index / WIDTH) % WIDTH}`)
  if (index % WIDTH === 0) mkdirSync(folder, { recursive: true })
  const extra = index % 1000 === 0 ? 'export const needle = true\n' : ''
  writeFileSync(
    join(folder, `file-${index}.${index % 3 === 0 ? 'js' : 'ts'}`),
    `export const n = ${index}\n`.repeat(20) + extra,
  )
  if (index % (WIDTH * WIDTH) === 0) writeFileSync(join(folder, 'GEMINI.md'), `Unit ${index}: keep it short.\n`)
}
writeFileSync(join(root, '.gitignore'), 'dist/\n*.log\n')
writeFileSync(join(root, 'GEMINI.md'), '# Bench\n\nA repository to measure with.\n')
for (let index = 0; index < FILES; index++) writeFileSync(join(flat, `file-${index}.ts`), '')
writeFileSync(join(flat, '.gitignore'), 'dist/\n*.log\n')
for (const cwd of [root, flat]) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('-c', 'user.name=b', '-c', 'user.email=b@b', '-c', 'gc.auto=0', 'commit', '-q', '-m', 'bench')
  // As after a fetch. Git would do this later by itself, beside what is measured.
  git('repack', '-adq')
}
