import { UserError } from '../../platform/errors.ts'

/**
 * Parses GEMINI_CLI_CUSTOM_HEADERS: `Name: value, Name2: value2`. A comma ends a value only when another name and colon
 * follow; entries without a name or colon are ignored. Throws UserError for an invalid header.
 */
export function parseCustomHeaders(text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const entry of (text ?? '').split(/,(?=\s*[^\s,:]+\s*:)/)) {
    const colon = entry.indexOf(':')
    const name = entry
      .slice(0, Math.max(0, colon))
      .replace(/^[\s,]+/, '')
      .trim()
    if (name === '') continue
    const value = entry.slice(colon + 1).trim()
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value))
      throw new UserError('GEMINI_CLI_CUSTOM_HEADERS contains a name or value that is not valid in a header.')
    headers[name] = value
  }
  return headers
}

/** Values that look secret by the names of their headers. */
export const secretHeaderValues = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie/i.test(name) && value.length >= 6 ? [value, value.replace(/^\S+\s+/, '')] : [],
  )
