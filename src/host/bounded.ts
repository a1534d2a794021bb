import { createContext, Script } from 'node:vm'

const WORK = 'work()'

/**
 * The result of synchronous work, or undefined when it took longer than `ms`. For patterns somebody else wrote: a regular
 * expression can backtrack for hours, and nothing else interrupts one, least of all a timer.
 */
export function withinTime<T>(ms: number, work: () => T): { value: T } | undefined {
  let value: { value: T } | undefined
  const context = createContext({
    work: () => {
      value = { value: work() }
    },
  })
  try {
    new Script(WORK).runInContext(context, { timeout: ms })
    return value
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}
