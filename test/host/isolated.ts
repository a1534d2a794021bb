import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { type Isolation, openIsolation, type SandboxMode } from '../../src/host/isolation.ts'
import type { IsolationPlace } from '../../src/host/isolation-hidden.ts'
import { type Command, type Ran, run } from '../../src/host/process.ts'

/** What to run, and where, by somebody who may be another user than the tests'. */
export type Job = {
  mode?: SandboxMode
  place: Omit<IsolationPlace, 'uid' | 'gid'>
  env: Record<string, string>
  commands: (Command & { stdin?: string; timeoutMs?: number; shown?: string[] })[]
}

export type Told = Pick<Isolation, 'level' | 'line'> & { ran: (Ran & { chunks: number })[] }

/** Does a job in a process of its own. `as` is a uid and gid; without it, the tests' own. The secret is in its environment. */
export async function isolated(job: Job, secret: string, as?: number): Promise<Told> {
  const child = spawn(process.execPath, [import.meta.filename], {
    env: { SECRET: secret, PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(as === undefined ? {} : { uid: as, gid: as }),
  })
  child.stdin.end(JSON.stringify(job))
  return JSON.parse(await text(child.stdout))
}

async function main() {
  const job: Job = JSON.parse(await text(process.stdin))
  const place = { ...job.place, uid: process.getuid?.(), gid: process.getgid?.() }
  const { level, line, wrap } = await openIsolation(job.mode ?? 'auto', place)
  const ran = []
  for (const { stdin, timeoutMs = 20_000, shown = [], ...command } of job.commands) {
    let chunks = 0
    const options = {
      cwd: place.workspace,
      env: job.env,
      timeoutMs,
      endTree: true,
      onOutput: () => void chunks++,
      ...(stdin === undefined ? {} : { stdin }),
      ...(wrap && { wrap: (argv: Parameters<typeof wrap>[0]) => wrap(argv, shown) }),
    }
    ran.push({ ...(await run(command, options)), chunks })
  }
  process.stdout.write(JSON.stringify({ level, line, ran }))
}

if (process.argv[1] === import.meta.filename) await main()
