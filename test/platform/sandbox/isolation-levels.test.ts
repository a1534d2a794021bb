import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'
import { IsolationError } from '../../../src/platform/errors.ts'
import { runProgram } from '../../../src/platform/process/run-program.ts'
import { ALL_HOSTS } from '../../../src/platform/sandbox/allowed-hosts.ts'
import { openIsolation } from '../../../src/platform/sandbox/isolation.ts'
import type { IsolationContext } from '../../../src/platform/sandbox/isolation-context.ts'
import { sample } from '../../sample.ts'
import { isolated } from '../isolated.ts'
import {
  asRoot,
  asUser,
  base,
  cleanUp,
  machine,
  me,
  put,
  SECRET,
  SHOW_STATUS,
  SYSTEM,
  works,
} from '../isolation-machine.ts'

afterAll(cleanUp)

const place = (given: Partial<IsolationContext>): IsolationContext => ({
  platform: process.platform,
  uid: me,
  gid: process.getgid?.(),
  env: {},
  workspace: base,
  scratch: join(base, 'scratch'),
  program: [],
  ...given,
})

/** Folders in which unshare is a program that always fails, as it is in most containers. */
function withoutNamespaces(): string[] {
  put(
    join(base, 'no-unshare/unshare'),
    '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n',
    0o755,
  )
  return [join(base, 'no-unshare'), ...SYSTEM]
}

const WITHOUT: [name: string, given: () => Partial<IsolationContext>, reason: RegExp][] = [
  ['on macOS', () => ({ platform: 'darwin' }), /isolation is not supported on darwin/],
  ['on Windows', () => ({ platform: 'win32', uid: undefined, gid: undefined }), /isolation is not supported on win32/],
  [
    'without util-linux',
    () => ({ platform: 'linux', folders: [join(base, 'empty')] }),
    /bash, unshare, setpriv, mount, env, mkdir is not installed/,
  ],
  [
    'where namespaces are forbidden',
    () => ({ platform: 'linux', folders: withoutNamespaces() }),
    /unshare failed: Operation not permitted/,
  ],
]
for (const [name, given, reason] of WITHOUT) {
  if (name === 'where namespaces are forbidden' && process.platform !== 'linux') continue
  test(`isolation ${name}: refused when required, otherwise reported`, async () => {
    const refusal = await openIsolation('required', place(given())).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(IsolationError)
    expect(String(refusal)).toMatch(reason)
    const { level, description } = await openIsolation('auto', place(given()))
    expect(level).not.toBe('namespaces')
    expect(description).toMatch(reason)
    expect(description).toMatch(/not isolated from this job.*no credentials.*network access/)
  })
}

const ORDERS: [runner: string, order: RegExp][] = [
  ['github-hosted', /sudo.*; .*user namespace/],
  ['self-hosted', /user namespace.*; .*sudo/],
]
for (const [runner, order] of ORDERS)
  test.skipIf(process.platform !== 'linux')(`the order in which a ${runner} runner is asked for rights`, async () => {
    const folders = withoutNamespaces()
    put(join(base, 'no-unshare/sudo'), '#!/bin/sh\necho "sudo: a password is required" >&2\nexit 1\n', 0o755)
    const given = place({ uid: 1000, gid: 1000, folders, env: { RUNNER_ENVIRONMENT: runner } })
    expect((await openIsolation('auto', given)).description).toMatch(order)
  })

test.skipIf(process.platform !== 'linux')(
  'the reason names the setting of this system that forbids namespaces',
  async () => {
    const setting = (name: string) => {
      const path = `/proc/sys/${name}`
      return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
    }
    const isRestricted = setting('kernel/apparmor_restrict_unprivileged_userns') === '1'
    const isOff = setting('kernel/unprivileged_userns_clone') === '0' || setting('user/max_user_namespaces') === '0'
    const { description } = await openIsolation('auto', place({ uid: 1000, gid: 1000, folders: withoutNamespaces() }))
    expect(description.includes('kernel.apparmor_restrict_unprivileged_userns = 1')).toBe(isRestricted)
    expect(description.includes('this system allows no user namespaces')).toBe(isOff && !isRestricted)
  },
)

test('isolation: off isolates nothing, and says so', async () => {
  const isolation = await openIsolation('off', place({}))
  expect(isolation).toMatchObject({
    level: 'environment',
    description: expect.stringMatching(/not isolated.*sandbox is off/),
  })
})

