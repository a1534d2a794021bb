import type { Severity } from '../github-tools/proposal.ts'
import { inEnglish } from './answer-languages.ts'
import {
  FILE,
  GOOD,
  NONE,
  NOUN,
  PLACE,
  pattern,
  placeIn,
  RANK,
  RESOLVED,
  SIGN,
  type StatedFinding,
  severityOf,
  WORD,
} from './severity-words.ts'
import {
  FIELD_NAME,
  fieldOf,
  GOOD_SIGN,
  isEmptied,
  isMeasure,
  type Line,
  labelOf,
  MAX_COUNTED,
  rates,
  readLine,
  saysWhere,
  startOf,
  statedInLine,
  withoutEdges,
} from './stated-lines.ts'

/** What a heading says about the lines below it. */
type Section = { is: 'rated' | 'problems' | 'settled'; severity?: Severity; level: number; count: number }

const SETTLED_HEADING =
  /\b(?:fixed|resolved|addressed|fixes|previous|earlier|strengths?|praise|positives?|what (?:works|changed|is good|i (?:checked|looked at))|checked|verified|legend|severity (?:levels?|scale|guide|key)|key|dismissed|closed|(?<!request(?:s|ed|ing)? )changes(?! (?:are )?(?:requested|required|needed))|walkthrough)\b/i
const RATED_HEADING = pattern(
  String.raw`^(?:all\s+)?(?<word>${WORD})(?:\s*(?:\/|&|and)\s*${WORD})?(?:${RANK}|\s+(?:priority|severity))?(?:\s+(?:security\s+)?${NOUN})?(?:\s+found)?\s*(?:[([](?<count>\d+)[^)\]]*[)\]])?\s*:?$`,
)
const PROBLEMS_HEADING = pattern(
  String.raw`^(?:security |open |remaining |unresolved |new |must[- ]fix |potential )*(?:${NOUN}|must[- ]fix)(?: (?:found|to fix))?\s*(?:\(\d+\))?\s*:?$`,
)

function sectionOf({ level, text }: Line): Section | undefined {
  const start = startOf(text)
  const plain = withoutEdges(start.text)
  const label = labelOf(start, true)
  const { word, count } = RATED_HEADING.exec(plain)?.groups ?? {}
  const severity = severityOf(word) ?? (label?.rest === '' ? label.severity : undefined)
  if (severity !== undefined) return { is: count === '0' ? 'settled' : 'rated', severity, level, count: 0 }
  if (PROBLEMS_HEADING.test(plain)) return { is: 'problems', severity: severityOf(start.sign), level, count: 0 }
  const isSettled = SETTLED_HEADING.test(plain) && !/\b(?:not|un\w+|still)\b/i.test(plain)
  return isSettled ? { is: 'settled', level, count: 0 } : undefined
}

/** More problems are not read, nor the rest of longer lines. */
const [MAX_STATED, MAX_LINE] = [20, 3000]

/** What a line is about: the last title above it, and the finding that it stated. `field`: the name of the field that rated it. */
type Title = { text: string; kind: Line['kind']; finding?: StatedFinding; field?: string }

const NO_TITLE: Title = { text: '', kind: 'text' }

/** The problems that an answer states: with a severity, below a heading of one, or as rows of a table of findings. Pure. */
export function statedFindings(answer: string): StatedFinding[] {
  const { text: english, original } = inEnglish(answer)
  return statedInEnglish(english).map((finding) => {
    const line = original(finding.text)
    return line === undefined ? finding : { ...finding, text: plainLineOf(line) }
  })
}

const plainLineOf = (line: string) =>
  /^[\s>]*\|/.test(line)
    ? cellsOf(line)
        .filter((cell) => cell !== '')
        .join(' · ')
    : withoutEdges(startOf(readLine(line).text).text)

