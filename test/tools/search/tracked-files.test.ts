import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkspace } from '../../../src/platform/files/workspace.ts'
import { streamTracked } from '../../../src/tools/search/list-files.ts'

const never = new AbortController().signal
const NO_FILE = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

/** A repository, and `list`, which lists its index as the tools do. */
async function repository() {
  const root = mkdtempSync(join(tmpdir(), 'sluice-tracked-'))
  const git = (args: string[], { cwd = root, input = '' } = {}) => execFileSync('git', args, { cwd, input }).toString()
  git(['init', '-q', '-b', 'main'])
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, '.gitignore'), '*.log\n')
  for (const name of ['a.ts', 'src/b.ts', 'src/c.log']) writeFileSync(join(root, name), '')
  git(['add', '.'])
  const workspace = await openWorkspace(root)
  /** The index as it is some time after git wrote it. */
  const settle = (index = join(root, '.git/index')) => {
    if (existsSync(index)) utimesSync(index, new Date('2026-01-01'), new Date('2026-01-01'))
  }
  settle()
  const list = async (folder = '.', top = root, inWorkspace = workspace) => {
    const listing = streamTracked(inWorkspace, { top, root: inWorkspace.root, folder }, never)
    const batches: string[] = []
    for (;;) {
      const next = await listing.next()
      if (next.done === true)
        return { files: batches.join('').split('\0').filter(Boolean), batches, isComplete: next.value }
      batches.push(next.value)
    }
  }
  return { root, git, settle, list, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}

test('the files of the index are those of git now, whatever was listed before', async () => {
  using repo = await repository()
  const { git, settle, list } = repo
  const steps: [what: string, change: () => unknown, files: string[]][] = [
    ['nothing', () => undefined, ['.gitignore', 'a.ts', 'src/b.ts']],
    ['nothing again', () => undefined, ['.gitignore', 'a.ts', 'src/b.ts']],
    [
      'an ignored file is added',
      () => git(['add', '-f', 'src/c.log']),
      ['.gitignore', 'a.ts', 'src/b.ts', 'src/c.log'],
    ],
    ['a file is renamed', () => git(['mv', 'a.ts', 'z.ts']), ['.gitignore', 'src/b.ts', 'src/c.log', 'z.ts']],
    ['one is no longer tracked', () => git(['rm', '-q', '--cached', 'z.ts']), ['.gitignore', 'src/b.ts', 'src/c.log']],
    ['the index is gone', () => rmSync(join(repo.root, '.git/index')), []],
    ['and made again', () => git(['add', 'src']), ['src/b.ts']],
  ]
  for (const [what, change, files] of steps) {
    change()
    settle()
    expect(await list(), what).toMatchObject({ files, isComplete: true })
  }
})

test('each folder has files of its own', async () => {
  using repo = await repository()
  const { list } = repo
  for (let time = 0; time < 2; time++) {
    expect((await list('src')).files).toEqual(['src/b.ts'])
    expect((await list()).files).toEqual(['.gitignore', 'a.ts', 'src/b.ts'])
  }
})

test('git is asked again only when the index was written, and never where that is not certain', async () => {
  using repo = await repository()
  const { root, git, settle, list } = repo
  const index = join(root, '.git/index')
  /** Whether git is asked: without a HEAD it fails. */
  const asksGit = async () => {
    await list()
    renameSync(join(root, '.git/HEAD'), join(root, '.git/gone'))
    const { isComplete } = await list()
    renameSync(join(root, '.git/gone'), join(root, '.git/HEAD'))
    return !isComplete
  }
  expect(await asksGit()).toBe(false)
  git(['add', '-f', 'src/c.log'])
  expect(await asksGit(), 'just written').toBe(true)
  settle()
  expect(await asksGit()).toBe(false)
  mkdirSync(join(root, '.git/elsewhere'))
  renameSync(index, join(root, '.git/elsewhere/index'))
  symlinkSync('elsewhere/index', index)
  lutimesSync(index, 0, 0)
  utimesSync(join(root, '.git/elsewhere/index'), 0, 0)
  expect(await asksGit(), 'a link').toBe(true)
  git(['rm', '-q', '--cached', 'a.ts'])
  expect((await list()).files).not.toContain('a.ts')
})

test('what git could not list is not known', async () => {
  using repo = await repository()
  writeFileSync(join(repo.root, '.git/index'), 'DIRC\0\0\0\x02 and no more')
  repo.settle()
  for (let time = 0; time < 2; time++) expect(await repo.list()).toMatchObject({ files: [], isComplete: false })
})

test('a worktree has an index of its own', async () => {
  using repo = await repository()
  const { git, settle, list } = repo
  git(['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '-m', 'first'])
  const tree = join(repo.root, 'tree')
  git(['worktree', 'add', '-q', '--detach', tree])
  const workspace = await openWorkspace(tree)
  expect((await list('.', tree, workspace)).files).toEqual(['.gitignore', 'a.ts', 'src/b.ts'])
  git(['rm', '-q', '--cached', 'a.ts'], { cwd: tree })
  settle(join(repo.root, '.git/worktrees/tree/index'))
  expect((await list('.', tree, workspace)).files).toEqual(['.gitignore', 'src/b.ts'])
})

test('a listing of many batches is whole, from git and from what is known', async () => {
  using repo = await repository()
  const names = Array.from(
    { length: 30_000 },
    (_, index) => `folder-${index % 40}/a rather long name of a file ${index}.ts`,
  )
  repo.git(['update-index', '--index-info'], { input: names.map((name) => `100644 ${NO_FILE}\t${name}\n`).join('') })
  repo.settle()
  const expected = [...names, '.gitignore', 'a.ts', 'src/b.ts'].sort()
  for (let time = 0; time < 3; time++) {
    const { files, batches, isComplete } = await repo.list()
    expect(files.toSorted()).toEqual(expected)
    expect(isComplete).toBe(true)
    expect(batches.length).toBeGreaterThan(2)
    expect(batches.every((batch) => batch.endsWith('\0'))).toBe(true)
  }
})
