import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** The fault of the n-th request: refused with this status, done with the response lost, or a blob store at another place. */
export type ArtifactFault = { status: number } | 'lose' | { store: string }

export type ArtifactStore = {
  /** For ACTIONS_RESULTS_URL. */
  url: string
  /** Finished artifacts, by name. */
  artifacts: Map<string, Uint8Array>
  ids: Map<string, number>
  requests: { method: string; path: string; authorization: string | undefined }[]
  problems: string[]
  [Symbol.asyncDispose](): Promise<void>
}

const RUN = 'ce7f54c7-61c7-4aae-887f-30da475f5f1a'
const JOB = 'ca395085-040a-526b-2ce8-bdc85f692774'
/** A token like the runner's: its scope contains the ids of run and job. */
export const RUNTIME_TOKEN = [
  Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url'),
  Buffer.from(JSON.stringify({ sub: 'job', scp: `Actions.ExampleScope Actions.Results:${RUN}:${JOB}` })).toString(
    'base64url',
  ),
  'c3R1YmJ5LXNpZ25hdHVyZS0wMQ',
].join('.')

const SERVICE = '/twirp/github.actions.results.api.v1.ArtifactService/'

/** The artifact service and its blob store, on loopback, with the checks of the real ones. */
export async function startArtifactService(
  onRequest: (nth: number) => ArtifactFault | undefined = () => undefined,
  nextId?: () => number,
): Promise<ArtifactStore> {
  const ids: ArtifactStore['ids'] = new Map()
  const artifacts: ArtifactStore['artifacts'] = new Map()
  const requests: ArtifactStore['requests'] = []
  const problems: string[] = []
  /** By name: the blob's URL and its content. */
  const open = new Map<string, { key: string; blob?: Uint8Array }>()
  let url = ''

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      problems.push(String(error))
      response.destroy()
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { method = '', headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const nth = requests.push({ method, path: pathname, authorization: headers.authorization })
    const fault = onRequest(nth)
    const [status, answered] =
      typeof fault === 'object' && 'status' in fault
        ? [fault.status, { code: 'internal', msg: 'on purpose' }]
        : pathname.startsWith('/blobs/')
          ? store(method, pathname, searchParams, headers, body)
          : twirp(method, pathname, headers, body)
    if (fault === 'lose') return void request.socket.resetAndDestroy()
    response.writeHead(status, { 'content-type': 'application/json' })
    const text = status === 201 ? '' : JSON.stringify(answered)
    response.end(typeof fault === 'object' && 'store' in fault ? text.replace(url, fault.store) : text)
  }

  function twirp(method: string, path: string, headers: IncomingMessage['headers'], body: Buffer): [number, object] {
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return bad('a call is a POST of JSON')
    if (headers.authorization !== `Bearer ${RUNTIME_TOKEN}`) return [401, { code: 'unauthenticated', msg: 'bad token' }]
    const call = path.slice(SERVICE.length)
    if (!path.startsWith(SERVICE)) return [404, { code: 'bad_route', msg: 'no such route' }]
    const given = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    const fields = ['workflow_run_backend_id', 'workflow_job_run_backend_id', 'name']
    const more = call === 'CreateArtifact' ? ['version'] : ['size', 'hash']
    if (Object.keys(given).toSorted().join() !== [...fields, ...more].toSorted().join())
      return bad(`unexpected fields: ${Object.keys(given)}`)
    if (given.workflow_run_backend_id !== RUN || given.workflow_job_run_backend_id !== JOB)
      return [403, { code: 'permission_denied', msg: 'another run' }]
    const name = String(given.name)
    if (!/^[^"*/:<>?\\|\r\n]+$/.test(name)) return bad(`the name ${name} is not allowed`)
    if (call === 'CreateArtifact') return created(name, given.version)
    if (call === 'FinalizeArtifact') return finalized(name, given.size, given.hash)
    return [404, { code: 'bad_route', msg: 'no such call' }]
  }

  function created(name: string, version: unknown): [number, object] {
    if (version !== 4) return bad('version')
    if (open.has(name) || artifacts.has(name))
      return [409, { code: 'already_exists', msg: 'an artifact with this name already exists on the workflow run' }]
    const key = randomUUID()
    open.set(name, { key })
    return [200, { ok: true, signed_upload_url: `${url}/blobs/${key}?sv=2025-11-05&sr=b&sp=cw&sig=${SIGNATURE}` }]
  }

  function store(
    method: string,
    path: string,
    query: URLSearchParams,
    headers: IncomingMessage['headers'],
    body: Buffer,
  ): [number, object] {
    const place = [...open.values()].find(({ key }) => path === `/blobs/${key}`)
    if (place === undefined || query.get('sig') !== SIGNATURE) return [403, { msg: 'AuthenticationFailed' }]
    if (headers.authorization !== undefined) return bad('the token is for the service, not for the store')
    if (method !== 'PUT' || headers['x-ms-blob-type'] !== 'BlockBlob') return bad('a blob is PUT as BlockBlob')
    if (headers['content-length'] !== String(body.length)) return [411, { msg: 'MissingContentLengthHeader' }]
    place.blob = body
    return [201, {}]
  }

  function finalized(name: string, size: unknown, hash: unknown): [number, object] {
    const blob = open.get(name)?.blob
    if (blob === undefined) return [404, { code: 'not_found', msg: 'nothing was uploaded' }]
    if (size !== String(blob.length)) return bad('size')
    if (hash !== `sha256:${createHash('sha256').update(blob).digest('hex')}`) return bad('hash')
    const id = nextId?.() ?? 4711 + ids.size
    ids.set(name, id)
    artifacts.set(name, blob)
    return [200, { ok: true, artifact_id: String(id) }]
  }

  function bad(msg: string): [number, object] {
    problems.push(msg)
    return [400, { code: 'invalid_argument', msg }]
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    url: `${url}/`,
    artifacts,
    ids,
    requests,
    problems,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** In every address a blob is uploaded to, and nowhere else. */
export const SIGNATURE = 'cGxlYXNlLWRvLW5vdC1wcmludC1tZQ'
