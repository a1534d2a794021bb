import { expect, test } from 'vitest'
import { interpretHookExit } from '../../src/agent/hooks/hook-output.ts'
import { jsonVariants } from './variants.ts'

const DENIALS = [
  { decision: 'deny', reason: 'The command "rm" is {not} allowed.\nReally, not.' },
  { decision: 'block', reason: 'x', systemMessage: 'y', suppressOutput: false },
  { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } },
  { continue: false, stopReason: 'no' },
]
/** These forms are valid output without a decision, or a key that is cut, which is shown as a message. */
const HARMLESS = [
  /^\{\}$|^$/,
  /^\{"decision":null|^\{"continue":(?:null|true)/,
  /^\{"hookSpecificOutput":(?:null|\{"permissionDecision":null|\{"permissionDecisionReason"|\{"odd")/,
  /^\{"(?:reason|stopReason)":[^:]*\}$/,
  /^\{"reason":"x","systemMessage":"y","suppressOutput":false\}$/,
  /^\{"\w+$/,
]

const read = (stdout: string) => interpretHookExit({ stdout, stderr: '', code: 0, signal: null })

test('no odd form of a denial lets a call pass without a word', () => {
  const variants = DENIALS.flatMap((denial) => jsonVariants(denial))
  const passing = variants.filter(({ text }) => {
    const { output, failure } = read(text)
    const denies = output?.decision === 'deny' || output?.decision === 'block' || output?.continue === false
    return !denies && failure === undefined && !HARMLESS.some((pattern) => pattern.test(text))
  })
  expect(passing.map(({ what, path, text }) => `${path}: ${what}: ${text.slice(0, 200)}`)).toEqual([])
  expect(variants.length).toBeGreaterThan(150)
})

test('no odd form of JSON without a decision denies a call', () => {
  for (const { what, path, text } of jsonVariants({ level: 'info', message: 'The decision is made, we continue.' })) {
    const { output, failure } = read(text)
    expect([output?.decision ?? 'allow', failure], `${path}: ${what}`).toEqual(['allow', undefined])
  }
})

const CUT = ['{"decision"', '{"reason":"x","continue', "{'permissionDecision'", '{"a":1, "hookSpecificOutput"\n']
test.each(CUT)('a key that is cut before its colon denies: %s', (text) =>
  expect(read(text).failure?.reason).toContain('looks like a decision'),
)
test.each(['No decision', 'I made a "decision"', '{"odd'])('a word at the end of a sentence is a message: %s', (text) =>
  expect(read(text)).toEqual({ ok: true, output: { decision: 'allow', systemMessage: text } }),
)

const MISSPELT = [
  '{"Decision":"deny"}',
  '{"permission_decision":"deny"}',
  '{"decision ":"deny"}',
  '{"\uff44ecision":"deny"}',
  '{"hook-specific-output":{"permissionDecision":"deny"}}',
  '{"hookSpecificOutput":{"permissiondecision":"deny"}}',
  '{"hookSpecificOutput":{"Permission Decision":"deny"}}',
]
test.each(MISSPELT)('a key of a decision in another spelling denies: %s', (text) =>
  expect(read(text).failure?.reason).toContain('has the unknown key'),
)
