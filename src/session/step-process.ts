import { getInput } from '@actions/core'
import type { Runtime } from '../config/runtime.ts'
import type { RunnerContext } from '../github/events/incoming-event.ts'
import { openRunner, type Runner } from '../github/runner.ts'
import type { Environment } from '../platform/environment.ts'

/** What a step of the action gets from the process that it runs in. */
export type StepProcess = {
  env: Environment
  runner: Runner
  /** An input, as the workflow gives it. */
  getInput(name: string): string
}

/** `readContext` and `clock`: in the place of those of the process and the machine. */
export type MainStep = StepProcess &
  Pick<Runtime, 'dist' | 'signal'> & {
    readContext?: () => Promise<RunnerContext>
    clock?: Partial<Pick<Runtime, 'now' | 'sleep' | 'random' | 'pause' | 'startTimer'>>
  }

/** This process, with its environment. */
export const stepProcess = (env: NodeJS.ProcessEnv): StepProcess => ({
  env,
  runner: openRunner(env),
  getInput: (name) => getInput(name, { trimWhitespace: false }),
})
