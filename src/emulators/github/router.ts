import { type ApiAnswer, type ApiCall, ErrorAnswer, notFound, ok, type Route } from './answer.ts'
import { contentRoutes } from './contents.ts'
import { commitCommentRoutes } from './discussions.ts'
import { gitRoutes } from './git-routes.ts'
import { issueRoutes, transferredIssue } from './issues.ts'
import { pullRoutes } from './pulls.ts'
import { repositoryRoutes } from './repository.ts'
import { reviewRoutes } from './reviews.ts'
import { jobRoutes, runRoutes } from './runs.ts'
import { searchCode, searchIssues } from './search.ts'
import { user } from './shapes.ts'
import type { World } from './world.ts'

const outsideRepository: readonly Route[] = [
  { method: 'GET', pattern: '/rate_limit', answer: (call) => ok(rateLimit(call.now)) },
  { method: 'GET', pattern: '/user', answer: forbidden },
  { method: 'GET', pattern: '/users/:login', answer: getUser },
  { method: 'GET', pattern: '/transferred/:owner/:repo/:number', answer: transferredIssue },
  { method: 'GET', pattern: '/search/issues', answer: searchIssues },
  { method: 'GET', pattern: '/search/code', answer: searchCode },
]

/** A workflow's token belongs to an app, not to a user. */
function forbidden(): never {
  throw new ErrorAnswer(403, 'Resource not accessible by integration')
}

function getUser(call: ApiCall): ApiAnswer {
  const login = call.params.login ?? ''
  if (login !== call.world.viewer && !Object.hasOwn(call.world.permissions, login)) throw notFound()
  return ok({
    ...user(call, login),
    name: null,
    company: null,
    blog: null,
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: '2020-01-05T09:00:00Z',
    updated_at: '2026-01-05T09:00:00Z',
  })
}

const rateLimit = (now: string) => {
  const core = { limit: 1000, used: 1, remaining: 999, reset: Math.floor(Date.parse(now) / 1000) + 3600 }
  return { resources: { core, search: core, graphql: core }, rate: core }
}

const inRepository: readonly Route[] = [
  ...repositoryRoutes,
  ...issueRoutes,
  ...pullRoutes,
  ...reviewRoutes,
  ...jobRoutes,
  ...runRoutes,
  ...gitRoutes,
  ...contentRoutes,
  ...commitCommentRoutes,
]

/** The route of a request, or undefined for an endpoint that the emulator does not support. Throws 404 for other repositories. */
export function findRoute(
  world: World,
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  const parts = path.split('/').slice(1)
  const [first, owner = '', repo = ''] = parts
  const isWorld = `${owner}/${repo}`.toLowerCase() === `${world.owner}/${world.repo}`.toLowerCase()
  if (first !== 'repos') return match(outsideRepository, method, parts)
  const found = match(inRepository, method, parts.slice(3))
  if (found !== undefined && !isWorld) throw notFound()
  return found
}

/** Matches patterns like `/issues/:number`; a last part `*name` takes the rest of the path. Literal parts win over parameters. */
function match(routes: readonly Route[], method: string, parts: readonly string[]) {
  let best: { route: Route; params: Record<string, string>; literal: number } | undefined
  for (const route of routes) {
    if (route.method !== method) continue
    const params = paramsOf(route.pattern, parts)
    const literal = route.pattern.split('/').filter((part) => !/^[:*]/.test(part)).length
    if (params !== undefined && (best === undefined || literal > best.literal)) best = { route, params, literal }
  }
  return best
}

function paramsOf(pattern: string, parts: readonly string[]): Record<string, string> | undefined {
  const patternParts = pattern.split('/').slice(1)
  const params: Record<string, string> = {}
  for (const [index, expected] of patternParts.entries()) {
    const part = parts[index]
    if (part === undefined || (part === '' && !expected.startsWith('*'))) return undefined
    if (expected.startsWith('*')) {
      params[expected.slice(1)] = parts.slice(index).map(decodeURIComponent).join('/')
      return params
    }
    if (expected.startsWith(':')) params[expected.slice(1)] = decodeURIComponent(part)
    else if (expected !== part) return undefined
  }
  return patternParts.length === parts.length ? params : undefined
}
