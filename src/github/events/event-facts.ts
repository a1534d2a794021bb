/**
 * One piece of what an event says, for the model. `prose` is Markdown that people wrote; `lines` are names and values. Both are
 * untrusted.
 */
export type EventFact = {
  kind: string
  attributes?: Readonly<Record<string, string>>
  format: 'prose' | 'lines'
  text: string
}

/** Parts that other code gives the model, or that say nothing about what happened. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  pull_request: ['pull_request', 'number'],
  pull_request_target: ['pull_request', 'number'],
  pull_request_review: ['pull_request', 'review'],
  pull_request_review_comment: ['pull_request', 'comment'],
  issues: ['issue'],
  issue_comment: ['issue', 'comment'],
  discussion_comment: ['comment.body'],
  commit_comment: ['comment.body'],
  workflow_run: ['workflow_run'],
  push: ['head_commit', 'pusher'],
}
const SURROUNDINGS = ['repository', 'organization', 'enterprise', 'installation']

/** Values that people write as Markdown become blocks of their own. */
const PROSE = new Set(['body', 'description', 'from', 'summary', 'text'])
const MIN_PROSE = 80
/** Addresses of the API, and identifiers that no tool takes. `html_url` and `target_url` are pages. */
const NOISE =
  /(?:^|_)(?:node_id|gravatar_id|avatar_url)$|^(?:url|git_url|ssh_url|clone_url|svn_url|permissions|_links|reactions)$|(?<!html_|target_|log_|environment_|details_|compare_)url$/
const MAX_DEPTH = 6
const MAX_ITEMS = 50
const MAX_LINES = 1_000

/** What the payload of an event says, as data: every event has facts, whatever its name. Never throws. */
export function readEventFacts(event: string, payload: unknown): EventFact[] {
  if (!isRecord(payload)) return []
  // The action of a repository_dispatch is the type that its sender chose.
  const action = event === 'repository_dispatch' ? [] : ['action']
  // The author of an issue, pull request or comment is named there.
  const sender = ELSEWHERE[event] === undefined || event === 'push' ? [] : ['sender']
  const hidden = new Set([...SURROUNDINGS, ...action, ...sender, ...(ELSEWHERE[event] ?? [])])
  const lines: string[] = []
  const prose: EventFact[] = []
  const write = (name: string, value: unknown, depth: number): void => {
    if (hidden.has(name) || lines.length > MAX_LINES || value === null || value === undefined || value === '') return
    const key = name.split('.').at(-1) ?? ''
    if (Array.isArray(value)) return void writeList(name, value, depth)
    if (isRecord(value)) {
      if (typeof value.login === 'string') return void lines.push(`${name}: ${value.login}`)
      if (depth === MAX_DEPTH || (depth > 0 && isRepository(value)))
        return void lines.push(`${name}: ${titleOf(value)}`)
      for (const [field, inner] of Object.entries(value))
        if (!isNoise(field, value, event)) write(name === '' ? field : `${name}.${field}`, inner, depth + 1)
      return
    }
    const text = String(value)
    if (PROSE.has(key) && (text.length >= MIN_PROSE || /[\n<[]/.test(text)))
      return void prose.push({ kind: 'event-text', attributes: { name }, format: 'prose', text })
    lines.push(text.includes('\n') ? `${name}:\n  ${text.replaceAll('\n', '\n  ')}` : `${name}: ${text}`)
  }
  const writeList = (name: string, items: readonly unknown[], depth: number) => {
    const isFlat = items.every((item) => typeof item !== 'object' || (isRecord(item) && typeof item.login === 'string'))
    const shown = items.slice(0, MAX_ITEMS)
    const more = items.length > shown.length ? ` … and ${items.length - shown.length} more` : ''
    if (isFlat && items.length > 0)
      return void lines.push(`${name}: ${shown.map((item) => (isRecord(item) ? item.login : item)).join(', ')}${more}`)
    for (const [index, item] of shown.entries()) write(`${name}[${index}]`, item, depth + 1)
    if (more !== '') lines.push(`${name}:${more}`)
  }
  for (const [field, value] of Object.entries(payload)) if (!isNoise(field, payload, event)) write(field, value, 1)
  return [
    ...(lines.length === 0
      ? []
      : [{ kind: 'event', attributes: { name: event }, format: 'lines', text: lines.join('\n') } as const]),
    ...prose,
  ]
}

/** What workflows send themselves (inputs, client payload) is never noise. */
const OWN_DATA = new Set(['inputs', 'client_payload'])
const isNoise = (field: string, { login }: Record<string, unknown>, event: string): boolean =>
  !OWN_DATA.has(field) && !/_dispatch$/.test(event) && login === undefined && NOISE.test(field)

const isRepository = (value: Record<string, unknown>): boolean => typeof value.full_name === 'string'

const titleOf = (value: Record<string, unknown>): string => {
  const title = value.full_name ?? value.name ?? value.title ?? value.sha ?? value.id
  return typeof title === 'string' || typeof title === 'number' ? String(title) : '…'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
