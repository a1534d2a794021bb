import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { issue, type WorldSeed } from '../../src/emulators/github/world.ts'
import { runInProcess } from '../scenarios/action.ts'
import { COMPILE_CACHE } from '../shared-folder.ts'

const PROGRAM = resolve(import.meta.dirname, '../fakes/batch-program.ts')
export const TOKEN = ['ghs', 'Batch7Token8That9Opens0Nothing12345'].join('_')

/** A clock that jumps on every wait; a program in another process shares it. */
export function jumpingClock() {
  let ahead = 0
  const now = () => Date.now() + ahead
  return {
    now,
    ahead: () => ahead,
    async sleep(ms: number) {
      const until = now() + ms
      await turn()
      ahead = Math.max(ahead, until - Date.now())
    },
    follow(child: ChildProcess) {
      child.on('message', (jump: number) => {
        ahead = Math.max(ahead, jump)
        if (child.connected) child.send(jump, () => undefined)
      })
    },
  }
}

export const worldOfIssues = (numbers: readonly number[], more: Partial<WorldSeed> = {}): WorldSeed => ({
  owner: 'octo',
  playedWorkflow: 'batch.yml',
  repo: 'pond',
  token: TOKEN,
  permissions: { octo: 'admin' },
  issues: numbers.map((number) => issue({ number, title: `Leak ${number}`, body: `Water is lost at ${number}.` })),
  ...more,
})

export type BatchStep = {
  folder: string
  workspace: string
  sha: string
  github: GitHubEmulator
  geminiUrl: string
  numbers: readonly number[]
  attempt?: number
  triggeringActor?: string
  inputs?: Record<string, string>
  clock: ReturnType<typeof jumpingClock>
  onStart?: (child: ChildProcess) => void
}

export type BatchEnd = {
  signal: string | null
  code: number | null
  log: string
  outputs: Map<string, string>
  summary: string
}

/** Runs a batch as a step of a scheduled workflow: in the process of the tests, or in one of its own that `onStart` may kill. */
export async function runStep(step: BatchStep): Promise<BatchEnd> {
  const temp = await mkdtemp(join(step.folder, 'step-'))
  const inputs = {
    ...{ github_token: TOKEN, gemini_api_key: 'batch-key', prompt: 'Triage this issue.', sandbox: 'off' },
    ...{ workflow_name: 'Triage', github_issue_number: step.numbers.join(','), ...step.inputs },
  }
  const run = {
    ...{ GITHUB_WORKFLOW: 'Triage', GITHUB_JOB: 'triage' },
    ...{ GITHUB_RUN_ID: '17000000009', GITHUB_RUN_ATTEMPT: String(step.attempt ?? 1) },
    GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/batch.yml@refs/heads/main',
  }
  const event = { schedule: '17 3 * * 1' }
  if (step.onStart !== undefined) return runProcess({ ...step, onStart: step.onStart }, { temp, inputs, run, event })
  const { github, clock } = step
  const { exitCode, signal, log, outputs, summary } = await runInProcess(
    {
      ...{ inputs, env: run, eventName: 'schedule', event, repository: 'octo/pond', sha: step.sha, temp },
      ...{ ref: 'refs/heads/main', actor: 'octo', triggeringActor: step.triggeringActor, workspace: step.workspace },
      ...{ apiUrl: github.url, graphqlUrl: github.graphqlUrl, geminiUrl: step.geminiUrl, token: TOKEN },
    },
    'index.js',
    { now: clock.now, sleep: clock.sleep },
  )
  return { code: exitCode, signal, log, outputs: new Map(Object.entries(outputs)), summary }
}

type ProcessParts = { temp: string; inputs: Record<string, string>; run: Record<string, string>; event: object }

async function runProcess(
  step: BatchStep & Required<Pick<BatchStep, 'onStart'>>,
  { temp, inputs, run, event }: ProcessParts,
): Promise<BatchEnd> {
  const files = { event: join(temp, 'event.json'), output: join(temp, 'output'), summary: join(temp, 'summary') }
  await writeFile(files.event, JSON.stringify(event))
  for (const path of [files.output, files.summary]) await writeFile(path, '')
  await mkdir(join(temp, 'home'))
  const child = fork(PROGRAM, [], {
    cwd: step.workspace,
    silent: true,
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      [COMPILE_CACHE]: process.env[COMPILE_CACHE],
      HOME: join(temp, 'home'),
      CLOCK_AHEAD: String(step.clock.ahead()),
      DIST: resolve(import.meta.dirname, '../../dist'),
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      GITHUB_ACTOR: 'octo',
      GITHUB_TRIGGERING_ACTOR: step.triggeringActor ?? 'octo',
      GITHUB_API_URL: step.github.url,
      GITHUB_GRAPHQL_URL: step.github.graphqlUrl,
      GITHUB_EVENT_NAME: 'schedule',
      GITHUB_EVENT_PATH: files.event,
      GITHUB_OUTPUT: files.output,
      GITHUB_REPOSITORY: 'octo/pond',
      GITHUB_SHA: step.sha,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_WORKSPACE: step.workspace,
      GOOGLE_GEMINI_BASE_URL: step.geminiUrl,
      RUNNER_TEMP: temp,
      ...run,
    },
  })
  step.clock.follow(child)
  step.onStart(child)
  let log = ''
  child.stdout?.on('data', (piece: Buffer) => (log += piece.toString()))
  child.stderr?.on('data', (piece: Buffer) => (log += piece.toString()))
  const [code, signal] = await new Promise<[number | null, string | null]>((end) =>
    child.once('close', (...how) => end(how)),
  )
  return {
    code,
    signal,
    log,
    outputs: entriesIn(await readFile(files.output, 'utf8')),
    summary: await readFile(files.summary, 'utf8'),
  }
}

/** `NAME<<DELIMITER`, lines, `DELIMITER`. */
function entriesIn(text: string): Map<string, string> {
  const entries = text.matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n?\2\n/gm)
  return new Map([...entries].map(([, name = '', , value = '']) => [name, value]))
}
