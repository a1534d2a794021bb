import { expect, test } from 'vitest'
import { headline, statusLine } from '../../../src/delivery/report/sections.ts'
import { call, denied } from '../delivery-fixture.ts'
import { checked, failed, hooked, missing, patch, run, shell, without, words } from './report-values.ts'

const table: [write: () => unknown, expected: unknown][] = [
  [() => statusLine(run()), '**Done.**'],
  [() => statusLine(run({ calls: [call()] })), '**Done.** 1 tool call.'],
  [() => statusLine(run({ calls: [call(), failed(), denied()] })), '**Done.** 3 tool calls (1 denied, 1 failed).'],
  [() => statusLine(run({ calls: [call(), failed(), failed()] })), '**Done.** 3 tool calls (2 failed).'],
  [
    () => statusLine(run({ calls: [denied(), call()], outcome: 'denied' })),
    '**Not everything was delivered.** 2 tool calls (1 denied). See below for the reason.',
  ],
  [
    () => statusLine(run({ calls: [denied()], outcome: 'denied' })),
    '**Policy denied the only tool call.** See below for the rules and how to allow it.',
  ],
  [
    () => statusLine(run({ calls: [denied(), denied()], outcome: 'denied' })),
    '**Policy denied all 2 tool calls.** See below for the rules and how to allow them.',
  ],
  [
    () => statusLine(run({ calls: [denied(), without(call(), 'verdict')], outcome: 'denied' })),
    '**Policy denied 1 of 2 tool calls.** See below for the rules and how to allow it.',
  ],
  [
    () => statusLine(run({ calls: [hooked], outcome: 'denied' })),
    '**A hook blocked the only tool call.** The rules allow it. See below for the reason.',
  ],
  [
    () => statusLine(run({ calls: [hooked, hooked], outcome: 'denied' })),
    '**A hook blocked all 2 tool calls.** The rules allow it. See below for the reason.',
  ],
  [
    () => statusLine(run({ calls: [checked], outcome: 'denied' })),
    '**A safety checker blocked the only tool call.** The rules allow it. See below for the reason.',
  ],
  [
    () => statusLine(run({ calls: [hooked, checked], outcome: 'denied' })),
    '**Hooks and safety checkers blocked all 2 tool calls.** The rules allow it. See below for the reason.',
  ],
  [
    () => statusLine(run({ calls: [hooked, denied()], outcome: 'denied' })),
    '**Policy denied all 2 tool calls.** See below for the rules and how to allow them.',
  ],
  [
    () => statusLine(run({ calls: [denied()], outcome: 'denied', lacksRules: true })),
    '**Policy denied the only tool call.** The workflow names no tools, so only reading is allowed. See below for the rules that allow what was denied.',
  ],
  [
    () => statusLine(run({ calls: [denied(), call()], outcome: 'denied', lacksRules: true })),
    '**Incomplete: policy denied some tool calls.** 2 tool calls (1 denied). The workflow names no tools, so only reading is allowed. See below for the rules that allow what was denied.',
  ],
  [() => statusLine(run({ calls: [call()], outcome: 'ok', lacksRules: true })), '**Done.** 1 tool call.'],
  [() => statusLine(run({ patches: [patch] })), '**Done.** 1 file changed.'],
  [() => statusLine(run({ patches: [patch, patch], calls: [call()] })), '**Done.** 1 tool call, 2 files changed.'],
  [() => statusLine(run({ calls: [shell(1)] })), '**Finished, but 1 command failed.** 1 tool call.'],
  [() => statusLine(run({ calls: [shell(0)] })), '**Done.** 1 tool call.'],
  [() => statusLine(run({ calls: [shell(1, 'grep x f')] })), '**Done.** 1 tool call.'],
  [() => statusLine(run({ calls: [shell(2, 'grep x f')] })), '**Finished, but 1 command failed.** 1 tool call.'],
  [() => statusLine(run({ calls: [shell(1), shell(2)] })), '**Finished, but 2 commands failed.** 2 tool calls.'],
  [() => statusLine(run({ undelivered: [missing('a')] })), '**Finished, but not every changed file was delivered.**'],
  [() => statusLine(run({ undelivered: [missing('a', 'r', true)] })), '**Done.**'],
  [
    () => statusLine(run({ undelivered: [missing('a')], calls: [shell(1)] })),
    '**Finished, but 1 command failed, not every changed file was delivered.** 1 tool call.',
  ],
  [
    () => statusLine(run({ undelivered: [missing('a')], outcome: 'model' })),
    '**The model gave no usable answer.** Run it again. If that does not help, try another `gemini_model`.',
  ],
  [
    () => statusLine(run({ outcome: 'model', calls: [shell(1)] })),
    '**The model gave no usable answer. 1 command failed.** 1 tool call. Run it again. If that does not help, try another `gemini_model`.',
  ],
  [() => statusLine(run({ outcome: 'noop', calls: [shell(1)] })), '**Nothing delivered.** 1 tool call.'],
  [
    () => statusLine(run({ outcome: 'refused', calls: [shell(1)] })),
    '**Nothing delivered: the request was refused.** 1 tool call.',
  ],
  [
    () => statusLine(run({ outcome: 'internal' })),
    '**Sluice failed.** This is a bug in Sluice, not in this repository. See the run log for details.',
  ],
  [
    () => statusLine(run({ outcome: 'internal', github: true })),
    '**GitHub returned an unexpected response.** Run it again later; you do not need to change anything.',
  ],
  [
    () => statusLine(run({ outcome: 'internal', github: false })),
    '**Sluice failed.** This is a bug in Sluice, not in this repository. See the run log for details.',
  ],
  [
    () => statusLine(run({ outcome: 'model', github: true })),
    '**The model gave no usable answer.** Run it again. If that does not help, try another `gemini_model`.',
  ],
  [
    () => statusLine(run({ outcome: 'budget', stop: 'time', turns: 0 })),
    '**Stopped at the time limit before the model answered.** Run it again later, or raise `timeout_minutes`.',
  ],
  [
    () => statusLine(run({ outcome: 'budget', stop: 'time', turns: 1 })),
    '**Stopped at the time limit.** Raise `timeout_minutes`, or split the task. See the partial result below.',
  ],
  [
    () => statusLine(run({ outcome: 'budget', stop: 'tokens', turns: 0 })),
    '**Stopped at the token limit.** Raise `max_tokens`, or split the task. See the partial result below.',
  ],
  [
    () => statusLine(run({ outcome: 'budget', turns: 1, answer: words('') })),
    '**Stopped at the turn limit.** Raise `max_turns`, or split the task.',
  ],
  [
    () => statusLine(run({ outcome: 'quota', stop: 'time', turns: 0 })),
    '**The API quota is used up.** Run it again later, or raise the quota of the key or project.',
  ],
  [() => statusLine(run({ deliveryFailure: { kind: 'dry run' } })), '**Dry run: nothing was written to GitHub.**'],
  [
    () => statusLine(run({ deliveryFailure: { kind: 'dry run' }, outcome: 'model' })),
    '**The model gave no usable answer.** Run it again. If that does not help, try another `gemini_model`. **Dry run: nothing was written to GitHub.**',
  ],
  [() => statusLine(run({ deliveryFailure: { kind: 'dry run' }, outcome: 'noop' })), '**Nothing ran.**'],
  [
    () => statusLine(run({ deliveryFailure: { kind: 'dry run' }, outcome: 'refused' })),
    '**Nothing ran: the request was refused.**',
  ],
  [
    () => headline(run({ deliveryFailure: { kind: 'dry run' }, outcome: 'model', calls: [shell(1)] })),
    'The model gave no usable answer. 1 command failed. Dry run: nothing was written to GitHub.',
  ],
  [
    () =>
      statusLine(run({ calls: [denied(), denied(), call({ verdict: undefined, state: 'error' })], outcome: 'denied' })),
    '**Policy denied 2 of 3 tool calls.** See below for the rules and how to allow them.',
  ],
  [
    () => statusLine(run({ calls: [denied({ remedy: 'No rule can allow this.' })], outcome: 'denied' })),
    '**Policy denied the only tool call.** See below for the reason, and why no rule changes it.',
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^\(\) => /, ''), async () => expect(await write()).toEqual(expected))
