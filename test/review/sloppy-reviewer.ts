import type { ReviewThread } from '../../src/github/api/reviews.ts'
import { type DiffHunk, parsePatch } from '../../src/github/patch-rows.ts'
import type { FindingRecord, Proposal } from '../../src/github-tools/proposal.ts'
import { findLines, findLinesInHead, sideRange } from '../../src/review/comment-lines.ts'
import { compareFindings, type PlacedFinding } from '../../src/review/earlier-findings.ts'
import { newFinding } from '../../src/review/finding.ts'
import { applySuggestions, isSuggestion, parseSuggestion } from '../../src/review/suggestion.ts'
import { placeSuggestion } from '../../src/review/suggestion-button.ts'
import { parseProblem, trySuggestions } from '../../src/review/try-suggestions.ts'
import type { Chance } from '../delivery/diffs.ts'
import { allOurs } from '../github/own-text-fixture.ts'

/** A file of a change: its patch, and its text after the change. */
export type ChangedFile = { path: string; patch: string; text: string }

/** What a careful reviewer would write: the lines, as they are and as they should be. */
export type MeantComment = {
  first: number
  last: number
  code: readonly string[]
  suggestion: readonly string[]
  isEdit?: true
}

/** What the scripted reviewer writes instead. `meant`, `text`: where the mistake needs another intention or another file in the head. */
type WrittenComment = {
  start_line?: number
  line: number
  code?: string
  suggestion: string
  words?: string
  meant?: MeantComment
  text?: string
}

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
      meant.push({ first, last, code, suggestion: edited, isEdit: true })
  }
  for (const { removed, added } of changesOf(hunk)) {
    const [first, last] = [added[0]?.number, added.at(-1)?.number]
    const code = added.map(({ text }) => text)
    if (first !== undefined && last !== undefined && added.length <= 12 && removed.length <= 12)
      if (code.join('\n') !== removed.join('\n') && !losesIndentation(removed, code))
        meant.push({ first, last, code, suggestion: removed })
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

const KEYWORDS =
  /^(?:import|from|const|let|var|return|type|export|function|if|else|for|while|try|catch|await|async|class|def|end|case|throw|raise|new|in|of|and|or|not)$/

/** One line with another word, or with a new line beside it. */
function editLines(code: readonly string[], random: Chance): string[] | undefined {
  const at = random.below(code.length)
  const line = code[at] ?? ''
  const words = [...line.matchAll(/[A-Za-z_]{3,}|\d+/g)].filter(([word]) => !KEYWORDS.test(word))
  const word = words[random.below(Math.max(1, words.length))]
  if (word === undefined) return undefined
  const changed = `${line.slice(0, word.index)}${random.is(0.5) ? 'other' : `${word[0]}2`}${line.slice(word.index + word[0].length)}`
  const added = /^\s*/.exec(line)?.[0] + (random.is(0.5) ? 'checked(first)' : 'log("second")')
  const isEnd = /[\w'")\];,]$/.test(line) && !/[{([:]\s*(?:\/\/.*|\/\*.*|#.*)$/.test(line)
  if (isEnd && random.is(0.25)) return code.toSpliced(at, 1, changed, added)
  return code.toSpliced(at, 1, changed)
}

type Mistake = (meant: MeantComment, hunk: DiffHunk, random: Chance, file: ChangedFile) => WrittenComment | undefined

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

/** The line beside the one that is meant is named and quoted. */
const wrongLineQuoted =
  (by: number): Mistake =>
  (meant, hunk) => {
    const code = newLines(hunk).filter(({ number }) => number >= meant.first + by && number <= meant.last + by)
    const texts = code.map(({ text }) => text)
    if (!isSmall(meant) || code.length !== meant.code.length || isOneEdit(texts, meant)) return undefined
    return write(meant, { first: meant.first + by, last: meant.last + by, code: texts })
  }

/** Whether a suggestion changes one word of other lines, too: nothing shows then which ones it is for. */
const isOneEdit = (code: readonly string[], { suggestion }: MeantComment) => {
  const wordsOf = (lines: readonly string[]) => lines.join('\n').match(/[\p{L}\p{N}_$]+|[^\s]/gu) ?? []
  const [words, others] = [wordsOf(code), wordsOf(suggestion)]
  return words.length === others.length && words.filter((word, at) => word !== others[at]).length <= 1
}

const dedented = (lines: readonly string[]) => {
  const widths = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0)
  const width = Math.min(...widths)
  return lines.map((line) => line.slice(Math.min(width, /^\s*/.exec(line)?.[0].length ?? 0)))
}
/** A suggestion keeps the indentation of what it replaces. Who wants none says so in words. */
const losesIndentation = (lines: readonly string[], code: readonly string[]) =>
  indentOf(lines) === '' && indentOf(code) !== ''

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

/** The suggestion as models change it on its way. */
const garbled =
  (change: (lines: readonly string[], code: readonly string[]) => readonly string[] | undefined): Mistake =>
  (meant) => {
    const suggestion = meant.suggestion.length === 0 ? undefined : change(meant.suggestion, meant.code)
    return suggestion && suggestion.join('\n') !== meant.suggestion.join('\n')
      ? write(meant, { suggestion })
      : undefined
  }

const sameText = (one: string, other: string) => one.trim() === other.trim()

/** Of the added lines, one loses its indentation, or some of it. */
const newLineMovedOut: Mistake = (meant, _, random) => {
  const isNew = (line: string) => line.trim() !== '' && !meant.code.some((each) => sameText(each, line))
  const at = meant.suggestion.findIndex((line, nth) => nth > 0 && isNew(line) && /^\s/.test(line))
  const line = meant.suggestion[at] ?? ''
  const indent = /^\s*/.exec(line)?.[0] ?? ''
  if (at < 0) return undefined
  const left = random.is(0.5) ? '' : indent.slice(0, Math.floor(indent.length / 2))
  return write(meant, { suggestion: meant.suggestion.with(at, left + line.trimStart()) })
}

/** A line is meant to stand before or after the quoted ones, and is given instead of them. */
const addedLineOnly =
  (words: string): Mistake =>
  ({ first, last, code }, _, random) => {
    const line = code.find((each) => /[A-Za-z_]{3,}/.test(each)) ?? ''
    const [name] = /[A-Za-z_]{3,}/.exec(line) ?? []
    if (name === undefined) return undefined
    const indent = /^\s*/.exec(code[0] ?? '')?.[0] ?? ''
    const forms = [`check(${name})`, `if (!${name}) return`, `${name}_checked = true`, `log.info("${name}", ${name})`]
    const added = indent + (forms[random.below(forms.length)] ?? '')
    const meant = { first, last, code, suggestion: random.is(0.5) ? [added, ...code] : [...code, added] }
    const written = write(meant, { suggestion: [added] })
    return written && { ...written, words, meant }
  }

/** The head of a block is quoted, and the whole block is given with another body. */
const headQuotedBlockGiven: Mistake = (_, hunk, random) => {
  const lines = newLines(hunk)
  const depth = (text: string) => /^\s*/.exec(text)?.[0].length ?? 0
  const heads = lines.flatMap(({ text }, at) => (/[:{]\s*$/.test(text) && /[A-Za-z]{2}/.test(text) ? [at] : []))
  const at = heads[random.below(Math.max(1, heads.length))]
  const head = at === undefined ? undefined : lines[at]
  if (at === undefined || head === undefined) return undefined
  const rest = lines.slice(at + 1)
  const size = rest.findIndex(({ text }) => text.trim() !== '' && depth(text) <= depth(head.text))
  const body = rest.slice(0, size < 0 ? 0 : size)
  if (body.length === 0) return undefined
  const edited = editLines([head.text], random) ?? [head.text]
  const [other = ''] = editLines([body[0]?.text ?? ''], random) ?? []
  const code = [head.text, ...body.map(({ text }) => text)]
  const meant = { first: head.number, last: head.number + body.length, code, suggestion: [...edited, other] }
  const written = other === '' ? undefined : write(meant, { code: [head.text], last: head.number })
  return written && { ...written, meant }
}

/** Code outside the diff, of which a copy stands in the diff. */
const copiedOutside =
  (by: number): Mistake =>
  ({ first, last, code, suggestion }, _, __, file) => {
    const end = file.text.includes('\r\n') ? '\r\n' : '\n'
    if (!file.text.endsWith(end) || code.every((line) => line.trim() === '')) return undefined
    const filler = Array.from({ length: 20 }, (_, nth) => `beside ${nth}`)
    const text = `${file.text}${[...filler, ...code, ...filler].join(end)}${end}`
    const start = file.text.split('\n').length + filler.length
    const meant = { first: start, last: start + last - first, code, suggestion }
    const written = write(meant, { first: meant.first + by, last: meant.last + by })
    return written && { ...written, meant, text }
  }

/** With what models stand in for lines that they leave out. */
const PLACEHOLDERS = [
  '# rest of loop',
  '// rest of the function unchanged',
  '/* unchanged */',
  '# ... (same as before)',
  '...',
  '// existing code here',
  '<!-- remaining items -->',
  '-- other columns',
]

const shortened: Mistake = (meant, _, random) => {
  const { suggestion } = meant
  if (suggestion.length < 3) return undefined
  const indent = /^\s*/.exec(suggestion[1] ?? '')?.[0] ?? ''
  const placeholder = indent + (PLACEHOLDERS[random.below(PLACEHOLDERS.length)] ?? '')
  return write(meant, { suggestion: [...suggestion.slice(0, 1), placeholder, ...suggestion.slice(-1)] })
}

const asDiff = (lines: readonly string[], code: readonly string[]) => [
  ...code.map((line) => `-${line}`),
  ...lines.map((line) => `+${line}`),
]

/** An edit of one line of one or three. */
const isSmall = ({ isEdit }: MeantComment) => isEdit === true

/** Who makes no mistake gives code that parses, and names what goes. */
function careful(meant: MeantComment, { path, text }: ChangedFile): WrittenComment | undefined {
  if (parseProblem(path, text, afterMeant(text, meant)) !== undefined) return undefined
  const wordsOf = (lines: readonly string[]) => lines.join(' ').match(/[\p{L}\p{N}_$]+/gu) ?? []
  const kept = new Set(wordsOf(meant.suggestion))
  const gone = [...new Set(wordsOf(meant.code))].filter((word) => !kept.has(word))
  const written = write(meant)
  return (
    written && {
      ...written,
      words: gone.length === 0 ? 'Wrong.' : `Wrong: ${gone.map((word) => `\`${word}\``).join(', ')}.`,
    }
  )
}

export const MISTAKES: Record<string, Mistake> = {
  'none, quoted, small': (meant, _, __, file) => (isSmall(meant) ? careful(meant, file) : undefined),
  'none, quoted, change taken back': (meant, _, __, file) => (isSmall(meant) ? undefined : careful(meant, file)),
  'none, quoted, change taken back, no words': (meant, _, __, file) =>
    isSmall(meant) ? undefined : careful(meant, file) && write(meant),
  'none, not quoted': (meant) => write(meant, { isQuoted: false }),
  ...Object.fromEntries([1, -1, 2, -2, 3, -3, 4, -5].map((by) => [`shifted by ${by}, quoted`, shifted(by, true)])),
  ...Object.fromEntries([1, -1, 2, -3, 5].map((by) => [`shifted by ${by}, not quoted`, shifted(by, false)])),
  'counted in the hunk, quoted': countedInHunk(true),
  'counted in the hunk, not quoted': countedInHunk(false),
  'range off by one, quoted': offByOne(true),
  'range off by one, not quoted': offByOne(false),
  'range and code off by one': quotedOffByOne,
  ...Object.fromEntries([1, -1, 2].map((by) => [`wrong lines quoted, ${by} beside`, wrongLineQuoted(by)])),
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
  'in a fence': garbled((lines) => ['```', ...lines, '```']),
  'as a diff': garbled(asDiff),
  'shortened with a comment': garbled((lines) =>
    lines.length > 2 ? [...lines.slice(0, 1), '// ... existing code ...', ...lines.slice(-1)] : undefined,
  ),
  'shortened with other placeholders': shortened,
  'new line moved out': newLineMovedOut,
  'only the new line given, asked for in words': addedLineOnly('Add a check of the input here.'),
  'only the new line given': addedLineOnly('The input is not checked.'),
  'head quoted, block given': headQuotedBlockGiven,
  ...Object.fromEntries(
    [0, 1, -2, 3].map((by) => [`copy outside the diff meant, shifted by ${by}`, copiedOutside(by)]),
  ),
  'with carriage returns': (meant) => {
    const written = write(meant)
    return (
      written && {
        ...written,
        code: written.code?.replaceAll('\n', '\r\n'),
        suggestion: written.suggestion.replaceAll('\n', '\r\n'),
      }
    )
  },
  'with escaped line ends': garbled((lines) => (lines.length > 1 ? [lines.join('\\n')] : undefined)),
}

/** A larger difference is no slip in counting. */
const MAX_SHIFT = 5

/**
 * What became of a comment. `harmful`: its button makes another file than meant. `misplaced`: it quotes code and stands on other. `text`:
 * no button.
 */
export type Verdict = 'button' | 'text' | 'refused' | 'harmful' | 'misplaced'

export async function judge(
  file: ChangedFile,
  careful: MeantComment,
  { suggestion, meant = careful, text = file.text, words, ...written }: WrittenComment,
): Promise<Verdict> {
  const { path, patch } = file
  const hunks = parsePatch(patch)
  const found = await findLinesInHead(hunks, written, { quoted: written.code ?? '', path }, async () => text)
  if (!found.ok) return 'refused'
  const { requested } = found
  const { first, last, side } = sideRange(requested.location)
  const isQuoted = (written.code ?? '') !== '' && written.code === meant.code.join('\n')
  if (isQuoted && (side !== 'RIGHT' || first !== meant.first || last !== meant.last)) {
    // Who names lines on which equal code stands, or none near, means any of them.
    const isStated = first === (written.start_line ?? written.line) && last === written.line
    const isNear = Math.abs(meant.last - written.line) <= MAX_SHIFT
    const isElsewhere = last < meant.first || first > meant.last
    if (plainText(requested.code) !== plainText(meant.code) || (isElsewhere && isNear && !isStated)) return 'misplaced'
  }
  const parsed = parseSuggestion(suggestion, requested.code, requested.location.side)
  if (!parsed.ok) return 'refused'
  const { located = requested, lines } = placeSuggestion(parsed.lines, { hunks, path, words, ...found })
  if (lines === undefined) return 'text'
  const proposal: Proposal = {
    kind: 'review_comment',
    number: 1,
    commit: 'c',
    path,
    body: words ?? '',
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

/** Problems in two wordings each, as models give them after a push. */
export const REWORDED: [one: string, other: string][] = [
  [
    'The loop runs one too far: `orders[orders.length]` is undefined.',
    'Off-by-one in the stock loop, which reads past the end of `orders`.',
  ],
  [
    'SQL injection: the user name is concatenated into the query.',
    'User input reaches the query unescaped, so anyone can inject SQL.',
  ],
  [
    'The password is written to the log file in plain text.',
    'Logging leaks the password to everybody who reads the log.',
  ],
  [
    'Two runs can race between the check and the write of the cache.',
    'Race: the cache may be written twice after one check.',
  ],
  ['`saveOrder` is not awaited, so its errors are lost.', 'Nobody awaits the promise of `saveOrder`; failures vanish.'],
  ['The catch block swallows the error and returns null.', 'Errors are hidden: the catch block drops them silently.'],
  [
    'The timer is never cleared and keeps the process alive.',
    'Missing clearTimeout: the timer leaks until the process exits.',
  ],
  ['Money is rounded with floats, which drops cents.', 'Floats lose cents when the money amounts get rounded.'],
  [
    'Versions are compared as text, so 10 sorts before 9.',
    'Comparing versions alphabetically breaks from version 10 on.',
  ],
  [
    'The connection stays open when the request fails.',
    'A failing request leaks its connection, because nothing closes it.',
  ],
  ['Retries have no backoff and hammer a failing server.', 'The server gets hammered: retries wait for no backoff.'],
  [
    'The regular expression backtracks exponentially on long input.',
    'Long input makes this regular expression catastrophic (backtracking).',
  ],
]

/**
 * What becomes of findings that come again in other words and with another category. `duplicate`: it would be posted twice without a
 * question. `lost`: another problem would be taken for it.
 */
export type RepeatVerdict = 'same' | 'asked' | 'different' | 'duplicate' | 'lost'

export function judgeRepeats(file: ChangedFile, meant: MeantComment, random: Chance): RepeatVerdict[] {
  const hunks = parsePatch(file.patch)
  const place = (first: number, last: number) => findLines(hunks, { start_line: first, line: last }, '', file.path)
  const found = place(meant.first, meant.last)
  if (!found.ok) return []
  const at = random.below(REWORDED.length)
  const [one = '', other = ''] = REWORDED[at] ?? []
  const [different = ''] = REWORDED[(at + 1 + random.below(REWORDED.length - 1)) % REWORDED.length] ?? []
  const record = newFinding(file.path, { category: 'correctness' }, found.requested)
  const earlier = placedFinding(file.path, meant, record, one)
  const sameness = (text: string, by = 0) => {
    const shifted = by === 0 ? found : place(meant.first + by, meant.last + by)
    if (!shifted.ok) return undefined
    const again = newFinding(file.path, { category: 'bug' }, shifted.requested)
    const [start, line] = [meant.first + by, meant.last + by]
    return compareFindings({ record: again, path: file.path, start, line, text }, earlier)
  }
  const repeated = [sameness(other), sameness(other, 1 + random.below(3))].map((each): RepeatVerdict | undefined =>
    each === 'unsure' ? 'asked' : each === 'different' ? 'duplicate' : each,
  )
  const others = [sameness(different), sameness(different, 1 + random.below(3))].map(
    (each): RepeatVerdict | undefined => (each === 'unsure' ? 'asked' : each === 'same' ? 'lost' : each),
  )
  return [...repeated, ...others].filter((each) => each !== undefined)
}

function placedFinding(
  path: string,
  { first, last }: MeantComment,
  record: FindingRecord,
  text: string,
): PlacedFinding {
  const comments = [
    { id: 1, author: 'bot', body: `<!-- -->\n${text}`, createdAt: '', editedAt: undefined, isHidden: false },
  ]
  const thread: ReviewThread = {
    id: 't',
    path,
    side: 'RIGHT',
    line: last,
    startLine: first,
    isResolved: false,
    isOutdated: false,
    comments,
    commentCount: 1,
  }
  const finding = {
    ...record,
    id: '0123456789ab',
    key: 'k',
    commit: 'c',
    originalLine: last,
    path,
    line: last,
    thread,
    ownTexts: allOurs,
  }
  return { finding, state: 'open', path, start: first, line: last, isTouched: false }
}
