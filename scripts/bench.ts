/**
 * Compares the built action with a minimal program (the floor), measured in the same run, so that a slow machine affects
 * both. Prints ratios of medians. Not part of the tests.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GeminiStep, startGemini } from '../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../src/emulators/gemini/steps.ts'
import { startGitHub } from '../src/emulators/github/github.ts'
import { issue, pull } from '../src/emulators/github/world.ts'
import { ISSUES, measureBatch } from './bench/batch.ts'
import { ghCallMs } from './bench/gh.ts'
import { policyCheckMs } from './bench/policy.ts'

const ROOT = resolve(import.meta.dirname, '..')
const REPEATS = Number(process.argv[2] ?? 9)
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const workspace = join(folder, 'repo')
/** A copy without node_modules above it, as where users run it. */
const ACTION = join(folder, 'action/dist/index.js')

/** `cachedShare`: the smallest share of a request, from 0 to 1, that is the start of the next one. */
type Measured = { totalMs: number; firstRequestMs: number; peakKib: number; cachedShare: number }
type Program = 'floor' | 'action'

/** The floor has no isolation, so only `off` is comparable. */
type Sandbox = 'off' | 'auto'

/** A run on an issue also checks permissions and posts a comment; a scheduled run does not. The floor does the same. */
type RunKind = { event: 'schedule' | 'issues' | 'pull_request'; sandbox: Sandbox; waits?: Waits }

/** How long a service takes for each answer. */
type Waits = { githubMs: number; modelMs: number }
const REAL_WAITS: Waits = { githubMs: 60, modelMs: 400 }

const WORK: RunKind = { event: 'schedule', sandbox: 'off' }

type Comparison = Record<Program, Measured[]>

async function compare(turns: number, kind: RunKind = WORK): Promise<Comparison> {
  const measured: Comparison = { floor: [], action: [] }
  // Alternates, so that other load affects both.
  for (let repeat = 0; repeat <= REPEATS; repeat++)
    for (const program of ['floor', 'action'] as const) {
      const one = await measure(program, turns, kind)
      if (repeat > 0) measured[program].push(one) // the first of each only warms the disk cache
    }
  return measured
}

async function measure(program: Program, turns: number, kind: RunKind): Promise<Measured> {
  const steps = session(turns)
  let used = 0
  let firstRequestMs = Number.NaN
  const started = performance.now()
  await using gemini = await startGemini(
    async ({ raw }) => {
      if (isUtilityRequest(raw)) return say('{"confidence":0}')
      if (used === 0) firstRequestMs = performance.now() - spawned
      if (kind.waits !== undefined) await sleep(kind.waits.modelMs)
      return steps[used++] ?? say('too many')
    },
    program === 'floor' ? { issued: {} } : { key: 'bench-key' },
  )
  await using github = await startGitHub(
    {
      owner: 'bench',
      repo: 'bench',
      token: 'bench-token',
      permissions: { ada: 'admin' },
      issues: [issue({ number: 1 })],
      pulls: [PULL],
      gitDir: workspace,
    },
    kind.waits === undefined ? {} : { hold: () => sleep(kind.waits?.githubMs) },
  )
  const temp = mkdtempSync(join(folder, 'run-'))
  const peak = join(temp, 'peak')
  const env =
    program === 'floor' ? floorEnv(gemini.url, github.url, turns, kind) : actionEnv(gemini.url, github, temp, kind)
  const script = program === 'floor' ? join(ROOT, 'scripts/bench/floor.mjs') : ACTION
  let spawned = performance.now() || started
  const child = spawn(process.execPath, ['--import', join(ROOT, 'scripts/bench/peak.mjs'), script], {
    env: { PATH: process.env.PATH, HOME: folder, PEAK_FILE: peak, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  spawned = performance.now()
  let log = ''
  child.stdout.on('data', (data) => (log += data))
  child.stderr.on('data', (data) => (log += data))
  const code = await new Promise((done) => child.on('exit', done))
  const totalMs = performance.now() - spawned
  if (code !== 0 || used !== turns) throw new Error(`${program} ended with ${code} after ${used} requests:\n${log}`)
  const cachedShare = minCachedShare(gemini.requests.map(({ raw }) => raw).filter((raw) => !isUtilityRequest(raw)))
  return { totalMs, firstRequestMs, peakKib: Number(readFileSync(peak, 'utf8')), cachedShare }
}

/** Whether the request is the loop check that the action sends from the thirtieth turn on. */
const isUtilityRequest = (raw: string): boolean => raw.includes('You assess whether an agent')

/** `growth`: average size of the last hundred requests relative to the second hundred. */
type LongSessionResult = { peakKib: number; growth: number; summaries: number }

/** Runs three hundred turns that each read about ten thousand tokens. */
async function longSession(): Promise<LongSessionResult> {
  const turns = 300
  const sizes: number[] = []
  let summaries = 0
  await using gemini = await startGemini(
    ({ raw }) => {
      gemini.requests.length = 0
      const prompt = Math.round(raw.length / 4)
      if (isUtilityRequest(raw)) return say('{"confidence":0}', { prompt })
      if (raw.includes('You summarize the state')) {
        summaries += 1
        return say('<state_snapshot>Pages were read.</state_snapshot>', { prompt })
      }
      const n = sizes.push(raw.length)
      const page = { file_path: `pages/${n % 10}.txt`, start_line: 1 + (n % 7) }
      return n < turns ? turn([call('read_file', page, { id: `call-${n}` })], { prompt }) : say('All read.', { prompt })
    },
    { key: 'bench-key' },
  )
  await using github = await startGitHub({ owner: 'bench', repo: 'bench', token: 'bench-token', gitDir: workspace })
  const temp = mkdtempSync(join(folder, 'run-'))
  const peak = join(temp, 'peak')
  const child = spawn(process.execPath, ['--import', join(ROOT, 'scripts/bench/peak.mjs'), ACTION], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PEAK_FILE: peak,
      ...actionEnv(gemini.url, github, temp, WORK),
      INPUT_MAX_TURNS: String(turns),
      INPUT_SETTINGS: '{"model":{"compressionThreshold":0.1}}',
    },
    stdio: 'ignore',
  })
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0 || sizes.length !== turns)
    throw new Error(`the action ended with ${code} after ${sizes.length} requests`)
  const mean = (some: readonly number[]) => some.reduce((sum, size) => sum + size, 0) / some.length
  return {
    peakKib: Number(readFileSync(peak, 'utf8')),
    growth: mean(sizes.slice(200)) / mean(sizes.slice(100, 200)),
    summaries,
  }
}

