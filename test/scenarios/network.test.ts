import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sample } from '../sample.ts'
import { type Improvisation, improvise, openedBySender } from './improvised.ts'

const isRoot = process.getuid?.() === 0
const canIsolate =
  process.platform === 'linux' &&
  isRoot &&
  spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', '--mount-proc', 'true']).status === 0

/** A registry on the machine. Counts what arrives. */
async function registry() {
  const requests: string[] = []
  const server = createServer((incoming, response) => {
    requests.push(incoming.url ?? '')
    response.end('from the registry')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { port, requests, [Symbol.dispose]: () => void server.close() }
}

const scene = (
  {
    hosts,
    command,
    event,
    inputs = {},
  }: { hosts: string; command: string; event?: string; inputs?: Record<string, string> },
  check: (run: Improvisation & { comment: string }) => void,
) =>
  improvise(
    {
      turns: [[{ tool: 'run_shell_command', args: { command } }]],
      event,
      step: { inputs: { allowed_hosts: hosts, sandbox: 'required', ...inputs } },
    },
    (run) => {
      const { comments, viewer } = run.github.world
      check({ ...run, comment: comments.find(({ user }) => user === viewer)?.body ?? '' })
    },
  )

const fetchFrom = (port: number, host = 'localhost') =>
  `exec 3<>/dev/tcp/${host}/${port} && printf 'GET /x HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`
const askProxy = (target: string) =>
  `exec 3<>/dev/tcp/127.0.0.1/\${http_proxy##*:} && printf 'CONNECT ${target} HTTP/1.1\\r\\nHost: ${target}\\r\\n\\r\\n' >&3 && timeout 5 cat <&3`

const REACHED: [name: string, hosts: (port: number) => string, address: string][] = [
  ['localhost and a port', (port) => `localhost:${port}`, 'localhost'],
  ['an address and a port', (port) => `127.0.0.1:${port}`, '127.0.0.1'],
  ['a preset beside it', (port) => `npm, localhost:${port}`, 'localhost'],
  ['every host', () => '*', '127.0.0.1'],
]
for (const [name, hosts, address] of sample(REACHED, 1))
  test.runIf(canIsolate).concurrent(`allowed_hosts with ${name}: a command reaches the service`, async () => {
    using service = await registry()
    await scene({ hosts: hosts(service.port), command: fetchFrom(service.port, address) }, ({ said, last }) => {
      expect(said[0]?.[0], last.log).toContain('from the registry')
      expect(service.requests).toEqual(['/x'])
      expect(last.outputs.outcome).toBe('ok')
    })
  })

const REFUSED: [target: string, entry: string | undefined][] = [
  ['registry.example.com:443', 'registry.example.com'],
  ['registry.example.com:8443', 'registry.example.com:8443'],
  ['10.1.2.3:5432', '10.1.2.3:5432'],
  ['169.254.169.254:80', undefined],
]
for (const [target, entry] of sample(REFUSED, 1))
  test.runIf(canIsolate).concurrent(`a refused host is told with the entry that would allow it: ${target}`, () =>
    scene({ hosts: 'npm', command: askProxy(target) }, ({ said, last, comment }) => {
      const remedy = entry === undefined ? 'It cannot be allowed' : `add \`${entry}\` to the input allowed_hosts`
      expect(said[0]?.[0], last.log).toContain(`Blocked by the network rules: ${target}`)
      expect(said[0]?.[0]).toContain(remedy)
      for (const text of [comment, last.summary]) expect(text).toContain(`Blocked by the network rules: ${target}`)
      expect(last.commands.filter(({ name }) => name === 'warning').map(({ message }) => message)).toEqual([
        expect.stringContaining(remedy),
      ])
    }),
  )

test.runIf(canIsolate)('allowed_hosts is ignored on code from a fork, and a notice says so', async () => {
  using service = await registry()
  await scene(
    {
      hosts: `localhost:${service.port}`,
      command: fetchFrom(service.port),
      event: 'fork-gets-a-patch',
      inputs: { run_pr_code: 'true' },
    },
    ({ said, last, comment }) => {
      expect(said[0]?.[0], last.log).not.toContain('from the registry')
      expect(service.requests).toEqual([])
      expect(`${comment}\n${last.log}`).toContain('The input allowed_hosts is ignored in this run')
    },
  )
})

/** A hook is what a visitor's run may start: it comes from the workflow, and reads what a stranger wrote. */
test.runIf(canIsolate)("allowed_hosts is ignored in a visitor's run, and a notice says so", async () => {
  using service = await registry()
  const tools = mkdtempSync(join(tmpdir(), 'sluice-hook-'))
  const hook = join(tools, 'hook')
  const attempt = `(${fetchFrom(service.port)}) >&2; curl -s -m 2 http://localhost:${service.port}/y >&2`
  writeFileSync(hook, `#!/bin/bash\n${attempt}\necho '{"decision":"deny","reason":"the hook ran"}'\n`, { mode: 0o755 })
  await improvise(
    {
      turns: [[{ tool: 'read_file', args: { file_path: 'README.md' } }]],
      event: 'mention-by-a-stranger',
      prepare: openedBySender,
      step: {
        eventName: 'issues',
        inputs: {
          prompt: 'Sort this issue.',
          allowed_hosts: `localhost:${service.port}`,
          sandbox: 'required',
          settings: JSON.stringify({
            hooks: {
              BeforeTool: [{ matcher: '*', hooks: [{ type: 'command', command: hook }] }],
            },
          }),
        },
        env: { GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/triage.yml@refs/heads/main' },
      },
    },
    ({ last, said }) => {
      expect(said[0]?.[0], last.log).toContain('the hook ran')
      expect(last.log).toContain(
        'The input allowed_hosts is ignored in this run, because an account without write permission started it',
      )
      expect(service.requests).toEqual([])
    },
  )
  rmSync(tools, { recursive: true })
})
