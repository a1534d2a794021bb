import { isAbsolute, relative, resolve } from 'node:path'
import { findProtectedSegment, isInside } from '../platform/files/paths.ts'
import { type GhAnswer, type GhCall, type GhContext, GhError, type GhRequest } from './gh-types.ts'

/** Refuses every other repository and server than the run's. */
export function requireOwnRepository(requested: readonly (string | undefined)[], context: GhContext): void {
  const { owner, name } = context.task.repo
  for (const text of requested) {
    if (text === undefined || text === '') continue
    const { host, repository } = splitRepository(text)
    const isOwn = repository.toLowerCase() === `${owner}/${name}`.toLowerCase()
    if (isOwn && (host === undefined || isOwnHost(host, context))) continue
    throw new GhError(
      `This run can reach the repository ${owner}/${name} only, not ${JSON.stringify(text)}. Omit -R, --repo and GH_REPO.`,
    )
  }
}

/** Refuses another server in GH_HOST. */
export function requireOwnHost({ host }: GhRequest, context: GhContext): void {
  if (host === undefined || host === '' || isOwnHost(host, context)) return
  throw new GhError(
    `This run can reach ${new URL(context.serverUrl).host} only, not ${JSON.stringify(host)}. Unset GH_HOST.`,
  )
}

const isOwnHost = (host: string, { serverUrl }: GhContext): boolean =>
  host.toLowerCase() === new URL(serverUrl).host.toLowerCase()

/** `OWNER/REPO`, `HOST/OWNER/REPO`, or an address. */
function splitRepository(text: string): { host?: string; repository: string } {
  const address = /^(?:https?:\/\/(?:[^@/]*@)?|(?:ssh:\/\/)?git@)([^/:]+)[/:](.+)$/i.exec(text)
  const [host, path] = address === null ? [undefined, text] : [address[1], address[2] ?? '']
  const parts = path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
  if (host === undefined && parts.length === 3) return { host: parts[0] ?? '', repository: parts.slice(1).join('/') }
  return { host, repository: parts.join('/') }
}

/** The number that a word names: `5`, `#5`, or the address of an issue or pull request of this repository. */
export function parseGhNumber(word: string, context: GhContext): number | undefined {
  const plain = /^#?([1-9]\d{0,14})$/.exec(word)?.[1]
  if (plain !== undefined) return Number(plain)
  const address = /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(?:issues|pull)\/([1-9]\d{0,14})(?:[/?#].*)?$/i.exec(word)
  if (address === null) return undefined
  requireOwnRepository([address[1]], context)
  return Number(address[2])
}

/** The issue that a command is about. */
export function issueNumber({ options, context }: GhCall): number {
  const [word] = options.words
  if (word === undefined) throw new GhError('issue number or url is required, for example: gh issue view 5')
  const number = parseGhNumber(word, context)
  if (number === undefined) throw new GhError(`invalid issue format: ${JSON.stringify(word)}. Give a number.`)
  return number
}

/** The pull request that a command is about: by number, address or branch; without a word the run's own. */
export async function pullNumber({ options, context }: GhCall): Promise<number> {
  const { task } = context
  const [word] = options.words
  if (word === undefined) {
    if (task.number !== undefined && task.kind === 'pull_request') return task.number
    throw new GhError('This run is not about a pull request. Give a number, for example: gh pr view 5')
  }
  const number = parseGhNumber(word, context)
  if (number !== undefined) return number
  const branch = word.replace(/^[\w-]+:/, '')
  if (!/^[^\s~^:?*[\\-][^\s~^:?*[\\]*$/.test(branch)) throw new GhError(`invalid pull request: ${JSON.stringify(word)}`)
  if (task.number !== undefined && task.head?.ref === branch) return task.number
  const head = word.includes(':') ? word : `${task.repo.owner}:${branch}`
  const pulls: unknown = JSON.parse(
    await context.callTool('github__list_pull_requests', { head, state: 'all', perPage: 1 }),
  )
  const [first]: { number?: unknown }[] = Array.isArray(pulls) ? pulls : []
  if (typeof first?.number === 'number') return first.number
  throw new GhError(`no pull requests found for branch ${JSON.stringify(branch)}`)
}

/** Accepts at most this many words. */
export function limitWords({ options }: Pick<GhCall, 'options'>, max: number): void {
  if (options.words.length > max)
    throw new GhError(
      max === 0
        ? `unknown argument ${JSON.stringify(options.words[0])}`
        : `accepts at most ${max} arg(s), received ${options.words.length}`,
    )
}

/** What the program must read before the command can be answered; undefined when nothing. */
export function bodySource(path: string | undefined, request: GhRequest, root: string): GhAnswer['needs'] {
  if (path === undefined || request.text !== undefined) return undefined
  if (path === '-') return { kind: 'stdin' }
  const absolute = resolve(request.cwd, path)
  const advice = 'Write the text to a file in the checkout, or use --body-file - with a here-document.'
  if (!isAbsolute(request.cwd) || absolute === root || !isInside(root, absolute))
    throw new GhError(`--body-file ${JSON.stringify(path)} is outside the checkout. ${advice}`)
  const segment = findProtectedSegment(relative(root, absolute))
  if (segment !== undefined)
    throw new GhError(`--body-file ${JSON.stringify(path)} is protected, because of ${segment}. ${advice}`)
  return { kind: 'file', root, path: absolute }
}
