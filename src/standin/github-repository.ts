import { z } from 'zod'
import { type Call, created, invalid, notFound, numeric, ok, paged, Refusal, type Route } from './github-answer.ts'
import { resolveCommit } from './github-git.ts'
import { mayWrite } from './github-issues.ts'
import { checkRunJson, repository, user } from './github-shapes.ts'
import { type CheckRun, nextId } from './github-world.ts'

/** The repository itself, who may do what on it, and check runs. Source: GitHub REST docs. */
export const repositoryRoutes: readonly Route[] = [
  { method: 'GET', pattern: '', answer: (call) => ok(repository(call)) },
  { method: 'GET', pattern: '/collaborators/:login/permission', answer: permissionOf },
  { method: 'POST', pattern: '/check-runs', answer: createCheckRun },
  { method: 'GET', pattern: '/check-runs/:id', answer: (call) => ok(checkRunJson(call, checkRunOf(call))) },
  { method: 'PATCH', pattern: '/check-runs/:id', answer: updateCheckRun },
  { method: 'GET', pattern: '/check-runs/:id/annotations', answer: listAnnotations },
  { method: 'GET', pattern: '/commits/:ref/check-runs', answer: listCheckRuns },
]

/** A stranger to a public repository is answered `read`; a name nobody has is 404. */
function permissionOf(call: Call) {
  const login = Object.keys(call.world.permissions).find(
    (name) => name.toLowerCase() === call.params.login?.toLowerCase(),
  )
  if (login === undefined) throw notFound()
  const given = call.world.permissions[login] ?? 'none'
  const permission = given === 'none' && call.world.visibility === 'public' ? 'read' : given
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

async function createCheckRun(call: Call) {
  const given = parseChange(call)
  if (given.name === undefined) throw invalid('CheckRun', 'name', 'missing_field')
  if (given.head_sha === undefined) throw invalid('CheckRun', 'head_sha', 'missing_field')
  const { gitDir } = call.world
  if (gitDir !== undefined && (await resolveCommit(gitDir, given.head_sha)) === undefined)
    throw new Refusal(422, `No commit found for SHA: ${given.head_sha}`)
  const made: CheckRun = {
    id: nextId(call.world.checkRuns, 6_000_000),
    name: given.name,
    headSha: given.head_sha,
    status: 'queued',
    conclusion: null,
    startedAt: call.now,
    completedAt: null,
    externalId: null,
    detailsUrl: null,
    output: { title: null, summary: null, text: null, annotations: [] },
  }
  change(made, given, call.now)
  call.world.checkRuns.push(made)
  return created(checkRunJson(call, made))
}

function updateCheckRun(call: Call) {
  const run = checkRunOf(call)
  change(run, parseChange(call), call.now)
  return ok(checkRunJson(call, run))
}

function parseChange(call: Call): z.output<typeof CheckRunChange> {
  mayWrite(call, ['checks'])
  const given = CheckRunChange.safeParse(call.body)
  if (given.success) return given.data
  const issue = given.error.issues[0]
  throw invalid('CheckRun', issue?.path.join('.') ?? 'data', 'invalid', issue?.message)
}

function change(run: CheckRun, given: z.output<typeof CheckRunChange>, now: string): void {
  if (given.status === 'completed' && given.conclusion === undefined)
    throw invalid('CheckRun', 'conclusion', 'missing_field')
  if (given.name !== undefined) run.name = given.name
  if (given.status !== undefined) run.status = given.status
  if (given.external_id !== undefined) run.externalId = given.external_id
  if (given.details_url !== undefined) run.detailsUrl = given.details_url
  if (given.started_at !== undefined) run.startedAt = given.started_at
  if (given.conclusion !== undefined) {
    run.status = 'completed'
    run.conclusion = given.conclusion
    run.completedAt = given.completed_at ?? now
  }
  if (given.output !== undefined) {
    const { title, summary, text, annotations } = given.output
    run.output = {
      title: title ?? run.output.title,
      summary,
      text: text ?? run.output.text,
      // Every update adds its annotations to those that are there.
      annotations: [...run.output.annotations, ...(annotations ?? [])],
    }
  }
}

function checkRunOf(call: Call): CheckRun {
  const id = numeric(call, 'id')
  const found = call.world.checkRuns.find((run) => run.id === id)
  if (found === undefined) throw notFound()
  return found
}

function listAnnotations(call: Call) {
  const run = checkRunOf(call)
  const blob = `${call.world.pages}/${call.world.owner}/${call.world.repo}/blob/${run.headSha}`
  return paged(
    call,
    run.output.annotations.map((given) => ({
      start_column: null,
      end_column: null,
      title: null,
      raw_details: null,
      ...given,
      blob_href: `${blob}/${String(given.path)}`,
    })),
  )
}

/** The commit a branch, tag or SHA stands for. GitHub's words are the same for all three when there is none. */
async function commitOf({ world, params }: Call): Promise<string> {
  const ref = params.ref ?? ''
  const { gitDir } = world
  const sides = world.pulls.flatMap(({ base, head }) => [base, head])
  const named = sides.find((side) => side.ref === ref.replace(/^(?:refs\/)?heads\//, ''))?.sha
  const resolved = named ?? (gitDir === undefined ? undefined : await resolveCommit(gitDir, ref))
  if (resolved !== undefined) return resolved
  // Some worlds have no repository behind them, only commits that somebody spoke of.
  const isSpokenOf = sides.some(({ sha }) => sha === ref) || world.checkRuns.some(({ headSha }) => headSha === ref)
  if (isSpokenOf || (gitDir === undefined && /^[0-9a-f]{40}$/.test(ref))) return ref
  throw new Refusal(422, `No commit found for SHA: ${ref}`)
}

async function listCheckRuns(call: Call) {
  const sha = await commitOf(call)
  const name = call.query.get('check_name')
  const every = call.world.checkRuns
    .filter((run) => run.headSha === sha && (name === null || run.name === name))
    .toReversed()
  // Unless all are asked for, only the newest of each name is listed.
  const runs =
    call.query.get('filter') === 'all'
      ? every
      : every.filter((run, at) => every.findIndex((other) => other.name === run.name) === at)
  return paged(
    call,
    runs.map((run) => checkRunJson(call, run)),
    (page) => ({ total_count: runs.length, check_runs: page }),
  )
}
