import { describe, expect, test } from 'vitest'
import {
  expandVariables,
  type McpServerConfig,
  type McpSettings,
  mcpToolName,
  newerToolName,
  parseMcpServers,
} from '../../src/mcp/config.ts'

const read = (settings: McpSettings, env = {}) => parseMcpServers(settings, env)
const one = (config: Record<string, unknown>, env = {}): McpServerConfig => {
  const { servers, notes } = read({ mcpServers: { s: config } }, env)
  return servers[0] ?? expect.fail(notes.join())
}
const problem = (name: string, config: unknown) => {
  const { servers, notes } = read({ mcpServers: { [name]: config } })
  expect(servers).toEqual([])
  return notes.join()
}

describe('how a server is reached', () => {
  const url = 'https://one.example/mcp'
  const httpUrl = 'https://two.example/mcp'
  const headers = { Authorization: 'Bearer x' }
  const auth = { kind: 'oauth', oauth: {} }
  test.each([
    [{ url }, { kind: 'auto', url, headers: {}, auth }],
    [
      { url, headers },
      { kind: 'auto', url, headers, auth },
    ],
    [
      { url, type: 'http' },
      { kind: 'http', url, headers: {}, auth },
    ],
    [
      { url, type: 'sse' },
      { kind: 'sse', url, headers: {}, auth },
    ],
    [
      { httpUrl, url, command: 'x' },
      { kind: 'http', url: httpUrl, headers: {}, auth },
    ],
    [{ command: 'x' }, { kind: 'stdio', command: 'x', args: [], env: {} }],
    [
      { command: 'x', args: ['-y', 3], env: { A: 1, B: true }, cwd: 'tools' },
      { kind: 'stdio', command: 'x', args: ['-y', '3'], env: { A: '1', B: 'true' }, cwd: 'tools' },
    ],
  ])('%j', (config, transport) => expect(one(config).transport).toEqual(transport))

  test('limits: ten minutes for a call, one for the start, or what the settings say for both', () => {
    expect(one({ command: 'x' })).toMatchObject({ timeoutMs: 600_000, startMs: 60_000 })
    expect(one({ command: 'x', timeout: 5000 })).toMatchObject({ timeoutMs: 5000, startMs: 5000 })
    expect(one({ command: 'x', timeout: 1e12 }).timeoutMs).toBe(2 ** 31 - 1)
  })
})

const google = { authProviderType: 'google_credentials', oauth: { scopes: ['a'] } }
const account = { authProviderType: 'service_account_impersonation' }

test.each<[string, unknown, string | RegExp]>([
  [
    's',
    {},
    'mcpServers.s: Invalid configuration: missing httpUrl (for Streamable HTTP), url (for SSE), and command (for stdio). The server was not started.',
  ],
  ['s', { tcp: 'localhost:1' }, /Invalid configuration/],
  ['s', { command: ' ' }, /Invalid configuration/],
  ['s', { url: 'ftp://x' }, /not an http or https URL/],
  ['s', { url: '$NOWHERE' }, /not an http or https URL/],
  ['s', { url: 'http://x', type: 'websocket' }, /mcpServers\.s: type: /],
  ['s', { command: ['node'] }, /mcpServers\.s: command: /],
  ['s', 'node server.js', /mcpServers\.s: it: /],
  ['s', { ...google, command: 'x' }, /URL must be provided in the config for Google Credentials provider/],
  [
    's',
    { ...google, url: 'https://googleapis.com/mcp' },
    /Host "googleapis\.com" is not an allowed host for Google Credential provider/,
  ],
  ['s', { ...google, url: 'https://evilgoogleapis.com' }, /not an allowed host/],
  ['s', { ...google, url: 'https://x.googleapis.com.evil.example' }, /not an allowed host/],
  [
    's',
    { authProviderType: 'google_credentials', url: 'https://x.googleapis.com' },
    /Scopes must be provided in the oauth config/,
  ],
  [
    's',
    { ...account, command: 'x' },
    /A url or httpUrl must be provided for the Service Account Impersonation provider/,
  ],
  ['s', { ...account, url: 'https://x.example' }, /targetAudience must be provided/],
  ['s', { ...account, url: 'https://x.example', targetAudience: 'a' }, /targetServiceAccount must be provided/],
  ['*', { command: 'x' }, /not a valid server name/],
  ['', { command: 'x' }, /not a valid server name/],
  ['a\nb', { command: 'x' }, /not a valid server name/],
])('%s: %j is refused', (name, config, reason) => expect(problem(name, config)).toMatch(reason))

