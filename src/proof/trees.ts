import { lstatSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { childEnvFor, type Runtime } from '../config/runtime.ts'
import { machineReason } from '../platform/errors.ts'
import { openRoot, readOpened } from '../platform/files/open-path.ts'
import { walkWorkspaceFolder } from '../platform/files/workspace-path.ts'
import { runGit, splitNulFields } from '../platform/process/run-git.ts'
import { type Argv, runProgram } from '../platform/process/run-program.ts'
import { NO_HOSTS } from '../platform/sandbox/allowed-hosts.ts'
import type { Isolation } from '../platform/sandbox/isolation.ts'
import { missingParts, type ReplacedFolder } from '../platform/sandbox/isolation-context.ts'
import { openSandboxSession } from '../platform/sandbox/sandbox-session.ts'
import type { ProofSide } from '../record/events.ts'
import { globList } from '../text/glob-list.ts'
import { joinResults, readTestReport, type TestResults } from './test-report.ts'
import type { ProofChange } from './testing-files.ts'

/** The checkout whose trees are tried. */
export type TriedCheckout = {
  /** Its top, and how programs see that. */
  top: string
  shownTop: string
  /** What stands for the checkout. */
  view: ReplacedFolder | undefined
  /** When the run began to change it, in milliseconds since the epoch. */
  beganMs: number
}

export type TreeOptions = {
  checkout: TriedCheckout
  changes: readonly ProofChange[]
  /** Globs of JUnit reports. */
  reports: readonly string[]
  runtime: Runtime
  /** No command runs longer, in the time of the runtime. */
  deadline: number
}

/** `tests`: what the reports say; absent without reports. */
export type TreeRun = ProofSide & { tests?: TestResults }

/** `keeps`: which changes the tree has. */
export type RunOnTree = (keeps: (change: ProofChange) => boolean, command: string) => Promise<TreeRun>

const notRun = (reason: string): TreeRun => ({ state: 'not run', reason })

/** Runs commands on the checkout with a part of its changes, each in a fresh overlay at its own path, in a sandbox without network. */
export function openTrees(options: TreeOptions): RunOnTree {
  const { checkout, changes, reports, runtime } = options
  const isReport = reports.length === 0 ? () => false : globList(reports, { dot: true })
  const ignored = ignoredState(checkout)
  return async (keeps, command) => {
    try {
      const { created, problem } = await ignored
      if (problem !== undefined) return notRun(problem)
      const earlier =
        reports.length === 0
          ? []
          : (await filesOf(checkout.top, ['--cached', '--others'])).filter((path) =>
              isReport(fromWorkspace(path, options)),
            )
      const tree = treeWith(changes, keeps)
      return await runInOverlay(
        { ...tree, removed: [...tree.removed, ...created, ...earlier] },
        command,
        isReport,
        options,
      )
    } catch (error) {
      return notRun(runtime.signal.aborted ? LATE : machineReason(error))
    }
  }
}

const LATE = 'time ran out'

type Tree = { removed: readonly string[]; files: ReadonlyMap<string, { bytes: Buffer; mode: string }> }

/** What turns the files at the end of the run into those with a part of its changes. */
function treeWith(changes: readonly ProofChange[], keeps: (change: ProofChange) => boolean): Tree {
  const undone = changes.filter((change) => !keeps(change))
  const files = new Map(
    undone.flatMap(({ path, previousPath = path, before, mode, modeBefore = mode }) =>
      before === null ? [] : [[previousPath, { bytes: before, mode: modeBefore }] as const],
    ),
  )
  return { removed: undone.flatMap(({ path, previousPath = path }) => [path, previousPath]), files }
}

/** A path from the top of the checkout as one from the workspace, where commands start. */
const fromWorkspace = (path: string, { checkout, runtime }: Pick<TreeOptions, 'checkout' | 'runtime'>): string =>
  relative(runtime.workspace, join(checkout.shownTop, path))

async function filesOf(top: string, kinds: readonly string[]): Promise<string[]> {
  const { code, stdout, failure } = await runGit({ top }, ['ls-files', '-z', ...kinds], { maxBytes: 256 * 1024 * 1024 })
  if (code !== 0) throw new Error(failure ?? 'git could not list the files of the checkout')
  return splitNulFields(stdout)
}

/** What programs leave behind and no result rests on. */
const CACHE =
  /(?:^|\/)(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.nyc_output|coverage|\.vite|\.vitest|\.vite-temp|\.cache|\.turbo)(?:\/|$)|\.(?:pyc|tsbuildinfo)$/

/** Whether a file that is not delivered is one that git ignores, whose state is read where commands run. */
export const isIgnoredFile = (reason: string, kind: string, path: string): boolean =>
  reason === 'git ignores it' && (kind !== 'deleted' || CACHE.test(path))

/** The files that git ignores: those that the run created, which no tree has, and why the others are not as they were. */
async function ignoredState({ top, beganMs }: TriedCheckout): Promise<{ created: string[]; problem?: string }> {
  try {
    const created: string[] = []
    for (const path of await filesOf(top, ['--others', '--ignored', '--exclude-standard'])) {
      const stats = lstatSync(join(top, path), { throwIfNoEntry: false })
      if (stats === undefined || stats.ctimeMs < beganMs) continue
      if (CACHE.test(path) || stats.birthtimeMs >= beganMs) created.push(path)
      else return { created, problem: `${path} changed, which git ignores` }
    }
    return { created }
  } catch (error) {
    return { created: [], problem: machineReason(error) }
  }
}

/** Removes and writes the files of a tree below $1, as they are in $2. */
const APPLY = 'cd "$1" && xargs -0 rm -rf -- < "$2/removed" && cp -a "$2/files/." .'

const LIMITS = { processes: 4096, fileBytes: 4 * 1024 * 1024 * 1024 }

/** Nothing reads the output. */
const OUTPUT_BYTES = 1024

async function runInOverlay(
  { removed, files }: Tree,
  command: string,
  isReport: (path: string) => boolean,
  options: TreeOptions,
): Promise<TreeRun> {
  const { checkout, runtime, deadline } = options
  const { env, dist, workspace, signal } = runtime
  const timeLeft = () => deadline - runtime.now()
  if (signal.aborted || timeLeft() <= 0) return notRun(LATE)
  await mkdir(runtime.scratch, { recursive: true })
  const scratch = await mkdtemp(join(runtime.scratch, 'proof-'))
  try {
    const stage = join(scratch, 'stage')
    await mkdir(join(stage, 'files'), { recursive: true })
    await writeFile(join(stage, 'removed'), removed.map((path) => `${path}\0`).join(''))
    for (const [path, { bytes, mode }] of files) await putFile(join(stage, 'files', path), bytes, mode)
    const context = { env, dist, workspace, scratch, allowedHosts: NO_HOSTS, replaced: async () => checkout.view }
    await using sandbox = openSandboxSession('auto', context, () => undefined)
    const isolation = await sandbox.isolate()
    const { wrap, level, rows, writtenAt } = isolation
    if (wrap === undefined || writtenAt === undefined || level !== 'namespaces' || missingParts(rows).length > 0)
      return notRun('programs cannot be isolated from the network and the checkout on this machine')
    const apply: Argv = ['/bin/sh', '-c', APPLY, 'sluice', checkout.shownTop, stage]
    const applied = await runProgram(
      { argv: apply },
      {
        cwd: workspace,
        env: { PATH: '/usr/bin:/bin' },
        signal,
        timeoutMs: 60_000,
        wrap: (argv) => wrap(argv, [stage]),
      },
    )
    if (applied.code !== 0) return notRun('the files could not be put back in a copy of the checkout')
    const ended = await runProgram(
      { shell: command },
      {
        cwd: workspace,
        env: childEnvFor(runtime),
        signal,
        timeoutMs: Math.max(1, timeLeft()),
        limits: LIMITS,
        maxBytes: OUTPUT_BYTES,
        endProcessTree: true,
        wrap: (argv: Argv) => wrap(argv),
      },
    )
    if (ended.failure !== undefined) return notRun('the command could not be started')
    if (ended.aborted || ended.timedOut === 'total') return notRun(LATE)
    if (ended.timedOut !== false) return notRun('the command printed too much')
    if (ended.signal !== null || isSignal(ended.code))
      return notRun(`the command was killed (${ended.signal ?? ended.code})`)
    if (ended.code === 126 || ended.code === 127)
      return notRun(`the shell did not find a program of it (exit code ${ended.code})`)
    const passed: TreeRun = { state: ended.code === 0 ? 'passed' : 'failed' }
    return options.reports.length === 0 ? passed : await withReports(passed, isReport, isolation, options)
  } finally {
    await rm(scratch, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** How a shell reports that a signal ended a program. */
const isSignal = (code: number | null): boolean => code !== null && code > 128 && code <= 128 + 31

async function putFile(path: string, bytes: Buffer, mode: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  if (mode === '120000') await symlink(bytes.toString('utf8'), path)
  else await writeFile(path, bytes, { mode: mode === '100755' ? 0o755 : 0o644 })
}

const MAX_REPORT_BYTES = 20_000_000

/** Reads the reports where the overlay keeps what the command wrote: only there, and only regular files. */
async function withReports(
  run: TreeRun,
  isReport: (path: string) => boolean,
  { writtenAt }: Pick<Isolation, 'writtenAt'>,
  { runtime, checkout }: TreeOptions,
): Promise<TreeRun> {
  const folder = writtenAt?.(runtime.workspace)
  if (folder === undefined) return notRun('its reports cannot be read on this machine')
  const reports: NonNullable<ReturnType<typeof readTestReport>>[] = []
  try {
    using root = openRoot(folder)
    const paths = await walkWorkspaceFolder(root, '.', (name) => name === '.git', runtime.signal)
    let room = MAX_REPORT_BYTES
    for (const path of paths.filter(isReport)) {
      using file = root.open(join(root.path, path))
      if (!file.stats.isFile()) return { ...run, state: 'failed', reason: `${path} is no regular file` }
      const bytes = await readOpened(file, { maxBytes: room })
      if (bytes === undefined) return { ...run, state: 'failed', reason: 'its reports are larger than 20 MB' }
      room -= bytes.length
      const report = readTestReport(bytes.toString('utf8'), checkout.shownTop)
      if (report === undefined) return { ...run, state: 'failed', reason: `${path} is no JUnit report` }
      reports.push(report)
    }
  } catch (error) {
    if (reports.length > 0) return { ...run, state: 'failed', reason: machineReason(error) }
  }
  const tests = joinResults(reports)
  if (reports.length === 0) return { ...run, state: 'failed', reason: 'it wrote no report' }
  if (run.state === 'passed' && tests.count === 0) return { state: 'failed', reason: 'no test ran', tests }
  return run.state === 'passed' && tests.failed > 0 ? { ...run, state: 'failed', tests } : { ...run, tests }
}