for (const mayEdit of [true, false])
  test.runIf(works(asRoot) || works(asUser))(
    `isolation: a reader of ours ${mayEdit ? 'beside programs that edit' : 'of a checkout that nobody edits'} writes nothing and reaches nobody`,
    async () => {
      const { place: job } = machine(`reader-${mayEdit}`)
      const user = { uid: process.getuid?.(), gid: process.getgid?.() }
      const isolation = await openIsolation('auto', { ...job, ...user, mayEdit, allowedHosts: ALL_HOSTS })
      const { workspace } = job
      try {
        const shell = 'cat code.txt; echo x > written; cat gha-creds-0123.json; tail -n +3 /proc/net/dev'
        const ran = await runProgram({ shell }, { cwd: workspace, env: {}, wrap: isolation.wrapReader })
        expect(ran.stdout).toMatch(/^code\n\s*lo:[^\n]*\n$/)
        expect(ran.stderr).toContain('Read-only file system')
        expect(existsSync(join(workspace, 'written'))).toBe(false)
      } finally {
        await isolation.close?.()
      }
    },
  )

/** Ways for a program to outlive its call. Each prints the pid. */
const SURVIVORS: [name: string, command: string][] = [
  ['a session of its own with an empty environment', 'setsid env -i /bin/sleep 300 & echo $!'],
  ['another folder, and no file in common', '(cd /; exec setsid env -i /bin/sleep 300 <&- >&- 2>&-) & echo $!'],
  ['a child of a child', `setsid bash -c 'setsid env -i /bin/sleep 300 >&- 2>&- & echo $!'`],
  ['another limit, in the folder', '(ulimit -S -q 819200; exec setsid env -i /bin/sleep 300) & echo $!'],
]
for (const mode of ['off', 'auto'] as const)
  test.runIf(process.platform === 'linux')(`isolation: ${mode} names the programs that still run`, async () => {
    const isolation = await openIsolation(mode, place({ folders: withoutNamespaces() }))
    const { wrap, listSurvivors = () => [] } = isolation
    const pids: number[] = []
    try {
      expect(listSurvivors()).toEqual([])
      for (const [, shell] of [
        ...sample(SURVIVORS, 4),
        ['one that ended', 'env -i /bin/sleep 0 & echo $!; wait'] as const,
      ]) {
        const ran = await runProgram({ shell }, { cwd: base, env: {}, wrap })
        pids.push(Number(ran.stdout))
      }
      const survivors = pids.slice(0, -1).map((pid) => `sleep (PID ${pid})`)
      expect(listSurvivors()).toEqual(survivors)
    } finally {
      for (const pid of pids.slice(0, -1)) process.kill(pid, 'SIGKILL')
    }
  })

test.runIf(process.platform === 'linux')('isolation: off does not name a program that was there before', async () => {
  const earlier = spawn('sleep', ['300'], { cwd: base, stdio: 'ignore' })
  await once(earlier, 'spawn')
  // The clock of processes has hundredths of a second.
  await setTimeout(50)
  const module = join(import.meta.dirname, '../../../src/platform/sandbox/run-mark.ts')
  const script = `const { createRunMark } = await import(${JSON.stringify(module)})
    console.log(createRunMark('/bin/bash').listSurvivors(${JSON.stringify(base)}))`
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script])
  earlier.kill('SIGKILL')
  expect(stdout).toBe('[]')
})

test('isolation: without namespaces, privileges still cannot be gained', async () => {
  const { level, wrap } = await openIsolation('auto', place({ folders: withoutNamespaces() }))
  if (process.platform !== 'linux') return expect(level).toBe('environment')
  expect(level).toBe('privileges')
  const ran = await runProgram({ shell: SHOW_STATUS }, { cwd: base, env: {}, wrap })
  expect(ran.stdout).toContain('NoNewPrivs: 1\n')
  // Root without the capability to look into other processes does not see the job's environment either.
  const spied = await runProgram({ shell: `cat /proc/${process.pid}/environ` }, { cwd: base, env: {}, wrap })
  if (me === 0) expect(spied).toMatchObject({ stdout: '', stderr: expect.stringContaining('Permission denied') })
})

test.runIf(works(me === 0 ? asRoot : asUser))(
  'isolation: a timeout that loses the signal of a program is not used',
  async () => {
    const calls = join(base, 'odd-timeout/calls')
    put(join(base, 'odd-timeout/timeout'), `#!/bin/bash\necho call >>${calls}\nshift 2\n"$@"\nexit $?\n`, 0o755)
    const isolation = await openIsolation('auto', place({ folders: [join(base, 'odd-timeout'), ...SYSTEM] }))
    expect(isolation.level, isolation.description).toBe('namespaces')
    const tried = readFileSync(calls, 'utf8')
    expect(tried).toContain('call\n')
    const { wrap } = isolation
    const ran = await runProgram({ shell: 'echo ran' }, { cwd: base, env: {}, wrap })
    expect(ran).toMatchObject({ stdout: 'ran\n', code: 0 })
    expect(readFileSync(calls, 'utf8')).toBe(tried)
  },
)

