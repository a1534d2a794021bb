import * as z from 'zod'
import {
  type ApiAnswer,
  type ApiCall,
  created,
  ErrorAnswer,
  noContent,
  notFound,
  numeric,
  ok,
  paged,
  type Route,
} from './answer.ts'
import { bodyOf, checkLength, mayWrite, newestFirst, react } from './issues.ts'
import { filesOf, pullOf } from './pulls.ts'
import { resolveCommit } from './repository-git.ts'
import { renderedFields, reviewCommentJson, reviewJson } from './thread-shapes.ts'
import { nextId, type World, type WorldPull, type WorldReview, type WorldReviewComment } from './world.ts'

/** Reviews and review comments. Source: GitHub REST docs, "Pull request reviews", "Pull request review comments". */
export const reviewRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/pulls/:number/reviews', answer: listReviews },
  { method: 'POST', pattern: '/pulls/:number/reviews', answer: createReview },
  { method: 'GET', pattern: '/pulls/:number/reviews/:id', answer: (call) => ok(reviewJson(call, reviewOf(call))) },
  { method: 'DELETE', pattern: '/pulls/:number/reviews/:id', answer: deleteReview },
  { method: 'GET', pattern: '/pulls/:number/comments', answer: listReviewComments },
  { method: 'POST', pattern: '/pulls/:number/comments/:id/replies', answer: reply },
  { method: 'GET', pattern: '/pulls/comments', answer: listAllReviewComments },
  {
    method: 'GET',
    pattern: '/pulls/comments/:id',
    answer: (call) => {
      const found = reviewCommentOf(call)
      return ok({ ...reviewCommentJson(call, found), ...renderedFields(call, found.body) })
    },
  },
  { method: 'PATCH', pattern: '/pulls/comments/:id', answer: updateReviewComment },
  { method: 'DELETE', pattern: '/pulls/comments/:id', answer: deleteReviewComment },
  {
    method: 'POST',
    pattern: '/pulls/comments/:id/reactions',
    answer: (call) => react(call, 'review_comment', reviewCommentOf(call).id),
  },
]

const reviewCommentOf = (call: ApiCall): WorldReviewComment => {
  const id = numeric(call, 'id')
  const found = submittedComments(call.world).find((comment) => comment.id === id)
  if (found === undefined) throw notFound()
  return found
}

/** The review comments of submitted reviews: only its author sees a draft. */
export const submittedComments = (world: World): WorldReviewComment[] =>
  world.reviewComments.filter((comment) => draftWith(world, comment) === undefined)

const draftWith = (world: World, comment: WorldReviewComment) =>
  world.reviews.find(({ id, state }) => id === comment.review && state === 'PENDING')

function reviewOf(call: ApiCall): WorldReview {
  const { number } = pullOf(call)
  const id = numeric(call, 'id')
  const review = call.world.reviews.find((each) => each.id === id && each.number === number)
  if (review === undefined) throw notFound()
  return review
}

function listReviews(call: ApiCall): ApiAnswer {
  const { number } = pullOf(call)
  const shown = call.world.reviews.filter(
    (review) => review.number === number && (review.state !== 'PENDING' || review.user === call.world.viewer),
  )
  return paged(
    call,
    shown.map((review) => reviewJson(call, review)),
  )
}

function listReviewComments(call: ApiCall): ApiAnswer {
  const { number } = pullOf(call)
  const comments = submittedComments(call.world).filter((comment) => comment.number === number)
  return paged(
    call,
    comments.map((comment) => reviewCommentJson(call, comment)),
  )
}

function listAllReviewComments(call: ApiCall): ApiAnswer {
  const sorted = newestFirst(call, submittedComments(call.world))
  return paged(
    call,
    sorted.map((comment) => reviewCommentJson(call, comment)),
  )
}

const Side = z.enum(['LEFT', 'RIGHT'])
const NewReviewComment = z.object({
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
  comments: z.array(NewReviewComment).default([]),
})
const STATE = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const

