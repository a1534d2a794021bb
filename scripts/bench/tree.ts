/**
 * Compares the tools that read the whole tree with git commands on the same repository of 50,000 files. Prints ratios of
 * medians, measured alternately. The target for tools is 1.5; memory is compared with reading the commit's tree, without a
 * target. Not part of the tests.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadMemory } from '../../src/agent/memory/memory.ts'
import { openGit } from '../../src/github/git/git.ts'
import { steeringReader } from '../../src/github/git/steering-reader.ts'
import { openWorkspace } from '../../src/platform/files/workspace.ts'
import { readRepositoryParts } from '../../src/platform/snapshot/repository-parts.ts'
import { compareWithBegin } from '../../src/platform/snapshot/tree-changes.ts'
import { takeSnapshot } from '../../src/platform/snapshot/worktree-snapshot.ts'
import { createFileVisibility } from '../../src/tools/files/file-visibility.ts'
import { glob } from '../../src/tools/glob.ts'
import { listDirectory } from '../../src/tools/list-directory.ts'
import { searchFileContent } from '../../src/tools/search-file-content.ts'
import type { Tool } from '../../src/tools/tool.ts'

/** Target for the tools, relative to git. */
const MAX_RATIO = 1.5
const REPEATS = Number(process.argv[2] ?? 7)
const root = mkdtempSync(join(tmpdir(), 'bench-tree-'))
/** Repository with all files in one folder. */
const flat = mkdtempSync(join(tmpdir(), 'bench-flat-'))
execFileSync(process.execPath, [join(import.meta.dirname, 'large-tree.ts'), root, flat])
// Wait until the system has written the 100,000 new files.
if (process.platform !== 'win32') execFileSync('sync')
await sleep(10_000)
const env = { PATH: process.env.PATH ?? '' }
const never = new AbortController().signal

const gitIn =
  (cwd: string) =>
  (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd, maxBuffer: 1 << 28 })
const git = gitIn(root)

async function call(tool: Tool, args: Record<string, unknown>, expected: RegExp) {
  const parsed = tool.parse(args)
  const result = parsed.ok ? await tool.run(parsed.args, never) : undefined
  if (!result?.ok || typeof result.content !== 'string' || !expected.test(result.content))
    throw new Error(`${tool.name} ${JSON.stringify(args)}: ${JSON.stringify(result)?.slice(0, 500)}`)
}

async function ratio(name: string, sluice: () => Promise<unknown>, baseline: () => unknown, max?: number) {
  const times = { sluice: [] as number[], baseline: [] as number[] }
  // Alternates, so that other load affects both; the first run of each only warms the caches.
  for (let repeat = 0; repeat <= REPEATS; repeat++)
    for (const [who, run] of [
      ['baseline', baseline],
      ['sluice', sluice],
    ] as const) {
      const started = performance.now()
      await run()
      if (repeat > 0) times[who].push(performance.now() - started)
    }
  const [mine, base] = [median(times.sluice), median(times.baseline)]
  const target = max === undefined ? '' : ` (at most ${max})${mine / base > max ? '  ← over' : ''}`
  console.log(
    `${name.padEnd(34)} ${(mine / base).toFixed(2)} × git${target}   ${mine.toFixed(0)} / ${base.toFixed(0)} ms`,
  )
}

/** What the accounting of a run's changes, begin and end together, may take more than git's own `status`. */
const MAX_ACCOUNTING_MS = 500

/** Times between two points, and on Linux the processor time of this process and of the programs that it waited for. */
function startClock() {
  const cpuMs = () => {
    if (process.platform !== 'linux') return Number.NaN
    const stat = readFileSync('/proc/self/stat', 'latin1')
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15) // in hundredths of a second
    return ticks.reduce((sum, count) => sum + Number(count) * 10, 0)
  }
  const [started, startedCpu] = [performance.now(), cpuMs()]
  return () => ({ ms: performance.now() - started, cpuMs: cpuMs() - startedCpu })
}

