import type { RunIdentity } from '../../config/run-identity.ts'
import type { ActionCheckRun, CheckChange, Conclusion } from '../../github/api/checks.ts'
import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { Task } from '../../github/events/task.ts'
import { baseMark, reviewedMark } from '../../github/result-marker.ts'
import type { CallRecord, Emit, Outcome } from '../../record/events.ts'
import { undeliveredCalls } from '../../record/outcome.ts'
import { isDismissedBy } from '../../review/earlier-findings.ts'
import type { ReviewStanding } from '../../review/end-review.ts'
import { type HeadFindingsGitHub, headFindings } from '../../review/read-findings.ts'
import { reviewSections } from '../../review/review-sections.ts'
import { earlierSummarized, isAboutChange, isOpenFinding, openFindings } from '../../review/summarize-review.ts'
import {
  decideVerdict,
  listNames,
  type Threshold,
  type VerdictDecision,
  type VerdictFacts,
  withEarlierReading,
} from '../../review/verdict.ts'
import { inlineCode, pluralize, truncateAtLine } from '../../text/write-markdown.ts'
import { type DeliveryContext, writerOf } from '../delivery-context.ts'
import type { Receipt, ReviewCheckIntent, ReviewCheckPlace } from '../plan/intent.ts'
import type { RunReport } from '../run-report.ts'
import { createOnce, retryOnce } from './idempotent-write.ts'
import { MOVED_INTO_BODY } from './review.ts'

/**
 * The check run that a rule for branches can require. All runs of one job on one head share it, also those of several pull requests with this
 * head: GitHub shows it on each, so the strictest of them counts.
 */
export const REVIEW_CHECK = 'Sluice review'

export type ReviewCheckGitHub = Pick<GitHub, 'createCheck' | 'updateCheck' | 'checksNamed' | 'pull'>

/**
 * What is known of the reading of a head. `read`: one run read all that changed. `lost`: one found what GitHub did not take, so that nothing
 * else remembers it. It is stored on GitHub.
 */
type Reading = 'running' | 'read' | 'partial' | 'lost'

const ownPrefix = (key: string) => `sluice-review:${key}:`

/** What the runs about one pull request made of a head. `base`: a mark of the branch that it goes into, which decides what it changes. */
type PullReading = { number: number; base: string; conclusion: Conclusion; reading: Reading }

const MAX_PULLS = 20

const externalId = (key: string, pulls: readonly PullReading[]) =>
  ownPrefix(key) +
  pulls
    .slice(-MAX_PULLS)
    .map(({ number, base, conclusion, reading }) => `${number}-${base}-${conclusion}-${reading}`)
    .join('.')

const READING = /^(\d+)-([0-9a-f]{8})-(success|neutral|failure)-(running|read|partial|lost)$/

function pullReadings(check: ActionCheckRun | undefined, key: string): PullReading[] {
  return (check?.externalId.slice(ownPrefix(key).length) ?? '').split('.').flatMap((entry) => {
    const [, number, base = '', conclusion, reading] = READING.exec(entry) ?? []
    return number === undefined
      ? []
      : [{ number: Number(number), base, conclusion: conclusion as Conclusion, reading: reading as Reading }] // the pattern names them
  })
}

/** What the runs about a pull request made of its head, while it went into the same branch. */
const readingFor = (
  check: ActionCheckRun | undefined,
  { key, number, base }: ReviewCheckPlace,
): PullReading | undefined =>
  pullReadings(check, key).find((each) => each.number === number && each.base === baseMark(base))

/** Whether a run of this job read all that a pull request changes up to the head of a check run. */
export const isReadFor = (check: ActionCheckRun | undefined, place: ReviewCheckPlace): boolean =>
  readingFor(check, place)?.reading === 'read'

const STRICTNESS: readonly Conclusion[] = ['success', 'neutral', 'failure']

const strictest = (pulls: readonly PullReading[]): PullReading | undefined =>
  pulls.toSorted((a, b) => STRICTNESS.indexOf(b.conclusion) - STRICTNESS.indexOf(a.conclusion))[0]

