import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startGitServer } from '../../src/emulators/github/git-server.ts'
import type { Task } from '../../src/github/events/task.ts'
import { openRunFiles, type RunFiles } from '../../src/github/run-files.ts'
import { isFull, sample } from '../sample.ts'

const TOKEN = 'token-of-the-job'

type Files = Record<string, string>
type Made = { base: string; head: string; merge: string; origin: string; workspace: string; folder: string }
type Tried = Made & { files: RunFiles; requests: readonly string[] }

const gitIn =
  (cwd: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'commit.gpgsign=false', ...args], {
      cwd,
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        ...{ GIT_AUTHOR_NAME: 'W', GIT_AUTHOR_EMAIL: 'w@example.com' },
        ...{ GIT_COMMITTER_NAME: 'W', GIT_COMMITTER_EMAIL: 'w@example.com' },
      },
    }).trim()

function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const prepared = mkdtempSync(join(tmpdir(), 'sluice-run-files-'))
afterAll(() => rmSync(prepared, { recursive: true, force: true }))
let usual: Omit<Made, 'workspace'> | undefined

/** A repository whose `main` went on after the pull request began, so the merge differs from the head. */
function makeOrigin(folder: string, prepareHead: Situation['prepareHead']): Omit<Made, 'workspace'> {
  if (prepareHead !== undefined) return buildOrigin(folder, prepareHead)
  usual ??= buildOrigin(prepared, () => undefined)
  const origin = join(folder, 'origin')
  cpSync(usual.origin, origin, { recursive: true, preserveTimestamps: true })
  return { ...usual, origin, folder }
}

function buildOrigin(folder: string, prepareHead: (origin: string) => void): Omit<Made, 'workspace'> {
  const origin = join(folder, 'origin')
  mkdirSync(origin)
  const git = gitIn(origin)
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '-m', 'x')
    return git('rev-parse', 'HEAD')
  }
  git('init', '--quiet', '--initial-branch=main')
  put(origin, { 'a.txt': 'base', 'src/b.txt': 'base', 'late.txt': 'base', '.gitignore': 'node_modules/\n' })
  commit()
  git('switch', '--quiet', '--create', 'topic')
  put(origin, { 'src/b.txt': 'head', 'new.txt': 'head' })
  prepareHead(origin)
  const head = commit()
  git('switch', '--quiet', 'main')
  put(origin, { 'late.txt': 'later' })
  const base = commit()
  git('merge', '--quiet', '--no-ff', '-m', 'merge', 'topic')
  const merge = git('rev-parse', 'HEAD')
  git('reset', '--quiet', '--hard', base)
  git('update-ref', 'refs/pull/7/head', head)
  git('update-ref', 'refs/pull/7/merge', merge)
  git('config', 'uploadpack.allowFilter', 'true')
  return { base, head, merge, origin, folder }
}

type Situation = {
  /** Arguments of `git clone`, and the ref that is checked out. */
  clone?: string[]
  checkOut?: 'main' | 'refs/pull/7/merge' | 'refs/pull/7/head'
  /** Where in the workspace. */
  path?: string
  prepareHead?: (origin: string) => void
  /** Instead of a checkout, what is in the workspace. */
  beside?: Files
  prepare?: (workspace: string, made: Made) => void
  refuses?: boolean
  mayLink?: boolean
  env?: Record<string, string>
}

