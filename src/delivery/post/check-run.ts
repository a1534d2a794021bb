import type { ActionCheckRun, CheckOutput, Conclusion, NewAnnotation } from '../../github/api/checks.ts'
import type { GitHub } from '../../github/api/github.ts'
import type { Task } from '../../github/events/task.ts'
import type { FindingDetails, Proposal, Severity } from '../../github-tools/proposal.ts'
import {
  hasResult,
  isBroken,
  proofHeadline,
  proofLine,
  proofPart,
  proofSection,
  type ShownProof,
} from '../../proof/proof-text.ts'
import type { Outcome, StopReason } from '../../record/events.ts'
import { withoutPermalinks } from '../../text/permalinks.ts'
import { type Host, toPlainLine } from '../../text/references.ts'
import { pluralize, truncateAtLine } from '../../text/write-markdown.ts'
import { type CheckIdentity, type CheckIntent, isCommitOf, type Receipt } from '../plan/intent.ts'
import { composeCheck } from '../report/compose-report.ts'
import { outcomeWithFailure } from '../report/delivery-failures.ts'
import { headline } from '../report/sections.ts'
import { joinPage, type RunReport } from '../run-report.ts'
import { createOnce, isOutcomeUnknown } from './idempotent-write.ts'
import type { WriteResult } from './review.ts'

export type CheckGitHub = Pick<GitHub, 'createCheck' | 'updateCheck' | 'check' | 'checksNamed'>

/** GitHub's limit per request. Each request adds annotations to the check run. */
const ANNOTATIONS_PER_REQUEST = 50
const MAX_ANNOTATIONS = 500
const MESSAGE_CHARACTERS = 20_000

/** Identifies the check run of one attempt of one job. It is on the head commit, not on a pull request's merge commit. */
export function checkIdentity(
  { head, upstream, sha }: Task,
  { workflow, job, run, ...host }: Host & { workflow: string; job: string; run: string },
  key: string,
): CheckIdentity {
  const title = [workflow, job].filter(Boolean).join(' / ')
  return {
    name: toPlainLine(title === '' ? 'Sluice' : `Sluice: ${title}`, host, 100),
    sha: head?.sha ?? upstream?.sha ?? sha,
    externalId: `sluice:${key}:${run}`,
  }
}

/** Creates the check run in progress. Rejects with GitHubError. */
export function startCheck(
  check: CheckIdentity,
  url: string | undefined,
  github: CheckGitHub,
): Promise<ActionCheckRun> {
  const output = { title: 'Working', summary: 'The run has started.' }
  return createOnce(
    () => github.createCheck({ ...check, url, status: 'in_progress', output }),
    () => findCheck(check, github),
  )
}

const findCheck = async ({ name, sha, externalId }: CheckIdentity, github: CheckGitHub) =>
  (await github.checksNamed(name, sha)).find((each) => each.externalId === externalId)

/** The conclusion for an outcome: `success` only for `ok`, `failure` for what fails the step. */
export function conclusionOf(outcome: Outcome, stop: StopReason | undefined, failOn: readonly Outcome[]): Conclusion {
  if (outcome === 'denied') return 'action_required'
  if (outcome === 'budget' && stop === 'cancelled') return 'cancelled'
  if (outcome === 'budget' && stop === 'time') return 'timed_out'
  if (failOn.includes(outcome)) return 'failure'
  return outcome === 'ok' ? 'success' : 'neutral'
}

/** The report as a check run: the answer, the tool log, and each inline comment as an annotation. Pure. */
export function planCheck(
  report: RunReport,
  check: CheckIdentity,
  options: { id?: number; url?: string; failOn: readonly Outcome[]; proposals: readonly Proposal[] },
): CheckIntent {
  const { id, url, failOn, proposals } = options
  const annotations = proposals.flatMap(toAnnotations).slice(0, MAX_ANNOTATIONS)
  return {
    kind: 'check_run',
    ...check,
    id,
    url,
    ...checkResult(report, annotations, failOn),
    ...composeCheck(report),
    annotations,
  }
}

