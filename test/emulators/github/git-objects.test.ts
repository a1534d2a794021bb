import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeObject } from '../../../src/emulators/github/git-objects.ts'
import {
  countCommits,
  listTree,
  mergeBase,
  readBlob,
  readCommit,
  resolveTree,
  writeCommit,
  writeGitTree,
} from '../../../src/emulators/github/repository-git.ts'

const dir = mkdtempSync(join(tmpdir(), 'sluice-objects-'))
afterAll(() => rmSync(dir, { recursive: true }))

const WENDY = { name: 'Wendy', email: 'wendy@example.com', date: '2026-01-01T09:00:00Z' }
const DATE = { GIT_AUTHOR_DATE: WENDY.date, GIT_COMMITTER_DATE: WENDY.date }
const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1', ...DATE }
const WHO = ['-c', `user.name=${WENDY.name}`, '-c', `user.email=${WENDY.email}`]
const git = (args: string[], input = '') =>
  execFileSync('git', [...WHO, ...args], { cwd: dir, env, input, encoding: 'utf8' }).trim()
git(['init', '--quiet', '--bare', '--initial-branch=main'])

/** Names whose order in a tree is not that of the alphabet, and every kind of entry. */
const FILES: [path: string, mode: string][] = [
  ...['a.txt', 'a/b.txt', 'a/c/d.txt', 'a-b', 'a0', 'ü.txt', 'with space.txt'].map((path): [string, string] => [
    path,
    '100644',
  ]),
  ['run.sh', '100755'],
  ['link', '120000'],
]
const MODULE: [string, string, string] = ['module', '160000', '1'.repeat(40)]
const entries = [...FILES.map(([path, mode]) => [path, mode, writeObject(dir, 'blob', Buffer.from(path))]), MODULE]
const changes = entries.map(([path = '', mode = '', sha = '']) => ({ path, mode, sha }))

/** What git makes of the same entries. */
function gitTree(lines: string[]): string {
  git(['read-tree', '--empty'])
  git(['update-index', '--add', '--index-info'], lines.join(''))
  return git(['write-tree', '--missing-ok'])
}
const indexLines = (list: typeof changes) => list.map(({ path, mode, sha }) => `${mode} ${sha}\t${path}\n`)

const commit = (tree: string, parents: string[], message: string) =>
  writeCommit(dir, { tree, parents, author: WENDY, committer: WENDY, message })

test('what is written is what git writes', async () => {
  const tree = await writeGitTree(dir, undefined, changes)
  expect(tree).toBe(gitTree(indexLines(changes)))
  const gone = ['a/c/d.txt', 'link'].map((path) => ({ path, mode: '100644', sha: null }))
  const [moved] = changes.map(({ sha }) => ({ path: 'a/c/e/f.txt', mode: '100644', sha }))
  const kept = changes.filter(({ path }) => gone.every((other) => other.path !== path))
  if (moved === undefined) throw new Error('there are files')
  expect(await writeGitTree(dir, tree, [...gone, moved])).toBe(gitTree(indexLines([...kept, moved])))
  expect(await writeGitTree(dir, tree, [...gone])).toBe(gitTree(indexLines(kept)))
  const sha = await commit(tree, [], 'Words\n\nMore words')
  expect(sha).toBe(git(['commit-tree', tree], 'Words\n\nMore words'))
  expect(git(['fsck', '--strict', '--no-dangling'])).toBe('')
})

test('what no tree or commit can have is refused', async () => {
  const [file] = changes
  if (file === undefined) throw new Error('there are files')
  for (const path of ['../x', 'a//b', '/x', 'a/', '.', '.git/config', 'a/.GIT/hooks'])
    await expect(writeGitTree(dir, undefined, [{ ...file, path }]), path).rejects.toThrow('malformed path')
  const tree = await writeGitTree(dir, undefined, [file])
  const nothing = '2'.repeat(40)
  for (const sha of [nothing, tree, 'HEAD'])
    await expect(writeGitTree(dir, undefined, [{ ...file, sha }]), sha).rejects.toThrow('not a valid blob')
  for (const base of [nothing, file.sha])
    await expect(writeGitTree(dir, base, [file]), base).rejects.toThrow('base_tree')
  await expect(commit(nothing, [], 'x')).rejects.toThrow('does not exist')
  await expect(commit(file.sha, [], 'x')).rejects.toThrow('does not exist')
  await expect(commit(tree, [tree], 'x')).rejects.toThrow('does not exist')
})

test('objects in files of their own and packed ones are read alike', async () => {
  const tree = await writeGitTree(dir, undefined, changes)
  const base = await commit(tree, [], 'Base\n')
  const left = await commit(tree, [base], 'Left')
  const right = await commit(tree, [base], 'Right')
  const merge = await commit(tree, [left, right], 'Merge')
  const later = await commit(tree, [right], 'Later')
  const unrelated = await commit(tree, [], 'Unrelated')
  git(['update-ref', 'refs/heads/main', merge])
  git(['update-ref', 'refs/heads/later', later])
  git(['update-ref', 'refs/heads/unrelated', unrelated])
  const read = async () => ({
    commits: await Promise.all([base, merge, later].map((sha) => readCommit(dir, sha))),
    trees: await Promise.all([`${merge}:`, `${merge}:a`, tree].map((name) => listTree(dir, name, true))),
    flat: await listTree(dir, merge, false),
    missing: await listTree(dir, `${merge}:nowhere`, false),
    resolved: await Promise.all([merge, tree, 'main', 'nowhere'].map((name) => resolveTree(dir, name))),
    blob: String(await readBlob(dir, changes[1]?.sha ?? '')),
    bases: await Promise.all([
      ...[left, merge, base].map((sha) => mergeBase(dir, sha, later)),
      mergeBase(dir, merge, unrelated),
    ]),
    counts: await Promise.all([countCommits(dir, later, merge), countCommits(dir, merge, base)]),
  })
  const loose = await read()
  expect(loose.bases).toEqual([base, right, base, undefined])
  expect(loose.counts).toEqual([2, 0])
  expect(loose.resolved).toEqual([tree, tree, tree, undefined])
  git(['repack', '-a', '-d', '--quiet'])
  git(['prune', '--expire=now'])
  expect(git(['count-objects'])).toMatch(/^0 objects/)
  expect(await read()).toEqual(loose)
})
