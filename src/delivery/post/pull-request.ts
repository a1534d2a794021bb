import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { Pull } from '../../github/api/response-schemas.ts'
import { claimsMarker, commentMarkerLine } from '../../github/comment-marker.ts'
import { isBotName } from '../../github/events/trigger-rules.ts'
import { confirmTexts, type OwnTextGitHub } from '../../github/own-text.ts'
import { asSentence, messageOf } from '../../platform/errors.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { hasProof, withNewProof } from '../../proof/proof-text.ts'
import { keepStart } from '../../text/format-text.ts'
import type { CommitIntent, Intent, PushedCommit, Receipt } from '../plan/intent.ts'
import { containsChange, type Purpose } from '../plan/purpose.ts'
import { isOfJob, type RepositorySite } from './commit.ts'
import { createOnce, retryOnce } from './idempotent-write.ts'
import type { WriteResult, Writer } from './review.ts'

export type PullRequestGitHub = OwnTextGitHub &
  Pick<
    GitHub,
    | 'defaultBranch'
    | 'compare'
    | 'pullsFrom'
    | 'createPull'
    | 'updatePull'
    | 'openPulls'
    | 'closePull'
    | 'commitDetails'
    | 'files'
    | 'comments'
    | 'reviews'
    | 'reviewComments'
    | 'createComment'
  >

/**
 * Opens a pull request from the new branch, or updates that of this run. For a purpose of CI or a schedule it names the older ones, and
 * closes those that it contains. Rejects with GitHubError.
 */
export async function openPullRequest(
  { title, body, draft }: Extract<Intent, { kind: 'create_pull_request' }>,
  commit: Receipt | undefined,
  github: PullRequestGitHub,
  filter: SecretFilter,
  writer: Writer,
): Promise<WriteResult> {
  if (commit === undefined) return { state: 'skipped', withheld: true, reason: 'no files were edited' }
  const { pushed } = commit
  if (pushed === undefined)
    return commit.url === undefined
      ? { state: 'skipped', reason: 'there is no commit' }
      : updateProof(body, commit, github, filter)
  const isCollected = commit.intent.kind === 'commit' && commit.intent.isCollected === true
  if (!pushed.isNew) {
    const [collecting] = isCollected ? await github.pullsFrom(pushed.branch) : []
    if (collecting !== undefined) return updatePull(collecting, withSection(collecting, filter.text(body)), github)
    return { state: 'skipped', reason: `the commit is on ${pushed.branch}, which has a pull request` }
  }

  const base = pushed.base?.targetBranch ?? (await branchWith(pushed.base, github))
  if (base === undefined)
    return { ...UNKNOWN_BRANCH, reason: unknownBranchReason(pushed, await github.defaultBranch()) }
  const older = await olderPulls(commit.intent, pushed, base, writer, github)
  const fullBody = `${older.mark}${body}${namesOf(older.pulls)}${await checksNote(github)}`
  const text = { title: filter.text(title), body: filter.text(fullBody) }
  const update = (pull: Pull) =>
    pushed.isEarlier === true
      ? ({ state: 'skipped', url: pull.url, reason: `#${pull.number} already proposes this change` } as const)
      : updatePull(pull, isCollected ? withSection(pull, filter.text(body)) : text, github)
  const find = async () => (await github.pullsFrom(pushed.branch)).find((pull) => pull.base.ref === base)
  const existing = await find()
  if (existing !== undefined) return update(existing)
  const open = (isDraft: boolean) =>
    createOnce(() => github.createPull({ ...text, head: pushed.branch, base, draft: isDraft }), find)
  try {
    const { url, number } = await open(draft)
    return { state: 'posted', url, reason: await closeOlder(older, number, writer, github) }
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 422)) throw withSettingsHint(error)
    const other = await find()
    if (other !== undefined) return update(other)
    if (!draft || !/draft/i.test(error.message)) throw error
    const { url, number } = await open(false)
    const closed = await closeOlder(older, number, writer, github)
    const reason = ['not a draft: this repository does not support drafts', closed].filter(Boolean).join('; ')
    return { state: 'posted', url, reason }
  }
}

