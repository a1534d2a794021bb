import { runIdentity } from '../config/run-identity.ts'
import { findReviewCheck, standingCheck } from '../delivery/post/review-check.ts'
import type { Task } from '../github/events/task.ts'
import { jobKey } from '../github/result-marker.ts'
import { withoutDismissalsBy } from '../review/earlier-findings.ts'
import { headFindings } from '../review/read-findings.ts'
import { decideVerdict, withEarlierReading } from '../review/verdict.ts'
import { keepStart } from '../text/format-text.ts'
import { detailsBlock, fencedBlock, inlineCode } from '../text/write-markdown.ts'
import type { RequestedChange, ResumeRefusal, ResumeServices } from './resumption.ts'

/**
 * Answers `remember:` with a file for later reviews. What `/dismiss` changes at once: the check run of the head that the pull request has now, where a run of this job has ended on it. Asks
 * no model.
 */
export async function openDismissal(
  task: Task,
  { inputs, runtime, session: { github }, settings }: ResumeServices,
): Promise<RequestedChange | ResumeRefusal> {
  const { number = 0, comment, openedBy: author } = task
  const { workflow, job, runUrl, server, repository } = runIdentity(inputs, runtime)
  const key = jobKey(workflow, job)
  const sha = (await github.pull(number)).head.sha
  const placed = await headFindings({ number, head: sha, key }, github)
  const finding = placed.find((each) => each.finding.thread.comments[0]?.id === comment?.thread)
  if (finding === undefined) return { reason: 'This thread has no finding of this workflow.', isTold: false }
  const path = finding.path
  const learning = learningOffer(task, { path, nowMs: runtime.now(), repositoryUrl: `${server}/${repository}` })
  if (task.threadReply === 'remember') return { text: learning, requested: [] }
  const mayDismissOwn = (await settings?.())?.sluice?.review?.dismissOwn !== false
  const refused = mayDismissOwn ? undefined : author
  const [counted = finding] = refused === undefined ? [finding] : withoutDismissalsBy(refused, [finding])
  if (counted.state !== 'dismissed')
    return {
      reason: `The finding stays open: ${finding.state === 'dismissed' ? '`sluice.review.dismissOwn` lets no author dismiss findings of the own pull request' : 'to dismiss one, a person needs write access'}.`,
      isTold: true,
    }
  const answer = (text: string) => [`Dismissed. ${text}`, learning].filter((part) => part !== '').join('\n\n')
  const place = { sha, key, url: runUrl }
  const head = inlineCode(sha.slice(0, 10))
  const check = await findReviewCheck(place, github)
  if (check?.status !== 'completed') {
    const next = check === undefined ? `No run has reviewed ${head} yet.` : `A run still reviews ${head}.`
    return { text: answer(`${next} Its check will count this.`), requested: [] }
  }
  const known = { notRead: [`The run on ${head} did not see all that it should.`], dismissals: { refused, author } }
  const intent = await standingCheck({ number, threshold: inputs.fail_on_findings, ...place }, known, github)
  const isRead = check.externalId.endsWith(':read')
  const { verdict, openCount } = decideVerdict(isRead ? withEarlierReading(intent.facts) : intent.facts)
  const left = openCount === 0 ? 'No finding is open' : `${openCount} open`
  return { text: answer(`${left}; the check of ${head} says ${inlineCode(verdict)}.`), requested: [intent] }
}

/** After so many days a learning no longer applies. */
const LEARNING_DAYS = 180

/**
 * A file for `.gemini/learnings/` with the person's own reason, and a link that opens GitHub's editor with it; empty without a reason. Nothing
 * learns from it until a person commits it.
 */
export function learningOffer(
  { request = '', threadReply, base, defaultBranch, url, comment }: Task,
  { path, nowMs, repositoryUrl }: { path: string; nowMs: number; repositoryUrl: string },
): string {
  const reason = keepStart(request.replace(/^\s*(?:\/dismiss|remember:)\s*/i, '').trim(), MAX_REASON)
  const branch = base?.ref ?? defaultBranch
  if (reason === '' || branch === undefined) return ''
  const until = new Date(nowMs + LEARNING_DAYS * 86_400_000).toISOString().slice(0, 10)
  const fields = { paths: [escapedGlob(path)], until, source: url ?? repositoryUrl }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const file = `---\n${lines.join('\n')}\n---\n${reason}\n`
  const name = `.gemini/learnings/${threadReply === 'remember' ? 'remember' : 'dismissed'}-${comment?.id ?? 0}.md`
  const query = new URLSearchParams({ filename: name, value: file })
  const link = `${repositoryUrl}/new/${branch.split('/').map(encodeURIComponent).join('/')}?${query}`
  const text = `To let later reviews know, [commit this file](<${link}>) as ${inlineCode(name)}. Write wider globs in \`paths\` if it applies to more.`
  return detailsBlock('Remember this reason', `${text}\n\n${fencedBlock(file.trimEnd())}`)
}

const MAX_REASON = 1_000

/** A path as a glob that matches it alone. */
const escapedGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')
