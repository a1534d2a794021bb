import { expect, test } from 'vitest'
import { type Heard, startFront } from '../fakes/mcp-front.ts'
import { startMcp } from '../fakes/mcp-http.ts'
import { everythingOver } from '../mcp/peer.ts'
import { improvise } from './improvised.ts'

const TOKEN = 'trout-9-swordfish-token'
const KEY = 'carp-4-pickerel-key'
const echo = (server: string, message: string) => [{ tool: `${server}__echo`, args: { message } }]

test.concurrent('N05, N07: credentials for one MCP server reach only that server', async () => {
  await using elsewhere = await startMcp()
  await using everything = await everythingOver('streamableHttp')
  const leads = ({ path, body }: Heard) => {
    if (path === '/guarded') return 401
    return path !== '/mcp' || body.includes('from here on elsewhere') ? elsewhere.url : undefined
  }
  await using front = await startFront(everything.url, leads)
  const headers = { Authorization: 'Bearer $POND_TOKEN', 'X-Pond-Key': '${POND_KEY}' }
  const mcpServers = {
    pond: { httpUrl: `${front.url}/mcp`, headers },
    moved: { httpUrl: `${front.url}/moved`, headers },
    stream: { url: `${front.url}/sse`, type: 'sse', headers },
    guarded: {
      url: `${front.url}/guarded`,
      headers: { 'X-Pond-Key': '$POND_KEY' },
      oauth: { clientId: 'me', clientSecret: 'pike-2-roach-secret', issuer: front.url },
    },
    led: { httpUrl: `${front.url}/guarded`, oauth: { clientId: 'me', clientSecret: 'pike-3-roach-secret' } },
    floating: { command: 'npx', args: ['-y', 'pond-server@latest'] },
  }
  await improvise(
    {
      turns: [echo('pond', 'are you there?'), echo('pond', 'from here on elsewhere'), echo('pond', 'still there?')],
      step: { inputs: { settings: JSON.stringify({ mcpServers }) }, env: { POND_TOKEN: TOKEN, POND_KEY: KEY } },
    },
    ({ gemini, last, transcript, said }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(gemini.requests.length).toBe(4)
      expect(said[0]?.join()).toContain('Echo: are you there?')
      expect(said[1]?.join()).toMatch(/Redirect to .* not followed/)
      expect(said[2]?.join()).toContain('Echo: still there?')
      // The server gets the credential each time; the server that it names gets no request.
      const own = front.heard.filter(({ path }) => path === '/mcp')
      expect(new Set(own.map((one) => `${one.headers.authorization} ${one.headers['x-pond-key']}`))).toEqual(
        new Set([`Bearer ${TOKEN} ${KEY}`]),
      )
      const asked = front.heard.map(({ path }) => path)
      for (const path of ['/moved', '/sse', '/guarded', '/.well-known/oauth-protected-resource/guarded'])
        expect(asked).toContain(path)
      expect(elsewhere.asked).toEqual([])
      for (const name of ['moved', 'stream', 'guarded'])
        expect(last.log).toMatch(
          new RegExp(`MCP server ${name} cannot be used in this run: .*Redirect to .* not followed`),
        )
      expect(last.log).toContain('mcpServers.led: oauth.clientSecret is set without oauth.issuer or oauth.tokenUrl')
      expect(last.log).toContain('MCP server floating was not started: npx would download the newest version')
      expect(`${last.log}${last.summary}${transcript}${JSON.stringify(gemini.requests)}`).not.toMatch(
        new RegExp([TOKEN, KEY, 'pike-2-roach', 'pike-3-roach'].join('|')),
      )
    },
  )
})
