import { expect, test } from 'vitest'
import type { Severity } from '../../src/github-tools/proposal.ts'
import {
  compareFindings,
  compareProblems,
  type PlacedFinding,
  type Sameness,
} from '../../src/review/earlier-findings.ts'
import { contradictedSeverity, newFinding } from '../../src/review/finding.ts'
import { textLikeness } from '../../src/review/similar-lines.ts'
import { allOurs } from '../github/own-text-fixture.ts'
import { JUDGED, type JudgedPair } from './reworded-pairs.ts'

const LOOP = 'The loop runs one too far.\n`orders[orders.length]` is undefined, so `mail` throws.'

/** Pairs of texts about code that is near. */
const PAIRS: [relation: 'same' | 'different', one: string, other: string][] = [
  ['same', LOOP, 'Off-by-one in stock loop\nThe last index of `orders` is `orders.length - 1`; this reads past it.'],
  ['same', LOOP, 'Reads past the end\nAt `orders[orders.length]` there is no element.'],
  [
    'same',
    'SQL injection through `name`',
    'User input reaches the query: `name` is concatenated, so anyone can inject SQL.',
  ],
  ['same', 'The password is logged.', 'Logging writes the password in plain text.'],
  ['same', 'Race between check and write of the cache file', 'Two runs can write the cache file at the same time.'],
  ['same', 'Missing await on `saveOrder`', '`saveOrder` returns a promise that nobody awaits.'],
  ['same', 'Error is swallowed in the catch block', 'The catch block hides the error from the caller.'],
  ['same', 'The lock is not released on the error path', 'Deadlock after a failed write: mutex stays locked'],
  ['same', 'The regular expression backtracks exponentially', 'ReDoS: nested quantifiers hang on long input'],
  ['same', 'Timer is never cleared', 'The timer of `setInterval` leaks: nothing clears it.'],
  ['different', LOOP, 'The connection is opened for each customer and never closed.'],
  ['different', 'SQL injection through `name`', 'The result of the transaction is not checked before commit.'],
  ['different', 'The password is logged.', 'Retries use no backoff, so a failing server gets hammered.'],
  ['different', 'Missing await on `saveOrder`', 'Rounding uses floats for money amounts and drops cents.'],
  ['different', 'Timer is never cleared', 'Comparison of versions is alphabetical: 10 sorts before 9.'],
]
test.each(PAIRS)('%s: %j and %j', (relation, one, other) =>
  expect(textLikeness(one, other) === 'alike').toBe(relation === 'same'),
)

const LINES = { code: ['  for (let i = 0; i <= n; i++) {'], before: ['function send() {'], after: ['    mail(i)'] }
const record = (category = 'bug', lines = LINES, severity: Severity = 'high') =>
  newFinding('a.js', { category, severity }, lines)
function earlier(text: string, more: { severity?: Severity; state?: 'dismissed' } = {}): PlacedFinding {
  const { severity, state = 'open' } = more
  const line = 10
  const finding = {
    ...record('correctness', LINES, severity),
    id: '0123456789ab',
    key: 'k',
    commit: 'c',
    originalLine: line,
  }
  const comments = [
    { id: 1, author: 'b', body: `<!-- -->\n${text}`, createdAt: '', editedAt: undefined, isHidden: false },
  ]
  const thread = {
    id: 't',
    path: 'a.js',
    line,
    startLine: undefined,
    side: 'RIGHT',
    isResolved: false,
    isOutdated: false,
    comments,
    commentCount: 1,
  } as const
  return {
    finding: { ...finding, path: 'a.js', line, thread, ownTexts: allOurs },
    state,
    path: 'a.js',
    start: line,
    line,
    isTouched: false,
  }
}
const OTHER = { code: ['  close(door)'], before: [], after: [] }
type Proposed = { line?: number; sameAs?: string; lines?: typeof LINES; severity?: Severity }
const proposed = (text: string, more: Proposed = {}) => {
  const { line = 10, sameAs, lines = LINES, severity } = more
  return { record: record('style', lines, severity), path: 'a.js', start: line, line, text, sameAs }
}
const DISMISSED = { state: 'dismissed' } as const
const TOKEN_MISSING = '`token` may be undefined when the header is missing.'
const TOKEN_LOGGED = 'The token is written to the log in plain text, where anyone can read it.'
const INJECTION = 'SQL injection through `name`: it is concatenated into the query.'
const UNLIKE = 'The connection is opened for each customer and never closed.'

