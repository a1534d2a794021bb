import * as z from 'zod'
import { defineTool, done, failed } from './tool.ts'

const TODO_STATES = ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'] as const

/** Keeps the agent's list of steps in the conversation. Each call replaces the list. */
export const writeTodos = () =>
  defineTool({
    name: 'write_todos',
    description:
      'Records the steps of a larger task and their status. Each call replaces the complete list. At most one step is in_progress. Not for tasks of one or two steps.',
    input: z.strictObject({
      todos: z
        .array(
          z.strictObject({
            description: z
              .string()
              .refine((text) => text.trim() !== '', 'Each todo must have a non-empty description string')
              .describe('What to do, in one sentence.'),
            status: z.enum(TODO_STATES).describe('The status of the step.'),
          }),
        )
        .describe('The complete list, in order. Empty to clear it.'),
    }),
    async run({ todos }) {
      if (todos.filter(({ status }) => status === 'in_progress').length > 1)
        return failed('invalid_tool_params', 'Invalid parameters: Only one task can be "in_progress" at a time.')
      if (todos.length === 0) return done('Successfully cleared the todo list.')
      const list = todos.map(({ status, description }, index) => `${index + 1}. [${status}] ${description}`).join('\n')
      return done(`Successfully updated the todo list. The current list is now:\n${list}`, list)
    },
  })
