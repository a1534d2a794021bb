import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { node, opened, textOf } from './peer.ts'

/** Servers that are too much: of answers, of news, of tools. None of them may cost the run more than itself. */

const RUDE = resolve(import.meta.dirname, '../fakes/bin/rude-mcp-server.js')
const rude = (manner: string, many = 0) => opened({ rude: node(RUDE, manner, String(many)) })

test('a server that changes its tools without end is told once, and listened to more slowly', async () => {
  await using run = await rude('moody')
  const lists = async () => Number(/listed (\d+) times/.exec(textOf(await run.call('t0')))?.[1])
  while ((await lists()) < 11) await sleep(20)
  await sleep(300)
  expect(await lists()).toBeLessThanOrEqual(13)
  expect(run.notices).toEqual([
    'MCP server rude: its tool sway changed what it says of itself during the run, so it is not used any more.',
  ])
})

test('what is wrong with many tools is not told many times', async () => {
  await using broken = await rude('broken', 500)
  expect(broken.names()).toEqual(['rude__t0'])
  expect(broken.notices).toEqual([expect.stringMatching(/^MCP server rude: one of its tools cannot be read \(/)])
  await using odd = await rude('odd', 500)
  expect(odd.notices).toHaveLength(21)
  expect(odd.notices[20]).toBe('MCP server rude: there is more of this kind, which is not told.')
})

test('a server cannot have more tools than a request may declare', async () => {
  await using run = await rude('crowd', 3000)
  expect(run.names()).toHaveLength(512)
  expect(run.notices).toEqual([
    'MCP server rude: it has more than 512 tools, and the others are left out. includeTools says which are wanted.',
  ])
})

test('a schema nested without end costs its tool only', async () => {
  await using run = await rude('deep', 1000)
  expect(run.names()).toEqual(['rude__t0'])
  expect(run.notices).toEqual([expect.stringContaining("skipping tool 'well', because the schema of its parameters")])
})

test('instructions cannot end their own frame', async () => {
  await using run = await rude('escape')
  expect(run.instructions.match(/\[end of server instructions\]/g)).toHaveLength(1)
  expect(run.instructions.endsWith('---[end of server instructions]---')).toBe(true)
})

test('a result of many texts comes to an end, and says so', async () => {
  await using run = await rude('wordy', 200)
  const text = textOf(await run.call('t0'))
  expect(text.length).toBeLessThan(165_000)
  expect(text).toMatch(/\[195 more texts of this result are left out: it is too long\]$/)
  await using failing = await rude('wordyError', 200)
  const error = await failing.call('t0')
  expect(error.ok).toBe(false)
  expect(textOf(error).length).toBeLessThan(41_000)
})

test('pictures that are too much together are described', async () => {
  await using run = await rude('gallery', 7)
  const result = await run.call('t0')
  const parts = result.ok && typeof result.content !== 'string' ? result.content : []
  expect(parts.filter(({ kind }) => kind === 'data')).toHaveLength(5)
  expect(textOf(result)).toContain('not shown, because with the others of this result it is too large')
})

const mute: [type: string | undefined, asked: string[]][] = [
  [undefined, ['POST']], // and not again over SSE
  ['http', ['POST']],
  ['sse', ['GET']],
]
test.each(mute)('a server over HTTP that gives no answer is waited for once: %s', async (type, questions) => {
  const asked: string[] = []
  const server = createServer(({ method }) => void asked.push(method ?? '')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await using run = await opened({ mute: { url: addressOf(server), timeout: 200, ...(type && { type }) } })
    expect(run.notices).toEqual([expect.stringContaining('It gave no answer within 0.2 s')])
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

describe('what cannot be reached', () => {
  const failing: [what: string, server: object, says: RegExp][] = [
    ['nobody there', { httpUrl: 'http://127.0.0.1:9/mcp' }, /fetch failed: .*127\.0\.0\.1:9|bad port/],
    [
      'no program',
      { command: '/no/such-program' },
      /run: It could not be started: there is no program \/no\/such-program\.$/,
    ],
    [
      'a password in the address',
      { url: 'http://user:hunter2@127.0.0.1:9/mcp' },
      /holds a user or a password; give them as headers/,
    ],
    [
      'a broken header',
      { url: 'http://127.0.0.1:9/', headers: { Authorization: 'Bearer hunter2\nx' } },
      /headers\.Authorization is no header/,
    ],
    [
      'the name of a header',
      { url: 'http://127.0.0.1:9/', headers: { 'My Header': 'hunter2' } },
      /headers\.My Header is no header/,
    ],
  ]
  test.each(failing)('%s', async (_, server, says) => {
    await using run = await opened({ x: server })
    expect(run.notices).toEqual([expect.stringMatching(says)])
    expect(run.notices.join()).not.toContain('hunter2')
  })
})
