import type { GitHub } from '../github/api/github.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import { type ChangeGitHub, readPullChange } from '../github/api/pull-change.ts'
import type { DiffFile } from '../github/api/response-schemas.ts'
import type { DiffSide, Review, ReviewThread } from '../github/api/reviews.ts'
import { claimsMarker, commentMarkerLine, leadingMarkers } from '../github/comment-marker.ts'
import { fetchContext } from '../github/context/context.ts'
import { openPromptData } from '../github/context/prompt-data.ts'
import type { Task } from '../github/events/task.ts'
import { isBotName } from '../github/events/trigger-rules.ts'
import { confirmTexts, NO_OWN_TEXTS, type OwnText, type OwnTextGitHub, withSiblings } from '../github/own-text.ts'
import { parsePatch } from '../github/patch-rows.ts'
import { jobKey, parseMarker, reviewedMark } from '../github/result-marker.ts'
import type { FindingRecord } from '../github-tools/proposal.ts'
import { lazyAsync } from '../platform/lazy.ts'
import { keepStart } from '../text/format-text.ts'
import { lineHash, locateAnchor } from './anchor.ts'
import {
  dismissers,
  findingWords,
  type HeadFiles,
  type PlacedFinding,
  placeFinding,
  withoutDismissalsBy,
} from './earlier-findings.ts'
import { type EarlierFinding, earlierFinding, findingOfMarker, storedFinding } from './finding.ts'

/** The pull request of a review, at the commit of its event. `files`: what it changes. */
export type ReviewedPull = { number: number; head: string; files: readonly DiffFile[] }

export type FindingsGitHub = OwnTextGitHub & Pick<GitHub, 'reviews' | 'content' | 'permission'>

/** Files in which code that left its own file is looked for, at most. */
const MAX_SEARCHED = 20

/** The findings of earlier reviews, placed in the head. Rejects with GitHubError. */
export async function readFindings(
  threads: readonly ReviewThread[],
  { number, head, files }: ReviewedPull,
  github: FindingsGitHub,
): Promise<PlacedFinding[]> {
  const comments = threads.flatMap((thread) => thread.comments)
  const [reviews, ownTexts] = await Promise.all([github.reviews(number), confirmTexts(comments, github)])
  const open = threads.flatMap((thread) => earlierFinding(thread, ownTexts) ?? [])
  const deleted = await deletedFindings(reviews, new Set(open.map(({ id }) => id)), github)
  const findings = [...open, ...deleted]
  if (findings.length === 0) return []
  const mayDismiss = await writersAmong(findings.flatMap(dismissers), github)
  const renames = new Map(
    files.flatMap(({ path, previousPath }) => (previousPath === undefined ? [] : [[previousPath, path] as const])),
  )
  const paths = files.filter(({ status }) => status !== 'removed').map(({ path }) => path)
  const patches = new Map(files.map(({ path, patch }) => [path, patch]))
  const toRead = new Set(findings.flatMap(({ path }) => [path, renames.get(path) ?? path]))
  const texts = await readTexts([...toRead], head, github)
  const gone = findings.filter(({ path, anchor }) => {
    const text = texts.get(path) ?? texts.get(renames.get(path) ?? path)
    return text === undefined || locateAnchor(anchor, text).kind === 'gone'
  })
  const others = gone.length === 0 ? [] : paths.filter((path) => !texts.has(path) && hasCodeOf(gone, patches.get(path)))
  for (const [path, text] of await readTexts(others.slice(0, MAX_SEARCHED), head, github)) texts.set(path, text)
  const headFiles: HeadFiles = {
    text: (path) => texts.get(path),
    renamed: (path) => renames.get(path),
    paths: paths.filter((path) => texts.has(path)),
  }
  return findings.map((finding) => placeFinding(finding, headFiles, mayDismiss))
}

/** Whether the new side of a diff has all lines of one of the findings. GitHub shows no diff of a very large file. */
function hasCodeOf(findings: readonly EarlierFinding[], patch: string | undefined): boolean {
  if (patch === undefined) return true
  const rows = parsePatch(patch).flat()
  const hashes = new Set(rows.flatMap(({ newLine, text }) => (newLine === undefined ? [] : [lineHash(text)])))
  return findings.some(({ anchor }) => anchor.lines.every((line) => hashes.has(line)))
}

