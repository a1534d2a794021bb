import { isUtf8 } from 'node:buffer'
import { withinTime } from '../host/bounded.ts'
import type { Workspace } from '../host/files.ts'
import { git, repositoryTop } from '../host/git.ts'
import type { Place } from '../host/place.ts'
import { decode } from './encoding.ts'
import { isBeyondGit } from './globs.ts'
import { BY_PROPERTY, isAscii, regexOf, type SearchPattern, sourceOf, toPcre } from './search-pattern.ts'

/** `path` relative to the root, `line` from 1, `text` without its line end. */
export type Hit = { path: string; line: number; text: string }

export type Search = {
  pattern: SearchPattern
  folder: Place
  /** Globs relative to the root; undefined: every file. */
  globs: readonly string[] | undefined
  leftOut: readonly string[]
  useGitIgnore: boolean
  /** Is a file, by its path relative to the root, one the search may look into? */
  accepts(path: string): boolean
  /** Enough hits in one file, and altogether; a backend may return more. */
  perFile: number
  total: number
}

/**
 * Lines that git found in the files it tracks, and files it took for binary. With `untracked` it looks at all files but
 * those it ignores, and then leaves out tracked ones that are ignored too. undefined: git cannot answer this search.
 */
export async function searchWithGit(
  files: Workspace,
  search: Search,
  untracked: boolean,
  signal: AbortSignal,
): Promise<{ hits: Hit[]; unread: string[]; cut: boolean } | undefined> {
  const top = await repositoryTop(files.root)
  const asked = toPcre(sourceOf(search.pattern))
  if (top === undefined || asked === undefined) return undefined
  const enough = new AbortController()
  const found = gitOutput(search)
  const ran = await git({ top }, gitArguments(search, asked, untracked), {
    cwd: files.root,
    patterns: true,
    timeoutMs: SEARCH_MS,
    maxBytes: 64 * 1024,
    signal: AbortSignal.any([signal, enough.signal]),
    onOutput(chunk, from) {
      if (from === 'stdout' && !found.take(chunk)) enough.abort('slow')
      if (found.hits.length > search.total) enough.abort('enough')
    },
  })
  signal.throwIfAborted()
  if (ran.timedOut !== false || enough.signal.reason === 'slow') throw new SearchTooSlow()
  const { hits, unread } = found
  const told = { hits: hits.filter(({ path }) => !unread.has(path)), unread: [...unread] }
  if (enough.signal.aborted) return { ...told, cut: true }
  // 1 means nothing found; everything else (no git, no PCRE in it, an expression it refuses) means it has no answer.
  return ran.code === 0 || ran.code === 1 ? { ...told, cut: false } : undefined
}

export class SearchTooSlow extends Error {
  override readonly name = 'SearchTooSlow'
  constructor() {
    super(
      `Operation timed out after ${SEARCH_MS}ms. Narrow the search with 'dir_path' or 'include', or write a simpler pattern.`,
    )
  }
}

export const SEARCH_MS = 30_000
/** One file; more than a second here is a pattern that backtracks without end. */
const FILE_MS = 1500

function gitArguments(search: Search, asked: string, untracked: boolean): string[] {
  const { pattern, folder, globs, leftOut, useGitIgnore, perFile } = search
  const escaped = folder.shown.replace(/[\\*?[\]]/g, '\\$&')
  const filter = globs?.some(isBeyondGit) ? undefined : globs
  const wanted = filter ?? (folder.shown === '.' ? ['**'] : [escaped, `${escaped}/**`])
  const left = [...leftOut.map((name) => `**/${name}/**`), '**/.env*', '**/.env*/**', '**/gha-creds-*.json']
  return [
    'grep',
    ...(untracked ? ['--untracked', useGitIgnore ? '--exclude-standard' : '--no-exclude-standard'] : []),
    ...['-z', '-n', '--no-color', '--no-column', '--no-heading', '--no-break', '--no-show-function', '--full-name'],
    ...(pattern.cased ? [] : ['-i']),
    ...(Number.isFinite(perFile) ? ['--max-count', String(perFile)] : []),
    ...['-P', '-e', ANY_LINE_END + asked, '-e', WIDE],
    '--',
    ...wanted.map((glob) => `:(glob${filter === undefined ? '' : ',icase'})${glob}`),
    ...left.map((glob) => `:(exclude,glob,icase)${glob}`),
  ]
}

/** So that `$` stands before `\r\n` too, as it does where lines are split first. */
const ANY_LINE_END = '(*ANYCRLF)'
/** The mark of UTF-16 and UTF-32, in which no byte-wise expression finds anything: such files are read here. */
const WIDE = '\\A(?:\\xff\\xfe|\\xfe\\xff|\\x00\\x00\\xfe\\xff)'

