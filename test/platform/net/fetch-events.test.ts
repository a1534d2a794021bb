import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { beforeFirstConnection, nextRequestSent } from '../../../src/platform/net/fetch-events.ts'

/** A server that reads and never answers. Resolves to its address and what it received. */
async function silentServer() {
  let received = ''
  const first = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      received += data
      first.resolve()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    received: () => received,
    first: first.promise,
    [Symbol.dispose]: () => void server.close(),
  }
}

test('a request counts as sent once it is written, before its answer, and only one that is made later', async () => {
  using server = await silentServer()
  const abort = new AbortController()
  const order: string[] = []
  const sent = nextRequestSent().then(() => order.push('sent'))
  const answer = fetch(server.url, { signal: abort.signal }).then(
    () => order.push('answered'),
    () => order.push('aborted'),
  )
  expect(order).toEqual([])
  await sent
  expect(order).toEqual(['sent'])
  let isLaterSent = false
  const later = nextRequestSent().then(() => {
    isLaterSent = true
  })
  await server.first
  expect(server.received()).toContain('GET / HTTP/1.1')
  expect(isLaterSent).toBe(false)
  const second = fetch(server.url, { signal: abort.signal }).catch(() => undefined)
  await later
  abort.abort()
  await Promise.all([answer, second])
  expect(order).toEqual(['sent', 'aborted'])
})

test('what shall happen before the first connection happens once, before the server sees anything', async () => {
  using server = await silentServer()
  let calls = 0
  beforeFirstConnection(() => {
    calls += 1
    expect(server.received()).toBe('')
  })
  expect(calls).toBe(0)
  for (let request = 0; request < 2; request++) {
    const abort = new AbortController()
    const sent = nextRequestSent()
    const answer = fetch(server.url, { signal: abort.signal }).catch(() => undefined)
    await sent
    abort.abort()
    await answer
  }
  expect(calls).toBe(1)
})
