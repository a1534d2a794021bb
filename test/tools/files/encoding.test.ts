import { expect, test } from 'vitest'
import { decodeText, encodeText, unencodableCharacter } from '../../../src/tools/files/encoding.ts'

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const utf32le = (text: string) =>
  Buffer.concat([...text].map((c) => Buffer.from(Uint32Array.of(c.codePointAt(0) ?? 0).buffer)))
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const TEXTS: [name: string, bytes: Buffer, text: string, encoding: string, bom?: boolean][] = [
  ['nothing', Buffer.alloc(0), '', 'utf-8'],
  ['ASCII', Buffer.from('plain\r\n'), 'plain\r\n', 'utf-8'],
  ['UTF-8', Buffer.from('größe 漢字 🎉'), 'größe 漢字 🎉', 'utf-8'],
  ['a literal replacement character', Buffer.from('a\ufffdb'), 'a\ufffdb', 'utf-8'],
  ['UTF-8 with a mark', Buffer.from('\ufeffa'), 'a', 'utf-8', true],
  ['UTF-16LE', Buffer.from('\ufeffhé\n', 'utf16le'), 'hé\n', 'utf-16le', true],
  ['UTF-16LE with half a pair', Buffer.from('\ufeffa\ud800b', 'utf16le'), 'a\ud800b', 'utf-16le', true],
  ['UTF-16BE', utf16be('\ufeffhé🎉'), 'hé🎉', 'utf-16be', true],
  ['UTF-32LE', utf32le('\ufeffhé🎉'), 'hé🎉', 'utf-32le', true],
  ['UTF-32BE', Buffer.concat([...'\ufeffa🎉'].map((c) => Buffer.from(utf32le(c)).swap32())), 'a🎉', 'utf-32be', true],
  ['latin-1', latin1('café déjà vu\n'), 'café déjà vu\n', 'windows-1252'],
  ['latin-1, one letter', latin1('é'), 'é', 'windows-1252'],
  ['Windows quotes', Buffer.from([0x93, 0x61, 0x94, 0x20, 0x80]), '“a” €', 'windows-1252'],
  [
    'UTF-8 but for a byte',
    Buffer.concat([Buffer.from('größe 漢\n'), Buffer.of(0xe9)]),
    'größe 漢\n\udce9',
    'utf-8 with stray bytes',
  ],
  [
    'Shift_JIS',
    Buffer.from('93fa967b8cea82cc8365834c8358836782c582b7814295b68e9a8352815b836882f08a6d82a982df82e981420a', 'hex'),
    '日本語のテキストです。文字コードを確かめる。\n',
    'shift_jis',
  ],
  [
    'KOI8-R',
    Buffer.from('f0d2c9d7c5d42c20cdc9d22120ebc1cb20c4c5ccc13f0a', 'hex'),
    'Привет, мир! Как дела?\n',
    'koi8-r',
  ],
  ['colour codes', Buffer.from('\x1b[31mred\x1b[0m\n'), '\x1b[31mred\x1b[0m\n', 'utf-8'],
]
for (const [name, bytes, text, encoding, bom = false] of TEXTS)
  test(`decode: ${name}`, async () => {
    const read = decodeText(bytes)
    expect(read?.text).toBe(text)
    if (encoding === 'windows-1252') expect(['windows-1252', 'iso-8859-1']).toContain(read?.encoding.name)
    else expect(read?.encoding).toEqual({ name: encoding, bom })
  })

const BINARIES: [name: string, bytes: Buffer][] = [
  ['NUL bytes without a mark', Buffer.of(0, 0xff, 0, 0xff)],
  ['a NUL far behind', Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.of(0)])],
  ['control characters', Buffer.of(1, 2, 3, 4)],
  ['every byte', Buffer.from(Array.from({ length: 255 }, (_, n) => n + 1))],
]
for (const [name, bytes] of BINARIES)
  test(`decode: ${name} is no text`, async () => expect(decodeText(bytes)).toBeUndefined())

/** Small and fast, and the same every time. */
function* numbers(seed: number): Generator<number> {
  for (let x = seed; ; ) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    yield x >>> 0
  }
}

test('decoded text encodes to the same bytes', async () => {
  const random = numbers(7)
  const next = (below: number) => (random.next().value ?? 0) % below
  const marks = ['', '', '', 'efbbbf', 'fffe', 'feff', 'fffe0000', '0000feff']
  let read = 0
  for (let round = 0; round < 3000; round++) {
    const mark = Buffer.from(marks[next(marks.length)] ?? '', 'hex')
    const high = next(4)
    const body = Buffer.from(
      Array.from({ length: next(60) }, () => (next(4) < high ? 0x80 + next(128) : 0x20 + next(95))),
    )
    const bytes = Buffer.concat([mark, body])
    const decoded = decodeText(bytes)
    if (decoded === undefined) continue
    read++
    const told = `round ${round} of seed 7, read as ${decoded.encoding.name}`
    expect(encodeText(decoded.text, decoded.encoding)?.toString('hex'), told).toBe(bytes.toString('hex'))
  }
  expect(read).toBeGreaterThan(1500)
})

test('encode: what an encoding cannot write is named, not replaced', () => {
  const latin = { name: 'windows-1252', bom: false }
  expect(encodeText('naïve 🎉', latin)).toBeUndefined()
  expect(unencodableCharacter('naïve 🎉', latin)).toBe('🎉')
  expect(encodeText('naïve €', latin)?.toString('hex')).toBe('6e61ef76652080')
})
