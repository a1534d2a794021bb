import type { Inputs } from '../config/inputs.ts'
import type { Task } from '../github/events/task.ts'
import type { ProposalOptions, ProposalStore, ProposedComment, Severity } from '../github-tools/proposal.ts'
import type { Ending } from '../record/events.ts'
import { ellipsize, pluralize } from '../text/write-markdown.ts'
import type { PlacedFinding } from './earlier-findings.ts'
import { DEFAULT_DETAILS, findingText } from './finding.ts'
import { sharedWords } from './similar-lines.ts'

/** A problem that an answer states with a severity or in a table of findings, in its own words. */
export type StatedFinding = { text: string; severity?: Severity; path?: string; line?: number }

const WORDS: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  blocker: 'critical',
  blocking: 'critical',
  severe: 'critical',
  high: 'high',
  major: 'high',
  medium: 'medium',
  moderate: 'medium',
  low: 'low',
  minor: 'low',
  nit: 'nit',
  nitpick: 'nit',
  p0: 'critical',
  p1: 'high',
  p2: 'medium',
  p3: 'low',
  '🚨': 'critical',
  '🔴': 'critical',
  '🟠': 'high',
  '🟡': 'medium',
  '🟢': 'low',
}
const WORD = '(?:critical|blocker|(?<!-)blocking|severe|high|major|medium|moderate|low|minor|nit(?:pick)?|p[0-3])'
const SIGN = '[🚨🔴🟠🟡🟢]'
const NOUN =
  '(?:issue|bug|problem|finding|vulnerabilit(?:y|ie)|error|flaw|defect|concern|regression|hole|injection|leak|race|mistake)s?'
const RANK = '(?:[- ](?:severity|priority|risk))?'

/** What else is low or high. */
const MEASURES = 'risk|cost|complexity|coverage|confidence|effort|impact|traffic|load|overhead|quality|priority'

const pattern = (source: string) => new RegExp(source, 'iu')

/** At the start of a line: `High: …`, `[critical] …`, `(medium) …`, `HIGH - …`, `critical, src/a.js:31`. */
const AT_START = pattern(
  String.raw`^[[(]?\s*(?<word>${WORD})${RANK}\s*[\])]?(?:\s*(?:[:,|]|[\])])|\s+[–—-]\s|$|\s+(?=[\w./@-]+(?::\d|\.\w{1,5}\b)))(?<rest>.*)$`,
)
const SIGN_AT_START = pattern(String.raw`^(?<word>${SIGN})\s*(?<rest>.*)$`)
/** `Severity: high`, `"severity": "high"`, `severity is high`. */
const LABEL = pattern(
  String.raw`\b(?:severity|priority)\b["']?(?:\s*(?:[:=|]|is\b)\s*)["'([]?\s*(?<word>${WORD}|${SIGN})(?![\w-])`,
)
/** In brackets: `src/a.js:31 (high): …`. */
const IN_BRACKETS = pattern(String.raw`[([]\s*(?<word>${WORD})${RANK}\s*[)\]]`)
/** Between separators of a line with a place: `src/a.js:31 — high — …`. */
const BETWEEN = pattern(
  String.raw`(?<!\b(?:${MEASURES})\s*)(?:[|:,]|\s[–—-])\s*(?<word>${WORD}|${SIGN})${RANK}\s*(?:[|:,]|\s[–—-]\s|\.?$)`,
)
/** In a sentence: `a critical bug`, `two high-severity issues`. */
const NAMED = pattern(String.raw`\b(?<word>${WORD})${RANK}\s+(?:[\w-]+\s+){0,2}?${NOUN}\b`)
/** `src/a.js:31 is critical`. */
const JUDGED = pattern(
  String.raw`(?<!\b(?:${MEASURES})\s(?:.{0,40}\s)?)\bis\s+(?<word>critical|severe|high)\b(?!-)\s*(?:[.:;,]|\s[–—-]\s|$)`,
)
const COUNTED = new RegExp(
  String.raw`\b(?<count>[1-9]\d{0,2})\s+(?<word>${WORD})\b(?=\s*(?:[,.;)/]|and\b|${NOUN}\b|$))`,
  'giu',
)

