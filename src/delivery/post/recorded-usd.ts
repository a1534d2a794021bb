import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import { markerLine, parseMarker } from '../../github/result-marker.ts'

/** What a comment records for later runs. */
export const recordedIn = (body: string): { usd: number; reviewed?: string } => ({
  usd: recordedUsd(body),
  reviewed: parseMarker(body)?.reviewed,
})

/** The US dollars that a comment records; 0 without a record. */
export const recordedUsd = (body: string): number => Number(parseMarker(body)?.usd ?? 0)

/** The same comment with this sum as its record. Rounded up, so that a limit is reached early rather than late. */
function withRecordedUsd(body: string, usd: number): string {
  const marker = parseMarker(body)
  if (marker === undefined || usd <= 0) return body
  const sum = String(Math.ceil(usd * 1e6 - 1e-6) / 1e6)
  return body.replace(markerLine(marker), () => markerLine({ ...marker, usd: sum }))
}

/**
 * `existing`: the comment that is replaced, as it is; else its `id`, and what it recorded when it was read. `spentUsd`: what this run adds;
 * undefined where nothing counts it.
 */
export type SpendingRecorded = {
  existing?: { body: string }
  id?: number
  usd?: number
  spentUsd?: number
}

/** The new text of a comment with what its runs spent in all. Rejects with GitHubError. */
export async function keepRecordedUsd(
  body: string,
  replaced: SpendingRecorded,
  github: Pick<GitHub, 'getComment'>,
): Promise<string> {
  return withRecordedUsd(body, (await usdBefore(replaced, github)) + (replaced.spentUsd ?? 0))
}

/** Read again where money counts, because another run may have added to it. */
async function usdBefore({ existing, id, usd = 0, spentUsd }: SpendingRecorded, github: Pick<GitHub, 'getComment'>) {
  if (existing !== undefined) return recordedUsd(existing.body)
  if (id === undefined || spentUsd === undefined) return usd
  try {
    return recordedUsd((await github.getComment(id)).body)
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return 0
    throw error
  }
}
