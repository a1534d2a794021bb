import type { Task } from '../github/task.ts'
import { hashOf, runNumber } from './note.ts'

/** Longer names are legal and no help to anybody. */
const MOST_CHARACTERS = 100

/** Why a name cannot be a branch's, or undefined. Stricter than `git check-ref-format`: nothing a shell or a URL bends. */
export function whyNotBranch(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.length > MOST_CHARACTERS) return `has more than ${MOST_CHARACTERS} characters`
  const odd = /[^\w./-]/.exec(name)?.[0]
  if (odd !== undefined) return `holds ${JSON.stringify(odd)}`
  if (name.startsWith('-')) return 'begins with a dash'
  if (/^refs\//.test(name) || name === 'HEAD') return 'would be taken for another kind of reference'
  if (name.includes('..')) return 'holds two dots in a row'
  const part = name.split('/').find((each) => each === '' || /^\.|\.$|\.lock$/i.test(each))
  if (part === '') return 'holds an empty part between slashes'
  return part === undefined ? undefined : `holds a part that begins or ends with a dot or ends with ".lock"`
}

/**
 * The branch of one run's changes: the prefix, what the run is about, and a short id that is the same however often the
 * run is started again. No text of the event is in it.
 */
export function branchFor(prefix: string, task: Task, writer: { key: string; run: string }): string {
  const id = hashOf(writer.key, runNumber(writer.run), String(task.number ?? '')).slice(0, 8)
  return `${prefix}${aboutOf(task)}-${id}`
}

function aboutOf({ about, number }: Task): string {
  const what = about === 'pull_request' ? 'pr' : about.replaceAll('_', '-')
  return number === undefined ? what : `${what}-${number}`
}
