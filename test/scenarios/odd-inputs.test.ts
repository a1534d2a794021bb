import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { GOOD, LIST, listening } from '../mcp/scripted.ts'
import { improvise } from './improvised.ts'

const SCRIPTED = resolve(import.meta.dirname, '../fakes/bin/scripted-mcp-server.js')
const onLines = (answer: string | string[] | undefined) =>
  JSON.stringify(JSON.parse(String(answer).replaceAll('@ID@', '"@ID@"')), null, 2).replaceAll('"@ID@"', '@ID@')

/** `npm run test:full` plays it with the built action. */
test.concurrent('odd input of a hook, servers over stdio and HTTP, and a memory file: each with its right result', async () => {
  await using http = await listening(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { id, method }: { id?: number; method: string } = JSON.parse(body)
    const text = [GOOD[method]].flat()[0] ?? '{"jsonrpc":"2.0","id":@ID@,"error":{"code":-32601,"message":"none"}}'
    if (id === undefined) return response.writeHead(202).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    // Cut in the middle of a call.
    const whole = text.replaceAll('@ID@', String(id))
    return response.end(method === 'tools/call' ? whole.slice(0, -20) : whole)
  })
  const stdio = {
    initialize: onLines(GOOD.initialize),
    'tools/list': `{"jsonrpc":"2.0","id":@ID@,"result":${JSON.stringify({ ...LIST, nextCursor: null, _meta: [] })}}`,
    'tools/call': onLines(GOOD['tools/call']),
  }
  const settings = {
    hooks: {
      BeforeTool: [
        {
          matcher: 'run_shell_command',
          hooks: [{ type: 'command', command: `printf '%s' '{"decision":"deny","reason":"not rm "x""}'` }],
        },
      ],
    },
    mcpServers: {
      lines: { command: process.execPath, args: [SCRIPTED, JSON.stringify(stdio)] },
      cut: { httpUrl: http.url },
    },
  }
  await improvise(
    {
      turns: [
        [{ tool: 'run_shell_command', args: { command: 'echo was-run' } }],
        [{ tool: 'lines__show', args: {} }],
        [{ tool: 'cut__show', args: {} }],
      ],
      repo: {
        'GEMINI.md': '\ufeffFollow "@docs/a.md".\r\n\r\n<!-- @docs/b.md -->\r\n',
        'docs/a.md': 'Rule of A.',
        'docs/b.md': 'B.',
      },
      step: { inputs: { settings: JSON.stringify(settings) } },
    },
    ({ gemini, last, said }) => {
      expect(said[0]?.[0], last.log).not.toContain('Output: was-run')
      expect(last.log).toContain('looks like a decision')
      expect(said[1]?.[0], last.log).toContain('fine')
      expect(said[2]?.[0], last.log).toContain('The answer of the server cannot be read')
      expect(JSON.stringify(gemini.requests[0])).toContain('Rule of A.')
    },
  )
})

const BROKEN = `printf '%s' '{"decision":"deny","reason":"not "x""}'`
const brokenHooks = (...events: string[]) => ({
  settings: JSON.stringify({
    hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [{ type: 'command', command: BROKEN }] }]])),
  }),
})
const echo = [{ tool: 'run_shell_command', args: { command: 'echo was-run' } }]

/** Before a task and a request to the model a broken decision denies. A call is in the test above. */
test.concurrent.each(['BeforeAgent', 'BeforeModel'])(
  'a broken decision of a hook ends the run before the model is asked: %s',
  async (event) =>
    await improvise({ turns: [echo], step: { inputs: brokenHooks(event) } }, ({ gemini, last }) => {
      expect(last.log).toContain('looks like a decision')
      expect(gemini.requests).toEqual([])
      expect(last.outputs.outcome).not.toBe('ok')
    }),
)

/** Later there is nothing left to deny. */
const AFTER = ['SessionStart', 'BeforeToolSelection', 'AfterTool', 'AfterModel', 'AfterAgent', 'SessionEnd']

test.concurrent('a broken decision of any other hook is shown, and the run goes on', async () => {
  await improvise({ turns: [echo], step: { inputs: brokenHooks(...AFTER) } }, ({ last, said }) => {
    expect(said[0]?.[0], last.log).toContain('was-run')
    const shown = AFTER.filter((event) => last.log.includes(event))
    expect(shown, last.log).toEqual(AFTER)
    expect(last.log.split('looks like a decision').length).toBeGreaterThan(AFTER.length)
  })
})