test.each(['https://luci.app', 'https://sub.luci.app/x', 'https://a.b.googleapis.com/mcp'])(
  '%s may have Google credentials',
  (url) => expect(one({ ...google, url }).transport).toMatchObject({ auth: { kind: 'google', scopes: ['a'] } }),
)

describe('the name github', () => {
  const docker = {
    command: 'docker',
    args: ['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'ghcr.io/github/github-mcp-server'],
    includeTools: ['add_issue_comment'],
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: '${GITHUB_TOKEN}' },
  }
  test.each<[string, unknown]>([
    ['github', docker],
    ['github', { ...docker, args: [...docker.args.slice(0, -1), 'ghcr.io/github/github-mcp-server:v0.18.0'] }],
    [
      'github',
      { ...docker, args: [...docker.args.slice(0, -1), `ghcr.io/github/github-mcp-server@sha256:${'0a'.repeat(32)}`] },
    ],
    ['github', { command: '/usr/local/bin/github-mcp-server', args: ['stdio'] }],
    ['github', { command: 'npx', args: ['-y', '@modelcontextprotocol/server-github'] }],
    ['github', { httpUrl: 'https://api.githubcopilot.com/mcp/', headers: {} }],
    ['GitHub', docker],
  ])("%s with GitHub's own server: our tools take its place", (name, config) => {
    const { servers, notes, infos } = read({ mcpServers: { [name]: config } })
    expect({ servers, notes }).toEqual({ servers: [], notes: [] })
    expect(infos).toEqual([expect.stringContaining("mcpServers.github was not started: it is GitHub's MCP server.")])
  })

  test.each<[string, unknown]>([
    ['github', { command: 'node', args: ['evil.js'] }],
    ['GITHUB', { command: 'node', args: ['evil.js'] }],
    ['mcp_github', { command: 'node', args: ['evil.js'] }],
    [' github', { command: 'node', args: ['evil.js'] }],
    ['github', { httpUrl: 'https://api.githubcopilot.com.evil.example/mcp/' }],
    ['github', { command: 'node', args: ['github-mcp-server.evil.js'] }],
  ])('%j of anybody else is refused', (name, config) =>
    expect(problem(name, config)).toMatch(/The name "github" is reserved/),
  )

  test("GitHub's own server may run under another name", () => {
    expect(read({ mcpServers: { upstream: docker } }, { GITHUB_TOKEN: 'x' }).servers).toMatchObject([
      { name: 'upstream', transport: { env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'x' } } },
    ])
  })
})

describe('selected servers', () => {
  const mcpServers = { a: { command: 'x' }, 'Server-B': { command: 'x' }, c: { command: 'x' } }
  const names = (mcp: McpSettings['mcp']) => read({ mcpServers, mcp }).servers.map(({ name }) => name)
  test.each<[McpSettings['mcp'], string[]]>([
    [undefined, ['a', 'Server-B', 'c']],
    [{ allowed: [] }, ['a', 'Server-B', 'c']],
    [{ allowed: ['server-b', 'd'] }, ['Server-B']],
    [{ allowed: [''] }, []],
    [{ allowed: ['*'] }, ['a', 'Server-B', 'c']],
    [{ excluded: ['a'] }, ['Server-B', 'c']],
    [{ excluded: ['server-b'] }, ['a', 'c']],
    [{ excluded: ['*'] }, []],
    [{ allowed: ['a'], excluded: ['a'] }, []],
    [{ serverCommand: 'node "my server.js"' }, ['a', 'Server-B', 'c', 'mcp']],
  ])('%j', (mcp, expected) => expect(names(mcp)).toEqual(expected))

  test('servers that the list excludes are reported', () =>
    expect(read({ mcpServers, mcp: { allowed: ['a'] } }).infos).toEqual([
      'mcp.allowed does not name these MCP servers, so they were not started: Server-B, c.',
    ]))

  test('mcp.serverCommand is a server called mcp', () => {
    expect(read({ mcp: { serverCommand: 'node "my server.js" --fast' } }).servers).toMatchObject([
      { name: 'mcp', transport: { kind: 'stdio', command: 'node', args: ['my server.js', '--fast'] } },
    ])
    expect(read({ mcp: { serverCommand: 'node a | b' } }).notes).toEqual([
      'mcp.serverCommand: failed to parse mcpServerCommand: node a | b. The server was not started.',
    ])
  })

  test('two server names with the same tool prefix: the second is refused', () => {
    const { servers, notes } = read({ mcpServers: { 'my server': { command: 'x' }, My_Server: { command: 'y' } } })
    expect(servers.map(({ name }) => name)).toEqual(['my server'])
    expect(notes).toEqual([expect.stringContaining('its tools would have the same names as the tools of my server')])
  })
})

