import type { Pull } from '../github/answers.ts'
import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import type { Filter } from '../host/secrets.ts'
import type { Intent, Receipt } from './intent.ts'
import type { Written } from './review.ts'
import { createOnce, repeatOnce } from './unclear.ts'

export type PullRequestGitHub = Pick<GitHub, 'defaultBranch' | 'pullsFrom' | 'createPull' | 'changePull'>

/**
 * Opens the pull request of a branch that was just made, or brings the one that is open up to date: a branch has one.
 * Rejects with GitHubError.
 */
export async function openPullRequest(
  { title, body, draft }: Extract<Intent, { kind: 'create_pull_request' }>,
  commit: Receipt | undefined,
  github: PullRequestGitHub,
  filter: Filter,
): Promise<Written> {
  if (commit === undefined) return { state: 'skipped', withheld: true, why: 'no files were edited' }
  const { made } = commit
  if (made === undefined) return { state: 'skipped', why: 'there is no commit to make it of' }
  if (!made.isNew) return { state: 'skipped', why: `the change is part of the pull request of ${made.branch}` }

  const base = made.into ?? (await github.defaultBranch())
  const text = { title: filter.text(title), body: filter.text(body) }
  const find = async () => (await github.pullsFrom(made.branch)).find((pull) => pull.base.ref === base)
  const standing = await find()
  if (standing !== undefined) return refreshed(standing, text, github)
  const open = (isDraft: boolean) =>
    createOnce(() => github.createPull({ ...text, head: made.branch, base, draft: isDraft }), find)
  try {
    return { state: 'posted', url: (await open(draft)).url }
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 422)) throw wellPut(error)
    const other = await find()
    if (other !== undefined) return refreshed(other, text, github)
    if (!draft || !/draft/i.test(error.message)) throw error
    return { state: 'posted', url: (await open(false)).url, why: 'not as a draft: this repository has none' }
  }
}

async function refreshed(
  { number, title, body, url }: Pull,
  text: { title: string; body: string },
  github: PullRequestGitHub,
): Promise<Written> {
  if (title === text.title && body === text.body) return { state: 'skipped', why: `#${number} says so already`, url }
  await repeatOnce(() => github.changePull(number, text))
  return { state: 'posted', url, why: `#${number} was open already and is brought up to date` }
}

/** A refusal that no permission of the workflow can mend says where the switch is. */
function wellPut(error: unknown): unknown {
  if (!(error instanceof GitHubError) || !/not permitted to create/i.test(error.message)) return error
  const how =
    'Allow it in the settings of the repository or organisation (Actions, General, "Allow GitHub Actions to create and approve pull requests"), or give github_token the token of an App'
  return new GitHubError(error.status, error.request, `${error.message.replace(/\.$/, '')}. ${how}`)
}
