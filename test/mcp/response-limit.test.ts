import { expect, test } from 'vitest'
import { limitMessageSize } from '../../src/mcp/connect-server.ts'
import { startMcp } from '../fakes/mcp-http.ts'
import { opened, textOf } from './peer.ts'

const bodies: [what: string, type: string, chunks: string[], passes: boolean][] = [
  ['a short message', 'application/json', ['12345', '67890'], true],
  ['a long one', 'application/json', ['12345', '678901'], false],
  ['a long one with lines in it', 'application/json', ['1\n\n45', '678901'], false],
  ['events that are long together', 'text/event-stream', ['data: a\n\n', 'data: b\n\n', 'data: c\n\n'], true],
  [
    'events with both ends of lines',
    'text/event-stream; charset=utf-8',
    ['data: a\r\n\r\nb', 'cdef\r\n\r\n', 'ghij'],
    true,
  ],
  ['one event without end', 'text/event-stream', ['data: a\n', 'data: b\n'], false],
  ['nothing but ends of lines', 'text/event-stream', ['\n\n\n\n\n\n\n\n\n\n\n\n'], true],
]
for (const [what, type, chunks, passes] of bodies)
  test(`a response: ${what}`, async () => {
    const body = ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)))
    const response = limitMessageSize(
      new Response(body, { status: 201, headers: { 'content-type': type, 'x-a': 'b' } }),
      10,
    )
    expect([response.status, response.headers.get('x-a')]).toEqual([201, 'b'])
    if (passes) expect(await response.text()).toBe(chunks.join(''))
    else await expect(response.text()).rejects.toThrow('It sent more than 10 bytes in one message.')
  })

test('a response keeps the address it came from', async () => {
  await using server = await startMcp()
  const response = limitMessageSize(await fetch(new URL('/nowhere', server.url)))
  expect([response.status, new URL(response.url).pathname]).toEqual([404, '/nowhere'])
})

test('a response without a body stays one', async () => {
  expect(await limitMessageSize(new Response(null, { status: 204 })).text()).toBe('')
})

test('a far too long HTTP response fails only its call', async () => {
  const long = 'x'.repeat(34 * 1024 * 1024)
  let isLong = true
  await using server = await startMcp(({ body }) => {
    if (!body.includes('tools/call') || !isLong) return undefined
    isLong = false
    const { id } = JSON.parse(body)
    return { status: 200, body: { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: long }] } } }
  })
  await using run = await opened({ web: { httpUrl: server.url } })
  expect(await run.call('ping')).toMatchObject({ ok: false, text: expect.stringContaining('in one message') })
  expect((await run.call('ping')).ok).toBe(true)
  expect(textOf(await run.call('ping')).length).toBeLessThan(1000)
})
