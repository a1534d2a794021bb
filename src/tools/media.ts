import { extname } from 'node:path'

/** What the model can look at or listen to, by extension; types as model/media-types.ts has them. */
const MEDIA: Readonly<Record<string, string>> = {
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

/** How files of a kind start, where that is certain. A name alone proves nothing, and the API fails on an image that is none. */
const STARTS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  // The mark may follow up to a kilobyte of other bytes.
  'application/pdf': (bytes) => bytes.subarray(0, 1024).includes('%PDF-'),
}

const BINARY = new Set(
  `.bin .exe .dll .so .dylib .class .jar .war .zip .tar .gz .bz2 .rar .7z .pak .rpa .doc .docx .xls .xlsx .ppt .pptx .odt
   .ods .odp .pyc .pyo .o .a .wasm`.split(/\s+/),
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

/** The same kinds in formats it cannot take: one such file would spoil the whole conversation. */
const UNSUPPORTED: Readonly<
  Record<Exclude<Medium['kind'], 'pdf'>, { extensions: readonly string[]; formats: string }>
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

/** Why a file that is no text cannot be shown, where its name says what it is. */
export function unsupported(path: string): string | undefined {
  const extension = extname(path).toLowerCase()
  for (const [kind, { extensions, formats }] of Object.entries(UNSUPPORTED))
    if (extensions.includes(extension))
      return `Could not read ${kind} file because its format is not supported. Supported ${kind} formats are ${formats}.`
  return undefined
}

/** Extensions of formats that may pass for text at a glance but are of no use as such. */
export const namedBinary = (path: string): boolean => BINARY.has(extname(path).toLowerCase())
