import { ModelError, type ModelReply } from '../model/types.ts'
import type { Ending } from '../record/events.ts'
import type { Form } from './form.ts'
import type { AgentKit } from './kit.ts'
import { ahead, askNext, type Talk, tell, textOf } from './talk.ts'

/**
 * An ending whose answer has the form it must have: as it is, or after the model was told once what is wrong. An answer
 * that does not fit even then is a failure of the model; one that a limit cut short stays what it is. Rejects when aborted.
 */
export async function inForm(
  ending: Ending,
  form: Form,
  talk: Talk,
  kit: AgentKit,
  signal: AbortSignal,
): Promise<Ending> {
  if (ending.end !== 'answered' && ending.end !== 'stopped') return ending
  const read = form.read(ending.text)
  if (read.ok) return { ...ending, ...shown(read.value) }
  if (ending.end === 'stopped') return ending
  const text = await mended(read.problem, form, talk, kit, signal)
  const again = text === undefined ? read : form.read(text)
  if (again.ok) return { ...ending, ...shown(again.value) }
  return {
    end: 'failed',
    outcome: 'model',
    text: `The answer does not fit output_schema: ${again.problem}.\n\nIt was:\n\n${asCode(text || ending.text)}`,
  }
}

const asCode = (text: string) => (text.includes('```') ? text : `\`\`\`\n${text}\n\`\`\``)

/** What programs read, and the same for people. */
const shown = (value: unknown) => ({
  structured: value,
  text: `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
})

/** The model's second try; undefined when it could not be had. */
async function mended(
  problem: string,
  form: Form,
  talk: Talk,
  kit: AgentKit,
  signal: AbortSignal,
): Promise<string | undefined> {
  tell(
    talk,
    `[Your answer does not have the form it must have: ${problem}. Give the whole answer again as one JSON value that fits the schema, without any text around it.]`,
  )
  const allowed = kit.budget?.allows(ahead(talk, kit)) ?? { may: 'work' }
  if (allowed.may === 'end briefly' || allowed.may === 'nothing') return undefined
  const most = allowed.most === undefined ? {} : { most: allowed.most }
  try {
    return textOf(await bound(talk, form, most, kit, signal))
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelError)) throw error
    kit.emit({ type: 'notice', level: 'warning', text: `The answer could not be asked for again: ${error.message}` })
    return undefined
  }
}

/**
 * The API sees to the form by itself where no tools are declared, which is when every model can. It knows less of JSON
 * Schema than we do; what it refuses is asked for in words.
 */
async function bound(
  talk: Talk,
  { schema }: Form,
  most: { most?: number },
  kit: AgentKit,
  signal: AbortSignal,
): Promise<ModelReply> {
  try {
    return await askNext(talk, kit, signal, { tools: [], schema, ...most })
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelError) || error.fault !== 'request') throw error
    return askNext(talk, kit, signal, { choice: { mode: 'none' }, ...most })
  }
}
