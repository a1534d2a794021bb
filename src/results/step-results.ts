import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inputs } from '../config/inputs.ts'
import type { Runtime } from '../config/runtime.ts'
import {
  emptyKeySentences,
  type ResultNames,
  resultNames,
  stepVariableNames,
  tokenMayComment,
} from '../config/step-names.ts'
import { findWorkflowSteps, type WorkflowStep } from '../config/workflow-file.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Task } from '../github/events/task.ts'
import type { Git } from '../github/git.ts'
import { steeringReader } from '../github/steering-reader.ts'
import { openRoot, readOpenedSync } from '../platform/files/open-path.ts'
import { childEnvironment, isSteeringVariable } from '../platform/process/child-environment.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import { declareResultFiles } from '../policy/shell/result-files.ts'
import type { CommandAccess } from '../tools/run-shell-command.ts'

/** The files to which programs of the run write results for later steps, in the place of the runner's. */
export type StepResults = {
  /** What commands get: GITHUB_ENV and GITHUB_OUTPUT, and the files themselves. */
  access: CommandAccess
  /** Adds a line without a program. */
  append(channel: ResultChannel, line: string): void
  /** Sets the results that the workflow reads, and removes the files. Returns how many results it set. */
  handOn(options: HandOnOptions): number
}

export type ResultChannel = 'GITHUB_ENV' | 'GITHUB_OUTPUT'

type HandOnOptions = {
  names: ResultNames
  filter: Pick<SecretFilter, 'text'>
  set(channel: ResultChannel, name: string, value: string): void
  notice(text: string): void
}

const CHANNELS = ['GITHUB_ENV', 'GITHUB_OUTPUT'] as const

const MAX_BYTES = 1_000_000

const MAX_VALUE = 200_000

const MAX_NAMED = 10

/** Creates the files in the run's private folder, of which commands see nothing else. */
export function openStepResults({ scratch }: Pick<Runtime, 'scratch'>): StepResults {
  mkdirSync(scratch, { recursive: true })
  const folder = mkdtempSync(join(realpathSync(scratch), 'results-'))
  const fileOf = { GITHUB_ENV: join(folder, 'env'), GITHUB_OUTPUT: join(folder, 'output') }
  for (const channel of CHANNELS) writeFileSync(fileOf[channel], '', { mode: 0o600, flag: 'wx' })
  declareResultFiles(Object.values(fileOf))
  const lines: { channel: ResultChannel; line: string }[] = []
  return {
    access: { env: fileOf, writable: Object.values(fileOf) },
    append: (channel, line) => void lines.push({ channel, line }),
    handOn({ names, filter, set, notice }) {
      const leftOut: string[] = []
      const handedOn: string[] = []
      for (const channel of CHANNELS) {
        const added = lines.flatMap((each) => (each.channel === channel ? [each.line] : []))
        const text = [readOwnFile(folder, fileOf[channel]), ...added].filter((each) => each !== '').join('\n')
        const namesRead = channel === 'GITHUB_ENV' ? names.env : names.outputs
        const accepted = new Map<string, { name: string; value: string }>()
        for (const entry of parseEntries(text)) {
          const problem = entryProblem(entry, namesRead, filter)
          if (problem === undefined) accepted.set(entry.name.toLowerCase(), entry)
          else leftOut.push(`${shown(entry.name)} (${problem})`)
        }
        for (const { name, value } of accepted.values()) {
          set(channel, name, value)
          handedOn.push(`${name} in ${channel}`)
        }
      }
      rmSync(folder, { recursive: true, force: true })
      if (handedOn.length > 0) notice(`Set for later steps: ${handedOn.join(', ')}.`)
      if (leftOut.length > 0) {
        const names = [...new Set(leftOut)]
        const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
        notice(`Not set for later steps: ${names.slice(0, MAX_NAMED).join(', ')}${more}.`)
      }
      return handedOn.length
    },
  }
}

function entryProblem(
  { name, value, problem }: ParsedEntry,
  namesRead: readonly string[],
  filter: Pick<SecretFilter, 'text'>,
): string | undefined {
  if (problem !== undefined) return problem
  if (isSteeringVariable(name)) return 'it changes how programs run'
  if (!namesRead.includes(name.toLowerCase())) return 'the workflow file does not read it'
  if (/[\p{Cc}\u2028\u2029]/u.test(value.replaceAll('\t', ' '))) return 'it is not one line'
  if (value.length > MAX_VALUE) return 'it is too long'
  return filter.text(value) === value ? undefined : 'it contains a secret'
}

/** A name for a message. A program can write any text in its place. */
const shown = (name: string): string => (/^[\w.-]{1,60}$/.test(name) ? name : 'a line without a valid name')

