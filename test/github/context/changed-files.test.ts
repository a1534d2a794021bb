import { expect, test } from 'vitest'
import type { DiffFile } from '../../../src/github/api/response-schemas.ts'
import { readChangedFiles } from '../../../src/github/context/changed-files.ts'
import { countGroups, groupFiles } from '../../../src/github/context/file-groups.ts'

const file = (path: string, more: Partial<DiffFile> = {}): DiffFile => ({
  ...{ path, previousPath: undefined, status: 'modified', additions: 1, deletions: 0, patch: '@@ -0,0 +1 @@\n+x' },
  ...more,
})

test.each([
  ['src/a.ts', 'source'],
  ['lib/vendor.ts', 'source'],
  ['distribution/a.ts', 'source'],
  ['web/dist/index.js', 'generated'],
  ['api/pond.pb.go', 'generated'],
  ['test/__snapshots__/a.snap', 'generated'],
  ['vendor/github.com/a/b.go', 'vendored'],
  ['third_party/zlib/inflate.c', 'vendored'],
  ['package-lock.json', 'lock file'],
  ['crates/a/Cargo.lock', 'lock file'],
  ['go.sum', 'lock file'],
])('%s is %s', async (path, group) => {
  expect(await groupFiles([file(path)])).toMatchObject([{ group }])
})

test('the attributes of the repository decide before names do; the last line that matches wins', async () => {
  const attributes = `# comment
schema/*.ts linguist-generated
/deep/** -diff linguist-generated=true
deep/kept.ts -linguist-generated
dist/** linguist-generated=false
copied/** text linguist-vendored
!odd linguist-generated
"quoted name" linguist-generated
* text=auto`
  const paths = ['schema/a.ts', 'deep/x/y.ts', 'deep/kept.ts', 'dist/a.js', 'copied/a.c', 'src/a.ts', 'odd']
  const grouped = await groupFiles(
    paths.map((path) => file(path)),
    attributes,
  )
  expect(Object.fromEntries(grouped.map(({ path, group }) => [path, group]))).toEqual({
    ...{ 'schema/a.ts': 'generated', 'deep/x/y.ts': 'generated', 'deep/kept.ts': 'source', 'dist/a.js': 'source' },
    ...{ 'copied/a.c': 'vendored', 'src/a.ts': 'source', odd: 'source' },
  })
})

test('important files come first; within a group the order stays; groups are counted', async () => {
  const renamed = file('z.ts', { status: 'renamed', additions: 0, previousPath: 'y.ts' })
  const files = [renamed, file('yarn.lock'), file('a.lock.ts'), file('go.sum'), file('vendor/a.c'), file('dist/a.js')]
  const grouped = await groupFiles([...files, file('A.ts')])
  expect(grouped.map(({ path }) => path)).toEqual([
    ...['a.lock.ts', 'A.ts', 'dist/a.js', 'vendor/a.c', 'yarn.lock', 'go.sum', 'z.ts'],
  ])
  expect(countGroups(grouped)).toBe('2 source, 1 generated, 1 vendored, 2 lock files, 1 renamed only')
})

const many = Array.from({ length: 3000 }, (_, index) => file(`src/${index}.ts`, { patch: 'x'.repeat(40) }))

test.each([
  [3400, 'GitHub lists 3,000 files of a pull request at most: 400 of the 3400 changed files are missing here'],
  [undefined, 'GitHub lists 3,000 files of a pull request at most: this one may change more.'],
])('of %s files those that GitHub does not list are said', async (changedFiles, missing) => {
  const github = {
    compare: async () => ({ mergeBase: 'b', files: many.slice(0, 300) }),
    files: async () => [...many],
    pull: async () => ({ ...(changedFiles === undefined ? {} : { changedFiles }) }) as never, // the only field that is read
    content: async (path: string, ref: string) => {
      expect([path, ref]).toEqual(['.gitattributes', 'base'])
      return { kind: 'file', bytes: Buffer.from('src/1*.ts linguist-generated'), size: 1, blob: '' } as const
    },
  }
  const changed = await readChangedFiles({ number: 1, base: 'base', head: 'head' }, github)
  expect(changed.missing).toContain(missing)
  expect(changed.isCurrent).toBe(true)
  expect(countGroups(changed.files)).toBe('1889 source, 1111 generated')
})

test('nothing is missing when GitHub lists every file', async () => {
  const github = {
    compare: async () => ({ mergeBase: 'b', files: many.slice(0, 300) }),
    files: async () => [...many],
    pull: async () => ({ changedFiles: 3000 }) as never, // the only field that is read
    content: () => Promise.reject(new Error('404')),
  }
  expect((await readChangedFiles({ number: 1, base: 'base', head: 'head' }, github)).missing).toBeUndefined()
})
