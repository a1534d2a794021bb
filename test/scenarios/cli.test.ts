import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const CLI = resolve(import.meta.dirname, '../../dist/cli.js')

/** `sluice --version` by a Node that says it is another. */
function versionBy(node: string) {
  const as = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${as}`, CLI, '--version'],
    {
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

test('a Node too old for the bundle is told so in a line', () => {
  expect(versionBy('20.20.2')).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^sluice needs Node 24 or newer, .*npx sluice.*; elsewhere \S+node_modules\S+node is one\.\n$/,
    ),
  })
  expect(versionBy('24.0.0')).toMatchObject({ status: 0, stderr: '' })
})
