import { HARDENED, hardenedEnv } from '../host/git.ts'
import { run } from '../host/process.ts'
import { ownProgram } from '../host/program.ts'
import { openObjects } from './objects.ts'

/** One entry of a tree, folders included. `mode` as git writes it: 040000 (folder), 100644, 100755, 120000 (link), 160000 (submodule). */
export type GitEntry = { path: string; mode: string; sha: string }

/** `status` as git's letter: A, M, D, R, C, T (kind of file), U. `from` is the former path of R and C. */
export type GitChange = { status: string; path: string; from?: string }

/** The local repository, read only. Every answer is undefined when the local objects do not have it. */
export type Git = {
  /** The full SHA of a commit, by any name git knows. */
  revParse(name: string): Promise<string | undefined>
  /** The SHA of the tree a commit stands for. */
  treeOf(commit: string): Promise<string | undefined>
  /** What lies directly in a tree, by its SHA; `path` is the bare name. */
  entries(tree: string): Promise<GitEntry[] | undefined>
  /** A blob's text, by its own SHA. */
  blob(sha: string): Promise<string | undefined>
  /** What differs between two commits. */
  changedFiles(from: string, to: string): Promise<GitChange[] | undefined>
  /**
   * What differs between HEAD and the working tree, files git does not know included.
   * Filters do not run, so a file under one (Git LFS) that was touched counts as changed.
   */
  status(): Promise<GitChange[] | undefined>
}

/**
 * Git in a folder somebody else may have written. `env` is what a child may see (childEnvironment of host/environment.ts);
 * nothing configured in the repository is run, nothing is fetched, no other repository is entered.
 */
export function openGit(folder: string, env: Readonly<Record<string, string>>): Git {
  const limits = { cwd: folder, env: hardenedEnv(env), timeoutMs: 60_000, maxBytes: MAX_OUTPUT_BYTES, lone: true }

  async function git(...args: string[]): Promise<string | undefined> {
    const { code, stdout, truncatedBytes } = await run({ argv: [ownProgram('git'), ...HARDENED, ...args] }, limits)
    // Half a listing would pass for the whole one.
    return code === 0 && truncatedBytes === 0 ? stdout : undefined
  }

  const objects = openObjects({ argv: [ownProgram('git'), ...HARDENED], cwd: folder, env: limits.env })
  const object = async (sha: string, kind: string) => {
    const found = isSha(sha) ? await objects(sha) : undefined
    return found?.kind === kind ? found.bytes : undefined
  }

  return {
    async revParse(name) {
      const answer = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)
      return answer?.trim() || undefined
    },
    async treeOf(commit) {
      const bytes = await object(commit, 'commit')
      return bytes && /^tree ([0-9a-f]+)\n/.exec(bytes.toString('latin1', 0, 100))?.[1]
    },
    async entries(tree) {
      const bytes = await object(tree, 'tree')
      return bytes && entriesIn(bytes, tree.length / 2)
    },
    async blob(sha) {
      return (await object(sha, 'blob'))?.toString('utf8')
    },
    async changedFiles(from, to) {
      if (!isSha(from) || !isSha(to)) return undefined
      const listing = await git(
        'diff-tree',
        '-r',
        '-z',
        '-M',
        '--name-status',
        '--no-ext-diff',
        '--no-textconv',
        from,
        to,
      )
      return listing === undefined ? undefined : parseNameStatus(listing)
    },
    async status() {
      const unfiltered = await withoutFilters(git)
      const listing = await git(
        ...unfiltered,
        'status',
        '--porcelain=v1',
        '-z',
        '--no-renames',
        '--untracked-files=all',
        '--ignore-submodules=all',
      )
      return listing?.split('\0').filter(Boolean).map(parseStatus)
    },
  }
}

/** Names go to git as arguments; only what cannot be an option or an expression may be one. */
const isSha = (text: string) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

const MAX_OUTPUT_BYTES = 256 * 2 ** 20

/** `-c` options that switch off every filter the repository's configuration names; `status` would run them. */
async function withoutFilters(git: (...args: string[]) => Promise<string | undefined>): Promise<string[]> {
  const names = (await git('config', '--null', '--name-only', '--get-regexp', '^filter\\.'))?.split('\0') ?? []
  const filters = new Set(names.filter(Boolean).map((name) => name.replace(/\.[^.]*$/, '')))
  return [...filters].flatMap((filter) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${filter}.${setting}`]),
  )
}

/** `MODE NAME`, NUL, and the SHA as so many bytes. */
function entriesIn(tree: Buffer, shaBytes: number): GitEntry[] | undefined {
  const entries: GitEntry[] = []
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(' ', at)
    const end = tree.indexOf(0, space)
    if (space < 0 || end < 0) return undefined
    entries.push({
      mode: tree.toString('latin1', at, space).padStart(6, '0'),
      path: tree.toString('utf8', space + 1, end),
      sha: tree.toString('hex', end + 1, end + 1 + shaBytes),
    })
    at = end + 1 + shaBytes
  }
  return entries
}

/** `LETTER[SCORE]` NUL `PATH`, and for R and C `FORMER` NUL `PATH`. */
function parseNameStatus(listing: string): GitChange[] {
  const fields = listing.split('\0')
  const changes: GitChange[] = []
  for (let at = 0; at + 1 < fields.length; ) {
    const status = fields[at++]?.[0] ?? ''
    const from = status === 'R' || status === 'C' ? fields[at++] : undefined
    const path = fields[at++] ?? ''
    changes.push(from === undefined ? { status, path } : { status, path, from })
  }
  return changes
}

/** `XY PATH`: X the index, Y the working tree; `??` is a file git does not know. */
function parseStatus(field: string): GitChange {
  const letters = field.slice(0, 2)
  const letter = letters === '??' ? 'A' : letters.trim().slice(-1)
  return { status: letter, path: field.slice(3) }
}
