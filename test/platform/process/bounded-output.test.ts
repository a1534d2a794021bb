import { expect, test } from 'vitest'
import { createBoundedOutput } from '../../../src/platform/process/run-program.ts'

const fed = (text: string, size: number, most: number) => {
  const kept = createBoundedOutput(most)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) kept.add(bytes.subarray(at, at + size))
  return kept
}

for (const size of [1, 2, 3, 7, 100, 10_000])
  test(`in chunks of ${size}: all of a short stream, both ends of a long one`, () => {
    expect(fed('hello world', size, 11).bytes().toString()).toBe('hello world')
    const text = Array.from({ length: 1000 }, (_, n) => `${n}`).join(',')
    const kept = fed(text, size, 100)
    const said = kept.bytes().toString()
    expect(said).toBe(
      `${text.slice(0, 20)}\n... [${text.length - 100} bytes of output omitted] ...\n${text.slice(-80)}`,
    )
    expect(kept.total()).toBe(text.length)
    expect(kept.dropped()).toBe(text.length - 100)
  })

for (const most of [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  test(`no character is cut at ${most} bytes`, () => {
    for (const character of ['é', '漢', '🎉'])
      for (const before of ['', 'a', 'ab', 'abc'])
        expect(
          fed(before + character.repeat(50), 5, most)
            .bytes()
            .toString(),
        ).not.toContain('\ufffd')
  })

test('a stream of single bytes costs no more than its size', () => {
  const kept = createBoundedOutput(200_000)
  for (let n = 0; n < 600_000; n++) kept.add(Buffer.of(65 + (n % 26)))
  const text = kept.bytes().toString()
  expect(text).toMatch(/^ABCDEF/)
  expect(text.length).toBeLessThan(200_100)
  expect(kept.dropped()).toBe(400_000)
})
