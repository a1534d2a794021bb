import { type ApiAnswer, type ApiCall, ok, wants } from './answer.ts'
import { type JsonFields, label, nodeId, repoPage, repository, repoUrl, type UrlContext, user } from './shapes.ts'
import {
  isPull,
  issueOrPull,
  type PullSide,
  type World,
  type WorldComment,
  type WorldIssue,
  type WorldPicture,
  type WorldPull,
  type WorldReview,
  type WorldReviewComment,
} from './world.ts'

/** GitHub's JSON for conversations: issues, pull requests, comments, reviews. Source: GitHub REST docs. */

/** The `author_association` of an account. */
export function association(world: World, login: string): string {
  if (login === world.owner) return 'OWNER'
  const permission = world.permissions[login]
  return permission === 'admin' || permission === 'write' ? 'COLLABORATOR' : 'NONE'
}

const labelsOf = (context: UrlContext, subject: WorldIssue): JsonFields[] =>
  subject.labels.flatMap((name) => {
    const known = context.world.labels.find((candidate) => candidate.name === name)
    return known === undefined ? [] : [label(context, known)]
  })

const pageOf = (context: UrlContext, subject: WorldIssue | WorldPull): string =>
  `${repoPage(context)}/${isPull(subject) ? 'pull' : 'issues'}/${subject.number}`

/** What an issue and a pull request have in common. */
function subjectFields(context: UrlContext, subject: WorldIssue | WorldPull): JsonFields {
  const assignees = subject.assignees.map((login) => user(context, login))
  return {
    number: subject.number,
    title: subject.title,
    body: subject.body,
    user: user(context, subject.user),
    state: subject.state,
    locked: subject.locked,
    labels: labelsOf(context, subject),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    author_association: association(context.world, subject.user),
    active_lock_reason: null,
    created_at: subject.createdAt,
    updated_at: subject.updatedAt,
    closed_at: subject.state === 'closed' ? subject.updatedAt : null,
    html_url: pageOf(context, subject),
  }
}

export const issueId = (number: number) => 2_000_000 + number

export function issueJson(context: UrlContext, subject: WorldIssue | WorldPull): JsonFields {
  const url = `${repoUrl(context)}/issues/${subject.number}`
  const pullUrl = `${repoUrl(context)}/pulls/${subject.number}`
  const page = pageOf(context, subject)
  const id = issueId(subject.number)
  return {
    id,
    node_id: nodeId('Issue', id),
    url,
    repository_url: repoUrl(context),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    ...subjectFields(context, subject),
    comments: context.world.comments.filter((comment) => comment.number === subject.number).length,
    state_reason: subject.stateReason,
    draft: isPull(subject) ? subject.draft : undefined,
    pull_request: isPull(subject)
      ? { url: pullUrl, html_url: page, diff_url: `${page}.diff`, patch_url: `${page}.patch`, merged_at: null }
      : undefined,
  }
}

/** A pull request as in lists; `pullJson` adds what only `GET pulls/N` has. */
export function pullSummary(context: UrlContext, pull: WorldPull): JsonFields {
  const url = `${repoUrl(context)}/pulls/${pull.number}`
  const issueUrl = `${repoUrl(context)}/issues/${pull.number}`
  const page = pageOf(context, pull)
  const id = 3_000_000 + pull.number
  const links = {
    self: url,
    html: page,
    issue: issueUrl,
    comments: `${issueUrl}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${repoUrl(context)}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${repoUrl(context)}/statuses/${pull.head.sha}`,
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
    ...subjectFields(context, pull),
    requested_reviewers: [],
    requested_teams: [],
    base: side(context, pull.base),
    head: side(context, pull.head),
    draft: pull.draft,
    auto_merge: null,
    merged_at: pull.merged ? pull.updatedAt : null,
    merge_commit_sha: null,
  }
}

