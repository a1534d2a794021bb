import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseAllowedHosts } from '../../../src/platform/sandbox/allowed-hosts.ts'
import { openIsolation } from '../../../src/platform/sandbox/isolation.ts'
import { sample } from '../../sample.ts'
import { isolated } from '../isolated.ts'
import { asRoot, asUser, base, cleanUp, machine, me, own, SECRET, SOMEBODY, works } from '../isolation-machine.ts'
import { WAYS_OUT, waysOutScript } from './ways-out.ts'

afterAll(cleanUp)

/** Listeners on this machine that count what gets out. */
async function targets(folder: string) {
  const contacts: string[] = []
  const servers: Server[] = []
  const listen = async (where: object | string, answer: string, count: boolean) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      if (count) contacts.push(JSON.stringify(where))
      socket.once('data', () =>
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${answer.length}\r\nconnection: close\r\n\r\n${answer}`),
      )
    })
    servers.push(server)
    server.listen(where)
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const { port, udp } = await onePort(
    (port) => listen({ port, host: '::', ipv6Only: false }, 'reached', true),
    contacts,
  )
  const abstract = `sluice-test-${process.pid}-${port}`
  await listen(`\0${abstract}`, 'reached', true)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  await listen(join(folder, 'control.sock'), 'reached', true)
  chmodSync(join(folder, 'control.sock'), 0o777)
  const ok = await listen({ port: 0, host: '127.0.0.1' }, 'control\n', false)
  return {
    contacts,
    port,
    abstract,
    ok,
    [Symbol.dispose]() {
      udp.close()
      for (const server of servers) server.close()
    },
  }
}

/** A port for TCP and UDP. One that is free for UDP may be taken for TCP, so it asks for another. */
async function onePort(listen: (port: number) => Promise<number>, contacts: string[]) {
  for (;;) {
    const udp = createSocket('udp4', () => contacts.push('udp')).bind(0)
    await once(udp, 'listening')
    const { port } = udp.address()
    if ((await listen(port).catch(() => undefined)) === port) return { port, udp }
    udp.close()
  }
}

const external = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)
const MACHINE_ADDRESS = external?.address ?? '127.0.0.1'

const USERS: [name: string, as: number | undefined, possible: boolean][] = [
  ['root', undefined, me === 0 && works(asRoot)],
  ['an ordinary user', me === 0 ? SOMEBODY : undefined, works(asUser, me === 0 ? SOMEBODY : undefined)],
]

for (const [name, as, possible] of sample(USERS, 1)) {
  test(`network: ${Object.keys(WAYS_OUT).length} ways out lead nowhere for ${name}`, async () => {
    const { place, env, at } = machine(`ways-${as}`)
    own(at('.'), as)
    const folder = join(base, `ways-out-${as}`)
    using outside = await targets(folder)
    const variables = {
      ...env,
      PATH: `${env.PATH}:${process.env.PATH}`,
      T: String(outside.port),
      M: MACHINE_ADDRESS,
      B: folder,
      A: outside.abstract,
      OK: String(outside.ok),
    }
    const allowedHosts = parseAllowedHosts([`localhost:${outside.ok}`, 'allowed.test', 'loopback.test'])
    const command = { shell: waysOutScript(Object.values(WAYS_OUT), 8), timeoutMs: 120_000 }
    const job = { place: { ...place, allowedHosts }, env: variables, commands: [command] }
    const { level, description, ran, refusedHosts } = await isolated(job, SECRET, as)
    if (!possible) return expect(description).toMatch(/network access is not restricted/)
    expect(level).toBe('namespaces')
    expect(description).toContain('They reach only the hosts in the input allowed_hosts.')
    expect(ran[0]?.output).toBe('control\nended\n')
    expect(outside.contacts).toEqual([])
    expect(existsSync(join(folder, 'reached'))).toBe(false)
    const blocked = `Blocked by the network rules: ${MACHINE_ADDRESS}:${outside.port}. To allow it, add \`${MACHINE_ADDRESS}:${outside.port}\` to the input allowed_hosts.`
    expect(refusedHosts.filter((text) => text === blocked)).toHaveLength(1)
  })

  test(`network: the ways lead out without it for ${name}`, async () => {
    const { place, env, at } = machine(`open-${as}`)
    own(at('.'), as)
    using outside = await targets(join(base, `open-${as}`))
    const variables = { ...env, PATH: `${env.PATH}:${process.env.PATH}`, T: String(outside.port), M: MACHINE_ADDRESS }
    const ways = ['bash tcp to the machine', 'bash udp to the loopback', 'curl to the loopback', 'node sockets']
    const shell = waysOutScript(ways.map((way) => WAYS_OUT[way] ?? ''))
    const job = { place, env: { ...variables, OK: String(outside.ok) }, commands: [{ shell }] }
    const { ran } = await isolated(job, SECRET, as)
    expect(ran[0]?.output).toMatch(/ended\n$/)
    await expect.poll(() => outside.contacts.length).toBeGreaterThanOrEqual(4)
  })
}

test('network: without ip and perl it is not restricted, with a warning; required refuses', async () => {
  const { place, env } = machine('no-tools')
  const folder = join(base, 'few-tools')
  mkdirSync(folder)
  for (const tool of ['bash', 'unshare', 'nsenter', 'setpriv', 'mount', 'env', 'mkdir', 'timeout'])
    copyFileSync(`/usr/bin/${tool}`, join(folder, tool))
  const limited = { ...place, folders: [folder], allowedHosts: parseAllowedHosts([]) }
  const { description } = await isolated({ place: limited, env, commands: [] }, SECRET)
  if (works(me === 0 ? asRoot : asUser))
    expect(description).toMatch(/no isolation of network[^.]*: neither ip nor perl is installed/)
  else expect(description).toMatch(/not isolated/)
  const refusal = await openIsolation('required', { ...limited, uid: me, gid: process.getgid?.() }).catch(String)
  expect(refusal).toMatch(
    /The input sandbox is "required", but .*(?:neither ip nor perl|not installed|cannot be isolated)/,
  )
})
