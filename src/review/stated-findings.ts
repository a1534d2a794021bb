import { SEVERITIES, type Severity } from '../github-tools/proposal.ts'
import { tellingWords } from './similar-lines.ts'

/**
 * A problem that an answer states with a severity or in a table of findings, in its own words. `isSummary`: it only says that there are such
 * problems.
 */
export type StatedFinding = { text: string; severity?: Severity; path?: string; line?: number; isSummary?: true }

/** The words and signs of each severity. */
const NAMES: Readonly<Record<Severity, string>> = {
  critical: 'critical crit blocker blocking showstopper fatal severe p0 🚨 🔴 :red_circle:',
  high: 'serious high major p1 🟠 :orange_circle:',
  medium: 'medium moderate p2 🟡 :yellow_circle:',
  low: 'low minor p3 🟢 :green_circle:',
  nit: 'nit nitpick',
}
const SEVERITY_NAMES = new Map(
  SEVERITIES.flatMap((severity) => NAMES[severity].split(' ').map((name) => [name, severity] as const)),
)
const severityOf = (name = ''): Severity | undefined => SEVERITY_NAMES.get(name.toLowerCase())

const pattern = (source: string, flags = 'iu') => new RegExp(source, flags)
const oneOf = (words: readonly string[]) => `(?:${words.join('|')})`

const isWord = (name: string) => /^\w/.test(name)
const WORD = String.raw`(?<![\w-])${oneOf([...SEVERITY_NAMES.keys()].filter(isWord))}(?!\w)`
const SIGN = oneOf([...SEVERITY_NAMES.keys()].filter((name) => !isWord(name)))
const RANK = '(?:[- ](?:severity|priority|risk|impact))'
const NOUN =
  '(?:issue|bug|problem|finding|vulnerabilit(?:y|ie)|error|flaw|defect|concern|regression|hole|injection|leak|race|mistake|blocker|overflow|deadlock|exposure|corruption|exploit|gap|failure|exception|fault|oversight|bypass(?:es)?|crash(?:es)?|weakness(?:es)?|double[ -]\\w+|use[ -]after[ -]\\w+)s?'
/** What has a noun of a problem in its name, and is none: an error path, a race detector. */
const OTHER_THING = String.raw`(?![- ](?:path|handl|messag|code|log|level|case|type|track|report|queue|page|detect|boundar|class)\w*)`

const FILE = String.raw`(?:[\w.@-]{1,100}\/){0,30}(?:[\w@-][\w.@-]{0,200}\.[A-Za-z]\w{0,9}|Makefile|Dockerfile)`
const PLACE = pattern(
  String.raw`(?<path>${FILE})(?::L?(?<line>\d{1,6})|#L(?<anchor>\d{1,6})|[,\s(]+lines?\s+(?<words>\d{1,6}))?`,
  'u',
)

export function placeIn(text: string): Pick<StatedFinding, 'path' | 'line'> {
  const { path, line, anchor, words } = PLACE.exec(text)?.groups ?? {}
  const number = line ?? anchor ?? words ?? /\blines?\s+(\d{1,6})/i.exec(text)?.[1]
  return { path, line: number === undefined ? undefined : Number(number) }
}

const NONE = pattern(
  String.raw`^[\s:|(–—-]*(?:$|none\b|0\b|n\/?a\b|✅|✓|✔|nothing\b(?=\s*(?:$|[.,;!]|found|here|to\s|worth|noted|new|serious|significant))|no(?:\s+(?!test|check|valid|handl|lock|limit)[\w-]+){0,3}?\s+${NOUN}\b|no(?:\s+[\w-]+)?\s*[.!]?$|-+\s*$|all good|looks good|lgtm|clean\b|not? (?:applicable|found))`,
)
const GOOD =
  /\b(?:looks? (?:good|fine|right|ok|correct)|(?:is|are) (?:fine|right|ok(?:ay)?|correct|safe|sound|good|clean)|lgtm|approved?|passe[sd]|all good|well (?:done|tested))\b|^\W*(?:ok|fine|good|passed|nice)\b/i

