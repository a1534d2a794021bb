import type { Inputs } from '../config/inputs.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { ResultNames } from '../config/step-names.ts'
import type { GitHub } from '../github/api/github.ts'
import { type ChangeGitHub, readPullChange } from '../github/api/pull-change.ts'
import { describeUnseen } from '../github/context/diff-coverage.ts'
import type { Task } from '../github/events/task.ts'
import type { Git, GitEntry } from '../github/git.ts'
import { jobKey } from '../github/result-marker.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import type { Emit, Ending } from '../record/events.ts'
import { type NamedFiles, namedPaths } from '../text/permalinks.ts'
import { type AnswerCheck, isReviewPrompt, unplacedGap } from './answer-findings.ts'
import { isUnsaid, type PlacedFinding } from './earlier-findings.ts'
import { limitFindings, type ReviewOptions } from './review-options.ts'
import { type SecondLook, withVerdicts } from './second-look.ts'
import { type FindingsSummary, isNewCode, summarizeReview } from './summarize-review.ts'
import { type VerifyContext, verifiedProposals } from './try-suggestions.ts'

/**
 * `namedFiles`: the files that the run's texts name. `review`: what the comment says about the findings; absent when the run reviewed
 * nothing.
 */
export type EndedReview = { proposals: readonly Proposal[]; review?: FindingsSummary; namedFiles: NamedFiles }

type EndedContext = Omit<VerifyContext, 'github'> &
  ReviewOptions & {
    task: Task
    inputs: Inputs
    ending: Ending
    /** Which results the workflow file reads. */
    resultNames: ResultNames
    look?: SecondLook
    github: GitHub
    git: Git
    transcript: { emit: Emit }
  }

/**
 * The proposals of an ended run, within the limits and with tested suggestions, and the summary of its review. Without a summary, a notice says what
 * the model did not see. Never rejects.
 */
export async function endReview(
  tools: {
    proposals(): readonly Proposal[]
    earlierFindings(): Promise<readonly PlacedFinding[]>
    answers: Pick<AnswerCheck, 'unplaced'>
  },
  { task, inputs, ending, resultNames, look, limits, git, transcript, ...context }: EndedContext,
): Promise<EndedReview> {
  const { github, runtime } = context
  // Where a later step reads the answer, the answer is the result.
  const unplaced = resultNames.isAnswerRead === true ? [] : await tools.answers.unplaced(ending)
  if (ending.end === 'answered' && unplaced.length > 0) ending.incomplete ??= unplacedGap(unplaced)
  const { admitted, folded } = limitFindings(withVerdicts(tools.proposals(), look, context.trust), limits)
  const { workflow, job } = runIdentity(inputs, runtime)
  const key = jobKey(workflow, job)
  const verified = await verifiedProposals(admitted, context)
  const returned = inputs.review === 'off' ? [] : await returnedFindings(task, { ...tools, key }, verified)
  const proposals = [...verified, ...returned]
  const texts = [ending.text, ...proposals.flatMap((proposal) => ('body' in proposal ? (proposal.body ?? '') : ''))]
  const { number, head } = task
  const namedFiles = await readNamedFiles(texts, head?.sha ?? task.upstream?.sha ?? task.sha, {
    git,
    github,
    pull: head === undefined ? undefined : number,
  })
  const { earlierFindings } = tools
  const source = { task, github, earlierFindings, key, isReview: isReviewPrompt(inputs.prompt) }
  const review =
    inputs.review === 'off' ? undefined : await summarizeReview({ proposals, folded, unplaced, look }, source)
  const unseen = review?.coverage === undefined ? describeUnseen(task.number, github) : undefined
  if (unseen !== undefined) transcript.emit({ type: 'notice', ...unseen })
  return { proposals, namedFiles, review }
}

