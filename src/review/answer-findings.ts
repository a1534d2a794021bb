import type { Inputs } from '../config/inputs.ts'
import type { Task } from '../github/events/task.ts'
import {
  type ProposalOptions,
  type ProposalStore,
  type ProposedComment,
  SEVERITIES,
  type Severity,
} from '../github-tools/proposal.ts'
import type { Ending } from '../record/events.ts'
import { collapseWhitespace } from '../text/format-text.ts'
import { ellipsize, pluralize } from '../text/write-markdown.ts'
import type { PlacedFinding } from './earlier-findings.ts'
import { DEFAULT_DETAILS, findingText } from './finding.ts'
import { placeIn, type StatedFinding } from './severity-words.ts'
import { areOtherProblems, commonness, sharedWords, tellingWords, textLikeness } from './similar-lines.ts'
import { statedFindings } from './stated-findings.ts'
import { ratedWords, sentencesOf } from './stated-lines.ts'

/**
 * A finding that has its place: a comment of this run, whatever the second look said of it, or a finding of an earlier one. `isAnswer`: the
 * model proposed it when it was asked to, with the severity that it wants.
 */
export type SettledFinding = {
  path: string
  start: number
  line: number
  severity: Severity
  text: string
  isAnswer?: boolean
}

/** A finding is meant within so many lines of its comment. */
const NEAR = 5

/** The stated problems that no finding with a place is. Pure. */
export const unplacedFindings = (answer: string, placed: readonly SettledFinding[]): StatedFinding[] =>
  withoutPlaced(statedFindings(answer), placed)

/** A milder finding settles no worse problem, and words that are clearly about something else none at all. */
function withoutPlaced(stated: readonly StatedFinding[], placed: readonly SettledFinding[]): StatedFinding[] {
  const free = new Set(placed)
  const unsettled = (
    some: readonly StatedFinding[],
    settles: (one: StatedFinding, candidates: readonly SettledFinding[]) => SettledFinding | undefined,
  ) =>
    some.filter((one) => {
      const settling = settles(
        one,
        placed.filter((each) => each.isAnswer === true || isAsSevere(each, one)),
      )
      if (settling !== undefined) free.delete(settling)
      return settling === undefined
    })
  const details = stated.filter(({ isSummary }) => isSummary !== true)
  const located = unsettled(
    details.filter(({ path }) => path !== undefined),
    (one, candidates) => {
      const inFile = candidates.filter(({ path }) => isSameFile(path, one.path ?? ''))
      const near = inFile.filter((each) => one.line === undefined || distanceOf(each, one.line) <= NEAR)
      const best = near
        .filter((each) => free.has(each) && maybeSame(each, one))
        .toSorted((a, b) => commonness(one.text, b.text) - commonness(one.text, a.text))[0]
      return best ?? inFile.find((each) => areAlike(each, one))
    },
  )
  const unlocated = details.filter(({ path }) => path === undefined)
  const unworded = unsettled(unlocated, (one, candidates) => candidates.find((each) => areAlike(each, one)))
  const unsaid = unsettled(unworded, (one, candidates) =>
    candidates.find((each) => free.has(each) && textLikeness(each.text, one.text) !== 'different'),
  )
  return [...located, ...unsaid, ...uncounted(stated, placed)]
}

