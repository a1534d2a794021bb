import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { parseAllowedHosts } from '../../../src/platform/sandbox/allowed-hosts.ts'
import { createGateway, describeRefusal } from '../../../src/platform/sandbox/gateway.ts'

/** The addresses of names. Connections to public addresses go to the test's server. */
const NAMES: Record<string, string[]> = {
  'allowed.test': ['93.184.216.34'],
  'other.test': ['93.184.216.35'],
  'loopback.test': ['127.0.0.1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'both.test': ['93.184.216.34', '10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'nothing.test': [],
  postgres: ['172.18.0.2'],
  evil: ['127.0.0.1'],
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function start(entries: string[]) {
  const allowed = parseAllowedHosts(entries)
  const received: { dialed: string; data: string }[] = []
  const refused: string[] = []
  const requests: string[] = []
  const server = createHttpServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.headers.host}${incoming.url} ${JSON.stringify(incoming.headers)}`)
    incoming.resume()
    if (incoming.url === '/redirect') response.writeHead(302, { location: 'http://other.test/stolen' })
    incoming.on('end', () => response.end('served'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const raw = createServer((socket) => {
    const entry = received.at(-1)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      if (entry) entry.data += chunk.toString('latin1')
      socket.write('got it')
    })
  }).listen(0, '127.0.0.1')
  await once(raw, 'listening')
  const portOf = (each: { address(): unknown }) => (each.address() as { port: number }).port
  const gateway = createGateway(
    {
      allowed,
      resolve: async (host) => NAMES[host] ?? [host],
      dial: async (address, port, { secure }) => {
        received.push({ dialed: `${address}:${port}`, data: '' })
        const socket = connect(secure ? portOf(raw) : portOf(server), '127.0.0.1')
        await once(socket, 'connect')
        return socket
      },
    },
    (refusal) => refused.push(describeRefusal(refusal)),
  )
  const front = createServer((socket) => gateway.accept(socket)).listen(0, '127.0.0.1')
  await once(front, 'listening')
  closing.push(() => {
    gateway.close()
    for (const each of [front, raw]) each.close()
    server.closeAllConnections()
    server.close()
  })
  return { port: portOf(front), received, refused, requests }
}

/** Sends parts one after the other, each when something came back, and returns everything that came back. */
async function send(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  for (const part of parts) {
    const length = answer.length
    socket.write(part)
    for (let waited = 0; waited < 3000 && answer.length === length && !socket.destroyed; waited++)
      await new Promise((resolve) => setTimeout(resolve, 10))
  }
  socket.destroy()
  return answer
}

async function clientHello(servername: string | undefined): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const client = connectSecurely({ host: '127.0.0.1', port, rejectUnauthorized: false, servername })
  client.on('error', () => undefined)
  const [socket]: [Socket] = (await once(server, 'connection')) as never
  const [data]: [Buffer] = (await once(socket, 'data')) as never
  client.destroy()
  socket.destroy()
  server.close()
  return data
}

const tunnel = (target: string) => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`

test('gateway: a tunnel to an allowed host carries TLS for this host, to its pinned address', async () => {
  const { port, received, refused } = await start(['allowed.test'])
  const hello = await clientHello('allowed.test')
  const answer = await send(port, tunnel('Allowed.test.:443'), hello)
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*got it$/)
  expect(received).toEqual([{ dialed: '93.184.216.34:443', data: hello.toString('latin1') }])
  expect(refused).toEqual([])
})

test('gateway: plain HTTP goes to the host of the URL, whatever else the request says', async () => {
  const { port, requests } = await start(['allowed.test'])
  const answer = await send(
    port,
    'POST http://allowed.test/a%2fb?q=1 HTTP/1.1\r\nHost: other.test\r\nProxy-Authorization: Basic eA==\r\nConnection: x-secret, close\r\nX-Secret: 1\r\nUpgrade: h2c\r\nX-Kept: yes\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*served/)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatch(/^POST allowed\.test\/a%2fb\?q=1 /)
  expect(requests[0]).toContain('"x-kept":"yes"')
  expect(requests[0]).not.toMatch(/other\.test|x-secret|proxy-|upgrade/)
})

const REFUSED_TARGETS: [target: string, message: RegExp][] = [
  [
    'other.test:443',
    /^Blocked by the network rules: other\.test:443\. To allow it, add `other\.test` to the input allowed_hosts\.$/,
  ],
  ['other.test:8443', /add `other\.test:8443`/],
  ['allowed.test:22', /add `allowed\.test:22`/],
  ['allowed.test.evil.test:443', /add `allowed\.test\.evil\.test`/],
  ['93.184.216.34:443', /add `93\.184\.216\.34:443`/],
  ['127.0.0.1:80', /add `127\.0\.0\.1:80`/],
  ['localhost:443', /add `localhost:443`/],
  ['[::1]:80', /add `\[::1\]:80`/],
  ['169.254.169.254:80', /cannot be allowed/],
  ['[::ffff:169.254.169.254]:80', /cannot be allowed/],
  ['0.0.0.0:80', /cannot be allowed/],
  ['127.1:443', /an invalid host name:443\. It cannot be allowed/],
  ['2130706433:443', /cannot be allowed/],
  ['0x7f000001:443', /cannot be allowed/],
  ['loopback.test:443', /add `127\.0\.0\.1:443`/],
  ['mapped.test:443', /cannot be allowed/],
  ['both.test:443', /add `10\.0\.0\.1:443`/],
  ['metadata.test:443', /cannot be allowed/],
  ['evil:443', /add `127\.0\.0\.1:443`/],
  ['allowed.test@other.test:443', /cannot be allowed/],
  ['allowed.test/x:443', /cannot be allowed/],
  ['allowed.test', /cannot be allowed/],
  ['allowed.test:443:443', /cannot be allowed/],
  ['allowed.test:99999', /cannot be allowed/],
  ['*:443', /cannot be allowed/],
]
const LISTED = ['allowed.test', 'loopback.test', 'mapped.test', 'both.test', 'metadata.test', 'evil:443']
for (const [target, message] of REFUSED_TARGETS)
  test(`gateway: no tunnel to ${target}`, async () => {
    const { port, received, refused } = await start(LISTED)
    const answer = await send(port, tunnel(target), await clientHello('allowed.test'))
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
    expect(refused).toEqual([expect.stringMatching(message)])
    expect(answer).toContain(refused[0])
    expect(received).toEqual([])
  })

const STARTS: [name: string, data: () => Promise<Buffer> | Buffer][] = [
  ['another server name', () => clientHello('other.test')],
  ['a longer server name', () => clientHello('allowed.test.other.test')],
  ['no server name', () => clientHello(undefined)],
  ['plain HTTP', () => Buffer.from('GET / HTTP/1.1\r\nHost: other.test\r\n\r\n')],
  ['SSH', () => Buffer.from('SSH-2.0-x\r\n')],
  ['broken TLS', () => Buffer.from([22, 3, 1, 0, 4, 9, 9, 9, 9, 9])],
]
for (const [name, data] of STARTS)
  test(`gateway: a tunnel with ${name} carries nothing`, async () => {
    const { port, received, refused } = await start(['allowed.test'])
    const answer = await send(port, tunnel('allowed.test:443'), await data())
    expect(answer).not.toContain('got it')
    expect(received.map((each) => each.data)).toEqual([''])
    expect(refused).toEqual([expect.stringContaining('Blocked by the network rules: allowed.test:443.')])
  })

test('gateway: another server name is refused too where the entry has a port, other data is not', async () => {
  const { port, received } = await start(['allowed.test:8443'])
  expect(await send(port, tunnel('allowed.test:8443'), await clientHello('other.test'))).not.toContain('got it')
  expect(await send(port, tunnel('allowed.test:8443'), 'SSH-2.0-x\r\n')).toContain('got it')
  expect(received.map(({ data }) => data)).toEqual(['', 'SSH-2.0-x\r\n'])
})

test('gateway: TLS without a server name passes to an address, and not to a name', async () => {
  const targets = ['93.184.216.34:8443', '[2606:2800:220:1::abcd]:8443', 'allowed.test:8443']
  const { port, refused } = await start(targets)
  const hello = await clientHello(undefined)
  const answers = await Promise.all(targets.map((target) => send(port, tunnel(target), hello)))
  expect(answers.map((answer) => answer.includes('got it'))).toEqual([true, true, false])
  expect(refused).toEqual([expect.stringContaining('Blocked by the network rules: allowed.test:8443.')])
})

test('gateway: a request before the answer to CONNECT is judged like every other start', async () => {
  const { port, received } = await start(['allowed.test'])
  const hello = await clientHello('other.test')
  await send(port, Buffer.concat([Buffer.from(tunnel('allowed.test:443')), hello]))
  expect(received.map(({ data }) => data)).toEqual([''])
})

test('gateway: every request of a connection is decided by itself', async () => {
  const { port, requests, refused } = await start(['allowed.test'])
  const get = (host: string) => `GET http://${host}/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n`
  expect(await send(port, get('allowed.test'), get('other.test'))).toMatch(/200[\s\S]*403/)
  await send(port, get('allowed.test') + get('other.test') + tunnel('other.test:443'))
  expect(requests.every((each) => each.startsWith('GET allowed.test/'))).toBe(true)
  expect(refused).toContain(
    'Blocked by the network rules: other.test:80. To allow it, add `other.test` to the input allowed_hosts.',
  )
})

const SMUGGLED: [name: string, request: string][] = [
  [
    'two lengths',
    'POST http://allowed.test/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: other.test\r\n\r\n',
  ],
  [
    'an obscured length',
    'POST http://allowed.test/ HTTP/1.1\r\nHost: a\r\nContent-Length: 44\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: other.test\r\n\r\n',
  ],
  ['a bare line feed', 'GET http://allowed.test/ HTTP/1.1\r\nHost: a\r\nX: 1\nGET /smuggled HTTP/1.1\r\n\r\n'],
  [
    'a body without a length',
    'GET http://allowed.test/ HTTP/1.1\r\nHost: a\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: other.test\r\n\r\n',
  ],
  ['an encoded line end in the path', 'GET http://allowed.test/%0d%0aGET%20/smuggled HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a relative URL', 'GET /smuggled HTTP/1.1\r\nHost: allowed.test\r\n\r\n'],
  ['a user in the URL', 'GET http://allowed.test@other.test/smuggled HTTP/1.1\r\nHost: allowed.test\r\n\r\n'],
  ['a backslash in the URL', 'GET http://other.test\\@allowed.test/smuggled HTTP/1.1\r\nHost: allowed.test\r\n\r\n'],
  ['https without a tunnel', 'GET https://allowed.test/smuggled HTTP/1.1\r\nHost: allowed.test\r\n\r\n'],
  ['another scheme', 'GET ftp://allowed.test/smuggled HTTP/1.1\r\nHost: allowed.test\r\n\r\n'],
]
for (const [name, request] of SMUGGLED)
  test(`gateway: nothing is smuggled by ${name}`, async () => {
    const { port, requests } = await start(['allowed.test'])
    await send(port, request)
    expect(requests.filter((each) => /^\w+ \S+smuggled /.test(each) && !each.includes('%0d%0a'))).toEqual([])
    expect(requests.filter((each) => each.includes('other.test'))).toEqual([])
  })

test("gateway: a redirect is the client's to follow, and is decided again", async () => {
  const { port, refused } = await start(['allowed.test'])
  const answer = await send(
    port,
    'GET http://allowed.test/redirect HTTP/1.1\r\nHost: allowed.test\r\n\r\n',
    'GET http://other.test/stolen HTTP/1.1\r\nHost: other.test\r\n\r\n',
  )
  expect(answer).toMatch(/302[\s\S]*location: http:\/\/other\.test\/stolen[\s\S]*403/i)
  expect(refused).toHaveLength(1)
})

test('gateway: a service container is reached by its name and port', async () => {
  const { port, received, refused } = await start(['postgres:5432'])
  const answer = await send(port, tunnel('postgres:5433'))
  expect(answer).toMatch(/^HTTP\/1\.1 403/)
  expect(refused).toEqual([
    'Blocked by the network rules: postgres:5433. To allow it, add `postgres:5433` to the input allowed_hosts.',
  ])
  expect(received).toEqual([])
})
