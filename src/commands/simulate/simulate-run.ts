import { loadSkills } from '../../agent/skills.ts'
import { loadAgents } from '../../agent/subagents/load-agents.ts'
import { extensionCommandFolders } from '../../config/extensions.ts'
import { type Inputs, issueInputs, listInputs, triggerOptions, trustOptions } from '../../config/inputs.ts'
import { loadRules } from '../../config/load-policies.ts'
import type { RunConfig } from '../../config/load-run-config.ts'
import { NO_OWN_PROMPT, readOwnPrompt } from '../../config/own-prompt.ts'
import { policyLocationsFor, resolveApprovalMode, resolveSettings } from '../../config/resolve-settings.ts'
import type { Runtime } from '../../config/runtime.ts'
import { hasServers } from '../../config/settings/settings.ts'
import { commandProfile, readInvocations } from '../../config/slash-invocations.ts'
import { agentLocations } from '../../config/steering-files.ts'
import { hasOneAnswer } from '../../config/step-names.ts'
import type { WorkflowStep } from '../../config/workflow-file.ts'
import { worktreeReader } from '../../config/worktree-reader.ts'
import type { GitHub } from '../../github/api/github.ts'
import { readTask } from '../../github/events/read-event.ts'
import type { Task, Trust } from '../../github/events/task.ts'
import { skipPathsReason } from '../../github/events/trigger-rules.ts'
import { assessTrust, type TrustAssessment } from '../../github/events/trust.ts'
import { pullRequestCommit } from '../../github/run-files.ts'
import type { ProposalOptions } from '../../github-tools/proposal.ts'
import { hasCredential } from '../../model/provider-kind.ts'
import { messageOf, UserError } from '../../platform/errors.ts'
import { createSecretFilter } from '../../platform/redact/redact.ts'
import { openSandboxSession } from '../../platform/sandbox/sandbox-session.ts'
import { visitorConfig } from '../../results/visitor-run.ts'
import { createAgentTools, createCurrentTools, webCapabilities } from '../../session/build-agent.ts'
import { capabilitiesFor } from '../../session/capabilities.ts'
import { openProposalTools, runGithubTools } from '../../session/run-github-tools.ts'
import {
  allowedHostsFor,
  missingSecretReason,
  modelOptions,
  proposalOptions,
  stopConditions,
} from '../../session/run-options.ts'
import { builtins } from '../../tools/builtins.ts'
import { interactiveTools } from '../../tools/interactive-tools.ts'
import { localPinned } from '../local-config.ts'

export type SimulatedRun =
  | { result: 'noop' | 'refused' | 'config'; reason: string }
  | {
      result: 'runs'
      trust: string
      reason: string
      tools: readonly string[]
      servers: readonly string[]
      policies: readonly string[]
      /** What the run writes by itself. */
      writes: string
      /** Whose texts the prompt contains. */
      notes: readonly string[]
      limits: string
      steering: string
      /** The commit that the run is about, if that is not the one the job checked out. */
      files: string | undefined
    }

const ignore = () => undefined

/** What the action would do with an event, by the functions of a run. Starts no program and asks no model. */
export async function simulateRun(
  stepInputs: Inputs,
  runtime: Runtime,
  github: GitHub,
  steps: readonly WorkflowStep[],
): Promise<SimulatedRun> {
  try {
    const isList = stepInputs.github_pr_number.length === 0 && stepInputs.github_issue_number.length > 1
    const isOneRun = isList && hasOneAnswer(stepInputs.prompt, stepInputs.github_issue_number, steps)
    const inputs = isOneRun
      ? listInputs(stepInputs)
      : isList
        ? issueInputs(stepInputs, stepInputs.github_issue_number[0] ?? 0)
        : stepInputs
    const isInBatch = isList && !isOneRun
    const trigger = await readTask(runtime.event, triggerOptions(inputs))
    if (!trigger.shouldRun) return { result: 'noop', reason: trigger.reason }
    const missingSecret = missingSecretReason(inputs, runtime, trigger.task)
    if (missingSecret !== undefined) return { result: 'noop', reason: missingSecret }
    const assessment = await assessTrust(trigger.task, github, trustOptions(inputs, runtime))
    const { trust, task } = assessment
    if (trust.level === 'refused') return { result: 'refused', reason: trust.reason }
    const skippedPaths = await skipPathsReason(task, github, inputs.skip_paths)
    if (skippedPaths !== undefined) return { result: 'noop', reason: skippedPaths }
    if (!hasCredential(modelOptions(inputs, ''), runtime.env))
      return { result: 'config', reason: 'There is no credential for the model.' }
    return await describeRun(assessment, { inputs, runtime, github, steps, task, isInBatch })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { result: 'config', reason: messageOf(error) }
  }
}

type SimulationServices = {
  inputs: Inputs
  runtime: Runtime
  github: GitHub
  steps: readonly WorkflowStep[]
  task: Task
  isInBatch: boolean
}

