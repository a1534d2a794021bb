import { z } from 'zod'
import { type Answer, type Call, created, notFound, numeric, ok, paged, Refusal, type Route } from './github-answer.ts'
import { resolveCommit } from './github-git.ts'
import { bodyOf, checkLength, mayWrite, react } from './github-issues.ts'
import { filesOf, pullOf } from './github-pulls.ts'
import { reviewCommentJson, reviewJson } from './github-thread-shapes.ts'
import { nextId, type Pull, type Review, type ReviewComment, type World } from './github-world.ts'

/** Reviews and remarks on lines. Source: GitHub REST docs, "Pull request reviews", "Pull request review comments". */
export const reviewRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/pulls/:number/reviews', answer: listReviews },
  { method: 'POST', pattern: '/pulls/:number/reviews', answer: createReview },
  { method: 'DELETE', pattern: '/pulls/:number/reviews/:id', answer: deleteReview },
  { method: 'GET', pattern: '/pulls/:number/comments', answer: listRemarks },
  { method: 'POST', pattern: '/pulls/:number/comments/:id/replies', answer: reply },
  { method: 'GET', pattern: '/pulls/comments/:id', answer: (call) => ok(reviewCommentJson(call, remarkOf(call))) },
  {
    method: 'POST',
    pattern: '/pulls/comments/:id/reactions',
    answer: (call) => react(call, 'review_comment', remarkOf(call).id),
  },
]

const remarkOf = (call: Call): ReviewComment => {
  const id = numeric(call, 'id')
  const found = submittedRemarks(call.world).find((remark) => remark.id === id)
  if (found === undefined) throw notFound()
  return found
}

/** A draft is its author's alone, and its remarks are in no list until it is submitted. */
export const submittedRemarks = (world: World): ReviewComment[] =>
  world.reviewComments.filter((remark) => draftWith(world, remark) === undefined)

const draftWith = (world: World, remark: ReviewComment) =>
  world.reviews.find(({ id, state }) => id === remark.review && state === 'PENDING')

function listReviews(call: Call): Answer {
  const { number } = pullOf(call)
  const shown = call.world.reviews.filter(
    (review) => review.number === number && (review.state !== 'PENDING' || review.user === call.world.viewer),
  )
  return paged(
    call,
    shown.map((review) => reviewJson(call, review)),
  )
}

function listRemarks(call: Call): Answer {
  const { number } = pullOf(call)
  const remarks = submittedRemarks(call.world).filter((remark) => remark.number === number)
  return paged(
    call,
    remarks.map((remark) => reviewCommentJson(call, remark)),
  )
}

const Side = z.enum(['LEFT', 'RIGHT'])
const NewRemark = z.object({
  path: z.string(),
  body: z.string().min(1),
  line: z.int().positive().optional(),
  start_line: z.int().positive().optional(),
  side: Side.default('RIGHT'),
  start_side: Side.optional(),
})
const NewReview = z.object({
  commit_id: z.string().optional(),
  body: z.string().default(''),
  event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']).optional(),
  comments: z.array(NewRemark).default([]),
})
const STATE = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const

const unprocessable = (why: string) => new Refusal(422, 'Unprocessable Entity', [why])

/** One remark outside the diff refuses the whole review, and so does a draft that is still open, as on GitHub. */
async function createReview(call: Call): Promise<Answer> {
  mayWrite(call, ['pull_requests'])
  const { world } = call
  const pull = pullOf(call)
  const given = NewReview.safeParse(call.body)
  if (!given.success) throw unprocessable(given.error.issues[0]?.message ?? '')
  const { body, event, comments, commit_id: commit = pull.head.sha } = given.data
  checkLength('PullRequestReview', body)
  oneDraft(call, pull)
  if (event !== undefined && body.trim() === '' && comments.length === 0)
    throw unprocessable('Review body or comments must be given')
  if (world.gitDir !== undefined && (await resolveCommit(world.gitDir, commit)) === undefined)
    throw unprocessable('The commit_id is not part of the pull request')
  const files = comments.length === 0 ? [] : await filesOf(call, pull, commit)
  for (const remark of comments) {
    checkLength('PullRequestReviewComment', remark.body)
    const file = files.find(({ filename }) => filename === remark.path)
    if (file === undefined) throw unprocessable('Path could not be resolved')
    const why = whyNotOn(file.patch ?? '', remark)
    if (why !== undefined) throw unprocessable(why)
  }
  const review: Review = {
    id: nextId(world.reviews, 9_000_000),
    number: pull.number,
    user: world.viewer,
    body,
    state: event === undefined ? 'PENDING' : STATE[event],
    commitId: commit,
    submittedAt: call.now,
  }
  world.reviews.push(review)
  for (const remark of comments) addRemark(call, pull, { ...remark, review: review.id, inReplyTo: null, commit })
  return ok(reviewJson(call, review))
}

