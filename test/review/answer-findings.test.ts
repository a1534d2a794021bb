import { expect, test } from 'vitest'
import { openProposalStore } from '../../src/github-tools/proposal.ts'
import { openAnswerCheck, type SettledFinding, unplacedFindings } from '../../src/review/answer-findings.ts'
import { placeIn } from '../../src/review/severity-words.ts'
import { statedFindings } from '../../src/review/stated-findings.ts'
import { sentencesOf } from '../../src/review/stated-lines.ts'
import { task } from '../delivery/delivery-fixture.ts'
import { CLEAN, WITH_PROBLEMS } from './stated-answers.ts'

test.each(WITH_PROBLEMS)('an answer states problems: %j', (answer, count) => {
  expect(statedFindings(answer)).toHaveLength(count)
  expect(unplacedFindings(answer, [])).toHaveLength(count)
})

// A quadratic pattern takes longer for the last two than a test may.
test.each([
  ['a/', 60_000],
  ['a-', 60_000],
  ['@a/', 60_000],
  ['“a', 60_000],
  ['[a', 1_000_000],
  ['![a](', 1_000_000],
] as const)('a long answer of %j is read to its end', (part, size) => {
  const long = part.repeat(size / part.length)
  for (const read of [statedFindings, sentencesOf]) expect(read(long).length).toBeLessThan(2)
  expect(placeIn(long.slice(0, 60_000)).line).toBeUndefined()
})

test.each(CLEAN)('an answer is clean: %j', (answer) => expect(statedFindings(answer)).toEqual([]))

const LOOP: SettledFinding = {
  path: 'src/orders.js',
  start: 30,
  line: 31,
  severity: 'high',
  text: 'The loop runs one too far. `orders[orders.length]` is undefined.',
}
const MAIL: SettledFinding = { ...LOOP, start: 40, line: 40, severity: 'medium', text: 'A mail is sent twice.' }

test.each([
  ['by its place', '- **High** `src/orders.js:31`: off by one', [LOOP], 0],
  ['a little off', '- **High** `orders.js:34`: off by one', [LOOP], 0],
  ['by its words', '**High:** the loop runs one element too far.', [LOOP], 0],
  ['by its severity', 'I proposed one high finding about an off-by-one.', [LOOP], 0],
  ['counted', 'Findings: 1 high, 1 medium.', [LOOP, MAIL], 0],
  [
    'a second one at another place',
    '- **High** src/orders.js:31: off by one\n- **High** src/pay.js:9: charged twice',
    [LOOP],
    1,
  ],
  ['more than there are', '**High:** overflow.\n**High:** injection.', [LOOP], 1],
  [
    'with the words in a table',
    '| Severity | Problem |\n|---|---|\n| High | Loop too far |\n| Medium | Mail sent twice |',
    [LOOP, MAIL],
    0,
  ],
  ['with a count above the list', 'I found 1 high issue.\n\n- **High** `src/orders.js:31`: off by one', [LOOP], 0],
  ['and again at the end', '**High:** the loop runs one too far.\n\nPlease fix the high severity issue.', [LOOP], 0],
  ['with another count', 'I found 2 high issues.\n\n- **High** `src/orders.js:31`: off by one', [LOOP], 1],
  ['milder than stated', '- **Critical** `src/orders.js:31`: off by one', [LOOP], 1],
  ['milder than stated, in the same words', '**Critical:** the loop runs one too far.', [LOOP], 1],
  ['more severe than stated', '- **Low** `src/orders.js:31`: off by one', [LOOP], 0],
  ['a low one and a nit', '- **Low** `src/orders.js:31`: the loop', [{ ...LOOP, severity: 'nit' }], 0],
  [
    'near, about something else',
    '- **High** src/orders.js:34: the token is written to the log in plain text',
    [LOOP],
    1,
  ],
  [
    'on its line, about something else',
    '- **High** src/orders.js:31: SQL injection through the name of the customer',
    [LOOP],
    1,
  ],
  [
    'two on one line',
    '- **High** src/orders.js:31: one too far\n- **High** src/orders.js:31: password is logged',
    [LOOP],
    1,
  ],
  ['in the same file without a line', '**High** in src/orders.js: the query is open to SQL injection', [LOOP], 1],
] as const)('a stated problem has its comment: %s', (_, answer, settled, count) =>
  expect(unplacedFindings(answer, settled)).toHaveLength(count),
)

