import { isDeepStrictEqual } from 'node:util'
import type { CheckerObjection, SafetyCheck } from '../../policy/checkers.ts'
import type { CallFacts } from '../../policy/rules/rule.ts'
import type { Emit, RunEvent } from '../../record/events.ts'
import { Stopped } from '../stop-conditions.ts'
import type { Hooks } from './hook-types.ts'

/** Hooks whose answers are recorded, so that a replay needs no hook programs. An answer that changes nothing is not recorded. */
export function recordHooks(hooks: Hooks, emit: Emit): Hooks {
  const record = (point: ProgramAnswer['point'], key: string, answer: Record<string, unknown>) =>
    emit({ type: 'program_answered', point, key, answer })
  /** Also records that the hook stopped the run. */
  const recordStop = <T>(point: ProgramAnswer['point'], key: string, answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (error instanceof Stopped) record(point, key, STOPPED)
      throw error
    })
  return {
    ...hooks,
    async beforeAgent(prompt, signal) {
      const answer = await hooks.beforeAgent(prompt, signal)
      record('beforeAgent', '', { ...answer })
      return answer
    },
    async afterAgent(turn, signal) {
      const answer = await hooks.afterAgent(turn, signal)
      record('afterAgent', '', { ...answer })
      return answer
    },
    async beforeModel(request, signal) {
      const answer = await recordStop('beforeModel', request.scope ?? '', hooks.beforeModel(request, signal))
      if ('reply' in answer) record('beforeModel', request.scope ?? '', { ...answer })
      else {
        const edits = Object.entries(answer.request).filter(([name, value]) => Reflect.get(request, name) !== value)
        record('beforeModel', request.scope ?? '', { edits: Object.fromEntries(edits) })
      }
      return answer
    },
    async afterModel(request, reply, signal) {
      const answer = await recordStop('afterModel', request.scope ?? '', hooks.afterModel(request, reply, signal))
      record('afterModel', request.scope ?? '', isDeepStrictEqual(answer, reply) ? {} : { reply: answer })
      return answer
    },
    async beforeTool(call, signal) {
      const answer = await hooks.beforeTool(call, signal)
      if (answer.action !== 'continue' || answer.args !== undefined)
        record('beforeTool', exactCallKey(call.tool.name, call.args), answer)
      return answer
    },
    async afterTool(call, result, signal) {
      const answer = await hooks.afterTool(call, result, signal)
      if (answer.next !== undefined || !isDeepStrictEqual(answer.result, result))
        record('afterTool', exactCallKey(call.tool.name, call.args), { ...answer })
      return answer
    },
  }
}

export function recordCheck(check: SafetyCheck, emit: Emit): SafetyCheck {
  return async (facts, history, signal) => {
    const objection = await check(facts, history, signal)
    if (objection === undefined) return undefined
    const { verdict, reason, rule } = objection
    const { tier, priority, file, line, checker } = rule
    const answer = { verdict, reason, rule: { tier, priority, file, line, checker: { name: checker.name } } }
    emit({ type: 'program_answered', point: 'checker', key: exactCallKey(facts.tool, facts.args), answer })
    return objection
  }
}

const STOPPED = { stopped: true }

type ProgramAnswer = Extract<RunEvent, { type: 'program_answered' }>

const exactCallKey = (tool: string, args: Record<string, unknown>) => `${tool} ${JSON.stringify(args)}`

/**
 * Hooks and checkers that give their recorded answers; absent when none were recorded. The answers must be from this version,
 * which is checked when the transcript is read.
 */
export function recordedPrograms(events: readonly RunEvent[]): { hooks?: Hooks; runCheckers?: SafetyCheck } {
  const answers = events.filter((event) => event.type === 'program_answered')
  if (answers.length === 0) return {}
  const remaining = Map.groupBy(answers, ({ point, key }) => `${point} ${key}`)
  // The cast is safe: record() wrote a value of the same type.
  const next = <T>(point: ProgramAnswer['point'], key = ''): T | undefined => {
    const answer = remaining.get(`${point} ${key}`)?.shift()?.answer
    if (answer?.stopped === true) throw new Stopped('hook')
    return answer as T | undefined
  }
  const check: SafetyCheck = async ({ tool, args }: CallFacts) =>
    next<CheckerObjection>('checker', exactCallKey(tool, args))
  if (answers.every(({ point }) => point === 'checker')) return { runCheckers: check }
  const hooks: Hooks = {
    sessionStart: async () => '',
    sessionEnd: async () => undefined,
    preCompress: async () => undefined,
    notification: async () => undefined,
    beforeAgent: async (prompt) => next('beforeAgent') ?? { action: 'continue', prompt },
    afterAgent: async () => next('afterAgent') ?? { action: 'continue', clearHistory: false },
    async beforeModel(request) {
      const answer = next<{ edits?: object } | Awaited<ReturnType<Hooks['beforeModel']>>>('beforeModel') ?? {}
      if ('reply' in answer) return answer
      const edits = 'edits' in answer ? answer.edits : undefined
      return { request: { ...request, ...edits } }
    },
    afterModel: async (_, reply) => next<{ reply?: typeof reply }>('afterModel')?.reply ?? reply,
    beforeTool: async ({ tool, args }) =>
      next('beforeTool', exactCallKey(tool.name, args)) ?? { action: 'continue', reason: '' },
    afterTool: async ({ tool, args }, result) => next('afterTool', exactCallKey(tool.name, args)) ?? { result },
  }
  return { hooks, runCheckers: check }
}
