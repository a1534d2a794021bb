import type { Pattern } from './secret-index.ts'

/** Longer secrets (session tokens) are looked for in the common encodings only, to keep the index small. */
const LONG = 400

/** Every way one secret is looked for: as it is, turned around, and in the encodings a shell has at hand. */
export function encodingsOf(secret: string): Pattern[] {
  const plain = secret.trim().replace(/-----(?:BEGIN|END) [A-Z0-9 ]+-----/g, '')
  const bytes = Buffer.from(plain)
  const encoded = bytes.toString('base64')
  const straight = [plain, reversed(plain), rot13(plain), bytes.toString('hex')]
  const ragged = aligned(bytes)
  if (plain.length <= LONG) {
    straight.push(...dumped(bytes), ...escaped(plain), ...numbered(bytes), reversed(bytes.toString('hex')))
    ragged.push(...ragged.map(reversed), ...aligned(Buffer.from(reversed(plain))), ...base32(bytes))
    ragged.push(...aligned(Buffer.from(plain, 'utf16le')), ...aligned(Buffer.from(encoded)))
  }
  const patterns: Pattern[] = [...straight.map((text) => ({ text })), ...ragged.map((text) => ({ text, ragged: true }))]
  // Fragments are compared by letters and digits; where those are few, the whole is looked for as well.
  const letters = plain.replace(/[^A-Za-z0-9]/g, '')
  const telling = letters.length >= 16 && new Set(letters).size >= 8
  if (telling && letters.length === plain.replace(/[-_.+/=\s]/g, '').length) return patterns
  const upper = bytes.toString('hex').toUpperCase()
  return [
    ...patterns,
    ...[...straight, ...ragged, ...ragged.map(urlSafe), upper].map((text) => ({ text, whole: true })),
  ]
}

const reversed = (text: string) => [...text].reverse().join('')

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })

const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

/** Base64 of the bytes at each of the three places they can have in a longer text; characters shared with neighbours are cut. */
const aligned = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const exact = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(Math.ceil((before * 8) / 6), exact)
  })

/** Base32 of the bytes at each of the five places they can have in a longer text, without what neighbours share. */
const base32 = (bytes: Buffer): string[] =>
  [0, 1, 2, 3, 4].map((before) => {
    let digits = ''
    // Five bits are taken from those not used yet; the first ones belong to what stands before.
    let bits = (before * 8) % 5
    let value = 0
    for (const byte of bytes) {
      value = ((value << 8) | byte) & 0xfff
      for (bits += 8; bits >= 5; bits -= 5) digits += BASE32[(value >> (bits - 5)) & 31]
    }
    return before === 0 ? digits : digits.slice(1)
  })

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** As `od -x` and `od` print them: words of two bytes, the second one first. */
const dumped = (bytes: Buffer): string[] =>
  [0, 1].flatMap((from) => {
    const words = Array.from({ length: Math.floor((bytes.length - from) / 2) }, (_, at) =>
      bytes.readUInt16LE(from + at * 2),
    )
    return [
      words.map((word) => word.toString(16).padStart(4, '0')).join(''),
      words.map((word) => word.toString(8).padStart(6, '0')).join(''),
    ]
  })

const escaped = (text: string): string[] => {
  const ways = [JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())]
  return ways.filter((way) => way !== text)
}

/** Character codes: decimal, octal, and the hexadecimal escapes of programming languages and HTML. */
const numbered = (bytes: Buffer): string[] => {
  const codes = [...bytes]
  const hex = codes.map((code) => code.toString(16).padStart(2, '0'))
  return [
    codes.join(' '),
    codes.map((code) => code.toString(8).padStart(3, '0')).join(' '),
    hex.map((code) => `\\x${code}`).join(''),
    hex.map((code) => `0x${code}`).join(','),
    hex.map((code) => `\\u00${code}`).join(''),
  ]
}
