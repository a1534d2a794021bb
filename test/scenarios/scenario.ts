import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { readSteps } from '../../src/commands/sample-run.ts'
import {
  type GeminiEmulator,
  type GeminiRequest,
  type GeminiStep,
  startGemini,
} from '../../src/emulators/gemini/gemini.ts'
import { fail } from '../../src/emulators/gemini/steps.ts'
import { runCommit, runRef } from '../../src/emulators/github/checkout.ts'
import { worldFromEvent } from '../../src/emulators/github/event.ts'
import { startGitServer } from '../../src/emulators/github/git-server.ts'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../src/emulators/github/github.ts'
import type { World } from '../../src/emulators/github/world.ts'
import type { MainStep } from '../../src/session/step-process.ts'
import { type ArtifactFault, startArtifactService } from '../fakes/artifact-service.ts'
import { isFull } from '../sample.ts'
import { type ActionRun, PROCESS_VARIABLES, RUNNER_SECRETS, runAction, runStep, type Step } from './action.ts'
import { confirmAll, findingIds, isLook } from './finding-verifier.ts'
import { misnumberedLines } from './prompt-lines.ts'
import { type Checkout, prepareRepository, type SampleRepository, type TreeEntry } from './repository.ts'

/** `step.json`: the step in the workflow, and its faults. */
export type StepFile = {
  eventName: string
  inputs?: Record<string, string>
  env?: Record<string, string>
  /** A program, with arguments, that starts the step's program. */
  through?: readonly string[]
  /** GITHUB_ACTOR; the event's sender unless given. */
  actor?: string
  triggeringActor?: string
  /** What the steps before with actions/checkout leave. Not given: that of one without inputs. */
  checkout?: Checkout | readonly Checkout[]
  /** In every commit, in addition to the files. */
  entries?: readonly TreeEntry[]
  /** Files that earlier steps of the job wrote in the workspace, by path. */
  written?: Record<string, string>
  /** Git's server refuses to fetch. */
  refusesFetch?: boolean
  /** `false`: the workflow has no key, as on a pull request from a fork. */
  key?: boolean
  /** How often the same step runs, one after the other. 1 unless given. */
  runs?: number
  /**
   * Sends a signal to the process at its n-th model request (which is then never answered), when a file appears, or at the
   * first request to GitHub whose `METHOD path` matches. That one is still performed if it is `after`.
   */
  kill?: { signal: NodeJS.Signals; onRequest?: number; onFile?: string; onGitHub?: RegExp; after?: boolean }
  /** Answers these GitHub requests otherwise, by their number. */
  github?: Record<string, 'refuse' | 'lose' | { status: number; headers?: Record<string, string>; body?: unknown }>
  /** The same, where their order can change. */
  githubFault?: GitHubEmulatorOptions['onRequest']
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
  /** Created or moved branches, with the paths that their last commit changes. Default: none. */
  branches?: Record<string, string[]>
  /** The n-th model request, as JSON text. */
  asked?: Record<string, Words>
}

export type Scenario = {
  name: string
  folder: string
  step: StepFile
  expected: Expectation
  /** GitHub's data besides the event and `world.json`. */
  world?: Partial<World>
  /** Answers for the model, in the place of `replies.jsonl`. */
  model?: (request: GeminiRequest) => GeminiStep | Promise<GeminiStep>
  /** The steps before that of the action, in the job's checkout. What they give to its inputs and variables. */
  runEarlierSteps?: (place: Pick<Played, 'github' | 'repository'>) => Promise<Pick<StepFile, 'inputs' | 'env'>>
  /** Lets answers of GitHub wait. */
  hold?: (request: { method: string; path: string }) => Promise<void>
  /** Starts the built action as a process. Otherwise only what needs a process gets one. */
  built?: boolean
  /** In the place of the machine's, for runs in the process of the tests. */
  clock?: MainStep['clock']
  onStart?: (child: ChildProcess, github: GitHubEmulator) => void
  onModelRequest?: () => void
}

/** A GitHub: where people look at it, and the path before its REST API. */
export type Server = { pages: string; prefix: string }
const DOTCOM: Server = { pages: 'https://github.com', prefix: '' }
export const ENTERPRISE: Server = { pages: 'https://github.example.com', prefix: '/api/v3' }

export type Played = {
  runs: ActionRun[]
  post: ActionRun
  github: GitHubEmulator
  gemini: GeminiEmulator
  repository: SampleRepository
  /** Uploaded artifacts, by name; empty when the step did not ask for any. */
  artifacts: ReadonlyMap<string, Uint8Array>
  transcript: string
  patch: string
}

