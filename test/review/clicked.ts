import { parsePatch } from '../../src/github/patch-rows.ts'
import { contradictedPlace, findLinesInHead, sideRange } from '../../src/review/comment-lines.ts'
import { applySuggestions, isSuggestion, parseSuggestion, splitSuggestion } from '../../src/review/suggestion.ts'
import { placeSuggestion } from '../../src/review/suggestion-button.ts'
import { trySuggestions } from '../../src/review/try-suggestions.ts'
import type { HeldSuggestion } from './held-suggestions.ts'

/** What a model proposes for a file of a change. `isNew`: the change adds the file. */
export type ProposedChange = Pick<HeldSuggestion, 'path' | 'head' | 'changed' | 'call'> & { isNew?: true }

/** The hunk of a diff that changes some lines of a file, with three lines around them. */
function patchOf({ head, changed, isNew }: ProposedChange): string {
  const lines = head.split('\n')
  if (isNew) return [`@@ -0,0 +1,${lines.length - 1} @@`, ...lines.slice(0, -1).map((line) => `+${line}`)].join('\n')
  const [from, to] = [Math.max(1, Math.min(...changed) - 3), Math.min(lines.length - 1, Math.max(...changed) + 3)]
  const rows = lines.slice(from - 1, to).flatMap((line, index) => {
    const text = line.replace(/\r$/, '')
    return changed.includes(from + index) ? [`-${text} OLD`, `+${text}`] : [` ${text}`]
  })
  return [`@@ -${from},${to - from + 1} +${from},${to - from + 1} @@`, ...rows].join('\n')
}

/** The file after a click on the button; undefined without one. */
export async function clicked(held: ProposedChange): Promise<string | undefined> {
  const { path, head, call } = held
  const hunks = parsePatch(patchOf(held))
  const { body, suggestion = '' } = splitSuggestion(call.body, undefined)
  const found = await findLinesInHead(hunks, call, { quoted: call.code ?? '', path }, async () => head)
  if (!found.ok) return undefined
  const { requested } = found
  const isAgreed = found.isSure && !found.isMoved
  if (!isAgreed && contradictedPlace(body, { hunks, path }, sideRange(requested.location)) !== undefined)
    return undefined
  const parsed = parseSuggestion(suggestion, requested.code, requested.location.side)
  if (!parsed.ok) return undefined
  const { located = requested, lines } = placeSuggestion(parsed.lines, { hunks, path, words: body, ...found })
  const isQuoted = found.isSure || located !== requested
  const [tried] = await trySuggestions(
    [
      {
        kind: 'review_comment',
        number: 1,
        commit: 'c',
        path,
        body,
        linesHash: '',
        location: located.location,
        suggestion: lines,
        replaced: { code: located.code, isQuoted },
      },
    ],
    { read: async () => head },
  )
  return tried !== undefined && isSuggestion(tried) ? applySuggestions(head, [tried]) : undefined
}
