import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { node, opened, textOf } from './peer.ts'

/** Servers that are too much: of answers, of news, of tools. None of them may cost the run more than itself. */

const RUDE = resolve(import.meta.dirname, '../fakes/bin/rude-mcp-server.js')
const rude = (manner: string, many = 0) => opened({ rude: node(RUDE, manner, String(many)) })

test('a server that changes its tools without end is reported once and read more slowly', async () => {
  await using run = await rude('moody')
  const lists = async () => Number(/listed (\d+) times/.exec(textOf(await run.call('t0')))?.[1])
  while ((await lists()) < 11) await sleep(20)
  await sleep(300)
  expect(await lists()).toBeLessThanOrEqual(13)
  expect(run.notices).toEqual([
    'MCP server rude: its tool sway changed its description or parameters during the run and can no longer be used.',
  ])
})

test('problems of many tools are reported a limited number of times', async () => {
  await using broken = await rude('broken', 500)
  expect(broken.names()).toEqual(['rude__t0'])
  expect(broken.notices).toEqual([expect.stringMatching(/^MCP server rude: one of its tools cannot be read \(/)])
  await using odd = await rude('odd', 500)
  expect(odd.notices).toHaveLength(21)
  expect(odd.notices[20]).toBe('MCP server rude: further notices are not shown.')
})

test('a server cannot have more tools than a request may declare', async () => {
  await using run = await rude('crowd', 3000)
  expect(run.names()).toHaveLength(512)
  expect(run.notices).toEqual([
    'MCP server rude: it has more than 512 tools, so the rest are skipped. Select tools with includeTools.',
  ])
})

test('an endlessly nested schema drops only its tool', async () => {
  await using run = await rude('deep', 1000)
  expect(run.names()).toEqual(['rude__t0'])
  expect(run.notices).toEqual([
    expect.stringContaining("skipping tool 'well', because its parameter schema is invalid"),
  ])
})

test('instructions cannot end their own frame', async () => {
  await using run = await rude('escape')
  expect(run.instructions.match(/\[end of server instructions\]/g)).toHaveLength(1)
  expect(run.instructions.endsWith('---[end of server instructions]---')).toBe(true)
})

test('a result of many texts is truncated and says so', async () => {
  await using run = await rude('wordy', 200)
  const text = textOf(await run.call('t0'))
  expect(text.length).toBeLessThan(165_000)
  expect(text).toMatch(/\[195 more texts of this result were omitted: the result is too long\]$/)
  await using failing = await rude('wordyError', 200)
  const error = await failing.call('t0')
  expect(error.ok).toBe(false)
  expect(textOf(error).length).toBeLessThan(41_000)
})

test('images that are too large together are described', async () => {
  await using run = await rude('gallery', 7)
  const result = await run.call('t0')
  const parts = result.ok && typeof result.content !== 'string' ? result.content : []
  expect(parts.filter(({ kind }) => kind === 'data')).toHaveLength(5)
  expect(textOf(result)).toContain('not shown, because together with the other data of this result it is too large')
})

const mute: [type: string | undefined, asked: string[]][] = [
  [undefined, ['POST']], // and not again over SSE
  ['http', ['POST']],
  ['sse', ['GET']],
]
test.each(mute)('a silent HTTP server gets one attempt: %s', async (type, questions) => {
  const asked: string[] = []
  const server = createServer(({ method }) => void asked.push(method ?? '')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    // A machine that needs longer than the limit to ask gets a longer one.
    for (let seconds = 1; asked.length === 0; seconds *= 2) {
      await using run = await opened({ mute: { url: addressOf(server), timeout: 1000 * seconds, type } })
      expect(run.notices).toEqual([expect.stringContaining(`It did not answer within ${seconds} s`)])
    }
    expect(asked).toEqual(questions)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

const addressOf = (server: Server): string => {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}

describe('unreachable servers', () => {
  const failing: [what: string, server: object, says: RegExp][] = [
    ['nobody there', { httpUrl: 'http://127.0.0.1:9/mcp' }, /fetch failed: .*127\.0\.0\.1:9|bad port/],
    [
      'no program',
      { command: '/no/such-program' },
      /run: It could not be started: the program \/no\/such-program does not exist\.$/,
    ],
    [
      'a password in the address',
      { url: 'http://user:hunter2@127.0.0.1:9/mcp' },
      /contains a user or a password. Use headers/,
    ],
    [
      'a broken header',
      { url: 'http://127.0.0.1:9/', headers: { Authorization: 'Bearer hunter2\nx' } },
      /headers\.Authorization is not a valid header/,
    ],
    [
      'the name of a header',
      { url: 'http://127.0.0.1:9/', headers: { 'My Header': 'hunter2' } },
      /headers\.My Header is not a valid header/,
    ],
  ]
  test.each(failing)('%s', async (_, server, says) => {
    await using run = await opened({ x: server })
    expect(run.notices).toEqual([expect.stringMatching(says)])
    expect(run.notices.join()).not.toContain('hunter2')
  })
})
