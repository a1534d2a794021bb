import { posix } from 'node:path'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { createSubdirectoryMemory, loadMemory, memoryWithFallback, placeOptions } from '../../src/agent/memory-files.ts'
import { placeGlobs, readLearnings } from '../../src/agent/place-instructions.ts'
import { commitOf } from '../fakes/commit.ts'
import { dice } from '../policy/shell/line-generator.ts'
import { isFull, SAMPLE_SEED } from '../sample.ts'

const ROOT = '/srv/tree'
const FOLDERS = ['', 'src', 'src/api', 'src/api/v1', 'web', 'web/[id]', 'docs', '.github']
const GLOBS = [
  '**',
  'src/**',
  'src/*.ts',
  '**/*.md',
  '!src/api/**',
  'web/**/*.ts',
  '{docs,web}/**',
  '.github/**',
  '*.ts',
]
const NAMES = ['a.ts', 'b.md', 'c.test.ts']

type World = { files: Record<string, string>; instructions: { paths: string[]; text: string }[]; fileName?: string }

/** A tree with memory files at random places, and instructions for random globs. */
function worldOf(roll: (sides: number) => number): World {
  const files: Record<string, string> = {}
  for (const folder of FOLDERS) {
    for (const name of NAMES) if (roll(3) > 0) files[posix.join(folder, name)] = 'code'
    for (const name of ['GEMINI.md', 'AGENTS.md'])
      if (roll(2) === 0) files[posix.join(folder, name)] = `${name} of /${folder}`
  }
  const instructions = Array.from({ length: roll(5) }, (_, nth) => ({
    paths: Array.from({ length: 1 + roll(3) }, () => GLOBS[roll(GLOBS.length)] ?? ''),
    text: `rule ${nth}`,
  }))
  return { files, instructions, ...(roll(4) === 0 && { fileName: 'AGENTS.md' }) }
}

/** By the words of the documentation: what applies to the files that a run reads. */
function expected({ files, instructions, fileName }: World, read: readonly string[]): Set<string> {
  const folders = new Set(
    read.flatMap((path) => FOLDERS.filter((folder) => folder === '' || path.startsWith(`${folder}/`))),
  )
  const own = fileName ?? 'GEMINI.md'
  const memory = [...folders].flatMap((folder) => {
    const [named, other] = [own, 'AGENTS.md'].map((name) => files[posix.join(folder, name)])
    return named ?? (fileName === undefined ? other : undefined) ?? []
  })
  const applies = (globs: readonly string[], path: string) => {
    const [not, yes] = [globs.filter((glob) => glob.startsWith('!')), globs.filter((glob) => !glob.startsWith('!'))]
    const matches = (glob: string) => picomatch(glob, { dot: true })(path)
    return (yes.length === 0 || yes.some(matches)) && !not.some((glob) => matches(glob.slice(1)))
  }
  const rules = instructions.filter(({ paths }) => read.some((path) => applies(paths, path)))
  return new Set([...memory, ...rules.map(({ text }) => text)])
}

test('for generated trees and globs a run gets what applies to the files that it reads, and nothing else', async () => {
  for (let seed = 0; seed < (isFull ? 3_000 : 150); seed += 1) {
    const roll = dice(SAMPLE_SEED * 10_000 + seed)
    const world = worldOf(roll)
    const settings = { context: { fileName: world.fileName }, sluice: { review: { instructions: world.instructions } } }
    const shown: string[] = []
    const places = { ...placeOptions(settings), root: ROOT, shownFiles: () => shown }
    const memory = createSubdirectoryMemory(commitOf(world.files), [], places, () => undefined)
    const paths = Object.keys(world.files).filter((path) => NAMES.includes(posix.basename(path)))
    const read = paths.filter(() => roll(4) === 0)
    const texts: string[] = []
    for (const path of read) {
      const way = roll(4)
      if (way === 0) shown.push(path)
      const named = way === 1 ? { file_path: `${ROOT}/${path}` } : { file_path: path }
      const said =
        way === 0
          ? await memory('github__get_diff', {})
          : way === 3
            ? await memory('read_many_files', { include: ['**'] }, `--- ${path} ---\n\ncode\n\n--- End of content ---`)
            : await memory('read_file', named)
      texts.push(said ?? '')
    }
    const all = texts.join('\n')
    const got = [...all.matchAll(/^(?:rule \d|(?:GEMINI|AGENTS)\.md of \/.*)$/gm)].map(([line]) => line)
    expect(got.length, `seed ${seed}: nothing comes twice`).toBe(new Set(got).size)
    expect(new Set(got), `seed ${seed}: ${read.join(' ')}`).toEqual(expected(world, read))
  }
})

test('a pattern and the end of a result are no files', async () => {
  const instructions = [{ paths: ['**', '!src/**'], text: 'rule 0' }]
  const places = { ...placeOptions({ sluice: { review: { instructions } } }), root: ROOT, shownFiles: () => [] }
  const memory = createSubdirectoryMemory(commitOf({ 'src/a.ts': 'code' }), [], places, () => undefined)
  const text = '--- src/a.ts ---\n\ncode\n\n--- End of content ---'
  expect(await memory('read_many_files', { include: ['**', 'docs'] }, text)).toBeUndefined()
  expect(await memory('read_file', { file_path: 'docs' })).toContain('rule 0')
})

