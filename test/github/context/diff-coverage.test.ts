import { expect, test } from 'vitest'
import type { FileGroup, GroupedFile } from '../../../src/github/context/changed-files.ts'
import {
  describeUnseen,
  fileCoverage,
  isSeenInPrompt,
  markShown,
  recordPromptChanges,
} from '../../../src/github/context/diff-coverage.ts'
import { reviewSections } from '../../../src/review/review-sections.ts'

const file = (path: string, group: FileGroup = 'source', more: Partial<GroupedFile> = {}): GroupedFile => ({
  path,
  group,
  previousPath: undefined,
  status: 'modified',
  additions: 1,
  deletions: 0,
  patch: '+x',
  ...more,
})
const noDiff = { additions: 0, deletions: 0, patch: undefined }

function unseen(files: readonly GroupedFile[], show: (files: readonly GroupedFile[]) => void, missing?: string) {
  const github = { files: async () => [] }
  recordPromptChanges(7, { files, missing }, github)
  show(files)
  return describeUnseen(7, github)
}

const showAll = (files: readonly GroupedFile[]) => {
  for (const each of files) markShown(each)
}

test('nothing is said when the model saw every diff; pure renames and binary files have none', () => {
  const files = [file('a.ts'), file('b.png', 'source', noDiff), file('c.ts', 'renamed only', noDiff)]
  expect(unseen(files, ([first]) => markShown(first as GroupedFile))).toBeUndefined()
  expect(describeUnseen(8, { files: async () => [] })).toBeUndefined()
  expect(describeUnseen(undefined, { files: async () => [] })).toBeUndefined()
})

test('what was not seen is counted by group; only source files and missing ones are a warning', () => {
  const files = [
    file('a.ts'),
    file('dist/a.js', 'generated'),
    file('go.sum', 'lock file'),
    file('yarn.lock', 'lock file'),
  ]
  expect(unseen(files, ([first]) => markShown(first as GroupedFile))).toEqual({
    level: 'info',
    text: 'Looked at 1 of 4 changed files. Not seen in full: 1 generated, 2 lock files ("dist/a.js", "go.sum", "yarn.lock").',
  })
  expect(unseen([file('a.ts'), file('b.ts', 'source', { patch: undefined })], () => undefined)).toEqual({
    level: 'warning',
    text: 'Looked at 0 of 2 changed files. Not seen in full: 2 source ("a.ts", "b.ts").',
  })
  expect(unseen([file('a.ts')], showAll, 'GitHub lists fewer.')).toEqual({
    level: 'warning',
    text: 'Looked at 1 changed file. GitHub lists fewer.',
  })
})

test('a binary that programs run, load or unpack is named, a picture and one that goes are not', () => {
  const binary = { ...noDiff, without: 'binary' as const }
  const files = [
    file('a.ts'),
    file('lib/native.so', 'source', binary),
    file('gradle/wrapper.jar', 'vendored', { ...binary, status: 'added' }),
    file('old.dll', 'source', { ...binary, status: 'removed' }),
    file('logo.png', 'source', binary),
  ]
  expect(unseen(files, ([first]) => markShown(first as GroupedFile))).toEqual({
    level: 'info',
    text: 'Looked at 3 of 5 changed files. Not seen in full: 2 binary ("lib/native.so", "gradle/wrapper.jar").',
  })
})

test('a long diff counts as seen after its last part, in any order', () => {
  const long = file('long.ts')
  expect(unseen([long], () => markShown(long, { part: 2, parts: 2 }))?.text).toContain('0 of 1')
  expect(unseen([long], () => markShown(long, { part: 2, parts: 2 }))?.text).toContain('0 of 1')
  expect(unseen([long], () => markShown(long, { part: 1, parts: 2 }))).toBeUndefined()
})

test('text without a diff is named, files without changed text are not, and both counts in one comment agree', () => {
  const files = [
    file('seen.ts'),
    file('nul.js', 'source', noDiff),
    file('hidden by attributes.sql', 'source', noDiff),
    file('Makefile', 'source', { ...noDiff, status: 'added' }),
    file('huge.ts', 'source', { patch: undefined, additions: 9000 }),
    file('empty/__init__.py', 'source', {
      ...noDiff,
      status: 'added',
      blob: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
    }),
    file('same.ts', 'source', { ...noDiff, status: 'renamed' }),
    file('logo.PNG', 'source', noDiff),
  ]
  const github = { files: async () => [] }
  recordPromptChanges(7, { files }, github)
  markShown(files[0] as GroupedFile)
  const named = ['nul.js', 'hidden by attributes.sql', 'Makefile', 'huge.ts']
  expect(describeUnseen(7, github)).toEqual({
    level: 'warning',
    text: `Looked at 4 of 8 changed files. Not seen in full: 4 source (${named.map((each) => `"${each}"`).join(', ')}).`,
  })
  const coverage = fileCoverage(7, github)
  expect(coverage).toMatchObject({ changed: 8, read: 4, unseen: '4 source', unseenPaths: named })
  const review = { number: 7, commit: 'a'.repeat(40), findings: [], folded: [], coverage }
  expect(reviewSections({ review, turns: 1 })).toEqual([
    'Looked at 4 of 8 changed files at `aaaaaaaaaa`. Not seen in full: 4 source (`nul.js`, `hidden by attributes.sql`, `Makefile`, `huge.ts`).',
  ])
})

const SEEN: [name: string, changes: Parameters<typeof recordPromptChanges>[1], seen: boolean][] = [
  ['all of its diff', { files: [file('seen.ts')] }, true],
  ['nothing of its diff', { files: [file('seen.ts', 'source', { patch: undefined })] }, false],
  ['no change, because an earlier run read it', { files: [], all: [file('seen.ts')], since: 'a' }, false],
  [
    'another name of it, of which it saw nothing',
    { files: [file('new.ts', 'renamed only', { previousPath: 'seen.ts' })] },
    false,
  ],
  ['that the pull request no longer changes it', { files: [file('other.ts')] }, true],
  ['the same since an earlier run', { files: [], all: [file('other.ts')], since: 'a' }, true],
  ['nothing of it in a list that is not whole', { files: [file('other.ts')], missing: 'GitHub lists fewer.' }, false],
]
test.each(SEEN)('what a finding needs to be closed, where the model saw %s', (_, changes, seen) => {
  const github = { files: async () => [] }
  expect(isSeenInPrompt('seen.ts', 7, github)).toBe(false)
  recordPromptChanges(7, changes, github)
  for (const each of changes.files) if (each.patch !== undefined && each.path === 'seen.ts') markShown(each)
  expect(isSeenInPrompt('seen.ts', 7, github)).toBe(seen)
})

test('a report names ten files and counts the others', () => {
  const files = Array.from({ length: 14 }, (_, index) => file(`${index}.ts`))
  expect(unseen(files, () => undefined)?.text).toMatch(/\("0\.ts", .*"9\.ts", 4 more\)\.$/)
})
