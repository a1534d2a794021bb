import type { TextEdit, TextRange } from './text-edit.ts'

/** Removes terminal control strings, and then the characters that a person does not see. */
export function dropInvisible(source: string): { text: string; removed: number } {
  // An escape sequence goes whole: without its escape character the rest would be text.
  const text = MAY_CONTROL.test(source) ? dropControlStrings(source) : source
  const visible = dropInvisibleCharacters(text)
  return { ...visible, removed: visible.removed + (text === source ? 0 : 1) }
}

/**
 * Removes characters that a model reads but a person does not see: zero-width characters, bidirectional overrides, tags,
 * soft hyphens, runs of variation selectors, control characters. Keeps emoji and the joiners of Arabic and Indic scripts.
 * `removed` counts the places, not the characters. Safe for code: nothing visible on GitHub's pages changes.
 */
export function dropInvisibleCharacters(text: string): { text: string; removed: number } {
  let removed = 0
  const visible = text.replace(INVISIBLE_RUN, (run, offset: number) => {
    if (
      isWriting(
        run,
        text.slice(Math.max(0, offset - 2), offset),
        text.slice(offset + run.length, offset + run.length + 2),
      )
    )
      return run
    removed += 1
    return ''
  })
  return { text: visible, removed }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these start control strings
const MAY_CONTROL = /[\x1b\x80-\x9f]/

const isInvisible = (character: string) => INVISIBLE_ONE.test(character)

// Cf includes zero-width, bidirectional, tag and soft hyphen characters. The rest are fillers and selectors of other classes.
const CLASS =
  '[\\p{Cf}\\p{Variation_Selector}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u2065\\u3164\\uFFA0\\uFFF0-\\uFFF8\\u{E0000}-\\u{E0FFF}\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]'

const INVISIBLE_RUN = new RegExp(`${CLASS}+`, 'gu')

const INVISIBLE_ONE = new RegExp(`^${CLASS}$`, 'u')

const EMOJI_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[0-9#*])$/u

const EMOJI_AFTER = /^\p{Extended_Pictographic}/u

const JOINING =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Myanmar}\\p{Script=Khmer}\\p{Script=Mongolian}]'

const JOINING_BEFORE = new RegExp(`${JOINING}$`, 'u')

const JOINING_AFTER = new RegExp(`^${JOINING}`, 'u')

/** Whether a run belongs to visible writing. No script uses runs of several joiners or selectors. */
function isWriting(run: string, before: string, after: string): boolean {
  switch (run) {
    case '\uFE0E':
    case '\uFE0F':
      return EMOJI_BEFORE.test(before)
    case '\u200D':
    case '\uFE0F\u200D':
      return (EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after)) || (run === '\u200D' && joins(before, after))
    case '\u200C':
      return joins(before, after)
    default:
      return false
  }
}

const joins = (before: string, after: string) => JOINING_BEFORE.test(before) && JOINING_AFTER.test(after)

const NAMES =
  'ZeroWidthSpace|NegativeVeryThinSpace|NegativeThinSpace|NegativeMediumSpace|NegativeThickSpace|shy|zwj|zwnj|lrm|rlm|NoBreak|ApplyFunction|af|InvisibleTimes|it|InvisibleComma|ic'

const ENTITY = new RegExp(`&(?:#(\\d{1,7})|#x([\\da-f]{1,6})|(${NAMES}));`, 'gi')

/** As browsers read HTML: numbers of any length, the semicolon optional after numbers and `&shy`. */
const HTML_ENTITY = new RegExp(`&(?:#(\\d+);?|#x([\\da-f]+);?|shy;?|(?:${NAMES});)`, 'gi')

/** Removes the character references in a range that stand for invisible characters, as Markdown or as HTML reads them. */
export function findInvisibleEntities(
  source: string,
  { start, end }: TextRange,
  language: 'markdown' | 'html',
): TextEdit[] {
  const edits: TextEdit[] = []
  for (const match of source.slice(start, end).matchAll(language === 'html' ? HTML_ENTITY : ENTITY)) {
    const [entity, decimal, hexadecimal] = match
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    const isName = decimal === undefined && hexadecimal === undefined
    const shows = !isName && !(code <= 0x10ffff && isInvisible(String.fromCodePoint(code)))
    if (!shows) edits.push({ start: start + match.index, end: start + match.index + entity.length, text: '' })
  }
  return edits
}

/**
 * What a terminal obeys instead of showing it (ECMA-48): control strings (DCS, SOS, OSC, PM, APC) with their content, control
 * sequences (CSI) and other escape sequences, each whole and also in its one-character form (C1). A string without an end
 * goes to the end of its line. No part matches another introducer, so the search is linear.
 */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  /(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])(?:[^\x07\x1b\x90\x98\x9b-\x9f]*(?:\x07|\x1b\\|\x9c)|[^\n\x07\x1b\x90\x98\x9b-\x9f]*)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?|[\x80-\x9f]/g

/** The text without terminal control strings and escape sequences. */
export const dropControlStrings = (text: string): string => text.replace(CONTROL, '')
