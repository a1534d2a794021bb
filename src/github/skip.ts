import { isListed, pass } from './asking.ts'
import type { GitHub } from './client.ts'
import { changedBetween } from './compared.ts'
import type { Task } from './task.ts'

/** What the workflow wants left alone, and by which labels and assignments it is called. All names exact. */
export type CallRules = {
  triggerLabels?: readonly string[]
  triggerAssignees?: readonly string[]
  skipDrafts?: boolean
  skipAuthors?: readonly string[]
  skipLabels?: readonly string[]
}

type Subject = {
  number: number
  user?: { login: string } | null | undefined
  labels?: readonly { name: string }[] | undefined
  draft?: boolean | undefined
}
type Given = {
  action: string
  label?: { name: string } | null | undefined
  assignee?: { login: string } | null | undefined
}

/**
 * Whether a label or an assignment calls us. Undefined when the event is about neither, or the workflow names none: then
 * the other rules decide.
 */
export function readCall(
  { action, label, assignee }: Given,
  { triggerLabels = [], triggerAssignees = [] }: CallRules,
): { go: true } | { go: false; why: string } | undefined {
  if (action === 'labeled' && triggerLabels.length > 0) {
    if (label && isListed(label.name, triggerLabels)) return { go: true }
    return pass(`The label "${label?.name ?? ''}" starts no run; label_trigger names ${triggerLabels.join(', ')}.`)
  }
  if (action === 'assigned' && triggerAssignees.length > 0) {
    if (assignee && isListed(assignee.login, triggerAssignees)) return { go: true }
    return pass(
      `Assigning ${assignee?.login ?? 'nobody'} starts no run; assignee_trigger names ${triggerAssignees.join(', ')}.`,
    )
  }
  return undefined
}

/** Why a rule of the workflow keeps us away, whoever asks. */
export function whyLabelled({ number, labels = [] }: Subject, { skipLabels = [] }: CallRules): string | undefined {
  const label = labels.find(({ name }) => isListed(name, skipLabels))
  return label && `#${number} has the label "${label.name}", and skip_labels keeps runs away from it.`
}

/** Why nothing is done about something that nobody called us to. */
export function whyUncalled(subject: Subject, { skipDrafts = false, skipAuthors = [] }: CallRules): string | undefined {
  const { number, user, draft } = subject
  if (skipDrafts && draft === true) return `#${number} is a draft, and skip_drafts is true. Asking in a comment works.`
  if (user && isListed(user.login, skipAuthors))
    return `#${number} is by ${user.login}, whom skip_authors names. Asking in a comment works.`
  return undefined
}

/**
 * Why a pull request that nobody asked about is left alone: every file it changes is one of `globs`. Undefined also when
 * GitHub does not say what changed: to look once too often does no harm.
 */
export async function whyUntouched(
  { event, action, number, base, head }: Task,
  github: Pick<GitHub, 'compare'>,
  globs: readonly string[],
): Promise<string | undefined> {
  const isUnasked = /^pull_request(_target)?$/.test(event) && action !== 'labeled' && action !== 'assigned'
  if (globs.length === 0 || !isUnasked || base === undefined || head === undefined) return undefined
  const [{ default: picomatch }, changed] = await Promise.all([
    import('picomatch'),
    changedBetween(base.sha, head.sha, github).catch(() => undefined),
  ])
  if (changed === undefined || changed.length === 0) return undefined
  const isSkipped = picomatch([...globs], { dot: true })
  const all = changed.every(({ path, previousPath }) => isSkipped(path) && isSkipped(previousPath ?? path))
  return all ? `#${number} changes only files that skip_paths names. Asking in a comment works.` : undefined
}
