import * as z from 'zod'
import { type ApiCall, created, ErrorAnswer, invalid, notFound, numeric, ok, paged, type Route } from './answer.ts'
import { mayWrite } from './issues.ts'
import { resolveCommit } from './repository-git.ts'
import { checkRunJson, repository, repoUrl, user } from './shapes.ts'
import { ACTIONS_APP, nextId, type WorldCheckRun } from './world.ts'

/** The repository, permissions on it, and check runs. Source: GitHub REST docs. */
export const repositoryRoutes: readonly Route[] = [
  { method: 'GET', pattern: '', answer: (call) => ok(repository(call)) },
  { method: 'GET', pattern: '/collaborators/:login/permission', answer: permissionOf },
  { method: 'POST', pattern: '/check-runs', answer: createCheckRun },
  { method: 'GET', pattern: '/check-runs/:id', answer: (call) => ok(checkRunJson(call, checkRunOf(call))) },
  { method: 'PATCH', pattern: '/check-runs/:id', answer: updateCheckRun },
  { method: 'GET', pattern: '/check-runs/:id/annotations', answer: listAnnotations },
  { method: 'GET', pattern: '/commits/:ref/check-runs', answer: listCheckRuns },
  { method: 'GET', pattern: '/commits/:ref/status', answer: combinedStatus },
]

/** Without a permission, a user has `read` on a public repository; an unknown user gives 404. */
function permissionOf(call: ApiCall) {
  const login = Object.keys(call.world.permissions).find(
    (name) => name.toLowerCase() === call.params.login?.toLowerCase(),
  )
  if (login === undefined) throw notFound()
  const assigned = call.world.permissions[login] ?? 'none'
  const permission = assigned === 'none' && call.world.visibility === 'public' ? 'read' : assigned
  const has = (...names: string[]) => names.includes(permission)
  return ok({
    permission,
    role_name: permission,
    user: {
      ...user(call, login),
      role_name: permission,
      permissions: {
        pull: has('read', 'write', 'admin'),
        triage: has('write', 'admin'),
        push: has('write', 'admin'),
        maintain: has('admin'),
        admin: has('admin'),
      },
    },
  })
}

const Conclusion = z.enum(['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out'])
const Annotation = z.object({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  annotation_level: z.enum(['notice', 'warning', 'failure']),
  message: z.string(),
  title: z.string().optional(),
  raw_details: z.string().optional(),
})
/** 65,535 characters and 50 annotations a request are GitHub's limits. */
const CheckRunChange = z.object({
  name: z.string().optional(),
  head_sha: z.string().optional(),
  status: z.enum(['queued', 'in_progress', 'completed']).optional(),
  conclusion: Conclusion.optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  external_id: z.string().optional(),
  details_url: z.string().optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: z.string().max(65_535),
      text: z.string().max(65_535).optional(),
      annotations: z.array(Annotation).max(50).optional(),
    })
    .optional(),
})

async function createCheckRun(call: ApiCall) {
  const change = parseChange(call)
  if (call.world.tokenApp === undefined) throw new ErrorAnswer(403, 'You must authenticate via a GitHub App.')
  if (change.name === undefined) throw invalid('CheckRun', 'name', 'missing_field')
  if (change.head_sha === undefined) throw invalid('CheckRun', 'head_sha', 'missing_field')
  const { gitDir } = call.world
  if (gitDir !== undefined && (await resolveCommit(gitDir, change.head_sha)) === undefined)
    throw new ErrorAnswer(422, `No commit found for SHA: ${change.head_sha}`)
  const run: WorldCheckRun = {
    id: nextId(call.world.checkRuns, 6_000_000),
    name: change.name,
    headSha: change.head_sha,
    status: 'queued',
    conclusion: null,
    startedAt: call.now,
    completedAt: null,
    externalId: null,
    detailsUrl: null,
    output: { title: null, summary: null, text: null, annotations: [] },
    appId: call.world.tokenApp,
  }
  applyChange(run, change, call.now)
  call.world.checkRuns.push(run)
  return created(checkRunJson(call, run))
}

function updateCheckRun(call: ApiCall) {
  const run = checkRunOf(call)
  const change = parseChange(call)
  // Source: the answers that users report, for example in int128/argocd-commenter#631.
  const { appId = ACTIONS_APP } = run
  if (appId !== call.world.tokenApp)
    throw new ErrorAnswer(
      403,
      `Invalid app_id \`${appId}\` - check run can only be modified by the GitHub App that created it.`,
    )
  applyChange(run, change, call.now)
  return ok(checkRunJson(call, run))
}

