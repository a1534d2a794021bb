import { createHash } from 'node:crypto'
import type { Inputs } from '../config/inputs.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { ResultNames } from '../config/step-names.ts'
import type { GitHub } from '../github/api/github.ts'
import { type ChangeGitHub, readPullChange } from '../github/api/pull-change.ts'
import type { DiffFile } from '../github/api/response-schemas.ts'
import { describeUnseen, isSeenInPrompt, unreadFiles } from '../github/context/diff-coverage.ts'
import type { Task } from '../github/events/task.ts'
import type { Git, GitEntry } from '../github/git.ts'
import { parsePatch } from '../github/patch-rows.ts'
import { jobKey } from '../github/result-marker.ts'
import type { Proposal, ProposalStore } from '../github-tools/proposal.ts'
import type { Emit, Ending, RunEvent } from '../record/events.ts'
import { type NamedFiles, namedPaths } from '../text/permalinks.ts'
import { type AnswerCheck, asksForReview, isGated, isReviewPrompt } from './answer-findings.ts'
import { isUnsaid, type PlacedFinding } from './earlier-findings.ts'
import { limitFindings, type ReviewOptions } from './review-options.ts'
import { unplacedGap } from './review-sections.ts'
import { withVerdicts } from './second-look.ts'
import { type FindingsSummary, isAboutChange, isNewCode, type SecondLook, summarizeReview } from './summarize-review.ts'
import { type VerifyContext, verifiedProposals } from './try-suggestions.ts'
import type { Threshold } from './verdict.ts'

/**
 * `namedFiles`: the files that the run's texts name. `review`: what the comment says about the findings; absent when the run reviewed
 * nothing.
 */
export type EndedReview = {
  proposals: readonly Proposal[]
  review?: FindingsSummary
  standing?: ReviewStanding
  namedFiles: NamedFiles
}

/**
 * What a review leaves for its verdict, whatever becomes of the run. `unread`: changed source files that were neither in the prompt nor read;
 * undefined when the prompt had no changes. `uncounted`: other changed files that were not read. `author`: of the pull request.
 */
export type ReviewStanding = {
  summary: FindingsSummary
  threshold: Threshold
  isGated: boolean
  author: string | undefined
  /** The person whose dismissals do not count. */
  refused: string | undefined
  unread: readonly string[] | undefined
  uncounted: readonly string[]
  unknown: readonly string[]
}

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
    transcript: { emit: Emit; events(): readonly RunEvent[] }
  }

/**
 * The proposals of an ended run, within the limits and with tested suggestions, and the summary of its review. Without a summary, a notice says what
 * the model did not see. Never rejects.
 */
