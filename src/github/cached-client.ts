import type { GitHub } from './api/github.ts'
import type { Git } from './git/git.ts'

/** The clients that all runs of a batch share: GitHub, whose rate limits count for all of them, and one local repository. */
export type SharedClients = { github: GitHub; git: Git }

/** A client that lists a tree once: it never changes. */
export const withTreeCache = (github: GitHub): GitHub => ({ ...github, tree: cacheCalls(github.tree) })

/** Asks for the files of the commit that probably steers the run, while GitHub answers who may start it. */
export async function prefetchTree(sha: string, { github, git }: SharedClients): Promise<void> {
  if ((await git.treeOf(sha)) === undefined) await github.tree(sha).catch(() => undefined)
}

/** A client that requests permissions, labels and branches once a batch. A failed request is not cached. */
export function cachedGitHub(github: GitHub): GitHub {
  return {
    ...github,
    permission: cacheCalls(github.permission),
    assignable: cacheCalls(github.assignable),
    labels: cacheCalls(github.labels),
    defaultBranch: cacheCalls(github.defaultBranch),
    branch: cacheCalls(github.branch),
    tree: cacheCalls(github.tree),
  }
}

/** A repository that lists and reads the files of a commit once. */
export const cachedGit = (git: Git): Git => ({
  ...git,
  treeOf: cacheCalls(git.treeOf),
  entries: cacheCalls(git.entries),
  blob: cacheCalls(git.blob),
})

function cacheCalls<Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) {
  const cache = new Map<string, Promise<Value>>()
  return (...args: Args): Promise<Value> => {
    const key = JSON.stringify(args)
    const result =
      cache.get(key) ??
      call(...args).catch((error: unknown) => {
        cache.delete(key)
        throw error
      })
    cache.set(key, result)
    return result
  }
}
