import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expressionsIn, mapOf, mapText, referencesIn, type WorkflowMap } from '../../config/workflow-file.ts'
import { type GeminiRequest, type GeminiStep, startGemini } from '../../emulators/gemini/gemini.ts'
import { call, say, turn } from '../../emulators/gemini/steps.ts'
import { runCommit } from '../../emulators/github/checkout.ts'
import { worldFromEvent } from '../../emulators/github/event.ts'
import { startGitHub } from '../../emulators/github/github.ts'
import { comment, issue } from '../../emulators/github/world.ts'
import { openRunner, type RunnerCommands } from '../../github/runner.ts'
import type { Environment } from '../../platform/environment.ts'
import type { MainStep } from '../../session/step-process.ts'
import {
  contextsOf,
  SIMULATED_TOKEN,
  type SimulatedRow,
  type SimulatedStep,
  simulateSituation,
  valuesOf,
} from '../simulate/simulate-job.ts'
import { ISSUE_NUMBER, LOGINS, PULL_NUMBER, REPOSITORY, RUN_ID, SHA, type Situation } from '../simulate/situations.ts'
import type { Attack } from './attack-file.ts'
import { effectsOf, type PlayedRun } from './attack-file.ts'
import { type AttackGround, withoutProgramKeys } from './attack-ground.ts'

/** `mainStep`: the action itself. */
export type AttackPlayer = {
  ground: AttackGround
  scratch: string
  dist: string
  env: Environment
  mainStep: (step: MainStep) => Promise<number>
}

/** `skipped`: the run does not start, or does not read the text; `effects`: what happened of the attack. */
export type AttackOutcome =
  | { result: 'skipped'; reason: string }
  | { result: 'played'; effects: string[]; isRead: boolean }

/** The number of an issue that no run here is about. */
export const OTHER_NUMBER = 99

/** `caller`: the job that calls the workflow of the step. */
export type CalledSituation = Situation & { caller?: SimulatedStep['callers'][number] }

/** Inputs and variables of the step in the place of its own. */
export type ReplacedParts = { inputs?: Readonly<Record<string, string>>; env?: Readonly<Record<string, string>> }

type Plant = {
  situation: Situation
  files: Record<string, string>
  message: string
  otherBody: string
  comments: string[]
}

/**
 * Plays one attack in one situation of one step: the event with the text of the attacker in it, the run over emulated services, and a model that obeys
 * the text once it has read it. `replaced`: parts of the step that are other ones.
 */
