import type { CheckOutput, Conclusion, NewAnnotation, OurCheck } from '../github/check-calls.ts'
import type { GitHub } from '../github/client.ts'
import type { Task } from '../github/task.ts'
import type { Outcome, StopReason } from '../record/events.ts'
import type { CheckIntent, CheckName, Proposal } from './intent.ts'
import { cut, plural } from './markdown.ts'
import { plainLine } from './plain-line.ts'
import type { Host } from './references.ts'
import { composeCheck, onePage, type Report } from './report.ts'
import type { Written } from './review.ts'
import { headline } from './sections.ts'
import { createOnce, isUnclear } from './unclear.ts'
import { outcomeAfter } from './unwritten.ts'

export type CheckGitHub = Pick<GitHub, 'createCheck' | 'updateCheck' | 'check' | 'checksNamed'>

/** GitHub takes as many at once, and adds them to those that are there. */
const ANNOTATIONS_AT_ONCE = 50
const MOST_ANNOTATIONS = 500
const MESSAGE_CHARACTERS = 20_000

/** The check run of one attempt of one job: on the commit the run is about, not on a merge nobody looks at. */
export function checkOf(
  { head, upstream, sha }: Task,
  { workflow, job, run, ...host }: Host & { workflow: string; job: string; run: string },
  key: string,
): CheckName {
  const where = [workflow, job].filter(Boolean).join(' / ')
  return {
    name: plainLine(where === '' ? 'Sluice' : `Sluice: ${where}`, host, 100),
    sha: head?.sha ?? upstream?.sha ?? sha,
    externalId: `sluice:${key}:${run}`,
  }
}

/** Says that the run is at it. Rejects with GitHubError. */
export function startCheck(check: CheckName, url: string | undefined, github: CheckGitHub): Promise<OurCheck> {
  const output = { title: 'Working', summary: 'The run has begun.' }
  return createOnce(
    () => github.createCheck({ ...check, ...(url === undefined ? {} : { url }), status: 'in_progress', output }),
    () => findCheck(check, github),
  )
}

const findCheck = async ({ name, sha, externalId }: CheckName, github: CheckGitHub) =>
  (await github.checksNamed(name, sha)).find((each) => each.externalId === externalId)

/**
 * What a check run calls each outcome. Green is only what gave an answer; what fails the step fails the check; a run that did
 * nothing or ended early for reasons of its own is neither.
 */
export function conclusionOf(outcome: Outcome, stop: StopReason | undefined, failOn: readonly Outcome[]): Conclusion {
  if (outcome === 'denied') return 'action_required'
  if (outcome === 'budget' && stop === 'cancelled') return 'cancelled'
  if (outcome === 'budget' && stop === 'time') return 'timed_out'
  if (failOn.includes(outcome)) return 'failure'
  return outcome === 'ok' ? 'success' : 'neutral'
}

/** The report as a check run: the answer, the tool log, and every remark beside its lines. Pure. */
export function planCheck(
  report: Report,
  check: CheckName,
  given: { id?: number; url?: string; failOn: readonly Outcome[]; proposals: readonly Proposal[] },
): CheckIntent {
  const { id, url, failOn, proposals } = given
  const annotations = proposals.flatMap(annotationOf).slice(0, MOST_ANNOTATIONS)
  return {
    kind: 'check_run',
    ...check,
    ...(id === undefined ? {} : { id }),
    ...(url === undefined ? {} : { url }),
    ...checkWords(report, annotations, failOn),
    ...composeCheck(report),
    annotations,
  }
}

/** How it ended, in one line and for the merge box; green is only what is all there. */
export function checkWords(
  report: Report,
  annotations: readonly NewAnnotation[],
  failOn: readonly Outcome[],
): Pick<CheckIntent, 'conclusion' | 'title'> {
  const { unwritten, stop } = report
  const conclusion = conclusionOf(outcomeAfter(report.outcome, unwritten), stop, failOn)
  const remarks = annotations.length === 0 ? '' : `, ${plural(annotations.length, 'remark')}`
  return {
    conclusion: conclusion === 'success' && unwritten !== undefined ? 'neutral' : conclusion,
    title: `${headline(report).replace(/\.$/, '')}${remarks}`,
  }
}

