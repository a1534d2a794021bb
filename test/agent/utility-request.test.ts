import { expect, test } from 'vitest'
import { createUtilityRequests } from '../../src/agent/utility-request.ts'
import { ModelError, type ModelRequest, NO_USAGE } from '../../src/model/types.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { totalUsage } from '../../src/record/cost.ts'
import type { RunEvent } from '../../src/record/events.ts'

test('a request of a tool has no secrets, is recorded and counted, and is not a turn', async () => {
  const events: RunEvent[] = []
  const asked: ModelRequest[] = []
  let now = 0
  const aside = createUtilityRequests({
    filter: createSecretFilter(['hunter2-hunter2']),
    emit: (event) => events.push(event),
    now: () => (now += 5),
    generate: async (request) => {
      asked.push(request)
      return { parts: [{ kind: 'text', text: 'yes' }], stop: 'finished', model: 'm', usage: { ...NO_USAGE, total: 7 } }
    },
  })
  const text = 'is hunter2-hunter2 good?'
  const question: ModelRequest = {
    model: 'web-fetch-fallback',
    system: 's',
    messages: [{ role: 'user', parts: [{ kind: 'text', text }] }],
    tools: [],
  }
  const reply = await aside('web_fetch')(question, new AbortController().signal)
  expect(reply.parts).toEqual([{ kind: 'text', text: 'yes' }])
  expect(JSON.stringify([asked, events])).not.toContain('hunter2')
  expect(events).toMatchObject([
    { type: 'model_request', model: 'web-fetch-fallback', agent: 'web_fetch' },
    { type: 'model_reply', agent: 'web_fetch', ms: 5 },
  ])
  expect(totalUsage(events)).toEqual({ usage: { ...NO_USAGE, total: 7 }, turns: 0 })
})

const QUESTION: ModelRequest = { model: 'web-search', system: '', messages: [], tools: [], builtIn: ['google_search'] }
const usage = (total: number) => ({ ...NO_USAGE, total })

test('a request with a built-in tool is recorded with it, a failed one with its cost', async () => {
  const events: RunEvent[] = []
  const ask = async () => {
    throw new ModelError('overloaded', {
      fault: 'unavailable',
      retry: 'later',
      status: 503,
      failedUsage: [{ model: 'm', usage: usage(9) }],
    })
  }
  const aside = createUtilityRequests({
    filter: createSecretFilter([]),
    emit: (event) => events.push(event),
    now: () => 0,
    generate: ask,
  })
  await expect(aside('google_web_search')(QUESTION, new AbortController().signal)).rejects.toThrow('overloaded')
  expect(events).toMatchObject([
    { type: 'model_request', tools: [], options: { builtIn: ['google_search'] } },
    {
      type: 'model_failed',
      agent: 'google_web_search',
      text: 'overloaded',
      status: 503,
      failedUsage: [{ model: 'm' }],
    },
  ])
  expect(totalUsage(events)).toEqual({ usage: usage(9), turns: 0 })
})

test('an aborted request is not a model error', async () => {
  const events: RunEvent[] = []
  const ask = async () => {
    throw new Error('stopped')
  }
  const aside = createUtilityRequests({
    filter: createSecretFilter([]),
    emit: (event) => events.push(event),
    now: () => 0,
    generate: ask,
  })
  await expect(aside('web_fetch')(QUESTION, AbortSignal.abort())).rejects.toThrow('stopped')
  expect(events.map(({ type }) => type)).toEqual(['model_request'])
})
