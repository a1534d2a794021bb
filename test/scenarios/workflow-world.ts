import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { evaluateText, falsePart } from '../../src/commands/simulate/expressions.ts'
import { parseWorkflow, type WorkflowSource } from '../../src/commands/workflow-source.ts'
import { mapOf, type WorkflowMap } from '../../src/config/workflow-file.ts'
import {
  type GeminiEmulator,
  type GeminiRequest,
  type GeminiStep,
  startGemini,
} from '../../src/emulators/gemini/gemini.ts'
import { leftCheckout, runCommit, runRef } from '../../src/emulators/github/checkout.ts'
import { startGitServer } from '../../src/emulators/github/git-server.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, type Scope, type WorkflowRun, type World, type WorldPull } from '../../src/emulators/github/world.ts'
import { startArtifactService } from '../fakes/artifact-service.ts'
import { type ActionRun, runInProcess, type Step } from './action.ts'
import { KEY, TOKEN } from './scenario.ts'

/**
 * One repository with whole workflows, whose state, branches, artifacts and queues stay from event to event. An event starts a run of each
 * workflow that names it; GitHub claims the group of a workflow before it looks at the `if` of a job, and that of a job after it. Source:
 * GitHub docs, "Control the concurrency of workflows and jobs".
 */

const GITHUB = resolve(import.meta.dirname, '../../.github')
const EXAMPLES = join(GITHUB, 'examples')
export const HOME = 'octo/pond'
const SCOPES: readonly Scope[] = ['discussions', 'issues', 'pull_requests', 'contents', 'checks', 'actions', 'statuses']
const ACTION = 'sluice-agent/sluice@'
const CALLED = /^sluice-agent\/sluice\/\.github\/(workflows\/.*)@/

export const exampleTexts = (): Record<string, string> =>
  Object.fromEntries(readdirSync(EXAMPLES).map((file) => [file, readFileSync(join(EXAMPLES, file), 'utf8')]))

/** `dispatched`: the workflow that a person starts by hand. */
export type Happening = {
  name: string
  payload: Record<string, unknown>
  actor: string
  attemptOf?: WorkflowRun
  dispatched?: string
}

/** A job that has started, or that waits for its group. */
export type PlayedJob = {
  run: WorkflowRun
  job: string
  event: Happening
  state: 'waiting' | 'running' | 'ended' | 'canceled'
  /** Each step of the action, in order. `sarif`: the text of that file. */
  steps: { ran: ActionRun; inputs: Record<string, string>; sarif: string }[]
  /** The commit of each step with actions/checkout, in order. */
  checkedOut: string[]
  /** Texts of a `with` that other actions got, by the action. */
  given: Record<string, Record<string, string>>
  modelRequests: GeminiRequest[]
  /** The group that it claimed. */
  group?: string
  cancel(): void
  /** Ends the machine of the job; its post step still runs, as after an unresponsive program. */
  kill(): void
}

export type WorkflowWorld = {
  github: GitHubEmulator
  gemini: GeminiEmulator
  jobs: PlayedJob[]
  world: World
  /** Starts what the event starts, and returns at once. */
  start(event: Happening): void
  /** Waits until nothing runs that is not held. */
  settle(): Promise<void>
  git(...args: string[]): Promise<string>
  /** Pushes files to a branch, which starts at `from`; returns its tip. Text null removes a file. */
  push(branch: string, files: Record<string, string | null>, from?: string): Promise<string>
  tip(branch: string): Promise<string>
  now(): number
  pass(ms: number): void
}

export type WorldOptions = {
  workflows: Record<string, string>
  files: Record<string, string>
  world?: Partial<World>
  model: (job: PlayedJob, request: GeminiRequest, nth: number) => GeminiStep | Promise<GeminiStep>
  /** Called before each request of a job to GitHub; the answer waits for it. */
  hold?: (job: PlayedJob, request: { method: string; path: string }) => Promise<void>
  /** The machine of a job that is killed runs no post step. */
  skipsPost?: boolean
  /** Whether the Dependabot secrets have the key, too. */
  hasDependabotKey?: boolean
  /** `~/.gitconfig` of each job. */
  gitConfig?: string
}

const run = promisify(execFile)

