import { join } from 'node:path'
import { type Hooks, makeHooks, mentionsHooks } from '../agent/hooks.ts'
import { memoryOptions } from '../agent/memory.ts'
import { loadSkills, type Skill } from '../agent/skills.ts'
import type { OfferedAgent } from '../agent/subagent.ts'
import { loadAgents } from '../agent/subagents.ts'
import type { Desk } from '../desk.ts'
import type { Git } from '../github/git.ts'
import { headTouches, steeringReader } from '../github/steering.ts'
import type { Task } from '../github/task.ts'
import type { Judgement } from '../github/trust.ts'
import { messageOf } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import type { Inputs } from '../inputs.ts'
import { childEnvWith, type Env, type Machine } from '../machine.ts'
import type { Check } from '../policy/checkers.ts'
import type { Mode, Rule } from '../policy/decide.ts'
import type { PolicySource } from '../policy/load.ts'
import { misspeltIn } from '../policy/misspelt.ts'
import type { StartedPrograms } from '../programs.ts'
import { hasServers, type Settings } from '../settings/settings.ts'
import { agentPlaces } from './agent-places.ts'
import { loadCheckers } from './checkers.ts'
import { withRepositoryEnv } from './dot-env.ts'
import { commandFolders, type Extension, loadedFrom } from './extensions.ts'
import { type Invocations, profileOf, readInvocations } from './invocations.ts'
import { memoryFor, policyPlaces, settle } from './layers.ts'
import { modeOf } from './mode.ts'
import { loadRules } from './policies.ts'
import { type SystemText, systemText } from './system-text.ts'

/** What steers a run: all of it read from one commit that somebody trusted wrote, or from the workflow. */
export type Government = {
  settings: Settings
  mode: Mode
  extensions: readonly Extension[]
  /** The commands that the task calls. */
  invoked: Invocations
  /** The environment, with what the repository's .env may add. */
  env: Env
  rules: readonly Rule[]
  /** The files the rules stand in. */
  policies: readonly PolicySource[]
  memory: string
  /** The files it was made of. */
  memoryFiles: readonly string[]
  /** What the workflow wants said in the place of our system text; undefined: ours. */
  instead: SystemText | undefined
  agents: readonly OfferedAgent[]
  skills: readonly Skill[]
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
  const { settings, extensions } = await settle(inputs, steering, machine, desk.notice)
  const mode = modeOf(inputs.approval_mode, settings)
  const ownEnv = await withRepositoryEnv(machine.env, steering, settings, desk.notice)
  const names = memoryOptions(settings.context).fileNames
  const invoked = await readInvocations(inputs.prompt, task, {
    ...machine,
    steering,
    notice: desk.notice,
    further: commandFolders(extensions),
    servers: hasServers(settings),
  })
  const ignoring = ignoredChanges(task, names, desk)
  const profile = await profileOf(invoked, inputs, steering, desk.notice)
  const policiesAt = { ...(await policyPlaces(inputs, machine, extensions)), ...profile }
  const { rules, checkers, sources: policies } = await loadRules(policiesAt, settings, steering)
  for (const text of misspeltIn(rules)) desk.notice(text)
  const env = childEnvWith(machine, settings.security?.environmentVariableRedaction)
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
  const memory = await memoryFor(steering, { settings, extensions }, machine)
  for (const note of memory.notes) desk.notice(note)
  const looked = await agentPlaces(steering, extensions, machine)
  const agents = await loadAgents(looked.agents, settings, desk.notice)
  const skills = await loadSkills(looked.skills, settings, desk.notice)
  const instead = await systemText(machine, steering, desk.notice)
  for (const { path, why } of steering.refused()) desk.notice(`${path} ${why}, so it was not read.`)
  desk.transcript.emit({
    type: 'steering',
    files: [...steering.loaded(), ...loadedFrom(extensions, steering)],
    ignored: await ignoring,
  })
  const told = { memory: memory.text, memoryFiles: memory.files.map(({ path }) => path) }
  const governed = { settings, mode, env: ownEnv, invoked, extensions, rules, policies, ...told }
  return { ...governed, instead, agents, skills, hooks, check, steering }
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
