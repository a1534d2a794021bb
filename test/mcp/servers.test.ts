import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { REDACTED } from '../../src/platform/redact/redact.ts'
import type { StartTimer } from '../../src/platform/time.ts'
import { EVERYTHING, everythingOver, FILESYSTEM, node, ODD, opened, textOf } from './peer.ts'

/** Waits for a notification of a server. */
async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await sleep(20)
}

const odd = (manner = '', ...more: string[]) => node(ODD, manner, ...more)

test('the everything server over stdio: text, images, links, resources, invalid arguments', async () => {
  await using run = await opened({ every: node(EVERYTHING) })
  expect(run.names()).toEqual(
    expect.arrayContaining(['every__echo', 'every__get-tiny-image', 'list_mcp_resources', 'read_mcp_resource']),
  )
  expect(run.instructions).toContain("provided by the tool server 'every'")

  expect(await run.call('echo', { message: 'hi' })).toEqual({
    ok: true,
    content: [{ kind: 'text', text: '<untrusted_context>\nEcho: hi\n</untrusted_context>' }],
    display: 'Echo: hi',
  })
  expect(await run.call('get-tiny-image')).toMatchObject({
    content: [
      { kind: 'text' },
      { kind: 'text', text: "[Tool 'get-tiny-image' provided the following image data with mime-type: image/png]" },
      { kind: 'data', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) },
      { kind: 'text' },
    ],
    display: expect.stringContaining('\n[Image: image/png]\n'),
  })
  expect(textOf(await run.call('get-resource-links', { count: 2 }))).toContain(
    'Resource Link: Text Resource 2 at demo://resource/dynamic/text/2',
  )
  expect(textOf(await run.call('get-resource-reference', { resourceId: 1 }))).toContain('This is a plaintext resource')
  expect(await run.call('echo', { message: 3 })).toMatchObject({
    reason: 'invalid_tool_params',
    text: 'params/message must be string',
  })
  expect(await run.call('get-sum', { a: 2, b: 3, wait_for_previous: true })).toMatchObject({ ok: true })
  await until(() => run.names().includes('every__get-roots-list') && run.notices.length > 0)
  expect(textOf(await run.call('get-roots-list'))).toContain('file://')
  // It joins after the first list, like all that depend on what a client can do; this one needs what we cannot.
  expect(run.names()).not.toContain('every__simulate-research-query')
  expect(run.notices).toEqual([
    expect.stringMatching(/skipping tool 'simulate-research-query', because it can only run as a background task/),
  ])
  expect(textOf(await run.call('get-structured-content', { location: 'New York' }))).toContain('temperature')
})

test("a server's documents are listed and read, by either address", async () => {
  await using run = await opened({ every: node(EVERYTHING) })
  const uri = 'demo://resource/static/document/features.md'
  expect(textOf(await run.call('list_mcp_resources', { serverName: 'every' }))).toContain(
    `- every:${uri} | features.md`,
  )
  expect(textOf(await run.call('list_mcp_resources', { serverName: 'nobody' }))).toBe(
    'No resources found for server: nobody',
  )
  for (const address of [uri, `every:${uri}`, `@every:${uri}`])
    expect(textOf(await run.call('read_mcp_resource', { uri: address }))).toContain('Everything Server')
  expect(await run.call('read_mcp_resource', { uri: '' })).toMatchObject({ reason: 'invalid_tool_params' })
  expect(await run.call('read_mcp_resource', { uri: 'nonsense' })).toMatchObject({ reason: 'mcp_resource_not_found' })
  expect(await run.call('read_mcp_resource', { uri: `${uri}.gone` })).toMatchObject({ reason: 'mcp_tool_error' })
})

test('over streamable HTTP and SSE, configured or detected, with its headers', async () => {
  await using http = await everythingOver('streamableHttp')
  await using sse = await everythingOver('sse')
  await using run = await opened({
    both: { httpUrl: http.url, url: sse.url },
    typed: { url: http.url, type: 'http' },
    found: { url: sse.url },
    old: { url: sse.url, type: 'sse' },
    wrong: { url: sse.url, type: 'http' },
    nowhere: { url: `${http.url}/nowhere` },
  })
  for (const server of ['both', 'typed', 'found', 'old'])
    expect(textOf(await run.call(`${server}__echo`, { message: server }))).toContain(`Echo: ${server}`)
  expect(run.notices.filter((text) => text.includes('cannot be used')).sort()).toEqual([
    expect.stringMatching(/^MCP server nowhere cannot be used in this run: .*Cannot POST \/mcp\/nowhere/),
    expect.stringMatching(/^MCP server wrong cannot be used in this run: .*Cannot POST \/sse/),
  ])
})

