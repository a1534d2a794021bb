import { type Answer, type Call, notFound, ok, Refusal, type Route } from './github-answer.ts'
import { contentRoutes } from './github-contents.ts'
import { gitRoutes } from './github-git-routes.ts'
import { issueRoutes } from './github-issues.ts'
import { jobRoutes } from './github-jobs.ts'
import { pullRoutes } from './github-pulls.ts'
import { repositoryRoutes } from './github-repository.ts'
import { reviewRoutes } from './github-reviews.ts'
import { searchIssues } from './github-search.ts'
import { user } from './github-shapes.ts'
import type { World } from './github-world.ts'

const outsideRepository: readonly Route[] = [
  { method: 'GET', pattern: '/rate_limit', answer: (call) => ok(rateLimit(call.now)) },
  { method: 'GET', pattern: '/user', answer: forbidden },
  { method: 'GET', pattern: '/users/:login', answer: getUser },
  { method: 'GET', pattern: '/search/issues', answer: searchIssues },
]

/** A workflow's token speaks for an app, not for a user. */
function forbidden(): never {
  throw new Refusal(403, 'Resource not accessible by integration')
}

function getUser(call: Call): Answer {
  const login = call.params.login ?? ''
  if (login !== call.world.viewer && !Object.hasOwn(call.world.permissions, login)) throw notFound()
  return ok({
    ...user(call, login),
    ...{ name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null },
    ...{ public_repos: 0, public_gists: 0, followers: 0, following: 0 },
    ...{ created_at: '2020-01-05T09:00:00Z', updated_at: '2026-01-05T09:00:00Z' },
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
  ...gitRoutes,
  ...contentRoutes,
]

/** The route of a request, or undefined for an address GitHub may have but the stand-in does not. Throws 404 for other repositories. */
export function findRoute(
  world: World,
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  const parts = path.split('/').slice(1)
  const [first, owner = '', repo = ''] = parts
  const ours = `${owner}/${repo}`.toLowerCase() === `${world.owner}/${world.repo}`.toLowerCase()
  if (first !== 'repos') return match(outsideRepository, method, parts)
  const found = match(inRepository, method, parts.slice(3))
  if (found !== undefined && !ours) throw notFound()
  return found
}

/** Patterns as `/issues/:number`; a last part `*name` takes the rest of the path. Literal parts win over parameters. */
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
  const wanted = pattern.split('/').slice(1)
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const given = parts[at]
    if (given === undefined || (given === '' && !part.startsWith('*'))) return undefined
    if (part.startsWith('*')) {
      params[part.slice(1)] = parts.slice(at).map(decodeURIComponent).join('/')
      return params
    }
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given)
    else if (part !== given) return undefined
  }
  return wanted.length === parts.length ? params : undefined
}
