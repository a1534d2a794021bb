import {
  type ApiAnswer,
  type ApiCall,
  ErrorAnswer,
  notFound,
  ok,
  paged,
  type Route,
  textAnswer,
  wants,
} from './answer.ts'
import { commitNamed, gitDirOf } from './git-routes.ts'
import {
  changedFiles,
  countCommits,
  diffText,
  type GitCommitData,
  gitOutput,
  listTree,
  mergeBase,
  readBlob,
  readCommit,
  readCommits,
  resolveCommit,
} from './repository-git.ts'
import { commitJson, compareFileJson, contentFields, repoUrl } from './shapes.ts'

/** Files at a commit, commits and comparisons. Source: GitHub REST docs, "Contents", "Commits". */
export const contentRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/contents', answer: getContents },
  { method: 'GET', pattern: '/contents/*path', answer: getContents },
  { method: 'GET', pattern: '/commits', answer: listCommits },
  { method: 'GET', pattern: '/commits/*ref', answer: getCommit },
  { method: 'GET', pattern: '/compare/*range', answer: compare },
]

/** GitHub sends a file of up to 1 MB as base64, and a larger one without content and with `encoding: "none"`. */
const CONTENT_LIMIT = 1_048_576

async function getContents(call: ApiCall): Promise<ApiAnswer> {
  const gitDir = gitDirOf(call)
  const ref = call.query.get('ref') ?? call.world.defaultBranch
  const path = (call.params.path ?? '').replace(/\/$/, '')
  const commit = await resolveCommit(gitDir, ref)
  if (commit === undefined) throw new ErrorAnswer(404, `No commit found for the ref ${ref}`)
  const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const entry =
    path === ''
      ? undefined
      : (await listTree(gitDir, `${commit}:${parent}`, false))?.find((entry) => within(parent, entry.path) === path)
  if (path !== '' && entry === undefined) throw notFound()
  if (entry === undefined || entry.type === 'tree') {
    const entries = (await listTree(gitDir, `${commit}:${path}`, false)) ?? []
    return ok(entries.map((entry) => contentFields(call, ref, within(path, entry.path), entry)))
  }
  const blob = entry.type === 'blob' ? ((await readBlob(gitDir, entry.sha)) ?? Buffer.alloc(0)) : undefined
  if (blob !== undefined && wants(call, 'raw'))
    return textAnswer(blob.toString('utf8'), 'application/vnd.github.raw; charset=utf-8')
  const fields = contentFields(call, ref, path, entry)
  if (entry.mode === '120000') return ok({ ...fields, target: blob?.toString('utf8') ?? '' })
  if (blob === undefined) return ok({ ...fields, submodule_git_url: null })
  const isComplete = blob.length <= CONTENT_LIMIT
  return ok({
    ...fields,
    content: isComplete ? blob.toString('base64').replace(/.{1,60}/g, '$&\n') : '',
    encoding: isComplete ? 'base64' : 'none',
  })
}

const within = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

async function getCommit(call: ApiCall): Promise<ApiAnswer> {
  const commit = await commitNamed(call, call.params.ref ?? '', 422)
  const gitDir = gitDirOf(call)
  if (wants(call, 'sha')) return textAnswer(commit.sha, 'application/vnd.github.sha; charset=utf-8')
  const parent =
    commit.parents[0] ?? (await gitOutput(gitDir, ['hash-object', '-t', 'tree', '--stdin']))?.toString().trim() ?? ''
  if (wants(call, 'diff'))
    return textAnswer(await diffText(gitDir, parent, commit.sha), 'application/vnd.github.diff; charset=utf-8')
  const files = (await changedFiles(gitDir, parent, commit.sha)).map((file) => compareFileJson(call, commit.sha, file))
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  return ok({ ...commitJson(call, commit), stats: { additions, deletions, total: additions + deletions }, files })
}

/** Newest first, those that touch a path if one is given. */
async function listCommits(call: ApiCall): Promise<ApiAnswer> {
  const start = await commitNamed(call, call.query.get('sha') ?? call.world.defaultBranch)
  const path = call.query.get('path')
  const commits = await readCommits(gitDirOf(call), [start.sha], path === null ? [] : [path])
  return paged(
    call,
    commits.map((commit) => commitJson(call, commit)),
  )
}

async function compare(call: ApiCall): Promise<ApiAnswer> {
  const gitDir = gitDirOf(call)
  const [base = '', head = ''] = (call.params.range ?? '').split('...').map((side) => side.split(':').at(-1) ?? '')
  const from = await commitNamed(call, base)
  const to = await commitNamed(call, head)
  const common = await mergeBase(gitDir, from.sha, to.sha)
  if (common === undefined) throw new ErrorAnswer(404, 'No common ancestor between the two commits.')
  if (wants(call, 'diff'))
    return textAnswer(await diffText(gitDir, common, to.sha), 'application/vnd.github.diff; charset=utf-8')
  const aheadBy = await countCommits(gitDir, from.sha, to.sha)
  const behind = await countCommits(gitDir, to.sha, from.sha)
  const mergeBaseCommit = await readCommit(gitDir, common)
  const commits = (await readCommits(gitDir, [`${from.sha}..${to.sha}`])).toReversed()
  const files = await changedFiles(gitDir, common, to.sha)
  const url = `${repoUrl(call)}/compare/${call.params.range}`
  const page = `${call.world.pages}/${call.world.owner}/${call.world.repo}/compare/${call.params.range}`
  return paged(call, commits, (page_) => ({
    url,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    base_commit: commitJson(call, from),
    merge_base_commit: commitJson(call, mergeBaseCommit ?? from),
    status: aheadBy === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged',
    ahead_by: aheadBy,
    behind_by: behind,
    total_commits: commits.length,
    commits: page_.map((commit) => commitJson(call, commit as GitCommitData)), // paged() hands back slices of `commits`
    files: files.slice(0, 300).map((file) => compareFileJson(call, to.sha, file)),
  }))
}
