import { join } from 'node:path'
import type { Inputs } from '../config/inputs/inputs.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { TriggerOptions } from '../github/events/read-event.ts'
import { isTaskRepository, type Task, type Trust } from '../github/events/task.ts'
import type { TrustOptions } from '../github/events/trust.ts'
import type { ProposalOptions } from '../github-tools/proposal-tool.ts'
import { hasCredential } from '../model/providers/provider-kind.ts'
import { type AllowedHosts, NO_HOSTS } from '../platform/sandbox/network/allowed-hosts.ts'
import type { Outcome } from '../record/events.ts'
import { modelOptions } from './model-options.ts'

/** What the inputs say about which events start a run. */
export const triggerOptions = (inputs: Inputs): TriggerOptions => ({
  prompt: inputs.prompt,
  triggerPhrase: inputs.trigger_phrase,
  allowedBots: inputs.allowed_bots,
  answerEdits: inputs.answer_edits,
  triggerLabels: inputs.label_trigger,
  triggerAssignees: inputs.assignee_trigger,
  skipLabels: inputs.skip_labels,
  skipAuthors: inputs.skip_authors,
  skipDrafts: inputs.skip_drafts,
  prNumber: inputs.github_pr_number[0],
  issueNumbers: inputs.github_issue_number.length === 0 ? undefined : inputs.github_issue_number,
})

/** What the inputs say about who may start a run. */
export const trustOptions = (inputs: Inputs, { env, now }: Runtime): TrustOptions => ({
  allowedUsers: inputs.allowed_users,
  allowedBots: inputs.allowed_bots,
  runPrCode: inputs.run_pr_code,
  configSource: inputs.config_source,
  forkReview:
    inputs.fork_environment === ''
      ? undefined
      : {
          environment: inputs.fork_environment,
          runId: Number(env.GITHUB_RUN_ID ?? 0),
          attempt: Number(env.GITHUB_RUN_ATTEMPT ?? 1),
        },
  visitors: inputs.prompt === '' ? undefined : { workflow: workflowFile(env), now: now() },
  userRateLimit:
    inputs.runs_per_hour === undefined
      ? undefined
      : { maxRuns: inputs.runs_per_hour, workflow: workflowFile(env), now: now() },
})

/** The API takes the file name of `OWNER/REPO/.github/workflows/FILE@REF`. */
const workflowFile = ({ GITHUB_WORKFLOW_REF: ref = '' }: Runtime['env']) => /([^/]+)@/.exec(ref)?.[1] ?? ''

/** What the inputs say about proposals. Only trusted runs may propose for other issues than their own. */
export const proposalOptions = ({ allowed_labels, review, changes }: Inputs, { level }: Trust): ProposalOptions => ({
  allowedLabels: allowed_labels,
  review,
  changes,
  allowOtherTargets: level === 'trusted',
})

/** GitHub gives no secrets to runs for forks and for Dependabot: not a mistake of the workflow. */
export function missingSecretReason(inputs: Inputs, { env }: Runtime, task: Task): string | undefined {
  if (hasCredential(modelOptions(inputs, ''), env)) return undefined
  const isFork = task.head !== undefined && !isTaskRepository(task, task.head.repo, task.head.repoId)
  const isDependabot = [task.actor, task.triggeringActor].includes('dependabot[bot]')
  if (!isFork && !isDependabot) return undefined
  const origin = isFork
    ? `pull requests from other repositories (${task.head?.repo ?? 'a deleted fork'})`
    : 'Dependabot'
  return `There is no credential for the model: GitHub gives no secrets to runs for ${origin}.`
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

/** What inputs and environment say about delivery. */
export const deliveryOptions = (inputs: Inputs, runtime: Runtime) => ({
  identity: runIdentity(inputs, runtime),
  comment: inputs.comment,
  review: inputs.review,
  changes: inputs.changes,
  branchPrefix: inputs.branch_prefix,
  ref: runtime.env.GITHUB_REF,
  checkRun: inputs.check_run,
  failOn: inputs.fail_on as readonly Outcome[], // validated when the inputs were read
  dryRun: inputs.dry_run,
  patchPath: join(runtime.scratch, 'changes.patch'),
})
