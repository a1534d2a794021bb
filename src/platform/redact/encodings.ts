import type { SecretPattern } from './secret-index.ts'

/** Longer secrets (session tokens) are indexed in the common encodings only, to keep the index small. */
const LONG = 400

/** All patterns of one secret: plain, reversed, and in the encodings that a shell can produce. */
export function secretEncodings(secret: string): SecretPattern[] {
  const plain = secret.trim().replace(/-----(?:BEGIN|END) [A-Z0-9 ]+-----/g, '')
  const bytes = Buffer.from(plain)
  const encoded = bytes.toString('base64')
  const plainForms = [plain, reversed(plain), rot13(plain), bytes.toString('hex')]
  const base64Forms = base64Alignments(bytes)
  if (plain.length <= LONG) {
    plainForms.push(
      ...dumpEncodings(bytes),
      ...escapeEncodings(plain),
      ...characterCodes(bytes),
      reversed(bytes.toString('hex')),
    )
    base64Forms.push(
      ...base64Forms.map(reversed),
      ...base64Alignments(Buffer.from(reversed(plain))),
      ...base32Alignments(bytes),
    )
    base64Forms.push(...base64Alignments(Buffer.from(plain, 'utf16le')), ...base64Alignments(Buffer.from(encoded)))
  }
  const patterns: SecretPattern[] = [
    ...plainForms.map((text) => ({ text })),
    ...base64Forms.map((text) => ({ text, unaligned: true })),
  ]
  // Fragments are compared by letters and digits. With few of these, also search for the exact text.
  const letters = plain.replace(/[^A-Za-z0-9]/g, '')
  const isDistinctive = letters.length >= 16 && new Set(letters).size >= 8
  if (isDistinctive && letters.length === plain.replace(/[-_.+/=\s]/g, '').length) return patterns
  const upper = bytes.toString('hex').toUpperCase()
  return [
    ...patterns,
    ...[...plainForms, ...base64Forms, ...base64Forms.map(urlSafe), upper].map((text) => ({ text, exact: true })),
  ]
}

const reversed = (text: string) => [...text].reverse().join('')

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })

const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

/** Base64 of the bytes at each of the three alignments in a longer text, without characters shared with neighboring bytes. */
const base64Alignments = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const exact = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(Math.ceil((before * 8) / 6), exact)
  })

/** Base32 of the bytes at each of the five alignments in a longer text, without characters shared with neighboring bytes. */
const base32Alignments = (bytes: Buffer): string[] =>
  [0, 1, 2, 3, 4].map((before) => {
    let digits = ''
    // Each digit takes five of the unused bits; the first bits belong to the preceding bytes.
    let bits = (before * 8) % 5
    let value = 0
    for (const byte of bytes) {
      value = ((value << 8) | byte) & 0xfff
      for (bits += 8; bits >= 5; bits -= 5) digits += BASE32[(value >> (bits - 5)) & 31]
    }
    return before === 0 ? digits : digits.slice(1)
  })

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The output of `od -x` and `od`: words of two bytes, low byte first. */
const dumpEncodings = (bytes: Buffer): string[] =>
  [0, 1].flatMap((from) => {
    const words = Array.from({ length: Math.floor((bytes.length - from) / 2) }, (_, index) =>
      bytes.readUInt16LE(from + index * 2),
    )
    return [
      words.map((word) => word.toString(16).padStart(4, '0')).join(''),
      words.map((word) => word.toString(8).padStart(6, '0')).join(''),
    ]
  })

const escapeEncodings = (text: string): string[] => {
  const encodings = [JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())]
  return encodings.filter((encoding) => encoding !== text)
}

/** Character codes: decimal, octal, and hexadecimal escapes of programming languages. */
const characterCodes = (bytes: Buffer): string[] => {
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
