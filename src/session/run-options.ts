import { join } from 'node:path'
import type { ContextWindow } from '../agent/agent-context.ts'
import { type Budget, type CostReason, openBudget } from '../agent/budget.ts'
import { type StopCondition, turnLimit } from '../agent/stop-conditions.ts'
import type { Inputs } from '../config/inputs.ts'
import { leftFilesOf, NO_OWN_PROMPT, namesItemsOfAgent, readOwnPrompt } from '../config/own-prompt.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import { isObject } from '../config/settings/parse-settings.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { WorkflowStep } from '../config/workflow-file.ts'
import { adviceInstead } from '../gh/gh-commands.ts'
import type { GitHub } from '../github/api/github.ts'
import { isTaskRepository, type Task, type Trust } from '../github/events/task.ts'
import type { ProposalOptions } from '../github-tools/proposal.ts'
import { type AuthorityOptions, openWriteAuthority } from '../github-tools/write-authority.ts'
import { contextWindow, resolveModel } from '../model/models.ts'
import { mergePrices } from '../model/prices.ts'
import { hasCredential, type ModelOptions } from '../model/provider-kind.ts'
import { type AllowedHosts, NO_HOSTS } from '../platform/sandbox/allowed-hosts.ts'
import { VERSION } from '../platform/version.ts'
import type { ProgramLimits } from '../policy/rules/unworkable.ts'
import type { Outcome } from '../record/events.ts'
import { ResumeError } from '../resume/resumption.ts'
import { asksForReview, isGated } from '../review/answer-findings.ts'
import { MAX_OUTPUT_CHARACTERS } from '../tools/long-output.ts'

/** What the inputs say about proposals, and what the run may write by itself. */
export function proposalOptions(
  inputs: Inputs,
  run: Omit<AuthorityOptions, 'numbers' | 'allowedBots'>,
  github: GitHub,
): ProposalOptions {
  const { allowed_labels: allowedLabels, allowed_bots: allowedBots, review, changes } = inputs
  const numbers = [...inputs.github_pr_number, ...inputs.github_issue_number]
  const authority = openWriteAuthority({ ...run, numbers, allowedBots }, github)
  return { allowedLabels, review, isReview: asksForReview(run.task, inputs), changes, authority }
}

/** What becomes of a reply about a finding, where the token only reads. */
const FORK_REPLIES = {
  none: '',
  dismiss: ' The dismissal counts in the next review of this pull request.',
  remember: ' Nothing remembers the reply: commit a file to .gemini/learnings/ instead.',
} as const

/** A run for a fork gets no secrets, and one of Dependabot only the Dependabot secrets: not a mistake of the workflow. */
export function missingSecretReason(inputs: Inputs, { env }: Runtime, task: Task): string | undefined {
  if (hasCredential(modelOptions(inputs, ''), env)) return undefined
  const isFork = task.head !== undefined && !isTaskRepository(task, task.head.repo, task.head.repoId)
  const isDependabot = [task.actor, task.triggeringActor].includes('dependabot[bot]')
  if (!isFork && !isDependabot) return undefined
  return isFork
    ? `There is no credential for the model: GitHub gives no secrets to runs for pull requests from other repositories (${task.head?.repo ?? 'a deleted fork'}).${FORK_REPLIES[task.threadReply ?? 'none']}`
    : 'There is no credential for the model: GitHub gives runs of Dependabot the Dependabot secrets, and the one with the key is missing there. Add it under Settings → Secrets and variables → Dependabot.'
}

/** The hosts that programs may reach. Untrusted code and visitors reach none: they could send out what they find. */
export function allowedHostsFor(
  { allowed_hosts, sandbox }: Pick<Inputs, 'allowed_hosts' | 'sandbox'>,
  { level }: Trust,
  notice: (text: string) => void,
): AllowedHosts {
  const isEmpty = !allowed_hosts.everything && allowed_hosts.rules.length === 0
  if (isEmpty) return NO_HOSTS
  if (sandbox === 'off') notice('The input allowed_hosts has no effect, because the input sandbox is off.')
  if (level === 'trusted') return allowed_hosts
  const reason = level === 'visitor' ? 'an account without write permission started it' : 'its code comes from outside'
  notice(`The input allowed_hosts is ignored in this run, because ${reason}: programs have no network.`)
  return NO_HOSTS
}

/** What the run keeps from its programs. */
export const programLimitsOf = ({ inputs, trust }: { inputs: Inputs; trust: Trust }): ProgramLimits => ({
  isIsolated: inputs.sandbox !== 'off' && process.platform === 'linux',
  hosts: allowedHostsFor(inputs, trust, () => undefined),
  canAddHosts: trust.level === 'trusted',
  ghAdvice: adviceInstead,
})

/** Whether a program of the run may reach a host. */
export const reachesHosts = ({ isIsolated, hosts }: ProgramLimits): boolean =>
  !isIsolated || hosts.everything || hosts.rules.length > 0