function parseChange(call: ApiCall): z.output<typeof CheckRunChange> {
  mayWrite(call, ['checks'])
  const parsed = CheckRunChange.safeParse(call.body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalid('CheckRun', issue?.path.join('.') ?? 'data', 'invalid', issue?.message)
}

function applyChange(run: WorldCheckRun, fields: z.output<typeof CheckRunChange>, now: string): void {
  if (fields.status === 'completed' && fields.conclusion === undefined)
    throw invalid('CheckRun', 'conclusion', 'missing_field')
  if (fields.name !== undefined) run.name = fields.name
  if (fields.status !== undefined) run.status = fields.status
  if (fields.external_id !== undefined) run.externalId = fields.external_id
  if (fields.details_url !== undefined) run.detailsUrl = fields.details_url
  if (fields.started_at !== undefined) run.startedAt = fields.started_at
  if (fields.conclusion !== undefined) {
    run.status = 'completed'
    run.conclusion = fields.conclusion
    run.completedAt = fields.completed_at ?? now
  }
  if (fields.output !== undefined) {
    const { title, summary, text, annotations } = fields.output
    run.output = {
      title: title ?? run.output.title,
      summary,
      text: text ?? run.output.text,
      // An update adds its annotations to the existing ones.
      annotations: [...run.output.annotations, ...(annotations ?? [])],
    }
  }
}

function checkRunOf(call: ApiCall): WorldCheckRun {
  const id = numeric(call, 'id')
  const found = call.world.checkRuns.find((run) => run.id === id)
  if (found === undefined) throw notFound()
  return found
}

function listAnnotations(call: ApiCall) {
  if (call.permissions.checks === 'none') throw new ErrorAnswer(403, 'Resource not accessible by integration')
  const run = checkRunOf(call)
  const blob = `${call.world.pages}/${call.world.owner}/${call.world.repo}/blob/${run.headSha}`
  return paged(
    call,
    run.output.annotations.map((annotation) => ({
      start_column: null,
      end_column: null,
      title: null,
      raw_details: null,
      ...annotation,
      blob_href: `${blob}/${String(annotation.path)}`,
    })),
  )
}

/** The commit of a branch, tag or SHA. GitHub gives the same error for all three. */
async function commitOf({ world, params }: ApiCall): Promise<string> {
  const ref = params.ref ?? ''
  const { gitDir } = world
  const sides = world.pulls.flatMap(({ base, head }) => [base, head])
  const named = sides.find((side) => side.ref === ref.replace(/^(?:refs\/)?heads\//, ''))?.sha
  const resolved = named ?? (gitDir === undefined ? undefined : await resolveCommit(gitDir, ref))
  if (resolved !== undefined) return resolved
  // Some worlds have no git repository, only SHAs in other data.
  const isMentioned = sides.some(({ sha }) => sha === ref) || world.checkRuns.some(({ headSha }) => headSha === ref)
  if (isMentioned || (gitDir === undefined && /^[0-9a-f]{40}$/.test(ref))) return ref
  throw new ErrorAnswer(422, `No commit found for SHA: ${ref}`)
}

async function listCheckRuns(call: ApiCall) {
  if (call.permissions.checks === 'none') throw new ErrorAnswer(403, 'Resource not accessible by integration')
  const sha = await commitOf(call)
  const name = call.query.get('check_name')
  const every = call.world.checkRuns
    .filter((run) => run.headSha === sha && (name === null || run.name === name))
    .toReversed()
  // Lists only the newest run of each name, unless the query is filter=all.
  const runs =
    call.query.get('filter') === 'all'
      ? every
      : every.filter((run, index) => every.findIndex((other) => other.name === run.name) === index)
  return paged(
    call,
    runs.map((run) => checkRunJson(call, run)),
    (page) => ({ total_count: runs.length, check_runs: page }),
  )
}

/** The newest status of each context. Without one, GitHub calls the commit pending. Source: GitHub docs, "Commit statuses". */
async function combinedStatus(call: ApiCall) {
  if (call.permissions.statuses === 'none') throw new ErrorAnswer(403, 'Resource not accessible by integration')
  const sha = await commitOf(call)
  const commit_url = `${repoUrl(call)}/commits/${sha}`
  const ofCommit = call.world.statuses.filter((status) => status.sha === sha)
  const newest = ofCommit.filter(
    ({ context }, index) => ofCommit.findLastIndex((each) => each.context === context) === index,
  )
  const has = (...states: string[]) => newest.some(({ state }) => states.includes(state))
  const state = has('error', 'failure') ? 'failure' : newest.length === 0 || has('pending') ? 'pending' : 'success'
  const statuses = newest.map(({ sha: _, ...status }) => ({ ...status, target_url: null }))
  return paged(call, statuses, (page) => ({
    state,
    statuses: page,
    sha,
    total_count: newest.length,
    repository: repository(call),
    commit_url,
    url: `${commit_url}/status`,
  }))
}
