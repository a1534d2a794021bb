import { isDeepStrictEqual } from 'node:util'
import type { Hooks } from '../agent/hooks.ts'
import { Stopped } from '../agent/stops.ts'
import type { Check, Objection } from '../policy/checkers.ts'
import type { Facts } from '../policy/decide.ts'
import type { Emit, RunEvent } from '../record/events.ts'

/**
 * What hooks and checkers, programs of somebody else's, made of a question or a call is written down, so that a replay
 * has their answers without them. Where they left everything as it was nothing is written.
 */
export function hooksWrittenDown(hooks: Hooks, emit: Emit): Hooks {
  const say = (to: Said['to'], key: string, answer: Record<string, unknown>) =>
    emit({ type: 'program_answered', to, key, answer })
  /** A hook that ends the run leaves no other answer. */
  const orStopped = <T>(to: Said['to'], key: string, answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (error instanceof Stopped) say(to, key, STOPPED)
      throw error
    })
  return {
    ...hooks,
    async beforeAgent(prompt, signal) {
      const answer = await hooks.beforeAgent(prompt, signal)
      say('beforeAgent', '', { ...answer })
      return answer
    },
    async afterAgent(turn, signal) {
      const answer = await hooks.afterAgent(turn, signal)
      say('afterAgent', '', { ...answer })
      return answer
    },
    async beforeModel(request, signal) {
      const answer = await orStopped('beforeModel', request.scope ?? '', hooks.beforeModel(request, signal))
      if ('reply' in answer) say('beforeModel', request.scope ?? '', { ...answer })
      else {
        const edits = Object.entries(answer.ask).filter(([name, value]) => Reflect.get(request, name) !== value)
        say('beforeModel', request.scope ?? '', { edits: Object.fromEntries(edits) })
      }
      return answer
    },
    async afterModel(request, reply, signal) {
      const answer = await orStopped('afterModel', request.scope ?? '', hooks.afterModel(request, reply, signal))
      say('afterModel', request.scope ?? '', isDeepStrictEqual(answer, reply) ? {} : { reply: answer })
      return answer
    },
    async beforeTool(call, signal) {
      const answer = await hooks.beforeTool(call, signal)
      if (answer.say !== 'go' || answer.args !== undefined) say('beforeTool', keyOf(call.tool.name, call.args), answer)
      return answer
    },
    async afterTool(call, result, signal) {
      const answer = await hooks.afterTool(call, result, signal)
      if (answer.next !== undefined || !isDeepStrictEqual(answer.result, result))
        say('afterTool', keyOf(call.tool.name, call.args), { ...answer })
      return answer
    },
  }
}

export function checkWrittenDown(check: Check, emit: Emit): Check {
  return async (facts, history, signal) => {
    const objection = await check(facts, history, signal)
    if (objection === undefined) return undefined
    const { verdict, reason, by } = objection
    const { tier, priority, file, line, checker } = by
    const answer = { verdict, reason, by: { tier, priority, file, line, checker: { name: checker.name } } }
    emit({ type: 'program_answered', to: 'checker', key: keyOf(facts.tool, facts.args), answer })
    return objection
  }
}

const STOPPED = { stopped: true }

type Said = Extract<RunEvent, { type: 'program_answered' }>

/** The same call says the same to a program, whatever id it goes by. */
const keyOf = (tool: string, args: Record<string, unknown>) => `${tool} ${JSON.stringify(args)}`

/**
 * Hooks and checkers that answer what they answered in a recording, undefined where nobody was asked anything. The
 * answers are taken as this version's: a transcript is checked for that when it is read.
 */
export function programsIn(events: readonly RunEvent[]): { hooks?: Hooks; check?: Check } {
  const said = events.filter((event) => event.type === 'program_answered')
  if (said.length === 0) return {}
  const left = Map.groupBy(said, ({ to, key }) => `${to} ${key}`)
  // Each was written from the value of the type that is read here.
  const next = <T>(to: Said['to'], key = ''): T | undefined => {
    const answer = left.get(`${to} ${key}`)?.shift()?.answer
    if (answer?.stopped === true) throw new Stopped('hook')
    return answer as T | undefined
  }
  const check: Check = async ({ tool, args }: Facts) => next<Objection>('checker', keyOf(tool, args))
  if (said.every(({ to }) => to === 'checker')) return { check }
  const hooks: Hooks = {
    sessionStart: async () => '',
    sessionEnd: async () => undefined,
    preCompress: async () => undefined,
    notification: async () => undefined,
    beforeAgent: async (prompt) => next('beforeAgent') ?? { say: 'go', prompt },
    afterAgent: async () => next('afterAgent') ?? { say: 'go', clear: false },
    async beforeModel(request) {
      const answer = next<{ edits?: object } | Awaited<ReturnType<Hooks['beforeModel']>>>('beforeModel') ?? {}
      if ('reply' in answer) return answer
      return { ask: { ...request, ...('edits' in answer ? answer.edits : {}) } }
    },
    afterModel: async (_, reply) => next<{ reply?: typeof reply }>('afterModel')?.reply ?? reply,
    beforeTool: async ({ tool, args }) => next('beforeTool', keyOf(tool.name, args)) ?? { say: 'go', why: '' },
    afterTool: async ({ tool, args }, result) => next('afterTool', keyOf(tool.name, args)) ?? { result },
  }
  return { hooks, check }
}