export async function endReview(
  tools: {
    proposals(): readonly Proposal[]
    earlierFindings(): Promise<readonly PlacedFinding[]>
    isUnsure(): Promise<boolean>
    store: Pick<ProposalStore, 'repeated'>
    allFindings(action: string): Promise<readonly PlacedFinding[]>
    answers: Pick<AnswerCheck, 'unplaced'>
  },
  { task, inputs, ending, resultNames, look, limits, dismissOwn, git, transcript, ...context }: EndedContext,
): Promise<EndedReview> {
  const { github, runtime } = context
  const looked = withVerdicts(tools.proposals(), look, context.trust)
  // Where a later step reads the answer, the answer is the result.
  const unplaced = resultNames.isAnswerRead === true ? [] : await tools.answers.unplaced(ending)
  if (ending.end === 'answered' && unplaced.length > 0) ending.incomplete ??= unplacedGap(unplaced)
  const { admitted, folded } = limitFindings(looked, limits)
  const { workflow, job } = runIdentity(inputs, runtime)
  const key = jobKey(workflow, job)
  const verified = await verifiedProposals(admitted, context)
  const gated = isGated(task, inputs)
  const refused = dismissOwn ? undefined : task.openedBy
  const source = { task, inputs, github, earlierFindings: tools.earlierFindings, key }
  const returned = inputs.review === 'off' ? [] : await returnedFindings(source, verified)
  const { repeated } = tools.store
  const closed = gated && isWhole(ending) ? await closedFindings(source, repeated, verified) : []
  const current = await ofCurrentHead([...returned, ...closed], task, github)
  const proposals = [...verified, ...current]
  const texts = [ending.text, ...proposals.flatMap((proposal) => ('body' in proposal ? (proposal.body ?? '') : ''))]
  const { number, head } = task
  const namedFiles = await readNamedFiles(texts, head?.sha ?? task.upstream?.sha ?? task.sha, {
    git,
    github,
    pull: head === undefined ? undefined : number,
  })
  const summary =
    inputs.review === 'off'
      ? undefined
      : await summarizeReview(
          { proposals, folded, unplaced, look, limits },
          {
            ...source,
            allFindings: () => tools.allFindings(runtime.env.GITHUB_ACTION_REPOSITORY || 'sluice-agent/sluice'),
            isReview: isReviewPrompt(inputs.prompt),
            isAsked: asksForReview(task, inputs),
            isAgain: Number(runtime.env.GITHUB_RUN_ATTEMPT ?? 1) > 1,
            isGated: gated,
            refused,
            repeated,
          },
        )
  const review = summary?.isQuiet === true ? undefined : summary
  const reading = readLines(transcript.events(), { workspace: runtime.workspace, commit: summary?.commit })
  const { sources, others = [] } = unreadFiles(summary?.number, github) ?? {}
  const standing = summary && {
    summary,
    refused,
    threshold: inputs.fail_on_findings,
    isGated: gated,
    author: task.openedBy,
    unread: sources?.filter((file) => !isCovered(file, reading.get(file.path))).map(({ path }) => path),
    uncounted: others.filter((path) => !reading.has(path)),
    unknown: await unknownFindings(summary, tools, gated),
  }
  const unseen = review?.coverage === undefined ? describeUnseen(task.number, github) : undefined
  if (unseen !== undefined) transcript.emit({ type: 'notice', ...unseen })
  return { proposals, namedFiles, review, standing }
}

/**
 * Whether the summary of a run needs the threads of its pull request whatever the model finds, so that they are read meanwhile. A verdict
 * reads them at the end, because people may dismiss findings until then.
 */
export const needsThreads = ({ event }: Task, inputs: Inputs): boolean =>
  isAboutChange(event) && inputs.review !== 'off' && inputs.fail_on_findings === 'off' && inputs.github_token !== ''

/** Whether a run gave its answer, and knows of nothing that is missing in it. */
const isWhole = (ending: Ending): boolean => ending.end === 'answered' && ending.incomplete === undefined

/** What follows from the code of a head, while that is the head of the pull request: an old one says nothing about the new one. */
async function ofCurrentHead(
  proposals: readonly Proposal[],
  { number = 0, head }: Task,
  github: Pick<GitHub, 'pull'>,
): Promise<readonly Proposal[]> {
  if (proposals.length === 0) return []
  const pull = await github.pull(number).catch(() => undefined)
  return pull?.head.sha === head?.sha ? proposals : []
}

/** Why earlier findings are not all known. */
async function unknownFindings(
  { isEarlierUnknown }: FindingsSummary,
  { isUnsure }: { isUnsure(): Promise<boolean> },
  gated: boolean,
): Promise<string[]> {
  if (isEarlierUnknown === true) return ['The findings of earlier runs could not be read.']
  if (!gated || !(await isUnsure().catch(() => true))) return []
  return ['The job needs `actions: read` to know the findings of its earlier runs.']
}

/** A part of a file as a tool showed it: the first line, and the lines. */
type ReadPart = { start: number; lines: readonly string[] }

/** What the model read of files at the commit of the review, beside the diffs of the prompt. */
export function readLines(
  events: readonly RunEvent[],
  { workspace, commit }: { workspace: string; commit?: string },
): Map<string, ReadPart[]> {
  const relative = (path: string) =>
    (path.startsWith(workspace) ? path.slice(workspace.length) : path).replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
  const parts = new Map<string, ReadPart[]>()
  for (const event of events) {
    if (event.type !== 'call_finished' || event.call.state !== 'success') continue
    const { name, args, resolved } = event.call
    const { file_path, include, path, ref = commit } = resolved?.args ?? args
    const text = String(event.reply.output ?? '')
    const read = (file: unknown, part: ReadPart) => {
      if (typeof file === 'string') parts.set(relative(file), [...(parts.get(relative(file)) ?? []), part])
    }
    if (name === 'read_file') read(file_path, partOfFile(text))
    if (name === 'github__get_file' && ref === commit) read(path, partOfPage(text))
    if (name === 'read_many_files' && Array.isArray(include)) for (const file of include) read(file, wholeFile(text))
  }
  return parts
}

