import { createHash } from 'node:crypto'
import { z } from 'zod'
import { messageOf } from '../host/errors.ts'

// Spoken here, not through @actions/artifact: that package brings a cloud SDK, and one of its dependencies is not to be had
// everywhere (decision 4). Source: the public client in actions/toolkit, packages/artifact, "Twirp" and blob upload.

/** `resultsUrl` and `token` are the runner's ACTIONS_RESULTS_URL and ACTIONS_RUNTIME_TOKEN; they stay in this process. */
export type ArtifactService = {
  resultsUrl: string
  token: string
  userAgent: string
  sleep(ms: number): Promise<void>
}

/** `id` is what the address of the artifact ends in. */
export type Uploaded = { id: string; name: string; bytes: number }

const SERVICE = 'twirp/github.actions.results.api.v1.ArtifactService'
/** The form of artifact that is one zip file, kept as it is. */
const VERSION = 4
const ATTEMPTS = 3
const ASK_MS = 30_000
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

/** Uploads one zip as an artifact of this run. Rejects with an Error whose text holds no credential and no signed address. */
export async function uploadArtifact(name: string, zip: Uint8Array, service: ArtifactService): Promise<Uploaded> {
  const ids = backendIds(service.token)
  const { name: taken, url } = await create(name, ids, service)
  await put(url, zip, service)
  const hash = createHash('sha256').update(zip).digest('hex')
  // Proto JSON writes 64-bit numbers as strings.
  const request = { ...ids, name: taken, size: String(zip.length), hash: `sha256:${hash}` }
  const answer = await repeated('FinalizeArtifact', service, () => call('FinalizeArtifact', request, service))
  const { ok, artifact_id } = parse(z.union([Finalized, FinalizedInCamelCase]), answer, 'FinalizeArtifact')
  if (!ok) throw new Error('the artifact service did not take the artifact (FinalizeArtifact)')
  return { id: artifact_id, name: taken, bytes: zip.length }
}

/** A name can be taken once a run, so whoever does not know whether it was, asks for another one. */
async function create(name: string, ids: BackendIds, service: ArtifactService): Promise<{ name: string; url: string }> {
  let attempt = 0
  const answer = await repeated('CreateArtifact', service, () => {
    attempt += 1
    return call('CreateArtifact', { ...ids, name: nth(name, attempt), version: VERSION }, service)
  })
  const { ok, signed_upload_url } = parse(z.union([Created, CreatedInCamelCase]), answer, 'CreateArtifact')
  if (!ok) throw new Error('the artifact service did not take the artifact (CreateArtifact)')
  const url = new URL(signed_upload_url)
  // What is signed is a credential; it goes over the wire as well protected as the one it was got with.
  if (url.protocol !== 'https:' && url.protocol !== new URL(service.resultsUrl).protocol)
    throw new Error('the artifact service named an address that is not https')
  return { name: nth(name, attempt), url: signed_upload_url }
}

const nth = (name: string, attempt: number) => (attempt === 1 ? name : `${name}-${attempt}`)

type BackendIds = { workflow_run_backend_id: string; workflow_job_run_backend_id: string }

const Claims = z.object({ scp: z.string() })

/** Run and job as the service knows them: in the scope `Actions.Results:RUN:JOB` of the token, which is not verified here. */
function backendIds(token: string): BackendIds {
  const problem = new Error('the runner gave a token that names no run (no scope Actions.Results in it)')
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

/** A refusal that asking again will not change, as against a service in trouble. */
class Refused extends Error {}

async function call(method: string, request: object, { resultsUrl, token, userAgent }: ArtifactService) {
  const response = await fetch(new URL(`/${SERVICE}/${method}`, resultsUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'user-agent': userAgent },
    body: JSON.stringify(request),
    redirect: 'error',
    signal: AbortSignal.timeout(ASK_MS),
  })
  const text = await response.text()
  if (response.ok) return text
  const said = /"msg"\s*:\s*"([^"]{1,200})"/.exec(text)?.[1]
  throw problemOf(response.status, `${method} was answered ${response.status}${said === undefined ? '' : `: ${said}`}`)
}

async function put(url: string, zip: Uint8Array, service: ArtifactService): Promise<void> {
  await repeated('the upload', service, async () => {
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
      signal: AbortSignal.timeout(UPLOAD_MS),
    })
    await response.arrayBuffer()
    if (!response.ok) throw problemOf(response.status, `the upload was answered ${response.status}`)
  })
}

const problemOf = (status: number, text: string) =>
  status >= 500 || status === 429 || status === 408 ? new Error(text) : new Refused(text)

async function repeated<Answer>(what: string, { sleep }: ArtifactService, act: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (error instanceof Refused || attempt === ATTEMPTS) throw new Error(wordsFor(what, error))
      await sleep(1000 * attempt ** 2)
    }
  }
}

/** What fetch throws may quote the address it was given, and that address is signed. */
function wordsFor(what: string, error: unknown): string {
  if (error instanceof TypeError || (error instanceof DOMException && error.name !== 'TimeoutError'))
    return `${what} got no answer`
  return error instanceof DOMException ? `${what} took too long` : messageOf(error)
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string, method: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new Error(`the answer to ${method} is not as documented`)
  }
}
