import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { terminateProcesses } from '../../src/platform/process/process-group.ts'
import { createToolHarness, resultText, type ToolHarness } from './tool-harness.ts'

/** Starts a command in the background and gives its process id. */
async function start(shop: ToolHarness, command: string): Promise<number> {
  const text = resultText(await shop.call('run_shell_command', { command, is_background: true, delay_ms: 0 }))
  return Number(/PID: (\d+)|PGID: (\d+)/.exec(text)?.slice(1).find(Boolean))
}

async function until(holds: () => Promise<boolean>) {
  while (!(await holds())) await sleep(20)
}

const list = async (shop: ToolHarness) => resultText(await shop.call('list_background_processes', {}))

test('background: nothing was started', async () => {
  using shop = await createToolHarness()
  expect(await list(shop)).toBe('No background processes found.')
})

test('background: what runs is running, what ended has its code or signal', async () => {
  using shop = await createToolHarness()
  const runs = await start(shop, 'exec sleep 60')
  try {
    const failed = await start(shop, 'exit 3')
    const killed = await start(shop, 'kill -9 $$')
    await until(async () => (await list(shop)).match(/EXITED/g)?.length === 2)
    expect((await list(shop)).split('\n')).toEqual([
      `- [PID ${runs}] RUNNING: \`exec sleep 60\``,
      `- [PID ${failed}] EXITED: \`exit 3\` (Exit Code: 3)`,
      `- [PID ${killed}] EXITED: \`kill -9 $$\` (Signal: SIGKILL)`,
    ])
  } finally {
    await terminateProcesses([runs])
  }
})

test('background: the end of the output', async () => {
  using shop = await createToolHarness()
  const pid = await start(shop, 'printf "line 1\\nline 2\\nline 3\\n"')
  await until(async () => (await list(shop)).includes('EXITED'))
  const read = async (args: Record<string, unknown>) =>
    resultText(await shop.call('read_background_output', { pid, ...args }))
  expect(await read({ lines: 2 })).toBe(
    '<untrusted_context>\nShowing last 2 of 3 lines:\nline 2\nline 3\n</untrusted_context>',
  )
  expect(await read({})).toBe('<untrusted_context>\nFull Log Output:\nline 1\nline 2\nline 3\n</untrusted_context>')
  expect(await read({ lines: 3 })).toContain('Full Log Output:')
})

test('background: of a very long log only the end is read, from the start of a line', async () => {
  using shop = await createToolHarness()
  const pid = await start(shop, 'seq 1 40000')
  await until(async () => (await list(shop)).includes('EXITED'))
  const text = resultText(await shop.call('read_background_output', { pid, lines: 20_000 }))
  expect(text).toMatch(/Showing last (\d+) of more than \1 lines:\n\d{5}\n/)
  expect(text).toMatch(/\n39999\n40000\n<\/untrusted_context>$/)
})

test('background: a log without line ends is cut between characters', async () => {
  using shop = await createToolHarness()
  const pid = await start(shop, `printf 'a%.0s' 1; printf '漢%.0s' $(seq 1 40000); printf '\\346\\274'`)
  await until(async () => (await list(shop)).includes('EXITED'))
  const text = resultText(await shop.call('read_background_output', { pid }))
  expect(text).toMatch(/^<untrusted_context>\nShowing last 1 of more than 1 lines:\n漢{20000,}\n<\/untrusted_context>$/)
})

test('background: no output, unknown processes, wrong arguments', async () => {
  using shop = await createToolHarness()
  const pid = await start(shop, 'true')
  expect(resultText(await shop.call('read_background_output', { pid }))).toBe('Log is empty.')
  expect(await shop.call('read_background_output', { pid: 1 })).toEqual({
    ok: false,
    reason: 'execution_failed',
    text: "Access denied. Background process ID 1 not found in this session's history. List the IDs with list_background_processes.",
  })
  expect(resultText(await shop.call('read_background_output', { pid, lines: 0 }))).toBe('params/lines must be >= 1')
  expect(resultText(await shop.call('read_background_output', {}))).toBe("params must have required property 'pid'")
})

const KILLS: [name: string, command: (pid: number) => string, ended: string][] = [
  ['kill', (pid) => `kill ${pid}`, 'SIGTERM'],
  ['a signal by number', (pid) => `kill -9 ${pid}`, 'SIGKILL'],
  ['a signal by name', (pid) => `kill -s INT ${pid} 2>/dev/null || true`, 'SIGINT'],
  ['the group', (pid) => `kill -KILL -- -${pid}`, 'SIGKILL'],
  ['the first of a line', (pid) => `kill ${pid}; sleep 0; true`, 'SIGTERM'],
  ['the first two of a line', (pid) => `kill -0 ${pid} && kill -INT ${pid} 2>/dev/null || true\ntrue`, 'SIGINT'],
]

for (const [name, command, ended] of KILLS)
  test(`background: the model ends a command with ${name}`, async () => {
    using shop = await createToolHarness()
    const pid = await start(shop, 'exec sleep 60')
    const kill = async (line: string) => resultText(await shop.call('run_shell_command', { command: line }))
    expect(await kill(`kill -0 ${pid}`)).toContain('Exit Code: 0')
    expect(await kill(command(pid))).toContain('Exit Code: 0')
    await until(async () => (await list(shop)).includes('EXITED'))
    expect(await list(shop)).toContain(`(Signal: ${ended})`)
    expect(await kill(`kill -0 ${pid}`)).toMatch(/No such process[\s\S]*Exit Code: 1/)
    expect(await kill(`kill ${pid} || true`)).toContain('Exit Code: 0')
    expect(await kill(`kill ${pid} && echo yes || echo no`)).toMatch(/No such process\nno\n/)
  })

test('background: kill of other processes, and any other command line, is for the shell', async () => {
  using shop = await createToolHarness()
  const pid = await start(shop, 'exec sleep 60')
  try {
    const kill = async (line: string) => resultText(await shop.call('run_shell_command', { command: line }))
    expect(await kill(`kill -0 ${pid}; echo and then`)).toMatch(
      /Command: kill -0 .*\nDirectory: .*\nOutput: and then\n/,
    )
    expect(await kill(`kill -9 999999999 || true; echo ${pid}`)).toContain(`${pid}`)
    expect(await kill(`kill -0 ${pid} 999999999`)).toMatch(/999999999/)
    expect(await kill(`kill -NOPE ${pid}`)).toMatch(/NOPE/)
    expect(await kill(`echo kill ${pid}`)).toContain(`Output: kill ${pid}`)
    expect(await list(shop)).toContain('RUNNING')
  } finally {
    await terminateProcesses([pid])
  }
})
