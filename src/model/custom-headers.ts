import { UserError } from '../host/errors.ts'

/**
 * Headers out of GEMINI_CLI_CUSTOM_HEADERS: `Name: value, Name2: value2`. A comma ends a value only when another name
 * and colon follow; what has no name or no colon is left out. Throws UserError for what cannot be a header.
 */
export function customHeaders(text: string | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of (text ?? '').split(/,(?=\s*[^\s,:]+\s*:)/)) {
    const colon = entry.indexOf(':')
    const name = entry
      .slice(0, Math.max(0, colon))
      .replace(/^[\s,]+/, '')
      .trim()
    if (name === '') continue
    const value = entry.slice(colon + 1).trim()
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value))
      throw new UserError('GEMINI_CLI_CUSTOM_HEADERS holds a name or value that cannot be sent as a header.')
    found[name] = value
  }
  return found
}

/** Values that must be in no text, judged by the names of their headers. */
export const secretHeaders = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie/i.test(name) && value.length >= 6 ? [value, value.replace(/^\S+\s+/, '')] : [],
  )
