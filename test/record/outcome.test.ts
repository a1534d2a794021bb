import { expect, test } from 'vitest'
import type { CallRecord, Ending, Outcome } from '../../src/record/events.ts'
import { outcomeOf } from '../../src/record/outcome.ts'

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

const table: [name: string, ending: Ending, calls: CallRecord[], also: Outcome[], outcome: Outcome][] = [
  ['an answer', answered, [], [], 'ok'],
  ['an answer after calls', answered, [call('allow'), call('deny')], [], 'ok'],
  ['every call denied', answered, [call('deny'), call('deny')], [], 'denied'],
  ['denied, and one that never reached policy', answered, [call('deny'), call()], [], 'denied'],
  ['only calls that never reached policy', answered, [call()], [], 'ok'],
  ['stopped', stopped, [], [], 'budget'],
  ['stopped with everything denied', stopped, [call('deny')], [], 'budget'],
  ['cancelled', { end: 'stopped', why: 'cancelled', text: '' }, [], [], 'budget'],
  ['the quota', failed('quota'), [call('deny')], [], 'quota'],
  ['the model', failed('model'), [], [], 'model'],
  ['our own fault', failed('internal'), [], [], 'internal'],
  ['safety over everything', failed('config'), [call('deny')], ['security', 'internal'], 'security'],
  ['the configuration over our fault', failed('internal'), [], ['config'], 'config'],
  ['refused', answered, [], ['refused'], 'refused'],
  ['nothing to do', answered, [], ['noop'], 'noop'],
]
for (const [name, ending, calls, also, outcome] of table)
  test(`outcome: ${name}`, () => expect(outcomeOf(ending, calls, also)).toBe(outcome))
