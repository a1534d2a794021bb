import type { Nodes } from 'mdast'
import { placeGlobs } from '../agent/place-instructions.ts'
import { runIdentity } from '../config/run-identity.ts'
import { writerOf } from '../delivery/delivery-context.ts'
import { runTrailer } from '../delivery/plan/commit-plan.ts'
import type { Intent } from '../delivery/plan/intent.ts'
import { findReviewCheck, isReadFor, standingCheck } from '../delivery/post/review-check.ts'
import type { GitHub } from '../github/api/github.ts'
import { claimsMarker, shortHash } from '../github/comment-marker.ts'
import type { Task } from '../github/events/task.ts'
import { jobKey } from '../github/result-marker.ts'
import { type PlacedFinding, withoutDismissalsBy } from '../review/earlier-findings.ts'
import { findingFates, headFindings } from '../review/read-findings.ts'
import { decideVerdict, withEarlierReading } from '../review/verdict.ts'
import { keepStart } from '../text/format-text.ts'
import { splitGlobs } from '../text/glob-list.ts'
import { isTooIntricate, parseMarkdown, rangeOf } from '../text/parse-markdown.ts'
import { detailsBlock, fencedBlock, inlineCode } from '../text/write-markdown.ts'
import type { RequestedChange, ResumeRefusal, ResumeServices } from './resumption.ts'
import { unentitledReason } from './use-code.ts'

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
  const { head: pullHead, base: pullBase } = await github.pull(number)
  const { sha } = pullHead
  const placed = await headFindings({ number, head: sha, key }, github)
  const finding = placed.find((each) => each.finding.thread.comments[0]?.id === comment?.thread)
  if (finding === undefined) return { reason: 'This thread has no finding of this workflow.', isTold: false }
  const { path } = finding
  const place = { path, nowMs: runtime.now(), repositoryUrl: `${server}/${repository}` }
  // `allowed_users` and `allowed_bots` let an account start runs, but to teach takes a person with write permission.
  const mayTeach = (await unentitledReason(task, github)) === undefined
  const learning = mayTeach ? learningOffer(task, place) : ''
  const { branch_prefix: branchPrefix } = inputs
  const isLearning = learning !== ''
  const applies = placeGlobs(learningWords(task, place).paths)
  const similarInOthers = isLearning ? await similarElsewhere(number, finding, applies, github).catch(() => []) : []
  const similarInThis = placed
    .filter((each) => isSimilar(each, finding, applies))
    .flatMap(({ finding: { thread } }) => {
      const url = thread.comments[0]?.url
      return url === undefined ? [] : [url]
    })
  const similar = [...similarInThis, ...similarInOthers]
  const trailer = runTrailer(writerOf(runIdentity(inputs, runtime)))
  const learningPlace = { ...place, branchPrefix, trailer, similar }
  const remembered = isLearning ? await planLearning(task, learningPlace, github).catch(() => []) : []
  if (task.threadReply === 'remember' && !mayTeach)
    return { reason: 'Only a person with write access teaches later reviews.', isTold: false }
  if (task.threadReply === 'remember' && !isLearning)
    return { reason: 'There is nothing to remember: write it in words of your own, outside quotes.', isTold: true }
  if (task.threadReply === 'remember') return { text: learning, requested: remembered }
  const mayDismissOwn = (await settings?.())?.sluice?.review?.dismissOwn !== false
  const refused = mayDismissOwn ? undefined : author
  const [counted = finding] = refused === undefined ? [finding] : withoutDismissalsBy(refused, [finding])
  if (counted.state !== 'dismissed')
    return {
      reason: `The finding stays open: ${finding.state === 'dismissed' ? '`sluice.review.dismissOwn` lets no author dismiss findings of the own pull request' : 'to dismiss one, a person needs write access'}.`,
      isTold: task.senderType !== 'Bot',
    }
  const answer = (text: string) => [`Dismissed. ${text}`, learning].filter((part) => part !== '').join('\n\n')
  const checkPlace = { sha, key, number, base: pullBase.ref, url: runUrl }
  const head = inlineCode(sha.slice(0, 10))
  const check = await findReviewCheck(checkPlace, github)
  if (check?.status !== 'completed') {
    const next = check === undefined ? `No run has reviewed ${head} yet.` : `A run still reviews ${head}.`
    return { text: answer(`${next} Its check will count this.`), requested: remembered }
  }
  const known = { notRead: [`The run on ${head} did not see all that it should.`], dismissals: { refused, author } }
  const intent = await standingCheck({ threshold: inputs.fail_on_findings, ...checkPlace }, known, github)
  const isRead = isReadFor(check, checkPlace)
  const { verdict, openCount } = decideVerdict(isRead ? withEarlierReading(intent.facts) : intent.facts)
  const left = openCount === 0 ? 'No finding is open' : `${openCount} open`
  return {
    text: answer(`${left}; the check of ${head} says ${inlineCode(verdict)}.`),
    requested: [intent, ...remembered],
  }
}