function side(context: UrlContext, pullSide: PullSide): JsonFields {
  const owner = pullSide.repo?.split('/')[0] ?? 'unknown'
  return {
    label: `${owner}:${pullSide.ref}`,
    ref: pullSide.ref,
    sha: pullSide.sha,
    user: pullSide.repo === null ? null : user(context, owner),
    repo: pullSide.repo === null ? null : repository(context, pullSide.repo),
  }
}

export function pullJson(
  context: UrlContext,
  pull: WorldPull,
  size: { commits: number; additions: number; deletions: number; files: number },
): JsonFields {
  const on = (entry: { number: number }) => entry.number === pull.number
  return {
    ...pullSummary(context, pull),
    merged: pull.merged,
    mergeable: true,
    rebaseable: true,
    mergeable_state: 'clean',
    merged_by: null,
    comments: context.world.comments.filter(on).length,
    review_comments: context.world.reviewComments.filter(on).length,
    maintainer_can_modify: false,
    commits: size.commits,
    additions: size.additions,
    deletions: size.deletions,
    changed_files: size.files,
  }
}

export function commentJson(context: UrlContext, comment: WorldComment): JsonFields {
  const subject = context.world.pulls.find((pull) => pull.number === comment.number)
  const page = `${repoPage(context)}/${subject === undefined ? 'issues' : 'pull'}/${comment.number}`
  return {
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    url: `${repoUrl(context)}/issues/comments/${comment.id}`,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${repoUrl(context)}/issues/${comment.number}`,
    user: user(context, comment.user),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: association(context.world, comment.user),
    body: comment.body,
    performed_via_github_app: null,
  }
}

export function reviewJson(context: UrlContext, review: WorldReview): JsonFields {
  const html = `${repoPage(context)}/pull/${review.number}#pullrequestreview-${review.id}`
  const pullUrl = `${repoUrl(context)}/pulls/${review.number}`
  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: user(context, review.user),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(context.world, review.user),
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    submitted_at: review.submittedAt,
    commit_id: review.commitId,
  }
}

export function reviewCommentJson(context: UrlContext, comment: WorldReviewComment): JsonFields {
  const url = `${repoUrl(context)}/pulls/comments/${comment.id}`
  const html = `${repoPage(context)}/pull/${comment.number}#discussion_r${comment.id}`
  const pullUrl = `${repoUrl(context)}/pulls/${comment.number}`
  const { originalLine = comment.line, originalStartLine = comment.startLine } = comment
  return {
    id: comment.id,
    node_id: nodeId('PullRequestReviewComment', comment.id),
    url,
    html_url: html,
    pull_request_url: pullUrl,
    pull_request_review_id: comment.review,
    diff_hunk: '',
    path: comment.path,
    position: comment.line,
    original_position: comment.line ?? 1,
    commit_id: comment.commitId,
    original_commit_id: comment.commitId,
    in_reply_to_id: comment.inReplyTo ?? undefined,
    user: user(context, comment.user),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt ?? comment.createdAt,
    author_association: association(context.world, comment.user),
    line: comment.line,
    original_line: originalLine,
    start_line: comment.startLine,
    original_start_line: originalStartLine,
    start_side: originalStartLine === null ? null : comment.side,
    side: comment.side,
    subject_type: originalLine === null ? 'file' : 'line',
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
  }
}

/** In GraphQL, the login of an App has no `[bot]` suffix. */
export const author = (login: string) => ({
  __typename: login.endsWith('[bot]') ? 'Bot' : 'User',
  login: login.replace(/\[bot\]$/, ''),
})

type Edited = { user: string; createdAt: string; updatedAt?: string; editedBy?: string }

/** An edit is by the author unless the world says otherwise. */
export function lastEdit({ user, createdAt, updatedAt = createdAt, editedBy = user }: Edited) {
  const isEdited = updatedAt !== createdAt || editedBy !== user
  return { lastEditedAt: isEdited ? updatedAt : null, editor: isEdited ? author(editedBy) : null }
}

