import { expect, test } from 'vitest'
import type { RefusedConnection } from '../../../src/platform/sandbox/gateway.ts'
import { createRefusals } from '../../../src/platform/sandbox/network.ts'

const refusal = (nth: number): RefusedConnection => ({
  host: `host-${nth}.example.com`,
  port: 443,
  reason: 'no rule allows it',
  remedy: undefined,
})

test('twenty hosts are named, each once, and one line says that there are more', () => {
  const notices: string[] = []
  const refusals = createRefusals((text) => notices.push(text))
  for (let nth = 1; nth <= 20; nth++) for (let time = 0; time < 2; time++) refusals.add(refusal(nth))
  expect(notices).toHaveLength(20)
  for (const [index, text] of notices.entries()) expect(text).toContain(`host-${index + 1}.example.com`)
  for (let nth = 19; nth <= 30; nth++) refusals.add(refusal(nth))
  expect(notices.slice(20)).toEqual(['Blocked by the network rules: more hosts, which are not listed.'])
})

test('a command gets the refusals since it began, each once', () => {
  const refusals = createRefusals(() => undefined)
  refusals.add(refusal(1))
  const mark = refusals.mark()
  for (const nth of [2, 2, 3]) refusals.add(refusal(nth))
  expect(refusals.since(mark)).toEqual([expect.stringContaining('host-2.'), expect.stringContaining('host-3.')])
})
