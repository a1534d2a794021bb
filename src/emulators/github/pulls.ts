import * as z from 'zod'
import {
  type ApiAnswer,
  type ApiCall,
  created,
  ErrorAnswer,
  invalid,
  notFound,
  numeric,
  ok,
  paged,
  type Route,
  textAnswer,
  wants,
} from './answer.ts'
import { gitDirOf } from './git-routes.ts'
import { checkLength, mayWrite } from './issues.ts'
import {
  beforeMerge,
  changedFiles,
  countCommits,
  diffText,
  mergeBase,
  readCommits,
  refTarget,
} from './repository-git.ts'
import { commitJson, compareFileJson } from './shapes.ts'
import { pullJson, pullSummary } from './thread-shapes.ts'
import { issue, nextNumber, type PullFile, type WorldPull } from './world.ts'

/** Pull requests, their files and commits. Source: GitHub REST docs, "Pull requests". */
export const pullRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/pulls', answer: listPulls },
  { method: 'POST', pattern: '/pulls', answer: createPull },
  { method: 'GET', pattern: '/pulls/:number', answer: getPull },
  { method: 'PATCH', pattern: '/pulls/:number', answer: updatePull },
  { method: 'GET', pattern: '/pulls/:number/files', answer: listFiles },
  { method: 'GET', pattern: '/pulls/:number/commits', answer: listCommits },
]

export const pullOf = (call: ApiCall): WorldPull => {
  const number = numeric(call, 'number')
  const found = call.world.pulls.find((pull) => pull.number === number)
  if (found === undefined) throw notFound()
  return found
}

function listPulls(call: ApiCall): ApiAnswer {
  const state = call.query.get('state') ?? 'open'
  const head = call.query.get('head')
  const base = call.query.get('base')
  const matching = call.world.pulls.filter(
    (pull) =>
      (state === 'all' || pull.state === state) &&
      (head === null || head === `${pull.head.repo?.split('/')[0]}:${pull.head.ref}`) &&
      (base === null || base === pull.base.ref),
  )
  return paged(
    call,
    matching.toSorted((a, b) => b.number - a.number).map((pull) => pullSummary(call, pull)),
  )
}

const NewPull = z.object({
  title: z.string().min(1),
  head: z.string().min(1),
  base: z.string().min(1),
  body: z.string().nullish(),
  draft: z.boolean().default(false),
})

async function createPull(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['pull_requests'])
  const { world } = call
  const parsed = NewPull.safeParse(call.body)
  if (!parsed.success) throw invalid('PullRequest', String(parsed.error.issues[0]?.path[0] ?? 'data'), 'missing_field')
  const { title, body, draft, base } = parsed.data
  checkLength('PullRequest', body ?? '')
  const head = parsed.data.head.split(':').at(-1) ?? ''
  const repo = `${world.owner}/${world.repo}`
  const tip = await refTarget(gitDirOf(call), `refs/heads/${head}`)
  const onto = await refTarget(gitDirOf(call), `refs/heads/${base}`)
  if (tip === undefined) throw invalid('PullRequest', 'head', 'invalid')
  if (onto === undefined) throw invalid('PullRequest', 'base', 'invalid')
  if ((await countCommits(gitDirOf(call), onto, tip)) === 0)
    throw invalid('PullRequest', 'head', 'custom', `No commits between ${base} and ${head}`)
  if (world.pulls.some((pull) => pull.state === 'open' && pull.head.ref === head && pull.base.ref === base))
    throw invalid('PullRequest', 'head', 'custom', `A pull request already exists for ${world.owner}:${head}.`)
  const newPull: WorldPull = {
    ...issue({
      number: nextNumber(world),
      title,
      body: body ?? null,
      user: world.viewer,
      createdAt: call.now,
      updatedAt: call.now,
    }),
    draft,
    merged: false,
    base: { ref: base, sha: onto, repo },
    head: { ref: head, sha: tip, repo },
  }
  world.pulls.push(newPull)
  return created(pullJson(call, newPull, await sizeOf(call, newPull)))
}

const PullChange = z.object({
  title: z.string().min(1).optional(),
  body: z.string().optional(),
  state: z.enum(['open', 'closed']).optional(),
})

