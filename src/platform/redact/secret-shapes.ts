import type { SecretPattern, TextSpan } from './secret-index.ts'

/**
 * Patterns of well-known tokens. Each starts at a word boundary and continues with one run of characters, so matching is
 * fast for every text.
 */
const SHAPES = [
  /(?<![A-Za-z0-9_])(?:gh[pousr]_[A-Za-z0-9_.-]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{30,}/g,
  /(?<![A-Za-z0-9_-])(?:ya29\.|AQ\.|1\/\/0|GOCSPX-)[A-Za-z0-9_-]{20,}(?:[.][A-Za-z0-9_-]+)?/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9_-])(?:xox[abeoprs]-|sk-ant-|sk-proj-|[sr]k_live_|npm_|glpat-|pypi-AgEI|hf_)[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
]

const HINTS = [
  'gh',
  'github_pat_',
  'AI',
  'ya29.',
  'AQ.',
  '1//0',
  'GOCSPX-',
  'AKIA',
  'ASIA',
  'xox',
  'sk',
  'rk_',
  'npm_',
  'glpat-',
  'pypi-',
  'hf_',
  'eyJ',
]

/** The length of an AWS key. All others, and the first line of a private key, are longer. */
const SHORTEST = 20

/** The spans of a text that look like a well-known token or a private key. */
export function findTokenShapes(text: string): TextSpan[] {
  if (text.length < SHORTEST) return []
  const spans = privateKeys(text)
  if (!HINTS.some((hint) => text.includes(hint))) return spans
  for (const shape of SHAPES)
    for (const { index, 0: token } of text.matchAll(shape)) spans.push({ start: index, end: index + token.length })
  return spans
}

/** The body of each private key block, up to its end line or, without one, to the end of the key characters. */
function privateKeys(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  const begins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const start = begin.index + begin[0].length
    // The body consists of key characters, including a literal \n of JSON, and ends with this block. Search for the first
    // other character: matching a long body would overflow the stack.
    const otherCharacter = /[^A-Za-z0-9+/=\s:,\\-]|-(?=----)/g
    otherCharacter.lastIndex = start
    const end = otherCharacter.exec(text)?.index ?? text.length
    if (end - start >= 16) spans.push({ start, end })
    begins.lastIndex = end
  }
  return spans
}

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
