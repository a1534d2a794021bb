import { extname } from 'node:path'

/** What the model can look at or listen to, by extension. */
const MEDIA: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
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
  '.mpg': 'video/mpeg',
  '.mov': 'video/quicktime',
  '.avi': 'video/x-msvideo',
  '.webm': 'video/webm',
  '.wmv': 'video/x-ms-wmv',
  '.3gp': 'video/3gpp',
}

/** How files of a kind start, where that is certain. A name alone proves nothing, and the API fails on an image that is none. */
const STARTS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/gif': (bytes) => bytes.subarray(0, 4).toString('latin1') === 'GIF8',
  'image/webp': (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  'image/bmp': (bytes) => bytes.subarray(0, 2).toString('latin1') === 'BM',
  // The mark may follow up to a kilobyte of other bytes.
  'application/pdf': (bytes) => bytes.subarray(0, 1024).includes('%PDF-'),
}

const BINARY = new Set(
  `.bin .exe .dll .so .dylib .class .jar .war .zip .tar .gz .bz2 .rar .7z .pak .rpa .doc .docx .xls .xlsx .ppt .pptx .odt
   .ods .odp .pyc .pyo .dat .obj .o .a .lib .wasm`.split(/\s+/),
)

/** `byName`: nothing but the extension speaks for it. */
export type Medium = { kind: 'image' | 'pdf' | 'audio' | 'video'; mimeType: string; byName: boolean }

/** What a file is when it is not text, judged by its name and how it starts. */
export function mediumOf(path: string, bytes: Buffer): Medium | undefined {
  const mimeType = MEDIA[extname(path).toLowerCase()]
  if (mimeType === undefined || STARTS[mimeType]?.(bytes) === false) return undefined
  const byName = STARTS[mimeType] === undefined
  if (mimeType === 'application/pdf') return { kind: 'pdf', mimeType, byName }
  const kind = mimeType.split('/')[0]
  return kind === 'image' || kind === 'audio' || kind === 'video' ? { kind, mimeType, byName } : undefined
}

/** Extensions of formats that may pass for text at a glance but are of no use as such. */
export const namedBinary = (path: string): boolean => BINARY.has(extname(path).toLowerCase())
