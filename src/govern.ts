import { join } from 'node:path'
import { type Hooks, makeHooks, mentionsHooks } from './agent/hooks.ts'
import { loadMemory, memoryOptions } from './agent/memory.ts'
import { loadCheckers } from './checkers.ts'
import type { Desk } from './desk.ts'
import type { Git } from './github/git.ts'
import { headTouches, steeringReader } from './github/steering.ts'
import type { Task } from './github/task.ts'
import type { Judgement } from './github/trust.ts'
import { messageOf } from './host/errors.ts'
import type { Reader } from './host/files.ts'
import type { Inputs } from './inputs.ts'
import { childEnvWith, type Machine } from './machine.ts'
import { loadRules } from './policies.ts'
import type { Check } from './policy/checkers.ts'
import type { Rule } from './policy/decide.ts'
import type { StartedPrograms } from './programs.ts'
import { loadSettings, type Settings } from './settings.ts'

/** What steers a run: all of it read from one commit that somebody trusted wrote, or from the workflow. */
export type Government = {
  settings: Settings
  rules: readonly Rule[]
  memory: string
  /** The files it was made of. */
  memoryFiles: readonly string[]
  hooks: Hooks | undefined
  check: Check | undefined
  steering: Reader
}

/**
 * Loads settings, policies, hooks and memory from the steering commit, and records what was loaded and what had no say.
 * Throws UserError for a broken file: a run without one of its rules could be allowed more than its owners meant.
 */
export async function govern(
  { task, powers, steering: origin }: Judgement,
  git: Git,
  inputs: Inputs,
  machine: Machine,
  desk: Desk,
  programs: Pick<StartedPrograms, 'isolate'>,
): Promise<Government> {
  const steering = steeringReader(origin.sha, { git, github: desk.github })
  const settings = await loadSettings(inputs.settings, steering, desk.notice)
  const names = memoryOptions(settings.context).fileNames
  const ignoring = ignoredChanges(task, names, desk)
  const { rules, checkers } = await loadRules(policyPlaces(inputs, machine), settings, steering)
  const env = childEnvWith(machine, settings.security?.environmentVariableRedaction?.allowed)
  const check = await loadCheckers(checkers, {
    machine,
    env,
    steering,
    programs,
    redact: desk.filter.deep,
    repositoryCode: powers.shell,
  })
  const { wrap } = mentionsHooks(settings) ? await programs.isolate() : {}
  const { path: transcriptPath } = desk.transcript
  const hookPrograms = join(machine.scratch, 'hooks')
  const hooks = await makeHooks(settings, {
    cwd: machine.workspace,
    env,
    session: machine.session,
    transcriptPath,
    ...(wrap && { wrap: (argv) => wrap(argv, [transcriptPath, hookPrograms]) }),
    now: machine.now,
    emit: desk.transcript.emit,
    redact: desk.filter.deep,
    repositoryCode: powers.shell,
    trusted: { files: steering, folder: hookPrograms },
  })
  const memory = await loadMemory(steering, { ...memoryOptions(settings.context), root: machine.workspace })
  for (const note of memory.notes) desk.notice(note)
  for (const { path, why } of steering.refused()) desk.notice(`${path} ${why}, so it was not read.`)
  desk.transcript.emit({ type: 'steering', files: steering.loaded(), ignored: await ignoring })
  const memoryFiles = memory.files.map(({ path }) => path)
  return { settings, rules, memory: memory.text, memoryFiles, hooks, check, steering }
}

/** Steering files the pull request changes. They are told, not obeyed; not knowing them is no reason to stop. */
async function ignoredChanges(task: Task, names: readonly string[], desk: Desk): Promise<string[]> {
  try {
    return await headTouches(task, desk.github, names)
  } catch (error) {
    desk.notice(`Whether the pull request changes files that steer runs is not known: ${messageOf(error)}`)
    return []
  }
}

const policyPlaces = (inputs: Inputs, { dist, home }: Machine) => ({
  shipped: `${dist}/policies`,
  home,
  system: '/etc/gemini-cli/policies',
  user: inputs.policies,
  admin: inputs.admin_policies,
})
