import type { Proposal } from '../github-tools/proposal.ts'
import { isProtectedPath } from '../policy/protected-paths.ts'
import { fencedBlock, inlineCode } from '../text/write-markdown.ts'
import { applySuggestions, isSuggestion, overlap, type SuggestionComment } from './apply-suggestions.ts'
import { parseProblem } from './parse-check.ts'

/** The files of the head with suggestions applied, by path, and as they are in the head. */
export type SuggestedFiles = ReadonlyMap<string, { before: string; after: string }>

/** `untested`: why the command did not run to its end. */
export type VerifyResult = { state: 'passed' | 'failed' } | { state: 'untested'; reason: string }

export type SuggestionTrial = {
  /** The text of a file at a commit; undefined when it cannot be read. */
  read(path: string, commit: string): Promise<string | undefined>
  /** Absent when no command proves suggestions. */
  verify?: { command: string; run(files: SuggestedFiles): Promise<VerifyResult> }
}

/** `tried`: what a posted suggestion passed. `problem`: why it is not offered as a commit. */
type TrialResult = { tried: string } | { problem: string }

/**
 * Tries the suggestions of inline comments on the head: alone, together, and with the repository's own command, which runs once for
 * all and, when that fails, once for each. A suggestion that fails or stays untested becomes prose. Never rejects.
 */
export async function trySuggestions(proposals: readonly Proposal[], trial: SuggestionTrial): Promise<Proposal[]> {
  const verdicts = await judgeSuggestions(proposals.filter(isSuggestion), trial)
  return proposals.map((proposal) => {
    const verdict = isSuggestion(proposal) ? verdicts.get(proposal) : undefined
    return verdict === undefined || !isSuggestion(proposal) ? proposal : withVerdict(proposal, verdict)
  })
}

type TrialResults = Map<SuggestionComment, TrialResult>

type Texts = ReadonlyMap<string, string | undefined>

async function judgeSuggestions(
  suggestions: readonly SuggestionComment[],
  trial: SuggestionTrial,
): Promise<TrialResults> {
  const paths = new Map(suggestions.map(({ path, commit }) => [path, commit]))
  const texts: Texts = new Map(
    await Promise.all([...paths].map(async ([path, commit]) => [path, await trial.read(path, commit)] as const)),
  )
  const verdicts: TrialResults = new Map()
  const applying: SuggestionComment[] = []
  for (const suggestion of suggestions) {
    // Without a command GitHub's diff is proof enough that the lines exist.
    if (trial.verify === undefined && texts.get(suggestion.path) === undefined) continue
    const problem = applyProblem(suggestion, applying, texts.get(suggestion.path))
    verdicts.set(suggestion, problem === undefined ? { tried: 'applies' } : { problem })
    if (problem === undefined) applying.push(suggestion)
  }
  const testable = applying.filter(({ path }) => !isProtectedPath(path) && !isTestFile(path))
  if (trial.verify === undefined || testable.length === 0) return verdicts
  for (const [suggestion, verdict] of await verifyAll(testable, texts, trial.verify)) verdicts.set(suggestion, verdict)
  return verdicts
}

/** Why a suggestion cannot be applied to the head beside those before it, or undefined. */
function applyProblem(
  suggestion: SuggestionComment,
  earlier: readonly SuggestionComment[],
  text: string | undefined,
): string | undefined {
  if (text === undefined) return 'the file could not be read to try it'
  const alone = applySuggestions(text, [suggestion])
  if (alone === undefined) return 'it does not apply'
  if (earlier.some((each) => overlap(each, suggestion))) return 'it overlaps with another suggestion'
  const sameFile = earlier.filter(({ path }) => path === suggestion.path)
  const together = applySuggestions(text, [...sameFile, suggestion]) ?? alone
  const syntax = parseProblem(suggestion.path, text, alone) ?? parseProblem(suggestion.path, text, together)
  return syntax === undefined ? undefined : 'the file would not parse with it'
}

async function verifyAll(
  suggestions: readonly SuggestionComment[],
  texts: Texts,
  { command, run }: NonNullable<SuggestionTrial['verify']>,
): Promise<TrialResults> {
  const verdictOf = (result: VerifyResult): TrialResult => {
    if (result.state === 'untested') return { problem: `it was not tested: ${result.reason}` }
    return result.state === 'passed'
      ? { tried: `applies and passes ${inlineCode(command)}` }
      : { problem: `${inlineCode(command)} fails with it` }
  }
  const whole = await run(suggestedFiles(suggestions, texts))
  const isDecided = whole.state !== 'failed' || suggestions.length === 1
  if (isDecided) return new Map(suggestions.map((suggestion) => [suggestion, verdictOf(whole)]))
  const verdicts: TrialResults = new Map()
  for (const suggestion of suggestions)
    verdicts.set(suggestion, verdictOf(await run(suggestedFiles([suggestion], texts))))
  return verdicts
}

function suggestedFiles(suggestions: readonly SuggestionComment[], texts: Texts): SuggestedFiles {
  const files = new Map<string, { before: string; after: string }>()
  for (const { path } of suggestions) {
    const before = texts.get(path) ?? ''
    const own = suggestions.filter((each) => each.path === path)
    files.set(path, { before, after: applySuggestions(before, own) ?? before })
  }
  return files
}

/** Tests prove nothing about a suggestion that changes them. */
const isTestFile = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec)s?\.[^/]+$|(?:^|\/)test_[^/]+$/i.test(path)

function withVerdict({ suggestion, ...comment }: SuggestionComment, verdict: TrialResult): Proposal {
  const add = (text: string) => [comment.body, text].filter((part) => part.trim() !== '').join('\n\n')
  if ('tried' in verdict) return { ...comment, suggestion, body: add(`_Tried: the suggestion ${verdict.tried}._`) }
  const change = suggestion.length === 0 ? 'Proposed change: delete these lines.' : fencedBlock(suggestion.join('\n'))
  return { ...comment, body: add(`_Proposed change, not offered as a commit: ${verdict.problem}._\n\n${change}`) }
}
