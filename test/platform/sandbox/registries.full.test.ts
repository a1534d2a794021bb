import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { parseAllowedHosts } from '../../../src/platform/sandbox/allowed-hosts.ts'
import { isolated } from '../isolated.ts'
import { asRoot, asUser, base, cleanUp, machine, me, put, SECRET, works } from '../isolation-machine.ts'

afterAll(cleanUp)

const possible = works(me === 0 ? asRoot : asUser)
const PATH = process.env.PATH ?? ''

/** Answers GET requests from a table of paths. */
async function registry(pages: (origin: string) => Record<string, Buffer | object | string>) {
  const requests: string[] = []
  const server = createServer((incoming, response) => {
    requests.push(incoming.url ?? '')
    const page = pages(origin)[decodeURIComponent(incoming.url ?? '')]
    if (page === undefined) response.writeHead(404)
    else if (typeof page === 'string') response.setHeader('content-type', 'text/html')
    response.end(page === undefined || typeof page === 'string' || Buffer.isBuffer(page) ? page : JSON.stringify(page))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const origin = `http://localhost:${port}`
  return { port, origin, requests, [Symbol.dispose]: () => void server.close() }
}

function tarball(): Buffer {
  const folder = join(base, 'package-of-npm')
  put(join(folder, 'package/package.json'), JSON.stringify({ name: 'tiny', version: '1.0.0', main: 'index.js' }))
  put(join(folder, 'package/index.js'), 'module.exports = "from the registry"\n')
  spawnSync('tar', ['czf', 'tiny.tgz', 'package'], { cwd: folder })
  return readFileSync(join(folder, 'tiny.tgz'))
}

test('network: npm ci works through allowed_hosts, and not without', async () => {
  const { place, env } = machine('npm')
  const data = tarball()
  const integrity = `sha512-${createHash('sha512').update(data).digest('base64')}`
  using npm = await registry((origin) => ({
    '/tiny': {
      name: 'tiny',
      'dist-tags': { latest: '1.0.0' },
      versions: {
        '1.0.0': { name: 'tiny', version: '1.0.0', dist: { integrity, tarball: `${origin}/tiny/-/tiny-1.0.0.tgz` } },
      },
    },
    '/tiny/-/tiny-1.0.0.tgz': data,
  }))
  const inWorkspace = (name: string, content: object) => put(join(place.workspace, name), JSON.stringify(content))
  inWorkspace('package.json', { name: 'app', version: '1.0.0', dependencies: { tiny: '1.0.0' } })
  inWorkspace('package-lock.json', {
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'app', version: '1.0.0', dependencies: { tiny: '1.0.0' } },
      'node_modules/tiny': { version: '1.0.0', resolved: `${npm.origin}/tiny/-/tiny-1.0.0.tgz`, integrity },
    },
  })
  put(join(place.workspace, '.npmrc'), `registry=${npm.origin}/\nfetch-retries=0\naudit=false\n`)
  const shell = 'npm ci 2>&1; node -p "require(\'tiny\')"'
  const job = { env: { ...env, PATH }, commands: [{ shell, timeoutMs: 120_000 }] }
  const closed = await isolated({ ...job, place: { ...place, allowedHosts: parseAllowedHosts(['pypi']) } }, SECRET)
  if (possible) expect(closed.ran[0]?.stdout).not.toContain('from the registry')
  if (possible) expect(npm.requests).toEqual([])
  const allowedHosts = parseAllowedHosts([`localhost:${npm.port}`])
  const { ran } = await isolated({ ...job, place: { ...place, allowedHosts } }, SECRET)
  expect(ran[0]?.stdout).toContain('from the registry')
  expect(npm.requests).toContain('/tiny/-/tiny-1.0.0.tgz')
})

test('network: pip install works through allowed_hosts, and not without', async () => {
  if (spawnSync('pip', ['--version'], { env: { PATH } }).status !== 0)
    return expect(spawnSync('pip', ['--version'], { env: { PATH } }).error).toMatchObject({ code: 'ENOENT' })
  const { place, env } = machine('pip')
  const text = (content: string) => new TextEncoder().encode(content)
  const wheel = zipSync({
    'tiny.py': text('TEXT = "from the index"\n'),
    'tiny-1.0.dist-info/METADATA': text('Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n'),
    'tiny-1.0.dist-info/WHEEL': text('Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    'tiny-1.0.dist-info/RECORD': text('tiny.py,,\ntiny-1.0.dist-info/METADATA,,\ntiny-1.0.dist-info/WHEEL,,\n'),
  })
  using index = await registry(() => ({
    '/simple/tiny/': '<a href="/files/tiny-1.0-py3-none-any.whl">tiny-1.0-py3-none-any.whl</a>',
    '/files/tiny-1.0-py3-none-any.whl': Buffer.from(wheel),
  }))
  const shell = `pip install --no-cache-dir --disable-pip-version-check --retries 0 --index-url ${index.origin}/simple/ --target out tiny 2>&1; PYTHONPATH=out python3 -c 'import tiny; print(tiny.TEXT)'`
  const job = { env: { ...env, PATH }, commands: [{ shell, timeoutMs: 120_000 }] }
  const closed = await isolated({ ...job, place: { ...place, allowedHosts: parseAllowedHosts([]) } }, SECRET)
  if (possible) expect(closed.ran[0]?.stdout).not.toContain('from the index')
  if (possible) expect(index.requests).toEqual([])
  const allowedHosts = parseAllowedHosts([`localhost:${index.port}`])
  const { ran } = await isolated({ ...job, place: { ...place, allowedHosts } }, SECRET)
  expect(ran[0]?.stdout).toContain('from the index')
})