/** A state: `fixed`, `was addressed`, `is gone`. Not a word of the problem, such as `fixed timeout` or `are resolved twice`. */
const DONE =
  '(?:fixed|resolved|addressed|corrected|dismissed|mitigated|gone|done|solved|closed|handled|outdated|obsolete|moot)'
const MAYBE = String.raw`(?:\s+(?:now|already|also|all|both|correctly|fully|properly|since|been))*`
const RESOLVED = pattern(
  String.raw`(?:^|[.:,;(–—→✅-]\s*|(?<!\bnot\s(?:yet\s)?|n't\s)\b(?:is|are|was|were|been|got|now|already)\b${MAYBE}\s*)(?<!\b(?:not|never|n't|half|partly|isn't|still)\s+)${DONE}(?=\s*(?:$|[.,;:!)✅]|in\b|by (?:this\b|the\b|that\b|${FILE})|with\b|here\b|there\b|now\b|and\b|–|—))|\b(?:already (?:reported|commented|fixed)|(?:can |does |do |will )?no longer (?:happens?|occurs?|exists?|appl(?:y|ies)|appears?|reproduces?|present|possible|there)|(?:does not|do not|doesn't|don't|cannot|can't|won't|never) (?:happen|occur|exist|apply|reproduce|appear|arise)s?)\b`,
)
/** Verbs in all their forms, from their stems. */
const verbs = (stems: string) => `${oneOf(stems.split(' '))}(?:e?[sd]|e|ing|[nt](?:ed|ing))?`
/** Verbs that do away with a problem, look for one or only talk about one. */
const AGAINST = pattern(
  String.raw`\b(?:(?:fix|test|patch|check|guard)(?:es|s)?\s+(?:for|of|against)|(?<!\b(?:an?|the|missing|no|any|each|its)\s)(?:${verbs('fix address clos mitigat correct solv resolv eliminat remov prevent avoid reduc protect handl cover catch detect exercis check look search scan hunt treat document describ reproduc patch repair suspect fear assum expect seem accept list allow')}|tests?|tested|reports?|logs?|logged|throws?|rais(?:es?|ed)|returns?|emits?|prints?|map(?:s|ped)|mentions?|thought|caught|classif(?:y|ies)|sa(?:y|ys|id) that|fails? on))\b`,
  'giu',
)
/** Verbs and words with which a problem is there. */
const THERE = pattern(
  String.raw`\b(?:${verbs('introduc caus contain creat leav reveal reintroduc remain bring')}|ha(?:s|ve|d)|lead(?:s|ing)?|results?|open(?:s|ed)|found|find|see|is|are|adds?|with)\b`,
  'giu',
)
const NEGATION =
  /\b(?:no|not|none|never|nothing|neither|nor|without|zero|0|cannot|free of|instead of|rather than|hardly|less|would|fail(?:s|ed)? to)\b|n't\b/i
