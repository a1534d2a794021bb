import { runIdentity } from '../config/run-identity.ts'
import { writerOf } from '../delivery/delivery-context.ts'
import { runTrailer } from '../delivery/plan/commit-plan.ts'
import type { Intent } from '../delivery/plan/intent.ts'
import { findReviewCheck, standingCheck } from '../delivery/post/review-check.ts'
import type { GitHub } from '../github/api/github.ts'
import { claimsMarker, shortHash } from '../github/comment-marker.ts'
import type { Task } from '../github/events/task.ts'
import { jobKey } from '../github/result-marker.ts'
import { type PlacedFinding, withoutDismissalsBy } from '../review/earlier-findings.ts'
import { findingFates, headFindings } from '../review/read-findings.ts'
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
  const place = { path, nowMs: runtime.now(), repositoryUrl: `${server}/${repository}` }
  const learning = learningOffer(task, place)
  const { branch_prefix: branchPrefix } = inputs
  const isLearning = learning !== ''
  const similarInOthers = isLearning ? await similarElsewhere(number, finding, github).catch(() => []) : []
  const similarInThis = placed
    .filter((each) => isSimilar(each, finding))
    .flatMap(({ finding: { thread } }) => {
      const url = thread.comments[0]?.url
      return url === undefined ? [] : [url]
    })
  const similar = [...similarInThis, ...similarInOthers]
  const trailer = runTrailer(writerOf(runIdentity(inputs, runtime)))
  const remembered = await planLearning(task, { ...place, branchPrefix, trailer, similar }, github).catch(() => [])
  if (task.threadReply === 'remember') return { text: learning, requested: remembered }
  const mayDismissOwn = (await settings?.())?.sluice?.review?.dismissOwn !== false
  const refused = mayDismissOwn ? undefined : author
  const [counted = finding] = refused === undefined ? [finding] : withoutDismissalsBy(refused, [finding])
  if (counted.state !== 'dismissed')
    return {
      reason: `The finding stays open: ${finding.state === 'dismissed' ? '`sluice.review.dismissOwn` lets no author dismiss findings of the own pull request' : 'to dismiss one, a person needs write access'}.`,
      isTold: true,
    }
  const answer = (text: string) => [`Dismissed. ${text}`, learning].filter((part) => part !== '').join('\n\n')
  const checkPlace = { sha, key, url: runUrl }
  const head = inlineCode(sha.slice(0, 10))
  const check = await findReviewCheck(checkPlace, github)
  if (check?.status !== 'completed') {
    const next = check === undefined ? `No run has reviewed ${head} yet.` : `A run still reviews ${head}.`
    return { text: answer(`${next} Its check will count this.`), requested: remembered }
  }
  const known = { notRead: [`The run on ${head} did not see all that it should.`], dismissals: { refused, author } }
  const intent = await standingCheck({ number, threshold: inputs.fail_on_findings, ...checkPlace }, known, github)
  const isRead = check.externalId.endsWith(':read')
  const { verdict, openCount } = decideVerdict(isRead ? withEarlierReading(intent.facts) : intent.facts)
  const left = openCount === 0 ? 'No finding is open' : `${openCount} open`
  return {
    text: answer(`${left}; the check of ${head} says ${inlineCode(verdict)}.`),
    requested: [...remembered, intent],
  }
}

/** Whether people dismissed or left a finding of the same category in the same file. */
const isSimilar = (each: PlacedFinding, finding: PlacedFinding): boolean =>
  each !== finding &&
  each.path === finding.path &&
  each.finding.category === finding.finding.category &&
  each.state !== 'fixed'

/** The maximum number of other pull requests to look at. */
const MAX_PULLS = 10

