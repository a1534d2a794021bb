import type { CommitFacts, TreeEntry } from './github-git.ts'
import { type Json, nodeId, type Place, repoPage, repoUrl } from './github-shapes.ts'
import type { PullFile } from './github-world.ts'

/** GitHub's JSON for commits and files. Source: GitHub REST docs. */

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null }

/** A commit as `commits/SHA` and `pulls/N/commits` tell it. Authors are not matched to users. */
export const commitJson = (place: Place, commit: CommitFacts): Json => ({
  url: `${repoUrl(place)}/commits/${commit.sha}`,
  sha: commit.sha,
  node_id: nodeId('Commit', commit.sha),
  html_url: `${repoPage(place)}/commit/${commit.sha}`,
  comments_url: `${repoUrl(place)}/commits/${commit.sha}/comments`,
  commit: {
    url: `${repoUrl(place)}/git/commits/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { url: `${repoUrl(place)}/git/trees/${commit.tree}`, sha: commit.tree },
    comment_count: 0,
    verification: UNSIGNED,
  },
  author: null,
  committer: null,
  parents: parentsOf(place, commit),
})

/** A commit as the git database tells it. */
export const gitCommitJson = (place: Place, commit: CommitFacts): Json => ({
  sha: commit.sha,
  node_id: nodeId('Commit', commit.sha),
  url: `${repoUrl(place)}/git/commits/${commit.sha}`,
  html_url: `${repoPage(place)}/commit/${commit.sha}`,
  author: commit.author,
  committer: commit.committer,
  tree: { url: `${repoUrl(place)}/git/trees/${commit.tree}`, sha: commit.tree },
  message: commit.message,
  parents: parentsOf(place, commit),
  verification: UNSIGNED,
})

const parentsOf = (place: Place, commit: CommitFacts) =>
  commit.parents.map((sha) => ({
    sha,
    url: `${repoUrl(place)}/commits/${sha}`,
    html_url: `${repoPage(place)}/commit/${sha}`,
  }))

/** A changed file, as of the commit `ref`. */
export const compareFileJson = (place: Place, ref: string, file: PullFile) => {
  const path = encodePath(file.filename)
  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${repoPage(place)}/blob/${ref}/${path}`,
    raw_url: `${repoPage(place)}/raw/${ref}/${path}`,
    contents_url: `${repoUrl(place)}/contents/${path}?ref=${ref}`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousFilename === undefined ? {} : { previous_filename: file.previousFilename }),
  }
}

/** What every answer about something in a folder has, without its content. */
export function contentFields(place: Place, ref: string, path: string, entry: TreeEntry): Json {
  const type =
    entry.type === 'tree' ? 'dir' : entry.type === 'commit' ? 'submodule' : entry.mode === '120000' ? 'symlink' : 'file'
  const name = path.split('/').at(-1) ?? path
  const url = `${repoUrl(place)}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`
  const git = entry.type === 'commit' ? null : `${repoUrl(place)}/git/${entry.type}s/${entry.sha}`
  const html = `${repoPage(place)}/${type === 'dir' ? 'tree' : 'blob'}/${encodePath(ref)}/${encodePath(path)}`
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
      type === 'file' || type === 'symlink' ? `${repoPage(place)}/raw/${encodePath(ref)}/${encodePath(path)}` : null,
    _links: { self: url, git, html },
  }
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
