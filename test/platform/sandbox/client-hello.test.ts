import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { readClientStart } from '../../../src/platform/sandbox/gateway.ts'

/** The first message of a real TLS client. */
async function clientHello(servername?: string): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const client = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, servername })
  client.on('error', () => undefined)
  const [socket]: [Socket] = (await once(server, 'connection')) as never
  const [data]: [Buffer] = (await once(socket, 'data')) as never
  client.destroy()
  socket.destroy()
  server.close()
  return data
}

const record = (body: Buffer) => Buffer.concat([Buffer.from([22, 3, 1, body.length >> 8, body.length & 255]), body])

/** The hello with more extensions at its end. */
function withExtensions(hello: Buffer, ...more: [type: number, body: Buffer][]): Buffer {
  const body = Buffer.from(hello.subarray(5))
  let position = 4 + 34
  position += 1 + (body[position] ?? 0)
  position += 2 + body.readUInt16BE(position)
  position += 1 + (body[position] ?? 0)
  const added = Buffer.concat(
    more.map(([type, data]) =>
      Buffer.concat([Buffer.from([type >> 8, type & 255, data.length >> 8, data.length & 255]), data]),
    ),
  )
  const all = Buffer.concat([body, added])
  all.writeUInt16BE(body.readUInt16BE(position) + added.length, position)
  all.writeUIntBE(all.length - 4, 1, 3)
  return record(all)
}

test('client hello: the server name of a real client, however it is cut', async () => {
  const hello = await clientHello('Registry.npmjs.org')
  expect(readClientStart(hello)).toEqual({ kind: 'tls', serverName: 'registry.npmjs.org', encryptedName: false })
  for (let length = 0; length < hello.length; length++)
    expect(readClientStart(hello.subarray(0, length))).toEqual({ kind: 'incomplete' })
  const body = hello.subarray(5)
  for (const size of [1, 3, 7, 50, 100]) {
    const pieces: Buffer[] = []
    for (let start = 0; start < body.length; start += size) pieces.push(record(body.subarray(start, start + size)))
    expect(readClientStart(Buffer.concat(pieces))).toMatchObject({ kind: 'tls', serverName: 'registry.npmjs.org' })
  }
})

test('client hello: no name, a hidden name, two names', async () => {
  expect(readClientStart(await clientHello())).toEqual({ kind: 'tls', serverName: undefined, encryptedName: false })
  const hello = await clientHello('a.test')
  for (const type of [0xfe0d, 0xffce])
    expect(readClientStart(withExtensions(hello, [type, Buffer.from('hidden')]))).toMatchObject({ encryptedName: true })
  const second = Buffer.from([0, 9, 0, 0, 6, ...Buffer.from('b.test')])
  expect(readClientStart(withExtensions(hello, [0, second]))).toEqual({ kind: 'broken' })
})

test('client hello: other data is other or broken, and never throws', async () => {
  expect(readClientStart(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toEqual({ kind: 'other' })
  expect(readClientStart(Buffer.from('SSH-2.0-x\r\n'))).toEqual({ kind: 'other' })
  expect(readClientStart(Buffer.from([22, 3, 1, 0, 0, 1]))).toEqual({ kind: 'broken' })
  const hello = await clientHello('a.test')
  for (let n = 0; n < 3000; n++) {
    const damaged = Buffer.from(hello)
    damaged[n % hello.length] = (n * 167) & 255
    const start = readClientStart(damaged)
    if (start.kind === 'tls' && start.serverName !== undefined) expect(start.serverName).toMatch(/^[\w.-]+$/)
  }
})
