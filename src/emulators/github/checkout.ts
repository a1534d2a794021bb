import * as z from 'zod'

/** What a job finds in its workspace: the commit that GitHub starts a run on, and what `actions/checkout` leaves of it. */

const Payload = z.object({
  number: z.number().optional(),
  pull_request: z.object({ number: z.number() }).nullish(),
  ref: z.string().nullish(),
  ref_type: z.string().optional(),
  release: z.object({ tag_name: z.string() }).nullish(),
  deployment: z.object({ ref: z.string() }).nullish(),
  merge_group: z.object({ head_ref: z.string() }).nullish(),
  repository: z.object({ default_branch: z.string().optional() }).nullish(),
})

/** The commit that GitHub starts a run on: the merge of the pull request, what the event names, or the tip of the default branch. */
export type RunCommit = 'merge' | 'event' | 'default'

/** `pull_request_target` is on the default branch. Source: GitHub docs, "Events that trigger workflows", GITHUB_SHA. */
const RUN_COMMITS: Readonly<Record<string, RunCommit>> = {
  pull_request: 'merge',
  pull_request_review: 'merge',
  pull_request_review_comment: 'merge',
  push: 'event',
  create: 'event',
  release: 'event',
  deployment: 'event',
  deployment_status: 'event',
  merge_group: 'event',
  registry_package: 'event',
  workflow_dispatch: 'event',
}

export const runCommit = (event: string): RunCommit =>
  Object.hasOwn(RUN_COMMITS, event) ? (RUN_COMMITS[event] ?? 'default') : 'default'

/** GITHUB_REF of a run. An event without a ref of its own is on the default branch. */
export function runRef(event: string, payload: unknown): string {
  const { data } = Payload.safeParse(payload)
  const number = data?.pull_request?.number ?? data?.number
  const main = `refs/heads/${data?.repository?.default_branch ?? 'main'}`
  if (runCommit(event) === 'merge') return number === undefined ? main : `refs/pull/${number}/merge`
  switch (event) {
    case 'push':
    case 'workflow_dispatch':
      return data?.ref ?? main
    case 'create':
      return data?.ref == null ? main : `refs/${data.ref_type === 'tag' ? 'tags' : 'heads'}/${data.ref}`
    case 'release':
      return data?.release == null ? main : `refs/tags/${data.release.tag_name}`
    case 'deployment':
    case 'deployment_status':
      return data?.deployment == null ? main : `refs/heads/${data.deployment.ref}`
    case 'merge_group':
      return data?.merge_group?.head_ref ?? main
    default:
      return main
  }
}

/** One step with `actions/checkout` that has run. */
export type LeftCheckout = {
  /** `owner/name`. */
  repository: string
  /** A ref or a SHA; empty: the default branch of another repository. */
  ref: string
  /** The folder in the workspace; empty: the workspace itself. */
  folder: string
  /** The number of commits to fetch; 0: the history of all branches. */
  depth: number
  /** Folders or patterns of a sparse checkout; empty: all files. */
  sparse: readonly string[]
  keepsCredential: boolean
  /** Whether it checks out the code of a fork on events with secrets. */
  allowsForks: boolean
}

/**
 * What `actions/checkout` leaves, by the texts of its `with`. An empty input counts as absent. Without `ref` it takes the commit that the run
 * started on, but the default branch of another repository. Source: actions/checkout, src/input-helper.ts and action.yml.
 */
