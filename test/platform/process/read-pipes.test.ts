import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openGit } from '../../../src/github/git.ts'
import { openWorkspace } from '../../../src/platform/files/workspace.ts'
import { processActivity, WAITED } from '../../../src/platform/process/process-group.ts'
import { runProgram } from '../../../src/platform/process/run-program.ts'
import { findCheckout } from '../../../src/platform/snapshot/git-repository.ts'
import { compareWithBegin } from '../../../src/platform/snapshot/tree-changes.ts'
import { takeSnapshot } from '../../../src/platform/snapshot/worktree-snapshot.ts'
import { builtins, type Capabilities } from '../../../src/tools/builtins.ts'
import { sample } from '../../sample.ts'

const isLinux = process.platform === 'linux'
const ENV = { PATH: process.env.PATH ?? '' }

let prepared = ''
beforeAll(() => {
  prepared = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-pipes-')))
  prepare(prepared)
})
afterAll(() => rmSync(prepared, { recursive: true }))

/** A checkout with one file in git's index and one outside of it: a copy, because git processes are slow. */
function checkout(): { top: string; snapshot: string } & Disposable {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-pipes-')))
  const top = join(base, 'work')
  cpSync(prepared, top, { recursive: true })
  return { top, snapshot: join(base, 'snapshot'), [Symbol.dispose]: () => rmSync(base, { recursive: true }) }
}

function prepare(top: string) {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: top, stdio: 'ignore' })
  for (const [path, text] of [
    ['sub/tracked.txt', 'inside\n'],
    ['new/untracked.txt', 'inside\n'],
  ] as const) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  git('init', '-q', '-b', 'main')
  git('add', 'sub')
  git('commit', '-q', '-m', 'first')
  git('init', '-q', '-b', 'main', 'nested')
  git('-C', 'nested', 'commit', '-q', '--allow-empty', '-m', 'first')
  // A copy has another time than the index knows, so git reads the file and its attributes.
}

/** Names that git opens on its own, found by a pipe in the place of each. */
const NAMES = [
  ['.gitignore'],
  ['sub/.gitignore', 'new/.gitignore'],
  ['.gitattributes', '.gitignore'],
  ['sub/.gitattributes'],
  ['.git/info/exclude', '.git/info/attributes'],
  ['.git/packed-refs', '.git/shallow', '.git/info/grafts'],
  ['.git/objects/info/commit-graph', '.git/objects/pack/multi-pack-index', '.git/objects/info/alternates'],
  ['.git/config'],
  ['.git/hooks/pre-commit', '.git/refs/replace/pipe'],
  ['nested/.git/HEAD', 'nested/.git/refs/heads/main'],
]

test.skipIf(!isLinux).each(sample(NAMES, 5).map((names) => ({ names })))(
  'git does not wait for a pipe in the place of $names',
  { timeout: 30_000 },
  async ({ names }) => {
    using place = checkout()
    const { top } = place
    const files = await openWorkspace(top)
    const found = await findCheckout({ workspace: top, repository: 'o/r', commits: [] })
    if (!found.ok) throw new Error(found.reason)
    const snapshot = await takeSnapshot(found, place.snapshot)
    for (const name of names) {
      mkdirSync(dirname(join(top, name)), { recursive: true })
      rmSync(join(top, name), { force: true })
      execFileSync('mkfifo', [join(top, name)])
    }
    const tools = builtins({ files } as Capabilities) // the rest is optional
    const call = async (name: string, args: Record<string, unknown>) => {
      const tool = tools.find((each) => each.name === name)
      const parsed = tool?.parse(args)
      if (tool === undefined || !parsed?.ok) throw new Error(`no call of ${name}`)
      const result = await tool.run(parsed.args, AbortSignal.timeout(60_000))
      return result.ok ? result.content : result.text
    }
    const answers = await Promise.all([
      call('glob', { pattern: '**/*.txt' }),
      call('search_file_content', { pattern: 'inside', names_only: true }),
      openGit(top, ENV).listFiles(),
    ])
    for (const answer of answers.slice(0, 2)) {
      expect(answer).toContain('sub/tracked.txt')
      expect(answer).toContain('new/untracked.txt')
    }
    writeFileSync(join(top, 'sub/tracked.txt'), 'changed\n')
    const { changes } = await compareWithBegin(snapshot)
    // Without its ignore rules it would deliver what git ignores.
    expect(changes.map(({ path }) => path)).toEqual(['sub/tracked.txt'])
  },
)

test.skipIf(!isLinux)('a program that waits for another pipe ends, with the reason', async () => {
  using place = checkout()
  execFileSync('mkfifo', [join(place.top, 'pipe.txt')])
  const ran = await runProgram(
    { argv: ['cat', 'pipe.txt'] },
    { cwd: place.top, env: ENV, reads: place.top, leavesNothingRunning: true },
  )
  expect(ran).toMatchObject({ failure: WAITED, timedOut: false, code: null })
})

test.skipIf(!isLinux)('a shell whose child works does not wait, one whose child sleeps does', async () => {
  for (const [script, isWaiting] of [
    ['while :; do :; done & wait', false],
    ['sleep 300 & wait', true],
  ] as const) {
    const shell = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' })
    const pid = shell.pid ?? 0
    try {
      const look = async () => {
        const before = processActivity(pid)
        await vi.waitUntil(() => before === undefined || processActivity(pid) !== before || isWaiting)
        return before !== undefined && processActivity(pid) === before
      }
      await vi.waitUntil(async () => (await look()) === isWaiting)
    } finally {
      process.kill(-pid, 'SIGKILL')
    }
  }
})