test.each([
  ['other words on the same code', proposed('Off-by-one in the loop over orders'), earlier(LOOP), 'same'],
  ['few words with one in common', proposed('Orders mailed twice.'), earlier(LOOP), 'unsure'],
  ['few words with one in common, milder', proposed('Name of orders.', { severity: 'nit' }), earlier(LOOP), 'unsure'],
  ['few words on the same code', proposed('Wrong.'), earlier(LOOP), 'unsure'],
  ['the same words on the same code', proposed(LOOP), earlier(LOOP), 'same'],
  ['the same words, and worse', proposed(LOOP, { severity: 'critical' }), earlier(LOOP), 'unsure'],
  ['one name, two problems', proposed(TOKEN_LOGGED, { severity: 'critical' }), earlier(TOKEN_MISSING), 'unsure'],
  ['one name, another problem', proposed(TOKEN_LOGGED, { sameAs: 'none' }), earlier(TOKEN_MISSING), 'different'],
  ['dismissed, in other words', proposed('Off-by-one in the loop over orders'), earlier(LOOP, DISMISSED), 'same'],
  [
    'worse than what was dismissed',
    proposed(INJECTION, { severity: 'critical' }),
    earlier('Naming.', DISMISSED),
    'unsure',
  ],
  ['something else than was dismissed, as severe', proposed(INJECTION), earlier('Naming.', DISMISSED), 'unsure'],
  ['not what was dismissed', proposed(INJECTION, { sameAs: 'none' }), earlier('Naming.', DISMISSED), 'different'],
  [
    'near, unlike and worse, although the model says so',
    proposed(UNLIKE, { line: 14, lines: OTHER, sameAs: '0123456789ab', severity: 'critical' }),
    earlier(LOOP),
    'different',
  ],
  ['another problem on the same code', proposed(UNLIKE), earlier(LOOP), 'unsure'],
  ['the same, as the model says', proposed(UNLIKE, { sameAs: '0123456789ab' }), earlier(LOOP), 'same'],
  ['another one, as the model says', proposed(UNLIKE, { sameAs: 'none' }), earlier(LOOP), 'different'],
  ['alike and near', proposed(LOOP, { line: 14, lines: OTHER }), earlier(LOOP), 'unsure'],
  ['unlike and near', proposed(UNLIKE, { line: 14, lines: OTHER }), earlier(LOOP), 'different'],
  [
    'near, in other words that name no other problem',
    proposed('Crash at the end\nThe program stops when all customers were served.', { line: 12, lines: OTHER }),
    earlier('Loop bound\n`<=` stands where `<` is meant, which visits one element more.'),
    'unsure',
  ],
  [
    'alike and near, not the same',
    proposed(LOOP, { line: 14, lines: OTHER, sameAs: 'none' }),
    earlier(LOOP),
    'different',
  ],
  [
    'unlike and far, although the model says so',
    proposed(UNLIKE, { line: 90, lines: OTHER, sameAs: '0123456789ab' }),
    earlier(LOOP),
    'different',
  ],
] as const)('compared with an earlier finding: %s', (_, one, other, sameness) =>
  expect(compareFindings(one, other)).toBe(sameness),
)

test('two problems of the same lines have two ids, whatever their category, and the first one keeps its id', () => {
  const first = record('bug')
  const second = newFinding('a.js', { category: 'bug' }, LINES, (id) => id === first.id)
  expect(second.id).not.toBe(first.id)
  expect(record('security').id).toBe(first.id)
})

test.each([
  ['This is a blocker: it loses orders.', 'low', 'blocker'],
  ['It must not be merged.', 'nit', 'must not be merged'],
  ['Not critical, but odd.', 'low', undefined],
  ['A nit: rename it.', 'critical', 'nit'],
  ['It is critical.', 'high', undefined],
  ['The critical path waits.', 'low', undefined],
  ['It is a blocker.', undefined, undefined],
  ["It isn't a critical problem.", 'low', undefined],
  ['Nothing critical here.', 'low', undefined],
  ['This is less critical.', 'nit', undefined],
  ['The `blocker` flag is unused.', 'low', undefined],
  ['A showstopper: orders get lost.', 'low', 'showstopper'],
  ['A trivial attack deletes all orders.', 'critical', undefined],
] as const)('words that contradict a severity: %s (%s)', (body, severity, word) =>
  expect(contradictedSeverity(body, severity as Severity | undefined)).toBe(word),
)

/** A finding as a review proposes it, and as a later one reads it back. */
function judgedFinding({ path, code }: JudgedPair, [start, line, text]: JudgedPair['one']) {
  const all = code.split('\n')
  const lines = { code: all.slice(start - 1, line), before: all.slice(0, start - 1), after: all.slice(line) }
  return { record: newFinding(path, {}, lines), path, start, line, text }
}

/** What becomes of a pair: in one run, and after a push. A question is answered as the pair is judged. */
function decide(pair: JudgedPair, sameAs?: string): Sameness {
  const [first, second] = [judgedFinding(pair, pair.one), judgedFinding(pair, pair.other)]
  const { id, anchor, severity } = first.record
  const { path, start, line, text: words } = first
  return compareProblems(
    { ...second, sameAs },
    { id: `${id}x`, anchor, severity, path, start, line, words, isDismissed: false },
  )
}

test('sixty pairs of findings, judged by hand: each is decided right, at most with one question, and none wrong', () => {
  const counts = { same: 0, different: 0, asked: 0 }
  const wrong: string[] = []
  for (const pair of JUDGED) {
    const { id } = judgedFinding(pair, pair.one).record
    const decided = decide(pair)
    counts[decided === 'unsure' ? 'asked' : decided] += 1
    const answer = pair.is === 'same' ? `${id}x` : 'none'
    const settled = decided === 'unsure' ? decide(pair, answer) : decided
    if (settled !== pair.is) wrong.push(`${pair.is} taken for ${settled}: ${pair.one[2]} | ${pair.other[2]}`)
  }
  expect(JUDGED).toHaveLength(60)
  expect(new Set(JUDGED.map(({ path }) => path.split('.').at(-1))).size).toBeGreaterThanOrEqual(4)
  expect(wrong).toEqual([])
  // Words alone make no two findings one: the model is asked.
  expect(counts).toMatchObject({ same: 0, different: 3 })
})