/** What inputs and environment say about delivery. */
export const deliveryOptions = (inputs: Inputs, runtime: Runtime) => ({
  identity: runIdentity(inputs, runtime),
  comment: inputs.comment,
  review: inputs.review,
  changes: inputs.changes,
  branchPrefix: inputs.branch_prefix,
  ref: runtime.env.GITHUB_REF,
  checkRun: inputs.check_run,
  reportTo: inputs.report_to,
  threshold: inputs.fail_on_findings,
  isGated: (task: Task) => isGated(task, inputs),
  failOn: inputs.fail_on as readonly Outcome[], // validated when the inputs were read
  dryRun: inputs.dry_run,
  patchPath: join(runtime.scratch, 'changes.patch'),
})

/** The run's budget of tokens and money. Throws UserError for an invalid price. */
export const openRunBudget = (
  { inputs, settings, costReason }: { inputs: Inputs; settings: Settings; costReason?: CostReason },
  model: string,
  notice: (text: string) => void,
): Budget =>
  openBudget(
    {
      tokens: inputs.max_tokens,
      usd: inputs.max_cost_usd,
      costReason,
      prices: mergePrices(settings.model?.prices, 'settings: model.prices'),
      model: resolveModel(model),
    },
    notice,
  )

/** The fraction of the context window at which the conversation is compressed. */
const DEFAULT_COMPRESSION_THRESHOLD = 0.5

/** The longest tool output the model sees, in characters; 0 or less: no limit. */
export const maxOutputCharacters = (settings: Settings): number =>
  settings.tools?.truncateToolOutputThreshold ?? MAX_OUTPUT_CHARACTERS

/** Limits that keep a conversation within its model's context window. */
export const contextWindowFor = (
  settings: Settings,
  model: string,
  services: Pick<ContextWindow, 'utilityGenerate' | 'saveOutput' | 'countTokens'>,
): ContextWindow => ({
  windowTokens: contextWindow(model),
  threshold: settings.model?.compressionThreshold ?? DEFAULT_COMPRESSION_THRESHOLD,
  maxOutputCharacters: Math.max(0, maxOutputCharacters(settings)) || MAX_OUTPUT_CHARACTERS,
  ...services,
})

/** The turn limit. Time and money are limited elsewhere. */
export function stopConditions(inputs: Inputs, settings: Settings): StopCondition[] {
  const session = settings.model?.maxSessionTurns ?? -1
  const { max_turns: input } = inputs
  if (session >= 0 && (input === undefined || session < input)) return [turnLimit(session, 'session_turns')]
  return input === undefined ? [] : [turnLimit(input)]
}

/** The inputs for the model client. Empty strings count as absent. */
export const modelOptions = (inputs: Inputs, model: string, settings: Settings = {}, session = ''): ModelOptions => ({
  model,
  apiKey: inputs.gemini_api_key,
  googleApiKey: inputs.google_api_key,
  useVertex: inputs.use_vertex_ai || undefined,
  useCodeAssist: inputs.use_gemini_code_assist || undefined,
  project: inputs.gcp_project_id,
  location: inputs.gcp_location,
  workloadIdentityProvider: inputs.gcp_workload_identity_provider,
  serviceAccount: inputs.gcp_service_account,
  tokenFormat: inputs.gcp_token_format,
  tokenScopes: inputs.gcp_access_token_scopes,
  authType: settings.security?.auth?.selectedType,
  enforcedAuthType: settings.security?.auth?.enforcedType,
  modelConfigs: modelConfigs(settings),
  maxAttempts: settings.general?.maxAttempts,
  version: VERSION,
  session,
})

/** Adds the model settings of sub-agents as overrides with the sub-agent's name as scope. */
function modelConfigs({ modelConfigs, agents }: Settings): unknown {
  const scoped = Object.entries(agents?.overrides ?? {}).flatMap(([name, { modelConfig }]) => {
    const generateContentConfig = modelConfig?.generateContentConfig
    if (generateContentConfig === undefined) return []
    return [{ match: { overrideScope: name }, modelConfig: { generateContentConfig } }]
  })
  if (scoped.length === 0 || (modelConfigs !== undefined && !isObject(modelConfigs))) return modelConfigs
  const { customOverrides = [] } = modelConfigs ?? {}
  if (!Array.isArray(customOverrides)) return modelConfigs // invalid; reported where it is read
  return { ...modelConfigs, customOverrides: [...customOverrides, ...scoped] }
}

type PromptRun = { inputs: Inputs; runtime: Runtime; session: { github: GitHub; notice(text: string): void } }

/**
 * The inputs with the workflow's own text in the prompt, and the texts of strangers that were in it, as data. `steeredBy`: whose
 * text the prompt, the numbers of the items or files of earlier steps contain, when a stranger's or an agent's. Throws ResumeError when nothing else is in the prompt.
 */
export async function ownPromptOf({ inputs, runtime, session }: PromptRun, steps: readonly WorkflowStep[]) {
  const github = inputs.github_token === '' ? undefined : session.github
  const { prompt, data, isEmpty, notes } = await readOwnPrompt(inputs.prompt, {
    payload: runtime.event.payload,
    steps,
    github,
  })
  if (isEmpty) throw new ResumeError(NO_OWN_PROMPT)
  notes.forEach(session.notice)
  const isInPrompt = data !== '' || namesItemsOfAgent(steps)
  const steeredBy = isInPrompt ? 'people who wrote texts in the prompt' : leftFilesOf(steps)
  return { inputs: { ...inputs, prompt }, promptData: data, steeredBy }
}
