import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Stopped } from './agent/stops.ts'
import type { IncomingEvent } from './github/event.ts'
import { childEnvironment } from './host/environment.ts'
import { UserError, whyUnread } from './host/errors.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The machine a run happens on: everything that is not an input comes in through here. */
export type Machine = {
  env: Env
  /** The part of it that whatever we start may see. */
  childEnv: Record<string, string>
  /** The checked-out repository. */
  workspace: string
  /** A private folder for transcript, patch and saved tool output. */
  scratch: string
  /** The folder dist/ lies in: shipped policies and WASM files. */
  dist: string
  /** Home of the person or self-hosted runner; undefined on hosted runners, where earlier steps could have written it. */
  home: string | undefined
  event: IncomingEvent
  session: string
  /** Aborted with a Stopped when the run is told to end. */
  signal: AbortSignal
  now(): number
  random(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** One line for the log of the step. */
  log(text: string): void
}

/** Where output lies that is too long for the conversation; the model may read there. */
export const outputFolder = ({ scratch }: Pick<Machine, 'scratch'>): string => join(scratch, 'tool-output')

/**
 * The environment of everything the model can start, with the variables that settings allow by name and without those they
 * block (`security.environmentVariableRedaction`).
 */
export function childEnvWith(
  { env, childEnv }: Pick<Machine, 'env' | 'childEnv'>,
  { allowed = [], blocked = [] }: { allowed?: readonly string[]; blocked?: readonly string[] } = {},
): Record<string, string> {
  const whole = allowed.length === 0 ? childEnv : childEnvironment(env, allowed)
  if (blocked.length === 0) return whole
  const names = new Set(blocked.map((name) => name.trim().toUpperCase()))
  const ours = childEnvironment({}, []) // what makes git and others ask nobody and run nothing stays
  return Object.fromEntries(
    Object.entries(whole).filter(([name]) => Object.hasOwn(ours, name) || !names.has(name.toUpperCase())),
  )
}

/** The home folder that counts: hosted runners have none, because earlier steps could have written it. */
export const homeOf = (env: Env): string | undefined =>
  env.RUNNER_ENVIRONMENT === 'self-hosted' ? personsHome(env) : undefined

/** The home folder of whoever works here, for commands that a person calls. */
export const personsHome = (env: Env): string | undefined => env.GEMINI_CLI_HOME || env.HOME

/** What the runner told us about the event. Throws UserError when a variable or the payload is missing or broken. */
export function incomingEvent(env: Env): IncomingEvent {
  const need = (name: string) => {
    const value = env[name]
    if (value === undefined || value === '')
      throw new UserError(`${name} is not set. Outside of GitHub Actions use \`sluice run\`, which sets up an event.`)
    return value
  }
  const path = need('GITHUB_EVENT_PATH')
  const actor = env.GITHUB_ACTOR ?? ''
  return {
    name: need('GITHUB_EVENT_NAME'),
    payload: readPayload(path),
    repository: need('GITHUB_REPOSITORY'),
    sha: env.GITHUB_SHA ?? '',
    actor,
    triggeringActor: env.GITHUB_TRIGGERING_ACTOR || actor,
  }
}

function readPayload(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new UserError(`The event payload ${path} cannot be read: ${whyUnread(cause)}`, { cause })
  }
}

export function machineFor(
  given: Pick<Machine, 'env' | 'dist' | 'event' | 'session' | 'signal' | 'log'> & { workspace?: string; home?: string },
): Machine {
  const { env } = given
  return {
    ...given,
    childEnv: childEnvironment(env, []),
    workspace: given.workspace ?? env.GITHUB_WORKSPACE ?? process.cwd(),
    scratch: join(env.RUNNER_TEMP ?? tmpdir(), `sluice-${given.session}`),
    home: given.home ?? homeOf(env),
    now: Date.now,
    random: Math.random,
    sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }).then(() => undefined),
  }
}

/** A signal that SIGINT and SIGTERM abort: the run ends early but still posts what there is. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort(new Stopped('cancelled')))
  return controller.signal
}

/** `signal` ends a run, `soon` all of it but a last answer. Dispose it, so that no timer keeps the process alive. */
export type Deadline = { signal: AbortSignal; soon?: AbortSignal; [Symbol.dispose](): void }

/** A signal that also aborts after so many minutes, and one that aborts a little earlier. */
export function withDeadline(minutes: number | undefined, signal: AbortSignal): Deadline {
  if (minutes === undefined) return { signal, [Symbol.dispose]() {} }
  // setTimeout takes at most 2^31-1 ms; a job lasts 6 hours on hosted runners and 5 days on others.
  const ms = Math.min(minutes * 60_000, 2_147_483_647)
  const after = (delay: number) => {
    const controller = new AbortController()
    return { controller, timer: setTimeout(() => controller.abort(new Stopped('time')), delay) }
  }
  const end = after(ms)
  const near = after(ms - Math.min(LAST_ANSWER_MS, ms / 10))
  return {
    signal: AbortSignal.any([signal, end.controller.signal]),
    soon: near.controller.signal,
    [Symbol.dispose]() {
      clearTimeout(end.timer)
      clearTimeout(near.timer)
    },
  }
}

/** Kept back for it: a tenth of the time, and no more than this. */
const LAST_ANSWER_MS = 60_000
