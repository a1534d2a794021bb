/** Longest cycle of calls, and how often it has to come. */
const LONGEST_CYCLE = 5
const REPEATS = 5

/** In words, what goes round in circles: the latest calls, or what was just said. */
export const repetitionIn = (calls: readonly string[], said: string): string | undefined =>
  cycleIn(calls) ?? chantIn(said)

/** The last calls are one cycle of up to five, made five times with the same arguments. Calls are as stops.ts names them. */
export function cycleIn(calls: readonly string[]): string | undefined {
  for (let length = 1; length <= LONGEST_CYCLE; length++) {
    const tail = calls.slice(-length * REPEATS)
    if (tail.length === length * REPEATS && tail.every((key, i) => key === tail[i % length]))
      return `Repeated ${length === 1 ? 'call' : `cycle of ${length} calls`}: ${shortly(tail.slice(0, length).join(', '))}.`
  }
  return undefined
}

/** Characters that are compared, how often they have to come, and how close together on average. */
const CHUNK = 50
const TIMES = 10
const NEAR = 250
/** A text of which only the ends of sentences differ repeats itself; one with ever new things in between does not. */
const VARIETY = 5

/**
 * The same words over and over. Lists, tables, headings, quotations, rules and code are left out: there, lines resemble
 * each other for good reasons.
 */
export function chantIn(text: string, beginsInCode = false): string | undefined {
  if (text.length < CHUNK + TIMES - 1) return undefined
  for (const stretch of stretchesOf(text, beginsInCode)) {
    const chunk = chunkRepeated(stretch)
    if (chunk !== undefined) return `Repeated words: "${shortly(chunk)}".`
  }
  return undefined
}

/** Characters after which a text is looked at while it arrives, and of how many the end of it is kept in sight. */
const LOOK_EACH = 1000
const IN_SIGHT = 4000

/** The same while a text arrives: true as soon as the latest of it repeats itself, so that nobody has to pay for more. */
export function chantWatch(): (text: string) => boolean {
  let end = ''
  let inCode = false
  let unseen = 0
  return (text) => {
    end += text
    unseen += text.length
    if (unseen < LOOK_EACH) return false
    unseen = 0
    if (chantIn(end, inCode) !== undefined) return true
    const from = end.length - IN_SIGHT
    if (from > 0) {
      // Whole lines are let go, as what a line is shows at its beginning; a line without an end is cut.
      const at = end.lastIndexOf('\n', from) + 1 || from
      for (const line of end.slice(0, at).split('\n')) if (FENCE.test(line)) inCode = !inCode
      end = end.slice(at)
    }
    return false
  }
}

function chunkRepeated(text: string): string | undefined {
  const places = new Map<string, number[]>()
  for (let at = 0; at + CHUNK <= text.length; at++) {
    const chunk = text.slice(at, at + CHUNK)
    const seen = places.get(chunk)
    if (seen === undefined) {
      places.set(chunk, [at])
      continue
    }
    seen.push(at)
    if (seen.length > TIMES) seen.shift()
    const first = seen[0] ?? at
    if (seen.length < TIMES || (at - first) / (TIMES - 1) > NEAR) continue
    const between = seen.slice(1).map((place, index) => text.slice((seen[index] ?? 0) + CHUNK, place))
    if (new Set(between).size <= VARIETY) return chunk
  }
  return undefined
}

const FENCE = /^\s*(?:```|~~~)/
const STRUCTURE = /^\s*(?:[*+-]\s|\d+[.)]\s|#{1,6}\s|>|\||[-+|:=_*\s\u2500-\u257f]+$)|\|.*\|/

/** Plain text between what has a form of its own. */
function stretchesOf(text: string, beginsInCode: boolean): string[] {
  const stretches: string[] = []
  let open: string[] = []
  let inCode = beginsInCode
  const close = () => {
    if (open.length > 0) stretches.push(open.join('\n'))
    open = []
  }
  for (const line of text.split('\n')) {
    const fence = FENCE.test(line)
    if (fence) inCode = !inCode
    // An empty line parts nothing: whoever repeats a paragraph puts one after it.
    if (fence || inCode || (line.trim() !== '' && STRUCTURE.test(line))) close()
    else open.push(line)
  }
  close()
  return stretches
}

const shortly = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 300 ? line : `${line.slice(0, 300)}…`
}
