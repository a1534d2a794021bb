import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareParticles, duplicateNames, needlessSpreads } from './house-rules.ts'
import { readSources, sourceFile } from './sources.ts'

const sources = readSources()

test('exported names and the names of types are unique', () => expect(duplicateNames(sources)).toEqual([]))

test('no export, parameter, property or long-lived variable is called by a bare particle', () =>
  expect(sources.flatMap(bareParticles)).toEqual([]))

test('nobody spreads a condition or a group into an object', () => expect(sources.flatMap(needlessSpreads)).toEqual([]))

test.each([
  ['two constants', 'export const limit = 1', 'export const limit = 2', ['limit: a.ts, b.ts']],
  ['a function and a constant', 'export function limit() {}', 'export const limit = 2', ['limit: a.ts, b.ts']],
  ['an exported and a private type', 'export type Limit = 1', 'type Limit = 2', ['Limit: a.ts, b.ts']],
  ['an interface and a class', 'export interface Limit {}', 'export class Limit {}', ['Limit: a.ts, b.ts']],
  ['two private types', 'type Limit = 1', 'type Limit = 2', []],
  ['two private constants', 'const limit = 1', 'const limit = 2', []],
])('unique names: %s', (_, first, second, expected) =>
  expect(duplicateNames([sourceFile('a.ts', first), sourceFile('b.ts', second)])).toEqual(expected),
)

test.each([
  ['export const found = 1', 1],
  ['export type A = { why: string }', 1],
  ['export type A = { at(x: number): void }', 1],
  ['const f = (given: number) => given', 1],
  ['const f = ({ most = 1 }: { max: number }) => most', 1],
  ['const f = ({ max: most }: { max: number }) => most', 1],
  ['const f = (...left: number[]) => left', 1],
  ['const a = { why: 1 }', 1],
  [`function f() {\n  const at = 1\n${'  g()\n'.repeat(5)}  return at\n}`, 1],
  [`function f() {\n  const at = 1\n  return at\n}`, 0],
  ['const f = ({ why: reason }: { why: string }) => reason', 1],
  ['const reason = error.why', 0],
  ['export const position = { line: 1 }', 0],
])('bare particles: %s', (text, count) => expect(bareParticles(sourceFile('a.ts', text))).toHaveLength(count))

test.each([
  ['const a = { ...(b === undefined ? {} : { b }) }', 1],
  ['const a = { ...(b && { b }) }', 1],
  ['const a = { ...{ b, c }, d }', 1],
  ['const a = { c: { ...(b ?? {}) } }', 1],
  ['const a = { ...b, c: d ? 1 : undefined }', 0],
  ['const a = [...(b ? [] : [b])]', 0],
  ['const a = { ...b(), ...(await c()) }', 0],
])('spreads: %s', (text, count) => expect(needlessSpreads(sourceFile('a.ts', text))).toHaveLength(count))

test('who listens for the end of a signal looks first whether it has ended: an aborted signal tells no listener', () => {
  const folder = join(import.meta.dirname, '../src')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)
  expect(texts.flatMap(([file, text]) => unguardedListeners(text).map((line) => `${file}:${line}`))).toEqual([])
  expect(unguardedListeners("signal.addEventListener('abort', stop)")).toEqual([1])
  expect(unguardedListeners("if (signal.aborted) stop()\nsignal.addEventListener('abort', stop)")).toEqual([])
})

/** The lines that add a listener without a look at `aborted` nearby. */
function unguardedListeners(text: string): number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    line.includes("addEventListener('abort'") &&
    !lines.slice(Math.max(0, index - 6), index + 4).some((near) => near.includes('.aborted'))
      ? [index + 1]
      : [],
  )
}

test('no test compares a text with a pattern that toMatchObject and its kind take for an empty object', () => {
  const folder = import.meta.dirname
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('house.test.ts'))
    .flatMap((file) => barePatterns(readFileSync(join(folder, file), 'utf8')).map((text) => `${file}: ${text}`))
  expect(found).toEqual([])
  expect(barePatterns('expect(a).toMatchObject([{ text: /404/ }])\nexpect(b).toEqual(c)')).toEqual([': /404/ }]'])
})

/** Patterns in the arguments of these matchers that stringMatching() does not wrap. */
function barePatterns(text: string): string[] {
  return [...text.matchAll(/\.(?:toMatchObject|toEqual|toStrictEqual|toContainEqual)\(/g)].flatMap(
    ({ index, 0: call }) => {
      const start = index + call.length
      let depth = 1
      let end = start
      while (end < text.length && depth > 0) {
        if ('([{'.includes(text[end] ?? '')) depth += 1
        if (')]}'.includes(text[end] ?? '')) depth -= 1
        end += 1
      }
      const given = text.slice(start, end - 1).replace(/stringMatching\(\s*\/.*?\/[a-z]*,?\s*\)/gs, '')
      return given.match(/[:[,]\s*\/(?![/*])[^\n]{0,40}/g) ?? []
    },
  )
}