function statedInEnglish(answer: string): StatedFinding[] {
  if (readJson(answer) instanceof Object) return statedInData(answer).slice(0, MAX_STATED)
  const stated: StatedFinding[] = []
  const lines = withRows(answer)
    .replace(LISTED_INSIDE, '\n- ')
    .split(/\r\n?|\n/)
    .map((line) => line.slice(0, MAX_LINE))
  let section: Section | undefined
  let table: TableHead | undefined
  let title = NO_TITLE
  let quotedFrom: number | undefined
  let statedAt = -1
  let place = 0
  const add = (finding: StatedFinding, heading: Omit<Title, 'finding'>) => {
    stated.push(finding)
    statedAt = place
    title = { ...heading, finding }
    if (section !== undefined) section.count += 1
  }
  for (let index = 0; index < lines.length && stated.length < MAX_STATED; index += 1) {
    const raw = lines[index] ?? ''
    place = index
    const fence = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(raw)
    if (fence !== null) {
      const [, mark = '```', language = ''] = fence
      let end = index + 1
      while (end < lines.length && !lines[end]?.trim().startsWith(mark)) end += 1
      const inside = lines.slice(index + 1, end).join('\n')
      stated.push(
        ...(/^(?:md|markdown)$/i.test(language)
          ? statedInEnglish(inside)
          : DATA.test(language)
            ? statedInData(inside)
            : []),
      )
      index = end
      continue
    }
    const isRow = /^[\s>]*\|/.test(raw) || (raw.includes('|') && (table !== undefined || isRule(lines[index + 1])))
    if (isRow) {
      if (isRule(raw)) continue
      const cells = cellsOf(raw)
      if (table === undefined) table = headOf(cells)
      else if (section?.is !== 'settled') stated.push(...rowFinding(cells, table))
      continue
    }
    table = undefined
    const line = readLine(raw)
    const isQuoted = /^\s*>/.test(raw)
    if (!isQuoted && line.text !== '' && quotedFrom !== undefined) {
      // Who quotes a finding and says that it is fixed states none.
      if (isEmptied(withoutEdges(startOf(line.text).text))) stated.length = quotedFrom
      quotedFrom = undefined
    }
    if (isQuoted) quotedFrom ??= stated.length
    if (line.text === '') {
      if (title.kind === 'text') title = NO_TITLE
      continue
    }
    const start = startOf(line.text)
    const plain = withoutEdges(start.text)
    if (FIELD_NAME.test(start.text)) {
      // Its value stands below it.
      const next = lines.findIndex((each, nth) => nth > index && each.trim() !== '')
      if (next > 0) lines[next] = `Severity: ${withoutEdges(startOf(lines[next] ?? '').text)}`
      continue
    }
    const opened =
      line.kind !== 'item' && (line.kind === 'heading' || /:$|^\S+$|\s[–—|-]\s\S+$/.test(plain))
        ? sectionOf(line)
        : undefined
    if (opened !== undefined) {
      section = opened
      title = NO_TITLE
      continue
    }
    if (line.kind === 'heading' && section !== undefined && line.level <= section.level) section = undefined
    if (section?.is === 'settled') continue
    const field = fieldOf(start.text)
    if (field !== undefined) {
      const context = [title.kind === 'text' ? '' : title.text, paragraphAt(lines, index)].join(' ').trim()
      const next = withoutEdges(
        startOf(readLine(lines.slice(index + 1).find((each) => each.trim() !== '') ?? '').text).text,
      )
      // A rating on a line of its own, of the place below it.
      if (context === plain && !PLACE.test(context) && saysWhere(`: ${next}`) && rates({ ...field, rest: '' }, next)) {
        add({ text: next, severity: field.severity, ...placeIn(next) }, { ...title, field: field.name })
        continue
      }
      const isRated = title.finding !== undefined && title.field !== field.name
      // A line that only says again how severe the finding just above is.
      const isAgain =
        context === plain &&
        stated.at(-1)?.severity === field.severity &&
        lines.slice(statedAt + 1, index).every((each) => each.trim() === '')
      if (!isRated && !isAgain && rates(field, context))
        add({ text: context, severity: field.severity, ...placeIn(context) }, { ...title, field: field.name })
      continue
    }
    const isTitle = line.kind === 'heading' || (line.kind === 'item' && !line.isSub)
    if (isTitle || title.text === '') title = { text: plain, kind: line.kind }
    for (const each of statedInLine(line)) add(each, title)
    if (title.finding !== undefined || section === undefined || line.isSub) continue
    if (line.kind === 'text' && (section.count > 0 || section.is === 'problems')) continue
    if (NONE.test(plain)) section = { ...section, is: 'settled' }
    else if (!isEmptied(plain) && !GOOD.test(plain) && !line.isDone && !start.isGood)
      add({ text: plain, severity: section.severity, ...placeIn(plain) }, title)
  }
  return stated.slice(0, MAX_STATED)
}

