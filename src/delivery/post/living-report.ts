import type { OpenDiscussion } from '../../github/api/discussion-and-commit-comments.ts'
import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { Issue } from '../../github/api/response-schemas.ts'
import {
  type CommentMarker,
  claimsMarker,
  commentMarkerLine,
  shortHash,
  withoutAttempt,
} from '../../github/comment-marker.ts'
import { confirmTexts, isEditOfOurs, type OwnTextGitHub, type WrittenText } from '../../github/own-text.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { inlineCode } from '../../text/write-markdown.ts'
import type { ReportHomeKind, ReportIntent } from '../plan/intent.ts'
import { composeComment } from '../report/compose-report.ts'
import type { RunReport } from '../run-report.ts'
import { createOnce, findWritten, retryOnce } from './idempotent-write.ts'
import type { WriteResult, Writer } from './review.ts'

export type ReportGitHub = OwnTextGitHub &
  Pick<
    GitHub,
    | 'issuesOpenedBy'
    | 'createIssue'
    | 'updateIssue'
    | 'openDiscussions'
    | 'createDiscussion'
    | 'updateDiscussion'
    | 'closeDiscussion'
    | 'reopenDiscussion'
  >

/** An issue or a discussion in which a report may be. `isDropped`: somebody closed it because the report is not wanted. */
type ReportItem = WrittenText & {
  number: number
  url: string
  author: string | undefined
  isOpen: boolean
  isDropped: boolean
}

/** Where reports are: issues or discussions. */
type ReportPlace = {
  /** One page of those that our account opened, newest first. */
  list(page: number): Promise<{ items: ReportItem[]; isLast: boolean }>
  create(text: { title: string; body: string }): Promise<ReportItem>
  /** Opens it again where it is closed. */
  edit(item: ReportItem, body: string): Promise<unknown>
  close(item: ReportItem, body?: string): Promise<unknown>
}

/** Pages of 100 that a run reads to find its report. */
const MAX_PAGES = 10

/** How a report looks: its title, the labels of its issue, the category of its discussion. */
export type ReportSettings = { title?: string; labels?: string | readonly string[]; category?: string }

/** The answer as a report, where the workflow wants one. A run that failed or reached a limit leaves the last report as it is. */
export function planReport(
  { ending, reportSettings = {} }: { ending: { text: string }; reportSettings?: ReportSettings },
  report: RunReport,
  {
    reportTo = '',
    identity,
    filter,
  }: { reportTo?: ReportHomeKind | ''; identity: { workflow: string }; filter: SecretFilter },
): ReportIntent[] {
  const answer = ending.text.trim()
  if (reportTo === '' || !['ok', 'denied'].includes(report.outcome) || answer === '') return []
  const { title: given = '', labels = [], category } = reportSettings
  const title = given.replace(/\s+/g, ' ').trim() || identity.workflow || 'Report'
  return [
    {
      kind: 'report',
      home: reportTo,
      title: filter.text(title).slice(0, TITLE_CHARACTERS),
      labels: [labels].flat().filter(Boolean),
      category,
      content: shortHash(report.outcome, answer, ...report.patches.map(({ text }) => text)),
      page: composeComment(report),
    },
  ]
}

/** GitHub's limit. */
const TITLE_CHARACTERS = 256

/**
 * Writes the report of a run to the one issue or discussion that is its home, only when something changed; with `issue:new` to a new
 * issue, and closes the older ones. Rejects with GitHubError.
 */