/** Of the problems that sentences only count, those above what the answer and the comments name. */
function uncounted(stated: readonly StatedFinding[], placed: readonly SettledFinding[]): StatedFinding[] {
  return SEVERITIES.flatMap((severity) => {
    const counted = stated.filter((each) => each.isSummary === true && each.severity === severity)
    const texts = Map.groupBy(counted, ({ text }) => text)
    const most = [...texts.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
    const named = stated.filter((each) => each.isSummary !== true && each.severity === severity).length
    const commented = placed.filter((each) => isAsSevere(each, { severity })).length
    return most.slice(Math.max(named, commented))
  })
}

/** A nit settles what the answer calls low: neither counts much. */
const rankOf = (severity: Severity) => Math.min(SEVERITIES.indexOf(severity), SEVERITIES.indexOf('low'))

const isAsSevere = ({ severity }: SettledFinding, stated: Pick<StatedFinding, 'severity'>): boolean =>
  stated.severity === undefined || rankOf(severity) <= rankOf(stated.severity)

const isSameFile = (path: string, other: string) =>
  path === other || path.endsWith(`/${other}`) || other.endsWith(`/${path}`)

const distanceOf = ({ start, line }: SettledFinding, other: number) => Math.max(0, start - other, other - line)

const areAlike = (each: SettledFinding, { text }: StatedFinding) => sharedWords(each.text, text) >= ALIKE

const ALIKE = 0.4

/** Whether a comment near a stated problem may be about it. On its very line it is, unless it clearly is not. */
const maybeSame = (each: SettledFinding, { text, line }: StatedFinding): boolean =>
  (line !== undefined && distanceOf(each, line) === 0 && !areOtherProblems(each.text, text)) ||
  textLikeness(each.text, text) !== 'different'

const FINDING = '(?:finding|remark|suggestion|(?:inline |review )comment|point|concern|report)'
/** Sentences with which an answer takes a finding back. */
const TAKEN_BACK = new RegExp(
  [
    String.raw`^\W*(?:please |so,? |actually,? |sorry,? )*(?:i (?:now |hereby )?|you (?:can|may|should) |let me )?(?:disregard|ignore|withdraw|retract|take back|scratch|drop)\b[^.]{0,60}\b(?:${FINDING}s?|comments?|(?:the|all) above|what i said|first one|that one)\b`,
    String.raw`\b(?:my|the|this|that) (?:(?:first|second|third|last|earlier|previous|above) )?${FINDING}\b[^.]{0,40}\b(?:is|was) (?:wrong|mistaken|incorrect|invalid|moot|withdrawn|retracted|not (?:a|an) (?:real )?(?:problem|issue|bug)|a (?:false|mistake)\b)`,
    String.raw`\b(?:on reflection|on second thought|i was (?:wrong|mistaken))\b[^.]{0,80}\b${FINDING}\b`,
  ].join('|'),
  'i',
)

const takesBack = (answer: string) => sentencesOf(answer).some((sentence) => TAKEN_BACK.test(sentence))

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
  let firstAnswer: { first: Ending; open: readonly StatedFinding[]; ids: ReadonlySet<string> } | undefined
  /** What the answer states, and what the refused comments say that none has in its place. */
  const statedIn = (answer: string): StatedFinding[] => {
    const stated = statedFindings(answer)
    const refused = [...new Map(store.refused.map((each) => [each.text, each])).values()]
      .filter((each) => !comments().some((comment) => areAlike(ofComment(comment), each)))
      .filter((each) => !stated.some((other) => isSameStated(each, other)))
      .map(({ text, ...each }) => ({
        ...each,
        text: `${each.severity} ${each.path}:${each.line}: ${collapseWhitespace(text)}`,
      }))
    return [...stated, ...refused]
  }
  const openOf = async (stated: readonly StatedFinding[]) => {
    const ownFindings = comments().map((comment) => {
      const id = comment.finding?.id ?? ''
      return { ...ofComment(comment), isAnswer: firstAnswer?.ids.has(id) === false }
    })
    if (withoutPlaced(stated, ownFindings).length === 0) return []
    const earlier = await earlierFindings().catch(() => [])
    return withoutPlaced(stated, [...ownFindings, ...earlier.map(ofEarlier)])
  }
  return {
    async question(ending) {
      if (!applies || firstAnswer !== undefined || ending.end !== 'answered') return undefined
      const open = await openOf(statedIn(ending.text))
      const isTakingBack = comments().length > 0 && takesBack(ending.text)
      if (open.length === 0 && !isTakingBack) return undefined
      firstAnswer = { first: ending, open, ids: new Set(comments().flatMap(({ finding }) => finding?.id ?? [])) }
      return questionAbout(open, isTakingBack ? comments() : [])
    },
    settle: (ending) => settledEnding(firstAnswer?.first, ending),
    async unplaced({ end, text }) {
      if (!applies || end !== 'answered') return []
      const open = await openOf(statedIn(text))
      if (firstAnswer === undefined || text === firstAnswer.first.text) return open
      // What the second answer neither places nor denies is as the first one said. What it denies, it may still name.
      const before = firstAnswer.open
      const isDenied = (each: StatedFinding) => deniesProblem(text, each, before.length)
      const left = await openOf(before.filter((each) => !isDenied(each)))
      const isKnown = (each: StatedFinding) => before.some((other) => isSameStated(each, other))
      return [...left, ...open.filter((each) => !isKnown(each))]
    },
  }
}

/** Whether two answers state one problem. */
const isSameStated = (one: StatedFinding, other: StatedFinding): boolean =>
  one.path !== undefined && other.path !== undefined && one.line !== undefined
    ? isSameFile(one.path, other.path) && one.line === other.line
    : one.text === other.text || sharedWords(one.text, other.text) >= ALIKE

/** An answer is not lost because the run had no room for another one. */
export function settledEnding(first: Ending | undefined, ending: Ending): Ending {
  if (first === undefined || (ending.end === 'stopped' && ending.reason === 'cancelled')) return ending
  return ending.end === 'answered' && ending.text.trim() !== '' ? ending : first
}

