import { createHash } from 'node:crypto'
import type { DiffFile } from '../../github/api/response-schemas.ts'
import { shortHash } from '../../github/comment-marker.ts'
import { subjectNumber, type Task } from '../../github/events/task.ts'
import { isBotName } from '../../github/events/trigger-rules.ts'
import { createPatches, type EditedFile } from './patch.ts'

/**
 * What a change is for: the workflow and job, the target and the request. `isAsked`: a person asked for it. `isStanding`: CI or a schedule
 * has it again and again. `supersedes`: whether an older pull request of a standing purpose is closed when a newer one contains it.
 */
export type Purpose = { id: string; isAsked: boolean; isStanding: boolean; supersedes: boolean }

/** `key`: the workflow and job. */
export function purposeOf(task: Task, key: string, supersedes: boolean): Purpose {
  const { event, upstream, request = '', command } = task
  const target = upstream === undefined ? (subjectNumber(task) ?? event) : upstream.branch
  const words = (command === undefined ? request : command.args).toLowerCase().replace(/\s+/g, ' ').trim()
  const isStanding = task.kind === 'workflow_run' || task.kind === 'schedule'
  return { id: shortHash(key, String(target), words), isAsked: isAskedByPerson(task), isStanding, supersedes }
}

/** Whether a person asked for the run: in words, with a label, by hand, or by starting it again. */
export function isAskedByPerson({
  event,
  request,
  comment,
  kind,
  action = '',
  author,
  sender,
  actor,
  triggeringActor,
}: Task): boolean {
  const isInWords = event !== 'schedule' && (request !== undefined || comment !== undefined)
  if ([isInWords ? author : undefined, sender, triggeringActor].some((name) => name !== undefined && isBotName(name)))
    return false
  const isByHand = kind === 'dispatch' || ['labeled', 'assigned', 'review_requested'].includes(action)
  return isInWords || isByHand || actor !== triggeringActor
}

/**
 * The same for the same edits, also when the files changed elsewhere meanwhile: paths, modes, and the changed lines with those around them,
 * without their numbers.
 */
export function differenceOf(changes: readonly EditedFile[]): string {
  const hash = createHash('sha256')
  for (const { text, binary } of createPatches(changes))
    hash.update(binary ? text : text.replace(/^index [^\n]*\n/gm, '').replace(/^@@ -[^\n]*@@$/gm, '@@'))
  return hash.digest('hex')
}

/** Whether the edits contain all that an older pull request changes. */
export function containsChange(changes: readonly EditedFile[], older: readonly DiffFile[]): boolean {
  const patches = new Map(createPatches(changes).map((patch) => [patch.path, patch]))
  return older.every(({ path, previousPath, patch, status }) => {
    const newer = patches.get(path)
    if (newer === undefined || previousPath !== undefined || patch === undefined) return false
    if ((status === 'removed') !== changes.some((change) => change.path === path && change.after === null)) return false
    return isPartOf(changedRuns(patch), changedRuns(newer.text))
  })
}

/** The runs of removed and added lines in the hunks of a patch. */
function changedRuns(patch: string): string[] {
  const runs: string[] = []
  let isRun = false
  let isHunk = false
  for (const line of patch.split('\n')) {
    isHunk ||= line.startsWith('@@')
    const isChanged = isHunk && /^[-+]/.test(line)
    if (isChanged && isRun) runs.push(`${runs.pop()}\n${line}`)
    else if (isChanged) runs.push(line)
    if (!line.startsWith('\\')) isRun = isChanged
  }
  return runs
}

/** Whether a list has all of another one, in its order. */
function isPartOf(part: readonly string[], list: readonly string[]): boolean {
  let next = 0
  for (const item of list) if (item === part[next]) next += 1
  return next === part.length
}

/** The title of a pull request without one of its own: what changed. */
export function changeTitle(files: readonly EditedFile[], number: number | undefined): string {
  const verb = files.every(({ before }) => before === null)
    ? 'Add'
    : files.every(({ after }) => after === null)
      ? 'Delete'
      : 'Change'
  const [first = '', second = ''] = files.map(({ path }) => path).toSorted()
  const names =
    files.length === 1 ? first : files.length === 2 ? `${first} and ${second}` : `${first} and ${files.length - 1} more`
  return `${verb} ${names}${number === undefined ? '' : ` for #${number}`}`
}