export async function withWorkflowWorld(
  options: WorldOptions,
  play: (world: WorkflowWorld) => Promise<void>,
): Promise<void> {
  const temp = await mkdtemp(join(tmpdir(), 'sluice-world-'))
  const origin = join(temp, 'origin')
  let clock = Date.parse('2026-03-02T09:00:00Z')
  const iso = () => new Date(clock).toISOString().replace(/\.\d+Z$/, 'Z')
  const gitIn =
    (cwd: string) =>
    async (...args: string[]) => {
      const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
      const dates = { GIT_AUTHOR_DATE: iso(), GIT_COMMITTER_DATE: iso() }
      const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, ...dates }
      return (await run('git', [...identity, ...args], { cwd, env })).stdout.trimEnd()
    }
  const git = gitIn(origin)
  const tokens = new Set<string>()
  const jobs: PlayedJob[] = []
  const byCredential = new Map<string, PlayedJob>()
  try {
    await mkdir(origin)
    await git('init', '--quiet', '--initial-branch=main')
    // As GitHub does.
    await git('config', 'uploadpack.allowAnySHA1InWant', 'true')
    const push: WorkflowWorld['push'] = async (branch, files, from = branch) => {
      await git('checkout', '--quiet', '--force', '--detach', from)
      for (const [path, text] of Object.entries(files)) {
        if (text === null) await git('rm', '--quiet', path)
        else {
          await mkdir(dirname(join(origin, path)), { recursive: true })
          await writeFile(join(origin, path), text)
        }
      }
      await git('add', '--all')
      await git('commit', '--quiet', '--allow-empty', '-m', `Push to ${branch}`)
      const tip = await git('rev-parse', 'HEAD')
      await git('update-ref', `refs/heads/${branch}`, tip)
      for (const pull of github.world.pulls)
        if (pull.head.ref === branch && pull.head.repo === HOME && pull.state === 'open') pull.head.sha = tip
      return tip
    }
    const workflows = Object.entries(options.workflows).map(([file, text]) => sourceOf(file, text))
    for (const [path, text] of [
      ...Object.entries(options.files),
      ...Object.entries(options.workflows).map(([file, text]) => [`.github/workflows/${file}`, text] as const),
    ]) {
      await mkdir(dirname(join(origin, path)), { recursive: true })
      await writeFile(join(origin, path), text)
    }
    await git('add', '--all')
    await git('commit', '--quiet', '-m', 'Base')

    await using gemini = await startGemini(async (request) => {
      const job = byCredential.get(request.headers['x-goog-api-key'] ?? '')
      if (job === undefined) throw new Error('a model request of no job')
      return options.model(job, request, job.modelRequests.push(request))
    })
    await using server = await startGitServer({ repository: HOME, token: tokens, gitDir: () => origin })
    const jobTokens: NonNullable<World['jobTokens']> = {}
    await using github = await startGitHub(
      {
        owner: 'octo',
        repo: 'pond',
        token: TOKEN,
        jobTokens,
        pages: server.url,
        gitDir: origin,
        viewer: BOT,
        permissions: { octo: 'admin', wendy: 'write', walt: 'write', stan: 'read' },
        ...options.world,
      },
      {
        now: () => clock,
        hold: async (request) => {
          const received = github.requests.at(-1)
          const credential = /^(?:token|bearer) (.+)$/i.exec(received?.headers.authorization ?? '')?.[1] ?? ''
          const job = byCredential.get(credential)
          if (job !== undefined) await options.hold?.(job, request)
        },
      },
    )
    const { world } = github
    const queues = openQueues()
    const active = new Set<Promise<void>>()
    let runs = 17_000_000_000
    let credentials = 0
    let artifacts = 4710

    function start(event: Happening): void {
      for (const source of workflows) {
        if (!starts(source, event)) continue
        if (event.dispatched !== undefined && event.dispatched !== source.file) continue
        if (event.attemptOf !== undefined && event.attemptOf.workflow !== source.file) continue
        const given = event.attemptOf
        const begun: WorkflowRun = given ?? {
          id: ++runs,
          workflow: source.file,
          actor: event.actor,
          conclusion: null,
          createdAt: iso(),
          event: event.name,
          attempt: 0,
          branch: branchOf(event),
          title: 'Run',
        }
        begun.attempt = (begun.attempt ?? 0) + 1
        begun.conclusion = null
        if (given === undefined) world.workflowRuns.push(begun)
        const contexts = { github: githubContext(begun, source, event) }
        const name = source.workflow['run-name']
        if (typeof name === 'string') begun.title = evaluateText(name, contexts)
        const playing: Promise<void> = playRun(begun, source, event).finally(() => active.delete(playing))
        active.add(playing)
      }
    }

    const githubContext = (begun: WorkflowRun, source: WorkflowSource, event: Happening) => ({
      event: event.payload,
      event_name: event.name,
      repository: HOME,
      actor: event.actor,
      workflow: source.workflow.name ?? source.file,
      run_id: String(begun.id),
      token: TOKEN,
      head_ref: pullIn(event)?.head.ref ?? '',
    })

    async function playRun(begun: WorkflowRun, source: WorkflowSource, event: Happening): Promise<void> {
      const contexts = { github: githubContext(begun, source, event) }
      const own = groupOf(source.workflow.concurrency, contexts)
      const isCanceled = { value: false }
      const claim = own && queues.claim(own, () => cancelRun(begun, isCanceled))
      const may = claim === undefined || (await claim.turn)
      const results = may ? await playJobs(begun, source, event, contexts, {}, isCanceled) : ['canceled']
      claim?.release()
      begun.conclusion = conclusionOf(results)
      begun.endedAt = iso()
    }

    /** Its jobs end, and no other starts. */
    function cancelRun(begun: WorkflowRun, isCanceled: { value: boolean }): void {
      isCanceled.value = true
      for (const job of jobs) if (job.run === begun && job.state === 'running') job.cancel()
    }

    /** The jobs of one workflow, or of one that a job calls, in the order of their `needs`. */
    async function playJobs(
      begun: WorkflowRun,
      source: WorkflowSource,
      event: Happening,
      contexts: Record<string, unknown>,
      caller: { permissions?: WorkflowMap; secrets?: WorkflowMap },
      isCanceled: { value: boolean },
    ): Promise<string[]> {
      const results: string[] = []
      const needs: Record<string, unknown> = {}
      for (const { id, job } of source.jobs) {
        const context = { ...contexts, needs }
        if (isCanceled.value || falsePart(job.if, context) !== undefined) {
          results.push('skipped')
          needs[id] = { outputs: {}, result: 'skipped' }
          continue
        }
        const permissions = mapOf(job.permissions ?? source.workflow.permissions ?? caller.permissions)
        const called = CALLED.exec(String(job.uses ?? ''))?.[1]
        if (called !== undefined) {
          const inner = sourceOf(called, readFileSync(join(GITHUB, called), 'utf8'))
          const given = { ...contexts, inputs: callInputs(inner, mapOf(job.with), context) }
          const own = groupOf(inner.workflow.concurrency, given)
          const claim = own && queues.claim(own, () => cancelRun(begun, isCanceled))
          const secrets = mapOf(job.secrets)
          if (claim === undefined || (await claim.turn))
            results.push(...(await playJobs(begun, inner, event, given, { permissions, secrets }, isCanceled)))
          else results.push('canceled')
          claim?.release()
          continue
        }
        const matrix = mapOf(mapOf(job.strategy).matrix ?? {})
        const cells = matrixOf(mapOf(job.strategy).matrix, matrix, context)
        const outputs: Record<string, string> = {}
        for (const cell of cells) {
          const result = await playJob(begun, source, event, { id, job, permissions, cell }, context, outputs)
          results.push(result)
        }
        needs[id] = { outputs, result: 'success' }
      }
      return results
    }

    async function playJob(
      begun: WorkflowRun,
      source: WorkflowSource,
      event: Happening,
      { id, job, permissions, cell }: { id: string; job: WorkflowMap; permissions: WorkflowMap; cell: unknown },
      contexts: Record<string, unknown>,
      outputs: Record<string, string>,
    ): Promise<string> {
      const stopper = new AbortController()
      const killer = Promise.withResolvers<void>()
      const played: PlayedJob = {
        run: begun,
        job: id,
        event,
        state: 'waiting',
        steps: [],
        checkedOut: [],
        given: {},
        modelRequests: [],
        cancel: () => stopper.abort(),
        kill: () => killer.resolve(),
      }
      jobs.push(played)
      const own = groupOf(job.concurrency, contexts)
      played.group = own?.group
      const claim = own && queues.claim(own, () => stopper.abort())
      if (claim !== undefined && !(await claim.turn)) {
        played.state = 'canceled'
        return 'cancelled'
      }
      played.state = 'running'
      const isFork = isOfFork(event)
      const giveToken = (): string => {
        const token = TOKEN.slice(0, -4) + String(++credentials).padStart(4, '0')
        tokens.add(token)
        byCredential.set(token, played)
        jobTokens[token] = Object.fromEntries(
          SCOPES.map((scope) => {
            const level = String(permissions[scope.replace('_', '-')] ?? 'none')
            // GitHub gives runs of forks no token that writes.
            return [scope, level === 'write' && !isFork ? 'write' : level === 'none' ? 'none' : 'read']
          }),
        )
        return token
      }
      const revoke = (token: string) => {
        delete jobTokens[token]
        tokens.delete(token)
      }
      const token = giveToken()
      const key = KEY + token.slice(-4)
      byCredential.set(key, played)
      // In the process of the tests a killed step goes on: nothing that it still asks reaches GitHub.
      await using store = await startArtifactService(undefined, () => ++artifacts)
      let left: Map<string, Uint8Array> | undefined
      void killer.promise.then(() => {
        revoke(token)
        left = new Map(store.artifacts)
      })
      const hasSecrets = !isFork && (event.actor !== 'dependabot[bot]' || options.hasDependabotKey === true)
      const secrets = hasSecrets ? { GEMINI_API_KEY: key, gemini_api_key: key, APP_TOKEN: token } : {}
      const steps: Record<string, unknown> = {}
      const all = { ...contexts, secrets, steps, matrix: cell, github: { ...mapOf(contexts.github), token } }
      const folder = await mkdtemp(join(temp, 'job-'))
      const workspace = join(folder, 'workspace')
      await mkdir(workspace)
      await mkdir(join(folder, '_temp/home'), { recursive: true })
      if (options.gitConfig !== undefined) await writeFile(join(folder, '_temp/home/.gitconfig'), options.gitConfig)
      const sha = await commitOf(event)
      const hashed = (text: string) =>
        text.replaceAll(/hashFiles\('([\w./-]+)'\)/g, (_, file: string) =>
          existsSync(join(workspace, file)) ? "'4f1c'" : "''",
        )
      for (const each of Array.isArray(job.steps) ? job.steps : []) {
        const step = mapOf(each)
        if (stopper.signal.aborted && !String(step.if ?? '').includes('cancelled()')) break
        if (falsePart(typeof step.if === 'string' ? hashed(step.if) : step.if, all) !== undefined) continue
        const uses = String(step.uses ?? '')
        const texts = Object.fromEntries(
          Object.entries(mapOf(step.with)).map(([name, value]) => [name, evaluateText(hashed(String(value)), all)]),
        )
        if (uses.startsWith('actions/checkout@')) {
          played.checkedOut.push(await checkOut(workspace, texts, sha))
        } else if (uses.startsWith(ACTION)) {
          const started = stepOf(played, source, { folder, workspace, sha, token, inputs: texts, results: store.url })
          const stop = { signal: stopper.signal, killed: killer.promise }
          const time = { now: () => clock }
          const ran = await runInProcess(started, 'index.js', time, stop)
          const hasPost = options.skipsPost !== true || ran.signal === null
          const current = ran.signal === null ? token : giveToken()
          const after = {
            ...started,
            token: current,
            inputs: withToken(started.inputs, token, current),
            state: ran.state,
          }
          const post = hasPost ? (await runInProcess(after, 'post.js')).log : ''
          if (current !== token) revoke(current)
          const sarif = ran.outputs.sarif ? readFileSync(ran.outputs.sarif, 'utf8') : ''
          played.steps.push({ ran: { ...ran, log: `${ran.log}\n${post}` }, inputs: texts, sarif })
          if (typeof step.id === 'string') steps[step.id] = { outputs: ran.outputs }
        } else if (String(step.run).startsWith('npm ci')) {
          await mkdir(join(workspace, 'node_modules/left'), { recursive: true })
          await writeFile(join(workspace, 'node_modules/left/index.js'), "module.exports = 'left'\n")
        } else if (uses === '') {
          // The only other program of the examples: `gh issue list`, with `--search no:label` and `--label needs-triage`.
          const isThere = (number: number) => world.goneIssues?.[number] === undefined
          const isListed = (names: readonly string[]) =>
            names.length === 0 || (String(step.run).includes('--label needs-triage') && names.includes('needs-triage'))
          const open = world.issues.filter(
            ({ state, labels, number }) => state === 'open' && isListed(labels) && isThere(number),
          )
          steps[String(step.id)] = { outputs: { numbers: open.map(({ number }) => number).join(',') } }
        } else played.given[uses.replace(/@.*/, '')] = texts
      }
      for (const [name, value] of Object.entries(mapOf(job.outputs))) outputs[name] = evaluateText(String(value), all)
      for (const [name, zip] of left ?? store.artifacts)
        world.artifacts.push({ id: store.ids.get(name) ?? 0, run: begun.id, name, zip, createdAt: iso() })
      revoke(token)
      claim?.release()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      played.state = stopper.signal.aborted ? 'canceled' : 'ended'
      if (stopper.signal.aborted) return 'cancelled'
      return played.steps.some(({ ran }) => ran.exitCode !== 0) ? 'failure' : 'success'
    }

    /** What the step leaves; returns its commit. */
    async function checkOut(workspace: string, inputs: Record<string, string>, sha: string): Promise<string> {
      const { ref, depth } = leftCheckout(inputs, { repository: HOME, ref: sha })
      const inside = gitIn(workspace)
      // A job may check out twice.
      if ((await readdir(workspace)).length === 0) {
        await inside('init', '--quiet', '--initial-branch=main')
        await inside('remote', 'add', 'origin', `${server.url}/${HOME}`)
      }
      const branches = depth === 0 ? ['+refs/heads/*:refs/remotes/origin/*'] : []
      const shallow = depth === 0 ? [] : [`--depth=${depth}`]
      // With a file: URL git uses its protocol and respects a depth.
      await inside('fetch', '--quiet', '--no-tags', ...shallow, pathToFileURL(origin).href, ref, ...branches)
      await inside('checkout', '--quiet', '--force', '--detach', (await inside('rev-parse', 'FETCH_HEAD')).slice(0, 40))
      return inside('rev-parse', 'HEAD')
    }

    /** GITHUB_SHA; the merge commit of a pull request is made as GitHub makes it. */
    async function commitOf(event: Happening): Promise<string> {
      const pull = pullIn(event)
      if (event.name === 'workflow_dispatch') return git('rev-parse', String(event.payload.ref))
      if (runCommit(event.name) !== 'merge' || pull === undefined) return git('rev-parse', 'main')
      const tree = await git('merge-tree', '--write-tree', 'main', pull.head.sha).catch(() =>
        git('rev-parse', `${pull.head.sha}^{tree}`),
      )
      const parents = ['-p', 'main', '-p', pull.head.sha]
      const merge = await git('commit-tree', tree.split('\n')[0] ?? '', ...parents, '-m', 'Merge')
      await git('update-ref', `refs/pull/${pull.number}/merge`, merge)
      await git('update-ref', `refs/pull/${pull.number}/head`, pull.head.sha)
      return merge
    }

    function stepOf(
      { run: begun, job, event }: PlayedJob,
      source: WorkflowSource,
      given: {
        folder: string
        workspace: string
        sha: string
        token: string
        inputs: Record<string, string>
        results: string
      },
    ): Step {
      const ref = runRef(event.name, event.payload)
      return {
        inputs: { sandbox: 'off', ...given.inputs },
        env: {
          GITHUB_RUN_ID: String(begun.id),
          GITHUB_RUN_ATTEMPT: String(begun.attempt ?? 1),
          GITHUB_WORKFLOW: String(source.workflow.name ?? source.file),
          GITHUB_WORKFLOW_REF: `${HOME}/.github/workflows/${begun.workflow}@${ref}`,
          GITHUB_JOB: job,
          GITHUB_ACTION: '__sluice-agent_sluice',
          GITHUB_ACTION_REPOSITORY: 'sluice-agent/sluice',
        },
        eventName: event.name,
        event: event.payload,
        repository: HOME,
        sha: given.sha,
        ref,
        actor: begun.actor,
        triggeringActor: event.actor,
        workspace: given.workspace,
        temp: join(given.folder, '_temp'),
        token: given.token,
        server: server.url,
        apiUrl: github.url,
        graphqlUrl: github.graphqlUrl,
        geminiUrl: gemini.url,
        resultsUrl: given.results,
      }
    }

    await play({
      github,
      gemini,
      jobs,
      world,
      start,
      git,
      push,
      tip: (branch) => git('rev-parse', branch),
      now: () => clock,
      pass: (ms) => {
        clock += ms
      },
      async settle() {
        while (active.size > 0) await Promise.all(active)
      },
    })
  } finally {
    await rm(temp, { recursive: true, force: true, maxRetries: 5 })
  }
}

