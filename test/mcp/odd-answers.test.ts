import { resolve } from 'node:path'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { expect, test } from 'vitest'
import type { McpSettings } from '../../src/mcp/config.ts'
import { type StartTimer, startTimer } from '../../src/platform/time.ts'
import { createSdkServer } from '../fakes/sdk-server.js'
import { node, opened, textOf } from './peer.ts'
import { type Answers, answering, GOOD, LIST, listening, result, type Way } from './scripted.ts'

/** Servers whose answers are not what the protocol says, over each transport. No call may wait for its limit. */

const ways: Way[] = ['stdio', 'http', 'events']

const NULLS: Answers = {
  initialize: result({
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: null }, prompts: null, logging: null },
    serverInfo: { name: null, version: null, title: null },
    instructions: null,
    _meta: null,
  }),
  'tools/list': result({
    tools: [
      {
        name: 'show',
        title: null,
        description: null,
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'string', description: null, default: null } },
          required: null,
        },
        outputSchema: null,
        annotations: null,
        execution: null,
        _meta: null,
      },
      { name: 'bare', description: 'x', inputSchema: null, annotations: { readOnlyHint: null, title: null } },
    ],
    nextCursor: null,
    _meta: null,
  }),
  'tools/call':
    '{"jsonrpc":"2.0","id":@ID@,"error":null,"result":{"content":[{"type":"text","text":"fine","annotations":null,"_meta":null}],"isError":null,"structuredContent":null,"_meta":null}}',
}

test.each(ways)('null on an optional field is absent: %s', (way) =>
  answering(way, NULLS, async (run) => {
    expect(run.notices).toEqual([])
    expect(run.names()).toEqual(['odd__show', 'odd__bare'])
    expect(run.tool('show').declare().parameters).toEqual({
      type: 'object',
      properties: { a: { type: 'string', default: null } },
    })
    expect(textOf(await run.call('show'))).toContain('fine')
  }),
)

const info = { name: 'odd', version: '1' }
test.each<[string, string]>([
  ['no capabilities', result({ protocolVersion: '2025-06-18', serverInfo: info })],
  ['a capability that is only true', result({ protocolVersion: '2025-06-18', capabilities: { tools: true } })],
  ['no version of the protocol', result({ capabilities: { tools: {} }, serverInfo: null })],
  [
    'a number for the version and a list of instructions',
    result({
      protocolVersion: '2025-06-18',
      capabilities: { tools: { listChanged: 'yes' } },
      serverInfo: { name: 'odd', version: 2 },
      instructions: [],
    }),
  ],
  ['no jsonrpc', '{"id":@ID@,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{}}}'],
  ['a log line before it', `INFO ready ${GOOD.initialize}`],
  ['a list of one', `[${GOOD.initialize}]`],
  ['its id as text', String(GOOD.initialize).replace('"id":@ID@', '"id":"@ID@"')],
])('a handshake that costs no server: %s', (_, initialize) =>
  answering('stdio', { initialize }, async (run) => {
    expect(textOf(await run.call('show'))).toContain('fine')
  }),
)

