import ignore from 'ignore'
import { toOneLine } from '../../text/format-text.ts'
import { globList, sortGlobs } from '../../text/glob-list.ts'
import type { GitHub } from '../api/github.ts'
import { GitHubError } from '../api/github-error.ts'
import type { GitHubConversation, IssueState } from '../api/issue-conversation.ts'
import type { RepositoryLabel } from '../api/issues.ts'
import { isPinnable } from '../api/pinned-files.ts'
import type { Issue } from '../api/response-schemas.ts'
import { isRewritten, withoutRewriteMark } from '../comment-marker.ts'
import { WRITE_PERMISSIONS } from '../events/account-check.ts'
import type { Task } from '../events/task.ts'
import { isBotName } from '../events/trigger-rules.ts'
import type { PromptData } from './prompt-data.ts'

/** What a run needs to sort issues, beside the issues themselves. Undefined: GitHub did not return it. */
export type SortingFacts = { labels?: readonly RepositoryLabel[]; similar?: readonly Issue[]; owners?: OwnersFile }

/** The text of the repository's CODEOWNERS. */
type OwnersFile = { path: string; text: string }

const MAX = {
  labels: 150,
  similar: 5,
  mentioned: 5,
  mentionedText: 2_000,
  owners: 4_000,
  headings: 30,
  heading: 100,
  accounts: 10,
  ownedPaths: 10,
  title: 300,
}

/** Whether a run about issues may sort them: nothing else was asked for in a comment. */
export const maySort = ({ kind, items, comment, request }: Task): boolean => {
  const isAboutIssues = kind === 'issue' || items?.some((item) => item.kind === 'issue') === true
  return isAboutIssues && (comment === undefined || /\b(?:label|triage|sort|duplicate|assign)/i.test(request ?? ''))
}

/** Reads the labels, the owners and, for one issue, similar ones. The trust of the run is decided by now. Never rejects. */
export async function readSortingFacts(task: Task, github: GitHub): Promise<SortingFacts> {
  const [labels, similar, owners] = await Promise.all([
    github.labels().catch(() => undefined),
    task.items === undefined ? findSimilar(task, github).catch(() => undefined) : undefined,
    readOwners(task.base?.sha ?? task.sha, github),
  ])
  return { labels, similar, owners }
}

/** The closest issues by the two most telling words of the title, open and closed ones. */
async function findSimilar({ number, title = '' }: Task, github: Pick<GitHub, 'search'>): Promise<Issue[]> {
  const words = [...new Set(title.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]{3,30}/gu) ?? [])]
    .map((word) => word.replace(/[_.-]+$/, ''))
    .filter((word) => !COMMON_WORD.test(word))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 2)
  if (words.length === 0) return []
  const { items } = await github.search(`is:issue ${words.map((word) => `"${word}"`).join(' ')}`, 1)
  return items.filter((issue) => issue.number !== number).slice(0, MAX.similar)
}

const COMMON_WORD =
  /^(?:this|that|with|when|from|after|before|does|doesn|should|would|could|cannot|have|having|into|there|where|which|while|about|please|issue|problem|error|feature|request|support|using|works?|working|broken)$/i

/**
 * Writes what the run needs to sort. Texts of other issues are by anybody: their titles enter only where the run reads a stranger's
 * text anyway, as they would take rights away from it otherwise.
 */
export async function writeSortingFacts(
  { labels, similar, owners }: SortingFacts,
  { task, allowedLabels }: { task: Task; allowedLabels: readonly string[] },
  github: Pick<GitHub, 'permission'>,
  output: PromptData,
): Promise<void> {
  writeLabels(labels, allowedLabels, output)
  if (owners !== undefined)
    output.data(
      'owners',
      { path: owners.path },
      output.code(ownerLines(owners.text), MAX.owners, `with github__get_file and path ${owners.path}`),
    )
  if (similar === undefined && task.items === undefined) output.note('Similar issues could not be searched.')
  if (similar === undefined || similar.length === 0) return
  const readsStranger = await isByStranger(task, github)
  const lines = similar.map(({ number, title, state, stateReason, url }) => {
    const reason = stateReason === undefined ? '' : ` (${stateReason.replaceAll('_', ' ')})`
    return `#${number} ${state}${reason}: ${readsStranger ? toOneLine(title) : url}`
  })
  output.data(
    'similar-issues',
    { issues: similar.length },
    output.code(lines.join('\n'), 3_000, 'with github__search_issues'),
  )
}

