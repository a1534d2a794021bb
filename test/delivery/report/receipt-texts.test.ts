import { expect, test } from 'vitest'
import type { Intent } from '../../../src/delivery/plan/intent.ts'
import { movedText } from '../../../src/delivery/post/perform.ts'
import {
  deliveryErrorText,
  describeFailure,
  findDeliveryFailure,
  outcomeWithFailure,
} from '../../../src/delivery/report/delivery-failures.ts'
import { commentReceiptLines, intentLabel, summaryReceiptLines } from '../../../src/delivery/report/receipt-summary.ts'
import { change } from '../delivery-fixture.ts'
import {
  changes,
  check,
  comment,
  commit,
  fixed,
  missing,
  patch,
  receipt,
  reply,
  request,
  summary,
} from './report-values.ts'

const ELSEWHERE = { pushed: { sha: 's', branch: 'sluice/x', isNew: true } }

const movedBy = (intent: Intent, state: 'posted' | 'skipped', more: object) =>
  intent.kind === 'commit' && movedText(intent, { state, tree: 'u', ...more }, 't')

const table: [write: () => unknown, expected: unknown][] = [
  // How the commit came to another tree than the one of the proof.
  [() => movedBy(commit(), 'posted', { ...ELSEWHERE, tree: 't' }), undefined],
  [() => movedBy(commit(), 'posted', { ...ELSEWHERE, tree: undefined }), undefined],
  [() => movedBy(commit(), 'posted', { ...ELSEWHERE, reason: 'x got another push' }), ', before x got another push'],
  [
    () => movedBy(commit({ leftOut: [missing('a')] }), 'posted', { ...ELSEWHERE, reason: 'not in it: a' }),
    ', before a was left out',
  ],
  [
    () => movedBy(commit({ leftOut: [missing('a')] }), 'posted', { ...ELSEWHERE, reason: 'x moved; not in it: a' }),
    ', before x moved',
  ],
  [() => movedBy(commit(), 'posted', ELSEWHERE), ', before the change got onto another commit'],
  [() => movedBy(commit(), 'skipped', ELSEWHERE), '; the commit of an earlier run has another tree'],
  [() => movedBy(commit(), 'skipped', {}), '; the open pull request has this change on another commit'],
  // What became of the changed files.
  [
    () => changes([change('a', 'x', 'y')], {}),
    [{ path: 'a', kind: 'changed', added: null, removed: null, delivered: true }],
  ],
  [
    () => changes([change('a', 'x', 'y')], { mode: 'off' }),
    [{ path: 'a', kind: 'changed', added: null, removed: null, delivered: false, reason: 'the input changes is off' }],
  ],
  [
    () => changes([change('a', 'x', 'y')], { mode: 'report', undelivered: [missing('a')] }),
    [{ path: 'a', kind: 'changed', added: null, removed: null, delivered: false, reason: 'is too large' }],
  ],
  [
    () => changes([change('a', 'x', 'y')], { mode: 'commit' }),
    [{ path: 'a', kind: 'changed', added: null, removed: null, delivered: false, reason: 'there is no commit' }],
  ],
  [
    () => changes([change('a', 'x', 'y')], { mode: 'commit', undelivered: [missing('a')] }),
    [{ path: 'a', kind: 'changed', added: null, removed: null, delivered: false, reason: 'is too large' }],
  ],
  [
    () =>
      changes([change('a', 'x', 'y')], { mode: 'commit', receipts: [receipt(commit(), 'skipped', { reason: 'No.' })] }),
    [{ path: 'a', kind: 'changed', added: null, removed: null, delivered: false, reason: 'No.' }],
  ],
  [
    () =>
      changes([change('a', 'x', 'y')], {
        mode: 'commit',
        receipts: [receipt(commit(), 'posted', { pushed: { sha: 's', branch: 'main', isNew: false } })],
      }),
    [{ path: 'a', kind: 'changed', added: null, removed: null, delivered: true }],
  ],
  [
    () => changes([change('a.ts', 'x', null)], { patches: [patch] }),
    [{ path: 'a.ts', kind: 'deleted', added: 1, removed: 2, delivered: true }],
  ],
  [
    () => changes([change('a.ts', null, 'x')], { patches: [{ ...patch, binary: true }] }),
    [{ path: 'a.ts', kind: 'created', added: null, removed: null, delivered: true }],
  ],
  [
    () => changes([{ ...change('b', 'x', 'y'), added: 3, removed: 4, previousPath: 'c' }], {}),
    [{ path: 'b', previous_path: 'c', kind: 'changed', added: 3, removed: 4, delivered: true }],
  ],
  [
    () => changes([{ ...change('b', 'x', 'y'), added: 3 }], {}),
    [{ path: 'b', kind: 'changed', added: 3, removed: null, delivered: true }],
  ],
  [
    () => changes([], { others: [missing('z')] }),
    [{ path: 'z', kind: 'changed', added: null, removed: null, delivered: false, reason: 'is too large' }],
  ],
  // The writes.
  [() => commentReceiptLines([]), ''],
  [
    () => commentReceiptLines([receipt(comment, 'posted'), receipt(reply(), 'posted', { url: 'https://x/1' })]),
    'Written:\n- [reply in a thread of #7](<https://x/1>)',
  ],
  [
    () =>
      commentReceiptLines([
        receipt(comment, 'failed', { reason: 'No.' }),
        receipt(reply(), 'skipped', { reason: 'Off.' }),
      ]),
    '**Could not be written:**\n- comment on #7 (10 characters): No.\n\n**Proposed, but not written:**\n- reply in a thread of #7: Off.',
  ],
  [
    () => commentReceiptLines([receipt(fixed, 'skipped'), receipt(fixed, 'failed'), receipt(fixed, 'posted')]),
    'Written:\n- resolution of fixed threads on #7\n\n**Could not be written:**\n- resolution of fixed threads on #7',
  ],
  [
    () =>
      commentReceiptLines([
        receipt(commit({ blocked: { reason: 'r', isSecret: true } }), 'skipped'),
        receipt(commit({ blocked: { reason: 'r' } }), 'skipped'),
      ]),
    '**Proposed, but not written:**\n- commit of 0 files',
  ],
  [
    () => commentReceiptLines([receipt(commit(), 'posted', { pushed: { sha: 's', branch: 'main', isNew: false } })]),
    'Written:\n- commit of 0 files on `main`',
  ],
  [
    () =>
      commentReceiptLines(Array(40).fill(receipt(reply(), 'posted', { reason: 'x'.repeat(100) })))
        .split('\n')
        .at(-1),
    '- 29 more in the output `receipts`',
  ],
  [() => summaryReceiptLines([]), ''],
  [
    () => summaryReceiptLines([receipt(summary, 'failed'), receipt(comment, 'posted'), receipt(reply(), 'posted')]),
    'Written:\n- reply in a thread of #7',
  ],
  [
    () =>
      summaryReceiptLines([
        receipt(comment, 'failed', { reason: 'No.' }),
        receipt(reply(), 'skipped', { reason: 'Off.' }),
      ]),
    '> **Not delivered:** the comment on #7 (10 characters): No.\n\n> **Not written:** the reply in a thread of #7: Off.\n\n<details>\n<summary>Text of the reply in a thread of #7</summary>\n\nWords\n\n</details>',
  ],
  [
    () => summaryReceiptLines([receipt(reply(), 'posted', { reason: 'In part.' }), receipt(reply(''), 'skipped')]),
    '<details>\n<summary>Text of the reply in a thread of #7</summary>\n\nWords\n\n</details>\n\n> **Not written:** the reply in a thread of #7: \n\nWritten:\n- reply in a thread of #7: In part.',
  ],
  [
    () =>
      summaryReceiptLines([
        receipt(
          commit({
            isProposed: true,
            files: [
              { path: 'a', before: null, after: Buffer.from('x') },
              { path: 'b', before: null, after: null },
            ],
          }),
          'failed',
          { reason: 'No.' },
        ),
      ]),
    '> **Not delivered:** the commit of 2 files: No.\n\n<details>\n<summary>Text of the commit of 2 files</summary>\n\n`a`:\n\n```\nx\n```\n\n`b`: deleted\n\n</details>',
  ],
  [
    () =>
      summaryReceiptLines([
        receipt(commit({ files: [{ path: 'a', before: null, after: Buffer.from('x') }] }), 'failed', { reason: 'No.' }),
      ]),
    '> **Not delivered:** the commit of 1 file: No.',
  ],
  [
    () => intentLabel({ ...comment, place: { kind: 'commit', sha: 'abcdef0123' } } as Intent),
    'comment on commit abcdef01 (10 characters)',
  ],
  [
    () => intentLabel({ ...comment, place: { kind: 'discussion', number: 3 } } as Intent),
    'comment in discussion #3 (10 characters)',
  ],
  [() => intentLabel(comment), 'comment on #7 (10 characters)'],
  [() => intentLabel({ kind: 'review', number: 7, commit: 's', comments: [] }), 'review of #7'],
  [
    () => intentLabel({ kind: 'review', number: 7, commit: 's', comments: [{} as never] }),
    'review of #7 with 1 inline comment',
  ],
  [() => intentLabel({ kind: 'add_labels', number: 7, labels: ['a'] } as never), 'label `a` added to #7'],
  [
    () => intentLabel({ kind: 'remove_labels', number: 7, labels: Array(10).fill('a') } as never),
    'labels `a`, `a`, `a`, `a`, `a`, `a`, `a`, `a`, `a`, `a` removed from #7',
  ],
  [
    () => intentLabel({ kind: 'add_labels', number: 7, labels: Array(11).fill('a') } as never),
    'labels `a`, `a`, `a`, `a`, `a`, `a`, `a`, `a`, `a`, `a` and 1 more added to #7',
  ],
  [() => intentLabel({ kind: 'update_issue', number: 7 } as never), 'update of #7'],
  [
    () => intentLabel({ kind: 'update_issue', number: 7, title: 'T', body: 'B', state: 'open' } as never),
    'update of #7 (title `T`, new text, reopened)',
  ],
  [() => intentLabel({ kind: 'update_issue', number: 7, state: 'closed' } as never), 'update of #7 (closed)'],
  [
    () => intentLabel({ kind: 'update_issue', number: 7, state: 'closed', stateReason: 'not_planned' } as never),
    'update of #7 (closed as not planned)',
  ],
  [
    () =>
      intentLabel({
        kind: 'update_issue',
        number: 7,
        state: 'closed',
        stateReason: 'duplicate',
        duplicateOf: { number: 3 },
      } as never),
    'update of #7 (closed as duplicate of #3)',
  ],
  // Delivery failures.
  [() => findDeliveryFailure([]), undefined],
  [() => findDeliveryFailure([receipt(summary, 'failed')]), undefined],
  [() => findDeliveryFailure([receipt(comment, 'posted')]), undefined],
  [
    () => findDeliveryFailure([receipt(comment, 'failed')]),
    { kind: 'failed', nothingWritten: true, isRequested: true, locked: false },
  ],
  [
    () => findDeliveryFailure([receipt(comment, 'failed')], true),
    { kind: 'failed', nothingWritten: false, isRequested: true, locked: false },
  ],
  [
    () => findDeliveryFailure([receipt(comment, 'failed'), receipt(reply(), 'posted')]),
    { kind: 'failed', nothingWritten: false, isRequested: true, locked: false },
  ],
  [
    () => findDeliveryFailure([receipt(fixed, 'failed')]),
    { kind: 'failed', nothingWritten: true, isRequested: false, locked: false },
  ],
  [
    () => findDeliveryFailure([receipt(check, 'failed'), receipt(comment, 'posted')]),
    { kind: 'failed', nothingWritten: false, isRequested: false, locked: false },
  ],
  [
    () => findDeliveryFailure([receipt(comment, 'failed', { locked: true })]),
    { kind: 'failed', nothingWritten: true, isRequested: true, locked: true },
  ],
  [
    () => findDeliveryFailure([receipt(comment, 'failed', { locked: true }), receipt(reply(), 'failed')]),
    { kind: 'failed', nothingWritten: true, isRequested: true, locked: false },
  ],
  [
    () => findDeliveryFailure([receipt(fixed, 'failed', { locked: true })]),
    { kind: 'failed', nothingWritten: true, isRequested: false, locked: false },
  ],
  [
    () => findDeliveryFailure([receipt(comment, 'failed', { forbidden: true, needs: ['issues: write'], status: 403 })]),
    { kind: 'forbidden', nothingWritten: true, needs: ['issues: write'], cause: 'permission' },
  ],
  [
    () =>
      findDeliveryFailure([
        receipt(comment, 'failed', { forbidden: true, status: 401 }),
        receipt(reply(), 'failed', { forbidden: true, status: 403 }),
      ]),
    { kind: 'forbidden', nothingWritten: true, needs: [], cause: 'token' },
  ],
  [
    () => findDeliveryFailure([receipt(comment, 'failed', { forbidden: true, status: 404 })]),
    { kind: 'forbidden', nothingWritten: true, needs: [], cause: 'missing' },
  ],
  [
    () =>
      findDeliveryFailure([
        receipt(comment, 'failed', { forbidden: true, status: 404 }),
        receipt(reply(), 'failed', { forbidden: true, status: 403 }),
      ]),
    { kind: 'forbidden', nothingWritten: true, needs: [], cause: 'permission' },
  ],
  [
    () => findDeliveryFailure([receipt(comment, 'failed', { forbidden: false })]),
    { kind: 'failed', nothingWritten: true, isRequested: true, locked: false },
  ],
  [
    () => findDeliveryFailure([receipt(commit(), 'skipped', { withheld: true })]),
    { kind: 'withheld', missing: 'commit' },
  ],
  [
    () => findDeliveryFailure([receipt(commit(), 'posted', { withheld: true })]),
    { kind: 'withheld', missing: 'files' },
  ],
  [
    () => findDeliveryFailure([receipt(request, 'skipped', { withheld: true, withheldOutcome: 'denied' })]),
    { kind: 'withheld', missing: 'pull request', outcome: 'denied' },
  ],
  [
    () =>
      findDeliveryFailure([
        receipt(commit(), 'skipped', { withheld: true, withheldOutcome: 'denied' }),
        receipt(request, 'skipped', { withheld: true, withheldOutcome: 'config' }),
      ]),
    { kind: 'withheld', missing: 'commit', outcome: 'config' },
  ],
  [() => findDeliveryFailure([receipt(commit(), 'skipped', { withheld: false })]), undefined],
  [
    () => findDeliveryFailure([receipt(commit({ pullRequest: { number: 7, branch: 'topic' } }), 'posted', ELSEWHERE)]),
    { kind: 'elsewhere', branch: 'sluice/x' },
  ],
  // A commit that belongs to no pull request goes to a new branch as it should.
  [() => findDeliveryFailure([receipt(commit(), 'posted', ELSEWHERE)]), undefined],
  [() => outcomeWithFailure('ok', { kind: 'elsewhere', branch: 'sluice/x' }), 'ok'],
  [() => outcomeWithFailure('ok', undefined), 'ok'],
  [() => outcomeWithFailure('noop', { kind: 'forbidden', nothingWritten: true, needs: [], cause: 'token' }), 'noop'],
  [
    () => outcomeWithFailure('refused', { kind: 'forbidden', nothingWritten: true, needs: [], cause: 'token' }),
    'refused',
  ],
  [() => outcomeWithFailure('ok', { kind: 'forbidden', nothingWritten: true, needs: [], cause: 'token' }), 'config'],
  [() => outcomeWithFailure('ok', { kind: 'withheld', missing: 'commit' }), 'ok'],
  [() => outcomeWithFailure('ok', { kind: 'withheld', missing: 'pull request' }), 'denied'],
  [() => outcomeWithFailure('ok', { kind: 'withheld', missing: 'commit', outcome: 'config' }), 'config'],
  [
    () => outcomeWithFailure('ok', { kind: 'failed', nothingWritten: true, isRequested: true, locked: false }),
    'internal',
  ],
  [() => outcomeWithFailure('ok', { kind: 'failed', nothingWritten: true, isRequested: false, locked: false }), 'ok'],
  [() => outcomeWithFailure('ok', { kind: 'failed', nothingWritten: true, isRequested: true, locked: true }), 'ok'],
  [() => outcomeWithFailure('ok', { kind: 'dry run' }), 'ok'],
  [
    () => describeFailure({ kind: 'failed', nothingWritten: true, isRequested: true, locked: true }),
    { words: 'Nothing could be written to GitHub: the conversation is locked.', remedy: 'See below for what failed.' },
  ],
  [
    () => describeFailure({ kind: 'failed', nothingWritten: false, isRequested: true, locked: false }),
    { words: 'Not everything could be written to GitHub.', remedy: 'See below for what failed.' },
  ],
  [
    () => describeFailure({ kind: 'elsewhere', branch: 'sluice/x' }),
    {
      words: 'Finished, but the commit is not in the pull request: it is on the new branch `sluice/x`.',
      remedy: 'See the reason below.',
    },
  ],
  [
    () => describeFailure({ kind: 'withheld', missing: 'files' }),
    { words: 'Finished, but not every changed file was delivered.', remedy: 'See the reason below.' },
  ],
  [
    () => describeFailure({ kind: 'forbidden', nothingWritten: true, needs: [], cause: 'token' }),
    {
      words: 'Nothing could be written to GitHub: GitHub rejected the token.',
      remedy: 'Check the input `github_token`. An App token expires after one hour.',
    },
  ],
  [
    () => describeFailure({ kind: 'forbidden', nothingWritten: true, needs: [], cause: 'permission' }),
    {
      words: 'Nothing could be written to GitHub: the token lacks a permission.',
      remedy: 'See below for how to fix it.',
    },
  ],
  [
    () => describeFailure({ kind: 'forbidden', nothingWritten: true, needs: ['issues: write'], cause: 'missing' }),
    {
      words:
        'Nothing could be written to GitHub: the issue, pull request or discussion does not exist, or the token cannot see it.',
      remedy: 'Check the number. If it is correct, add `issues: write` to the `permissions` of the job.',
    },
  ],
  [
    () =>
      describeFailure({
        kind: 'forbidden',
        nothingWritten: true,
        needs: ['issues: write', 'checks: write', 'contents: write'],
        cause: 'permission',
      }),
    {
      words: 'Nothing could be written to GitHub: the token lacks a permission.',
      remedy:
        'Add `issues: write`, `checks: write` and `contents: write` to the `permissions` of the job in the workflow, then run it again.',
    },
  ],
  [
    () =>
      deliveryErrorText({ kind: 'failed', nothingWritten: true, isRequested: true, locked: false }, [
        receipt(comment, 'posted', { reason: 'Well.' }),
        receipt(comment, 'failed', { reason: 'No.' }),
      ]),
    'Nothing could be written to GitHub. (No.)',
  ],
  [
    () =>
      deliveryErrorText({ kind: 'forbidden', nothingWritten: true, needs: ['issues: write'], cause: 'permission' }, [
        receipt(comment, 'failed', { reason: 'Other.' }),
        receipt(comment, 'failed', { reason: 'No. The job needs the permission x.', forbidden: true }),
      ]),
    'Nothing could be written to GitHub: the token lacks a permission. Add `issues: write` to the `permissions` of the job in the workflow, then run it again. (No)',
  ],
  [
    () => deliveryErrorText({ kind: 'forbidden', nothingWritten: true, needs: [], cause: 'permission' }, []),
    'Nothing could be written to GitHub: the token lacks a permission.',
  ],
  [
    () => deliveryErrorText({ kind: 'forbidden', nothingWritten: true, needs: [], cause: 'token' }, []),
    'Nothing could be written to GitHub: GitHub rejected the token. Check the input `github_token`. An App token expires after one hour.',
  ],
  [
    () => deliveryErrorText({ kind: 'withheld', missing: 'files' }, []),
    'Finished, but not every changed file was delivered.',
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^\(\) => /, ''), async () => expect(await write()).toEqual(expected))
