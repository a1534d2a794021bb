import { createContext, Script } from 'node:vm'

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT'
type WorkContext = { work: () => void }
let runner: { script: Script; context: WorkContext } | undefined

/**
 * The result of synchronous work, or undefined when it takes longer than `ms`. Use it for untrusted regular expressions:
 * one can backtrack for hours, and a timer cannot interrupt it.
 */
export function runWithTimeout<T>(ms: number, work: () => T): { value: T } | undefined {
  // Creating a context takes longer than most work. One is enough, because only the call itself runs in it.
  runner ??= {
    script: new Script('work()'),
    context: createContext({ work: () => undefined }) as WorkContext, // createContext returns its argument
  }
  let value: { value: T } | undefined
  runner.context.work = () => {
    value = { value: work() }
  }
  try {
    runner.script.runInContext(runner.context, { timeout: ms })
    return value
  } catch (error) {
    // Not instanceof: the other context has a separate Error class.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === TIMED_OUT) return undefined
    throw error
  } finally {
    runner.context.work = () => undefined
  }
}