export function leftCheckout(
  inputs: Readonly<Record<string, string>>,
  run: { repository: string; ref: string },
): LeftCheckout {
  const given = new Map(Object.entries(inputs).map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const input = (name: string, otherwise: string) => given.get(name) || otherwise
  const repository = input('repository', run.repository)
  const isOwn = repository.toLowerCase() === run.repository.toLowerCase()
  const depth = Math.floor(Number(input('fetch-depth', '1')))
  return {
    repository,
    ref: input('ref', isOwn ? run.ref : ''),
    folder: input('path', '.')
      .split(/[\\/]/)
      .filter((part) => part !== '.' && part !== '')
      .join('/'),
    depth: depth > 0 ? depth : 0,
    sparse: input('sparse-checkout', '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    keepsCredential: input('persist-credentials', 'true').toLowerCase() === 'true',
    allowsForks: input('allow-unsafe-pr-checkout', 'false').toLowerCase() === 'true',
  }
}

const Repository = z
  .object({ id: z.number().optional(), full_name: z.string().optional(), default_branch: z.string().nullish() })
  .nullish()
const Heads = z.object({
  repository: Repository,
  pull_request: z
    .object({
      head: z.object({ sha: z.string(), ref: z.string().optional(), repo: Repository }),
      base: z.object({ ref: z.string() }).nullish(),
      merge_commit_sha: z.string().nullish(),
    })
    .nullish(),
  workflow_run: z
    .object({
      event: z.string(),
      head_repository: Repository,
      head_sha: z.string().nullish(),
      head_branch: z.string().nullish(),
      head_commit: z.object({ id: z.string() }).nullish(),
    })
    .nullish(),
})

/** The first version of each line that has the guard. Source: releases of actions/checkout, June and July 2026. */
const GUARDED: Readonly<Record<number, readonly [minor: number, patch: number]>> = { 4: [4, 0], 5: [1, 0], 6: [1, 0] }

/**
 * Whether this `actions/checkout` refuses the code of a fork on events with secrets. `tag`: the version that a comment names for a commit.
 * Undefined for a commit without one.
 */
export function guardsForks(uses: string, tag?: string): boolean | undefined {
  const name = uses.split('@')[1] ?? ''
  const version = /^[0-9a-f]{40}$/i.test(name) ? tag : name
  if (version === undefined) return undefined
  const [, major, minor, patch] = /^v(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(version) ?? []
  if (major === undefined) return version === 'main'
  const first = GUARDED[Number(major)]
  if (first === undefined || minor === undefined) return Number(major) >= 4
  return Number(minor) > first[0] || (Number(minor) === first[0] && Number(patch ?? first[1]) >= first[1])
}

/**
 * Whether `actions/checkout` fails because it would check out the code of a fork for a job with secrets: its repository, its commit, or a
 * ref of the pull request. Source: actions/checkout, src/unsafe-pr-checkout-helper.ts.
 */
export function isForkRefused(
  { repository, ref, allowsForks }: Pick<LeftCheckout, 'repository' | 'ref' | 'allowsForks'>,
  run: { event: string; payload: unknown },
): boolean {
  const { data } = Heads.safeParse(run.payload)
  const { pull_request: pull, workflow_run: upstream } = data ?? {}
  const isTarget = run.event === 'pull_request_target'
  const isUpstream = run.event === 'workflow_run' && upstream?.event.startsWith('pull_request') === true
  if (allowsForks || !(isTarget || isUpstream)) return false
  const head = isTarget ? pull?.head.repo : upstream?.head_repository
  const own = data?.repository
  const isFork =
    head?.id !== undefined && own?.id !== undefined ? head.id !== own.id : head?.full_name !== own?.full_name
  if (head == null || !isFork) return false
  const ofRun = [upstream?.head_commit?.id, upstream?.event === 'pull_request_target' ? undefined : upstream?.head_sha]
  const shas = isTarget ? [pull?.head.sha, pull?.merge_commit_sha] : ofRun
  return (
    repository.toLowerCase() === head.full_name?.toLowerCase() ||
    /^refs\/pull\/\d+\/(?:head|merge)$/.test(ref) ||
    shas.some((sha) => sha?.toLowerCase() === ref.toLowerCase())
  )
}

/**
 * Whether `actions/checkout` fails because the branch is one of the fork, such as `github.head_ref`: it asks this repository for it. A name
 * that this repository has, too, gives its own branch. Source: actions/checkout, src/ref-helper.ts ("A branch or tag with the name … could
 * not be found").
 */
export function isForkBranch(
  { repository, ref }: Pick<LeftCheckout, 'repository' | 'ref'>,
  { payload }: { payload: unknown },
): boolean {
  const { data } = Heads.safeParse(payload)
  const { repository: own, pull_request: pull, workflow_run: upstream } = data ?? {}
  const branch = pull?.head.ref ?? upstream?.head_branch
  const head = pull == null ? upstream?.head_repository : pull.head.repo
  const isFromFork = head?.full_name?.toLowerCase() !== own?.full_name?.toLowerCase()
  const isOfOwn = repository.toLowerCase() === own?.full_name?.toLowerCase()
  const hasName = branch === pull?.base?.ref || branch === own?.default_branch
  return isOfOwn && isFromFork && !hasName && branch != null && ref.replace(/^refs\/heads\//, '') === branch
}

/** A step empties its folder first, so of several steps in one folder the last one counts. */
export const leftCheckouts = (steps: readonly LeftCheckout[]): LeftCheckout[] =>
  steps.filter(
    (_, index) =>
      !steps
        .slice(index + 1)
        .some(({ folder }) => `${steps[index]?.folder}/`.startsWith(`${folder}/`) || folder === ''),
  )