/**
 * The conversation with those texts of closed issues that the run may read: by people with write permission, or all where the run reads a
 * stranger's text anyway. The others would take rights away from it: an issue keeps its place, comments are counted.
 */
export async function withQuotableIssues(
  conversation: GitHubConversation,
  task: Task,
  github: Pick<GitHub, 'permission'>,
): Promise<{ conversation: GitHubConversation; omitted: number }> {
  const { closingIssues = [] } = conversation
  const names = new Set(closingIssues.flatMap(({ openedBy, comments }) => [openedBy, ...comments.map(({ by }) => by)]))
  names.delete(undefined)
  if (closingIssues.length === 0 || (await isByStranger(task, github))) return { conversation, omitted: 0 }
  const writers = new Set<string | undefined>()
  const mayWrite = async (name = '') => {
    const permission = await github.permission(name).catch(() => undefined)
    if (permission !== undefined && WRITE_PERMISSIONS.has(permission)) writers.add(name)
  }
  await Promise.all([...names].slice(0, MAX.accounts).map(mayWrite))
  let omitted = 0
  const quotable = closingIssues.map((issue) => {
    const comments = issue.comments.filter(({ by }) => writers.has(by))
    omitted += issue.comments.length - comments.length
    const isQuotable = writers.has(issue.openedBy) && !isRewritten(issue.text)
    return isQuotable ? { ...issue, comments } : { ...issue, comments, openedBy: undefined, title: '', text: issue.url }
  })
  return { conversation: { ...conversation, closingIssues: quotable }, omitted }
}

/** The numbers of issues and pull requests of the repository that a text mentions outside of code. */
function mentionedNumbers({ repo }: Task, text: string): number[] {
  const prose = text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|<!--[\s\S]*?(?:-->|$)/g, ' ')
  const name = `${repo.owner}/${repo.name}`.replaceAll('.', '\\.')
  const reference = new RegExp(
    `(?<![\\w/&.#-])(?:(?:${name})?#|GH-|https?://[^\\s/]+/${name}/(?:issues|pull)/)(\\d{1,9})\\b`,
    'gi',
  )
  return [...new Set(Array.from(prose.matchAll(reference), ([, digits]) => Number(digits)))]
}

/** `isDenied`: the token may not read issues. */
export type MentionedIssues = { issues: Issue[]; isDenied: boolean }

/** Numbers that come after a word by which GitHub closes an issue. */
const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+\S*?#(\d+)/gi

/**
 * The issues that a pull request mentions and does not close. Asks for those that the text of the event names while GitHub answers about
 * the conversation. Never rejects.
 */
export async function readMentioned(
  task: Task,
  conversation: Promise<Pick<GitHubConversation, 'title' | 'body' | 'closingIssues'>>,
  github: Pick<GitHub, 'issue' | 'permission'>,
): Promise<MentionedIssues> {
  let isDenied = false
  const answers = new Map<number, Promise<Issue[]>>()
  const read = async (number: number): Promise<Issue[]> => {
    try {
      const issue = await github.issue(number)
      // GitHub answers with the new place of an issue that moved to another repository.
      const isHere = new URL(issue.url).pathname
        .toLowerCase()
        .startsWith(`/${task.repo.owner}/${task.repo.name}/`.toLowerCase())
      // The client keeps the answer until it is needed.
      if (isHere && issue.author !== undefined) void github.permission(issue.author).catch(() => undefined)
      return isHere ? [issue] : []
    } catch (error) {
      isDenied ||= error instanceof GitHubError && error.status === 403
      return []
    }
  }
  const ask = (numbers: readonly number[]) =>
    numbers.slice(0, MAX.mentioned).map((number) => {
      const answer = answers.get(number) ?? read(number)
      answers.set(number, answer)
      return answer
    })
  const mentionedIn = (text: string, closed: readonly (number | undefined)[]) =>
    mentionedNumbers(task, text).filter((each) => each !== 0 && each !== task.number && !closed.includes(each))
  const eventText = task.body === undefined ? '' : `${task.title ?? ''}\n${task.body}`
  ask(
    mentionedIn(
      eventText,
      Array.from(eventText.matchAll(CLOSING), ([, digits]) => Number(digits)),
    ),
  )
  const fetched = await conversation.catch(() => undefined)
  if (fetched === undefined) return { issues: [], isDenied: false }
  const { title, body, closingIssues = [] } = fetched
  const text = `${task.title ?? title}\n${task.body ?? body}`
  const issues = await Promise.all(
    ask(
      mentionedIn(
        text,
        closingIssues.map(({ number }) => number),
      ),
    ),
  )
  return { issues: issues.flat(), isDenied }
}

