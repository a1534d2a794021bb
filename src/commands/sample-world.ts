import { z } from 'zod'
import { fieldMistake, UserError } from '../host/errors.ts'
import { worldOf } from '../standin/github-event.ts'
import { createWorld, type World } from '../standin/github-world.ts'

const Person = z.object({ login: z.string() }).nullish()
const By = z.object({ user: Person }).nullish()
const People = z.object({
  repository: z.object({ full_name: z.string() }).nullish(),
  sender: Person,
  issue: By,
  pull_request: By,
  comment: By,
})

/** What a stand-in GitHub has to know so that an event makes sense to it, and who caused the event. */
export type SampleWorld = { world: World; repository: string; actor: string }

/**
 * A GitHub in which this event happened, and whoever sent it may write; others it names may read. `token` is the only one
 * it takes; `gitDir` answers about commits and files; `at` is the branch and commit of a pull request the event does not
 * describe, and the default branch where the event names none.
 */
export function sampleWorld(
  payload: unknown,
  { token, gitDir, at }: { token: string; gitDir: string; at: { ref: string; sha: string } },
): SampleWorld {
  const parsed = People.safeParse(payload)
  if (!parsed.success) throw notOne(parsed.error)
  const { repository, sender, issue, pull_request: change, comment } = parsed.data
  const name = repository?.full_name ?? 'you/your-repository'
  const actor = sender?.login ?? 'you'
  const people = [issue, change, comment].flatMap((about) => (about?.user ? [about.user.login] : []))
  const permissions = Object.fromEntries([
    ...people.map((login) => [login, 'read'] as const),
    [actor, 'write'] as const,
  ])
  const facts = { repository: name, token, gitDir, permissions, sides: { base: at, head: at }, defaultBranch: at.ref }
  try {
    return { world: createWorld(worldOf(payload, facts)), repository: name, actor }
  } catch (error) {
    throw error instanceof z.ZodError ? notOne(error) : error
  }
}

const notOne = ({ issues }: z.ZodError) =>
  new UserError(`The event is not a GitHub payload. ${issues.map((issue) => fieldMistake(issue)).join('; ')}`)
