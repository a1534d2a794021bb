import { expect, test } from 'vitest'
import { type HookOutput, hookReason, mergeHookOutputs } from '../../../src/agent/hooks/hook-output.ts'

const specific = (hookSpecificOutput: HookOutput['hookSpecificOutput']): HookOutput => ({ hookSpecificOutput })
const choice = (mode: 'ANY' | 'AUTO' | 'NONE', ...allowedFunctionNames: string[]) =>
  specific({ toolConfig: { mode, allowedFunctionNames } })
const going = { continue: true, suppressOutput: false, decision: 'allow' }

const table: [row: string, outputs: HookOutput[], merged: object | undefined][] = [
  ['none', [], undefined],
  ['28: one that says nothing', [{}], going],
  [
    '29: the last no, all reasons',
    [{ decision: 'allow' }, { decision: 'deny', reason: 'a' }, { decision: 'block', reason: 'b' }],
    { ...going, decision: 'block', reason: 'a\nb' },
  ],
  ['30: to ask is stricter than to allow', [{ decision: 'ask' }, { decision: 'allow' }], { ...going, decision: 'ask' }],
  ['30: to deny is stricter than to ask', [{ decision: 'deny' }, { decision: 'ask' }], { ...going, decision: 'deny' }],
  ['30: also when asked first', [{ decision: 'ask' }, { decision: 'deny' }], { ...going, decision: 'deny' }],
  [
    '31: two stops',
    [
      { continue: false, stopReason: 's1' },
      { continue: false, stopReason: 's2' },
    ],
    { continue: false, suppressOutput: false, stopReason: 's1\ns2' },
  ],
  [
    'a stop among those who go on',
    [{ continue: true }, { continue: false, stopReason: 's' }, { decision: 'allow' }],
    { continue: false, suppressOutput: false, stopReason: 's' },
  ],
  [
    '32: edits of arguments add up',
    [specific({ tool_input: { a: 1, c: 1 } }), specific({ tool_input: { b: 2, c: 2 } })],
    { ...going, hookSpecificOutput: { tool_input: { a: 1, b: 2, c: 2 } } },
  ],
  [
    '33: contexts',
    [specific({ additionalContext: 'c1' }), {}, specific({ additionalContext: 'c2' })],
    { ...going, hookSpecificOutput: { additionalContext: 'c1\nc2' } },
  ],
  [
    '34: to forget is not taken back',
    [specific({ clearContext: true }), specific({ clearContext: false })],
    { ...going, hookSpecificOutput: { clearContext: true } },
  ],
  [
    '35: a no about the model is not taken back',
    [{ decision: 'deny', reason: 'first' }, { decision: 'allow' }],
    { ...going, decision: 'deny', reason: 'first' },
  ],
  [
    '36: choices of tools',
    [choice('ANY', 'b', 'a'), choice('AUTO', 'c', 'a')],
    { ...going, hookSpecificOutput: { toolConfig: { mode: 'ANY', allowedFunctionNames: ['a', 'b', 'c'] } } },
  ],
  [
    '37: none at all wins',
    [choice('NONE', 'b'), choice('ANY', 'b')],
    { ...going, hookSpecificOutput: { toolConfig: { mode: 'NONE', allowedFunctionNames: [] } } },
  ],
  ['38: no choice', [{ decision: 'deny' }], { ...going, decision: 'deny' }],
  [
    'a choice of names alone',
    [specific({ toolConfig: { allowedFunctionNames: ['a'] } })],
    { ...going, hookSpecificOutput: { toolConfig: { mode: 'AUTO', allowedFunctionNames: ['a'] } } },
  ],
  [
    '39: messages and silence',
    [{ systemMessage: 'a', suppressOutput: true }, { systemMessage: 'b' }],
    { ...going, suppressOutput: true, systemMessage: 'a\nb' },
  ],
  ['40: to approve is to allow', [{ decision: 'approve' }], going],
  [
    'a later answer for the model',
    [specific({ llm_response: { text: 'a' } }), specific({ llm_response: { text: 'b' } })],
    { ...going, hookSpecificOutput: { llm_response: { text: 'b' } } },
  ],
  [
    'edits of a question add up',
    [specific({ llm_request: { model: 'm' } }), specific({ llm_request: { config: { topK: 1 } } })],
    { ...going, hookSpecificOutput: { llm_request: { model: 'm', config: { topK: 1 } } } },
  ],
]
for (const [row, outputs, merged] of table)
  test(`merged: ${row}`, () => expect(mergeHookOutputs(outputs)).toEqual(merged))

test('an argument called __proto__ stays an argument', () => {
  const evil = JSON.parse('{"hookSpecificOutput":{"tool_input":{"__proto__":{"polluted":true}}}}')
  const input = mergeHookOutputs([evil, evil])?.hookSpecificOutput?.tool_input
  expect(Object.keys(input ?? {})).toEqual(['__proto__'])
  expect(input && 'polluted' in input).toBe(false)
})

const reasons: [output: HookOutput, reason: string][] = [
  [{ reason: 'r', stopReason: 's' }, 's'],
  [{ reason: 'r' }, 'r'],
  [{}, 'No reason provided'],
]
for (const [output, reason] of reasons)
  test(`48: the reason is ${reason}`, () => expect(hookReason(output)).toBe(reason))
