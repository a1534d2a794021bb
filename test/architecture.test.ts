import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname } from 'node:path/posix'
import { expect, test } from 'vitest'
import { importsOf, readSources, type SourceFile, sourceFile } from './sources.ts'

const MAX_LINES = 550
const MAX_FILES = 30
const MAX_SOURCES = 480
const MAX_SESSION_LINES = 2500

/**
 * The folders each folder may import. Entries (files directly in src/) see everything, and nothing imports an entry.
 * `every folder's walls form a DAG` holds this table; `no import crosses a wall` holds the code to it.
 */
const LAYERS = {
  text: [],
  platform: ['text'],
  model: ['text', 'platform'],
  github: ['text', 'platform'],
  emulators: ['text', 'platform'],
  tools: ['text', 'platform', 'model'],
  policy: ['text', 'platform', 'tools'],
  record: ['text', 'platform', 'model'],
  mcp: ['text', 'platform', 'model', 'tools'],
  'github-tools': ['text', 'platform', 'github', 'tools'],
  agent: ['text', 'platform', 'model', 'policy', 'tools', 'record'],
  config: ['text', 'platform', 'policy', 'github', 'tools', 'record', 'agent'],
  proof: ['text', 'platform', 'record', 'config'],
  review: ['text', 'platform', 'policy', 'github', 'tools', 'record', 'agent', 'github-tools', 'config', 'proof'],
  gh: ['text', 'platform', 'github', 'tools', 'record', 'github-tools', 'agent', 'config'],
  delivery: ['text', 'platform', 'policy', 'github', 'tools', 'record', 'github-tools', 'config', 'review', 'proof'],
  telemetry: ['text', 'platform', 'model', 'record', 'config'],
  results: ['text', 'platform', 'policy', 'github', 'tools', 'record', 'agent', 'config'],
  spending: ['text', 'platform', 'github', 'record', 'agent', 'config', 'delivery'],
  resume: [
    ...['text', 'platform', 'model', 'policy', 'github', 'tools', 'record', 'agent', 'config'],
    ...['github-tools', 'review', 'delivery', 'proof'],
  ],
} satisfies Record<string, readonly string[]>
const BELOW_SESSION = Object.keys(LAYERS).filter((folder) => folder !== 'emulators')
const MAY_IMPORT: Record<string, readonly string[]> = {
  ...LAYERS,
  session: BELOW_SESSION,
  scale: [...BELOW_SESSION, 'session'],
  commands: [...BELOW_SESSION, 'emulators', 'session', 'scale'],
}
const ENTRIES = ['action.ts', 'cli.ts', 'entry.ts', 'run.ts']

const sources = readSources()

const crossedWalls = (source: SourceFile): string[] =>
  importsOf(source).flatMap((target) => {
    const folder = target.includes('/') ? (target.split('/')[0] ?? '') : ''
    if (folder === '') return [`${source.file} imports the entry ${target}`].filter(() => source.folder !== '')
    const allowed = folder === source.folder || source.folder === '' || MAY_IMPORT[source.folder]?.includes(folder)
    return allowed ? [] : [`${source.file} imports ${target}`]
  })

/** A path from a node back to itself along `edges`, or undefined. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const finished = new Set<string>()
  const visit = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (finished.has(node)) return undefined
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle !== undefined) return cycle
    }
    finished.add(node)
    return undefined
  }
  return [...edges.keys()].map((node) => visit(node, [])).find((cycle) => cycle !== undefined)
}

const foldersOf = (file: string): string[] => (file.includes('/') ? [dirname(file), ...foldersOf(dirname(file))] : [])

/** Which subfolder of one parent imports which sibling: files directly in the parent belong to no subfolder. */
function siblingEdges(files: readonly SourceFile[]): Map<string, string[]> {
  const edges = new Map<string, string[]>()
  for (const source of files)
    for (const target of importsOf(source))
      for (const from of foldersOf(source.file))
        for (const to of foldersOf(target))
          if (from !== to && dirname(from) === dirname(to)) edges.set(from, [...(edges.get(from) ?? []), to])
  return edges
}

