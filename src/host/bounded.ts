import { createContext, Script } from 'node:vm'

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT'
type Context = { work: () => void }
let watch: { script: Script; context: Context } | undefined

/**
 * The result of synchronous work, or undefined when it took longer than `ms`. For patterns somebody else wrote: a regular
 * expression can backtrack for hours, and nothing else interrupts one, least of all a timer.
 */
export function withinTime<T>(ms: number, work: () => T): { value: T } | undefined {
  // Making a context takes longer than most work; one serves for all, since nothing runs in it but the call.
  watch ??= {
    script: new Script('work()'),
    context: createContext({ work: () => undefined }) as Context, // createContext gives back the object it was given
  }
  let value: { value: T } | undefined
  watch.context.work = () => {
    value = { value: work() }
  }
  try {
    watch.script.runInContext(watch.context, { timeout: ms })
    return value
  } catch (error) {
    // Not instanceof: the error may come from the other context, which has an Error of its own.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === TIMED_OUT) return undefined
    throw error
  } finally {
    watch.context.work = () => undefined
  }
}
