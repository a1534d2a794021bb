import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import type { Settings } from '../../src/config/settings/settings.ts'
import { IsolationError } from '../../src/platform/errors.ts'
import { childEnvironment } from '../../src/platform/process/child-environment.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { settingsRules } from '../../src/policy/rules/settings-rules.ts'
import { startExternalTools } from '../../src/session/external-tools.ts'
import type { ToolProgramOptions } from '../../src/session/mcp-servers.ts'
import { rule, rulesFrom } from '../policy/rules.ts'

const ODD = resolve(import.meta.dirname, '../fakes/bin/odd-mcp-server.js')
const folder = mkdtempSync(join(tmpdir(), 'sluice-outside-'))
afterAll(() => rmSync(folder, { recursive: true }))

const NOTHING = {
  read: async (): Promise<string | undefined> => undefined,
  list: async (): Promise<string[]> => [],
}

/** The tools and notices of these settings. */
async function outside(settings: Settings, more: Partial<ToolProgramOptions> & { sandbox?: string } = {}) {
  const notices: string[] = []
  const env = { PATH: process.env.PATH, PASSWORD: 'of-the-job-1' }
  const emit = (event: { type: string; text?: string }) => void notices.push(event.text ?? '')
  const wrapped: string[] = []
  const wrap = (argv: readonly [string, ...string[]]) => {
    wrapped.push(argv[0])
    return argv
  }
  const filter = createSecretFilter([])
  await using started = startExternalTools({
    config: { settings, rules: settingsRules(settings), mode: 'default', env, extensions: [], steering: NOTHING },
    inputs: readInputs({ INPUT_SANDBOX: more.sandbox ?? 'auto' }),
    capabilities: { shell: { env: {}, outputDir: folder, timeoutMs: 60_000, idleMs: 0 } },
    runtime: { env, childEnv: childEnvironment(env, []), workspace: folder, scratch: folder, now: Date.now },
    session: { filter, transcript: { emit } },
    programs: { isolate: async () => ({ level: 'namespaces', description: '', wrap }) },
    signal: new AbortController().signal,
    ...more,
  })
  const served = await started.ready
  const told = notices.filter((text) => !text.includes('a tool without a name'))
  return { names: served.tools().map(({ name }) => name), notices: told, wrapped, filter }
}

const odd = { command: process.execPath, args: [ODD], trust: true, includeTools: ['tell'] }

test('servers start isolated, and their credentials are redacted from then on', async () => {
  const ran = await outside({ mcpServers: { odd: { ...odd, env: { API_PASSWORD: 'swordfish-7-carp' } } } })
  expect(ran).toMatchObject({ names: ['odd__tell'], notices: [], wrapped: [process.execPath] })
  expect(ran.filter.text('swordfish-7-carp')).toBe('[redacted]')
})

test('without settings nothing happens, and without a rule nothing is started', async () => {
  expect(await outside({})).toMatchObject({ names: [], notices: [] })
  const { trust: _, ...untrusted } = odd
  const none = await outside({
    mcpServers: { odd: untrusted },
    tools: { discoveryCommand: 'no-such-program', callCommand: 'no-such-program' },
  })
  expect(none).toMatchObject({ names: [], wrapped: [] })
  expect(none.notices.toSorted()).toEqual([
    expect.stringContaining('MCP server odd was not started: no rule allows any of its tools in mode default.'),
    expect.stringContaining('tools.discoveryCommand provides no tools: no rule allows them in mode default.'),
  ])
})

test('in plan mode trust starts no server, and the notice names the alternative', async () => {
  const settings: Settings = { mcpServers: { odd } }
  const config = {
    settings,
    rules: settingsRules(settings),
    mode: 'plan',
    env: {},
    extensions: [],
    steering: NOTHING,
  } as const
  expect(await outside(settings, { config })).toMatchObject({
    names: [],
    notices: [
      'MCP server odd was not started: no rule allows any of its tools in mode plan. To allow them, add a rule with mcpName = "odd" and modes = ["plan"].',
    ],
  })
})

