import { expect, test } from 'vitest'
import { parsePatch } from '../../src/github/patch-rows.ts'
import { contradictedPlace, findLines, placeCode, type SideRange } from '../../src/review/comment-lines.ts'
import { placeSuggestion } from '../../src/review/suggestion-button.ts'

const ADDED = [
  'export function send(orders) {',
  '  const sent = []',
  '  log.insert(orders.length)',
  '  for (let at = 0; at <= orders.length; at += 1) {',
  '    mail(orders[at])',
  '  }',
  '  if (sent.length > 0) {',
  '    audit(sent)',
  '  }',
  '  return sent',
  '}',
]
const patchOf = (lines: readonly string[], from = 27) =>
  `@@ -${from},0 +${from},${lines.length} @@\n${lines.map((line) => `+${line}`).join('\n')}`
const HUNKS = parsePatch(patchOf(ADDED))
const at = (first: number, last = first): SideRange => ({ side: 'RIGHT', first, last })
const LOOP = ADDED.slice(3, 6)

test.each([
  ['where it is said', LOOP, at(30, 32), at(30, 32)],
  ['a line early', LOOP, at(29, 31), at(30, 32)],
  ['one line too many', LOOP, at(29, 32), at(30, 32)],
  ['counted in the hunk', LOOP, at(4, 6), at(30, 32)],
  ['without its indentation', LOOP.map((line) => line.trim()), at(31), at(30, 32)],
  ['with the signs of the diff', LOOP.map((line) => `+${line}`), at(31), at(30, 32)],
  ['with numbers of lines', LOOP.map((line, nth) => `${nth + 30}: ${line}`), at(31), at(30, 32)],
  ['in other words', ['  for (let i = 0; i <= orders.length; i += 1) {'], at(32), at(30)],
  ['in other words, far away', ['  for (let i = 0; i <= orders.length; i += 1) {'], at(90), undefined],
  ['twice, once at the given line', ['  }'], at(32), at(32)],
  ['twice, at neither', ['  }'], at(33), undefined],
  ['nowhere', ['return charge(card)'], at(31), undefined],
] as const)('code that stands %s', (_, code, requested, place) => {
  const placed = placeCode(HUNKS, code, requested)
  expect(placed).toMatchObject(place === undefined ? { kind: 'unclear' } : { kind: 'placed', ...place })
})

test('code without a clear place is answered with numbered lines', () => {
  const refused = findLines(HUNKS, { line: 33 }, '  }', 'src/orders.js')
  expect(refused).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/several lines[\s\S]*\n32: {3}\}\n[\s\S]*\n35: {3}\}/),
  })
})

test.each([
  ['quotes the line', 'Use `<` in `for (let at = 0; at <= orders.length; at += 1) {`.', undefined],
  ['quotes another', 'Wrong: `log.insert(orders.length)`.', 'The body quotes line 29'],
  ['names the line', 'Line 30 runs too far.', undefined],
  ['names another', 'Line 33 leaks.', 'The body names line 33'],
  ['names two, one of them its own', 'Lines 29 and 30 disagree.', undefined],
  ['says nothing of lines', 'Runs once too often.', undefined],
] as const)('a body that %s', (_, body, asked) => expect(contradictedPlace(body, HUNKS, at(30))).toBe(asked))

const lines = (text: string) => text.split('\n')
const FIXED = '  for (const order of orders) {\n    mail(order)\n  }'

/** What a button makes of the hunk; undefined without one. */
function clicked(code: string | undefined, range: [number, number], suggestion: string, text = ADDED, path = 'a.js') {
  const hunks = parsePatch(patchOf(text))
  const found = findLines(hunks, { start_line: range[0], line: range[1] }, code ?? '', path)
  if (!found.ok) return undefined
  const { located = found.requested, lines: offered } = placeSuggestion(lines(suggestion), { hunks, path, ...found })
  if (offered === undefined) return undefined
  const { start, line } = located.location
  const first = (start ?? line) - 27
  return [...text.slice(0, first), ...offered, ...text.slice(line - 26)].join('\n')
}
const meant = (suggestion: string, first: number, last: number, text = ADDED) =>
  [...text.slice(0, first - 27), ...lines(suggestion), ...text.slice(last - 26)].join('\n')

