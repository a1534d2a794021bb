import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isLocalName, isPublicAddress } from './addresses.ts'
import { messageOf } from './errors.ts'
import { hostOf, leaks, objectionTo, portOf } from './web-address.ts'
import { begunSecurely, type Dial, dialer, type Resolve, resolveName, silent } from './web-dial.ts'

/** The public web, as far as it may be read. */
export type Web = {
  resolve: Resolve
  dial: Dial
  /** Would this text carry a secret out? */
  leaks(text: string): boolean
  userAgent: string
  /** For one page with all its redirects. Default 15 s. */
  timeoutMs?: number
}

/** `env` says whether there is a proxy. */
export const openWeb = (given: {
  env: Readonly<Record<string, string | undefined>>
  leaks: (text: string) => boolean
  userAgent: string
}): Web => ({ resolve: resolveName, dial: dialer(given.env), leaks: given.leaks, userAgent: given.userAgent })

/** `url` is where the redirects ended, `type` the content type as sent ('' when none was). */
export type Page = { url: string; status: number; statusText: string; type: string; body: Buffer }

/** The address leads to this machine, its networks, or nowhere that may be asked. */
export class BlockedHost extends Error {
  override readonly name = 'BlockedHost'
}

const TIMEOUT_MS = 15_000
const LARGEST_PAGE_BYTES = 10 * 1024 * 1024
const MOST_REDIRECTS = 5

/**
 * Reads one page with GET and nothing of ours: no credentials, no cookies, no address of this machine's networks, also
 * not after a redirect. The connection goes to the very address that was checked. Throws BlockedHost, or an Error whose
 * text is for the model; rejects with the signal's reason.
 */
export async function readPage(url: string, web: Web, signal: AbortSignal): Promise<Page> {
  const { timeoutMs = TIMEOUT_MS } = web
  const limit = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, limit])
  try {
    return await follow(new URL(url), web, either)
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new Error(`Request timed out after ${timeoutMs / 1000} s`)
    throw error
  }
}

async function follow(first: URL, web: Web, signal: AbortSignal): Promise<Page> {
  let url = first
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const wrong = objectionTo(url) ?? (leaks(url, web.leaks) ? 'The address carries a secret of this run.' : undefined)
    if (wrong !== undefined) throw new BlockedHost(wrong)
    const response = await get(url, web, signal)
    const { location } = response.headers
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return await pageFrom(url, response)
    response.destroy()
    if (!URL.canParse(location, url.href)) throw new Error(`Redirected to what is no address`)
    url = new URL(location, url.href)
  }
  throw new Error(`More than ${MOST_REDIRECTS} redirects`)
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The addresses of a host. Throws BlockedHost when one of them is not public: a name with both kinds is up to something. */
export async function publicAddresses(url: URL, web: Pick<Web, 'resolve'>): Promise<string[]> {
  const host = hostOf(url)
  const blocked = () => new BlockedHost(`Access to blocked or private host ${url.host} is not allowed.`)
  if (isLocalName(host)) throw blocked()
  const addresses = await web.resolve(host).catch((error: unknown) => {
    throw new Error(`${host} cannot be resolved: ${messageOf(error)}`)
  })
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  for (const address of addresses) if (!(await isPublicAddress(address))) throw blocked()
  return addresses
}

async function get(url: URL, web: Web, signal: AbortSignal): Promise<IncomingMessage> {
  const stream = await open(url, await publicAddresses(url, web), web, signal)
  const asked = request({
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
  asked.on('error', silent)
  asked.end()
  const [response]: [IncomingMessage] = (await once(asked, 'response', { signal })) as never // node's own event
  return response
}

/** A connection to the first of these addresses that answers, with TLS where the address says so. */
async function open(url: URL, addresses: readonly string[], web: Web, signal: AbortSignal): Promise<Duplex> {
  const secure = url.protocol === 'https:'
  const host = hostOf(url)
  let last: unknown
  for (const address of addresses) {
    try {
      const stream = await web.dial(address, portOf(url), { secure, host }, signal)
      return secure ? await begunSecurely(stream, host, signal) : stream
    } catch (error) {
      signal.throwIfAborted()
      last = error
    }
  }
  throw new Error(`No connection to ${url.host}: ${messageOf(last)}`)
}

async function pageFrom(url: URL, response: IncomingMessage): Promise<Page> {
  const { 'content-type': type = '', 'content-length': length } = response.headers
  try {
    if (Number(length) > LARGEST_PAGE_BYTES) throw tooLarge()
    const body = await bodyOf(response)
    return { url: url.href, status: response.statusCode ?? 0, statusText: response.statusMessage ?? '', type, body }
  } finally {
    response.destroy()
  }
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of unpacked(response)) {
    const data = Buffer.from(chunk)
    bytes += data.length
    // Counted after unpacking: a small parcel can hold a very large page.
    if (bytes > LARGEST_PAGE_BYTES) throw tooLarge()
    chunks.push(data)
  }
  return Buffer.concat(chunks)
}

const tooLarge = () => new Error(`Content exceeds size limit of ${LARGEST_PAGE_BYTES} bytes`)

function unpacked(response: IncomingMessage): Readable {
  const coding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return response
  const unpack = UNPACK[coding]
  if (unpack === undefined) throw new Error(`Content is packed as ${coding}, which was not asked for`)
  const stream = unpack()
  response.on('error', (error) => stream.destroy(error))
  return response.pipe(stream)
}

const UNPACK: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
