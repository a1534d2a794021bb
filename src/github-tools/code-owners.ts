import type { CommitReader } from '../platform/files/workspace.ts'
import { lazyAsync } from '../platform/lazy.ts'
import type { Tool } from '../tools/tool.ts'
import { refuseProposal } from './proposal.ts'

/** Where GitHub looks for the file. The first one counts. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']

const TRIAGE = 'policies/profiles/triage.toml'

/** The accounts that a CODEOWNERS file names, in lower case. Teams and addresses cannot be assigned. */
export function ownersIn(text: string): ReadonlySet<string> {
  const words = text.split(/\r?\n/).flatMap((line) =>
    line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/)
      .slice(1),
  )
  return new Set(words.flatMap((word) => (/^@[a-z\d-]+$/i.test(word) ? [word.slice(1).toLowerCase()] : [])))
}

/** Under `profile:triage` the tool `assign` takes only accounts that CODEOWNERS names at the commit that configures the run. */
export function withCodeOwners(
  tools: readonly Tool[],
  { rules, steering }: { rules: readonly { file: string }[]; steering: Pick<CommitReader, 'read'> },
): Tool[] {
  if (!rules.some(({ file }) => file === TRIAGE)) return [...tools]
  const owners = lazyAsync(async () => {
    for (const place of PLACES) {
      const text = await steering.read(place)
      if (text !== undefined) return { place, names: ownersIn(text) }
    }
    return undefined
  })
  return tools.map((tool) => (tool.name === 'github__assign' ? amongOwners(tool, owners) : tool))
}

type Owners = { place: string; names: ReadonlySet<string> } | undefined

const amongOwners = (tool: Tool, owners: () => Promise<Owners>): Tool => ({
  ...tool,
  variant: tool.variant && ((alias) => amongOwners(tool.variant?.(alias) ?? tool, owners)),
  async run(args, signal) {
    const ownersFile = await owners()
    if (ownersFile === undefined)
      return refuseProposal('profile:triage assigns only accounts that CODEOWNERS names, and there is no such file.')
    const users = Array.isArray(args.users) ? args.users.map(String) : []
    const isOwner = (user: string) => ownersFile.names.has(user.trim().replace(/^@/, '').toLowerCase())
    const others = users.filter((user) => !isOwner(user))
    const note = `Not accepted:\n${others.map((user) => `- ${user}: ${ownersFile.place} does not name this account, so profile:triage does not assign it`).join('\n')}`
    if (others.length === users.length) return refuseProposal(note)
    const result = await tool.run({ ...args, users: users.filter(isOwner) }, signal)
    if (others.length === 0 || !result.ok || typeof result.content !== 'string') return result
    return { ...result, content: `${result.content}\n${note}` }
  },
})