const PROBLEM = '(?:problem|finding|issue|bug|defect|vulnerability|concern)s?'
/** Sentences that say that there is no problem. One that only says that it has no comment does not. */
const NO_PROBLEM = new RegExp(
  String.raw`\b(?:there (?:is|are|was|were) (?:none|nothing (?:wrong|to (?:report|place|fix)))|no (?:such |real |actual |open |${'(?:critical|high|medium|low)'} |(?:critical|high|medium|low)[- ]severity )*${PROBLEM}(?! (?!to\b)\w+ing\b)|none of (?:them|these|those)|nothing (?:is wrong|to (?:report|place|fix)))|^\W*none\b|: none\b`,
  'i',
)
/** Sentences that take a problem back. */
const WITHDRAWN = new RegExp(
  String.raw`\b(?:not an? (?:\w+ )?${PROBLEM}|(?:is|are|was|were)n't an? (?:\w+ )?${PROBLEM}|not (?:real|possible|reachable|a real)|withdr[ae]wn?|retract(?:ed)?|disregard|false (?:positives?|alarms?)|i was (?:wrong|mistaken)|my mistake|by design|intended|intentional|harmless|unreachable|(?:does|do|did|can|could)(?: ?not|n't) (?:happen|apply|exist|hold|occur)|(?:${FINDING}|claim|problem|issue|bug) (?:is|was) (?:wrong|mistaken|incorrect))\b`,
  'i',
)
/** Sentences that call something right. */
const PRAISE = /\b(?:is|are|was|were) (?:(?:in fact|actually|all) )?(?:fine|right|correct|safe|ok(?:ay)?|sound)\b/i
const PRONOUN = new RegExp(
  String.raw`^\W*(?:no[,:.]? |so |and |but |actually,? |sorry,? |then )*(?:it|this|that|these|they|both|all(?: of (?:them|these))?|(?:the|my|this|that) (?:first |earlier |only )?(?:${FINDING}|${PROBLEM})|i)\b`,
  'i',
)
const DENIED_DENIAL = /\b(?:not|never|cannot|no longer)\b|n't\b/i

/** Whether an answer says that a problem, one of some that it was asked about, is none. */
export function deniesProblem(answer: string, problem: StatedFinding, count: number): boolean {
  return sentencesOf(answer).some((sentence) => {
    const none = NO_PROBLEM.exec(sentence)
    const match = none ?? WITHDRAWN.exec(sentence) ?? PRAISE.exec(sentence)
    if (match === null) return false
    const before = sentence.slice(Math.max(0, match.index - 25), match.index)
    if (DENIED_DENIAL.test(before) || /\b(?:no|any|nothing) (?:other|further|more|additional|else)\b/i.test(sentence))
      return false
    const severities = ratedWords(sentence)
    if (severities.length > 0 && problem.severity !== undefined && !severities.includes(problem.severity)) return false
    const place = placeIn(sentence)
    if (place.path !== undefined || place.line !== undefined) return isAtPlace(place, problem)
    if (none !== null) {
      const about = /^\s*(?:with|in|of|for)\s+(.*)/i.exec(sentence.slice(none.index + none[0].length))?.[1]
      return about === undefined || sharesWord(about, problem.text)
    }
    return (
      (count === 1 && PRONOUN.test(sentence)) ||
      /^\W*(?:all|both|these|they)\b/i.test(sentence) ||
      (count === 1 && PRAISE.exec(sentence) === null && match.index < 25 && !/\b(?:the|a|an)\b/i.test(before)) ||
      sharesWord(sentence, problem.text)
    )
  })
}

const isAtPlace = ({ path, line }: Pick<StatedFinding, 'path' | 'line'>, problem: StatedFinding): boolean =>
  (path === undefined || (problem.path !== undefined && isSameFile(path, problem.path))) &&
  (line === undefined || problem.line === undefined || Math.abs(line - problem.line) <= NEAR)

const sharesWord = (one: string, other: string): boolean => {
  const words = tellingWords(other)
  return [...tellingWords(one)].some((word) => words.has(word))
}

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
      : `[Your answer, or a comment that was refused, names ${pluralize(open.length, 'problem')} without an inline comment:\n${[...listed, ...more].join('\n')}\nPlace each that is real with github__review_comment, on the changed line that has or causes it, with its severity and the exact lines as \`code\`. If it is none, or no line of the diff has to do with it, say so. If a comment has it with a milder severity, propose that again with the right one.]`,
    comments.length === 0
      ? ''
      : `[Your answer takes something back. These comments would be posted:\n${comments.join('\n')}\nTake back what is wrong with github__withdraw_comment.]`,
    '[Then give your whole answer again. It replaces the first one.]',
  ]
    .filter(Boolean)
    .join('\n\n')
}
