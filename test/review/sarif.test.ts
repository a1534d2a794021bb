import { expect, test } from 'vitest'
import { CONFIDENCES, SEVERITIES } from '../../src/github-tools/proposal.ts'
import { FINDING_STATES } from '../../src/review/finding.ts'
import { MAX_SARIF_RESULTS, reviewSarif } from '../../src/review/sarif.ts'
import type { SummarizedFinding } from '../../src/review/summarize-review.ts'
import { type History, NAMES, openHistory } from './history-fixture.ts'
import { acceptedRun } from './sarif-checks.ts'

const CONTEXT = {
  version: '1.2.3',
  repositoryUrl: 'https://github.com/octo/pond',
  commit: 'a'.repeat(40),
  job: 'Review/review',
}

const finding = (more: Partial<SummarizedFinding> = {}): SummarizedFinding => ({
  id: '0123456789ab',
  severity: 'medium',
  category: 'correctness',
  state: 'open',
  path: 'src/a.ts',
  line: 3,
  text: 'The last item is left out.',
  ...more,
})

test('a review without findings is a file without results', () => {
  expect(acceptedRun(reviewSarif([], CONTEXT)).results).toEqual([])
})

test.each(SEVERITIES.map((severity) => [severity]))('severity %s', (severity) => {
  const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note', nit: 'note' }
  const ranges = { critical: [9, 10], high: [7, 8.9], medium: [4, 6.9], low: [0.1, 3.9], nit: [0.1, 3.9] }
  const run = acceptedRun(reviewSarif([finding({ severity, category: 'security' })], CONTEXT))
  expect(run.results[0]?.level).toBe(levels[severity])
  const score = Number(run.tool.driver.rules[0]?.properties['security-severity'])
  const [least = 0, most = 0] = ranges[severity]
  expect(score >= least && score <= most).toBe(true)
  const plain = acceptedRun(reviewSarif([finding({ severity })], CONTEXT))
  expect(plain.tool.driver.rules[0]?.properties).not.toHaveProperty('security-severity')
})

test.each([['src/a.ts'], ['docs/a b#c?d%20.md'], ['src/größe/ñ.ts'], ['a:b/[x].ts'], ['-x/%2e%2e/y']])(
  'the path %j is found again',
  (path) => {
    const run = acceptedRun(reviewSarif([finding({ path, start: 2, line: 4 })], CONTEXT))
    const { artifactLocation, region } = run.results[0]?.locations[0]?.physicalLocation ?? {}
    const address = new URL(artifactLocation?.uri ?? '', 'file:///top/')
    expect(decodeURIComponent(address.pathname)).toBe(`/top/${path}`)
    expect(address.search + address.hash).toBe('')
    expect(region).toEqual({ startLine: 2, endLine: 4 })
  },
)

test('a path that is no Unicode text, and a text as long as a book, do no harm', () => {
  const run = acceptedRun(reviewSarif([finding({ path: 'a\ud800.ts', text: 'word '.repeat(100_000) })], CONTEXT))
  expect(run.results[0]?.message.text.length).toBeLessThanOrEqual(1000)
})

test('only what is open and in the head is an alert; the rest is counted', () => {
  const states = FINDING_STATES.map((state, nth) => finding({ state, id: `00000000000${nth}`, text: state }))
  const { line, ...gone } = finding({ id: 'aaaaaaaaaaaa', state: 'outdated' })
  const removed = finding({ id: 'bbbbbbbbbbbb', isRemoved: true })
  const run = acceptedRun(reviewSarif([...states, gone, removed], CONTEXT))
  expect(run.results.map(({ message }) => message.text)).toEqual(['open', 'moved', 'regressed', 'outdated'])
  expect(run.invocations[0]?.toolExecutionNotifications[0]?.message.text).toContain('leaves out 2 of 6')
})

test('more findings than GitHub keeps: the worst, and how many were left out', () => {
  const many = Array.from({ length: 6000 }, (_, nth) =>
    finding({
      id: nth.toString(16).padStart(12, '0'),
      text: 'word '.repeat(100),
      path: `src/${nth % 300}.ts`,
      severity: nth < 5900 ? 'nit' : 'critical',
      category: `area-${nth % 40}`,
      confidence: CONFIDENCES[nth % 3] ?? 'low',
    }),
  )
  const run = acceptedRun(reviewSarif(many, CONTEXT))
  expect(run.results).toHaveLength(MAX_SARIF_RESULTS)
  expect(run.results.filter(({ level }) => level === 'error')).toHaveLength(100)
  expect(run.invocations[0]?.toolExecutionNotifications[0]?.message.text).toContain('1000 of 6000')
})

const REWRITES: Record<string, (history: History) => void> = {
  rebased: ({ git, write, commit }) => {
    git('checkout', '-q', 'main')
    write('src/other.ts', 'export const other = 1\n')
    commit('other')
    git('checkout', '-q', 'topic')
    git('rebase', '-q', 'main')
  },
  amended: ({ git }) => void git('commit', '-q', '--amend', '-m', 'again'),
  squashed: ({ git, write, commit }) => {
    write('src/x.ts', 'export const x = 1\n')
    commit()
    git('reset', '-q', '--soft', 'main')
    commit('squashed')
  },
  'moved down and rebased': ({ edit, commit, git }) => {
    edit('src/cart.ts', 'import { db }', '// The cart.\n\nimport { db }')
    commit()
    git('rebase', '-q', '--force-rebase', 'main')
  },
}

test.each(Object.entries(REWRITES))('%s: a review without memory writes the same fingerprints', (_, rewrite) => {
  using history = openHistory()
  const fileOf = (findings: SummarizedFinding[]) =>
    acceptedRun(reviewSarif(findings, CONTEXT)).results.map((result) => ({
      fingerprint: result.partialFingerprints.primaryLocationLineHash,
      rule: result.ruleId,
    }))
  const proposals: [start: string, count: number, category: string][] = [
    ['for (let i = 0', 1, 'correctness'],
    ['if (user.level', 1, 'correctness'],
    [`const query = 'INSERT`, 2, 'security'],
    [`const query = 'SELECT`, 2, 'security'],
  ]
  const review = () =>
    fileOf(
      proposals.map((each) => {
        const { record, path, start, line } = history.propose('src/cart.ts', ...each)
        return { ...record, path, start, line, state: 'open', text: 'It is wrong.' }
      }),
    )
  const before = review()
  rewrite(history)
  expect(before).toHaveLength(NAMES.length)
  expect(review()).toEqual(before)
})
