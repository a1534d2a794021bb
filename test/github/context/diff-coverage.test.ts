import { expect, test } from 'vitest'
import type { FileGroup, GroupedFile } from '../../../src/github/context/changed-files.ts'
import { describeUnseen, markShown, recordPromptChanges } from '../../../src/github/context/diff.ts'

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
    text: 'The model did not see the whole diff of 3 of 4 changed files: 1 generated, 2 lock files.',
  })
  expect(unseen([file('a.ts'), file('b.ts', 'source', { patch: undefined })], () => undefined)).toEqual({
    level: 'warning',
    text: 'The model did not see the whole diff of 2 of 2 changed files: 2 source.',
  })
  expect(unseen([file('a.ts')], showAll, 'GitHub lists fewer.')).toEqual({
    level: 'warning',
    text: 'GitHub lists fewer.',
  })
})

test('a long diff counts as seen after its last part, in any order', () => {
  const long = file('long.ts')
  expect(unseen([long], () => markShown(long, { part: 2, parts: 2 }))?.text).toContain('1 of 1')
  expect(unseen([long], () => markShown(long, { part: 2, parts: 2 }))?.text).toContain('1 of 1')
  expect(unseen([long], () => markShown(long, { part: 1, parts: 2 }))).toBeUndefined()
})
