import { expect, test } from 'vitest'
import { emptyOutputs } from '../../../src/config/output-descriptions.ts'
import { composeCheck, composeComment, composeSummary } from '../../../src/delivery/report/compose-report.ts'
import { call } from '../delivery-fixture.ts'
import { batch, entry, note, patch, priced, run, words } from './report-values.ts'

const table: [write: () => unknown, expected: unknown][] = [
  // Whole pages.
  [() => composeComment(run()), { top: 'Fine.\n\n**Done.**', after: '', below: '<sub>1.0 s</sub>' }],
  [
    () => composeComment(run({ outcome: 'model' })),
    {
      top: '**The model gave no usable answer.** Run it again. If that does not help, try another `gemini_model`.\n\nFine.',
      after: '',
      below: '<sub>1.0 s</sub>',
    },
  ],
  [
    () => composeComment(run({ deliveryFailure: { kind: 'withheld', missing: 'commit' } })),
    {
      top: 'Fine.\n\n**Finished, but the change was not committed.** See the reason below.',
      after: '',
      below: '<sub>1.0 s</sub>',
    },
  ],
  [
    () => composeComment(run({ deliveryFailure: { kind: 'withheld', missing: 'pull request' } })),
    {
      top: '**Finished, but no pull request was opened.** See the reason below.',
      after: 'Fine.',
      below: '<sub>1.0 s</sub>',
    },
  ],
  [
    () => composeComment(run({ answer: { ...words('Fine.'), isTruncated: true } })),
    {
      top: 'Fine.\n\n_Answer truncated. The full answer is in the run summary and the transcript._\n\n**Done.**',
      after: '',
      below: '<sub>1.0 s</sub>',
    },
  ],
  [
    () => composeComment(run({ calls: [call()], patches: [patch], notices: [note('info')] })),
    {
      top: 'Fine.\n\n**Done.** 1 tool call, 1 file changed.',
      after: '',
      below:
        '<details>\n<summary>Changes: 1 file, +1 −2</summary>\n\n```diff\n-b\n-c\n+a\n```\n\n</details>\n\n<details>\n<summary>Tool log: 1 call</summary>\n\n| Call | Verdict | Rule | Time | Result |\n| --- | --- | --- | ---: | ---: |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | 3.4 kB |\n\n</details>\n\n<details>\n<summary>How it ran</summary>\n\n- Of the level info.\n\n</details>\n\n<sub>1.0 s</sub>',
    },
  ],
  [
    () => composeSummary(run({ answer: { ...words('Fine.'), isTruncated: true }, ...(priced(0.5, 1) as object) })),
    {
      top: 'Fine. In full.\n\n**Done.**',
      after: '',
      below:
        '<details>\n<summary>Cost: $0.50</summary>\n\n| Model | Requests | Tokens in | Cached | Tokens out | Cost |\n| --- | ---: | ---: | ---: | ---: | ---: |\n| `m0` | 2 | 2,010 | 0 | 350 | $0.50 |\n\n</details>\n\n<sub>$0.50 · 1.0 s</sub>',
    },
  ],
  [
    () =>
      composeSummary(
        run({ deliveryFailure: { kind: 'failed', nothingWritten: false, isRequested: false, locked: false } }),
      ),
    {
      top: '**Not everything could be written to GitHub.** See below for what failed.',
      after: 'Fine. In full.',
      below: '<sub>1.0 s</sub>',
    },
  ],
  [
    () =>
      composeSummary(run({ deliveryFailure: { kind: 'forbidden', nothingWritten: false, needs: [], cause: 'token' } })),
    {
      top: '**Not everything could be written to GitHub: GitHub rejected the token.** Check the input `github_token`. An App token expires after one hour.',
      after: 'Fine. In full.',
      below: '<sub>1.0 s</sub>',
    },
  ],
  [
    () => composeSummary(run({ deliveryFailure: { kind: 'dry run' } })),
    { top: 'Fine. In full.\n\n**Dry run: nothing was written to GitHub.**', after: '', below: '<sub>1.0 s</sub>' },
  ],
  [
    () =>
      composeComment(
        run({ deliveryFailure: { kind: 'failed', nothingWritten: false, isRequested: false, locked: false } }),
      ),
    {
      top: 'Fine.\n\n**Not everything could be written to GitHub.** See below for what failed.',
      after: '',
      below: '<sub>1.0 s</sub>',
    },
  ],
  [
    () => composeCheck(run()),
    { summary: { top: 'Fine.\n\n**Done.**', after: '', below: '<sub>1.0 s</sub>' }, text: 'No tools were called.' },
  ],
  [
    () => composeCheck(run({ calls: [call()] })),
    {
      summary: { top: 'Fine.\n\n**Done.** 1 tool call.', after: '', below: '<sub>1.0 s</sub>' },
      text: '| Call | Verdict | Rule | Time | Result |\n| --- | --- | --- | ---: | ---: |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | 3.4 kB |',
    },
  ],
  // Batches.
  [
    () => batch(entry({})).page,
    '**1 issue: 1 ok.**\n\n| Issue | Outcome | Answer |\n|---|---|---|\n| #1 | `ok` | Done well |',
  ],
  [
    () =>
      batch(
        entry({ out: { comment_url: 'https://x/1 2' } }),
        entry({ number: 3, state: 'failed', reason: '# Head\nNo.' }),
        entry({ number: 2, state: 'finished earlier', url: 'https://x/2' }),
        entry({ number: 4, state: 'not started', reason: 'Late', outcome: 'budget' }),
      ).page,
    '**4 issues: 1 ok, 1 finished earlier, 1 failed, 1 not started.**\n\n| Issue | Outcome | Answer |\n|---|---|---|\n| [#1](<https://x/1%202>) | `ok` | Done well |\n| [#2](<https://x/2>) | `finished earlier` | An earlier attempt of this run answered. |\n| #3 | `failed` | No. |\n| #4 | `not started` | Late |',
  ],
  [
    () => batch(entry({ out: { error: '{"message":"Bad"}' } })).page,
    '**1 issue: 1 ok.**\n\n| Issue | Outcome | Answer |\n|---|---|---|\n| #1 | `ok` | Bad |',
  ],
  [
    () => batch(entry({ out: { receipts: '[{"state":"failed","reason":"Locked."},{"state":"posted"}]' } })).page,
    '**1 issue: 1 ok.**\n\n| Issue | Outcome | Answer |\n|---|---|---|\n| #1 | `ok` | Not everything could be written to GitHub. Locked. |',
  ],
  [
    () => batch(entry({ out: { receipts: '[{"state":"posted"}]' } })).page,
    '**1 issue: 1 ok.**\n\n| Issue | Outcome | Answer |\n|---|---|---|\n| #1 | `ok` | Done well |',
  ],
  [
    () => batch(entry({ out: { summary: '# Only a heading' } })).page,
    '**1 issue: 1 ok.**\n\n| Issue | Outcome | Answer |\n|---|---|---|\n| #1 | `ok` | Only a heading |',
  ],
  [
    () => batch(entry({})).outputs,
    {
      ...emptyOutputs(),
      summary: '**1 issue: 1 ok.**\n\n| Issue | Outcome | Answer |\n|---|---|---|\n| #1 | `ok` | Done well |',
      outcome: 'ok',
      stats: '{}',
      denied: '[]',
      plan: '[]',
      receipts: '[]',
      session_id: 's',
      cost_usd: '1',
      batch: '[{"number":1,"outcome":"ok","outputs":"f.json"}]',
    },
  ],
  [() => batch(entry({ outcome: 'noop' }), entry({ number: 2, outcome: 'refused' })).outcome, 'refused'],
  [() => batch(entry({ outcome: 'noop' }), entry({ number: 2 })).outcome, 'ok'],
  [() => batch(entry({ outcome: 'refused' }), entry({ number: 2 })).outcome, 'ok'],
  [
    () =>
      batch(entry({ outcome: 'model', out: { error: '{"type":"X","code":3,"message":"Bad"}' } }), entry({ number: 2 }))
        .outputs.error,
    '{"type":"X","code":3,"message":"1 of 2 issues ended as model; #1: Bad"}',
  ],
  [() => batch(entry({ outcome: 'denied', out: { error: '{"type":"X"}' } })).outputs.error, ''],
  [
    () => batch(entry({ state: 'failed', reason: 'No.' }), entry({ number: 2, outcome: 'internal' })).outputs.error,
    '{"type":"InternalError","code":1,"message":"2 of 2 issues ended as internal; #1: No."}',
  ],
  [
    () => batch(entry({ out: { cost_usd: '0.1' } }), entry({ number: 2, out: { cost_usd: '0.2' } })).outputs.cost_usd,
    '0.3',
  ],
  [() => batch(entry({ out: { cost_usd: '' } }), entry({ number: 2 })).outputs.cost_usd, ''],
  [
    () =>
      batch(
        entry({ out: { stats: '{"a":1,"b":{"c":2},"d":"x","e":1,"f":{"g":1}}' } }),
        entry({ number: 2, out: { stats: '{"a":2,"b":{"c":3},"d":"y","e":{"h":1},"f":2}' } }),
      ).outputs.stats,
    '{"a":3,"b":{"c":5},"e":{"h":1},"f":2}',
  ],
  [
    () =>
      batch(
        entry({ out: { stats: '[1]', denied: '[{"tool":"a"},1,null]' } }),
        entry({ number: 2, out: { denied: '{"a":1}' } }),
      ).outputs.denied,
    '[{"issue":1,"tool":"a"}]',
  ],
  [
    () =>
      batch(entry({ out: { comment_url: 'https://x/1' } }), entry({ number: 2, state: 'failed', reason: 'No.' }))
        .outputs.batch,
    '[{"number":1,"outcome":"ok","comment_url":"https://x/1","outputs":"f.json"},{"number":2,"outcome":"failed"}]',
  ],
  [
    () =>
      batch(entry({ out: { denied: JSON.stringify([{ a: 'x'.repeat(59_979) }, { b: 1 }]) } })).outputs.denied.length,
    59999,
  ],
  [() => batch(entry({ out: { denied: JSON.stringify([{ a: 'x'.repeat(59_978) }]) } })).outputs.denied.length, 59998],
  [() => batch(entry({ out: { denied: JSON.stringify([{ a: 'x'.repeat(59_980) }]) } })).outputs.denied.length, 2],
]

for (const [write, expected] of table)
  test(String(write).replace(/^\(\) => /, ''), async () => expect(await write()).toEqual(expected))
