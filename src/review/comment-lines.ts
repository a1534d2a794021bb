import type { DiffSide } from '../github/api/reviews.ts'
import type { DiffHunk } from '../github/patch-rows.ts'
import { type DiffLocation, type LocatedLines, locateLines, type RequestedLines } from '../github-tools/diff-lines.ts'
import { isTelling, meanSimilarity, plainLine, sameLines } from './similar-lines.ts'

/** Lines of a file on one side of its diff, counted from 1. */
export type SideRange = { side: DiffSide; first: number; last: number }

/**
 * Where quoted code stands. `isSure`: it stands there word by word, and nowhere else in the diff of the file. `unclear`: `candidates` are
 * the lines on which it may stand.
 */
export type CodePlace =
  | ({ kind: 'placed'; isSure: boolean } & SideRange)
  | { kind: 'unclear'; candidates: readonly SideRange[] }

/** Similar code counts only this near to the lines that the model names. */
const NEAR_LINES = 8

/** How alike the most similar lines must be, and how much more than any others. */
const FLOOR = 0.72
const MARGIN = 0.15

type NumberedLine = { number: number; text: string }

/** The lines of a file on a side of its diff, hunk by hunk. */
const linesOn = (hunks: readonly DiffHunk[], side: DiffSide): NumberedLine[][] =>
  hunks.map((hunk) =>
    hunk.flatMap(({ text, oldLine, newLine }) => {
      const number = side === 'LEFT' ? oldLine : newLine
      return number === undefined ? [] : [{ number, text }]
    }),
  )

/** The lines of quoted code; none when it is empty. */
export function quotedLines(code: string): string[] {
  const text = code.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  return text.trim() === '' ? [] : text.split('\n')
}

/** Without the empty lines around it. */
function withoutEmptyEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return lines.slice(first, last + 1)
}

/** The code as it may be meant: as it is, without the signs of a diff, without the numbers of lines. */
function readingsOf(code: readonly string[]): (readonly string[])[] {
  const isMarked = (mark: RegExp) => code.every((line) => line === '' || mark.test(line))
  const without = (mark: RegExp) => (isMarked(mark) ? [code.map((line) => line.replace(mark, ''))] : [])
  const readings = [code, ...without(/^[+\- ]/), ...without(/^\s*\d+(?:[:|]\s?|\t| (?=\s*\S))/)]
  return [...readings, ...readings.map(withoutEmptyEnds).filter((each) => each.length < code.length)]
}

/**
 * Finds quoted code in the diff of a file: the one place where it stands word by word, else the most similar lines near the requested
 * ones, if no others are nearly as similar. Pure.
 */
export function placeCode(hunks: readonly DiffHunk[], code: readonly string[], requested: SideRange): CodePlace {
  const other = requested.side === 'RIGHT' ? 'LEFT' : 'RIGHT'
  const readings = readingsOf(code)
  for (const side of [requested.side, other] as const)
    for (const reading of readings) {
      const places = exactPlaces(hunks, reading, side)
      const stated = places.find(({ first, last }) => first === requested.first && last === requested.last)
      const within = places.filter(({ first, last }) => first >= requested.first && last <= requested.last)
      const chosen =
        stated ??
        (places.length === 1 ? places[0] : within.length === 1 ? within[0] : clearlyNearest(places, requested))
      if (chosen !== undefined && (chosen.side === requested.side || places.length === 1))
        return { kind: 'placed', ...chosen, isSure: places.length === 1 }
      if (places.length > 0) return { kind: 'unclear', candidates: places }
    }
  return similarPlace(hunks, withoutEmptyEnds(code), requested)
}

/** Of equal places, one so near is meant when the next one is out of reach, and more than so many times as far away. */
const NEAREST = 3
const NEXT_TIMES = 4

function clearlyNearest(places: readonly SideRange[], requested: SideRange): SideRange | undefined {
  const away = (place: SideRange) =>
    Math.min(Math.abs(place.first - requested.first), Math.abs(place.last - requested.last))
  const [nearest, next] = places.toSorted((a, b) => away(a) - away(b))
  if (nearest === undefined || next === undefined || away(nearest) > NEAREST) return undefined
  return away(next) > Math.max(NEAR_LINES, NEXT_TIMES * away(nearest)) ? nearest : undefined
}