test('src/ shows four entries and known folders', () => {
  expect(
    sources
      .filter(({ folder }) => folder === '')
      .map(({ file }) => file)
      .sort(),
  ).toEqual(ENTRIES)
  expect([...new Set(sources.map(({ folder }) => folder))].filter((folder) => folder !== '').sort()).toEqual(
    Object.keys(MAY_IMPORT).sort(),
  )
})

test('the import rules form a DAG', () => expect(findCycle(new Map(Object.entries(MAY_IMPORT)))).toBeUndefined())

test('no import breaks the rules, and nothing imports an entry', () =>
  expect(sources.flatMap(crossedWalls)).toEqual([]))

/**
 * The dynamic imports of `src/`, by file: the code of a run, of a run over a list and of the command line, and large packages that most runs do not
 * need. @actions/github reads the payload while it loads, so its errors belong to the run.
 */
const LOADED_LATER: Record<string, string[]> = {
  'action.ts': ['./scale/run-scale.ts', './run.ts'],
  'entry.ts': ['./cli.ts'],
  'github/events/incoming-event.ts': ['@actions/github'],
  'model/google-auth.ts': ['google-auth-library'],
  'proof/trees.ts': ['htmlparser2'],
  'session/external-tools.ts': ['./mcp-servers.ts', './mcp-servers.ts'],
  'telemetry/telemetry-data.ts': ['./exporters.ts'],
  'tools/web-fetch.ts': ['html-to-text'],
}

test('everything else is imported statically', () => {
  const later = sources.flatMap(({ file, text }): [string, string[]][] => {
    const targets = [...text.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)].map(([, target = '']) => target)
    return targets.length === 0 ? [] : [[file, targets]]
  })
  expect(Object.fromEntries(later)).toEqual(LOADED_LATER)
})

test('folders and their subfolders form a DAG', () => expect(findCycle(siblingEdges(sources))).toBeUndefined())

test('the import test detects every kind of forbidden import', () => {
  const kinds = [
    `import { a } from '../delivery/a.ts'`,
    `import type { A } from '../delivery/a.ts'`,
    `const a = await import('../delivery/a.ts')`,
    `export { a } from '../delivery/a.ts'`,
    `type A = import('../delivery/a.ts').A`,
    `import { run } from '../run.ts'`,
  ]
  for (const text of kinds) expect(crossedWalls(sourceFile('agent/x.ts', text))).toHaveLength(1)
  expect(crossedWalls(sourceFile('run.ts', `import { a } from './agent/a.ts'`))).toEqual([])
})

test('the DAG tests detect a cycle', () => {
  expect(findCycle(new Map([...Object.entries(MAY_IMPORT), ['text', ['agent']]]))).toContain('text')
  const edges = siblingEdges([
    sourceFile('a/x/one.ts', `import { two } from '../y/two.ts'`),
    sourceFile('a/y/two.ts', `import type { Three } from '../x/three.ts'`),
  ])
  expect(findCycle(edges)).toEqual(['a/x', 'a/y', 'a/x'])
})

const fileCycle = (files: readonly SourceFile[]) =>
  findCycle(new Map(files.map((source) => [source.file, importsOf(source)])))

test('no files import each other, not even for types', () => expect(fileCycle(sources)).toBeUndefined())

test('the cycle test detects a cycle of files', () => {
  const cycle = (text: string) =>
    fileCycle([sourceFile('a.ts', `import { b } from './b.ts'`), sourceFile('b.ts', text)])
  for (const text of [
    `import { a } from './a.ts'`,
    `import {\n  type A,\n  a,\n} from './a.ts'`,
    `const { a } = await import('./a.ts')`,
    `import type { A } from './a.ts'`,
    `export type { A } from './a.ts'`,
  ])
    expect(cycle(text), text).toEqual(['a.ts', 'b.ts', 'a.ts'])
  expect(cycle(`import { c } from './c.ts'`)).toBeUndefined()
})