/** Annotations show lines of the head; remarks on lines that are gone stand in the review alone. */
function annotationOf(proposal: Proposal): NewAnnotation[] {
  if (proposal.kind !== 'review_comment' || proposal.spot.side !== 'RIGHT') return []
  const { path, spot, body, suggestion } = proposal
  return [
    {
      path,
      from: spot.start ?? spot.line,
      to: spot.line,
      level: 'warning',
      title: titleOf(body),
      message: cut(body, MESSAGE_CHARACTERS) || 'See the suggestion.',
      ...(suggestion === undefined ? {} : { details: cut(suggestion.join('\n'), MESSAGE_CHARACTERS) }),
    },
  ]
}

/** GitHub shows a title as it is, above the message: marks of Markdown would be seen, and a single line twice. */
function titleOf(body: string): string {
  const [first = '', ...rest] = body.trim().split('\n')
  const plain = first.replace(/^#+\s+|\*\*|`/g, '').trim()
  return rest.length === 0 || plain === '' ? 'Remark' : cut(plain, 200)
}

/** Ends the check run, or makes one that has ended. Safe to interrupt and to repeat. Rejects with GitHubError. */
export async function finishCheck(intent: CheckIntent, also: string, github: CheckGitHub): Promise<Written> {
  const { conclusion, title, text, annotations } = intent
  const output = { title, summary: onePage(intent.summary, also), text }
  const known = intent.id === undefined ? await findCheck(intent, github) : undefined
  const id = intent.id ?? known?.id ?? (await startCheck(intent, intent.url, github)).id
  const [first = [], ...more] = portions(annotations)
  const begun = await update(id, { output: withThese(output, first), conclusion }, first.length, github)
  let count = first.length
  for (const some of more) {
    count += some.length
    await update(id, { output: withThese(output, some) }, count, github)
  }
  return { state: 'posted', url: begun.url }
}

const withThese = (output: CheckOutput, annotations: readonly NewAnnotation[]): CheckOutput =>
  annotations.length === 0 ? output : { ...output, annotations }

/** Annotations that were taken would be there twice, so their number says whether the answer alone was lost. */
async function update(
  id: number,
  change: { output: CheckOutput; conclusion?: Conclusion },
  count: number,
  github: CheckGitHub,
): Promise<OurCheck> {
  try {
    return await github.updateCheck(id, change)
  } catch (error) {
    if (!isUnclear(error)) throw error
    const now = await github.check(id)
    const isDone = now.annotations >= count && (change.conclusion === undefined || now.status === 'completed')
    return isDone ? now : github.updateCheck(id, change)
  }
}

function portions<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = []
  for (let at = 0; at < items.length; at += ANNOTATIONS_AT_ONCE) all.push(items.slice(at, at + ANNOTATIONS_AT_ONCE))
  return all
}

/** Why something still says "working": the run was ended from outside, or its result could not be written there. */
export type LeftBy = 'killed' | 'untold'

export const LEFT: Record<LeftBy, { title: string; text: string }> = {
  killed: { title: 'Stopped before it could finish', text: 'The run was ended from outside, so there is no answer.' },
  untold: {
    title: 'Ended, but not told here',
    text: 'GitHub did not take the result; it is in the summary of the run.',
  },
}

/** For the post step: ends a check run that a killed run left at "working". True when there was one. Rejects with GitHubError. */
export async function abandonCheck(check: CheckName, github: CheckGitHub, by: LeftBy = 'killed'): Promise<boolean> {
  const left = await findCheck(check, github)
  if (left === undefined || left.status === 'completed') return false
  const { title, text: summary } = LEFT[by]
  const conclusion = by === 'killed' ? 'cancelled' : 'neutral'
  await update(left.id, { output: { title, summary }, conclusion }, 0, github)
  return true
}
