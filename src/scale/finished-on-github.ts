import type { ThreadState } from '../github/api/bulk.ts'
import { parseMarker } from '../github/result-marker.ts'
import type { ItemResult } from './item-result.ts'
import type { ShardSpec } from './shard-spec.ts'

/** Labels that the plan's search left out: an item that has one now is finished. */
export type LabelFilter = Pick<ShardSpec, 'skipLabels' | 'unlabeled'>

/** The result of an issue or pull request that is finished on GitHub: our complete answer, or a label that the search left out. */
export function finishedOnGitHub(state: ThreadState, key: string, labels: LabelFilter): ItemResult | undefined {
  const { number: item, ownComments } = state
  const answer = ownComments.find(({ body }) => {
    const marker = parseMarker(body)
    return marker?.key === key && marker.state === 'done'
  })
  if (answer !== undefined) return { item, state: 'earlier', url: answer.url, note: 'It has an answer.' }
  const skipped = state.labels.find((label) => labels.unlabeled || labels.skipLabels.includes(label.toLowerCase()))
  return skipped === undefined ? undefined : { item, state: 'earlier', note: `It has the label ${skipped}.` }
}
