import { isSteeringVariable } from '../platform/process/child-environment.ts'
import { OUTPUT_DESCRIPTIONS } from './output-descriptions.ts'
import {
  expressionsIn,
  mapOf,
  mapText,
  normalized,
  readsSecret,
  referencesIn,
  textsIn,
  type WorkflowMap,
  type WorkflowStep,
} from './workflow-file.ts'

/** The variables of the step by name, upper-case. `open`: data of the task. `closed`: a secret or a name that steers programs. */
export type StepVariableNames = { open: readonly string[]; closed: readonly string[] }

/** The names that later steps and jobs read, as the workflow spells them. */
export type ResultNames = {
  env: readonly string[]
  outputs: readonly string[]
  /** Whether a later step or job reads the answer of the run. */
  isAnswerRead?: boolean
  /** Whether a later step of the job takes changed files from the checkout. */
  areFilesTaken?: boolean
}

/** Steps that use what the run changed: they commit it, open a pull request with it, or keep it. */
const TAKES_FILES_IN_SCRIPT = /\bgit\s+(?:-\S+\s+(?:\S+\s+)?)*?(?:add|commit|push|diff|stash|apply)\b/

const TAKES_FILES = /create-pull-request|git-auto-commit|add-and-commit|commit-action|upload-artifact|upload-pages/i

const takesFiles = (step: WorkflowMap): boolean =>
  TAKES_FILES.test(mapText(step, 'uses')) || TAKES_FILES_IN_SCRIPT.test(mapText(step, 'run'))

/** The variables that the workflow file gives the step, for programs and the prompt. */
export function stepVariableNames(steps: readonly WorkflowStep[]): StepVariableNames {
  const open = new Set<string>()
  const closed = new Set<string>()
  for (const place of steps)
    for (const [name, value] of Object.entries(environmentOf(place)))
      if (isSecretValue(String(value ?? ''), place, 0)) closed.add(name.toUpperCase())
      else if (!isSteeringVariable(name)) open.add(name.toUpperCase())
  return { open: [...open].filter((name) => !closed.has(name)), closed: [...closed] }
}

const environmentOf = ({ workflow, job, steps, index }: WorkflowStep): WorkflowMap => ({
  ...mapOf(workflow.env),
  ...mapOf(job.env),
  ...mapOf(steps[index]?.env),
})

const MAX_HOPS = 8

const SECRET_NAME = /token|secret|passw|credential|private.?key|api.?key|(?:^|[_-])(?:jwt|pat|auth|key)(?:$|[_-])/i

const MINTS =
  /app-token|tibdex|google-github-actions\/auth|configure-aws-credentials|azure\/login|vault|oidc|credential|secret|1password|infisical|doppler/i

