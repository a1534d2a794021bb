import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isLocalName, isPublicAddress } from '../../../src/platform/net/addresses.ts'
import { dialer, proxyFor } from '../../../src/platform/net/dial.ts'
import { BlockedHostError, fetchPage, openWebAccess } from '../../../src/platform/net/web.ts'
import { internet, pages } from '../internet.ts'

const never = new AbortController().signal

const ADDRESSES: [address: string, isPublic: boolean][] = [
  ['8.8.8.8', true],
  ['93.184.216.34', true],
  ['2606:4700:4700::1111', true],
  ['127.0.0.1', false],
  ['127.255.0.9', false],
  ['0.0.0.0', false],
  ['0.1.2.3', false],
  ['10.0.0.1', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['100.100.100.200', false],
  ['168.63.129.16', false],
  ['192.0.0.170', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['198.51.100.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['::ffff:8.8.8.8', true],
  ['::127.0.0.1', false],
  ['::7f00:1', false],
  ['::ffff:0:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::a00:1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['4000::1', false],
  ['', false],
  ['example.com', false],
  ['1.2.3', false],
]
for (const [address, expected] of ADDRESSES)
  test(`public address ${address}: ${expected}`, async () => expect(isPublicAddress(address)).toBe(expected))

const NAMES: [name: string, local: boolean][] = [
  ['localhost', true],
  ['localhost.', true],
  ['a.localhost', true],
  ['printer.local', true],
  ['metadata.google.internal', true],
  ['intranet', true],
  ['kubernetes', true],
  ['example.com', false],
  ['localhost.example.com', false],
  ['notlocalhost.org', false],
  ['2606:4700::1', false],
]
for (const [name, expected] of NAMES)
  test(`local name ${name}: ${expected}`, () => expect(isLocalName(name)).toBe(expected))

const PUBLIC = ['93.184.216.34']
const known = { 'a.test': PUBLIC, 'b.test': ['93.184.216.35'], 'inside.test': ['10.0.0.7'] }

test('a page request sends no credentials', async () => {
  await using net = await internet(pages({ '/x?q=1': { body: 'hello' } }), known)
  const page = await fetchPage('http://a.test/x?q=1#part', net.web, never)
  expect(page).toMatchObject({ url: 'http://a.test/x?q=1#part', status: 200, type: 'text/plain' })
  expect(page.body.toString()).toBe('hello')
  expect(net.dialled).toEqual(['93.184.216.34:80'])
  expect(net.requests[0]?.host).toBe('a.test')
  expect(Object.keys(net.requests[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test('a status other than 200 is an answer', async () => {
  await using net = await internet(pages({}), known)
  expect(await fetchPage('http://a.test:8080/none', net.web, never)).toMatchObject({
    status: 404,
    statusText: 'Not Found',
  })
  expect(net.dialled).toEqual(['93.184.216.34:8080'])
})

const REFUSED: [name: string, url: string, dialled?: number][] = [
  ['this machine by name', 'http://localhost/'],
  ['this machine by address', 'http://127.0.0.1/'],
  ['another spelling of it', 'http://127.1/'],
  ['as one number', 'http://2130706433/'],
  ['in base 16', 'http://0x7f000001/'],
  ['in base 8', 'http://0177.0.0.1/'],
  ['in full-width digits', 'http://１２７.0.0.1/'],
  ['by IPv6', 'http://[::1]/'],
  ['mapped into IPv6', 'http://[::ffff:127.0.0.1]/'],
  ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['the metadata service by IPv6', 'http://[fd00:ec2::254]/'],
  ['the metadata service by name', 'http://metadata.google.internal/'],
  ['a name that leads into a private network', 'http://inside.test/'],
  ['a name with a public and a private address', 'http://both.test/'],
  ['credentials', 'http://user:password@a.test/'],
  ['a secret in the query', 'http://a.test/?q=s3cr3t'],
  ['a secret in the host', 'http://s3cr3t.a.test/'],
  ['a secret behind percent signs', 'http://a.test/?q=%73%33cr3t'],
  ['behind percent signs, twice', 'http://a.test/?q=%2573%2533cr3t'],
  ['a very long address', `http://a.test/?q=${'x'.repeat(2000)}`],
  ['a port of another service', 'http://a.test:25/'],
  ['a redirect to this machine', 'http://a.test/to-loopback', 1],
  ['a redirect to the metadata service', 'http://a.test/to-metadata', 1],
  ['a redirect to a private name', 'http://a.test/to-inside', 1],
  ['a redirect to a file', 'http://a.test/to-file', 1],
  ['a redirect with credentials', 'http://a.test/to-credentials', 1],
  ['a redirect with a secret', 'http://a.test/to-secret', 1],
  ['the end of a chain of redirects', 'http://a.test/one', 3],
]
for (const [name, url, dialled = 0] of REFUSED)
  test(`blocked: ${name}`, async () => {
    await using net = await internet(
      pages({
        '/to-loopback': { to: 'http://127.0.0.1:1/' },
        '/to-metadata': { to: '//169.254.169.254/' },
        '/to-inside': { to: 'http://inside.test/' },
        '/to-file': { to: 'file:///etc/passwd' },
        '/to-credentials': { to: 'http://me:pass@b.test/' },
        '/to-secret': { to: '/?q=s3cr3t' },
        '/one': { to: '/two', status: 301 },
        '/two': { to: 'http://b.test/three', status: 307 },
        '/three': { to: 'http://[::ffff:a00:7]/', status: 308 },
      }),
      { ...known, 'both.test': ['93.184.216.34', '10.0.0.7'], 's3cr3t.a.test': PUBLIC },
    )
    await expect(fetchPage(url, net.web, never)).rejects.toThrow(BlockedHostError)
    expect(net.dialled).toHaveLength(dialled)
    for (const address of net.dialled) expect(address).toMatch(/^93\.184\.216\.3[45]:80$/)
  })

test('redirects are followed to where they lead', async () => {
  await using net = await internet(
    pages({ '/one': { to: 'two' }, '/two': { to: 'http://b.test/three' }, '/three': { body: 'there' } }),
    known,
  )
  const page = await fetchPage('http://a.test/one', net.web, never)
  expect([page.url, page.body.toString()]).toEqual(['http://b.test/three', 'there'])
  expect(net.requests.map(({ host, url }) => host + url)).toEqual(['a.test/one', 'a.test/two', 'b.test/three'])
  expect(net.dialled).toEqual(['93.184.216.34:80', '93.184.216.34:80', '93.184.216.35:80'])
})

test('redirects without end are given up', async () => {
  await using net = await internet(pages({ '/': { to: '/' } }), known)
  await expect(fetchPage('http://a.test/', net.web, never)).rejects.toThrow('More than 5 redirects')
})

test('a name that changes its address is asked once, and the connection goes to what was checked', async () => {
  const answers = [PUBLIC, ['127.0.0.1'], ['10.0.0.7']]
  let asked = 0
  await using net = await internet(pages({ '/': { body: 'x' }, '/again': { to: '/' } }), {
    'rebind.test': () => answers[asked++] ?? [],
  })
  await fetchPage('http://rebind.test/', net.web, never)
  expect([asked, net.dialled]).toEqual([1, ['93.184.216.34:80']])
  asked = 0
  await expect(fetchPage('http://rebind.test/again', net.web, never)).rejects.toThrow(BlockedHostError)
  expect(net.dialled).toEqual(['93.184.216.34:80', '93.184.216.34:80'])
})

test('the next address of a name is tried when one does not answer', async () => {
  await using net = await internet(pages({ '/': { body: 'x' } }), { 'two.test': ['203.0.114.9', '93.184.216.34'] })
  expect((await fetchPage('http://two.test/', net.web, never)).status).toBe(200)
  expect(net.dialled).toEqual(['203.0.114.9:80', '93.184.216.34:80'])
})

const large = Buffer.alloc(11 * 1024 * 1024)
const FAILURES: [name: string, url: string, text: RegExp][] = [
  ['an unknown name', 'http://unknown.test/', /unknown\.test cannot be resolved: ENOTFOUND/],
  ['nobody there', 'http://dead.test/', /No connection to dead\.test: connect ECONNREFUSED/],
  ['a page too large, as announced', 'http://a.test/large', /Content exceeds size limit of 10485760 bytes/],
  ['a page too large, unannounced', 'http://a.test/stream', /Content exceeds size limit/],
  ['a page too large, once unpacked', 'http://a.test/bomb', /Content exceeds size limit/],
  ['a packing nobody asked for', 'http://a.test/packed', /content encoding zstd was not requested/],
  ['a page that breaks off', 'http://a.test/broken', /aborted|ended|reset|closed/],
  ['silence', 'http://a.test/silent', /Request timed out after 0\.4 s/],
]
for (const [name, url, text] of FAILURES)
  test(`failed: ${name}`, async () => {
    const table = pages({
      '/large': { body: large },
      '/bomb': { body: gzipSync(large), headers: { 'content-encoding': 'gzip' } },
      '/packed': { body: 'x', headers: { 'content-encoding': 'zstd' } },
    })
    await using net = await internet(
      (request, response) => {
        if (request.url === '/silent') return
        if (request.url === '/stream') return void response.end(large)
        if (request.url === '/broken') {
          response.writeHead(200, { 'content-length': '100' }).write('x')
          return void setTimeout(() => response.destroy(), 10)
        }
        table(request, response)
      },
      { ...known, 'dead.test': ['203.0.114.9'] },
      { timeoutMs: name === 'silence' ? 400 : 20_000 },
    )
    await expect(fetchPage(url, net.web, never)).rejects.toThrow(text)
  })

test('an abort is passed on as its own reason', async () => {
  const stop = new AbortController()
  await using net = await internet(() => stop.abort(new Error('stopped')), known)
  await expect(fetchPage('http://a.test/', net.web, stop.signal)).rejects.toThrow('stopped')
})

const PACKED: [coding: string, pack: (text: string) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
]
for (const [coding, pack] of PACKED)
  test(`a page packed with ${coding} is unpacked`, async () => {
    await using net = await internet(
      pages({ '/': { body: pack('hello ü'), headers: { 'content-encoding': coding } } }),
      known,
    )
    expect((await fetchPage('http://a.test/', net.web, never)).body.toString()).toBe('hello ü')
  })

const PROXIES: [name: string, secure: boolean, host: string, env: Record<string, string>, proxy: string | undefined][] =
  [
    ['none', true, 'a.test', {}, undefined],
    ['upper case', true, 'a.test', { HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128/'],
    ['lower case wins', true, 'a.test', { HTTPS_PROXY: 'http://p', https_proxy: 'http://q' }, 'http://q/'],
    ['by scheme', false, 'a.test', { HTTPS_PROXY: 'http://p' }, undefined],
    ['for http', false, 'a.test', { http_proxy: 'http://p' }, 'http://p/'],
    ['for all', false, 'a.test', { ALL_PROXY: 'http://p' }, 'http://p/'],
    ['without a scheme', true, 'a.test', { HTTPS_PROXY: 'p:3128' }, 'http://p:3128/'],
    ['empty', true, 'a.test', { HTTPS_PROXY: '' }, undefined],
    ['excepted', true, 'a.test', { HTTPS_PROXY: 'http://p', NO_PROXY: 'x, a.test' }, undefined],
    ['excepted with its domain', true, 'b.a.test', { HTTPS_PROXY: 'http://p', NO_PROXY: '.a.test' }, undefined],
    ['not the end of another name', true, 'ba.test', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.test' }, 'http://p/'],
    ['all excepted', true, 'a.test', { HTTPS_PROXY: 'http://p', no_proxy: '*' }, undefined],
    ['excepted by port', true, 'a.test', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.test:443' }, undefined],
    ['excepted by another port', true, 'a.test', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.test:80' }, 'http://p/'],
  ]
for (const [name, secure, host, env, expected] of PROXIES)
  test(`proxy: ${name}`, () => expect(proxyFor(secure, host, 443, env)?.href).toBe(expected))

/** A proxy that forwards everything to one port and records its requests. */
async function proxy(port: number, status = 200) {
  const asked: { target: string; credentials: string | undefined }[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    asked.push({ target: request.url ?? '', credentials: request.headers['proxy-authorization'] })
    socket.on('error', () => undefined)
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const to = connect({ host: '127.0.0.1', port })
    to.on('error', () => undefined)
    to.on('close', () => socket.destroy())
    socket.write('HTTP/1.1 200 Established\r\n\r\n')
    socket.pipe(to).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    port: (server.address() as AddressInfo).port, // it listens on TCP
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('a proxy is used, with its password and the checked address', async () => {
  await using net = await internet(pages({ '/': { body: 'through' } }), known)
  await using between = await proxy(net.port)
  const web = { ...net.web, dial: dialer({ HTTP_PROXY: `http://me:p%40ss@127.0.0.1:${between.port}` }) }
  expect((await fetchPage('http://a.test/', web, never)).body.toString()).toBe('through')
  expect(between.asked).toEqual([
    { target: '93.184.216.34:80', credentials: `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
  ])
})

const BAD_PROXIES: [name: string, address: (port: number) => string, text: RegExp][] = [
  ['refuses', (port) => `http://me:hidden@127.0.0.1:${port}`, /the proxy refused the connection with status 407/],
  [
    'cannot be reached',
    () => 'http://me:hidden@127.0.0.1:1',
    /cannot connect to the proxy in HTTPS_PROXY or HTTP_PROXY/,
  ],
  ['is no address', () => 'http://me:hidden@[', /is not an http or https address/],
]
for (const [name, address, text] of BAD_PROXIES)
  test(`a proxy that ${name}: reported without its password`, async () => {
    await using net = await internet(pages({}), known)
    await using between = await proxy(net.port, 407)
    const web = { ...net.web, dial: dialer({ HTTP_PROXY: address(between.port) }) }
    const error = await fetchPage('http://a.test/', web, never).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(text)
    expect(String(error)).not.toContain('hidden')
  })

/** A certificate for a name, with its own authority. Both as PEM. */
function certificate(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tls-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  try {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name}`,
    )
    return { key: readFileSync(join(folder, 'key.pem'), 'utf8'), cert: readFileSync(join(folder, 'cert.pem'), 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('https: the certificate has to be trusted, and for this name', async () => {
  const pair = certificate('a.test')
  const server = () => createSecureServer(pair)
  const answer = pages({ '/': { body: 'safe' } })
  {
    await using net = await internet(answer, known, { server: server() })
    await expect(fetchPage('https://a.test/', net.web, never)).rejects.toThrow(/self-signed certificate/)
  }
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, pair.cert])
  try {
    await using net = await internet(answer, known, { server: server() })
    expect((await fetchPage('https://a.test/', net.web, never)).body.toString()).toBe('safe')
    await expect(fetchPage('https://b.test/', net.web, never)).rejects.toThrow(/b\.test.*altnames/)
    await using between = await proxy(net.port)
    const web = { ...net.web, dial: dialer({ HTTPS_PROXY: `127.0.0.1:${between.port}` }) }
    expect((await fetchPage('https://a.test/', web, never)).body.toString()).toBe('safe')
    expect(between.asked).toEqual([{ target: '93.184.216.34:443', credentials: undefined }])
    expect(net.requests).toHaveLength(2)
  } finally {
    setDefaultCACertificates(before)
  }
})

test('in earnest, this machine cannot be read whatever it is called', async () => {
  await using net = await internet(pages({ '/': { body: 'inside' } }))
  const web = openWebAccess({ env: {}, leaks: () => false, userAgent: 'Test/1' })
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])
    await expect(fetchPage(`http://${host}:${net.port}/`, web, never)).rejects.toThrow(BlockedHostError)
  expect(net.requests).toEqual([])
})
