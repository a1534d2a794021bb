import { expect, test } from 'vitest'
import { callKey, repetitionKeys, turnLimit } from '../../src/agent/stop-conditions.ts'

test('a limit of turns', () => {
  const stop = turnLimit(3)
  expect([2, 3, 4].map((turns) => stop({ turns }))).toEqual([undefined, 'turns', 'turns'])
})

test('the order of arguments makes no difference, their values do', () => {
  const key = (args: Record<string, unknown>) => callKey({ id: '', name: 'x', args })
  expect(key({ a: 1, b: 2 })).toBe(key({ b: 2, a: 1 }))
  expect(key({ a: 1 })).not.toBe(key({ a: 2 }))
})

const watching: [name: string, call: string, args: object, answers: string[], same: boolean][] = [
  ['another tool, whatever it answers', 'look', {}, ['1', '2'], true],
  ['output that grows', 'read_background_output', { pid: 5 }, ['1', '2'], false],
  ['output that stays', 'read_background_output', { pid: 5 }, ['1', '1'], true],
  ['output that stays, by another name of the tool', 'ReadBackgroundOutput', { pid: 5 }, ['1', '1'], true],
  ['waiting for it', 'ReadBackgroundOutput', { pid: 5, delay_ms: 60_000 }, ['1', '1'], false],
  ['waiting no time', 'read_background_output', { pid: 5, delay_ms: 0 }, ['1', '1'], true],
  ['a list that stays', 'list_background_processes', {}, ['RUNNING', 'RUNNING'], true],
  ['a list that changes', 'list_background_processes', {}, ['RUNNING', 'EXITED'], false],
]
for (const [what, name, args, answers, same] of watching)
  test(`a step in a circle, or none: ${what}`, () => {
    const find = (called: string) => ({ name: called === 'ReadBackgroundOutput' ? 'read_background_output' : called })
    const keys = answers.flatMap((output, turn) =>
      repetitionKeys([{ id: '', name, args: { ...args } }], [{ id: '', name, response: { output } }], { find }, turn),
    )
    expect(keys[0] === keys[1]).toBe(same)
  })