test(`src/ has at most ${MAX_SOURCES} files, and session/ only assembles: at most ${MAX_SESSION_LINES} lines`, () => {
  expect(sources.length).toBeLessThanOrEqual(MAX_SOURCES)
  const session = sources.filter(({ folder }) => folder === 'session')
  expect(session.length).toBeGreaterThan(5)
  expect(session.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)).toBeLessThanOrEqual(MAX_SESSION_LINES)
})

test('no two files have one name', () => {
  // A file of emulators/ has the name of what it stands for.
  const named = sources.filter(({ file, folder }) => folder !== 'emulators' && !ENTRIES.includes(file))
  const names = Map.groupBy(named, ({ file }) => basename(file))
  expect([...names].flatMap(([name, { length }]) => (length > 1 ? [name] : []))).toEqual([])
})

/** The words of features, each with its room. */
const FEATURE_WORDS: [room: string, word: RegExp][] = [
  ['review', /finding/i],
  ['review', /suggestion/i],
  ['review', /sarif/i],
  ['resume', /resum/i],
  ['gh', /^gh[-A-Z]|Gh[A-Z]/],
  ['results', /step-?result|result-?(?:names|channel|line|files|tool)/i],
  ['spending', /spending/i],
  ['telemetry', /telemetry|otel/i],
]

const EXPORTED = /^export (?:async )?(?:function\*?|const|type|class) (\w+)/gm

/** The rooms in which a file name or an exported name has the word. */
function roomsOf(word: RegExp, files: readonly SourceFile[]): string[] {
  const holders = files.filter(({ file, text }) =>
    [basename(file), ...Array.from(text.matchAll(EXPORTED), ([, name = '']) => name)].some((name) => word.test(name)),
  )
  return [...new Set(holders.map(({ folder }) => folder))]
}

test('the word of a feature stands in the names of at most three rooms', () => {
  for (const [room, word] of FEATURE_WORDS) {
    const rooms = roomsOf(word, sources)
    expect(rooms, String(word)).toContain(room)
    expect(rooms.length, `${word}: ${rooms.join(', ')}`).toBeLessThanOrEqual(3)
  }
  const files = [sourceFile('a/findings.ts', ''), sourceFile('b/x.ts', 'export const newFinding = 1')]
  expect(roomsOf(/finding/i, files)).toEqual(['a', 'b'])
})

const tooLong = (files: readonly SourceFile[]) =>
  files.filter(({ text }) => text.split('\n').length > MAX_LINES + 1).map(({ file }) => file)

function tooFull(files: readonly SourceFile[]): string[] {
  const byFolder = Map.groupBy(files, ({ file }) => dirname(file))
  return [...byFolder].flatMap(([folder, { length }]) => (length > MAX_FILES ? [`${folder}: ${length} files`] : []))
}

test(`no source file is longer than ${MAX_LINES} lines`, () => expect(tooLong(sources)).toEqual([]))

test(`no folder lists more than ${MAX_FILES} files`, () => expect(tooFull(sources)).toEqual([]))

test('the size tests detect a long file and a full folder', () => {
  expect(tooLong([sourceFile('a/b.ts', 'x\n'.repeat(MAX_LINES + 1))])).toEqual(['a/b.ts'])
  const files = Array.from({ length: MAX_FILES + 1 }, (_, index) => sourceFile(`a/${index}.ts`, ''))
  expect(tooFull(files)).toEqual([`a: ${MAX_FILES + 1} files`])
})

// The program `gh` runs on its own, in the environment of the command that starts it.
test('only entries, platform/ and the program gh read the environment', () => {
  const readers = sources.filter(({ folder, text }) => text.includes('process.env') && folder !== 'platform')
  expect(readers.map(({ file }) => file).filter((file) => !ENTRIES.includes(file))).toEqual(['gh/gh-client.ts'])
})

