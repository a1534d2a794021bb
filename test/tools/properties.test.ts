import { expect, test } from 'vitest'
import { keepEnds } from '../../src/host/output.ts'
import { decode, type Encoding, encode } from '../../src/tools/encoding.ts'
import { shorten } from '../../src/tools/line-ends.ts'
import { shortened } from '../../src/tools/long-output.ts'
import { fairShares } from '../../src/tools/shares.ts'
import { said, workshop } from './workshop.ts'

/** Whole numbers below a bound, the same for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
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

for (const encoding of ENCODINGS)
  for (const [way, remembered] of WAYS)
    test(`replace ${way} changes nothing outside the match: ${encoding.name}${encoding.bom ? ' with a mark' : ''}`, async () => {
      const next = chance(7)
      const letters = encoding.name === 'windows-1252' ? ['é', 'ß', '“', '€'] : ['é', '漢', '🎉', '\u0301', '\u2028']
      const pieces = ['a', 'B7', ' ', '  ', '\t', '$&', "$'", '\\n', '{', '}', ';', ...letters]
      const line = () => Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)] ?? '').join('')
      const ends = ['\n', '\r\n']
      const block = (count: number) => Array.from({ length: count }, () => `${line()}é${ends[next(2)]}`).join('')
      using shop = await workshop()
      let edited = 0
      for (let round = 0; round < 12; round++) {
        const [head, tail, end] = [block(1 + next(5)), block(next(5)), ends[next(2)] ?? '\n']
        const indent = ' '.repeat(next(3) * 2)
        const lines = [
          `const result${round} = compute(alpha, beta, ${round})`,
          `emit(result${round}, "done é ${round}")`,
        ]
        const place = lines.map((one) => indent + one)
        const before = head + place.join(end) + end + tail
        const bytes = encode(before, encoding)
        if (bytes === undefined) throw new Error('the text was made for this encoding')
        // Guesses of the detector are its own matter; what it reads it must write again.
        const known = await decode(bytes)
        if (known?.text !== before) continue
        shop.put({ 'f.txt': bytes })
        const written = `${indent}changed(${round})\n${indent}  twice("é")`
        const args = { old_string: remembered(place).join('\n'), new_string: written }
        const result = await shop.call('replace', { file_path: 'f.txt', ...args })
        expect(result.ok, `${JSON.stringify(before)} ${said(result)}`).toBe(true)
        // Lines put in end as those taken out did; all else is as it was, to the byte.
        const expected = encode(head + written.replace('\n', end) + end + tail, encoding)
        expect(shop.bytes('f.txt').toString('hex'), JSON.stringify(before)).toBe(expected?.toString('hex'))
        edited++
      }
      expect(edited).toBeGreaterThan(8)
    })

const CHARACTERS = ['a', ' ', '\n', 'é', '漢', '🎉', '👩‍👩‍👧', '\u0301', '\ud83c\uddeb\ud83c\uddf7', '0']

function texts(seed: number, count: number, longest: number): string[] {
  const next = chance(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: next(longest) }, () => CHARACTERS[next(CHARACTERS.length)] ?? '').join(''),
  )
}

test('a shortened line is the start of it, cut between characters', () => {
  for (const text of texts(1, 60, 3000)) {
    const line = text.replaceAll('\n', '')
    const short = shorten(`${line}\n`)
    expect(short.isWellFormed()).toBe(true)
    expect(short.endsWith('\n')).toBe(true)
    const kept = short.replace(/(?:\.\.\. \[truncated\])?\n$/, '')
    expect(line.startsWith(kept)).toBe(true)
    expect(kept.length === line.length || (kept.length >= 1999 && kept.length <= 2000)).toBe(true)
  }
})

test('a shortened output is its start and its end, cut between characters, and counts what is missing', () => {
  const next = chance(2)
  for (const text of texts(3, 200, 300)) {
    const most = 5 + next(200)
    const short = shortened(text, undefined, most)
    expect(short.isWellFormed()).toBe(true)
    if (text.length <= most) expect(short).toBe(text)
    else {
      const [, head = '', missing = '', tail = ''] =
        /^Output too large\..*\n([\s\S]*)\n\n\.\.\. \[([\d,]+) characters omitted\] \.\.\.\n\n([\s\S]*)$/.exec(short) ??
        []
      expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true])
      expect(head.length + Number(missing.replaceAll(',', '')) + tail.length).toBe(text.length)
    }
  }
})

test('the kept ends of a stream of bytes are whole characters, however it was cut into chunks', () => {
  const next = chance(4)
  for (const text of texts(5, 150, 200)) {
    const kept = keepEnds(5 + next(200))
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + next(7)
      kept.add(bytes.subarray(at, at + size))
      at += size
    }
    const said = kept.bytes()
    expect(said.toString('utf8')).not.toContain('\ufffd')
    expect(Buffer.from(said.toString('utf8')).equals(said)).toBe(true)
  }
})

test('read_file shows whole characters through any window', async () => {
  const next = chance(6)
  using shop = await workshop()
  for (const text of texts(8, 25, 6000)) {
    shop.put({ 'f.txt': text.replaceAll('\n', next(2) === 0 ? '\n' : ' ') })
    const start_line = 1 + next(3)
    const shown = said(
      await shop.call('read_file', { file_path: 'f.txt', start_line, end_line: start_line + next(40) }),
    )
    expect(shown.isWellFormed()).toBe(true)
  }
})

test('shares are fair: nobody gets more than asked for, all of it is given out, who asked for less than a share gets it all', () => {
  const next = chance(9)
  for (let round = 0; round < 200; round++) {
    const sizes = Array.from({ length: 1 + next(6) }, () => next(1000))
    const most = next(3000)
    const shares = fairShares(sizes, most)
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
    expect(shares.every((share, index) => share <= (sizes[index] ?? 0))).toBe(true)
    expect(sum(shares)).toBeLessThanOrEqual(Math.min(most, sum(sizes)))
    expect(Math.min(most, sum(sizes)) - sum(shares)).toBeLessThan(sizes.length)
    for (const [index, size] of sizes.entries())
      if (size <= Math.floor(most / sizes.length)) expect(shares[index]).toBe(size)
  }
})
