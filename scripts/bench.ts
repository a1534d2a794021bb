/**
 * Measures the budgets of a run: the built action beside a minimal program (the floor), in turns, so that other load affects both.
 * Prints each measured value and its budget. Names of further dist/ folders are measured beside ours:
 * `node scripts/bench.ts 9 ../before/dist`. Not part of the tests.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GeminiStep, startGemini } from '../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../src/emulators/gemini/steps.ts'
import { startGitHub } from '../src/emulators/github/github.ts'
import { pull } from '../src/emulators/github/world.ts'
import { compareReading } from './bench/checkout.ts'
import { findSuperlinear } from './bench/linear.ts'

const ROOT = resolve(import.meta.dirname, '..')
const REPEATS = Number(process.argv[2] ?? 9)
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const workspace = join(folder, 'repo')

/** `promptTokens`: about how many the first request to the model has, with the system prompt and the tools. */
type Measured = { totalMs: number; peakMb: number; promptTokens: number }

/** What the pull request changes: about 400 lines of source. */
const CHANGED = Array.from({ length: 10 }, (_, file) => ({
  filename: `src/file-${file}.js`,
  status: 'modified' as const,
  additions: 40,
  deletions: 0,
  sha: null,
  patch: `@@ -0,0 +1,40 @@\n${`+export const n = ${file}\n`.repeat(40).trimEnd()}`,
}))

/** What both programs do: GitHub takes `githubMs` for each answer, the model `modelMs`. */
type Work = {
  event: 'schedule' | 'pull_request' | 'issue_comment'
  /** Requests to the model. The floor makes one where the action makes none. */
  turns: number
  githubMs?: number
  modelMs?: number
}

const NO_RUN: Work = { event: 'issue_comment', turns: 0 }
const SCHEDULE: Work = { event: 'schedule', turns: 3 }
const REVIEW: Work = { event: 'pull_request', turns: 3, githubMs: 60, modelMs: 400 }
/** Each turn reads about ten thousand tokens. */
const LONG: Work = { event: 'schedule', turns: 300 }

/** The action in a copy of a dist/ folder, without node_modules above it, as where users run it. */
type Program = { name: string; script: string }

const FLOOR: Program = { name: 'floor', script: join(ROOT, 'scripts/bench/floor.mjs') }
const ACTIONS = [join(ROOT, 'dist'), ...process.argv.slice(3)].map((dist, index): Program => {
  const copy = join(folder, `action-${index}/dist`)
  cpSync(dist, copy, { recursive: true })
  return { name: index === 0 ? '' : `(${dist})`, script: join(copy, 'index.js') }
})

async function measure({ name, script }: Program, work: Work): Promise<Measured> {
  const isFloor = name === FLOOR.name
  const expected = isFloor ? Math.max(work.turns, 1) : work.turns
  const step = work === LONG ? longStep : shortStep
  let used = 0
  let promptTokens = 0
  await using gemini = await startGemini(
    async ({ raw }) => {
      gemini.requests.length = 0
      const prompt = Math.round(raw.length / 4)
      if (raw.includes('You assess whether an agent')) return say('{"confidence":0}', { prompt })
      if (raw.includes('You summarize the state'))
        return say('<state_snapshot>Pages were read.</state_snapshot>', { prompt })
      if (used === 0) promptTokens = prompt
      await sleep(work.modelMs ?? 0)
      return ++used < expected ? step(used, prompt) : say('All is well.', { prompt })
    },
    isFloor ? { issued: {} } : { key: 'bench-key' },
  )
  await using github = await startGitHub(
    {
      owner: 'bench',
      repo: 'bench',
      token: 'bench-token',
      permissions: { ada: 'admin' },
      gitDir: workspace,
      pulls: [pull({ number: 2, ...sides(), files: CHANGED })],
    },
    { hold: () => sleep(work.githubMs ?? 0) },
  )
  const temp = mkdtempSync(join(folder, 'run-'))
  const peak = join(temp, 'peak')
  const env = isFloor
    ? { GEMINI: gemini.url, GITHUB: github.url, EVENT: work.event, TURNS: String(expected), WORKSPACE: workspace }
    : actionEnv(gemini.url, github, temp, work)
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', join(ROOT, 'scripts/bench/peak.mjs'), script], {
    env: { PATH: process.env.PATH, HOME: folder, PEAK_FILE: peak, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stdout.on('data', (data) => (log += data))
  child.stderr.on('data', (data) => (log += data))
  const code = await new Promise((done) => child.on('exit', done))
  const totalMs = performance.now() - started
  if (code !== 0 || used !== expected) throw new Error(`${script} ended with ${code} after ${used} requests:\n${log}`)
  return { totalMs, peakMb: Number(readFileSync(peak, 'utf8')) / 1024, promptTokens }
}

/** Reads and commands in turn. */
const shortStep = (n: number): GeminiStep =>
  n % 2 === 1
    ? turn([call('read_file', { file_path: `src/file-${n}.js` })])
    : turn([call('run_shell_command', { command: `echo step ${n}` })])

const longStep = (n: number, prompt: number): GeminiStep =>
  turn([call('read_file', { file_path: `pages/${n % 10}.txt`, start_line: 1 + (n % 7) }, { id: `call-${n}` })], {
    prompt,
  })

const head = () => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: workspace, encoding: 'utf8' }).trim()

/** The head of the pull request is the commit in the checkout. */
function sides() {
  const side = { sha: head(), repo: 'bench/bench' }
  return { base: { ref: 'main', ...side }, head: { ref: 'topic', ...side } }
}