test('isolation: a workspace among the files of the runner stays what it is', async () => {
  const { place, env } = machine('inside', { workspace: 'temp/repo' })
  const command = { shell: 'pwd; ls; echo new > new.txt; ls ..; grep -c extraheader .git/config' }
  const { level, ran } = await isolated({ place, env, commands: [command] }, SECRET)
  expect(readFileSync(join(place.workspace, 'new.txt'), 'utf8')).toBe('new\n')
  if (level === 'namespaces')
    expect(ran[0]?.stdout).toBe(`${place.workspace}\ncode.txt\ngha-creds-0123.json\nrepo\n0\n`)
})

test('isolation: a failed setup runs nothing', async () => {
  const { place: given, env } = machine('broken')
  put(
    join(base, 'mount/mount'),
    `#!/bin/sh\n[ -s ${base}/broken-now ] && { echo "no mounts today" >&2; exit 32; }\nexec /usr/bin/mount "$@"\n`,
    0o755,
  )
  put(join(base, 'broken-now'))
  const { level, wrap } = await openIsolation('auto', place({ ...given, folders: [join(base, 'mount'), ...SYSTEM] }))
  if (level !== 'namespaces' || wrap === undefined) return expect(works(me === 0 ? asRoot : asUser)).toBe(false)
  const start = () => runProgram({ shell: 'touch ran' }, { cwd: given.workspace, env, wrap })
  put(join(base, 'broken-now'), 'now')
  expect(await start()).toMatchObject({
    code: 125,
    stderr: expect.stringMatching(/no mounts today\nsluice: the command did not run/),
  })
  rmSync(given.scratch, { recursive: true })
  put(given.scratch)
  expect(await start()).toMatchObject({ code: null, failure: expect.stringMatching(/EEXIST|ENOTDIR/) })
  expect(existsSync(join(given.workspace, 'ran'))).toBe(false)
})

test('isolation: a socket of another program that goes away in that moment keeps no command from running', async () => {
  const { place: given, env } = machine('gone')
  const path = join(base, 'a socket.sock')
  const server = createServer().listen(path)
  await once(server, 'listening')
  const { level, wrap } = await openIsolation('auto', place(given))
  if (level !== 'namespaces' || wrap === undefined) {
    server.close()
    return expect(works(me === 0 ? asRoot : asUser)).toBe(false)
  }
  const shell = `[ -S '${path}' ] && echo seen; echo ran`
  const start = (wrapped: typeof wrap) => runProgram({ shell }, { cwd: given.workspace, env, wrap: wrapped })
  expect(await start(wrap)).toMatchObject({ stdout: 'ran\n', stderr: '' })
  const ran = await start((argv) => {
    const planned = wrap(argv)
    rmSync(path)
    return planned
  })
  server.close()
  expect(ran).toMatchObject({ code: 0, stdout: 'ran\n', stderr: '' })
})

test.runIf(process.platform === 'linux')(
  'isolation: off does not name a program that started together with it',
  async () => {
    const module = join(import.meta.dirname, '../../../src/platform/sandbox/run-mark.ts')
    const script = `const { createRunMark } = await import(${JSON.stringify(module)})
    console.log(createRunMark('/bin/bash').listSurvivors(${JSON.stringify(base)}))`
    // The pipe's other end starts after this program and before its mark.
    const command = `"$0" --input-type=module --eval "$1" | (cat; true)`
    const { stdout } = await execa('bash', ['-c', command, process.execPath, script], { cwd: base })
    expect(stdout).toBe('[]')
  },
)

for (const platform of ['win32', 'darwin'] as const)
  test(`on ${platform}, a program starts in the folder that stands for the checkout`, async () => {
    const replaced = { original: base, folder: join(base, 'view') }
    const { place: placeOf, wrap } = await openIsolation('auto', place({ platform, replaced }))
    put(join(base, 'src/a.js'), '')
    expect(wrap === undefined).toBe(platform === 'win32')
    expect([placeOf?.(base), placeOf?.(join(base, 'src')), placeOf?.(tmpdir())]).toEqual([
      join(base, 'view'),
      join(base, 'view/src'),
      tmpdir(),
    ])
    expect((await openIsolation('off', place({ platform }))).place).toBeUndefined()
  })
