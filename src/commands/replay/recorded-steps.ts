import type { GeminiStep } from '../../emulators/gemini/gemini.ts'
import type { Grounding, MessagePart, ModelReply, TokenUsage } from '../../model/types.ts'
import { messageOf, UserError } from '../../platform/errors.ts'
import { modelReplies, readTranscript } from '../../record/read-transcript.ts'

/**
 * Reads the answers for the Gemini emulator from a file: one API answer a line, or a transcript, whose replies are converted
 * to API answers. Throws UserError that names the line.
 */
export function readSteps(text: string, file: string): GeminiStep[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new UserError(`${file} contains no model answer.`)
  if (!/^\s*\{"(timeMs|seq|type)"/.test(lines[0] ?? ''))
    return lines.map((line, index) => parseStep(line, file, index + 1))
  const replies = modelReplies(readTranscript(text).map(({ event }) => event))
  if (replies.length === 0) throw new UserError(`${file} contains no model answer.`)
  return [...replies.map(replyStep), endOfRecording(replies.length)]
}

function parseStep(line: string, file: string, number: number): GeminiStep {
  try {
    return JSON.parse(line) as GeminiStep // the emulator answers 500 for an invalid step
  } catch (cause) {
    throw new UserError(`${file}:${number} is not JSON: ${messageOf(cause)}`, { cause })
  }
}

/** An error that is not retried, so that a run that diverges does not wait for answers that the recording lacks. */
const endOfRecording = (answers: number): GeminiStep => {
  const message = `The recording has ${answers} answers, but this run requests one more.`
  return { status: 400, body: { error: { code: 400, status: 'FAILED_PRECONDITION', message } } }
}

/** A reply as a stream with one chunk. */
export function replyStep(reply: ModelReply): GeminiStep {
  const { parts, stop, reason, usage, model, grounding } = reply
  const finishReason = reason ?? (stop === 'length' ? 'MAX_TOKENS' : stop === 'blocked' ? 'SAFETY' : 'STOP')
  const candidate = {
    content: { role: 'model', parts: parts.map(toWirePart) },
    index: 0,
    finishReason,
    ...groundingMetadata(grounding),
  }
  return {
    chunks: [
      { candidates: [candidate], usageMetadata: usageMetadata(usage), modelVersion: model, responseId: 'recorded' },
    ],
  }
}

function toWirePart(part: MessagePart): Record<string, unknown> {
  const thoughtSignature = part.signature
  switch (part.kind) {
    case 'text':
      return { text: part.text, thoughtSignature }
    case 'thought':
      return { text: part.text, thought: true, thoughtSignature }
    case 'call': {
      const { id, name, args } = part.call
      return { functionCall: { id, name, args }, thoughtSignature }
    }
    case 'data':
      return { inlineData: { mimeType: part.mimeType, data: part.data }, thoughtSignature }
    case 'opaque':
      return { ...part.value, thoughtSignature }
  }
}

function usageMetadata({ input, cached, output, thoughts, tool, total }: TokenUsage): Record<string, number> {
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

function groundingMetadata(grounding: Grounding | undefined): object {
  if (grounding === undefined) return {}
  const { sources, supports, pages } = grounding
  const groundingSupports = supports.map(({ end, text, sources: indices }) => ({
    segment: { endIndex: end, text },
    groundingChunkIndices: indices,
  }))
  const urlMetadata = pages.map(({ url, read }) => ({
    retrievedUrl: url,
    urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${read ? 'SUCCESS' : 'ERROR'}`,
  }))
  return {
    groundingMetadata:
      sources.length === 0 ? undefined : { groundingChunks: sources.map((web) => ({ web })), groundingSupports },
    urlContextMetadata: pages.length === 0 ? undefined : { urlMetadata },
  }
}