test('the filesystem server stays in its folder, and its tools shadow no built-in tool', async () => {
  await using run = await opened({ files: node(FILESYSTEM, import.meta.dirname) }, { workspace: import.meta.dirname })
  expect(run.names().every((name) => name.startsWith('files__'))).toBe(true)
  expect(run.tool('read_file').name).toBe('files__read_file')
  expect(run.tool('read_file').aliases).toEqual(['mcp_files_read_file'])
  expect(textOf(await run.call('read_text_file', { path: `${import.meta.dirname}/peer.ts` }))).toContain(
    'everythingOver',
  )
  const refused = await run.call('read_text_file', { path: '/etc/passwd' })
  expect(refused).toMatchObject({ ok: false, reason: 'mcp_tool_error' })
  expect(textOf(refused)).toMatch(/^MCP tool 'read_text_file' reported an error:\n[\s\S]*Access denied/)
})

test('failing servers are reported in parallel, and the others work', async () => {
  await using run = await opened({
    silent: { ...odd('silent'), timeout: 700 },
    mute: { ...odd('silent'), timeout: 700 },
    crash: odd('crash'),
    empty: odd('empty'),
    broken: odd('broken'),
    hoarse: odd('hoarse'),
    missing: { command: 'no-such-program-anywhere' },
    fine: odd(),
    // A server may have only documents, and then gets no request for tools.
    library: odd('library'),
  })
  expect(new Set(run.names().map((name) => name.split('__')[0]))).toEqual(
    new Set(['fine', 'broken', 'hoarse', 'list_mcp_resources', 'read_mcp_resource']),
  )
  // A list that fails costs only itself.
  expect(run.notices.filter((text) => text.includes('its list')).sort()).toEqual([
    expect.stringMatching(/^MCP server broken: its list of resources failed: .*the shelf is on fire/),
    expect.stringMatching(/^MCP server hoarse: its list of prompts failed: .*no voice today/),
  ])
  expect(textOf(await run.call('list_mcp_resources'))).toContain('- library:shelf:old | old')
  const failures = run.notices.filter((text) => text.includes('cannot be used')).sort()
  expect(failures).toEqual([
    expect.stringMatching(/server crash .*Connection closed\. It ended with exit code 3\. no licence found/),
    expect.stringMatching(/server empty .*No prompts, tools, or resources found on the server\./),
    expect.stringMatching(/server missing .*could not be started.*no-such-program-anywhere/),
    expect.stringMatching(/server mute .* did not answer within 0\.7 s/),
    expect.stringMatching(/server silent .* did not answer within 0\.7 s/),
  ])
})

test('a server that stays silent while it starts is named before its time is up', async () => {
  const timer: StartTimer = (ms, due) => {
    if (ms === 5_000) due()
    return () => undefined
  }
  await using run = await opened({ silent: { ...odd('silent'), timeout: 700 } }, { timer })
  expect(run.notices).toEqual([
    'MCP server silent has not answered for 5 s. The run waits at most 0.7 s for it, then goes on without it. To change that, set timeout (milliseconds) in mcpServers.silent.',
    expect.stringMatching(/did not answer within 0\.7 s, and the run went on without it\. To wait longer, set timeout/),
  ])
})

test('a server that dies in the middle of a call fails that call and those after it', async () => {
  await using run = await opened({ odd: odd() })
  expect(await run.call('die')).toMatchObject({
    reason: 'mcp_tool_error',
    text: "MCP tool 'die' of server odd returned no result: the connection is closed. It ended with exit code 7.",
  })
  expect(await run.call('plain')).toMatchObject({
    reason: 'mcp_tool_error',
    text: 'plain of the MCP server odd can no longer be used: It ended with exit code 7.',
  })
})

test('a call without an answer ends with its time, or with the run', async () => {
  // On a machine that needs longer to start the server, the call gets longer, too.
  for (let seconds = 3, hasStarted = false; !hasStarted; seconds *= 2) {
    await using run = await opened({ odd: { ...odd(), timeout: 1000 * seconds } })
    hasStarted = run.names().length > 0
    if (hasStarted) await callsThatEnd(run)
  }
})