/** Writes the mentioned issues: those of people with write permission, or all where the run reads a stranger's text anyway; else their places. */
export async function writeMentioned(
  { issues, isDenied }: MentionedIssues,
  task: Task,
  github: Pick<GitHub, 'permission'>,
  output: PromptData,
): Promise<void> {
  if (isDenied) output.note('Issues that the pull request mentions could not be read; the job may lack `issues: read`.')
  const readsStranger = issues.length > 0 && (await isByStranger(task, github))
  const mayQuote = async ({ author, body }: Issue) => {
    if (readsStranger) return true
    if (author === undefined || isRewritten(body)) return false
    return WRITE_PERMISSIONS.has((await github.permission(author).catch(() => 'none')) as 'write')
  }
  const quotable = await Promise.all(issues.map(mayQuote))
  for (const [index, { number, title, body, author, state, url, isPullRequest }] of issues.entries()) {
    const of = `${isPullRequest ? 'pull request' : 'issue'} #${number}`
    const rest = `with github__get_issue and number ${number}`
    const text = quotable[index]
      ? `${toOneLine(await output.prose(title, MAX.title, rest))}\n\n${await output.prose(withoutRewriteMark(body), MAX.mentionedText, rest)}`
      : url
    output.data('mentioned-issue', { of, state, author: quotable[index] ? author : undefined }, text.trim())
  }
}

/** Writes who owns the changed files, as the trusted commit says. */
export function writeOwners(owned: readonly { owners: string; paths: string[] }[], output: PromptData): void {
  if (owned.length === 0) return
  const lines = owned.map(({ owners, paths }) => {
    const more = paths.length > MAX.ownedPaths ? ` and ${paths.length - MAX.ownedPaths} more` : ''
    const names = paths.slice(0, MAX.ownedPaths).map((path) => JSON.stringify(toOneLine(path)))
    return `${toOneLine(owners)}: ${names.join(', ')}${more}`
  })
  output.data(
    'owners',
    { of: 'changed files' },
    output.code(lines.join('\n'), MAX.owners, 'with github__get_file in CODEOWNERS'),
  )
}

/**
 * Whether the issue of the run is by a person without write permission. Not for an account that `allowed_bots` can name or that is
 * ours: the run keeps its rights then, so it must not read others.
 */
async function isByStranger({ openedBy }: Task, github: Pick<GitHub, 'permission'>): Promise<boolean> {
  if (openedBy === undefined || isBotName(openedBy)) return false
  const permission = await github.permission(openedBy).catch(() => undefined)
  return permission !== undefined && !WRITE_PERMISSIONS.has(permission)
}

function writeLabels(
  labels: readonly RepositoryLabel[] | undefined,
  allowed: readonly string[],
  output: PromptData,
): void {
  if (labels === undefined) {
    output.note('The labels of the repository could not be read; the job may lack `issues: read`.')
    return
  }
  const isAllowed = labelMatcher(allowed)
  const known = labels.filter(({ name }) => allowed.length === 0 || isAllowed(name))
  const isKnown = (name: string) => known.some((each) => each.name.toLowerCase() === name.toLowerCase())
  const named = sortGlobs(allowed)
    .included.filter((name) => !/[*?[\]{}()]/.test(name) && !isKnown(name))
    .map((name) => ({ name, description: '' }))
  const all = [...known, ...named]
  if (all.length === 0) {
    output.note('There are no labels that this run may set.')
    return
  }
  const lines = all
    .slice(0, MAX.labels)
    .map(({ name, description }) =>
      [JSON.stringify(toOneLine(name)), toOneLine(description)].filter((part) => part !== '').join(': '),
    )
  output.data(
    'labels',
    { count: all.length },
    output.code(lines.join('\n'), MAX.labels * 200, 'with github__list_label'),
  )
  const more = all.length - lines.length
  output.note(
    `These are the labels that this run may set${more > 0 ? `, without ${more} more; list them with the tools for GitHub` : ''}.`,
  )
}

