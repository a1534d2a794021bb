import { type Argv, runProgram } from '../process/run-program.ts'

/**
 * What the probe expects: the user, the path of bash, and the working directory. `isolated`: `all` for own processes and an
 * own view of them, `processes` without that view, `privileges` for no new privileges only.
 */
export type ProbeExpectation = { uid: number; isolated: 'all' | 'processes' | 'privileges'; bash: string; cwd: string }

/** The problem of an isolation that is correct except that it reports a killed command with an exit code. */
export const SIGNAL_LOST = 'a killed command is reported with an exit code instead of its signal'

const PROBE_MS = 10_000
const CANARY = 'two words and a\nline'

/** Prints bash's pid, the canary and the kernel's view of the process. Starts no program and ends with a signal. */
const PROBE = `mapfile -t status </proc/self/status
printf 'shell:%s\\ncanary:%s:\\n' "$$" "$SLUICE_PROBE"
printf '%s\\n' "\${status[@]}"
kill -KILL $$`

/** The bits of CAP_SYS_PTRACE and CAP_SYS_ADMIN. */
const FORBIDDEN_CAPABILITIES = (1n << 19n) | (1n << 21n)

/** More processes than the setup of an isolated command starts, fewer than a machine runs. */
const MAX_ISOLATED_PID = 50

/** Runs a harmless command in isolation and checks the result. Returns the problem, or undefined when all is well. */
export async function probeIsolation(
  wrap: (argv: Argv) => Argv,
  expected: ProbeExpectation,
): Promise<string | undefined> {
  const { bash, cwd, uid, isolated } = expected
  const ran = await runProgram(
    { argv: [bash, '--norc', '-p', '-c', PROBE] },
    { cwd, env: { SLUICE_PROBE: CANARY }, timeoutMs: PROBE_MS, wrap },
  )
  const { stdout, stderr } = ran
  if (!stdout.includes('NoNewPrivs:'))
    return ran.failure ?? (firstLine(stderr) || `it ended with ${ran.code ?? ran.signal}`)
  const status = new Map(stdout.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.split(/[:\s]+/)[1] ?? '']))
  if (status.get('NoNewPrivs') !== '1') return 'programs can still gain privileges'
  if (status.get('Uid') !== String(uid)) return 'programs run as another user'
  if ((BigInt(`0x${status.get('CapEff') || 'ffffffffffffffff'}`) & FORBIDDEN_CAPABILITIES) !== 0n)
    return 'programs keep forbidden capabilities'
  if (!stdout.includes(`canary:${CANARY}:`)) return 'the environment is not passed on'
  if (isolated === 'privileges') return undefined
  if (Number(status.get('shell')) > MAX_ISOLATED_PID) return 'programs are not in a process tree of their own'
  if (isolated === 'all' && status.get('Pid') !== status.get('shell')) return 'other processes are visible'
  return ran.signal === 'SIGKILL' ? undefined : SIGNAL_LOST
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
