import type { TreeChangeKind } from '../../platform/snapshot/tree-changes.ts'
import type { DeliveryContext } from '../delivery-context.ts'
import type { Receipt } from '../plan/intent.ts'
import type { EditedFile } from '../plan/patch.ts'
import { kindOfChange, type UndeliveredFile } from '../plan/undelivered.ts'
import type { RunReport } from '../run-report.ts'

/** One changed file in the output `changes`. `added` and `removed` are null for a binary file. */
export type ChangeRecord = {
  path: string
  previous_path?: string
  kind: TreeChangeKind
  added: number | null
  removed: number | null
  delivered: boolean
  /** Why it was not delivered. */
  reason?: string
}

type ChangeFacts = { changes: readonly EditedFile[]; undelivered?: readonly UndeliveredFile[] }

/** What became of every changed file. */
export function changeRecords(
  { changes, undelivered = [] }: ChangeFacts,
  { report, receipts }: { report: RunReport; receipts: readonly Receipt[] },
  { changes: mode, filter }: Pick<DeliveryContext, 'changes' | 'filter'>,
): ChangeRecord[] {
  const commit = receipts.find(({ intent }) => intent.kind === 'commit')
  const leftOut = new Map((report.undelivered ?? []).map(({ path, reason }) => [path, reason]))
  const counts = new Map(report.patches.map((patch) => [patch.path, patch]))
  const reasonFor = (path: string): string | undefined => {
    if (mode === 'off') return 'the input changes is off'
    const reason = leftOut.get(path)
    if (reason !== undefined || mode === 'report') return reason
    return commit?.pushed === undefined ? (commit?.reason ?? 'there is no commit') : undefined
  }
  const records = changes.map((change): ChangeRecord => {
    const path = filter.text(change.path)
    const reason = reasonFor(path)
    const patch = counts.get(path)
    const isBinary = patch === undefined ? change.added === undefined : patch.binary
    return {
      path,
      previous_path: change.previousPath === undefined ? undefined : filter.text(change.previousPath),
      kind: kindOfChange(change),
      added: isBinary ? null : (patch?.added ?? change.added ?? null),
      removed: isBinary ? null : (patch?.removed ?? change.removed ?? null),
      delivered: reason === undefined,
      reason,
    }
  })
  const others = undelivered.map(({ path, kind, reason }): ChangeRecord => {
    return { path: filter.text(path), kind, added: null, removed: null, delivered: false, reason }
  })
  return [...records, ...others]
}