/**
 * Matches globs against whole names of labels; a label may also be spelled like a glob. A star matches slashes, too, because labels have
 * no folders. Globs with `!` alone allow nothing.
 */
export function labelMatcher(globs: readonly string[]): (name: string) => boolean {
  const { included, excluded } = sortGlobs(globs)
  const matching = (list: readonly string[]) => {
    const matches = globList(list, { bash: true, dot: true, nocase: true })
    return (name: string) => list.some((glob) => glob.toLowerCase() === name.toLowerCase()) || matches(name)
  }
  const [isIncluded, isExcluded] = [matching(included), matching(excluded)]
  return (name) => isIncluded(name) && !isExcluded(name)
}

/** Writes the state of an issue: open or closed, its labels, the role of its author, and the headings of its form. */
export function writeIssueState(
  { state, stateReason, labels, authorRole }: IssueState,
  body: string,
  output: PromptData,
): void {
  const headings = formHeadings(body)
  const form = headings.map(({ heading, isEmpty }) => (isEmpty ? `${heading} (no answer)` : heading)).join('; ')
  const lines = [
    `state: ${[state, stateReason].filter(Boolean).join(', ').toLowerCase().replaceAll('_', ' ')}`,
    `labels: ${labels.map((name) => JSON.stringify(toOneLine(name))).join(', ') || 'none'}`,
    `role of the author: ${authorRole.toLowerCase().replaceAll('_', ' ')}`,
    ...(form === '' ? [] : [`form: ${form}`]),
  ]
  output.data('issue-state', {}, output.code(lines.join('\n'), 6_000, 'with github__get_issue'))
}

/** The headings that an issue form writes, and whether a person answered. Source: GitHub docs, "Syntax for issue forms". */
function formHeadings(body: string): { heading: string; isEmpty: boolean }[] {
  return [...body.matchAll(/^### ([^\n]+)\n+([^\n]*)/gm)]
    .slice(0, MAX.headings)
    .map(([, heading = '', answer = '']) => ({
      heading: toOneLine(heading).trim().slice(0, MAX.heading),
      isEmpty: answer.trim() === '_No response_',
    }))
}

/** Where GitHub looks for the file, in this order. */
const OWNERS_PATHS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']

/** The owners of the repository as a trusted commit (a full SHA) has them. Never rejects. */
export async function readOwners(
  commit: string,
  github: Pick<GitHub, 'repo' | 'pinnedFiles'>,
): Promise<OwnersFile | undefined> {
  const locations = OWNERS_PATHS.map((path) => ({ entry: path, ...github.repo, sha: commit, path })).filter(isPinnable)
  if (locations.length === 0) return undefined
  const answers = await github.pinnedFiles(locations).catch(() => []) // a token without access to GraphQL
  const files = answers.map((answer) => ('problem' in answer || answer.folder ? undefined : answer.files[0]))
  return files.find((file) => file !== undefined)
}

const ownerLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
    .join('\n')

/** The owners of changed files, by owner. The last line that matches a path decides, as on GitHub. */
export function ownersOf(
  paths: readonly string[],
  file: OwnersFile | undefined,
): { owners: string; paths: string[] }[] {
  if (file === undefined) return []
  const rules = ownerLines(file.text)
    .split('\n')
    .flatMap((line) => {
      const [pattern = '', ...owners] = line.match(/(?:\\\s|\S)+/g) ?? []
      return /^!|\[|^$/.test(pattern) ? [] : [{ owners: owners.join(' '), matches: ownerPattern(pattern) }]
    })
  const byOwners = new Map<string, string[]>()
  for (const path of paths) {
    const owners = rules.findLast(({ matches }) => matches(path))?.owners ?? ''
    if (owners !== '') byOwners.set(owners, [...(byOwners.get(owners) ?? []), path])
  }
  return [...byOwners].map(([owners, owned]) => ({ owners, paths: owned }))
}

/** As .gitignore, but `docs/*` means the files of that folder only. Source: GitHub docs, "About code owners". */
function ownerPattern(pattern: string): (path: string) => boolean {
  const rule = ignore({ ignorecase: false, allowRelativePaths: true }).add(pattern)
  const isFolder = pattern.endsWith('/*') && !pattern.includes('**')
  const depth = pattern.replace(/^\//, '').split('/').length
  return (path) => rule.ignores(path) && (!isFolder || path.split('/').length === depth)
}
