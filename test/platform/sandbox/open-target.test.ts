import { expect, test } from 'vitest'
import { isHostName, parseAllowedHosts } from '../../../src/platform/sandbox/allowed-hosts.ts'
import { resolveTarget } from '../../../src/platform/sandbox/gateway.ts'

const access = (entries: string[]) => ({
  allowed: parseAllowedHosts(entries),
  resolve: async () => ['93.184.216.34'],
  dial: () => Promise.reject(new Error('nothing is dialed')),
})

test.each([
  [0, false],
  [1, true],
  [1.5, false],
  [65_535, true],
  [65_536, false],
  [Number.NaN, false],
])('port %s is valid: %s', async (port, valid) => {
  const target = await resolveTarget(access(valid ? [`allowed.test:${port}`] : ['allowed.test']), 'allowed.test', port)
  expect(target).toMatchObject(valid ? { ok: true } : { refused: { reason: 'the host or port is invalid' } })
})

/** A name of labels of 63 letters, of this length. */
const nameOf = (length: number) => `${`${'a'.repeat(63)}.`.repeat(4).slice(0, length - 1)}b`

test('a host name has at most 253 characters, and a label 63', () => {
  expect([nameOf(253), nameOf(254)].map((name) => name.length)).toEqual([253, 254])
  expect([nameOf(253), nameOf(254)].map(isHostName)).toEqual([true, false])
  expect(['a'.repeat(63), 'a'.repeat(64)].map((label) => isHostName(`${label}.test`))).toEqual([true, false])
})
