import { expect, test } from 'vitest'
import { bareParticles, duplicateNames, longParameterLists, MAX_PARAMETERS } from './house-rules.ts'
import { readSources, sourceFile } from './sources.ts'

const sources = readSources()

test('exported names and the names of types are unique', () => expect(duplicateNames(sources)).toEqual([]))

test('no export, parameter, property or long-lived variable is called by a bare particle', () =>
  expect(sources.flatMap(bareParticles)).toEqual([]))

test(`no function takes more than ${MAX_PARAMETERS} parameters`, () =>
  expect(sources.flatMap(longParameterLists)).toEqual([]))

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
  ['function f(a, b, c, d, e) {}', 1],
  ['const f = (a, b, c, d, ...e) => a', 1],
  ['type F = (a: 1, b: 2, c: 3, d: 4, e: 5) => void', 1],
  ['type T = { f(a: 1, b: 2, c: 3, d: 4, e: 5): void }', 1],
  ['class A { f(a, b, c, d, e) {} }', 1],
  ['function f(a, b, c, d) {}', 0],
])('parameters: %s', (text, count) => expect(longParameterLists(sourceFile('a.ts', text))).toHaveLength(count))