test.each([
  [{}, true],
  [{ includeTools: ['myTool'] }, true],
  [{ includeTools: ['myTool(arg)'] }, true],
  [{ includeTools: ['myToolbox'] }, false],
  [{ includeTools: [] }, false],
  [{ excludeTools: ['myTool'] }, false],
  [{ includeTools: ['myTool'], excludeTools: ['myTool'] }, false],
])('%j wants myTool: %s', (lists, wanted) =>
  expect(one({ command: 'x', ...lists }).includesTool('myTool')).toBe(wanted),
)

describe('the environment of a server', () => {
  const env = {
    TEST: 'v',
    EMPTY: '',
    MONEY: 'a$TEST',
    INPUT_GEMINI_API_KEY: 'k',
    ACTIONS_RUNTIME_TOKEN: 't',
    GITHUB_ENV: '/e',
  }
  test.each([
    ['Value is $TEST', 'Value is v'],
    ['${TEST}/x', 'v/x'],
    ['$NOPE', ''],
    ['${NOPE:-else}', 'else'],
    ['${EMPTY:-else}', 'else'],
    ['$EMPTY', ''],
    ['%TEST%', '%TEST%'],
    ['$MONEY', 'a$TEST'],
    ['\\$TEST', '$TEST'],
    ['costs 5$', 'costs 5$'],
    ['$INPUT_GEMINI_API_KEY$ACTIONS_RUNTIME_TOKEN$GITHUB_ENV', ''],
    ['${GITHUB_ENV:-else} ${GITHUB_OUTPUT}', 'else '],
  ])('%s → %s', (text, value) => expect(expandVariables(text, env)).toBe(value))

  test('an unset variable is reported by name', () => {
    const server = {
      command: 'x',
      env: { A: '$NOPE', B: '${EMPTY}', C: '${NOPE:-else}', D: '$MONEY', E: '\\$NOPE', F: '5$' },
    }
    const nothing = 'this variable is empty or not set in this step.'
    expect(parseMcpServers({ mcpServers: { s: server } }, env).notes).toEqual([
      `mcpServers.s.env.A ($NOPE): ${nothing}`,
      `mcpServers.s.env.B ($EMPTY): ${nothing}`,
    ])
  })

  test('a secret is passed by name, and only where the settings say so', () =>
    expect(one({ command: 'x', env: { TEST: 'Value is $TEST', SECRET_KEY: 'x' } }, env).transport).toMatchObject({
      env: { TEST: 'Value is v', SECRET_KEY: 'x' },
    }))
})

test.each([
  ['github', 'list_repos', 'github__list_repos', 'mcp_github_list_repos'],
  ['My Server', 'my-tool', 'My_Server__my-tool', 'mcp_My_Server_my-tool'],
  ['123-server', 'tool', '_123-server__tool', 'mcp_123-server_tool'],
  ['s', 'invalid-name with spaces', 's__invalid-name_with_spaces', 'mcp_s_invalid-name_with_spaces'],
  ['s', '!@#$%^&*()', 's____________', 'mcp_s___________'],
  ['s', 'namespace:tool', 's__namespace_tool', 'mcp_s_namespace:tool'],
  ['s', 'alsoValid-123.name', 's__alsoValid-123.name', 'mcp_s_alsoValid-123.name'],
  ['s', 'x'.repeat(60), `s__${'x'.repeat(60)}`, `mcp_s_${'x'.repeat(24)}...${'x'.repeat(30)}`],
  ['s', 'x'.repeat(61), `s__${'x'.repeat(25)}___${'x'.repeat(32)}`, `mcp_s_${'x'.repeat(24)}...${'x'.repeat(30)}`],
  ['s', 'x'.repeat(80), `s__${'x'.repeat(25)}___${'x'.repeat(32)}`, `mcp_s_${'x'.repeat(24)}...${'x'.repeat(30)}`],
])('the tool of %s that it calls %s', (server, tool, name, later) => {
  expect(mcpToolName(server, tool)).toBe(name)
  expect(newerToolName(server, tool)).toBe(later)
  expect(name.length).toBeLessThanOrEqual(63)
})
