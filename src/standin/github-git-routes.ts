import { z } from 'zod'
import {
  type Answer,
  type Call,
  created,
  gone,
  invalid,
  notFound,
  ok,
  Refusal,
  type Route,
  text,
  wants,
} from './github-answer.ts'
import {
  type CommitFacts,
  git,
  listTree,
  readCommits,
  resolveCommit,
  type TreeEntry,
  writeCommit,
  writeTree,
} from './github-git.ts'
import { commitJson, gitCommitJson } from './github-git-shapes.ts'
import { mayWrite } from './github-issues.ts'
import { repoUrl } from './github-shapes.ts'
import { BOT } from './github-world.ts'

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
  { method: 'POST', pattern: '/git/refs', answer: createRef },
  { method: 'PATCH', pattern: '/git/refs/*ref', answer: updateRef },
  { method: 'DELETE', pattern: '/git/refs/*ref', answer: deleteRef },
  { method: 'GET', pattern: '/branches/*branch', answer: getBranch },
]

const SHA = /^[0-9a-f]{40}$/

/** The repository behind the world; without one GitHub would say that the repository is empty. */
export function gitDirOf(call: Call): string {
  if (call.world.gitDir === undefined) throw new Refusal(409, 'Git Repository is empty.')
  return call.world.gitDir
}

/** `status`: what GitHub says of a name nobody knows; most of its calls say "not found". */
export async function commitNamed(call: Call, name: string, status: 404 | 422 = 404): Promise<CommitFacts> {
  const gitDir = gitDirOf(call)
  const sha = await resolveCommit(gitDir, name)
  const commit = sha === undefined ? undefined : (await readCommits(gitDir, ['-1', sha]))[0]
  if (commit === undefined) {
    if (status === 422 || SHA.test(name)) throw new Refusal(422, `No commit found for SHA: ${name}`)
    throw notFound()
  }
  return commit
}

