import { type DiffHunk, parsePatch } from '../../src/github/patch-rows.ts'
import type { Proposal } from '../../src/github-tools/proposal.ts'
import { findLines, sideRange } from '../../src/review/comment-lines.ts'
import { applySuggestions, isSuggestion, parseSuggestion } from '../../src/review/suggestion.ts'
import { placeSuggestion } from '../../src/review/suggestion-button.ts'
import { trySuggestions } from '../../src/review/try-suggestions.ts'
import type { Chance } from '../delivery/diffs.ts'

/** A file of a change: its patch, and its text after the change. */
export type ChangedFile = { path: string; patch: string; text: string }

/** What a careful reviewer would write: the lines, as they are and as they should be. */
export type MeantComment = { first: number; last: number; code: readonly string[]; suggestion: readonly string[] }

/** What the scripted reviewer writes instead. */
type WrittenComment = { start_line?: number; line: number; code?: string; suggestion: string }

type NewLine = { text: string; number: number }

const newLines = (hunk: DiffHunk): NewLine[] =>
  hunk.flatMap(({ text, newLine }) => (newLine === undefined ? [] : [{ text, number: newLine }]))

/** Comments on a hunk: small edits of one line and of three, and the changes of the hunk taken back. */
export function meantComments(hunk: DiffHunk, random: Chance): MeantComment[] {
  const lines = newLines(hunk)
  const meant: MeantComment[] = []
  for (const size of [1, 3]) {
    const at = random.below(Math.max(1, lines.length - size + 1))
    const window = lines.slice(at, at + size)
    const code = window.map(({ text }) => text)
    const edited = editLines(code, random)
    const [first, last] = [window[0]?.number, window.at(-1)?.number]
    if (first !== undefined && last !== undefined && window.length === size && edited !== undefined)
      meant.push({ first, last, code, suggestion: edited })
  }
  for (const { removed, added } of changesOf(hunk)) {
    const [first, last] = [added[0]?.number, added.at(-1)?.number]
    const code = added.map(({ text }) => text)
    if (first !== undefined && last !== undefined && added.length <= 12 && removed.length <= 12)
      if (code.join('\n') !== removed.join('\n')) meant.push({ first, last, code, suggestion: removed })
  }
  return meant
}

function changesOf(hunk: DiffHunk) {
  const changes: { removed: string[]; added: NewLine[] }[] = []
  let isOpen = false
  for (const { text, oldLine, newLine } of hunk) {
    if (oldLine !== undefined && newLine !== undefined) isOpen = false
    else {
      if (!isOpen) changes.push({ removed: [], added: [] })
      isOpen = true
      const change = changes.at(-1)
      if (newLine === undefined) change?.removed.push(text)
      else change?.added.push({ text, number: newLine })
    }
  }
  return changes
}

