import { lstatSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { childEnvFor, type Runtime } from '../config/runtime.ts'
import { machineReason } from '../platform/errors.ts'
import { openRoot, readOpened } from '../platform/files/open-path.ts'
import { walkWorkspaceFolder } from '../platform/files/workspace-path.ts'
import { runGit, splitNulFields } from '../platform/process/run-git.ts'
import { type Argv, type ProgramResult, runProgram } from '../platform/process/run-program.ts'
import { stopAtFailure } from '../platform/process/shell-words.ts'
import { NO_HOSTS } from '../platform/sandbox/allowed-hosts.ts'
import type { Isolation } from '../platform/sandbox/isolation.ts'
import { missingParts, type ReplacedFolder } from '../platform/sandbox/isolation-context.ts'
import { openSandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { GIT_IGNORES_IT } from '../platform/snapshot/ignored-files.ts'
import type { ProofSide } from '../record/events.ts'
import { formatDuration } from '../text/format-text.ts'
import { globList } from '../text/glob-list.ts'
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

/**
 * `tests`: what the reports say; absent without reports. `output`: the end of what a command that did not pass wrote. `end`: without a
 * result, what can be the fault of the change: it took too long (`late`), or was killed or lacked a program (`other`).
 */
export type TreeRun = ProofSide & { tests?: TestResults; output?: string; end?: 'late' | 'other' }

/** `keeps`: which changes the tree has. `share`: how much of the time that is left the command may take. */
export type RunOnTree = (keeps: (change: ProofChange) => boolean, command: string, share?: number) => Promise<TreeRun>

const notRun = (reason: string): TreeRun => ({ state: 'not run', reason })

/** Runs commands on the checkout with a part of its changes, each in a fresh overlay at its own path, in a sandbox without network. */
export function openTrees(options: TreeOptions): RunOnTree {
  const { checkout, changes, reports, runtime } = options
  const isReport = reports.length === 0 ? () => false : globList(reports, { dot: true })
  const ignored = ignoredState(checkout)
  return async (keeps, command, share = 1) => {
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
        share,
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
  const undone = changes.filter((change) => change.isStaged !== true && !keeps(change))
  const staged = changes.filter((change) => change.isStaged === true && keeps(change))
  const files = new Map([
    ...undone.flatMap(({ path, previousPath = path, before, mode, modeBefore = mode }) =>
      before === null ? [] : [[previousPath, { bytes: before, mode: modeBefore }] as const],
    ),
    ...staged.flatMap(({ path, after, mode }) => (after === null ? [] : [[path, { bytes: after, mode }] as const])),
  ])
  return { removed: [...undone, ...staged].flatMap(({ path, previousPath = path }) => [path, previousPath]), files }
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
  reason === GIT_IGNORES_IT && (kind !== 'deleted' || CACHE.test(path))

/** The files that git ignores: those that the run created, which no tree has, and why the others are not as they were. */
export async function ignoredState({
  top,
  beganMs,
}: Pick<TriedCheckout, 'top' | 'beganMs'>): Promise<{ created: string[]; problem?: string }> {
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

/** Four fifths are kept of the end: more than the model may read. */
const OUTPUT_BYTES = 20_480

async function runInOverlay(
  { removed, files }: Tree,
  command: string,
  share: number,
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
    const limitMs = timeLeft() * share
    if (limitMs <= 0) return notRun(LATE)
    const began = runtime.now()
    const ended = await runProgram(
      { shell: stopAtFailure(command) },
      {
        cwd: workspace,
        env: childEnvFor(runtime),
        signal,
        timeoutMs: limitMs,
        limits: LIMITS,
        maxBytes: OUTPUT_BYTES,
        endProcessTree: true,
        wrap: (argv: Argv) => wrap(argv),
      },
    )
    const run = runOf(ended, limitMs, runtime.now() - began)
    const hasReports = options.reports.length > 0 && (run.state === 'passed' || run.state === 'failed')
    return hasReports ? await withReports(run, isReport, isolation, options) : run
  } finally {
    await rm(scratch, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** What is known of a command by the way it ended. */
export function runOf(
  ended: Pick<ProgramResult, 'failure' | 'aborted' | 'timedOut' | 'signal' | 'code' | 'output'>,
  limitMs: number,
  tookMs: number,
): TreeRun {
  const { failure, aborted, timedOut, signal, code } = ended
  if (failure !== undefined) return notRun('the command could not be started')
  const output = ended.output.slice(-4000)
  const withoutResult = (reason: string, end?: TreeRun['end']): TreeRun => ({ state: 'no result', reason, end, output })
  if (aborted) return withoutResult('the run was stopped')
  if (timedOut === 'total') return withoutResult(`it did not end within ${formatDuration(limitMs)}`, 'late')
  if (timedOut !== false) return withoutResult('it printed too much')
  const name = signal ?? Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0]
  const isCrash = CRASHES.some((crash) => crash === name)
  if (name !== undefined && !isCrash) return withoutResult(`it was killed by ${name}`, 'other')
  if (code === 126 || code === 127)
    return withoutResult(`the shell did not find a program of it (exit code ${code})`, 'other')
  if (code === 0) return { state: 'passed', seconds: Math.max(1, Math.ceil(tookMs / 1000)) }
  return { state: 'failed', reason: isCrash ? `the command crashed (${name})` : undefined, output }
}

/** What a fault of the program itself ends it with. */
const CRASHES = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const

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
  const reports: NonNullable<Awaited<ReturnType<typeof readTestReport>>>[] = []
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
      const report = await readTestReport(bytes.toString('utf8'), checkout.shownTop)
      if (report === undefined) return { ...run, state: 'failed', reason: `${path} is no JUnit report` }
      reports.push(report)
    }
  } catch (error) {
    if (reports.length > 0) return { ...run, state: 'failed', reason: machineReason(error) }
  }
  const tests = joinResults(reports)
  if (reports.length === 0) return { ...run, state: 'failed', reason: run.reason ?? 'it wrote no report' }
  if (run.state === 'passed' && tests.count === 0) return { state: 'failed', reason: 'no test ran', tests }
  return run.state === 'passed' && tests.failed > 0 ? { ...run, state: 'failed', tests } : { ...run, tests }
}

/** How a test ended. `unloaded`: it failed because what it needs is not there, so it says nothing about behavior. */
export type TestState = 'passed' | 'failed' | 'unloaded' | 'unstable' | 'skipped'

/** The tests of one run by file, suites, class and name. Ambiguous ones are left out. `count`: all that ran. */
export type TestResults = { tests: ReadonlyMap<string, TestState>; count: number; failed: number }

/** What a failure says when code that the test needs does not exist or does not compile. */
const UNLOADED =
  /\b(?:ImportError|ModuleNotFoundError|SyntaxError|ReferenceError|NameError|NoSuchMethodError|NoClassDefFoundError|ClassNotFoundException|ERR_MODULE_NOT_FOUND|ERR_REQUIRE_ESM)\b|Cannot find module|cannot import name|(?<!'NoneType' object )has no attribute|is not a function|is not a constructor|is not defined|does not provide an export|undefined: \w|undefined (?:method(?!.* for nil)|function|local variable|constant)|uninitialized constant|fixture '\w+' not found|build failed|compil(?:ation|e) (?:failed|error)/i

type OpenTest = { name: string; state: TestState; text: string }

/** Undefined for what is not a JUnit report. Reads no DOCTYPE, so no entity of its own. `top`: the folder that paths in it lose. */
export async function readTestReport(xml: string, top: string): Promise<[id: string, state: TestState][] | undefined> {
  const { Parser } = await import('htmlparser2')
  const tests: [string, TestState][] = []
  const open: string[] = []
  const suites: string[] = []
  let test: OpenTest | undefined
  /** Where the last tag ended that opened an element; -1 without any. */
  let openedAt = -1
  const within = (text = '') => text.replaceAll(`${top}/`, '').replaceAll(top, '.')
  const refuse = () => {
    throw new SyntaxError('no JUnit report')
  }
  const parser = new Parser(
    {
      // A DOCTYPE begins with "!", the first line of XML with "?".
      onprocessinginstruction: (name) => (name.startsWith('!') ? refuse() : undefined),
      onattribute: (_name, _value, quote) => (quote ? undefined : refuse()),
      onopentag(name, attributes) {
        if (open.length === 0 ? !/^testsuites?$/.test(name) : open.length === MAX_DEPTH) refuse()
        const parent = open.at(-1)
        open.push(name)
        openedAt = parser.endIndex
        if (name === 'testsuite') suites.push(within(attributes.name).replace(START_TIME, ''))
        if (name === 'testcase') {
          const parts = [within(attributes.file), ...suites, within(attributes.classname), within(attributes.name)]
          test = { name: [...new Set(parts.filter(Boolean))].join(' › '), state: 'passed', text: '' }
        } else if (test !== undefined && parent === 'testcase') {
          if (name === 'failure' || name === 'error') test.state = 'failed'
          if (name === 'skipped' && test.state === 'passed') test.state = 'skipped'
          if (/^flaky(?:Failure|Error)$/.test(name) && test.state === 'passed') test.state = 'unstable'
          test.text += ` ${attributes.type ?? ''} ${attributes.message ?? ''} `
        }
      },
      ontext(text) {
        if (open.length === 0 && text.trim() !== '') refuse()
        if (test !== undefined && test.text.length < MAX_TEXT) test.text += text
      },
      onclosetag(name, isImplied) {
        // The parser closes what is left open. An element without content ends where it began.
        if (isImplied && parser.endIndex !== openedAt) refuse()
        open.pop()
        if (name === 'testsuite') suites.pop()
        if (name !== 'testcase' || test === undefined) return
        if (test.state === 'failed' && UNLOADED.test(test.text)) test.state = 'unloaded'
        tests.push([test.name, test.state])
        test = undefined
      },
    },
    { xmlMode: true },
  )
  try {
    parser.end(xml)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  return openedAt === -1 ? undefined : tests
}

/** Reports have five levels. What nests far deeper would cost time for nothing. */
const MAX_DEPTH = 100

/** The runner of unittest-xml-reporting adds it to the names of suites, so that no two runs would have a test in common. */
const START_TIME = /-\d{14}$/

const MAX_TEXT = 4000

/** The tests of all reports of one run. */
export function joinResults(reports: readonly (readonly [id: string, state: TestState][])[]): TestResults {
  const all = reports.flat()
  const groups = Map.groupBy(all, ([id]) => id)
  const tests = new Map(
    [...groups].flatMap(([id, same]) => (same.length === 1 && same[0] ? [[id, same[0][1]] as const] : [])),
  )
  const count = (...states: TestState[]) => all.filter(([, state]) => states.includes(state)).length
  return { tests, count: all.length - count('skipped'), failed: count('failed', 'unloaded') }
}