const UNREADABLE: [string, string, string][] = [
  ['no result and no error', '{"jsonrpc":"2.0","id":@ID@}', 'The answer of the server cannot be read: {"jsonrpc"'],
  ['null as result', '{"jsonrpc":"2.0","id":@ID@,"result":null}', '"result":null'],
  ['a text as result', '{"jsonrpc":"2.0","id":@ID@,"result":"it is done"}', 'it is done'],
  ['NaN', '{"jsonrpc":"2.0","id":@ID@,"result":{"content":[],"structuredContent":{"mean":NaN}}}', '"mean":NaN'],
  ['cut', '{"jsonrpc":"2.0","id":@ID@,"result":{"content":[{"type":"te', '"type":"te'],
  ['a text as error', '{"jsonrpc":"2.0","id":@ID@,"error":"the disk is full"}', 'the disk is full'],
  ['an error without a text', '{"jsonrpc":"2.0","id":@ID@,"error":{"code":7,"data":{"why":"no ink"}}}', 'no ink'],
  ['a code that is text', '{"jsonrpc":"2.0","id":@ID@,"error":{"code":"E_INK","message":"no ink"}}', 'no ink'],
  ['an error of nobody', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no ink"}}', 'no ink'],
  ['content of the future', '{"jsonrpc":"2.0","id":@ID@,"result":{"content":"only words"}}', 'only words'],
]

test.each(ways)('an answer that cannot be read ends the call with what the server said: %s', async (way) => {
  await answering(way, { 'tools/call': UNREADABLE.map(([, call]) => call) }, async (run) => {
    for (const [name, , said] of UNREADABLE) expect(textOf(await run.call('show')), name).toContain(said)
  })
})

test.each<Way>(['http', 'events'])('a response without an answer ends the call: %s', (way) =>
  answering(way, { 'tools/call': '' }, async (run) => {
    expect(textOf(await run.call('show'))).toContain(way === 'http' ? 'it is empty' : 'without an answer')
  }),
)

const FINE = String(GOOD['tools/call'])
const pretty = JSON.stringify(JSON.parse(FINE.replace('@ID@', '"@ID@"')), null, 2).replace('"@ID@"', '@ID@')
const UNENDED: [name: string, answer: string, said: string][] = [
  ['a whole answer', FINE, 'fine'],
  ['a cut answer', FINE.slice(0, -20), 'cannot be read'],
  ['an answer that is cut between two values', FINE.slice(0, FINE.indexOf('[') + 1), 'cannot be read'],
]
const ON_LINES: [name: string, answer: string, said: string][] = [
  ['on several lines', pretty, 'fine'],
  ['a line for each comma', FINE.replaceAll(',', ',\n'), 'fine'],
  ['behind a word', `server> ${FINE.replaceAll(',', ',\n')}`, 'fine'],
  ['cut on several lines', `${pretty.slice(0, -20)}\n`, 'cannot be read'],
  ['cut before its id', '{\n  "jsonrpc": "2.0",\n', 'cannot be read'],
  ['cut, then a trace', '{"jsonrpc":"2.0","id":@ID@,"result":{\nTraceback:\n  File "x"', 'cannot be read'],
  ['behind a brace of a log', `INFO call {\n${FINE}`, 'fine'],
  ['behind an open list of a log', `[\n${FINE}`, 'fine'],
  ['in a list on lines', `[\n{"jsonrpc":"2.0","method":"notifications/none"},\n${FINE}\n]`, 'fine'],
  ['behind headers', `Content-Length: 99\r\n\r\n${FINE}`, 'fine'],
]

/** What a pause means is seen at once. */
const soon: StartTimer = (_, due) => startTimer(100, due)

test.each(ways)('a message whose end does not come is read or ends its call: %s', async (way) => {
  const cases = [...UNENDED.map(([name, answer, said]) => [name, `${answer}@OPEN@`, said])]
  for (const [name, answer = '', said] of way === 'stdio' ? [...cases, ...ON_LINES] : cases)
    await answering(
      way,
      { 'tools/call': answer },
      async (run) => expect(textOf(await run.call('show')), name).toContain(said),
      { timer: soon },
    )
})

test('a program that closes its output and runs on ends its call', () =>
  answering(
    'stdio',
    { 'tools/call': '@CLOSE@' },
    async (run) => expect(textOf(await run.call('show'))).toContain('It closed its output.'),
    { timer: soon },
  ))

const MIXED = {
  tools: [
    LIST.tools[0],
    { name: 'bad', description: ['a list'] },
    { name: 'worse', inputSchema: 'none' },
    { name: 'odder', inputSchema: { type: 'object', properties: { a: { type: 'file' } } } },
    7,
    null,
  ],
}

test.each(ways)('a malformed tool costs only itself: %s', (way) =>
  answering(way, { 'tools/list': result(MIXED) }, async (run) => {
    expect(run.names()).toEqual(['odd__show'])
    const notices = run.notices.join('\n')
    for (const name of ['bad', 'worse', 'odder']) expect(notices).toContain(name)
    expect(notices).toContain('one of its tools cannot be read')
    expect(textOf(await run.call('show'))).toContain('fine')
  }),
)

test('a malformed tool costs only itself in revision 2026-07-28, too', () => {
  const { initialize: _, ...good } = GOOD
  const discovery = {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, prompts: null },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: null, version: null } },
  }
  const modern = { ...good, initialize: '', 'server/discover': result(discovery), 'tools/list': result(MIXED) }
  return answering('stdio', modern, async (run) => {
    expect(run.names()).toEqual(['odd__show'])
    expect(textOf(await run.call('show'))).toContain('fine')
    expect(run.notices.join()).toContain('its tool bad cannot be read (description: ')
  })
})

test.each<[string, string, string]>([
  ['tools that are no list', result({ tools: { show: {} } }), 'its list of tools is not a list'],
  ['a cursor that is a number', result({ ...LIST, nextCursor: 2 }), 'the rest of its tools is missing'],
  ['an answer that is none', '{"jsonrpc":"2.0","id":@ID@,"result":[]}', '"result":[]'],
])('a list that cannot be read is reported: %s', (_, list, said) =>
  answering('stdio', { 'tools/list': list }, (run) => expect(run.notices.join()).toContain(said)),
)

