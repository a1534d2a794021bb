import type { ListedArtifact } from '../github/api/bulk.ts'
import type { GitHub } from '../github/api/github.ts'

/**
 * One artifact about the money of a run. Its name holds all of it, so that a list is enough: `claim` is the limit that a run starts
 * with, `spent` what it used in the end. `run` and `attempt` are those of the workflow run, `step` tells its steps apart.
 */
export type SpendingRecord = {
  day: string
  run: number
  attempt: number
  step: string
  kind: 'claim' | 'spent'
  usd: number
}

/** Pages of 100 artifacts that are read at most. */
const MAX_PAGES = 20

const MICRO = 1e6

/** The day of a time in UTC, `2026-11-23`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const spendingName = ({ day, run, attempt, step, kind, usd }: SpendingRecord): string =>
  `sluice-money-${day}-${run}-${attempt}-${step}-${kind}-${Math.ceil(usd * MICRO - 1e-6)}`

/** The record in a name; a number that a retry of the upload appended does not count. */
export function parseSpendingName(name: string): SpendingRecord | undefined {
  const [, day, run, attempt, step, kind, micro] =
    /^sluice-money-(\d{4}-\d\d-\d\d)-(\d{1,15})-(\d{1,6})-([0-9a-f]{8})-(claim|spent)-(\d{1,13})(?:-\d)?$/.exec(name) ??
    []
  if (day === undefined || step === undefined) return undefined
  return {
    day,
    run: Number(run),
    attempt: Number(attempt),
    step,
    usd: Number(micro) / MICRO,
    kind: kind === 'claim' ? 'claim' : 'spent',
  }
}

/**
 * What all runs of the repository spent on a day, in US dollars. A run without an end counts with the limit it started with. Rejects
 * when that cannot be known.
 */
export async function spentOnDay(day: string, github: Pick<GitHub, 'newestArtifacts' | 'runAttempt'>): Promise<number> {
  const artifacts = await artifactsSince(day, github)
  const records = new Map<string, { artifact: ListedArtifact; record: SpendingRecord }>()
  for (const artifact of artifacts) {
    const record = parseSpendingName(artifact.name)
    // Another run cannot speak for this one.
    if (record === undefined || record.day !== day || record.run !== artifact.run) continue
    const key = `${record.run}.${record.attempt}.${record.step}`
    const before = records.get(key)?.record
    if (before === undefined || rank(record) > rank(before)) records.set(key, { artifact, record })
  }
  const counted = await Promise.all(
    [...records.values()].map(async ({ artifact, record }) =>
      (await hadNoSecrets(artifact, record, github)) ? 0 : record.usd,
    ),
  )
  return counted.reduce((sum, usd) => sum + usd, 0)
}

/** The end of a run replaces its claim; of two ends, the higher one counts. */
const rank = ({ kind, usd }: SpendingRecord) => (kind === 'spent' ? 1e9 : 0) + usd

/** All artifacts since the day began. */
async function artifactsSince(day: string, github: Pick<GitHub, 'newestArtifacts'>): Promise<ListedArtifact[]> {
  const start = Date.parse(`${day}T00:00:00Z`)
  const all: ListedArtifact[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const artifacts = await github.newestArtifacts(page)
    all.push(...artifacts)
    if (artifacts.length < 100 || artifacts.every(({ createdAt }) => Date.parse(createdAt) < start)) return all
  }
  throw new Error(`the repository has more than ${MAX_PAGES * 100} artifacts of today`)
}

/** A pull request from a fork runs without secrets, so it paid for nothing: its artifacts can only be made up. */
async function hadNoSecrets(
  { isOwnCode }: ListedArtifact,
  { run, attempt }: SpendingRecord,
  github: Pick<GitHub, 'runAttempt'>,
): Promise<boolean> {
  if (isOwnCode) return false
  const facts = await github.runAttempt(run, attempt).catch(() => undefined)
  return facts?.event === 'pull_request'
}
