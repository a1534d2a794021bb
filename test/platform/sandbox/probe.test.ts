import { expect, test } from 'vitest'
import type { Argv } from '../../../src/platform/process/run-program.ts'
import { probeIsolation, SIGNAL_LOST } from '../../../src/platform/sandbox/isolation.ts'

const STATUS = { shell: '2', canary: 'two words and a\nline:', NoNewPrivs: '1', Uid: '1000', CapEff: '0', Pid: '2' }
type Status = Partial<typeof STATUS>
type Isolated = 'all' | 'processes' | 'privileges'

/** The problem of an isolation in which the probe sees this. */
function problemOf(
  status: Status,
  { isolated = 'all', end = 'kill -KILL $$' }: { isolated?: Isolated; end?: string } = {},
) {
  const lines = Object.entries({ ...STATUS, ...status }).map(([name, value]) => `${name}:${value}\n`)
  const wrap = (): Argv => ['/bin/bash', '--norc', '-c', `printf %s "$1"; ${end}`, 'bash', lines.join('')]
  return probeIsolation(wrap, { uid: 1000, isolated, bash: '/bin/bash', cwd: '/' })
}

const PROBLEMS: [status: Status, problem: string | undefined][] = [
  [{}, undefined],
  [{ NoNewPrivs: '0' }, 'programs can still gain privileges'],
  [{ Uid: '0' }, 'programs run as another user'],
  [{ Uid: '10001' }, 'programs run as another user'],
  [{ CapEff: '0000000000080000' }, 'programs keep forbidden capabilities'],
  [{ CapEff: '0000000000200000' }, 'programs keep forbidden capabilities'],
  [{ CapEff: '' }, 'programs keep forbidden capabilities'],
  [{ CapEff: '0000000000000400' }, undefined],
  [{ canary: ':' }, 'the environment is not passed on'],
  [{ shell: '50', Pid: '50' }, undefined],
  [{ shell: '51', Pid: '51' }, 'programs are not in a process tree of their own'],
  [{ shell: '2', Pid: '4711' }, 'other processes are visible'],
]
for (const [status, problem] of PROBLEMS)
  test(`the probe of an isolation: ${JSON.stringify(status)}`, async () =>
    expect(await problemOf(status)).toBe(problem))

test('the probe expects no more than the isolation is meant to give', async () => {
  expect(await problemOf({ Pid: '4711' }, { isolated: 'processes' })).toBeUndefined()
  expect(await problemOf({ shell: '51' }, { isolated: 'processes' })).toMatch(/process tree/)
  expect(await problemOf({ shell: '51', Pid: '4711' }, { isolated: 'privileges' })).toBeUndefined()
  expect(await problemOf({ NoNewPrivs: '0' }, { isolated: 'privileges' })).toMatch(/privileges/)
})

test('the probe notices that a signal arrives as an exit code, and a program that does not run', async () => {
  expect(await problemOf({}, { end: 'exit 137' })).toBe(SIGNAL_LOST)
  const wrap = (): Argv => ['/bin/bash', '--norc', '-c', 'echo "no namespaces here" >&2; exit 1']
  const expected = { uid: 1000, isolated: 'all' as const, bash: '/bin/bash', cwd: '/' }
  expect(await probeIsolation(wrap, expected)).toBe('no namespaces here')
})
