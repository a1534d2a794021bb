import { ModelError, type ModelReply } from '../model/types.ts'
import type { Ending } from '../record/events.ts'
import type { AgentContext } from './agent-context.ts'
import { addUserMessage, type Conversation, forecastRequest, generateNext, textOf } from './conversation.ts'
import type { OutputSchema } from './output-schema.ts'

export type SchemaCheck = {
  schema: OutputSchema
  conversation: Conversation
  context: AgentContext
  signal: AbortSignal
}

/**
 * Checks the answer of an ending against the output schema and adds the parsed value. On a mismatch the model gets one
 * chance to correct the answer; after that the ending is a failure of the model. An answer that a limit cut short is
 * unchanged. Rejects when aborted.
 */
export async function enforceOutputSchema(ending: Ending, check: SchemaCheck): Promise<Ending> {
  if (ending.end !== 'answered' && ending.end !== 'stopped') return ending
  const parsed = check.schema.parseAnswer(ending.text)
  if (parsed.ok) return { ...ending, ...structuredFields(parsed.value) }
  if (ending.end === 'stopped') return ending
  const text = await requestCorrection(parsed.problem, check)
  const second = text === undefined ? parsed : check.schema.parseAnswer(text)
  if (second.ok) return { ...ending, ...structuredFields(second.value) }
  return {
    end: 'failed',
    outcome: 'model',
    text: `The answer does not match output_schema: ${second.problem}.\n\nThe answer was:\n\n${fenced(text || ending.text)}`,
  }
}

const fenced = (text: string) => (text.includes('```') ? text : `\`\`\`\n${text}\n\`\`\``)

/** The value for programs, and as Markdown for people. */
const structuredFields = (value: unknown) => ({
  structured: value,
  text: `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
})

/** The model's corrected answer; undefined when budget or model do not give one. */
async function requestCorrection(problem: string, check: SchemaCheck): Promise<string | undefined> {
  const { conversation, context, signal } = check
  addUserMessage(
    conversation,
    `[Your answer does not match the required schema: ${problem}. Give the whole answer again as one JSON value that matches the schema, without any text around it.]`,
  )
  const allowed = context.budget?.allowanceFor(forecastRequest(conversation, context)) ?? { kind: 'continue' }
  if (allowed.kind === 'short answer' || allowed.kind === 'stop') return undefined
  try {
    return textOf(await generateWithSchema(check, allowed.maxTokens))
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelError)) throw error
    context.emit({
      type: 'notice',
      level: 'warning',
      text: `The corrected answer could not be requested: ${error.message}`,
    })
    return undefined
  }
}

/**
 * Without declared tools every model can enforce a schema. The API supports only a part of JSON Schema; when it rejects the
 * schema, the request goes without it.
 */
async function generateWithSchema(
  { schema, conversation, context, signal }: SchemaCheck,
  maxTokens: number | undefined,
): Promise<ModelReply> {
  try {
    return await generateNext(conversation, context, signal, { tools: [], schema: schema.schema, maxTokens })
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelError) || error.fault !== 'request') throw error
    return generateNext(conversation, context, signal, { choice: { mode: 'none' }, maxTokens })
  }
}
