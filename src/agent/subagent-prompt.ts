import type { Mode } from '../policy/decide.ts'
import { COMPLETE_TASK } from './complete-task.ts'
import { GROUND_RULES, memorySection } from './prompt.ts'
import type { Recoverable } from './subagent-run.ts'

/** The system text of a sub-agent: who it is by its own definition, then what holds for everybody here. */
export function subagentPrompt(facts: {
  instructions: string
  mode: Mode
  memory: string
  sections: readonly string[]
  structured: boolean
}): string {
  const sections = [
    facts.instructions.trim(),
    GROUND_RULES,
    facts.mode === 'plan'
      ? '# Constraints\n\nThis run may only look: nothing is edited and no command changes anything.'
      : '',
    ...facts.sections,
    memorySection(facts.memory),
    rules(facts.structured),
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

const rules = (structured: boolean) => `# How you work and how you finish

- You are a sub-agent: nobody watches, nobody answers questions, and only your report is read, by the agent that gave you the task.
- Work step by step with your tools; call several in one turn when they do not depend on each other. Paths are relative to the repository root.
- A call that was refused stays refused. Go on without it and say in the report what could not be done.
- When you are done, call \`${COMPLETE_TASK}\` with ${structured ? 'the structured report it describes' : 'everything you found or did in "result"'}, alone in its turn. It is the only way to finish: a turn without a call ends your task as failed.`

const OPENING: Record<Recoverable, string> = {
  TIMEOUT: 'You have exceeded the time limit.',
  MAX_TURNS: 'You have exceeded the maximum number of turns.',
  ERROR_NO_COMPLETE_TASK_CALL: 'You have stopped calling tools without finishing.',
  REPEATING: 'You have repeated the same calls again and again.',
}

/** What a sub-agent hears that reached a limit without a report. */
export const lastChance = (reason: Recoverable): string =>
  `${OPENING[reason]} You have one last turn and little time. Call \`${COMPLETE_TASK}\` now, with the best report you can give, and say in it that your work was interrupted and what is missing. Call no other tool.`
