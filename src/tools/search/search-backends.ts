import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type { Workspace } from '../../platform/files/workspace.ts'
import type { WorkspacePath } from '../../platform/files/workspace-path.ts'
import { pathProblem, toForwardSlashes } from '../../platform/paths.ts'
import { findRepositoryTop, runGit } from '../../platform/process/run-git.ts'
import { runProgram } from '../../platform/process/run-program.ts'
import { findTrustedProgram, minimalEnvironment } from '../../platform/process/trusted-programs.ts'
import { runWithTimeout, timeoutSignal } from '../../platform/time.ts'
import { decodeText } from '../files/encoding.ts'
import { isUnsupportedByGit } from './globs.ts'
import { isAscii, NEEDS_UNICODE_FLAG, regexSource, type SearchPattern, toPcre, toRegExp } from './search-pattern.ts'

/** `path` relative to the root, `line` from 1, `text` without its line ending. */
export type SearchHit = { path: string; line: number; text: string }

/** `truncated`: there may be more hits. */
export type SearchHits = { hits: SearchHit[]; truncated: boolean }

export type ContentSearch = {
  pattern: SearchPattern
  folder: WorkspacePath
  /** Globs relative to the root; undefined: all files. */
  globs: readonly string[] | undefined
  excludedFolders: readonly string[]
  useGitIgnore: boolean
  /** Whether the search includes a file, by its path relative to the root. */
  accepts(path: string): boolean
  /** Limits per file and in total. A backend may return more hits. */
  maxPerFile: number
  maxTotal: number
}

/**
 * Searches tracked files with git. `unread` lists matching files that git considers binary. With `untracked`, git searches
 * all files that it does not ignore; that skips tracked files that are ignored too. Undefined: git cannot run this search.
 */
export async function searchWithGit(
  files: Workspace,
  search: ContentSearch,
  untracked: boolean,
  signal: AbortSignal,
): Promise<(SearchHits & { unread: string[] }) | undefined> {
  const top = await findRepositoryTop(files.root)
  const pcre = toPcre(regexSource(search.pattern))
  if (top === undefined || pcre === undefined) return undefined
  const stopEarly = new AbortController()
  const parser = gitGrepParser(search)
  const ran = await runGit({ top }, gitGrepArguments(search, pcre, untracked), {
    cwd: files.root,
    patterns: true,
    maxPiece: '256m',
    timeoutMs: SEARCH_MS,
    maxBytes: 64 * 1024,
    wrap: await files.readerView(),
    signal: AbortSignal.any([signal, stopEarly.signal]),
    onOutput(chunk, from) {
      if (from === 'stdout' && !parser.parseChunk(chunk)) stopEarly.abort('slow')
      if (parser.hits.length > search.maxTotal) stopEarly.abort('enough')
    },
  })
  signal.throwIfAborted()
  if (ran.timedOut !== false || stopEarly.signal.reason === 'slow') throw new SearchTooSlow()
  const { hits, unread } = parser
  const result = { hits: hits.filter(({ path }) => !unread.has(path)), unread: [...unread] }
  if (stopEarly.signal.aborted) return { ...result, truncated: true }
  // 1: no matches. Other codes mean no result: git is missing, it lacks PCRE, or it rejects the expression.
  return ran.code === 0 || ran.code === 1 ? { ...result, truncated: false } : undefined
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

/** Time limit for one file: a pattern that takes longer backtracks without end. */
const FILE_MS = 1500

function gitGrepArguments(search: ContentSearch, pcre: string, untracked: boolean): string[] {
  const { pattern, folder, globs, excludedFolders, useGitIgnore, maxPerFile } = search
  const escaped = folder.displayPath.replace(/[\\*?[\]]/g, '\\$&')
  const filter = globs?.some(isUnsupportedByGit) ? undefined : globs
  const includedGlobs = filter ?? (folder.displayPath === '.' ? ['**'] : [escaped, `${escaped}/**`])
  const excludedGlobs = [
    ...excludedFolders.map((name) => `**/${name}/**`),
    '**/.env*',
    '**/.env*/**',
    '**/gha-creds-*.json',
  ]
  return [
    'grep',
    ...(untracked ? ['--untracked', useGitIgnore ? '--exclude-standard' : '--no-exclude-standard'] : []),
    ...['-z', '-n', '--no-color', '--no-column', '--no-heading', '--no-break', '--no-show-function', '--full-name'],
    ...(pattern.caseSensitive ? [] : ['-i']),
    ...(Number.isFinite(maxPerFile) ? ['--max-count', String(maxPerFile)] : []),
    ...['-P', '-e', ANY_LINE_END + pcre, '-e', WIDE_ENCODING_MARK],
    '--',
    ...includedGlobs.map((glob) => `:(glob${filter === undefined ? '' : ',icase'})${glob}`),
    ...excludedGlobs.map((glob) => `:(exclude,glob,icase)${glob}`),
  ]
}

/** Makes `$` match before `\r\n` too, as in the search that splits lines first. */
const ANY_LINE_END = '(*ANYCRLF)'

/** The byte-order mark of UTF-16 and UTF-32. git cannot search these encodings, so their files are read instead. */
const WIDE_ENCODING_MARK = '\\A(?:\\xff\\xfe|\\xfe\\xff|\\x00\\x00\\xfe\\xff)'

/**
 * Parses `PATH NUL LINE NUL TEXT LF` chunk by chunk, and git's message about binary files. Confirms each line with the
 * JavaScript expression. parseChunk() returns false when that takes too long.
 */
function gitGrepParser({ accepts, pattern }: Pick<ContentSearch, 'accepts' | 'pattern'>) {
  const regex = toRegExp(pattern)
  const hits: SearchHit[] = []
  const unread = new Set<string>()
  const ascii = isAscii(pattern.source) && !NEEDS_UNICODE_FLAG.test(pattern.source)
  let rest: Buffer = Buffer.alloc(0)
  const binaryMessage = /^Binary file (.*) matches$/s
  const parseChunk = (chunk: Buffer): boolean => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const candidates: SearchHit[] = []
    let from = 0
    for (;;) {
      const pathEnd = rest.indexOf(0, from)
      const lineEnd = rest.indexOf(LF, from)
      const endsBeforePath = lineEnd >= 0 && (pathEnd < 0 || lineEnd < pathEnd)
      const binaryPath = endsBeforePath ? binaryMessage.exec(rest.toString('utf8', from, lineEnd))?.[1] : undefined
      if (binaryPath !== undefined) {
        if (accepts(binaryPath)) unread.add(binaryPath)
        from = lineEnd + 1
        continue
      }
      const numberEnd = pathEnd < 0 ? -1 : rest.indexOf(0, pathEnd + 1)
      const end = numberEnd < 0 ? -1 : rest.indexOf(LF, numberEnd + 1)
      if (end < 0) break
      const path = rest.toString('utf8', from, pathEnd)
      const line = Number(rest.toString('latin1', pathEnd + 1, numberEnd))
      const text = rest.subarray(numberEnd + 1, end)
      // The encoding of the file decides whether this line matches.
      if ((!ascii || startsWide(text)) && !isUtf8(text)) {
        if (accepts(path)) unread.add(path)
      } else if (accepts(path)) candidates.push({ path, line, text: textOf(text) })
      from = end + 1
    }
    rest = rest.subarray(from)
    const confirmed = runWithTimeout(FILE_MS, () => candidates.filter((hit) => regex.test(hit.text)))
    hits.push(...(confirmed?.value ?? []))
    return confirmed !== undefined
  }
  return { hits, unread, parseChunk }
}

