import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { BOT } from '../../src/emulators/github/world.ts'
import { code, finding, inPullRequest, PULL, type PushReview } from './pushed-reviews.ts'

const summaryOf = (github: GitHubEmulator) => {
  const own = github.world.comments.filter(({ user }) => user === BOT)
  expect(own).toHaveLength(1)
  return own[0]?.body ?? ''
}
const rowsOf = (github: GitHubEmulator) =>
  summaryOf(github)
    .split('\n')
    .filter((line) => /^\| (?:critical|high|medium|low|nit) \|/.test(line))
const finds = ({ run }: Awaited<ReturnType<PushReview>>): { id: string; title: string; posted: boolean }[] =>
  JSON.parse(run.outputs.findings ?? '')
const fixed = code(3).replace('value3x4 = compute(3, 4)', 'value3x4 = computeSafely(3, 4)')
const threadOf = (sent: string | undefined, title: string) =>
  new RegExp(`thread=\\\\"([^"\\\\]+)\\\\"[^>]*>\\\\n${title}`).exec(sent ?? '')?.[1] ?? ''

test('one summary has the verdict, the findings with their states and places, and what was looked at', () =>
  inPullRequest(async (push, github) => {
    const low = { severity: 'low', category: 'style' }
    const first = await push(
      {},
      { replies: [turn([finding(20, low), finding(5)]), say('Two problems, see `lib/f3.js:5-6` and lib/f3.js:500.')] },
    )
    const blob = 'https://github.com/octo/pond/blob'
    const head = github.world.pulls.find(({ number }) => number === PULL)?.head.sha
    expect(summaryOf(github)).toContain('**Needs work.** Findings open: 1 high, 1 low.')
    expect(summaryOf(github)).toContain(
      `Two problems, see [\`lib/f3.js:5-6\`](<${blob}/${head}/lib/f3.js#L5-L6>) and lib/f3.js:500.`,
    )
    expect(summaryOf(github)).toMatch(/Looked at 60 changed files at `[0-9a-f]{10}`\./)
    expect(github.world.reviews[0]?.body).toMatch(
      /^<!-- .* -->\n(?:<!-- .* -->\n)*2 inline comments on `[0-9a-f]{10}`\.$/,
    )
    const [five, twenty] = github.world.reviewComments
      .filter(({ line }) => line === 5 || line === 20)
      .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
    const page = `https://github.com/octo/pond/pull/${PULL}#discussion_r`
    expect(rowsOf(github)).toEqual([
      `| high | [Wrong 5](<${page}${five?.id}>) | [\`lib/f3.js:5\`](<${blob}/${head}/lib/f3.js#L5>) | open |`,
      `| low | [Wrong 20](<${page}${twenty?.id}>) | [\`lib/f3.js:20\`](<${blob}/${head}/lib/f3.js#L20>) | open |`,
    ])

    // One is fixed, the other one moves; a new one is critical.
    const pushed = { 'lib/f3.js': `// first line\n${fixed}` }
    const second = await push(pushed, {
      replies: [
        (raw) =>
          turn([
            call('github__resolve_thread', { thread_id: threadOf(raw, 'Wrong 5') }),
            finding(1, { severity: 'critical', category: 'security', title: 'Open | *door*' }),
          ]),
        say('One is fixed.'),
      ],
    })
    const now = github.world.pulls.find(({ number }) => number === PULL)?.head.sha
    expect(second.run.outputs.outcome).toBe('ok')
    expect(summaryOf(github)).toContain('**Needs work.** Findings open: 1 critical, 1 low; 1 fixed.')
    const door = github.world.reviewComments.find(({ line, body }) => line === 1 && body.includes('door'))
    expect(rowsOf(github)).toEqual([
      `| critical | [Open \\| \\*door\\*](<${page}${door?.id}>) | [\`lib/f3.js:1\`](<${blob}/${now}/lib/f3.js#L1>) | open |`,
      `| high | [Wrong 5](<${page}${five?.id}>) | [\`lib/f3.js:6\`](<${blob}/${now}/lib/f3.js#L6>) | fixed |`,
      `| low | [Wrong 20](<${page}${twenty?.id}>) | [\`lib/f3.js:21\`](<${blob}/${now}/lib/f3.js#L21>) | moved |`,
    ])
    expect(JSON.parse(second.run.outputs.findings ?? '')).toMatchObject([
      { severity: 'critical', category: 'security', state: 'open', posted: true, path: 'lib/f3.js', line: 1 },
      { state: 'fixed', id: finds(first)[0]?.id, thread_url: `${page}${five?.id}` },
      { state: 'moved', side: 'RIGHT', line: 21, commit: now, url: `${blob}/${now}/lib/f3.js#L21` },
    ])
    expect(summaryOf(github)).toMatch(/Looked at 1 changed file since `[0-9a-f]{10}` at `[0-9a-f]{10}`\./)
  }))

