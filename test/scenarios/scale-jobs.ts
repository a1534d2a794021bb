import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type GeminiEmulator, type GeminiScript, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { issue, type WorldIssue, type WorldSeed } from '../../src/emulators/github/world.ts'
import { type ArtifactStore, startArtifactService } from '../fakes/artifact-service.ts'
import { isFull } from '../sample.ts'
import { type ActionRun, runAction, runInProcess, type Step } from './action.ts'
import { misnumberedLines } from './prompt-lines.ts'
import { prepareRepository, type SampleRepository } from './repository.ts'

// The jobs of a workflow over many items, each with a checkout of its own: in the process of the tests, and as processes of the built action
// in `npm run test:full` and where a test stops one. What a job uploaded is there for the next, as on GitHub. All clocks run fast, and alike.

const KEY = ['AQ', 'Ab8RN6stand-in_key/that+opens=nothing'].join('.')
const TOKEN = ['ghs', 'Standin7Token8That9Opens0Nothing1234'].join('_')
const SPEED = 200
export const RUN = 17_000_000_001

export type JobOptions = {
  attempt?: number
  /** The id of the workflow run. */
  run?: number
  env?: Record<string, string>
  onStart?: (child: ChildProcess) => void
  /** GitHub's account that started it. */
  actor?: string
}

export type ScaleJobs = {
  github: GitHubEmulator
  gemini: GeminiEmulator
  store: ArtifactStore
  repository: SampleRepository
  /** Runs one job to its end. */
  job(inputs: Record<string, string>, options?: JobOptions): Promise<ActionRun>
  /** The entries of a plan's matrix, as `toJSON(matrix)` gives them. */
  entries(plan: ActionRun): string[]
}

export type ScaleWorld = {
  model: GeminiScript
  world?: Partial<WorldSeed>
  /** Files of the repository, by path. */
  files?: Record<string, string>
  inputs?: Record<string, string>
  /** Whether GitHub enforces its rate limits. */
  limits?: boolean
}

export const openIssues = (count: number, fields: (number: number) => Partial<WorldIssue> = () => ({})): WorldIssue[] =>
  Array.from({ length: count }, (_, index) =>
    issue({
      number: index + 1,
      title: `Leak ${index + 1}`,
      body: `Water is lost at ${index + 1}.`,
      ...fields(index + 1),
    }),
  )

export async function withScaleJobs(
  { model, world, files = { 'README.md': '# pond\n' }, inputs: common = {}, limits = false }: ScaleWorld,
  work: (jobs: ScaleJobs) => Promise<void>,
): Promise<void> {
  const temp = await mkdtemp(join(tmpdir(), 'sluice-scale-'))
  const base = Date.now()
  const now = () => base + (Date.now() - base) * SPEED
  const sleep = (ms: number, signal?: AbortSignal) => wait(ms / SPEED, undefined, { signal })
  const fastClock = {
    NODE_OPTIONS: `--import=${resolve(import.meta.dirname, '../fakes/fast-clock.mjs')}`,
    CLOCK_BASE: String(base),
    CLOCK_SPEED: String(SPEED),
  }
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(temp, 'files/repo', path)), { recursive: true })
      await writeFile(join(temp, 'files/repo', path), text)
    }
    const sample = { from: join(temp, 'files'), checkout: { at: 'base', depth: 'one' }, token: TOKEN } as const
    const repository = await prepareRepository({ ...sample, into: join(temp, 'first') })
    await using gemini = await startGemini(model, { key: KEY })
    await using github = await startGitHub(
      {
        owner: 'octo',
        repo: 'pond',
        token: TOKEN,
        gitDir: repository.origin,
        permissions: { octo: 'admin' },
        ...world,
      },
      { now, limits },
    )
    await using store = await startArtifactService()
    let jobs = 0

    /** GitHub lists what was uploaded by the run that uploaded it. */
    const publish = (run: number) => {
      const { artifacts } = github.world
      const createdAt = new Date(now()).toISOString()
      for (const [index, [name, zip]] of [...store.artifacts].entries())
        if (index >= artifacts.length) artifacts.push({ id: 4711 + index, run, name, zip, createdAt })
    }

    async function job(inputs: Record<string, string>, options: JobOptions = {}): Promise<ActionRun> {
      const { attempt = 1, run = RUN, env, onStart, actor = 'octo' } = options
      const folder = join(temp, `job-${++jobs}`)
      const checkout = await prepareRepository({ ...sample, into: folder })
      await mkdir(join(folder, '_temp'))
      if (!github.world.workflowRuns.some(({ id }) => id === run))
        github.world.workflowRuns.push({
          id: run,
          workflow: 'scale.yml',
          actor,
          conclusion: null,
          createdAt: new Date(now()).toISOString(),
          event: 'workflow_dispatch',
        })
      const step: Step = {
        eventName: 'workflow_dispatch',
        event: { inputs: null, ref: 'refs/heads/main', workflow: '.github/workflows/scale.yml' },
        repository: 'octo/pond',
        sha: checkout.base,
        ref: 'refs/heads/main',
        actor,
        token: TOKEN,
        workspace: checkout.workspace,
        temp: join(folder, '_temp'),
        apiUrl: github.url,
        graphqlUrl: github.graphqlUrl,
        geminiUrl: gemini.url,
        resultsUrl: store.url,
        inputs: { gemini_api_key: KEY, sandbox: 'off', ...common, ...inputs },
        env: {
          GITHUB_RUN_ID: String(run),
          GITHUB_RUN_ATTEMPT: String(attempt),
          GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/scale.yml@refs/heads/main',
          ...env,
        },
      }
      const sent = gemini.requests.length
      const ended =
        isFull || onStart !== undefined
          ? await runAction({ ...step, env: { ...step.env, ...fastClock } }, 'index.js', onStart)
          : await runInProcess(step, 'index.js', { now, sleep })
      publish(run)
      expect(misnumberedLines(gemini.requests.slice(sent), repository.origin)).toEqual([])
      return ended
    }

    await work({
      github,
      gemini,
      store,
      repository,
      job,
      entries: (plan) => {
        const matrix: { include: unknown[] } = JSON.parse(plan.outputs.matrix ?? '{"include":[]}')
        return matrix.include.map((entry) => JSON.stringify(entry))
      },
    })
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}
