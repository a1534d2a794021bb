import { access, chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Git, openGit } from '../../src/github/git.ts'
import { childEnv, testRepository } from './repository.ts'

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** A file in the root of a commit. */
async function textAt(git: Git, commit: string, name: string): Promise<string | undefined> {
  const entries = await git.entries((await git.treeOf(commit)) ?? '')
  return git.blob(entries?.find(({ path }) => path === name)?.sha ?? '')
}

test('commits, trees and blobs', async () => {
  await using repository = await testRepository()
  const first = await repository.commit({ 'GEMINI.md': 'hello ü\r\n', 'a dir/neu-ü\ttab.txt': 'x', '-dash': 'y' }, [
    { path: 'link', mode: '120000', content: 'GEMINI.md' },
    { path: 'run.sh', mode: '100755', content: '#!/bin/sh\n' },
  ])
  const git = openGit(repository.dir, childEnv)
  expect(await git.revParse('HEAD')).toBe(first)
  expect(await git.revParse('main')).toBe(first)
  expect(await git.revParse('nothing')).toBeUndefined()
  expect(await git.revParse('--git-dir')).toBeUndefined()
  const root = await git.entries((await git.treeOf(first)) ?? '')
  expect(root?.map(({ path, mode }) => `${mode} ${path}`)).toEqual([
    '100644 -dash',
    '100644 GEMINI.md',
    '040000 a dir',
    '120000 link',
    '100755 run.sh',
  ])
  const [dash, memory, folder] = root ?? []
  const inside = await git.entries(folder?.sha ?? '')
  expect(inside?.map(({ path, mode }) => `${mode} ${path}`)).toEqual(['100644 neu-ü\ttab.txt'])
  expect(await git.blob(memory?.sha ?? '')).toBe('hello ü\r\n')
  expect(await git.blob(dash?.sha ?? '')).toBe('y')
  // One kind of object is not another.
  expect(await git.blob(folder?.sha ?? '')).toBeUndefined()
  expect(await git.entries(first)).toBeUndefined()
  expect(await git.treeOf(folder?.sha ?? '')).toBeUndefined()
})

test('only a full SHA reaches git', async () => {
  await using repository = await testRepository()
  await repository.commit({ a: '1' })
  const git = openGit(repository.dir, childEnv)
  for (const name of ['HEAD', 'main', 'HEAD:a', '--help', '', 'a'.repeat(39), `${'a'.repeat(40)}:a`]) {
    expect(await git.treeOf(name)).toBeUndefined()
    expect(await git.entries(name)).toBeUndefined()
    expect(await git.blob(name)).toBeUndefined()
    expect(await git.changedFiles(name, name)).toBeUndefined()
  }
})

test('a missing object is undefined, not an error', async () => {
  await using repository = await testRepository()
  await repository.commit({ a: '1' })
  const git = openGit(repository.dir, childEnv)
  expect(await git.treeOf('a'.repeat(40))).toBeUndefined()
  expect(await git.blob('b'.repeat(40))).toBeUndefined()
  expect(await openGit(join(repository.dir, 'nowhere'), childEnv).revParse('HEAD')).toBeUndefined()
})

test('changes between commits, and of the working tree', async () => {
  await using repository = await testRepository()
  const long = 'a line that is long enough\n'.repeat(5)
  const from = await repository.commit({ 'kept.txt': '1', 'gone.txt': '2', 'old name.txt': long })
  await repository.git('mv', 'old name.txt', 'new name.txt')
  await repository.git('rm', '--quiet', 'gone.txt')
  const to = await repository.commit({ 'kept.txt': '1b', 'sub/added.txt': '3' })
  const git = openGit(repository.dir, childEnv)
  expect(await git.changedFiles(from, to)).toEqual([
    { status: 'D', path: 'gone.txt' },
    { status: 'M', path: 'kept.txt' },
    { status: 'R', path: 'new name.txt', from: 'old name.txt' },
    { status: 'A', path: 'sub/added.txt' },
  ])
  expect(await git.status()).toEqual([])
  await writeFile(join(repository.dir, 'kept.txt'), 'edited')
  await writeFile(join(repository.dir, 'fresh ü.txt'), 'new')
  expect(await git.status()).toEqual([
    { status: 'M', path: 'kept.txt' },
    { status: 'A', path: 'fresh ü.txt' },
  ])
})

/** Every way a repository's own configuration names a program that git would run. Each leaves a trace when it does. */
test('git runs no program that the repository configures', async () => {
  await using repository = await testRepository()
  const from = await repository.commit({ 'a.txt': '1\n', '.gitattributes': '*.txt filter=evil diff=evil\n' })
  const to = await repository.commit({ 'a.txt': '2\n' })
  const trace = join(repository.dir, '.git', 'trace')
  const program = join(repository.dir, '.git', 'evil.sh')
  await writeFile(program, `#!/bin/sh\necho "$0 $*" >> '${trace}'\ncat\n`)
  await chmod(program, 0o755)
  await writeFile(join(repository.dir, '.git', 'hooks', 'post-index-change'), `#!/bin/sh\necho hook >> '${trace}'\n`)
  await chmod(join(repository.dir, '.git', 'hooks', 'post-index-change'), 0o755)
  const settings = [
    'core.fsmonitor',
    'core.pager',
    'core.editor',
    'core.sshCommand',
    'core.askPass',
    'diff.external',
    'diff.evil.command',
    'diff.evil.textconv',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.evil.process',
    'credential.helper',
    'gpg.program',
    'pager.status',
    'pager.log',
    'alias.status',
    'alias.ls-tree',
  ]
  for (const setting of settings)
    await repository.git('config', setting, setting.startsWith('alias') ? `!${program}` : program)
  await repository.git('config', 'filter.evil.required', 'true')
  await repository.git('config', 'log.showSignature', 'true')
  await writeFile(join(repository.dir, 'a.txt'), '3\n')

  const git = openGit(repository.dir, {
    ...childEnv,
    GIT_EXTERNAL_DIFF: program,
    GIT_PAGER: program,
    GIT_DIR: '/nowhere',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: program,
  })
  expect(await git.revParse('HEAD')).toBe(to)
  expect(await textAt(git, to, 'a.txt')).toBe('2\n')
  expect(await git.changedFiles(from, to)).toEqual([{ status: 'M', path: 'a.txt' }])
  expect(await git.status()).toEqual([{ status: 'M', path: 'a.txt' }])
  expect(await exists(trace)).toBe(false)
})

test('an object that is missing is not fetched', async () => {
  await using repository = await testRepository()
  const commit = await repository.commit({ a: '1' })
  const trace = join(repository.dir, '.git', 'trace')
  const blob = await repository.git('rev-parse', `${commit}:a`)
  await repository.git('config', 'remote.origin.url', `ext::sh -c "echo fetched >> '${trace}'"`)
  await repository.git('config', 'remote.origin.promisor', 'true')
  await repository.git('config', 'extensions.partialClone', 'origin')
  await repository.git('config', 'protocol.ext.allow', 'always')
  const git = openGit(repository.dir, childEnv)
  expect(await git.blob('c'.repeat(40))).toBeUndefined()
  expect(await git.blob(blob)).toBe('1')
  expect(await exists(trace)).toBe(false)
})

test('replace refs are ignored', async () => {
  await using repository = await testRepository()
  const good = await repository.commit({ 'GEMINI.md': 'good' })
  const evil = await repository.commit({ 'GEMINI.md': 'evil' })
  await repository.git('replace', good, evil)
  expect(await textAt(openGit(repository.dir, childEnv), good, 'GEMINI.md')).toBe('good')
})