// Generated at run time, because a literal would trigger secret scanners.
export const KEY = ['AQ', 'Ab8RN6stand-in_key/that+opens=nothing'].join('.')
export const TOKEN = ['ghs', 'Standin7Token8That9Opens0Nothing1234'].join('_')
/** An unknown secret with a recognizable form. */
export const SOMEBODYS_TOKEN = ['ghp', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789'].join('_')

/** Secrets that must not leak, by name. */
export const SECRETS = { 'the API key': KEY, 'the token': TOKEN, ...RUNNER_SECRETS }

const REPOSITORY = 'octo/pond'

/** The telemetry tests play these, with all checks; `npm run test:full` also plays them without telemetry. */
export const WITH_TELEMETRY = [
  ...['bad-day-of-the-api', 'command-of-the-repository', 'compression'],
  ...['goes-round-in-circles', 'hooks-on-a-fork'],
]

export function scenarios(): Scenario[] {
  const names = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names.map(({ name }) => {
    const folder = join(import.meta.dirname, name)
    return { name, folder, step: readJson(join(folder, 'step.json')), expected: readJson(join(folder, 'expect.json')) }
  })
}

/** Whether a step cannot run in the process of the tests. */
const needsProcess = ({ built, step, onStart }: Scenario): boolean =>
  built === true ||
  step.kill !== undefined ||
  step.through !== undefined ||
  onStart !== undefined ||
  PROCESS_VARIABLES.some((name) => step.env?.[name] !== undefined)

/** Runs a scenario, with the built action where it needs a process and in `npm run test:full`, and passes all results to `check`. */
export async function play(
  scenario: Scenario,
  check: (played: Played) => void | Promise<void>,
  place: Server = DOTCOM,
): Promise<void> {
  const { folder, step } = scenario
  const temp = await mkdtemp(join(tmpdir(), `sluice-${scenario.name}-`))
  try {
    const payload = readJson<Event>(join(folder, 'event.json'))
    const checkout = step.checkout ?? { at: runCommit(step.eventName) === 'merge' ? 'merge' : 'base', depth: 'one' }
    const origin = join(temp, 'origin')
    await using git = await startGitServer({
      repository: REPOSITORY,
      token: TOKEN,
      gitDir: () => origin,
      refuses: () => step.refusesFetch === true,
    })
    // The checkout of another commit than the pull request's head fetches that; github.com is not here.
    const isMoved = existsSync(join(folder, 'later'))
    const isAtHead = ({ at }: Checkout) => at === 'head' || (at === 'merge' && !isMoved)
    const checkouts = [checkout].flat()
    const isElsewhere = checkouts.length === 0 || !checkouts.every(isAtHead)
    const isFetching = isElsewhere && isAboutPull(payload, step) && place === DOTCOM
    const server = isFetching ? { ...place, pages: git.url } : place
    const repository = await prepareRepository({
      from: repositoryOf(folder),
      into: temp,
      number: payload.pull_request?.number ?? payload.issue?.number ?? 1,
      headBranch: payload.pull_request?.head.ref ?? 'topic',
      checkout,
      entries: step.entries,
      token: TOKEN,
      server: server.pages,
    })
    for (const [path, text] of Object.entries(step.written ?? {})) {
      await mkdir(dirname(join(repository.workspace, path)), { recursive: true })
      await writeFile(join(repository.workspace, path), text)
    }
    const fill = (text: string) => filled(text, repository).replaceAll(DOTCOM.pages, server.pages)
    const event: Event = JSON.parse(fill(readFileSync(join(folder, 'event.json'), 'utf8')))
    const seed = {
      ...worldFor(event, repository),
      pages: server.pages,
      ...worldIn(folder, fill),
      ...scenario.world,
    }
    // What asked is there, whatever else the world has. A scenario in which it is gone lets GitHub answer so.
    const { comments = [], reviews = [] } = worldFor(event, repository)
    const absent = <T extends { id: number }>(asking: readonly T[], there: readonly T[] = []) =>
      asking.filter(({ id }) => !there.some((each) => each.id === id))
    seed.comments = [...absent(comments, seed.comments), ...(seed.comments ?? [])]
    seed.reviews = [...absent(reviews, seed.reviews), ...(seed.reviews ?? [])]

    let child: ChildProcess | undefined
    let isKilled = false
    const killAt = ({ method, path }: { method: string; path: string }) => {
      if (isKilled || step.kill?.onGitHub?.test(`${method} ${path}`) !== true) return undefined
      isKilled = child?.kill(step.kill.signal) === true
      return step.kill.after === true ? undefined : 'refuse'
    }
    const script = scenario.model ?? scriptOf(scenario, fill, () => child)
    const model = (request: GeminiRequest) => {
      scenario.onModelRequest?.()
      return script(request)
    }
    await using gemini = await startGemini(model, { key: KEY })
    await using github = await startGitHub(seed, {
      prefix: server.prefix,
      onRequest: (request) => step.github?.[request.nth] ?? step.githubFault?.(request) ?? killAt(request),
      hold: scenario.hold,
    })
    await using store = await startArtifactService((nth) => step.artifactService?.[nth])
    // Beside the workspace, as on a runner, not around it.
    const runnerTemp = join(temp, '_temp')
    await mkdir(runnerTemp)
    const isInProcess = !needsProcess(scenario)
    const given = await scenario.runEarlierSteps?.({ github, repository })
    const [inputs, env] = [
      { ...step.inputs, ...given?.inputs },
      { ...step.env, ...given?.env },
    ]
    const runStepGiven = stepOf({ ...scenario, step: { ...step, inputs, env } }, event, repository, runnerTemp, {
      apiUrl: github.url,
      graphqlUrl: github.graphqlUrl,
      server: server.pages,
      geminiUrl: gemini.url,
      resultsUrl: store.url,
    })

    const runs: ActionRun[] = []
    for (let nth = 0; nth < (step.runs ?? 1); nth++)
      runs.push(
        isInProcess
          ? await runStep(runStepGiven, 'index.js', scenario.clock)
          : await runAction(runStepGiven, 'index.js', (started) => {
              child = started
              scenario.onStart?.(started, github)
              if (step.kill?.onFile !== undefined)
                void killOnFile(started, join(repository.workspace, step.kill.onFile), step.kill.signal)
            }),
      )
    expect(misnumberedLines(gemini.requests, repository.origin)).toEqual([])
    const last = lastOf(runs)
    const after = { ...runStepGiven, state: last.state }
    const post = isInProcess ? await runStep(after, 'post.js', scenario.clock) : await runAction(after, 'post.js')
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

/** All visible output of the run, by name. */
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

/** The payload fields that the runner needs; the GitHub emulator reads the rest. */
type Event = {
  sender?: { login: string }
  issue?: { number: number; pull_request?: object }
  pull_request?: { number: number; head: { ref: string } }
  workflow_run?: object
}

const isAboutPull = ({ pull_request, issue, workflow_run }: Event, { inputs = {} }: StepFile): boolean =>
  (pull_request ?? issue?.pull_request ?? workflow_run ?? inputs.github_pr_number) !== undefined

/** A GitHub that agrees with the event, and people of every kind. */
const worldFor = (event: Event, { origin, base, head }: SampleRepository) =>
  worldFromEvent(event, {
    repository: REPOSITORY,
    token: TOKEN,
    gitDir: origin,
    permissions: { octo: 'admin', wendy: 'write', rita: 'read', stan: 'none' },
    sides: { base: { ref: 'main', sha: base }, head: { ref: 'topic', sha: head } },
  })

function stepOf(
  scenario: Scenario,
  event: Event,
  { workspace, base, merge }: SampleRepository,
  temp: string,
  urls: Pick<Step, 'apiUrl' | 'graphqlUrl' | 'geminiUrl' | 'resultsUrl' | 'server'>,
): Step {
  const { step } = scenario
  // Isolating programs starts thirty others, so in the process of the tests only a step that asks for it does.
  const isolation: Record<string, string> = needsProcess(scenario) || isFull ? {} : { sandbox: 'off' }
  return {
    ...urls,
    inputs: { gemini_api_key: step.key === false ? '' : KEY, ...isolation, ...step.inputs },
    env: step.env,
    through: step.through,
    eventName: step.eventName,
    event,
    repository: REPOSITORY,
    sha: runCommit(step.eventName) === 'merge' ? merge : base,
    ref: runRef(step.eventName, event),
    actor: step.actor ?? event.sender?.login ?? 'wendy',
    triggeringActor: step.triggeringActor,
    workspace,
    temp,
    token: TOKEN,
  }
}

/**
 * The replies in order, the same again for every run; a signal is sent instead of an answer where `step.kill` says so. After the last, the
 * second look confirms every finding, and another request gets an error that is not worth a retry.
 */
function scriptOf({ folder, step }: Scenario, fill: (text: string) => string, child: () => ChildProcess | undefined) {
  const path = join(folder, 'replies.jsonl')
  // Steps of the emulator, one per line, or a recording of `sluice run --record`.
  const text = existsSync(path) ? fill(readFileSync(path, 'utf8')) : ''
  const once = text.trim() === '' ? [] : readSteps(text, path)
  const steps = Array.from({ length: step.runs ?? 1 }, () => once).flat()
  let nth = 0
  return (request: GeminiRequest): GeminiStep => {
    nth++
    if (step.kill?.onRequest === nth) {
      child()?.kill(step.kill.signal)
      return { fault: 'stall' }
    }
    const given = steps[nth - 1]
    if (given !== undefined) return withPid(given, request)
    if (isLook(request.raw)) return confirmAll(findingIds(request.raw))
    return fail(400, 'INVALID_ARGUMENT', `the scenario has ${steps.length} replies`)
  }
}

/** Replaces `"{{PID}}"` with the last process id in a tool result. */
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
