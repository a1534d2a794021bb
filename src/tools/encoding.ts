import { isUtf8 } from 'node:buffer'

/** How a file writes its characters. `bom`: it starts with a byte-order mark, which is not part of its text. */
export type Encoding = { name: string; bom: boolean }

export const UTF8: Encoding = { name: 'utf-8', bom: false }

const MARKS: readonly (readonly [name: string, mark: readonly number[]])[] = [
  // Before UTF-16, whose mark is the first half of this one.
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The reading of last resort: every byte is a character, so nothing is lost whatever the bytes mean. */
const LAST_RESORT = 'windows-1252'
const SAMPLE_BYTES = 64 * 1024
/**
 * UTF-8 with a few bytes that are not: each stands as the lone surrogate U+DC00 + byte, which well-formed text never holds.
 * toWellFormed() makes such text fit to be shown.
 */
const STRAY = 'utf-8 with stray bytes'
/**
 * Below this a guess is no better than the reading of last resort. The detector is timid about two-byte encodings, but
 * text full of high bytes that all pair up is hardly anything else.
 */
const LEAST_CONFIDENCE = { oneByte: 40, twoBytes: 10 }
const TWO_BYTES = /^(shift_jis|big5|gb18030|euc-)/
const MANY_HIGH = 0.25
/** Above this share of control characters, bytes are a format and not a text; with broken UTF-8 far fewer tell. */
const MOST_CONTROLS = { utf8: 0.1, legacy: 0.005 }

/**
 * The text of a file, or undefined when it is not text. Whatever is returned, encode() gives the same bytes again:
 * a reading that would lose something is not used.
 */
export async function decode(bytes: Buffer): Promise<{ text: string; encoding: Encoding } | undefined> {
  for (const [name, mark] of MARKS) {
    if (!mark.every((byte, index) => bytes[index] === byte)) continue
    const read = attempt(bytes, { name, bom: true })
    if (read !== undefined) return read
  }
  if (bytes.includes(0)) return undefined
  if (isUtf8(bytes))
    return controls(bytes) > MOST_CONTROLS.utf8 ? undefined : { text: bytes.toString('utf8'), encoding: UTF8 }
  if (controls(bytes) > MOST_CONTROLS.legacy) return undefined
  const mended = withStrayBytes(bytes)
  if (mended !== undefined) return { text: mended, encoding: { name: STRAY, bom: false } }
  const { analyse } = await import('chardet')
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const crowded = share(sample, (byte) => byte >= 0x80) > MANY_HIGH
  for (const guess of analyse(sample)) {
    const name = guess.name.toLowerCase()
    const least = crowded && TWO_BYTES.test(name) ? LEAST_CONFIDENCE.twoBytes : LEAST_CONFIDENCE.oneByte
    if (guess.confidence < least || name.startsWith('utf')) continue
    const read = attempt(bytes, { name, bom: false })
    if (read !== undefined) return read
  }
  return attempt(bytes, { name: LAST_RESORT, bom: false })
}

/** The bytes of a text, or undefined when the encoding has no way to write one of its characters. */
export function encode(text: string, encoding: Encoding): Buffer | undefined {
  const body = encodeBody(text, encoding.name)
  const mark = encoding.bom ? MARKS.find(([name]) => name === encoding.name)?.[1] : undefined
  return body !== undefined && mark !== undefined ? Buffer.concat([Buffer.from(mark), body]) : body
}

/** The first character of a text that an encoding cannot write. */
export const unwritable = (text: string, encoding: Encoding): string | undefined =>
  [...text].find((character) => encodeBody(character, encoding.name) === undefined)

function attempt(bytes: Buffer, encoding: Encoding): { text: string; encoding: Encoding } | undefined {
  const mark = encoding.bom ? (MARKS.find(([name]) => name === encoding.name)?.[1].length ?? 0) : 0
  const text = decodeBody(bytes.subarray(mark), encoding.name)
  if (text === undefined) return undefined
  return encode(text, encoding)?.equals(bytes) ? { text, encoding } : undefined
}

function decodeBody(bytes: Buffer, name: string): string | undefined {
  switch (name) {
    case 'utf-8':
      return bytes.toString('utf8')
    // Not TextDecoder: it would replace unpaired surrogates, which a file may hold.
    case 'utf-16le':
      return bytes.toString('utf16le')
    case 'utf-16be':
      return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : undefined
    case 'utf-32le':
    case 'utf-32be':
      return utf32(bytes, name)
    default:
      return decoderOf(name)?.decode(bytes)
  }
}

/** undefined for an encoding only the detector knows. */
function decoderOf(name: string) {
  try {
    return new TextDecoder(name)
  } catch {
    return undefined
  }
}

function encodeBody(text: string, name: string): Buffer | undefined {
  switch (name) {
    case 'utf-8':
      return Buffer.from(text, 'utf8')
    case STRAY:
      return Buffer.concat(
        // With the u flag, and so only where it is not half of a pair.
        text
          .split(/([\u{dc80}-\u{dcff}])/u)
          .map((piece, index) =>
            index % 2 === 0 ? Buffer.from(piece, 'utf8') : Buffer.of(piece.charCodeAt(0) & 0xff),
          ),
      )
    case 'utf-16le':
      return Buffer.from(text, 'utf16le')
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16()
    case 'utf-32le':
    case 'utf-32be': {
      const points = [...text].map((character) => character.codePointAt(0) ?? 0)
      const bytes = Buffer.alloc(points.length * 4)
      for (const [index, point] of points.entries())
        name === 'utf-32le' ? bytes.writeUInt32LE(point, index * 4) : bytes.writeUInt32BE(point, index * 4)
      return bytes
    }
    default:
      return encodeLegacy(text, name)
  }
}

function utf32(bytes: Buffer, name: 'utf-32le' | 'utf-32be'): string | undefined {
  if (bytes.length % 4 !== 0) return undefined
  let text = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const point = name === 'utf-32le' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    if (point > 0x10ffff) return undefined
    text += String.fromCodePoint(point)
  }
  return text
}

