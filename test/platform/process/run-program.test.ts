import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  listRemainingProcesses,
  terminateProcesses,
  terminateProcessGroup,
} from '../../../src/platform/process/process-group.ts'
import {
  type CommandLine,
  type ProgramOptions,
  type ProgramResult,
  runProgram,
  startInBackground,
} from '../../../src/platform/process/run-program.ts'
import { passTime } from '../../fakes/pass-time.ts'

let cwd: string
const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' }
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sluice-process-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const sh = (shell: string, options: Partial<ProgramOptions> = {}) => runProgram({ shell }, { cwd, env, ...options })

const HOUR = 3_600_000

const WAIT = { timeout: 60_000, interval: 10 }

/** Is a process still there and not merely unburied? */
function alive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
const gone = (pid: number) => vi.waitUntil(() => !alive(pid), WAIT)
const pidIn = (file: string) => Number(readFileSync(join(cwd, file), 'utf8'))

const ENDINGS: [name: string, command: CommandLine, options: Partial<ProgramOptions>, ran: Partial<ProgramResult>][] = [
  ['output and code 0', { shell: 'echo hello' }, {}, { output: 'hello\n', code: 0, signal: null, timedOut: false }],
  ['a code of its own', { shell: 'exit 42' }, {}, { output: '', code: 42, signal: null }],
  ['its own signal', { shell: 'kill -9 $$' }, {}, { code: null, signal: 'SIGKILL' }],
  ['its own signal, merged', { shell: 'kill -TERM $$' }, { mergeStderr: true }, { code: null, signal: 'SIGTERM' }],
  ['argv is taken by the letter', { argv: ['printf', '%s|', 'a b', '$HOME', '"'] }, {}, { output: 'a b|$HOME|"|' }],
  ['both streams', { shell: 'echo out; echo err >&2' }, {}, { stdout: 'out\n', stderr: 'err\n' }],
  ['no input', { shell: 'cat; echo done' }, {}, { output: 'done\n' }],
  ['given input', { argv: ['cat'] }, { stdin: 'xyz' }, { output: 'xyz' }],
  ['input nobody reads', { argv: ['true'] }, { stdin: 'x'.repeat(1_000_000) }, { code: 0 }],
  ['no terminal', { shell: 'test -t 0 || test -t 1 || echo none; tty' }, {}, { stdout: 'none\nnot a tty\n', code: 1 }],
  ['a command that looks like an option', { shell: '-x' }, {}, { code: 127 }],
  ['only the environment given', { shell: 'echo $HOME $USER' }, {}, { output: '/nonexistent\n' }],
  ['a NUL is binary', { shell: 'printf "a\\0b"' }, {}, { binary: true, totalBytes: 3 }],
  ['accents are not', { shell: 'printf "\\303\\251\\351"' }, {}, { binary: false }],
]
for (const [name, command, options, ran] of ENDINGS)
  test(`run: ${name}`, async () => expect(await runProgram(command, { cwd, env, ...options })).toMatchObject(ran))

test('run: a failed start is returned, not thrown', async () => {
  expect((await runProgram({ argv: ['no-such-program'] }, { cwd, env })).failure).toMatch(/ENOENT/)
  expect((await sh('true', { cwd: join(cwd, 'none') })).failure).toMatch(/directory .*none does not exist/)
  expect((await runProgram({ argv: ['printf', 'a\0b'] }, { cwd, env })).failure).toMatch(/null bytes/)
})

test('run: merged streams come in the order they were written', async () => {
  const script = 'for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done'
  const { output, stderr } = await sh(script, { mergeStderr: true })
  expect(output).toBe('o1\ne1\no2\ne2\no3\ne3\no4\ne4\no5\ne5\n')
  expect(stderr).toBe('')
})

