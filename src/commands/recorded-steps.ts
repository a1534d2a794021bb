import { messageOf, UserError } from '../host/errors.ts'
import type { Grounding, ModelReply, Part, Usage } from '../model/types.ts'
import { readTranscript, repliesIn } from '../record/transcript.ts'
import type { GeminiStep } from '../standin/gemini.ts'

/**
 * What a stand-in model answers, from a file: one answer of the API a line, or the transcript of a run, whose replies are
 * put back into the API's words. Throws UserError that names the line.
 */
export function stepsIn(text: string, file: string): GeminiStep[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new UserError(`${file} holds no answer of a model.`)
  if (!/^\s*\{"(at|seq|type)"/.test(lines[0] ?? '')) return lines.map((line, index) => stepIn(line, file, index + 1))
  const replies = repliesIn(readTranscript(text).map(({ event }) => event))
  if (replies.length === 0) throw new UserError(`${file} holds no answer of a model.`)
  return [...replies.map(stepOf), pastTheEnd(replies.length)]
}

function stepIn(line: string, file: string, number: number): GeminiStep {
  try {
    return JSON.parse(line) as GeminiStep // the stand-in answers 500 for a step it does not understand
  } catch (cause) {
    throw new UserError(`${file}:${number} is not JSON: ${messageOf(cause)}`, { cause })
  }
}

/** A refusal that is not worth asking again: a run that goes another way must not wait for answers that never come. */
const pastTheEnd = (answers: number): GeminiStep => {
  const message = `The recording has ${answers} answers, and this run asks for one more.`
  return { status: 400, body: { error: { code: 400, status: 'FAILED_PRECONDITION', message } } }
}

/** A reply as the one chunk of a stream that would give it. */
export function stepOf(reply: ModelReply): GeminiStep {
  const { parts, stop, reason, usage, model, grounding } = reply
  const finishReason = reason ?? (stop === 'length' ? 'MAX_TOKENS' : stop === 'blocked' ? 'SAFETY' : 'STOP')
  const candidate = {
    content: { role: 'model', parts: parts.map(wirePart) },
    index: 0,
    finishReason,
    ...rests(grounding),
  }
  return {
    chunks: [{ candidates: [candidate], usageMetadata: counted(usage), modelVersion: model, responseId: 'recorded' }],
  }
}

function wirePart(part: Part): Record<string, unknown> {
  const signed = part.signature === undefined ? {} : { thoughtSignature: part.signature }
  switch (part.kind) {
    case 'text':
      return { text: part.text, ...signed }
    case 'thought':
      return { text: part.text, thought: true, ...signed }
    case 'call': {
      const { id, name, args } = part.call
      return { functionCall: { id, name, args }, ...signed }
    }
    case 'data':
      return { inlineData: { mimeType: part.mimeType, data: part.data }, ...signed }
    case 'opaque':
      return { ...part.value, ...signed }
  }
}

function counted({ input, cached, output, thoughts, tool, total }: Usage): Record<string, number> {
  const all = {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: total,
    cachedContentTokenCount: cached,
    thoughtsTokenCount: thoughts,
    toolUsePromptTokenCount: tool,
  }
  const always = ['promptTokenCount', 'candidatesTokenCount', 'totalTokenCount']
  return Object.fromEntries(Object.entries(all).filter(([name, count]) => count !== 0 || always.includes(name)))
}

function rests(grounding: Grounding | undefined): object {
  if (grounding === undefined) return {}
  const { sources, supports, pages } = grounding
  const groundingSupports = supports.map(({ end, text, sources: indices }) => ({
    segment: { endIndex: end, ...(text === undefined ? {} : { text }) },
    groundingChunkIndices: indices,
  }))
  const urlMetadata = pages.map(({ url, read }) => ({
    retrievedUrl: url,
    urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${read ? 'SUCCESS' : 'ERROR'}`,
  }))
  return {
    ...(sources.length === 0
      ? {}
      : { groundingMetadata: { groundingChunks: sources.map((web) => ({ web })), groundingSupports } }),
    ...(pages.length === 0 ? {} : { urlContextMetadata: { urlMetadata } }),
  }
}
