import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { githubEndpoints } from '../config/run-identity.ts'
import { connectGitHub, type GitHub } from '../github/api/github.ts'
import { claimsMarker } from '../github/comment-marker.ts'
import type { Environment } from '../platform/environment.ts'
import { messageOf, readErrorReason, UserError } from '../platform/errors.ts'
import { readTranscript } from '../record/transcript-line.ts'
import { type FindingFate, findingFates } from '../review/read-findings.ts'
import { type Acceptance, type DeliveredResult, type RunFigures, runFigures } from './report-totals.ts'

/** Larger than any artifact of a run. A zip file can claim any size. */
const MAX_TEXT_BYTES = 512 * 2 ** 20

/** The figures of recorded runs, each run once. `skipped`: files that hold no run, each with the reason. */
export type RecordedRuns = { runs: RunFigures[]; skipped: string[] }

/**
 * Reads transcripts: `*.jsonl` files, zip files of artifacts, and folders with either, at any depth. Throws UserError for a path that
 * does not exist.
 */
export async function readRuns(paths: readonly string[]): Promise<RecordedRuns> {
  const collected = collectRuns()
  for (const path of paths) {
    const files = await filesAt(path)
    for (const file of files) await collected.add(file, await readFile(file))
  }
  return collected.result()
}

export type RunCollector = { add(name: string, bytes: Uint8Array): Promise<void>; result(): RecordedRuns }

/** Takes transcripts and zip files with them. Of two recordings of one run, the longer one counts. */
export function collectRuns(): RunCollector {
  const longest = new Map<string, { run: RunFigures; events: number }>()
  const skipped: string[] = []
  const addText = (name: string, text: string) => {
    try {
      const recorded = readTranscript(text)
      const run = runFigures(recorded)
      if (run === undefined) skipped.push(`${name}: not the transcript of a run`)
      else if ((longest.get(run.session)?.events ?? 0) < recorded.length)
        longest.set(run.session, { run, events: recorded.length })
    } catch (error) {
      skipped.push(`${name}: ${messageOf(error)}`)
    }
  }
  return {
    async add(name, bytes) {
      if (!name.endsWith('.zip')) return addText(name, Buffer.from(bytes).toString('utf8'))
      try {
        const filter = ({ name: inside, originalSize }: { name: string; originalSize: number }) =>
          inside.endsWith('.jsonl') && originalSize <= MAX_TEXT_BYTES
        for (const [inside, text] of Object.entries(unzipSync(bytes, { filter })))
          if (/(?:^|\/)transcript\.jsonl$/.test(inside)) addText(`${name}: ${inside}`, strFromU8(text))
      } catch (error) {
        skipped.push(`${name}: ${messageOf(error)}`)
      }
    },
    result: () => ({ runs: [...longest.values()].map(({ run }) => run), skipped }),
  }
}

async function filesAt(path: string): Promise<string[]> {
  const stats = await stat(path).catch((cause: unknown) => {
    throw new UserError(`Cannot read ${path}: ${readErrorReason(cause)}`, { cause })
  })
  if (!stats.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:jsonl|zip)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

const MAX_ZIP_BYTES = 256 * 2 ** 20

export const githubFor = (repository: string, token: string, env: Environment): GitHub =>
  connectGitHub({ ...githubEndpoints(env), repository, token, notice: () => undefined })

/** The recorded runs of a workflow: the transcripts in the artifacts of its newest runs, 100 at most. */
export async function fetchRuns(workflow: string, limit: number, github: GitHub): Promise<RecordedRuns> {
  const collected = collectRuns()
  const skipped: string[] = []
  for (const { id } of (await github.newestRuns(workflow)).slice(0, limit)) {
    const artifacts = (await github.listArtifacts(id)).filter(holdsTranscript)
    for (const { id: artifact, name, isExpired } of artifacts) {
      const zip = isExpired ? undefined : await github.artifactZip(artifact, MAX_ZIP_BYTES)
      if (zip === undefined)
        skipped.push(`run ${id}: the artifact ${name} ${isExpired ? 'has expired' : 'is too large'}`)
      else await collected.add(`run ${id}, ${name}.zip`, zip)
    }
    if (artifacts.length === 0) skipped.push(`run ${id}: no artifact with a transcript`)
  }
  const { runs, skipped: unread } = collected.result()
  return { runs, skipped: [...skipped, ...unread] }
}

const holdsTranscript = ({ name }: { name: string }) => /^sluice-/.test(name) && !/^sluice-money-/.test(name)

/**
 * Asks GitHub what became of the results: pull requests merged, threads of a review resolved, labels kept. A result that GitHub no
 * longer has, or that the token may not read, stays unknown; `notes` say so.
 */
export async function fetchAcceptance(
  runs: readonly RunFigures[],
  repositoryOf: (run: RunFigures) => string | undefined,
  connect: (repository: string) => GitHub,
): Promise<{ acceptance: Acceptance; notes: string[] }> {
  const acceptance = new Map<DeliveredResult, boolean>()
  const notes: string[] = []
  const clients = new Map<string, GitHub>()
  for (const run of runs) {
    const repository = repositoryOf(run)
    if (repository === undefined) continue
    const github = clients.get(repository) ?? connect(repository)
    clients.set(repository, github)
    for (const result of run.results) {
      try {
        const isAccepted = await JUDGES[result.kind]?.(result, github)
        if (isAccepted !== undefined) acceptance.set(result, isAccepted)
      } catch (error) {
        notes.push(
          `${repository}, ${result.kind}${result.number === undefined ? '' : ` #${result.number}`}: ${messageOf(error)}`,
        )
      }
    }
  }
  return { acceptance, notes }
}

/** What became of the findings that the recorded reviews posted, of each pull request once. `notes`: those that cannot be read. */
export async function fetchFates(
  runs: readonly RunFigures[],
  repositoryOf: (run: RunFigures) => string | undefined,
  connect: (repository: string) => GitHub,
): Promise<{ fates: FindingFate[]; notes: string[] }> {
  const pulls = new Map<string, { repository: string; number: number }>()
  for (const run of runs) {
    const repository = repositoryOf(run)
    for (const { kind, number } of run.results)
      if (kind === 'review' && number !== undefined && repository !== undefined)
        pulls.set(`${repository}#${number}`, { repository, number })
  }
  const notes: string[] = []
  const fates: FindingFate[] = []
  for (const [name, { repository, number }] of pulls)
    fates.push(
      ...(await findingFates(number, connect(repository)).catch((error: unknown) => {
        notes.push(`findings of ${name}: ${messageOf(error)}`)
        return []
      })),
    )
  return { fates, notes }
}

type Judge = (result: DeliveredResult, github: GitHub) => Promise<boolean | undefined>

const JUDGES: Readonly<Record<string, Judge>> = {
  async create_pull_request({ url = '' }, github) {
    const number = /\/pull\/(\d+)(?:$|[#?/])/.exec(url)?.[1]
    return number === undefined ? undefined : (await github.pull(Number(number))).isMerged
  },
  async review({ number, names }, github) {
    if (number === undefined || names.length === 0) return undefined
    const threads = (await github.threads(number)).filter(
      ({ path, comments: [first] }) => names.includes(path) && claimsMarker(first?.body ?? '', { kind: 'remark' }),
    )
    return threads.length === 0 ? undefined : threads.some(({ isResolved }) => isResolved)
  },
  async add_labels({ number, names }, github) {
    if (number === undefined || names.length === 0) return undefined
    const { labels } = await github.issue(number)
    return names.every((name) => labels.includes(name))
  },
}