function windowsOn(hunks: readonly DiffHunk[], size: number, side: DiffSide): (SideRange & { texts: string[] })[] {
  return linesOn(hunks, side).flatMap((lines) =>
    lines.slice(0, Math.max(0, lines.length - size + 1)).map(({ number: first }, index) => {
      const window = lines.slice(index, index + size)
      return { side, first, last: window.at(-1)?.number ?? first, texts: window.map(({ text }) => text) }
    }),
  )
}

function exactPlaces(hunks: readonly DiffHunk[], code: readonly string[], side: DiffSide): SideRange[] {
  const start = plainLine(code[0] ?? '')
  const matches = linesOn(hunks, side).flatMap((lines) =>
    lines.flatMap(({ number: first, text }, index) => {
      if (plainLine(text) !== start) return []
      const window = lines.slice(index, index + code.length).map((each) => each.text)
      return sameLines(window, code) ? [{ side, first, last: first + code.length - 1, texts: window }] : []
    }),
  )
  const literal = matches.filter(({ texts }) => texts.every((text, index) => text.trimEnd() === code[index]?.trimEnd()))
  return (literal.length > 0 ? literal : matches).map(({ first, last }) => ({ side, first, last }))
}

function similarPlace(hunks: readonly DiffHunk[], code: readonly string[], requested: SideRange): CodePlace {
  const { side, first, last } = requested
  const near = windowsOn(hunks, code.length, side).filter(
    (each) => Math.min(Math.abs(each.first - first), Math.abs(each.last - last)) <= NEAR_LINES,
  )
  const scored = near
    .map((each) => ({ place: { side, first: each.first, last: each.last }, score: meanSimilarity(each.texts, code) }))
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = scored
  if (best !== undefined && best.score >= FLOOR && best.score - (second?.score ?? 0) >= MARGIN)
    return { kind: 'placed', ...best.place, isSure: false }
  return { kind: 'unclear', candidates: scored.slice(0, 3).flatMap(({ place, score }) => (score > 0.4 ? [place] : [])) }
}

const MAX_SHOWN_LINES = 12
const MAX_SHOWN_CHARACTERS = 160

/** The lines around a place with their numbers, as the model can quote them. */
export function numberedLines(hunks: readonly DiffHunk[], { side, first, last }: SideRange, margin = 0): string {
  const lines = linesOn(hunks, side)
    .flat()
    .filter(({ number }) => number >= first - margin && number <= last + margin)
  const shown = lines.slice(0, MAX_SHOWN_LINES).map(({ number, text }) => {
    const cut = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
    return `${number}: ${cut}`
  })
  return [...shown, ...(lines.length > shown.length ? [`… up to ${lines.at(-1)?.number}`] : [])].join('\n')
}

const MAX_CANDIDATES = 4

/** Why quoted code has no place, with the numbered lines of the places that come near. */
export function explainUnclear(
  hunks: readonly DiffHunk[],
  { candidates }: CodePlace & { kind: 'unclear' },
  requested: SideRange,
  path: string,
): string {
  const places = candidates.slice(0, MAX_CANDIDATES)
  const isExact = places.length > 1
  const shown = (places.length === 0 ? [requested] : places).map((each) => numberedLines(hunks, each, 3))
  const lines = shown.filter((text) => text !== '')
  const reason = isExact
    ? `\`code\` may stand on several lines of ${path}.`
    : `\`code\` does not stand on the given lines of ${path}, and no other lines of the diff are clearly meant.`
  const near = lines.length === 0 ? '' : `\n\nLines of side ${requested.side}:\n${[...new Set(lines)].join('\n…\n')}`
  return `${reason} Call again with \`line\` and the exact current lines as \`code\`; more lines tell equal places apart.${near}`
}

/** Shorter quotes are names, which occur everywhere. */
const MIN_QUOTE = 10
/** Shorter lines may stand in any sentence. */
const MIN_LINE = 16

/** Where a body says that it is about other lines than those it stands on, in words for the model; undefined when it does not. */
export function contradictedPlace(
  body: string,
  { hunks, path }: { hunks: readonly DiffHunk[]; path: string },
  place: SideRange,
): string | undefined {
  const lines = linesOn(hunks, place.side).flat()
  const isInside = ({ number }: NumberedLine) => number >= place.first && number <= place.last
  for (const quote of quotesIn(body, lines)) {
    const holding = lines.filter(({ text }) => plainLine(text).includes(quote))
    const [first] = holding
    if (first !== undefined && !holding.some(isInside)) return `The body quotes line ${first.number}`
  }
  const named = linesIn(body, path)
  const [other] = named
  if (other === undefined || named.some(({ first, last }) => first <= place.last && last >= place.first))
    return undefined
  return `The body names line ${other.first}`
}

