import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'

/** The encoding of a file. `bom`: it starts with a byte-order mark, which is not part of its text. */
export type Encoding = { name: string; bom: boolean }

export const UTF8: Encoding = { name: 'utf-8', bom: false }

const BYTE_ORDER_MARKS: readonly (readonly [name: string, mark: readonly number[]])[] = [
  // Before UTF-16: its mark is the first half of this one.
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** In this encoding each byte is a character, so no byte is lost. */
const FALLBACK_ENCODING = 'windows-1252'
const SAMPLE_BYTES = 64 * 1024
/**
 * UTF-8 with a few invalid bytes. Each becomes the lone surrogate U+DC00 + byte, which well-formed text never contains.
 * Call toWellFormed() before showing such text.
 */
const STRAY_BYTES = 'utf-8 with stray bytes'
/**
 * With less confidence, the fallback encoding is as good. The detector reports low confidence for two-byte encodings, but a
 * text with many high bytes that all form pairs is almost certainly one.
 */
const MIN_CONFIDENCE = { oneByte: 40, twoBytes: 10 }
const TWO_BYTE_ENCODINGS = /^(shift_jis|big5|gb18030|euc-)/
const HIGH_BYTE_SHARE = 0.25
/** With a higher share of control characters, a file is binary. For invalid UTF-8 the limit is much lower. */
const MAX_CONTROL_SHARE = { utf8: 0.1, legacy: 0.005 }

/**
 * Decodes a file; undefined if it is not text. encodeText() returns the same bytes for the result: an encoding that would
 * lose bytes is not used.
 */
export function decodeText(bytes: Buffer): { text: string; encoding: Encoding } | undefined {
  for (const [name, mark] of BYTE_ORDER_MARKS) {
    if (!mark.every((byte, index) => bytes[index] === byte)) continue
    const decoded = tryDecode(bytes, { name, bom: true })
    if (decoded !== undefined) return decoded
  }
  if (bytes.includes(0)) return undefined
  if (isUtf8(bytes))
    return controlShare(bytes) > MAX_CONTROL_SHARE.utf8 ? undefined : { text: bytes.toString('utf8'), encoding: UTF8 }
  if (controlShare(bytes) > MAX_CONTROL_SHARE.legacy) return undefined
  const repaired = withStrayBytes(bytes)
  if (repaired !== undefined) return { text: repaired, encoding: { name: STRAY_BYTES, bom: false } }
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const hasManyHighBytes = share(sample, (byte) => byte >= 0x80) > HIGH_BYTE_SHARE
  for (const guess of analyse(sample)) {
    const name = guess.name.toLowerCase()
    const minConfidence =
      hasManyHighBytes && TWO_BYTE_ENCODINGS.test(name) ? MIN_CONFIDENCE.twoBytes : MIN_CONFIDENCE.oneByte
    if (guess.confidence < minConfidence || name.startsWith('utf')) continue
    const decoded = tryDecode(bytes, { name, bom: false })
    if (decoded !== undefined) return decoded
  }
  return tryDecode(bytes, { name: FALLBACK_ENCODING, bom: false })
}

/** Encodes a text; undefined if the encoding does not contain one of its characters. */
export function encodeText(text: string, encoding: Encoding): Buffer | undefined {
  const body = encodeBody(text, encoding.name)
  const mark = encoding.bom ? BYTE_ORDER_MARKS.find(([name]) => name === encoding.name)?.[1] : undefined
  return body !== undefined && mark !== undefined ? Buffer.concat([Buffer.from(mark), body]) : body
}

/** The first character of a text that the encoding does not contain. */
export const unencodableCharacter = (text: string, encoding: Encoding): string | undefined =>
  [...text].find((character) => encodeBody(character, encoding.name) === undefined)

function tryDecode(bytes: Buffer, encoding: Encoding): { text: string; encoding: Encoding } | undefined {
  const mark = encoding.bom ? (BYTE_ORDER_MARKS.find(([name]) => name === encoding.name)?.[1].length ?? 0) : 0
  const text = decodeBody(bytes.subarray(mark), encoding.name)
  if (text === undefined) return undefined
  return encodeText(text, encoding)?.equals(bytes) ? { text, encoding } : undefined
}

function decodeBody(bytes: Buffer, name: string): string | undefined {
  switch (name) {
    case 'utf-8':
      return bytes.toString('utf8')
    // Not TextDecoder: it would replace unpaired surrogates, which a file may contain.
    case 'utf-16le':
      return bytes.toString('utf16le')
    case 'utf-16be':
      return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : undefined
    case 'utf-32le':
    case 'utf-32be':
      return decodeUtf32(bytes, name)
    default:
      return decoderOf(name)?.decode(bytes)
  }
}

/** Undefined for an encoding that only the detector supports. */
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
    case STRAY_BYTES:
      return Buffer.concat(
        // The u flag matches only lone surrogates.
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

function decodeUtf32(bytes: Buffer, name: 'utf-32le' | 'utf-32be'): string | undefined {
  if (bytes.length % 4 !== 0) return undefined
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += 4) {
    const point = name === 'utf-32le' ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset)
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

/** Maps a character to one byte, or to two bytes as one number. Node only decodes these encodings, so the table inverts that. */
function tableOf(name: string): ReadonlyMap<string, number> | undefined {
  if (!tables.has(name)) tables.set(name, buildTable(name))
  return tables.get(name)
}

function buildTable(name: string): ReadonlyMap<string, number> | undefined {
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

/** The share of control characters. Line endings, tabs, form feeds, backspaces and color codes count as text. */
const controlShare = (bytes: Buffer): number =>
  share(bytes.subarray(0, SAMPLE_BYTES), (byte) =>
    byte < 0x20 ? byte < 0x08 || (byte > 0x0d && byte !== 0x1b) : byte === 0x7f,
  )

function share(bytes: Buffer, counts: (byte: number) => boolean): number {
  let count = 0
  for (const byte of bytes) if (counts(byte)) count++
  return bytes.length === 0 ? 0 : count / bytes.length
}

/** Decodes UTF-8 with a few invalid bytes; undefined if they outnumber the valid sequences. */
function withStrayBytes(bytes: Buffer): string | undefined {
  const pieces: string[] = []
  let good = 0
  let stray = 0
  let from = 0
  const flush = (to: number) => {
    if (to > from) pieces.push(bytes.toString('utf8', from, to))
  }
  for (let offset = 0; offset < bytes.length; ) {
    const length = sequenceLength(bytes, offset)
    if (length > 1) good++
    if (length === 0) {
      flush(offset)
      pieces.push(String.fromCharCode(0xdc00 + (bytes[offset] ?? 0)))
      stray++
      from = offset + 1
    }
    offset += Math.max(1, length)
  }
  flush(bytes.length)
  return good > stray ? pieces.join('') : undefined
}

/** Length in bytes of the UTF-8 sequence at an offset; 0 if there is none. */
function sequenceLength(bytes: Buffer, offset: number): number {
  const lead = bytes[offset] ?? 0
  if (lead < 0x80) return 1
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return lead >= 0xc2 &&
    lead <= 0xf4 &&
    offset + length <= bytes.length &&
    isUtf8(bytes.subarray(offset, offset + length))
    ? length
    : 0
}