/** The findings of all workflows that use this action, as the default branch has them. `action`: its `owner/name`. Rejects with GitHubError. */
export async function readAllFindings(
  threads: readonly ReviewThread[],
  pull: { number: number; diff(): Promise<{ commit: string; files: readonly DiffFile[] }>; action: string },
  github: FindingsGitHub & Pick<GitHub, 'repositoryRun' | 'defaultBranch'>,
): Promise<PlacedFinding[]> {
  // A mark of this action, which is confirmed before anything in it counts.
  if (!threads.some(({ comments: [first] }) => claimsMarker(first?.body ?? '', { kind: 'remark' }))) return []
  const { commit, files } = await pull.diff()
  const branch = lazyAsync(() => github.defaultBranch())
  const read = async (path: string) => {
    const content = await github.content(path, await branch())
    return content.kind === 'file' ? content.bytes?.toString('utf8') : undefined
  }
  const siblings = { ...github, ...withSiblings(github, { read }, pull.action) }
  return readFindings(threads, { number: pull.number, head: commit, files }, siblings)
}

async function readTexts(
  paths: readonly string[],
  head: string,
  github: FindingsGitHub,
): Promise<Map<string, string | undefined>> {
  const read = async (path: string) => {
    const content = await github.content(path, head).catch(() => undefined) // the file may be gone
    return [path, content?.kind === 'file' ? content.bytes?.toString('utf8') : undefined] as const
  }
  return new Map(await Promise.all(paths.map(read)))
}

/** The maximum number of accounts whose permission a run reads. */
const MAX_WRITERS = 30

async function writersAmong(users: readonly string[], github: Pick<GitHub, 'permission'>): Promise<Set<string>> {
  const checked = await Promise.all(
    // A bot is no person, whatever it may write.
    [...new Set(users)]
      .filter((user) => !isBotName(user))
      .slice(0, MAX_WRITERS)
      .map(async (user) => {
        const permission = await github.permission(user).catch(() => 'none' as const) // unknown permissions count as none
        return /^(?:admin|maintain|write)$/.test(permission) ? [user] : []
      }),
  )
  return new Set(checked.flat())
}

export type HeadFindingsGitHub = FindingsGitHub & ChangeGitHub & Pick<GitHub, 'threads'>

/** `key`: only the findings of this workflow and job. `refused`: the person whose dismissals do not count. */
type HeadQuery = { number: number; head: string; key?: string; refused?: string }

/** The findings of all earlier reviews of a pull request, placed in a head. Rejects with GitHubError. */
export async function headFindings(
  { number, head, key, refused }: HeadQuery,
  github: HeadFindingsGitHub,
): Promise<readonly PlacedFinding[]> {
  const [threads, { files }] = await Promise.all([github.threads(number), readPullChange(number, head, github)])
  const placed = await readFindings(threads, { number, head, files }, github)
  const own = key === undefined ? placed : placed.filter(({ finding }) => finding.key === key)
  return refused === undefined ? own : withoutDismissalsBy(refused, own)
}

/** What people made of a finding: `ignored` when the pull request is closed and the finding still open. */
export type FindingFate = Pick<EarlierFinding, 'severity' | 'category' | 'path'> & {
  /** Who posted it, and where. */
  author: string | undefined
  url: string | undefined
  fate: 'fixed' | 'dismissed' | 'ignored' | 'open'
}

/** What became of all findings of a pull request, of any workflow. For statistics: it believes each mark. Rejects with GitHubError. */
export async function findingFates(
  number: number,
  github: Pick<GitHub, 'threads' | 'reviews' | 'pull' | 'permission'>,
): Promise<FindingFate[]> {
  const [threads, reviews, { state: pullState }] = await Promise.all([
    github.threads(number),
    github.reviews(number),
    github.pull(number),
  ])
  const findings = await Promise.all(
    threads.map(async (thread) =>
      earlierFinding(thread, await confirmTexts(thread.comments, believing(thread.comments[0]?.author))),
    ),
  )
  const present = findings.filter((finding) => finding !== undefined)
  const ids = new Set(present.map(({ id }) => id))
  const deleted = await Promise.all(reviews.map((each) => deletedFindings([each], ids, believing(each.author))))
  const known = [...present, ...new Map(deleted.flat().map((finding) => [finding.id, finding])).values()]
  const mayDismiss = await writersAmong(known.flatMap(dismissers), github)
  return known.map((finding) => {
    const { state } = placeFinding(finding, NO_FILES, mayDismiss)
    const fate = state === 'fixed' || state === 'dismissed' ? state : pullState === 'open' ? 'open' : 'ignored'
    const { severity, category, path, thread } = finding
    const [first] = thread.comments
    return { severity, category, path, author: first?.author, url: first?.url, fate }
  })
}

