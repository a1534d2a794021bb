import { expect, test } from 'vitest'
import { createBoundedOutput } from '../../src/platform/process/run-program.ts'
import { keepEnd, keepStart } from '../../src/text/format-text.ts'
import { decodeText, type Encoding, encodeText } from '../../src/tools/files/encoding.ts'
import { truncateLine } from '../../src/tools/files/text-file.ts'
import { truncateOutput } from '../../src/tools/long-output.ts'
import { fairShares } from '../../src/tools/web-fetch.ts'
import { isFull } from '../sample.ts'
import { createToolHarness, resultText } from './tool-harness.ts'

/** Integers below a bound, the same for the same seed. A failure names its seed. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const ENCODINGS: Encoding[] = [
  { name: 'utf-8', bom: false },
  { name: 'utf-8', bom: true },
  { name: 'utf-16le', bom: true },
  { name: 'utf-16be', bom: true },
  { name: 'utf-32le', bom: true },
  { name: 'utf-32be', bom: true },
  { name: 'windows-1252', bom: false },
]

/** How an edit may be written by a model that remembers the lines of a file only roughly. */
const WAYS: [name: string, remembered: (lines: string[]) => string[]][] = [
  ['by the letter', (lines) => lines],
  ['without indentation', (lines) => lines.map((line) => line.trimStart())],
  ['with other spaces', (lines) => lines.map((line) => line.replace(/ = /, '=').replace('(', '( '))],
  [
    'with a letter wrong',
    (lines) => lines.map((line, index) => (index === 0 ? line.replace('result', 'resault') : line)),
  ],
]

const SEEDS_PER_WAY = isFull ? 10 : 2

for (const encoding of ENCODINGS)
  for (const [way, remembered] of WAYS)
    test(`replace ${way} changes nothing outside the match: ${encoding.name}${encoding.bom ? ' with a mark' : ''}`, async () => {
      using shop = await createToolHarness()
      let edited = 0
      for (let seed = 1; seed <= SEEDS_PER_WAY; seed++) {
        const { before, old_string, new_string, after } = edit(seed, encoding, remembered)
        const bytes = encodeText(before, encoding)
        if (bytes === undefined) throw new Error('the text was made for this encoding')
        // The detected encoding may vary, but reading and writing must match.
        const known = decodeText(bytes)
        if (known?.text !== before) continue
        shop.put({ 'f.txt': bytes })
        const told = `seed ${seed}: ${JSON.stringify({ before, old_string })}`
        const result = await shop.call('replace', { file_path: 'f.txt', old_string, new_string, allow_multiple: true })
        expect(result.ok, `${told} ${resultText(result)}`).toBe(true)
        expect(shop.bytes('f.txt').toString('hex'), told).toBe(encodeText(after, encoding)?.toString('hex'))
        edited++
      }
      expect(edited).toBeGreaterThan(SEEDS_PER_WAY * 0.7)
    })

/** A file with the same two lines in one to three places, an edit of them, and the expected result. */
function edit(seed: number, encoding: Encoding, remembered: (lines: string[]) => string[]) {
  const next = chance(seed)
  const letters = encoding.name === 'windows-1252' ? ['é', 'ß', '“', '€'] : ['é', '漢', '🎉', '\u0301', '\u2028']
  const pieces = ['a', 'B7', ' ', '  ', '\t', '$&', "$'", '\\n', '{', '}', ';', ...letters]
  const ends = ['\n', '\r\n']
  const line = () => Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)] ?? '').join('')
  const block = (count: number) => Array.from({ length: count }, () => `${line()}é${ends[next(2)]}`).join('')
  const indent = ' '.repeat(next(3) * 2)
  const lines = [`const result${seed} = compute(alpha, beta, ${seed})`, `emit(result${seed}, "done é ${seed}")`]
  const new_string = `${indent}changed(${seed})\n${indent}  twice("é")`
  let [before, after] = ['', '']
  const places = 1 + next(3)
  for (let place = 1; place <= places; place++) {
    const around = block(1 + next(5))
    const end = ends[next(2)] ?? '\n'
    // Nothing may follow the last one, not even a line end.
    const final = place === places && next(3) === 0 ? '' : end
    before += around + lines.map((one) => indent + one).join(end) + final
    // New lines end like the old ones; everything else is unchanged, to the byte.
    after += around + new_string.replace('\n', end) + final
    if (place < places || final === '') continue
    const tail = block(next(5))
    before += tail
    after += tail
  }
  return { before, old_string: remembered(lines.map((one) => indent + one)).join('\n'), new_string, after }
}

