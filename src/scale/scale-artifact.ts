import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import type { Inputs } from '../config/inputs.ts'
import { githubEndpoints, runIdentity, runLocation } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import { type ArtifactFile, type ArtifactUpload, uploadFiles } from '../delivery/post/run-artifact.ts'
import type { ListedArtifact } from '../github/api/artifacts.ts'
import type { GitHub } from '../github/api/github.ts'
import { jobKey } from '../github/result-marker.ts'
import { collectSecrets, createSecretFilter } from '../platform/redact/redact.ts'

/** The names of the files in the artifacts. */
export const SCALE_FILES = { results: 'results.jsonl', table: 'results.json', page: 'results.md' } as const

/** One zip file claims to hold at most this much. */
const MAX_ZIP_BYTES = 256 * 2 ** 20
const MAX_FILE_BYTES = 256 * 2 ** 20

/** The key of the comments that the shards write: the same for every run of one workflow. */
export const scaleKey = (inputs: Inputs, runtime: Runtime): string => {
  const { workflow, job } = runIdentity(inputs, runtime)
  return jobKey(workflow, job)
}

const workflowHash = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** `shard-KEY-PLAN-3` and `results-KEY-PLAN`: artifacts of one workflow and one plan. */
export const shardArtifact = (key: string, plan: string, shard: number): string =>
  `shard-${workflowHash(key)}-${plan}-${shard}`
export const resultsArtifact = (key: string, plan: string): string => `results-${workflowHash(key)}-${plan}`

/** What the name of an artifact says; undefined for one of something else. */
export type ArtifactLabel = { kind: 'shard' | 'results'; plan: string; shard: number; attempt: number; part: number }

export function readArtifactName(name: string, key: string): ArtifactLabel | undefined {
  const [, kind, hash, plan = '', shard = '0', attempt = '', part = '0'] =
    /^sluice-(shard|results)-([0-9a-f]{8})-([0-9a-f]{8})(?:-(\d{1,3}))?-a(\d{1,4})p(\d{1,4})(?:-\d)?$/.exec(name) ?? []
  if (hash !== workflowHash(key) || kind === undefined) return undefined
  return {
    kind: kind === 'shard' ? 'shard' : 'results',
    plan,
    shard: Number(shard),
    attempt: Number(attempt),
    part: Number(part),
  }
}

/** Uploads files as an artifact whose name holds the attempt and the part. Never rejects. */
export function uploadScaleFiles(
  label: { name: string; part: number },
  files: readonly ArtifactFile[],
  inputs: Inputs,
  { env, sleep }: Runtime,
): Promise<ArtifactUpload> {
  const secrets = collectSecrets(env, [inputs.github_token, inputs.gemini_api_key, inputs.google_api_key])
  const {
    ACTIONS_RESULTS_URL: resultsUrl = '',
    ACTIONS_RUNTIME_TOKEN: token = '',
    GITHUB_RUN_ATTEMPT: attempt = '1',
  } = env
  const { userAgent } = githubEndpoints(env)
  const location = { ...runLocation(env), job: label.name, session: `a${attempt}p${label.part}` }
  return uploadFiles(files, location, { resultsUrl, token, userAgent, sleep }, createSecretFilter(secrets))
}

/** The files of an artifact, or why they do not count: the bytes must have the digest that GitHub computed at the upload. */
export async function readScaleArtifact(
  artifact: ListedArtifact,
  github: Pick<GitHub, 'artifactZip'>,
): Promise<{ ok: true; files: Map<string, Uint8Array> } | { ok: false; reason: string }> {
  if (artifact.isExpired) return { ok: false, reason: 'it has expired' }
  if (!artifact.isOwnCode) return { ok: false, reason: 'code of another repository uploaded it' }
  if (artifact.digest === undefined) return { ok: false, reason: 'GitHub reports no digest for it' }
  const zip = await github.artifactZip(artifact.id, MAX_ZIP_BYTES)
  if (zip === undefined) return { ok: false, reason: 'it is too large' }
  const digest = `sha256:${createHash('sha256').update(zip).digest('hex')}`
  if (digest !== artifact.digest)
    return { ok: false, reason: 'its content does not match the digest that GitHub gives' }
  try {
    const files = unzipSync(zip, { filter: ({ originalSize }) => originalSize <= MAX_FILE_BYTES })
    return { ok: true, files: new Map(Object.entries(files)) }
  } catch {
    return { ok: false, reason: 'it is not a zip file' }
  }
}

export const fileText = (files: ReadonlyMap<string, Uint8Array>, name: string): string =>
  Buffer.from(files.get(name) ?? []).toString('utf8')
