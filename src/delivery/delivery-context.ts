import type { RunIdentity } from '../config/run-identity.ts'
import type { OtherCommentCalls } from '../github/api/discussion-and-commit-comments.ts'
import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { isTriggerId, withoutAttempt } from '../github/comment-marker.ts'
import { type AnswerPlace, subjectNumber, type Task } from '../github/events/task.ts'
import { jobKey, type RecordMarker, type ResultMarker } from '../github/result-marker.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { Emit, Ending, Outcome, ResumeOffer, RunEvent } from '../record/events.ts'
import type { HeadFindingsGitHub } from '../review/read-findings.ts'
import { withoutButtons } from '../review/suggestion.ts'
import type { Threshold } from '../review/verdict.ts'
import type { ReportHomeKind } from './plan/intent.ts'
import type { CheckGitHub } from './post/check-run.ts'
import { type CommentGitHub, type CommentPost, postComment } from './post/comment.ts'
import type { CommitGitHub } from './post/commit.ts'
import type { ReportGitHub } from './post/living-report.ts'
import type { PullRequestGitHub } from './post/pull-request.ts'
import type { WriteGitHub } from './post/write-intent.ts'

export type DeliveryGitHub = CommentGitHub &
  ReplyGitHub &
  WriteGitHub &
  CommitGitHub &
  PullRequestGitHub &
  CheckGitHub &
  ReportGitHub &
  HeadFindingsGitHub &
  Pick<GitHub, 'addReaction'>

export type DeliveryContext = {
  /** Absent without a token: nothing is written to GitHub. */
  github?: DeliveryGitHub
  filter: SecretFilter
  emit: Emit
  identity: RunIdentity
  comment: CommentMode
  review: 'comment' | 'off'
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  /** Whether each pull request is a draft, because its change breaks something. */
  isDraft?: boolean
  /** Prefix of the branches that delivery creates. */
  branchPrefix: string
  /** GITHUB_REF. */
  ref?: string
  checkRun: boolean
  /** Where the answer goes when the run is about no issue or pull request. */
  reportTo?: ReportHomeKind | ''
  /** The lowest severity of open findings that fails the check run of a review. */
  threshold?: Threshold
  /** Whether a run decides with its findings about its pull request. */
  isGated?(task: Task): boolean
  /** Outcomes that fail the step, and with it the check run. */
  failOn: readonly Outcome[]
  /** Post no "working" comment: in a batch of hundreds of issues, two writes each would exceed GitHub's limits. */
  quiet?: boolean
  /** What the run spent, where the comment records it for a limit of the thread; 0 when it is recorded already. */
  spentUsd?: number
  /** Plan, but write nothing to GitHub. */
  dryRun: boolean
  /** What people write before a command in a comment. */
  triggerPhrase?: string
  /** Stores what a later run needs to continue this one, and returns what the comment says about it. */
  keepRecord?(ended: RecordedEnd): Promise<{ marker: RecordMarker; offers: readonly ResumeOffer[] }>
  /** Path of the patch file. */
  patchPath: string
  /** Replaces the step summary. */
  writeSummary(text: string): Promise<void>
}

/** `isPosted`: whether a comment will say where the record is. `mayOffer`: whether people may allow denied calls of the run. */
export type RecordedEnd = {
  ending: Ending
  events: readonly RunEvent[]
  patch: string
  isPosted: boolean
  mayOffer: boolean
}

export const writerOf = ({ workflow, job, run, round, by }: RunIdentity) => ({
  key: jobKey(workflow, job),
  run,
  round,
  by,
})

/**
 * `sticky`: one comment of the job, which every run edits. `new`: one comment per run. `auto`: a person who asks in a comment gets an
 * answer of their own, other events share one comment.
 */
export type CommentMode = 'auto' | 'sticky' | 'new' | 'off'

/** The calls that comments in a review thread need. */
export type ReplyGitHub = Pick<
  GitHub,
  | 'threadComments'
  | 'getReviewComment'
  | 'updateReviewComment'
  | 'deleteReviewComment'
  | 'replyToComment'
  | keyof OtherCommentCalls
>

/** `thread`: the first comment of a review thread. Neither: on the issue or pull request itself. */
export type CommentLocation = { thread?: number; place?: AnswerPlace }

