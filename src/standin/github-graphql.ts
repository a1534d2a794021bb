import { z } from 'zod'
import { type Answer, type Call, ok } from './github-answer.ts'
import { submittedRemarks } from './github-reviews.ts'
import { nodeId } from './github-shapes.ts'
import type { ReviewComment, World } from './github-world.ts'

/**
 * The few questions of GraphQL that are asked: who the token speaks for, the review threads of a pull request, resolving
 * one. Only the fields that were selected come back. Source: GitHub GraphQL docs.
 */
export function graphql(call: Omit<Call, 'params'>, problems: string[]): Answer {
  const given = z
    .object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })
    .parse(call.body)
  const selection = parseSelection(given.query)
  const answered = answersOf(call.world, given.variables)
  const [root, ...others] = Object.keys(selection ?? {})
  const answer = root === undefined || others.length > 0 ? undefined : answered[root]?.()
  if (selection === undefined || root === undefined || answer === undefined) {
    problems.push(`POST /graphql: the stand-in does not answer ${given.query.slice(0, 120)}`)
    return ok({ errors: [{ type: 'UNSUPPORTED', message: 'The stand-in does not answer this query.' }] })
  }
  if ('error' in answer) return ok({ data: { [root]: null }, errors: [{ ...answer.error, path: [root] }] })
  try {
    return ok({ data: selected({ [root]: answer.value }, selection) })
  } catch (error) {
    return ok({ errors: [{ message: error instanceof Error ? error.message : String(error) }] })
  }
}

type Found = { value: unknown } | { error: { type: string; message: string } }

const answersOf = (world: World, variables: Record<string, unknown>): Record<string, () => Found> => ({
  viewer: () => ({ value: { login: world.viewer } }),
  repository: () => ({ value: { pullRequest: pullRequest(world, variables) } }),
  resolveReviewThread: () => resolve(world, variables),
})

const PAGE = 50

function pullRequest(world: World, { number, after }: Record<string, unknown>): unknown {
  if (!world.pulls.some((pull) => pull.number === number)) return null
  const roots = submittedRemarks(world).filter((remark) => remark.number === number && remark.inReplyTo === null)
  const from = after === null || after === undefined ? 0 : roots.findIndex(({ id }) => threadId(id) === after) + 1
  const shown = roots.slice(from, from + PAGE)
  const last = shown.at(-1)
  return {
    reviewThreads: {
      pageInfo: {
        hasNextPage: from + PAGE < roots.length,
        endCursor: last === undefined ? null : threadId(last.id),
      },
      nodes: shown.map((root) => thread(world, root)),
    },
  }
}

const threadId = (root: number) => nodeId('PullRequestReviewThread', root)

function thread(world: World, root: ReviewComment): unknown {
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
      nodes: remarks.slice(0, PAGE).map(({ id, user, body, createdAt }) => ({
        // A BigInt is written as a string, and an App's name stands without its ending here.
        fullDatabaseId: String(id),
        author: { __typename: user.endsWith('[bot]') ? 'Bot' : 'User', login: user.replace(/\[bot\]$/, '') },
        body,
        createdAt,
        isMinimized: false,
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
    return { error: { type: 'FORBIDDEN', message: 'Resource not accessible by integration' } }
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
