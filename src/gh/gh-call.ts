import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Task } from '../github/events/task.ts'
import { findProtectedSegment, isInside } from '../platform/paths.ts'

/** `prose`: free text, which rules for commands do not see. `value`: a name, a number or a path. `flag`: no value. */
export type GhOptionKind = 'prose' | 'value' | 'flag'

/** An option by its long name. `advice`: the option is known but not available here, and this says what to do. */
export type GhOption = { kind: GhOptionKind; short?: string; advice?: string }

export type GhOptions = Readonly<Record<string, GhOption>>

export const value = (short?: string): GhOption => ({ kind: 'value', short })

export const prose = (short?: string): GhOption => ({ kind: 'prose', short })

export const flag = (short?: string): GhOption => ({ kind: 'flag', short })

export const unavailableOption = (kind: GhOptionKind, advice: string, short?: string): GhOption => ({
  kind,
  advice,
  short,
})

type ParsedWord = { word: string } | { name: string; value: string }

/** Parses words as gh does: `--name value`, `--name=value`, `-nvalue`, `-n value`, flags in one word, and `--`. */
export function parseGhOptions(argv: readonly string[], options: GhOptions): GhOptionValues & { line: string } {
  const parsed: ParsedWord[] = []
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    if (argument === '--') {
      parsed.push(...argv.slice(index + 1).map((word) => ({ word })))
      break
    }
    if (argument === '-' || !argument.startsWith('-')) {
      parsed.push({ word: argument })
      continue
    }
    const rest = argument.startsWith('--') ? readLong(argument, options) : readShort(argument, options)
    parsed.push(...rest.complete)
    if (rest.open === undefined) continue
    index += 1
    const following = argv[index]
    // Without a value, gh lists the fields.
    if (following === undefined && rest.open !== 'json') throw new GhError(`flag needs an argument: --${rest.open}`)
    parsed.push({ name: rest.open, value: following ?? '' })
  }
  const all = parsed.flatMap((each) => ('name' in each ? [each] : []))
  const words = parsed.flatMap((each) => ('word' in each ? [each.word] : []))
  for (const { name } of all) {
    const advice = options[name]?.advice
    if (advice !== undefined) throw new GhError(`--${name} is not available here. ${advice}`)
  }
  for (const each of parsed) {
    const text = 'word' in each ? each.word : each.value
    const isProse = 'name' in each && options[each.name]?.kind === 'prose'
    if (!isProse && /[\p{Cc}\u2028\u2029]/u.test(text))
      throw new GhError(`${JSON.stringify(text)} contains a line break or a control character.`)
  }
  return {
    words,
    has: (name) => all.some((each) => each.name === name && each.value !== 'false'),
    text: (name) => all.findLast((each) => each.name === name)?.value,
    list: (name) =>
      all
        .filter((each) => each.name === name)
        .flatMap((each) => splitList(each.value))
        .filter((item) => item !== ''),
    line: [...words, ...all.flatMap((each) => canonicalOption(each, options))].map(quoteWord).join(' '),
  }
}

type OpenOption = { complete: ParsedWord[]; open?: string }

function readLong(argument: string, options: GhOptions): OpenOption {
  const equals = argument.indexOf('=')
  const name = argument.slice(2, equals < 0 ? undefined : equals)
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined) throw new GhError(`unknown flag: --${name}\n${listOptions(options)}`)
  if (equals >= 0) return { complete: [{ name, value: argument.slice(equals + 1) }] }
  return option.kind === 'flag' ? { complete: [{ name, value: 'true' }] } : { complete: [], open: name }
}

function readShort(argument: string, options: GhOptions): OpenOption {
  const complete: ParsedWord[] = []
  for (let position = 1; position < argument.length; position += 1) {
    const short = argument.charAt(position)
    const name = Object.keys(options).find((each) => options[each]?.short === short)
    if (name === undefined)
      throw new GhError(`unknown shorthand flag: '${short}' in ${argument}\n${listOptions(options)}`)
    if (options[name]?.kind === 'flag') {
      complete.push({ name, value: 'true' })
      continue
    }
    const rest = argument.slice(position + 1).replace(/^=/, '')
    return rest === '' ? { complete, open: name } : { complete: [...complete, { name, value: rest }] }
  }
  return { complete }
}

const listOptions = (options: GhOptions): string =>
  `Available here: ${Object.keys(options)
    .filter((name) => options[name]?.advice === undefined)
    .map((name) => `--${name}`)
    .join(', ')}.`

/** A list as gh reads it: comma-separated, and an item in double quotes can contain commas. */
function splitList(text: string): string[] {
  const items = text.match(/(?:"(?:[^"]|"")*"|[^,"])+/g) ?? []
  return items.map((item) =>
    item
      .trim()
      .replace(/^"([\s\S]*)"$/, '$1')
      .replaceAll('""', '"'),
  )
}

