import { expect, test } from 'vitest'
import { type CommitFile, writeTree } from '../../../src/delivery/post/commit-files.ts'
import type { NewTreeEntry } from '../../../src/github/api/git-data.ts'

/** The requests that make a tree: of each its parent and its entries, and the sizes of the blobs. */
async function requestsFor(files: readonly CommitFile[]) {
  const trees: { parent: string; entries: readonly NewTreeEntry[] }[] = []
  const blobs: number[] = []
  const tree = await writeTree('base', files, {
    async createBlob(bytes) {
      blobs.push(bytes.length)
      return `blob-${blobs.length}`
    },
    async createTree(parent, entries) {
      trees.push({ parent, entries })
      return `tree-${trees.length}`
    },
  })
  return { tree, blobs, paths: trees.map(({ parent, entries }) => [parent, ...entries.map(({ path }) => path)]), trees }
}

const file = (path: string, content: string | Buffer | null): CommitFile => ({
  path,
  mode: '100644',
  bytes: content === null ? null : Buffer.from(content),
})

test.each<[string, CommitFile[], string[][]]>([
  ['no file', [], []],
  ['changes in their order', [file('b', null), file('a', 'x'), file('c', null)], [['base', 'b', 'a', 'c']]],
  [
    'a file that becomes a folder',
    [file('a/b/c', 'x'), file('a', null)],
    [
      ['base', 'a'],
      ['tree-1', 'a/b/c'],
    ],
  ],
  [
    'a folder that becomes a file',
    [file('a', 'x'), file('a/b/c', null)],
    [
      ['base', 'a/b/c'],
      ['tree-1', 'a'],
    ],
  ],
  [
    'a removed folder beside new files',
    [file('a/b', null), file('a/c', 'x'), file('d', 'y')],
    [['base', 'a/b', 'a/c', 'd']],
  ],
])('%s', async (_, files, expected) => {
  const { paths, tree } = await requestsFor(files)
  expect(paths).toEqual(expected)
  expect(tree).toBe(expected.length === 0 ? 'base' : `tree-${expected.length}`)
})

test('small text goes with the tree, all else as a blob of its own', async () => {
  const { blobs, trees } = await requestsFor([
    file('text', 'small'),
    file('limit', 'x'.repeat(200_000)),
    file('long', 'x'.repeat(200_001)),
    file('zero', 'a\0b'),
    file('latin', Buffer.from([0xe9])),
    file('gone', null),
  ])
  expect(blobs).toEqual([200_001, 3, 1])
  const kinds = trees[0]?.entries.map((entry) => [entry.path, 'text' in entry ? 'text' : entry.blob])
  expect(kinds).toEqual([
    ['text', 'text'],
    ['limit', 'text'],
    ['long', 'blob-1'],
    ['zero', 'blob-2'],
    ['latin', 'blob-3'],
    ['gone', null],
  ])
})

test('a request has at most 1,000,000 bytes and 200 entries', async () => {
  const large = (name: string) => file(name, 'x'.repeat(200_000))
  const five = ['a', 'b', 'c', 'd', 'e'].map(large)
  expect((await requestsFor(five)).paths).toHaveLength(1)
  expect((await requestsFor([...five, file('f', 'y')])).paths.map((each) => each.length)).toEqual([6, 2])
  const many = Array.from({ length: 401 }, (_, index) => file(`file-${index}`, 'x'))
  expect((await requestsFor(many)).paths.map((each) => each.length - 1)).toEqual([200, 200, 1])
})
