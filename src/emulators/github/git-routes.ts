import * as z from 'zod'
import {
  type ApiAnswer,
  type ApiCall,
  created,
  ErrorAnswer,
  invalid,
  noContent,
  notFound,
  ok,
  paged,
  type Route,
  textAnswer,
  wants,
} from './answer.ts'
import { writeObject } from './git-objects.ts'
import { mayWrite } from './issues.ts'
import {
  type GitCommitData,
  type GitTreeEntry,
  gitOutput,
  isRefName,
  listTree,
  mergeBase,
  readBlob,
  readCommit,
  refTarget,
  resolveCommit,
  resolveTree,
  writeCommit,
  writeGitTree,
  writeRef,
} from './repository-git.ts'
import { commitJson, gitCommitJson, repoUrl } from './shapes.ts'
import { BOT } from './world.ts'

/** Commits, trees, blobs, refs and file contents, answered by real git. Source: GitHub REST docs, "Git database". */
export const gitRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/git/trees/:sha', answer: getTree },
  { method: 'POST', pattern: '/git/trees', answer: createTree },
  { method: 'GET', pattern: '/git/blobs/:sha', answer: getBlob },
  { method: 'POST', pattern: '/git/blobs', answer: createBlob },
  {
    method: 'GET',
    pattern: '/git/commits/:sha',
    answer: async (call) => ok(gitCommitJson(call, await commitNamed(call, call.params.sha ?? ''))),
  },
  { method: 'POST', pattern: '/git/commits', answer: createCommit },
  { method: 'GET', pattern: '/git/ref/*ref', answer: getRef },
  { method: 'POST', pattern: '/git/refs', answer: inTurn(createRef) },
  { method: 'PATCH', pattern: '/git/refs/*ref', answer: inTurn(updateRef) },
  { method: 'DELETE', pattern: '/git/refs/*ref', answer: deleteRef },
  { method: 'GET', pattern: '/branches', answer: listBranches },
  { method: 'GET', pattern: '/branches/*branch', answer: getBranch },
]

const SHA = /^[0-9a-f]{40}$/

/** The git repository of the world. Without one, throws as GitHub does for an empty repository. */
export function gitDirOf(call: ApiCall): string {
  if (call.world.gitDir === undefined) throw new ErrorAnswer(409, 'Git Repository is empty.')
  return call.world.gitDir
}

/** `status`: GitHub's status for an unknown name, which differs between endpoints. */
export async function commitNamed(call: ApiCall, name: string, status: 404 | 422 = 404): Promise<GitCommitData> {
  const gitDir = gitDirOf(call)
  const sha = await resolveCommit(gitDir, name)
  const commit = sha === undefined ? undefined : await readCommit(gitDir, sha)
  if (commit === undefined) {
    if (status === 422 || SHA.test(name)) throw new ErrorAnswer(422, `No commit found for SHA: ${name}`)
    throw notFound()
  }
  return commit
}

async function getTree(call: ApiCall): Promise<ApiAnswer> {
  const name = call.params.sha ?? ''
  const gitDir = gitDirOf(call)
  const sha = await resolveTree(gitDir, name)
  if (sha === undefined) throw notFound()
  const entries = (await listTree(gitDir, sha, call.query.has('recursive'))) ?? []
  return ok(treeJson(call, sha, entries))
}

const treeJson = (call: ApiCall, sha: string, entries: readonly GitTreeEntry[]) => ({
  sha,
  url: `${repoUrl(call)}/git/trees/${sha}`,
  tree: entries.map(({ path, mode, type, sha, size }) => ({
    path,
    mode,
    type,
    sha,
    size,
    url: type === 'commit' ? undefined : `${repoUrl(call)}/git/${type}s/${sha}`,
  })),
  truncated: false,
})

const NewTree = z.object({
  base_tree: z.string().optional(),
  tree: z
    .array(
      z.object({
        path: z.string().min(1),
        mode: z.enum(['100644', '100755', '040000', '160000', '120000']),
        type: z.enum(['blob', 'tree', 'commit']).optional(),
        sha: z.string().nullish(),
        content: z.string().optional(),
      }),
    )
    .min(1),
})

