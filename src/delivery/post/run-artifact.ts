import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import * as z from 'zod'
import { messageOf } from '../../platform/errors.ts'
import { openRoot, readOpened } from '../../platform/files/open-path.ts'
import { isMissing } from '../../platform/paths.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { timeoutSignal } from '../../platform/time.ts'

/** The run that the artifact belongs to. `server`: GitHub's web address. `name`: of the artifact, where a later run looks for it. */
export type ArtifactRun = { server: string; job: string; session: string; runUrl?: string; name?: string }

/** A file of the artifact: from a path, or with a text. Omitted when either is empty, or an optional file does not exist. `name` may contain folders. */
export type ArtifactFile = { name: string } & ({ path: string; isOptional?: true } | { text: string })

export type ArtifactUpload = { ok: true; text: string; id: string } | { ok: false; reason: string }

/**
 * Uploads the files as an artifact of the run, with secrets removed. Never rejects. The service's URL and token are empty
 * outside a runner.
 */
export async function uploadFiles(
  files: readonly ArtifactFile[],
  run: ArtifactRun,
  service: ArtifactService,
  filter: Pick<SecretFilter, 'text'>,
): Promise<ArtifactUpload> {
  if (service.resultsUrl === '' || service.token === '')
    return { ok: false, reason: 'the runner provides no artifact service' }
  try {
    if (!supportsArtifacts(run.server))
      return { ok: false, reason: 'GitHub Enterprise Server does not support artifacts v4' }
    const { name, id, bytes } = await uploadArtifact(run.name ?? artifactName(run), await zipOf(files, filter), service)
    const url = run.runUrl === undefined ? '' : `: ${run.runUrl}/artifacts/${encodeURIComponent(id)}`
    return { ok: true, id, text: `Uploaded the artifact ${name} (${bytes} bytes)${url}` }
  } catch (error) {
    return { ok: false, reason: filter.text(messageOf(error)) }
  }
}

/** GitHub Enterprise Server only supports artifacts v3. Loopback counts as GitHub, for local tests. */
function supportsArtifacts(server: string): boolean {
  const { hostname } = new URL(server)
  return ['github.com', 'localhost', '127.0.0.1'].includes(hostname) || /\.(?:ghe\.com|localhost)$/.test(hostname)
}

/** A name that is unique in the run, whose jobs and steps share its artifacts, and valid on GitHub. */
function artifactName({ job, session }: ArtifactRun): string {
  const readable = job.replace(/[^\w.-]+/g, '-').slice(0, 60)
  return ['sluice', readable, session.slice(0, 8)].filter(Boolean).join('-')
}

async function zipOf(files: readonly ArtifactFile[], filter: Pick<SecretFilter, 'text'>): Promise<Uint8Array> {
  const entries: Record<string, Uint8Array> = {}
  for (const file of files) {
    const text = 'text' in file ? file.text : await artifactText(file)
    if (text !== '') entries[file.name] = strToU8(filter.text(text))
  }
  return zipSync(entries, { level: 6 })
}

/** A longer text is more than a string can hold. */
const MAX_FILE_BYTES = 500 * 1024 * 1024

/** The text of a file of the run. */
export async function artifactText({ path, isOptional }: { path: string; isOptional?: true }): Promise<string> {
  if (path === '') return ''
  try {
    // A program that was not isolated may have put something else in its place, or in that of its folder.
    const folder = dirname(path)
    using root = openRoot(join(await realpath(dirname(folder)), basename(folder)))
    using file = root.open(join(root.path, basename(path)))
    if (!file.stats.isFile() || file.stats.nlink !== 1) throw new Error(`${path} is not the file that the run wrote`)
    const bytes = await readOpened(file, { maxBytes: MAX_FILE_BYTES })
    if (bytes === undefined) throw new Error(`${path} has more than ${MAX_FILE_BYTES / 1024 / 1024} MB`)
    return bytes.toString('utf8')
  } catch (error) {
    if (isOptional && isMissing(error)) return ''
    throw error
  }
}

// Implements the protocol without @actions/artifact, which depends on a cloud SDK and on a package that is not available
// everywhere (decision 4). Source: the public client in actions/toolkit, packages/artifact, "Twirp" and blob upload.

/** `resultsUrl` and `token` are the runner's ACTIONS_RESULTS_URL and ACTIONS_RUNTIME_TOKEN; they stay in this process. */
export type ArtifactService = {
  resultsUrl: string
  token: string
  userAgent: string
  sleep(ms: number): Promise<void>
}

/** `id`: the last part of the artifact's URL. */
export type UploadedArtifact = { id: string; name: string; bytes: number }

const SERVICE = 'twirp/github.actions.results.api.v1.ArtifactService'

/** Artifact format v4: one zip file. */
const VERSION = 4

const ATTEMPTS = 3

const REQUEST_MS = 30_000

const UPLOAD_MS = 300_000

const Created = z.object({ ok: z.boolean(), signed_upload_url: z.string() })

const CreatedInCamelCase = z
  .object({ ok: z.boolean(), signedUploadUrl: z.string() })
  .transform(({ ok, signedUploadUrl }) => ({ ok, signed_upload_url: signedUploadUrl }))

const Id = z.union([z.string(), z.number()]).transform(String)

const Finalized = z.object({ ok: z.boolean(), artifact_id: Id })

const FinalizedInCamelCase = z
  .object({ ok: z.boolean(), artifactId: Id })
  .transform(({ ok, artifactId }) => ({ ok, artifact_id: artifactId }))

