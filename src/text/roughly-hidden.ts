import { hiddenHtml } from './hidden-html.ts'
import type { TextEdit } from './text-edit.ts'

/**
 * Edits for a text that is too intricate to parse: removes everything that looks as if it could be hidden, in code, too.
 * That is more than the page hides, never less.
 */
export function roughlyHidden(markdown: string): TextEdit[] {
  const all = (pattern: RegExp) =>
    Array.from(markdown.matchAll(pattern), ({ index, 0: match }) => ({
      start: index,
      end: index + match.length,
      text: '',
    }))
  return [
    ...hiddenHtml(markdown, [{ start: 0, end: markdown.length }]).edits,
    ...alternativeTexts(markdown),
    // A definition continues over lines but not over an empty one; a footnote also over indented paragraphs.
    ...all(DEFINITION),
    ...all(/(?<=\]\([^\s()]*)\s+["'(][^)]*(?=\))/g),
    // Labels of references, and what follows the language of a fence.
    ...all(/(?<=\])\[[^\]]*\]/g),
    ...all(/(?<=(?:`{3,}|~{3,})[ \t]*[^\s`~]{0,32})[^\S\n]+[^\n]+/g),
    ...excessCells(markdown),
  ]
}

const DEFINITION =
  /^[ \t>]*(?:[-+*]|\d+[.)])?[ \t]*\[[^\]]*\]:.*(?:\r?\n.*\S.*)*(?:(?:\r?\n[ \t]*)+\r?\n(?: {4}|\t).*(?:\r?\n.*\S.*)*)*/gm

/** The texts between `![` and its `]`. */
function alternativeTexts(markdown: string): TextEdit[] {
  const edits: TextEdit[] = []
  const open: number[] = []
  for (let index = 0; index < markdown.length; index++) {
    if (markdown[index] === '[') open.push(index + 1)
    if (markdown[index] !== ']') continue
    const start = open.pop()
    if (start !== undefined && markdown[start - 2] === '!' && start < index) edits.push({ start, end: index, text: '' })
  }
  return edits
}

/** Cells beyond the columns of the delimiter row above them, up to the next empty line. */
function excessCells(markdown: string): TextEdit[] {
  const edits: TextEdit[] = []
  let columns = Number.POSITIVE_INFINITY
  let lineStart = 0
  for (const line of markdown.split('\n')) {
    if (line.trim() === '') columns = Number.POSITIVE_INFINITY
    else if (/^[ \t>*+\d.)|:-]*-[ \t>|:-]*\r?$/.test(line)) columns = cellEnds(line).length
    else {
      const end = cellEnds(line)[columns - 1]
      if (end !== undefined && end < line.length)
        edits.push({ start: lineStart + end, end: lineStart + line.length, text: '' })
    }
    lineStart += line.length + 1
  }
  return edits
}

/** Where the cells of a table's line end. */
function cellEnds(line: string): number[] {
  const pipes = Array.from(line.matchAll(/(?<!\\)\|/g), ({ index }) => index)
  const inner = /^[ \t>]*(?:[-+*]|\d+[.)])?[ \t]*\|/.test(line) ? pipes.slice(1) : pipes
  const last = inner.at(-1)
  return last !== undefined && line.slice(last + 1).trim() === '' ? inner : [...inner, line.length]
}
