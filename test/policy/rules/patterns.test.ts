import { expect, test } from 'vitest'
import {
  compilePattern,
  ignoreCase,
  literalHeads,
  newPatternBudget,
  patternCost,
  testPattern,
} from '../../../src/policy/rules/patterns.ts'
import { argsText, stableJson } from '../../../src/text/json.ts'
import { prefix, rule, rulesFrom, verdict } from '../rules.ts'

const refused = [
  '',
  ' ',
  '(',
  '[',
  'a)|(b',
  '(a+)+',
  '(.*)*',
  '([a-z]+)+',
  '(a*)*b',
  '(a|b+)*',
  '((a+)b)*',
  '(?:a{2,})+',
  '(a{1,50})+',
  'x'.repeat(2049),
]
for (const source of refused)
  test(`refused: ${source.slice(0, 20)}`, () => expect(compilePattern(source, false).ok).toBe(false))

const taken = [
  '(a|b)*',
  '(abc)*',
  'a{1,3}',
  '(a+)?',
  '(a+){1,3}',
  '( .*)?',
  '(?:x|y)+',
  '\\(a+\\)+',
  '[(a+)]+',
  '(?!a+)b+',
  'a\\{2,\\}+',
  '(foo+)?',
]
for (const source of taken)
  test(`taken: ${source}`, () => expect(compilePattern(source, false)).toMatchObject({ ok: true }))

const costs: [source: string, steps: number, explodes: boolean][] = [
  ['abc', 0, false],
  ['a*', 1, false],
  ['a?b{2}', 0, false],
  ['a.*b.*c', 2, false],
  ['(a*|b*)', 1, false],
  ['(a*|b*)c*', 2, false],
  ['(a|a)*', 1, true],
  ['((a|b)c)*', 1, true],
  ['[*+]', 0, false],
  ['\\*\\+', 0, false],
]
for (const [source, steps, explodes] of costs)
  test(`cost of ${source}`, () => expect(patternCost(source)).toEqual({ steps, explodes }))

const heads: [source: string, heads: string[] | undefined][] = [
  ['git log', ['git log']],
  ['^git log', ['git log']],
  ['git (commit|push)', ['git commit', 'git push']],
  ['(?:git|npm) x', ['git', 'npm']],
  ['git\\.x', ['git.x']],
  ['\\x00"a"', ['\u0000"a"']],
  ['gi?t', ['g']],
  ['git|npm', undefined],
  ['git (a|b)|c', undefined],
  ['.*', undefined],
  ['(a|)b', undefined],
  ['(a|b)?c', undefined],
  ['\\d', undefined],
  ['', undefined],
]
for (const [source, expected] of heads) test(`heads of ${source}`, () => expect(literalHeads(source)).toEqual(expected))

const searches: [source: string, text: string, answer: string, anchored?: boolean][] = [
  ['b+', 'aabb', 'yes'],
  ['c', 'aabb', 'no'],
  ['b', 'aabb', 'no', true],
  ['a', 'aabb', 'yes', true],
  ['^a', 'aabb', 'yes', true],
  ['b$', 'aabb', 'yes'],
  ['x|b', 'ab', 'no', true],
  // Short, because the budget is time, and a search grows with the square of the text.
  ['(a|b)+$', `${'ab'.repeat(60)}c`, 'no'],
  ['(a|a)*$', `${'a'.repeat(60)}b`, 'maybe'],
  ['(\\d|\\d\\d)*$', `${'1'.repeat(90)}x`, 'maybe'],
  ['x.*y.*z.*w', 'xyz'.repeat(10_000), 'maybe'],
]
for (const [source, text, answer, anchored = false] of searches)
  test(`${source} in ${text.slice(0, 20)}`, () => {
    const compiled = compilePattern(source, anchored)
    if (!compiled.ok) throw new Error(compiled.reason)
    expect(testPattern(compiled.pattern, text, newPatternBudget())).toBe(answer)
  })

test('only where a match counts', () => {
  const compiled = compilePattern('ab', false)
  if (!compiled.ok) throw new Error(compiled.reason)
  expect(testPattern(compiled.pattern, 'abxab', newPatternBudget(), (at) => at > 0)).toBe('yes')
  expect(testPattern(compiled.pattern, 'abxab', newPatternBudget(), (at) => at > 3)).toBe('no')
})

