import * as z from 'zod'
import { type ApiAnswer, type ApiCall, ok } from './answer.ts'
import {
  addDiscussionComment,
  changeDiscussion,
  createDiscussion,
  discussionNode,
  discussionsOf,
  updateDiscussionComment,
} from './discussions.ts'
import { listTree, objectType, readBlob, resolveObject } from './repository-git.ts'
import { submittedComments } from './reviews.ts'
import { nodeId } from './shapes.ts'
import { association, author, commentJson, issueId, lastEdit, reviewJson, threadStates } from './thread-shapes.ts'
import type { World, WorldIssue, WorldReview, WorldReviewComment } from './world.ts'

/**
 * The supported GraphQL operations: the viewer, the conversation of an issue or pull request, resolving a thread. Answers
 * only the selected fields. Source: GitHub GraphQL docs.
 */
export function graphql(call: Omit<ApiCall, 'params'>, problems: string[]): ApiAnswer | Promise<ApiAnswer> {
  const request = z
    .object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })
    .parse(call.body)
  if (/\bobject\(oid:/.test(request.query)) return blobTexts(call, request.query)
  if (/\bobject\(expression:/.test(request.query)) return pinnedObjects(call, request)
  if (/\bissueOrPullRequest\(/.test(request.query)) return threadStates(call, request.query)
  const selection = parseSelection(request.query)
  const answered = answersOf(call, { document: request.query, variables: request.variables })
  const [root, ...others] = Object.keys(selection ?? {})
  const answer = root === undefined || others.length > 0 ? undefined : answered[root]?.()
  if (selection === undefined || root === undefined || answer === undefined) {
    problems.push(`POST /graphql: the emulator does not support ${request.query.slice(0, 120)}`)
    return ok({ errors: [{ type: 'UNSUPPORTED', message: 'The emulator does not support this query.' }] })
  }
  if ('error' in answer) return ok({ data: { [root]: null }, errors: [{ ...answer.error, path: [root] }] })
  try {
    const data = selected({ [root]: answer.value }, selection)
    const hidden = (answer.hidden ?? []).filter((field) => new RegExp(`\\b${field}\\b`).test(request.query))
    const errors = hidden.map((field) => ({ type: 'FORBIDDEN', path: [root, field], message: NOT_YOURS }))
    return ok({ data, errors: errors.length === 0 ? undefined : errors })
  } catch (error) {
    return ok({ errors: [{ message: error instanceof Error ? error.message : String(error) }] })
  }
}

/** Aliased blobs of the repository, as one query. */
async function blobTexts({ world }: Pick<ApiCall, 'world'>, query: string): Promise<ApiAnswer> {
  const entries = await Promise.all(
    [...query.matchAll(/(\w+): object\(oid: "([0-9a-f]+)"\)/g)].map(async ([, alias = '', sha = '']) => {
      const bytes = await readBlob(world.gitDir ?? '', sha).catch(() => undefined)
      if (bytes === undefined) return [alias, null]
      const isBinary = bytes.includes(0)
      return [alias, { text: isBinary ? null : bytes.toString('utf8'), isBinary, isTruncated: false }]
    }),
  )
  return ok({ data: { repository: Object.fromEntries(entries) } })
}

/** `hidden`: fields that the token may not read and that are null. */
type FieldResult = { value: unknown; hidden?: string[] } | { error: { type: string; message: string } }

const NOT_YOURS = 'Resource not accessible by integration'

type QueryInput = { document: string; variables: Record<string, unknown> }

type WorldContext = Pick<ApiCall, 'world' | 'permissions' | 'api' | 'now'>

const answersOf = (context: WorldContext, input: QueryInput): Record<string, () => FieldResult> => ({
  viewer: () => ({ value: { login: context.world.viewer } }),
  node: () => commentNode(context.world, input.variables),
  repository: () => repository(context, input),
  addDiscussionComment: () => addDiscussionComment(context, input.variables),
  updateDiscussionComment: () => updateDiscussionComment(context, input.variables),
  createDiscussion: () => createDiscussion(context, input.variables),
  updateDiscussion: () => changeDiscussion(context, input.variables),
  closeDiscussion: () => changeDiscussion(context, input.variables, 'OUTDATED'),
  reopenDiscussion: () => changeDiscussion(context, input.variables, 'REOPENED'),
  resolveReviewThread: () => resolve(context, input.variables, true),
  unresolveReviewThread: () => resolve(context, input.variables, false),
})

function repository(context: WorldContext, input: QueryInput): FieldResult {
  const { world } = context
  const { number } = input.variables
  const isAbout = (subject: string) => new RegExp(`\\b${subject}\\(`).test(input.document)
  if (isAbout('discussions')) {
    const all = discussionsOf(context)
    if ('error' in all) return all
    return { value: { ...all.value, discussions: connection(input, 'discussions', all.value.discussions) } }
  }
  if (isAbout('discussion')) {
    const discussion = world.discussions.find((each) => each.number === number)
    if (discussion !== undefined) return { value: { discussion: discussionNode(context, discussion) } }
    return { error: { type: 'NOT_FOUND', message: `Could not resolve to a Discussion with the number of ${number}.` } }
  }
  const issue = world.issues.find((each) => each.number === number && world.goneIssues?.[each.number] === undefined)
  const pull = world.pulls.find((each) => each.number === number)
  const missing = isAbout('issue') ? (issue ? '' : 'an Issue') : pull ? '' : 'a PullRequest'
  if (missing !== '')
    return { error: { type: 'NOT_FOUND', message: `Could not resolve to ${missing} with the number of ${number}.` } }
  const mayNot = context.permissions.issues === 'none'
  return {
    hidden: mayNot ? ['closingIssuesReferences'] : undefined,
    value: {
      issue: issue && subject(context, input, issue),
      pullRequest: pull && {
        ...subject(context, input, pull),
        reviews: connection(input, 'reviews', reviewsOf(context, input, pull.number)),
        reviewThreads: connection(
          input,
          'reviewThreads',
          submittedComments(world)
            .filter((comment) => comment.number === number && comment.inReplyTo === null)
            .map((root) => thread(world, root)),
        ),
        closingIssuesReferences: mayNot
          ? null
          : connection(
              input,
              'closingIssuesReferences',
              world.issues
                .filter((each) => pull.closes?.includes(each.number))
                .map((each) => ({
                  id: nodeId('Issue', each.number),
                  number: each.number,
                  title: each.title,
                  body: each.body ?? '',
                  state: each.state.toUpperCase(),
                  url: `${world.pages}/${world.owner}/${world.repo}/issues/${each.number}`,
                  author: author(each.user),
                  repository: { nameWithOwner: `${world.owner}/${world.repo}` },
                  comments: texts(context, input, each).comments,
                })),
            ),
      },
    },
  }
}

/** Of pending reviews, GitHub shows only those of the viewer. */
function reviewsOf(context: WorldContext, { document }: QueryInput, number: number) {
  const { world } = context
  const states = /\breviews\([^)]*\bstates:\s*(\[?[\w\s,]+\]?)/.exec(document)?.[1]
  const isShown = ({ state, user }: WorldReview) =>
    states === undefined
      ? state !== 'PENDING'
      : states.includes(state) && (state !== 'PENDING' || user === world.viewer)
  return world.reviews
    .filter((review) => review.number === number && isShown(review))
    .map((review) => {
      const { id, user, body, state, submittedAt, editedAt = null, minimized = false } = review
      const comments = world.reviewComments.filter((each) => each.review === id)
      return {
        id: nodeId('PullRequestReview', id),
        fullDatabaseId: String(id),
        author: author(user),
        viewerDidAuthor: user === world.viewer,
        body,
        state,
        url: reviewJson(context, review).html_url,
        createdAt: submittedAt,
        submittedAt: state === 'PENDING' ? null : submittedAt,
        lastEditedAt: editedAt,
        isMinimized: minimized,
        comments: { totalCount: comments.length, nodes: comments.map((comment) => ({ body: comment.body })) },
      }
    })
}

const editedSubject =
  (id: (number: number) => number) =>
  ({ number, user, createdAt, bodyEdit }: WorldIssue) => ({
    id: id(number),
    user,
    createdAt,
    updatedAt: bodyEdit?.editedAt,
    editedBy: bodyEdit?.by,
  })

const editedReview = ({ id, user, submittedAt, editedAt, editedBy }: World['reviews'][number]) => ({
  id,
  user,
  createdAt: submittedAt,
  updatedAt: editedAt,
  editedBy,
})

const subject = (context: WorldContext, input: QueryInput, issue: WorldIssue) => ({
  ...texts(context, input, issue),
  state: issue.state.toUpperCase(),
  stateReason: issue.stateReason?.toUpperCase() ?? null,
  locked: issue.locked,
  authorAssociation: association(context.world, issue.user),
  labels: connection(
    input,
    'labels',
    issue.labels.map((name) => ({ id: name, name })),
  ),
})

const texts = (context: WorldContext, input: QueryInput, { number, title, body, user }: WorldIssue) => ({
  title,
  body: body ?? '',
  author: author(user),
  comments: connection(
    input,
    'comments',
    context.world.comments
      .filter((comment) => comment.number === number)
      .toSorted((a, b) => a.id - b.id)
      .map((comment) => ({
        id: nodeId('IssueComment', comment.id),
        fullDatabaseId: String(comment.id),
        author: author(comment.user),
        body: comment.body,
        url: commentJson(context, comment).html_url,
        createdAt: comment.createdAt,
        ...lastEdit(comment),
        isMinimized: comment.minimized ?? false,
        viewerDidAuthor: comment.user === context.world.viewer,
        authorAssociation: /^(?:admin|write)$/.test(context.world.permissions[comment.user] ?? '')
          ? 'COLLABORATOR'
          : 'NONE',
      })),
  ),
})

/** A comment, a review or an issue by its node id. An edit is by the author unless the world says otherwise. */
function commentNode(world: World, { id }: Record<string, unknown>): FieldResult {
  const comment =
    world.comments.find((each) => nodeId('IssueComment', each.id) === id) ??
    world.reviewComments.find((each) => nodeId('PullRequestReviewComment', each.id) === id) ??
    world.reviews.map(editedReview).find((each) => nodeId('PullRequestReview', each.id) === id) ??
    world.issues.map(editedSubject(issueId)).find((each) => nodeId('Issue', each.id) === id) ??
    world.pulls.map(editedSubject((number) => 3_000_000 + number)).find((each) => nodeId('PullRequest', each.id) === id)
  if (comment === undefined)
    return { error: { type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${id}'.` } }
  const { user } = comment
  return { value: { viewerDidAuthor: user === world.viewer, author: author(user), ...lastEdit(comment) } }
}

/** GitHub accepts page sizes of at most 100. Source: GitHub GraphQL docs, "Resource limitations". */
const MAX_NODES = 100

/** The page of a list that the arguments of the first field with that name select: `first` and `after`, or `last` and `before`. */
function connection<Node extends { id: string }>({ document, variables }: QueryInput, field: string, all: Node[]) {
  const args = new RegExp(`\\b${field}\\(([^)]*)\\)`).exec(document)?.[1] ?? ''
  const argument = (name: string): unknown => {
    const value = new RegExp(`\\b${name}:\\s*(\\$?\\w+)`).exec(args)?.[1]
    return value?.startsWith('$') ? variables[value.slice(1)] : value
  }
  const first = Number(argument('first') ?? Number.NaN)
  const last = Number(argument('last') ?? Number.NaN)
  const size = Number.isNaN(first) ? last : first
  const isAsked = new RegExp(`\\b${field}\\b`).test(document)
  if (isAsked && !(size >= 1 && size <= MAX_NODES))
    throw new Error(`${field} wants first or last, from 1 to ${MAX_NODES}.`)
  const indexOf = (cursor: unknown) => all.findIndex(({ id }) => id === cursor)
  const from = argument('after') ? indexOf(argument('after')) + 1 : 0
  const to = argument('before') ? indexOf(argument('before')) : all.length
  const nodes = Number.isNaN(first)
    ? all.slice(Math.max(from, to - last), to)
    : all.slice(from, Math.min(to, from + first))
  const start = nodes[0] === undefined ? from : all.indexOf(nodes[0])
  return {
    totalCount: all.length,
    pageInfo: {
      hasNextPage: start + nodes.length < all.length,
      endCursor: nodes.at(-1)?.id ?? null,
      hasPreviousPage: start > 0,
      startCursor: nodes[0]?.id ?? null,
    },
    nodes,
  }
}

const PAGE = 50

const threadId = (root: number) => nodeId('PullRequestReviewThread', root)

function thread(world: World, root: WorldReviewComment) {
  const comments = submittedComments(world).filter(({ id, inReplyTo }) => id === root.id || inReplyTo === root.id)
  return {
    id: threadId(root.id),
    path: root.path,
    line: root.line,
    startLine: root.startLine,
    originalLine: root.originalLine ?? root.line,
    originalStartLine: root.originalStartLine ?? root.startLine,
    diffSide: root.side,
    startDiffSide: (root.originalStartLine ?? root.startLine) === null ? null : root.side,
    isResolved: world.resolved.includes(root.id),
    resolvedBy: world.resolved.includes(root.id) ? resolver(world.resolvedBy[root.id] ?? world.owner) : null,
    isOutdated: root.line === null,
    comments: {
      totalCount: comments.length,
      nodes: comments.slice(0, PAGE).map((comment) => ({
        // BigInt is a string in JSON.
        fullDatabaseId: String(comment.id),
        url: `${world.pages}/${world.owner}/${world.repo}/pull/${comment.number}#discussion_r${comment.id}`,
        author: author(comment.user),
        body: comment.body,
        createdAt: comment.createdAt,
        ...lastEdit(comment),
        isMinimized: comment.minimized ?? false,
      })),
    },
  }
}

/** The field has the type User, which an App is not. Source: GitHub's GraphQL schema, PullRequestReviewThread. */
const resolver = (login: string) => (login.endsWith('[bot]') ? null : author(login))

/** Resolving a thread also requires write permission for contents. Source: github/gh-aw issue 35726. */
function resolve(
  { world, permissions }: WorldContext,
  { threadId: id }: Record<string, unknown>,
  isResolved: boolean,
): FieldResult {
  const root = world.reviewComments.find((each) => each.inReplyTo === null && threadId(each.id) === id)
  if (root === undefined)
    return { error: { type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${id}'.` } }
  if ((permissions.contents ?? 'write') !== 'write' || (permissions.pull_requests ?? 'write') !== 'write')
    return { error: { type: 'FORBIDDEN', message: NOT_YOURS } }
  world.resolved = [...world.resolved.filter((each) => each !== root.id), ...(isResolved ? [root.id] : [])]
  world.resolvedBy[root.id] = world.viewer
  return { value: { thread: thread(world, root) } }
}

type Selection = { [field: string]: Selection }

/** The selected fields of a document with one operation; undefined for unsupported syntax. */
function parseSelection(document: string): Selection | undefined {
  const plain = document
    .replace(/\((?:[^()]|\([^()]*\))*\)/g, ' ')
    .replace(/\.\.\.\s*on\s+\w+\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
  const tokens: string[] = plain.match(/[{}]|[A-Za-z_]\w*|\S/g) ?? []
  const start = tokens.indexOf('{')
  if (start === -1 || !/^(?:query|mutation|\{)$/.test(tokens[0] ?? '')) return undefined
  let position = start + 1
  const read = (): Selection | undefined => {
    const fields: Selection = {}
    let last = ''
    for (; position < tokens.length; position += 1) {
      const token = tokens[position] ?? ''
      if (token === '}') return fields
      if (token === '{') {
        position += 1
        const inner = read()
        if (inner === undefined || last === '') return undefined
        fields[last] = inner
      } else if (/^\w+$/.test(token)) {
        last = token
        fields[token] = {}
      } else return undefined
    }
    return undefined
  }
  return read()
}

function selected(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => selected(item, selection))
  const names = Object.keys(selection)
  if (typeof value !== 'object' || value === null) return value
  if (names.length === 0) throw new Error('Objects must have selections')
  return Object.fromEntries(
    names.map((name) => {
      if (!Object.hasOwn(value, name) || Reflect.get(value, name) === undefined)
        throw new Error(`Field '${name}' doesn't exist`)
      return [name, selected(Reflect.get(value, name), selection[name] ?? {})]
    }),
  )
}

type PinnedQuery = { query: string; variables: Record<string, unknown> }

/** Aliased repositories, each with one object by its expression `SHA:path`, as one query. */
export async function pinnedObjects({ world }: Pick<ApiCall, 'world'>, request: PinnedQuery): Promise<ApiAnswer> {
  const errors: unknown[] = []
  const value = (name: string) => String(request.variables[name])
  const fields = request.query.matchAll(
    /(\w+): repository\(owner: \$(\w+), name: \$(\w+)\) \{\s*object\(expression: \$(\w+)\)/g,
  )
  const entries = await Promise.all(
    [...fields].map(async ([, alias = '', owner = '', name = '', expression = '']) => {
      const repository = `${value(owner)}/${value(name)}`
      const isOwn = repository === `${world.owner}/${world.repo}`
      const gitDir = isOwn ? world.gitDir : world.otherRepositories?.[repository]
      if (gitDir !== undefined) return [alias, { object: await objectAt(gitDir, value(expression)) }]
      const message = `Could not resolve to a Repository with the name '${repository}'.`
      errors.push({ type: 'NOT_FOUND', path: [alias], message })
      return [alias, null]
    }),
  )
  return ok({ data: Object.fromEntries(entries), errors: errors.length === 0 ? undefined : errors })
}

async function objectAt(gitDir: string, expression: string): Promise<unknown> {
  const sha = await resolveObject(gitDir, expression)
  const type = sha === undefined ? undefined : await objectType(gitDir, sha)
  if (sha === undefined || type === undefined) return null
  if (type === 'blob') return blobAt(gitDir, sha)
  const entries = (await listTree(gitDir, sha, false))?.map(async ({ path, mode, type, sha: oid }) => ({
    name: path,
    mode: Number.parseInt(mode, 8),
    object: type === 'blob' ? await blobAt(gitDir, oid) : {},
  }))
  return { entries: await Promise.all(entries ?? []) }
}

async function blobAt(gitDir: string, oid: string) {
  const bytes = await readBlob(gitDir, oid)
  const isBinary = bytes === undefined || bytes.includes(0)
  return { oid, text: isBinary ? null : bytes.toString('utf8'), isTruncated: false }
}
