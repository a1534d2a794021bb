import * as z from 'zod'
import { defineTool, failed, type Tool } from './tool.ts'

/**
 * Tools of an interactive session that models sometimes call. They are not declared. The built-in policies deny a call
 * with a reason. A policy that allows one changes nothing, because a run cannot ask a person.
 */
export const interactiveTools = (): Tool[] =>
  Object.entries(REASONS).map(([name, reason]) => ({
    ...defineTool({
      name,
      description: reason,
      input: z.looseObject({}),
      run: async () => failed('execution_failed', reason),
    }),
    undeclared: true,
  }))

const MODE_IS_FIXED = 'The workflow sets the mode of a run (approval_mode). It cannot change during the run.'
const REASONS = {
  enter_plan_mode: MODE_IS_FIXED,
  exit_plan_mode: `${MODE_IS_FIXED} Return the plan as your answer.`,
  ask_user: 'A run is not interactive. Decide yourself and state your assumptions in the answer.',
}

/** Whether a tool only works in an interactive session. */
export const isInteractiveTool = (name: string): boolean => Object.hasOwn(REASONS, name)
