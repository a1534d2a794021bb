import { extname } from 'node:path'
import type { WorkspacePath } from '../../platform/files/workspace-path.ts'
import { decodeText } from './encoding.ts'
import { detectMedia, hasBinaryExtension, type MediaFormat, unsupportedFormat } from './media.ts'

/** Base64 adds a third, and a request can have 20 MB. */
export const MAX_MEDIA_MB = 10
const MAX_SVG_BYTES = 1024 * 1024

/** The content of a file for the model: text, media, or a message why it has neither. */
export type FileContent =
  | { kind: 'text'; text: string; svg: boolean }
  | { kind: 'media'; media: MediaFormat; data: string; bytes: number }
  | { kind: 'too-large' | 'unsupported'; text: string }
  | { kind: 'not-displayable'; text: string; display: string }

export function readFileContent(file: WorkspacePath, bytes: Buffer): FileContent {
  const media = detectMedia(file.path, bytes)
  // If only the extension suggests media, a text file counts as text.
  if (media !== undefined && (!media.byExtensionOnly || decodeText(bytes) === undefined)) {
    if (bytes.length > MAX_MEDIA_MB * 1024 * 1024)
      return {
        kind: 'too-large',
        text: `File size exceeds the ${MAX_MEDIA_MB}MB limit for ${media.kind} files: ${file.displayPath} (${(bytes.length / 1024 / 1024).toFixed(2)}MB)`,
      }
    return { kind: 'media', media, data: bytes.toString('base64'), bytes: bytes.length }
  }
  const svg = extname(file.path).toLowerCase() === '.svg'
  if (svg && bytes.length > MAX_SVG_BYTES)
    return {
      kind: 'not-displayable',
      text: `Cannot display content of SVG file larger than 1MB: ${file.displayPath}`,
      display: `Skipped large SVG file (>1MB): ${file.displayPath}`,
    }
  const decoded = hasBinaryExtension(file.path) ? undefined : decodeText(bytes)
  const reason = decoded === undefined ? unsupportedFormat(file.path) : undefined
  if (reason !== undefined) return { kind: 'unsupported', text: `${reason} (${file.displayPath})` }
  if (decoded === undefined)
    return {
      kind: 'not-displayable',
      text: `Cannot display content of binary file: ${file.displayPath}`,
      display: `Skipped binary file: ${file.displayPath}`,
    }
  return { kind: 'text', text: decoded.text.toWellFormed(), svg }
}