function encodeLegacy(text: string, name: string): Buffer | undefined {
  const table = tableOf(name)
  if (table === undefined) return undefined
  const bytes: number[] = []
  for (const character of text) {
    const code = table.get(character)
    if (code === undefined) return undefined
    if (code > 0xff) bytes.push(code >> 8, code & 0xff)
    else bytes.push(code)
  }
  return Buffer.from(bytes)
}

const tables = new Map<string, ReadonlyMap<string, number> | undefined>()

/** Character → one byte, or two as one number. Node can read these encodings but not write them, so its reading is turned round. */
function tableOf(name: string): ReadonlyMap<string, number> | undefined {
  if (!tables.has(name)) tables.set(name, makeTable(name))
  return tables.get(name)
}

function makeTable(name: string): ReadonlyMap<string, number> | undefined {
  const decoder = decoderOf(name)
  if (decoder === undefined) return undefined
  const table = new Map<string, number>()
  const leads: number[] = []
  for (let byte = 0; byte < 0x100; byte++) {
    const character = decoder.decode(Uint8Array.of(byte))
    if (character === '\ufffd') leads.push(byte)
    else if (character.length === 1 && !table.has(character)) table.set(character, byte)
  }
  for (const lead of leads)
    for (let trail = 0x30; trail < 0xff; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (!character.includes('\ufffd') && [...character].length === 1 && !table.has(character))
        table.set(character, (lead << 8) | trail)
    }
  return table
}

/** The share of characters no text holds; line ends, tabs, form feeds, backspaces and colour codes are text. */
const controls = (bytes: Buffer): number =>
  share(bytes.subarray(0, SAMPLE_BYTES), (byte) =>
    byte < 0x20 ? byte < 0x08 || (byte > 0x0d && byte !== 0x1b) : byte === 0x7f,
  )

function share(bytes: Buffer, counts: (byte: number) => boolean): number {
  let count = 0
  for (const byte of bytes) if (counts(byte)) count++
  return bytes.length === 0 ? 0 : count / bytes.length
}

/** The text when the bytes are UTF-8 but for a few; undefined when broken sequences outnumber the good ones. */
function withStrayBytes(bytes: Buffer): string | undefined {
  const pieces: string[] = []
  let good = 0
  let stray = 0
  let from = 0
  const flush = (to: number) => {
    if (to > from) pieces.push(bytes.toString('utf8', from, to))
  }
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at)
    if (length > 1) good++
    if (length === 0) {
      flush(at)
      pieces.push(String.fromCharCode(0xdc00 + (bytes[at] ?? 0)))
      stray++
      from = at + 1
    }
    at += Math.max(1, length)
  }
  flush(bytes.length)
  return good > stray ? pieces.join('') : undefined
}

/** Bytes of the UTF-8 sequence that starts here; 0 when none does. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x80) return 1
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return lead >= 0xc2 && lead <= 0xf4 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))
    ? length
    : 0
}