const wholeFile = (text: string): ReadPart => ({ start: 1, lines: text.split('\n') })

/** The part in an answer of `read_file`. */
function partOfFile(text: string): ReadPart {
  const [header, start, end] =
    /^\nIMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-(\d+) of \d+ total lines\.\n.*\n\n--- FILE CONTENT .*\n/.exec(
      text,
    ) ?? []
  if (header === undefined) return wholeFile(text)
  const lines = text.slice(header.length).split('\n')
  return { start: Number(start), lines: lines.slice(0, Number(end) + 1 - Number(start)) }
}

/** The part in an answer of `github__get_file`, whose lines begin with their numbers. */
function partOfPage(text: string): ReadPart {
  const rows = [...text.matchAll(/^(\d+)\|(.*)$/gm)]
  return { start: Number(rows[0]?.[1] ?? 1), lines: rows.map(([, , line = '']) => line) }
}

/**
 * Whether a tool showed all lines that a diff adds, as the head has them: a checkout of another commit has others, and the tools cut long
 * lines. Where there is no diff, or it adds nothing, whether the parts together are the file of the head.
 */
export function isCovered({ patch, blob }: Pick<DiffFile, 'patch' | 'blob'>, parts: readonly ReadPart[] = []): boolean {
  const added = parsePatch(patch ?? '').flatMap((lines) =>
    lines.flatMap(({ oldLine, newLine, text }) =>
      oldLine === undefined && newLine !== undefined ? [{ newLine, text: text.trimEnd() }] : [],
    ),
  )
  if (added.length > 0) {
    const shownParts = parts.map(({ start, lines }) => ({
      start,
      lines,
      texts: new Set(lines.map((line) => line.trimEnd())),
    }))
    return added.every(({ newLine, text }) =>
      shownParts.some(
        ({ start, lines, texts }) => start <= newLine && newLine < start + lines.length && texts.has(text),
      ),
    )
  }
  const whole: string[] = []
  for (const { start, lines } of parts.toSorted((one, other) => one.start - other.start))
    if (start <= whole.length + 1) whole.push(...lines.slice(whole.length + 1 - start))
  return ['', '\n'].some((end) => blobId(`${whole.join('\n')}${end}`) === blob)
}

/** As git names the content of a file. */
const blobId = (text: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')

type EarlierSource = {
  task: Task
  inputs: Inputs
  github: GitHub
  earlierFindings(): Promise<readonly PlacedFinding[]>
  key: string
}

/**
 * Resolutions for findings of this job whose code is gone, where the model saw all that changed in their file and did not find them again.
 * That the code is gone closes nothing by itself. Never rejects.
 */
async function closedFindings(
  { task: { number, head }, github, earlierFindings, key }: EarlierSource,
  repeated: ReadonlySet<string>,
  proposals: readonly Proposal[],
): Promise<Proposal[]> {
  if (number === undefined || head === undefined) return []
  const answered = new Set(proposals.flatMap((each) => ('thread' in each ? each.thread : [])))
  const placed = await earlierFindings().catch(() => [])
  return placed.flatMap(({ finding, state, path }): Proposal[] => {
    const [first] = finding.thread.comments
    const isSeen = isSeenInPrompt(path, number, github)
    if (state !== 'outdated' || finding.key !== key || first === undefined || !isSeen) return []
    if (repeated.has(finding.id) || answered.has(finding.thread.id)) return []
    const fixed = { to: first.id, commit: head.sha, isGone: true }
    return [{ kind: 'resolve_thread', number, thread: finding.thread.id, path: finding.thread.path, fixed }]
  })
}

/**
 * Replies for findings of this job whose code is back as it was, where the thread still says that they are fixed, in a review by whatever event.
 * Never rejects.
 */
async function returnedFindings(
  { task, inputs, earlierFindings, key }: EarlierSource,
  proposals: readonly Proposal[],
): Promise<Proposal[]> {
  const { number, head, event, action = '' } = task
  const isReview = isNewCode(event, action) || (action !== 'opened' && asksForReview(task, inputs))
  if (number === undefined || head === undefined || !isReview) return []
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
