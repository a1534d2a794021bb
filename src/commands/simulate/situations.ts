import { mapOf, textsIn } from '../../config/workflow-file.ts'
import { defaultTypes } from '../workflow-events.ts'
import type { JobSource, StepSource, WorkflowSource } from '../workflow-source.ts'

export type SimulatedActor = 'writer' | 'stranger' | 'bot' | 'dependabot'

/** One event that could happen. `code`: where the head of the pull request is; undefined: there is no pull request. */
export type Situation = {
  event: string
  type: string | undefined
  /** What else tells the event from others of its type. */
  detail?: string
  actor: SimulatedActor
  code: 'own' | 'fork' | undefined
  payload: Record<string, unknown>
}

export const REPOSITORY = 'octo/example'
export const FORK = 'stranger/example'
export const SHA = { base: 'b'.repeat(40), head: 'c'.repeat(40), merge: 'd'.repeat(40) } as const
export const PULL_NUMBER = 7
export const ISSUE_NUMBER = 5
export const RUN_ID = 31
export const LOGINS: Readonly<Record<SimulatedActor, string>> = {
  writer: 'writer',
  stranger: 'stranger',
  bot: 'helper[bot]',
  dependabot: 'dependabot[bot]',
}

const person = (actor: SimulatedActor) => ({
  login: LOGINS[actor],
  type: LOGINS[actor].endsWith('[bot]') ? 'Bot' : 'User',
})
const association = (actor: SimulatedActor) => (actor === 'writer' ? 'COLLABORATOR' : 'NONE')
const repository = { full_name: REPOSITORY, default_branch: 'main' }

function pullRequest(author: SimulatedActor, code: 'own' | 'fork', labels: readonly string[]) {
  const head = code === 'own' ? { full_name: REPOSITORY, fork: false } : { full_name: FORK, fork: true }
  return {
    number: PULL_NUMBER,
    title: 'A change',
    body: 'What it does.',
    draft: false,
    user: person(author),
    author_association: association(author),
    labels: labels.map((name) => ({ name })),
    base: { ref: 'main', sha: SHA.base, repo: { full_name: REPOSITORY, fork: false } },
    head: { ref: 'topic', sha: SHA.head, repo: head },
  }
}

const issueOf = (author: SimulatedActor, labels: readonly string[], body = 'It fails.') => ({
  number: ISSUE_NUMBER,
  title: 'A problem',
  body,
  user: person(author),
  author_association: association(author),
  labels: labels.map((name) => ({ name })),
})

/** `opening`: how a comment begins that the conditions ask for. */
type Facts = { opening: string; label: string; assignee: string; cron: string }

/** Every event of the workflow, for each kind of person and each origin of the code. */
export function situationsOf(events: WorkflowSource['events'], job: JobSource, step: StepSource): Situation[] {
  const inputs = mapOf(step.step.with)
  const conditions = textsIn({ if: job.job.if, step: step.step.if }).join('\n')
  const phrase = String(inputs.trigger_phrase ?? '@gemini-cli')
  const facts = {
    opening:
      [...conditions.matchAll(/(?<!!)contains\(github\.event\.(?:comment|review)\.body, '([^']+)'\)/g)]
        .map(([, words = '']) => words)
        .find((words) => words.startsWith(phrase)) ?? phrase,
    label: firstName(inputs.label_trigger) ?? /label\.name\s*==\s*'([^']+)'/.exec(conditions)?.[1] ?? 'bug',
    assignee: firstName(inputs.assignee_trigger) ?? LOGINS.writer,
    cron: '0 0 * * *',
  }
  return [...events].flatMap(([event, { types }]) =>
    (Array.isArray(types)
      ? types.map(String)
      : typeof types === 'string'
        ? [types]
        : (defaultTypes(event) ?? [undefined])
    ).flatMap((type) => situationsOfType(event, type, facts)),
  )
}

const firstName = (list: unknown): string | undefined =>
  String(list ?? '')
    .split(/[,\n]/)
    .map((name) => name.trim())
    .find((name) => name !== '' && !name.includes('${{'))

const PEOPLE: readonly SimulatedActor[] = ['writer', 'stranger', 'bot']
/** What only people with write permission can cause. */
const BY_WRITERS = ['labeled', 'unlabeled', 'assigned', 'unassigned', 'milestoned']

