import type { Proposal } from '../github-tools/proposal.ts'

/** An inline comment whose suggestion replaces its lines. */
export type SuggestionComment = Extract<Proposal, { kind: 'review_comment' }> & { suggestion: string[] }

export const isSuggestion = (proposal: Proposal): proposal is SuggestionComment =>
  proposal.kind === 'review_comment' && proposal.suggestion !== undefined

/** The first and last line that a suggestion replaces, counted from 1. */
export const replacedLines = ({ location: { start, line } }: SuggestionComment) => ({
  first: start ?? line,
  last: line,
})

export const overlap = (one: SuggestionComment, other: SuggestionComment): boolean =>
  one.path === other.path &&
  replacedLines(one).first <= replacedLines(other).last &&
  replacedLines(other).first <= replacedLines(one).last

/** A file's text with the suggestions for it, which do not overlap; undefined when it lacks their lines. Keeps line ends. */
export function applySuggestions(text: string, suggestions: readonly SuggestionComment[]): string | undefined {
  const lines = text.split('\n')
  const lineCount = text.endsWith('\n') ? lines.length - 1 : lines.length
  const end = text.includes('\r\n') ? '\r' : ''
  for (const suggestion of suggestions.toSorted((a, b) => b.location.line - a.location.line)) {
    const { first, last } = replacedLines(suggestion)
    if (first < 1 || last > lineCount) return undefined
    lines.splice(first - 1, last - first + 1, ...suggestion.suggestion.map((line) => `${line}${end}`))
  }
  return lines.join('\n')
}
