import type { LoopKind } from '../record/events.ts'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'

/** `detail` describes it to the model. */
export type DetectedLoop = { kind: LoopKind; detail: string }

/** Longest cycle of calls, and how often it must repeat. */
const MAX_CYCLE_CALLS = 5
const MIN_CYCLE_REPEATS = 5

/** Describes a repetition in the latest calls or in the latest text; undefined without one. */
export function findRepetition(calls: readonly string[], replyText: string): DetectedLoop | undefined {
  const repeated = findRepeatedCalls(calls)
  if (repeated !== undefined) return { kind: 'consecutive_identical_tool_calls', detail: repeated }
  const detail = findRepeatedText(replyText)
  return detail === undefined ? undefined : { kind: 'chanting_identical_sentences', detail }
}

/** Describes a cycle of up to five calls that was made five times in a row. `calls` are keys from repetitionKeys(). */
export function findRepeatedCalls(calls: readonly string[]): string | undefined {
  for (let length = 1; length <= MAX_CYCLE_CALLS; length++) {
    const tail = calls.slice(-length * MIN_CYCLE_REPEATS)
    if (tail.length === length * MIN_CYCLE_REPEATS && tail.every((key, i) => key === tail[i % length]))
      return `Repeated ${length === 1 ? 'call' : `cycle of ${length} calls`}: ${abbreviate(tail.slice(0, length).join(', '))}.`
  }
  return undefined
}

/** Compared chunk in characters, required repeats, and the maximum mean distance between them. */
const CHUNK_CHARACTERS = 50
const MIN_CHUNK_REPEATS = 10
const MAX_MEAN_DISTANCE = 250
/** With more distinct texts than this between the chunks, the text is not a repetition. */
const MAX_DIFFERENT_GAPS = 5

/**
 * Describes text that repeats the same words. Ignores lists, tables, headings, quotations, rules and code, where lines are
 * often similar.
 */
export function findRepeatedText(text: string, startsInCode = false): string | undefined {
  if (text.length < CHUNK_CHARACTERS + MIN_CHUNK_REPEATS - 1) return undefined
  for (const section of proseSections(text, startsInCode)) {
    const chunk = findRepeatedChunk(section)
    if (chunk !== undefined) return `Repeated words: "${abbreviate(chunk)}".`
  }
  return undefined
}

/** How many new characters trigger a check of a streamed text, and how many of its last characters are checked. */
const CHECK_INTERVAL = 1000
const WATCHED_CHARACTERS = 4000

/** Checks a streamed text. The returned function takes the next part and returns true when the text repeats itself. */
export function watchForRepeatedText(): (text: string) => boolean {
  let end = ''
  let inCode = false
  let unchecked = 0
  return (text) => {
    end += text
    unchecked += text.length
    if (unchecked < CHECK_INTERVAL) return false
    unchecked = 0
    if (findRepeatedText(end, inCode) !== undefined) return true
    const excess = end.length - WATCHED_CHARACTERS
    if (excess > 0) {
      // Drop whole lines, because the start of a line shows its kind. A line longer than the window is cut.
      const cutIndex = end.lastIndexOf('\n', excess) + 1 || excess
      for (const line of end.slice(0, cutIndex).split('\n')) if (FENCE.test(line)) inCode = !inCode
      end = end.slice(cutIndex)
    }
    return false
  }
}

function findRepeatedChunk(text: string): string | undefined {
  const positions = new Map<string, number[]>()
  for (let index = 0; index + CHUNK_CHARACTERS <= text.length; index++) {
    const chunk = text.slice(index, index + CHUNK_CHARACTERS)
    const earlier = positions.get(chunk)
    if (earlier === undefined) {
      positions.set(chunk, [index])
      continue
    }
    earlier.push(index)
    if (earlier.length > MIN_CHUNK_REPEATS) earlier.shift()
    const first = earlier[0] ?? index
    if (earlier.length < MIN_CHUNK_REPEATS || (index - first) / (MIN_CHUNK_REPEATS - 1) > MAX_MEAN_DISTANCE) continue
    const between = earlier
      .slice(1)
      .map((position, nth) => text.slice((earlier[nth] ?? 0) + CHUNK_CHARACTERS, position))
    if (new Set(between).size <= MAX_DIFFERENT_GAPS) return chunk
  }
  return undefined
}

const FENCE = /^\s*(?:```|~~~)/
/** Of a line without the white space before it. */
const STRUCTURED_LINE = /^(?:[*+-]\s|\d+[.)]\s|#{1,6}\s|>|\||[-+|:=_*\s\u2500-\u257f]+$)|\|.*\|/

/** Runs of plain prose between code and structured lines. */
function proseSections(text: string, startsInCode: boolean): string[] {
  const sections: string[] = []
  let open: string[] = []
  let inCode = startsInCode
  const close = () => {
    if (open.length > 0) sections.push(open.join('\n'))
    open = []
  }
  for (const line of text.split('\n')) {
    const fence = FENCE.test(line)
    if (fence) inCode = !inCode
    // An empty line does not end a section: repeated paragraphs have one between them.
    if (fence || inCode || (line.trim() !== '' && STRUCTURED_LINE.test(line.trimStart()))) close()
    else open.push(line)
  }
  close()
  return sections
}

const abbreviate = (text: string): string => {
  const line = collapseWhitespace(text)
  return line.length <= 300 ? line : `${keepStart(line, 300)}…`
}
