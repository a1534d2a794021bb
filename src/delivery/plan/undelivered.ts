import type { TreeChangeKind } from '../../platform/snapshot/tree-changes.ts'
import { isProtectedPath } from '../../policy/protected-paths.ts'
import type { CallRecord } from '../../record/events.ts'
import { pluralize, truncateAtLine } from '../../text/write-markdown.ts'
import type { EditedFile } from './patch.ts'

/** A change of the run that is not delivered. `expected`: the workflow is set up so, and the run is a success all the same. */
export type UndeliveredFile = { path: string; kind: TreeChangeKind; reason: string; expected?: boolean }

const MAX_FILE_BYTES = 10_000_000

/** Separates the changes that a commit may contain from those it may not. Pure. */
export function splitCommittable(
  changes: readonly EditedFile[],
  calls: readonly CallRecord[],
): { committable: EditedFile[]; withheld: UndeliveredFile[] } {
  const committable: EditedFile[] = []
  const withheld: UndeliveredFile[] = []
  for (const change of changes) {
    const reason = commitObstacle(change, calls)
    if (reason === undefined) committable.push(change)
    else withheld.push({ path: change.path, kind: kindOfChange(change), reason })
  }
  return { committable, withheld }
}

function commitObstacle(change: EditedFile, calls: readonly CallRecord[]): string | undefined {
  if (change.obstacle !== undefined) return change.obstacle
  const bytes = change.after?.length ?? 0
  if (bytes > MAX_FILE_BYTES)
    return `has ${pluralize(bytes, 'byte')}, but a file of a commit may have at most ${MAX_FILE_BYTES}`
  return isForbiddenChange(change, calls) ? 'may only be changed if a user or admin policy rule allows it' : undefined
}

export const kindOfChange = ({ kind, before, after }: EditedFile): TreeChangeKind =>
  kind ?? (before === null ? 'created' : after === null ? 'deleted' : 'changed')

/** The withheld files with their reasons, on one line. */
export function describeWithheld(files: readonly UndeliveredFile[]): string {
  const listed = [...Map.groupBy(files, ({ reason }) => reason)].slice(0, 3).map(([reason, group]) => {
    const paths = group.slice(0, 3).map(({ path }) => truncateAtLine(path, 200))
    const more = group.length > paths.length ? ` and ${group.length - paths.length} more` : ''
    return `${paths.join(', ')}${more} ${reason}`
  })
  return listed.join('; ')
}

/**
 * Whether a protected file was changed without a user or admin rule that allows it. The built-in rules never allow it, and what a
 * command wrote no rule about files has seen.
 */
export function isForbiddenChange(change: EditedFile, calls: readonly CallRecord[]): boolean {
  const { path, previousPath = path, toolPath = path, byCommand = false } = change
  if (previousPath !== path && isProtectedPath(previousPath)) return true
  if (!isProtectedPath(path)) return false
  const writes = calls.filter(({ diff, state }) => diff?.path === toolPath && state === 'success')
  return byCommand || writes.length === 0 || writes.some(({ rule }) => rule === undefined || rule.tier === 'default')
}
