/**
 * What the model can be given as data. The API refuses a request that holds anything else anywhere in its history, and so
 * every later one of the same conversation. Source: Gemini API docs, "Image understanding", "Audio understanding", "Video
 * understanding", "Document understanding". Dated data: 2026-08.
 */
const TAKEN: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  ...['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/aiff', 'audio/aac', 'audio/ogg', 'audio/flac'],
  ...['video/mp4', 'video/mpeg', 'video/mpg', 'video/mov', 'video/avi', 'video/x-flv', 'video/webm', 'video/wmv'],
  ...['video/3gpp', 'application/pdf'],
])

/** Other names that programs give to the same. */
const CALLED: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-aiff': 'audio/aiff',
  'audio/x-flac': 'audio/flac',
  'video/quicktime': 'video/mov',
  'video/x-msvideo': 'video/avi',
  'video/x-ms-wmv': 'video/wmv',
}

/** The API's own name for a type of data, or undefined when it takes none of that type. */
export function takenAs(mimeType: string): string | undefined {
  const type = mimeType.toLowerCase()
  const name = Object.hasOwn(CALLED, type) ? (CALLED[type] ?? type) : type
  return TAKEN.has(name) || /^text\/[\w.+-]+$/.test(name) ? name : undefined
}
