import { shortHash } from './comment-marker.ts'
import { subjectNumber, type Task } from './events/task.ts'

const MAX_BRANCH_CHARACTERS = 100

/** Why a branch name is invalid, or undefined. Stricter than `git check-ref-format`: the name is safe in a shell and a URL. */
export function branchNameProblem(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.length > MAX_BRANCH_CHARACTERS) return `has more than ${MAX_BRANCH_CHARACTERS} characters`
  const invalid = /[^\w./-]/.exec(name)?.[0]
  if (invalid !== undefined) return `contains ${JSON.stringify(invalid)}`
  if (name.startsWith('-')) return 'starts with a dash'
  if (/^refs\//.test(name) || name === 'HEAD') return 'looks like another kind of reference'
  if (name.includes('..')) return 'contains two consecutive dots'
  const part = name.split('/').find((each) => each === '' || /^\.|\.$|\.lock$/i.test(each))
  if (part === '') return 'contains an empty part between slashes'
  return part === undefined ? undefined : `contains a part that starts or ends with a dot or ends with ".lock"`
}

/**
 * The branch for a run's changes: the prefix, the subject, and a short hash of the purpose and of the difference. Of two runs that want to
 * propose the same, only one can create it. It contains no text of the event.
 */
export const branchFor = (prefix: string, task: Task, purpose: string, difference: string): string =>
  `${prefix}${subjectOf(task)}-${shortHash(purpose, difference).slice(0, 8)}`

function subjectOf(task: Task): string {
  const { kind, place } = task
  const number = subjectNumber(task)
  const subject = kind === 'pull_request' ? 'pr' : (place?.kind ?? kind).replaceAll('_', '-')
  return number === undefined ? subject : `${subject}-${number}`
}

/** The reason why a text is no ref, or undefined. The API accepts no revision operators. Source: git-check-ref-format. */
export const refProblem = (ref: string): string | undefined =>
  /^[^-/\s][^\s~^:?*[\\\p{Cc}]*$/u.test(ref) && !/\.\.|@\{|\/\/|\/$/.test(ref)
    ? undefined
    : `${JSON.stringify(ref)} is not a valid branch, tag or commit.`
