import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ProgramOptions, type ProgramResult, runProgram } from './run-program.ts'
import { minimalEnvironment, trustedProgramPath } from './trusted-programs.ts'

/** A repository on disk. `top` is the folder that contains `.git`. */
export type GitRepository = { top: string }

type GitOptions = Pick<ProgramOptions, 'signal' | 'timeoutMs' | 'maxBytes' | 'onOutput' | 'wrap' | 'stdin'> & {
  /** Working directory inside the repository. Default: its top. */
  cwd?: string
  /** Treat pathspecs as patterns (`:(glob)…`) instead of literal names. */
  patterns?: boolean
  /** The most memory that git takes in one piece: it fails at a larger file, which a program may have made without a byte in it. */
  maxPiece?: string
}

/** Options that disable settings with which a repository's configuration could start a program or leave the repository. */
export const HARDENED_OPTIONS = [
  ...[
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.pager=cat',
    'core.editor=true',
    'core.sshCommand=false',
  ],
  ...[
    'core.askPass=',
    'core.alternateRefsCommand=',
    'core.gitProxy=',
    'core.attributesFile=/dev/null',
    'core.excludesFile=/dev/null',
  ],
  ...['credential.helper=', 'diff.external=', 'gpg.program=false', 'uploadpack.packObjectsHook='],
  ...['protocol.allow=never', 'submodule.recurse=false', 'fetch.recurseSubmodules=false', 'core.quotePath=false'],
  ...['safe.directory=*', 'safe.bareRepository=explicit', 'log.showSignature=false', 'core.useReplaceRefs=false'],
].flatMap((setting) => ['-c', setting])

const MAX_PIECE = '2g'

/** An environment in which git starts no programs, fetches nothing and does not prompt. */
export function hardenedGitEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  // GIT_DIR, GIT_CONFIG_* and others could redirect git or undo the hardened options.
  const inherited = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // Do not fetch missing objects: that would contact the origin that the repository names.
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ALLOC_LIMIT: MAX_PIECE,
    LC_ALL: 'C',
  }
}

/**
 * Runs git to read an untrusted working tree: git starts no programs from the repository's configuration, fetches nothing
 * and uses no other working tree. A missing git gives a `failure`, like any other program.
 */
export function runGit(
  { top }: GitRepository,
  args: readonly string[],
  options: GitOptions = {},
): Promise<ProgramResult> {
  const { cwd = top, patterns = false, maxPiece = MAX_PIECE, ...rest } = options
  // Explicit, because otherwise the repository's `core.worktree` would apply.
  const location = [`--git-dir=${join(top, '.git')}`, `--work-tree=${top}`]
  return runProgram(
    { argv: [trustedProgramPath('git'), ...location, ...HARDENED_OPTIONS, ...args] },
    {
      cwd,
      env: {
        ...hardenedGitEnvironment(minimalEnvironment()),
        GIT_LITERAL_PATHSPECS: patterns ? '0' : '1',
        GIT_ALLOC_LIMIT: maxPiece,
      },
      timeoutMs: 60_000,
      leavesNothingRunning: true,
      reads: top,
      maxBytes: 256 * 1024 * 1024,
      ...rest,
    },
  )
}

/** The NUL-separated fields of `-z` output. */
export function splitNulFields(output: string): string[] {
  const all = output.split('\0')
  if (all.at(-1) === '') all.pop()
  return all
}

/** The nearest folder, this one or above, that contains `.git`: a folder, or the file of a worktree or submodule. */
export async function findRepositoryTop(folder: string): Promise<string | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    if (isThere(join(current, '.git'))) return current
    if (dirname(current) === current) return undefined
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
