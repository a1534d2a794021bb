import { join } from 'node:path'
import { type Ran, type RunOptions, run } from './process.ts'

/** A repository on disk: `top` holds `.git`. */
export type Repository = { top: string }

type GitOptions = Pick<RunOptions, 'signal' | 'timeoutMs' | 'maxBytes' | 'onOutput'> & {
  /** Folder inside the repository to run in. Default: its top. */
  cwd?: string
  /** Read pathspecs as patterns (`:(glob)…`); otherwise they are plain names. */
  patterns?: boolean
}

/** Each of these names a program in a repository's own configuration, or a way out of the repository. */
const HARDENED = [
  ...[
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.pager=cat',
    'core.editor=true',
    'core.sshCommand=false',
  ],
  ...['core.askPass=', 'core.alternateRefsCommand=', 'core.gitProxy=', 'core.attributesFile=/dev/null'],
  ...[
    'core.excludesFile=/dev/null',
    'credential.helper=',
    'diff.external=',
    'gpg.program=false',
    'protocol.allow=never',
  ],
  ...['submodule.recurse=false', 'core.quotePath=false', 'core.useReplaceRefs=false', 'safe.directory=*'],
].flatMap((setting) => ['-c', setting])

/** What git needs of our environment to start at all. */
const NEEDED = ['PATH', 'SYSTEMROOT', 'TMPDIR', 'TEMP', 'TMP'] as const

/**
 * Runs git for our own reading of the working tree, in a repository somebody else may have written: nothing its
 * configuration names is run, nothing is fetched, and it cannot point the working tree elsewhere.
 * A missing git is a `failure` like any other program's.
 */
export function git({ top }: Repository, args: readonly string[], options: GitOptions = {}): Promise<Ran> {
  const { cwd = top, patterns = false, ...rest } = options
  const env = Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  // Named here, because a repository's `core.worktree` would otherwise win.
  const where = [`--git-dir=${join(top, '.git')}`, `--work-tree=${top}`]
  return run(
    { argv: ['git', ...where, ...HARDENED, ...args] },
    {
      cwd,
      env: {
        ...env,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_SYSTEM: '/dev/null',
        GIT_TERMINAL_PROMPT: '0',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_NO_LAZY_FETCH: '1',
        GIT_LITERAL_PATHSPECS: patterns ? '0' : '1',
        LC_ALL: 'C',
      },
      timeoutMs: 60_000,
      lone: true,
      maxBytes: 256 * 1024 * 1024,
      ...rest,
    },
  )
}

/** The fields of `-z` output. */
export const fields = (output: string): string[] => output.split('\0').filter((field) => field !== '')