const CALLS: [string, unknown, boolean, string][] = [
  [
    'only structured content',
    { structuredContent: { degrees: 21, note: null } },
    true,
    '"degrees": 21,\n  "note": null',
  ],
  [
    'structured content and an empty text',
    { content: [{ type: 'text', text: ' ' }], structuredContent: [1] },
    true,
    '1',
  ],
  ['nothing', {}, true, 'The tool returned an empty result.'],
  ['an empty list', { content: [] }, true, 'The tool returned an empty result.'],
  ['empty texts', { content: [{ type: 'text', text: '' }] }, true, 'The tool returned an empty result.'],
  ['a block of the future', { content: [{ type: 'hologram' }] }, true, 'Unknown content type: hologram'],
  ['a failed picture', { isError: true, content: [{ type: 'hologram' }] }, false, 'Unknown content type: hologram'],
  ['an error without text', { isError: true, content: [] }, false, 'The server gives no reason.'],
  ['an error with structure', { isError: true, structuredContent: { why: 'no ink' } }, false, '"why": "no ink"'],
  ['an error beside', { isError: 'true', error: 'no ink' }, false, 'no ink'],
]

test('a result says what there is', async () => {
  await answering('stdio', { 'tools/call': CALLS.map(([, value]) => result(value)) }, async (run) => {
    for (const [name, , ok, said] of CALLS) {
      const answer = await run.call('show')
      expect([answer.ok, textOf(answer)], name).toEqual([ok, expect.stringContaining(said)])
    }
  })
})

const named = (...names: string[]) => result({ tools: names.map((name) => ({ ...LIST.tools[0], name })) })
const LONG = 'x'.repeat(34)

test.each<[string, string[], RegExp[]]>([
  ['a slash', ['user/update', 'user_update'], [/^odd__user_update_[0-9a-f]{8}$/, /^odd__user_update$/]],
  ['other scripts', ['搜索', '发送'], [/^odd____$/, /^odd_____[0-9a-f]{8}$/]],
  [
    'shortened',
    [`${LONG}aaaaaaaaaa${LONG}`, `${LONG}bbbbbbbbbb${LONG}`],
    [/^odd__x+___x+$/, /^odd__x+___x+_[0-9a-f]{8}$/],
  ],
])('names that become the same are kept apart: %s', (_, names, expected) =>
  answering('stdio', { 'tools/list': named(...names) }, async (run) => {
    const given = names.map((name) => run.tool(name).name)
    expect(given).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
    expect(new Set(given).size).toBe(2)
    for (const name of given) {
      expect(name.length).toBeLessThanOrEqual(63)
      expect(run.tool(name).declare().name).toBe(name)
    }
    const renamed = given.findIndex((name) => /_[0-9a-f]{8}$/.test(name))
    expect(run.notices).toEqual([
      expect.stringContaining(`In this run ${names[renamed]} of odd is called ${given[renamed]}.`),
    ])
  }),
)

/** A server of the SDK v1, with a session or without, in JSON or in events. */
const sdkOverHttp = (enableJsonResponse: boolean) =>
  listening(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse })
    await createSdkServer().connect(transport)
    return transport.handleRequest(request, response)
  })

/** A server of the SDK v1 over HTTP with SSE, the transport before streamable HTTP. */
function sdkOverSse() {
  const open = new Map<string, SSEServerTransport>()
  return listening(async (request, response) => {
    const session = new URL(request.url ?? '', 'http://localhost').searchParams.get('sessionId') ?? ''
    const transport = open.get(session)
    if (request.method === 'POST')
      return transport === undefined ? response.writeHead(405).end() : transport.handlePostMessage(request, response)
    const opened = new SSEServerTransport('/messages', response)
    open.set(opened.sessionId, opened)
    return createSdkServer().connect(opened)
  })
}

test('a server of the SDK v1, over stdio, HTTP and SSE', async () => {
  await using sse = await sdkOverSse()
  await using found = await sdkOverSse()
  await using json = await sdkOverHttp(true)
  await using events = await sdkOverHttp(false)
  const settings: McpSettings['mcpServers'] = {
    stdio: node(resolve(import.meta.dirname, '../fakes/bin/sdk-mcp-server.js')),
    json: { url: json.url, type: 'http' },
    events: { url: events.url },
    sse: { url: sse.url, type: 'sse' },
    found: { url: found.url },
  }
  await using run = await opened(settings)
  for (const server of Object.keys(settings)) {
    const tree = { name: 'oak', children: [{ name: 'elm', children: [] }] }
    expect(textOf(await run.call(`${server}__walk`, { tree }))).toContain('oak and 1')
    expect(await run.call(`${server}__walk`, { tree: { name: 'oak' } })).toMatchObject({
      reason: 'invalid_tool_params',
    })
    expect(textOf(await run.call(`${server}__measure`))).toContain('"degrees": 21')
    expect(textOf(await run.call(`${server}__rest`))).toBe('The tool returned an empty result.')
    expect(textOf(await run.call(`${server}__fail`))).toContain('The server gives no reason.')
  }
  expect(run.notices).toEqual([])
})
