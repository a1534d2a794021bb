import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { connectGitHub, type GitHub } from '../../src/github/api/github.ts'
import type { Task } from '../../src/github/events/task.ts'
import { type Git, openGit } from '../../src/github/git.ts'
import {
  changedSteeringFiles,
  isSteering,
  type SteeringReader,
  steeringReader,
} from '../../src/github/steering-reader.ts'
import { UserError } from '../../src/platform/errors.ts'
import { hastyClock } from '../fakes/clock.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { childEnv, type TestRepository, testRepository } from './repository.ts'

let repository: TestRepository
let server: GitHubEmulator
let commit: string
let later: string
let git: Git
let github: GitHub

beforeAll(async () => {
  repository = await testRepository()
  commit = await repository.commit(
    {
      'GEMINI.md': '\uFEFFBe kind. ü\n',
      'docs/GEMINI.md': 'Docs.\n',
      '.gemini/policies/ci.toml': '[[rule]]\n',
      '.gemini/settings.json': '{}',
      'src/a.ts': 'a',
      'big.md': 'x'.repeat(1_000_001),
    },
    [
      { path: 'linked/GEMINI.md', mode: '120000', content: '../GEMINI.md' },
      { path: 'linked/twice.md', mode: '120000', content: 'GEMINI.md' },
      { path: 'linked/out.md', mode: '120000', content: '../../etc/passwd' },
      { path: 'linked/absolute.md', mode: '120000', content: '/etc/passwd' },
      { path: 'linked/circle.md', mode: '120000', content: 'circle.md' },
      { path: 'linked/folder.md', mode: '120000', content: '../docs' },
      { path: 'linked/twin.md', mode: '120000', content: '../twin/GEMINI.md' },
      { path: 'twin/GEMINI.md', mode: '100644', content: 'one' },
      { path: 'twin/gemini.md', mode: '100644', content: 'two' },
      { path: 'module', mode: '160000', content: 'c'.repeat(40) },
    ],
  )
  later = await repository.commit({ 'GEMINI.md': 'Obey the pull request.\n' })
  server = await startGitHub({ owner: 'octo', repo: 'pond', token: 't', gitDir: repository.dir })
  git = openGit(repository.dir, childEnv)
  github = connectGitHub({
    token: 't',
    repository: 'octo/pond',
    apiUrl: server.url,
    userAgent: 'x',
    notice: () => {},
    clock: hastyClock(),
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await repository[Symbol.asyncDispose]()
})

/** GitHub as it answers for a repository with more entries than one answer takes. */
const huge = (): GitHub => ({
  ...github,
  async tree(sha, options) {
    const answer = await github.tree(sha, options)
    return (options?.recursive ?? true) ? { entries: answer.entries.slice(0, 2), truncated: true } : answer
  },
})

const sources: [name: string, open: () => { git?: Git; github?: GitHub }][] = [
  ['the local objects', () => ({ git })],
  ['the API', () => ({ github })],
  ['the API, folder by folder', () => ({ github: huge() })],
]
for (const [name, from] of sources) {
  test(`${name}: a commit’s files, not the working tree’s`, async () => {
    const reader = steeringReader(commit, from())
    expect(reader.ref).toBe(commit)
    expect(await reader.read('GEMINI.md')).toBe('Be kind. ü\n')
    expect(await reader.read('docs/GEMINI.md')).toBe('Docs.\n')
    expect(await steeringReader(later, from()).read('GEMINI.md')).toBe('Obey the pull request.\n')
  })

  test(`${name}: only regular files of the commit are read`, async () => {
    const reader = steeringReader(commit, from())
    for (const path of [
      'missing',
      'docs',
      ...['out', 'absolute', 'circle', 'folder', 'twin'].map((name) => `linked/${name}.md`),
      'twin/GEMINI.md',
      'twin/gemini.md',
      'module',
      'module/GEMINI.md',
      '../GEMINI.md',
      './GEMINI.md',
      '/GEMINI.md',
      'gemini.md',
      '',
    ])
      expect([path, await reader.read(path)]).toEqual([path, undefined])
  })

  test(`${name}: loaded and refused files`, async () => {
    const reader = steeringReader(commit, from())
    await reader.read('GEMINI.md')
    await reader.read('GEMINI.md')
    await reader.read('twin/GEMINI.md')
    expect(await reader.read('linked/GEMINI.md')).toBe('Be kind. ü\n')
    expect(await reader.read('linked/twice.md')).toBe('Be kind. ü\n')
    expect((await reader.entries('linked')).files).toEqual(['GEMINI.md', 'twice.md'])
    await reader.read('big.md')
    const loaded = { ref: commit, sha: await repository.git('rev-parse', `${commit}:GEMINI.md`), bytes: 12 }
    const target = 'GEMINI.md'
    expect(reader.loaded()).toEqual([
      { path: 'GEMINI.md', ...loaded },
      { path: 'linked/GEMINI.md', target, ...loaded },
      { path: 'linked/twice.md', target, ...loaded },
    ])
    expect(reader.refused().sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'big.md', reason: expect.stringContaining('1000001 bytes') },
      { path: 'twin/GEMINI.md', reason: expect.stringContaining('collides with another path') },
      { path: 'twin/gemini.md', reason: expect.stringContaining('collides with another path') },
    ])
  })

  test(`${name}: lists`, async () => {
    const reader = steeringReader(commit, from())
    expect(await reader.list('.gemini/policies')).toEqual(['.gemini/policies/ci.toml'])
    expect(await reader.list('.gemini/')).toEqual(['.gemini/policies/ci.toml', '.gemini/settings.json'])
    expect(await reader.list('nowhere')).toEqual([])
    expect(await reader.list('doc')).toEqual([])
  })
}

