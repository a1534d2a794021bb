import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lazy } from '../lazy.ts'
import { findRepositoryTop, runGit } from '../process/git.ts'
import { type RepositoryParts, readRepositoryParts } from './repository-parts.ts'

/** `repository`: OWNER/NAME. `commits`: commits that the run is about, to tell two checkouts of the repository apart. */
export type CheckoutQuery = { workspace: string; repository: string; commits: readonly string[] }

/**
 * `configuration`: as `git config --null --list` prints it; empty when git cannot read it. `parts`: as they were when it was found, or at
 * the first call.
 */
export type Checkout = { top: string; configuration: string; parts: () => Promise<RepositoryParts> }

/** Where the repository is checked out, or why that is not known. `isEmpty`: no repository is checked out at all. */
export type CheckoutLocation = ({ ok: true } & Checkout) | { ok: false; reason: string; isEmpty: boolean }

/** actions/checkout puts repositories into folders of the workspace, seldom deep. */
const MAX_DEPTH = 3
const MAX_FOLDERS = 2000

/** Finds the checkout of the run's repository: the workspace, a folder of it, or a folder above it. */
export async function findCheckout({ workspace, repository, commits }: CheckoutQuery): Promise<CheckoutLocation> {
  const nearest = await findRepositoryTop(workspace)
  const checkout = nearest === undefined ? undefined : await readCheckout(nearest, true)
  const remotes = remotesIn(checkout?.configuration ?? '')
  if (checkout !== undefined && (remotes.length === 0 || remotes.includes(repository.toLowerCase())))
    return { ok: true, ...checkout }
  const checkouts: Checkout[] = []
  const below = await repositoriesBelow(workspace)
  for (const top of below) {
    const inner = await readCheckout(top, false)
    if (remotesIn(inner.configuration).includes(repository.toLowerCase())) checkouts.push(inner)
  }
  const [first, second] = checkouts
  if (first !== undefined && second === undefined) return { ok: true, ...first }
  if (first === undefined)
    return {
      ok: false,
      isEmpty: nearest === undefined && below.length === 0,
      reason:
        nearest === undefined
          ? `the workspace contains no checkout of ${repository}; add a step with actions/checkout`
          : `the workspace is a checkout of ${remotes.join(', ')}, not of ${repository}`,
    }
  const heads = await Promise.all(checkouts.map(({ top }) => headOf(top)))
  const matching = checkouts.filter((_, index) => commits.includes(heads[index] ?? ''))
  const [only, another] = matching
  return only !== undefined && another === undefined
    ? { ok: true, ...only }
    : { ok: false, isEmpty: false, reason: `the workspace contains ${checkouts.length} checkouts of ${repository}` }
}

/** `isLikely`: asks for the parts at the same time. */
async function readCheckout(top: string, isLikely: boolean): Promise<Checkout> {
  const parts = lazy(() => readRepositoryParts(top))
  if (isLikely) parts().catch(() => undefined) // who asks for them sees the error
  const { code, stdout } = await runGit({ top }, ['config', '--null', '--list'])
  return { top, configuration: code === 0 ? stdout : '', parts }
}

/** OWNER/NAME of every remote, in lower case. A remote that is a local path gives its last two parts. */
const remotesIn = (configuration: string): string[] =>
  configuration.split('\0').flatMap((field) => {
    const url = /^remote\..*\.url\n([\s\S]*)/.exec(field)?.[1]?.toLowerCase() ?? ''
    const name = /([^/:\\]+)[/\\]([^/\\]+?)(?:\.git)?\/*$/.exec(url)
    return name === null ? [] : [`${name[1]}/${name[2]}`]
  })

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