/** Aliased issues and pull requests with labels and comments, as one query. A missing one is null, beside an error. */
export function threadStates({ world, api }: Pick<ApiCall, 'world' | 'api'>, query: string): ApiAnswer {
  const size = Number(/comments\(last: (\d+)\)/.exec(query)?.[1])
  const aliases = [...query.matchAll(/(\w+): issueOrPullRequest\(number: (\d+)\)/g)]
  const states = aliases.map(([, alias = '', digits]) => {
    const number = Number(digits)
    const thread = issueOrPull(world, number)
    if (thread === undefined) return [alias, null]
    const comments = world.comments.filter((comment) => comment.number === number).slice(-size)
    const nodes = comments.map((comment) => ({
      fullDatabaseId: String(comment.id),
      url: commentJson({ world, api }, comment).html_url,
      body: comment.body,
      author: author(comment.user),
      viewerDidAuthor: comment.user === world.viewer,
      createdAt: comment.createdAt,
      ...lastEdit(comment),
    }))
    return [alias, { number, labels: { nodes: thread.labels.map((name) => ({ name })) }, comments: { nodes } }]
  })
  const errors = states
    .filter(([, state]) => state === null)
    .map(([alias]) => ({
      type: 'NOT_FOUND',
      path: ['repository', alias],
      message: 'Could not resolve to an issue or pull request.',
    }))
  return ok({ data: { repository: Object.fromEntries(states) }, errors: errors.length === 0 ? undefined : errors })
}

const STORE = '/private-user-images/'

const PICTURE = /!\[(?:[^[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)|<img\b[^>]*?\ssrc="([^"]+)"[^>]*>/g

/**
 * What the media type `full` adds. An uploaded picture has a signed address on the host of private pictures; one of another host goes
 * through GitHub's proxy. Source: GitHub REST docs, "Media types", and docs "About anonymized URLs".
 */
export const renderedFields = (call: ApiCall, body: string): { body_html?: string } =>
  wants(call, 'full') ? { body_html: renderedText(call.api, body) } : {}

/** Pictures with an address elsewhere in the text: `![alt][name]`, `![name][]` and `![name]`. */
const REFERENCE = /!\[([^\]]*)\](?:\[([^\]]*)\])?(?!\()/g

/** Code shows no picture, a reference has the address of its definition, and a quote is an element. */
function inlinePictures(body: string): string {
  const visible = body.replace(/(```|~~~)[\s\S]*?\1|`[^`\n]*`/g, '<code></code>')
  const definitions = new Map([...visible.matchAll(/^\[([^\]]+)\]: *(\S+)$/gm)].map(([, name, to]) => [name, to]))
  return visible
    .replace(REFERENCE, (reference, alt: string, name?: string) => {
      const to = definitions.get(name || alt)
      return to === undefined ? reference : `![${alt}](${to})`
    })
    .replace(/(?:^>.*(?:\n|$))+/gm, (quote) => `<blockquote>${quote.replace(/^> ?/gm, '')}</blockquote>`)
}

/** The same in GraphQL, as `bodyHTML`. */
export function renderedText(api: string, body: string): string {
  const html = inlinePictures(body).replace(PICTURE, (_, inMarkdown?: string, inHtml?: string) => {
    const address = inMarkdown ?? inHtml ?? ''
    const id = /\/user-attachments\/assets\/([\w-]+)$/.exec(address)?.[1]
    return id === undefined
      ? `<img src="https://camo.githubusercontent.com/0a" data-canonical-src="${address}">`
      : `<img src="${new URL(api).origin}${STORE}1/2-${id}.png?jwt=e30&amp;x=1">`
  })
  return `<p dir="auto">${html}</p>`
}

/** The stored picture for an address; `gone` without one, undefined for other paths. */
export function storedPicture(world: World, { pathname, searchParams }: URL): WorldPicture | 'gone' | undefined {
  const id = /^\/private-user-images\/1\/2-([\w-]+)\.png$/.exec(pathname)?.[1]
  if (id === undefined) return undefined
  return (searchParams.get('jwt') === 'e30' ? world.pictures?.[id] : undefined) ?? 'gone'
}
