import type { GitHub } from './client.ts'
import type { Git } from './git.ts'

/** What the runs of a batch look at together: GitHub, whose limits hold for all of them, and one repository. */
export type Shared = { github: GitHub; git: Git }

/**
 * The same GitHub, asked only once for what lasts while a batch goes on: people, labels, branches. An answer that did not
 * come is asked for again.
 */
export function remembering(github: GitHub): GitHub {
  return {
    ...github,
    permission: once(github.permission),
    assignable: once(github.assignable),
    labels: once(github.labels),
    defaultBranch: once(github.defaultBranch),
    branch: once(github.branch),
  }
}

/** The same repository: a commit's files are listed and read once. */
export const rememberingGit = (git: Git): Git => ({
  ...git,
  treeOf: once(git.treeOf),
  entries: once(git.entries),
  blob: once(git.blob),
})

function once<Args extends unknown[], Value>(ask: (...args: Args) => Promise<Value>) {
  const known = new Map<string, Promise<Value>>()
  return (...args: Args): Promise<Value> => {
    const key = JSON.stringify(args)
    const asked =
      known.get(key) ??
      ask(...args).catch((error: unknown) => {
        known.delete(key)
        throw error
      })
    known.set(key, asked)
    return asked
  }
}