/** Whether a line starts like UTF-16 or UTF-32. UTF-8 does not contain these bytes. */
const startsWide = (line: Buffer): boolean => (line[0] ?? 0) >= 0xfe || line[0] === 0

const LF = 10

const legacy = new TextDecoder('windows-1252')

/** Falls back to windows-1252: one line is too short to detect an encoding. */
const textOf = (line: Buffer): string => (isUtf8(line) ? line.toString('utf8') : legacy.decode(line)).replace(/\r$/, '')

/** Searches files one by one in JavaScript, in any encoding. */
export async function searchFiles(
  files: Workspace,
  paths: readonly string[],
  search: Pick<ContentSearch, 'pattern' | 'maxPerFile' | 'maxTotal'>,
  signal: AbortSignal,
): Promise<SearchHits> {
  const regex = toRegExp(search.pattern)
  const hits: SearchHit[] = []
  const limit = timeoutSignal(SEARCH_MS)
  for (let start = 0; start < paths.length; start += CONCURRENT_READS) {
    signal.throwIfAborted()
    if (limit.aborted) throw new SearchTooSlow()
    const group = paths.slice(start, start + CONCURRENT_READS)
    const texts = await Promise.all(group.map((path) => readSearchText(files, path)))
    for (const [index, text] of texts.entries()) {
      if (text === undefined) continue
      const lines = runWithTimeout(FILE_MS, () => matchingLines(text, regex, search.maxPerFile))
      if (lines === undefined) throw new SearchTooSlow()
      hits.push(...lines.value.map((hit) => ({ path: group[index] ?? '', ...hit })))
      if (hits.length > search.maxTotal) return { hits, truncated: true }
    }
  }
  return { hits, truncated: false }
}

const CONCURRENT_READS = 16

