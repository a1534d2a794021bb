import { expect, test } from 'vitest'
import {
  binaryHunk,
  createPatches,
  describeWithheld,
  heldReason,
  incompletePatches,
  kindOfChange,
  pathsWithNewSecrets,
  redactChange,
  splitCommittable,
} from '../../../src/delivery/plan/patch.ts'
import { unusedChangesNotice } from '../../../src/delivery/run-changes.ts'
import { isWorkflow } from '../../../src/policy/protected-paths.ts'
import { SECRET } from '../delivery-fixture.ts'
import { edit, filter, notice, off, onPull, patchText, secretFile, threads, without } from './plan-values.ts'

const PROTECTED = {
  message: 'This path is protected: it runs.',
  rule: { file: 'policies/p.toml', line: 3, tier: 'default', priority: 999, verdict: 'ask_user' },
  isProtected: true,
  isQuiet: true,
} as const

const table: [write: () => unknown, expected: unknown][] = [
  // Patches.
  [() => patchText(), ''],
  [() => patchText(edit('a', { after: Buffer.from('one\n') })), ''],
  [
    () => patchText(edit('a', { after: Buffer.from('one\n'), modeBefore: '100755' })),
    'diff --git a/a b/a\nold mode 100755\nnew mode 100644\n',
  ],
  [
    () => patchText(edit('b', { previousPath: 'a', after: Buffer.from('one\n') })),
    'diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n',
  ],
  [
    () => patchText(edit('b', { previousPath: 'a' })),
    'diff --git a/a b/b\nsimilarity index 50%\nrename from a\nrename to b\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-one\n+two\n',
  ],
  [
    () => patchText(edit('b'), edit('a')),
    'diff --git a/a b/a\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\ndiff --git a/b b/b\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-one\n+two\n',
  ],
  [
    () => patchText(edit('a', { before: null, after: Buffer.from('') })),
    'diff --git a/a b/a\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n',
  ],
  [
    () => patchText(edit('a', { before: null })),
    'diff --git a/a b/a\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..f719efd430d52bcfc8566a43b2eb655688d38871\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+two\n',
  ],
  [
    () => patchText(edit('a', { after: null })),
    'diff --git a/a b/a\ndeleted file mode 100644\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..0000000000000000000000000000000000000000\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
  ],
  [
    () => patchText(edit('a', { after: null, modeBefore: '100755' })),
    'diff --git a/a b/a\ndeleted file mode 100755\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..0000000000000000000000000000000000000000\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
  ],
  [
    () => patchText(edit('a b'), edit('c"d'), edit('e\nf'), edit('g\\h')),
    'diff --git a/a b b/a b\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- a/a b\t\n+++ b/a b\t\n@@ -1 +1 @@\n-one\n+two\ndiff --git "a/c\\"d" "b/c\\"d"\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- "a/c\\"d"\n+++ "b/c\\"d"\n@@ -1 +1 @@\n-one\n+two\ndiff --git "a/e\\012f" "b/e\\012f"\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- "a/e\\012f"\n+++ "b/e\\012f"\n@@ -1 +1 @@\n-one\n+two\ndiff --git "a/g\\\\h" "b/g\\\\h"\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- "a/g\\\\h"\n+++ "b/g\\\\h"\n@@ -1 +1 @@\n-one\n+two\n',
  ],
  [
    () => patchText(edit('a', { before: Buffer.from('one') })),
    'diff --git a/a b/a\nindex 43dd47ea691c90a5fa7827892c70241913351963..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n\\ No newline at end of file\n+two\n',
  ],
  [
    () => patchText(edit('a', { after: Buffer.from([0, 1]), before: null })),
    'diff --git a/a b/a\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..bdc955b7b2e610ad5a72302b139a2e6cb325519a\nGIT binary patch\nliteral 2\nJc${Nk1ONa700IC2\n\nliteral 0\nHc$@<O00001\n\n',
  ],
  [
    () => patchText(edit('a', { after: Buffer.from([0xff]), before: null })),
    'diff --git a/a b/a\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..ce542efaa5124a0437f0c4db329d7ec4b7ba70a7\nGIT binary patch\nliteral 1\nIc%1tW0096200000\n\nliteral 0\nHc$@<O00001\n\n',
  ],
  [
    () => patchText(edit('a', { mode: '120000', modeBefore: '100644' })),
    'diff --git a/a b/a\ndeleted file mode 100644\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..0000000000000000000000000000000000000000\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\ndiff --git a/a b/a\nnew file mode 120000\nindex 0000000000000000000000000000000000000000..f719efd430d52bcfc8566a43b2eb655688d38871\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+two\n',
  ],
  [
    () => patchText(edit('a', { objectFormat: 'sha256' })),
    'diff --git a/a b/a\nindex a4ed1f355afb02d88cd291d0e4463910c5061ece48a49aa2b1539b9af973b286..aa9e7dc1898c67af935ac94df08a73941e58390bd7d7a18abfe4f8b904dcfceb 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n',
  ],
  [
    () => patchText(edit('a', { objectFormat: 'sha256', before: null })),
    'diff --git a/a b/a\nnew file mode 100644\nindex 0000000000000000000000000000000000000000000000000000000000000000..aa9e7dc1898c67af935ac94df08a73941e58390bd7d7a18abfe4f8b904dcfceb\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+two\n',
  ],
  [
    async () =>
      createPatches([edit('a', { before: null, after: Buffer.alloc(10_000_000) })]).map(({ isOmitted, binary }) => [
        isOmitted ?? false,
        binary,
      ]),
    [[false, true]],
  ],
  [
    () => createPatches([edit('a', { before: null, after: Buffer.alloc(10_000_001) })]),
    [
      {
        path: 'a',
        text: 'diff --git a/a b/a\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..b4452d03786c823d7f5bf4b096959cbe169e45b1\nBinary file of 10000001 bytes, too large for this patch\n',
        added: 0,
        removed: 0,
        binary: true,
        isOmitted: true,
      },
    ],
  ],
  [
    () => createPatches([edit('a', { added: 7, removed: 8 })]),
    [
      {
        path: 'a',
        text: 'diff --git a/a b/a\nindex 5626abf0f72e58d7a153368ba57db4c673c0e171..f719efd430d52bcfc8566a43b2eb655688d38871 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n',
        added: 7,
        removed: 8,
        binary: false,
      },
    ],
  ],
  [
    () => createPatches([edit('a', { before: Buffer.from([0]), after: Buffer.from([0]), previousPath: 'b' })]),
    [
      {
        path: 'a',
        text: 'diff --git a/b b/a\nsimilarity index 100%\nrename from b\nrename to a\n',
        added: 0,
        removed: 0,
        binary: true,
      },
    ],
  ],
  [
    async () =>
      createPatches([
        edit('a', { before: Buffer.from('x\n'.repeat(5000)), after: Buffer.from(`${'y\n'.repeat(4999)}z`) }),
      ]).map(({ added, removed, text }) => [added, removed, text.split('\n').find((line) => line.startsWith('@@'))]),
    [[5000, 5000, '@@ -1,5000 +1,5000 @@']],
  ],
  [
    () => binaryHunk(null, Buffer.from('a'.repeat(200))),
    'GIT binary patch\nliteral 200\nLc$`a293B7w!hcK2\n\nliteral 0\nHc$@<O00001\n\n',
  ],
  [
    () => binaryHunk(Buffer.from(Array.from({ length: 60 }, (_, index) => (index * 79) % 256)), null),
    'GIT binary patch\nliteral 0\nHc$@<O00001\n\nliteral 60\nzc$@(|0K@+PPoC{Oi`pr8#};L@15%;zKaSljd&(JTw+2<D^Foo}FMiD&Yq|+or}jmZ\nS<1&HJA8x%2TdMg;m*zENvmG}8\n\n',
  ],
  // A file with other bytes than text that becomes a link, and the other way round.
  [
    async () =>
      createPatches([edit('a', { before: Buffer.from([0]), mode: '120000', modeBefore: '100644' })]).map(
        ({ binary }) => binary,
      ),
    [true],
  ],
  [
    async () =>
      createPatches([edit('a', { after: Buffer.from([0]), mode: '100644', modeBefore: '120000' })]).map(
        ({ binary }) => binary,
      ),
    [true],
  ],
  [
    async () => createPatches([edit('a', { mode: '100644', modeBefore: '120000' })]).map(({ binary }) => binary),
    [false],
  ],
  // What a commit may contain.
  [
    () =>
      splitCommittable([
        edit('a', { obstacle: 'is a submodule' }),
        edit('b'),
        edit('c', { after: null }),
      ]).committable.map(({ path }) => path),
    ['b', 'c'],
  ],
  [
    () => splitCommittable([edit('a', { after: Buffer.alloc(10_000_001) })]).withheld,
    [{ path: 'a', kind: 'changed', reason: 'has 10,000,001 bytes, but a file of a commit may have at most 10000000' }],
  ],
  [() => kindOfChange(edit()), 'changed'],
  [() => kindOfChange(edit('a', { before: null })), 'created'],
  [() => kindOfChange(edit('a', { after: null })), 'deleted'],
  [() => kindOfChange(edit('a', { before: null, kind: 'renamed' as never })), 'renamed'],
  [
    () => describeWithheld(['a', 'b', 'c', 'd'].map((path) => ({ path, kind: 'changed', reason: 'is large' }))),
    'a, b, c and 1 more is large',
  ],
  [
    () => describeWithheld(['a', 'b', 'c', 'd'].map((path) => ({ path, kind: 'changed', reason: `is ${path}` }))),
    'a is a; b is b; c is c',
  ],
  [
    () => ['.github/workflows/a.yml', '.github/actions/a.yml', '.GITHUB/WORKFLOWS/a'].map(isWorkflow),
    [true, false, true],
  ],
  // What a rule holds back.
  [
    () => splitCommittable([edit('a', { heldBy: PROTECTED }), edit('b')]).withheld,
    [
      {
        path: 'a',
        kind: 'changed',
        reason: 'is protected: it runs (policies/p.toml:3)',
        expected: true,
        heldBy: PROTECTED,
      },
    ],
  ],
  [() => splitCommittable([edit('a', { heldBy: PROTECTED })]).withheld.map(({ expected }) => expected), [undefined]],
  [
    () =>
      splitCommittable([edit('a', { heldBy: { ...PROTECTED, isQuiet: false } }), edit('b')]).withheld.map(
        ({ expected }) => expected,
      ),
    [undefined],
  ],
  [
    () => heldReason({ message: '', rule: { file: 'a.toml', line: 4, tier: 'admin', priority: 1, verdict: 'deny' } }),
    'is held back by a.toml:4 of the administrator',
  ],
  // Secrets in changes.
  [() => secretFile(null, SECRET), ['a']],
  [() => secretFile('', `a\n${SECRET}\n`), ['a']],
  [() => secretFile(SECRET, SECRET), []],
  [() => secretFile(`${SECRET}\n`, `${SECRET}\nmore\n`), []],
  [() => secretFile(`${SECRET}\n`, `${SECRET}\n${SECRET}\n`), ['a']],
  [() => secretFile(SECRET, null), []],
  [() => secretFile('a', 'b'), []],
  [() => secretFile(null, Buffer.from(SECRET, 'utf16le')), ['a']],
  [() => secretFile(null, Buffer.concat([Buffer.from([0]), Buffer.from(SECRET)])), ['a']],
  [() => secretFile(null, Buffer.concat([Buffer.from([0xff]), Buffer.from(SECRET, 'utf16le')])), ['a']],
  [() => secretFile(Buffer.from(SECRET, 'utf16le'), Buffer.from(SECRET, 'utf16le')), []],
  [() => pathsWithNewSecrets([edit(SECRET, { after: null })], filter), ['sEcReT+of/the=run-0123456789']],
  [
    () => incompletePatches([edit('a')], [edit('a', { after: Buffer.from('x') })], []),
    [{ path: 'a', kind: 'changed', reason: 'contains what looks like a secret; the patch does not contain it' }],
  ],
  [
    () => incompletePatches([edit('a')], [edit('b')], []),
    [{ path: 'b', kind: 'changed', reason: 'contains what looks like a secret; the patch does not contain it' }],
  ],
  [
    () =>
      [edit('a')].map((each) =>
        incompletePatches(
          [each],
          [each],
          [{ path: 'a', text: '', added: 0, removed: 0, binary: true, isOmitted: true }],
        ),
      ),
    [[{ path: 'a', kind: 'changed', reason: 'is a binary file too large for the patch' }]],
  ],
  [
    () =>
      [edit('a')].map((each) =>
        incompletePatches([each], [each], [{ path: 'a', text: '', added: 0, removed: 0, binary: true }]),
      ),
    [[]],
  ],
  [() => [edit('a')].map((each) => incompletePatches([each], [], [])), [[]]],
  [
    () =>
      [redactChange(edit('a', { after: Buffer.from(SECRET), previousPath: SECRET }), filter)].map(
        ({ path, previousPath, after }) => [path, previousPath, after?.toString()],
      ),
    [['a', '[redacted]', '[redacted]']],
  ],
  [
    () => [redactChange(edit('a', { before: null }), filter)].map((each) => [each.before, 'previousPath' in each]),
    [[null, false]],
  ],
  // Unused changes.
  [() => notice(['a']), 'The input changes is off, so 1 changed file will not be delivered: a'],
  [() => notice(['a'], { changes: 'report', filter }), undefined],
  [() => notice([]), undefined],
  [
    () => notice(['a', 'b', 'c', 'd', 'e']),
    'The input changes is off, so 5 changed files will not be delivered: a, b, c, d, e',
  ],
  [
    () => notice(['a', 'b', 'c', 'd', 'e', 'f']),
    'The input changes is off, so 6 changed files will not be delivered: a, b, c, d, e and 1 more',
  ],
  [
    () =>
      unusedChangesNotice(
        { changes: [], undelivered: [{ path: 'x', kind: 'changed', reason: 'r', expected: true }] },
        off,
      ),
    undefined,
  ],
  [
    () => unusedChangesNotice({ changes: [], undelivered: [{ path: 'x', kind: 'changed', reason: 'r' }] }, off)?.text,
    'The input changes is off, so 1 changed file will not be delivered: x',
  ],
  // Threads of earlier runs.
  [() => threads(onPull({ action: 'synchronize' })), [{ kind: 'resolve_fixed', number: 8, commentedPaths: ['a.ts'] }]],
  [() => threads(onPull({ action: 'opened' })), []],
  [
    () => threads(onPull({ action: 'synchronize', event: 'pull_request_target' })),
    [{ kind: 'resolve_fixed', number: 8, commentedPaths: ['a.ts'] }],
  ],
  [() => threads(onPull({ action: 'synchronize', event: 'pull_request_review' })), []],
  [() => threads(onPull({ action: 'synchronize' }), 'model'), []],
  [() => threads(onPull({ action: 'synchronize' }), 'budget'), []],
  [() => threads(onPull({ action: 'synchronize' }), 'ok', 'off'), []],
  [() => threads(undefined), []],
  [() => threads(without(onPull({ action: 'synchronize' }), 'number')), []],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
