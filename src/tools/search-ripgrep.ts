import type { Workspace } from '../host/files.ts'
import { slashed } from '../host/paths.ts'
import { run } from '../host/process.ts'
import { bareEnvironment, onPath } from '../host/program.ts'
import { SEARCH_MS, type Search, SearchTooSlow } from './search-backends.ts'
import { type SearchPattern, sourceOf, toPcre } from './search-pattern.ts'

/**
 * Files that may hold what is searched for, as ripgrep sees it: never too few, perhaps too many, so that whoever reads them
 * afterwards gives the same answer as without it. undefined when there is no ripgrep, or none that can answer.
 */
export async function candidatesByRipgrep(
  files: Workspace,
  search: Pick<Search, 'pattern' | 'folder' | 'leftOut'>,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const { pattern, folder, leftOut } = search
  const asked = askable(pattern)
  const program = onPath('rg')
  if (program === undefined || asked === undefined) return undefined
  const ran = await run(
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
        // What git and .geminiignore hide is known better here; links are not followed.
        ...['--hidden', '--no-ignore', '--no-follow'],
        ...leftOut.map((name) => `--glob=!**/${name}/**`),
        '--glob=!**/.git/**',
        ...(pattern.cased ? ['--case-sensitive'] : ['--ignore-case']),
        ...(asked.plain ? ['--fixed-strings'] : ['--pcre2', '--no-pcre2-unicode', '--crlf']),
        ...['-e', asked.text, '--', folder.path],
      ],
    },
    {
      cwd: files.root,
      env: { ...bareEnvironment(), LC_ALL: 'C' },
      timeoutMs: SEARCH_MS,
      maxBytes: 64 * 1024 * 1024,
      lone: true,
      signal,
    },
  )
  signal.throwIfAborted()
  if (ran.timedOut !== false) throw new SearchTooSlow()
  // 1 means nothing found. 2 is a mistake somewhere: a build without PCRE, an expression it refuses, a file it could not read.
  if ((ran.code !== 0 && ran.code !== 1) || ran.truncatedBytes > 0) return undefined
  const prefix = `${slashed(files.root)}/`
  return ran.stdout
    .split('\0')
    .map(slashed)
    .flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
    .sort()
}

/** What a program that reads bytes is asked for: the text itself, or an expression that finds at least as much. */
function askable(pattern: SearchPattern): { text: string; plain: boolean } | undefined {
  if (pattern.fixed && /^[\x20-\x7e\t]*$/.test(pattern.source)) return { text: pattern.source, plain: true }
  const text = toPcre(sourceOf(pattern))
  return text === undefined ? undefined : { text, plain: false }
}