async function describeRun(assessment: TrustAssessment, services: SimulationServices): Promise<SimulatedRun> {
  const { inputs, runtime, github, task, steps } = services
  const { trust } = assessment
  const { payload } = runtime.event
  const prompt = await readOwnPrompt(inputs.prompt, { payload, steps, github })
  if (prompt.isEmpty) return { result: 'refused', reason: NO_OWN_PROMPT }
  const loaded = await loadConfig(services)
  const config = trust.level === 'visitor' ? visitorConfig(loaded) : loaded
  const { settings, mode, rules } = config
  await using programs = openSandboxSession(
    inputs.sandbox,
    { ...runtime, allowedHosts: allowedHostsFor(inputs, trust, ignore) },
    ignore,
  )
  const granted = services.isInBatch
    ? { ...assessment.capabilities, shell: false, edit: false }
    : assessment.capabilities
  const capabilities = await capabilitiesFor(granted, { runtime, config, programs, filter: createSecretFilter([]) })
  const web = capabilities.fetch && webCapabilities(capabilities.fetch, () => rejectCall)
  const agentTools = createAgentTools(config, rejectSubagent)
  const proposals = proposalOptions(inputs, { task, trust, conversation: undefined }, github)
  const tools = [
    ...builtins({ ...capabilities, ...web }),
    ...agentTools.tools,
    ...runGithubTools({
      task,
      trust,
      inputs,
      github,
      config,
      nonce: 'simulated',
      settings: loaded.settings,
      proposals: openProposalTools(task, github, proposals),
      results: { append: ignore },
    }),
    ...interactiveTools(),
  ]
  const externalTools = { tools: () => [], version: () => 1, instructions: '', prompt: async () => undefined }
  const { declarations } = createCurrentTools(tools, { externalTools, rules, mode, emit: ignore })()
  return {
    result: 'runs',
    trust: trust.level,
    reason: trust.level === 'trusted' ? '' : trust.reason,
    tools: declarations.map(({ name }) => name),
    servers: Object.keys(settings.mcpServers ?? {}).filter((name) => name !== 'github'),
    policies: [...new Set(config.policies.filter(({ tier }) => tier !== 'default').map(({ file }) => file))],
    writes: await writesText(trust, proposals, config),
    notes: [...prompt.notes, ...(prompt.data === '' ? [] : [STRANGERS_TEXT])],
    limits: limitsText(inputs, config),
    steering: assessment.steering.reason,
    files: pullRequestCommit(task)?.subject,
  }
}

const rejectCall = () => Promise.reject(new Error('a simulation runs no tool'))
const rejectSubagent = () => {
  throw new Error('a simulation runs no sub-agent')
}

/** The configuration of a run, from the current files of the repository. */
async function loadConfig({ inputs, runtime, task }: SimulationServices): Promise<RunConfig> {
  const steering = worktreeReader(runtime.workspace)
  const pinned = localPinned(inputs, runtime.env)
  const resolved = await resolveSettings(inputs, steering, { ...runtime, pinned }, ignore)
  const { settings, extensions } = resolved
  const mode = resolveApprovalMode(inputs.approval_mode, settings)
  const invocations = await readInvocations(inputs.prompt, task, {
    ...runtime,
    steering,
    notice: ignore,
    extensionFolders: extensionCommandFolders(extensions),
    hasServers: hasServers(settings),
  })
  const profile = await commandProfile(invocations, inputs, steering, ignore)
  const locations = { ...(await policyLocationsFor(inputs, runtime, resolved)), ...profile }
  const { rules, sources: policies } = await loadRules(locations, settings, steering)
  const places = await agentLocations(steering, extensions, runtime)
  return {
    settings,
    mode,
    extensions,
    invocations,
    rules,
    policies,
    steering,
    env: runtime.env,
    memory: '',
    memoryFiles: [],
    learnings: [],
    systemPrompt: undefined,
    agents: await loadAgents(places.agents, settings, ignore),
    skills: await loadSkills(places.skills, settings, ignore),
    hooks: undefined,
    check: undefined,
  }
}

const STRANGERS_TEXT =
  'Text of the event by a person without write permission in the prompt becomes data. Leave it out: the run reads the item itself.'

/** What the run writes by itself, as the table in the docs says. */
async function writesText(
  { level }: Trust,
  { authority, allowedLabels }: ProposalOptions,
  { rules }: Pick<RunConfig, 'rules'>,
): Promise<string> {
  const labels = allowedLabels.length > 0 ? ['allowed labels'] : []
  if (level === 'visitor') return labels.join() || 'nothing'
  const isLimited = level !== 'trusted' || (await authority.byText('')) !== undefined
  const item = isLimited ? ['comments', ...labels] : ['its own item']
  const issues = level === 'trusted' && (await authority.newIssue()) === undefined ? ['new issues'] : []
  const isOpened =
    level === 'trusted' && rules.some(({ match, verdict }) => verdict === 'allow' && match.targets === 'any')
  return [...item, ...issues, ...(isOpened ? ['more by rule'] : [])].join(', ')
}

function limitsText(inputs: Inputs, { settings }: RunConfig): string {
  const turns =
    stopConditions(inputs, settings).length === 0 ? undefined : turnsOf(inputs, settings.model?.maxSessionTurns)
  return [
    ...(turns === undefined ? [] : [`${turns} turns`]),
    ...(inputs.timeout_minutes === undefined ? [] : [`${inputs.timeout_minutes} min`]),
    ...(inputs.max_tokens === undefined ? [] : [`${inputs.max_tokens} tokens`]),
    ...(inputs.max_cost_usd === undefined ? [] : [`$${inputs.max_cost_usd}`]),
  ].join(', ')
}

const turnsOf = ({ max_turns = Number.POSITIVE_INFINITY }: Inputs, session = -1): number =>
  session >= 0 ? Math.min(session, max_turns) : max_turns
