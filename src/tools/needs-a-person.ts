import { z } from 'zod'
import { defineTool, failed, type Tool } from './tool.ts'

/**
 * Tools of an interactive session that models ask for out of habit. They are not offered; whoever calls one is told by
 * the rule of the shipped policies why not. A policy that allows one changes nothing: there is nobody to ask.
 */
export const needsAPerson = (): Tool[] =>
  Object.entries(WHY).map(([name, why]) => ({
    ...defineTool({
      name,
      description: why,
      input: z.looseObject({}),
      run: async () => failed('execution_failed', why),
    }),
    undeclared: true,
  }))

const MODE = 'The mode of a run is chosen by the workflow (approval_mode) and does not change while it runs.'
const WHY = {
  enter_plan_mode: MODE,
  exit_plan_mode: `${MODE} Give the plan as your answer.`,
  ask_user: 'Nobody is there to answer. Decide yourself and say in the answer what you assumed.',
}
