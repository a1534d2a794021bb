import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')
const LONGEST = 350

/** Rooms that know nothing of a run as a whole. */
const ROOMS_OF_PARTS = 'host model policy settings github standin tools mcp record agent delivery'.split(' ')

const MAY_IMPORT: Record<string, readonly string[]> = {
  host: [],
  model: ['host'],
  policy: ['host'],
  settings: ['host'],
  github: ['host'],
  standin: ['host'],
  tools: ['host', 'model'],
  mcp: ['host', 'model', 'tools'],
  record: ['host', 'model'],
  agent: ['host', 'model', 'policy', 'tools', 'record'],
  delivery: ['host', 'github', 'tools', 'record'],
  steering: [...ROOMS_OF_PARTS, 'root'],
  equipment: [...ROOMS_OF_PARTS, 'steering', 'root'],
}

type Source = { file: string; room: string; text: string }

const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({
    file,
    room: file.includes(sep) ? (file.split(sep)[0] ?? '') : 'root',
    text: readFileSync(join(SRC, file), 'utf8'),
  }))

/** Every import counts: static, type-only, dynamic, re-export. */
function forbiddenImports({ file, room, text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].flatMap(([, specifier = '']) => {
    const target = relative(SRC, resolve(SRC, file, '..', specifier))
    const targetRoom = target.includes(sep) ? (target.split(sep)[0] ?? '') : 'root'
    const allowed =
      targetRoom === room || room === 'root' || room === 'commands' || MAY_IMPORT[room]?.includes(targetRoom)
    return allowed ? [] : [`${file} imports ${target}`]
  })
}

test('every folder is a room with known walls', () => {
  const rooms = new Set(sources.map(({ room }) => room))
  expect([...rooms].filter((room) => room !== 'root' && room !== 'commands' && !(room in MAY_IMPORT))).toEqual([])
})

test('no import goes through a wall', () => expect(sources.flatMap(forbiddenImports)).toEqual([]))

test('the wall test sees a forbidden import of every kind', () => {
  const kinds = [
    `import { a } from '../delivery/a.ts'`,
    `import type { A } from '../delivery/a.ts'`,
    `const a = await import('../delivery/a.ts')`,
    `export { a } from '../delivery/a.ts'`,
    `type A = import('../delivery/a.ts').A`,
  ]
  for (const text of kinds)
    expect(forbiddenImports({ file: join('agent', 'x.ts'), room: 'agent', text })).toHaveLength(1)
})

/** The files one needs to run, loaded at once or later; what it needs for its types alone is none of them. */
function neededBy({ file, text }: Pick<Source, 'file' | 'text'>): string[] {
  const named = [...text.matchAll(/^(?:import|export) ([^;'"]*?) ?from ['"](\.[^'"]+)['"]/gm)]
    .filter(([, names = '']) => !isOfTypes(names))
    .map(([, , specifier = '']) => specifier)
  const later = [...text.matchAll(/(?<!typeof )import\(['"](\.[^'"]+)['"]\)/g)].map(([, specifier = '']) => specifier)
  return [...named, ...later].map((specifier) => relative(SRC, resolve(SRC, file, '..', specifier)))
}

const isOfTypes = (names: string): boolean =>
  names.startsWith('type ') || (names.startsWith('{') && !/[{,]\s*(?!type |\s|\})/.test(names))

/** A way from a file back to itself, or undefined. */
function circleIn(files: readonly Pick<Source, 'file' | 'text'>[]): string[] | undefined {
  const needs = new Map(files.map((source) => [source.file, neededBy(source)]))
  const sound = new Set<string>()
  const visit = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (sound.has(file)) return undefined
    for (const next of needs.get(file) ?? []) {
      const circle = visit(next, [...way, file])
      if (circle !== undefined) return circle
    }
    sound.add(file)
    return undefined
  }
  return files.map(({ file }) => visit(file, [])).find((circle) => circle !== undefined)
}

test('no files need each other to run', () => expect(circleIn(sources)).toBeUndefined())

test('the circle test sees a circle, and lets types look back', () => {
  const circle = (back: string) =>
    circleIn([
      { file: 'a.ts', text: `import { b } from './b.ts'` },
      { file: 'b.ts', text: back },
    ])
  expect(circle(`import { a } from './a.ts'`)).toEqual(['a.ts', 'b.ts', 'a.ts'])
  expect(circle(`import {\n  type A,\n  a,\n} from './a.ts'`)).toEqual(['a.ts', 'b.ts', 'a.ts'])
  expect(circle(`const { a } = await import('./a.ts')`)).toEqual(['a.ts', 'b.ts', 'a.ts'])
  expect(circle(`import type { A } from './a.ts'`)).toBeUndefined()
  expect(circle(`import { type A, type B } from './a.ts'`)).toBeUndefined()
})

test(`no source file is longer than ${LONGEST} lines`, () =>
  expect(sources.filter(({ text }) => text.split('\n').length > LONGEST + 1).map(({ file }) => file)).toEqual([]))

test('the environment is read at the entry only', () => {
  const entries = ['main.ts', 'cli.ts', 'inputs.ts']
  const offenders = sources.filter(
    ({ file, room, text }) => text.includes('process.env') && room !== 'host' && !entries.includes(file),
  )
  expect(offenders.map(({ file }) => file)).toEqual([])
})