/** An option as rules for commands see it. */
const canonicalOption = ({ name, value: text }: { name: string; value: string }, options: GhOptions): string[] => {
  const kind = options[name]?.kind
  return kind === 'flag' ? [`--${name}`] : [`--${name}`, kind === 'prose' ? 'TEXT' : text]
}

const quoteWord = (word: string): string => (/^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** One call of `gh`, as a command of the run made it. */
export type GhRequest = {
  argv: readonly string[]
  /** The folder of the command. */
  cwd: string
  /** GH_REPO and GH_HOST of the command. Its other variables never leave the sandbox. */
  repo?: string
  host?: string
  /** The body from a file or from the input, after an answer with `needs`. */
  text?: string
}

/** What `gh` prints. `jq` filters `stdout`, inside the sandbox. */
export type GhAnswer = {
  stdout: string
  stderr: string
  exitCode: number
  jq?: string
  needs?: { kind: 'stdin' } | { kind: 'file'; root: string; path: string }
}

/** Ends a call of `gh` with a message for the author of the command. */
export class GhError extends Error {}

/** What the answers are made from. */
export type GhContext = {
  task: Task
  /** The address of GitHub in a browser, without a slash at its end. */
  serverUrl: string
  /** The checked-out repository, as a real path. */
  root: string
  /** The folder that stands for it, where commands work in one. */
  view?: string | undefined
  /** Runs a tool of the server `github` and returns its text. Rejects with GhError when it is denied or fails. */
  callTool(name: string, args: Record<string, unknown>): Promise<string>
  /** Whether the run has the tool. */
  hasTool(name: string): boolean
}

/** One command after its options were parsed. */
export type GhCall = {
  context: GhContext
  options: GhOptionValues
  /** The body from --body, --body-file or the input. */
  body: string | undefined
  /** Adds a line for stderr. */
  note(text: string): void
}

/** The values of the options, by long name, and the other words. */
export type GhOptionValues = {
  words: readonly string[]
  has(name: string): boolean
  /** The last value; undefined when the option is absent. */
  text(name: string): string | undefined
  /** All values, split at commas. */
  list(name: string): readonly string[]
}

/** A result for people, and the same as JSON when --json asks for it. */
export type GhResult = { text: string; exitCode?: number } | { json: unknown }

/** Refuses every other repository and server than the run's. */
export function requireOwnRepository(requested: readonly (string | undefined)[], context: GhContext): void {
  const { owner, name } = context.task.repo
  for (const text of requested) {
    if (text === undefined || text === '') continue
    const { host, repository } = splitRepository(text)
    const isOwn = repository.toLowerCase() === `${owner}/${name}`.toLowerCase()
    if (isOwn && (host === undefined || isOwnHost(host, context))) continue
    throw new GhError(
      `This run can reach only the repository ${owner}/${name}, not ${JSON.stringify(text)}. Omit -R, --repo and GH_REPO.`,
    )
  }
}

/** Refuses another server in GH_HOST. */
export function requireOwnHost({ host }: GhRequest, context: GhContext): void {
  if (host === undefined || host === '' || isOwnHost(host, context)) return
  throw new GhError(
    `This run can reach only ${new URL(context.serverUrl).host}, not ${JSON.stringify(host)}. Unset GH_HOST.`,
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
export function bodySource(
  path: string | undefined,
  request: GhRequest,
  place: Pick<GhContext, 'root' | 'view'>,
): GhAnswer['needs'] {
  if (path === undefined || request.text !== undefined) return undefined
  if (path === '-') return { kind: 'stdin' }
  // Where nothing is isolated, the command runs in the folder that stands for the checkout, and means that by the checkout's path, too.
  const isInView = place.view !== undefined && isInside(place.view, request.cwd)
  const root = isInView ? (place.view ?? place.root) : place.root
  const named = resolve(request.cwd, path)
  const absolute =
    isInView && !isInside(root, named) && isInside(place.root, named) ? join(root, relative(place.root, named)) : named
  const advice = 'Write the text to a file in the checkout, or use --body-file - with a here-document.'
  if (!isAbsolute(request.cwd) || absolute === root || !isInside(root, absolute))
    throw new GhError(`--body-file ${JSON.stringify(path)} is outside the checkout. ${advice}`)
  const segment = findProtectedSegment(relative(root, absolute))
  if (segment !== undefined)
    throw new GhError(`--body-file ${JSON.stringify(path)} is protected, because of ${segment}. ${advice}`)
  return { kind: 'file', root, path: absolute }
}
