import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { mainStep } from '../../src/action.ts'
import { openRunner, type RunnerCommands } from '../../src/github/runner.ts'
import { postStep } from '../../src/session/failed-run.ts'
import type { MainStep } from '../../src/session/step-process.ts'
import { RUNTIME_TOKEN } from '../fakes/artifact-service.ts'
import { isFull } from '../sample.ts'
import { builtFile, COMPILE_CACHE } from '../shared-folder.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** A job's step that uses the action, as the runner would know it. */
export type Step = {
  /** The workflow's `with:`. Missing inputs get their default from action.yml. */
  inputs?: Record<string, string>
  /** The workflow's `env:`, which overrides the runner's. */
  env?: Record<string, string>
  eventName: string
  /** The payload, written to GITHUB_EVENT_PATH. */
  event: unknown
  repository: string
  sha: string
  ref: string
  actor: string
  triggeringActor?: string
  workspace: string
  /** A folder for the runner's own files. */
  temp: string
  apiUrl: string
  graphqlUrl: string
  /** GITHUB_SERVER_URL; github.com unless given. */
  server?: string
  geminiUrl: string
  /** ACTIONS_RESULTS_URL; by default an address without a listener. */
  resultsUrl?: string
  /** The job's token: the value of `${{ github.token }}`. */
  token: string
  /** A program, with arguments, that starts the step's program: a job with fewer rights than the tests. */
  through?: readonly string[]
  /** STATE_* of the main step, for the post step. */
  state?: Record<string, string>
}

export type ActionRun = {
  /** Null when a signal ended the process. */
  exitCode: number | null
  signal: string | null
  /** Standard output and error, without the commands the runner swallows. */
  log: string
  /** Workflow commands such as `add-mask` and `error`, in order. */
  commands: { name: string; message: string }[]
  outputs: Record<string, string>
  /** How often each output was set. */
  outputCounts: Record<string, number>
  state: Record<string, string>
  summary: string
  /** The content of GITHUB_ENV and GITHUB_PATH; both should stay empty. */
  leftBehind: string
}

export type Entry = 'index.js' | 'post.js'

/** Starts `dist/ENTRY` the way a GitHub runner starts a step, and waits for its end. */
export async function runAction(
  step: Step,
  entry: Entry = 'index.js',
  onStart?: (child: ChildProcess) => void,
): Promise<ActionRun> {
  const { env, ran } = await prepareStep(step)
  const [program = process.execPath, ...args] = [...(step.through ?? []), process.execPath, builtFile(entry)]
  const child = spawn(program, args, {
    cwd: step.workspace,
    env: { [COMPILE_CACHE]: process.env[COMPILE_CACHE], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onStart?.(child)
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  child.stderr.on('data', (piece: Buffer) => pieces.push(piece))
  const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve([code, signal]))
  })
  return ran(exitCode, signal, Buffer.concat(pieces).toString('utf8'))
}

/** A cancellation, which GitHub sends as a signal, and a kill, after which nothing of the step is waited for. */
export type Stop = { signal?: AbortSignal; killed?: Promise<void> }

/**
 * Runs the same step with `src/`, in the process of the tests: a tenth of the work of starting `dist/`. For what is no matter of a
 * process: signals, exit codes that Node.js sets, memory, other users, and variables that Node.js reads need `runAction`.
 * `stop`: what ends the main step from outside.
 */
export async function runInProcess(
  step: Step,
  entry: Entry = 'index.js',
  clock?: MainStep['clock'],
  stop: Stop = {},
): Promise<ActionRun> {
  const needless = ['through', ...PROCESS_VARIABLES].filter(
    (name) => (name === 'through' ? step.through : step.env?.[name]) !== undefined,
  )
  if (needless.length > 0) throw new Error(`${needless.join(', ')}: only a process of its own can have that`)
  const { env, ran } = await prepareStep(step)
  const lines: string[] = []
  let isKilled = false
  void stop.killed?.then(() => {
    isKilled = true
  })
  const runner = openRunner(
    env,
    runnerCommands(env, lines, () => isKilled),
  )
  const started = { env, runner, getInput: (name: string) => env[`INPUT_${name.toUpperCase()}`] ?? '' }
  if (entry === 'index.js') {
    const { signal = new AbortController().signal, killed } = stop
    const { eventName, sha, actor, event: payload } = step
    const readContext = async () => ({ eventName, sha, actor, payload: structuredClone(payload) })
    const main = { ...started, readContext, dist: builtFile('.'), signal, clock }
    const ending = killed === undefined ? mainStep(main) : Promise.race([mainStep(main), killed.then(() => null)])
    const exitCode = await ending
    return ran(exitCode, exitCode === null ? 'SIGKILL' : null, lines.join('\n'))
  }
  // The condition of dist/post.js.
  const { pending, finished, undelivered, label } = step.state ?? {}
  if (label || (pending && (finished !== 'true' || undelivered === 'true'))) await postStep(started)
  return ran(0, null, lines.join('\n'))
}

