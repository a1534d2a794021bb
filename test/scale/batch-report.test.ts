import { expect, test } from 'vitest'
import { emptyOutputs, type StepOutputs } from '../../src/config/output-descriptions.ts'
import { type BatchEntry, composeBatch } from '../../src/delivery/report/batch-report.ts'

const ran = (number: number, summary: string, more: Partial<StepOutputs> = {}): BatchEntry => ({
  number,
  state: 'ran',
  outcome: 'ok',
  file: '/x/outputs.json',
  outputs: {
    ...emptyOutputs(),
    stats: '{}',
    summary,
    ...more,
  }, // every name, as just listed
})

const notes: [name: string, answer: string, cell: string][] = [
  ['an ordinary answer', 'It leaks.\n\nMore.', 'It leaks.'],
  ['a heading is no answer', '## Triage\n\n**A bug** in `src/a.ts`.', 'A bug in `src/a.ts`.'],
  ['nothing but a heading', '# Fine', 'Fine'],
  ['an image', '![x](https://evil.example/a.png?d=1) and', '\\!\\[x\\](https\\://evil.example/a.png?d=1) and'],
  ['a link', 'See [this](https://evil.example).', 'See \\[this\\](https\\://evil.example).'],
  ['a mention and a reference', 'cc @octo/everyone, fixes #9', 'cc <span>@</span>octo/everyone, fixes \\#9'],
  ['HTML and cells', '<img src=x> | <b>', '&lt;img src=x&gt; \\| &lt;b&gt;'],
]
for (const [name, answer, cell] of notes)
  test(`the page of a batch: ${name}`, () => {
    const { page, outputs } = composeBatch([ran(3, answer)], 's')
    expect(page.split('\n').at(-1)).toBe(`| #3 | \`ok\` | ${cell} |`)
    expect(outputs.summary).toBe(page)
  })

test('an answer that was not posted is in the summary', () => {
  const receipts = JSON.stringify([
    { kind: 'comment', state: 'failed', reason: 'POST /x: GitHub answered 403: locked' },
  ])
  const { page } = composeBatch([ran(3, 'It leaks.', { receipts })], 's')
  expect(page).toContain('| Not everything could be written to GitHub. POST /x: GitHub answered 403: locked |')
})

test('the outcome of a batch is reported with what to do', () => {
  const message = `Nothing could be written. ${'Really. '.repeat(40)}Add it.`
  const { outputs } = composeBatch(
    [{ ...ran(3, '', { error: JSON.stringify({ message }) }), outcome: 'config' } as BatchEntry],
    's',
  )
  expect(JSON.parse(outputs.error).message).toMatch(/^1 of 1 issues ended as config; #3: Nothing [\s\S]*Add it\.$/)
})