/** The number that identifies an answer; 0 on a commit. Undefined when there is nothing to comment on. */
export const answerNumber = (task: Pick<Task, 'number' | 'place'>): number | undefined =>
  subjectNumber(task) ?? (task.place && 0)

/** A reply below a comment is for the person who asked there; `sticky` and `new` comments are below the discussion itself. */
export const placeFor = ({ place }: Pick<Task, 'place'>, mode: CommentMode): AnswerPlace | undefined =>
  place?.kind === 'discussion' && mode !== 'auto' ? { kind: 'discussion', number: place.number } : place

/** Adds to the run where the answer to a task goes and which round of answers it is. Keeps what the task does not set. */
export function answerIdentity(
  task: Task,
  { identity, comment }: { identity: RunIdentity; comment: CommentMode },
): RunIdentity {
  const thread = comment === 'auto' ? task.comment?.thread : undefined
  return {
    ...identity,
    round: task.botRound ?? identity.round,
    thread: thread ?? identity.thread,
    place: placeFor(task, comment) ?? identity.place,
  }
}

/** Comments on the issue or pull request, replies in a review thread, or comments in a discussion or on a commit. */
export function commentsAt(github: CommentGitHub & ReplyGitHub, { thread, place }: CommentLocation): CommentGitHub {
  const { viewer, ownRun, lastEditor } = github
  const ownTextCalls = { viewer, ownRun, lastEditor }
  if (place?.kind === 'discussion') {
    const comments = () => github.discussionComments(place)
    return {
      ...ownTextCalls,
      comments,
      async getComment(id) {
        const comment = (await comments()).find((each) => each.id === id)
        if (comment === undefined) throw new GitHubError(404, 'GraphQL query', `The comment ${id} is gone`)
        return comment
      },
      createComment: (_, body) => github.replyToDiscussion(place, body),
      updateComment: (id, body) => github.updateDiscussionComment(place, id, body),
    }
  }
  if (place?.kind === 'commit')
    return {
      ...ownTextCalls,
      comments: () => github.commitComments(place.sha),
      getComment: (id) => github.getCommitComment(id),
      createComment: (_, body) => github.commentOnCommit(place.sha, body),
      updateComment: (id, body) => github.updateCommitComment(id, body),
    }
  if (thread === undefined) return github
  return {
    ...ownTextCalls,
    comments: (number) => github.threadComments(number, thread),
    getComment: (id) => github.getReviewComment(id),
    createComment: (number, body) => github.replyToComment(number, thread, body),
    updateComment: (id, body) => github.updateReviewComment(id, body),
    deleteComment: (id) => github.deleteReviewComment(id),
  }
}

/** Posts the result. It becomes a comment on the pull request when the thread was deleted. Rejects with GitHubError. */
export async function postAnswer(
  github: CommentGitHub & ReplyGitHub,
  location: CommentLocation,
  post: CommentPost,
): Promise<{ url: string }> {
  try {
    const body = location.thread === undefined ? post.body : withoutButtons(post.body)
    return await postComment(commentsAt(github, location), { ...post, body })
  } catch (error) {
    const isGone = error instanceof GitHubError && [404, 410, 422].includes(error.status)
    if (location.thread === undefined || !isGone) throw error
    const { id: _, ...comment } = post
    return postComment(github, comment)
  }
}

/** Selects the comment that the result replaces. Attempts of one run, and deliveries of one event, share a comment. */
export function resultMatcher({ identity, comment }: { identity: RunIdentity; comment: CommentMode }) {
  const key = jobKey(identity.workflow, identity.job)
  const run = withoutAttempt(markerRun(identity.run))
  const isOfRun = (marker: ResultMarker) => withoutAttempt(marker.run) === run
  const isReplaced: (marker: ResultMarker) => boolean =
    comment === 'sticky'
      ? () => true
      : comment === 'auto' && !isTriggerId(run)
        ? (marker) => !isTriggerId(marker.run)
        : isOfRun
  return (marker: ResultMarker) => marker.key === key && isReplaced(marker)
}

/** A run's id as markers store it. */
export const markerRun = (run: string) => run.replace(/[^\w.-]/g, '-')