/** One line with another word, or with a new line beside it. */
function editLines(code: readonly string[], random: Chance): string[] | undefined {
  const at = random.below(code.length)
  const line = code[at] ?? ''
  const words = [...line.matchAll(/[A-Za-z_]{3,}|\d+/g)]
  const word = words[random.below(Math.max(1, words.length))]
  if (word === undefined) return undefined
  const changed = `${line.slice(0, word.index)}${random.is(0.5) ? 'other' : `${word[0]}2`}${line.slice(word.index + word[0].length)}`
  const added = /^\s*/.exec(line)?.[0] + (random.is(0.5) ? 'checked(first)' : 'log("second")')
  const isEnd = /[\w'")\];,]$/.test(line) && !/[{([:]\s*(?:\/\/.*|\/\*.*|#.*)$/.test(line)
  if (isEnd && random.is(0.25)) return code.toSpliced(at, 1, changed, added)
  return code.toSpliced(at, 1, changed)
}

type Mistake = (meant: MeantComment, hunk: DiffHunk, random: Chance) => WrittenComment | undefined

const write = (
  { first, last, code, suggestion }: MeantComment,
  changed: Partial<MeantComment> & { isQuoted?: boolean } = {},
): WrittenComment | undefined => {
  const { first: start = first, last: line = last, suggestion: lines = suggestion, isQuoted = true } = changed
  if (start < 1 || line < start) return undefined
  const quoted = changed.code ?? code
  return {
    start_line: start,
    line,
    code: isQuoted ? quoted.join('\n') : undefined,
    suggestion: lines.length === 0 ? '' : `${lines.join('\n')}\n`,
  }
}

const shifted =
  (by: number, isQuoted: boolean): Mistake =>
  (meant) =>
    write(meant, { first: meant.first + by, last: meant.last + by, isQuoted })

const countedInHunk =
  (isQuoted: boolean): Mistake =>
  (meant, hunk) => {
    const from = (newLines(hunk)[0]?.number ?? 1) - 1
    return write(meant, { first: meant.first - from, last: meant.last - from, isQuoted })
  }

/** Without its code, a range that leaves out a line to delete says nothing of that line. */
const deletesLines = ({ code, suggestion }: MeantComment) => suggestion.length < code.length

const offByOne =
  (isQuoted: boolean): Mistake =>
  (meant, _, random) => {
    if (!isQuoted && deletesLines(meant)) return undefined
    const by = random.is(0.5) ? 1 : -1
    return random.is(0.5)
      ? write(meant, { first: meant.first + by, isQuoted })
      : write(meant, { last: meant.last + by, isQuoted })
  }

/** The mistake is in the quoted code too. Who quotes a line and gives others for it, or deletes it, says so. */
const quotedOffByOne: Mistake = (meant, hunk, random) => {
  if (meant.suggestion.length === 0 || meant.suggestion.length > meant.code.length) return undefined
  const lines = newLines(hunk)
  const first = meant.first - (random.is(0.5) ? 1 : 0)
  const last = meant.last + (first === meant.first ? 1 : 0)
  const code = lines.filter(({ number }) => number >= first && number <= last).map(({ text }) => text)
  return code.length === last - first + 1 ? write(meant, { first, last, code }) : undefined
}

const dedented = (lines: readonly string[]) => {
  const widths = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0)
  const width = Math.min(...widths)
  return lines.map((line) => line.slice(Math.min(width, /^\s*/.exec(line)?.[0].length ?? 0)))
}
const indentOf = (lines: readonly string[]) => /^\s*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0]

const INDENTATIONS: Record<string, (lines: readonly string[]) => readonly string[]> = {
  'dedented as a block': dedented,
  'first line trimmed': (lines) => lines.map((line, at) => (at === 0 ? line.trimStart() : line)),
  'every line trimmed': (lines) => lines.map((line) => line.trimStart()),
  'blanks for tabs': (lines) => lines.map((line) => line.replace(/^\t+/, (tabs) => '    '.repeat(tabs.length))),
  'tabs for blanks': (lines) =>
    lines.map((line) => line.replace(/^(?: {2})+/, (blanks) => '\t'.repeat(blanks.length / 2))),
}
const reindented =
  (name: string, isQuoted: boolean, by = 0): Mistake =>
  (meant) => {
    const suggestion = INDENTATIONS[name]?.(meant.suggestion) ?? []
    if (suggestion.join('\n') === meant.suggestion.join('\n')) return undefined
    // Who means another indentation and loses it says nothing of it.
    if (indentOf(meant.suggestion) !== indentOf(meant.code)) return undefined
    return write(meant, { suggestion, isQuoted, first: meant.first + by, last: meant.last + by })
  }

const repeated =
  (above: number, below: number, isQuoted: boolean, by = 0): Mistake =>
  (meant, hunk) => {
    const lines = newLines(hunk)
    const before = lines.filter(({ number }) => number < meant.first && number >= meant.first - above)
    const after = lines.filter(({ number }) => number > meant.last && number <= meant.last + below)
    if (before.length < above || after.length < below || meant.suggestion.length === 0) return undefined
    if (!isQuoted && by !== 0 && deletesLines(meant)) return undefined
    const texts = (some: readonly NewLine[]) => some.map(({ text }) => text)
    const suggestion = [...texts(before), ...meant.suggestion, ...texts(after)]
    return write(meant, { suggestion, isQuoted, first: meant.first + by, last: meant.last + by })
  }

/** The code with other words, as a model remembers it. */
const paraphrased =
  (by: number): Mistake =>
  (meant, _, random) => {
    const code = meant.code.map((line) => {
      const words = [...line.matchAll(/[A-Za-z_]{4,}/g)]
      const word = words[random.below(Math.max(1, words.length))]
      return word === undefined ? line : line.replace(word[0], random.is(0.5) ? `${word[0]}s` : word[0].slice(0, -1))
    })
    return write(meant, { code, first: meant.first + by, last: meant.last + by })
  }

