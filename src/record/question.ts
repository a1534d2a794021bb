import { messageOf } from '../host/errors.ts'
import { ModelError, type ModelRequest } from '../model/types.ts'
import type { RunEvent } from './events.ts'

type Question = Extract<RunEvent, { type: 'model_request' }>

/** A question to the model as an event. `agent` asks it beside the main conversation, where `turn` is 0. */
export function questionOf(turn: number, request: ModelRequest, agent?: string): Question {
  const { model, system, tools, messages, watch: _, scope: __, alias: ___, again: ____, ...options } = request
  return {
    type: 'model_request',
    turn,
    model,
    system,
    tools: [...tools],
    messages: [...messages],
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(agent === undefined ? {} : { agent }),
  }
}

/** A question that got no answer, as an event, with what its attempts cost. */
export function failureOf(turn: number, error: unknown, agent?: string): Extract<RunEvent, { type: 'model_failed' }> {
  const { status, spent } = error instanceof ModelError ? error : {}
  return {
    type: 'model_failed',
    turn,
    text: messageOf(error),
    ...(status === undefined ? {} : { status }),
    ...(spent === undefined || spent.length === 0 ? {} : { spent: [...spent] }),
    ...(agent === undefined ? {} : { agent }),
  }
}
