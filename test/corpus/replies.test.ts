import { expect, test } from 'vitest'
import type { ModelError, ModelReply } from '../../src/model/types.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { formatRun } from '../../src/record/output-format.ts'
import { parseTranscriptLine } from '../../src/record/transcript-line.ts'
import { ask, never, question } from '../fakes/gemini-line.ts'
import { jsonVariants } from './variants.ts'

/** What the Gemini API or a gateway before it sends, read by the SDK. Nothing leaves this process. */
function answered(text: string): Promise<ModelReply | ModelError> {
  const send: typeof fetch = async () =>
    new Response(`data: ${text.replaceAll(/\r?\n/g, '\r\ndata: ')}\r\n\r\n`, {
      headers: { 'content-type': 'text/event-stream; charset=UTF-8' },
    })
  return ask('http://127.0.0.1:1', { fetch: send })(question(), never).catch((error: ModelError) => error)
}

const FULL_CHUNK = {
  candidates: [
    {
      index: 0,
      content: {
        role: 'model',
        parts: [
          { text: 'a' },
          { text: 'h', thought: true, thoughtSignature: 'S' },
          { functionCall: { id: 'a', name: 'f', args: { x: 1 } } },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
        ],
      },
      finishReason: 'STOP',
      finishMessage: 'm',
      groundingMetadata: {
        groundingChunks: [{ web: { title: 't', uri: 'u' } }],
        groundingSupports: [{ segment: { endIndex: 1, text: 'a' }, groundingChunkIndices: [0] }],
      },
      urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'u', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' }] },
    },
  ],
  promptFeedback: {},
  modelVersion: 'm',
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, thoughtsTokenCount: 1, totalTokenCount: 3 },
}

test('each odd chunk becomes an answer that every reader of the record takes, or an error that is retried', async () => {
  const outcomes = { answers: 0, errors: 0 }
  const variants = jsonVariants(FULL_CHUNK)
  for (const { what, path, text } of variants) {
    const reply = await answered(text)
    const label = `${path}: ${what}`
    if (reply instanceof Error) {
      expect([reply.fault, reply.retry], `${label}: ${reply.message}`).toEqual(['unusable', 'later'])
      outcomes.errors += 1
      continue
    }
    const event: RunEvent = { type: 'model_reply', turn: 1, ms: 1, reply }
    const line = JSON.stringify({ timeMs: 0, seq: 0, ...event })
    const read = parseTranscriptLine(line, 1)
    expect(JSON.stringify(read).length, label).toBe(line.length)
    const streamed = formatRun('stream-json', [event], [0]).trim()
    for (const each of streamed.split('\n').filter(Boolean)) expect(JSON.parse(each), label).toHaveProperty('type')
    expect(JSON.stringify(reply).isWellFormed() && !JSON.stringify(reply).includes('\\ud'), label).toBe(true)
    expect(Math.min(...Object.values(reply.usage)), label).toBeGreaterThanOrEqual(0)
    outcomes.answers += 1
  }
  expect(outcomes.answers).toBeGreaterThan(200)
  expect(outcomes.errors).toBeGreaterThan(20)
})
