import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRepositoryParts } from '../../../src/platform/snapshot/repository-parts.ts'

/** A repository in a folder with this name. */
function repositoryIn(name: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-parts-')))
  const top = join(folder, name)
  mkdirSync(top)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: top })
      .toString()
      .trim()
  git('init', '-q', '-b', 'main')
  return { top, git, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('the parts of a repository, before its first commit and after it', async () => {
  using repo = repositoryIn('a folder')
  const gitFolder = join(repo.top, '.git')
  const places = {
    gitFolders: [gitFolder, gitFolder],
    objects: join(gitFolder, 'objects'),
    index: join(gitFolder, 'index'),
    exclude: join(gitFolder, 'info/exclude'),
    attributes: join(gitFolder, 'info/attributes'),
    format: 'sha1',
  }
  expect(await readRepositoryParts(repo.top)).toEqual({
    ...{ ...places, headCommit: undefined, headTree: undefined },
    references: new Map(),
  })
  repo.git('commit', '-q', '--allow-empty', '-m', 'first')
  repo.git('tag', 'v1')
  const commit = repo.git('rev-parse', 'HEAD')
  expect(await readRepositoryParts(repo.top)).toEqual({
    ...{ ...places, headCommit: commit, headTree: repo.git('rev-parse', 'HEAD^{tree}') },
    references: new Map([
      ['refs/heads/main', commit],
      ['refs/tags/v1', commit],
    ]),
  })
})

test('a path with a line break is no list of other paths', async () => {
  using repo = repositoryIn('a\nfolder')
  await expect(readRepositoryParts(repo.top)).rejects.toThrow('the path of the repository contains a line break')
  repo.git('commit', '-q', '--allow-empty', '-m', 'first')
  await expect(readRepositoryParts(repo.top)).rejects.toThrow('the path of the repository contains a line break')
})