async function callsThatEnd(run: Awaited<ReturnType<typeof opened>>) {
  // Progress reports extend the time.
  const steady = run.call('steady')
  const slow = await run.call('slow')
  expect(slow).toMatchObject({
    reason: 'mcp_tool_error',
    text: expect.stringMatching(/timed out\. Its last progress report: 1 of 3/),
  })
  expect(textOf(await steady)).toContain('at last')
  const stop = new AbortController()
  const hanging = run.call('hang', {}, stop.signal)
  stop.abort()
  expect(await hanging).toMatchObject({ reason: 'cancelled', text: 'Tool call aborted' })
  expect(await run.call('plain', {}, stop.signal)).toMatchObject({ reason: 'cancelled' })
}

test('tools are listed page by page; tools without name or types are skipped, and names are normalized', async () => {
  await using run = await opened({ odd: odd() })
  expect(run.notices).toEqual([
    "MCP server odd: skipping tool 'untyped', because it has missing types in its parameter schema. Please file an issue with the owner of the MCP server.",
    'MCP server odd: a tool without a name was skipped.',
  ])
  expect(run.names()).toEqual(expect.arrayContaining(['odd__plain', 'odd__dir_list_files_']))
  expect(run.names().every((name) => name.length <= 63)).toBe(true)
  const long = run.tool(`long${'g'.repeat(80)}`).declare().description
  expect([long.length, long.slice(0, 3), long.isWellFormed()]).toEqual([7999, '\ufffd🎉', true])
  expect(textOf(await run.call('odd__dir_list_files_'))).toContain('listed')
  expect(run.tool('plain').declare()).toEqual({
    name: 'odd__plain',
    description: 'The tool plain of the MCP server odd, which gives it no description.',
    parameters: { type: 'object', properties: {} },
  })
  expect(run.tool('show').declare().parameters).toMatchObject({
    properties: { to: { type: 'array', nullable: true, items: { type: 'string', nullable: true } } },
  })
  expect(await run.call('show', { to: null, result: { content: [] } })).toMatchObject({
    ok: true,
    content: 'The tool returned an empty result.',
    display: '',
  })
})

const text = [{ type: 'text', text: 'words' }]
const RESULTS: [name: string, result: unknown, ok: boolean, says: string][] = [
  ['true', { isError: true, content: text }, false, "MCP tool 'show' reported an error:\n<untrusted_context>\nwords"],
  ['"true"', { isError: 'true', content: text }, false, "MCP tool 'show' reported an error:"],
  ['true in an error', { error: { isError: true, message: 'why' }, content: [] }, false, '"message": "why"'],
  ['"true" in an error', { error: { isError: 'true' }, content: text }, false, "MCP tool 'show' reported an error:"],
  ['false', { isError: false, content: [{ type: 'text', text: 'Error: words' }] }, true, 'Error: words'],
  ['"false"', { isError: 'false', content: text }, true, 'words'],
  ['false in an error', { error: { isError: 'false' }, content: text }, true, 'words'],
  ['nothing', { content: [{ type: 'text', text: 'error' }] }, true, 'error'],
  ['structured content besides', { content: text, structuredContent: { foo: 'other' } }, true, 'words'],
]
test('isError decides whether a result is an error', async () => {
  await using run = await opened({ odd: odd() })
  for (const [name, result, ok, says] of RESULTS) {
    const answer = await run.call('show', { result })
    expect([answer.ok, ok ? '' : answer], name).toEqual([
      ok,
      ok ? '' : expect.objectContaining({ reason: 'mcp_tool_error' }),
    ])
    expect(textOf(answer), name).toContain(says)
    expect(textOf(answer), name).not.toContain('other')
  }
})

test('includeTools and excludeTools say which tools there are', async () => {
  await using run = await opened({
    few: { ...odd(), includeTools: ['plain', 'tell(anything)', 'die'], excludeTools: ['die'] },
  })
  expect(run.names()).toEqual(['few__tell', 'few__plain'])
})

