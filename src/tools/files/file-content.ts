import { extname } from 'node:path'
import type { WorkspacePath } from '../../platform/files/workspace-path.ts'
import { decodeText } from './encoding.ts'

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
  const missing = sizeBehindPointer(bytes)
  if (missing !== undefined)
    return {
      kind: 'not-displayable',
      text: `${file.displayPath} is a pointer of Git LFS. This run does not have its content of ${missing} bytes.`,
      display: `Skipped pointer of Git LFS: ${file.displayPath}`,
    }
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

/** The size of the file that a pointer of Git LFS stands for. Source: git-lfs, docs/spec.md. */
function sizeBehindPointer(bytes: Buffer): string | undefined {
  if (bytes.length >= 1024 || !bytes.subarray(0, 8).equals(Buffer.from('version '))) return undefined
  const pointer =
    /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[\w.-]+ .*\n)*?oid sha256:[0-9a-f]{64}\nsize (\d+)\n?$/
  return pointer.exec(bytes.toString('latin1'))?.[1]
}

/** Media that the model can read, by extension. The types are those of model/models.ts. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.heic': 'image/heic',
  '.heif': 'image/heif',
  '.pdf': 'application/pdf',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.aif': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
  '.mp4': 'video/mp4',
  '.mpeg': 'video/mpeg',
  '.mpg': 'video/mpg',
  '.mov': 'video/mov',
  '.avi': 'video/avi',
  '.flv': 'video/x-flv',
  '.webm': 'video/webm',
  '.wmv': 'video/wmv',
  '.3gp': 'video/3gpp',
}

/** Signatures of media files. The API fails on invalid media, so a name alone is not enough. */
const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  // Up to a kilobyte of other bytes can precede the signature.
  'application/pdf': (bytes) => bytes.subarray(0, 1024).includes('%PDF-'),
}

const BINARY_EXTENSIONS = new Set(
  `.bin .exe .dll .so .dylib .class .jar .war .zip .tar .gz .bz2 .rar .7z .pak .rpa .doc .docx .xls .xlsx .ppt .pptx .odt
   .ods .odp .pyc .pyo .o .a .wasm`.split(/\s+/),
)

/** `byExtensionOnly`: the format has no known signature. */
export type MediaFormat = { kind: 'image' | 'pdf' | 'audio' | 'video'; mimeType: string; byExtensionOnly: boolean }

/** Detects media by the extension and the signature of a file. */
export function detectMedia(path: string, bytes: Buffer): MediaFormat | undefined {
  const mimeType = MEDIA_TYPES[extname(path).toLowerCase()]
  if (mimeType === undefined || SIGNATURES[mimeType]?.(bytes) === false) return undefined
  const byExtensionOnly = SIGNATURES[mimeType] === undefined
  if (mimeType === 'application/pdf') return { kind: 'pdf', mimeType, byExtensionOnly }
  const kind = mimeType.split('/')[0]
  return kind === 'image' || kind === 'audio' || kind === 'video' ? { kind, mimeType, byExtensionOnly } : undefined
}

/** Media formats that the API rejects, together with the whole conversation. */
const UNSUPPORTED_FORMATS: Readonly<
  Record<Exclude<MediaFormat['kind'], 'pdf'>, { extensions: readonly string[]; formats: string }>
> = {
  image: {
    extensions: ['.gif', '.bmp', '.tif', '.tiff', '.ico', '.avif', '.psd', '.jxl'],
    formats: 'PNG, JPEG, WEBP, HEIC, and HEIF',
  },
  audio: {
    extensions: ['.m4a', '.wma', '.opus', '.mid', '.midi', '.amr', '.ape', '.caf'],
    formats: 'MP3, WAV, AIFF, AAC, OGG, and FLAC',
  },
  video: { extensions: ['.mkv', '.m4v', '.vob', '.ogv'], formats: 'MP4, MPEG, MOV, AVI, FLV, WEBM, WMV, and 3GPP' },
}

/** Why a media file cannot be read, by its extension; undefined for other extensions. */
export function unsupportedFormat(path: string): string | undefined {
  const extension = extname(path).toLowerCase()
  for (const [kind, { extensions, formats }] of Object.entries(UNSUPPORTED_FORMATS))
    if (extensions.includes(extension))
      return `Could not read ${kind} file because its format is not supported. Supported ${kind} formats are ${formats}.`
  return undefined
}

/** Whether the extension is that of a binary format. Some of these formats look like text. */
export const hasBinaryExtension = (path: string): boolean => BINARY_EXTENSIONS.has(extname(path).toLowerCase())