/** The open pull request that has the same change gets what this run saw of it, and nothing else. */
async function updateProof(
  body: string,
  { url, reason }: Receipt,
  github: PullRequestGitHub,
  filter: SecretFilter,
): Promise<WriteResult> {
  const same = { state: 'skipped', url, reason } as const
  if (!hasProof(body)) return same
  const [viewer, pulls] = await Promise.all([github.viewer(), github.openPulls()])
  const pull = pulls.find((each) => each.url === url)
  if (pull === undefined || pull.author !== viewer) return same
  const text = withNewProof(pull.body, filter.text(body))
  if (text === pull.body) return same
  await retryOnce(() => github.updatePull(pull.number, { title: pull.title, body: text }))
  return { ...same, reason: `${reason}; its section Proof is of this run` }
}

/**
 * Opens the pull request of a commit that was meant for an existing branch and is on a new one, because no branch stays without a pull
 * request. Where that fails, the reason has a link to open it.
 */
export async function openFallback(
  intent: CommitIntent,
  result: Omit<Receipt, 'intent'>,
  { github, filter, identity: site }: { github: PullRequestGitHub; filter: SecretFilter; identity: RepositorySite },
  writer: Writer,
): Promise<Omit<Receipt, 'intent'>> {
  const { pushed, reason } = result
  if (intent.fallback === undefined || pushed?.isNew !== true || pushed.base?.targetBranch === undefined) return result
  const proposal = { kind: 'create_pull_request', draft: false, ...intent.fallback } as const
  const opened = await openPullRequest(proposal, { intent, ...result }, github, filter, writer).catch(
    (error: unknown) => ({
      url: `${site.server}/${site.repository}/compare/${pushed.base?.targetBranch}...${pushed.branch}`,
      reason: `open its pull request from this link, because this run could not (${messageOf(error)})`,
    }),
  )
  const said = 'state' in opened ? 'it has a pull request of its own' : opened.reason
  return { ...result, url: opened.url ?? result.url, reason: [reason, said].filter(Boolean).join('; ') }
}

/** `mark`: the first line of the body of a pull request with a standing purpose. `pulls`: the open ones that claim the same purpose. */
type OlderPulls = { mark: string; pulls: readonly Pull[]; commit?: CommitIntent; purpose?: Purpose }

async function olderPulls(
  commit: Intent,
  { branch }: PushedCommit,
  base: string,
  writer: Writer,
  github: PullRequestGitHub,
): Promise<OlderPulls> {
  const purpose = commit.kind === 'commit' ? commit.purpose : undefined
  if (commit.kind !== 'commit' || purpose?.isStanding !== true || writer.by === undefined)
    return { mark: '', pulls: [] }
  const { key, by } = writer
  const marker = { kind: 'pull', key, id: purpose.id, by } as const
  const [viewer, open] = await Promise.all([github.viewer(), github.openPulls()])
  const pulls = open.filter(
    (pull) =>
      pull.author === viewer &&
      pull.base.ref === base &&
      pull.head.ref !== branch &&
      claimsMarker(pull.body, { kind: 'pull', key, id: purpose.id }),
  )
  return { mark: `${commentMarkerLine(marker)}\n`, pulls, commit, purpose }
}

const namesOf = (pulls: readonly Pull[]): string =>
  pulls.length === 0 ? '' : `\n\nOpen for the same purpose: ${pulls.map(({ number }) => `#${number}`).join(', ')}.`

