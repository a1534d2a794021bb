import { HARDENED, hardenedEnv } from '../host/git.ts'
import { run } from '../host/process.ts'

/** One entry of a commit's tree. `mode` as git writes it: 100644, 100755, 120000 (link), 160000 (submodule). */
export type GitEntry = { path: string; mode: string; sha: string }

/** `status` as git's letter: A, M, D, R, C, T (kind of file), U. `from` is the former path of R and C. */
export type GitChange = { status: string; path: string; from?: string }

/** The local repository, read only. Every answer is undefined when the local objects do not have it. */
export type Git = {
  /** The full SHA of a commit, by any name git knows. */
  revParse(name: string): Promise<string | undefined>
  /** All files of a commit, recursive. Asked for once: a commit never changes. */
  tree(commit: string): Promise<GitEntry[] | undefined>
  /** A blob's text, by its own SHA. */
  blob(sha: string): Promise<string | undefined>
  /** Many blobs' texts in one go, by their SHAs; those the objects lack are absent. */
  blobs(shas: readonly string[]): Promise<Map<string, string>>
  /** The text of a regular file at a commit. */
  blobAt(commit: string, path: string): Promise<string | undefined>
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
    const { code, stdout, truncatedBytes } = await run({ argv: ['git', ...HARDENED, ...args] }, limits)
    // Half a listing would pass for the whole one.
    return code === 0 && truncatedBytes === 0 ? stdout : undefined
  }

  const blob = async (sha: string) => (isSha(sha) ? git('cat-file', 'blob', sha) : undefined)
  const listings = new Map<string, Promise<GitEntry[] | undefined>>()
  const tree = async (commit: string, ...paths: string[]) => {
    if (!isSha(commit)) return undefined
    const listing = await git('ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths)
    return listing?.split('\0').filter(Boolean).map(parseEntry)
  }

  return {
    async revParse(name) {
      const answer = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)
      return answer?.trim() || undefined
    },
    tree(commit) {
      const listing = listings.get(commit) ?? tree(commit)
      listings.set(commit, listing)
      return listing
    },
    blob,
    async blobs(shas) {
      const wanted = shas.filter(isSha)
      const chunks: Buffer[] = []
      if (wanted.length > 0)
        await run(
          { argv: ['git', ...HARDENED, 'cat-file', '--batch'] },
          {
            ...limits,
            stdin: `${wanted.join('\n')}\n`,
            onOutput: (chunk, from) => void (from === 'stdout' && chunks.push(chunk)),
          },
        )
      return parseBatch(Buffer.concat(chunks))
    },
    async blobAt(commit, path) {
      const entry = (await tree(commit, path))?.find((found) => found.path === path)
      return entry && isRegular(entry.mode) ? blob(entry.sha) : undefined
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

export const isRegular = (mode: string) => mode === '100644' || mode === '100755'

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

/** `SHA blob SIZE`, line end, that many bytes, line end; or `SHA missing`. */
function parseBatch(output: Buffer): Map<string, string> {
  const texts = new Map<string, string>()
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf('\n', at)
    const [, sha, size] = /^([0-9a-f]+) blob (\d+)$/.exec(output.toString('latin1', at, lineEnd)) ?? []
    at = lineEnd + 1
    if (sha === undefined) continue
    const end = at + Number(size)
    // What a time-out cut short is not the blob.
    if (end >= output.length) break
    texts.set(sha, output.toString('utf8', at, end))
    at = end + 1
  }
  return texts
}

/** `MODE TYPE SHA<TAB>PATH` */
function parseEntry(line: string): GitEntry {
  const tab = line.indexOf('\t')
  return { mode: line.slice(0, 6), sha: line.slice(line.lastIndexOf(' ', tab) + 1, tab), path: line.slice(tab + 1) }
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