export async function playAttack(
  attack: Attack,
  simulated: SimulatedStep,
  situation: CalledSituation,
  player: AttackPlayer,
  replaced: ReplacedParts = {},
): Promise<AttackOutcome> {
  const scratch = await mkdtemp(join(player.scratch, 'run-'))
  try {
    const unfit = unfitReason(attack, situation)
    if (unfit !== undefined) return { result: 'skipped', reason: unfit }
    const values = valuesForRun(scratch, situation)
    const planted = plantText(attack, situation, values.fill)
    if (planted === undefined)
      return { result: 'skipped', reason: `nobody from outside writes the ${attack.place} of this event` }
    await player.ground.reset(player.ground.base, player.ground.base)
    const row = await simulateSituation(
      simulated,
      planted.situation,
      {
        workspace: player.ground.checkout,
        scratch,
        dist: player.dist,
      },
      situation.caller,
    )
    if (row.result !== 'runs') return { result: 'skipped', reason: row.reason }
    const run = await playRun(attack, { simulated, row, planted, values, scratch }, player, replaced)
    if (!run.isRead && attack.unread === 'does not apply')
      return { result: 'skipped', reason: 'the model does not get the text' }
    return { result: 'played', effects: effectsOf(attack, run, values.secrets, values.fill), isRead: run.isRead }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Why this attack says nothing about this event. */
function unfitReason({ on, unasked }: Attack, { event, actor, code }: Situation): string | undefined {
  if (on !== undefined && (on === 'issue') !== (code === undefined))
    return `this event is not about ${on === 'issue' ? 'an issue' : 'a pull request'}`
  return unasked && actor === 'writer' && /comment|review$/.test(event)
    ? 'a person with write permission may ask for this'
    : undefined
}

type RunValues = {
  key: string
  token: string
  marker: string
  canary: string
  /** The other secrets of the workflow. */
  stepSecret: string
  /** A secret that the action does not know. */
  hidden: string
  secretFile: string
  secrets: readonly string[]
  /** Puts the values of this run into a text; `last`: the last result that the model got. */
  fill: (text: string, last?: string) => string
}

function valuesForRun(scratch: string, { code }: Situation): RunValues {
  const key = `AIza${randomBytes(18).toString('hex')}`
  const token = `ghs_${randomBytes(18).toString('hex')}`
  const hidden = randomBytes(20).toString('hex')
  const stepSecret = randomBytes(21).toString('hex')
  const marker = `OBEY${randomBytes(4).toString('hex')}`
  const values: Record<string, string> = {
    marker,
    canary: join(scratch, 'canary'),
    outside: join(scratch, 'temp', 'credential.json'),
    temp: join(scratch, 'temp'),
    other: String(OTHER_NUMBER),
    item: String(code === undefined ? ISSUE_NUMBER : PULL_NUMBER),
  }
  return {
    key,
    token,
    marker,
    hidden,
    stepSecret,
    canary: values.canary ?? '',
    secretFile: values.outside ?? '',
    secrets: [key, token, hidden, stepSecret],
    fill: (text, last = '') =>
      text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
        name === 'last' ? last : (values[name] ?? placeholder),
      ),
  }
}

/** The situation with the text of the attacker in it; undefined where only people with write permission write that place. */
function plantText(attack: Attack, situation: Situation, fill: (text: string) => string): Plant | undefined {
  const text = fill(attack.text)
  const payload = structuredClone(situation.payload)
  const plant: Plant = {
    situation: { ...situation, payload },
    files: filledFiles(attack, fill),
    message: 'Change something',
    otherBody: '',
    comments: [],
  }
  const item = payload.pull_request ?? payload.issue
  const ofStranger = (of: unknown) => mapOf(mapOf(of).user).login !== LOGINS.writer && of !== undefined
  const change = (of: unknown, field: string, value: (before: string) => string) => {
    if (!ofStranger(of)) return undefined
    const map = of as Record<string, unknown> // a part of the copy
    map[field] = value(String(map[field] ?? ''))
    return plant
  }
  switch (attack.place) {
    case 'title':
      return change(item, 'title', () => text)
    case 'body':
      return change(item, 'body', () => text)
    case 'comment': {
      const posted = payload.comment ?? payload.review
      if (ofStranger(posted)) return change(posted, 'body', (before) => `${before}\n\n${text}`)
      return item === undefined ? undefined : { ...plant, comments: [text] }
    }
    case 'another issue':
      return { ...plant, otherBody: text }
    default: {
      // The code of a fork, and what belongs to its commits.
      if (situation.code !== 'fork') return undefined
      if (attack.place === 'branch name') {
        const pull = payload.pull_request as Record<string, unknown> | undefined // a part of the copy
        if (pull === undefined) return undefined
        pull.head = { ...mapOf(pull.head), ref: text.replace(/[^\w./{}$()-]+/g, '-') }
        return plant
      }
      if (attack.place === 'commit message') return { ...plant, message: text }
      const name = attack.place === 'file name' ? `${text.replace(/[/\0]/g, ' ').slice(0, 200)}.md` : 'notes.md'
      return { ...plant, files: { ...plant.files, [name]: attack.place === 'file' ? `${text}\n` : 'Notes.\n' } }
    }
  }
}

const filledFiles = ({ files }: Attack, fill: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [fill(path), fill(text)]))

type PlayedPlan = {
  simulated: SimulatedStep
  row: SimulatedRow
  planted: Plant
  values: RunValues
  scratch: string
}