/** Whether people dismissed or left a finding of the same category in the files that a learning is for. */
const isSimilar = (each: PlacedFinding, finding: PlacedFinding, applies: (path: string) => boolean): boolean =>
  each !== finding && applies(each.path) && each.finding.category === finding.finding.category && each.state !== 'fixed'

/** The maximum number of other pull requests to look at. */
const MAX_PULLS = 10

/** The same in the other pull requests with the newest review comments, by the marks of our account there. Rejects with GitHubError. */
async function similarElsewhere(
  number: number,
  { finding: { category } }: PlacedFinding,
  applies: (path: string) => boolean,
  github: Pick<GitHub, 'recentReviewComments' | 'threads' | 'reviews' | 'pull' | 'permission' | 'viewer'>,
): Promise<string[]> {
  const [recent, viewer] = await Promise.all([github.recentReviewComments(), github.viewer()])
  const pulls = recent
    .filter(({ author, body }) => author === viewer && claimsMarker(body, { kind: 'remark' }))
    .map(({ url }) => Number(/\/pull\/(\d+)#/.exec(url)?.[1] ?? number))
  const others = [...new Set(pulls)].filter((each) => each !== number).slice(0, MAX_PULLS)
  const fates = await Promise.all(others.map((each) => findingFates(each, github).catch(() => [])))
  return fates.flat().flatMap((each) => {
    const isSame = each.author === viewer && applies(each.path) && each.category === category
    return isSame && /^(?:dismissed|ignored)$/.test(each.fate) && each.url !== undefined ? [each.url] : []
  })
}

/** After so many days a learning no longer applies. */
const LEARNING_DAYS = 180

type LearningPlace = { path: string; nowMs: number; repositoryUrl: string }

/** The most globs of a learning, and characters of each. */
const MAX_GLOBS = { count: 20, characters: 200 }

/**
 * A person's own words, and the globs of their last line `paths: src/**, docs/*.md`, or else the file of the finding. `problem`: why that line
 * does not count.
 */
function learningWords(
  { request = '' }: Task,
  { path }: Pick<LearningPlace, 'path'>,
): { reason: string; paths: string[]; problem?: string } {
  const words = ownWords(request.replace(/^\s*(?:\/dismiss|remember:)\s*/i, ''))
  const [, before = '', line = ''] = /^([\s\S]*\S)\s*\n[ \t]*paths:([^\n]*)$/.exec(words) ?? []
  const unscoped = { reason: keepStart(words, MAX_REASON), paths: [escapedGlob(path)] }
  if (before === '') return unscoped
  const paths = splitGlobs(line)
    .map((glob) => glob.replace(/`/g, '').trim())
    .filter((glob) => glob !== '')
  const bad = paths.find((glob) => !isInside(glob))
  if (bad === undefined && paths.length > 0 && paths.length <= MAX_GLOBS.count)
    return { reason: keepStart(before, MAX_REASON), paths }
  const what =
    bad === undefined ? `it needs 1 to ${MAX_GLOBS.count} globs` : `${inlineCode(bad)} is no glob below the root`
  return { ...unscoped, problem: `The line \`paths\` does not count, because ${what}: the file of the finding counts.` }
}

/** The text of a reply without what it quotes: that is text of others. */
function ownWords(reply: string): string {
  if (isTooIntricate(reply)) return ''
  const own = quotesIn(parseMarkdown(reply))
    .map(rangeOf)
    .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), reply)
  return own
    .replace(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]*$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The quotes in a text, also in its lists. */
const quotesIn = (node: Nodes): Nodes[] =>
  node.type === 'blockquote' ? [node] : 'children' in node ? node.children.flatMap(quotesIn) : []

/** Whether a glob names files of the repository by their paths, and excludes none. */
const isInside = (glob: string): boolean =>
  glob.length <= MAX_GLOBS.characters &&
  !/^(?:[!/\\~]|[a-z]:)|\p{C}/iu.test(glob) &&
  !glob.split(/[\\/{},()|]/).includes('..')

/** A file for `.gemini/learnings/` with the person's own reason; undefined without a reason. */
function learningFile(
  task: Task,
  { path, nowMs, repositoryUrl }: LearningPlace,
): { name: string; text: string; branch: string; problem?: string } | undefined {
  const { threadReply, base, defaultBranch, url, comment } = task
  const { reason, paths, problem } = learningWords(task, { path })
  const branch = base?.ref ?? defaultBranch
  if (reason === '' || branch === undefined) return undefined
  const until = new Date(nowMs + LEARNING_DAYS * 86_400_000).toISOString().slice(0, 10)
  const fields = { paths, until, source: url ?? repositoryUrl }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const name = `.gemini/learnings/${threadReply === 'remember' ? 'remember' : 'dismissed'}-${comment?.id ?? 0}.md`
  return { name, text: `---\n${lines.join('\n')}\n---\n${reason}\n`, branch, problem }
}

/** The maximum length of a link: servers refuse a request line above about 8,000 characters. */
const MAX_LINK = 6_000

/** The file, and a link that opens GitHub's editor with it; empty without a reason. Nothing learns from it until a person commits it. */
export function learningOffer(task: Task, place: LearningPlace): string {
  const learning = learningFile(task, place)
  if (learning === undefined) return ''
  const { name, text: file, branch, problem = '' } = learning
  const editor = `${place.repositoryUrl}/new/${branch.split('/').map(encodeURIComponent).join('/')}`
  const filled = `${editor}?${new URLSearchParams({ filename: name, value: file })}`
  const isShort = filled.length <= MAX_LINK
  const link = isShort ? filled : `${editor}?${new URLSearchParams({ filename: name })}`
  const text =
    `To let later reviews know, [commit ${isShort ? 'this file' : 'a file with the text below'}](<${link}>) as ${inlineCode(name)}. Write wider globs in \`paths\` if it applies to more. ${problem}`.trim()
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
  // Runs that start at the same time find no pull request yet, and choose the same branch.
  const hour = new Date(place.nowMs).toISOString().slice(0, 13)
  const branch = pull?.head.ref ?? `${prefix}${shortHash(base, hour).slice(0, 10)}`
  const parent = pull?.head.sha ?? tip
  // The author of a reply can change its words.
  const earlier = await github.content(name, parent).catch(() => undefined)
  const before = earlier?.kind === 'file' ? (earlier.bytes ?? null) : null
  const title = `Remember what ${task.author} said in ${task.number === undefined ? 'a review' : `#${task.number}`}`
  const list = place.similar.length === 0 ? 'None.' : place.similar.map((each) => `- ${each}`).join('\n')
  return [
    {
      kind: 'commit',
      files: [{ path: name, before, after: Buffer.from(text), mode: '100644' }],
      bases: [{ sha: parent, targetBranch: base }],
      branch,
      pullRequest: pull && { number: pull.number, branch },
      isProposed: true,
      isOffered: true,
      isCollected: true,
      message: `${title}\n\nRequested by ${task.author}`,
      requester: task.author,
      trailer: place.trailer,
    },
    {
      kind: 'create_pull_request',
      title,
      body: `${inlineCode(name)} has the words of ${inlineCode(task.author)}, from ${task.url ?? place.repositoryUrl}:\n\n${fencedBlock(text.trimEnd())}\n\nReviews know it when a person has merged it, for files that match \`paths\` and until the date. Further learnings become commits here while it is open.\n\nFindings of the same category in these files, in this repository, that people dismissed or left:\n\n${list}`,
      draft: false,
      branch,
    },
  ]
}

type LearningGitHub = Pick<GitHub, 'viewer' | 'openPulls' | 'branchTip' | 'content'>

const MAX_REASON = 1_000

/** A path as a glob that matches it alone. */
const escapedGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')
