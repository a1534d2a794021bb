import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Severity } from '../../../src/github-tools/proposal.ts'
import type { RunEvent } from '../../../src/record/events.ts'
import type { SummarizedFinding } from '../../../src/review/summarize-review.ts'
import { sample } from '../../sample.ts'
import { call, called, change, deliverOnGitHub, denied, type Run } from '../delivery-fixture.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(folder, { recursive: true }))
const told = (run: Partial<Run>) => deliverOnGitHub(run, join(folder, 'changes.patch'))

const long = (size: number, line: string) => `${line}\n`.repeat(Math.ceil(size / (line.length + 1))).slice(0, size)
const reply: RunEvent = {
  type: 'model_reply',
  turn: 1,
  ms: 900,
  reply: {
    parts: [],
    stop: 'finished',
    usage: { input: 1, cached: 0, output: 1, thoughts: 0, tool: 0, total: 2 },
    model: 'gemini-2.5-pro',
  },
}
const manyFindings = (severity: Severity): SummarizedFinding[] =>
  Array.from({ length: 100 }, (_, n) => ({
    id: `f${n}`,
    severity,
    category: 'style',
    path: `${'folder/'.repeat(30)}file.ts`,
    state: 'open',
    start: n + 1,
    line: n + 2,
    text: `Finding ${n} | ${'*'.repeat(180)}`,
    comment: 1000 + n,
  }))

const sizes: [name: string, run: Partial<Run>, keeps: RegExp[]][] = [
  [
    'a 60 kB answer',
    { ending: { end: 'answered', text: `START ${long(60_000, 'words and words')}` } },
    [/START/, /Answer truncated/, /<sub>/],
  ],
  [
    'a 60 kB answer without a line end',
    { ending: { end: 'answered', text: `START${'x'.repeat(60_000)}` } },
    [/START/, /Answer truncated/],
  ],
  [
    '60 kB inside one fence',
    { ending: { end: 'answered', text: `\`\`\`js\n${long(60_000, 'code()')}\`\`\`` } },
    [/Answer truncated/],
  ],
  [
    '60 kB of what has to be escaped',
    { ending: { end: 'answered', text: '< @a '.repeat(12_000) } },
    [/Answer truncated/],
  ],
  ['60 kB of emoji', { ending: { end: 'answered', text: '👩‍💻'.repeat(12_000) } }, [/Answer truncated/]],
  [
    'a huge change',
    { changes: [change('big.txt', null, long(500_000, 'line')), change('small.txt', 'a\n', 'b\n')] },
    [/All is well/, /more lines in the patch file/],
  ],
  ['a change of one endless line', { changes: [change('min.js', null, 'x'.repeat(300_000))] }, [/Changes: 1 file/]],
  [
    'a thousand calls',
    {
      events: Array.from({ length: 1000 }, (_, n) =>
        called(call({ args: { file_path: `file ${n} ${'y'.repeat(150)}` } })),
      ),
    },
    [/Tool log: 1,000 calls/, /more calls in the transcript/],
  ],
  [
    'a thousand denied calls',
    { events: Array.from({ length: 1000 }, (_, n) => called(denied({ args: { command: `rm ${n}` } }))) },
    [/Denied: 1,000 calls/, /more in the output `denied`/],
  ],
  [
    'a huge change and a long log share the room',
    {
      changes: [change('big.txt', null, long(500_000, 'line'))],
      events: Array.from({ length: 1000 }, (_, n) =>
        called(call({ args: { file_path: `file ${n} ${'y'.repeat(90)}` } })),
      ),
    },
    [/more lines in the patch file/, /more calls in the transcript/],
  ],
  [
    'everything at once',
    {
      ending: { end: 'answered', text: `START ${long(200_000, 'words')}` },
      changes: [change('big.txt', null, long(500_000, 'line'))],
      events: Array.from({ length: 2000 }, (_, n) => [
        called(n % 2 ? call() : denied({ args: { command: `rm ${n}` } })),
        { type: 'notice', level: n % 3 ? 'info' : 'warning', text: long(2000, 'notice') } as const,
      ]).flat(),
    },
    [/START/, /Answer truncated/, /Changes/, /Tool log/, /Denied/, /<sub>/],
  ],
  [
    'everything at once, and a review',
    {
      ending: { end: 'answered', text: `START ${long(200_000, 'words')}` },
      changes: [change('big.txt', null, long(500_000, 'line'))],
      events: [
        reply,
        ...Array.from({ length: 2000 }, (_, n) => called(n % 2 ? call() : denied({ args: { command: `rm ${n}` } }))),
      ],
      review: {
        number: 7,
        commit: 'a'.repeat(40),
        findings: manyFindings('high'),
        folded: manyFindings('low'),
        coverage: { changed: 3000, read: 100, unseen: '2900 source', missing: long(200, 'missing ') },
      },
    },
    [
      /START/,
      /Needs work/,
      /more findings in the output/,
      /100 more findings \(100 low\)/,
      /Looked at 100 of/,
      /Tool log/,
    ],
  ],
]
for (const [name, run, keeps] of sample(sizes, 3))
  test(`at most 60,000 characters, and no open block: ${name}`, async () => {
    const { comment, summary } = await told(run)
    expect(comment.length).toBeLessThanOrEqual(60_000)
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(240_000)
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024)
    for (const keep of keeps) expect(comment).toMatch(keep)
    expect(comment).toBe(comment.toWellFormed())
    for (const text of [comment, summary]) {
      expect(text.match(/<details>/g)?.length ?? 0).toBe(text.match(/<\/details>/g)?.length ?? 0)
      // The last line is the footer, read as such: nothing before it swallowed it.
      const last = fromMarkdown(text).children.at(-1)
      expect(last?.type === 'paragraph' ? last.children[0] : last).toMatchObject({ type: 'html', value: '<sub>' })
    }
  })

test('a review whose model never answered looked at nothing', async () => {
  const coverage = { changed: 3, read: 3, unseen: '' }
  const review = { number: 7, commit: 'a'.repeat(40), findings: [], folded: [], coverage }
  expect((await told({ review, events: [reply] })).comment).toContain('Looked at 3 changed files at `aaaaaaaaaa`.')
  expect((await told({ review })).comment).not.toContain('Looked at')
})

test('a 60 kB answer is whole in the summary', async () => {
  const text = `START ${long(60_000, 'words and words')} END`
  expect((await told({ ending: { end: 'answered', text } })).summary).toContain(`${text}\n\n**Done.**`)
})