/** A failure to comment on a problem says nothing about it. */
const UNPLACEABLE =
  /\b(?:could|can|did|was|were|am)(?: ?not|n't)(?: able to)? (?:place|post|attach|comment|propose|file|add)\w*\b/gi

const lastIndex = (text: string, words: RegExp) =>
  [...text.matchAll(words)].reduce((last, { index }) => Math.max(last, index), -1)

/** Whether a clause denies, has done away with or only imagines the problem that it names between `before` and `after`. */
function isNotThere(before: string, after: string): boolean {
  const head = before.replace(UNPLACEABLE, ' ')
  if (/\b(?:whether|if)\b/i.test(head)) return true
  const [against, there] = [lastIndex(head, AGAINST), lastIndex(head, THERE)]
  if (against >= 0 && against > there) return !NEGATION.test(head.slice(Math.max(0, against - 20), against))
  // A negation counts next to the verb that says that the problem is there.
  const scope = there < 0 ? head : head.slice(Math.max(0, there - 16))
  if (/\bnot only\b/i.test(scope)) return false
  if (NEGATION.test(scope)) return true
  if (
    /^\W*(?:would\b|(?:is|are|was|were|:)?\s*(?:not(?: (?:present|there|found))?\b(?! \w+ed\b)|none|no\b|0\b))/i.test(
      after,
    )
  )
    return true
  return RESOLVED.test(after) || /^[^.]*\b(?:found|there (?:is|are|was|were)|and) (?:none|nothing)\b/i.test(after)
}

const SENTENCE_END = /(?<=[.!?][)"”*]?)\s+(?=[\p{Lu}"“([*#\p{Extended_Pictographic}]|[\w./-]+:\d)/u
/** Where one clause ends and another begins. Commas inside of lists are no ends. */
const CLAUSE_END =
  /;\s+|\s[–—]\s|:\s+|,?\s+(?:but|however|although|though|whereas|yet)\b|,\s+(?=(?:and |so |which |while |because |since )?(?:it|this|that|these|there|they|the|I|we|line|which|\w+\.\w+|[\w./-]+\/)\b)|,\s+(?=(?:which|while|because|since)\b)|(?<=^(?:without|if|when|while|with|after|before|in|for|as|overall|however|unless)\b[^,]*),\s+/iu

/** The sentences of an answer as plain text. */
export const sentencesOf = (answer: string): string[] =>
  answer.split(/\r\n?|\n/).flatMap((line) => withoutEdges(startOf(readLine(line).text).text).split(SENTENCE_END))

/** The severities that a sentence names. */
export const ratedWords = (sentence: string): Severity[] =>
  [...sentence.matchAll(pattern(WORD, 'giu'))].flatMap(([word]) => severityOf(word) ?? [])

/** `a critical bug`, `two high-severity issues`. */
const NAMED = pattern(
  String.raw`(?<word>${WORD})${RANK}?(?:[\s-]+(?!and\b|or\b)[\w'-]+){0,2}?\s+${NOUN}\b${OTHER_THING}`,
)
/** `is critical`, `has high severity`, `rate … as critical`. */
const JUDGED = pattern(
  String.raw`\b(?:(?:is|are|as|a|be|them|these|which)\s+(?<word>critical|severe|serious|blocking)(?![-\w]|\s+\w)|a\s+(?<word>blocker|showstopper)\b(?!\s+\w)|(?:is|are|as|of|has|have|with)\s+(?:an?\s+|of\s+)?(?<word>${WORD})[- ]severity\b|severity of\b.*\bis\s+(?<word>${WORD})(?!\s+\w))`,
)
const COUNTED = pattern(
  String.raw`\b(?<count>[1-9]\d{0,2})\s+(?<word>${WORD})(?=\s*(?:[,.;)/]|and\b|${RANK}?\s*${NOUN}\b|$))`,
  'giu',
)
const MAX_COUNTED = 5

/** Words of sentences that say nothing about a problem of their own. */
const GENERAL = new Set(
  'found find change pull request merg review finding issue problem bug critical high medium severity serious blocking blocker severe major minor address pleas need these list summary total detail comment inline priority verdict vulnerability error flaw defect concern introduc contain'.split(
    ' ',
  ),
)
const isGeneral = (text: string) => [...tellingWords(text)].filter((word) => !GENERAL.has(word)).length < 2

/** The problems that a sentence names with a severity. */
function namedInSentence(sentence: string, place: Pick<StatedFinding, 'path' | 'line'>): StatedFinding[] {
  if (/\?\W*$/.test(sentence)) return []
  const plain = sentence.replace(/["“][^"“”]*["”]/g, '"…"')
  const spot = PLACE.test(sentence) ? { ...place, ...placeIn(sentence) } : place
  return plain.split(CLAUSE_END).flatMap((clause = ''): StatedFinding[] => {
    const counted = [...clause.matchAll(COUNTED)].flatMap(({ index, groups }) =>
      isNotThere(clause.slice(0, index), '')
        ? []
        : Array.from({ length: Math.min(Number(groups?.count), MAX_COUNTED) }, () => severityOf(groups?.word)),
    )
    if (counted.length > 0 && !RESOLVED.test(clause))
      return counted.map((severity) => ({ text: sentence, severity, isSummary: true }))
    const isAbout = spot.path !== undefined || pattern(String.raw`\b(?:${NOUN}|this|it|that)\b`).test(clause)
    const match = NAMED.exec(clause) ?? (isAbout ? JUDGED.exec(clause) : null)
    if (match === null || isNotThere(clause.slice(0, match.index), clause.slice(match.index + match[0].length)))
      return []
    const severity = severityOf(match.groups?.word)
    const isSummary = spot.path === undefined && isGeneral(sentence)
    return [isSummary ? { text: sentence, severity, isSummary } : { text: sentence, severity, ...spot }]
  })
}

/** The end of a bold or quoted start of a line. */
const EDGE = '¦'
const SPAN = /^(\*\*\*|\*\*|__|\*|_|`)(?=\S)(.+?)\1/u
const NUMBER = pattern(
  String.raw`^(?:\(?(?:\d{1,2}|[a-z])[.)]\s+|\(\d{1,2}\)\s*|#\d{1,2}[.:)]?\s+|(?:finding|problem|bug|issue)\s+\d{1,2}\b\s*[:.–—-]*\s*)`,
)
const SIGN_FIRST = pattern(`^${SIGN}`)
const GOOD_SIGN = /^(?:✅|✔|☑|👍|🎉|pass(?:e[sd])?$)\uFE0F?/u
const BAD_SIGN = /^(?:❌|⛔|🛑|🚫|❗)/u

type Start = { text: string; sign?: string; isGood: boolean; isBad: boolean; isNumbered: boolean }

/** A line without what stands before its first word. */
function startOf(line: string): Start {
  const start: Start = { text: line, isGood: false, isBad: false, isNumbered: false }
  for (let before = ''; before !== start.text; ) {
    before = start.text
    start.sign ??= SIGN_FIRST.exec(before)?.[0]
    start.isGood ||= GOOD_SIGN.test(before)
    start.isBad ||= BAD_SIGN.test(before)
    start.isNumbered ||= /^\w+\s\d/.test(before) && NUMBER.test(before)
    start.text = before
      .replace(/^:[a-z_]+:\s/, '')
      .replace(SPAN, (_, mark: string, inner: string) =>
        mark === '`' && /^\w+\s*[:=]/.test(inner) ? 'code ' : `${inner}${EDGE}`,
      )
      .replace(/^(?:\d?\uFE0F?\u20E3|\p{Extended_Pictographic}|\uFE0F|\s)+/u, '')
      .replace(NUMBER, '')
  }
  start.text = start.text.replace(/\*\*|__|~~|`|(?<!\w)[*_]|[*_](?!\w)/g, '').trim()
  return start
}

const LABELED = pattern(
  String.raw`^[[(]?\s*(?<word>${WORD})(?<rank>${RANK})?(?:\s+${NOUN})?(?:\s*#?\d{1,2})?(?:\s*[([][^)\]]*[)\]])?\s*(?:[\])]\s*)?(?:[:|${EDGE}]|[\])]|\s[–—-]\s|,\s*(?=${FILE})|\p{Extended_Pictographic}|$)[:${EDGE}\s\])–—-]*(?<rest>.*)$`,
)
/** After the kind of the problem: `Security — Critical`. */
const KIND_FIRST = pattern(
  String.raw`^(?!(?:risk|coverage|confidence|effort|impact|complexity|quality|cost)\b)[\w ]{3,30}?\s*(?:\||\s[–—-]\s)\s*(?<word>${WORD})${RANK}?\s*(?:${EDGE}(?<rest>.*)|$)`,
)
/** Without a sign between: `CRITICAL src/a.js reads …`, `high src/a.js:3 leaks`. */
const UNMARKED = pattern(String.raw`^(?<word>${WORD})\s+(?<rest>${FILE}.*)$`)
/** Labels without a severity. */
const UNRATED = pattern(
  String.raw`^[[(]?(?:must[- ]fix|bug|defect|vulnerability|security (?:issue|bug|hole|problem|vulnerability))\s*[\])]?\s*(?:[:${EDGE}]|\s[–—-]\s)[:${EDGE}\s]*(?<rest>.+)$`,
)
/** `Severity: high`, `"severity": "high"`, `Risk level — high`. */
const FIELD = pattern(
  String.raw`^["']?(?<field>severity|sev|priority|criticality|risk|impact)(?:[ _](?:level|rating))?["']?\s*${EDGE}?\s*(?:[:=|]|\s[–—-]\s|is\b|\s(?=${WORD}\s*[|·–—]))[\s${EDGE}"'([*]*(?:${SIGN}\s*)?(?<word>${WORD}|${SIGN})(?![\w-])(?<rest>.*)$`,
)
const FIELD_NAME = pattern(String.raw`^(?:severity|priority)(?: level| rating)?\s*:?\s*${EDGE}?:?$`)
/** In brackets: `src/a.js:31 (high): …`, `[severity=high]`, `(severity: high, src/a.js:31)`. */
const IN_BRACKETS = pattern(
  String.raw`[([]\s*(?:(?:severity|priority)\s*[:=]\s*)?(?<word>${WORD})${RANK}?\s*(?:[)\]]|,\s)`,
)
/** Between separators: `src/a.js:31 — high — …`. */
const BETWEEN = pattern(
  String.raw`(?<!\b(?:risk|cost|complexity|coverage|confidence|effort|impact|traffic|load|overhead|quality|priority|severity)\s*)(?:[|:·]|\s[–—-])\s*(?:severity\s*[:=]\s*)?(?<word>${WORD}|${SIGN})${RANK}?\s*(?:[|:,·]|\s[–—-]\s|(?<=severity)\.\s|\.?$)`,
)

/** Measures of the whole change, and no severities of a problem. */
const isMeasure = (name: string, severity: Severity | undefined) =>
  /risk|impact|priority/i.test(name) && severity !== 'critical' && severity !== 'high'

type Line = { kind: 'heading' | 'item' | 'text'; level: number; text: string; isSub: boolean; isDone: boolean }

/** The label of a line and what it says. */
type SeverityLabel = { severity?: Severity; rest: string }

/** A label on a line of its own, which rates what stands around it. */
type Field = { name: string; severity: Severity; rest: string }

const withoutEdges = (text: string) => text.replaceAll(EDGE, '').replace(/\s+/g, ' ').trim()

function fieldOf(text: string): Field | undefined {
  const { field: name, word, rest = '' } = FIELD.exec(text)?.groups ?? {}
  const severity = severityOf(word)
  return name === undefined || severity === undefined
    ? undefined
    : { severity, rest: withoutEdges(rest), name: name.toLowerCase() }
}

/** Whether a field is the severity of a problem. Risk, impact and priority are of one only next to a place. */
const rates = ({ name, severity, rest }: Field, context: string): boolean =>
  (!/\w/.test(rest) || !isEmptied(rest)) &&
  !isMeasure(name, severity) &&
  (!/risk|impact|priority/.test(name) ||
    (PLACE.test(context) && !pattern(String.raw`\bno (?:\w+ )?${NOUN}`).test(context)))

const LIST = pattern(String.raw`^(?:and\s+|or\s+|,\s*)?(?:${WORD}|${SIGN})`)

function labelOf({ text, sign, isBad, isNumbered }: Start, isListed: boolean): SeverityLabel | undefined {
  const match = LABELED.exec(text) ?? UNMARKED.exec(text) ?? KIND_FIRST.exec(text)
  const { word, rank = '', rest = '' } = match?.groups ?? {}
  const isList = LIST.test(rest)
  if (word !== undefined && !isList) {
    const severity = severityOf(word)
    return isMeasure(rank, severity) && !/priority/i.test(rank) ? undefined : { severity, rest }
  }
  if (sign !== undefined && !isList) return { severity: severityOf(sign), rest: text }
  const unrated = UNRATED.exec(text)?.groups?.rest
  if (unrated !== undefined) return { rest: unrated }
  if ((isBad || isNumbered) && PLACE.test(text)) return { rest: text }
  const place = PLACE.test(text)
  const marked = place || isListed ? (IN_BRACKETS.exec(text) ?? (place ? BETWEEN.exec(text) : null)) : null
  return marked === null ? undefined : { severity: severityOf(marked.groups?.word), rest: text }
}

/** Whether what follows a label says that there is no such problem, or no more. A later sentence does only about this problem. */
function isEmptied(rest: string): boolean {
  if (NONE.test(rest) || /^\W*$/.test(rest)) return NONE.test(rest)
  const [first = '', ...others] = rest.split(SENTENCE_END).flatMap((sentence) => sentence.split(/;\s|,?\sbut\s/))
  const isPast = (text: string) => RESOLVED.test(text)
  return (
    isPast(first) ||
    others.some(
      (each) => /^(?:it|this|both|now|status|already)\b|^\W*(?:fixed|resolved|done)\b/i.test(each) && isPast(each),
    )
  )
}

function statedInLine({ kind, text, isDone }: Line): StatedFinding[] {
  const start = startOf(text)
  if (isDone || start.isGood) return []
  const place = placeIn(start.text)
  const label = labelOf(start, kind !== 'text')
  if (label !== undefined && !isEmptied(label.rest) && !(start.sign !== undefined && GOOD.test(label.rest)))
    return [{ text: withoutEdges(start.text), severity: label.severity, ...place }]
  // Severities in code are values of a program.
  const prose = text.replace(/`([^`]*)`/g, (_, code: string) =>
    pattern(WORD).test(code) && !PLACE.test(code) ? 'code' : code,
  )
  const [first = '', ...others] = withoutEdges(startOf(prose).text).split(SENTENCE_END)
  const later = others.flatMap((each) => {
    const own = labelOf(startOf(each), false)
    if (own === undefined) return namedInSentence(each, place)
    return isEmptied(own.rest) ? [] : [{ text: each, severity: own.severity, ...placeIn(each) }]
  })
  return label === undefined ? [...namedInSentence(first, place), ...later] : later
}

/** What a heading says about the lines below it. */
type Section = { is: 'rated' | 'problems' | 'settled'; severity?: Severity; level: number; count: number }

const SETTLED_HEADING =
  /\b(?:fixed|resolved|addressed|fixes|previous|earlier|strengths?|praise|positives?|what (?:works|changed|is good|i (?:checked|looked at))|checked|verified|legend|severity (?:levels?|scale|guide|key)|key|dismissed|closed|changes|walkthrough)\b/i
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

function readLine(raw: string): Line {
  const line = raw.replace(/<\/?(?:b|strong)>/gi, '**')
  const quoted = line.replace(/^[\s>]*/, '')
  const hashes = /^(#{1,6})\s/.exec(quoted)?.[1]
  const isFolded = /<(?:summary|h[1-6])\b/i.test(line)
  const isBold = /^(?:[^\w*_]*)(\*\*|__)[^*_]+\1:?\s*$/u.test(quoted)
  const item = /^(?:[-*+•]\s+|\d{1,2}[.)]\s+)(?:\[(?<box>[ xX])\]\s+)?/.exec(quoted)
  const text = quoted
    .replace(/^#{1,6}\s+/, '')
    .slice(hashes === undefined && item !== null ? item[0].length : 0)
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/!(\[[^\]]{1,300}\])\([^)]{0,1000}\)/g, '$1')
    .replace(/\[([^\]]{1,300})\]\([^)]{0,1000}\)/g, '$1')
    .trim()
  return {
    kind: hashes !== undefined || isFolded || (isBold && item === null) ? 'heading' : item === null ? 'text' : 'item',
    level: hashes?.length ?? 7,
    text,
    isSub: /^[\s>]{2,}/.test(line) && item !== null,
    isDone: /x/i.test(item?.groups?.box ?? '') || /^~~.*~~/.test(text),
  }
}

/** More problems are not read, nor the rest of longer lines. */
const [MAX_STATED, MAX_LINE] = [20, 3000]

/** What a line is about: the last title above it, and the finding that it stated. `field`: the name of the field that rated it. */
type Title = { text: string; kind: Line['kind']; finding?: StatedFinding; field?: string }

const NO_TITLE: Title = { text: '', kind: 'text' }

/** The problems that an answer states: with a severity, below a heading of one, or as rows of a table of findings. Pure. */
export function statedFindings(answer: string): StatedFinding[] {
  if (readJson(answer) instanceof Object) return statedInData(answer).slice(0, MAX_STATED)
  const stated: StatedFinding[] = []
  const lines = withRows(answer)
    .split(/\r\n?|\n/)
    .map((line) => line.slice(0, MAX_LINE))
  let section: Section | undefined
  let table: TableHead | undefined
  let title = NO_TITLE
  const add = (finding: StatedFinding, heading: Omit<Title, 'finding'>) => {
    stated.push(finding)
    title = { ...heading, finding }
    if (section !== undefined) section.count += 1
  }
  for (let index = 0; index < lines.length && stated.length < MAX_STATED; index += 1) {
    const raw = lines[index] ?? ''
    const fence = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(raw)
    if (fence !== null) {
      const [, mark = '```', language = ''] = fence
      let end = index + 1
      while (end < lines.length && !lines[end]?.trim().startsWith(mark)) end += 1
      const inside = lines.slice(index + 1, end).join('\n')
      stated.push(
        ...(/^(?:md|markdown)$/i.test(language)
          ? statedFindings(inside)
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
      const around = [title.kind === 'text' ? '' : title.text, paragraphAt(lines, index)].join(' ').trim()
      const isRated = title.finding !== undefined && title.field !== field.name
      if (!isRated && rates(field, around))
        add({ text: around, severity: field.severity, ...placeIn(around) }, { ...title, field: field.name })
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
type TableHead = { severity: number; problem: number; hasPlaces: boolean; isMeasured: boolean; isOfChanges: boolean }

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
    const count = Math.min(Number(others.find(isNumber)), MAX_COUNTED)
    return Array.from({ length: count }, () => ({ text, severity, isSummary: true }))
  }
  const said = head.problem >= 0 ? [cells[head.problem] ?? ''] : others.filter((cell) => cell !== '' && !isNumber(cell))
  if (said.every((cell) => NONE.test(cell) || isNumber(cell) || GOOD.test(cell))) return []
  if (severity === undefined && !(head.problem >= 0 && head.hasPlaces)) return []
  if (head.isMeasured && (isMeasure('risk', severity) || !PLACE.test(text))) return []
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
    const severity = severityOf(firstText('severity'))
    if (severity === undefined || RESOLVED.test(firstText('status') ?? '')) return []
    const text = firstText('title', 'message', 'description', 'body') ?? UNTITLED
    const line = typeof each.line === 'number' ? each.line : undefined
    return [{ text, severity, path: firstText('path', 'file'), line }]
  })
}

const UNTITLED = 'A finding in a block of data'

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : typeof value === 'object' && value !== null
      ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
      : []
