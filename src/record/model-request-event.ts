import { ModelError, type ModelRequest } from '../model/types.ts'
import { messageOf } from '../platform/errors.ts'
import type { RunEvent } from './events.ts'

type ModelRequestEvent = Extract<RunEvent, { type: 'model_request' }>

/** A model request as an event. `agent` is set for requests outside the main conversation, which can have turn 0. */
export function modelRequestEvent(turn: number, request: ModelRequest, agent?: string): ModelRequestEvent {
  const { model, system, tools, messages, watch: _, scope: __, alias: ___, isRetry: ____, ...options } = request
  return {
    type: 'model_request',
    turn,
    model,
    system,
    tools: [...tools],
    messages: [...messages],
    options: Object.values(options).some((value) => value !== undefined) ? options : undefined,
    agent,
  }
}

/** A failed model request as an event, with the usage of its attempts. */
export function modelFailedEvent(
  turn: number,
  error: unknown,
  agent?: string,
): Extract<RunEvent, { type: 'model_failed' }> {
  const { status, fault, failedUsage } = error instanceof ModelError ? error : {}
  return {
    type: 'model_failed',
    turn,
    text: messageOf(error),
    status,
    fault,
    failedUsage: failedUsage === undefined || failedUsage.length === 0 ? undefined : [...failedUsage],
    agent,
  }
}
