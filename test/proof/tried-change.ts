import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRuntime } from '../../src/config/runtime.ts'
import { type ProofOptions, type ProofSubject, proveChanges } from '../../src/proof/prove.ts'
import type { ProofRecord } from '../../src/record/events.ts'

/** Text, or null where there is no file. A text that starts with `#!` is a program. */
export type Files = Readonly<Record<string, string | null>>

export type Tried = {
  files: Files
  /** What git ignores, as earlier steps of the job left it. `{top}` stands for the path of the checkout. */
  ignored?: Files
  change: Files
  /** What the run leaves in files that git ignores. */
  leaves?: Files
  options: Partial<ProofOptions> & { commands: readonly string[] }
  isFix?: boolean
  /** Paths of the change that rules hold back. */
  heldBack?: readonly string[]
  /** Milliseconds that the run has left. */
  leftMs?: number
  env?: Record<string, string>
  signal?: AbortSignal
}

export const GIT = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'init.defaultBranch=main']

const bytesOf = (text: string | null | undefined) => (text === null || text === undefined ? null : Buffer.from(text))

function writeFiles(top: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(top, path)
    if (text === null) {
      rmSync(file)
      continue
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.replaceAll('{top}', top))
    if (text.startsWith('#!')) chmodSync(file, 0o755)
  }
}

/** Makes a real repository, changes it as a run would, and proves the change in the real sandbox. `left`: the checkout afterwards. */
export async function tryChange(tried: Tried): Promise<{
  proof: ProofRecord | undefined
  /** The same with `off`. */
  off: ProofRecord | undefined
  left: (path: string) => string | undefined
  commitTree: () => string
}> {
  const {
    files,
    ignored = {},
    change,
    leaves = {},
    options,
    heldBack = [],
    signal = new AbortController().signal,
  } = tried
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-tried-')))
  const top = join(folder, 'pond')
  const git = (...args: string[]) => execFileSync('git', [...GIT, ...args], { cwd: top, encoding: 'utf8' })
  try {
    writeFiles(top, { '.gitignore': 'node_modules\nreports/\nout/\n*.log\nbuilt/\n', ...files })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'begin')
    writeFiles(top, ignored)
    // The clock of a file system has steps of some milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 30))
    const beganMs = Date.now() - 10
    writeFiles(top, { ...change, ...leaves })
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: join(folder, 'home'),
      RUNNER_TEMP: join(folder, 'temp'),
      ...tried.env,
    }
    for (const path of [env.HOME, env.RUNNER_TEMP]) mkdirSync(path)
    const event = { name: 'issue_comment', payload: {} } as unknown as Parameters<typeof createRuntime>[0]['event'] // no part of it is read
    const runtime = createRuntime({
      env,
      dist: folder,
      event,
      session: 'tried',
      signal,
      log: () => undefined,
      workspace: top,
    })
    let calls = 0
    const now = () => {
      calls += 1
      writeFileSync(join(folder, 'calls'), String(calls))
      return Date.now()
    }
    const subject: ProofSubject = {
      options: { mode: 'report', minutes: 2, rounds: 0, reports: [], tests: [], ...options },
      changes: Object.keys(change).map((path) => ({
        path,
        before: bytesOf(files[path]),
        after: bytesOf(change[path]),
        mode: (change[path] ?? files[path] ?? '').startsWith('#!') ? '100755' : '100644',
        isLeftOut: heldBack.includes(path),
      })),
      checkout: { top, shownTop: top, view: undefined, beganMs },
      unknown: [],
      isFix: tried.isFix ?? true,
      isMixed: false,
      runtime: { ...runtime, now },
      endsAt: Date.now() + (tried.leftMs ?? 10 * 60_000),
    }
    const off = await proveChanges({ ...subject, options: { ...subject.options, mode: 'off' } })
    if (calls > 0) throw new Error('with off, something ran')
    const proof = await proveChanges(subject)
    const contents = new Map(
      [...Object.keys(files), ...Object.keys(change)].map((path) => {
        const file = join(top, path)
        return [path, existsSync(file) ? readFileSync(file, 'utf8') : undefined]
      }),
    )
    git('add', '-A')
    const tree = git('write-tree').trim()
    return { proof, off, left: (path) => contents.get(path), commitTree: () => tree }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
