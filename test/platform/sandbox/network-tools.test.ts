import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createNetworkNamespace } from '../../../src/platform/sandbox/network.ts'

const base = mkdtempSync(join(tmpdir(), 'network-tools-'))
afterAll(() => rmSync(base, { recursive: true }))

/** The reason why there is no network where only these programs are installed. */
function reasonWith(name: string, programs: readonly string[], method: 'user' | 'sudo' = 'user') {
  const folder = join(base, name)
  mkdirSync(folder)
  for (const program of programs) writeFileSync(join(folder, program), '')
  return createNetworkNamespace({ method, uid: 1000, gid: 1000, listeners: [], folders: [folder] })
}

const REQUIRED = ['bash', 'unshare', 'nsenter', 'env', 'setpriv']
for (const missing of REQUIRED)
  test(`the network of programs needs ${missing}`, async () =>
    expect(await reasonWith(missing, ['ip', ...REQUIRED.filter((name) => name !== missing)])).toBe(
      `${missing} is not installed`,
    ))

test('the network of programs needs ip or perl, and sudo where that is the way in', async () => {
  expect(await reasonWith('neither', REQUIRED)).toMatch(/^neither ip nor perl is installed/)
  expect(await reasonWith('sudo', [...REQUIRED, 'perl'], 'sudo')).toBe('sudo is not installed')
})