function minCachedShare(bodies: readonly string[]): number {
  const shares = bodies.slice(1).map((body, index) => {
    const before = bodies[index] ?? ''
    let same = 0
    while (same < before.length && before[same] === body[same]) same += 1
    return same / before.length
  })
  return Math.min(...shares)
}

/** Reads and commands in turn, then the answer. */
function session(turns: number): GeminiStep[] {
  const steps = Array.from({ length: turns - 1 }, (_, index) =>
    index % 2 === 0
      ? turn([call('read_file', { file_path: `src/file-${index}.js` })])
      : turn([call('run_shell_command', { command: `echo step ${index}` })]),
  )
  return [...steps, say('All is well.')]
}

const floorEnv = (gemini: string, github: string, turns: number, { event }: RunKind) => ({
  GEMINI: gemini,
  GITHUB: event === 'schedule' ? '' : github,
  EVENT: event,
  TURNS: String(turns),
  WORKSPACE: workspace,
})

function actionEnv(gemini: string, github: { url: string; graphqlUrl: string }, temp: string, kind: RunKind) {
  const event = join(temp, 'event.json')
  writeFileSync(event, JSON.stringify(kind.event === 'pull_request' ? PULL_EVENT : EVENT))
  for (const name of ['output', 'state', 'summary']) writeFileSync(join(temp, name), '')
  return {
    INPUT_PROMPT: 'Look around and say whether all is well.',
    INPUT_GEMINI_API_KEY: 'bench-key',
    INPUT_GITHUB_TOKEN: 'bench-token',
    INPUT_GEMINI_MODEL: 'gemini-2.5-flash',
    INPUT_MAX_TURNS: '100',
    INPUT_SANDBOX: kind.sandbox,
    INPUT_POLICIES:
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "echo"\ndecision = "allow"\npriority = 1',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: 'ada',
    GITHUB_TRIGGERING_ACTOR: 'ada',
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_EVENT_NAME: kind.event,
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: join(temp, 'output'),
    GITHUB_REPOSITORY: 'bench/bench',
    GITHUB_RUN_ID: '1',
    GITHUB_SHA: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: workspace, encoding: 'utf8' }).trim(),
    GITHUB_STATE: join(temp, 'state'),
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
    GITHUB_WORKSPACE: workspace,
    GOOGLE_GEMINI_BASE_URL: gemini,
    RUNNER_TEMP: temp,
  }
}

const EVENT = {
  action: 'opened',
  issue: { number: 1, title: 'Is all well?', body: 'Tell me.', user: { login: 'ada' } },
  repository: { full_name: 'bench/bench', default_branch: 'main' },
  sender: { login: 'ada' },
}

const ADA = { login: 'ada', id: 1, type: 'User' }
const SIDE = { repo: { full_name: 'bench/bench', id: 1, fork: false } }

/** The pull request of the row with waits. Its head is the commit in the checkout. */
let PULL: ReturnType<typeof pull>
let PULL_EVENT: object

function openPull(sha: string) {
  const [base, head] = [
    { ref: 'main', sha, repo: 'bench/bench' },
    { ref: 'topic', sha, repo: 'bench/bench' },
  ]
  PULL = pull({ number: 2, base, head, files: [] })
  PULL_EVENT = {
    ...{ action: 'opened', number: 2, sender: ADA, repository: { ...EVENT.repository, id: 1 } },
    pull_request: {
      ...{
        number: 2,
        title: 'Is all well?',
        body: 'Tell me.',
        state: 'open',
        draft: false,
        user: ADA,
        author_association: 'MEMBER',
      },
      base: { ...base, ...SIDE },
      head: { ...head, ...SIDE },
    },
  }
}

