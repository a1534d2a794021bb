import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { stepsIn } from '../../src/commands/recorded-steps.ts'
import { type GeminiRequest, type GeminiStandin, type GeminiStep, startGemini } from '../../src/standin/gemini.ts'
import { type FakeGitHub, startGitHub } from '../../src/standin/github.ts'
import { worldOf } from '../../src/standin/github-event.ts'
import type { World } from '../../src/standin/github-world.ts'
import { type ArtifactFault, startArtifactService } from '../fakes/artifact-service.ts'
import { type ActionRun, RUNNER_SECRETS, runAction, type Step } from './action.ts'
import { type Checkout, prepareRepository, type SampleRepository, type TreeEntry } from './repository.ts'

/** `step.json`: what the workflow says about the step, and what befalls it. */
export type StepFile = {
  eventName: string
  inputs?: Record<string, string>
  env?: Record<string, string>
  /** A program, with arguments, that starts the step's program. */
  through?: readonly string[]
  /** GITHUB_ACTOR; the event's sender unless given. */
  actor?: string
  triggeringActor?: string
  checkout?: Checkout
  /** In every commit beside the files. */
  entries?: readonly TreeEntry[]
  /** `false`: the workflow has no key, as on a pull request from a fork. */
  key?: boolean
  /** How often the same step runs, one after the other. 1 unless given. */
  runs?: number
  /** Sends a signal to the process at its n-th model request (which is then never answered), or when a file appears. */
  kill?: { signal: NodeJS.Signals; onRequest?: number; onFile?: string }
  /** Answers these GitHub requests otherwise, by their number. */
  github?: Record<string, 'refuse' | 'lose' | { status: number; headers?: Record<string, string>; body?: unknown }>
  /** The same for the artifact service. */
  artifactService?: Record<string, ArtifactFault>
}

type Words = { has?: string[]; lacks?: string[] }

/** `expect.json`: how it ends. */
export type Expectation = {
  /** Null when the process was killed before it could say. */
  outcome: string | null
  exit: number | null
  /** Model requests. */
  requests: number
  /** Comments by the action at the end; 1 unless given. */
  comments?: number
  comment?: Words
  summary?: Words
  log?: Words
  transcript?: Words
  outputs?: Record<string, Words>
  /** Branches that were made or moved, with the paths their last commit changes. None unless said. */
  branches?: Record<string, string[]>
  /** What the n-th model request says, as JSON text. */
  asked?: Record<string, Words>
}

export type Scenario = {
  name: string
  folder: string
  step: StepFile
  expected: Expectation
  /** Answers for the model, in the place of `replies.jsonl`. */
  model?: (request: GeminiRequest) => GeminiStep
}

/** A GitHub: where people look at it, and the path before its REST API. */
export type Server = { pages: string; prefix: string }
const DOTCOM: Server = { pages: 'https://github.com', prefix: '' }
export const ENTERPRISE: Server = { pages: 'https://github.example.com', prefix: '/api/v3' }

export type Played = {
  runs: ActionRun[]
  post: ActionRun
  github: FakeGitHub
  gemini: GeminiStandin
  repository: SampleRepository
  /** Uploaded artifacts, by name; empty when the step did not ask for any. */
  artifacts: ReadonlyMap<string, Uint8Array>
  transcript: string
  patch: string
}