/** What the commands of `verify` showed, as a check run of its own. It says nothing about whether the change may merge. Pure. */
export function planProofCheck(
  { proof }: Pick<RunReport, 'proof'>,
  { sha }: CheckIdentity,
  { key, run, url }: { key: string; run: string; url?: string },
): CheckIntent[] {
  if (proof === undefined) return []
  const check = { kind: 'check_run' as const, sha, url, annotations: [] }
  const externalId = `sluice-proof:${key}:${run}`
  const { branchProof, ...own } = proof
  const first = { ...check, name: PROOF_CHECK, externalId, proofOf: proofSource(own), ...proofCheckResult(own) }
  if (branchProof === undefined) return [first]
  // GitHub shows one check run of a name on a commit.
  const name = `${PROOF_CHECK} of the proposed branch`
  return [
    first,
    {
      ...first,
      name,
      externalId: `${externalId}:branch`,
      proofOf: 'branch' as const,
      ...proofCheckResult(branchProof),
    },
  ]
}

const PROOF_CHECK = 'Sluice proof'

const proofSource = ({ record }: ShownProof): CheckIntent['proofOf'] =>
  record.branch === undefined ? 'checkout' : 'branch'

/** The check run of a proof once its commit is there. */
export function withProofResult(
  intent: CheckIntent & { proofOf: NonNullable<CheckIntent['proofOf']> },
  report: Pick<RunReport, 'proof'>,
  before: readonly Receipt[],
): CheckIntent {
  const isBranch = intent.proofOf === 'branch'
  const part = proofPart(report.proof, isBranch)
  const { pushed } = before.find((each) => isCommitOf(each.intent, isBranch)) ?? {}
  return part === undefined ? intent : { ...intent, ...proofCheckResult(part), sha: pushed?.sha ?? intent.sha }
}

export function proofCheckResult(
  proof: NonNullable<RunReport['proof']>,
): Pick<CheckIntent, 'conclusion' | 'title' | 'summary' | 'text'> {
  const { record, withheld } = proof
  const isCompared =
    record.alters.length === 0 && record.commands.some(({ after, before }) => hasResult(after) && hasResult(before))
  return {
    // The commit that it stands on has nothing of a change that was not delivered.
    conclusion: withheld !== undefined ? 'neutral' : isBroken(record) ? 'failure' : isCompared ? 'success' : 'neutral',
    title: truncateAtLine(proofLine(proof).replaceAll('`', ''), 200),
    summary: { top: proofHeadline(proof), below: '' },
    text: proofSection(proof),
  }
}

/** Conclusion and title. The conclusion is `success` only when everything was delivered, and no problem is in the answer alone. */
export function checkResult(
  report: RunReport,
  annotations: readonly NewAnnotation[],
  failOn: readonly Outcome[],
): Pick<CheckIntent, 'conclusion' | 'title'> {
  const { deliveryFailure, stop } = report
  const conclusion = conclusionOf(outcomeWithFailure(report.outcome, deliveryFailure), stop, failOn)
  const isWhole = deliveryFailure === undefined && report.review?.unplaced === undefined
  const comments = annotations.length === 0 ? '' : `, ${pluralize(annotations.length, 'inline comment')}`
  return {
    conclusion: conclusion === 'success' && !isWhole ? 'neutral' : conclusion,
    title: `${headline(report).replace(/\.$/, '')}${comments}`,
  }
}

/** An annotation can only be on a line of the head; comments on deleted lines are in the review alone. */
function toAnnotations(proposal: Proposal): NewAnnotation[] {
  if (proposal.kind !== 'review_comment' || proposal.location.side !== 'RIGHT') return []
  const { path, location, suggestion, finding } = proposal
  const body = withoutPermalinks(proposal.body)
  return [
    {
      path,
      from: location.start ?? location.line,
      to: location.line,
      level: finding === undefined ? 'warning' : LEVELS[finding.severity],
      title: finding === undefined ? annotationTitle(body) : findingTitle(finding, body),
      message: truncateAtLine(body, MESSAGE_CHARACTERS) || 'See the suggestion.',
      details: suggestion === undefined ? undefined : truncateAtLine(suggestion.join('\n'), MESSAGE_CHARACTERS),
    },
  ]
}

