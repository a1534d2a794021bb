import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallContext } from './agent-context.ts'

/** A call while its tool runs. `context` is that of the agent that made it: its tools, its rules, its name. */
export type RunningCall = { id: string; context: CallContext; signal: AbortSignal }

const storage = new AsyncLocalStorage<RunningCall>()

/** Runs a tool as the given call, so that what it starts can act with the rights of that agent and no others. */
export const runAsCall = <Result>(call: RunningCall, run: () => Result): Result => storage.run(call, run)

/** The call whose tool is running; undefined outside of one. */
export const runningCall = (): RunningCall | undefined => storage.getStore()