function payload(event: Work['event']): object {
  const ada = { login: 'ada', id: 1, type: 'User' }
  const repository = { full_name: 'bench/bench', id: 1, default_branch: 'main' }
  const subject = { number: 2, title: 'Is all well?', body: 'Tell me.', user: ada, author_association: 'MEMBER' }
  if (event === 'issue_comment')
    return {
      action: 'created',
      issue: subject,
      sender: ada,
      repository,
      comment: { id: 1, body: 'Thank you.', user: ada, author_association: 'MEMBER' },
    }
  const { base, head } = sides()
  const repo = { full_name: 'bench/bench', id: 1, fork: false }
  const pull_request = { ...subject, state: 'open', draft: false, base: { ...base, repo }, head: { ...head, repo } }
  return { action: 'opened', number: 2, sender: ada, repository, pull_request }
}

function actionEnv(gemini: string, github: { url: string; graphqlUrl: string }, temp: string, work: Work) {
  const event = join(temp, 'event.json')
  writeFileSync(event, JSON.stringify(payload(work.event)))
  for (const name of ['output', 'state', 'summary']) writeFileSync(join(temp, name), '')
  return {
    INPUT_PROMPT: work.event === 'issue_comment' ? '' : 'Look around and say whether all is well.',
    INPUT_GEMINI_API_KEY: 'bench-key',
    INPUT_GITHUB_TOKEN: 'bench-token',
    INPUT_GEMINI_MODEL: 'gemini-2.5-flash',
    INPUT_MAX_TURNS: String(LONG.turns),
    // The floor has no isolation.
    INPUT_SANDBOX: 'off',
    INPUT_SETTINGS: work === LONG ? '{"model":{"compressionThreshold":0.1}}' : '',
    INPUT_POLICIES:
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "echo"\ndecision = "allow"\npriority = 1',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: 'ada',
    GITHUB_TRIGGERING_ACTOR: 'ada',
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_EVENT_NAME: work.event,
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: join(temp, 'output'),
    GITHUB_REPOSITORY: 'bench/bench',
    GITHUB_RUN_ID: '1',
    GITHUB_SHA: head(),
    GITHUB_STATE: join(temp, 'state'),
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
    GITHUB_WORKSPACE: workspace,
    GOOGLE_GEMINI_BASE_URL: gemini,
    RUNNER_TEMP: temp,
  }
}

function prepareWorkspace() {
  for (const name of ['src', 'pages']) mkdirSync(join(workspace, name), { recursive: true })
  writeFileSync(join(workspace, 'GEMINI.md'), '# Bench\n\nA repository to measure with.\n')
  for (let index = 0; index < 50; index++)
    writeFileSync(join(workspace, 'src', `file-${index}.js`), `export const n = ${index}\n`.repeat(40))
  const page = Array.from({ length: 400 }, (_, line) => `${line}: ${'word '.repeat(20)}`).join('\n')
  for (let index = 0; index < 10; index++)
    writeFileSync(join(workspace, 'pages', `${index}.txt`), `${page}\n${index}\n`)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd: workspace, stdio: 'ignore' })
  git('init', '-b', 'main')
  git('add', '-A')
  git('commit', '-m', 'bench')
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function print(name: string, value: number, budget: number, unit: string) {
  const digits = unit === '' || unit === 'MB' ? 0 : 2
  const over = value > budget ? '   ← over' : ''
  console.log(`${name.padEnd(44)} ${value.toFixed(digits)} ${unit} (budget ${budget}${over})`)
}

/** Measures in turns; the first turn only warms the disk cache. Prints a line for each action: its ratio to the floor. */
async function compare(name: string, work: Work, budget: number): Promise<Measured[][]> {
  const measured = new Map<Program, Measured[]>([FLOOR, ...ACTIONS].map((program) => [program, []]))
  for (let repeat = 0; repeat <= REPEATS; repeat++)
    for (const [program, results] of measured) {
      const one = await measure(program, work)
      if (repeat > 0) results.push(one)
    }
  const ms = (program: Program) => median((measured.get(program) ?? []).map(({ totalMs }) => totalMs))
  for (const action of ACTIONS)
    print(`${name} ${action.name}`, ms(action) / ms(FLOOR), budget, `× ${ms(FLOOR).toFixed(0)} ms`)
  return ACTIONS.map((action) => measured.get(action) ?? [])
}

function bytesIn(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

try {
  prepareWorkspace()
  // With undici, zod and octokit whole, V8 reads 4 MB of source before the first line runs: the measured 3.15 and a tenth.
  await compare('an event that starts no run', NO_RUN, 3.5)
  const scheduled = await compare('scheduled session of three turns', SCHEDULE, 4.5)
  const reviewed = await compare('pull request with real waits', REVIEW, 1.8)
  for (const [index, action] of ACTIONS.entries()) {
    const peak = median((scheduled[index] ?? []).map(({ peakMb }) => peakMb))
    print(`memory of the scheduled session ${action.name}`, peak, 150, 'MB')
    const tokens = median((reviewed[index] ?? []).map(({ promptTokens }) => promptTokens))
    print(`tokens of the first prompt of the pull request ${action.name}`, tokens, 10_000, '')
    print(`memory of 300 turns ${action.name}`, (await measure(action, LONG)).peakMb, 300, 'MB')
  }
  const slow = await findSuperlinear()
  print('texts that take more than linear time', slow.length, 0, '')
  for (const line of slow) console.log(`  ${line}`)
  const reading = await compareReading(REPEATS)
  print('10,000 files read, listed and searched', reading.ratio, 1.2, `× ${reading.floorMs.toFixed(0)} ms by name`)
  print('dist/', bytesIn(join(ROOT, 'dist')) / 1e6, 16, 'MB')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
