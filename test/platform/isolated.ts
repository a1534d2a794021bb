import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { type CommandLine, type ProgramResult, runProgram } from '../../src/platform/process/run-program.ts'
import { type Isolation, openIsolation, type SandboxMode } from '../../src/platform/sandbox/isolation.ts'
import type { IsolationContext } from '../../src/platform/sandbox/isolation-context.ts'

/** What to run, where, and as which user. */
export type Job = {
  mode?: SandboxMode
  place: Omit<IsolationContext, 'uid' | 'gid'>
  env: Record<string, string>
  /** `stopAt`: it is stopped when it has printed this. */
  commands: (CommandLine & { stdin?: string; timeoutMs?: number; shown?: string[]; stopAt?: string })[]
}

export type Told = Pick<Isolation, 'level' | 'description'> & {
  ran: (ProgramResult & { chunks: number })[]
  refusedHosts: string[]
}

/** Runs a job in a separate process. `as` is a uid and gid; the default is the tests' own. The secret is in its environment. */
export async function isolated(job: Job, secret: string, as?: number): Promise<Told> {
  // A folder stays open, as by a careless program that started the job.
  const start = `exec 77</; exec "$@"`
  const child = spawn('bash', ['--norc', '-c', start, 'start', process.execPath, import.meta.filename], {
    env: { SECRET: secret, PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'inherit'],
    uid: as,
    gid: as,
  })
  child.stdin.end(JSON.stringify(job))
  return JSON.parse(await text(child.stdout))
}

async function main() {
  const job: Job = JSON.parse(await text(process.stdin))
  const place = { ...job.place, uid: process.getuid?.(), gid: process.getgid?.() }
  const refusedHosts: string[] = []
  const onRefusedHost = (text: string) => void refusedHosts.push(text)
  const { level, description, wrap, close } = await openIsolation(job.mode ?? 'auto', { ...place, onRefusedHost })
  const ran = []
  for (const { stdin, timeoutMs = 120_000, shown = [], stopAt, ...command } of job.commands) {
    let chunks = 0
    let printed = ''
    const stop = new AbortController()
    const options = {
      cwd: place.workspace,
      env: job.env,
      timeoutMs,
      endProcessTree: true,
      signal: stop.signal,
      onOutput: (chunk: Buffer) => {
        chunks++
        printed += stopAt === undefined ? '' : chunk.toString()
        if (stopAt !== undefined && printed.includes(stopAt)) stop.abort()
      },
      stdin,
      wrap: wrap ? (argv: Parameters<typeof wrap>[0]) => wrap(argv, shown) : undefined,
    }
    ran.push({ ...(await runProgram(command, options)), chunks })
  }
  await close?.()
  process.stdout.write(JSON.stringify({ level, description, ran, refusedHosts }))
}

if (process.argv[1] === import.meta.filename) await main()