/** Uploads a zip as an artifact of this run. Rejects with an Error whose message contains no credential and no signed URL. */
export async function uploadArtifact(
  name: string,
  zip: Uint8Array,
  service: ArtifactService,
): Promise<UploadedArtifact> {
  const ids = backendIds(service.token)
  const { name: createdName, url } = await createArtifact(name, ids, service)
  await uploadZip(url, zip, service)
  const hash = createHash('sha256').update(zip).digest('hex')
  // Proto JSON writes 64-bit numbers as strings.
  const request = { ...ids, name: createdName, size: String(zip.length), hash: `sha256:${hash}` }
  const answer = await withRetries('FinalizeArtifact', service, () => callService('FinalizeArtifact', request, service))
  const { ok, artifact_id } = parseResponse(z.union([Finalized, FinalizedInCamelCase]), answer, 'FinalizeArtifact')
  if (!ok) throw new Error('the artifact service rejected the artifact (FinalizeArtifact)')
  return { id: artifact_id, name: createdName, bytes: zip.length }
}

/** Creates the artifact. A name is unique in a run, so a retry after a lost answer uses another name. */
async function createArtifact(
  name: string,
  ids: BackendIds,
  service: ArtifactService,
): Promise<{ name: string; url: string }> {
  let attempt = 0
  const answer = await withRetries('CreateArtifact', service, () => {
    attempt += 1
    return callService('CreateArtifact', { ...ids, name: nameForAttempt(name, attempt), version: VERSION }, service)
  })
  const { ok, signed_upload_url } = parseResponse(z.union([Created, CreatedInCamelCase]), answer, 'CreateArtifact')
  if (!ok) throw new Error('the artifact service rejected the artifact (CreateArtifact)')
  const url = new URL(signed_upload_url)
  // A signed URL is a credential: it needs a connection as secure as the service's.
  if (url.protocol !== 'https:' && url.protocol !== new URL(service.resultsUrl).protocol)
    throw new Error('the artifact service returned a URL that is not https')
  return { name: nameForAttempt(name, attempt), url: signed_upload_url }
}

const nameForAttempt = (name: string, attempt: number) => (attempt === 1 ? name : `${name}-${attempt}`)

type BackendIds = { workflow_run_backend_id: string; workflow_job_run_backend_id: string }

const Claims = z.object({ scp: z.string() })

/** The service's ids of run and job, from the scope `Actions.Results:RUN:JOB` of the token. Does not verify the token. */
function backendIds(token: string): BackendIds {
  const problem = new Error("the runner's token names no run: it has no scope Actions.Results")
  const [, payload = ''] = token.split('.')
  let claims: z.infer<typeof Claims>
  try {
    claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  } catch {
    throw problem
  }
  for (const scope of claims.scp.split(' ')) {
    const [kind, run = '', job = '', ...more] = scope.split(':')
    if (kind === 'Actions.Results' && run !== '' && job !== '' && more.length === 0)
      return { workflow_run_backend_id: run, workflow_job_run_backend_id: job }
  }
  throw problem
}

/** An error that a retry cannot fix. */
class PermanentError extends Error {}

async function callService(method: string, request: object, { resultsUrl, token, userAgent }: ArtifactService) {
  const response = await fetch(new URL(`/${SERVICE}/${method}`, resultsUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'user-agent': userAgent },
    body: JSON.stringify(request),
    redirect: 'error',
    signal: timeoutSignal(REQUEST_MS),
  })
  const text = await response.text()
  if (response.ok) return text
  const message = /"msg"\s*:\s*"([^"]{1,200})"/.exec(text)?.[1]
  throw responseError(
    response.status,
    `${method} failed with HTTP ${response.status}${message === undefined ? '' : `: ${message}`}`,
  )
}

async function uploadZip(url: string, zip: Uint8Array, service: ArtifactService): Promise<void> {
  await withRetries('the upload', service, async () => {
    const response = await fetch(url, {
      method: 'PUT',
      headers: {
        'content-type': 'application/zip',
        'x-ms-blob-type': 'BlockBlob',
        'x-ms-blob-content-type': 'application/zip',
        'user-agent': service.userAgent,
      },
      body: new Uint8Array(zip),
      redirect: 'error',
      signal: timeoutSignal(UPLOAD_MS),
    })
    await response.arrayBuffer()
    if (!response.ok) throw responseError(response.status, `the upload failed with HTTP ${response.status}`)
  })
}

const responseError = (status: number, text: string) =>
  status >= 500 || status === 429 || status === 408 ? new Error(text) : new PermanentError(text)

async function withRetries<Answer>(
  operation: string,
  { sleep }: ArtifactService,
  attemptOnce: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce()
    } catch (error) {
      if (error instanceof PermanentError || attempt === ATTEMPTS) throw new Error(errorText(operation, error))
      await sleep(1000 * attempt ** 2)
    }
  }
}

/** The message of an error without its URL, which may be signed. */
function errorText(operation: string, error: unknown): string {
  if (error instanceof TypeError || (error instanceof DOMException && error.name !== 'TimeoutError'))
    return `${operation} got no answer`
  return error instanceof DOMException ? `${operation} timed out` : messageOf(error)
}

function parseResponse<Schema extends z.ZodType>(schema: Schema, text: string, method: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new Error(`the answer to ${method} has an unexpected format`)
  }
}