const SCRIPTS: [name: string, script: string, output: RegExp][] = [
  ['line numbers in errors are the command’s own', 'true\nnope', /line 2: nope/],
  ['a here-document', 'cat <<EOF\nhi\nEOF', /^hi\n$/],
  ['a trailing comment', 'echo a # done', /^a\n$/],
  ['a trailing backslash', 'echo a \\', /^a \\\n$/],
  ['arithmetic', 'echo $((1 + 2))', /^3\n$/],
  ['substitution', 'echo $(echo a) `echo b` <(:)', /^a b \/dev/],
  ['an unclosed quote is bash’s to complain about', 'echo "a', /unexpected EOF/],
]
for (const [name, script, output] of SCRIPTS)
  test(`run: ${name}`, async () =>
    expect((await sh(script, { mergeStderr: true, limits: { processes: 4096 } })).output).toMatch(output))

test('run: the answer comes when the command ends, though its background holds the output', async () => {
  const ran = await sh('sleep 300 & echo $! > pid; echo started')
  expect(ran).toMatchObject({ output: 'started\n', code: 0, backgroundPids: [pidIn('pid')] })
  expect(alive(pidIn('pid'))).toBe(true)
  await terminateProcesses(ran.backgroundPids)
  await gone(pidIn('pid'))
})

test('run: what is left running is not killed by a closed pipe', async () => {
  const ran = await sh('(while :; do echo tick; sleep 0.01; echo x >> ticks; done) & :')
  const before = readFileSync(join(cwd, 'ticks'), { encoding: 'utf8', flag: 'a+' }).length
  await vi.waitUntil(() => readFileSync(join(cwd, 'ticks'), 'utf8').length > before + 4, WAIT)
  await terminateProcesses(ran.backgroundPids)
})

test('run: a daemon that left group and session is still reported', async () => {
  const ran = await sh('setsid sleep 300 > /dev/null 2>&1 & echo $! > pid')
  expect(ran.backgroundPids).toHaveLength(1)
  await terminateProcesses(ran.backgroundPids)
  for (const pid of ran.backgroundPids) await gone(pid)
})

test('survivors: a process that is just becoming another program is waited for', async () => {
  const first = await sh('true')
  const child = spawn('env', ['-i', 'sh', '-c', 'read mark; export "$mark"; exec sleep 300'], { detached: true })
  await vi.waitUntil(() => readFileSync(`/proc/${child.pid}/environ`, 'latin1') === '', WAIT)
  const found = listRemainingProcesses({ pgid: first.pid ?? 0, marker: 'SLUICE_COMMAND=0123456789' })
  child.stdin.write('SLUICE_COMMAND=0123456789\n')
  expect(await found).toEqual([child.pid])
  child.kill('SIGKILL')
})

test('run: background work that has finished is not reported', async () => {
  expect((await sh('true & wait; echo $?')).backgroundPids).toEqual([])
})

const TREE = 'sleep 300 & echo $! > child; (setsid sleep 300 & echo $! > daemon; wait) & sleep 300'
const STOPS: [name: string, script: string, options: Partial<ProgramOptions>, ran: Partial<ProgramResult>][] = [
  ['total time', TREE, { timeoutMs: HOUR }, { timedOut: 'total', aborted: false, code: null }],
  ['silence', `echo a; ${TREE}`, { idleMs: HOUR }, { timedOut: 'idle', output: 'a\n' }],
  ['a command deaf to SIGTERM', `trap "" TERM; ${TREE}; sleep 300`, { timeoutMs: HOUR }, { signal: 'SIGKILL' }],
]

/** Whether the last process of the tree is written down. */
const stands = () => existsSync(join(cwd, 'daemon')) && existsSync(join(cwd, 'child')) && pidIn('daemon') > 0

for (const [name, script, options, ran] of STOPS)
  test(`run: ${name} ends the whole tree`, async () => {
    const run = () => sh(script, { mergeStderr: true, ...options })
    expect(await passTime(run, stands, HOUR)).toMatchObject({ ...ran, backgroundPids: [] })
    await gone(pidIn('child'))
    await gone(pidIn('daemon'))
  })

