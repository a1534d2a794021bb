import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOT_RUN, runProgram } from '../../../src/platform/process/run-program.ts'
import { isolatedArgv } from '../../../src/platform/sandbox/isolation-script.ts'
import { NO_MOUNTS } from '../../../src/platform/sandbox/mounts.ts'
import { asRoot, works } from '../isolation-machine.ts'

/** Mounts can come and go on the machine between the plan for a command and its start. */

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mounts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const tools = Object.fromEntries(
  ['bash', 'unshare', 'setpriv', 'mount', 'env', 'mkdir', 'timeout'].map((name) => [name, `/usr/bin/${name}`]),
) as Parameters<typeof isolatedArgv>[0]

const run = (after: string[]) =>
  runProgram(
    { shell: 'echo ran' },
    {
      ...{ cwd: folder, env: { PATH: '/usr/bin:/bin' }, mergeStderr: true },
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

test('a program that ends with the same code did run', async () => {
  const { code, output, failure } = await runProgram(
    { shell: `echo "${NOT_RUN.line}no" >&2; exit ${NOT_RUN.code}` },
    { cwd: folder, env: { PATH: '/usr/bin:/bin' }, mergeStderr: true, wrap: (argv) => argv },
  )
  expect({ code, output, failure }).toEqual({ code: 125, output: `${NOT_RUN.line}no\n`, failure: undefined })
})