/** The code that a body quotes, as plain lines: inline code, the lines of its fences, and whole lines of the diff as words. */
function quotesIn(body: string, lines: readonly NumberedLine[]): string[] {
  const fenced = [...body.matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1/gm)].flatMap(([, , text = '']) =>
    text.split('\n'),
  )
  const inline = [...body.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, text = '']) => text)
  const words = plainLine(body)
  const bare = lines
    .map(({ text }) => plainLine(text).replace(/[\s;,{]+$/, ''))
    .filter((text) => text.length >= MIN_LINE && /[^\w\s]/.test(text) && words.includes(text))
  return [...[...fenced, ...inline].map(plainLine), ...bare].filter(
    (text) => text.length >= MIN_QUOTE && isTelling(text),
  )
}

/** `line 33`, `lines 30-32`, `L33`, `#L30-L32`, `orders.js:33`, and which file they are in. */
const NAMED =
  /(?:(?<![\w@./-])([\w@./-]{0,200}\w\.\w{1,8})`?(?::|#|\(|,? lines? )L?|\b(?:lines?|ln)\b[\s.:#`]{0,3}L?|(?<![\w.])L)(\d{1,6}(?:(?:\s?[-–—,&]\s?|\.\.\.?|\s(?:to|and|or|through)\s)L?\d{1,6})*)(?![\w%]|\.\d)(?:`?,? (?:of|in) `?([\w@./-]{0,200}\w\.\w{1,8})\b)?/gi

/** The lines of a file that a body names. */
function linesIn(body: string, path: string): Omit<SideRange, 'side'>[] {
  const isOwn = (file = path) => file === path || path.endsWith(`/${file}`) || file.endsWith(`/${path}`)
  return [...body.matchAll(NAMED)].flatMap(([, file, numbers = '', ofFile]) =>
    isOwn(file) && isOwn(ofFile)
      ? numbers.split(/[,&]|and|or/i).map((range) => {
          const [first = 0, last = first] = (range.match(/\d+/g) ?? []).map(Number)
          return { first, last }
        })
      : [],
  )
}

export const sideRange = ({ side, start, line }: DiffLocation): SideRange => ({
  side,
  first: start ?? line,
  last: line,
})

export type PlacedLines = LocatedLines & { ok: true }

/**
 * The lines of a comment in the diff. `isQuoted`: they were found by their code. `isSure`: it stands there word by word, and nowhere else.
 * `isMoved`: they are not the given lines. `statedSize`: how many the model gave. `isEndOpen`: the empty line below them may belong to
 * them, because the code ends with a line end.
 */
type FoundLines =
  | {
      ok: true
      requested: PlacedLines
      isQuoted: boolean
      isSure: boolean
      isMoved: boolean
      statedSize: number
      isEndOpen: boolean
    }
  | { ok: false; reason: string }

export function findLines(
  hunks: readonly DiffHunk[],
  request: RequestedLines & { end_line?: number },
  quoted: string,
  path: string,
): FoundLines {
  const statedLines = requestedLines(request)
  const { line, start_line = line, side = 'RIGHT' } = statedLines
  const stated = { side, first: Math.min(line, start_line), last: Math.max(line, start_line) }
  const code = quotedLines(quoted)
  if (code.length === 0) {
    const located = locateLines(hunks, statedLines)
    if (!located.ok)
      return {
        ok: false,
        reason: `${located.reason} Lines of ${path} that accept comments: ${located.accepted || 'none'}.`,
      }
    // Empty lines were quoted.
    if (quoted !== '' && located.code.some((text) => text.trim() !== ''))
      return { ok: false, reason: explainUnclear(hunks, NOWHERE, stated, path) }
    const statedSize = located.code.length
    return {
      ok: true,
      requested: located,
      isQuoted: false,
      isSure: false,
      isMoved: false,
      statedSize,
      isEndOpen: false,
    }
  }
  const place = placeCode(hunks, code, stated)
  if (place.kind === 'unclear') return { ok: false, reason: explainUnclear(hunks, place, stated, path) }
  const statedSize = stated.last - stated.first + 1
  const below = /\n\s*$/.test(quoted) ? lineBelow(hunks, place) : undefined
  const hasOpenEnd = below !== undefined && below.trim() === ''
  const isLonger = hasOpenEnd && statedSize === place.last - place.first + 2
  const last = isLonger ? place.last + 1 : place.last
  const located = locateLines(hunks, { side: place.side, start_line: place.first, line: last })
  if (!located.ok) return { ok: false, reason: located.reason }
  const isMoved = place.first !== stated.first || last !== stated.last || place.side !== side
  const { isSure } = place
  return {
    ok: true,
    requested: located,
    isQuoted: true,
    isSure,
    isMoved,
    statedSize,
    isEndOpen: hasOpenEnd && !isLonger,
  }
}