/** Reads the file unless a program has replaced it, or its folder, by something else. */
function readOwnFile(folder: string, path: string): string {
  try {
    using root = openRoot(folder)
    using file = root.open(path)
    if (!file.stats.isFile() || file.stats.nlink !== 1) return ''
    return readOpenedSync(file, MAX_BYTES)?.toString('utf8') ?? ''
  } catch {
    return ''
  }
}

/** Whether a later step gets the result of the run, so that it is no failure if the comment cannot be posted. */
export const hasReader = (names: ResultNames, resultCount: number, changes: readonly unknown[]): boolean =>
  names.isAnswerRead === true || resultCount > 0 || (names.areFilesTaken === true && changes.length > 0)

/** One entry of an environment file. `problem`: why the entry is not set. */
export type ParsedEntry = { name: string; value: string; problem?: string }

const NAME = /^[A-Za-z_][\w-]*$/

/**
 * The entries of a file in the runner's format: `NAME=value`, or `NAME<<DELIMITER`, lines and the delimiter. A bad line is an
 * entry with a problem and never spoils the others.
 */
export function parseEntries(text: string): ParsedEntry[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const entries: ParsedEntry[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '') continue
    const equals = line.indexOf('=')
    const heredoc = line.indexOf('<<')
    const isHeredoc = heredoc > 0 && (equals < 0 || heredoc < equals)
    if (!isHeredoc) {
      entries.push(entryOf(equals < 0 ? line : line.slice(0, equals), line.slice(equals + 1), equals > 0))
      continue
    }
    const [name, delimiter] = [line.slice(0, heredoc), line.slice(heredoc + 2)]
    const end = delimiter === '' ? -1 : lines.indexOf(delimiter, index + 1)
    if (end < 0) {
      entries.push({ name, value: '', problem: 'its delimiter is missing' })
      continue
    }
    const body = lines.slice(index + 1, end)
    if (body.length > 1) entries.push({ name, value: '', problem: 'it is not one line' })
    else entries.push(entryOf(name, body[0] ?? '', true))
    index = end
  }
  return entries
}

const entryOf = (name: string, value: string, hasName: boolean): ParsedEntry =>
  hasName && NAME.test(name) ? { name, value } : { name, value: '', problem: 'it is not NAME=value' }

/** What the trusted workflow file says about the step. Empty when the file is not known. */
export type TrustedStep = {
  environment: Pick<Runtime, 'childEnv' | 'taskNames'> | undefined
  resultNames: ResultNames
  /** Where an empty key for the model comes from, by input or variable. */
  emptyKeys?: Readonly<Record<string, string>>
  /** The steps of the workflow file that can be this one. */
  steps: readonly WorkflowStep[]
}

/** The commands of workflows written for run-gemini-cli, of which some only hand their answer on. */
const FOREIGN_COMMAND = /^\/gemini-/

/**
 * The inputs without a comment where a command of run-gemini-cli hands its answer to later steps and the workflow gives the token no right
 * to comment.
 */
export async function withoutForbiddenComment(
  inputs: Inputs,
  { task: { kind }, steering }: { task: Pick<Task, 'kind'>; steering: { sha: string } },
  {
    runtime: { env },
    session: { git, github },
  }: { runtime: Pick<Runtime, 'env'>; session: { git: Git; github: GitHub } },
): Promise<Inputs> {
  if (!FOREIGN_COMMAND.test(inputs.prompt) || inputs.comment === 'off') return inputs
  const steps = await findWorkflowSteps(steeringReader(steering.sha, { git, github }), env, () => undefined)
  const { isAnswerRead, env: variables, outputs } = resultNames(steps)
  const isRead = isAnswerRead === true || variables.length + outputs.length > 0
  return isRead && !tokenMayComment(steps, kind === 'pull_request') ? { ...inputs, comment: 'off' } : inputs
}

/** Reads the workflow file, or the reusable workflow it calls, at the steering commit. */
export async function readWorkflowStep(
  sha: string,
  { env }: Pick<Runtime, 'env'>,
  { git, github, notice }: { git: Git; github: GitHub; notice(text: string): void },
): Promise<TrustedStep> {
  const nothing = { environment: undefined, resultNames: { env: [], outputs: [] }, steps: [] }
  if (!env.GITHUB_WORKFLOW_REF) return nothing
  const steps = await findWorkflowSteps(steeringReader(sha, { git, github }), env, notice)
  if (steps.length === 0) return nothing
  const taskNames = stepVariableNames(steps)
  return {
    environment: { taskNames, childEnv: childEnvironment(env, [], taskNames) },
    resultNames: resultNames(steps),
    emptyKeys: emptyKeySentences(steps),
    steps,
  }
}
