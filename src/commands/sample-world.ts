import { z } from 'zod'
import { UserError } from '../host/errors.ts'
import { comment, createWorld, issue, pull, type World } from '../standin/github-world.ts'

const Person = z.object({ login: z.string() })
const Thing = z.object({
  number: z.int(),
  title: z.string().default(''),
  body: z.string().nullish(),
  user: Person.optional(),
  pull_request: z.unknown().optional(),
})
const Side = z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() })
const Event = z.object({
  repository: z.object({ full_name: z.string(), default_branch: z.string().optional() }).optional(),
  sender: Person.optional(),
  issue: Thing.optional(),
  pull_request: Thing.extend({ base: Side, head: Side }).optional(),
  comment: z.object({ id: z.int(), body: z.string().nullish(), user: Person.optional() }).optional(),
})

/** What a stand-in GitHub has to know so that an event makes sense to it, and who caused the event. */
export type SampleWorld = { world: World; repository: string; actor: string }

/**
 * A GitHub in which this event happened: its issue or pull request exists, its comment was written, and whoever sent
 * it may write. `token` is the only one it takes; `gitDir` answers about commits and files;
 * `branch` is the default branch where the event names none.
 */
export function worldOf(payload: unknown, token: string, gitDir: string, branch = 'main'): SampleWorld {
  const parsed = Event.safeParse(payload)
  if (!parsed.success) throw new UserError(`The event is not a GitHub payload: ${z.prettifyError(parsed.error)}`)
  const { repository, sender, issue: about, pull_request: change, comment: said } = parsed.data
  const name = repository?.full_name ?? 'you/your-repository'
  const [owner = '', repo = ''] = name.split('/')
  const actor = sender?.login ?? 'you'
  const people = [actor, about?.user?.login, change?.user?.login, said?.user?.login].filter(
    (login) => login !== undefined,
  )
  const number = change?.number ?? about?.number
  const world = createWorld({
    owner,
    repo,
    token,
    gitDir,
    permissions: Object.fromEntries(people.map((login) => [login, login === actor ? 'write' : 'read'])),
    defaultBranch: repository?.default_branch ?? branch,
    issues: about === undefined || about.pull_request ? [] : [issue(told(about))],
    pulls: change === undefined ? [] : [pull({ ...told(change), base: side(change.base), head: side(change.head) })],
    comments:
      said === undefined || number === undefined
        ? []
        : [comment({ id: said.id, number, body: said.body ?? '', user: said.user?.login ?? actor })],
  })
  return { world, repository: name, actor }
}

const told = ({ number, title, body, user }: z.output<typeof Thing>) => ({
  number,
  title,
  body: body ?? null,
  ...(user === undefined ? {} : { user: user.login }),
})
const side = ({ ref, sha, repo }: z.output<typeof Side>) => ({ ref, sha, repo: repo?.full_name ?? null })
