import type { GitHub } from '../../github/api/github.ts'
import { parseMarker } from '../../github/result-marker.ts'
import { messageOf } from '../../platform/errors.ts'
import type { ItemResult } from '../item-result.ts'

type DuplicateServices = {
  github: Pick<GitHub, 'threadStates' | 'deleteComment'>
  key: string
  notice(text: string): void
}

/**
 * Two runs at once may both answer an issue. Of two complete answers of this workflow the first stays. Returns how many were deleted. Never
 * rejects.
 */
export async function removeDuplicates(
  results: readonly ItemResult[],
  { github, key, notice }: DuplicateServices,
): Promise<number> {
  const numbers = results.flatMap(({ item, state, url }) =>
    typeof item === 'number' && state === 'done' && url !== undefined ? [item] : [],
  )
  if (numbers.length === 0) return 0
  let deleted = 0
  try {
    for (const { number, ownComments } of await github.threadStates(numbers)) {
      const answers = ownComments.filter(({ body }) => {
        const marker = parseMarker(body)
        return marker?.key === key && marker.state === 'done'
      })
      for (const { id } of answers.slice(1)) {
        await github.deleteComment(id)
        deleted += 1
        notice(`#${number} had two answers: deleted the later one. Give the workflow a concurrency group.`)
      }
    }
  } catch (error) {
    notice(`Could not look for issues with two answers: ${messageOf(error)}`)
  }
  return deleted
}
