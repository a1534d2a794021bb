import * as z from 'zod'
import * as shapes from '../github-tools/mcp-shapes.ts'
import { allPages, fetchExtras, fetchPull, readJson } from './gh-fetch.ts'
import {
  extrasOf,
  type GhIssue,
  type GhPull,
  ISSUE_FIELDS,
  labelNames,
  PULL_FIELDS,
  pickFields,
  pullState,
  requireFields,
} from './gh-fields.ts'
import { limitWords } from './gh-target.ts'
import { type GhCall, GhError, type GhResult } from './gh-types.ts'
import { cell } from './gh-view.ts'

const DEFAULT_LIMIT = 30

const MAX_LIMIT = 1000

/** Fields that a list does not have cost one request for each pull request. */
const MAX_DETAILED = 50

export async function listPulls(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const { options } = call
  const names = options.has('json') ? requireFields(options.list('json'), Object.keys(PULL_FIELDS)) : undefined
  const state = stateOf(call, ['open', 'closed', 'merged', 'all'])
  const listed = options.has('search') ? await searchPulls(call, state) : await filterPulls(call, state)
  if (names === undefined) {
    const lines = listed.map((pull) =>
      [String(pull.number), pull.title, pull.head.ref, pull.draft ? 'DRAFT' : pullState(pull), pull.created_at]
        .map(cell)
        .join('\t'),
    )
    return { text: lines.map((line) => `${line}\n`).join('') }
  }
  const extras = extrasOf(names, PULL_FIELDS)
  const detailed = extras.size > 0 ? listed.slice(0, MAX_DETAILED) : listed
  if (detailed.length < listed.length) call.note(`Only the first ${MAX_DETAILED} are shown with these fields.`)
  const json: unknown[] = []
  for (const pull of detailed) {
    const subject = extras.has('details') ? await fetchPull(call, pull.number) : pull
    json.push(pickFields(subject, names, PULL_FIELDS, await fetchExtras(call, pull.number, extras)))
  }
  return { json }
}

async function filterPulls(call: GhCall, state: string): Promise<GhPull[]> {
  const { options, context } = call
  const labels = options.list('label')
  const login = (name: string) => personOf(call, name)?.toLowerCase()
  const [author, assignee, head] = [login('author'), login('assignee'), options.text('head')]
  const matches = (pull: GhPull) =>
    (state !== 'merged' || Boolean(pull.merged_at)) &&
    hasLabels(pull, labels) &&
    (author === undefined || pull.user?.login.toLowerCase() === author) &&
    (assignee === undefined || (pull.assignees ?? []).some((each) => each.login.toLowerCase() === assignee)) &&
    (!options.has('draft') || pull.draft === true)
  const filters = {
    state: state === 'merged' ? 'closed' : state,
    base: options.has('base') ? options.text('base') : undefined,
    head: head === undefined ? undefined : head.includes(':') ? head : `${context.task.repo.owner}:${head}`,
  }
  const isFiltered = state === 'merged' || labels.length > 0 || author || assignee || options.has('draft')
  const limit = limitOf(call)
  const pulls = await allPages(
    call,
    (page) => readJson(context, 'list_pull_requests', shapes.PullShape.array(), { ...filters, ...page }),
    isFiltered ? undefined : limit,
  )
  return pulls.filter(matches).slice(0, limit)
}

async function searchPulls(call: GhCall, state: string): Promise<GhPull[]> {
  const issues = await search(call, 'search_pull_requests', state)
  const pulls: GhPull[] = []
  for (const { number } of issues.slice(0, MAX_DETAILED)) pulls.push(await fetchPull(call, number))
  return pulls
}

