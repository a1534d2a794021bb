import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../src/emulators/github/github.ts'
import { issue, pull, type WorldSeed } from '../../src/emulators/github/world.ts'
import type { Task } from '../../src/github/events/task.ts'
import { BOT, TOKEN } from './delivery-fixture.ts'

const run = promisify(execFile)

/** A repository on disk, as GitHub has it. */
export type Repository = {
  dir: string
  /** Initial tips of `main` and `topic`. */
  base: string
  head: string
  git(...args: string[]): Promise<string>
  /** Pushes to a branch as another person. Returns the new tip. */
  push(branch: string, files: Record<string, string | null>): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

const FILES: Record<string, string> = {
  'src/a.ts': 'export const a = 1\n',
  'src/b.ts': 'export const b = 2\n',
  'docs/old.md': 'Old.\n',
  'README.md': '# Pond\n',
}

let template: Promise<{ dir: string; base: string; head: string }> | undefined

/** `main` with a few files, a program, a link and some bytes; `topic` changes one of them. */
export async function makeRepository(): Promise<Repository> {
  template ??= makeTemplate()
  const { dir: made, base, head } = await template
  const dir = await mkdtemp(join(tmpdir(), 'sluice-commit-'))
  // Without waiting, because Node.js copies a whole folder at once only so.
  cpSync(made, dir, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  const git = gitIn(dir)
  return {
    dir,
    base,
    head,
    git,
    push: (branch, files) => pushTo(dir, branch, files),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
}

/** Created once and copied, because git processes are slow. */
async function makeTemplate() {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-template-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const git = gitIn(dir)
  await git('init', '--quiet', '--initial-branch=main')
  for (const [path, text] of Object.entries(FILES)) await write(dir, path, text)
  await write(dir, 'bin/run.sh', '#!/bin/sh\necho hi\n', 0o755)
  await write(dir, 'data.bin', Buffer.from([0, 1, 2, 255, 254]))
  await git('add', '--all')
  await write(dir, '.git/link-target', 'src/a.ts')
  const target = await git('hash-object', '-w', '.git/link-target')
  await git('update-index', '--add', '--cacheinfo', `120000,${target},link.ts`)
  await git('commit', '--quiet', '-m', 'Base')
  const base = await git('rev-parse', 'HEAD')
  await git('branch', 'topic')
  const head = await pushTo(dir, 'topic', { 'src/a.ts': 'export const a = 10\n' })
  await lendObjects(dir)
  return { dir, base, head }
}

/** Copies borrow the objects, so the emulator reads each once. */
async function lendObjects(dir: string): Promise<void> {
  const [objects, lent] = [join(dir, '.git/objects'), `${dir}-objects`]
  process.once('exit', () => rmSync(lent, { recursive: true, force: true }))
  await rename(objects, lent)
  await mkdir(join(objects, 'info'), { recursive: true })
  await writeFile(join(objects, 'info/alternates'), `${lent}\n`)
}

const gitIn =
  (dir: string) =>
  async (...args: string[]) => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
    const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull }
    return (await run('git', [...identity, ...args], { cwd: dir, env })).stdout.trimEnd()
  }

async function write(dir: string, path: string, text: string | Buffer, mode = 0o644) {
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await writeFile(join(dir, path), text, { mode })
}

async function pushTo(dir: string, branch: string, files: Record<string, string | null>): Promise<string> {
  const git = gitIn(dir)
  await git('checkout', '--quiet', '--force', '--detach', branch)
  for (const [path, text] of Object.entries(files))
    if (text === null) await git('rm', '--quiet', path)
    else await write(dir, path, text)
  await git('add', '--all')
  await git('commit', '--quiet', '-m', `Push to ${branch}`)
  const tip = await git('rev-parse', 'HEAD')
  await git('update-ref', `refs/heads/${branch}`, tip)
  return tip
}

export const HERE = 'octo/pond'

export const seedOf = ({ dir, base, head }: Repository, more: Partial<WorldSeed> = {}): WorldSeed => ({
  owner: 'octo',
  repo: 'pond',
  token: TOKEN,
  viewer: BOT,
  gitDir: dir,
  permissions: { ada: 'write' },
  issues: [issue({ number: 7 })],
  pulls: [
    pull({
      number: 8,
      user: 'ada',
      base: { ref: 'main', sha: base, repo: HERE },
      head: { ref: 'topic', sha: head, repo: HERE },
    }),
  ],
  ...more,
})

export const startGitGitHub = (
  repository: Repository,
  options: GitHubEmulatorOptions = {},
  more: Partial<WorldSeed> = {},
): Promise<GitHubEmulator> => startGitHub(seedOf(repository, more), options)

/** A request on pull request 8, whose head is the branch `topic`. */
export const pullTask = ({ base, head }: Repository, more: Partial<Task> = {}): Task => ({
  event: 'issue_comment',
  repo: { owner: 'octo', name: 'pond' },
  kind: 'pull_request',
  number: 8,
  actor: 'ada',
  triggeringActor: 'ada',
  author: 'ada',
  request: 'mend it',
  sha: base,
  defaultBranch: 'main',
  base: { ref: 'main', sha: base, repo: HERE },
  head: { ref: 'topic', sha: head, repo: HERE },
  ...more,
})

/** A request on issue 7; the default branch is checked out. */
export const issueTask = ({ base }: Repository, more: Partial<Task> = {}): Task => ({
  event: 'issue_comment',
  repo: { owner: 'octo', name: 'pond' },
  kind: 'issue',
  number: 7,
  actor: 'ada',
  triggeringActor: 'ada',
  author: 'ada',
  request: 'mend it',
  sha: base,
  defaultBranch: 'main',
  ...more,
})

/** Every branch with its tip. */
export async function branchesOf({ git }: Repository): Promise<Record<string, string>> {
  const lines = (await git('for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads')).split('\n')
  return Object.fromEntries(lines.map((line) => line.split(' ', 2)))
}

/** The changes of a commit: `M 100644 path`, one line per file, sorted. */
export async function changesIn({ git }: Repository, commit: string, onto = `${commit}^`): Promise<string[]> {
  const raw = await git('diff', '--raw', '--no-renames', onto, commit)
  return raw
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^:\d+ (\d+) \S+ \S+ (\w)\t(.*)$/, '$2 $1 $3'))
    .toSorted()
}

/** Git finds nothing wrong with any object or reference. */
export async function isSound({ git }: Repository): Promise<boolean> {
  await git('fsck', '--strict', '--no-dangling')
  return true
}
