import { join } from 'node:path'
import { guardPlace } from '../agent/guard-watch.ts'
import type { Hooks } from '../agent/hooks/hook-types.ts'
import { createHooks, hasHooks } from '../agent/hooks/hooks.ts'
import { memoryWithFallback } from '../agent/memory-files.ts'
import { allNames } from '../agent/memory-paths.ts'
import { type PlaceInstruction, readLearnings } from '../agent/place-instructions.ts'
import { loadSkills, type Skill } from '../agent/skills.ts'
import { loadAgents } from '../agent/subagents/load-agents.ts'
import type { OfferedSubagent } from '../agent/subagents/subagent.ts'
import type { GitHub } from '../github/api/github.ts'
import type { TrustAssessment } from '../github/events/trust.ts'
import type { Git } from '../github/git.ts'
import { steeringReader } from '../github/steering-reader.ts'
import type { Environment } from '../platform/environment.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { Isolation } from '../platform/sandbox/isolation.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import type { SafetyCheck } from '../policy/checkers.ts'
import { loadPolicies, type PolicySource } from '../policy/rules/load.ts'
import { mayEditCheckout } from '../policy/rules/reachable.ts'
import type { Mode, Rule } from '../policy/rules/rule.ts'
import { toolNameWarnings } from '../policy/rules/tool-names.ts'
import type { Transcript } from '../record/transcript.ts'
import type { Extension } from './extension-manifest.ts'
import { extensionCommandFolders, loadedExtensionFiles } from './extensions.ts'
import type { Inputs } from './inputs.ts'
import { deliveryCheck, loadCheckers, loadRules } from './load-policies.ts'
import { openPinnedConfig } from './pinned-config.ts'
import { namedFilesSource } from './protected-steering.ts'
import { loadRunMemory, policyLocationsFor, resolveApprovalMode, resolveSettings } from './resolve-settings.ts'
import { childEnvFor, type Runtime } from './runtime.ts'
import { withRepositoryEnv } from './settings/dot-env.ts'
import { hasServers, type Settings } from './settings/settings.ts'
import { commandProfile, readInvocations, type SlashInvocations } from './slash-invocations.ts'
import { agentLocations, findIgnoredChanges, loadSystemPrompt, type RenderSystemPrompt } from './steering-files.ts'

/** Everything that configures a run, read from one trusted commit or from the workflow. */
export type RunConfig = {
  settings: Settings
  mode: Mode
  extensions: readonly Extension[]
  /** The slash commands that the prompt and the request call. */
  invocations: SlashInvocations
  /** The environment, with the variables that the repository's .env may add. */
  env: Environment
  rules: readonly Rule[]
  /** The files that hold the rules. */
  policies: readonly PolicySource[]
  memory: string
  /** Paths of the files that `memory` was made from. */
  memoryFiles: readonly string[]
  /** What reviews learned, for certain files. */
  learnings: readonly PlaceInstruction[]
  /** The system prompt that the workflow sets; undefined: the built-in one. */
  systemPrompt: RenderSystemPrompt | undefined
  agents: readonly OfferedSubagent[]
  skills: readonly Skill[]
  hooks: Hooks | undefined
  check: SafetyCheck | undefined
  /** The checkers that also look at what the run delivers. */
  checkDelivery?: SafetyCheck
  steering: CommitReader
}

/** `notice` takes one sentence for the log and the comment. */
export type ConfigServices = {
  inputs: Inputs
  runtime: Runtime
  git: Git
  github: GitHub
  filter: SecretFilter
  transcript: Transcript
  programs: Pick<SandboxSession, 'isolate'> & Partial<Pick<SandboxSession, 'allowEdits'>>
  notice(text: string): void
}

/**
 * Loads settings, policies, hooks and memory from the steering commit. Records which files were loaded and which were ignored.
 * Throws UserError for a broken file: a run without one of its rules could do more than its owners allow.
 */
