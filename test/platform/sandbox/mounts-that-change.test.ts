import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOT_RUN, runProgram } from '../../../src/platform/process/run-program.ts'
import { isolatedArgv, NO_MOUNTS } from '../../../src/platform/sandbox/isolation-script.ts'
import { planMounts } from '../../../src/platform/sandbox/mounts.ts'
import { asRoot, base, cleanUp, machine, works } from '../isolation-machine.ts'

/** Mounts can come and go on the machine between the plan for a command and its start. */

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mounts-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  cleanUp()
})

const tools = Object.fromEntries(
  ['bash', 'unshare', 'setpriv', 'mount', 'env', 'mkdir', 'timeout'].map((name) => [name, `/usr/bin/${name}`]),
) as Parameters<typeof isolatedArgv>[0]

const run = (after: string[]) =>
  runProgram(
    { shell: 'echo ran' },
    {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin' },
      mergeStderr: true,
      wrap: (argv) => isolatedArgv(tools, { uid: 0, gid: 0, method: 'root' }, { ...NO_MOUNTS, after: [after] }, argv),
    },
  )

test.runIf(works(asRoot))('what is no mount any more is no reason not to run', async () => {
  const { code, output, failure } = await run(['-o', 'remount,bind,ro', folder])
  expect({ code, output, failure }).toEqual({ code: 0, output: 'ran\n', failure: undefined })
})

test.runIf(works(asRoot))('a mount that cannot be changed is the reason, and the command does not run', async () => {
  const { code, output, failure } = await run(['-o', 'bind,ro', '/sys', join(folder, 'missing')])
  expect({ code, output }).toEqual({ code: NOT_RUN.code, output: '' })
  expect(failure).toMatch(/^its isolation failed \(.*missing\): mount: .*missing/)
})

test.runIf(works(asRoot))('what is gone is not hidden, and the rest is mounted', async () => {
  for (const name of ['shown', 'a folder', 'hidden']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'shown/name'), 'shown\n')
  writeFileSync(join(folder, 'hidden/name'), 'hidden\n')
  const table = join(folder, 'table')
  const bound = `${join(folder, 'shown')} ${join(folder, 'a\\040folder')} none rbind,ro 0 0`
  const gone = `/dev/null ${join(folder, 'gone.sock')} none rbind,ro 0 0`
  const empty = `sluice ${join(folder, 'hidden')} tmpfs nosuid,nodev,mode=0555,size=1m 0 0`
  writeFileSync(table, [bound, gone, empty, 'sluice /proc proc nosuid,nodev,noexec 0 0', ''].join('\n'))
  const { code, output, failure } = await runProgram(
    { shell: 'cat "a folder/name"; touch "a folder/new" 2>/dev/null || echo read-only; ls -A hidden; ls /proc/1/comm' },
    {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin' },
      mergeStderr: true,
      wrap: (argv) => isolatedArgv(tools, { uid: 0, gid: 0, method: 'root' }, { ...NO_MOUNTS, tables: [table] }, argv),
    },
  )
  expect({ code, output, failure }).toEqual({
    code: 0,
    output: 'shown\nread-only\n/proc/1/comm\n',
    failure: undefined,
  })
})

test.runIf(works(asRoot))('what is hidden by then is no longer needed by what was mounted before', async () => {
  const { place, env } = machine('gone')
  const socket = join(base, 'gone.sock')
  const server = createServer().listen(socket)
  await once(server, 'listening')
  const plan = planMounts({ ...place, uid: 0, gid: 0 }, true, { visible: [], writable: [] }, undefined)
  rmSync(socket)
  server.close()
  const { code, output, failure } = await runProgram(
    { shell: 'cat .git/config; ls "$RUNNER_TEMP"' },
    {
      cwd: place.workspace,
      env: { ...env, RUNNER_TEMP: place.env.RUNNER_TEMP ?? '' },
      mergeStderr: true,
      wrap: (argv) => isolatedArgv(tools, { uid: 0, gid: 0, method: 'root' }, plan, argv),
    },
  )
  expect({ code, output, failure }).toEqual({
    code: 0,
    output: '[http "https://github.com/"]\n[remote "origin"]\n\turl = https://github.com/o/r\n',
    failure: undefined,
  })
})

test.runIf(works(asRoot))('a table that cannot be mounted is the reason, and the command does not run', async () => {
  const table = join(folder, 'broken')
  mkdirSync(join(folder, 'target'))
  writeFileSync(
    table,
    `/dev/null ${join(folder, 'gone.sock')} none rbind 0 0\n/missing ${join(folder, 'target')} none rbind 0 0\n`,
  )
  const { code, output, failure } = await runProgram(
    { shell: 'echo ran' },
    {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin' },
      mergeStderr: true,
      wrap: (argv) => isolatedArgv(tools, { uid: 0, gid: 0, method: 'root' }, { ...NO_MOUNTS, tables: [table] }, argv),
    },
  )
  expect({ code, output }).toEqual({ code: NOT_RUN.code, output: '' })
  expect(failure).toMatch(/^its isolation failed \(mounts\): mount: .*missing/)
})

test('a program that ends with the same code did run', async () => {
  const { code, output, failure } = await runProgram(
    { shell: `echo "${NOT_RUN.line}no" >&2; exit ${NOT_RUN.code}` },
    { cwd: folder, env: { PATH: '/usr/bin:/bin' }, mergeStderr: true, wrap: (argv) => argv },
  )
  expect({ code, output, failure }).toEqual({ code: 125, output: `${NOT_RUN.line}no\n`, failure: undefined })
})