/**
 * The same, knowing the head. Code that stands there on the given lines, or near to them and not in the diff, is not moved to its copy in
 * the diff. `readHead`: the text of the file in the head.
 */
export async function findLinesInHead(
  hunks: readonly DiffHunk[],
  request: RequestedLines & { end_line?: number },
  { quoted, path }: { quoted: string; path: string },
  readHead: () => Promise<string | undefined>,
): Promise<FoundLines> {
  const inDiff = findLines(hunks, request, quoted, path)
  const code = quotedLines(quoted)
  const { line, start_line = line, side = 'RIGHT' } = requestedLines(request)
  if (code.length === 0 || side === 'LEFT') return inDiff
  const readings = readingsOf(code)
  const isExact = inDiff.ok && readings.some((reading) => sameLines(inDiff.requested.code, reading))
  if (inDiff.ok && isExact && !inDiff.isMoved) return inDiff
  const head = (await readHead())?.split('\n').map((text, index) => ({ text, newLine: index + 1 }))
  const away = ({ first, last }: SideRange) => Math.min(Math.abs(first - start_line), Math.abs(last - line))
  const limit = inDiff.ok && isExact ? Math.min(away(sideRange(inDiff.requested.location)), NEAR_LINES + 1) : Infinity
  for (const place of readings.flatMap((reading) => exactPlaces(head ? [head] : [], reading, 'RIGHT'))) {
    const located = locateLines(hunks, { start_line: place.first, line: place.last })
    if (away(place) < limit && !located.ok) return { ok: false, reason: explainOutside(located, path) }
  }
  return inDiff
}

const explainOutside = ({ reason, accepted }: LocatedLines & { ok: false }, path: string): string =>
  `${reason} \`code\` stands there. If a changed line causes the problem, comment on that line and quote it. Lines of ${path} that accept comments: ${accepted || 'none'}.`

const NOWHERE = { kind: 'unclear', candidates: [] } as const

const lineBelow = (hunks: readonly DiffHunk[], { side, last }: SideRange) =>
  linesOn(hunks, side)
    .flat()
    .find(({ number }) => number === last + 1)?.text

export const askForPlace = (contradiction: string, hunks: readonly DiffHunk[], { location }: PlacedLines): string =>
  `${contradiction}, but the comment would stand on:\n${numberedLines(hunks, sideRange(location), 3)}\n\nCall again with the exact current lines as \`code\`, and correct the body. If both are right, repeat the same call.`

/** Models also give the first line as `line` and the last one as `end_line`. */
const requestedLines = ({
  line,
  end_line,
  start_line,
  side,
}: RequestedLines & { end_line?: number }): RequestedLines =>
  end_line === undefined ? { line, start_line, side } : { line: end_line, start_line: start_line ?? line, side }

/** Whether lines have a changed one, or stand beside removed ones. */
export function standsOnChange({ side, first, last }: SideRange, hunks: readonly DiffHunk[]): boolean {
  return hunks.some((hunk) => {
    const numbers = hunk.map(({ oldLine, newLine }) => (side === 'LEFT' ? oldLine : newLine))
    const isInside = (number: number | undefined) => number !== undefined && number >= first && number <= last
    return hunk.some(({ oldLine, newLine }, index) => {
      const isChanged = oldLine === undefined || newLine === undefined
      if (!isChanged) return false
      if (isInside(numbers[index])) return true
      // Removed lines have no number here: they belong to their neighbors.
      const before = numbers.slice(0, index).findLast((each) => each !== undefined)
      const after = numbers.slice(index + 1).find((each) => each !== undefined)
      return numbers[index] === undefined && (isInside(before) || isInside(after))
    })
  })
}
