import { mapOf, mapText, type WorkflowMap } from '../../config/workflow-file.ts'
import { eventsWith } from '../workflow-events.ts'
import { agentOf, agentSteps, type JobSource, type WorkflowSource } from '../workflow-source.ts'
import { lineBefore } from '../yaml-edits.ts'
import { type DoctorProblem, permissionOf, type WorkflowCheck } from './doctor-problem.ts'

/** Finds permissions that a job with an agent lacks or does not need. */
export const permissionChecks: WorkflowCheck = (source) => {
  const jobs = source.jobs.filter((job) => agentSteps(job).length > 0)
  return [
    ...missingBlocks(source, jobs),
    ...jobs.flatMap((job) => [...missingScopes(source, job), ...needlessScopes(source, job)]),
    ...writeAll(source),
  ]
}

function missingBlocks(source: WorkflowSource, jobs: readonly JobSource[]): DoctorProblem[] {
  if (source.workflow.permissions !== undefined) return []
  return jobs
    .filter(({ job }) => job.permissions === undefined)
    .map((job) => {
      const needed = neededScopes(source, job)
      const lines = [...new Map([['contents', 'read'], ...needed.map(({ scope, level }) => [scope, level] as const)])]
      const block = lines.map(([scope, level]) => `\n  ${scope}: ${level}`).join('')
      return {
        check: 'missing-permissions',
        level: 'error' as const,
        line: source.lineOf(job.path),
        problem: `The job "${job.id}" has no permissions block: it gets the repository's default, which may be write access to everything.`,
        fix: `Add to the job: permissions: { ${lines.map((pair) => pair.join(': ')).join(', ')} }`,
        edits: firstKeyEdit(source, job, `permissions:${block}`),
      }
    })
}

function firstKeyEdit(source: WorkflowSource, { path, job }: JobSource, line: string) {
  const [first] = Object.keys(job)
  return first === undefined ? [] : [lineBefore(source, [...path, first], line)]
}

type NeededScope = { scope: string; level: 'read' | 'write'; reason: string }

/** What the steps of a job need, as far as their inputs are known. */
function neededScopes({ events, workflow }: WorkflowSource, { job, steps }: JobSource): NeededScope[] {
  const needed: NeededScope[] = []
  if (steps.some(({ step }) => /^actions\/checkout@/.test(mapText(step, 'uses'))))
    needed.push({ scope: 'contents', level: 'read', reason: 'the checkout' })
  for (const { step } of steps.filter((each) => agentOf(each.step) === 'sluice')) {
    const inputs = mapOf(step.with)
    // Another token has its own permissions.
    const writes = String(inputs.dry_run ?? '') !== 'true' && isJobToken(inputs.github_token)
    const needs = (scope: string, level: NeededScope['level'], reason: string) => needed.push({ scope, level, reason })
    // A plan writes nothing, and a shard leaves its changes to the reduction.
    const writesCode = writes && inputs.mode !== 'plan' && inputs.mode !== 'shard'
    if (writes && inputs.mode !== 'plan' && inputs.comment !== 'off')
      needed.push(...commentScopes(events, { workflow, job }))
    if (writesCode && ['commit', 'pull_request'].includes(String(inputs.changes)))
      needs('contents', 'write', `changes: ${String(inputs.changes)}`)
    if (writesCode && inputs.changes === 'pull_request') needs('pull-requests', 'write', 'changes: pull_request')
    const report = String(inputs.report_to ?? '')
    if (writes && report !== '' && !isMaybeEmpty(report))
      needs(report === 'discussion' ? 'discussions' : 'issues', 'write', `report_to: ${report}`)
    if (writes && String(inputs.check_run) === 'true') needs('checks', 'write', 'check_run: true')
    if (writes && isGate(inputs)) needs('checks', 'write', 'fail_on_findings')
    if (
      mapText(inputs, 'gcp_workload_identity_provider') !== '' &&
      !isMaybeEmpty(inputs.gcp_workload_identity_provider)
    )
      needs('id-token', 'write', 'gcp_workload_identity_provider')
    if (isJobToken(inputs.github_token)) {
      if (/"perDayUsd"\s*:/.test(String(inputs.settings ?? ''))) needs('actions', 'read', 'sluice.budget.perDayUsd')
      for (const name of ['runs_per_hour', 'resume'])
        if (!['undefined', '', 'false'].includes(String(inputs[name]))) needs('actions', 'read', name)
    }
  }
  return needed
}