test('what takes too long is not an allow, and is a deny', async () => {
  const evil = `${'a'.repeat(60)}b`
  const call = { tool: 't', args: { x: evil }, annotations: {} }
  expect(await verdict(rulesFrom(rule({ toolName: 't', argsPattern: '(a|a)*!' })), call)).toBe('deny')
  const denying =
    rule({ toolName: 't', argsPattern: '(a|a)*$', decision: 'deny', priority: 9 }) +
    rule({ toolName: 't', priority: 1 })
  expect(await verdict(rulesFrom(denying), call)).toBe('deny')
  const many = Array.from({ length: 300 }, (_, at) =>
    rule({ toolName: 't', argsPattern: `(a|a)*[${at}]$`, decision: 'deny', priority: at }),
  )
  expect(await verdict(rulesFrom(many.join('') + rule({ toolName: 't', priority: 0 })), call)).toBe('deny')
  const regex = rule({ commandRegex: '(a|a)*$', decision: 'deny', priority: 9 }) + prefix(evil, { priority: 1 })
  expect(await verdict(rulesFrom(regex), `$ ${evil}`)).toBe('deny')
})

const cycle: Record<string, unknown> = { a: 1 }
cycle.self = cycle
const texts: [name: string, args: Record<string, unknown>, text: string][] = [
  ['nothing', {}, '{}'],
  ['sorted', { b: 2, a: 1 }, '{"a":1,"b":2}'],
  [
    'sorted by UTF-16 unit',
    { é: 1, Z: 2, a: 3, '\u{1F600}': 4, '\uFB00': 5 },
    '{"Z":2,"a":3,"é":1,"\u{1F600}":4,"\uFB00":5}',
  ],
  ['nested, sorted too', { z: { b: 1, a: [{ d: 1, c: 2 }] } }, '{"z":{"a":[{"c":2,"d":1}],"b":1}}'],
  ['what JSON leaves out', { a: undefined, b: () => 1, c: Symbol('x'), d: [undefined, () => 1] }, '{"d":[null,null]}'],
  [
    'numbers there are not',
    { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: -Infinity },
    '{"a":null,"b":null,"c":null}',
  ],
  ['a big integer', { a: 7n }, '{"a":"7"}'],
  ['a cycle', cycle, '{"a":1,"self":"[Circular]"}'],
  ['a date', { a: new Date(0) }, '{"a":"1970-01-01T00:00:00.000Z"}'],
  ['toJSON that gives nothing', { a: { toJSON: () => undefined } }, '{"a":null}'],
  [
    'toJSON that throws',
    {
      a: {
        toJSON: () => {
          throw new Error('no')
        },
        b: 1,
      },
    },
    '{"a":{"b":1}}',
  ],
  ['half a surrogate', { a: '\ud800' }, '{"a":"\\ud800"}'],
  ['a NUL', { a: '\u0000' }, '{"a":"\\u0000"}'],
]
for (const [name, args, text] of texts)
  test(`stable JSON: ${name}`, () => {
    expect(argsText(args, false).text).toBe(text)
    expect(argsText(args, true).text.replaceAll('\u0000', '')).toBe(text)
  })

test('stable JSON: pairs stand between NULs, and nested objects are known', () => {
  expect(argsText({ b: 2, a: 1 }, true).text).toBe('{\u0000"a":1\u0000,\u0000"b":2\u0000}')
  const { text, nested } = argsText({ a: { b: 1 }, c: '{}', d: [{ e: 1 }], f: [1] }, false)
  expect(nested.map(([from, to]) => text.slice(from, to))).toEqual(['{"b":1}', '[{"e":1}]'])
})

test('stable JSON: shared is not circular, and deep is not endless', () => {
  const shared = { a: 1 }
  expect(stableJson([shared, shared])).toBe('[{"a":1},{"a":1}]')
  let deep: unknown = 1
  for (let at = 0; at < 5000; at++) deep = { deep }
  expect(stableJson(deep)).toContain('[Circular]')
})

const headed = ['"FILE":"[^"]*x', 'Kill (A|b)+', 'straße.*', '(É|e)a*', 'a{2}b', 'plain', '^Make.*k']
const lines = [
  '"file":"aX',
  '{İ"file":"q x',
  'kİLL ab',
  '\u212aill a',
  'kiLL B',
  'STRASSE',
  'STRAßE 1',
  'éaa',
  'İAAB',
  'MAKE K',
]
for (const source of headed)
  test(`a search that ignores letter case finds what the expression finds: ${source}`, () => {
    const compiled = compilePattern(source, false)
    if (!compiled.ok) throw new Error(compiled.reason)
    const found = lines.map((line) => testPattern(ignoreCase(compiled.pattern), line, newPatternBudget()))
    expect(found).toEqual(lines.map((line) => (new RegExp(source, 'is').test(line) ? 'yes' : 'no')))
  })