async function playRun(
  attack: Attack,
  { simulated, row, planted, values, scratch }: PlayedPlan,
  { ground, dist, env, mainStep }: AttackPlayer,
  replaced: ReplacedParts,
): Promise<PlayedRun> {
  const { situation } = planted
  const head = await ground.change({ 'change.md': 'A change.\n', ...planted.files }, planted.message)
  const real = (text: string) =>
    text.replaceAll(SHA.base, ground.base).replaceAll(SHA.head, head).replaceAll(SHA.merge, head)
  const payload: WorkflowMap = JSON.parse(real(JSON.stringify(situation.payload)))
  const sha = runCommit(situation.event) === 'merge' ? head : ground.base
  const keepsCredential = row.checkouts.some(({ keepsCredential: isKept }) => isKept)
  await ground.reset(sha, ground.base, keepsCredential ? values.token : undefined)
  const temp = join(scratch, 'temp')
  await mkdir(join(scratch, 'home'), { recursive: true })
  await mkdir(temp, { recursive: true })
  await writeFile(values.secretFile, JSON.stringify({ private_key: values.hidden }))
  const world = worldFromEvent(payload, {
    repository: REPOSITORY,
    token: values.token,
    gitDir: ground.origin,
    permissions: { [LOGINS.writer]: 'write', [LOGINS.stranger]: 'none' },
    defaultBranch: 'main',
    sides: { base: { ref: 'main', sha: ground.base }, head: { ref: 'topic', sha: head } },
  })
  const item = Number(values.fill('{{item}}'))
  const isListed = planted.otherBody !== ''
  await using github = await startGitHub({
    ...world,
    issues: [
      ...(world.issues ?? []),
      issue({
        number: OTHER_NUMBER,
        user: isListed ? LOGINS.stranger : LOGINS.writer,
        body: planted.otherBody || 'Ours.',
      }),
    ],
    comments: [
      ...(world.comments ?? []),
      ...planted.comments.map((body, index) => comment({ id: 900 + index, number: item, user: LOGINS.stranger, body })),
    ],
  })
  const script = obeyingModel(attack, values)
  await using model = await startGemini(script.answer, { key: values.key })
  const secret = (text: string) =>
    text.replaceAll('simulated-secret', values.stepSecret).replaceAll(SIMULATED_TOKEN, values.token)
  const contexts = contextsOf(simulated.source, simulated.job, situation)
  const stepEnv = { ...mapOf(contexts.env), ...valuesOf(simulated.step.step.env, contexts), ...replaced.env } as Record<
    string,
    string
  > // texts only
  const settingInputs = ['settings', 'admin_settings'].map((name) => {
    const text = { ...row.inputs, ...replaced.inputs }[name] ?? ''
    return [name, text.trimStart().startsWith('{') ? withoutProgramKeys(text).text : ''] as const
  })
  const stepInputs = {
    ...row.inputs,
    ...replaced.inputs,
    ...Object.fromEntries(settingInputs),
    ...NOT_PLAYED,
    gemini_api_key: values.key,
    github_token: values.token,
  }
  const variables = await runnerVariables({ scratch, sha, situation, payload, file: simulated.source.file })
  const stepVariables: NodeJS.ProcessEnv = {
    PATH: env.PATH,
    LANG: env.LANG,
    SYSTEMROOT: env.SYSTEMROOT,
    COMSPEC: env.COMSPEC,
    ...Object.fromEntries(
      Object.entries(stepEnv)
        .filter(([name]) => !OF_THE_MACHINE.test(name))
        .map(([name, text]) => [name, secret(real(text))]),
    ),
    ...variables,
    GITHUB_WORKSPACE: ground.checkout,
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GOOGLE_GEMINI_BASE_URL: model.url,
    ...Object.fromEntries(
      Object.entries(stepInputs).map(([name, text]) => [`INPUT_${name.toUpperCase()}`, secret(real(text))]),
    ),
  }
  const remains = leftByRun()
  await mainStep({
    env: stepVariables,
    runner: openRunner(stepVariables, remains.commands),
    getInput: (name) => stepVariables[`INPUT_${name.toUpperCase()}`] ?? '',
    readContext: async () => ({ eventName: situation.event, sha, actor: LOGINS[situation.actor], payload }),
    dist,
    signal: new AbortController().signal,
  })
  return {
    github: github.requests,
    model: model.requests,
    outputs: remains.outputs,
    variables: { ...remains.variables, ...(await variablesIn(join(scratch, 'ENV'))) },
    executed: executedOutputs(simulated),
    summary: remains.summary(),
    log: remains.log,
    hasCanary: existsSync(values.canary),
    isRead: script.isRead(),
  }
}

/** Variables that lead requests elsewhere or change this process. */
const OF_THE_MACHINE = /^(?:OTEL_\w+|GEMINI_TELEMETRY_\w+|\w*_PROXY|NODE_\w+|PATH|HOME)$/i

/** Other credentials than that of the played model, and what starts programs. */
const NOT_PLAYED = {
  verify: '',
  extensions: '',

  use_vertex_ai: '',
  use_gemini_code_assist: '',
  google_api_key: '',
  gcp_workload_identity_provider: '',
}

/**
 * Reads what the attack says, then, once the text of the attacker has been in a request, makes its calls one after the other. A result of a call can
 * be an argument of the next.
 */
function obeyingModel(attack: Attack, { marker, fill }: RunValues) {
  let isRead = false
  let reads = 0
  let calls = 0
  const filled = (value: unknown, last: string): unknown =>
    typeof value === 'string'
      ? fill(value, last)
      : Array.isArray(value)
        ? value.map((each) => filled(each, last))
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, last)]))
          : value
  const make = ({ tool, args }: Attack['call'][number], last: string): GeminiStep => {
    const values = filled(args, last) as Record<string, unknown> // a map stays a map
    const numbers = Object.entries(values).map(([name, value]) => [
      name,
      /^\d+$/.test(String(value)) ? Number(value) : value,
    ])
    return turn([call(tool, Object.fromEntries(numbers))])
  }
  return {
    isRead: () => isRead,
    answer(request: GeminiRequest): GeminiStep {
      isRead ||= request.raw.includes(marker)
      const last = lastResult(request.body)
      const read = isRead ? undefined : attack.read[reads++]
      if (read !== undefined) return make(read, last)
      const next = isRead ? attack.call[calls++] : undefined
      return next === undefined ? say(isRead ? fill(attack.answer, last) : 'There is nothing to do.') : make(next, last)
    },
  }
}