const NO_FILES: HeadFiles = { text: () => undefined, renamed: () => undefined, paths: [] }

/** Takes the texts of the account that opened a thread or wrote a review as confirmed. */
const believing = (author = ''): OwnTextGitHub => ({
  viewer: async () => author,
  ownRun: async () => ({ state: 'ours', startedAt: '1970-01-01T00:00:00Z', endedAt: undefined }),
  lastEditor: async () => ({ isByAuthor: true, isOwn: true, editedAt: undefined }),
})

/** A finding that a review posts on a line. */
export type PostedFinding = { record: FindingRecord; path: string; side: DiffSide; line: number }

const MAX_TITLE = 80

const encode = (text: string) => Buffer.from(text).toString('base64url')

const decode = (text: string | undefined) => Buffer.from(text ?? '', 'base64url').toString()

/**
 * The hidden lines of a review's body that record its findings. A comment that a person deletes takes its own marker with it; no one can
 * delete a review.
 */
export const findingRecords = (posted: readonly PostedFinding[], { key, commit }: { key: string; commit: string }) =>
  posted.map(({ record, path, side, line }) => {
    const title = record.title === undefined ? undefined : encode(keepStart(record.title, MAX_TITLE))
    const details = { ...storedFinding(record, { commit, line }), path: encode(path), side, title }
    return commentMarkerLine({ kind: 'finding', key, details })
  })

/**
 * The findings that our reviews record but whose thread is gone: a person deleted their comments. `idsWithThread`: the ids of the others.
 */
export async function deletedFindings(
  reviews: readonly Review[],
  idsWithThread: ReadonlySet<string>,
  github: OwnTextGitHub,
): Promise<EarlierFinding[]> {
  const namesOther = ({ body }: Review) => [...body.matchAll(/ f=(\w+)/g)].some(([, id = '']) => !idsWithThread.has(id))
  const asked = reviews.filter((review) => review.state !== 'PENDING' && namesOther(review))
  const ownTexts = await confirmTexts(asked, github)
  const recorded = asked.flatMap((review) => {
    const text = ownTexts.of(review)
    return text === undefined ? [] : recordsIn(text)
  })
  const byId = new Map(recorded.map((finding) => [finding.id, finding]))
  return [...byId.values()].filter(({ id }) => !idsWithThread.has(id))
}

/** The records directly below the marker of a review. */
function recordsIn(text: OwnText): EarlierFinding[] {
  const [marker, ...records] = leadingMarkers(text)
  if (marker?.kind !== 'review') return []
  return records.flatMap((fields) => (fields.kind === 'finding' ? (recordedFinding(fields) ?? []) : []))
}

function recordedFinding(fields: Readonly<Record<string, string>>): EarlierFinding | undefined {
  const finding = findingOfMarker(fields)
  const path = decode(fields.path)
  if (finding === undefined || path === '') return undefined
  const title = decode(fields.title)
  const side = fields.side === 'LEFT' ? 'LEFT' : 'RIGHT'
  return { ...finding, title: title === '' ? undefined : title, ...deletedThread(path, side) }
}

/** A placeholder for a thread that a person deleted: it counts as resolved. */
const deletedThread = (
  path: string,
  side: DiffSide,
): Pick<EarlierFinding, 'path' | 'line' | 'thread' | 'ownTexts'> => ({
  ownTexts: NO_OWN_TEXTS,
  path,
  line: undefined,
  thread: {
    id: '',
    path,
    side,
    line: undefined,
    startLine: undefined,
    isResolved: true,
    isOutdated: true,
    comments: [],
    commentCount: 0,
  },
})

