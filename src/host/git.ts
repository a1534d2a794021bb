import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Ran, type RunOptions, run } from './process.ts'
import { bareEnvironment, ownProgram } from './program.ts'

/** A repository on disk: `top` holds `.git`. */
export type Repository = { top: string }

type GitOptions = Pick<RunOptions, 'signal' | 'timeoutMs' | 'maxBytes' | 'onOutput'> & {
  /** Folder inside the repository to run in. Default: its top. */
  cwd?: string
  /** Read pathspecs as patterns (`:(glob)…`); otherwise they are plain names. */
  patterns?: boolean
}

/** Options for git: each names a program in a repository's own configuration, or a way out of the repository. */
export const HARDENED = [
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

/** The environment for a git that is to run nothing, fetch nothing and ask nobody. */
export function hardenedEnv(env: Readonly<Record<string, string>>): Record<string, string> {
  // GIT_DIR, GIT_CONFIG_* and the rest could move git elsewhere or undo what stands above.
  const inherited = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // An object that is missing stays missing: fetching it would talk to whatever the repository calls its origin.
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_LITERAL_PATHSPECS: '1',
    LC_ALL: 'C',
  }
}

/**
 * Runs git for our own reading of the working tree, in a repository somebody else may have written: nothing its
 * configuration names is run, nothing is fetched, and it cannot point the working tree elsewhere.
 * A missing git is a `failure` like any other program's.
 */
export function git({ top }: Repository, args: readonly string[], options: GitOptions = {}): Promise<Ran> {
  const { cwd = top, patterns = false, ...rest } = options
  // Named here, because a repository's `core.worktree` would otherwise win.
  const where = [`--git-dir=${join(top, '.git')}`, `--work-tree=${top}`]
  return run(
    { argv: [ownProgram('git'), ...where, ...HARDENED, ...args] },
    {
      cwd,
      env: { ...hardenedEnv(bareEnvironment()), GIT_LITERAL_PATHSPECS: patterns ? '0' : '1' },
      timeoutMs: 60_000,
      lone: true,
      maxBytes: 256 * 1024 * 1024,
      ...rest,
    },
  )
}

/** The fields of `-z` output. */
export function fields(output: string): string[] {
  const all = output.split('\0')
  if (all.at(-1) === '') all.pop()
  return all
}

/** The nearest folder, this one or above, that holds `.git`: a folder, or the file of a worktree or submodule. */
export async function repositoryTop(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await lstat(join(at, '.git')).catch(() => undefined)) return at
    if (dirname(at) === at) return undefined
  }
}
