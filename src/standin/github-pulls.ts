import { z } from 'zod'
import {
  type Answer,
  type Call,
  created,
  invalid,
  notFound,
  numeric,
  ok,
  paged,
  Refusal,
  type Route,
  text,
  wants,
} from './github-answer.ts'
import { changedFiles, countCommits, diffText, mergeBase, readCommits } from './github-git.ts'
import { gitDirOf } from './github-git-routes.ts'
import { commitJson, compareFileJson } from './github-git-shapes.ts'
import { bodyOf, checkLength, mayWrite, react } from './github-issues.ts'
import { pullJson, pullSummary, reviewCommentJson, reviewJson } from './github-thread-shapes.ts'
import { issue, nextId, nextNumber, type Pull, type PullFile, type Review, type ReviewComment } from './github-world.ts'

/** Pull requests, their files, reviews and remarks on lines. Source: GitHub REST docs, "Pull requests". */
export const pullRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/pulls', answer: listPulls },
  { method: 'POST', pattern: '/pulls', answer: createPull },
  { method: 'GET', pattern: '/pulls/:number', answer: getPull },
  { method: 'GET', pattern: '/pulls/:number/files', answer: listFiles },
  { method: 'GET', pattern: '/pulls/:number/commits', answer: listCommits },
  { method: 'GET', pattern: '/pulls/:number/reviews', answer: listReviews },
  { method: 'POST', pattern: '/pulls/:number/reviews', answer: createReview },
  { method: 'GET', pattern: '/pulls/:number/comments', answer: listRemarks },
  { method: 'POST', pattern: '/pulls/:number/comments/:id/replies', answer: reply },
  { method: 'GET', pattern: '/pulls/comments/:id', answer: (call) => ok(reviewCommentJson(call, remarkOf(call))) },
  {
    method: 'POST',
    pattern: '/pulls/comments/:id/reactions',
    answer: (call) => react(call, 'review_comment', remarkOf(call).id),
  },
]

const pullOf = (call: Call): Pull => {
  const number = numeric(call, 'number')
  const found = call.world.pulls.find((pull) => pull.number === number)
  if (found === undefined) throw notFound()
  return found
}

const remarkOf = (call: Call): ReviewComment => {
  const id = numeric(call, 'id')
  const found = call.world.reviewComments.find((remark) => remark.id === id)
  if (found === undefined) throw notFound()
  return found
}

function listPulls(call: Call): Answer {
  const state = call.query.get('state') ?? 'open'
  const head = call.query.get('head')
  const base = call.query.get('base')
  const matching = call.world.pulls.filter(
    (pull) =>
      (state === 'all' || pull.state === state) &&
      (head === null || head === `${pull.head.repo?.split('/')[0]}:${pull.head.ref}`) &&
      (base === null || base === pull.base.ref),
  )
  return paged(
    call,
    matching.toSorted((a, b) => b.number - a.number).map((pull) => pullSummary(call, pull)),
  )
}

const NewPull = z.object({
  title: z.string().min(1),
  head: z.string().min(1),
  base: z.string().min(1),
  body: z.string().nullish(),
  draft: z.boolean().default(false),
})