const MAX_LISTED = 60

/** The maximum UTF-16 units of what a finding says. */
const MAX_WORDS = 300

/** The findings of earlier reviews for the first message; empty without any. `closesGone`: the run closes what it does not find again. Their texts are data: they came from a model. */
export function findingsText(placed: readonly PlacedFinding[], nonce: string, closesGone = false): string {
  if (placed.length === 0) return ''
  const output = openPromptData(nonce)
  for (const { finding, state, path, line, isTouched } of placed.slice(0, MAX_LISTED)) {
    const { id, severity, category, thread } = finding
    const code = line === undefined ? 'gone' : isTouched ? 'changed' : 'unchanged'
    const text = findingWords(finding)
    output.data(
      'finding',
      { id, thread: thread.id || undefined, state, path, line, severity, category, code },
      output.code(text, MAX_WORDS, thread.id === '' ? 'on GitHub' : 'with github__list_review_threads'),
    )
  }
  const isCut =
    placed.length > MAX_LISTED
      ? ` ${placed.length - MAX_LISTED} more are not listed; github__list_review_threads reads them.`
      : ''
  const isGone = closesGone && placed.some(({ state }) => state === 'outdated')
  output.note(`${RULES}${isGone ? ` ${GONE_RULE}` : ''}${isCut}`)
  return output.text('# Findings of earlier reviews')
}

const GONE_RULE =
  'An outdated one is closed after this run unless you propose it again, with its id in same_as: do so for each whose problem is still there.'

const RULES =
  'Do not propose these findings again; dismissed ones stay dismissed. For each open, moved, outdated or regressed one whose code changed or is gone, read the code, and call github__resolve_thread with its thread if it is fixed. If you are not sure, leave it open. Propose a fixed one again only if it is back.'

/** `job`: the workflow and job that review. `allowedLabels`: globs of the labels that the run may set. */
export type ReviewContextOptions = {
  github: GitHub
  nonce: string
  conversation: Promise<GitHubConversation> | undefined
  job: { workflow: string; job: string }
  allowedLabels: readonly string[]
  /** Whether the run closes findings whose code is gone. */
  closesGone?: boolean
}

/**
 * GitHub's data for the first message. For a push to a pull request that this job reviewed before, adds what changed since then and the
 * earlier findings, and the findings for each run that can close them. Never rejects with GitHubError.
 */
export async function reviewContext(task: Task, options: ReviewContextOptions): Promise<string> {
  const { github, nonce, conversation, allowedLabels, closesGone = false } = options
  const reviewed = task.action === 'synchronize' ? await reviewedCommit(task, options) : undefined
  const subject = reviewed === undefined || reviewed === task.head?.sha ? task : { ...task, lastReviewed: reviewed }
  const [context, findings] = await Promise.all([
    fetchContext(subject, github, nonce, { conversation, allowedLabels }),
    task.action === 'synchronize' || closesGone ? earlierFindings(task, options) : '',
  ])
  return [context, findings].filter((text) => text !== '').join('\n\n')
}

/** The commit in the marker of this job's result comment, where the pull request went into the same branch. */
async function reviewedCommit(
  { base }: Task,
  { github, conversation, job }: ReviewContextOptions,
): Promise<string | undefined> {
  const key = jobKey(job.workflow, job.job)
  const comments = (await conversation?.catch(() => undefined))?.comments ?? []
  const ownTexts = await confirmTexts(comments, github)
  const markers = comments.flatMap((comment) => {
    const text = ownTexts.of(comment)
    return (text && parseMarker(text)) ?? []
  })
  const reviewed = markers.findLast((marker) => marker.key === key)?.reviewed
  const sha = reviewed?.split('.')[0]
  return sha !== undefined && reviewed === reviewedMark(sha, base?.ref ?? '') ? sha : undefined
}

async function earlierFindings(task: Task, { github, nonce, closesGone }: ReviewContextOptions): Promise<string> {
  const { number, head } = task
  if (number === undefined || head === undefined) return ''
  try {
    return findingsText(await headFindings({ number, head: head.sha }, github), nonce, closesGone)
  } catch {
    return '' // the threads in the conversation say what they say
  }
}