/** Whether a review decides: it writes a check run, and `contents: write` lets it resolve threads and open pull requests with learnings. */
const isGate = (inputs: WorkflowMap): boolean => !['undefined', '', 'off'].includes(String(inputs.fail_on_findings))

/** Whether the token is that of the job, also as one of several that `||` chooses from. */
const isJobToken = (token: unknown): boolean =>
  token === undefined || token === '' || /github\.token|secrets\.GITHUB_TOKEN/i.test(String(token))

/** `${{ vars.X }}` may be empty, as published workflows leave it. */
const isMaybeEmpty = (value: unknown): boolean => /\$\{\{/.test(String(value))

function commentScopes(
  events: WorkflowSource['events'],
  { workflow, job }: { workflow: WorkflowMap; job: WorkflowMap },
): NeededScope[] {
  const may = (scope: string) => permissionOf(workflow, job, scope) === 'write'
  const onPulls = eventsWith('pulls').some((name) => events.has(name))
  // A job that only answers comments on pull requests may use either permission.
  const isPullsOnly = /(?<!!\s*)github\.event\.issue\.pull_request/.test(String(job.if ?? '')) && may('pull-requests')
  const onIssues = events.has('issues') || (events.has('issue_comment') && !isPullsOnly)
  return [
    // Either of the two may comment on a pull request.
    ...(onPulls && !may('issues')
      ? [{ scope: 'pull-requests', level: 'write', reason: 'the comment on a pull request' } as const]
      : []),
    ...(onIssues ? [{ scope: 'issues', level: 'write', reason: 'the comment on an issue' } as const] : []),
    ...(events.has('discussion') || events.has('discussion_comment')
      ? [{ scope: 'discussions', level: 'write', reason: 'the comment in a discussion' } as const]
      : []),
  ]
}

const isEnough = (granted: string | undefined, level: string) => granted === 'write' || granted === level

function missingScopes(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  const { workflow } = source
  if ((job.job.permissions ?? workflow.permissions) === undefined) return []
  const missing = neededScopes(source, job).filter(
    ({ scope, level }) => !isEnough(permissionOf(workflow, job.job, scope), level),
  )
  return [...new Map(missing.map((each) => [each.scope, each])).values()].map(({ scope, level, reason }) => ({
    check: 'missing-permission',
    level: 'error',
    line: source.lineOf(permissionsPath(source, job)),
    problem: `The job "${job.id}" may not ${level} ${scope}, but ${reason} needs it: GitHub answers 403.`,
    fix: `Add ${scope}: ${level} to permissions.`,
    edits: scopeEdit(source, job, scope, level),
  }))
}

const permissionsPath = (source: WorkflowSource, { job, path }: JobSource): (string | number)[] =>
  job.permissions !== undefined
    ? [...path, 'permissions']
    : source.workflow.permissions !== undefined
      ? ['permissions']
      : [...path]

function scopeEdit(source: WorkflowSource, job: JobSource, scope: string, level: string) {
  const path = permissionsPath(source, job)
  const permissions = mapOf(job.job.permissions ?? source.workflow.permissions)
  const [first] = Object.keys(permissions)
  const isFlow = source.text.slice(source.startOf(path).offset).split('\n', 1)[0]?.includes('{') === true
  if (first === undefined || isFlow) return []
  if (permissions[scope] === undefined) return [lineBefore(source, [...path, first], `${scope}: ${level}`)]
  const range = source.nodeAt([...path, scope])?.range
  return range == null ? [] : [{ start: range[0], end: range[1], text: level }]
}

/** Scopes that an agent's job needs only for a reason that its steps show. */
const REASONS: Readonly<Record<string, (text: string, inputs: WorkflowMap) => boolean>> = {
  contents: (text, inputs) =>
    ['commit', 'pull_request'].includes(String(inputs.changes)) ||
    isGate(inputs) ||
    /git (?:push|tag)|gh (?:release|pr (?:merge|create))|create-pull-request|auto-commit|action-gh-release|push_files|create_branch|create_or_update_file/.test(
      text,
    ),
  'id-token': (text) =>
    /workload_identity_provider|google-github-actions\/auth|configure-aws-credentials|azure\/login|attest|--provenance|pypi-publish/.test(
      text,
    ),
  statuses: (text) => /\/statuses|createCommitStatus|commit-status/.test(text),
  packages: (text) => /docker|ghcr\.io|npm publish|packages/.test(text),
  deployments: (text) => /deploy/i.test(text),
  'security-events': (text) => /sarif|codeql|code-scanning/i.test(text),
  actions: (text) => /gh (?:workflow|run|cache)|\/actions\/|createWorkflowDispatch/.test(text),
  checks: (text, inputs) =>
    String(inputs.check_run) === 'true' || isGate(inputs) || /check-runs|checks\.create|junit|reporter/.test(text),
  pages: (text) => /pages/.test(text),
  'repository-projects': (text) => /project/.test(text),
  discussions: (text) => /discussion/i.test(text),
  attestations: (text) => /attest/.test(text),
}

function needlessScopes(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  const permissions = job.job.permissions ?? source.workflow.permissions
  // Jobs without permissions of their own share those of the workflow; the first one with an agent reports.
  const sharing =
    job.job.permissions === undefined ? source.jobs.filter((each) => each.job.permissions === undefined) : [job]
  const isFirst = sharing.find((each) => agentSteps(each).length > 0) === job
  if (typeof permissions !== 'object' || permissions === null || !isFirst) return []
  const texts = sharing.map(({ job: { permissions: _, ...rest } }) => JSON.stringify(rest))
  const text = [...source.events.keys(), ...texts].join('\n')
  const inputs = sharing.flatMap((each) => agentSteps(each).map(({ step }) => mapOf(step.with)))
  return Object.entries(mapOf(permissions)).flatMap(([scope, level]) => {
    const isNeeded = REASONS[scope]
    if (level !== 'write' || isNeeded === undefined || inputs.some((each) => isNeeded(text, each))) return []
    const path = [...permissionsPath(source, job), scope]
    const lower = scope === 'contents' || scope === 'actions' || scope === 'checks' ? 'read' : undefined
    const range = source.nodeAt(path)?.range
    return [
      {
        check: 'needless-permission',
        level: 'warning' as const,
        line: source.lineOf(path),
        problem: `Nothing in the job "${job.id}" needs ${scope}: write. An attacker who takes over the job could use it.`,
        fix: lower === undefined ? `Remove ${scope}: write.` : `Write ${scope}: ${lower}.`,
        edits: range == null ? undefined : [{ start: range[0], end: range[1], text: lower ?? 'none' }],
      },
    ]
  })
}

function writeAll(source: WorkflowSource): DoctorProblem[] {
  const places = [
    { value: source.workflow.permissions, path: ['permissions'] as (string | number)[] },
    ...source.jobs.map(({ job, path }) => ({ value: job.permissions, path: [...path, 'permissions'] })),
  ]
  return places
    .filter(({ value }) => value === 'write-all')
    .map(({ path }) => ({
      check: 'needless-permission',
      level: 'error',
      line: source.lineOf(path),
      problem: 'permissions: write-all lets every step write to everything: code, releases, packages, issues.',
      fix: 'Name the permissions that the job needs, for example contents: read and pull-requests: write.',
    }))
}
