import { expect, test } from 'vitest'
import { interpolate, interpolateKnown, isReservedVariable, mapTexts } from '../../src/text/interpolate.ts'

const known = { a: '1', empty: '', 'workspacePath/': '/w', again: '${a}' }

test.each([
  ['${a} and $a', '1 and $a'],
  ['${unknown} ${unknown:-fallback}', '${unknown} ${unknown:-fallback}'],
  ['${a:-x} ${empty:-x} ${empty:-} ${empty}', '1 x  '],
  ['${workspacePath/}', '/w'],
  ['${again}', '${a}'],
  ['${toString} ${__proto__}', '${toString} ${__proto__}'],
])('known names only: %j', (text, expected) => expect(interpolateKnown(text, known)).toBe(expected))

test.each([
  ['$A ${A} ${a.b}', {}, '$A ${A} ${a.b}'],
  ['$A ${A} ${a.b}', { bareNames: true }, '<A> <A> <a.b>'],
  ['\\$A ${A-x} ${A:-x}', { dotenv: true }, '$A <A|x> <A|x>'],
  ['5$ and $$', { dotenv: true }, '5$ and $$'],
  ['${A} ${A:-${A \\${A $A', { dotenv: true }, '<A> ${A:-${A ${A <A>'],
  ['${A}} ${A:-${A $A', { bareNames: true }, '<A>} ${A:-${A <A>'],
])('syntax: %j with %j', (text, syntax, expected) => {
  const show = ({ name, fallback }: { name: string; fallback: string | undefined }) =>
    `<${name}${fallback === undefined ? '' : `|${fallback}`}>`
  const onlyBraces = Object.keys(syntax).length === 0
  expect(interpolate(text, onlyBraces ? () => undefined : show, syntax)).toBe(expected)
})

test.each(['GITHUB_ENV', 'github_path', 'GITHUB_OUTPUT', 'INPUT_GEMINI_API_KEY', 'ACTIONS_RUNTIME_TOKEN', 'STATE_x'])(
  '%s is never expanded',
  (name) => expect(isReservedVariable(name)).toBe(true),
)

test('other variables of the runner may be expanded', () => {
  for (const name of ['GITHUB_TOKEN', 'GITHUB_REPOSITORY', 'RUNNER_TEMP', 'MY_INPUT_X'])
    expect(isReservedVariable(name)).toBe(false)
})

test('texts are replaced at any depth, with the path of their keys', () => {
  const value = { a: ['x', { b: 'y', n: 1, nothing: null }], verbatim: { c: 'z' } }
  expect(
    mapTexts(
      value,
      (text, path) => `${path}=${text}`,
      (path) => path === 'verbatim',
    ),
  ).toEqual({
    a: ['a.0=x', { b: 'a.1.b=y', n: 1, nothing: null }],
    verbatim: { c: 'z' },
  })
})