/** Closes the older pull requests that the new one contains, if no person touched them. Says what it closed. Never rejects. */
async function closeOlder(
  { pulls, commit, purpose }: OlderPulls,
  newer: number,
  { key, by }: Writer,
  github: PullRequestGitHub,
): Promise<string | undefined> {
  if (commit === undefined || purpose?.supersedes !== true || pulls.length === 0) return undefined
  const notes: string[] = []
  const texts = pulls.map((pull) => ({ pull, ...pickText(pull) }))
  const ownTexts = await confirmTexts(texts, github).catch(() => undefined)
  for (const text of texts) {
    const { number } = text.pull
    try {
      if (ownTexts?.of(text) === undefined || !(await isUntouched(text.pull, commit.trailer, github))) continue
      if (!containsChange(commit.files, await github.files(number))) continue
      const mark = commentMarkerLine({ kind: 'comment', key, id: `newer-${newer}`, by })
      await github.createComment(number, `${mark}\n#${newer} contains this change, so this pull request is closed.`)
      await retryOnce(() => github.closePull(number))
      notes.push(`#${number} is closed, because this one contains it`)
    } catch (error) {
      notes.push(`#${number}, which this one contains, could not be closed (${messageOf(error)})`)
    }
  }
  return notes.length === 0 ? undefined : notes.join('; ')
}

const pickText = ({ body, author, createdAt, nodeId }: Pull) => ({ body, author, createdAt, nodeId })

/** Whether a pull request has only our commit, and no person commented or reviewed. */
async function isUntouched({ number, head }: Pull, trailer: string, github: PullRequestGitHub): Promise<boolean> {
  const [viewer, tip, comments, reviews, remarks] = await Promise.all([
    github.viewer(),
    github.commitDetails(head.sha),
    github.comments(number),
    github.reviews(number),
    github.reviewComments(number),
  ])
  const isByPerson = ({ author = '' }: { author?: string | undefined }) => author !== viewer && !isBotName(author)
  const isOurs = tip.isUntouched === true && tip.author === viewer && isOfJob(tip, trailer)
  return isOurs && ![...comments, ...reviews, ...remarks].some(isByPerson)
}

const UNKNOWN_BRANCH = { state: 'skipped', withheld: true, withheldOutcome: 'config' } as const

/**
 * The branch that contains the commit below, of the one that the event names and the default one: a pull request to another branch would
 * bring foreign commits.
 */
async function branchWith(
  below: PushedCommit['base'],
  github: Pick<PullRequestGitHub, 'defaultBranch' | 'compare'>,
): Promise<string | undefined> {
  const main = await github.defaultBranch()
  if (below === undefined) return main
  const { sha, namedBranch } = below
  for (const branch of namedBranch === undefined || namedBranch === main ? [main] : [namedBranch, main]) {
    const compared = await github.compare(branch, sha).catch(() => undefined) // a branch that does not exist
    if (compared?.mergeBase === sha) return branch
  }
  return undefined
}

function unknownBranchReason({ branch, base }: PushedCommit, main: string): string {
  const names = [base?.namedBranch, main].filter((name) => name !== undefined)
  return `the event does not say to which branch ${base?.sha.slice(0, 10)} belongs, and it is not in ${[...new Set(names)].join(' or ')}, so a pull request would bring other commits; open it from ${branch} to the right branch`
}

/** GitHub starts no workflows for what the job's own token does. Source: GitHub docs, "Triggering a workflow". */
async function checksNote(github: Pick<PullRequestGitHub, 'viewer'>): Promise<string> {
  const viewer = await github.viewer().catch(() => '') // a hint only
  if (viewer !== 'github-actions[bot]') return ''
  return "\n\n> [!NOTE]\n> GitHub starts no checks for a pull request that the token of a job opens. To start them, close and reopen this pull request. To have them started by themselves, give the action an App's token as `github_token`."
}

/** A pull request that collects changes has the text of each. */
const withSection = ({ title, body }: Pull, section: string): { title: string; body: string } => ({
  title,
  body: body.includes(section) ? body : keepStart(`${body}\n\n---\n\n${section}`, MAX_BODY),
})

/** GitHub's limit of a description. */
const MAX_BODY = 65_536

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