const NEGATION =
  /\b(?:no|not|none|never|nothing|neither|nor|without|zero|0|cannot|free of|instead of|rather than|if|would|unless)\b|n't\b/iu
/** Before a problem that a change is about, or that was looked for. */
const PURPOSE =
  /\b(?:(?:check|look|search|scan|test|watch)(?:ed|es|s|ing)?\b[^.]{0,40}\bfor|handl(?:es|ed|ing)|cover(?:s|ed|ing)?|fix(?:es|ed)|prevent(?:s|ed)|avoid(?:s|ed)|remov(?:es|ed)|guard(?:s|ed)? against|protect(?:s|ed)? (?:against|from)|resolv(?:es|ed)|(?:bump|updat|upgrad)(?:e?s|ed)\b[^.]*\bto fix)\b[^.]{0,25}$/iu
const NONE_AFTER =
  /\b(?:found none|there (?:is|are|was|were) none|none (?:was|were|is|are) found|found nothing|and none\b)/iu
const NONE = /^[\s:|(–—-]*(?:$|none\b|no\b|0\b|nothing\b|n\/a\b|✅|✓|-+\s*$|—\s*$|all good|looks good|lgtm|clean\b)/iu
const GOOD = /\b(?:looks? (?:good|fine|right|ok)|fine|ok(?:ay)?|pass(?:es|ed)?|correct|well|safe|lgtm|approved?|no)\b/iu
const SETTLED =
  /(?<!\b(?:not|never|n't|isn't|half|partly)\s(?:\w+\s)?)\b(?:fixed|resolved|addressed|dismissed|already (?:reported|commented)|no longer)\b/iu

const PLACE =
  /(?<path>(?:[\w.@-]+\/)*(?:[\w@-][\w.@-]*\.[A-Za-z]\w{0,9}|Makefile|Dockerfile))(?::L?(?<line>\d{1,6})|#L(?<anchor>\d{1,6})|[,\s(]+lines?\s+(?<words>\d{1,6}))?/u

const MAX_STATED = 20

/** The problems that an answer states: with a severity, below a heading of one, or as rows of a table of findings. Pure. */
export function statedFindings(answer: string): StatedFinding[] {
  const stated: StatedFinding[] = []
  const lines = answer.replace(/\r\n?/g, '\n').split('\n')
  let section: Severity | undefined
  let table: TableHead | undefined
  for (let index = 0; index < lines.length && stated.length < MAX_STATED; index += 1) {
    const line = lines[index] ?? ''
    const fence = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(line)
    if (fence !== null) {
      const start = index + 1
      do index += 1
      while (index < lines.length && lines[index]?.trim().startsWith(fence[1] ?? '```') !== true)
      const inside = lines.slice(start, index)
      stated.push(...(DATA.test(fence[2] ?? '') ? statedInData(inside.join('\n')) : []))
      continue
    }
    if (/^\s*[>\s]*\|/.test(line)) {
      const cells = cellsOf(line)
      if (/^[\s|:>-]+$/.test(line) && line.includes('-')) continue
      if (table === undefined) table = headOf(cells)
      else stated.push(...rowFinding(cells, table))
      continue
    }
    table = undefined
    const isHeading =
      /^\s*#{1,6}\s|<(?:summary|h[1-6])\b/i.test(line) || /^\s*(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$/.test(line)
    const isItem = /^\s*(?:[-*+•]|\d+[.)])\s/.test(line)
    const text = plainText(line)
    const heading = severityHeading(text)
    if (heading !== undefined && (isHeading || /:$/.test(text) || /^\S+$/.test(text))) {
      section = heading === 'none' ? undefined : heading
      continue
    }
    if (isHeading) section = undefined
    const own = text === '' ? [] : statedInLine(text)
    if (own.length > 0) stated.push(...own)
    else if (section !== undefined && text !== '' && (isItem || !stated.some(({ severity }) => severity === section))) {
      if (/^\s{2,}/.test(line) && isItem) continue
      if (!NONE.test(text) && !SETTLED.test(text)) stated.push({ text, severity: section, ...placeIn(text) })
      else section = isItem ? section : undefined
    }
  }
  return stated.slice(0, MAX_STATED)
}

const plainText = (line: string) =>
  line
    .replace(/^[\s>]*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)?/, '')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/[*_`~]/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .trim()

const severityOf = (word = ''): Severity => WORDS[word.toLowerCase()] ?? DEFAULT_DETAILS.severity

function placeIn(text: string): Pick<StatedFinding, 'path' | 'line'> {
  const { path, line, anchor, words } = PLACE.exec(text)?.groups ?? {}
  const number = line ?? anchor ?? words ?? /\blines?\s+(\d{1,6})/i.exec(text)?.[1]
  return { path, line: number === undefined ? undefined : Number(number) }
}

/** The severity of a heading such as `Critical`, `🔴 High severity issues (2)`; `none` when it says that there is none. */
function severityHeading(text: string): Severity | 'none' | undefined {
  const match = pattern(
    String.raw`^(?:(?<sign>${SIGN})\s*)?(?<word>${WORD})${RANK}(?:\s+(?:priority|${NOUN}))?\s*(?:[([](?<count>\d+)[)\]])?\s*:?$`,
  ).exec(text)
  if (match?.groups === undefined) return undefined
  return match.groups.count === '0' ? 'none' : severityOf(match.groups.word)
}

function statedInLine(text: string): StatedFinding[] {
  if (SETTLED.test(text)) return []
  const place = placeIn(text)
  const sign = SIGN_AT_START.exec(text)
  const start = (sign && AT_START.exec(sign.groups?.rest ?? '')) ?? sign ?? AT_START.exec(text)
  const { word, rest = '' } = start?.groups ?? {}
  if (word !== undefined) {
    const isList = pattern(String.raw`^\s*(?:and\s+|or\s+)?${WORD}\b`).test(rest)
    const isNone = NONE.test(rest) || (word === '🟢' && GOOD.test(rest))
    return isList || isNone ? [] : [{ text, severity: severityOf(word), ...place }]
  }
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu})/u)
  return sentences.flatMap((sentence) => {
    const counted = [...sentence.matchAll(COUNTED)].flatMap(({ groups }) =>
      Array.from({ length: Math.min(Number(groups?.count), MAX_COUNTED) }, () => severityOf(groups?.word)),
    )
    if (counted.length > 0) return counted.map((severity) => ({ text: sentence, severity }))
    const spot = PLACE.test(sentence) ? { ...place, ...placeIn(sentence) } : place
    const match =
      LABEL.exec(sentence) ??
      IN_BRACKETS.exec(sentence) ??
      (spot.path === undefined ? null : (BETWEEN.exec(sentence) ?? JUDGED.exec(sentence))) ??
      NAMED.exec(sentence)
    if (match === null) return []
    const before = sentence.slice(Math.max(0, match.index - 60), match.index)
    const after = sentence.slice(match.index + match[0].length)
    if (NONE_AFTER.test(after) || (match[0] === NAMED.exec(sentence)?.[0] && PURPOSE.test(before))) return []
    if (NEGATION.test(before) || /^\s*(?::|is|are|was|were)\s*(?:none|no|0)\b/i.test(after)) return []
    return [{ text: sentence, severity: severityOf(match.groups?.word), ...spot }]
  })
}

const MAX_COUNTED = 5

/** The column of the severity, and whether the table lists findings with their places. */
type TableHead = { severity: number; isOfFindings: boolean }

const cellsOf = (line: string) =>
  line
    .replace(/^[\s>]*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map(plainText)

function headOf(cells: readonly string[]): TableHead {
  const has = (name: RegExp) => cells.some((cell) => name.test(cell))
  return {
    severity: cells.findIndex((cell) => /^(?:severity|priority)$/i.test(cell)),
    isOfFindings:
      has(/^(?:findings?|issues?|problems?|bugs?|defects?|vulnerabilit(?:y|ies)|concerns?)$/i) &&
      has(/^(?:files?|paths?|places?|locations?|lines?|where)$/i),
  }
}

function rowFinding(cells: readonly string[], { severity: column, isOfFindings }: TableHead): StatedFinding[] {
  const text = cells.filter((cell) => cell !== '').join(' · ')
  const isEmpty = cells.every((cell) => NONE.test(cell)) || SETTLED.test(text)
  if (isEmpty) return []
  const cell = cells[column] ?? ''
  const word =
    pattern(String.raw`^(?:${SIGN}\s*)?(?<word>${WORD})\b`).exec(cell)?.groups?.word ??
    pattern(`^${SIGN}`).exec(cell)?.[0]
  const others = cells.filter((_, nth) => nth !== column)
  if (word === undefined ? !isOfFindings : others.every((each) => NONE.test(each) || /^\d+$/.test(each))) return []
  const line = cells.find((each) => /^L?\d{1,6}(?:-\d+)?$/.test(each))
  const place = placeIn(text)
  return [
    {
      text,
      severity: word === undefined ? undefined : severityOf(word),
      path: place.path,
      line: place.line ?? (line === undefined ? undefined : Number.parseInt(line.replace('L', ''), 10)),
    },
  ]
}

/** The languages of a block that may list findings. Other code states nothing. */
const DATA = /^(?:json\w*|ya?ml|toml|te?xt|md|markdown|)$/i

/** Findings in a block of JSON, or with a line for each severity. */
function statedInData(block: string): StatedFinding[] {
  if (!/^\s*(?:-\s*|[{,]\s*)*["']?severity["']?\s*[:=]/im.test(block) && !/"severity"\s*:/i.test(block)) return []
  let value: unknown
  try {
    value = JSON.parse(block)
  } catch {
    return [...block.matchAll(new RegExp(LABEL.source, 'giu'))].map(({ groups }) => ({
      text: 'A finding in a block of data',
      severity: severityOf(groups?.word),
    }))
  }
  return objectsIn(value).flatMap((each): StatedFinding[] => {
    const { severity, title, message, description, body, path, file, line } = each
    if (typeof severity !== 'string' || WORDS[severity.toLowerCase()] === undefined) return []
    const text = [title, message, description, body].find((part) => typeof part === 'string')
    const place = [path, file].find((part) => typeof part === 'string')
    return [
      {
        text: String(text ?? 'A finding in a block of data'),
        severity: severityOf(severity),
        path: place === undefined ? undefined : String(place),
        line: typeof line === 'number' ? line : undefined,
      },
    ]
  })
}

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : typeof value === 'object' && value !== null
      ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
      : []

/** A finding that has its place: a comment of this run, or a finding of an earlier one. */
export type SettledFinding = { path: string; start: number; line: number; severity: Severity; text: string }

/** A finding is meant within so many lines of its comment. */
const NEAR = 5

/** The stated problems that no finding with a place is. Each finding answers for one without a place. Pure. */
export function unplacedFindings(answer: string, placed: readonly SettledFinding[]): StatedFinding[] {
  const stated = statedFindings(answer)
  const free = new Set(placed)
  const take = (each: SettledFinding | undefined) => each !== undefined && (free.delete(each) || true)
  const isSameFile = (path: string, other: string) =>
    path === other || path.endsWith(`/${other}`) || other.endsWith(`/${path}`)
  const open = stated.filter(({ path, line, text }) => {
    if (path === undefined) return true
    const inFile = placed.filter((each) => isSameFile(each.path, path))
    const near = inFile.filter((each) => line !== undefined && line >= each.start - NEAR && line <= each.line + NEAR)
    return !take(
      near[0] ??
        inFile.find((each) => sharedWords(each.text, text) >= ALIKE) ??
        (line === undefined ? inFile[0] : undefined),
    )
  })
  const worded = open.filter(
    ({ path, text }) => path !== undefined || !take(placed.find((each) => sharedWords(each.text, text) >= ALIKE)),
  )
  return worded.filter(
    ({ path, severity }) => path !== undefined || !take([...free].find((each) => each.severity === severity)),
  )
}

const ALIKE = 0.4

/** Words with which an answer takes a finding back. */
const TAKEN_BACK =
  /\b(?:disregard|ignore|withdraw|retract|take back|scratch)\b[^.\n]{0,60}\b(?:finding|comment|remark|suggestion|above|earlier|previous|first|that)\b/i

/** Whether the workflow asks for a review of a pull request: by default, or with a built-in command. Other prompts may ask for one, too. */
export const isReviewPrompt = (prompt: string) => /^\s*(?:$|\/(?:review|gemini-review|pr-code-review)\b)/.test(prompt)

/** Whether a run reviews its pull request by a built-in command, so that its comments and not its answer are the review. */
export function asksForReview(
  { kind, number, event, command }: Task,
  { prompt, review, output_schema, github_token }: Inputs,
): boolean {
  if (kind !== 'pull_request' || number === undefined || review === 'off' || output_schema !== '') return false
  if (github_token === '') return false
  if (command !== undefined) return isReviewPrompt(`/${command.name}`)
  return prompt.trim() === '' ? /^pull_request(?:_target)?$/.test(event) : isReviewPrompt(prompt)
}

/**
 * Whether a run decides with its findings about its pull request. A question in a comment does not, unless it asks for a review. What other
 * runs do of the findings of this job counts only in those that do.
 */
export const isGated = (task: Task, inputs: Inputs): boolean =>
  inputs.fail_on_findings !== 'off' &&
  inputs.mode === '' &&
  task.kind === 'pull_request' &&
  task.number !== undefined &&
  task.head !== undefined &&
  (task.request === undefined || asksForReview(task, inputs))

export type AnswerCheck = {
  /** What the model is asked once about its answer; undefined: nothing. */
  question(ending: Ending): Promise<string | undefined>
  /** The ending that counts, after the answer to the question. */
  settle(ending: Ending): Ending
  /** The problems of the answer that have no comment in the end. */
  unplaced(ending: Ending): Promise<StatedFinding[]>
}

type CheckedWork = { store: ProposalStore; earlierFindings(): Promise<readonly PlacedFinding[]> }

/** Looks for problems that a review's answer states and that have no comment. */
export function openAnswerCheck(
  task: Task,
  { isReview: applies = false }: Pick<ProposalOptions, 'isReview'>,
  { store, earlierFindings }: CheckedWork,
): AnswerCheck {
  const comments = () => store.ofKind('review_comment').filter(({ number }) => number === task.number)
  let firstAnswer: { first: Ending; open: StatedFinding[] } | undefined
  const placedFindings = async (): Promise<SettledFinding[]> => {
    const earlier = await earlierFindings().catch(() => [])
    return [...comments().map(ofComment), ...earlier.map(ofEarlier)]
  }
  const openIn = async (answer: string) => {
    if (unplacedFindings(answer, comments().map(ofComment)).length === 0) return []
    return unplacedFindings(answer, await placedFindings())
  }
  return {
    async question(ending) {
      if (!applies || firstAnswer !== undefined || ending.end !== 'answered') return undefined
      const open = await openIn(ending.text)
      const takesBack = comments().length > 0 && TAKEN_BACK.test(ending.text)
      if (open.length === 0 && !takesBack) return undefined
      firstAnswer = { first: ending, open }
      return questionAbout(open, takesBack ? comments() : [])
    },
    settle: (ending) => settledEnding(firstAnswer?.first, ending),
    async unplaced({ end, text }) {
      if (!applies || end !== 'answered') return []
      const open = await openIn(text)
      // What the second answer neither places nor denies is as the first one said.
      if (firstAnswer === undefined || open.length > 0 || DENIAL.test(text)) return open
      const now = await placedFindings()
      return firstAnswer.open.filter((each) => unplacedFindings(restated(each), now).length > 0)
    },
  }
}

/** An answer is not lost because the run had no room for another one. */
export function settledEnding(first: Ending | undefined, ending: Ending): Ending {
  if (first === undefined || (ending.end === 'stopped' && ending.reason === 'cancelled')) return ending
  return ending.end === 'answered' && ending.text.trim() !== '' ? ending : first
}

/** Words that take a problem back. Those that only say that it has no comment do not. */
const DENIAL =
  /\b(?:there (?:is|are|was|were) (?:none|nothing)|no (?:(?:such|real|actual|further|other|open|remaining) )?(?:problems?|findings?|issues?|bugs?)|nothing (?:is wrong|to (?:report|place|fix))|not an? (?:\w+ )?(?:problem|bug|issue|finding|defect)|(?:is|are|was|were) (?:fine|right|correct|safe|wrong|mistaken|harmless|intended|not (?:true|right|correct|possible|reachable|wrong))|(?:does|do|did|can)(?: ?not|n't) (?:happen|apply|exist|hold|occur)|withdr[ae]wn?|retract(?:ed)?|disregard|false (?:positive|alarm)|(?:^|[.:]\s*)none\b|(?:is|are)n't (?:an?|any|real|possible|reachable|wrong|true)\b)/i

const restated = ({ text, severity, path, line }: StatedFinding) =>
  `${severity ?? 'medium'}: ${path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}`} `}${text}`

const ofComment = ({ path, location: { start, line }, finding, body }: ProposedComment): SettledFinding => ({
  path,
  start: start ?? line,
  line,
  severity: finding?.severity ?? DEFAULT_DETAILS.severity,
  text: `${finding?.title ?? ''} ${body}`,
})

const ofEarlier = ({ finding, path, start, line = 0 }: PlacedFinding): SettledFinding => ({
  path,
  start: start ?? line,
  line,
  severity: finding.severity,
  text: `${finding.title ?? ''} ${finding.thread.comments[0]?.body ?? ''}`,
})

/** What is not done, for the headline. */
export const unplacedGap = ({ length }: readonly StatedFinding[]): string =>
  `${pluralize(length, 'problem')} of the answer ${length === 1 ? 'has' : 'have'} no inline comment`

const MAX_ASKED = 10

function questionAbout(open: readonly StatedFinding[], candidates: readonly ProposedComment[]): string {
  const texts = [...new Set(open.map(({ text }) => text))]
  const listed = texts.slice(0, MAX_ASKED).map((text) => `- ${ellipsize(text, 200)}`)
  const more = texts.length > listed.length ? [`- ${texts.length - listed.length} more`] : []
  const comments = candidates.map(
    ({ finding, path, location, body }) =>
      `- ${finding?.id}: ${path}:${location.line}, ${ellipsize(finding?.title ?? findingText(body), 120)}`,
  )
  return [
    open.length === 0
      ? ''
      : `[Your answer names ${pluralize(open.length, 'problem')} without an inline comment:\n${[...listed, ...more].join('\n')}\nPlace each that is real with github__review_comment, on the changed line that has or causes it, with its severity and the exact lines as \`code\`. If it is none, or no line of the diff has to do with it, say so.]`,
    comments.length === 0
      ? ''
      : `[Your answer takes something back. These comments would be posted:\n${comments.join('\n')}\nTake back what is wrong with github__withdraw_comment.]`,
    '[Then give your whole answer again. It replaces the first one.]',
  ]
    .filter(Boolean)
    .join('\n\n')
}