function sourceOf(file: string, text: string): WorkflowSource {
  const parsed = parseWorkflow(file, text)
  if (!parsed.ok) throw new Error(`${file}: ${parsed.reason}`)
  return parsed.source
}

/** Whether an event starts a run of the workflow: its name, its activity type, and the workflow that has ended. */
function starts({ events, workflow }: WorkflowSource, { name, payload }: Happening): boolean {
  const options = events.get(name)
  if (options === undefined) return false
  // Each line of a schedule is an event of its workflow alone.
  const { schedule } = mapOf(workflow.on)
  if (name === 'schedule')
    return Array.isArray(schedule) && schedule.some((each) => mapOf(each).cron === payload.schedule)
  const { types, workflows } = options
  if (Array.isArray(workflows) && !workflows.includes(mapOf(payload.workflow_run).name)) return false
  const usual = /^pull_request(?:_target)?$/.test(name) ? USUAL_TYPES : [payload.action]
  return (Array.isArray(types) ? types : usual).includes(payload.action)
}

/** Of an event for pull requests without `types`. Source: GitHub docs, "Events that trigger workflows". */
const USUAL_TYPES = ['opened', 'synchronize', 'reopened']

const pullIn = ({ payload }: Happening): WorldPull | undefined =>
  payload.pull_request === undefined ? undefined : (payload.pull_request as WorldPull) // the tests made it