/**
 * Runs the step in the process of the tests, and in `npm run test:full` with the built action. `clock`: in both in the process of the
 * tests.
 */
export const runStep = (step: Step, entry?: Entry, clock?: MainStep['clock']): Promise<ActionRun> =>
  isFull && clock === undefined ? runAction(step, entry) : runInProcess(step, entry, clock)

/** Variables that hold for a whole process: of Node.js, and of what is set once in it. */
export const PROCESS_VARIABLES = [
  ...['PATH', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY', 'TMPDIR', 'TZ', 'LANG'],
  ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'],
]

/** What @actions/core does, without the environment and the output of a process. Source: its lib/command.js and lib/file-command.js. */
function runnerCommands(env: NodeJS.ProcessEnv, lines: string[], isKilled: () => boolean): RunnerCommands {
  const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const command = (name: string) => (message: string | Error) => {
    lines.push(`::${name}::${escaped(String(message))}`)
  }
  const append = (file: string, text: string) => {
    if (!isKilled()) appendFileSync(env[file] ?? '', text)
  }
  const pair = (file: string) => (name: string, value: unknown) => {
    const delimiter = `ghadelimiter_${randomUUID()}`
    append(file, `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
  }
  return {
    error: command('error'),
    warning: command('warning'),
    notice: command('notice'),
    setSecret: command('add-mask'),
    info: (text) => lines.push(text),
    setOutput: pair('GITHUB_OUTPUT'),
    saveState: pair('GITHUB_STATE'),
    exportVariable: pair('GITHUB_ENV'),
    getState: (name) => env[`STATE_${name}`] ?? '',
    summary: { addRaw: (text) => ({ write: async () => append('GITHUB_STEP_SUMMARY', text) }) },
  }
}

/** The files and the environment of a step, and what is left of them when it has ended. */
async function prepareStep(step: Step) {
  const files = await runnerFiles(step.temp)
  const eventPath = join(files.folder, 'event.json')
  await writeFile(eventPath, JSON.stringify(step.event))
  const env: NodeJS.ProcessEnv = {
    ...runnerEnv(step, eventPath, files),
    ...inputEnv(step),
    ...stateEnv(step.state ?? {}),
    ...step.env,
  }
  const ran = async (exitCode: number | null, signal: string | null, raw: string): Promise<ActionRun> => {
    const warning = /^\(node:\d+\) .*/m.exec(raw)?.[0]
    if (warning !== undefined) throw new Error(`Node.js warns in the log of the job: ${warning}`)
    const outputs = await readPairs(files.output)
    return {
      exitCode,
      signal,
      ...readLog(raw),
      outputs: Object.fromEntries(outputs),
      outputCounts: countBy(outputs.map(([name]) => name)),
      state: Object.fromEntries(await readPairs(files.state)),
      summary: await readFile(files.summary, 'utf8'),
      leftBehind: (await readFile(files.env, 'utf8')) + (await readFile(files.path, 'utf8')),
    }
  }
  return { env, ran }
}

type RunnerFiles = Record<'folder' | 'output' | 'state' | 'summary' | 'env' | 'path', string>

async function runnerFiles(temp: string): Promise<RunnerFiles> {
  const folder = await mkdtemp(join(temp, '_runner_file_commands-'))
  const names = ['output', 'state', 'summary', 'env', 'path'] as const
  const paths = names.map((name) => [name, join(folder, `${name}_${randomUUID()}`)] as const)
  for (const [, path] of paths) await writeFile(path, '')
  await mkdir(join(temp, 'home'), { recursive: true })
  return { folder, ...(Object.fromEntries(paths) as Omit<RunnerFiles, 'folder'>) } // every name, as just listed
}

/** Credentials that a runner gives to every JavaScript action. They must not leak either. */
export const RUNNER_SECRETS = {
  ACTIONS_RUNTIME_TOKEN: RUNTIME_TOKEN,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'eyJhbGciOiJSUzI1NiJ9.eyJzY3AiOiJpZC10b2tlbiJ9.b2lkYy1yZXF1ZXN0LXNpZ25hdHVyZQ',
}

function runnerEnv(step: Step, eventPath: string, files: RunnerFiles): Record<string, string> {
  const [owner = ''] = step.repository.split('/')
  return {
    ...RUNNER_SECRETS,
    ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:9/oidc',
    ACTIONS_RESULTS_URL: step.resultsUrl ?? 'http://127.0.0.1:9/',
    ACTIONS_RUNTIME_URL: 'http://127.0.0.1:9/',
    CI: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: step.actor,
    GITHUB_API_URL: step.apiUrl,
    GITHUB_ENV: files.env,
    GITHUB_EVENT_NAME: step.eventName,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_GRAPHQL_URL: step.graphqlUrl,
    GITHUB_JOB: 'sluice',
    GITHUB_OUTPUT: files.output,
    GITHUB_PATH: files.path,
    GITHUB_REF: step.ref,
    GITHUB_REF_NAME: step.ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    GITHUB_REPOSITORY: step.repository,
    GITHUB_REPOSITORY_OWNER: owner,
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: '17000000001',
    GITHUB_RUN_NUMBER: '7',
    GITHUB_SERVER_URL: step.server ?? 'https://github.com',
    GITHUB_SHA: step.sha,
    GITHUB_STATE: files.state,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_TRIGGERING_ACTOR: step.triggeringActor ?? step.actor,
    GITHUB_WORKFLOW: 'Sluice',
    GITHUB_WORKSPACE: step.workspace,
    GOOGLE_GEMINI_BASE_URL: step.geminiUrl,
    HOME: join(step.temp, 'home'),
    LANG: 'C.UTF-8',
    PATH: process.env.PATH ?? '',
    RUNNER_ARCH: 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: 'GitHub Actions 1',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: step.temp,
    RUNNER_TOOL_CACHE: join(step.temp, 'tools'),
  }
}

/** Every input as `INPUT_NAME`: upper case, spaces as `_`, everything else kept. Source: runner, ActionRunner. */
function inputEnv(step: Step): Record<string, string> {
  const { inputs } = actionYml()
  const given = step.inputs ?? {}
  const names = new Set([...inputs.keys(), ...Object.keys(given)])
  return Object.fromEntries(
    [...names].map((name) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      given[name] ?? evaluate(inputs.get(name) ?? '', step),
    ]),
  )
}

/** The workflow expressions in action.yml; a missing member is empty, as on GitHub. */
function evaluate(text: string, step: Step): string {
  return text.replace(/\$\{\{\s*([\w.]+)\s*\}\}/g, (_, path: string) => {
    const github = { token: step.token, event: step.event, workflow: step.env?.GITHUB_WORKFLOW ?? 'Sluice' }
    const value = path
      .split('.')
      .slice(1)
      .reduce<unknown>(
        (at, key) =>
          typeof at === 'object' && at !== null ? Object.entries(at).find(([name]) => name === key)?.[1] : undefined,
        github,
      )
    return value === undefined || value === null ? '' : String(value)
  })
}

const stateEnv = (state: Record<string, string>) =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]))

/** Names and defaults of the inputs, and names of the outputs, as action.yml has them: two levels, one line a key. */
export function actionYml(): { inputs: Map<string, string>; outputs: string[] } {
  const inputs = new Map<string, string>()
  const outputs: string[] = []
  let section = ''
  let name = ''
  for (const line of readFileSync(join(ROOT, 'action.yml'), 'utf8').split('\n')) {
    section = /^(\w+):/.exec(line)?.[1] ?? section
    const entry = /^ {2}([\w-]+):$/.exec(line)?.[1]
    if (entry !== undefined) name = entry
    if (entry !== undefined && section === 'inputs') inputs.set(entry, '')
    if (entry !== undefined && section === 'outputs') outputs.push(entry)
    const value = /^ {4}default: (.*)$/.exec(line)?.[1]
    if (value !== undefined) inputs.set(name, value.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value)
  }
  return { inputs, outputs }
}

/** `name=value` and `name<<DELIMITER … DELIMITER` entries. Source: GitHub docs, "Workflow commands", multiline strings. */
async function readPairs(path: string): Promise<[string, string][]> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const pairs: [string, string][] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const open = /^([^=]+?)<<(.+)$/.exec(line)
    if (open === null) {
      const equals = line.indexOf('=')
      if (equals < 1) throw new Error(`not a file command: ${line}`)
      pairs.push([line.slice(0, equals), line.slice(equals + 1)])
      continue
    }
    const end = lines.indexOf(open[2] ?? '', at + 1)
    if (end === -1) throw new Error(`no end of ${open[1]} in a file command`)
    pairs.push([open[1] ?? '', lines.slice(at + 1, end).join('\n')])
    at = end
  }
  return pairs
}

/** The runner removes lines `::name …::message` from the log and executes them, unless they are stopped. */
function readLog(raw: string): { log: string; commands: ActionRun['commands'] } {
  const commands: ActionRun['commands'] = []
  const kept: string[] = []
  let stopped: string | undefined
  for (const line of raw.split(/\r?\n/)) {
    const [, name, message] = /^::([a-z-]+)[^:]*::(.*)$/.exec(line) ?? []
    if (stopped !== undefined) {
      if (line === `::${stopped}::`) stopped = undefined
      else kept.push(line)
    } else if (name === undefined) kept.push(line)
    else {
      if (name === 'stop-commands') stopped = message
      commands.push({ name, message: message ?? '' })
      // Messages are shown in the log; only masks are swallowed whole.
      if (name !== 'add-mask') kept.push(message ?? '')
    }
  }
  return { log: kept.join('\n'), commands }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