async function attempt(situation: Situation, check: (tried: Tried) => void | Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-run-files-')))
  try {
    const made = { ...makeOrigin(folder, situation.prepareHead), workspace: join(folder, 'work') }
    const { origin, head, base, workspace } = made
    await using server = await startGitServer({
      repository: 'octo/pond',
      token: TOKEN,
      gitDir: () => origin,
      refuses: () => situation.refuses === true,
    })
    const top = join(workspace, situation.path ?? '.')
    mkdirSync(workspace)
    if (situation.beside !== undefined) put(workspace, situation.beside)
    else gitIn(folder)('clone', '--quiet', '--no-tags', ...(situation.clone ?? ['--depth=1']), `file://${origin}`, top)
    if (situation.beside === undefined) {
      const git = gitIn(top)
      if (situation.checkOut?.startsWith('refs/')) {
        git('fetch', '--quiet', '--depth=1', 'origin', situation.checkOut)
        git('checkout', '--quiet', '--detach', 'FETCH_HEAD')
      }
      git('remote', 'set-url', 'origin', 'https://github.com/octo/pond')
    }
    situation.prepare?.(top, made)
    const stateOf = () =>
      ['.git/HEAD', '.git/index', ...Object.keys(situation.beside ?? {})].map((name) =>
        existsSync(join(top, name)) ? readFileSync(join(top, name), 'latin1') : undefined,
      )
    const before = stateOf()
    const side = { repo: 'octo/pond' }
    const task = {
      ...{ event: 'issue_comment', kind: 'pull_request', number: 7, sha: base, actor: 'w', triggeringActor: 'w' },
      repo: { owner: 'octo', name: 'pond' },
      head: { ...side, ref: 'topic', sha: head },
      base: { ...side, ref: 'main', sha: base },
    } as Task
    const treeOf = (sha: string) => gitIn(origin)('rev-parse', `${sha}^{tree}`)
    const files = await openRunFiles(task, {
      workspace,
      scratch: join(folder, 'scratch'),
      env: { GITHUB_SERVER_URL: server.url, ...situation.env },
      token: TOKEN,
      github: {
        commitDetails: async (sha) => ({ sha, message: '', parents: [], tree: treeOf(sha) }),
        tree: async (sha) => ({
          truncated: false,
          entries: gitIn(origin)('ls-tree', '-r', sha)
            .split('\n')
            .map((line) => {
              const [mode = '', type = '', id = '', path = ''] = line.split(/[ \t]/)
              return { mode, type, sha: id, path, size: undefined }
            }),
        }),
      },
      mayLink: situation.mayLink ?? true,
      signal: new AbortController().signal,
    })
    await check({ ...made, files, requests: server.requests })
    expect(stateOf()).toEqual(before)
    await files.close()
    expect(existsSync(join(folder, 'scratch/view'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The texts of a view, which is clean for git. */
function textsIn({ files }: Pick<Tried, 'files'>, path = '.') {
  const folder = join(files.view?.workspace ?? '/nowhere', path)
  const git = gitIn(folder)
  expect(git('status', '--porcelain')).toBe('')
  const text = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined)
  return { commit: git('rev-parse', 'HEAD'), texts: ['a.txt', 'src/b.txt', 'late.txt', 'new.txt'].map(text) }
}

const HEAD_TEXTS = ['base', 'head', 'base', 'head']

const CHECKOUTS: Record<string, Situation & { fetches: boolean }> = {
  'a shallow checkout of the default branch': { fetches: true },
  'a full checkout': { clone: [], fetches: false },
  'a checkout with history of the default branch only': { clone: ['--single-branch'], fetches: true },
  'a sparse checkout': {
    clone: ['--depth=1', '--sparse'],
    prepare: (top) => gitIn(top)('sparse-checkout', 'set', 'src'),
    fetches: true,
  },
  'a partial clone': { clone: ['--filter=blob:none'], fetches: true },
  'a sparse and partial one, as sparse-checkout of actions/checkout makes it': {
    clone: ['--depth=1', '--filter=blob:none', '--sparse'],
    prepare: (top) => {
      gitIn(top)('config', 'extensions.partialClone', 'origin')
    },
    fetches: true,
  },
  'the merge of the pull request with a later base': { checkOut: 'refs/pull/7/merge', fetches: true },
}

test.each(sample(Object.entries(CHECKOUTS), 3))('%s: the files are those of the head', (_, situation) =>
  attempt(situation, (tried) => {
    expect(tried.files.mismatch?.problem).toBeUndefined()
    expect(textsIn(tried)).toEqual({ commit: tried.head, texts: HEAD_TEXTS })
    expect(tried.requests.length > 0).toBe(situation.fetches)
    expect(tried.files.view?.original).toBe(tried.workspace)
  }),
)

test('a checkout below the workspace: what is beside it is there, too', () =>
  attempt({ path: 'code', prepare: (top) => put(dirname(top), { 'tools/t.txt': 'tool' }) }, (tried) => {
    expect(textsIn(tried, 'code').texts).toEqual(HEAD_TEXTS)
    expect(readFileSync(join(tried.files.view?.workspace ?? '', 'tools/t.txt'), 'utf8')).toBe('tool')
  }))

test('no view where the checkout has the files of the head, whatever its commit', async () => {
  await attempt({ checkOut: 'refs/pull/7/head' }, ({ files, requests }) => {
    expect([files.view, files.mismatch, requests]).toEqual([undefined, undefined, []])
  })
  // The merge when the base is where the head began.
  const prepare = (top: string, { head }: Made) => {
    gitIn(top)('fetch', '--quiet', '--depth=1', `file://${join(dirname(dirname(top)), 'origin')}`, head)
    gitIn(top)('checkout', '--quiet', '--detach', gitIn(top)('commit-tree', `${head}^{tree}`, '-m', 'merge'))
  }
  await attempt({ path: 'x', prepare }, ({ files }) =>
    expect([files.view, files.mismatch]).toEqual([undefined, undefined]),
  )
})

test('what git ignores and what earlier steps wrote is there; credentials are not, nor anything through a link of the head', () =>
  attempt(
    {
      prepareHead: (origin) => symlinkSync('/tmp', join(origin, 'out')),
      prepare: (top) => {
        put(top, {
          'node_modules/left/index.js': 'left',
          'src/node_modules/right/index.js': 'right',
          'report.json': '{}',
          'new.txt': 'of an earlier step',
          'out/evil-of-sluice.txt': 'x',
          'gha-creds-0123456789abcdef.json': '{}',
        })
        chmodSync(join(top, 'node_modules/left/index.js'), 0o755)
        symlinkSync('left', join(top, 'node_modules/link'))
      },
    },
    ({ files }) => {
      const folder = files.view?.workspace ?? ''
      const text = (path: string) => readFileSync(join(folder, path), 'utf8')
      expect(text('node_modules/link/index.js')).toBe('left')
      expect(lstatSync(join(folder, 'node_modules/left/index.js')).mode & 0o777).toBe(0o755)
      expect(text('src/node_modules/right/index.js')).toBe('right')
      expect(text('report.json')).toBe('{}')
      expect(text('new.txt')).toBe('head')
      expect(existsSync(join(folder, 'gha-creds-0123456789abcdef.json'))).toBe(false)
      expect(existsSync('/tmp/evil-of-sluice.txt')).toBe(false)
    },
  ))

test('no hook, filter, fsmonitor or submodule of the checkout runs, and no credential is kept', () =>
  attempt(
    {
      prepareHead: (origin) => {
        put(origin, {
          '.gitattributes': '* filter=evil\n',
          '.gitmodules': '[submodule "s"]\n\tpath = s\n\turl = ./s\n',
        })
        gitIn(origin)('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},s`)
        mkdirSync(join(origin, 's'))
      },
      prepare: (top, { folder }) => {
        const evil = `touch ${join(folder, 'ran')}; cat`
        const git = gitIn(top)
        for (const name of ['filter.evil.smudge', 'filter.evil.clean', 'filter.evil.process', 'core.fsmonitor'])
          git('config', name, evil)
        git('config', 'core.sshCommand', evil)
        git('config', 'remote.origin.url', 'https://someone:secret@github.com/octo/pond')
        git('config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic c2VjcmV0')
        git('config', 'core.hooksPath', join(top, '.git/hooks'))
        for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
          writeFileSync(join(top, '.git/hooks', hook), `#!/bin/sh\n${evil}\n`)
          chmodSync(join(top, '.git/hooks', hook), 0o755)
        }
        rmSync(join(folder, 'ran'), { force: true })
      },
    },
    ({ files, folder }) => {
      expect(files.mismatch?.problem).toBeUndefined()
      expect(existsSync(join(folder, 'ran'))).toBe(false)
      const config = readFileSync(join(files.view?.workspace ?? '', '.git/config'), 'utf8')
      expect(config).toContain('url = "https://github.com/octo/pond"')
      expect(config).not.toMatch(/secret|c2Vj|evil|extraheader/)
      expect(readFileSync(join(files.view?.workspace ?? '', 'a.txt'), 'utf8')).toBe('base')
    },
  ))

test('a token goes to the server of its own GitHub only', () =>
  attempt({ env: { GITHUB_API_URL: 'https://api.github.com' } }, ({ files, requests }) => {
    expect(files.mismatch?.problem).toContain('the checkout lacks the commit, and this GitHub serves no git')
    expect(requests).toEqual([])
  }))

const IMPOSSIBLE: Record<string, [situation: Situation, reason: RegExp]> = {
  'the server refuses': [{ refuses: true }, /403/],
  'another repository is checked out': [
    { prepare: (top) => gitIn(top)('remote', 'set-url', 'origin', 'https://github.com/octo/lake') },
    /is a checkout of octo\/lake, not of octo\/pond/,
  ],
}

test.each(Object.entries(IMPOSSIBLE))('%s: the run is told which files it sees', (_, [situation, reason]) =>
  attempt(situation, async ({ files, head }) => {
    expect(files.view).toBeUndefined()
    const { problem = '', note = '', gap = '' } = files.mismatch ?? {}
    expect(problem).toMatch(reason)
    for (const text of [problem, note])
      expect(text).toContain(`not those of ${head.slice(0, 10)}, the head of pull request #7`)
    expect(gap).toMatch(/^the files were .*not those of the head of pull request #7$/)
    expect(await files.mismatch?.editProblem('src/b.txt')).toMatch(
      /^The file was not edited: src\/b.txt is another one/,
    )
    expect(await files.mismatch?.editProblem('new.txt')).toBeDefined()
    expect((await files.mismatch?.editProblem('a.txt')) === undefined).toBe(situation.refuses === true)
  }),
)

test('a run about no pull request has its checkout', async () => {
  const task = { event: 'push', kind: 'push', sha: '0'.repeat(40), repo: { owner: 'octo', name: 'pond' } } as Task
  const options = { workspace: '/nowhere', scratch: '/nowhere', env: {}, token: '', mayLink: true }
  const github = { commitDetails: () => Promise.reject(), tree: () => Promise.reject() }
  const files = await openRunFiles(task, { ...options, github, signal: new AbortController().signal })
  expect([files.view, files.mismatch]).toEqual([undefined, undefined])
})

test('a job without a checkout: the head is fetched, and what is beside it stays', () =>
  attempt(
    { beside: { 'report.json': '{}', 'tools/.git/HEAD': 'ref: refs/heads/main', 'new.txt': 'mine' } },
    (tried) => {
      const { files, head, requests } = tried
      expect(files.mismatch?.problem).toBeUndefined()
      const folder = files.view?.workspace ?? ''
      expect(gitIn(folder)('rev-parse', 'HEAD')).toBe(head)
      expect(gitIn(folder)('remote', 'get-url', 'origin')).toMatch(/\/octo\/pond$/)
      expect(['a.txt', 'new.txt', 'report.json'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
        ...['base', 'head', '{}'],
      ])
      expect(files.gap?.note).toMatch(/^The job has no checkout .*, the head of pull request #7\..*: new\.txt\.$/)
      expect(requests.length).toBeGreaterThan(0)
    },
  ))

test('a job without a checkout whose commit cannot be fetched says both', () =>
  attempt({ beside: {}, refuses: true }, async ({ files }) => {
    expect(files.mismatch?.problem).toMatch(
      /^This job has no checkout: the files here are not those of \w{10}, the head/,
    )
    expect(await files.mismatch?.editProblem('a.txt')).toBeDefined()
  }))

test('a run about no pull request is told when there is no checkout', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-no-checkout-'))
  const task = { event: 'issues', kind: 'issue', sha: '0'.repeat(40), repo: { owner: 'octo', name: 'pond' } } as Task
  const options = { workspace: folder, scratch: folder, env: {}, token: '', mayLink: true }
  const github = { commitDetails: () => Promise.reject(), tree: () => Promise.reject() }
  const open = () => openRunFiles(task, { ...options, github, signal: new AbortController().signal })
  expect((await open()).gap?.note).toContain('This job has no checkout')
  mkdirSync(join(folder, 'pond/.git'), { recursive: true })
  expect((await open()).gap).toBeUndefined()
  rmSync(folder, { recursive: true })
})

/** What earlier steps did, and the paths that the run is told to lack. */
const EARLIER_STEPS: Record<string, [prepare: (top: string) => void, leftOut: readonly string[]]> = {
  'changed a tracked file': [(top) => put(top, { 'a.txt': 'changed' }), ['a.txt']],
  'deleted one': [(top) => rmSync(join(top, 'late.txt')), ['late.txt']],
  'staged one': [
    (top) => {
      put(top, { 'src/b.txt': 'staged' })
      gitIn(top)('add', 'src/b.txt')
    },
    ['src/b.txt'],
  ],
  'only touched one': [(top) => put(top, { 'a.txt': 'base' }), []],
  'wrote what the head has': [(top) => put(top, { 'src/b.txt': 'head', 'new.txt': 'head' }), []],
  'wrote a file that the head has otherwise': [(top) => put(top, { 'new.txt': 'mine' }), ['new.txt']],
  'wrote other files': [(top) => put(top, { 'report.json': '{}', 'node_modules/x.js': 'x' }), []],
  'replaced a folder by a file': [
    (top) => {
      rmSync(join(top, 'src'), { recursive: true })
      put(top, { src: 'a file' })
    },
    ['src', 'src/b.txt'],
  ],
}

test.each(sample(Object.entries(EARLIER_STEPS), 2))(
  'earlier steps %s: people and the model know',
  (_, [prepare, leftOut]) =>
    attempt({ prepare }, ({ files }) => {
      expect(files.view?.leftOut).toEqual(leftOut)
      for (const text of [files.gap?.notice, files.gap?.note])
        if (leftOut.length === 0) expect(text).toBeUndefined()
        else expect(text).toContain(`the head of pull request #7: ${leftOut.join(', ')}.`)
    }),
)

test('ten of many changed files are named', () =>
  attempt(
    {
      prepareHead: (origin) =>
        put(origin, Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`f${at}`, 'head']))),
      prepare: (top) => put(top, Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`f${at}`, 'mine']))),
    },
    ({ files }) => expect(files.gap?.notice).toMatch(/: (?:f\d+, ){9}f\d+ and 4 more\.$/),
  ))