test('AGENTS.md counts where a folder has no GEMINI.md, with a note, unless the settings name the files', async () => {
  const files = {
    'AGENTS.md': 'root agents',
    'a/GEMINI.md': 'a gemini',
    'a/AGENTS.md': 'a agents',
    'b/AGENTS.md': 'b agents',
  }
  const plain = await loadMemory(commitOf(files), memoryWithFallback(undefined))
  expect(plain.files.map(({ path }) => path)).toEqual(['AGENTS.md', 'a/GEMINI.md', 'b/AGENTS.md'])
  expect(plain.fallbacks).toEqual(['AGENTS.md', 'b/AGENTS.md'])
  expect(plain.notes).toEqual(['AGENTS.md counts as memory where a folder has no GEMINI.md: AGENTS.md, b/AGENTS.md.'])
  const named = await loadMemory(commitOf(files), memoryWithFallback({ fileName: 'GEMINI.md' }))
  expect([named.files.map(({ path }) => path), named.notes]).toEqual([['a/GEMINI.md'], []])
  const large = await loadMemory(commitOf({ 'AGENTS.md': 'x\n'.repeat(200_000) }), memoryWithFallback(undefined))
  expect(large.notes[0]).toMatch(/^AGENTS\.md is larger than \d+ KiB/)
})

const GLOB_FORMS: [globs: string[], named: string[]][] = [
  [['docs/'], ['docs/a.md', 'docs/b/c.md']],
  [['/docs/**'], ['docs/a.md', 'docs/b/c.md']],
  [['./docs/*.md'], ['docs/a.md']],
  [['**.md'], ['A.md', 'docs/a.md', 'docs/b/c.md']],
  [
    ['**/*', '!./docs/'],
    ['A.md', 'src/[id]/x.ts', '.github/y.yml'],
  ],
  [['!docs/', 'docs/{a,z}.md'], []],
  [['{docs,.github}/*.{md,yml}'], ['docs/a.md', '.github/y.yml']],
  [['a.md', 'DOCS/**'], []],
  [['src/[[]id]/*.ts', 'src/\\[id\\]/*.md'], ['src/[id]/x.ts']],
]
const TREE = ['A.md', 'docs/a.md', 'docs/b/c.md', 'src/[id]/x.ts', '.github/y.yml']
test.each(GLOB_FORMS)('the globs %j of an instruction, as people write paths for GitHub', (globs, named) =>
  expect(TREE.filter(placeGlobs(globs))).toEqual(named),
)

const DAYS: [until: string, applies: boolean][] = [
  ['2026-11-26', true],
  ["'2026-11-27'", true],
  ['2026-11-26 # the last day', true],
  ['2026-11-25', false],
  ['2027-02-31', false],
  ['2027-13-01', false],
  ['2027-1-5', false],
  ['31 December 2027', false],
  ['2027-06-30T00:00:00+14:00', false],
  ['2027', false],
  ['', false],
  ['[2027-06-30, 2028-06-30]', false],
]
test.each(DAYS)('a learning with the end date %j applies on 26 November 2026: %j', async (until, applies) => {
  const files = { '.gemini/learnings/a.md': `---\npaths: src/**\nuntil: ${until}\n---\nIds.\n` }
  for (const time of ['00:00:00.000Z', '23:59:59.999Z']) {
    const { instructions, notes } = await readLearnings(commitOf(files), Date.parse(`2026-11-26T${time}`))
    expect([instructions.length, notes.length]).toEqual(applies ? [1, 0] : [0, 1])
    if (!applies) expect(notes[0]).toContain('its date `until` is past, or is no date')
  }
})

test('learnings apply until their date; the others are named', async () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  const file = (front: string, text: string) => `---\n${front}\n---\n${text}\n`
  const files = {
    '.gemini/learnings/a.md': file('paths: src/**\nuntil: 2026-11-26', 'Ids are never zero.'),
    '.gemini/learnings/b.md': file(
      "paths: ['src/**', '!src/gen/**']\nsource: https://github.com/o/r/pull/1#discussion_r2",
      'Times are UTC.',
    ),
    '.gemini/learnings/c.md': file('paths: src/**\nuntil: 2026-11-25', 'Old.'),
    '.gemini/learnings/d.md': 'No front matter.',
    '.gemini/learnings/e.md': file('paths: 7', 'Wrong.'),
    '.gemini/learnings/f.md': file('paths: src/**\nuntil: soon', 'Wrong.'),
    '.gemini/learnings/g.txt': file('paths: src/**', 'Another file.'),
  }
  const { instructions, notes } = await readLearnings(commitOf(files), now)
  expect(instructions).toEqual([
    { paths: ['src/**'], text: 'Ids are never zero.', source: '.gemini/learnings/a.md' },
    { paths: ['src/**', '!src/gen/**'], text: 'Times are UTC.', source: '.gemini/learnings/b.md' },
  ])
  expect(notes).toEqual([
    '.gemini/learnings/c.md no longer applies: its date `until` is past, or is no date.',
    '.gemini/learnings/d.md does not apply: it needs front matter with `paths`.',
    '.gemini/learnings/e.md does not apply: it needs front matter with `paths`.',
    '.gemini/learnings/f.md no longer applies: its date `until` is past, or is no date.',
  ])
})