function matchingLines(text: string, regex: RegExp, maxLines: number): { line: number; text: string }[] {
  const lines: { line: number; text: string }[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (!regex.test(line)) continue
    lines.push({ line: index + 1, text: line })
    if (lines.length >= maxLines) break
  }
  // The empty text after a final line ending is not a line.
  return lines.at(-1)?.text === '' && lines.at(-1)?.line === text.split('\n').length ? lines.slice(0, -1) : lines
}

/**
 * The hits that our own reader finds too, with the text that it reads. git reads files by their names, which a program may lead
 * elsewhere for a moment.
 */
export async function confirmHits(
  files: Workspace,
  hits: readonly SearchHit[],
  pattern: SearchPattern,
  signal: AbortSignal,
): Promise<SearchHit[]> {
  const regex = toRegExp(pattern)
  const byFile = [...Map.groupBy(hits, ({ path }) => path)]
  const confirmed: SearchHit[] = []
  for (let start = 0; start < byFile.length; start += CONCURRENT_READS) {
    signal.throwIfAborted()
    const group = byFile.slice(start, start + CONCURRENT_READS)
    const texts = await Promise.all(group.map(([path]) => readSearchText(files, path, MAX_CONFIRMED_BYTES)))
    for (const [index, [, inFile]] of group.entries()) {
      const lines = texts[index]?.split(/\r?\n/) ?? []
      const found = inFile.map((hit) => ({ ...hit, text: lines[hit.line - 1] ?? '' }))
      const matching = runWithTimeout(FILE_MS, () => found.filter(({ text }) => regex.test(text)))
      if (matching === undefined) throw new SearchTooSlow()
      confirmed.push(...matching.value)
    }
  }
  return confirmed
}

/** git searches larger files than the tools read. */
const MAX_CONFIRMED_BYTES = 100 * 1024 * 1024

/** The text of a file; undefined for a link, a missing file or a file that is not text. */
export async function readSearchText(files: Workspace, path: string, maxBytes?: number): Promise<string | undefined> {
  // git lists names that no call may contain, such as one with a line break. Opening follows no link.
  const listed = { ok: true, path: join(files.root, path), displayPath: path } as const
  const file = pathProblem(path, process.platform) === undefined ? await files.resolve(path, 'read') : listed
  // The target of a link is searched under its own path.
  if (!file.ok || file.displayPath !== path) return undefined
  const readResult = await files.read(file, maxBytes)
  return readResult.ok ? decodeText(readResult.bytes)?.text : undefined
}

/**
 * Lists the files that may match, with ripgrep: all that match and perhaps more, so the caller must search them again.
 * Undefined if there is no ripgrep, or if it cannot run this search.
 */
export async function findCandidatesWithRipgrep(
  files: Workspace,
  search: Pick<ContentSearch, 'pattern' | 'folder' | 'excludedFolders'>,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const { pattern, folder, excludedFolders } = search
  const query = ripgrepPattern(pattern)
  const program = findTrustedProgram('rg')
  if (program === undefined || query === undefined) return undefined
  const ran = await runProgram(
    {
      argv: [
        program,
        ...[
          '--no-config',
          '--files-with-matches',
          '--null',
          '--no-messages',
          '--color=never',
          '--text',
          '--max-filesize=20M',
        ],
        // The caller applies the ignore files.
        ...['--hidden', '--no-ignore', '--no-follow'],
        ...excludedFolders.map((name) => `--glob=!**/${name}/**`),
        '--glob=!**/.git/**',
        ...(pattern.caseSensitive ? ['--case-sensitive'] : ['--ignore-case']),
        ...(query.plain ? ['--fixed-strings'] : ['--pcre2', '--no-pcre2-unicode', '--crlf']),
        ...['-e', query.text, '--', folder.path],
      ],
    },
    {
      cwd: files.root,
      env: { ...minimalEnvironment(), LC_ALL: 'C' },
      timeoutMs: SEARCH_MS,
      maxBytes: 64 * 1024 * 1024,
      leavesNothingRunning: true,
      reads: files.root,
      wrap: await files.readerView(),
      signal,
    },
  )
  signal.throwIfAborted()
  if (ran.timedOut !== false) throw new SearchTooSlow()
  // 1: no matches. 2: an error, for example a build without PCRE, an unsupported expression or an unreadable file.
  if ((ran.code !== 0 && ran.code !== 1) || ran.truncatedBytes > 0) return undefined
  const prefix = `${toForwardSlashes(files.root)}/`
  return ran.stdout
    .split('\0')
    .map(toForwardSlashes)
    .flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
    .sort()
}

/** The pattern for a search of bytes: plain text, or an expression that matches at least the same lines. */
function ripgrepPattern(pattern: SearchPattern): { text: string; plain: boolean } | undefined {
  if (pattern.fixed && /^[\x20-\x7e\t]*$/.test(pattern.source)) return { text: pattern.source, plain: true }
  const text = toPcre(regexSource(pattern))
  return text === undefined ? undefined : { text, plain: false }
}
