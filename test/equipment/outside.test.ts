import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type OutsideGiven, startOutside } from '../../src/equipment/outside.ts'
import { childEnvironment } from '../../src/host/environment.ts'
import { IsolationError } from '../../src/host/errors.ts'
import { makeFilter } from '../../src/host/secrets.ts'
import { readInputs } from '../../src/inputs.ts'
import { settingsRules } from '../../src/policy/settings-rules.ts'
import type { Settings } from '../../src/settings/settings.ts'

const ODD = resolve(import.meta.dirname, '../fakes/bin/odd-mcp-server.js')
const folder = mkdtempSync(join(tmpdir(), 'sluice-outside-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What becomes of settings: the names of the tools they bring, and what was said. */
async function outside(settings: Settings, more: Partial<OutsideGiven> & { sandbox?: string } = {}) {
  const notices: string[] = []
  const env = { PATH: process.env.PATH, PASSWORD: 'of-the-job-1' }
  const emit = (event: { type: string; text?: string }) => void notices.push(event.text ?? '')
  const wrapped: string[] = []
  const wrap = (argv: readonly [string, ...string[]]) => {
    wrapped.push(argv[0])
    return argv
  }
  const filter = makeFilter([])
  await using started = startOutside({
    governed: { settings, rules: settingsRules(settings), mode: 'default', env, extensions: [] },
    inputs: readInputs({ INPUT_SANDBOX: more.sandbox ?? 'auto' }),
    powers: { shell: { env: {}, outputDir: folder, timeoutMs: 5000, idleMs: 0 } },
    machine: { env, childEnv: childEnvironment(env, []), workspace: folder, scratch: folder, now: Date.now },
    desk: { filter, transcript: { emit } },
    programs: { isolate: async () => ({ level: 'namespaces', line: '', wrap }) },
    signal: new AbortController().signal,
    ...more,
  })
  const served = await started.ready
  const told = notices.filter((text) => !text.includes('a tool without a name'))
  return { names: served.tools().map(({ name }) => name), notices: told, wrapped, filter }
}

const odd = { command: process.execPath, args: [ODD], trust: true, includeTools: ['tell'] }

test('servers are started isolated, and what they are given is hidden from then on', async () => {
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
    expect.stringContaining('tools.discoveryCommand brings no tools: no rule allows any of them in mode default.'),
  ])
})

test('in plan mode trust starts no server, and the notice says what does', async () => {
  const settings: Settings = { mcpServers: { odd } }
  const governed = { settings, rules: settingsRules(settings), mode: 'plan', env: {}, extensions: [] } as const
  expect(await outside(settings, { governed })).toMatchObject({
    names: [],
    notices: [
      'MCP server odd was not started: no rule allows any of its tools in mode plan. There only a rule with mcpName = "odd" and modes = ["plan"] does.',
    ],
  })
})

test('a container runs beside the isolation, and not at all where that is demanded', async () => {
  const docker = { command: 'docker', args: ['run', '-i', 'image:1.2'], trust: true }
  const mcpServers = { docker, posing: { ...docker, command: join(folder, 'docker') } }
  // Neither program is found; what matters is which of them was wrapped.
  const env = { PATH: folder }
  const machine = { env, childEnv: env, workspace: folder, scratch: folder, now: Date.now }
  expect((await outside({ mcpServers }, { machine })).wrapped).toEqual([join(folder, 'docker')])
  const { notices } = await outside({ mcpServers }, { machine, sandbox: 'required' })
  expect(notices).toContainEqual(expect.stringContaining('MCP server docker was not started: docker needs its socket'))
  expect(notices).not.toContainEqual(expect.stringContaining('posing was not started: docker needs'))
})

test('no isolation where it is demanded ends the run, whatever else is wrong only the server', async () => {
  const programs = { isolate: () => Promise.reject(new IsolationError('cannot be had')) }
  await expect(outside({ mcpServers: { odd } }, { programs, sandbox: 'required' })).rejects.toThrow(IsolationError)
  const broken = { discoveryCommand: 'no-such-program', callCommand: 'x', allowed: ['discovered_tool_x'] }
  const { names, notices } = await outside({ mcpServers: { odd }, tools: broken })
  expect(names).toEqual(['odd__tell'])
  expect(notices).toEqual([expect.stringContaining('brings no tools: Tool discovery command could not be started')])
})

test('where no program of the checkout may run, the discovery command does not', async () => {
  const tools = { discoveryCommand: 'x', callCommand: 'x', allowed: ['discovered_tool_x'] }
  const { notices } = await outside({ tools }, { powers: {} })
  expect(notices).toEqual([expect.stringContaining('no program of the checkout may run in this run')])
})