export async function listIssues(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const { options, context } = call
  const names = options.has('json') ? requireFields(options.list('json'), Object.keys(ISSUE_FIELDS)) : undefined
  const state = stateOf(call, ['open', 'closed', 'all'])
  const needsSearch = ['search', 'author', 'assignee', 'mention', 'milestone'].some((name) => options.has(name))
  const listed = needsSearch
    ? await search(call, 'search_issues', state)
    : await allPages(
        call,
        async (page) => {
          const labels = options.list('label')
          const args = { state, labels: labels.length > 0 ? labels : undefined, ...page }
          const { issues, pageInfo } = await readJson(context, 'list_issues', IssuePage, args)
          // Pull requests are left out of a page, so a short page is not always the last one.
          return pageInfo.hasNextPage ? padded(issues, page.perPage) : issues
        },
        MAX_LIMIT,
      ).then((issues) =>
        issues
          .filter((issue): issue is GhIssue => issue !== undefined && hasLabels(issue, options.list('label')))
          .slice(0, limitOf(call)),
      )
  if (names === undefined) {
    const lines = listed.map((issue) =>
      [
        String(issue.number),
        issue.state.toUpperCase(),
        issue.title,
        labelNames(issue.labels).join(', '),
        issue.updated_at,
      ]
        .map(cell)
        .join('\t'),
    )
    return { text: lines.map((line) => `${line}\n`).join('') }
  }
  const extras = extrasOf(names, ISSUE_FIELDS)
  const json: unknown[] = []
  for (const issue of extras.size > 0 ? listed.slice(0, MAX_DETAILED) : listed)
    json.push(pickFields(issue, names, ISSUE_FIELDS, await fetchExtras(call, issue.number, extras)))
  return { json }
}

const hasLabels = ({ labels }: Pick<GhIssue, 'labels'>, names: readonly string[]): boolean =>
  names.every((name) => labelNames(labels).some((each) => each.toLowerCase() === name.toLowerCase()))

const IssuePage = z.object({ issues: shapes.IssueShape.array(), pageInfo: z.object({ hasNextPage: z.boolean() }) })

const padded = (issues: readonly GhIssue[], length: number): (GhIssue | undefined)[] => [
  ...issues,
  ...Array.from({ length: length - issues.length }, () => undefined),
]

async function search(call: GhCall, tool: string, state: string): Promise<GhIssue[]> {
  const { options, context } = call
  const qualifier = (name: string, text: string | undefined) =>
    text === undefined ? [] : [`${name}:${/^[\w.@-]+$/.test(text) ? text : JSON.stringify(text)}`]
  const query = [
    ...(options.text('search') === undefined ? [] : [options.text('search')]),
    ...(state === 'all' || / ?\b(?:state|is):(?:open|closed|merged)\b/.test(options.text('search') ?? '')
      ? []
      : [state === 'merged' ? 'is:merged' : `state:${state}`]),
    ...options.list('label').flatMap((label) => qualifier('label', label)),
    ...qualifier('author', personOf(call, 'author')),
    ...qualifier('assignee', personOf(call, 'assignee')),
    ...qualifier('mentions', options.text('mention')),
    ...qualifier('milestone', options.text('milestone')),
    ...(options.has('draft') ? ['draft:true'] : []),
  ].join(' ')
  return allPages(
    call,
    async (page) => (await readJson(context, tool, shapes.SearchShape, { query, ...page })).items,
    limitOf(call),
  )
}

export async function listLabels(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const { options, context } = call
  const names = options.has('json') ? requireFields(options.list('json'), ['color', 'description', 'name']) : undefined
  const wanted = options.text('search')?.toLowerCase()
  const schema = z.object({ labels: shapes.LabelShape.array() })
  const all = await allPages(call, async (page) => (await readJson(context, 'list_label', schema, page)).labels)
  const labels = all
    .filter(({ name, description }) => `${name} ${description ?? ''}`.toLowerCase().includes(wanted ?? ''))
    .slice(0, limitOf(call))
    .map(({ name, color, description }) => ({ color: color ?? '', description: description ?? '', name }))
  if (names !== undefined)
    return {
      json: labels.map((label) => Object.fromEntries(Object.entries(label).filter(([name]) => names.includes(name)))),
    }
  const lines = labels.map(({ name, description, color }) => [name, description, `#${color}`].map(cell).join('\t'))
  return { text: lines.map((line) => `${line}\n`).join('') }
}

function limitOf({ options }: GhCall): number {
  const text = options.text('limit')
  if (text === undefined) return DEFAULT_LIMIT
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new GhError(`invalid limit: ${text}`)
  return Math.min(Number(text), MAX_LIMIT)
}

function stateOf({ options }: GhCall, states: readonly string[]): string {
  const state = (options.text('state') ?? 'open').toLowerCase()
  if (states.includes(state)) return state
  throw new GhError(
    `invalid argument ${JSON.stringify(state)} for "-s, --state" flag: valid values are {${states.join('|')}}`,
  )
}

function personOf({ options }: GhCall, name: string): string | undefined {
  const login = options.text(name)
  if (login === '@me') throw new GhError(`--${name} @me: this run has no user. Give a login.`)
  return login
}
