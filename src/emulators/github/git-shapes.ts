import type { GitCommitData, GitTreeEntry } from './git.ts'
import { type JsonFields, nodeId, repoPage, repoUrl, type UrlContext } from './shapes.ts'
import type { PullFile } from './world.ts'

/** GitHub's JSON for commits and files. Source: GitHub REST docs. */

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null }

/** A commit in `commits/SHA` and `pulls/N/commits`. Authors are not matched to users. */
export const commitJson = (context: UrlContext, commit: GitCommitData): JsonFields => ({
  url: `${repoUrl(context)}/commits/${commit.sha}`,
  sha: commit.sha,
  node_id: nodeId('Commit', commit.sha),
  html_url: `${repoPage(context)}/commit/${commit.sha}`,
  comments_url: `${repoUrl(context)}/commits/${commit.sha}/comments`,
  commit: {
    url: `${repoUrl(context)}/git/commits/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { url: `${repoUrl(context)}/git/trees/${commit.tree}`, sha: commit.tree },
    comment_count: 0,
    verification: UNSIGNED,
  },
  author: null,
  committer: null,
  parents: parentsOf(context, commit),
})

/** A commit in the git database API. */
export const gitCommitJson = (context: UrlContext, commit: GitCommitData): JsonFields => ({
  sha: commit.sha,
  node_id: nodeId('Commit', commit.sha),
  url: `${repoUrl(context)}/git/commits/${commit.sha}`,
  html_url: `${repoPage(context)}/commit/${commit.sha}`,
  author: commit.author,
  committer: commit.committer,
  tree: { url: `${repoUrl(context)}/git/trees/${commit.tree}`, sha: commit.tree },
  message: commit.message,
  parents: parentsOf(context, commit),
  verification: UNSIGNED,
})

const parentsOf = (context: UrlContext, commit: GitCommitData) =>
  commit.parents.map((sha) => ({
    sha,
    url: `${repoUrl(context)}/commits/${sha}`,
    html_url: `${repoPage(context)}/commit/${sha}`,
  }))

/** A changed file, as of the commit `ref`. */
export const compareFileJson = (context: UrlContext, ref: string, file: PullFile) => {
  const path = encodePath(file.filename)
  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${repoPage(context)}/blob/${ref}/${path}`,
    raw_url: `${repoPage(context)}/raw/${ref}/${path}`,
    contents_url: `${repoUrl(context)}/contents/${path}?ref=${ref}`,
    patch: file.patch,
    previous_filename: file.previousFilename,
  }
}

/** What every answer about something in a folder has, without its content. */
export function contentFields(context: UrlContext, ref: string, path: string, entry: GitTreeEntry): JsonFields {
  const type =
    entry.type === 'tree' ? 'dir' : entry.type === 'commit' ? 'submodule' : entry.mode === '120000' ? 'symlink' : 'file'
  const name = path.split('/').at(-1) ?? path
  const url = `${repoUrl(context)}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`
  const git = entry.type === 'commit' ? null : `${repoUrl(context)}/git/${entry.type}s/${entry.sha}`
  const html = `${repoPage(context)}/${type === 'dir' ? 'tree' : 'blob'}/${encodePath(ref)}/${encodePath(path)}`
  return {
    type,
    size: entry.size ?? 0,
    name,
    path,
    sha: entry.sha,
    url,
    git_url: git,
    html_url: html,
    download_url:
      type === 'file' || type === 'symlink' ? `${repoPage(context)}/raw/${encodePath(ref)}/${encodePath(path)}` : null,
    _links: { self: url, git, html },
  }
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
