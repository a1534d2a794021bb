import * as z from 'zod'
import { worldFromEvent } from '../emulators/github/event.ts'
import { createWorld, type World } from '../emulators/github/world.ts'
import { UserError, zodIssueMessage } from '../platform/errors.ts'

const Person = z.object({ login: z.string() }).nullish()
const AuthorOf = z.object({ user: Person }).nullish()
const People = z.object({
  repository: z.object({ full_name: z.string() }).nullish(),
  sender: Person,
  issue: AuthorOf,
  pull_request: AuthorOf,
  comment: AuthorOf,
})

/** The GitHub emulator's data for an event, and who caused the event. */
export type SampleWorld = { world: World; repository: string; actor: string }

/**
 * A GitHub world in which this event happened. Its sender has write permission, other people in it read permission. `token`
 * is the only accepted token, and `gitDir` holds commits and files. `head` is the branch and commit for pull requests that
 * the event does not describe, and the default branch if the event names none. Throws UserError for an invalid payload.
 */
export function sampleWorld(
  payload: unknown,
  { token, gitDir, head }: { token: string; gitDir: string; head: { ref: string; sha: string } },
): SampleWorld {
  const parsed = People.safeParse(payload)
  if (!parsed.success) throw invalidPayload(parsed.error)
  const { repository, sender, issue, pull_request: change, comment } = parsed.data
  const name = repository?.full_name ?? 'you/your-repository'
  const actor = sender?.login ?? 'you'
  const people = [issue, change, comment].flatMap((subject) => (subject?.user ? [subject.user.login] : []))
  const permissions = Object.fromEntries([
    ...people.map((login) => [login, 'read'] as const),
    [actor, 'write'] as const,
  ])
  const facts = {
    repository: name,
    token,
    gitDir,
    permissions,
    sides: { base: head, head: head },
    defaultBranch: head.ref,
  }
  try {
    return { world: createWorld(worldFromEvent(payload, facts)), repository: name, actor }
  } catch (error) {
    throw error instanceof z.ZodError ? invalidPayload(error) : error
  }
}

const invalidPayload = ({ issues }: z.ZodError) =>
  new UserError(`The event is not a valid GitHub payload. ${issues.map((issue) => zodIssueMessage(issue)).join('; ')}`)