/**
 * Reads `PATH NUL LINE NUL TEXT LF` as it comes, and the sentence git says of files it takes for binary. Lines count only
 * if JavaScript agrees. take() is false when it takes too long to say.
 */
function gitOutput({ accepts, pattern }: Pick<Search, 'accepts' | 'pattern'>) {
  const regex = regexOf(pattern)
  const hits: Hit[] = []
  const unread = new Set<string>()
  const ascii = isAscii(pattern.source) && !BY_PROPERTY.test(pattern.source)
  let rest: Buffer = Buffer.alloc(0)
  const binary = /^Binary file (.*) matches$/s
  const take = (chunk: Buffer): boolean => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const found: Hit[] = []
    let from = 0
    for (;;) {
      const pathEnd = rest.indexOf(0, from)
      const lineEnd = rest.indexOf(LF, from)
      const early = lineEnd >= 0 && (pathEnd < 0 || lineEnd < pathEnd)
      const said = early ? binary.exec(rest.toString('utf8', from, lineEnd))?.[1] : undefined
      if (said !== undefined) {
        if (accepts(said)) unread.add(said)
        from = lineEnd + 1
        continue
      }
      const numberEnd = pathEnd < 0 ? -1 : rest.indexOf(0, pathEnd + 1)
      const end = numberEnd < 0 ? -1 : rest.indexOf(LF, numberEnd + 1)
      if (end < 0) break
      const path = rest.toString('utf8', from, pathEnd)
      const line = Number(rest.toString('latin1', pathEnd + 1, numberEnd))
      const text = rest.subarray(numberEnd + 1, end)
      // What such a line says depends on the encoding of its file.
      if ((!ascii || startsWide(text)) && !isUtf8(text)) {
        if (accepts(path)) unread.add(path)
      } else if (accepts(path)) found.push({ path, line, text: textOf(text) })
      from = end + 1
    }
    rest = rest.subarray(from)
    const agreed = withinTime(FILE_MS, () => found.filter((hit) => regex.test(hit.text)))
    hits.push(...(agreed?.value ?? []))
    return agreed !== undefined
  }
  return { hits, unread, take }
}

/** Found by the mark, in a file that git was told is text. UTF-8 has no such bytes. */
const startsWide = (line: Buffer): boolean => (line[0] ?? 0) >= 0xfe || line[0] === 0

const LF = 10
const legacy = new TextDecoder('windows-1252')

/** One line by itself is too little to guess an encoding from. */
const textOf = (line: Buffer): string => (isUtf8(line) ? line.toString('utf8') : legacy.decode(line)).replace(/\r$/, '')

/** The same search in JavaScript, file by file, in whatever encoding they are. */
export async function searchFiles(
  files: Workspace,
  paths: readonly string[],
  search: Pick<Search, 'pattern' | 'perFile' | 'total'>,
  signal: AbortSignal,
): Promise<{ hits: Hit[]; cut: boolean }> {
  const regex = regexOf(search.pattern)
  const hits: Hit[] = []
  const limit = AbortSignal.timeout(SEARCH_MS)
  for (let at = 0; at < paths.length; at += TOGETHER) {
    signal.throwIfAborted()
    if (limit.aborted) throw new SearchTooSlow()
    const group = paths.slice(at, at + TOGETHER)
    const texts = await Promise.all(group.map((path) => textAt(files, path)))
    for (const [index, text] of texts.entries()) {
      if (text === undefined) continue
      const found = withinTime(FILE_MS, () => matchingLines(text, regex, search.perFile))
      if (found === undefined) throw new SearchTooSlow()
      hits.push(...found.value.map((hit) => ({ path: group[index] ?? '', ...hit })))
      if (hits.length > search.total) return { hits, cut: true }
    }
  }
  return { hits, cut: false }
}

/** Files read at once: waiting for one takes longer than reading it. */
const TOGETHER = 16

function matchingLines(text: string, regex: RegExp, most: number): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (!regex.test(line)) continue
    found.push({ line: index + 1, text: line })
    if (found.length >= most) break
  }
  // What follows a final line end is not a line.
  return found.at(-1)?.text === '' && found.at(-1)?.line === text.split('\n').length ? found.slice(0, -1) : found
}

export async function textAt(files: Workspace, path: string): Promise<string | undefined> {
  const at = await files.resolve(path, 'read')
  // A link is searched where it leads to, not twice.
  if (!at.ok || at.shown !== path) return undefined
  const found = await files.read(at)
  return found.ok ? (await decode(found.bytes))?.text : undefined
}