/** The check run of this job on a head. */
export const findReviewCheck = async (
  { sha, key }: ReviewCheckPlace,
  github: ReviewCheckGitHub,
): Promise<ActionCheckRun | undefined> =>
  (await github.checksNamed(REVIEW_CHECK, sha)).find((each) => each.externalId.startsWith(ownPrefix(key)))

/**
 * Creates the check run in progress. One of an earlier run about this pull request and head stays as it is until this run ends; the change of
 * its address shows that the token may write it. One of another pull request, or of this one into another branch, fails until then, because
 * that base may hide changes. Rejects with GitHubError.
 */
export async function startReviewCheck(place: ReviewCheckPlace, github: ReviewCheckGitHub): Promise<void> {
  const existing = await findReviewCheck(place, github)
  if (existing === undefined) return void (await createReviewCheck(place, github))
  const { key, number, base, url } = place
  const isKnown = existing.status !== 'completed' || readingFor(existing, place) !== undefined
  const running: PullReading = { number, base: baseMark(base), conclusion: 'failure', reading: 'running' }
  const others = pullReadings(existing, key).filter((each) => each.number !== number)
  const summary = `A run reads this commit for pull request #${number} into ${inlineCode(base)}. What the check showed for others, or for another base, does not count for it.`
  const change: CheckChange = isKnown
    ? { url }
    : {
        url,
        conclusion: 'failure',
        externalId: externalId(key, [...others, running]),
        output: { title: 'Working', summary },
      }
  await updateOwn(existing.id, change, place, github)
}

const createReviewCheck = (
  { sha, key, number, base, url }: ReviewCheckPlace,
  github: ReviewCheckGitHub,
): Promise<ActionCheckRun> =>
  createOnce(
    () =>
      github.createCheck({
        name: REVIEW_CHECK,
        sha,
        externalId: externalId(key, [{ number, base: baseMark(base), conclusion: 'neutral', reading: 'running' }]),
        url,
        status: 'in_progress',
        output: { title: 'Working', summary: 'The run has started.' },
      }),
    () => findReviewCheck({ sha, key, number, base }, github),
  )

/** GitHub lets an App change only its own check runs: with another token than before, the run gets one of its own. */
async function updateOwn(id: number, change: CheckChange, place: ReviewCheckPlace, github: ReviewCheckGitHub) {
  try {
    return await retryOnce(() => github.updateCheck(id, change))
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 403 && /Invalid app_id/.test(error.message))) throw error
    const { id: own } = await createReviewCheck(place, github)
    return retryOnce(() => github.updateCheck(own, change))
  }
}

const LOST_EARLIER = 'an earlier run on this commit found something that GitHub did not take'

const CONCLUSIONS: Readonly<Record<VerdictDecision['verdict'], Conclusion>> = {
  pass: 'success',
  warn: 'success',
  block: 'failure',
  incomplete: 'neutral',
}

const MAX_WRITES = 3

/**
 * Completes the check run of a head, and again where people or other runs changed what is open since this run read it: the last one to write
 * may have read first. Rejects with GitHubError.
 */
export async function finishReviewCheck(
  intent: ReviewCheckIntent,
  github: ReviewCheckGitHub & HeadFindingsGitHub,
): Promise<Pick<Receipt, 'state' | 'url' | 'decision'>> {
  let current: ReviewCheckIntent | undefined = intent
  for (let writes = 1; ; writes += 1) {
    const written = await writeReviewCheck(current, github)
    current = writes < MAX_WRITES ? await changedMeanwhile(current, github) : undefined
    if (current === undefined) return written
  }
}