/** Holds for every review and every reply. */
function oneDraft({ world }: Call, { number }: Pull): void {
  if (
    world.reviews.some(
      (review) => review.number === number && review.user === world.viewer && review.state === 'PENDING',
    )
  )
    throw unprocessable('User can only have one pending review per pull request')
}

function whyNotOn(
  patch: string,
  { line, start_line: start, side, start_side: startSide = side }: z.output<typeof NewRemark>,
) {
  if (line === undefined) return 'Line could not be resolved'
  const hunk = hunksOf(patch).find((lines) => lines[side].has(line))
  if (hunk === undefined) return 'Line could not be resolved'
  if (start === undefined) return undefined
  if (!hunksOf(patch).some((lines) => lines[startSide].has(start))) return 'Start line could not be resolved'
  if (!hunk[startSide].has(start)) return 'Start line must be part of the same hunk as the line.'
  return startSide === side && start >= line ? 'Start line must precede the end line.' : undefined
}

type Shown = Record<'LEFT' | 'RIGHT', Set<number>>

/** Line numbers a patch shows on each side, context included, hunk by hunk. */
function hunksOf(patch: string): Shown[] {
  const hunks: Shown[] = []
  let left = 0
  let right = 0
  for (const line of patch.split('\n')) {
    const start = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    if (start !== null) {
      left = Number(start[1])
      right = Number(start[2])
      hunks.push({ LEFT: new Set(), RIGHT: new Set() })
      continue
    }
    const hunk = hunks.at(-1)
    const sign = line.charAt(0)
    if (hunk === undefined || sign === '\\' || line === '') continue
    if (sign !== '+') hunk.LEFT.add(left++)
    if (sign !== '-') hunk.RIGHT.add(right++)
  }
  return hunks
}

function deleteReview(call: Call): Answer {
  mayWrite(call, ['pull_requests'])
  const { number } = pullOf(call)
  const { world } = call
  const id = numeric(call, 'id')
  const review = world.reviews.find((each) => each.id === id && each.number === number)
  if (review === undefined) throw notFound()
  if (review.state !== 'PENDING') throw unprocessable('Can not delete a non-pending pull request review')
  world.reviews.splice(world.reviews.indexOf(review), 1)
  world.reviewComments = world.reviewComments.filter((remark) => remark.review !== id)
  return ok(reviewJson(call, review))
}

type Remark = {
  path: string
  body: string
  line?: number | undefined
  start_line?: number | undefined
  side: 'LEFT' | 'RIGHT'
  review: number | null
  inReplyTo: number | null
  commit: string
}

function addRemark(call: Call, pull: Pull, remark: Remark): ReviewComment {
  const made: ReviewComment = {
    id: nextId(call.world.reviewComments, 9_500_000),
    number: pull.number,
    review: remark.review,
    user: call.world.viewer,
    body: remark.body,
    path: remark.path,
    commitId: remark.commit,
    line: remark.line ?? null,
    startLine: remark.start_line ?? null,
    side: remark.side,
    inReplyTo: remark.inReplyTo,
    createdAt: call.now,
  }
  call.world.reviewComments.push(made)
  return made
}

function reply(call: Call): Answer {
  mayWrite(call, ['pull_requests'])
  const pull = pullOf(call)
  const parent = remarkOf(call)
  if (parent.number !== pull.number) throw notFound()
  const body = bodyOf(call, 'PullRequestReviewComment')
  oneDraft(call, pull)
  const { path, line, startLine, side, review, commitId } = parent
  const made = addRemark(call, pull, {
    path,
    body,
    line: line ?? undefined,
    start_line: startLine ?? undefined,
    side,
    review,
    inReplyTo: parent.inReplyTo ?? parent.id,
    commit: commitId,
  })
  return created(reviewCommentJson(call, made))
}
