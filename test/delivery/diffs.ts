import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { changedFiles } from '../../src/emulators/github/repository-git.ts'
import type { PullFile } from '../../src/emulators/github/world.ts'
import { testRepository } from '../github/repository.ts'

/** Numbers that look random and are the same every time. */
export function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { below: (limit: number) => Math.floor(next() * limit), is: (share: number) => next() < share }
}
export type Chance = ReturnType<typeof chance>

export type Pair = { path: string; before: string | undefined; after: string | undefined; formerPath?: string }

/** Lines that look like patch syntax. */
const ODD = [
  '',
  '   ',
  '@@ -1,3 +1,4 @@',
  '@@',
  '--- a/file',
  '+++ b/file',
  '-',
  '+',
  '\\ No newline at end of file',
  '}',
  '```',
  '\tindented',
  'trailing  ',
  'é 👩‍👩‍👧 \u2028 separators',
  'a\rb',
]

export function someLines(random: Chance, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    random.is(0.3) ? (ODD[random.below(ODD.length)] ?? '') : `line ${at} ${random.below(1000)}`,
  )
}

function edited(random: Chance, lines: readonly string[]): string[] {
  const result: string[] = []
  for (const line of lines) {
    if (random.is(0.04)) result.push(...someLines(random, 1 + random.below(4)))
    if (random.is(0.05)) continue
    result.push(random.is(0.06) ? `${line} changed` : line)
  }
  if (random.is(0.3)) result.push(...someLines(random, 1 + random.below(3)))
  return result
}

/** Files as a pull request changes them: new, gone, renamed, with any line ends, with and without one at the end. */
export function somePairs(random: Chance, count: number): Pair[] {
  return Array.from({ length: count }, (_, at): Pair => {
    const end = random.is(0.3) ? '\r\n' : '\n'
    const joined = (lines: readonly string[]) => lines.join(end) + (random.is(0.3) ? '' : end)
    const lines = someLines(random, 1 + random.below(60))
    const path = random.is(0.2) ? `folder ${at}/naïve "${at}".txt` : `src/file-${at}.ts`
    const kind = random.below(10)
    if (kind === 0) return { path, before: undefined, after: joined(lines) }
    if (kind === 1) return { path, before: joined(lines), after: undefined }
    if (kind === 2) {
      const long = someLines(random, 40)
      return { path, formerPath: `old/${at}.ts`, before: joined(long), after: joined(edited(random, long)) }
    }
    if (kind === 3) return { path, before: `\0binary ${at}`, after: `\0binary ${at} changed` }
    return { path, before: joined(lines), after: joined(edited(random, lines)) }
  })
}

/** Git's diff, in GitHub's form. */
export async function diffOf(pairs: readonly Pair[]): Promise<PullFile[]> {
  await using repository = await testRepository()
  const { dir, git } = repository
  await git('config', 'core.autocrlf', 'false')
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  for (const { path, formerPath = path, before } of pairs) if (before !== undefined) await write(formerPath, before)
  await git('add', '--all', '--force')
  await git('commit', '--quiet', '--allow-empty', '-m', 'Before')
  const base = await git('rev-parse', 'HEAD')
  for (const { path, formerPath = path, after } of pairs) {
    if (after === undefined || formerPath !== path) await rm(join(dir, formerPath), { force: true })
    if (after !== undefined) await write(path, after)
  }
  await git('add', '--all', '--force')
  await git('commit', '--quiet', '--allow-empty', '-m', 'After')
  return await changedFiles(dir, base, await git('rev-parse', 'HEAD')) // awaited here, while the folder still exists
}

/** A text's lines as a diff counts them, without line ends. */
export function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
}