function prepare() {
  cpSync(join(ROOT, 'dist'), dirname(ACTION), { recursive: true })
  mkdirSync(join(workspace, 'src'), { recursive: true })
  writeFileSync(join(workspace, 'GEMINI.md'), '# Bench\n\nA repository to measure with.\n')
  for (let index = 0; index < 50; index++)
    writeFileSync(join(workspace, 'src', `file-${index}.js`), `export const n = ${index}\n`.repeat(40))
  mkdirSync(join(workspace, 'pages'))
  const page = Array.from({ length: 400 }, (_, line) => `${line}: ${'word '.repeat(20)}`).join('\n')
  for (let index = 0; index < 10; index++)
    writeFileSync(join(workspace, 'pages', `${index}.txt`), `${page}\n${index}\n`)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd: workspace, stdio: 'ignore' })
  git('init', '-b', 'main')
  git('add', '-A')
  git('commit', '-m', 'bench')
  openPull(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: workspace, encoding: 'utf8' }).trim())
}

function printRow(
  name: string,
  { floor, action }: Comparison,
  pick: (measured: Measured) => number,
  unit: string,
  max?: number,
) {
  const [floorMedian, actionMedian] = [median(floor.map(pick)), median(action.map(pick))]
  const target = max === undefined ? '' : ` (at most ${max})${actionMedian / floorMedian > max ? '  ← over' : ''}`
  console.log(
    `${name.padEnd(34)} ${(actionMedian / floorMedian).toFixed(2)} × floor${target}   ${actionMedian.toFixed(0)} / ${floorMedian.toFixed(0)} ${unit}`,
  )
}

function jsBytes(path: string): number {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  return files.reduce((sum, file) => sum + statSync(join(path, file)).size, 0)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

try {
  prepare()
  const three = await compare(3)
  const fifty = await compare(50)
  const isolated = await compare(3, { ...WORK, sandbox: 'auto' })
  const answering = await compare(3, { ...WORK, event: 'issues' })
  const waiting = await compare(3, { ...WORK, event: 'pull_request', waits: REAL_WAITS })
  const batch = await measureBatch(ACTION, workspace, (gemini, github) => ({
    PATH: process.env.PATH,
    HOME: folder,
    ...actionEnv(gemini, github, mkdtempSync(join(folder, 'run-')), WORK),
  }))
  const long = await longSession()
  const bytes = jsBytes(join(ROOT, 'dist'))
  printRow('start-up to first model request', three, (m) => m.firstRequestMs, 'ms')
  printRow('three-turn session', three, (m) => m.totalMs, 'ms', 3)
  printRow('  the same with isolated commands', isolated, (m) => m.totalMs, 'ms')
  printRow('  the same for an issue', answering, (m) => m.totalMs, 'ms')
  printRow('pull request, with real waits', waiting, (m) => m.totalMs, 'ms', 1.2)
  printRow('50-turn session', fifty, (m) => m.totalMs, 'ms')
  printRow('peak memory, three turns', three, (m) => m.peakKib / 1024, 'MiB', 1.9)
  printRow('  the same for an issue', answering, (m) => m.peakKib / 1024, 'MiB')
  printRow('peak memory, 50 turns', fifty, (m) => m.peakKib / 1024, 'MiB')
  const kept = Math.min(...fifty.action.map((one) => one.cachedShare))
  console.log(`${'shared prefix of requests, 50 turns'.padEnd(34)} ${(kept * 100).toFixed(2)} % (at least 99)`)
  const check = policyCheckMs(Math.min(REPEATS, 5))
  console.log(`${'policy check, 10,000 calls'.padEnd(34)} ${check.toFixed(0)} ms after start (at most 1000)`)
  const gh = await ghCallMs(REPEATS)
  const ghRow = 'one call of gh in a command'.padEnd(34)
  console.log(
    `${ghRow} ${gh.plain.toFixed(0)} ms (at most 60), with --jq ${gh.jq.toFixed(0)} ms, Node alone ${gh.floor.toFixed(0)} ms`,
  )
  const perIssue = `batch, each of ${ISSUES} issues`.padEnd(34)
  console.log(`${perIssue} ${batch.requests.toFixed(1)} requests to GitHub (at most 2.5)   ${batch.ms.toFixed(0)} ms`)
  const peakMib = long.peakKib / 1024
  console.log(`${'peak memory, 300 large turns'.padEnd(34)} ${peakMib.toFixed(0)} MiB (at most 200)`)
  console.log(
    `${'  its last requests to earlier ones'.padEnd(34)} ${long.growth.toFixed(2)} (at most 1.2), ${long.summaries} summaries`,
  )
  console.log(`${'JavaScript in dist/'.padEnd(34)} ${(bytes / 1e6).toFixed(2)} MB (at most 4)`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
execFileSync(process.execPath, [join(ROOT, 'scripts/bench/tree.ts'), String(REPEATS)], { stdio: 'inherit' })