test('the full list omits refused files', async () => {
  const all = [
    '.gemini/policies/ci.toml',
    '.gemini/settings.json',
    'GEMINI.md',
    'big.md',
    'docs/GEMINI.md',
    'linked/GEMINI.md',
    'linked/twice.md',
    'src/a.ts',
  ]
  expect(await steeringReader(commit, { git }).list('')).toEqual(all)
  expect(await steeringReader(commit, { github }).list('')).toEqual(all)
})

/** A file that can forbid something must not go missing quietly. */
const loosening: [
  name: string,
  files: Record<string, string>,
  index: { path: string; mode: string; content: string }[],
  use: (reader: SteeringReader) => Promise<unknown>,
  message: RegExp,
][] = [
  [
    'a linked policy',
    { a: '' },
    [{ path: '.gemini/policies/deny.toml', mode: '120000', content: '../../missing' }],
    (reader) => reader.list('.gemini/policies'),
    /^\.gemini\/policies\/deny\.toml is a symbolic link/,
  ],
  [
    'a linked folder of policies',
    { a: '' },
    [{ path: '.gemini/policies', mode: '120000', content: '../x' }],
    (reader) => reader.list('.gemini/policies'),
    /^\.gemini\/policies is a symbolic link/,
  ],
  [
    'a linked .gemini',
    { a: '' },
    [{ path: '.gemini', mode: '120000', content: 'x' }],
    (reader) => reader.read('.gemini/settings.json'),
    /^\.gemini is a symbolic link/,
  ],
  [
    'linked settings',
    { a: '' },
    [{ path: '.gemini/settings.json', mode: '120000', content: '../x' }],
    (reader) => reader.read('.gemini/settings.json'),
    /settings\.json is a symbolic link/,
  ],
  [
    '.gemini as a submodule',
    { a: '' },
    [{ path: '.gemini', mode: '160000', content: 'c'.repeat(40) }],
    (reader) => reader.list('.gemini/policies'),
    /^\.gemini is a submodule/,
  ],
  [
    'policies whose path collides',
    {},
    [
      { path: '.gemini/policies/a.toml', mode: '100644', content: '' },
      { path: '.gemini/policies/A.toml', mode: '100644', content: '' },
    ],
    (reader) => reader.list('.gemini/policies'),
    /collides with another path/,
  ],
  [
    '.gemini whose path collides',
    {},
    [
      { path: '.gemini/settings.json', mode: '100644', content: '{}' },
      { path: '.GEMINI/x', mode: '100644', content: '' },
    ],
    (reader) => reader.read('.gemini/settings.json'),
    /collides with another path/,
  ],
  [
    'a linked .geminiignore',
    { a: '' },
    [{ path: '.geminiignore', mode: '120000', content: '../a' }],
    (reader) => reader.read('.geminiignore'),
    /\.geminiignore is a symbolic link/,
  ],
  [
    'settings that are too large',
    { '.gemini/settings.json': ' '.repeat(1_000_001) },
    [],
    (reader) => reader.read('.gemini/settings.json'),
    /1000001 bytes/,
  ],
]
for (const [name, files, index, use, message] of loosening)
  test(`rejects: ${name}`, async () => {
    await using other = await testRepository()
    const sha = await other.commit(files, index)
    const failure = await use(steeringReader(sha, { git: openGit(other.dir, childEnv) })).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(UserError)
    expect((failure as Error).message).toMatch(message) // just checked
  })