export async function writeReport(
  intent: ReportIntent,
  text: string,
  github: ReportGitHub,
  { key, run, by }: Writer,
): Promise<WriteResult> {
  const isNew = intent.home === 'issue:new'
  const place = intent.home === 'discussion' ? await discussionPlace(intent, github) : issuePlace(github, intent.labels)
  if ('problem' in place) return misconfigured(place.problem)
  // The title tells the reports of one job apart; a new issue belongs to its run.
  const home = isNew ? { run: withoutAttempt(run) } : { id: shortHash(intent.title.toLowerCase()) }
  const marker: CommentMarker = { kind: 'report', key, ...home, linesHash: intent.content, by }
  const body = `${commentMarkerLine(marker)}\n${text}`
  const isHome = ({ body }: ReportItem) => claimsMarker(body, { kind: 'report', key, ...home })
  const isReport = ({ body }: ReportItem) => claimsMarker(body, { kind: 'report', key })
  const replace = async (item: ReportItem): Promise<WriteResult | undefined> => {
    const { number, url } = item
    if (claimsMarker(item.body, { kind: 'report', key, ...home, linesHash: intent.content }))
      return { state: 'skipped', reason: `#${number} says the same already`, url }
    if (!item.isOpen && item.isDropped) {
      const reason = `somebody closed #${number} as not planned; open it again to have the report there`
      return { state: 'skipped', reason, url }
    }
    try {
      await retryOnce(() => place.edit(item, body))
      return { state: 'posted', url, reason: item.isOpen ? undefined : `#${number} is open again` }
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  const isSought = isNew ? isReport : isHome
  const earlier = await ourReports(place, isSought, github)
  const living = pickHome([...earlier.reports, ...earlier.unsure].filter(isHome))
  const replaced = living && (await replace(living))
  if (replaced !== undefined) return replaced
  const { title } = intent
  const created = await createOnce(
    () => place.create({ title, body }),
    () => findWritten<ReportItem>(github, body, async () => (await place.list(1)).items),
  ).catch((error: unknown) => {
    if (error instanceof GitHubError && error.status === 410) return undefined
    throw error
  })
  if (created === undefined) return misconfigured(ISSUES_OFF)
  // Another run may have done the same at the same time: the first one stays, or with issue:new the last one.
  const all = await ourReports(place, isSought, github)
  const isOlder = ({ number, isOpen }: ReportItem) => isOpen && number < created.number
  const [first] = isNew ? [] : [...all.reports, ...all.unsure].filter(isOlder)
  if (first !== undefined && (await replace(first)) !== undefined) {
    const reason = `another run opened #${first.number} at the same time`
    await retryOnce(() => place.close(created, `A${reason.slice(1)}.`))
    return { state: 'posted', url: first.url, reason }
  }
  if (!isNew) return { state: 'posted', url: created.url }
  for (const item of all.reports.filter(isOlder)) await retryOnce(() => place.close(item))
  return { state: 'posted', url: created.url, reason: leftOpen(all.unsure.filter(isOlder)) }
}

const ISSUES_OFF =
  'issues are turned off in this repository: turn them on in its settings (General, Features), or set report_to: discussion'

const misconfigured = (reason: string): WriteResult => ({
  state: 'skipped',
  withheld: true,
  withheldOutcome: 'config',
  reason,
})

/** `unsure`: GitHub does not say whose they are, so they may be edited and are not closed. */
async function ourReports(
  place: ReportPlace,
  isClaimed: (item: ReportItem) => boolean,
  github: ReportGitHub,
): Promise<{ reports: ReportItem[]; unsure: ReportItem[] }> {
  for (let page = 1; ; page += 1) {
    const { items, isLast } = await place.list(page)
    const claiming = items.filter(isClaimed)
    if (claiming.length === 0 && !isLast && page < MAX_PAGES) continue
    const ownTexts = await confirmTexts(claiming, github)
    const unsure = claiming.filter((item) => ownTexts.isUnsure(item))
    const isOurs = await Promise.all(
      claiming.map(async (item) => ownTexts.of(item) !== undefined || (await isEditOfOurs(item, github))),
    )
    return { reports: claiming.filter((_, index) => isOurs[index]), unsure }
  }
}

/** The first open one; else the newest. */
const pickHome = (reports: readonly ReportItem[]): ReportItem | undefined => {
  const sorted = reports.toSorted((a, b) => a.number - b.number)
  return sorted.find(({ isOpen }) => isOpen) ?? sorted.at(-1)
}

const isGone = (error: unknown) => error instanceof GitHubError && (error.status === 404 || error.status === 410)

const leftOpen = (items: readonly ReportItem[]): string | undefined =>
  items.length === 0
    ? undefined
    : `without \`actions: read\` GitHub does not say whose ${items.map(({ number }) => `#${number}`).join(', ')} is, so it stays open`

function issuePlace(github: ReportGitHub, labels: readonly string[]): ReportPlace {
  return {
    async list(page) {
      const issues = await github.issuesOpenedBy(await github.viewer(), page)
      return { items: issues.filter(({ isPullRequest }) => !isPullRequest).map(toItem), isLast: issues.length < 100 }
    },
    create: async (text) => toItem(await github.createIssue({ ...text, labels })),
    edit: ({ number, isOpen }, body) =>
      github.updateIssue(number, isOpen ? { body } : { body, state: 'open', reason: 'reopened' }),
    close: ({ number }, body) =>
      github.updateIssue(number, { body, state: 'closed', reason: body === undefined ? 'completed' : 'not_planned' }),
  }
}

/** Any activity changes `updatedAt` of an issue. */
const toItem = ({ number, url, body, author, createdAt, nodeId, state, stateReason = '' }: Issue): ReportItem => ({
  number,
  url,
  body,
  author,
  createdAt,
  nodeId,
  isOpen: state === 'open',
  isDropped: stateReason === 'not_planned' || stateReason === 'duplicate',
})

async function discussionPlace(
  { category }: ReportIntent,
  github: ReportGitHub,
): Promise<ReportPlace | { problem: string }> {
  const first = await github.openDiscussions().catch((error: unknown) => {
    if (error instanceof GitHubError && /doesn't exist on type/.test(error.message)) return undefined
    throw error
  })
  if (first === undefined) return { problem: 'this GitHub server has no discussions; set report_to: issue' }
  const { repositoryId, isEnabled, categories } = first
  if (!isEnabled)
    return {
      problem:
        'discussions are turned off in this repository: turn them on in its settings (General, Features), or set report_to: issue',
    }
  const wanted = category?.toLowerCase()
  const named = ({ name, slug }: { name: string; slug: string }) =>
    [name.toLowerCase(), slug].includes(wanted ?? 'general')
  const target =
    categories.find(named) ?? (wanted === undefined ? categories.find((each) => !each.isAnswerable) : undefined)
  if (target === undefined) {
    const names = categories.map(({ name }) => inlineCode(name)).join(', ')
    return { problem: `sluice.report.category names no category of this repository; it has ${names || 'none'}` }
  }
  const cursors: (string | undefined)[] = [undefined]
  return {
    async list(page) {
      const { discussions, next } = await github.openDiscussions(cursors[page - 1])
      cursors[page] = next
      return { items: discussions, isLast: next === undefined }
    },
    create: (text) => github.createDiscussion({ ...text, repositoryId, categoryId: target.id }),
    async edit(item, body) {
      await github.updateDiscussion(idOf(item), { body, number: item.number })
      if (!item.isOpen) await github.reopenDiscussion(idOf(item))
    },
    async close(item, body) {
      if (body !== undefined) await github.updateDiscussion(idOf(item), { body, number: item.number })
      await github.closeDiscussion(idOf(item))
    },
  }
}

const idOf = ({ nodeId = '' }: ReportItem): OpenDiscussion['nodeId'] => nodeId