/** On a fresh clone git reads again all files that are as new as its index. That is the state after actions/checkout. */
async function accounting() {
  const clone = join(flat, 'clone')
  const times = { status: [] as Elapsed[], accounting: [] as Elapsed[] }
  for (let repeat = 0; repeat <= Math.min(REPEATS, 5); repeat++) {
    rmSync(clone, { recursive: true, force: true })
    gitIn(flat)('clone', '-q', root, clone)
    const statusClock = startClock()
    gitIn(clone)('--no-optional-locks', 'status', '--porcelain')
    const status = statusClock()
    const store = mkdtempSync(join(tmpdir(), 'bench-snapshot-'))
    const clock = startClock()
    const snapshot = await takeSnapshot(
      { top: clone, configuration: '', parts: () => readRepositoryParts(clone) },
      store,
      new AbortController().signal,
    )
    const { changes, unread } = await compareWithBegin(snapshot)
    const elapsed = clock()
    rmSync(store, { recursive: true, force: true })
    if (changes.length + unread.length > 0) throw new Error('the accounting found changes that nobody made')
    if (repeat > 0) {
      times.status.push(status)
      times.accounting.push(elapsed)
    }
  }
  const over = (pick: (elapsed: Elapsed) => number) =>
    median(times.accounting.map(pick)) - median(times.status.map(pick))
  const [ms, cpuMs] = [over((each) => each.ms), over((each) => each.cpuMs)]
  const target = `(at most ${MAX_ACCOUNTING_MS})${ms > MAX_ACCOUNTING_MS ? '  ← over' : ''}`
  console.log(
    `${'accounting of a run, begin and end'.padEnd(34)} ${ms.toFixed(0)} ms over git status ${target}   ${cpuMs.toFixed(0)} ms of processor time`,
  )
}
type Elapsed = ReturnType<ReturnType<typeof startClock>>

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

try {
  const files = await openWorkspace(root)
  const visibility = createFileVisibility(files, undefined)
  const finder = glob(files, visibility, Date.now)
  const searcher = searchFileContent(files, visibility)
  const lister = listDirectory(files, visibility)
  const listed = () => git('ls-files', '--cached', '--others', '--exclude-standard')
  const sha = git('rev-parse', 'HEAD').toString().trim()

  await ratio('glob **/*.js', () => call(finder, { pattern: '**/*.js' }, /^Found 16667 file/), listed, MAX_RATIO)
  await ratio(
    'glob of one name',
    () => call(finder, { pattern: '**/file-4321.ts' }, /^Found 1 file/),
    listed,
    MAX_RATIO,
  )
  await ratio(
    'search, 50 matches',
    () => call(searcher, { pattern: 'needle' }, /^Found 50 matches/),
    () => git('grep', '-n', '-i', '-P', 'needle'),
    MAX_RATIO,
  )
  await ratio(
    'search, by a regular expression',
    () => call(searcher, { pattern: '\\bneed[a-z]+\\s*=', include: '*.ts' }, /^Found \d+ matches/),
    () => git('grep', '-n', '-i', '-P', '\\bneed[a-z]+\\s*=', '--', '*.ts'),
    MAX_RATIO,
  )
  await ratio(
    'list the root',
    () => call(lister, { dir_path: '.' }, /GEMINI\.md/),
    () => git('ls-files', '--cached', '--others', '--exclude-standard', '--directory', ':(glob)*'),
    MAX_RATIO,
  )
  const wide = await openWorkspace(flat)
  const wideLister = listDirectory(wide, createFileVisibility(wide, undefined))
  await ratio(
    'list a folder of 50,000',
    () => call(wideLister, { dir_path: '.' }, /48001 more not shown/),
    () => gitIn(flat)('ls-files', '--cached', '--others', '--exclude-standard'),
    MAX_RATIO,
  )
  await ratio(
    'memory of the commit',
    async () => {
      const reader = steeringReader(sha, { git: openGit(root, env) })
      const { text } = await loadMemory(reader, { fileNames: ['GEMINI.md'] })
      if (!text.includes('keep it short')) throw new Error('no memory found')
    },
    () => git('ls-tree', '-r', '-z', 'HEAD'),
  )
  await accounting()
} finally {
  for (const folder of [root, flat]) rmSync(folder, { recursive: true, force: true })
}
