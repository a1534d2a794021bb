import { expect, test } from 'vitest'
import { type DiffHunk, parsePatch } from '../../src/github/patch-rows.ts'
import { locateLines } from '../../src/github-tools/diff-lines.ts'
import { withoutButtons } from '../../src/review/suggestion.ts'
import { type FittedSuggestion, fitSuggestion } from '../../src/review/suggestion-button.ts'
import { chance, someLines } from '../delivery/diffs.ts'

const PATCH =
  '@@ -10,8 +10,9 @@\n ten\n-old eleven\n+eleven\n+twelve\n thirteen\n-gone\n fourteen\n fifteen\n+sixteen\n end'

const rowsOf = (first: number, last: number): DiffHunk => {
  const located = locateLines(parsePatch(PATCH), { start_line: first, line: last })
  return located.ok ? located.rows : []
}

const fitted: [name: string, first: number, last: number, lines: string[], result: FittedSuggestion | undefined][] = [
  [
    'no removed line between',
    11,
    13,
    ['ELEVEN', 'twelve', 'thirteen'],
    { lines: ['ELEVEN', 'twelve', 'thirteen'], first: 11, last: 13 },
  ],
  [
    'an equal line before a removed one',
    10,
    12,
    ['ten', 'ELEVEN', 'twelve'],
    { lines: ['ELEVEN'], first: 11, last: 11 },
  ],
  [
    'an equal line after a removed one',
    12,
    14,
    ['TWELVE', 'thirteen', 'fourteen'],
    { lines: ['TWELVE'], first: 12, last: 12 },
  ],
  [
    'removed lines at both ends',
    10,
    14,
    ['ten', 'eleven', 'x', 'thirteen', 'fourteen'],
    { lines: ['x'], first: 12, last: 12 },
  ],
  [
    'only new lines in the middle',
    13,
    14,
    ['thirteen', 'new', 'fourteen'],
    { lines: ['new', 'fourteen'], first: 14, last: 14 },
  ],
  ['lines that go', 10, 12, ['ten', 'eleven'], { lines: [], first: 12, last: 12 }],
  [
    'repeated lines',
    13,
    14,
    ['thirteen', 'thirteen', 'fourteen'],
    { lines: ['thirteen', 'fourteen'], first: 14, last: 14 },
  ],
  ['a removed line inside', 10, 11, ['TEN', 'ELEVEN'], undefined],
  ['all lines go, over a removed one', 13, 14, [], undefined],
  ['both changed around a removed line', 12, 15, ['TWELVE', 'thirteen', 'fourteen', 'FIFTEEN'], undefined],
]
for (const [name, first, last, lines, result] of fitted)
  test(`a suggestion with ${name}`, () => expect(fitSuggestion(lines, rowsOf(first, last))).toEqual(result))

test('a fitted suggestion changes the file as the whole one would, over no removed line', () => {
  const random = chance(7)
  let narrowed = 0
  for (let round = 0; round < 400; round += 1) {
    const rows = someLines(random, 2 + random.below(6)).map((text, at) => ({
      text,
      removed: at > 0 && random.is(0.25),
    }))
    while (rows.at(-1)?.removed === true) rows.pop()
    let next = 1
    const hunk: DiffHunk = rows.map(({ text, removed }) => (removed ? { text, oldLine: 1 } : { text, newLine: next++ }))
    const current = rows.filter(({ removed }) => !removed).map(({ text }) => text)
    const lines = current.flatMap((text) => (random.is(0.2) ? [] : random.is(0.2) ? [`${text}!`, 'new'] : [text]))
    if (lines.join('\n') === current.join('\n')) continue
    const fit = fitSuggestion(lines, hunk)
    if (fit === undefined) continue
    const after = [...current.slice(0, fit.first - 1), ...fit.lines, ...current.slice(fit.last)]
    expect(after).toEqual(lines)
    const at = (line: number) => hunk.findIndex(({ newLine }) => newLine === line)
    expect(hunk.slice(at(fit.first), at(fit.last) + 1).every(({ newLine }) => newLine !== undefined)).toBe(true)
    if (fit.lines.length < lines.length) narrowed += 1
  }
  expect(narrowed).toBeGreaterThan(20)
})

test.each([
  ['Better:\n\n```suggestion\na()\n```', 'Better:\n\n```\na()\n```'],
  ['> ~~~ Suggestion\n> a()\n> ~~~', '> ~~~\n> a()\n> ~~~'],
  ['- ```suggestion\n  a()\n  ```', '- ```\n  a()\n  ```'],
  ['```js\nsuggestion()\n```', '```js\nsuggestion()\n```'],
  ['A `suggestion` in words.', 'A `suggestion` in words.'],
])('a reply offers no commit: %j', (text, plain) => expect(withoutButtons(text)).toBe(plain))
