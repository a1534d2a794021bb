import { dropInvisible } from './invisible.ts'

/** The text on one line, without invisible characters: a name or title cannot imitate further lines. */
export const toOneLine = (text: string): string => dropInvisible(text).text.replace(/[\r\n\u2028\u2029]+/g, ' ')

/** The text on one line, with single spaces. */
export const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A name as one line of a list. One with line breaks or control characters is quoted, as it could imitate other entries. */
export const quoteMultiline = (name: string): string =>
  /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name
