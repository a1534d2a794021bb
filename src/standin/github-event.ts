import { z } from 'zod'
import { comment, issue, type Permission, pull, type ReviewComment, type WorldSeed } from './github-world.ts'

/** The parts of a webhook payload a world is made from. Source: GitHub docs, "Webhook events and payloads". */
const Person = z.object({ login: z.string() })
const Subject = z.object({ number: z.number(), title: z.string(), body: z.string().nullish(), user: Person.nullish() })
const Side = z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() })
const PullRequest = Subject.extend({ base: Side, head: Side, draft: z.boolean().nullish() })
const Said = z.object({
  id: z.number(),
  body: z.string().nullish(),
  user: Person.nullish(),
  path: z.string().optional(),
  line: z.number().nullish(),
  commit_id: z.string().optional(),
})
const Payload = z.object({
  sender: Person.nullish(),
  repository: z.object({ default_branch: z.string().optional(), private: z.boolean().optional() }).nullish(),
  issue: Subject.extend({ pull_request: z.unknown().optional() }).nullish(),
  pull_request: PullRequest.nullish(),
  comment: Said.nullish(),
})

export type EventFacts = {
  /** `owner/name`. */
  repository: string
  token: string
  gitDir?: string
  /** Who may do what; people of the payload that are not named get `write` when the code is the repository's own. */
  permissions?: Record<string, Permission>
  /** Where the payload names none; `main` unless given. */
  defaultBranch?: string
  /** Base and head of a pull request whose payload does not carry them, as on `issue_comment`. */
  sides?: { base: { ref: string; sha: string }; head: { ref: string; sha: string } }
}

/** A GitHub that agrees with an event: its issue or pull request exists, and so does the comment. */
export function worldOf(payload: unknown, facts: EventFacts): WorldSeed {
  const event = Payload.parse(payload)
  const [owner = '', repo = ''] = facts.repository.split('/')
  const { issue: subject, pull_request: request, comment: said } = event
  const onPull = subject?.pull_request !== undefined && subject.pull_request !== null
  const pulls = [
    ...(request ? [pullOf(request)] : []),
    ...(subject && onPull && facts.sides ? [pullOnIssue(subject, facts.sides, facts.repository)] : []),
  ]
  return {
    owner,
    repo,
    token: facts.token,
    ...(facts.gitDir === undefined ? {} : { gitDir: facts.gitDir }),
    visibility: event.repository?.private === true ? 'private' : 'public',
    defaultBranch: event.repository?.default_branch ?? facts.defaultBranch ?? 'main',
    permissions: { [owner]: 'admin', ...permissionsIn(event, facts.repository), ...facts.permissions },
    issues: subject && !onPull ? [issue(factsOf(subject))] : [],
    pulls,
    comments: said && subject ? [comment({ id: said.id, number: subject.number, ...wordsOf(said) })] : [],
    reviewComments: said && request ? [remarkOf(said, request)] : [],
  }
}

const factsOf = ({ number, title, body, user }: z.output<typeof Subject>) => ({
  number,
  title,
  body: body ?? null,
  user: user?.login ?? 'ghost',
})

const wordsOf = (said: z.output<typeof Said>) => ({ user: said.user?.login ?? 'ghost', body: said.body ?? '' })

const pullOf = (request: z.output<typeof PullRequest>) =>
  pull({
    ...factsOf(request),
    draft: request.draft ?? false,
    base: { ref: request.base.ref, sha: request.base.sha, repo: request.base.repo?.full_name ?? null },
    head: { ref: request.head.ref, sha: request.head.sha, repo: request.head.repo?.full_name ?? null },
  })

const pullOnIssue = (
  subject: z.output<typeof Subject>,
  { base, head }: NonNullable<EventFacts['sides']>,
  repo: string,
) => pull({ ...factsOf(subject), base: { ...base, repo }, head: { ...head, repo } })

const remarkOf = (said: z.output<typeof Said>, request: z.output<typeof PullRequest>): ReviewComment => ({
  id: said.id,
  number: request.number,
  review: 9_000_001,
  ...wordsOf(said),
  path: said.path ?? '',
  commitId: said.commit_id ?? request.head.sha,
  line: said.line ?? null,
  startLine: null,
  side: 'RIGHT',
  inReplyTo: null,
  createdAt: '2026-01-05T09:00:00Z',
})

/** Whoever works from a fork has no say here; everyone else the payload names is taken to belong to the repository. */
function permissionsIn(event: z.output<typeof Payload>, repository: string): Record<string, Permission> {
  const fromFork = event.pull_request != null && event.pull_request.head.repo?.full_name !== repository
  const author = event.pull_request?.user?.login
  const people = [event.sender, event.issue?.user, event.comment?.user, event.pull_request?.user]
  const names = people.flatMap((person) => (person ? [person.login] : [])).filter((name) => !name.endsWith('[bot]'))
  return Object.fromEntries(names.map((name) => [name, fromFork && name === author ? 'none' : 'write']))
}