const MINTS_IN_SCRIPT =
  /access_tokens|print-(?:access|identity)-token|get-login-password|ACTIONS_ID_TOKEN|getIDToken|\$\{\{[^}]*\bsecrets\s*[.[](?!\s*'?GITHUB_TOKEN)/i

function isSecretValue(value: string, place: WorkflowStep, hops: number): boolean {
  return expressionsIn(value).some((expression) => isSecretExpression(expression, place, hops))
}

function isSecretExpression(expression: string, place: WorkflowStep, hops: number): boolean {
  if (hops > MAX_HOPS || readsSecret(expression)) return true
  const { workflow, job, steps, caller } = place
  const follow = (value: unknown, origin: WorkflowStep = place) => isSecretValue(String(value ?? ''), origin, hops + 1)
  const variables = { ...mapOf(workflow.env), ...mapOf(job.env) }
  return (
    referencesIn(expression, 'env').some((name) => SECRET_NAME.test(name) || follow(namedValue(variables, name))) ||
    referencesIn(expression, 'steps').some((path) => readsMintedOutput(path, steps)) ||
    referencesIn(expression, 'needs').some((path) => {
      const [name = '', , output = ''] = path.split('.')
      if (SECRET_NAME.test(output)) return true
      const needed = mapOf(namedValue(mapOf(workflow.jobs), name))
      const neededSteps = (Array.isArray(needed.steps) ? needed.steps : []).map(mapOf)
      const origin = { workflow, job: needed, steps: neededSteps, index: 0 }
      return output === '' ? true : follow(namedValue(mapOf(needed.outputs), output), origin)
    }) ||
    referencesIn(expression, 'inputs').some((name) => {
      if (SECRET_NAME.test(name)) return true
      if (caller === undefined) return false
      const callerSteps = (Array.isArray(caller.job.steps) ? caller.job.steps : []).map(mapOf)
      return follow(namedValue(mapOf(caller.job.with), name), { ...caller, steps: callerSteps, index: 0 })
    })
  )
}

/** Whether the token of the job may write a comment, as far as the workflow files say. */
export const tokenMayComment = (steps: readonly WorkflowStep[], isPullRequest: boolean): boolean =>
  steps.length === 0 ||
  steps.some(({ workflow, job, steps: all, index, caller }) => {
    const token = mapText(mapOf(all[index]?.with), 'github_token')
    if (token !== '' && !/^\$\{\{\s*(?:github\.token|secrets\.GITHUB_TOKEN)\s*\}\}$/i.test(token)) return true
    // A called workflow has at most the permissions of the job that calls it.
    const levels = [job.permissions ?? workflow.permissions, caller?.job.permissions ?? caller?.workflow.permissions]
    return levels.every((level) => level === undefined || allowsComment(level, isPullRequest))
  })

const allowsComment = (permissions: unknown, isPullRequest: boolean): boolean =>
  typeof permissions === 'string'
    ? permissions === 'write-all'
    : mapText(mapOf(permissions), 'issues') === 'write' ||
      (isPullRequest && mapText(mapOf(permissions), 'pull-requests') === 'write')

/** The inputs and variables that can hold a key for the model. */
const KEYS = ['gemini_api_key', 'google_api_key', 'GEMINI_API_KEY', 'GOOGLE_API_KEY']

/** For each key that the workflow takes from secrets or variables of the repository: where an empty one comes from, as sentences. */
export function emptyKeySentences(steps: readonly WorkflowStep[]): Readonly<Record<string, string>> {
  const sentences: [string, string][] = []
  for (const place of steps)
    for (const name of KEYS) {
      const inputs = mapOf(place.steps[place.index]?.with)
      const value = namedValue(name === name.toLowerCase() ? inputs : environmentOf(place), name)
      const sources = keySources(String(value ?? ''), place, 0)
      if (sources.length > 0) sentences.push([name, emptyKeySentence(name, sources)])
    }
  return Object.fromEntries(sentences)
}

/** `isPassed`: whether the calling workflow passes its secrets on. */
type KeySource = { kind: 'secret' | 'variable' | 'output'; name: string; isPassed: boolean }

const KEY_REFERENCE = /(?<![\w.-])(?:(secrets|vars|env|inputs)\.([\w-]+)|(?:steps|needs)\.[\w-]+\.outputs\.[\w-]+)/gi

function keySources(value: string, place: WorkflowStep, hops: number): KeySource[] {
  if (hops > MAX_HOPS) return []
  const { caller } = place
  const ofCaller = caller && { ...caller, steps: [], index: 0 }
  const follow = (next: unknown, origin: WorkflowStep) => keySources(String(next ?? ''), origin, hops + 1)
  return expressionsIn(value).flatMap((expression) =>
    [...expression.replace(/\[\s*'([\w-]+)'\s*\]/g, '.$1').matchAll(KEY_REFERENCE)].flatMap(
      ([reference, context, name = '']): KeySource[] => {
        switch (context?.toLowerCase()) {
          case undefined:
            return [{ kind: 'output', name: reference, isPassed: true }]
          case 'vars':
            return [{ kind: 'variable', name, isPassed: true }]
          case 'env':
            return follow(namedValue(environmentOf(place), name), place)
          case 'inputs':
            return ofCaller === undefined ? [] : follow(namedValue(mapOf(ofCaller.job.with), name), ofCaller)
          default: {
            const passed = caller?.job.secrets
            if (ofCaller === undefined || passed === 'inherit') return [{ kind: 'secret', name, isPassed: true }]
            const given = namedValue(mapOf(passed), name)
            return given === undefined ? [{ kind: 'secret', name, isPassed: false }] : follow(given, ofCaller)
          }
        }
      },
    ),
  )
}

function emptyKeySentence(key: string, sources: readonly KeySource[]): string {
  const names = [...new Set(sources.map(({ kind, name }) => `the ${kind} \`${name}\``))]
  const kind = key === key.toLowerCase() ? 'input' : 'variable'
  const comesFrom = `The ${kind} ${key} comes from ${names.join(' or ')}, which ${names.length > 1 ? 'are' : 'is'} empty`
  if (sources.every(({ isPassed }) => !isPassed))
    return `${comesFrom}, because the calling job does not pass it. Add \`secrets: inherit\` to that job.`
  const [first] = sources
  if (first?.kind === 'output')
    return `${comesFrom}. Look at the step that sets \`${first.name}\`${first.name.startsWith('needs') ? ': GitHub passes no secret from job to job' : ''}.`
  return `${comesFrom} or ${names.length > 1 ? 'have other names' : 'has another name'}. Add \`${first?.name}\` under Settings → Secrets and variables → Actions, or correct the name in the workflow.`
}

/** Names in expressions ignore case. */
const namedValue = (map: WorkflowMap, name: string): unknown =>
  Object.entries(map).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

function readsMintedOutput(path: string, steps: readonly WorkflowMap[]): boolean {
  const [id = '', , output = ''] = path.split('.')
  if (output === '' || SECRET_NAME.test(output)) return true
  const step = steps.find((each) => mapText(each, 'id').toLowerCase() === id)
  if (step === undefined) return false
  return (
    MINTS.test(mapText(step, 'uses')) ||
    MINTS_IN_SCRIPT.test(mapText(step, 'run') + mapText(mapOf(step.with), 'script'))
  )
}

/** The names that the job's outputs and later steps read, without ours and without names that steer programs. */
export function resultNames(steps: readonly WorkflowStep[]): ResultNames {
  const env = new Set<string>()
  const outputs = new Set<string>()
  let areFilesTaken = false
  for (const { job, steps: all, index } of steps) {
    const later = all.slice(index + 1)
    areFilesTaken ||= later.some(takesFiles)
    const id = mapText(all[index] ?? {}, 'id').toLowerCase()
    const conditions = later.map((step) => mapText(step, 'if')).filter((text) => !text.includes('${{'))
    const readers = [...textsIn(job.outputs), ...textsIn(job.environment), ...later.flatMap(textsIn)]
    for (const expression of [...readers.flatMap(expressionsIn), ...conditions.map(normalized)]) {
      for (const name of referencesIn(expression, 'env')) env.add(name)
      for (const path of referencesIn(expression, 'steps')) {
        const [step, kind, name = '', ...more] = path.split('.')
        if (id !== '' && step === id && (kind ?? 'outputs') === 'outputs' && more.length === 0) outputs.add(name)
      }
    }
    for (const step of later)
      for (const [, braced, bare] of mapText(step, 'run').matchAll(/\$(?:\{(?:env:)?(\w+)|(?:env:)?([A-Za-z_]\w*))/g))
        env.add((braced ?? bare ?? '').toLowerCase())
  }
  const own = new Set(Object.keys(OUTPUT_DESCRIPTIONS).map((name) => name.toLowerCase()))
  return {
    env: [...env].filter((name) => name !== '' && !isSteeringVariable(name)),
    outputs: [...outputs].filter((name) => name !== '' && !own.has(name) && !isSteeringVariable(name)),
    // Without a name, all outputs are read.
    isAnswerRead: ['summary', 'structured_output', ''].some((name) => outputs.has(name)),
    areFilesTaken,
  }
}

/** Commands of run-gemini-cli, and others named like them, that give one answer for a list of issues. */
const ANSWERS_LISTS = /^\/\S*\bscheduled\b/i

/**
 * Whether a list of issues gets one run with one answer: the command answers lists, or a later step reads what the run answers or sets. One
 * number is a list where the workflow takes it from a result that is named like one.
 */
export function hasOneAnswer(prompt: string, numbers: readonly number[], steps: readonly WorkflowStep[]): boolean {
  if (ANSWERS_LISTS.test(prompt.trim())) return true
  if (numbers.length === 1 && !steps.some(takesList)) return false
  const { isAnswerRead, env, outputs } = resultNames(steps)
  const { open, closed } = stepVariableNames(steps)
  const given = new Set([...open, ...closed])
  const isSet = (name: string) => !given.has(name.toUpperCase()) && prompt.toLowerCase().includes(name)
  return isAnswerRead === true || outputs.length > 0 || env.some(isSet)
}

const takesList = ({ steps, index }: WorkflowStep): boolean =>
  expressionsIn(mapText(mapOf(steps[index]?.with), 'github_issue_number')).some((expression) =>
    ['steps', 'needs'].some((context) =>
      referencesIn(expression, context).some((path) => /(?:numbers|issues|items|list|ids)$/.test(path)),
    ),
  )
