import type * as z from 'zod'
import { skipRun } from './comment-trigger.ts'
import { Payload, parsePayload } from './payloads.ts'
import type { IncomingEvent, TriggerOptions } from './read-event.ts'
import type { EventDecision, Task } from './task.ts'
import { acceptEvent } from './task-facts.ts'

export function readWorkflowRun(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.workflowRun>,
): EventDecision {
  const upstream = payload.workflow_run
  if (options.prompt === '' && payload.action !== 'completed')
    return skipRun(`The workflow run was ${payload.action}; without a prompt only completed runs are inspected.`)
  if (options.prompt === '' && upstream.conclusion === 'success')
    return skipRun(
      `The workflow run ${upstream.name || upstream.id} succeeded, and the workflow gives no prompt for that.`,
    )
  const [pull, ...otherPulls] = upstream.pull_requests ?? []
  return acceptEvent(event, payload, {
    kind: 'workflow_run',
    // With several pull requests on one commit it is unknown which one is meant.
    number: pull && otherPulls.length === 0 ? pull.number : undefined,
    url: upstream.html_url,
    upstream: {
      runId: upstream.id,
      workflow: upstream.name ?? '',
      event: upstream.event,
      conclusion: upstream.conclusion ?? undefined,
      branch: upstream.head_branch ?? undefined,
      sha: upstream.head_sha,
      actor: upstream.actor?.login,
      triggeringActor: upstream.triggering_actor?.login,
      headRepo: upstream.head_repository?.full_name,
      headRepoId: upstream.head_repository?.id,
      path: upstream.path ?? undefined,
      repo: upstream.repository?.full_name,
      repoId: upstream.repository?.id,
    },
  })
}

export function readPush(event: IncomingEvent, payload: z.output<typeof Payload.push>): EventDecision {
  if (payload.deleted) return skipRun(`${payload.ref} was deleted, so there is nothing to inspect.`)
  const compared = comparedByPush(payload)
  return acceptEvent(event, payload, { kind: 'push', url: payload.compare, compared })
}

/** The first push of a branch is compared with the default branch; a new tag adds no commits. */
function comparedByPush({ ref, before, after, repository }: z.output<typeof Payload.push>): Task['compared'] {
  if (after === undefined || /^0+$/.test(after)) return undefined
  if (before !== undefined && !/^0+$/.test(before)) return { base: before, head: after }
  const main = repository?.default_branch
  const isNewBranch = ref.startsWith('refs/heads/') && ref !== `refs/heads/${main}`
  return main !== undefined && isNewBranch ? { base: main, head: after } : undefined
}

/** The check's answer goes to its pull request, when it has one. */
export function readCheck(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.check>,
): EventDecision {
  if (options.prompt === '') return skipRun(noDefaultPrompt(event.name))
  const check = payload.check_run ?? payload.check_suite
  const [pull, ...otherPulls] = check?.pull_requests ?? []
  return acceptEvent(event, payload, {
    kind: 'other',
    number: pull && otherPulls.length === 0 ? pull.number : undefined,
    url: check?.html_url ?? undefined,
  })
}

export function readMergeGroup(
  event: IncomingEvent,
  options: TriggerOptions,
  payload: z.output<typeof Payload.mergeGroup>,
): EventDecision {
  if (options.prompt === '') return skipRun(noDefaultPrompt(event.name))
  const { base_sha: base, head_sha: head, head_ref: ref = '' } = payload.merge_group ?? {}
  // Source: GitHub docs, "Managing a merge queue": gh-readonly-queue/BRANCH/pr-NUMBER-SHA.
  const number = /\/pr-(\d{1,9})-[0-9a-f]{40,64}$/.exec(ref)?.[1]
  return acceptEvent(event, payload, {
    kind: 'other',
    number: number === undefined ? undefined : Number(number),
    compared: base === undefined || head === undefined ? undefined : { base, head },
  })
}

const noDefaultPrompt = (event: string) =>
  `There is no default prompt for ${event} events, and the workflow gives no prompt.`

/** Events without text: the task is the workflow's prompt or the default prompt of the event. */
export function readWithoutText(event: IncomingEvent, options: TriggerOptions, kind: Task['kind']): EventDecision {
  const payload = parsePayload(event.name, Payload.other, event.payload)
  const hasPrompt = kind !== 'other' || options.prompt !== ''
  return hasPrompt ? acceptEvent(event, payload, { kind }) : skipRun(noDefaultPrompt(event.name))
}
