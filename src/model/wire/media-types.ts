/**
 * The media types that the model accepts. The API refuses a request with any other type anywhere in its history, and so
 * every later request of the same conversation. Source: Gemini API docs, "Image understanding", "Audio understanding", "Video
 * understanding", "Document understanding". Dated data: 2026-08.
 */
const SUPPORTED_TYPES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  ...['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/aiff', 'audio/aac', 'audio/ogg', 'audio/flac'],
  ...['video/mp4', 'video/mpeg', 'video/mpg', 'video/mov', 'video/avi', 'video/x-flv', 'video/webm', 'video/wmv'],
  ...['video/3gpp', 'application/pdf'],
])

/** Other names of the same types. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-aiff': 'audio/aiff',
  'audio/x-flac': 'audio/flac',
  'video/quicktime': 'video/mov',
  'video/x-msvideo': 'video/avi',
  'video/x-ms-wmv': 'video/wmv',
}

/** The API's name of a media type, or undefined when the API does not accept it. */
export function apiMimeType(mimeType: string): string | undefined {
  const type = mimeType.toLowerCase()
  const name = Object.hasOwn(TYPE_ALIASES, type) ? (TYPE_ALIASES[type] ?? type) : type
  return SUPPORTED_TYPES.has(name) || /^text\/[\w.+-]+$/.test(name) ? name : undefined
}
