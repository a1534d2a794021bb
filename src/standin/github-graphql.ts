import { z } from 'zod'
import { type Answer, type Call, ok } from './github-answer.ts'
import { submittedRemarks } from './github-reviews.ts'
import { nodeId } from './github-shapes.ts'
import { commentJson } from './github-thread-shapes.ts'
import type { Issue, ReviewComment, World } from './github-world.ts'

/**
 * The few questions of GraphQL that are asked: who the token speaks for, what was said about an issue or pull request,
 * resolving a thread. Only the fields that were selected come back. Source: GitHub GraphQL docs.
 */
export function graphql(call: Omit<Call, 'params'>, problems: string[]): Answer {
  const given = z
    .object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })
    .parse(call.body)
  const selection = parseSelection(given.query)
  const answered = answersOf(call, { document: given.query, variables: given.variables })
  const [root, ...others] = Object.keys(selection ?? {})
  const answer = root === undefined || others.length > 0 ? undefined : answered[root]?.()
  if (selection === undefined || root === undefined || answer === undefined) {
    problems.push(`POST /graphql: the stand-in does not answer ${given.query.slice(0, 120)}`)
    return ok({ errors: [{ type: 'UNSUPPORTED', message: 'The stand-in does not answer this query.' }] })
  }
  if ('error' in answer) return ok({ data: { [root]: null }, errors: [{ ...answer.error, path: [root] }] })
  try {
    const data = selected({ [root]: answer.value }, selection)
    const hidden = (answer.hidden ?? []).filter((field) => new RegExp(`\\b${field}\\b`).test(given.query))
    const errors = hidden.map((field) => ({ type: 'FORBIDDEN', path: [root, field], message: NOT_YOURS }))
    return ok({ data, ...(errors.length === 0 ? {} : { errors }) })
  } catch (error) {
    return ok({ errors: [{ message: error instanceof Error ? error.message : String(error) }] })
  }
}

/** `hidden`: fields that the token may not see and which are null for it. */
type Found = { value: unknown; hidden?: string[] } | { error: { type: string; message: string } }

const NOT_YOURS = 'Resource not accessible by integration'

type Asked = { document: string; variables: Record<string, unknown> }
type Place = Pick<Call, 'world' | 'api'>

const answersOf = (place: Place, asked: Asked): Record<string, () => Found> => ({
  viewer: () => ({ value: { login: place.world.viewer } }),
  repository: () => repository(place, asked),
  resolveReviewThread: () => resolve(place.world, asked.variables),
})

function repository(place: Place, asked: Asked): Found {
  const { world } = place
  const { number } = asked.variables
  const isAbout = (subject: string) => new RegExp(`\\b${subject}\\(`).test(asked.document)
  const issue = world.issues.find((known) => known.number === number)
  const pull = world.pulls.find((known) => known.number === number)
  const missing = isAbout('issue') ? (issue ? '' : 'an Issue') : pull ? '' : 'a PullRequest'
  if (missing !== '')
    return { error: { type: 'NOT_FOUND', message: `Could not resolve to ${missing} with the number of ${number}.` } }
  const mayNot = world.tokenMay.issues === 'none'
  return {
    ...(mayNot ? { hidden: ['closingIssuesReferences'] } : {}),
    value: {
      issue: issue && subject(place, asked, issue),
      pullRequest: pull && {
        ...subject(place, asked, pull),
        reviews: connection(
          asked,
          'reviews',
          world.reviews
            .filter((review) => review.number === number && review.state !== 'PENDING')
            .map(({ id, user, body, state, submittedAt, minimized = false }) => ({
              ...{ id: nodeId('PullRequestReview', id), author: author(user), body, state, submittedAt },
              ...{ lastEditedAt: null, isMinimized: minimized },
            })),
        ),
        reviewThreads: connection(
          asked,
          'reviewThreads',
          submittedRemarks(world)
            .filter((remark) => remark.number === number && remark.inReplyTo === null)
            .map((root) => thread(world, root)),
        ),
        closingIssuesReferences: mayNot
          ? null
          : connection(
              asked,
              'closingIssuesReferences',
              world.issues
                .filter((known) => pull.closes?.includes(known.number))
                .map((known) => ({
                  ...{
                    id: nodeId('Issue', known.number),
                    number: known.number,
                    title: known.title,
                    body: known.body ?? '',
                  },
                  ...{ author: author(known.user), repository: { nameWithOwner: `${world.owner}/${world.repo}` } },
                })),
            ),
      },
    },
  }
}

/** An App's name stands without its ending here. */
const author = (login: string) => ({
  __typename: login.endsWith('[bot]') ? 'Bot' : 'User',
  login: login.replace(/\[bot\]$/, ''),
})