/** The intent with what is open now; undefined where that is the same. */
async function changedMeanwhile(
  intent: ReviewCheckIntent,
  github: HeadFindingsGitHub,
): Promise<ReviewCheckIntent | undefined> {
  const { facts, number, sha: head, key, knownIds, refused } = intent
  const placed = await headFindings({ number, head, key, refused }, github).catch(() => [])
  const isDismissed = (id = '') => {
    const same = placed.filter(({ finding }) => finding.id === id)
    return same.length > 0 && same.every(({ state }) => state === 'dismissed')
  }
  const stillOpen = facts.open.filter(({ id }) => !isDismissed(id))
  const seen = new Set([...knownIds, ...facts.open.map(({ id }) => id)])
  const added = placed.flatMap((each) => {
    const finding = earlierSummarized(each, each.state)
    return isOpenFinding(finding) && !seen.has(finding.id) ? [finding] : []
  })
  if (stillOpen.length === facts.open.length && added.length === 0) return undefined
  return { ...intent, facts: { ...facts, open: [...stillOpen, ...added] } }
}

/** Writes the verdict. What an earlier run on the same head read counts as read. */
async function writeReviewCheck(
  { facts, findings, ...place }: ReviewCheckIntent,
  github: ReviewCheckGitHub,
): Promise<Pick<Receipt, 'state' | 'url' | 'decision'>> {
  const existing = await findReviewCheck(place, github)
  const before = readingFor(existing, place)?.reading
  const { lost = before === 'lost' ? LOST_EARLIER : undefined } = facts
  const counted = before === 'read' ? withEarlierReading(facts) : facts
  const decision = decideVerdict({ ...counted, lost })
  const { id } = existing ?? (await createReviewCheck(place, github))
  const others = await openOnHead(
    pullReadings(existing, place.key).filter(({ number }) => number !== place.number),
    place,
    github,
  )
  const ownReading: PullReading = {
    number: place.number,
    base: baseMark(place.base),
    conclusion: CONCLUSIONS[decision.verdict],
    reading: lost !== undefined ? 'lost' : before === 'read' || decision.isComplete ? 'read' : 'partial',
  }
  const decisive = strictest([ownReading, ...others]) ?? ownReading
  const isOther = decisive !== ownReading
  const shared = isOther ? `Pull request #${decisive.number} has this commit, too, and its review counts here.` : ''
  const { url } = await updateOwn(
    id,
    {
      conclusion: decisive.conclusion,
      externalId: externalId(place.key, [...others, ownReading]),
      output: {
        title: isOther ? `Pull request #${decisive.number} with this commit counts` : titleOf(decision),
        summary: [shared, pageOf(decision, findings)].filter(Boolean).join('\n\n'),
      },
      url: place.url,
    },
    place,
    github,
  )
  return { state: 'posted', url, decision }
}

/** Those of other pull requests that still have this head: one that is closed, or moved on, decides nothing here. */
async function openOnHead(
  others: readonly PullReading[],
  { sha }: ReviewCheckPlace,
  github: ReviewCheckGitHub,
): Promise<PullReading[]> {
  const isOpen = await Promise.all(
    others.map(async ({ number }) => {
      const pull = await github.pull(number).catch(() => undefined)
      return pull === undefined || (pull.state === 'open' && pull.head.sha === sha)
    }),
  )
  return others.filter((_, nth) => isOpen[nth])
}

const TITLES: Readonly<Record<VerdictDecision['verdict'], string>> = {
  pass: 'No open findings',
  warn: 'Open findings, none of which blocks',
  block: 'Open findings block',
  incomplete: 'Incomplete',
}

