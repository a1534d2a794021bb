import { expect, test } from 'vitest'
import type { PinnedFiles, PinnedLocation } from '../../../src/github/api/pinned-files.ts'
import type { DiffFile } from '../../../src/github/api/response-schemas.ts'
import { countGroups, groupFiles, readChangedFiles } from '../../../src/github/context/changed-files.ts'

const file = (path: string, more: Partial<DiffFile> = {}): DiffFile => ({
  path,
  previousPath: undefined,
  status: 'modified',
  additions: 1,
  deletions: 0,
  patch: '@@ -0,0 +1 @@\n+x',
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
  expect(groupFiles([file(path)])).toMatchObject([{ group }])
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
  const grouped = groupFiles(
    paths.map((path) => file(path)),
    [{ folder: '', text: attributes }],
  )
  expect(Object.fromEntries(grouped.map(({ path, group }) => [path, group]))).toEqual({
    'schema/a.ts': 'generated',
    'deep/x/y.ts': 'generated',
    'deep/kept.ts': 'source',
    'dist/a.js': 'source',
    'copied/a.c': 'vendored',
    'src/a.ts': 'source',
    odd: 'source',
  })
})

test('an inner .gitattributes decides before an outer one, by paths below its folder, in the right letter case', async () => {
  const paths = ['api/gen/a.ts', 'api/gen/kept.ts', 'api/b.ts', 'gen/c.ts', 'Gen/d.ts', 'apiary/gen/e.ts']
  const grouped = groupFiles(
    paths.map((path) => file(path)),
    [
      { folder: '', text: '/gen/** linguist-vendored\nkept.ts linguist-generated' },
      { folder: 'api', text: '/gen/** linguist-generated\nb.ts linguist-generated' },
      { folder: 'api/gen', text: 'kept.ts -linguist-generated' },
    ],
  )
  expect(Object.fromEntries(grouped.map(({ path, group }) => [path, group]))).toEqual({
    'api/gen/a.ts': 'generated',
    'api/gen/kept.ts': 'source',
    'api/b.ts': 'generated',
    'gen/c.ts': 'vendored',
    'Gen/d.ts': 'source',
    'apiary/gen/e.ts': 'source',
  })
})

test('important files come first; within a group the order stays; groups are counted', async () => {
  const renamed = file('z.ts', { status: 'renamed', additions: 0, previousPath: 'y.ts' })
  const files = [renamed, file('yarn.lock'), file('a.lock.ts'), file('go.sum'), file('vendor/a.c'), file('dist/a.js')]
  const grouped = groupFiles([...files, file('A.ts')])
  expect(grouped.map(({ path }) => path)).toEqual([
    ...['a.lock.ts', 'A.ts', 'dist/a.js', 'vendor/a.c', 'yarn.lock', 'go.sum', 'z.ts'],
  ])
  expect(countGroups(grouped)).toBe('2 source, 1 generated, 1 vendored, 2 lock files, 1 renamed only')
})

const many = Array.from({ length: 3000 }, (_, index) => file(`src/${index}.ts`, { patch: 'x'.repeat(40) }))

const BASE = 'a'.repeat(40)

/** Answers what is read of a pull request with `files`, and keeps each query for the texts of `.gitattributes`. */
function fakeGitHub({ files = many, changedFiles, attributes = {} }: FakeOptions) {
  const queries: string[][] = []
  return {
    queries,
    repo: { owner: 'octo', name: 'pond' },
    compare: async () => ({ mergeBase: BASE, files: many.slice(0, 300) }),
    files: async () => [...files],
    tree: async () => ({ entries: [], truncated: false }),
    blob: async () => new Uint8Array(),
    pullAtStart: async () => ({ changedFiles, isMerged: false, base: { ref: 'main' }, head: { sha: 'new' } }) as never, // the only fields that are read
    async pinnedFiles(locations: readonly PinnedLocation[]): Promise<PinnedFiles[]> {
      queries.push(locations.map(({ owner, name, sha, path }) => `${owner}/${name}@${sha}:${path}`))
      return locations.map(({ path }) => {
        const text = attributes[path]
        return text === undefined ? { problem: 'no such path' } : { folder: false, files: [{ path, sha: '', text }] }
      })
    },
  }
}

type FakeOptions = { files?: DiffFile[]; changedFiles?: number; attributes?: Record<string, string> }

test.each([
  [3400, 'GitHub lists at most 3,000 files of a pull request; 400 of the 3400 changed files are missing here'],
  [undefined, 'GitHub lists at most 3,000 files of a pull request; this one may change more.'],
])('of %s files those that GitHub does not list are said', async (changedFiles, missing) => {
  const attributes = { '.gitattributes': 'src/1*.ts linguist-generated' }
  const github = fakeGitHub({ changedFiles, attributes })
  const changed = await readChangedFiles({ number: 1, base: BASE, head: 'head' }, github)
  expect(changed.missing).toContain(missing)
  expect(changed.isCurrent).toBe(true)
  expect(countGroups(changed.files)).toBe('1889 source, 1111 generated')
  expect(github.queries).toEqual([[`octo/pond@${BASE}:.gitattributes`, `octo/pond@${BASE}:src/.gitattributes`]])
})

test('nothing is missing when GitHub lists every file', async () => {
  const github = fakeGitHub({ changedFiles: 3000 })
  const changed = await readChangedFiles({ number: 1, base: BASE, head: 'head' }, github)
  expect(changed.missing).toBeUndefined()
})

test('one query reads the attributes of the folders with the most changed files', async () => {
  const folders = Array.from({ length: 200 }, (_, index) => `pkg/${String(index).padStart(3, '0')}`)
  const files = folders.flatMap((folder, index) =>
    Array.from({ length: index + 1 }, (_, name) => file(`${folder}/${name}.ts`, { patch: 'x'.repeat(40) })),
  )
  const attributes = {
    'pkg/.gitattributes': '* linguist-generated',
    'pkg/199/.gitattributes': '7.ts -linguist-generated',
    'pkg/000/.gitattributes': '* -linguist-generated', // one changed file
  }
  const github = fakeGitHub({ files, attributes })
  const { files: grouped } = await readChangedFiles({ number: 1, base: BASE }, github)
  expect(github.queries).toHaveLength(1)
  expect(github.queries[0]).toHaveLength(50)
  expect(grouped.filter(({ group }) => group === 'source').map(({ path }) => path)).toEqual(['pkg/199/7.ts'])
})

test.each<[string, string | undefined, Partial<ReturnType<typeof fakeGitHub>>]>([
  ['the query fails', BASE, { pinnedFiles: () => Promise.reject(new Error('403')) }],
  ['the base is no commit', 'main', {}],
  ['the base is unknown', undefined, {}],
])('names decide when %s', async (_, base, fake) => {
  const github = fakeGitHub({ attributes: { '.gitattributes': '* linguist-generated' } })
  const { files } = await readChangedFiles({ number: 1, base }, { ...github, ...fake })
  expect(countGroups(files)).toBe('3000 source')
  expect(github.queries).toEqual([])
})
