import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { Pull } from '../../github/api/response-schemas.ts'
import { asSentence } from '../../platform/errors.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { Intent, Receipt } from '../plan/intent.ts'
import { createOnce, retryOnce } from './idempotent-write.ts'
import type { WriteResult } from './review.ts'

export type PullRequestGitHub = Pick<GitHub, 'viewer' | 'defaultBranch' | 'pullsFrom' | 'createPull' | 'updatePull'>

/** Opens a pull request from the new branch, or updates the open one. Rejects with GitHubError. */
export async function openPullRequest(
  { title, body, draft }: Extract<Intent, { kind: 'create_pull_request' }>,
  commit: Receipt | undefined,
  github: PullRequestGitHub,
  filter: SecretFilter,
): Promise<WriteResult> {
  if (commit === undefined) return { state: 'skipped', withheld: true, reason: 'no files were edited' }
  const { pushed } = commit
  if (pushed === undefined) return { state: 'skipped', reason: 'there is no commit' }
  if (!pushed.isNew) return { state: 'skipped', reason: `the commit is on ${pushed.branch}, which has a pull request` }

  const base = pushed.targetBranch ?? (await github.defaultBranch())
  const text = { title: filter.text(title), body: filter.text(`${body}${await checksNote(github)}`) }
  const find = async () => (await github.pullsFrom(pushed.branch)).find((pull) => pull.base.ref === base)
  const existing = await find()
  if (existing !== undefined) return updatePull(existing, text, github)
  const open = (isDraft: boolean) =>
    createOnce(() => github.createPull({ ...text, head: pushed.branch, base, draft: isDraft }), find)
  try {
    return { state: 'posted', url: (await open(draft)).url }
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 422)) throw withSettingsHint(error)
    const other = await find()
    if (other !== undefined) return updatePull(other, text, github)
    if (!draft || !/draft/i.test(error.message)) throw error
    return {
      state: 'posted',
      url: (await open(false)).url,
      reason: 'not a draft: this repository does not support drafts',
    }
  }
}

/** GitHub starts no workflows for what the job's own token does. Source: GitHub docs, "Triggering a workflow". */
async function checksNote(github: Pick<PullRequestGitHub, 'viewer'>): Promise<string> {
  const viewer = await github.viewer().catch(() => '') // a hint only
  if (viewer !== 'github-actions[bot]') return ''
  return "\n\n> [!NOTE]\n> GitHub starts no checks for a pull request that the token of a job opens. To start them, close and reopen this pull request. To have them started by themselves, give the action an App's token as `github_token`."
}

async function updatePull(
  { number, title, body, url }: Pull,
  text: { title: string; body: string },
  github: PullRequestGitHub,
): Promise<WriteResult> {
  if (title === text.title && body === text.body)
    return { state: 'skipped', reason: `#${number} is already up to date`, url }
  await retryOnce(() => github.updatePull(number, text))
  return { state: 'posted', url, reason: `updated the open pull request #${number}` }
}

/** Adds the repository setting to an error that no workflow permission fixes. */
function withSettingsHint(error: unknown): unknown {
  if (!(error instanceof GitHubError) || !/not permitted to create/i.test(error.message)) return error
  const hint =
    'Allow it in the repository or organization settings (Actions, General, "Allow GitHub Actions to create and approve pull requests"), or use an App token as github_token'
  return new GitHubError(error.status, error.request, `${asSentence(error.message)} ${hint}`)
}