async function createPull(call: Call): Promise<Answer> {
  mayWrite(call, ['pull_requests'])
  const { world } = call
  const given = NewPull.safeParse(call.body)
  if (!given.success) throw invalid('PullRequest', String(given.error.issues[0]?.path[0] ?? 'data'), 'missing_field')
  const { title, body, draft, base } = given.data
  const head = given.data.head.split(':').at(-1) ?? ''
  const repo = `${world.owner}/${world.repo}`
  const [tip] = await readCommits(gitDirOf(call), ['-1', `refs/heads/${head}`])
  const [onto] = await readCommits(gitDirOf(call), ['-1', `refs/heads/${base}`])
  if (tip === undefined) throw invalid('PullRequest', 'head', 'invalid')
  if (onto === undefined) throw invalid('PullRequest', 'base', 'invalid')
  if ((await countCommits(gitDirOf(call), `${onto.sha}..${tip.sha}`)) === 0)
    throw invalid('PullRequest', 'head', 'custom', `No commits between ${base} and ${head}`)
  if (world.pulls.some((pull) => pull.state === 'open' && pull.head.ref === head && pull.base.ref === base))
    throw invalid('PullRequest', 'head', 'custom', `A pull request already exists for ${world.owner}:${head}.`)
  const made: Pull = {
    ...issue({
      number: nextNumber(world),
      title,
      body: body ?? null,
      user: world.viewer,
      createdAt: call.now,
      updatedAt: call.now,
    }),
    draft,
    merged: false,
    base: { ref: base, sha: onto.sha, repo },
    head: { ref: head, sha: tip.sha, repo },
  }
  world.pulls.push(made)
  return created(pullJson(call, made, await sizeOf(call, made)))
}

/** The diff of more than 20,000 lines or 300 files is refused, as GitHub does. */
const DIFF_LIMITS = { lines: 20_000, files: 300 }

async function getPull(call: Call): Promise<Answer> {
  const pull = pullOf(call)
  if (!wants(call, 'diff') && !wants(call, 'patch')) return ok(pullJson(call, pull, await sizeOf(call, pull)))
  const diff = pull.diff ?? (await diffOf(call, pull))
  const files = await filesOf(call, pull)
  if (files.length > DIFF_LIMITS.files || diff.split('\n').length > DIFF_LIMITS.lines)
    throw new Refusal(406, 'Sorry, the diff exceeded the maximum number of lines or files.', [
      { resource: 'PullRequest', field: 'diff', code: 'too_large' },
    ])
  return text(diff, 'application/vnd.github.diff; charset=utf-8')
}

async function diffOf(call: Call, pull: Pull): Promise<string> {
  const base = await baseOf(call, pull)
  return diffText(gitDirOf(call), base, pull.head.sha)
}

/** Where the head left the base: a pull request's changes are counted from there. */
async function baseOf(call: Call, pull: Pull): Promise<string> {
  return (await mergeBase(gitDirOf(call), pull.base.sha, pull.head.sha)) ?? pull.base.sha
}

async function filesOf(call: Call, pull: Pull): Promise<PullFile[]> {
  if (pull.files !== undefined) return pull.files
  return changedFiles(gitDirOf(call), await baseOf(call, pull), pull.head.sha)
}

async function sizeOf(call: Call, pull: Pull) {
  if (pull.files === undefined && call.world.gitDir === undefined)
    return { commits: 0, additions: 0, deletions: 0, files: 0 }
  const files = await filesOf(call, pull)
  const commits =
    call.world.gitDir === undefined ? 1 : await countCommits(call.world.gitDir, `${pull.base.sha}..${pull.head.sha}`)
  const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0)
  return { commits, additions: sum('additions'), deletions: sum('deletions'), files: files.length }
}

/** At most 3,000 files, as GitHub lists them. */
async function listFiles(call: Call): Promise<Answer> {
  const pull = pullOf(call)
  const files = (await filesOf(call, pull)).slice(0, 3000)
  return paged(
    call,
    files.map((file) => compareFileJson(call, pull.head.sha, file)),
  )
}

/** At most 250 commits, oldest first, as GitHub lists them. */
async function listCommits(call: Call): Promise<Answer> {
  const pull = pullOf(call)
  const commits = await readCommits(gitDirOf(call), [`${pull.base.sha}..${pull.head.sha}`])
  return paged(
    call,
    commits
      .toReversed()
      .slice(0, 250)
      .map((commit) => commitJson(call, commit)),
  )
}

function listReviews(call: Call): Answer {
  const { number } = pullOf(call)
  return paged(
    call,
    call.world.reviews.filter((review) => review.number === number).map((review) => reviewJson(call, review)),
  )
}