const unprocessable = (reason: string) => new ErrorAnswer(422, 'Unprocessable Entity', [reason])

/** As on GitHub, a comment outside the diff or an open draft makes the request fail. */
async function createReview(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['pull_requests'])
  const { world } = call
  const pull = pullOf(call)
  const parsed = NewReview.safeParse(call.body)
  if (!parsed.success) throw unprocessable(parsed.error.issues[0]?.message ?? '')
  const { body, event, comments, commit_id: commit = pull.head.sha } = parsed.data
  checkLength('PullRequestReview', body)
  requireNoDraft(call, pull)
  if (event !== undefined && body.trim() === '' && comments.length === 0)
    throw unprocessable('Review body or comments must be given')
  if (world.gitDir !== undefined && (await resolveCommit(world.gitDir, commit)) === undefined)
    throw unprocessable('The commit_id is not part of the pull request')
  const files = comments.length === 0 ? [] : await filesOf(call, pull, commit)
  for (const comment of comments) {
    checkLength('PullRequestReviewComment', comment.body)
    const file = files.find(({ filename }) => filename === comment.path)
    if (file === undefined) throw unprocessable('Path could not be resolved')
    const reason = lineProblem(file.patch ?? '', comment)
    if (reason !== undefined) throw unprocessable(reason)
  }
  const review: WorldReview = {
    id: nextId(world.reviews, 9_000_000),
    number: pull.number,
    user: world.viewer,
    body,
    state: event === undefined ? 'PENDING' : STATE[event],
    commitId: commit,
    submittedAt: call.now,
  }
  world.reviews.push(review)
  for (const comment of comments) {
    const patch = files.find(({ filename }) => filename === comment.path)?.patch ?? ''
    const added = addComment(call, pull, { ...comment, review: review.id, inReplyTo: null, commit })
    added.suggestionRefusal = suggestionRefusal(patch, comment)
  }
  return ok(reviewJson(call, review))
}

/** Throws when the viewer has an open draft, for every review and every reply. */
function requireNoDraft({ world }: ApiCall, { number }: WorldPull): void {
  if (
    world.reviews.some(
      (review) => review.number === number && review.user === world.viewer && review.state === 'PENDING',
    )
  )
    throw unprocessable('User can only have one pending review per pull request')
}

function lineProblem(
  patch: string,
  { line, start_line: start, side, start_side: startSide = side }: z.output<typeof NewReviewComment>,
) {
  if (line === undefined) return 'Line could not be resolved'
  const hunk = hunksOf(patch).find((lines) => lines[side].has(line))
  if (hunk === undefined) return 'Line could not be resolved'
  if (start === undefined) return undefined
  if (!hunksOf(patch).some((lines) => lines[startSide].has(start))) return 'Start line could not be resolved'
  if (!hunk[startSide].has(start)) return 'Start line must be part of the same hunk as the line.'
  return startSide === side && start >= line ? 'Start line must precede the end line.' : undefined
}