/** Large folders that git ignores, as package managers and builds leave them. */
const LARGE = ['node_modules', '.venv', ...(isFull ? ['target', 'vendor'] : [])]
const fill = (top: string) => {
  writeFileSync(join(top, '.git/info/exclude'), LARGE.map((name) => `/${name}/\n`).join(''))
  put(top, { 'cache/x': 'x' })
  for (const folder of LARGE)
    put(
      top,
      Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${folder}/p${n % 9}/${n}.js`, `${folder} ${n}`])),
    )
  symlinkSync('p1/1.js', join(top, 'node_modules/link.js'))
  put(top, { 'node_modules/gha-creds-1.json': 'a key' })
}
const inode = (path: string) => lstatSync(path).ino

test('large folders that git ignores are links where isolation keeps writes from them, until they are separated', () =>
  attempt({ prepare: fill }, async ({ files, workspace }) => {
    const { view } = files
    expect(view?.linked.toSorted()).toEqual(LARGE.toSorted())
    const place = (name: string) => join(view?.folder ?? '', name)
    for (const folder of LARGE)
      expect(inode(place(`${folder}/p1/1.js`))).toBe(inode(join(workspace, folder, 'p1/1.js')))
    expect(inode(place('cache/x'))).not.toBe(inode(join(workspace, 'cache/x')))
    expect(readFileSync(place('node_modules/link.js'), 'utf8')).toBe('node_modules 1')
    expect(existsSync(place('node_modules/gha-creds-1.json'))).toBe(false)
    expect(await view?.separate()).toEqual([])
    for (const folder of LARGE) {
      expect(inode(place(`${folder}/p1/1.js`))).not.toBe(inode(join(workspace, folder, 'p1/1.js')))
      expect(readFileSync(place(`${folder}/p1/1.js`), 'utf8')).toBe(`${folder} 1`)
    }
    expect(readFileSync(join(workspace, '.venv/p1/1.js'), 'utf8')).toBe('.venv 1')
  }))

test('large folders are copies where nothing keeps writes from them', () =>
  attempt({ prepare: fill, mayLink: false }, async ({ files, workspace }) => {
    expect(files.view?.linked).toEqual([])
    const copy = join(files.view?.folder ?? '', '.venv/p1/1.js')
    expect(inode(copy)).not.toBe(inode(join(workspace, '.venv/p1/1.js')))
    expect(readFileSync(copy, 'utf8')).toBe('.venv 1')
  }))