const isOfFork = ({ name, payload }: Happening): boolean => {
  const pull = mapOf(payload.pull_request)
  const repo = mapOf(mapOf(pull.head).repo).full_name
  return /^pull_request(?!_target)/.test(name) && repo !== undefined && repo !== HOME
}

const branchOf = (event: Happening): string => pullIn(event)?.head.ref ?? 'main'

type Group = { group: string; cancels: boolean; max: boolean }

function groupOf(concurrency: unknown, contexts: Record<string, unknown>): Group | undefined {
  if (concurrency === undefined || concurrency === null) return undefined
  const { group, ...options } = typeof concurrency === 'string' ? { group: concurrency } : mapOf(concurrency)
  return {
    group: evaluateText(String(group), contexts).toLowerCase(),
    cancels: 'cancel-in-progress' in options && options['cancel-in-progress'] === true,
    max: 'queue' in options && options.queue === 'max',
  }
}

const callInputs = (inner: WorkflowSource, given: WorkflowMap, contexts: Record<string, unknown>) => {
  const declared = mapOf(mapOf(inner.events.get('workflow_call')).inputs)
  return Object.fromEntries(
    Object.entries(declared).map(([name, input]) => [
      name,
      given[name] === undefined ? String(mapOf(input).default ?? '') : evaluateText(String(given[name]), contexts),
    ]),
  )
}

