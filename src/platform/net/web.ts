import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { messageOf } from '../errors.ts'
import { timeoutSignal } from '../time.ts'
import { hostOf, isLocalName, isPublicAddress, portOf, urlLeaksSecret, urlProblem } from './addresses.ts'
import { type Dial, dialer, ignoreError, type ResolveHost, resolveName, startTls } from './dial.ts'

/** Access to the public web. */
export type WebAccess = {
  resolve: ResolveHost
  dial: Dial
  /** Whether a text contains a secret of this run. */
  leaks(text: string): boolean
  userAgent: string
  /** Limit for one page with all its redirects. Default 15 s. */
  timeoutMs?: number
}

/** `env` configures the proxy. */
export const openWebAccess = ({
  env,
  leaks,
  userAgent,
}: {
  env: Readonly<Record<string, string | undefined>>
  leaks: (text: string) => boolean
  userAgent: string
}): WebAccess => ({ resolve: resolveName, dial: dialer(env), leaks, userAgent })

/** `url` is the address after all redirects, `type` the content type as sent ('' when missing). */
export type WebPage = { url: string; status: number; statusText: string; type: string; body: Buffer }

/** The address leads to this machine, to its networks, or to a host that may not be requested. */
export class BlockedHostError extends Error {
  override readonly name = 'BlockedHost'
}

const TIMEOUT_MS = 15_000
const MAX_PAGE_BYTES = 10 * 1024 * 1024
const MAX_REDIRECTS = 5

/**
 * Fetches one page with GET, without credentials or cookies, and never from this machine's networks, not even after a
 * redirect. Connects to exactly the address that was checked. Rejects with BlockedHostError, with an Error whose text is
 * for the model, or with the signal's reason.
 */
export async function fetchPage(url: string, web: WebAccess, signal: AbortSignal): Promise<WebPage> {
  const { timeoutMs = TIMEOUT_MS } = web
  const limit = timeoutSignal(timeoutMs)
  const combined = AbortSignal.any([signal, limit])
  try {
    return await follow(new URL(url), web, combined)
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new Error(`Request timed out after ${timeoutMs / 1000} s`)
    throw error
  }
}

async function follow(first: URL, web: WebAccess, signal: AbortSignal): Promise<WebPage> {
  let url = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const problem =
      urlProblem(url) ?? (urlLeaksSecret(url, web.leaks) ? 'The address contains a secret of this run.' : undefined)
    if (problem !== undefined) throw new BlockedHostError(problem)
    const response = await get(url, web, signal)
    const { location } = response.headers
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return await pageFrom(url, response)
    response.destroy()
    if (!URL.canParse(location, url.href)) throw new Error('The redirect does not lead to a valid address')
    url = new URL(location, url.href)
  }
  throw new Error(`More than ${MAX_REDIRECTS} redirects`)
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The addresses of a host. Rejects with BlockedHostError when any of them is not public: a name with both kinds is suspicious. */
export async function resolvePublicAddresses(url: URL, web: Pick<WebAccess, 'resolve'>): Promise<string[]> {
  const host = hostOf(url)
  const blocked = () => new BlockedHostError(`Access to blocked or private host ${url.host} is not allowed.`)
  if (isLocalName(host)) throw blocked()
  const addresses = await web.resolve(host).catch((error: unknown) => {
    throw new Error(`${host} cannot be resolved: ${messageOf(error)}`)
  })
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  for (const address of addresses) if (!isPublicAddress(address)) throw blocked()
  return addresses
}

async function get(url: URL, web: WebAccess, signal: AbortSignal): Promise<IncomingMessage> {
  const stream = await open(url, await resolvePublicAddresses(url, web), web, signal)
  const httpRequest = request({
    createConnection: () => stream,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      'user-agent': web.userAgent,
      accept: 'text/html, text/plain, text/markdown, application/json, */*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      connection: 'close',
    },
    signal,
  })
  httpRequest.on('error', ignoreError)
  httpRequest.end()
  const [response]: [IncomingMessage] = (await once(httpRequest, 'response', { signal })) as never // Node.js emits this argument
  return response
}

/** Connects to the first address that answers, with TLS for https. */
async function open(url: URL, addresses: readonly string[], web: WebAccess, signal: AbortSignal): Promise<Duplex> {
  const secure = url.protocol === 'https:'
  const host = hostOf(url)
  let lastError: unknown
  for (const address of addresses) {
    try {
      const stream = await web.dial(address, portOf(url), { secure, host }, signal)
      return secure ? await startTls(stream, host, signal) : stream
    } catch (error) {
      signal.throwIfAborted()
      lastError = error
    }
  }
  throw new Error(`No connection to ${url.host}: ${messageOf(lastError)}`)
}

async function pageFrom(url: URL, response: IncomingMessage): Promise<WebPage> {
  const { 'content-type': type = '', 'content-length': length } = response.headers
  try {
    if (Number(length) > MAX_PAGE_BYTES) throw tooLarge()
    const body = await bodyOf(response)
    return { url: url.href, status: response.statusCode ?? 0, statusText: response.statusMessage ?? '', type, body }
  } finally {
    response.destroy()
  }
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of decompress(response)) {
    const data = Buffer.from(chunk)
    bytes += data.length
    // Count after decompression: a small body can expand to a very large page.
    if (bytes > MAX_PAGE_BYTES) throw tooLarge()
    chunks.push(data)
  }
  return Buffer.concat(chunks)
}

const tooLarge = () => new Error(`Content exceeds size limit of ${MAX_PAGE_BYTES} bytes`)

function decompress(response: IncomingMessage): Readable {
  const coding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return response
  const createDecompressor = DECOMPRESSORS[coding]
  if (createDecompressor === undefined) throw new Error(`The content encoding ${coding} was not requested`)
  const stream = createDecompressor()
  response.on('error', (error) => stream.destroy(error))
  return response.pipe(stream)
}

const DECOMPRESSORS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
