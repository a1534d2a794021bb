import picomatch from 'picomatch'
import { filesChangedBetween } from '../api/compare-commits.ts'
import type { GitHub } from '../api/github.ts'
import { includesName, skipRun } from './comment-trigger.ts'
import type { Task } from './task.ts'

/** The labels and assignees that start runs, and what the workflow skips. All names are exact. */
export type TriggerRules = {
  triggerLabels?: readonly string[]
  triggerAssignees?: readonly string[]
  skipDrafts?: boolean
  skipAuthors?: readonly string[]
  skipLabels?: readonly string[]
}

type IssueOrPull = {
  number: number
  user?: { login: string } | null
  labels?: readonly { name: string }[]
  draft?: boolean
}
type TriggerPayload = {
  action: string
  label?: { name: string } | null
  assignee?: { login: string } | null
}

/**
 * Whether a new label or assignee starts a run. Undefined for other actions, and when the workflow names no labels or assignees:
 * then the other rules decide.
 */
export function readLabelOrAssignee(
  { action, label, assignee }: TriggerPayload,
  { triggerLabels = [], triggerAssignees = [] }: TriggerRules,
): { shouldRun: true } | { shouldRun: false; reason: string } | undefined {
  if (action === 'labeled' && triggerLabels.length > 0) {
    if (label && includesName(triggerLabels, label.name)) return { shouldRun: true }
    return skipRun(`The label "${label?.name ?? ''}" starts no run; label_trigger names ${triggerLabels.join(', ')}.`)
  }
  if (action === 'assigned' && triggerAssignees.length > 0) {
    if (assignee && includesName(triggerAssignees, assignee.login)) return { shouldRun: true }
    return skipRun(
      `The assignee ${assignee?.login ?? '(unknown)'} starts no run; assignee_trigger names ${triggerAssignees.join(', ')}.`,
    )
  }
  return undefined
}

/** The reason why skip_labels forbids a run, even one that was requested; otherwise undefined. */
export function skipLabelReason(
  { number, labels = [] }: IssueOrPull,
  { skipLabels = [] }: TriggerRules,
): string | undefined {
  const label = labels.find(({ name }) => includesName(skipLabels, name))
  return label && `#${number} has the label "${label.name}", which skip_labels names.`
}

/** The reason why skip_drafts or skip_authors forbids a run that was not requested; otherwise undefined. */
export function draftOrAuthorReason(
  { number, user, draft }: IssueOrPull,
  { skipDrafts = false, skipAuthors = [] }: TriggerRules,
): string | undefined {
  if (skipDrafts && draft === true)
    return `#${number} is a draft, and skip_drafts is true. To start a run, ask in a comment.`
  if (user && includesName(skipAuthors, user.login))
    return `#${number} was opened by ${user.login}, whom skip_authors names. To start a run, ask in a comment.`
  return undefined
}

/**
 * The reason why skip_paths forbids a run about a pull request that was not requested: every changed file matches one of `globs`.
 * Undefined otherwise, and when the changed files are unknown.
 */
export async function skipPathsReason(
  { event, action, number, base, head }: Task,
  github: Pick<GitHub, 'compare'>,
  globs: readonly string[],
): Promise<string | undefined> {
  const isUnrequested = /^pull_request(_target)?$/.test(event) && action !== 'labeled' && action !== 'assigned'
  if (globs.length === 0 || !isUnrequested || base === undefined || head === undefined) return undefined
  const changed = await filesChangedBetween(base.sha, head.sha, github).catch(() => undefined)
  if (changed === undefined || changed.length === 0) return undefined
  const isSkipped = picomatch([...globs], { dot: true })
  const areAllSkipped = changed.every(({ path, previousPath }) => isSkipped(path) && isSkipped(previousPath ?? path))
  return areAllSkipped
    ? `#${number} changes only files that skip_paths names. To start a run, ask in a comment.`
    : undefined
}
