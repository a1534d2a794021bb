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

test(`no source file is longer than ${LONGEST} lines`, () =>
  expect(sources.filter(({ text }) => text.split('\n').length > LONGEST + 1).map(({ file }) => file)).toEqual([]))

test('the environment is read at the entry only', () => {
  const entries = ['main.ts', 'cli.ts', 'inputs.ts']
  const offenders = sources.filter(
    ({ file, room, text }) => text.includes('process.env') && room !== 'host' && !entries.includes(file),
  )
  expect(offenders.map(({ file }) => file)).toEqual([])
})
