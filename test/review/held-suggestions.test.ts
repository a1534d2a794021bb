import { expect, test } from 'vitest'
import { clicked } from './clicked.ts'
import { HELD_SUGGESTIONS } from './held-suggestions.ts'
import { MEANT_CHANGES, type MeantChange, SHORT_CHANGES } from './meant-changes.ts'

test.each(HELD_SUGGESTIONS)('a button makes the file that was meant: $name', async (held) => {
  const after = await clicked(held)
  expect([held.want, held.right === true ? held.want : undefined]).toContain(after)
})

test('enough of them keep a button', async () => {
  const all = await Promise.all(HELD_SUGGESTIONS.map(clicked))
  expect(all.filter((after) => after !== undefined).length).toBeGreaterThanOrEqual(25)
})

const linesOf = ({ head }: MeantChange) => head.split('\n')
const from = (change: MeantChange, first: number, last: number) => linesOf(change).slice(first - 1, last)

/** Places near the meant one, each with the lines that stand there: those beside it, and a line more or less at either end. */
const otherPlaces = ({ first, last }: MeantChange): [number, number][] => {
  const shifted = [-3, -2, -1, 0, 1, 2, 3].map((by): [number, number] => [first + by, Math.max(first, last) + by])
  const wider: [number, number][] = [
    [first - 1, last],
    [first, last + 1],
    [first - 1, last + 1],
    [first + 1, last],
    [first, last - 1],
  ]
  return last < first ? shifted : [...shifted, ...wider]
}

/** The file after a click, where the model names these lines and quotes them. */
const clickedAt = (change: MeantChange, first: number, last: number) => {
  const { path, head, lines, words } = change
  const body = `${words}\n\n\`\`\`suggestion\n${lines}\n\`\`\``
  const start_line = first < last ? first : undefined
  const call = { line: last, start_line, code: from(change, first, last).join('\n'), body }
  return clicked({ path, head, changed: [], call, isNew: true })
}

const meant = (change: MeantChange): string => {
  const { first, last, lines } = change
  return linesOf(change)
    .toSpliced(first - 1, last - first + 1, ...lines.split('\n'))
    .join('\n')
}

test.each([...MEANT_CHANGES, ...SHORT_CHANGES])(
  'lines quoted by mistake get no button that makes another file: $path $first $words',
  async (change) => {
    const end = linesOf(change).length - 1
    for (const [first, last] of otherPlaces(change)) {
      if (first < 1 || last > end || last < first) continue
      expect([undefined, meant(change)], `${first}-${last}`).toContain(await clickedAt(change, first, last))
    }
  },
)

test('the right lines quoted keep a button', async () => {
  const changes = MEANT_CHANGES.filter(({ first, last }) => last >= first)
  const all = await Promise.all(changes.map((change) => clickedAt(change, change.first, change.last)))
  expect(all.filter((after) => after !== undefined).length / changes.length).toBeGreaterThan(0.7)
})

test.each(SHORT_CHANGES)('a change of few words keeps a button: $path', async (change) => {
  expect(await clickedAt(change, change.first, change.last)).toBe(meant(change))
})