/** Replies for findings of this job whose code is back as it was, where the thread still says that they are fixed. Never rejects. */
async function returnedFindings(
  { number, head, event, action = '' }: Task,
  { earlierFindings, key }: { earlierFindings(): Promise<readonly PlacedFinding[]>; key: string },
  proposals: readonly Proposal[],
): Promise<Proposal[]> {
  if (number === undefined || head === undefined || !isNewCode(event, action)) return []
  const answered = new Set(proposals.flatMap((each) => ('thread' in each ? each.thread : [])))
  const back = (await earlierFindings().catch(() => [])).filter(
    (each) => isUnsaid(each) && each.state === 'regressed' && !each.isTouched && each.finding.key === key,
  )
  return back.flatMap(({ finding: { thread } }, index): Proposal[] => {
    const [first] = thread.comments
    if (first === undefined || answered.has(thread.id)) return []
    const body = `Back in ${head.sha.slice(0, 10)}.`
    return [{ kind: 'reply', number, thread: thread.id, to: first.id, body, nth: index + 1, reopens: true }]
  })
}

/** The maximum number of paths to look up, in the local objects and through the API. */
const MAX_PATHS = { local: 200, remote: 20 }

type FileSource = {
  git: Pick<Git, 'treeOf' | 'entries' | 'blob'>
  github: ChangeGitHub & Pick<GitHub, 'content'>
  /** The pull request whose head the commit is. */
  pull?: number
}

/** The files of a commit that texts name with a line, with their numbers of lines. Never rejects. */
export async function readNamedFiles(
  texts: readonly string[],
  commit: string,
  source: FileSource,
): Promise<NamedFiles> {
  const paths = [...new Set(texts.flatMap(namedPaths))]
  const lineCounts = new Map<string, number>()
  if (paths.length === 0) return { commit, lineCounts }
  const root = await source.git.treeOf(commit).catch(() => undefined)
  const blobOf = root === undefined ? await headBlobs(commit, source).catch(() => undefined) : undefined
  const remoteOrLocalText = async (path: string) => {
    const blob = blobOf?.(path)
    const text = blob === undefined ? undefined : await source.git.blob(blob)
    return text ?? (await remoteText(path, commit, source.github))
  }
  const read = (path: string) =>
    (root === undefined ? remoteOrLocalText(path) : localText(path, root, source.git)).catch(() => undefined)
  const asked = paths.slice(0, root === undefined ? MAX_PATHS.remote : MAX_PATHS.local)
  const found = await Promise.all(asked.map(async (path) => [path, await read(path)] as const))
  for (const [path, text] of found)
    if (text !== undefined && !text.includes('\0')) lineCounts.set(path, countLines(text))
  return { commit, lineCounts }
}

/** As GitHub counts them: the end of the last line starts no new one. */
const countLines = (text: string) => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)

/** The text of a regular file; undefined for folders, links and paths that do not exist. */
async function localText(path: string, root: string, git: FileSource['git']): Promise<string | undefined> {
  let entry: Pick<GitEntry, 'mode' | 'sha'> = { mode: '040000', sha: root }
  for (const name of path.split('/')) {
    if (entry.mode !== '040000') return undefined
    const next = (await git.entries(entry.sha))?.find((each) => each.path === name)
    if (next === undefined) return undefined
    entry = next
  }
  return entry.mode.startsWith('100') ? git.blob(entry.sha) : undefined
}

/** The changed files of a head by path, from data that the run has already requested. The checkout has nearly all of their contents. */
async function headBlobs(
  head: string,
  { github, pull }: FileSource,
): Promise<((path: string) => string | undefined) | undefined> {
  const change = pull === undefined ? undefined : await readPullChange(pull, head, github)
  if (change === undefined || change.isCurrent) return undefined
  const blobs = new Map(change.files.map(({ path, blob }) => [path, blob]))
  return (path) => blobs.get(path)
}

async function remoteText(path: string, commit: string, github: FileSource['github']): Promise<string | undefined> {
  const content = await github.content(path, commit)
  return content.kind === 'file' ? content.bytes?.toString('utf8') : undefined
}