async function createTree(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['contents'])
  const gitDir = gitDirOf(call)
  const parsed = NewTree.safeParse(call.body)
  if (!parsed.success) throw new ErrorAnswer(422, `Invalid tree info: ${parsed.error.issues[0]?.message ?? ''}`)
  // A job's token may never change workflows.
  if (call.world.viewer === BOT && parsed.data.tree.some(({ path }) => path.startsWith('.github/workflows/')))
    throw new ErrorAnswer(403, 'Resource not accessible by integration')
  const existing = new Set(
    parsed.data.base_tree === undefined
      ? []
      : ((await listTree(gitDir, parsed.data.base_tree, true)) ?? []).map(({ path }) => path),
  )
  const changes = []
  for (const { path, mode, sha, content } of parsed.data.tree) {
    if (sha === null && !existing.has(path)) throw new ErrorAnswer(422, 'GitRPC::BadObjectState')
    if (sha !== undefined && content !== undefined)
      throw new ErrorAnswer(422, 'Either tree.sha or tree.content, not both')
    const written = content === undefined ? sha : writeObject(gitDir, 'blob', Buffer.from(content))
    if (written === undefined) throw new ErrorAnswer(422, 'tree.sha or tree.content must be given')
    changes.push({ path, mode, sha: written })
  }
  const sha = await writeGitTree(gitDir, parsed.data.base_tree, changes)
  return created(treeJson(call, sha, (await listTree(gitDir, sha, false)) ?? []))
}

async function getBlob(call: ApiCall): Promise<ApiAnswer> {
  const sha = call.params.sha ?? ''
  const content = SHA.test(sha) ? await readBlob(gitDirOf(call), sha) : undefined
  if (content === undefined) throw notFound()
  if (wants(call, 'raw')) return textAnswer(content.toString('utf8'), 'application/vnd.github.raw; charset=utf-8')
  return ok({
    sha,
    node_id: Buffer.from(`Blob:${sha}`).toString('base64'),
    size: content.length,
    url: `${repoUrl(call)}/git/blobs/${sha}`,
    content: content.toString('base64').replace(/.{1,60}/g, '$&\n'),
    encoding: 'base64',
  })
}

async function createBlob(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['contents'])
  const parsed = z
    .object({ content: z.string(), encoding: z.enum(['utf-8', 'base64']).default('utf-8') })
    .safeParse(call.body)
  if (!parsed.success) throw invalid('Blob', 'content', 'missing_field')
  const bytes = Buffer.from(parsed.data.content, parsed.data.encoding === 'base64' ? 'base64' : 'utf8')
  const sha = writeObject(gitDirOf(call), 'blob', bytes)
  return created({ sha, url: `${repoUrl(call)}/git/blobs/${sha}` })
}

const CommitAuthor = z.object({ name: z.string(), email: z.string(), date: z.string().optional() })
const NewCommit = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: CommitAuthor.optional(),
  committer: CommitAuthor.optional(),
})

/** Without an author, the author is the user of the token, as on GitHub. */
async function createCommit(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['contents'])
  const parsed = NewCommit.safeParse(call.body)
  if (!parsed.success) throw invalid('Commit', String(parsed.error.issues[0]?.path[0] ?? 'data'), 'missing_field')
  const { message, tree, parents, author, committer } = parsed.data
  const self = {
    name: call.world.viewer,
    email: `41898282+${call.world.viewer}@users.noreply.github.com`,
    date: call.now,
  }
  const by = { ...self, ...author, date: author?.date ?? call.now }
  const sha = await writeCommit(gitDirOf(call), {
    message,
    tree,
    parents,
    author: by,
    committer: { ...by, ...committer, date: committer?.date ?? by.date },
  })
  return created(gitCommitJson(call, await commitNamed(call, sha)))
}

const refName = (call: ApiCall): string => `refs/${call.params.ref ?? ''}`

async function getRef(call: ApiCall): Promise<ApiAnswer> {
  const name = refName(call)
  const sha = await refTarget(gitDirOf(call), name)
  if (sha === undefined) throw notFound()
  return ok(refJson(call, name, sha))
}

const refJson = (call: ApiCall, ref: string, sha: string) => ({
  ref,
  node_id: Buffer.from(`Ref:${ref}`).toString('base64'),
  url: `${repoUrl(call)}/git/${ref}`,
  object: { sha, type: 'commit', url: `${repoUrl(call)}/git/commits/${sha}` },
})