test('a container runs outside isolation, and not at all if isolation is required', async () => {
  const docker = { command: 'docker', args: ['run', '-i', 'image:1.2'], trust: true }
  const mcpServers = { docker, posing: { ...docker, command: join(folder, 'docker') } }
  // Neither program exists; the test checks which one was wrapped.
  const env = { PATH: folder }
  const runtime = { env, childEnv: env, workspace: folder, scratch: folder, now: Date.now }
  expect((await outside({ mcpServers }, { runtime })).wrapped).toEqual([join(folder, 'docker')])
  const { notices } = await outside({ mcpServers }, { runtime, sandbox: 'required' })
  expect(notices).toContainEqual(expect.stringContaining('MCP server docker was not started: docker needs its socket'))
  expect(notices).not.toContainEqual(expect.stringContaining('posing was not started: docker needs'))
})

test.each([
  ['a program', { odd }],
  ['a container', { docker: { command: 'docker', args: ['run', '-i', 'image:1.2'], trust: true } }],
  ['an address', { near: { httpUrl: 'http://127.0.0.1:9/mcp', trust: true } }],
])('the checkout is recorded before a server starts: %s', async (_, mcpServers) => {
  const order: string[] = []
  const recorded = Promise.withResolvers<void>()
  const programs = {
    beforePrograms: () => recorded.promise.then(() => order.push('recorded')),
    isolate: async () => ({ level: 'namespaces' as const, description: '' }),
  }
  const opened = outside({ mcpServers }, { programs }).then(() => order.push('started'))
  await outside({})
  expect(order).toEqual([])
  recorded.resolve()
  await opened
  expect(order).toEqual(['recorded', 'started'])
})

test('missing required isolation ends the run, other errors only the server', async () => {
  const programs = { isolate: () => Promise.reject(new IsolationError('cannot be had')) }
  await expect(outside({ mcpServers: { odd } }, { programs, sandbox: 'required' })).rejects.toThrow(IsolationError)
  const broken = { discoveryCommand: 'no-such-program', callCommand: 'x', allowed: ['discovered_tool_x'] }
  const { names, notices } = await outside({ mcpServers: { odd }, tools: broken })
  expect(names).toEqual(['odd__tell'])
  expect(notices).toEqual([expect.stringContaining('provides no tools: Tool discovery command could not be started')])
})

test('the discovery command does not run if checkout programs may not', async () => {
  const tools = { discoveryCommand: 'x', callCommand: 'x', allowed: ['discovered_tool_x'] }
  const { notices } = await outside({ tools }, { capabilities: {} })
  expect(notices).toEqual([expect.stringContaining('this run may not execute programs of the checkout')])
})

test('a program of the repository runs as the trusted commit has it, with what it loads', async () => {
  const files: Record<string, string> = {
    'package.json': '{"type":"module"}',
    'tools/odd.js': `import './lib/start.js'\n`,
    'tools/lib/start.js': `import ${JSON.stringify(pathToFileURL(ODD).href)}\n`,
    'tools/list.js': `console.log(JSON.stringify([{ name: 'tell', description: 'Tells.', parameters: { type: 'object' } }]))\n`,
    'tools/call.js': `console.log('trusted')\n`,
  }
  for (const path of Object.keys(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), 'throw new Error("planted")\n')
  }
  const steering = { read: async (path: string) => files[path], list: async () => Object.keys(files) }
  const { command: node } = odd
  for (const program of ['tools/odd.js', './tools/odd.js', join(folder, 'tools/odd.js')]) {
    const settings: Settings = {
      mcpServers: { odd: { ...odd, args: ['--no-warnings', program, 'package.json'] } },
      tools: { discoveryCommand: `${node} tools/list.js`, callCommand: `${node} tools/call.js` },
    }
    const rules = [...settingsRules(settings), ...rulesFrom(rule({ toolName: 'discovered_tool_*' }))]
    const config = { settings, rules, mode: 'default', env: {}, extensions: [], steering } as const
    const { names, notices } = await outside(settings, { config })
    expect([names.toSorted(), notices], program).toEqual([['discovered_tool_tell', 'odd__tell'], []])
  }
})