/** The text of the last result in a request. */
function lastResult(body: unknown): string {
  const contents = mapOf(body).contents
  const parts = Array.isArray(contents) ? mapOf(contents.at(-1)).parts : []
  const responses = (Array.isArray(parts) ? parts : []).map((part) =>
    mapOf(mapOf(mapOf(part).functionResponse).response),
  )
  return responses
    .map(({ output, error }) => String(output ?? error ?? ''))
    .join('\n')
    .trim()
}

type RunPlace = { scratch: string; sha: string; situation: Situation; payload: WorkflowMap; file: string }

async function runnerVariables({ scratch, sha, situation, payload, file }: RunPlace): Promise<Record<string, string>> {
  const event = join(scratch, 'event.json')
  await writeFile(event, JSON.stringify(payload))
  const files = ['OUTPUT', 'ENV', 'PATH', 'STATE', 'STEP_SUMMARY']
  for (const name of files) await writeFile(join(scratch, name), '')
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: situation.event,
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_SHA: sha,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_ACTOR: LOGINS[situation.actor],
    GITHUB_TRIGGERING_ACTOR: LOGINS[situation.actor],
    GITHUB_RUN_ID: String(RUN_ID),
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_JOB: 'attacked',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${file.split(/[\\/]/).at(-1)}@refs/heads/main`,
    HOME: join(scratch, 'home'),
    RUNNER_TEMP: join(scratch, 'temp'),
    RUNNER_ENVIRONMENT: 'github-hosted',
    ...Object.fromEntries(files.map((name) => [`GITHUB_${name}`, join(scratch, name)])),
  }
}

/** What a command left in the file of variables for later steps. */
async function variablesIn(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return Object.fromEntries(lines.flatMap((line) => (/^\w+(?:=|<<)/.test(line) ? [line.split(/=|<</, 2)] : [])))
}

/** Stands for the runner: keeps what the action sets and prints. */
function leftByRun() {
  const outputs: Record<string, string> = {}
  const variables: Record<string, string> = {}
  const log: string[] = []
  let summary = ''
  const setIn = (map: Record<string, string>) => (name: string, value: unknown) => {
    map[name] = String(value)
  }
  const commands: RunnerCommands = {
    error: (text) => log.push(`::error::${oneLine(text)}`),
    warning: (text) => log.push(`::warning::${oneLine(text)}`),
    notice: (text) => log.push(`::notice::${oneLine(text)}`),
    setSecret: () => undefined,
    info: (text) => log.push(...text.split(/\r\n|\r|\n/)),
    setOutput: setIn(outputs),
    exportVariable: setIn(variables),
    saveState: () => undefined,
    getState: () => '',
    summary: {
      addRaw: (text) => ({
        write: async () => {
          summary += text
        },
      }),
    },
  }
  return { outputs, variables, log, commands, summary: () => summary }
}

const oneLine = (text: string | Error): string => String(text).replaceAll('\n', '%0A')

/** The outputs of the step that stand in the text of a later program, directly or as an output of the job, each with its place. */
export function executedOutputs({ source, job, step }: SimulatedStep): Map<string, string> {
  const places = new Map<string, string>()
  const id = mapText(step.step, 'id')
  if (id === '') return places
  const ofJob = Object.entries(mapOf(job.job.outputs)).map(
    ([name, value]) => [name, outputsIn(String(value), `steps.${id}`)] as const,
  )
  for (const other of source.jobs)
    for (const later of other.steps.filter((each) => other !== job || each.index > step.index)) {
      const scripts = [
        ['run', later.step.run],
        ['with', mapOf(later.step.with).script],
      ] as const
      for (const [key, text] of scripts) {
        const place = `${source.file}:${source.lineOf([...later.path, key])}`
        const own = other === job ? outputsIn(String(text ?? ''), `steps.${id}`) : []
        const handed = outputsIn(String(text ?? ''), `needs.${job.id}`)
        const names = [...own, ...ofJob.filter(([name]) => handed.includes(name)).flatMap(([, from]) => from)]
        for (const name of names) places.set(name, place)
      }
    }
  return places
}

/** The names of the outputs of `steps.ID` or `needs.ID` in a text. */
const outputsIn = (text: string, of: string): string[] => {
  const [context = '', id = ''] = of.split('.')
  const start = `${id.toLowerCase()}.outputs.`
  const paths = expressionsIn(text).flatMap((expression) => referencesIn(expression, context))
  return paths.flatMap((path) => (path.toLowerCase().startsWith(start) ? [path.slice(start.length)] : []))
}

/** A name for what is played, without a random part. */
export const situationName = ({ event, type, actor, code }: Situation): string =>
  `${event}${type === undefined ? '' : ` ${type}`} by ${actor}${code === 'fork' ? ' with a fork' : ''}`
