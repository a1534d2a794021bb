import { expect, test } from 'vitest'
import { parsePatch } from '../../src/github/patch-rows.ts'
import { contradictedPlace, findLinesInHead, sideRange } from '../../src/review/comment-lines.ts'
import { applySuggestions, isSuggestion, parseSuggestion, splitSuggestion } from '../../src/review/suggestion.ts'
import { placeSuggestion } from '../../src/review/suggestion-button.ts'
import { trySuggestions } from '../../src/review/try-suggestions.ts'
import { HELD_SUGGESTIONS, type HeldSuggestion } from './held-suggestions.ts'

/** The hunk of a diff that changes some lines of a file, with three lines around them. */
function patchOf({ head, changed }: HeldSuggestion): string {
  const lines = head.split('\n')
  const [from, to] = [Math.max(1, Math.min(...changed) - 3), Math.min(lines.length - 1, Math.max(...changed) + 3)]
  const rows = lines.slice(from - 1, to).flatMap((line, index) => {
    const text = line.replace(/\r$/, '')
    return changed.includes(from + index) ? [`-${text} OLD`, `+${text}`] : [` ${text}`]
  })
  return [`@@ -${from},${to - from + 1} +${from},${to - from + 1} @@`, ...rows].join('\n')
}

/** The file after a click on the button; undefined without one. */
async function clicked(held: HeldSuggestion): Promise<string | undefined> {
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

test.each(HELD_SUGGESTIONS)('a button makes the file that was meant: $name', async (held) => {
  const after = await clicked(held)
  expect([held.want, held.right === true ? held.want : undefined]).toContain(after)
})

test('enough of them keep a button', async () => {
  const all = await Promise.all(HELD_SUGGESTIONS.map(clicked))
  expect(all.filter((after) => after !== undefined).length).toBeGreaterThanOrEqual(25)
})
