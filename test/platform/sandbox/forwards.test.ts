import { expect, test } from 'vitest'
import { parseAllowedHosts } from '../../../src/platform/sandbox/allowed-hosts.ts'
import { forwardsOf } from '../../../src/platform/sandbox/network.ts'

/** The listeners in the namespace and where each leads, as `LISTENER -> TARGET`. */
const forwards = (entry: string): string[] =>
  parseAllowedHosts([entry])
    .rules.flatMap(forwardsOf)
    .map(
      ({ listener, target }) => `${listener.address}:${listener.port} -> ${target.addresses.join('|')}:${target.port}`,
    )

test.each([
  ['localhost:5432', ['127.0.0.1:5432 -> 127.0.0.1|::1:5432', '::1:5432 -> 127.0.0.1|::1:5432']],
  ['127.0.0.1:5432', ['127.0.0.1:5432 -> 127.0.0.1:5432', '::1:5432 -> 127.0.0.1:5432']],
  ['[::1]:5432', ['127.0.0.1:5432 -> ::1:5432', '::1:5432 -> ::1:5432']],
  ['172.17.0.2:6379', ['172.17.0.2:6379 -> 172.17.0.2:6379']],
  ['example.com:443', []],
  ['example.com', []],
])('%s', (entry, expected) => {
  expect(forwards(entry)).toEqual(expected)
})