const titleOf = ({ verdict, reasons: [reason = ''] }: VerdictDecision): string =>
  truncateAtLine([TITLES[verdict], reason.replace(/`/g, '')].filter(Boolean).join('. '), 250)

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

const pageOf = ({ verdict, reasons, notes }: VerdictDecision, findings: string): string =>
  [
    `Verdict: ${inlineCode(verdict)}`,
    bullets(reasons),
    findings,
    notes.length === 0 ? '' : `Named, and not counted:\n\n${bullets(notes)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

/** What a run plans to write about its verdict. */
export function planReviewCheck(
  standing: ReviewStanding | undefined,
  report: RunReport,
  identity: RunIdentity,
  { number = 0, base }: Pick<Task, 'number' | 'base'>,
): ReviewCheckIntent[] {
  if (standing?.isGated !== true) return []
  const { commit: sha } = standing.summary
  const place = { sha, key: writerOf(identity).key, number, base: base?.ref ?? '', url: identity.runUrl }
  const findings = reviewSections({ review: report.review, blobUrl: report.blobUrl, turns: 0 }).join('\n\n')
  const knownIds = [...standing.summary.findings, ...standing.summary.folded].map(({ id }) => id)
  const facts = verdictFacts(standing, report)
  return [{ kind: 'review_check', ...place, facts, findings, knownIds, refused: standing.refused }]
}

/** What decides about the pull request of a run, before its writes. */
export function verdictFacts(
  { summary, threshold, author, unread, uncounted, unknown }: ReviewStanding,
  report: RunReport,
): VerdictFacts {
  const { coverage, unplaced, findings } = summary
  const { outcome, stop, incomplete, calls } = report
  const denied = calls.filter(({ verdict }) => verdict === 'deny')
  const names = (some: readonly CallRecord[]) => [...new Set(some.map(({ name }) => name))]
  const ownDismissals = findings.filter((finding) => finding.state === 'dismissed' && isDismissedBy(author, finding))
  const others = names(denied.filter((call) => !isRepositoryRead(call)))
  const isGap = incomplete !== undefined && unplaced === undefined && outcome === 'ok'
  return {
    open: openFindings(summary),
    threshold,
    ended: stop === 'cancelled' ? 'it was cancelled' : ENDED[outcome],
    unread: unread ?? [],
    notRead: [
      ...(unread === undefined ? ['It is not known what the run read of the change.'] : []),
      ...(coverage?.missing === undefined ? [] : [coverage.missing]),
      ...(isGap ? [`Not done: ${incomplete}.`] : []),
    ],
    unknown,
    unplaced: unplaced?.length,
    unposted: undeliveredCalls(calls).some(({ call }) => /review/.test(call.name))
      ? 'a call that proposes findings was denied or failed'
      : undefined,
    deniedReads: names(denied.filter(isRepositoryRead)),
    mentioned: [
      ...(ownDismissals.length === 0
        ? []
        : [`The author of the pull request dismissed ${pluralize(ownDismissals.length, 'finding')}.`]),
      ...(others.length === 0 ? [] : [`Policy denied ${listNames(others)}.`]),
      ...(uncounted.length === 0 ? [] : [`Not read: ${listNames(uncounted)}.`]),
    ],
  }
}

/** What ends a run before it is done. */
const ENDED: Partial<Record<Outcome, string>> = {
  budget: 'it reached a limit',
  quota: "the API's quota is used up",
  model: 'the model failed',
  config: 'the configuration is wrong',
  security: 'it was stopped for safety',
  internal: 'an error occurred',
  noop: 'it did not start',
  refused: 'it may not start',
}

const FILE_READS: ReadonlySet<string> = new Set([
  'read_file',
  'read_many_files',
  'list_directory',
  'glob',
  'search_file_content',
])

/** Whether a call reads the repository or GitHub. */
const isRepositoryRead = ({ name }: CallRecord): boolean =>
  FILE_READS.has(name) ||
  /^(?:mcp_{1,2})?github_{1,2}(?:get|list|search|read)_|^(?:mcp_{1,2})?github_{1,2}\w+_read$/.test(name)

/** What decides, after the writes so far. */
export function factsAfter(facts: VerdictFacts, before: readonly Receipt[]): VerdictFacts {
  const lost = before.filter(isLostReview)
  const [first] = lost
  return first === undefined ? facts : { ...facts, lost: first.reason ?? 'GitHub did not take them' }
}

/** Whether findings have no thread: the review is not posted, or GitHub refused the lines of some. */
export const isLostReview = ({ intent, state, url, reason = '' }: Receipt): boolean =>
  intent.kind === 'review' &&
  (reason.includes(MOVED_INTO_BODY) || (state !== 'posted' && url === undefined && reason !== 'dry run'))

/** What the post step needs to end the check run of a killed run. Plain JSON. */
export type PendingReviewCheck = ReviewCheckPlace & { threshold: Threshold }

/**
 * For the post step: completes the check run that is still in progress. Findings of earlier runs block; nothing makes it green. True when there
 * was one. Rejects with GitHubError.
 */
export async function abandonReviewCheck(
  { threshold, ...place }: PendingReviewCheck,
  ended: string,
  github: ReviewCheckGitHub & HeadFindingsGitHub,
): Promise<boolean> {
  const existing = await findReviewCheck(place, github)
  const isRunning = readingFor(existing, place)?.reading === 'running'
  if (existing === undefined || (existing.status === 'completed' && !isRunning)) return false
  await finishReviewCheck(await standingCheck({ threshold, ...place }, { ended }, github), github)
  return true
}

/** What the threads of a head say now, without a run that reads it. */
export async function standingCheck(
  { threshold, ...place }: PendingReviewCheck,
  extraFacts: Partial<VerdictFacts> & { dismissals?: { refused?: string; author?: string } },
  github: HeadFindingsGitHub,
): Promise<ReviewCheckIntent> {
  const { dismissals = {}, ...facts } = extraFacts
  const placed = await headFindings(
    { number: place.number, head: place.sha, key: place.key, ...dismissals },
    github,
  ).catch(() => undefined)
  const findings = (placed ?? []).map((each) => earlierSummarized(each, each.state))
  const ownDismissals = findings.filter(
    (finding) => finding.state === 'dismissed' && isDismissedBy(dismissals.author, finding),
  )
  return {
    kind: 'review_check',
    ...place,
    facts: {
      open: findings.filter(isOpenFinding),
      threshold,
      unknown: placed === undefined ? ['The findings of earlier runs could not be read.'] : [],
      mentioned:
        ownDismissals.length === 0
          ? []
          : [`The author of the pull request dismissed ${pluralize(ownDismissals.length, 'finding')}.`],
      ...facts,
    },
    findings: '',
    knownIds: findings.map(({ id }) => id),
    refused: dismissals.refused,
  }
}

/** Whether the step fails, because the check run that says its verdict could not be written. */
export function failsStep(receipts: readonly Receipt[], decision: VerdictDecision | undefined, emit: Emit): boolean {
  const isUnwritten = ({ intent, state, reason }: Receipt) =>
    intent.kind === 'review_check' && state !== 'posted' && reason !== 'dry run'
  const fails = decision?.verdict === 'block' && receipts.some(isUnwritten)
  if (fails) emit({ type: 'notice', level: 'error', text: UNWRITTEN_BLOCK })
  return fails
}

const UNWRITTEN_BLOCK =
  'The verdict is `block`, and the check run `Sluice review` could not be written, so the step fails. The summary has the findings.'

/** The decision of a run: what its check run says, else what its facts say. */
export const decisionOf = (
  standing: ReviewStanding | undefined,
  report: RunReport,
  receipts: readonly Receipt[],
): VerdictDecision | undefined =>
  receipts.find(({ decision }) => decision !== undefined)?.decision ??
  (standing && decideVerdict(factsAfter(verdictFacts(standing, report), receipts)))

/** The identity with the commit that a complete review read, from which the next one starts. */
export function withReviewedCommit(
  report: RunReport,
  task: Task | undefined,
  { review, identity }: Pick<DeliveryContext, 'review' | 'identity'>,
  standing?: ReviewStanding,
): Pick<DeliveryContext, 'identity'> {
  // A later run reads only what is new since then, so what a run that decides did not read has to come again, and what is open without a
  // thread, which no later run would know.
  const isWhole =
    (standing?.isGated !== true || decideVerdict(verdictFacts(standing, report)).isComplete) &&
    report.review?.folded.some(({ isOpen }) => isOpen) !== true
  const isReview = isAboutChange(task?.event ?? '') && report.outcome === 'ok' && review !== 'off' && isWhole
  if (!isReview || task?.head === undefined) return { identity }
  const reviewed = reviewedMark(task.head.sha, task.base?.ref ?? '')
  return { identity: { ...identity, record: { ...identity.record, reviewed } } }
}
