import { messageOf } from '../../platform/errors.ts'
import { toOneLine } from '../../text/format-text.ts'
import type { GitHub } from '../api/github.ts'
import { GitHubError } from '../api/github-error.ts'
import type { ListedItem, Task } from './task.ts'

/** GitHub limits the number of requests at the same time. */
const AT_ONCE = 10

/** Calls it for each item, a few at the same time, and resolves to the results in order. */
export async function forEachItem<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(call))))
  return results
}

/** The items as GitHub has them now. Those that it does not return have a problem. */
export const readItems = (
  items: readonly ListedItem[],
  github: Pick<GitHub, 'issue' | 'pull'>,
): Promise<ListedItem[]> => forEachItem(items, ({ number }) => readItem(number, github))

async function readItem(number: number, github: Pick<GitHub, 'issue' | 'pull'>): Promise<ListedItem> {
  try {
    const { title, body, author, state, isPullRequest } = await github.issue(number)
    const subject = { number, title, body, openedBy: author, state }
    if (!isPullRequest) return { ...subject, kind: 'issue' }
    const { base, head } = await github.pull(number)
    return { ...subject, kind: 'pull_request', base, head }
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    if (error.status === 404 || error.status === 410)
      return { number, problem: `There is no issue #${number} in this repository.`, isMissing: true }
    return { number, problem: `#${number} could not be read: ${toOneLine(messageOf(error))}` }
  }
}

/** The task of a run about this item alone. */
export const itemTask = (
  task: Task,
  { number, kind = 'issue', title, body, openedBy, base, head }: ListedItem,
): Task => ({
  ...task,
  items: undefined,
  number,
  kind,
  title,
  body,
  openedBy,
  base,
  head,
})

/** Why the code of an item is from outside: the lowest trust of an item is that of the run. `reasonFor` says it for one task. */
export async function outsideItemReason(
  task: Task,
  reasonFor: (task: Task) => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const item of task.items ?? []) {
    const isUnknown = item.problem !== undefined && item.isMissing !== true
    const reason = isUnknown ? 'its origin is unknown' : await reasonFor(itemTask(task, item))
    if (reason !== undefined) return `#${item.number}: ${reason}`
  }
  return undefined
}

/** For people: which items the run is about, and which it could not read. */
export function describeItems(items: readonly ListedItem[]): string {
  const closed = items.flatMap(({ number, state }) => (state === 'closed' ? [`#${number}`] : []))
  return [
    `This run gives one answer about ${namesOf(items)}: a later step reads it, or the command answers lists.`,
    closed.length === 0 ? '' : `Closed: ${closed.join(', ')}.`,
    ...items.flatMap(({ problem = '' }) => problem),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** What a run about several could not read, as a part of `Finished, but …`. */
export function unreadItems({ items = [] }: Task): string | undefined {
  const unread = items.filter(({ kind }) => kind === undefined)
  return unread.length === 0 ? undefined : `${namesOf(unread)} could not be read`
}

/** Why a run about several has nothing to answer; undefined when it has. */
export const noItemsReason = ({ items }: Task): string | undefined =>
  items === undefined || items.some(({ kind }) => kind !== undefined)
    ? undefined
    : `Nothing of ${namesOf(items)} can be read, so nothing ran. ${items[0]?.problem ?? ''}`

const namesOf = (items: readonly ListedItem[]): string => items.map(({ number }) => `#${number}`).join(', ')
