import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import type { NewRemark, Review } from '../github/review-calls.ts'
import type { Intent, Remark } from './intent.ts'
import { COMMENT_CHARACTERS, code, fence, plural } from './markdown.ts'
import { bears, hashOf, type Note, noteLine, noteOf, runNumber } from './note.ts'
import { suggestionBlock } from './suggestion.ts'
import { createOnce, repeatOnce } from './unclear.ts'

export type ReviewGitHub = Pick<GitHub, 'viewer' | 'pull' | 'remarks' | 'reviews' | 'createReview' | 'deleteReview'>

/** Which job of which workflow writes, and in which run. */
export type Writer = { key: string; run: string }

export type Written = { state: 'posted' | 'skipped'; url?: string; why?: string; withheld?: boolean }

/**
 * Posts all remarks as one review that only comments. What an earlier run has said of the same lines is not said again;
 * a remark GitHub does not take on its lines moves into the text of the review. Safe to interrupt and to repeat. Rejects with
 * GitHubError when there is no review in the end.
 */
export async function postReview(
  { number, commit, remarks }: Extract<Intent, { kind: 'review' }>,
  github: ReviewGitHub,
  writer: Writer,
): Promise<Written> {
  const [viewer, standing, pull] = await Promise.all([github.viewer(), github.remarks(number), github.pull(number)])
  const said = new Map(
    standing.flatMap(({ author, body, url }) => {
      const at = author === viewer ? noteOf(body)?.at : undefined
      return at === undefined ? [] : [[at, url] as const]
    }),
  )
  const fresh = remarks.filter(({ at }) => !said.has(at))
  if (fresh.length === 0) return { state: 'skipped', why: 'an earlier run said it already', ...urlOf(said, remarks) }

  const moved = pull.head.sha === commit ? undefined : pull.head.sha
  const draft: Draft = { number, commit, moved, viewer, note: noteFor(fresh, writer), writer }
  const { review, apart } = await postAll(fresh, draft, github)
  const repeated = remarks.length - fresh.length
  const why = [
    repeated === 0 ? '' : `${plural(repeated, 'remark')} left out: an earlier run said it already`,
    apart.length === 0
      ? ''
      : `${plural(apart.length, 'remark')} in the text of the review: GitHub did not take the lines`,
  ].filter(Boolean)
  return { state: 'posted', url: review.url, ...(why.length === 0 ? {} : { why: why.join('; ') }) }
}

const urlOf = (said: ReadonlyMap<string, string>, remarks: readonly Remark[]) => {
  const url = said.get(remarks[0]?.at ?? '')
  return url === undefined ? {} : { url }
}

/** The same for the same remarks of one run, however often it is started. */
const noteFor = (remarks: readonly Remark[], { key, run }: Writer): Note => ({
  kind: 'review',
  key,
  run: runNumber(run),
  id: hashOf(...remarks.map(({ at, body }) => `${at} ${body}`)),
})

type Draft = {
  number: number
  commit: string
  /** Where the branch is now, when that is not the commit that was read. */
  moved: string | undefined
  viewer: string
  note: Note
  writer: Writer
}

type Posted = { review: Review; apart: Remark[] }

async function postAll(remarks: readonly Remark[], draft: Draft, github: ReviewGitHub): Promise<Posted> {
  try {
    return { review: await create(remarks, [], draft, github), apart: [] }
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  await dropDrafts(draft, github)
  const { taken, apart } = await sortOut(remarks, draft, github)
  await dropDrafts(draft, github)
  try {
    return { review: await create(taken, apart, draft, github), apart }
  } catch (error) {
    if (!isRefused(error) || taken.length === 0) throw error
    return { review: await create([], remarks, draft, github), apart: [...remarks] }
  }
}

const isRefused = (error: unknown) => error instanceof GitHubError && error.status === 422

function create(on: readonly Remark[], apart: readonly Remark[], draft: Draft, github: ReviewGitHub): Promise<Review> {
  const { number, commit, viewer, note } = draft
  // Without remarks the review needs no commit, and one that was pushed away would be refused.
  const review = {
    ...(on.length === 0 ? {} : { commit }),
    body: textOf(on, apart, draft),
    event: 'COMMENT' as const,
    remarks: on.map((remark) => asWritten(remark, draft)),
  }
  return createOnce(
    () => github.createReview(number, review),
    async () =>
      (await github.reviews(number)).findLast((each) => isOurs(each, viewer, note) && each.state !== 'PENDING'),
  )
}

const isOurs = ({ author, body }: Review, viewer: string, note: Note) => author === viewer && bears(body, note)

/** Drafts an interrupted attempt of ours left behind: GitHub takes no review beside one. */
async function dropDrafts({ number, viewer, writer: { key } }: Draft, github: ReviewGitHub): Promise<void> {
  for (const review of await github.reviews(number))
    if (review.state === 'PENDING' && isOurs(review, viewer, { kind: 'review', key }))
      await repeatOnce(() => github.deleteReview(number, review.id)).catch(ignoreMissing)
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof GitHubError && error.status === 404)) throw error
}

