import type { Severity } from '../github-tools/proposal.ts'
import { inEnglish } from './answer-languages.ts'
import {
  FILE,
  GOOD,
  isNotThere,
  NONE,
  NOUN,
  OTHER_THING,
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
import { namesKind, tellingWords } from './similar-lines.ts'

const SENTENCE_END = /(?<=[.!?][)"”*]?)\s+(?=[\p{Lu}"“([*#\p{Extended_Pictographic}]|[\w./-]+:\d)/u
/** Where one clause ends and another begins. Commas inside of lists are no ends. */
const CLAUSE_END =
  /;\s+|\s[–—]\s|:\s+|,?\s+(?:but|however|although|though|whereas|yet)\b|,\s+(?=(?:and |so |which |while |because |since )?(?:it|this|that|these|there|they|the|I|we|line|which|\w+\.\w+|[\w./-]+\/)\b)|,\s+(?=(?:which|while|because|since)\b)|(?<=^(?:without|if|when|while|with|after|before|in|for|as|overall|however|unless)\b[^,]*),\s+/iu

/** The sentences of an answer as plain text. */
export const sentencesOf = (answer: string): string[] =>
  inEnglish(answer)
    .text.split(/\r\n?|\n/)
    .flatMap((line) => withoutEdges(startOf(readLine(line).text).text).split(SENTENCE_END))

/** The severities that a sentence names. */
export const ratedWords = (sentence: string): Severity[] =>
  [...sentence.matchAll(pattern(WORD, 'giu'))].flatMap(([word]) => severityOf(word) ?? [])

/** `a critical bug`, `two high-severity issues`. */
const NAMED = pattern(
  String.raw`(?<word>${WORD})${RANK}?(?:[\s-]+(?!and\b|or\b)[\p{L}\d'-]+){0,2}?\s+${NOUN}\b${OTHER_THING}`,
)
/** `is critical`, `has high severity`, `rate … as critical`. */
const JUDGED = pattern(
  String.raw`(?:\b(?:i would |i'd |we would )?(?:consider(?:ed)?|call(?:ed)?|deem(?:ed)?|rated?)\s+(?:(?:it|this|that)\s+)?(?:as\s+)?(?<word>critical|severe|serious|blocking|major)(?![-\w]|\s+\w)|\b(?:is|are|as|a|be|them|these|which)\s+(?<word>critical|severe|serious|blocking)(?![-\w]|\s+\w)|\b(?:an?|one|another|single|two|three)\s+(?<word>blocker|showstopper)s?\b(?!\s+\w)|\b(?:is|are|as|of|has|have|with)\s+(?:an?\s+|of\s+)?(?<word>${WORD})[- ]severity\b|(?<word>${WORD})[- ]severity\s+(?:thing|point|item|one|matter)\b|\bseverity of\b.*\bis\s+(?<word>${WORD})(?!\s+\w))`,
)
/** `two problems, both high`. */
const ALL_OF_THEM = pattern(
  String.raw`\b${NOUN},\s+(?:both|all|each)(?: of (?:them|which))?(?: (?:is|are))?\s+(?<word>${WORD})(?!\s+\w)`,
)
const COUNTED = pattern(
  String.raw`\b(?<count>[1-9]\d{0,2})\s+(?<word>${WORD})(?=\s*(?:[,.;)/]|and\b|${RANK}?\s*${NOUN}\b|$))`,
  'giu',
)
export const MAX_COUNTED = 5

/** Words of sentences that say nothing about a problem of their own. */
const GENERAL = new Set(
  'found find change pull request merg review finding issue problem bug critical high medium severity serious blocking blocker severe major minor address pleas need these list summary total detail comment inline priority verdict vulnerability error flaw defect concern introduc contain'.split(
    ' ',
  ),
)
const isGeneral = (text: string) => [...tellingWords(text)].filter((word) => !GENERAL.has(word)).length < 2

/** What a severity means, and a list of them. */
const EXPLAINED = pattern(
  String.raw`${WORD}${RANK}?["”*]*\s*(?:means?|stands? for|denotes?|is reserved for|refers? to)\b|(?:${WORD}[^\w\d]+(?:(?:and|or)\s+)?){3}`,
)
/** A change that has to come first. */
const DEMANDED =
  /\b(?:must|should|needs? to|ha(?:s|ve) to|please)\b[^.]*\b(?:fix|address|correct|resolve)\w*\b[^.]*\bbefore\s(?:\w+\s)?(?:merg|releas|land|ship|deploy|approv)|\b(?:this|it|which) blocks (?:the |this )?merg|\b(?:do not|don't|cannot|can't|should not|shouldn't|not ready to) (?:be )?(?:merge|approve)/i
/** All is good but one thing. */
const EXCEPTED =
  /\b(?:lgtm|looks? (?:good|fine)|approv\w+|(?:nice|great|good|solid|clean|excellent) (?:work|change|job|pr|pull request|stuff|improvement|refactoring)|well done|(?:all|everything)\b.{0,20}?\b(?:fine|good|right|ok|correct))\b.{0,200}?(?:\b(?:but|however|one thing|with (?:one|an?|two|some) (?:exception|remark|concern|reservation)s?)\b(?<rest>.*)|\b(?:except|apart from|(?:only|one|main) (?:concern|issue|problem|worry|objection))\b(?<named>.*))/i

/** Whether a line with a place and without a severity asks for a change of it. */
function asksForChange(text: string): boolean {
  const [demand] = DEMANDED.exec(text) ?? []
  if (demand !== undefined) return !/\b(?:no|nothing|none)\b/i.test(text.slice(0, text.indexOf(demand)))
  const { rest = '', named = '' } = EXCEPTED.exec(text)?.groups ?? {}
  return (PLACE.test(rest) && soundsBad(rest)) || (PLACE.test(named) && !REASSURES.test(named))
}
/** What goes wrong, in words of any kind of problem. */
const BAD =
  /\b(?:crash\w*|los(?:e[sd]?|es|ing|s|t)|fail\w*|wrong\w*|incorrect\w*|invalid\w*|br(?:eak|oke)\w*|corrupt\w*|never|forg[eo]t\w*|miss(?:es|ing)|stale|too (?:early|late|far|many|few|long|often|soon)|skip\w*|ignor\w*|overwrit\w*|drop\w*|expos\w*|bypass\w*|un(?:checked|escaped|validated|handled|bounded|safe)|endless\w*|infinite\w*|forever|never ends?|(?:does|do|is|are|was|will) not|(?:does|do|is|are|was|wo)n't|invert\w*|revers(?:e[sd]?|ing)|swap\w*|mix(?:es|ed) up|by zero|negative|mismatch\w*|throws?|panic\w*|hangs?|NaN|undefined|accepts? any|allows? any|anyone|parses? \S+ \S+ as|charge[sd]? .*twice|block(?:s|ed) the)\b/i
const REASSURES =
  /\b(?:no|nothing|only|already|cannot|none|not (?:needed|blocking|important|urgent|a (?:problem|blocker))|(?:is|are|looks?|seems?|reads?) (?:\w+ )?(?:fine|right|ok|good|correct|sound|safe|well)|as (?:intended|expected|before|it should))\b/i
/** Whether a text says what goes wrong. */
export const soundsBad = (text: string): boolean => (namesKind(text) || BAD.test(text)) && !REASSURES.test(text)

/** The problems that a sentence names with a severity. */
function namedInSentence(sentence: string, place: Pick<StatedFinding, 'path' | 'line'>): StatedFinding[] {
  if (/\?\W*$|^\W*if\b.*\bwould\b.*\bbut\b/i.test(sentence) || EXPLAINED.test(sentence)) return []
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
    const shared = RESOLVED.test(sentence) ? null : ALL_OF_THEM.exec(clause)
    const match = NAMED.exec(clause) ?? (isAbout ? JUDGED.exec(clause) : null) ?? shared
    if (match === null || isNotThere(clause.slice(0, match.index), clause.slice(match.index + match[0].length)))
      return []
    const severity = severityOf(match.groups?.word)
    const isSummary = spot.path === undefined && isGeneral(sentence)
    return [isSummary ? { text: sentence, severity, isSummary } : { text: sentence, severity, ...spot }]
  })
}

/** The end of a bold or quoted start of a line. */
export const EDGE = '¦'
const SPAN = /^(\*\*\*|\*\*|__|\*|_|`)(?=\S)(.+?)\1/u
const NUMBER = pattern(
  String.raw`^(?:\(?(?:\d{1,2}|[a-z])[.)]\s+|\(\d{1,2}\)\s*|#\d{1,2}[.:)]?\s+|(?:finding|problem|bug|issue)\s+\d{1,2}\b\s*[:.–—-]*\s*)`,
)
const SIGN_FIRST = pattern(`^${SIGN}`)
export const GOOD_SIGN = /^(?:✅|✔|☑|👍|🎉|pass(?:e[sd])?$)\uFE0F?/u
const BAD_SIGN = /^(?:❌|⛔|🛑|🚫|❗)/u

type Start = { text: string; sign?: string; isGood: boolean; isBad: boolean; isNumbered: boolean }

/** A line without what stands before its first word. */
export function startOf(line: string): Start {
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
      .replace(/^(?:\d?\uFE0F?\u20E3|\p{Extended_Pictographic}|\uFE0F|[★☆▶►●■]|\s)+/u, '')
      .replace(NUMBER, '')
  }
  start.text = start.text.replace(/\*\*|__|~~|`|(?<!\w)[*_]|[*_](?!\w)/g, '').trim()
  return start
}

const LABELED = pattern(
  String.raw`^[[(]?\s*(?<word>${WORD})(?<rank>${RANK})?(?:\s+${NOUN})?(?:\s*#?\d{1,2})?(?:\s*[([][^)\]]*[)\]])?\s*(?:[\])]\s*)?(?:[:|·${EDGE}]|[\])]|\s[–—-]\s|,\s*(?=${FILE})|\p{Extended_Pictographic}|$)[:·${EDGE}\s\])–—-]*(?<rest>.*)$`,
)
/** After the kind of the problem: `Security — Critical`. */
const KIND_FIRST = pattern(
  String.raw`^(?!(?:risk|coverage|confidence|effort|impact|complexity|quality|cost)\b)[\w ]{3,30}?\s*(?:\||\s[–—-]\s)\s*(?<word>${WORD})${RANK}?\s*(?:${EDGE}(?<rest>.*)|$)`,
)
/** `Issue (medium): …`. */
const NOUN_FIRST = pattern(
  String.raw`^${NOUN}\s*[([]\s*(?<word>${WORD})${RANK}?\s*[)\]]\s*[:${EDGE}][:${EDGE}\s]*(?<rest>.*)$`,
)
/** Without a sign between: `CRITICAL src/a.js reads …`, `high in src/a.js:3: leaks`. */
const UNMARKED = pattern(String.raw`^(?<word>${WORD})\s+(?:(?:in|at)\s+)?(?<rest>${FILE}.*)$`)
/** Labels without a severity. */
const UNRATED = pattern(
  String.raw`^[[(]?(?:must[- ]fix|bug|defect|vulnerability|security (?:issue|bug|hole|problem|vulnerability))\s*[\])]?\s*(?:[:${EDGE}]|\s[–—-]\s)[:${EDGE}\s]*(?<rest>.+)$`,
)
/** `Severity: high`, `"severity": "high"`, `Risk level — high`. */
const FIELD = pattern(
  String.raw`^["']?(?:(?:overall|general|merge|total|main|security) )?(?<field>severity|sev|how (?:bad|serious|severe)|priority|criticality|risk|impact|level)(?:[ _](?:level|rating|assessment))?(?:\s?[/&]\s?\w+)?["']?\s*${EDGE}?\s*(?:[=-]>|[:=|→⇒]|\s[–—-]\s|is\b|\s(?=${WORD}\s*(?:[|·–—]|[.;)]*$|\s(?:in|at|on|en|em|dans)\s+${FILE})))[\s${EDGE}"'([*]*(?:${SIGN}\s*)?(?<word>${WORD}|${SIGN})(?![\w-])(?<rest>.*)$`,
)
export const FIELD_NAME = pattern(String.raw`^(?:severity|priority)(?: level| rating)?\s*:?\s*${EDGE}?:?$`)
/** In brackets: `src/a.js:31 (high): …`, `[severity=high]`, `(severity: high, src/a.js:31)`. */
const IN_BRACKETS = pattern(
  String.raw`[([]\s*(?:(?:severity|priority)\s*[:=]?\s*)?(?<word>${WORD})${RANK}?\s*(?:[)\]]|,\s(?!(?:(?:and|or)\s)?${WORD}))`,
)
/** Said in so many words at the end or in between: `… to the shell (severity: critical).`, `My view: severity=critical; …`. */
const SAID = pattern(String.raw`(?<=[([]\s?|[:;,]\s)severity\s*[:=]\s*(?<word>${WORD})(?=\s*(?:[.,;)\]]|$))`)
/** Between separators: `src/a.js:31 — high — …`. */
const BETWEEN = pattern(
  String.raw`(?<!\b(?:risk|cost|complexity|coverage|confidence|effort|impact|traffic|load|overhead|quality|priority|severity)\s*)(?:[|:·]|\s[–—-])\s*(?:severity\s*[:=]?\s*)?(?<word>${WORD}|${SIGN})${RANK}?\s*(?:[|:,·]|\s[–—-]\s|(?<=severity)\.\s|\.?$)`,
)

/** Measures of the whole change, and no severities of a problem. */
export const isMeasure = (name: string, severity: Severity | undefined) =>
  /risk|impact|priority|level/i.test(name) && severity !== 'critical' && severity !== 'high'

export type Line = { kind: 'heading' | 'item' | 'text'; level: number; text: string; isSub: boolean; isDone: boolean }

/** The label of a line and what it says. */
type SeverityLabel = { severity?: Severity; rest: string }

/** A label on a line of its own, which rates what stands around it. */
type Field = { name: string; severity: Severity; rest: string }

export const withoutEdges = (text: string) => text.replaceAll(EDGE, '').replace(/\s+/g, ' ').trim()

export function fieldOf(text: string): Field | undefined {
  const { field: name, word, rest = '' } = FIELD.exec(text)?.groups ?? {}
  const severity = severityOf(word)
  return name === undefined || severity === undefined
    ? undefined
    : { severity, rest: withoutEdges(rest), name: name.toLowerCase() }
}

/** Whether what follows a rating begins with a place, and says of it what is wrong: nothing there reassures. */
export const saysWhere = (rest: string) =>
  pattern(`^[\\s${EDGE}]*(?:[:–—-]|\\sin\\b)\\s*${FILE}`).test(rest) && !REASSURES.test(rest)

/** Whether a field is the severity of a problem. Risk, impact and priority are of one only next to a place. */
export const rates = ({ name, severity, rest }: Field, context: string): boolean =>
  (!/\w/.test(rest) || !isEmptied(rest)) &&
  !isMeasure(name, severity) &&
  (!/risk|impact|priority|level/.test(name) ||
    (PLACE.test(context) &&
      (!PLACE.test(rest) || soundsBad(rest) || saysWhere(rest)) &&
      !pattern(String.raw`\bno (?:\w+ )?${NOUN}`).test(context)))

const LIST = pattern(String.raw`^(?:and\s+|or\s+|,\s*)?(?:${WORD}|${SIGN})`)

export function labelOf({ text, sign, isBad, isNumbered }: Start, isListed: boolean): SeverityLabel | undefined {
  const match = LABELED.exec(text) ?? NOUN_FIRST.exec(text) ?? UNMARKED.exec(text) ?? KIND_FIRST.exec(text)
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
  const marked =
    (place || isListed ? (IN_BRACKETS.exec(text) ?? (place ? BETWEEN.exec(text) : null)) : null) ?? SAID.exec(text)
  const before = text.slice(0, marked?.index).split(SENTENCE_END).at(-1) ?? ''
  // Behind a whole sentence, it rates what that says.
  const isBehind = marked !== null && /^[)\]\s]*[.;!]?$/.test(text.slice(marked.index + marked[0].length))
  return marked === null || (isNotThere(before, '') && !(isBehind && place && soundsBad(before)))
    ? undefined
    : { severity: severityOf(marked.groups?.word), rest: text }
}

/** Whether what follows a label says that there is no such problem, or no more. A later sentence does only about this problem. */
export function isEmptied(rest: string): boolean {
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

export function statedInLine({ kind, text, isDone }: Line): StatedFinding[] {
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
  const firstStated = label === undefined ? namedInSentence(first, place) : []
  const later = others.flatMap((each) => {
    const field = fieldOf(startOf(each).text)
    // It rates what the line says.
    if (field !== undefined && rates(field, text))
      return firstStated.length > 0 ? [] : [{ text: withoutEdges(start.text), severity: field.severity, ...place }]
    const own = labelOf(startOf(each), false)
    if (own === undefined) return namedInSentence(each, place)
    return isEmptied(own.rest) ? [] : [{ text: each, severity: own.severity, ...placeIn(each) }]
  })
  const stated = [...firstStated, ...later]
  if (stated.length > 0 || label !== undefined || place.path === undefined || !asksForChange(prose)) return stated
  return [{ text: withoutEdges(start.text), ...place }]
}

export function readLine(raw: string): Line {
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