const CHARACTERS = ['a', ' ', '\n', 'é', '漢', '🎉', '👩‍👩‍👧', '\u0301', '\ud83c\uddeb\ud83c\uddf7', '0']

/** A text of up to this many characters, some of them multi-part. */
function text(next: (below: number) => number, longest: number): string {
  return Array.from({ length: next(longest) }, () => CHARACTERS[next(CHARACTERS.length)] ?? '').join('')
}

/** Runs a check for many seeds; its second argument names the seed of a failure. */
const each = (seeds: number, check: (next: (below: number) => number, told: string) => void) => {
  for (let seed = 1; seed <= seeds; seed++) check(chance(seed), `seed ${seed}`)
}

test('the start and the end of a text are whole characters, and as many as fit', () =>
  each(300, (next, told) => {
    const whole = text(next, 30)
    const most = next(40)
    const [start, end] = [keepStart(whole, most), keepEnd(whole, most)]
    expect([start.isWellFormed(), end.isWellFormed()], told).toEqual([true, true])
    expect([whole.startsWith(start), whole.endsWith(end)], told).toEqual([true, true])
    for (const part of [start, end])
      expect([Math.min(most, whole.length), Math.min(most, whole.length) - 1], told).toContain(part.length)
    if (most >= whole.length) expect([start, end], told).toEqual([whole, whole])
  }))

test('a shortened line is the start of it, cut between characters', () =>
  each(60, (next, told) => {
    const line = text(next, 3000).replaceAll('\n', '')
    const short = truncateLine(`${line}\n`)
    expect(short.isWellFormed(), told).toBe(true)
    expect(short.endsWith('\n'), told).toBe(true)
    const kept = short.replace(/(?:\.\.\. \[truncated\])?\n$/, '')
    expect(line.startsWith(kept), told).toBe(true)
    expect(kept.length === line.length || (kept.length >= 1999 && kept.length <= 2000), told).toBe(true)
  }))

test('a shortened output is its start and its end, cut between characters, and counts what is missing', () =>
  each(200, (next, told) => {
    const whole = text(next, 300)
    const most = 5 + next(200)
    const short = truncateOutput(whole, undefined, most)
    expect(short.isWellFormed(), told).toBe(true)
    if (whole.length <= most) expect(short, told).toBe(whole)
    else {
      const [, head = '', missing = '', tail = ''] =
        /^Output too large\..*\n([\s\S]*)\n\n\.\.\. \[([\d,]+) characters omitted\] \.\.\.\n\n([\s\S]*)$/.exec(short) ??
        []
      expect([whole.startsWith(head), whole.endsWith(tail)], told).toEqual([true, true])
      expect(head.length + Number(missing.replaceAll(',', '')) + tail.length, told).toBe(whole.length)
    }
  }))

test('the ends of a byte stream are complete characters, for any chunks', () =>
  each(150, (next, told) => {
    const kept = createBoundedOutput(5 + next(200))
    const bytes = Buffer.from(text(next, 200))
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + next(7)
      kept.add(bytes.subarray(at, at + size))
      at += size
    }
    const said = kept.bytes()
    expect(said.toString('utf8'), told).not.toContain('\ufffd')
    expect(Buffer.from(said.toString('utf8')).equals(said), told).toBe(true)
  }))

test('read_file shows whole characters through any window', async () => {
  using shop = await createToolHarness()
  for (let seed = 1; seed <= 25; seed++) {
    const next = chance(seed)
    shop.put({ 'f.txt': text(next, 6000).replaceAll('\n', next(2) === 0 ? '\n' : ' ') })
    const start_line = 1 + next(3)
    const args = { file_path: 'f.txt', start_line, end_line: start_line + next(40) }
    expect(resultText(await shop.call('read_file', args)).isWellFormed(), `seed ${seed}`).toBe(true)
  }
})

test('shares are fair: no share exceeds its need, the whole budget is used, small needs are met completely', () =>
  each(200, (next, told) => {
    const sizes = Array.from({ length: 1 + next(6) }, () => next(1000))
    const most = next(3000)
    const shares = fairShares(sizes, most)
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
    expect(
      shares.every((share, index) => share <= (sizes[index] ?? 0)),
      told,
    ).toBe(true)
    expect(sum(shares), told).toBeLessThanOrEqual(Math.min(most, sum(sizes)))
    expect(Math.min(most, sum(sizes)) - sum(shares), told).toBeLessThan(sizes.length)
    for (const [index, size] of sizes.entries())
      if (size <= Math.floor(most / sizes.length)) expect(shares[index], told).toBe(size)
  }))