// Made up at run time: a literal of this form would alarm the scanners that look for such literals.
const KEY = ['AQ', 'Ab8RN6stand-in_key/that+opens=nothing'].join('.')
const TOKEN = ['ghs', 'Standin7Token8That9Opens0Nothing1234'].join('_')
/** Known to nobody here, but of a form that gives it away. */
export const SOMEBODYS_TOKEN = ['ghp', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789'].join('_')

/** What must not get out, by name. */
export const SECRETS = { 'the API key': KEY, 'the token': TOKEN, ...RUNNER_SECRETS }

const REPOSITORY = 'octo/pond'

export function scenarios(): Scenario[] {
  const names = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names.map(({ name }) => {
    const folder = join(import.meta.dirname, name)
    return { name, folder, step: readJson(join(folder, 'step.json')), expected: readJson(join(folder, 'expect.json')) }
  })
}

/** Plays a scenario over the built action and hands everything it left behind to `check`. */
export async function play(
  scenario: Scenario,
  check: (played: Played) => void | Promise<void>,
  server: Server = DOTCOM,
): Promise<void> {
  const { folder, step } = scenario
  const temp = await mkdtemp(join(tmpdir(), `sluice-${scenario.name}-`))
  try {
    const payload = readJson<Event>(join(folder, 'event.json'))
    const checkout = step.checkout ?? { at: step.eventName === 'pull_request' ? 'merge' : 'base', depth: 'one' }
    const repository = await prepareRepository({
      from: repositoryOf(folder),
      into: temp,
      number: payload.pull_request?.number ?? payload.issue?.number ?? 1,
      headBranch: payload.pull_request?.head.ref ?? 'topic',
      checkout,
      ...(step.entries && { entries: step.entries }),
      token: TOKEN,
      server: server.pages,
    })
    const fill = (text: string) => filled(text, repository).replaceAll(DOTCOM.pages, server.pages)
    const event: Event = JSON.parse(fill(readFileSync(join(folder, 'event.json'), 'utf8')))
    const seed = {
      ...worldFor(event, repository),
      pages: server.pages,
      ...worldIn(folder, fill),
    }

    let child: ChildProcess | undefined
    await using gemini = await startGemini(scenario.model ?? scriptOf(scenario, fill, () => child), { key: KEY })
    await using github = await startGitHub(seed, { prefix: server.prefix, onRequest: ({ nth }) => step.github?.[nth] })
    await using store = await startArtifactService((nth) => step.artifactService?.[nth])
    // Beside the workspace, as on a runner, not around it.
    const runnerTemp = join(temp, '_temp')
    await mkdir(runnerTemp)
    const given = stepOf(scenario, event, repository, runnerTemp, {
      apiUrl: github.url,
      graphqlUrl: github.graphqlUrl,
      server: server.pages,
      geminiUrl: gemini.url,
      resultsUrl: store.url,
    })

    const runs: ActionRun[] = []
    for (let nth = 0; nth < (step.runs ?? 1); nth++)
      runs.push(
        await runAction(given, 'index.js', (started) => {
          child = started
          if (step.kill?.onFile !== undefined)
            void killOnFile(started, join(repository.workspace, step.kill.onFile), step.kill.signal)
        }),
      )
    const last = lastOf(runs)
    const post = await runAction({ ...given, state: last.state }, 'post.js')
    const { transcript, patch } = last.outputs
    await check({
      runs,
      post,
      github,
      gemini,
      repository,
      artifacts: store.artifacts,
      transcript: await textAt(transcript),
      patch: await textAt(patch),
    })
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}

export function lastOf(runs: readonly ActionRun[]): ActionRun {
  const last = runs.at(-1)
  if (last === undefined) throw new Error('a scenario runs at least once')
  return last
}

/** Everything of the run that somebody else gets to see, by name. */
export function sinksOf({ runs, post, github, gemini, artifacts, transcript, patch }: Played): Record<string, string> {
  const all = [...runs, post]
  return {
    log: all.map((run) => run.log).join('\n'),
    summary: all.map((run) => run.summary).join('\n'),
    outputs: JSON.stringify(all.map((run) => run.outputs)),
    transcript,
    patch,
    artifacts: [...artifacts.values()].map(textIn).join('\n'),
    'what was sent to GitHub': JSON.stringify(github.requests.map(({ path, query, body }) => ({ path, query, body }))),
    'what was sent to the model': JSON.stringify(gemini.requests.map(({ path, body }) => ({ path, body }))),
  }
}

/** What the runner needs of a payload; the stand-in for GitHub reads the rest. */
type Event = {
  sender?: { login: string }
  issue?: { number: number }
  pull_request?: { number: number; head: { ref: string } }
}

/** A GitHub that agrees with the event, and people of every kind. */
const worldFor = (event: Event, { origin, base, head }: SampleRepository) =>
  worldOf(event, {
    repository: REPOSITORY,
    token: TOKEN,
    gitDir: origin,
    permissions: { octo: 'admin', wendy: 'write', rita: 'read', stan: 'none' },
    sides: { base: { ref: 'main', sha: base }, head: { ref: 'topic', sha: head } },
  })

function stepOf(
  { step }: Scenario,
  event: Event,
  { workspace, base, merge }: SampleRepository,
  temp: string,
  urls: Pick<Step, 'apiUrl' | 'graphqlUrl' | 'geminiUrl' | 'resultsUrl' | 'server'>,
): Step {
  const onMerge = /^pull_request(_review|_review_comment)?$/.test(step.eventName)
  const number = event.pull_request?.number ?? 1
  return {
    ...urls,
    inputs: { ...(step.key === false ? {} : { gemini_api_key: KEY }), ...step.inputs },
    ...(step.env === undefined ? {} : { env: step.env }),
    ...(step.through === undefined ? {} : { through: step.through }),
    eventName: step.eventName,
    event,
    repository: REPOSITORY,
    sha: onMerge ? merge : base,
    ref: onMerge ? `refs/pull/${number}/merge` : 'refs/heads/main',
    actor: step.actor ?? event.sender?.login ?? 'wendy',
    ...(step.triggeringActor === undefined ? {} : { triggeringActor: step.triggeringActor }),
    workspace,
    temp,
    token: TOKEN,
  }
}

/** The replies in order, the same again for every run; a signal is sent instead of an answer where `step.kill` says so. */
function scriptOf({ folder, step }: Scenario, fill: (text: string) => string, child: () => ChildProcess | undefined) {
  const path = join(folder, 'replies.jsonl')
  // Steps of the stand-in, one a line, or what `sluice run --record` kept.
  const text = existsSync(path) ? fill(readFileSync(path, 'utf8')) : ''
  const once = text.trim() === '' ? [] : stepsIn(text, path)
  const steps = Array.from({ length: step.runs ?? 1 }, () => once).flat()
  let nth = 0
  return (request: GeminiRequest): GeminiStep => {
    nth++
    if (step.kill?.onRequest === nth) {
      child()?.kill(step.kill.signal)
      return { fault: 'stall' }
    }
    const given = steps[nth - 1]
    const message = `the scenario has ${steps.length} replies`
    return given === undefined ? { status: 500, body: { error: { code: 500, message } } } : withPid(given, request)
  }
}

/** A model knows what it was told: `"{{PID}}"` becomes the last process id a tool has told it. */
function withPid(step: GeminiStep, { raw }: GeminiRequest): GeminiStep {
  const text = JSON.stringify(step)
  if (!text.includes('{{PID}}')) return step
  const pid = [...raw.matchAll(/\bPID: (\d+)/g)].at(-1)?.[1] ?? '0'
  return JSON.parse(text.replaceAll('"{{PID}}"', pid))
}

/** Waits for a file a tool makes, then sends the signal; gives up when the process has ended. */
async function killOnFile(child: ChildProcess, path: string, signal: NodeJS.Signals): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (existsSync(path)) {
      child.kill(signal)
      return
    }
    await wait(20)
  }
}

const filled = (text: string, { base, head, merge }: SampleRepository): string =>
  text
    .replaceAll('{{BASE_SHA}}', base)
    .replaceAll('{{HEAD_SHA}}', head)
    .replaceAll('{{MERGE_SHA}}', merge)
    .replaceAll('{{SOMEBODYS_TOKEN}}', SOMEBODYS_TOKEN)

function worldIn(folder: string, fill: (text: string) => string): Partial<World> {
  const path = join(folder, 'world.json')
  return existsSync(path) ? JSON.parse(fill(readFileSync(path, 'utf8'))) : {}
}

/** Scenarios that do not need a repository of their own use the first one's. */
const repositoryOf = (folder: string): string =>
  existsSync(join(folder, 'repo')) ? folder : join(import.meta.dirname, 'pull-request-review')

/** Everything in a zip file, names too. */
const textIn = (zip: Uint8Array): string =>
  Object.entries(unzipSync(zip))
    .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
    .join('\n')

const textAt = async (path: string | undefined): Promise<string> =>
  path === undefined || path === '' || !existsSync(path) ? '' : readFile(path, 'utf8')

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T // our own files; a wrong one fails its scenario
}
