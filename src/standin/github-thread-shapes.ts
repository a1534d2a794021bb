import { type Json, label, nodeId, type Place, repoPage, repository, repoUrl, user } from './github-shapes.ts'
import {
  type Comment,
  type Issue,
  isPull,
  type Pull,
  type PullSide,
  type Review,
  type ReviewComment,
  type World,
} from './github-world.ts'

/** GitHub's JSON for what people talk in: issues, pull requests, comments, reviews. Source: GitHub REST docs. */

/** GitHub's own word for how someone is related to the repository. */
function association(world: World, login: string): string {
  if (login === world.owner) return 'OWNER'
  const permission = world.permissions[login]
  return permission === 'admin' || permission === 'write' ? 'COLLABORATOR' : 'NONE'
}

const labelsOf = (place: Place, subject: Issue): Json[] =>
  subject.labels.flatMap((name) => {
    const known = place.world.labels.find((candidate) => candidate.name === name)
    return known === undefined ? [] : [label(place, known)]
  })

const pageOf = (place: Place, subject: Issue | Pull): string =>
  `${repoPage(place)}/${isPull(subject) ? 'pull' : 'issues'}/${subject.number}`

/** What an issue and a pull request have in common. */
function subjectFields(place: Place, subject: Issue | Pull): Json {
  const assignees = subject.assignees.map((login) => user(place, login))
  return {
    number: subject.number,
    title: subject.title,
    body: subject.body,
    user: user(place, subject.user),
    state: subject.state,
    locked: subject.locked,
    labels: labelsOf(place, subject),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    author_association: association(place.world, subject.user),
    active_lock_reason: null,
    created_at: subject.createdAt,
    updated_at: subject.updatedAt,
    closed_at: subject.state === 'closed' ? subject.updatedAt : null,
    html_url: pageOf(place, subject),
  }
}

export const issueId = (number: number) => 2_000_000 + number

export function issueJson(place: Place, subject: Issue | Pull): Json {
  const url = `${repoUrl(place)}/issues/${subject.number}`
  const pullUrl = `${repoUrl(place)}/pulls/${subject.number}`
  const page = pageOf(place, subject)
  const id = issueId(subject.number)
  return {
    id,
    node_id: nodeId('Issue', id),
    url,
    repository_url: repoUrl(place),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    ...subjectFields(place, subject),
    comments: place.world.comments.filter((comment) => comment.number === subject.number).length,
    state_reason: subject.stateReason,
    ...(isPull(subject)
      ? {
          draft: subject.draft,
          pull_request: {
            url: pullUrl,
            html_url: page,
            diff_url: `${page}.diff`,
            patch_url: `${page}.patch`,
            merged_at: null,
          },
        }
      : {}),
  }
}

/** The short form lists use; `pullJson` adds what only `GET pulls/N` answers. */
export function pullSummary(place: Place, pull: Pull): Json {
  const url = `${repoUrl(place)}/pulls/${pull.number}`
  const issueUrl = `${repoUrl(place)}/issues/${pull.number}`
  const page = pageOf(place, pull)
  const id = 3_000_000 + pull.number
  const links = {
    self: url,
    html: page,
    issue: issueUrl,
    comments: `${issueUrl}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${repoUrl(place)}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${repoUrl(place)}/statuses/${pull.head.sha}`,
  }
  return {
    id,
    node_id: nodeId('PullRequest', id),
    url,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issueUrl,
    commits_url: links.commits,
    comments_url: links.comments,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    statuses_url: links.statuses,
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    ...subjectFields(place, pull),
    requested_reviewers: [],
    requested_teams: [],
    base: side(place, pull.base),
    head: side(place, pull.head),
    draft: pull.draft,
    auto_merge: null,
    merged_at: pull.merged ? pull.updatedAt : null,
    merge_commit_sha: null,
  }
}

function side(place: Place, given: PullSide): Json {
  const owner = given.repo?.split('/')[0] ?? 'unknown'
  return {
    label: `${owner}:${given.ref}`,
    ref: given.ref,
    sha: given.sha,
    user: given.repo === null ? null : user(place, owner),
    repo: given.repo === null ? null : repository(place, given.repo),
  }
}

export function pullJson(
  place: Place,
  pull: Pull,
  size: { commits: number; additions: number; deletions: number; files: number },
): Json {
  const on = (entry: { number: number }) => entry.number === pull.number
  return {
    ...pullSummary(place, pull),
    merged: pull.merged,
    mergeable: true,
    rebaseable: true,
    mergeable_state: 'clean',
    merged_by: null,
    comments: place.world.comments.filter(on).length,
    review_comments: place.world.reviewComments.filter(on).length,
    maintainer_can_modify: false,
    commits: size.commits,
    additions: size.additions,
    deletions: size.deletions,
    changed_files: size.files,
  }
}

export function commentJson(place: Place, comment: Comment): Json {
  const subject = place.world.pulls.find((pull) => pull.number === comment.number)
  const page = `${repoPage(place)}/${subject === undefined ? 'issues' : 'pull'}/${comment.number}`
  return {
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    url: `${repoUrl(place)}/issues/comments/${comment.id}`,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${repoUrl(place)}/issues/${comment.number}`,
    user: user(place, comment.user),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: association(place.world, comment.user),
    body: comment.body,
    performed_via_github_app: null,
  }
}

export function reviewJson(place: Place, review: Review): Json {
  const html = `${repoPage(place)}/pull/${review.number}#pullrequestreview-${review.id}`
  const pullUrl = `${repoUrl(place)}/pulls/${review.number}`
  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: user(place, review.user),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(place.world, review.user),
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    submitted_at: review.submittedAt,
    commit_id: review.commitId,
  }
}

export function reviewCommentJson(place: Place, remark: ReviewComment): Json {
  const url = `${repoUrl(place)}/pulls/comments/${remark.id}`
  const html = `${repoPage(place)}/pull/${remark.number}#discussion_r${remark.id}`
  const pullUrl = `${repoUrl(place)}/pulls/${remark.number}`
  return {
    id: remark.id,
    node_id: nodeId('PullRequestReviewComment', remark.id),
    url,
    html_url: html,
    pull_request_url: pullUrl,
    pull_request_review_id: remark.review,
    diff_hunk: '',
    path: remark.path,
    position: remark.line,
    original_position: remark.line ?? 1,
    commit_id: remark.commitId,
    original_commit_id: remark.commitId,
    ...(remark.inReplyTo === null ? {} : { in_reply_to_id: remark.inReplyTo }),
    user: user(place, remark.user),
    body: remark.body,
    created_at: remark.createdAt,
    updated_at: remark.createdAt,
    author_association: association(place.world, remark.user),
    line: remark.line,
    original_line: remark.line,
    start_line: remark.startLine,
    original_start_line: remark.startLine,
    start_side: remark.startLine === null ? null : remark.side,
    side: remark.side,
    subject_type: remark.line === null ? 'file' : 'line',
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
  }
}
