import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { play, type Scenario, scenarios } from './scenario.ts'

const PRELOAD = pathToFileURL(resolve(import.meta.dirname, '../fakes/v8-flags.mjs')).href
const FETCH = ['internal/deps/undici/undici', 'http', 'http2', 'tls'].map((name) => `NativeModule ${name}`)

test('no flag of V8 changes before Node has loaded fetch, because V8 would compile it anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-flags-'))
  try {
    const file = join(folder, 'flags')
    const scenario = scenarios().find(({ name }) => name === 'pull-request-review') as Scenario // one of the folders
    const env = { ...scenario.step.env, NODE_OPTIONS: `--import=${PRELOAD}`, FLAGS_FILE: file }
    await play({ ...scenario, step: { ...scenario.step, env } }, ({ runs }) => {
      expect(runs[0]?.exitCode, runs[0]?.log).toBe(0)
      expect(runs[0]?.log).not.toContain('unrecognized flag')
    })
    const changes: { flag: string; loaded: string[] }[] = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(changes.length).toBeGreaterThan(0)
    for (const { flag, loaded } of changes) expect(loaded, flag).toEqual(expect.arrayContaining(FETCH))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