test('run: a signal ends the whole tree', async () => {
  const stop = new AbortController()
  const running = sh(TREE, { mergeStderr: true, signal: stop.signal })
  await vi.waitUntil(stands, WAIT)
  stop.abort()
  expect(await running).toMatchObject({ timedOut: false, aborted: true, backgroundPids: [] })
  await gone(pidIn('child'))
  await gone(pidIn('daemon'))
})

test('run: output resets the idle limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onOutput = (chunk: Buffer) => {
    // The next line comes when most of the limit has passed.
    setImmediate(() => {
      vi.advanceTimersByTime(0.8 * HOUR)
      writeFileSync(join(cwd, `after-${String(chunk).trim()}`), '')
    })
  }
  const script = 'for i in 1 2 3; do echo $i; until [ -e after-$i ]; do sleep 0.01; done; done'
  const ran = await sh(script, { idleMs: HOUR, onOutput }).finally(() => vi.useRealTimers())
  expect(ran).toMatchObject({ code: 0, timedOut: false, output: '1\n2\n3\n' })
})

test('run: an aborted signal starts nothing', async () => {
  const ran = await sh('touch started', { signal: AbortSignal.abort() })
  expect(ran).toMatchObject({ aborted: true, pid: undefined })
  expect(existsSync(join(cwd, 'started'))).toBe(false)
})

test('run: endless output is ended, its beginning and end kept', async () => {
  const ran = await sh('seq 1 999999999', { maxBytes: 1000, floodBytes: 10_000_000, mergeStderr: true })
  expect(ran).toMatchObject({ timedOut: 'flood', backgroundPids: [] })
  expect(ran.output).toMatch(/^1\n2\n3\n/)
  expect(ran.output).toMatch(/\n\.\.\. \[\d+ bytes of output omitted\] \.\.\.\n/)
  expect(ran.output.length).toBeLessThan(1100)
  expect(ran.truncatedBytes).toBeGreaterThan(9_000_000)
})

test('run: a fork bomb and a huge file meet their limits', async () => {
  expect((await sh('ulimit -u', { limits: { processes: 321 } })).output).toBe('321\n')
  const ran = await sh('head -c 9000000 /dev/zero > big; echo $?', {
    mergeStderr: true,
    limits: { fileBytes: 1_000_000 },
  })
  expect(ran.output).toMatch(/153/) // 128 + SIGXFSZ
})

test('run: isolation wraps what would have been started', async () => {
  const ran = await sh('echo "$WRAPPED $1"', { mergeStderr: true, wrap: (argv) => ['env', 'WRAPPED=yes', ...argv] })
  expect(ran.output).toBe('yes \n')
})

test('run: chunks are seen as they come', async () => {
  const seen: [string, string][] = []
  await sh('echo a; echo b >&2', { onOutput: (chunk, from) => seen.push([from, chunk.toString()]) })
  expect(seen.sort()).toEqual([
    ['stderr', 'b\n'],
    ['stdout', 'a\n'],
  ])
})

test('launch: a command that goes on, its output in a file, ended with its tree', async () => {
  const launched = await startInBackground({ shell: 'echo up; sleep 300 & wait' }, { cwd, env }, join(cwd, 'log'))
  if (!launched.ok) throw new Error(launched.failure)
  await vi.waitUntil(() => readFileSync(join(cwd, 'log'), 'utf8') !== '', WAIT)
  expect(readFileSync(join(cwd, 'log'), 'utf8')).toBe('up\n')
  await terminateProcessGroup(launched.group)
  expect(await listRemainingProcesses(launched.group)).toEqual([])
  expect(await launched.exited).toMatchObject({ code: null, signal: 'SIGTERM' })
})

test('launch: a failed start is returned', async () => {
  const log = join(cwd, 'log')
  expect(await startInBackground({ shell: 'true' }, { cwd: join(cwd, 'none'), env }, log)).toMatchObject({ ok: false })
})
