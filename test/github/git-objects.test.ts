import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openGitObjects } from '../../src/github/git.ts'
import { childEnv, type TestRepository, testRepository } from './repository.ts'

const open = ({ dir }: TestRepository, argv: [string, ...string[]] = ['git']) =>
  openGitObjects({ argv, cwd: dir, env: childEnv })
const shaOf = (repository: TestRepository, commit: string, path: string) =>
  repository.git('rev-parse', `${commit}:${path}`)

test('objects of every kind, read concurrently, arrive in order', async () => {
  await using repository = await testRepository()
  const texts = {
    a: '',
    b: 'no line end',
    c: 'ü\r\n\n',
    d: `${'0'.repeat(40)} blob 3\nabc\n`,
    large: 'x\n'.repeat(400_000),
  }
  const commit = await repository.commit(texts)
  const shas = await Promise.all(Object.keys(texts).map((path) => shaOf(repository, commit, path)))
  const read = open(repository)
  const requested = shas.flatMap((sha) => ['c'.repeat(40), sha])
  const found = await Promise.all(requested.map(read))
  expect(found.map((object) => object?.bytes.toString())).toEqual(
    Object.values(texts).flatMap((text) => [undefined, text]),
  )
  expect((await read(commit))?.kind).toBe('commit')
})

test('a replaced object is not returned', async () => {
  await using repository = await testRepository()
  const commit = await repository.commit({ 'GEMINI.md': 'good' })
  const sha = await shaOf(repository, commit, 'GEMINI.md')
  expect((await open(repository)(sha))?.bytes.toString()).toBe('good')
  const path = join(repository.dir, '.git/objects', sha.slice(0, 2), sha.slice(2))
  await chmod(path, 0o644)
  await writeFile(path, deflateSync(Buffer.from('blob 4\0evil')))
  expect(await open(repository)(sha)).toBeUndefined()
})

test('git is started again after it ended; without git every read is undefined', async () => {
  await using repository = await testRepository()
  const commit = await repository.commit({ a: '1' })
  const sha = await shaOf(repository, commit, 'a')
  const log = join(repository.dir, 'starts')
  const once = `echo . >> ${log}; read sha; echo $sha | git cat-file --batch`
  const read = open(repository, ['bash', '-c', once])
  expect((await read(sha))?.bytes.toString()).toBe('1')
  await expect.poll(async () => (await read(sha))?.bytes.toString()).toBe('1')
  expect((await readFile(log, 'utf8')).length).toBeGreaterThan(2)
  await rm(log)
  expect(await open(repository, ['no-such-git'])(sha)).toBeUndefined()
})