/** The cells of a matrix, which the called workflows take from the output of a job. */
function matrixOf(matrix: unknown, map: WorkflowMap, contexts: Record<string, unknown>): unknown[] {
  if (matrix === undefined) return [{}]
  if (typeof matrix !== 'string') return Array.isArray(map.include) ? map.include : [map]
  const inside = matrix.replace(/^\$\{\{\s*fromJSON\((.*)\)\s*\}\}$/, '${{ $1 }}')
  const parsed: { include: unknown[] } = JSON.parse(evaluateText(inside, contexts))
  return parsed.include
}

const conclusionOf = (results: readonly string[]): string => {
  if (results.every((result) => result === 'skipped')) return 'skipped'
  return results.includes('failure') ? 'failure' : results.includes('cancelled') ? 'cancelled' : 'success'
}

const withToken = (inputs: Step['inputs'], before: string, after: string): Step['inputs'] =>
  Object.fromEntries(Object.entries(inputs ?? {}).map(([name, value]) => [name, value === before ? after : value]))

type Claim = { turn: Promise<boolean>; release(): void }

/**
 * Groups of concurrency. One runs; with `queue: max` the others wait in order, otherwise one waits and a newer one takes its place.
 * `cancel-in-progress` also cancels the one that runs, and the newer waits until that has ended.
 */
function openQueues() {
  type Waiting = { start(may: boolean): void; cancel(): void }
  const groups = new Map<string, { running: Waiting | undefined; waiting: Waiting[] }>()
  return {
    claim({ group, cancels, max }: Group, cancel: () => void): Claim {
      const queue = groups.get(group) ?? { running: undefined, waiting: [] }
      groups.set(group, queue)
      const { promise, resolve: start } = Promise.withResolvers<boolean>()
      const entry: Waiting = { start, cancel }
      if (queue.running === undefined) {
        queue.running = entry
        start(true)
      } else {
        if (cancels) queue.running.cancel()
        if (!max) for (const evicted of queue.waiting.splice(0)) evicted.start(false)
        queue.waiting.push(entry)
      }
      return {
        turn: promise,
        release: () => {
          if (queue.running !== entry) return
          queue.running = queue.waiting.shift()
          queue.running?.start(true)
        },
      }
    },
  }
}