/** Drafts cost requests; remarks that are not sorted out by then go into the text. */
const MOST_DRAFTS = 16

/** GitHub refuses a review for one line it does not know, and does not say which. Drafts, which nobody sees, find out. */
async function sortOut(remarks: readonly Remark[], draft: Draft, github: ReviewGitHub) {
  const taken: Remark[] = []
  const apart: Remark[] = []
  const waiting: (readonly Remark[])[] = halves(remarks)
  for (let drafts = 0; waiting.length > 0; drafts += 1) {
    const some = waiting.shift() ?? []
    if (drafts >= MOST_DRAFTS) apart.push(...some)
    else if (await isTaken(some, draft, github)) taken.push(...some)
    else if (some.length === 1) apart.push(...some)
    else waiting.unshift(...halves(some))
  }
  return { taken, apart }
}

function halves(remarks: readonly Remark[]): (readonly Remark[])[] {
  const middle = Math.ceil(remarks.length / 2)
  return [remarks.slice(0, middle), remarks.slice(middle)].filter((half) => half.length > 0)
}

async function isTaken(remarks: readonly Remark[], draft: Draft, github: ReviewGitHub): Promise<boolean> {
  const { number, commit, viewer, note } = draft
  try {
    const review = { commit, body: noteLine(note), remarks: remarks.map((remark) => asWritten(remark, draft)) }
    const { id } = await createOnce(
      () => github.createReview(number, review),
      async () => (await github.reviews(number)).find((each) => each.state === 'PENDING' && isOurs(each, viewer, note)),
    )
    await repeatOnce(() => github.deleteReview(number, id)).catch(ignoreMissing)
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

function asWritten({ path, spot, body, suggestion, at }: Remark, { writer: { key } }: Draft): NewRemark {
  const block = suggestion === undefined ? '' : suggestionBlock(suggestion)
  return {
    path,
    side: spot.side,
    line: spot.line,
    ...(spot.start === undefined ? {} : { startLine: spot.start }),
    body: `${noteLine({ kind: 'remark', key, at })}\n${[body, block].filter(Boolean).join('\n\n')}`,
  }
}

/** The text of the review: how many remarks there are, and those that found no place beside their lines. */
function textOf(on: readonly Remark[], apart: readonly Remark[], { commit, moved, note }: Draft): string {
  const about = `${plural(on.length + apart.length, 'remark')} on ${code(commit.slice(0, 10))}.`
  const since =
    moved === undefined
      ? ''
      : ` The branch has moved on to ${code(moved.slice(0, 10))} since; nothing of that was read.`
  const parts = [`${noteLine(note)}\n${about}${since}`]
  let room = COMMENT_CHARACTERS - (parts[0]?.length ?? 0) - 200
  let left = 0
  for (const remark of apart) {
    const text = inText(remark)
    room -= text.length + 2
    if (room > 0) parts.push(text)
    else left += 1
  }
  if (left > 0) parts.push(`_${plural(left, 'more remark')} in the summary of the run._`)
  return parts.join('\n\n')
}

/** A remark where there is no line to put it on. */
export function inText({ path, spot: { side, start, line }, body, suggestion }: Remark): string {
  const lines = start === undefined ? `${line}` : `${start}-${line}`
  const instead =
    suggestion === undefined
      ? ''
      : suggestion.length === 0
        ? 'Delete the lines.'
        : `Instead:\n\n${fence(suggestion.join('\n'))}`
  return [`**${code(`${path}:${lines}`)}**${side === 'LEFT' ? ' (before the change)' : ''}`, body, instead]
    .filter(Boolean)
    .join('\n\n')
}
