import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPinnedConfig, type PinnedInputs, prefetchPinned } from '../../src/config/pinned-config.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { connectGitHub } from '../../src/github/api/github.ts'
import { looksPinned, parsePinnedLocation } from '../../src/github/api/pinned-files.ts'
import { withRunCache } from '../../src/github/cached-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-pinned-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
    .toString()
    .trim()
const write = (path: string, text: string | Buffer) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
write('agents/a.toml', 'first')
write('agents/b.toml', 'second')
write('agents/notes.md', 'no policy')
write('agents/deep/c.toml', 'third')
write('linked/real.toml', 'real')
symlinkSync('../agents/a.toml', join(folder, 'linked/other.toml'))
write('settings.json', '{}')
write('binary.toml', Buffer.from([0, 1, 2]))
write('empty/notes.md', 'no policy')
git('init', '-q')
git('add', '.')
git('commit', '-qm', 'one')
const SHA = git('rev-parse', 'HEAD')
write('agents/a.toml', 'moved')
git('commit', '-qam', 'two')

const TOKEN = 'a-token'
const repository = { owner: 'octo', repo: 'pond', token: TOKEN }
const startServer = () => startGitHub({ ...repository, otherRepositories: { 'acme/policies': folder } })
const clientOf = (server: { url: string; graphqlUrl: string }) =>
  withRunCache(
    connectGitHub({
      apiUrl: server.url,
      graphqlUrl: server.graphqlUrl,
      repository: 'octo/pond',
      token: TOKEN,
      userAgent: 'test',
      notice: () => undefined,
    }),
  )
const inputsOf = (more: Partial<PinnedInputs>): PinnedInputs => ({
  policies: '',
  admin_policies: '',
  admin_settings: '',
  ...more,
})

test('all files are read at the pinned commit with one question, asked ahead', async () => {
  await using server = await startServer()
  const github = clientOf(server)
  const inputs = inputsOf({
    admin_policies: `acme/policies@${SHA}:agents/\n[[rule]]`,
    admin_settings: `acme/policies@${SHA}:settings.json`,
    policies: `.gemini/other\nacme/policies@${SHA}:linked/real.toml`,
  })
  await prefetchPinned(inputs, github)
  const pinned = openPinnedConfig(inputs, github)
  const label = `acme/policies@${SHA.slice(0, 12)}`
  expect(await pinned.read(`acme/policies@${SHA}:agents/`, 'input')).toMatchObject([
    { path: `${label}:agents/a.toml`, text: 'first' },
    { path: `${label}:agents/b.toml`, text: 'second' },
  ])
  expect(await pinned.read(`acme/policies@${SHA}:settings.json`, 'input')).toMatchObject([{ text: '{}' }])
  expect(await pinned.read(`acme/policies@${SHA}:linked/real.toml`, 'input')).toMatchObject([{ text: 'real' }])
  expect(server.requests.map(({ path }) => path)).toEqual(['/graphql'])
  expect(pinned.loaded().map(({ path, ref }) => [path, ref])).toContainEqual([`${label}:settings.json`, SHA])
  expect(server.problems).toEqual([])
})

test.each([
  [`acme/policies@${SHA}:agents/x.toml`, /has no such path/],
  [`acme/policies@${'0'.repeat(40)}:agents`, /commit does not exist/],
  [`acme/secret@${SHA}:agents`, /github_token may not read it/],
  [`acme/policies@${SHA}:binary.toml`, /is not text/],
  [`acme/policies@${SHA}:linked`, /linked\/other\.toml is not a regular file/],
  [`acme/policies@${SHA}:empty`, /no \*\.toml/],
  ['acme/policies@main:agents', /not pinned to a commit.*40 digits/],
  [`acme/policies@${SHA.slice(0, 12)}:agents`, /not pinned to a commit/],
  [`acme/policies@${SHA}`, /no valid path/],
  [`acme/policies@${SHA}:../agents`, /no valid path/],
])('%s is a mistake that names the input', async (entry, reason) => {
  await using server = await startServer()
  const inputs = inputsOf({ admin_policies: entry })
  const reading = openPinnedConfig(inputs, clientOf(server)).read(entry, 'input admin_policies')
  await expect(reading).rejects.toThrow(reason)
  await expect(reading).rejects.toThrow(`The input admin_policies names ${entry}, `)
})

test('without a token and without GitHub the message says what to do', async () => {
  const entry = `acme/policies@${SHA}:agents`
  const inputs = inputsOf({ admin_policies: entry })
  await expect(openPinnedConfig(inputs, undefined).read(entry, 'input')).rejects.toThrow('Set GITHUB_TOKEN')
  await using server = await startGitHub(repository, { onRequest: () => ({ status: 401, body: { message: 'no' } }) })
  await expect(openPinnedConfig(inputs, clientOf(server)).read(entry, 'input')).rejects.toThrow('nothing ran')
})

test('only a full SHA and a plain path make a location', () => {
  expect(['a/b@main:c', 'a/b@:c', `a/b@${SHA}`, `a/b@${SHA}:c`].map(looksPinned)).toEqual([true, true, true, true])
  expect(['.gemini/policies', 'profile:review', 'a/b@2.toml', 'dir/a/b@x:c', '[[rule]]'].map(looksPinned)).toEqual([
    ...[false, false, false, false, false],
  ])
  expect(parsePinnedLocation(` a/b@${SHA}:c/d/ `)).toEqual({
    entry: `a/b@${SHA}:c/d/`,
    owner: 'a',
    name: 'b',
    sha: SHA,
    path: 'c/d',
  })
  for (const path of ['', '/etc', 'a//b', './a', 'a/..', '.'])
    expect(parsePinnedLocation(`a/b@${SHA}:${path}`), path).toHaveProperty('problem')
})
