import { extname } from 'node:path'
import type { Place } from '../host/place.ts'
import { decode } from './encoding.ts'
import { type Medium, mediumOf, namedBinary, unsupported } from './media.ts'

/** Base64 makes it a third larger, and a request may hold 20 MB. */
export const LARGEST_MEDIUM_MB = 10
const LARGEST_SVG_BYTES = 1024 * 1024

/** What a file is to the model: text, something to look at or listen to, or nothing it could use. */
export type Content =
  | { kind: 'text'; text: string; svg: boolean }
  | { kind: 'medium'; medium: Medium; data: string; bytes: number }
  | { kind: 'too-large' | 'unsupported'; text: string }
  | { kind: 'useless'; text: string; display: string }

export async function contentOf(at: Place, bytes: Buffer): Promise<Content> {
  const medium = mediumOf(at.path, bytes)
  // The name alone says sound or film; a text of that name is a text.
  if (medium !== undefined && (!medium.byName || (await decode(bytes)) === undefined)) {
    if (bytes.length > LARGEST_MEDIUM_MB * 1024 * 1024)
      return {
        kind: 'too-large',
        text: `File size exceeds the ${LARGEST_MEDIUM_MB}MB limit for ${medium.kind} files: ${at.shown} (${(bytes.length / 1024 / 1024).toFixed(2)}MB)`,
      }
    return { kind: 'medium', medium, data: bytes.toString('base64'), bytes: bytes.length }
  }
  const svg = extname(at.path).toLowerCase() === '.svg'
  if (svg && bytes.length > LARGEST_SVG_BYTES)
    return {
      kind: 'useless',
      text: `Cannot display content of SVG file larger than 1MB: ${at.shown}`,
      display: `Skipped large SVG file (>1MB): ${at.shown}`,
    }
  const decoded = namedBinary(at.path) ? undefined : await decode(bytes)
  const why = decoded === undefined ? unsupported(at.path) : undefined
  if (why !== undefined) return { kind: 'unsupported', text: `${why} (${at.shown})` }
  if (decoded === undefined)
    return {
      kind: 'useless',
      text: `Cannot display content of binary file: ${at.shown}`,
      display: `Skipped binary file: ${at.shown}`,
    }
  return { kind: 'text', text: decoded.text.toWellFormed(), svg }
}
