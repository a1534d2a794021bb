import type { Mode } from '../../policy/rules/decide.ts'
import { GROUND_RULES, memorySection } from '../system-prompt.ts'
import { COMPLETE_TASK } from './complete-task.ts'
import type { RecoverableReason } from './run-agent.ts'

/** The system prompt of a sub-agent: its own instructions, then the rules for all agents. */
export function subagentPrompt(options: {
  instructions: string
  mode: Mode
  memory: string
  sections: readonly string[]
  structured: boolean
}): string {
  const sections = [
    options.instructions.trim(),
    GROUND_RULES,
    options.mode === 'plan'
      ? '# Constraints\n\nThis run is read-only: do not edit files or run commands that change anything.'
      : '',
    ...options.sections,
    memorySection(options.memory),
    howToFinish(options.structured),
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

const howToFinish = (structured: boolean) => `# How you work and how you finish

- You are a sub-agent. No person watches or answers questions. The agent that gave you the task reads only your report.
- Work step by step with your tools; call several in one turn when they do not depend on each other. Paths are relative to the repository root.
- A denied call stays denied. Continue without it and say in the report what could not be done.
- When you are done, call \`${COMPLETE_TASK}\` with ${structured ? 'the structured report it describes' : 'everything you found or did in "result"'}, alone in its turn. It is the only way to finish: a turn without a call ends your task as failed.`

const LIMIT_MESSAGES: Record<RecoverableReason, string> = {
  TIMEOUT: 'You have exceeded the time limit.',
  MAX_TURNS: 'You have exceeded the maximum number of turns.',
  ERROR_NO_COMPLETE_TASK_CALL: 'You have stopped calling tools without finishing.',
  REPEATING: 'You have repeated the same calls.',
}

/** The prompt for a sub-agent that reached a limit without a report. */
export const lastChancePrompt = (reason: RecoverableReason): string =>
  `${LIMIT_MESSAGES[reason]} You have one last turn and little time. Call \`${COMPLETE_TASK}\` now, with the best report you can give, and say in it that your work was interrupted and what is missing. Call no other tool.`
