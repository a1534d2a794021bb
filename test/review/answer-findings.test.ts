import { expect, test } from 'vitest'
import { openProposalStore } from '../../src/github-tools/proposal.ts'
import {
  openAnswerCheck,
  type SettledFinding,
  statedFindings,
  unplacedFindings,
} from '../../src/review/answer-findings.ts'
import { task } from '../delivery/delivery-fixture.ts'

/** Answers that name a problem which nobody placed, and how many. */
const NAMED: [form: string, answer: string, count: number][] = [
  ['severity, place', 'One problem: see below.\n\ncritical, src/orders.js:31: the loop runs one too far.', 1],
  ['bold in brackets', '**[HIGH]** `src/orders.js:31` — the loop runs one too far', 1],
  ['signs', '- 🔴 The loop in src/orders.js runs one too far.\n- 🟡 `total` is never reset.', 2],
  [
    'a table with severities',
    '| Severity | File | Issue |\n|---|---|---|\n| High | src/orders.js:31 | Off by one |\n| Low | src/a.js | Name |',
    2,
  ],
  [
    'a table of findings',
    '| # | Finding | Location |\n| --- | --- | --- |\n| 1 | Loop runs one too far | src/orders.js:31 |',
    1,
  ],
  [
    'a heading and a list',
    '## Critical\n\n- The loop runs one too far (src/orders.js:31)\n- Mail is sent twice\n\n## Low\n\nNone.',
    2,
  ],
  ['a label', 'The loop runs one too far.\nSeverity: **high**\nFile: src/orders.js', 1],
  ['a numbered list', '1. (medium) `src/orders.js:31`: off by one\n2. (nit) a name', 2],
  ['a sentence', 'I found a critical bug in src/orders.js, line 31: the loop reads past the end.', 1],
  ['JSON', '```json\n{"findings":[{"severity":"high","path":"src/orders.js","line":31,"title":"Off by one"}]}\n```', 1],
  ['bold words', '**High:** the loop runs one too far.', 1],
  ['upper case and a dash', '* HIGH - loop runs one too far in src/orders.js', 1],
  ['priorities', '[P1] src/orders.js:31 reads past the end', 1],
  ['a place and a judgment', '`src/orders.js:31` is critical: it reads past the end.', 1],
  ['between separators', '- src/orders.js:31 — high — off by one', 1],
  ['counts', 'This change has 1 critical and 2 high issues.', 3],
  ['a quote', '> [!CAUTION]\n> **Critical:** orders are sent twice.', 1],
  ['a heading with a sign and a title', '### 🔴 Critical: Loop too long\n`src/orders.js:31` reads past the end.', 1],
  ['a folded section', '<details><summary>🔴 Critical (1)</summary>\n\n- src/orders.js:31: loop\n\n</details>', 1],
  ['HTML', '<b>Critical</b>: src/orders.js:31 reads past the end.', 1],
  ['YAML', '```yaml\n- severity: high\n  file: src/orders.js\n  line: 31\n```', 1],
  ['what blocks', '## Blocking issues\n\n- src/orders.js:31: reads past the end', 1],
  ['a severity as a phrase', 'There are two high-severity issues: the loop and the mail.', 1],
]
test.each(NAMED)('an answer states problems: %s', (_, answer, count) => {
  expect(statedFindings(answer)).toHaveLength(count)
  expect(unplacedFindings(answer, [])).toHaveLength(count)
})

/** Answers that name places and severities, and no problem that nobody placed. */
const CLEAN: [form: string, answer: string][] = [
  ['a place that was checked', 'Checked src/a.js:31 and lib/b.js:4-9. Both are right.'],
  ['no problem of a severity', 'I found no critical or high severity issues in src/orders.js:31.'],
  ['none below headings', '## Critical\n\nNone.\n\n## High\n\n- none\n\n## Medium (0)\n\n### Low\nNo findings.'],
  ['zero counts', 'Critical: 0, high: 0. Looked at src/a.js:3.'],
  ['a table of changes', '| File | What changed |\n|---|---|\n| src/a.js:3 | The loop ends earlier |'],
  ['a table of zeros', '| Severity | Count |\n|---|---|\n| Critical | 0 |\n| High | 0 |'],
  ['a table of risks', '| File | Change | Risk |\n|---|---|---|\n| src/a.js:3 | Loop | Low |'],
  [
    'other words',
    'High-level design in src/a.js:31 is sound; the critical path and the low-level parser stay as they are.',
  ],
  ['what is fixed', 'The high severity issue at src/orders.js:31 is fixed.'],
  ['a list of words', 'High, medium and low findings would be comments on the lines; there are none in src/a.js:1.'],
  ['a green sign', '🟢 src/a.js:31 looks good.'],
  ['the risk of a place', 'The risk at src/a.js:31 is low.'],
  ['code', '```ts\nconst severity = "high" // src/a.js:31\n```\nThat is how src/a.js:31 logs.'],
  ['what would be', 'It would be a critical bug if src/a.js:31 ran twice, which it cannot.'],
  ['what was looked for', 'I checked src/a.js:31 for critical issues and found none.'],
  ['what is not there', 'Looked for high-severity problems in src/a.js:31; there are none.'],
  ['what a change prevents', 'src/a.js:31 prevents a critical race, and test/a.js:3 covers the critical bug.'],
  ['what an update fixes', 'Bumps lodash to fix a critical vulnerability (package.json:12).'],
  ['a measure', 'Risk: low. Checked src/a.js:31. Confidence: high.'],
  ['what does not block', 'Non-blocking: src/a.js:31 could have a shorter name.'],
  ['a minor version', 'package.json:3 goes to the next minor version, with a major cleanup of lib/a.js.'],
]
test.each(CLEAN)('an answer is clean: %s', (_, answer) => expect(statedFindings(answer)).toEqual([]))

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
] as const)('a stated problem has its comment: %s', (_, answer, settled, count) =>
  expect(unplacedFindings(answer, settled)).toHaveLength(count),
)

test.each([
  ['As I said.', 1],
  ['I could not place the comment.', 1],
  ["The tool refused it, and I don't know why.", 1],
  ['There is no place for it in the diff, so I left it out.', 1],
  ['There is no problem: the list always has an element.', 0],
  ['It is a false positive.', 0],
  ['None.', 0],
  ['It cannot happen, because the caller checks the length.', 0],
] as const)('after the question, the second answer %j leaves %i of one problem open', async (second, count) => {
  const answers = openAnswerCheck(
    { ...task, kind: 'pull_request', number: 7 },
    { isReview: true },
    { store: openProposalStore(), earlierFindings: async () => [] },
  )
  const first = { end: 'answered', text: 'critical, src/orders.js:31: the loop runs one too far.' } as const
  expect(await answers.question(first)).toContain('1 problem without an inline comment')
  expect(await answers.question({ end: 'answered', text: second })).toBeUndefined()
  expect(await answers.unplaced(answers.settle({ end: 'answered', text: second }))).toHaveLength(count)
})
