import { dropInvisible } from '../github/invisible.ts'
import type { DiffSide } from '../github/review-calls.ts'

/** `lines`: what is to stand in place of the remark's lines, without line ends. None: the lines go. */
export type Suggestion = { ok: true; lines: string[] } | { ok: false; why: string }

/** What starts a line that another bot takes for its command. */
const COMMAND = /^\/[a-z][\w-]*(?:[ \t]|$)/im

/** Checks the text that is to replace whole lines. `replaced`: the lines as they are now. */
export function readSuggestion(given: string, replaced: readonly string[], side: DiffSide): Suggestion {
  const text = given.replace(/\r\n?/g, '\n')
  // The end of the last line is the line's own, as in a file; a text that ends in two has an empty line at the end.
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  if (side === 'LEFT') return refuse('Lines of the old file are gone already; a suggestion needs side RIGHT.')
  if (lines.length === replaced.length && lines.every((line, at) => line === replaced[at]))
    return refuse('The suggestion is what stands there already; give the whole lines as they should be.')
  if (dropInvisible(text).removed > 0)
    return refuse('The suggestion holds invisible characters; write them as escapes, or leave the suggestion out.')
  if (COMMAND.test(text))
    return refuse('A line of the suggestion reads as a command to other bots; describe the change in words.')
  return { ok: true, lines }
}

const refuse = (why: string): Suggestion => ({ ok: false, why })

/** The block GitHub offers to commit. The fence is longer than any run of its character inside, so nothing closes it early. */
export function suggestionBlock(lines: readonly string[]): string {
  const longest = Math.max(2, ...Array.from(lines.join('\n').matchAll(/`+/g), ([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return [`${marks}suggestion`, ...lines, marks].join('\n')
}
