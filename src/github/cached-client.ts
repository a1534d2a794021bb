import type { GitHub } from './api/github.ts'
import type { Permission } from './api/response-schemas.ts'
import type { Git } from './git.ts'

/**
 * The clients that all runs of a batch share: GitHub, whose rate limits count for all of them, and one local repository. `mayEdit`: the runs
 * follow each other, so each may edit the checkout.
 */
export type SharedClients = { github: GitHub; git: Git; mayEdit?: boolean }

/**
 * A client that requests once a run what does not change (commits, their trees and comparisons) and what all parts of the
 * run should see alike: the changed files of a pull request, the conversation, who has write permission, and which runs are of this
 * workflow. A failed request is not cached.
 */
export const withRunCache = (github: GitHub): GitHub => ({
  ...github,
  tree: cacheCalls(github.tree),
  commitDetails: cacheCalls(github.commitDetails, isCommit),
  files: cacheCalls(github.files),
  conversation: cacheCalls(github.conversation),
  pullAtStart: cacheCalls(github.pullAtStart),
  permission: cacheCalls(github.permission),
  ownRun: cacheCalls(github.ownRun),
  pinnedFiles: cacheCalls(github.pinnedFiles),
  compare: cacheCalls(github.compare, (base, head) => isCommit(base) && isCommit(head)),
})

const isCommit = (ref: string) => /^[0-9a-f]{40,64}$/.test(ref)

/** Asks for the files of the commit that probably steers the run, while GitHub answers who may start it. */
export async function prefetchTree(sha: string, { github, git }: SharedClients): Promise<void> {
  if ((await git.treeOf(sha)) === undefined) await github.tree(sha).catch(() => undefined)
}

/** A client that requests labels and branches once a batch, too. */
export function cachedGitHub(github: GitHub): GitHub {
  return {
    ...withRunCache(github),
    assignable: cacheCalls(github.assignable),
    labels: cacheCalls(github.labels),
    defaultBranch: cacheCalls(github.defaultBranch),
    branch: cacheCalls(github.branch),
  }
}

/** One request an account: the sender is often the author, too. `onFirst` runs with the first one. */
export function withPermissionCache(github: GitHub, onFirst: () => void): GitHub {
  const cache = new Map<string, Promise<Permission>>()
  return {
    ...github,
    permission(user) {
      const isFirst = cache.size === 0
      const permission = cache.get(user) ?? github.permission(user)
      cache.set(user, permission)
      if (isFirst) onFirst()
      return permission
    },
  }
}

/** A repository that lists and reads the files of a commit once. */
export const cachedGit = (git: Git): Git => ({
  ...git,
  treeOf: cacheCalls(git.treeOf),
  entries: cacheCalls(git.entries),
  blob: cacheCalls(git.blob),
})

function cacheCalls<Args extends unknown[], Value>(
  call: (...args: Args) => Promise<Value>,
  isCached: (...args: Args) => boolean = () => true,
) {
  const cache = new Map<string, Promise<Value>>()
  return (...args: Args): Promise<Value> => {
    if (!isCached(...args)) return call(...args)
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
