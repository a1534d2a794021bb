import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAM = `const { cli } = await import(${JSON.stringify(new URL('../../src/cli.ts', import.meta.url).href)}); await cli(${JSON.stringify(ROOT)})`

test('a reader that leaves early is no mistake', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, '--', '--help'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
})
