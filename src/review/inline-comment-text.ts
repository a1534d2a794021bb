import type { InlineComment } from '../github-tools/proposal.ts'
import { fencedBlock, inlineCode } from '../text/write-markdown.ts'

/** An inline comment as Markdown, for use without its line. */
export function inlineCommentText({ path, location: { side, start, line }, body, suggestion }: InlineComment): string {
  const lines = start === undefined ? `${line}` : `${start}-${line}`
  const replacement =
    suggestion === undefined
      ? ''
      : suggestion.length === 0
        ? 'Delete these lines.'
        : `Suggested change:\n\n${fencedBlock(suggestion.join('\n'))}`
  return [`**${inlineCode(`${path}:${lines}`)}**${side === 'LEFT' ? ' (before the change)' : ''}`, body, replacement]
    .filter(Boolean)
    .join('\n\n')
}
