import type { ApiCall } from './answer.ts'
import type { GitCommitData, GitTreeEntry } from './repository-git.ts'
import type { Label, PullFile, WorldCheckRun, WorldReaction } from './world.ts'

/** GitHub's JSON objects, as its REST description requires them. Source: GitHub REST docs. */

export type UrlContext = Pick<ApiCall, 'world' | 'api'>

export type JsonFields = Record<string, unknown>

export const repoUrl = ({ world, api }: UrlContext): string => `${api}/repos/${world.owner}/${world.repo}`

export const repoPage = ({ world }: UrlContext): string => `${world.pages}/${world.owner}/${world.repo}`

export const nodeId = (kind: string, id: number | string): string => Buffer.from(`${kind}:${id}`).toString('base64')

/** The number of an account or a repository: GitHub's own for its bot, for every other one a number derived from its name. */
export function userId(login: string): number {
  if (login === 'github-actions[bot]') return 41_898_282
  let sum = 7
  for (const letter of login) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 90_000_000
  return 1_000_000 + sum
}

export function user(context: UrlContext, login: string): JsonFields {
  const url = `${context.api}/users/${encodeURIComponent(login)}`
  const id = userId(login)
  return {
    login,
    id,
    node_id: nodeId('User', id),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: `${context.world.pages}/${encodeURIComponent(login.replace(/\[bot\]$/, ''))}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  }
}

const REPOSITORY_URLS = {
  archive_url: '{archive_format}{/ref}',
  assignees_url: 'assignees{/user}',
  blobs_url: 'git/blobs{/sha}',
  branches_url: 'branches{/branch}',
  collaborators_url: 'collaborators{/collaborator}',
  comments_url: 'comments{/number}',
  commits_url: 'commits{/sha}',
  compare_url: 'compare/{base}...{head}',
  contents_url: 'contents/{+path}',
  contributors_url: 'contributors',
  deployments_url: 'deployments',
  downloads_url: 'downloads',
  events_url: 'events',
  forks_url: 'forks',
  git_commits_url: 'git/commits{/sha}',
  git_refs_url: 'git/refs{/sha}',
  git_tags_url: 'git/tags{/sha}',
  hooks_url: 'hooks',
  issue_comment_url: 'issues/comments{/number}',
  issue_events_url: 'issues/events{/number}',
  issues_url: 'issues{/number}',
  keys_url: 'keys{/key_id}',
  labels_url: 'labels{/name}',
  languages_url: 'languages',
  merges_url: 'merges',
  milestones_url: 'milestones{/number}',
  notifications_url: 'notifications{?since,all,participating}',
  pulls_url: 'pulls{/number}',
  releases_url: 'releases{/id}',
  stargazers_url: 'stargazers',
  statuses_url: 'statuses/{sha}',
  subscribers_url: 'subscribers',
  subscription_url: 'subscription',
  tags_url: 'tags',
  teams_url: 'teams',
  trees_url: 'git/trees{/sha}',
}

/** A repository. If `fullName` is not the world's own, it is a fork of that one. */
export function repository(context: UrlContext, fullName = `${context.world.owner}/${context.world.repo}`): JsonFields {
  const { world, api } = context
  const [owner = '', name = ''] = fullName.split('/')
  const url = `${api}/repos/${fullName}`
  const page = `${world.pages}/${fullName}`
  const id = userId(fullName)
  const urls = Object.entries(REPOSITORY_URLS).map(([key, rest]) => [key, `${url}/${rest}`])
  return {
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: fullName,
    private: world.visibility === 'private',
    visibility: world.visibility,
    owner: user(context, owner),
    html_url: page,
    description: null,
    fork: fullName !== `${world.owner}/${world.repo}`,
    url,
    ...Object.fromEntries(urls),
    git_url: `git://github.com/${fullName}.git`,
    ssh_url: `git@github.com:${fullName}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: null,
    mirror_url: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    forks: 0,
    archived: false,
    disabled: false,
    license: null,
    open_issues_count: world.issues.length,
    open_issues: world.issues.length,
    default_branch: world.defaultBranch,
    network_count: 0,
    subscribers_count: 0,
    pushed_at: '2026-01-05T09:00:00Z',
    created_at: '2025-01-05T09:00:00Z',
    updated_at: '2026-01-05T09:00:00Z',
  }
}

export const label = (context: UrlContext, reaction: Label): JsonFields => ({
  id: reaction.id,
  node_id: nodeId('Label', reaction.id),
  url: `${repoUrl(context)}/labels/${encodeURIComponent(reaction.name)}`,
  name: reaction.name,
  description: reaction.description,
  color: reaction.color,
  default: false,
})

export const reactionJson = (context: UrlContext, reaction: WorldReaction): JsonFields => ({
  id: reaction.id,
  node_id: nodeId('Reaction', reaction.id),
  user: user(context, reaction.user),
  content: reaction.content,
  created_at: '2026-01-05T09:00:00Z',
})

export function checkRunJson(context: UrlContext, run: WorldCheckRun): JsonFields {
  const url = `${repoUrl(context)}/check-runs/${run.id}`
  return {
    id: run.id,
    node_id: nodeId('CheckRun', run.id),
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: `${repoPage(context)}/runs/${run.id}`,
    details_url: run.detailsUrl,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.output.title,
      summary: run.output.summary,
      text: run.output.text,
      annotations_count: run.output.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: 5_000_000 },
    app: null,
    pull_requests: [],
  }
}

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

/** The fields of every answer about a file or folder, without its content. */
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
