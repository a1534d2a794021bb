import { expect, test } from 'vitest'
import { interactiveTools } from '../../src/tools/interactive-tools.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'

const never = new AbortController().signal

test('tools for interactive sessions are not offered', () =>
  expect(makeToolbox(interactiveTools()).declarations()).toEqual([]))

const answers: [tool: string, args: Record<string, unknown>, says: RegExp][] = [
  ['enter_plan_mode', { reason: 'x' }, /The workflow sets the mode of a run \(approval_mode\)/],
  ['exit_plan_mode', { plan_filename: 'plan.md' }, /Return the plan as your answer/],
  ['ask_user', { questions: [] }, /Decide yourself/],
]
for (const [name, args, says] of answers)
  test(`${name} changes nothing even where a rule allows it`, async () => {
    const tool = makeToolbox(interactiveTools()).find(name)
    const parsed = tool?.parse(args)
    expect(parsed).toEqual({ ok: true, args })
    expect(await tool?.run(args, never)).toMatchObject({ ok: false, text: expect.stringMatching(says) })
  })
