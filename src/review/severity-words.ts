import { SEVERITIES, type Severity } from '../github-tools/proposal.ts'

/**
 * A problem that an answer states with a severity or in a table of findings, in its own words. `isSummary`: it only says that there are such
 * problems.
 */
export type StatedFinding = { text: string; severity?: Severity; path?: string; line?: number; isSummary?: true }

/** The words and signs of each severity. */
const NAMES: Readonly<Record<Severity, string>> = {
  critical: 'critical crit blocker blocking showstopper fatal severe p0 sev0 sev-0 sev1 sev-1 🚨 🔴 :red_circle:',
  high: 'serious high major p1 sev2 sev-2 🟠 :orange_circle:',
  medium: 'medium moderate p2 sev3 sev-3 🟡 :yellow_circle:',
  low: 'low minor p3 sev4 sev-4 🟢 :green_circle:',
  nit: 'nit nitpick',
}
const SEVERITY_NAMES = new Map(
  SEVERITIES.flatMap((severity) => NAMES[severity].split(' ').map((name) => [name, severity] as const)),
)
export const severityOf = (name = ''): Severity | undefined => SEVERITY_NAMES.get(name.toLowerCase())

export const pattern = (source: string, flags = 'iu') => new RegExp(source, flags)
const oneOf = (words: readonly string[]) => `(?:${words.join('|')})`

const isWord = (name: string) => /^\w/.test(name)
export const WORD = String.raw`(?<![\w-])${oneOf([...SEVERITY_NAMES.keys()].filter(isWord))}(?!\w)`
export const SIGN = oneOf([...SEVERITY_NAMES.keys()].filter((name) => !isWord(name)))
export const RANK = '(?:[- ](?:severity|priority|risk|impact))'
export const NOUN =
  '(?:issue|bug|problem|finding|vulnerabilit(?:y|ie)|error|flaw|defect|concern|regression|hole|injection|leak|race|mistake|blocker|overflow|deadlock|exposure|corruption|exploit|gap|failure|exception|fault|oversight|bypass(?:es)?|crash(?:es)?|weakness(?:es)?|double[ -]\\w+|use[ -]after[ -]\\w+)s?'
/** What has a noun of a problem in its name, and is none: an error path, a race detector. */
export const OTHER_THING = String.raw`(?![- ](?:path|handl|messag|code|log|level|case|type|track|report|queue|page|detect|boundar|class)\w*)`

export const FILE = String.raw`(?:[\w.@-]{1,100}\/){0,30}(?:[\w@-][\w.@-]{0,200}\.[A-Za-z]\w{0,9}|Makefile|Dockerfile)`
export const PLACE = pattern(
  String.raw`(?<path>${FILE})(?::L?(?<line>\d{1,6})|#L(?<anchor>\d{1,6})|[,\s(]+lines?\s+(?<words>\d{1,6}))?`,
  'u',
)

export function placeIn(text: string): Pick<StatedFinding, 'path' | 'line'> {
  const { path, line, anchor, words } = PLACE.exec(text)?.groups ?? {}
  const number = line ?? anchor ?? words ?? /\blines?\s+(\d{1,6})/i.exec(text)?.[1]
  return { path, line: number === undefined ? undefined : Number(number) }
}

export const NONE = pattern(
  String.raw`^[\s:|(–—-]*(?:$|none\b|0\b|n\/?a\b|✅|✓|✔|nothing\b(?=\s*(?:$|[.,;!]|found|here|to\s|worth|noted|new|serious|significant))|no(?:\s+(?!test|check|valid|handl|lock|limit)[\w-]+){0,3}?\s+${NOUN}\b|no(?:\s+[\w-]+)?\s*[.!]?$|-+\s*$|all good|looks good|lgtm|clean\b|not? (?:applicable|found))`,
)
export const GOOD =
  /\b(?:looks? (?:good|fine|right|ok|correct)|(?:is|are) (?:fine|right|ok(?:ay)?|correct|safe|sound|good|clean)|lgtm|approved?|passe[sd]|all good|well (?:done|tested))\b|^\W*(?:ok|fine|good|passed|nice)\b|[,;–—]\s*(?:all )?(?:ok(?:ay)?|fine|good|right|correct)\W*$/i

/** A state: `fixed`, `was addressed`, `is gone`. Not a word of the problem, such as `fixed timeout` or `are resolved twice`. */
const DONE =
  '(?:fixed|resolved|addressed|corrected|dismissed|mitigated|gone|done|solved|closed|handled|outdated|obsolete|moot)'
const MAYBE = String.raw`(?:\s+(?:now|already|also|all|both|correctly|fully|properly|since|been))*`
export const RESOLVED = pattern(
  String.raw`(?:^|[.:,;(–—→✅-]\s*|(?<!\bnot\s(?:yet\s)?|n't\s)\b(?:is|are|was|were|been|got|now|already)\b${MAYBE}\s*)(?<!\b(?:not|never|n't|half|partly|isn't|still)\s+)${DONE}(?=\s*(?:$|[.,;:!)✅]|in\b|by (?:this\b|the\b|that\b|${FILE})|with\b|here\b|there\b|now\b|and\b|–|—))|\b(?:already (?:reported|commented|fixed)|(?:can |does |do |will )?no longer (?:happens?|occurs?|exists?|appl(?:y|ies)|appears?|reproduces?|present|possible|there)|(?:does not|do not|doesn't|don't|cannot|can't|won't|never) (?:happen|occur|exist|apply|reproduce|appear|arise)s?)\b`,
)
/** Verbs in all their forms, from their stems. */
const verbs = (stems: string) => `${oneOf(stems.split(' '))}(?:e?[sd]|e|ing|[nt](?:ed|ing))?`
/** Verbs that do away with a problem, look for one or only talk about one. */
const AGAINST = pattern(
  String.raw`\b(?:(?:fix|test|patch|check|guard)(?:es|s)?\s+(?:for|of|against)|(?<!(?<!\p{L})(?:an?|the|missing|no|any|each|its)\s)(?:${verbs('fix address clos mitigat correct solv resolv eliminat remov prevent avoid reduc protect handl cover catch detect exercis check look search scan hunt treat document describ reproduc patch repair suspect fear assum expect seem accept list allow')}|(?:was|were) (?:worried|concerned|afraid|nervous)|tests?|tested|reports?|logs?|logged|throws?|rais(?:es?|ed)|returns?|emits?|prints?|map(?:s|ped)|mentions?|thought|caught|classif(?:y|ies)|sa(?:y|ys|id) that|fails? on))\b`,
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

/** What is done late, for what stands before it: `charges the card before the stock is checked`. */
const TOO_EARLY = /(?<=\S\s)before\b[^.,;]*\b(?:is|are|was|were|gets?|(?:has|have) been)\s+\w+ed\b/gi

const lastIndex = (text: string, words: RegExp) =>
  [...text.matchAll(words)].reduce((last, { index }) => Math.max(last, index), -1)

/** How far from a problem a word about it stands, in characters. */
const MAX_DISTANCE = 500

/** Whether a clause denies, has done away with or only imagines the problem that it names between `before` and `after`. */
export function isNotThere(textBefore: string, textAfter: string): boolean {
  const [before, after] = [textBefore.slice(-MAX_DISTANCE), textAfter.slice(0, MAX_DISTANCE)]
  const head = before.replace(UNPLACEABLE, ' ').replace(TOO_EARLY, ' ')
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
