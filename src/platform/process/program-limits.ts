import { type ProcessGroup, terminateProcessGroup } from './process-group.ts'
import type { ProgramExit, ProgramOptions, ProgramResult } from './run-program.ts'

const FLOOD_BYTES = 1024 * 1024 * 1024
/** How long to wait for a command to exit after its process tree was killed. */
const LAST_WAIT_MS = 2000

/** Ends the process group when a limit is reached. `forcedExit` resolves when the command does not exit even then. */
export function watchLimits(options: ProgramOptions, totalBytes: () => number, group: ProcessGroup) {
  let timedOut: ProgramResult['timedOut'] = false
  let aborted = false
  let isStopped = false
  let isOutputClosed = false
  let termination: Promise<void> | undefined
  const { promise: forcedExit, resolve: resolveForcedExit } = Promise.withResolvers<ProgramExit>()
  const terminate = () => {
    termination = terminateProcessGroup(group)
    termination.then(() => setTimeout(() => resolveForcedExit({ code: null, signal: 'SIGKILL' }), LAST_WAIT_MS).unref())
  }
  const stop = (reason: 'total' | 'idle' | 'flood') => {
    if (isStopped || termination !== undefined) return
    timedOut = reason
    terminate()
  }
  const abort = () => {
    if (isStopped || termination !== undefined) return
    aborted = true
    terminate()
  }
  const total = options.timeoutMs ? setTimeout(stop, options.timeoutMs, 'total') : undefined
  const idle = options.idleMs ? setTimeout(stop, options.idleMs, 'idle') : undefined
  options.signal?.addEventListener('abort', abort, { once: true })
  // It may have been aborted while the program started.
  if (options.signal?.aborted) abort()
  return {
    forcedExit,
    isFinished: () => isOutputClosed,
    finish() {
      isOutputClosed = true
    },
    outputReceived() {
      idle?.refresh()
      if (totalBytes() > (options.floodBytes ?? FLOOD_BYTES)) stop('flood')
    },
    /** The command ended, so no limit applies anymore. */
    async stopWatching() {
      isStopped = true
      clearTimeout(total)
      clearTimeout(idle)
      options.signal?.removeEventListener('abort', abort)
      await termination
      return { timedOut, aborted }
    },
  }
}