function situationsOfType(event: string, type: string | undefined, facts: Facts): Situation[] {
  const situation = (actor: SimulatedActor, code: Situation['code'], payload: Record<string, unknown>): Situation => ({
    event,
    type,
    actor,
    code,
    payload: { action: type, repository, sender: person(actor), ...payload },
  })
  const actors = type !== undefined && BY_WRITERS.includes(type) ? (['writer', 'bot'] as const) : PEOPLE
  const added =
    type === 'labeled'
      ? { label: { name: facts.label } }
      : type === 'assigned'
        ? { assignee: { login: facts.assignee } }
        : {}
  const labels = type === 'labeled' ? [facts.label] : []
  const comment = (actor: SimulatedActor) => ({
    id: 11,
    body: `${facts.opening} please look at this`,
    user: person(actor),
    author_association: association(actor),
    path: event === 'pull_request_review_comment' ? 'README.md' : undefined,
    line: event === 'pull_request_review_comment' ? 1 : undefined,
    diff_hunk: event === 'pull_request_review_comment' ? '@@ -1 +1 @@\n-a\n+b' : undefined,
  })
  const before = type === 'edited' ? { changes: { body: { from: 'please look at this' } } } : {}
  switch (event) {
    case 'pull_request':
    case 'pull_request_target': {
      const opened = (actor: SimulatedActor, code: 'own' | 'fork') => {
        const author = BY_WRITERS.includes(type ?? '') && code === 'fork' ? 'stranger' : actor
        return situation(actor, code, {
          number: PULL_NUMBER,
          pull_request: pullRequest(author, code, labels),
          ...added,
        })
      }
      if (BY_WRITERS.includes(type ?? ''))
        return [opened('writer', 'own'), opened('writer', 'fork'), opened('bot', 'own')]
      return [
        opened('writer', 'own'),
        opened('writer', 'fork'),
        opened('stranger', 'fork'),
        opened('bot', 'own'),
        opened('dependabot', 'own'),
      ]
    }
    case 'issues':
      return actors.map((actor) =>
        situation(actor, undefined, {
          issue: issueOf(BY_WRITERS.includes(type ?? '') ? 'stranger' : actor, labels),
          ...added,
          ...before,
        }),
      )
    case 'issue_comment':
      return PEOPLE.flatMap((actor) => [
        situation(actor, undefined, { issue: issueOf('stranger', []), comment: comment(actor), ...before }),
        ...(['own', 'fork'] as const).map((code) =>
          situation(actor, code, {
            issue: { ...issueOf(code === 'own' ? 'writer' : 'stranger', []), number: PULL_NUMBER, pull_request: {} },
            comment: comment(actor),
            ...before,
          }),
        ),
      ])
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return PEOPLE.flatMap((actor) =>
        (['own', 'fork'] as const).map((code) =>
          situation(actor, code, {
            pull_request: pullRequest(code === 'own' ? 'writer' : 'stranger', code, []),
            review: event === 'pull_request_review' ? { ...comment(actor), state: 'commented' } : undefined,
            comment: event === 'pull_request_review' ? undefined : comment(actor),
            ...before,
          }),
        ),
      )
    case 'discussion':
    case 'discussion_comment':
      return PEOPLE.map((actor) =>
        situation(actor, undefined, {
          discussion: { ...issueOf('stranger', []), user: person(event === 'discussion' ? actor : 'stranger') },
          comment: event === 'discussion' ? undefined : comment(actor),
          ...before,
        }),
      )
    case 'workflow_run':
      return (['failure', 'success'] as const).flatMap((detail) => [
        { ...situation('writer', 'own', { workflow_run: upstreamRun('writer', 'own', detail) }), detail },
        { ...situation('stranger', 'fork', { workflow_run: upstreamRun('stranger', 'fork', detail) }), detail },
      ])
    case 'push':
      return [
        situation('writer', undefined, { ref: 'refs/heads/main', deleted: false }),
        situation('bot', undefined, { ref: 'refs/heads/main', deleted: false }),
      ]
    case 'workflow_call':
      return []
    case 'schedule':
      return [situation('writer', undefined, { schedule: facts.cron })]
    default:
      return [situation('writer', undefined, {})]
  }
}

const upstreamRun = (actor: SimulatedActor, code: 'own' | 'fork', conclusion: string) => ({
  id: 21,
  name: 'CI',
  event: 'pull_request',
  conclusion,
  path: '.github/workflows/first-phase.yml',
  head_branch: 'topic',
  head_sha: SHA.head,
  actor: person(actor),
  triggering_actor: person(actor),
  head_repository: code === 'own' ? { full_name: REPOSITORY, fork: false } : { full_name: FORK, fork: true },
  pull_requests: code === 'own' ? [{ number: PULL_NUMBER }] : [],
})