const turns = new Map<string, Promise<unknown>>()

/** GitHub changes the references of a repository one after the other: of two requests to create one, the second fails. */
function inTurn(answer: (call: ApiCall) => Promise<ApiAnswer>): (call: ApiCall) => Promise<ApiAnswer> {
  return async (call) => {
    const gitDir = gitDirOf(call)
    const turn = (turns.get(gitDir) ?? Promise.resolve()).then(() => answer(call))
    turns.set(
      gitDir,
      turn.catch(() => undefined),
    )
    return turn
  }
}

async function createRef(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['contents'])
  const gitDir = gitDirOf(call)
  const parsed = z.object({ ref: z.string(), sha: z.string() }).safeParse(call.body)
  if (!parsed.success) throw invalid('Reference', 'ref', 'missing_field')
  const { ref, sha } = parsed.data
  if (!/^refs\/[^/]+\/./.test(ref) || !(await isRefName(gitDir, ref)))
    throw new ErrorAnswer(422, 'Reference name is not valid')
  if ((await refTarget(gitDir, ref)) !== undefined) throw new ErrorAnswer(422, 'Reference already exists')
  if (!SHA.test(sha) || (await resolveCommit(gitDir, sha)) === undefined)
    throw new ErrorAnswer(422, 'Object does not exist')
  await writeRef(gitDir, ref, sha)
  return created(refJson(call, ref, sha))
}

async function updateRef(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['contents'])
  const gitDir = gitDirOf(call)
  const name = refName(call)
  const parsed = z.object({ sha: z.string(), force: z.boolean().default(false) }).safeParse(call.body)
  if (!parsed.success) throw invalid('Reference', 'sha', 'missing_field')
  const { sha, force } = parsed.data
  const old = await refTarget(gitDir, name)
  if (old === undefined) throw new ErrorAnswer(422, 'Reference does not exist')
  if (!SHA.test(sha) || (await resolveCommit(gitDir, sha)) === undefined)
    throw new ErrorAnswer(422, 'Object does not exist')
  const forward = (await mergeBase(gitDir, old, sha)) === old
  if (!forward && !force) throw new ErrorAnswer(422, 'Update is not a fast forward')
  await writeRef(gitDir, name, sha)
  followBranch(call, name, sha)
  return ok(refJson(call, name, sha))
}

/** A pull request's head moves with its branch. */
function followBranch(call: ApiCall, name: string, sha: string): void {
  for (const pull of call.world.pulls)
    if (`refs/heads/${pull.head.ref}` === name && pull.head.repo === `${call.world.owner}/${call.world.repo}`)
      pull.head.sha = sha
}

async function deleteRef(call: ApiCall): Promise<ApiAnswer> {
  mayWrite(call, ['contents'])
  if ((await refTarget(gitDirOf(call), refName(call))) === undefined)
    throw new ErrorAnswer(422, 'Reference does not exist')
  await gitOutput(gitDirOf(call), ['update-ref', '-d', refName(call)])
  return noContent()
}

async function getBranch(call: ApiCall): Promise<ApiAnswer> {
  const name = call.params.branch ?? ''
  const sha = await refTarget(gitDirOf(call), `refs/heads/${name}`)
  if (sha === undefined) throw new ErrorAnswer(404, 'Branch not found')
  const url = `${repoUrl(call)}/branches/${name}`
  return ok({
    name,
    commit: commitJson(call, await commitNamed(call, sha)),
    _links: { self: url, html: `${call.world.pages}/${call.world.owner}/${call.world.repo}/tree/${name}` },
    protected: false,
    protection: { enabled: false, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
    protection_url: `${url}/protection`,
  })
}

async function listBranches(call: ApiCall): Promise<ApiAnswer> {
  const format = '--format=%(refname:lstrip=2) %(objectname)'
  const lines = (await gitOutput(gitDirOf(call), ['for-each-ref', 'refs/heads', format]))?.toString().trim() ?? ''
  const branches = lines.split('\n').filter((line) => line !== '')
  return paged(
    call,
    branches.map((line) => {
      const [name = '', sha = ''] = line.split(' ')
      return { name, commit: { sha, url: `${repoUrl(call)}/commits/${sha}` }, protected: false }
    }),
  )
}
