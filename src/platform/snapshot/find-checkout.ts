import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findRepositoryTop, runGit } from '../process/git.ts'

/** `repository`: OWNER/NAME. `commits`: commits that the run is about, to tell two checkouts of the repository apart. */
export type CheckoutQuery = { workspace: string; repository: string; commits: readonly string[] }

/** Where the repository is checked out, or why that is not known. `isEmpty`: no repository is checked out at all. */
export type CheckoutLocation = { ok: true; top: string } | { ok: false; reason: string; isEmpty: boolean }

/** actions/checkout puts repositories into folders of the workspace, seldom deep. */
const MAX_DEPTH = 3
const MAX_FOLDERS = 2000

/** Finds the checkout of the run's repository: the workspace, a folder of it, or a folder above it. */
export async function findCheckout({ workspace, repository, commits }: CheckoutQuery): Promise<CheckoutLocation> {
  const nearest = await findRepositoryTop(workspace)
  const remotes = nearest === undefined ? [] : await remotesOf(nearest)
  if (nearest !== undefined && (remotes.length === 0 || remotes.includes(repository.toLowerCase())))
    return { ok: true, top: nearest }
  const tops: string[] = []
  const below = await repositoriesBelow(workspace)
  for (const top of below) if ((await remotesOf(top)).includes(repository.toLowerCase())) tops.push(top)
  const [first, second] = tops
  if (first !== undefined && second === undefined) return { ok: true, top: first }
  if (first === undefined)
    return {
      ok: false,
      isEmpty: nearest === undefined && below.length === 0,
      reason:
        nearest === undefined
          ? `the workspace contains no checkout of ${repository}; add a step with actions/checkout`
          : `the workspace is a checkout of ${remotes.join(', ')}, not of ${repository}`,
    }
  const heads = await Promise.all(tops.map(headOf))
  const matching = tops.filter((_, index) => commits.includes(heads[index] ?? ''))
  const [only, another] = matching
  return only !== undefined && another === undefined
    ? { ok: true, top: only }
    : { ok: false, isEmpty: false, reason: `the workspace contains ${tops.length} checkouts of ${repository}` }
}

/** OWNER/NAME of every remote, in lower case. A remote that is a local path gives its last two parts. */
async function remotesOf(top: string): Promise<string[]> {
  const { code, stdout } = await runGit({ top }, ['config', '--null', '--get-regexp', '^remote\\..*\\.url$'])
  if (code !== 0) return []
  return stdout.split('\0').flatMap((field) => {
    const url = field.slice(field.indexOf('\n') + 1).toLowerCase()
    const name = /([^/:\\]+)[/\\]([^/\\]+?)(?:\.git)?\/*$/.exec(url)
    return field === '' || name === null ? [] : [`${name[1]}/${name[2]}`]
  })
}

const headOf = async (top: string): Promise<string> =>
  (await runGit({ top }, ['rev-parse', '--verify', '--quiet', 'HEAD'])).stdout.trim()

/** Folders with a `.git` inside, in the order of their depth. Does not look into repositories. */
async function repositoriesBelow(root: string): Promise<string[]> {
  const repositories: string[] = []
  let folders = [root]
  let visited = 0
  for (let depth = 0; depth <= MAX_DEPTH && folders.length > 0; depth += 1) {
    const next: string[] = []
    for (const folder of folders) {
      if (++visited > MAX_FOLDERS) return repositories
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      if (depth > 0 && entries.some(({ name }) => name === '.git')) repositories.push(folder)
      else
        for (const entry of entries)
          if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
            next.push(join(folder, entry.name))
    }
    folders = next
  }
  return repositories
}
