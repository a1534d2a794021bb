import { type Argv, run } from './process.ts'

/** What a command should find: this user; whether no other processes; and where bash is and it is started. */
export type Expected = { uid: number; namespaces: boolean; bash: string; cwd: string }

/** What is wrong with an isolation that is right but for the way a killed command ends. */
export const SIGNAL_LOST = 'a command that was killed looks as if it had ended by itself'

const PROBE_MS = 10_000
const CANARY = 'two words and a\nline'

/** Says where it is: bash's own pid, the canary, the kernel's view of the process. Starts no program, and ends by a signal. */
const PROBE = `mapfile -t status </proc/self/status
printf 'shell:%s\\ncanary:%s:\\n' "$$" "$SLUICE_PROBE"
printf '%s\\n' "\${status[@]}"
kill -KILL $$`

/** CAP_SYS_PTRACE and CAP_SYS_ADMIN, by their bits. */
const TOO_MUCH = (1n << 19n) | (1n << 21n)

/** Far more than an isolated command and its set-up have started by then, far fewer than a machine has. */
const FIRST_PIDS = 50

/** Starts a harmless command the way all others will be, and looks whether it is where it should be. */
export async function problemWith(wrap: (argv: Argv) => Argv, expected: Expected): Promise<string | undefined> {
  const { bash, cwd, uid, namespaces } = expected
  const ran = await run(
    { argv: [bash, '--norc', '-p', '-c', PROBE] },
    { cwd, env: { SLUICE_PROBE: CANARY }, timeoutMs: PROBE_MS, wrap },
  )
  const { stdout, stderr } = ran
  if (!stdout.includes('NoNewPrivs:'))
    return ran.failure ?? (firstLine(stderr) || `it ended with ${ran.code ?? ran.signal}`)
  const seen = new Map(stdout.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.split(/[:\s]+/)[1] ?? '']))
  if (seen.get('NoNewPrivs') !== '1') return 'programs could still gain privileges'
  if (seen.get('Uid') !== String(uid)) return 'programs would run as another user'
  if ((BigInt(`0x${seen.get('CapEff') || 'ffffffffffffffff'}`) & TOO_MUCH) !== 0n) return 'capabilities were left'
  if (!stdout.includes(`canary:${CANARY}:`)) return 'the environment did not arrive'
  if (!namespaces) return undefined
  if (seen.get('Pid') !== seen.get('shell') || Number(seen.get('Pid')) > FIRST_PIDS)
    return 'other processes are in sight'
  return ran.signal === 'SIGKILL' ? undefined : SIGNAL_LOST
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
