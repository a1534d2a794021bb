/**
 * Takes out characters that change what a machine reads but not what a person sees: zero-width, bidirectional overrides,
 * tags, soft hyphens, runs of variation selectors, control characters. Emoji and the joiners that Arabic and Indic
 * writing needs stay whole. `removed` counts the places, not the characters. Safe for code: nothing visible changes.
 */
export function dropInvisible(text: string): { text: string; removed: number } {
  let removed = 0
  const kept = text.replace(INVISIBLE_RUN, (run, at: number) => {
    if (isWriting(run, text.slice(Math.max(0, at - 2), at), text.slice(at + run.length, at + run.length + 2)))
      return run
    removed += 1
    return ''
  })
  return { text: kept, removed }
}

/** Whether the character shows nothing of its own. */
export const isInvisible = (character: string) => INVISIBLE_ONE.test(character)

// Cf covers zero-width, bidi, tags and soft hyphens of every script; the rest are fillers and selectors of other classes.
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

/** A run of more than one joiner or selector spells nothing in any script, so only the short ones can be writing. */
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