async function getTree(call: Call): Promise<Answer> {
  const name = call.params.sha ?? ''
  const gitDir = gitDirOf(call)
  const sha = (await git(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{tree}`]))
    ?.toString()
    .trim()
  if (sha === undefined || sha === '') throw notFound()
  const entries = (await listTree(gitDir, sha, call.query.has('recursive'))) ?? []
  return ok(treeJson(call, sha, entries))
}

const treeJson = (call: Call, sha: string, entries: readonly TreeEntry[]) => ({
  sha,
  url: `${repoUrl(call)}/git/trees/${sha}`,
  tree: entries.map(({ path, mode, type, sha, size }) => ({
    path,
    mode,
    type,
    sha,
    ...(size === undefined ? {} : { size }),
    ...(type === 'commit' ? {} : { url: `${repoUrl(call)}/git/${type}s/${sha}` }),
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

async function createTree(call: Call): Promise<Answer> {
  mayWrite(call, ['contents'])
  const gitDir = gitDirOf(call)
  const given = NewTree.safeParse(call.body)
  if (!given.success) throw new Refusal(422, `Invalid tree info: ${given.error.issues[0]?.message ?? ''}`)
  // A job's own token may not touch workflows, whatever its permissions.
  if (call.world.viewer === BOT && given.data.tree.some(({ path }) => path.startsWith('.github/workflows/')))
    throw new Refusal(403, 'Resource not accessible by integration')
  const there = new Set(
    given.data.base_tree === undefined
      ? []
      : ((await listTree(gitDir, given.data.base_tree, true)) ?? []).map(({ path }) => path),
  )
  const changes = []
  for (const { path, mode, sha, content } of given.data.tree) {
    if (sha === null && !there.has(path)) throw new Refusal(422, 'GitRPC::BadObjectState')
    if (sha !== undefined && content !== undefined) throw new Refusal(422, 'Either tree.sha or tree.content, not both')
    const written = content === undefined ? sha : await writeBlob(gitDir, Buffer.from(content, 'utf8'))
    if (written === undefined) throw new Refusal(422, 'tree.sha or tree.content must be given')
    changes.push({ path, mode, sha: written })
  }
  const sha = await writeTree(gitDir, given.data.base_tree, changes)
  return created(treeJson(call, sha, (await listTree(gitDir, sha, false)) ?? []))
}

async function getBlob(call: Call): Promise<Answer> {
  const sha = call.params.sha ?? ''
  const content = SHA.test(sha) ? await git(gitDirOf(call), ['cat-file', 'blob', sha]) : undefined
  if (content === undefined) throw notFound()
  if (wants(call, 'raw')) return text(content.toString('utf8'), 'application/vnd.github.raw; charset=utf-8')
  return ok({
    sha,
    node_id: Buffer.from(`Blob:${sha}`).toString('base64'),
    size: content.length,
    url: `${repoUrl(call)}/git/blobs/${sha}`,
    content: content.toString('base64').replace(/.{1,60}/g, '$&\n'),
    encoding: 'base64',
  })
}

async function writeBlob(gitDir: string, content: Buffer): Promise<string> {
  const output = await git(gitDir, ['hash-object', '-w', '--stdin'], { input: content })
  if (output === undefined) throw new Refusal(500, 'Server Error')
  return output.toString().trim()
}

async function createBlob(call: Call): Promise<Answer> {
  mayWrite(call, ['contents'])
  const given = z
    .object({ content: z.string(), encoding: z.enum(['utf-8', 'base64']).default('utf-8') })
    .safeParse(call.body)
  if (!given.success) throw invalid('Blob', 'content', 'missing_field')
  const sha = await writeBlob(
    gitDirOf(call),
    Buffer.from(given.data.content, given.data.encoding === 'base64' ? 'base64' : 'utf8'),
  )
  return created({ sha, url: `${repoUrl(call)}/git/blobs/${sha}` })
}

const Someone = z.object({ name: z.string(), email: z.string(), date: z.string().optional() })
const NewCommit = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: Someone.optional(),
  committer: Someone.optional(),
})

/** Without an author the commit is the token's own, as on GitHub. */
async function createCommit(call: Call): Promise<Answer> {
  mayWrite(call, ['contents'])
  const given = NewCommit.safeParse(call.body)
  if (!given.success) throw invalid('Commit', String(given.error.issues[0]?.path[0] ?? 'data'), 'missing_field')
  const { message, tree, parents, author, committer } = given.data
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

const refName = (call: Call): string => `refs/${call.params.ref ?? ''}`

async function getRef(call: Call): Promise<Answer> {
  const name = refName(call)
  const sha = await refTarget(gitDirOf(call), name)
  if (sha === undefined) throw notFound()
  return ok(refJson(call, name, sha))
}

async function refTarget(gitDir: string, name: string): Promise<string | undefined> {
  const output = await git(gitDir, ['show-ref', '--verify', '--hash', '--', name])
  return output?.toString().trim()
}

const refJson = (call: Call, ref: string, sha: string) => ({
  ref,
  node_id: Buffer.from(`Ref:${ref}`).toString('base64'),
  url: `${repoUrl(call)}/git/${ref}`,
  object: { sha, type: 'commit', url: `${repoUrl(call)}/git/commits/${sha}` },
})

async function createRef(call: Call): Promise<Answer> {
  mayWrite(call, ['contents'])
  const gitDir = gitDirOf(call)
  const given = z.object({ ref: z.string(), sha: z.string() }).safeParse(call.body)
  if (!given.success) throw invalid('Reference', 'ref', 'missing_field')
  const { ref, sha } = given.data
  if (!/^refs\/[^/]+\/./.test(ref) || (await git(gitDir, ['check-ref-format', ref])) === undefined)
    throw new Refusal(422, 'Reference name is not valid')
  if ((await refTarget(gitDir, ref)) !== undefined) throw new Refusal(422, 'Reference already exists')
  if (!SHA.test(sha) || (await resolveCommit(gitDir, sha)) === undefined)
    throw new Refusal(422, 'Object does not exist')
  await git(gitDir, ['update-ref', ref, sha])
  return created(refJson(call, ref, sha))
}

async function updateRef(call: Call): Promise<Answer> {
  mayWrite(call, ['contents'])
  const gitDir = gitDirOf(call)
  const name = refName(call)
  const given = z.object({ sha: z.string(), force: z.boolean().default(false) }).safeParse(call.body)
  if (!given.success) throw invalid('Reference', 'sha', 'missing_field')
  const { sha, force } = given.data
  const old = await refTarget(gitDir, name)
  if (old === undefined) throw new Refusal(422, 'Reference does not exist')
  if (!SHA.test(sha) || (await resolveCommit(gitDir, sha)) === undefined)
    throw new Refusal(422, 'Object does not exist')
  const forward = (await git(gitDir, ['merge-base', '--is-ancestor', old, sha])) !== undefined
  if (!forward && !force) throw new Refusal(422, 'Update is not a fast forward')
  await git(gitDir, ['update-ref', name, sha])
  followBranch(call, name, sha)
  return ok(refJson(call, name, sha))
}

/** A pull request's head moves with its branch. */
function followBranch(call: Call, name: string, sha: string): void {
  for (const pull of call.world.pulls)
    if (`refs/heads/${pull.head.ref}` === name && pull.head.repo === `${call.world.owner}/${call.world.repo}`)
      pull.head.sha = sha
}

async function deleteRef(call: Call): Promise<Answer> {
  mayWrite(call, ['contents'])
  if ((await refTarget(gitDirOf(call), refName(call))) === undefined) throw new Refusal(422, 'Reference does not exist')
  await git(gitDirOf(call), ['update-ref', '-d', refName(call)])
  return gone()
}

async function getBranch(call: Call): Promise<Answer> {
  const name = call.params.branch ?? ''
  const sha = await refTarget(gitDirOf(call), `refs/heads/${name}`)
  if (sha === undefined) throw new Refusal(404, 'Branch not found')
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