/** The files that load a module, however they write it; imports of its types do not count. */
const loadersOf = (module: string) =>
  sources
    .filter(({ text }) => text.replace(/^import type [^']*'[^']*'/gm, '').includes(`${module}'`))
    .map(({ file }) => file)

test('execa starts every program, by its whole path, and hands out no variable by itself', () => {
  expect(loadersOf('child_process')).toEqual([])
  const starting = loadersOf('execa').filter((file) => !file.startsWith('emulators/'))
  expect(starting.length).toBeGreaterThan(2)
  for (const file of starting) {
    const calls =
      sources.find((each) => each.file === file)?.text.match(/\bexeca\([\s\S]*?\n {0,4}\}\)|\bexeca\(.*\)/g) ?? []
    expect(calls.length, file).toBeGreaterThan(0)
    for (const call of calls) {
      expect(call, file).not.toMatch(/^execa\(\s*['"`]/)
      expect(call, file).toContain('extendEnv: false')
    }
  }
})

// Node 24 forgets a limit that only AbortSignal.any() refers to.
test('a limit of time is one that Node keeps', () => {
  const users = sources.filter(({ text }) => text.includes('AbortSignal.timeout('))
  expect(users.map(({ file }) => file)).toEqual(['platform/time.ts'])
})

// With code still compiling in the background, process.exit() may wait for ever: https://github.com/nodejs/node/issues/54918
test('the action ends by itself, and never by process.exit()', () => {
  const exiting = sources.filter(({ text }) => /process\.(?:exit|reallyExit|abort)\(/.test(text))
  expect(exiting.map(({ file }) => file).sort()).toEqual(['cli.ts', 'platform/sandbox/network.ts'])
})

test('the picture of the rooms shows the direct edges of the table', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  const [, picture = ''] = /<!-- rooms -->([\s\S]*)<!-- \/rooms -->/.exec(page) ?? []
  const drawn = [...picture.matchAll(/^ {2}([\w-]+)(?:\[.*\])? --> (.*)$/gm)].flatMap(([, from, targets = '']) =>
    targets.split(' & ').map((to) => `${from} ${to}`),
  )
  const table: Record<string, readonly string[]> = { ...MAY_IMPORT, entries: Object.keys(MAY_IMPORT) }
  const isBelow = (room: string, upper: string): boolean =>
    table[upper]?.some((next) => next === room || isBelow(room, next)) ?? false
  const direct = Object.entries(table).flatMap(([from, targets]) =>
    targets.filter((to) => !targets.some((other) => isBelow(to, other))).map((to) => `${from} ${to}`),
  )
  expect(drawn.sort()).toEqual(direct.sort())
})

test('the architecture page lists at most 15 files and 2,200 lines to follow one run', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  const [, table = ''] = /<!-- reading-order -->([\s\S]*)<!-- \/reading-order -->/.exec(page) ?? []
  const files = [...table.matchAll(/`src\/([^`]+)`/g)].map(([, file = '']) => file)
  const listed = files.map((file) => sources.find((source) => source.file === file))
  expect(listed.filter((source) => source === undefined)).toEqual([])
  expect([files.at(0), files.at(-1)]).toEqual(['action.ts', 'delivery/post/comment.ts'])
  expect(files.length).toBeLessThanOrEqual(15)
  expect(listed.reduce((sum, source) => sum + (source?.text.split('\n').length ?? 1) - 1, 0)).toBeLessThanOrEqual(2200)
})

test('the glossary has at most 25 terms', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  const glossary = page.split('## Glossary')[1]?.split('\n## ')[0] ?? ''
  expect(glossary.split('\n').filter((line) => line.startsWith('| ')).length - 1).toBeLessThanOrEqual(25)
})
