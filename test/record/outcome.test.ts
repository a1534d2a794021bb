import { expect, test } from 'vitest'
import type { CallRecord, Ending, Outcome } from '../../src/record/events.ts'
import { graver, outcomeOf } from '../../src/record/outcome.ts'

const call = (verdict?: 'allow' | 'deny'): CallRecord => ({
  id: '1',
  name: 'read_file',
  args: {},
  state: verdict === 'allow' ? 'success' : 'error',
  ms: 1,
  bytes: 1,
  ...(verdict === undefined ? {} : { verdict }),
})
const answered: Ending = { end: 'answered', text: 'yes' }
const stopped: Ending = { end: 'stopped', why: 'turns', text: '' }
const failed = (outcome: 'quota' | 'model' | 'config' | 'security' | 'internal'): Ending => ({
  end: 'failed',
  outcome,
  text: 'no',
})

const table: [name: string, ending: Ending, calls: CallRecord[], outcome: Outcome][] = [
  ['an answer', answered, [], 'ok'],
  ['an answer after calls', answered, [call('allow'), call('deny')], 'ok'],
  ['every call denied', answered, [call('deny'), call('deny')], 'denied'],
  ['denied, and one that never reached policy', answered, [call('deny'), call()], 'denied'],
  ['only calls that never reached policy', answered, [call()], 'ok'],
  ['stopped', stopped, [], 'budget'],
  ['stopped with everything denied', stopped, [call('deny')], 'budget'],
  ['cancelled', { end: 'stopped', why: 'cancelled', text: '' }, [], 'budget'],
  ['the quota', failed('quota'), [call('deny')], 'quota'],
  ['the model', failed('model'), [], 'model'],
  ['our own fault', failed('internal'), [], 'internal'],
]
for (const [name, ending, calls, outcome] of table)
  test(`outcome: ${name}`, () => expect(outcomeOf(ending, calls)).toBe(outcome))

const pairs: [one: Outcome, other: Outcome, graver: Outcome][] = [
  ['config', 'security', 'security'],
  ['internal', 'config', 'config'],
  ['ok', 'internal', 'internal'],
  ['budget', 'config', 'config'],
  ['ok', 'refused', 'refused'],
  ['ok', 'noop', 'noop'],
  ['ok', 'ok', 'ok'],
]
for (const [one, other, expected] of pairs)
  test(`of ${one} and ${other} the graver is ${expected}`, () =>
    expect([graver(one, other), graver(other, one)]).toEqual([expected, expected]))
