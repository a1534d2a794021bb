import type { Task } from '../github/events/task.ts'
import type { RecordMarker } from '../github/result-marker.ts'
import type { DeliveryContext, RecordedEnd } from './delivery-context.ts'

/** Keeps the record before anything is written, so that the comment can name it. Returns the codes for the report. */
export async function nameRecord(
  task: Task | undefined,
  ended: Pick<RecordedEnd, 'ending' | 'events'> & Partial<Pick<RecordedEnd, 'mayOffer'>>,
  patch: string,
  context: DeliveryContext,
) {
  const { ending, events, mayOffer = false } = ended
  const isPosted =
    task?.number !== undefined && context.comment !== 'off' && !context.dryRun && context.github !== undefined
  const { marker = {}, offers = [] } = (await context.keepRecord?.({ ending, events, patch, isPosted, mayOffer })) ?? {}
  const { usd, ...claim } = context.identity.record ?? {}
  const record: RecordMarker = claim.used === undefined ? {} : claim
  // Where this run adds to the sum, the comment is read again for it.
  if (context.spentUsd === undefined) record.usd = usd
  context.identity = { ...context.identity, record: { ...record, ...marker } }
  return offers.length === 0 ? {} : { offers: { codes: offers, phrase: context.triggerPhrase ?? '' } }
}