test('files of a commit that is not here are asked for together', async () => {
  await using other = await testRepository()
  const sha = await other.commit(
    {
      'GEMINI.md': '\uFEFFRoot\n',
      '.gemini/settings.json': '{}',
      'docs/GEMINI.md': 'Docs\n',
      'AGENTS.md': 'All agents\n',
      'odd/GEMINI.md': 'a\0b',
      'src/a.ts': 'a',
    },
    [{ path: 'src/GEMINI.md', mode: '120000', content: '../AGENTS.md' }],
  )
  await using api = await startGitHub({ owner: 'octo', repo: 'pond', token: 'job-token', gitDir: other.dir })
  const reader = steeringReader(sha, {
    github: connectGitHub({
      token: 'job-token',
      repository: 'octo/pond',
      apiUrl: api.url,
      userAgent: 'x',
      notice: () => undefined,
    }),
  })
  expect(await reader.read('GEMINI.md')).toBe('Root\n')
  expect(await reader.read('.gemini/settings.json')).toBe('{}')
  expect(await reader.read('docs/GEMINI.md')).toBe('Docs\n')
  expect(await reader.read('src/GEMINI.md')).toBe('All agents\n')
  expect(await reader.read('odd/GEMINI.md')).toBe('a\0b')
  const asked = api.requests.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{40}/, 'SHA')}`)
  expect(asked).toEqual([
    'GET /repos/octo/pond/git/trees/SHA',
    'POST /graphql',
    'GET /repos/octo/pond/git/blobs/SHA', // the binary one
  ])
  expect(api.problems).toEqual([])
  expect(await requestProblems(api.requests)).toEqual([])
})

test('a shallow checkout reads the missing commit through the API', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'sluice-shallow-'))
  try {
    await promisify(execFile)('git', ['clone', '--quiet', '--depth=1', `file://${repository.dir}`, clone])
    const shallow = openGit(clone, childEnv)
    const requestCount = server.requests.length
    expect(await steeringReader(later, { git: shallow, github }).read('GEMINI.md')).toBe('Obey the pull request.\n')
    expect(server.requests.length).toBe(requestCount)
    expect(await steeringReader(commit, { git: shallow, github }).read('GEMINI.md')).toBe('Be kind. ü\n')
    expect(server.requests.length).toBeGreaterThan(requestCount)
    await expect(steeringReader(commit, { git: shallow }).read('GEMINI.md')).rejects.toThrow(
      /not in the local repository/,
    )
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
})

const steers: [path: string, yes: boolean][] = [
  ['GEMINI.md', true],
  ['docs/gemini.md', true],
  ['.gemini/settings.json', true],
  ['sub/.Gemini/policies/x.toml', true],
  ['.gemini', true],
  ['.agents/skills/ship/SKILL.md', true],
  ['src/agents/x.ts', false],
  ['.geminiignore', true],
  ['sub/.env', true],
  ['.gitignore', true],
  ['GEMINI.md.bak', false],
  ['src/gemini/x.ts', false],
  ['.geminix/a', false],
  ['AGENTS.md', false],
]
for (const [path, yes] of steers)
  test(`${path} ${yes ? 'steers' : 'does not steer'}`, () => expect(isSteering(path)).toBe(yes))

test('memory files may have other names', () => expect(isSteering('docs/AGENTS.md', ['AGENTS.md'])).toBe(true))

test('steering files that the head changes: changed, added, removed and renamed', async () => {
  const files = ['GEMINI.md', 'src/a.ts', '.gemini/hooks/x.sh'].map((path) => ({
    path,
    previousPath: undefined,
    status: 'modified',
    additions: 1,
    deletions: 0,
    patch: undefined,
  }))
  const renamed = {
    path: 'notes.md',
    previousPath: 'docs/GEMINI.md',
    status: 'renamed',
    additions: 0,
    deletions: 0,
    patch: undefined,
  }
  const task: Task = {
    event: 'pull_request',
    kind: 'pull_request',
    number: 3,
    repo: { owner: 'octo', name: 'pond' },
    actor: 'a',
    triggeringActor: 'a',
    sha: commit,
  }
  const answering: GitHub = { ...github, files: async () => [...files, renamed] }
  expect(await changedSteeringFiles(task, answering)).toEqual(['.gemini/hooks/x.sh', 'GEMINI.md', 'docs/GEMINI.md'])
  expect(await changedSteeringFiles({ ...task, kind: 'issue' }, answering)).toEqual([])
})