/** The lines of a paragraph or item around one of its lines, as plain text. */
function paragraphAt(lines: readonly string[], index: number): string {
  const isEdge = (line = '') => line.trim() === '' || /^\s*#/.test(line)
  let [first, last] = [index, index]
  while (first > 0 && !isEdge(lines[first - 1])) first -= 1
  while (last + 1 < lines.length && !isEdge(lines[last + 1])) last += 1
  return lines
    .slice(first, last + 1)
    .map((line) => withoutEdges(startOf(readLine(line).text).text))
    .join(' ')
}

/** What numbers findings inside of a line: `(a) HIGH src/a.js:3: …; (b) …`. */
const LISTED_INSIDE = pattern(
  String.raw`(?<=\S[ \t])\(?(?:[a-j]|\d{1,2})\)\s+(?=(?:\*\*|\[)?(?:${SIGN}\s*)?${WORD}${RANK}?[\]\s:*–—-]+\W?${FILE})`,
  'giu',
)

/** The rows of HTML tables as those of Markdown. */
const withRows = (answer: string): string =>
  answer.replace(/<table\b.*?<\/table>/gis, (table) =>
    table
      .replace(/\s*\n\s*/g, ' ')
      .replace(/<t[dh]\b[^>]*>/gi, '|')
      .replace(/<\/tr>/gi, '|\n')
      .replace(/<[^>]*>/g, ''),
  )

const isRule = (line = '') => /^[\s|:>-]+$/.test(line) && line.includes('-') && line.includes('|')

const PROBLEM_COLUMN =
  /^(?:findings?|issues?(?: found)?|problems?|bugs?|defects?|vulnerabilit(?:y|ies)|concerns?|what is wrong|descriptions?|details?)$/i
const PLACE_COLUMN = /^(?:files?|paths?|places?|locations?|lines?|where|file:line)\b/i

/** The columns of the severity and of the problem, or -1. `isMeasured`: the first one may rate what is no problem. */
type TableHead = {
  severity: number
  problem: number
  /** Of what is open now, in a table of numbers. */
  open: number
  hasPlaces: boolean
  isMeasured: boolean
  isOfChanges: boolean
}