/** The same in the other pull requests with the newest review comments, by the marks of our account there. Rejects with GitHubError. */
async function similarElsewhere(
  number: number,
  { path, finding: { category } }: PlacedFinding,
  github: Pick<GitHub, 'recentReviewComments' | 'threads' | 'pull' | 'permission' | 'viewer'>,
): Promise<string[]> {
  const [recent, viewer] = await Promise.all([github.recentReviewComments(), github.viewer()])
  const pulls = recent
    .filter(({ author, body }) => author === viewer && claimsMarker(body, { kind: 'remark' }))
    .map(({ url }) => Number(/\/pull\/(\d+)#/.exec(url)?.[1] ?? number))
  const others = [...new Set(pulls)].filter((each) => each !== number).slice(0, MAX_PULLS)
  const fates = await Promise.all(others.map((each) => findingFates(each, github).catch(() => [])))
  return fates.flat().flatMap((each) => {
    const isSame = each.author === viewer && each.path === path && each.category === category
    return isSame && /^(?:dismissed|ignored)$/.test(each.fate) && each.url !== undefined ? [each.url] : []
  })
}

/** After so many days a learning no longer applies. */
const LEARNING_DAYS = 180

type LearningPlace = { path: string; nowMs: number; repositoryUrl: string }

/** A file for `.gemini/learnings/` with the person's own reason, for the file of the finding; undefined without a reason. */
function learningFile(
  { request = '', threadReply, base, defaultBranch, url, comment }: Task,
  { path, nowMs, repositoryUrl }: LearningPlace,
): { name: string; text: string; branch: string } | undefined {
  const reason = keepStart(request.replace(/^\s*(?:\/dismiss|remember:)\s*/i, '').trim(), MAX_REASON)
  const branch = base?.ref ?? defaultBranch
  if (reason === '' || branch === undefined) return undefined
  const until = new Date(nowMs + LEARNING_DAYS * 86_400_000).toISOString().slice(0, 10)
  const fields = { paths: [escapedGlob(path)], until, source: url ?? repositoryUrl }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const name = `.gemini/learnings/${threadReply === 'remember' ? 'remember' : 'dismissed'}-${comment?.id ?? 0}.md`
  return { name, text: `---\n${lines.join('\n')}\n---\n${reason}\n`, branch }
}

/** The file, and a link that opens GitHub's editor with it; empty without a reason. Nothing learns from it until a person commits it. */
export function learningOffer(task: Task, place: LearningPlace): string {
  const learning = learningFile(task, place)
  if (learning === undefined) return ''
  const { name, text: file, branch } = learning
  const query = new URLSearchParams({ filename: name, value: file })
  const link = `${place.repositoryUrl}/new/${branch.split('/').map(encodeURIComponent).join('/')}?${query}`
  const text = `To let later reviews know, [commit this file](<${link}>) as ${inlineCode(name)}. Write wider globs in \`paths\` if it applies to more.`
  return detailsBlock('Remember this reason', `${text}\n\n${fencedBlock(file.trimEnd())}`)
}

/**
 * The pull request that adds the file to the base, or a commit to the open one of that kind. The action writes this one file; the rules keep
 * the model from it. `similar`: findings like this one that people dismissed or ignored.
 */
export async function planLearning(
  task: Task,
  place: LearningPlace & { branchPrefix: string; trailer: string; similar: readonly string[] },
  github: LearningGitHub,
): Promise<Intent[]> {
  const learning = learningFile(task, place)
  if (learning === undefined || task.author === undefined) return []
  const { name, text, branch: base } = learning
  const prefix = `${place.branchPrefix}learnings-`
  const [viewer, open, tip] = await Promise.all([github.viewer(), github.openPulls(), github.branchTip(base)])
  const pull = open.find(
    ({ author, head, base: { ref } }) => author === viewer && ref === base && head.ref.startsWith(prefix),
  )
  if (tip === undefined) return []
  const title = `Remember what ${task.author} said in ${task.number === undefined ? 'a review' : `#${task.number}`}`
  const list = place.similar.length === 0 ? 'None.' : place.similar.map((each) => `- ${each}`).join('\n')
  return [
    {
      kind: 'commit',
      files: [{ path: name, before: null, after: Buffer.from(text), mode: '100644' }],
      bases: [{ sha: pull?.head.sha ?? tip, targetBranch: base }],
      branch: `${prefix}${shortHash(base, name).slice(0, 10)}`,
      pullRequest: pull && { number: pull.number, branch: pull.head.ref },
      isProposed: true,
      isOffered: true,
      message: `${title}\n\nRequested by ${task.author}`,
      requester: task.author,
      trailer: place.trailer,
    },
    {
      kind: 'create_pull_request',
      title,
      body: `${inlineCode(name)} has the words of ${inlineCode(task.author)}, from ${task.url ?? place.repositoryUrl}:\n\n${fencedBlock(text.trimEnd())}\n\nReviews know it when a person has merged it, for files that match \`paths\` and until the date. Further learnings become commits here while it is open.\n\nFindings of the same category in this file, in this repository, that people dismissed or left:\n\n${list}`,
      draft: false,
      branch: `${prefix}${shortHash(base, name).slice(0, 10)}`,
    },
  ]
}

type LearningGitHub = Pick<GitHub, 'viewer' | 'openPulls' | 'branchTip'>

const MAX_REASON = 1_000

/** A path as a glob that matches it alone. */
const escapedGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')