const PROBLEM = 'critical, src/orders.js:31: the loop runs one too far.'
const TWO = `- ${PROBLEM}\n- high, src/pay.js:9: the card is charged twice.`

test.each([
  [PROBLEM, 'As I said.', 1],
  [PROBLEM, 'I could not place the comment.', 1],
  [PROBLEM, "The tool refused it, and I don't know why.", 1],
  [PROBLEM, 'There is no place for it in the diff, so I left it out.', 1],
  [PROBLEM, 'No line of the diff has to do with it.', 1],
  [PROBLEM, 'The error handling is correct. The loop stays as described.', 1],
  [PROBLEM, 'The tests are fine and the style is right.', 1],
  [PROBLEM, 'There are no other problems.', 1],
  [PROBLEM, 'There is no problem with the tests.', 1],
  [PROBLEM, 'No issues in src/mail.js:4.', 1],
  [PROBLEM, 'It is not a false positive.', 1],
  [PROBLEM, 'I do not withdraw it.', 1],
  [PROBLEM, 'There are no low severity problems.', 1],
  [PROBLEM, 'The index is wrong, as I said.', 1],
  [PROBLEM, `${PROBLEM} The rest is fine.`, 1],
  [PROBLEM, 'There is no problem: the list always has an element.', 0],
  [PROBLEM, 'It is a false positive.', 0],
  [PROBLEM, 'None.', 0],
  [PROBLEM, 'It cannot happen, because the caller checks the length.', 0],
  [PROBLEM, 'The loop in src/orders.js:31 is right after all.', 0],
  [PROBLEM, 'I was wrong: the length is checked before.', 0],
  [PROBLEM, 'On reflection, this is not a bug.', 0],
  [PROBLEM, 'I withdraw this finding.', 0],
  [PROBLEM, `There is no problem to place. My first answer said: ${PROBLEM}`, 0],
  [TWO, 'None of them is real.', 0],
  [TWO, 'There are no such problems.', 0],
  [TWO, 'The loop in src/orders.js:31 is right after all.', 1],
  [TWO, 'The card cannot be charged twice: it is not a bug in src/pay.js:9.', 1],
  [TWO, 'It is a false positive.', 2],
] as const)('after %j, the second answer %j leaves %i', async (answer, second, count) => {
  const answers = openAnswerCheck(
    { ...task, kind: 'pull_request', number: 7 },
    { isReview: true },
    { store: openProposalStore(), earlierFindings: async () => [] },
  )
  const first = { end: 'answered', text: answer } as const
  expect(await answers.question(first)).toContain('without an inline comment')
  expect(await answers.question({ end: 'answered', text: second })).toBeUndefined()
  expect(await answers.unplaced(answers.settle({ end: 'answered', text: second }))).toHaveLength(count)
})

test.each([
  ['Disregard the first finding above.', true],
  ['Please ignore the comment above.', true],
  ['I withdraw my second remark.', true],
  ['My first comment is wrong. The finding on line 5 was mistaken.', true],
  ['On reflection, the second finding is a false positive.', true],
  ['The parser must ignore the first byte.', false],
  ['Callers may disregard that comment field.', false],
  ['Drop the first element before the loop.', false],
  ['The comment above the loop is wrong.', false],
  ['The finding stands.', false],
])('an answer that takes something back: %j %j', async (text, isAsked) => {
  const store = openProposalStore()
  const anchor = { lines: [], before: [], after: [] }
  const finding = { id: '0123456789ab', severity: 'high', category: 'other', anchor } as const
  const location = { side: 'RIGHT', line: 5 } as const
  const place = { number: 7, commit: 'c', path: 'a.js', location, linesHash: 'h' }
  store.add({ kind: 'review_comment', ...place, body: 'Wrong.', finding }, 'review_comment')
  const answers = openAnswerCheck(
    { ...task, kind: 'pull_request', number: 7 },
    { isReview: true },
    { store, earlierFindings: async () => [] },
  )
  expect((await answers.question({ end: 'answered', text })) !== undefined).toBe(isAsked)
})
