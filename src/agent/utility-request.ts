import type { Generate } from '../model/types.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import { type Emit, modelFailedEvent, modelRequestEvent } from '../record/events.ts'

/**
 * Model requests outside the conversation: without secrets, recorded and counted under the caller's name, and not counted as
 * turns.
 */
export const createUtilityRequests =
  ({
    generate,
    filter,
    emit,
    now,
  }: {
    generate: Generate
    filter: Pick<SecretFilter, 'deep'>
    emit: Emit
    now: () => number
  }) =>
  (agent: string): Generate =>
  async (unfiltered, signal) => {
    const request = filter.deep(unfiltered)
    emit(modelRequestEvent(0, request, agent))
    const started = now()
    try {
      const reply = await generate(request, signal)
      emit({ type: 'model_reply', turn: 0, reply, ms: now() - started, agent })
      return reply
    } catch (error) {
      if (!signal.aborted) emit(modelFailedEvent(0, error, agent))
      throw error
    }
  }