async function updatePull(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['pull_requests'])
  const pull = pullOf(call)
  const parsed = PullChange.safeParse(call.body)
  if (!parsed.success) throw invalid('PullRequest', String(parsed.error.issues[0]?.path[0] ?? 'data'), 'invalid')
  const { title, body, state } = parsed.data
  checkLength('PullRequest', body ?? '')
  if (title !== undefined) pull.title = title
  if (body !== undefined && body !== pull.body) {
    pull.body = body
    pull.bodyEdit = { by: call.world.viewer, editedAt: call.now }
  }
  if (state !== undefined) pull.state = state
  pull.updatedAt = call.now
  return ok(pullJson(call, pull, await sizeOf(call, pull)))
}

/** Like GitHub, refuses the diff of more than 20,000 lines or 300 files. */
const DIFF_LIMITS = { lines: 20_000, files: 300 }

async function getPull(call: ApiCall): Promise<ApiAnswer> {
  const pull = pullOf(call)
  if (!wants(call, 'diff') && !wants(call, 'patch')) return ok(pullJson(call, pull, await sizeOf(call, pull)))
  const diff = pull.diff ?? (await diffOf(call, pull))
  const files = await filesOf(call, pull)
  if (files.length > DIFF_LIMITS.files || diff.split('\n').length > DIFF_LIMITS.lines)
    throw new ErrorAnswer(406, 'Sorry, the diff exceeded the maximum number of lines or files.', [
      { resource: 'PullRequest', field: 'diff', code: 'too_large' },
    ])
  return textAnswer(diff, 'application/vnd.github.diff; charset=utf-8')
}

async function diffOf(call: ApiCall, pull: WorldPull): Promise<string> {
  const base = await baseOf(call, pull)
  return diffText(gitDirOf(call), base, pull.head.sha)
}

/**
 * The commit from which a pull request's changes count: the merge base of its head and the base branch as it is now. After the merge it
 * is that with the branch before the merge; after the branch is deleted, that with its last commit.
 */
async function baseOf(call: ApiCall, pull: WorldPull, commit = pull.head.sha): Promise<string> {
  const gitDir = gitDirOf(call)
  const tip = await refTarget(gitDir, `refs/heads/${pull.base.ref}`)
  const live = tip === undefined ? undefined : await mergeBase(gitDir, tip, commit)
  if (live !== undefined && live !== commit && !pull.merged) return live
  const before = tip === undefined ? undefined : await beforeMerge(gitDir, tip, pull.head.sha)
  return (await mergeBase(gitDir, before ?? pull.base.sha, commit)) ?? pull.base.sha
}

/** The files that a pull request changes up to its head or another commit. */
export async function filesOf(call: ApiCall, pull: WorldPull, commit = pull.head.sha): Promise<PullFile[]> {
  if (pull.files !== undefined) return pull.files
  return changedFiles(gitDirOf(call), await baseOf(call, pull, commit), commit)
}

async function sizeOf(call: ApiCall, pull: WorldPull) {
  if (pull.files === undefined && call.world.gitDir === undefined)
    return { commits: 0, additions: 0, deletions: 0, files: 0 }
  const files = await filesOf(call, pull)
  const commits =
    call.world.gitDir === undefined ? 1 : await countCommits(call.world.gitDir, pull.base.sha, pull.head.sha)
  const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0)
  return { commits, additions: sum('additions'), deletions: sum('deletions'), files: files.length }
}

/** At most 3,000 files, as GitHub lists them. */
async function listFiles(call: ApiCall): Promise<ApiAnswer> {
  const pull = pullOf(call)
  const files = (await filesOf(call, pull)).slice(0, 3000)
  return paged(
    call,
    files.map((file) => compareFileJson(call, pull.head.sha, file)),
  )
}

/** At most 250 commits, oldest first, as GitHub lists them. */
async function listCommits(call: ApiCall): Promise<ApiAnswer> {
  const pull = pullOf(call)
  // The world of `sluice simulate` has no repository.
  if (call.world.gitDir === undefined) return paged(call, [])
  const commits = await readCommits(gitDirOf(call), [`${pull.base.sha}..${pull.head.sha}`])
  return paged(
    call,
    commits
      .toReversed()
      .slice(0, 250)
      .map((commit) => commitJson(call, commit)),
  )
}