function listRemarks(call: Call): Answer {
  const { number } = pullOf(call)
  const remarks = call.world.reviewComments.filter((remark) => remark.number === number)
  return paged(
    call,
    remarks.map((remark) => reviewCommentJson(call, remark)),
  )
}

const NewRemark = z.object({
  path: z.string(),
  body: z.string().min(1),
  line: z.int().positive().optional(),
  start_line: z.int().positive().optional(),
  side: z.enum(['LEFT', 'RIGHT']).default('RIGHT'),
  start_side: z.enum(['LEFT', 'RIGHT']).optional(),
})
const NewReview = z.object({
  commit_id: z.string().optional(),
  body: z.string().default(''),
  event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']).optional(),
  comments: z.array(NewRemark).default([]),
})
const STATE = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const

/** One remark outside the diff refuses the whole review, as on GitHub. */
async function createReview(call: Call): Promise<Answer> {
  mayWrite(call, ['pull_requests'])
  const pull = pullOf(call)
  const given = NewReview.safeParse(call.body)
  if (!given.success) throw new Refusal(422, 'Unprocessable Entity', [given.error.issues[0]?.message ?? ''])
  const { body, event, comments, commit_id: commitId } = given.data
  checkLength('PullRequestReview', body)
  if (event === 'COMMENT' && body.trim() === '' && comments.length === 0)
    throw new Refusal(422, 'Unprocessable Entity', ['Review body or comments must be given'])
  const files = comments.length === 0 ? [] : await filesOf(call, pull)
  for (const remark of comments) {
    const file = files.find(({ filename }) => filename === remark.path)
    if (file === undefined) throw new Refusal(422, 'Unprocessable Entity', ['Path could not be resolved'])
    const shown = linesShown(file.patch ?? '', remark.side)
    const asked = [remark.line, remark.start_line].filter((line) => line !== undefined)
    if (asked.length === 0 || asked.some((line) => !shown.has(line)))
      throw new Refusal(422, 'Unprocessable Entity', ['Line could not be resolved'])
  }
  const review: Review = {
    id: nextId(call.world.reviews, 9_000_000),
    number: pull.number,
    user: call.world.viewer,
    body,
    state: event === undefined ? 'PENDING' : STATE[event],
    commitId: commitId ?? pull.head.sha,
    submittedAt: call.now,
  }
  call.world.reviews.push(review)
  for (const remark of comments) addRemark(call, pull, { ...remark, review: review.id, inReplyTo: null })
  return ok(reviewJson(call, review))
}

/** Line numbers a patch shows on one side, context included. */
function linesShown(patch: string, side: 'LEFT' | 'RIGHT'): Set<number> {
  const shown = new Set<number>()
  let left = 0
  let right = 0
  for (const line of patch.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    if (hunk !== null) {
      left = Number(hunk[1])
      right = Number(hunk[2])
      continue
    }
    const sign = line.charAt(0)
    if (sign === '\\') continue
    if (sign !== '+' && side === 'LEFT') shown.add(left)
    if (sign !== '-' && side === 'RIGHT') shown.add(right)
    if (sign !== '+') left++
    if (sign !== '-') right++
  }
  return shown
}

type Remark = {
  path: string
  body: string
  line?: number | undefined
  start_line?: number | undefined
  side: 'LEFT' | 'RIGHT'
  review: number | null
  inReplyTo: number | null
}

function addRemark(call: Call, pull: Pull, remark: Remark): ReviewComment {
  const made: ReviewComment = {
    id: nextId(call.world.reviewComments, 9_500_000),
    number: pull.number,
    review: remark.review,
    user: call.world.viewer,
    body: remark.body,
    path: remark.path,
    commitId: pull.head.sha,
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
  const { path, line, startLine, side, review } = parent
  const made = addRemark(call, pull, {
    path,
    body: bodyOf(call, 'PullRequestReviewComment'),
    line: line ?? undefined,
    start_line: startLine ?? undefined,
    side,
    review,
    inReplyTo: parent.inReplyTo ?? parent.id,
  })
  return created(reviewCommentJson(call, made))
}
