import { fetchChecks, fetchComments, fetchExtras, fetchFiles, fetchIssue, fetchPull } from './gh-fetch.ts'
import {
  extrasOf,
  type GhComment,
  type GhIssue,
  type GhPull,
  ISSUE_FIELDS,
  labelNames,
  PULL_FIELDS,
  pickFields,
  pullState,
  requireFields,
} from './gh-fields.ts'
import { issueNumber, limitWords, pullNumber } from './gh-target.ts'
import type { GhCall, GhResult } from './gh-types.ts'

export async function viewPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const { options } = call
  if (options.has('json')) {
    const names = requireFields(options.list('json'), Object.keys(PULL_FIELDS))
    const number = await pullNumber(call)
    const extras = await fetchExtras(call, number, extrasOf(names, PULL_FIELDS))
    return { json: pickFields(await fetchPull(call, number), names, PULL_FIELDS, extras) }
  }
  const number = await pullNumber(call)
  if (options.has('comments')) return { text: commentsText(await fetchComments(call, number)) }
  return { text: pullText(await fetchPull(call, number)) }
}

export async function viewIssue(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const { options } = call
  if (options.has('json')) {
    const names = requireFields(options.list('json'), Object.keys(ISSUE_FIELDS))
    const number = issueNumber(call)
    const extras = await fetchExtras(call, number, extrasOf(names, ISSUE_FIELDS))
    return { json: pickFields(await fetchIssue(call, number), names, ISSUE_FIELDS, extras) }
  }
  const number = issueNumber(call)
  if (options.has('comments')) return { text: commentsText(await fetchComments(call, number)) }
  return { text: issueText(await fetchIssue(call, number)) }
}

export async function diffPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const number = await pullNumber(call)
  if (call.options.has('name-only')) {
    const files = await fetchFiles(call, number)
    return { text: files.map(({ filename }) => `${filename}\n`).join('') }
  }
  if (call.options.has('patch')) call.note('--patch: the diff without the headers of its commits.')
  const { owner, name } = call.context.task.repo
  const diff = await call.context.callTool('github__get_diff', { owner, repo: name, pullNumber: number })
  return { text: diff.endsWith('\n') ? diff : `${diff}\n` }
}

/** As `gh pr checks`: exit code 1 when a check failed, 8 when one is pending. */
export async function pullChecks(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const { options } = call
  const fields = ['bucket', 'completedAt', 'description', 'event', 'link', 'name', 'startedAt', 'state', 'workflow']
  const names = options.has('json') ? requireFields(options.list('json'), fields) : undefined
  const checks = await fetchChecks(call, await pullNumber(call))
  if (names !== undefined)
    return {
      json: checks.map((check) => Object.fromEntries(Object.entries(check).filter(([name]) => names.includes(name)))),
    }
  if (checks.length === 0) return { text: 'no checks reported\n', exitCode: 1 }
  const lines = checks.map(({ name, bucket, startedAt, completedAt, link, description }) =>
    [name, bucket, elapsed(startedAt, completedAt), link, description].map(cell).join('\t'),
  )
  const has = (kind: string) => checks.some(({ bucket }) => bucket === kind)
  return { text: `${lines.join('\n')}\n`, exitCode: has('fail') || has('cancel') ? 1 : has('pending') ? 8 : 0 }
}

function elapsed(start: string, end: string): string {
  const seconds = Math.round((Date.parse(end) - Date.parse(start)) / 1000)
  if (!Number.isFinite(seconds) || seconds < 0) return '0'
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}

/** One cell of a table in one line. */
export const cell = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const attributes = (rows: readonly (readonly [name: string, value: string | number])[], body: string): string =>
  `${rows.map(([name, value]) => `${name}:\t${cell(String(value))}`).join('\n')}\n--\n${body}\n`

const logins = (users: readonly { login: string }[] | null | undefined): string =>
  (users ?? []).map(({ login }) => login).join(', ')

const pullText = (pull: GhPull): string =>
  attributes(
    [
      ['title', pull.title],
      ['state', pull.draft && pull.state === 'open' ? 'DRAFT' : pullState(pull)],
      ['author', pull.user?.login ?? 'ghost'],
      ['labels', labelNames(pull.labels).join(', ')],
      ['assignees', logins(pull.assignees)],
      ['reviewers', logins(pull.requested_reviewers)],
      ['projects', ''],
      ['milestone', pull.milestone?.title ?? ''],
      ['number', pull.number],
      ['url', pull.html_url],
      ['additions', pull.additions ?? 0],
      ['deletions', pull.deletions ?? 0],
      ['auto-merge', 'disabled'],
    ],
    pull.body ?? '',
  )

const issueText = (issue: GhIssue): string =>
  attributes(
    [
      ['title', issue.title],
      ['state', issue.state.toUpperCase()],
      ['author', issue.user?.login ?? 'ghost'],
      ['labels', labelNames(issue.labels).join(', ')],
      ['comments', issue.comments ?? 0],
      ['assignees', logins(issue.assignees)],
      ['projects', ''],
      ['milestone', issue.milestone?.title ?? ''],
      ['number', issue.number],
    ],
    issue.body ?? '',
  )

const commentsText = (comments: readonly GhComment[]): string =>
  comments
    .map((comment) => {
      const rows = [
        ['author', comment.user?.login ?? 'ghost'],
        ['association', (comment.author_association ?? 'none').toLowerCase()],
        ['edited', String(comment.updated_at !== comment.created_at)],
        ['status', 'none'],
      ] as const
      return `${attributes(rows, comment.body ?? '')}--\n`
    })
    .join('')
