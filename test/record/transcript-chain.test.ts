import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkChain, openChain } from '../../src/record/transcript.ts'

const chain = openChain()
const events = ['run_started', 'notice', 'model_reply', 'call_finished', 'run_ended']
const digests: string[] = []
const lines = events.map((type, index) => {
  const line = chain.seal(index + 1, 1000 + index, { type, ms: 5, text: 'He said: "hash":"no"' })
  digests.push(chain.sha256())
  return line
})
const file = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The lines with all hashes computed again, as somebody would who knows how. */
function forged(change: (line: Record<string, unknown>, index: number) => object): string {
  const other = openChain()
  return file(
    lines.map((line, index) => {
      const { timeMs, seq, prev: _, hash: __, ...event } = JSON.parse(line)
      return other.seal(seq, timeMs, change(event, index))
    }),
  )
}

test('the digest is that of sha256sum, for the file and for each beginning of it', () => {
  expect(digests.at(-1)).toBe(sha256(file(lines)))
  for (const [index, digest] of digests.entries()) {
    expect(digest).toBe(sha256(file(lines.slice(0, index + 1))))
    expect(checkChain(file(lines), digest)).toMatchObject({ state: 'intact', lines: 5 })
  }
  expect(checkChain(file(lines))).toEqual({ state: 'intact', lines: 5, sha256: digests.at(-1) })
})

test.each<[what: string, changed: readonly string[], line: number, reason: RegExp]>([
  ['a duration', lines.map((line, i) => (i === 2 ? line.replace('"ms":5', '"ms":6') : line)), 3, /text was changed/],
  ['the last line', lines.map((line, i) => (i === 4 ? line.replace('1004', '1005') : line)), 5, /text was changed/],
  [
    'its hash too',
    lines.map((line, i) => (i === 1 ? rehashed(line.replace('"ms":5', '"ms":6')) : line)),
    3,
    /line before/,
  ],
  ['white space', lines.map((line, i) => (i === 1 ? line.replace('{', '{ ') : line)), 2, /text was changed/],
  ['a line less', lines.toSpliced(1, 2), 2, /number 4, so 2 of the lines before it are missing/],
  ['the first line less', lines.slice(1), 1, /number 2, so 1 of/],
  ['a line twice', lines.toSpliced(2, 0, lines[1] ?? ''), 3, /replaced, added or moved/],
  ['two lines swapped', lines.with(1, lines[2] ?? '').with(2, lines[1] ?? ''), 2, /number 3/],
  ['an empty line', lines.toSpliced(2, 0, ''), 3, /no hash/],
  ['a line without hash', lines.with(3, JSON.stringify({ timeMs: 1, seq: 4, type: 'notice' })), 4, /no hash/],
  [
    'a hash of nothing',
    lines.with(0, lines[0]?.replace(/"hash":"\w+"/, `"hash":"${'0'.repeat(64)}"`) ?? ''),
    1,
    /text/,
  ],
])('%s: the first changed line is named', (_, changed, line, reason) => {
  const check = checkChain(file(changed))
  expect(check).toMatchObject({ state: 'changed', line })
  expect(check.state === 'changed' && check.reason).toMatch(reason)
})

function rehashed(line: string): string {
  const body = line.replace(/,"hash":"\w+"\}$/, '}')
  return `${body.slice(0, -1)},"hash":"${sha256(body)}"}`
}

test('only the published digest shows that all hashes were computed again', () => {
  const text = forged((event, index) => (index === 2 ? { ...event, ms: 1 } : event))
  expect(checkChain(text).state).toBe('intact')
  expect(checkChain(text, digests[1]).state, 'the part before the change').toBe('intact')
  for (const digest of digests.slice(2))
    expect(checkChain(text, digest)).toMatchObject({ state: 'changed', reason: expect.stringContaining('SHA-256') })
  expect(checkChain(file(lines.slice(0, 3)), digests[4]).state, 'an end that is missing').toBe('changed')
})

test('a transcript without hashes, and one of a killed run', () => {
  const old = file([JSON.stringify({ timeMs: 1, seq: 1, type: 'notice' })])
  expect(checkChain(old)).toEqual({ state: 'absent' })
  expect(checkChain(old, digests[0]).state).toBe('changed')
  expect(checkChain(`${file(lines)}{"timeMs":10`)).toMatchObject({ state: 'intact', lines: 5 })
  expect(checkChain('')).toEqual({ state: 'intact', lines: 0, sha256: sha256('') })
})
