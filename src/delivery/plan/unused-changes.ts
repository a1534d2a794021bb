import type { RunEvent } from '../../record/events.ts'
import { pluralize } from '../../text/write-markdown.ts'
import type { DeliveryContext } from '../delivery-context.ts'
import type { EditedFile } from './patch.ts'
import type { UndeliveredFile } from './undelivered.ts'

/** Names the files that a run changed although the workflow delivers no changes. */
export function unusedChangesNotice(
  { changes, undelivered = [] }: { changes: readonly EditedFile[]; undelivered?: readonly UndeliveredFile[] },
  { changes: mode, filter }: DeliveryContext,
): Extract<RunEvent, { type: 'notice' }> | undefined {
  const paths = [...changes, ...undelivered.filter(({ expected }) => expected !== true)].map(({ path }) => path)
  if (mode !== 'off' || paths.length === 0) return undefined
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  const listed = filter.text(paths.slice(0, 5).join(', '))
  const text = `The input changes is off, so ${pluralize(paths.length, 'changed file')} will not be delivered: ${listed}${more}`
  return { type: 'notice', level: 'warning', text }
}