const subject = (place: Place, asked: Asked, { number, title, body, user }: Issue) => ({
  ...{ title, body: body ?? '', author: author(user) },
  comments: connection(
    asked,
    'comments',
    place.world.comments
      .filter((comment) => comment.number === number)
      .toSorted((a, b) => a.id - b.id)
      .map((comment) => ({
        id: nodeId('IssueComment', comment.id),
        fullDatabaseId: String(comment.id),
        author: author(comment.user),
        body: comment.body,
        url: commentJson(place, comment).html_url,
        createdAt: comment.createdAt,
        lastEditedAt: comment.updatedAt === comment.createdAt ? null : comment.updatedAt,
        isMinimized: comment.minimized ?? false,
        viewerDidAuthor: comment.user === place.world.viewer,
      })),
  ),
})

/** GitHub gives at most 100 of anything, and asks to be told how many. Source: GitHub GraphQL docs, "Resource limitations". */
const MOST = 100

/** The part of a list that the document asks for at the first field of that name: `first` and `after`, or `last` and `before`. */
function connection<Node extends { id: string }>({ document, variables }: Asked, field: string, all: Node[]) {
  const written = new RegExp(`\\b${field}\\(([^)]*)\\)`).exec(document)?.[1] ?? ''
  const given = (name: string): unknown => {
    const value = new RegExp(`\\b${name}:\\s*(\\$?\\w+)`).exec(written)?.[1]
    return value?.startsWith('$') ? variables[value.slice(1)] : value
  }
  const first = Number(given('first') ?? Number.NaN)
  const last = Number(given('last') ?? Number.NaN)
  const size = Number.isNaN(first) ? last : first
  const isAsked = new RegExp(`\\b${field}\\b`).test(document)
  if (isAsked && !(size >= 1 && size <= MOST)) throw new Error(`${field} wants first or last, from 1 to ${MOST}.`)
  const at = (cursor: unknown) => all.findIndex(({ id }) => id === cursor)
  const from = given('after') ? at(given('after')) + 1 : 0
  const to = given('before') ? at(given('before')) : all.length
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

function thread(world: World, root: ReviewComment) {
  const remarks = submittedRemarks(world).filter(({ id, inReplyTo }) => id === root.id || inReplyTo === root.id)
  return {
    id: threadId(root.id),
    path: root.path,
    line: root.line,
    startLine: root.startLine,
    diffSide: root.side,
    isResolved: world.resolved.includes(root.id),
    isOutdated: root.line === null,
    comments: {
      totalCount: remarks.length,
      nodes: remarks.slice(0, PAGE).map(({ id, user, body, createdAt, updatedAt, minimized }) => ({
        // A BigInt is written as a string.
        fullDatabaseId: String(id),
        author: author(user),
        body,
        createdAt,
        lastEditedAt: updatedAt ?? null,
        isMinimized: minimized ?? false,
      })),
    },
  }
}

/** Takes more than writing in the thread: the token must be allowed to write contents. Source: github/gh-aw issue 35726. */
function resolve(world: World, { threadId: wanted }: Record<string, unknown>): Found {
  const root = world.reviewComments.find(({ id, inReplyTo }) => inReplyTo === null && threadId(id) === wanted)
  if (root === undefined)
    return { error: { type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${wanted}'.` } }
  if ((world.tokenMay.contents ?? 'write') !== 'write' || (world.tokenMay.pull_requests ?? 'write') !== 'write')
    return { error: { type: 'FORBIDDEN', message: NOT_YOURS } }
  if (!world.resolved.includes(root.id)) world.resolved.push(root.id)
  return { value: { thread: thread(world, root) } }
}

type Selection = { [field: string]: Selection }

/** The fields of a document with one operation, without arguments; undefined for what it does not understand. */
function parseSelection(document: string): Selection | undefined {
  const plain = document.replace(/\((?:[^()]|\([^()]*\))*\)/g, ' ')
  const tokens: string[] = plain.match(/[{}]|[A-Za-z_]\w*|\S/g) ?? []
  const start = tokens.indexOf('{')
  if (start === -1 || !/^(?:query|mutation|\{)$/.test(tokens[0] ?? '')) return undefined
  let at = start + 1
  const read = (): Selection | undefined => {
    const fields: Selection = {}
    let last = ''
    for (; at < tokens.length; at += 1) {
      const token = tokens[at] ?? ''
      if (token === '}') return fields
      if (token === '{') {
        at += 1
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
      if (!Object.hasOwn(value, name)) throw new Error(`Field '${name}' doesn't exist`)
      return [name, selected(Reflect.get(value, name), selection[name] ?? {})]
    }),
  )
}
