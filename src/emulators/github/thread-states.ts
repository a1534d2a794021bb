import { type ApiAnswer, type ApiCall, ok } from './answer.ts'
import { commentJson } from './thread-shapes.ts'
import { issueOrPull } from './world.ts'

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
      viewerDidAuthor: comment.user === world.viewer,
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