test('a name in includeTools or excludeTools that is not a tool of the server is reported', async () => {
  const named = { includeTools: ['plain', 'tell(anything)', 'tall'], excludeTools: ['odd__die', 'die'] }
  await using run = await opened({ odd: { ...odd(), ...named } })
  const there = /Its tools: die, hang, slow, .* …\.$|Its tools: die, hang, /
  expect(run.notices.filter((text) => text.includes('does not have'))).toEqual([
    expect.stringMatching(/^mcpServers\.odd\.includeTools names tall, which the server does not have\. /),
    expect.stringMatching(/^mcpServers\.odd\.excludeTools names odd__die, which the server does not have\. /),
  ])
  for (const text of run.notices.filter((each) => each.includes('does not have'))) expect(text).toMatch(there)
})

test('a tool whose declaration changes is no longer used; a new one is added', async () => {
  await using run = await opened({ odd: odd() })
  expect(textOf(await run.call('tell', { secret: 'a' }))).toContain('heard a')
  const told = run.tool('tell').declare().description
  await run.call('change')
  await until(() => run.notices.some((text) => text.includes('tell')))
  expect(run.notices.at(-1)).toBe(
    'MCP server odd: its tool tell changed its description or parameters during the run and can no longer be used.',
  )
  expect(await run.call('tell', { secret: 'a' })).toMatchObject({
    reason: 'mcp_tool_error',
    text: expect.stringContaining('changed during the run'),
  })
  expect(run.tool('tell').declare().description).toBe(told)

  const before = run.version()
  await run.call('grow')
  await until(() => run.version() > before)
  expect(textOf(await run.call('grown'))).toContain('I am new')

  await run.call('shrink')
  await until(async () => !(await run.call('plain')).ok)
  expect(textOf(await run.call('plain'))).toContain('the server no longer offers it')

  await run.call('spoil')
  await until(() => run.notices.some((notice) => notice.includes('spoilt')))
  expect(run.notices.at(-1)).toMatch(
    /^MCP server odd: its changed tools could not be listed, so the earlier list still applies\. .*the list is spoilt/,
  )
  expect(textOf(await run.call('grown'))).toContain('I am new')
})

test('later documents are listed too', async () => {
  await using run = await opened({ odd: odd('shelf') })
  const list = async () => textOf(await run.call('list_mcp_resources'))
  expect(await list()).toBe(
    '<untrusted_context>\nAvailable MCP Resources:\n- odd:shelf:old | old\n</untrusted_context>',
  )
  await run.call('shelve')
  await until(async () => (await list()).includes('new'))
  expect(await list()).toContain('- odd:shelf:new | new | just in')
})

test('no secret reaches a server', async () => {
  const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', REDACTED))
  await using run = await opened({ odd: odd() }, { redact })
  expect(textOf(await run.call('tell', { secret: 'hunter2' }))).toContain(`heard ${REDACTED}`)
})

test.runIf(process.platform === 'linux')(
  'a server ends with all its processes, including those that left its group',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-mcp-'))
    try {
      const note = join(folder, 'pid')
      const run = await opened({ odd: odd('family', note) })
      const pid = Number(await readFile(note, 'utf8'))
      expect(isAlive(pid)).toBe(true)
      await run[Symbol.asyncDispose]()
      // A killed process ends when the machine gets to it.
      await until(() => !isAlive(pid))
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a server sees only the variables of its settings', async () => {
  const env = { SECRET: 'from-the-job-1', GITHUB_TOKEN: 'from-the-job-2', HOME: '/nowhere' }
  await using run = await opened(
    { every: { ...node(EVERYTHING), env: { PASS: '$SECRET', PLAIN: 'x ${NOPE:-y}' } } },
    { env },
  )
  const seen = textOf(await run.call('get-env'))
  expect(seen).toContain('"PASS": "from-the-job-1"')
  expect(seen).toContain('"PLAIN": "x y"')
  expect(seen).toContain('"GEMINI_CLI": "1"')
  expect(seen).not.toMatch(/from-the-job-2|"SECRET"/)
})

test('a server that lists forever or floods is stopped', async () => {
  await using run = await opened({ stuck: odd('stuck'), flood: odd('flood') })
  expect(run.names().filter((name) => name.startsWith('stuck')).length).toBeGreaterThan(5)
  expect(run.notices.filter((text) => text.includes('flood'))).toEqual([
    expect.stringMatching(/server flood cannot be used in this run: .*It sent more than 33554432 bytes in one message/),
  ])
})
