import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Stopped } from '../agent/stop-conditions.ts'
import type { IncomingEvent } from '../github/events/task-facts.ts'
import type { Environment } from '../platform/environment.ts'
import { childEnvironment, type TaskNames } from '../platform/process/child-environment.ts'
import { type StartTimer, startTimer } from '../platform/time.ts'

/** What a run gets from its environment: everything but the inputs. */
export type Runtime = {
  env: Environment
  /** The environment of child processes. */
  childEnv: Record<string, string>
  /** The variables that the trusted workflow file gives the step. */
  taskNames?: TaskNames
  /** The checked-out repository. */
  workspace: string
  /** The folder with the files that stand for it, where the run is about another commit. */
  view?: string
  /** Private folder for the transcript, the patch and saved tool output. */
  scratch: string
  /** The dist/ folder, with built-in policies and WASM files. */
  dist: string
  /** Home of the user or self-hosted runner; undefined on hosted runners, where earlier steps may have written to it. */
  home: string | undefined
  event: IncomingEvent
  session: string
  /** Aborted with a Stopped when the run must end. */
  signal: AbortSignal
  now(): number
  random(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Starts the limits of the run, of its sub-agents and of silence of the model's API; the machine's timers unless given. */
  startTimer?: StartTimer
  /** The pauses between two edits of the progress; real ones unless given. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Keeps the model requests of jobs that run at once within their common limits. */
  modelPace?: { acquire(): Promise<void>; release(tokens: number): void }
  /** Writes one line to the log of the step. */
  log(text: string): void
}

/** Folder of output that is too long for the conversation; the model may read it. */
export const toolOutputFolder = ({ scratch }: Pick<Runtime, 'scratch'>): string => join(scratch, 'tool-output')

/**
 * The environment of programs that the model can start, with the variables that the setting
 * `security.environmentVariableRedaction` allows and without those it blocks.
 */
export function childEnvFor(
  { env, childEnv, taskNames }: Pick<Runtime, 'env' | 'childEnv' | 'taskNames'>,
  { allowed = [], blocked = [] }: { allowed?: readonly string[]; blocked?: readonly string[] } = {},
): Record<string, string> {
  const complete = allowed.length === 0 ? childEnv : childEnvironment(env, allowed, taskNames)
  if (blocked.length === 0) return complete
  const names = new Set(blocked.map((name) => name.trim().toUpperCase()))
  const fixed = childEnvironment({}, []) // variables that keep git and others from prompting and running code
  return Object.fromEntries(
    Object.entries(complete).filter(([name]) => Object.hasOwn(fixed, name) || !names.has(name.toUpperCase())),
  )
}

/** The home folder of a self-hosted runner; undefined on hosted runners, where earlier steps may have written to it. */
export const runnerHome = (env: Environment): string | undefined =>
  env.RUNNER_ENVIRONMENT === 'self-hosted' ? userHome(env) : undefined

/** The home folder of the user, for commands that a person runs. */
export const userHome = (env: Environment): string | undefined => env.GEMINI_CLI_HOME || env.HOME

export function createRuntime(
  options: Pick<Runtime, 'env' | 'dist' | 'event' | 'session' | 'signal' | 'log'> & {
    workspace?: string
    home?: string
  },
): Runtime {
  const { env } = options
  return {
    ...options,
    childEnv: childEnvironment(env, []),
    workspace: options.workspace ?? env.GITHUB_WORKSPACE ?? process.cwd(),
    scratch: join(env.RUNNER_TEMP ?? tmpdir(), `sluice-${options.session}`),
    home: options.home ?? runnerHome(env),
    now: Date.now,
    random: Math.random,
    sleep: (ms, signal) => wait(ms, undefined, { signal }).then(() => undefined),
  }
}

/** A signal that SIGINT and SIGTERM abort: the run ends early and posts what it has. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  // Without a listener, Node.js opens its debugger on a port that every process of the machine can use.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort(new Stopped('cancelled')))
  return controller.signal
}

/** `signal` ends the run; `wrapUpSignal` aborts earlier, to leave time for the answer. Dispose it to clear the timers. */
export type Deadline = { signal: AbortSignal; wrapUpSignal?: AbortSignal; [Symbol.dispose](): void }

type Clocked = Pick<Runtime, 'signal' | 'startTimer'>

/** Adds a limit in minutes to the signal of a run. */
export function withDeadline(
  minutes: number | undefined,
  { signal, startTimer: start = startTimer }: Clocked,
): Deadline {
  if (minutes === undefined) return { signal, [Symbol.dispose]() {} }
  const ms = minutes * 60_000
  const after = (delay: number) => {
    const controller = new AbortController()
    return { controller, cancel: start(delay, () => controller.abort(new Stopped('time'))) }
  }
  const end = after(ms)
  const answer = after(ms - Math.min(LAST_ANSWER_MS, ms / 10))
  return {
    signal: AbortSignal.any([signal, end.controller.signal]),
    wrapUpSignal: answer.controller.signal,
    [Symbol.dispose]() {
      end.cancel()
      answer.cancel()
    },
  }
}

/** Reserved for the answer: a tenth of the time, at most this. */
const LAST_ANSWER_MS = 60_000
