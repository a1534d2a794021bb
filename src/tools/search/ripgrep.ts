import { toForwardSlashes } from '../../platform/files/paths.ts'
import type { Workspace } from '../../platform/files/workspace.ts'
import { runProgram } from '../../platform/process/run-program.ts'
import { findTrustedProgram, minimalEnvironment } from '../../platform/process/trusted-programs.ts'
import { type ContentSearch, SEARCH_MS, SearchTooSlow } from './search-backends.ts'
import { regexSource, type SearchPattern, toPcre } from './search-pattern.ts'

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