test.each([
  ['quoted, a line early', LOOP.join('\n'), [29, 32], FIXED],
  ['quoted, a line late', LOOP.join('\n'), [31, 33], FIXED],
  ['quoted, the block dedented', LOOP.join('\n'), [30, 32], 'for (const order of orders) {\n  mail(order)\n}'],
  ['quoted, the first line trimmed', LOOP.join('\n'), [30, 32], FIXED.trimStart()],
  ['quoted, with the line above', LOOP.join('\n'), [30, 32], `  log.insert(orders.length)\n${FIXED}`],
  ['quoted, with the line below', LOOP.join('\n'), [30, 32], `${FIXED}\n  if (sent.length > 0) {`],
  ['not quoted', undefined, [30, 32], LOOP.join('\n').replace('<=', '<'), LOOP.join('\n').replace('<=', '<')],
] as const)('a button makes what was meant: %s', (_, code, [first, last], suggestion, result = FIXED) => {
  const made = clicked(code, [first, last], suggestion)
  if (/if \(sent|log/.test(suggestion)) expect([undefined, meant(result, 30, 32)]).toContain(made)
  else expect(made).toBe(meant(result, 30, 32))
})

test('a bracket that belongs to the suggestion stays', () => {
  const wrapped = '  if (isLate(today)) {\n    stop()\n  }'
  expect(clicked('  return sent', [36, 36], `${wrapped}\n  return sent`)).toBe(
    meant(`${wrapped}\n  return sent`, 36, 36),
  )
})

const PYTHON = [
  'def pay(order):',
  '    if order.open:',
  '        charge(order)',
  '        close(order)',
  '    return order',
]
const MAKEFILE = ['all: app', '\tgcc -o app app.c', '\tstrip app', '', 'clean:', '\trm app']
test.each([
  ['not quoted, meant for the lines above', undefined, [31, 33], LOOP.join('\n').replace('<=', '<'), ADDED, 'a.js'],
  ['not quoted, unlike the lines', undefined, [30, 30], '  orders.forEach(mail)', ADDED, 'a.js'],
  ['not quoted, to delete them', undefined, [30, 30], '', ADDED, 'a.js'],
  [
    'every line trimmed',
    PYTHON.slice(1, 4).join('\n'),
    [28, 30],
    'if order.open:\ncharge(order, 1)\nclose(order)',
    PYTHON,
    'a.py',
  ],
] as const)('no button: %s', (_, code, [first, last], suggestion, text, path) =>
  expect(clicked(code, [first, last], suggestion, [...text], path)).toBeUndefined(),
)

test('blanks become the tabs of the file', () =>
  expect(clicked('\tgcc -o app app.c', [28, 28], '    gcc -O2 -o app app.c', MAKEFILE, 'Makefile')).toBe(
    meant('\tgcc -O2 -o app app.c', 28, 28, MAKEFILE),
  ))

test('a submodule has no button', () => {
  const hunks = parsePatch(`@@ -1 +1 @@\n-Subproject commit ${'a'.repeat(40)}\n+Subproject commit ${'b'.repeat(40)}`)
  const code = `Subproject commit ${'b'.repeat(40)}`
  const found = findLines(hunks, { line: 1 }, code, 'sub')
  if (!found.ok) throw new Error(found.reason)
  const suggestion = [`Subproject commit ${'c'.repeat(40)}`]
  expect(placeSuggestion(suggestion, { hunks, path: 'sub', ...found })).toEqual({
    problem: 'it would change a submodule',
  })
})
