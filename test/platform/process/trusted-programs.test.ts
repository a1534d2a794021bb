import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runGit } from '../../../src/platform/process/run-git.ts'
import { runProgram } from '../../../src/platform/process/run-program.ts'
import {
  findTrustedProgram,
  recordTrustedPrograms,
  trustedProgramPath,
} from '../../../src/platform/process/trusted-programs.ts'

const PATH = process.env.PATH ?? ''
let folder = ''
const at = (name: string) => join(folder, name)

function put(name: string, text = '#!/bin/sh\necho planted\n') {
  mkdirSync(join(at(name), '..'), { recursive: true })
  writeFileSync(at(name), text)
  chmodSync(at(name), 0o755)
}

/** A PATH that begins with a folder of the user's own, as on hosted runners. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-program-'))
  process.env.PATH = [at('own'), at('other'), PATH].join(delimiter)
})
afterEach(() => {
  process.env.PATH = PATH
  rmSync(folder, { recursive: true, force: true })
})

const windows = process.platform === 'win32'

test.skipIf(windows)('a program put into a folder of PATH during the run is not ours', async () => {
  recordTrustedPrograms()
  for (const name of ['git', 'rg', 'nerdctl']) put(`own/${name}`)
  expect(findTrustedProgram('nerdctl')).not.toBe(at('own/nerdctl'))
  expect(trustedProgramPath('rg')).not.toBe(at('own/rg'))
  expect((await runGit({ top: folder }, ['--version'])).stdout).toMatch(/^git version/)
})

test.skipIf(windows)('one that was there is, until it is changed or another takes its place', () => {
  put('own/rg')
  put('other/nerdctl')
  recordTrustedPrograms()
  expect([findTrustedProgram('rg'), trustedProgramPath('nerdctl')]).toEqual([at('own/rg'), at('other/nerdctl')])
  put('own/rg', '#!/bin/sh\necho other\n')
  expect(findTrustedProgram('rg')).toBeUndefined()
  put('new')
  renameSync(at('new'), at('other/nerdctl'))
  expect(trustedProgramPath('nerdctl')).toBe('/dev/null/nerdctl')
})

test.skipIf(windows)('the reason says whether a program is missing or changed, and what to do', async () => {
  const failureOf = async (name: 'rg' | 'nerdctl') => {
    const options = { cwd: folder, env: {}, timeoutMs: 60_000 }
    return (await runProgram({ argv: [trustedProgramPath(name), '--version'] }, options)).failure
  }
  put('own/rg')
  process.env.PATH = at('own')
  recordTrustedPrograms()
  expect(await failureOf('rg')).toBeUndefined()
  put('own/rg', '#!/bin/sh\necho other\n')
  expect(await failureOf('rg')).toBe(
    `${at('own/rg')} changed after the run started, so it is not started: install programs before this step`,
  )
  expect(await failureOf('nerdctl')).toBe('nerdctl is not installed')
})