const LEVELS: Record<Severity, NewAnnotation['level']> = {
  critical: 'failure',
  high: 'failure',
  medium: 'warning',
  low: 'notice',
  nit: 'notice',
}

/** Names the severity, because GitHub has only three levels. */
const findingTitle = ({ severity, category, title }: FindingDetails, body: string) =>
  truncateAtLine(`${title ?? annotationTitle(body)} (${severity}, ${category})`, 200)

/** GitHub shows the title as plain text above the message, so the title has no Markdown and does not repeat a one-line message. */
function annotationTitle(body: string): string {
  const [first = '', ...rest] = body.trim().split('\n')
  const plain = first.replace(/^#+\s+|\*\*|`/g, '').trim()
  return rest.length === 0 || plain === '' ? 'Inline comment' : truncateAtLine(plain, 200)
}

/** Completes the check run, or creates a completed one. Safe to interrupt and to repeat. Rejects with GitHubError. */
export async function finishCheck(
  intent: CheckIntent,
  receiptLines: string,
  github: CheckGitHub,
): Promise<WriteResult> {
  const { conclusion, title, text, annotations } = intent
  const output = { title, summary: joinPage(intent.summary, receiptLines), text }
  const existing = intent.id === undefined ? await findCheck(intent, github) : undefined
  const id = intent.id ?? existing?.id ?? (await startCheck(intent, intent.url, github)).id
  const [first = [], ...more] = annotationBatches(annotations)
  const completed = await updateCheck(id, { output: withAnnotations(output, first), conclusion }, first.length, github)
  let count = first.length
  for (const batch of more) {
    count += batch.length
    await updateCheck(id, { output: withAnnotations(output, batch) }, count, github)
  }
  return { state: 'posted', url: completed.url }
}

const withAnnotations = (output: CheckOutput, annotations: readonly NewAnnotation[]): CheckOutput =>
  annotations.length === 0 ? output : { ...output, annotations }

/** Repeating an update would add its annotations twice. Their count tells whether GitHub applied a lost update. */
async function updateCheck(
  id: number,
  change: { output: CheckOutput; conclusion?: Conclusion },
  count: number,
  github: CheckGitHub,
): Promise<ActionCheckRun> {
  try {
    return await github.updateCheck(id, change)
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const now = await github.check(id)
    const isDone = now.annotations >= count && (change.conclusion === undefined || now.status === 'completed')
    return isDone ? now : github.updateCheck(id, change)
  }
}

function annotationBatches<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = []
  for (let start = 0; start < items.length; start += ANNOTATIONS_PER_REQUEST)
    all.push(items.slice(start, start + ANNOTATIONS_PER_REQUEST))
  return all
}

/** Why a status is still "working": the run was killed, or its result could not be written. */
export type AbandonReason = 'killed' | 'undelivered'

export const ABANDONED_TEXT: Record<AbandonReason, { title: string; text: string }> = {
  killed: { title: 'Stopped before it finished', text: 'The run was killed, so there is no answer.' },
  undelivered: {
    title: 'Finished, but the result could not be posted here',
    text: 'See the run summary for the result.',
  },
}

/** For the post step: completes a check run that is still in progress. True when there was one. Rejects with GitHubError. */
export async function abandonCheck(
  check: CheckIdentity,
  github: CheckGitHub,
  reason: AbandonReason = 'killed',
): Promise<boolean> {
  const abandoned = await findCheck(check, github)
  if (abandoned === undefined || abandoned.status === 'completed') return false
  const { title, text: summary } = ABANDONED_TEXT[reason]
  const conclusion = reason === 'killed' ? 'cancelled' : 'neutral'
  await updateCheck(abandoned.id, { output: { title, summary }, conclusion }, 0, github)
  return true
}
