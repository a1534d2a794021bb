import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectGitHub, type GitHub } from '../../src/github/client.ts'
import { type Git, openGit } from '../../src/github/git.ts'
import { headTouches, isSteering, type SteeringReader, steeringReader } from '../../src/github/steering.ts'
import type { Task } from '../../src/github/task.ts'
import { UserError } from '../../src/host/errors.ts'
import { type FakeGitHub, startGitHub } from '../../src/standin/github.ts'
import { hastyClock } from '../fakes/clock.ts'
import { childEnv, type TestRepository, testRepository } from './repository.ts'

let repository: TestRepository
let server: FakeGitHub
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

  test(`${name}: what is no regular file of the commit is not there`, async () => {
    const reader = steeringReader(commit, from())
    for (const path of [
      'missing',
      'docs',
      'linked/GEMINI.md',
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

  test(`${name}: what was loaded and what was refused`, async () => {
    const reader = steeringReader(commit, from())
    await reader.read('GEMINI.md')
    await reader.read('GEMINI.md')
    await reader.read('twin/GEMINI.md')
    await reader.read('linked/GEMINI.md')
    await reader.read('big.md')
    expect(reader.loaded()).toEqual([
      { path: 'GEMINI.md', ref: commit, sha: await repository.git('rev-parse', `${commit}:GEMINI.md`), bytes: 12 },
    ])
    expect(reader.refused().sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'big.md', why: expect.stringContaining('1000001 bytes') },
      { path: 'linked/GEMINI.md', why: 'is a symbolic link' },
      { path: 'twin/GEMINI.md', why: expect.stringContaining('twin') },
      { path: 'twin/gemini.md', why: expect.stringContaining('twin') },
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

test('the whole list leaves out what is refused', async () => {
  const all = ['.gemini/policies/ci.toml', '.gemini/settings.json', 'GEMINI.md', 'big.md', 'docs/GEMINI.md', 'src/a.ts']
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
    [{ path: '.gemini/policies/deny.toml', mode: '120000', content: '../../a' }],
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
    'policies with a twin',
    {},
    [
      { path: '.gemini/policies/a.toml', mode: '100644', content: '' },
      { path: '.gemini/policies/A.toml', mode: '100644', content: '' },
    ],
    (reader) => reader.list('.gemini/policies'),
    /has a twin/,
  ],
  [
    '.gemini with a twin',
    {},
    [
      { path: '.gemini/settings.json', mode: '100644', content: '{}' },
      { path: '.GEMINI/x', mode: '100644', content: '' },
    ],
    (reader) => reader.read('.gemini/settings.json'),
    /has a twin/,
  ],
  [
    'a linked .geminiignore',
    { a: '' },
    [{ path: '.geminiignore', mode: '120000', content: 'a' }],
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
  test(`refused aloud: ${name}`, async () => {
    await using other = await testRepository()
    const sha = await other.commit(files, index)
    const failure = await use(steeringReader(sha, { git: openGit(other.dir, childEnv) })).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(UserError)
    expect((failure as Error).message).toMatch(message) // just checked
  })

test('a shallow checkout asks the API for the commit it lacks', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'sluice-shallow-'))
  try {
    await promisify(execFile)('git', ['clone', '--quiet', '--depth=1', `file://${repository.dir}`, clone])
    const shallow = openGit(clone, childEnv)
    const asked = server.requests.length
    expect(await steeringReader(later, { git: shallow, github }).read('GEMINI.md')).toBe('Obey the pull request.\n')
    expect(server.requests.length).toBe(asked)
    expect(await steeringReader(commit, { git: shallow, github }).read('GEMINI.md')).toBe('Be kind. ü\n')
    expect(server.requests.length).toBeGreaterThan(asked)
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

test('what the head touches: changed, added, removed and renamed away', async () => {
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
    about: 'pull_request',
    number: 3,
    repo: { owner: 'octo', name: 'pond' },
    actor: 'a',
    triggeringActor: 'a',
    sha: commit,
  }
  const answering: GitHub = { ...github, files: async () => [...files, renamed] }
  expect(await headTouches(task, answering)).toEqual(['.gemini/hooks/x.sh', 'GEMINI.md', 'docs/GEMINI.md'])
  expect(await headTouches({ ...task, about: 'issue' }, answering)).toEqual([])
})