/** GitHub posts every suggestion, but shows these without a commit button. Returns the words that its page shows instead. */
function suggestionRefusal(
  patch: string,
  { body, line = 0, start_line: start = line, side, start_side: startSide = side }: z.output<typeof NewReviewComment>,
): string | undefined {
  const suggested = /^(`{3,}|~{3,})[ \t]*suggestion[ \t]*\n([\s\S]*?)^\1[ \t]*$/m.exec(body)?.[2]
  if (suggested === undefined) return undefined
  const rows = patch.split('\n')
  let [oldLine, newLine] = [0, 0]
  let from = -1
  for (const [index, row] of rows.entries()) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(row)
    if (header !== null) {
      oldLine = Number(header[1])
      newLine = Number(header[2])
      continue
    }
    const [isOld, isNew] = [row.startsWith('-') || row.startsWith(' '), row.startsWith('+') || row.startsWith(' ')]
    if (startSide === 'LEFT' ? isOld && oldLine === start : isNew && newLine === start) from = index
    if (from !== -1 && (side === 'LEFT' ? isOld && oldLine === line : isNew && newLine === line)) {
      const shown = rows.slice(from, index + 1).filter((each) => !each.startsWith('\\'))
      if (shown.some((each) => each.startsWith('-'))) return 'Applying suggestions on deleted lines is not supported.'
      return shown.map((each) => `${each.slice(1)}\n`).join('') === suggested
        ? 'This suggestion is invalid because no changes were made to the code.'
        : undefined
    }
    if (isOld) oldLine += 1
    if (isNew) newLine += 1
  }
  return undefined
}

type HunkLines = Record<'LEFT' | 'RIGHT', Set<number>>

/** The line numbers of each hunk on both sides, context included. */
function hunksOf(patch: string): HunkLines[] {
  const hunks: HunkLines[] = []
  let oldLine = 0
  let newLine = 0
  for (const line of patch.split('\n')) {
    const start = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    if (start !== null) {
      oldLine = Number(start[1])
      newLine = Number(start[2])
      hunks.push({ LEFT: new Set(), RIGHT: new Set() })
      continue
    }
    const hunk = hunks.at(-1)
    const sign = line.charAt(0)
    if (hunk === undefined || sign === '\\' || line === '') continue
    if (sign !== '+') hunk.LEFT.add(oldLine++)
    if (sign !== '-') hunk.RIGHT.add(newLine++)
  }
  return hunks
}

function deleteReview(call: ApiCall): ApiAnswer {
  mayWrite(call, ['pull_requests'])
  const { world } = call
  const review = reviewOf(call)
  if (review.state !== 'PENDING') throw unprocessable('Can not delete a non-pending pull request review')
  world.reviews.splice(world.reviews.indexOf(review), 1)
  world.reviewComments = world.reviewComments.filter((comment) => comment.review !== review.id)
  return ok(reviewJson(call, review))
}

type NewComment = {
  path: string
  body: string
  line?: number
  start_line?: number
  side: 'LEFT' | 'RIGHT'
  review: number | null
  inReplyTo: number | null
  commit: string
}

function addComment(call: ApiCall, pull: WorldPull, fields: NewComment): WorldReviewComment {
  const comment: WorldReviewComment = {
    id: nextId(call.world.reviewComments, 9_500_000),
    number: pull.number,
    review: fields.review,
    user: call.world.viewer,
    body: fields.body,
    path: fields.path,
    commitId: fields.commit,
    line: fields.line ?? null,
    startLine: fields.start_line ?? null,
    side: fields.side,
    inReplyTo: fields.inReplyTo,
    createdAt: call.now,
  }
  call.world.reviewComments.push(comment)
  return comment
}

function updateReviewComment(call: ApiCall): ApiAnswer {
  mayWrite(call, ['pull_requests'])
  const comment = reviewCommentOf(call)
  comment.body = bodyOf(call, 'PullRequestReviewComment')
  comment.updatedAt = call.now
  return ok(reviewCommentJson(call, comment))
}

function deleteReviewComment(call: ApiCall): ApiAnswer {
  mayWrite(call, ['pull_requests'])
  const { reviewComments } = call.world
  reviewComments.splice(reviewComments.indexOf(reviewCommentOf(call)), 1)
  return noContent()
}

function reply(call: ApiCall): ApiAnswer {
  mayWrite(call, ['pull_requests'])
  const pull = pullOf(call)
  const parent = reviewCommentOf(call)
  if (parent.number !== pull.number) throw notFound()
  const body = bodyOf(call, 'PullRequestReviewComment')
  requireNoDraft(call, pull)
  const { path, line, startLine, side, review, commitId } = parent
  const comment = addComment(call, pull, {
    path,
    body,
    line: line ?? undefined,
    start_line: startLine ?? undefined,
    side,
    review,
    inReplyTo: parent.inReplyTo ?? parent.id,
    commit: commitId,
  })
  return created(reviewCommentJson(call, comment))
}
