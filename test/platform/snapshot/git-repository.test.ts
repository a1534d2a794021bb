import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { toForwardSlashes } from '../../../src/platform/paths.ts'
import { readRepositoryParts } from '../../../src/platform/snapshot/git-repository.ts'

/** A repository in a folder with this name. */
function repositoryIn(name: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-parts-')))
  const top = join(folder, name)
  mkdirSync(top, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: top })
      .toString()
      .trim()
  git('init', '-q', '-b', 'main')
  return { top, git, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('the parts of a repository, before its first commit and after it', async () => {
  using repo = repositoryIn('a folder')
  const gitFolder = posix.join(toForwardSlashes(repo.top), '.git')
  const places = {
    gitFolders: [gitFolder, gitFolder],
    objects: posix.join(gitFolder, 'objects'),
    index: posix.join(gitFolder, 'index'),
    exclude: posix.join(gitFolder, 'info/exclude'),
    attributes: posix.join(gitFolder, 'info/attributes'),
    format: 'sha1',
  }
  expect(await readRepositoryParts(repo.top)).toEqual({
    ...places,
    headCommit: undefined,
    headTree: undefined,
    references: new Map(),
  })
  repo.git('commit', '-q', '--allow-empty', '-m', 'first')
  repo.git('tag', 'v1')
  const commit = repo.git('rev-parse', 'HEAD')
  expect(await readRepositoryParts(repo.top)).toEqual({
    ...places,
    headCommit: commit,
    headTree: repo.git('rev-parse', 'HEAD^{tree}'),
    references: new Map([
      ['refs/heads/main', commit],
      ['refs/tags/v1', commit],
    ]),
  })
})

// Windows has no such names.
const NAMES = process.platform === 'win32' ? [] : ['a\nfolder', 'a\nx\nsha1\nb', 'a\n/b\n/c\n/d\n/e\n/f\nsha1\n/g']
test.each(NAMES)('a path with a line break is no list of other paths: %j', async (name) => {
  using repo = repositoryIn(name)
  await expect(readRepositoryParts(repo.top)).rejects.toThrow('the path of the repository contains a line break')
  repo.git('commit', '-q', '--allow-empty', '-m', 'first')
  await expect(readRepositoryParts(repo.top)).rejects.toThrow('the path of the repository contains a line break')
})

test.each(NAMES)('a worktree of such a repository has no parts, either: %j', async (name) => {
  using repo = repositoryIn(name)
  repo.git('commit', '-q', '--allow-empty', '-m', 'first')
  const tree = mkdtempSync(join(tmpdir(), 'sluice-tree-'))
  try {
    repo.git('worktree', 'add', '-q', '--detach', tree)
    await expect(readRepositoryParts(tree)).rejects.toThrow('the path of the repository contains a line break')
  } finally {
    rmSync(tree, { recursive: true })
  }
})
