import type { Inputs } from '../../config/inputs/inputs.ts'
import type { Settings } from '../../config/settings/settings.ts'

/** What all shards together may use. What is absent has no known limit. */
export type TotalLimits = {
  /** Shards at once, and shards at most. */
  parallel: number
  shards: number | undefined
  /** Minutes of each job. */
  jobMinutes: number
  /** Requests an hour for the repository, with the share of other workflows taken out. */
  requestsPerHour: number
  tokens: number | undefined
  usd: number | undefined
  modelRequestsPerMinute: number | undefined
  modelTokensPerMinute: number | undefined
}

export const MAX_SHARDS = 256
const DEFAULT_PARALLEL = 8
/** A job of a hosted runner ends after 360 minutes; the rest is for the checkout, the uploads and the last items. */
const DEFAULT_JOB_MINUTES = 330
/** The share of the hourly requests for this plan; the rest stays for other workflows. */
const REQUEST_SHARE = 0.75
/** Content writes that all shards together send: GitHub accepts 80 a minute and 500 an hour. */
export const CONTENT_WRITES = { perMinute: 60, perHour: 400 } as const
/** Up to this number of writes there is no need to spread them: two runs in one hour stay below GitHub's limit. */
export const UNPACED_WRITES = 200

export function totalLimits(inputs: Inputs, settings: Settings, hourlyRequests: number): TotalLimits {
  const scale = settings.sluice?.scale ?? {}
  return {
    parallel: scale.maxParallel ?? DEFAULT_PARALLEL,
    shards: scale.shards,
    jobMinutes: scale.jobMinutes ?? DEFAULT_JOB_MINUTES,
    requestsPerHour: Math.floor(hourlyRequests * REQUEST_SHARE),
    tokens: inputs.max_tokens,
    usd: inputs.max_cost_usd,
    modelRequestsPerMinute: scale.modelRequestsPerMinute,
    modelTokensPerMinute: scale.modelTokensPerMinute,
  }
}
