import { type Danger, findDangers, type Host, OPAQUE } from './references.ts'
import type { TextEdit, TextRange } from './text-edit.ts'

/** A part of the visible text of one block: what is between two marks. */
export type FlowPart = {
  text: string
  /** GitHub ignores mentions and references inside a link, but not closing keywords and addresses. */
  inLink?: boolean
  /** Edits that turn these ranges of `text` into code. Absent for code, images and line breaks. */
  disarm?: (ranges: TextRange[]) => TextEdit[]
}

/** Code or an image in the visible text of a block. */
export const opaquePart = (text = ''): FlowPart => ({ text: `${OPAQUE}${text}${OPAQUE}` })

export const visibleText = (parts: readonly FlowPart[]): string => parts.map(({ text }) => text).join('')

/**
 * Edits that turn the dangers in a block into code. Checks the text without marks, and the text with a break at each mark:
 * GitHub reads the parts between them, other tools the text, and parsers disagree about marks inside a word. `edits` are for
 * dangers in one part, `split` for dangers that reach over several.
 */
export function flowEdits(parts: readonly FlowPart[], host: Host): { edits: TextEdit[]; split: TextEdit[] } {
  const ranges = parts.map((): TextRange[] => [])
  const splitRanges = parts.map((): TextRange[] => [])
  for (const separator of ['', OPAQUE])
    for (const danger of findDangers(parts.map(({ text }) => text).join(separator), host)) {
      const overlaps = overlapping(parts, danger, separator.length)
      for (const { index, range } of overlaps) (overlaps.length === 1 ? ranges : splitRanges)[index]?.push(range)
    }
  const editsFor = (all: readonly TextRange[][]) =>
    parts.flatMap(({ disarm }, index) => {
      const own = all[index] ?? []
      return disarm === undefined || own.length === 0 ? [] : disarm(mergedRanges(own))
    })
  return { edits: editsFor(ranges), split: editsFor(splitRanges) }
}

function overlapping(
  parts: readonly FlowPart[],
  { start, end, worksInLinks }: Danger,
  gap: number,
): { index: number; range: TextRange }[] {
  const overlaps: { index: number; range: TextRange }[] = []
  let offset = 0
  let isOutsideLinks = false
  parts.forEach(({ text, inLink, disarm }, index) => {
    const range = { start: Math.max(0, start - offset), end: Math.min(text.length, end - offset) }
    offset += text.length + gap
    if (range.start >= range.end || disarm === undefined) return
    if (inLink !== true) isOutsideLinks = true
    overlaps.push({ index, range })
  })
  return worksInLinks || isOutsideLinks ? overlaps : []
}

function mergedRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || range.start >= last.end) merged.push({ start: range.start, end: range.end })
    else last.end = Math.max(last.end, range.end)
  }
  return merged
}