const cellsOf = (line: string) =>
  line
    .replace(/^[\s>]*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replace(/\*\*|__|`|~~/g, '').trim())

function headOf(cells: readonly string[]): TableHead {
  const column = (name: RegExp) => cells.findIndex((cell) => name.test(cell))
  const rated = column(/^\W*(?:severity|sev\.?|priority|criticality)(?:\W|$)/i)
  const problem = column(PROBLEM_COLUMN)
  return {
    severity: rated >= 0 ? rated : column(/^\W*(?:overall )?(?:risk|level|impact|importance|rating|prio)\b/i),
    problem,
    open: column(/^(?:after|now|open|remaining|left|current(?:ly)?|new|unresolved|this (?:push|run|commit|head))$/i),
    hasPlaces: column(PLACE_COLUMN) >= 0,
    isMeasured: rated < 0 && problem < 0,
    isOfChanges: column(/^(?:changes?|what changed|purpose|summary of changes?)$/i) >= 0,
  }
}

const RATED_CELL = pattern(String.raw`^\W*(?:${SIGN}\s*)?(?<word>${WORD})(?:${RANK})?\W*$|^(?<sign>${SIGN})`)

function rowFinding(cells: readonly string[], head: TableHead): StatedFinding[] {
  if (head.isOfChanges && head.isMeasured) return []
  const column = head.severity >= 0 ? head.severity : cells.findIndex((cell) => RATED_CELL.test(cell))
  const { word, sign } = RATED_CELL.exec(cells[column] ?? '')?.groups ?? {}
  const severity = severityOf(word ?? sign)
  const others = cells.filter((_, nth) => nth !== column)
  const text = cells.filter((cell) => cell !== '').join(' · ')
  const isNumber = (cell: string) => /^L?\d+(?:[-–]\d+)?$/.test(cell)
  const isDone = others.some((cell) => cell.length < 40 && (RESOLVED.test(cell) || GOOD_SIGN.test(cell)))
  if (isDone || others.every((cell) => NONE.test(cell))) return []
  if (severity !== undefined && others.every((cell) => isNumber(cell) || NONE.test(cell))) {
    const count = Math.min(Number(cells[head.open] ?? others.find(isNumber)) || 0, MAX_COUNTED)
    return Array.from({ length: count }, () => ({ text, severity, isSummary: true }))
  }
  const said = head.problem >= 0 ? [cells[head.problem] ?? ''] : others.filter((cell) => cell !== '' && !isNumber(cell))
  if (said.every((cell) => NONE.test(cell) || isNumber(cell) || GOOD.test(cell))) return []
  if (severity === undefined && !(head.problem >= 0 && head.hasPlaces)) return []
  if (head.isMeasured && (isMeasure('risk', severity) || !PLACE.test(text) || said.some((cell) => GOOD.test(cell))))
    return []
  const { path, line = Number(cells.find(isNumber)?.match(/\d+/)) || undefined } = placeIn(text)
  return [{ text, severity, path, line }]
}

/** The languages of a block that may list findings. Other code states nothing. */
const DATA = /^(?:json\w*|ya?ml|toml|te?xt|)$/i

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Findings in a block of JSON, or with a line for each severity. */
function statedInData(block: string): StatedFinding[] {
  const data = readJson(block)
  if (data === undefined) {
    const rated = pattern(String.raw`^\s*(?:-\s*)?["']?severity["']?\s*[:=]\s*["']?(?<word>${WORD})`, 'gimu')
    return [...block.matchAll(rated)].map(({ groups }) => ({ text: UNTITLED, severity: severityOf(groups?.word) }))
  }
  return objectsIn(data).flatMap((each): StatedFinding[] => {
    const firstText = (...names: string[]) => names.map((name) => each[name]).find((value) => typeof value === 'string')
    const text = firstText('title', 'message', 'description', 'body')
    const isPlaced = firstText('path', 'file') !== undefined && text !== undefined
    const rated = firstText('severity') ?? (isPlaced ? firstText('priority', 'level') : undefined)
    const severity = severityOf(rated) ?? LEVELS.get(rated?.toLowerCase())
    if (severity === undefined || RESOLVED.test(firstText('status') ?? '')) return []
    const line = typeof each.line === 'number' ? each.line : undefined
    return [{ text: text ?? UNTITLED, severity, path: firstText('path', 'file'), line }]
  })
}

/** How linters rate. */
const LEVELS: ReadonlyMap<string | undefined, Severity> = new Map([
  ['error', 'high'],
  ['warning', 'medium'],
])

const UNTITLED = 'A finding in a block of data'

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : typeof value === 'object' && value !== null
      ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
      : []