test('a review without findings says what it looked at, and has one verdict', () =>
  inPullRequest(
    async (push, github) => {
      const { run, sent } = await push({}, { replies: [say('It is fine.')] })
      expect(summaryOf(github)).toMatch(
        /-->\n\*\*No open findings\.\*\*\n\nIt is fine\.\n\nLooked at 60 changed files at `[0-9a-f]{10}`\.\n\n\*\*Done\.\*\*/,
      )
      // The model is asked for none.
      expect(sent.join()).toContain('Review this pull request for the people who will merge it.')
      expect(sent.join()).not.toMatch(/Ready to merge|Ready after small changes|Needs work/)
      expect(run.outputs.findings).toBe('[]')
      expect(github.world.reviews).toEqual([])
    },
    { inputs: { prompt: '/review' } },
  ))

test('a run that is asked for something else has no verdict', () =>
  inPullRequest(
    async (push, github) => {
      const { run } = await push({}, { replies: [say('- Shorter names')] })
      expect(summaryOf(github)).toMatch(/-->\n- Shorter names\n\n\*\*Done\.\*\*/)
      expect(run.outputs.findings).toBe('')
    },
    { inputs: { prompt: 'Write the release notes of this pull request.' } },
  ))

test('what is below the limits of the settings is one folded line', () =>
  inPullRequest(
    async (push, github) => {
      const severities = ['nit', 'low', 'medium', 'high', 'critical', 'nit', 'medium']
      const proposals = severities.map((severity, index) =>
        finding(3 + 5 * index, { severity, category: `kind${index}` }),
      )
      const review = await push({}, { replies: [turn(proposals), say('Seven problems.')] })
      const titles = github.world.reviewComments.map(({ body }) => /\*\*(.*?)\*\*/.exec(body)?.[1])
      expect(titles).toEqual(['Wrong 13', 'Wrong 18', 'Wrong 23'])
      expect(finds(review).map(({ title, posted }) => `${title} ${posted}`)).toEqual([
        'Wrong 23 true',
        'Wrong 18 true',
        'Wrong 13 true',
        'Wrong 33 false',
        'Wrong 8 false',
        'Wrong 3 false',
        'Wrong 28 false',
      ])
      expect(rowsOf(github)).toHaveLength(3)
      const [, folded = ''] =
        /<details>\n<summary>4 more findings \(1 medium, 1 low, 2 nit\)<\/summary>\n\n([\s\S]*?)\n\n<\/details>/.exec(
          summaryOf(github),
        ) ?? []
      expect(folded.split('\n').map((line) => line.replace(/\(<.*?>\)/, ''))).toEqual([
        '- medium: [`lib/f3.js:33`]: Wrong 33',
        '- low: [`lib/f3.js:8`]: Wrong 8',
        '- nit: [`lib/f3.js:3`]: Wrong 3',
        '- nit: [`lib/f3.js:28`]: Wrong 28',
      ])
    },
    { inputs: { settings: JSON.stringify({ sluice: { review: { maxFindings: 3, minSeverity: 'low' } } }) } },
  ))