export async function loadRunConfig(
  { task, capabilities, steering: origin }: TrustAssessment,
  services: ConfigServices,
): Promise<RunConfig> {
  const { git, inputs, runtime, programs, notice, filter, transcript } = services
  const steering = steeringReader(origin.sha, { git, github: services.github })
  const pinned = openPinnedConfig(inputs, services.github)
  const resolved = await resolveSettings(inputs, steering, { ...runtime, pinned }, notice)
  const { settings, extensions } = resolved
  const runEnv = await withRepositoryEnv(runtime.env, steering, settings, notice)
  const memoryFileNames = allNames(memoryWithFallback(settings.context))
  const invocations = await readInvocations(inputs.prompt, task, {
    ...runtime,
    steering,
    notice,
    extensionFolders: extensionCommandFolders(extensions),
    hasServers: hasServers(settings),
  })
  // A comment can only make a run stricter: /plan ends with a plan, which a person may approve.
  const isPlan = invocations.request?.isBuiltIn === true && invocations.request.slash.name === 'plan'
  const mode = isPlan ? 'plan' : resolveApprovalMode(inputs.approval_mode, settings)
  const ignored = findIgnoredChanges(task, memoryFileNames, services)
  const profile = await commandProfile(invocations, inputs, steering, notice)
  const policyLocations = { ...(await policyLocationsFor(inputs, runtime, resolved)), ...profile }
  const { rules, checkers, sources: policies } = await loadRules(policyLocations, settings, steering)
  for (const text of toolNameWarnings(rules)) notice(text)
  if (mayEditCheckout(rules, mode)) programs.allowEdits?.()
  const env = childEnvFor(runtime, settings.security?.environmentVariableRedaction)
  const check = await loadCheckers(checkers, {
    runtime,
    env,
    steering,
    programs,
    redact: filter.deep,
    repositoryCode: capabilities.shell,
  })
  const isolation: Partial<Isolation> = hasHooks(settings) ? await programs.isolate() : {}
  const { wrap, place } = isolation
  const { path: transcriptPath } = transcript
  const hookPrograms = join(runtime.scratch, 'hooks')
  const hooks = await createHooks(settings, {
    cwd: runtime.workspace,
    view: place?.(runtime.workspace),
    guarded: guardPlace(isolation, runtime.workspace, env),
    env,
    session: runtime.session,
    transcriptPath,
    wrap: wrap ? (argv) => wrap(argv, [transcriptPath, hookPrograms]) : undefined,
    now: runtime.now,
    emit: transcript.emit,
    redact: filter.deep,
    repositoryCode: capabilities.shell,
    trustedFiles: {
      files: steering,
      folder: hookPrograms,
      checkout: capabilities.shell ? runtime.workspace : undefined,
    },
  })
  const memory = await loadRunMemory(steering, { settings, extensions }, runtime)
  const learned = await readLearnings(steering, runtime.now())
  for (const note of [...memory.notes, ...learned.notes]) notice(note)
  const memoryFiles = memory.files.map(({ path }) => path)
  const locations = await agentLocations(steering, extensions, runtime)
  const agents = await loadAgents(locations.agents, settings, notice)
  const skills = await loadSkills(locations.skills, settings, notice)
  const systemPrompt = await loadSystemPrompt(runtime, steering, notice)
  const namedFiles = await namedFilesSource({
    inputs,
    settings,
    memoryFiles,
    runtime: { ...runtime, env: runEnv },
    steering,
  })
  const allRules = namedFiles === undefined ? rules : [...rules, ...loadPolicies([namedFiles]).rules]
  for (const { path, reason } of steering.refused()) notice(`${path} ${reason}, so it was not read.`)
  transcript.emit({
    type: 'steering',
    files: [...steering.loaded(), ...loadedExtensionFiles(extensions, steering), ...pinned.loaded()],
    ignored: await ignored,
  })
  return {
    settings,
    mode,
    extensions,
    invocations,
    env: runEnv,
    rules: allRules,
    policies: namedFiles === undefined ? policies : [...policies, namedFiles],
    memory: memory.text,
    memoryFiles,
    learnings: learned.instructions,
    systemPrompt,
    agents,
    skills,
    hooks,
    check,
    checkDelivery: deliveryCheck(checkers, runtime.workspace),
    steering,
  }
}