const onlyFirstLineQuoted: Mistake = (meant) =>
  deletesLines(meant) ? undefined : write(meant, { code: meant.code.slice(0, 1) })

export const MISTAKES: Record<string, Mistake> = {
  'none, quoted': (meant) => write(meant),
  'none, not quoted': (meant) => write(meant, { isQuoted: false }),
  ...Object.fromEntries([1, -1, 2, -2, 3, -3, 4, -5].map((by) => [`shifted by ${by}, quoted`, shifted(by, true)])),
  ...Object.fromEntries([1, -1, 2, -3, 5].map((by) => [`shifted by ${by}, not quoted`, shifted(by, false)])),
  'counted in the hunk, quoted': countedInHunk(true),
  'counted in the hunk, not quoted': countedInHunk(false),
  'range off by one, quoted': offByOne(true),
  'range off by one, not quoted': offByOne(false),
  'range and code off by one': quotedOffByOne,
  'first line quoted': onlyFirstLineQuoted,
  'other words in the code': paraphrased(0),
  'other words in the code, shifted by 2': paraphrased(2),
  ...Object.fromEntries(
    Object.keys(INDENTATIONS).flatMap((name): [string, Mistake][] => [
      [`${name}, quoted`, reindented(name, true)],
      [`${name}, not quoted`, reindented(name, false)],
      [`${name}, shifted by 1, quoted`, reindented(name, true, 1)],
    ]),
  ),
  'repeats the line above, quoted': repeated(1, 0, true),
  'repeats the line below, quoted': repeated(0, 1, true),
  'repeats two lines below, quoted': repeated(0, 2, true),
  'repeats both, not quoted': repeated(1, 1, false),
  'repeats the line above, not quoted': repeated(1, 0, false),
  'repeats the line below, shifted by 1, not quoted': repeated(0, 1, false, 1),
  'repeats both, shifted by -1, quoted': repeated(1, 1, true, -1),
}

/**
 * What became of a comment. `harmful`: its button makes another file than meant. `misplaced`: it quotes code and stands on other. `text`:
 * no button.
 */
export type Verdict = 'button' | 'text' | 'refused' | 'harmful' | 'misplaced'

export async function judge(
  file: ChangedFile,
  meant: MeantComment,
  { suggestion, ...written }: WrittenComment,
): Promise<Verdict> {
  const { path, patch, text } = file
  const hunks = parsePatch(patch)
  const found = findLines(hunks, written, written.code ?? '', path)
  if (!found.ok) return 'refused'
  const { requested } = found
  const { first, last, side } = sideRange(requested.location)
  const isQuoted = written.code !== undefined && written.code === meant.code.join('\n')
  if (isQuoted && (side !== 'RIGHT' || first !== meant.first || last !== meant.last)) {
    // Equal code that stands on the named lines is what was quoted.
    if (plainText(requested.code) !== plainText(meant.code)) return 'misplaced'
  }
  const parsed = parseSuggestion(suggestion, requested.code, requested.location.side)
  if (!parsed.ok) return 'refused'
  const { located = requested, lines } = placeSuggestion(parsed.lines, { hunks, path, ...found })
  if (lines === undefined) return 'text'
  const proposal: Proposal = {
    kind: 'review_comment',
    number: 1,
    commit: 'c',
    path,
    body: '',
    linesHash: '',
    location: located.location,
    suggestion: lines,
    replaced: { code: located.code, isQuoted: found.isSure || located !== requested },
  }
  const [tried] = await trySuggestions([proposal], { read: async () => text })
  if (tried === undefined || !isSuggestion(tried)) return 'text'
  const clicked = applySuggestions(text, [tried])
  return clicked === afterMeant(text, meant) ? 'button' : 'harmful'
}

const plainText = (lines: readonly string[]) =>
  lines
    .map((line) => line.trim())
    .join('\n')
    .trim()

function afterMeant(text: string, { first, last, suggestion }: MeantComment): string {
  const end = text.includes('\r\n') ? '\r' : ''
  const lines = text.split('\n')
  const isUnended = last === lines.length
  const changed = suggestion.map((line, at) => line + (isUnended && at === suggestion.length - 1 ? '' : end))
  return lines.toSpliced(first - 1, last - first + 1, ...changed).join('\n')
}
