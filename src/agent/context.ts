import { keepHeapSmall } from '../host/heap.ts'
import { estimate, holdsData } from '../model/estimate.ts'
import { type Message, ModelError, NO_USAGE } from '../model/types.ts'
import { type Compression, compress } from './compress.ts'
import type { AgentKit } from './kit.ts'
import { FULL } from './limits.ts'
import { withOldOutputsMasked } from './outputs.ts'
import { estimateOf, sizeOf, type Talk } from './talk.ts'

/** In whose name summaries are asked for. */
const COMPRESSOR = 'utility_compressor'

/** After a summary the conversation grows by this much before the next one. */
const REGROWN = 1.2

/**
 * Makes a conversation smaller that has become large: old answers of tools go to files, and past the threshold what is
 * long ago becomes a summary. Rejects with ModelError when it cannot be made to fit the model's window.
 */
export async function shrink(talk: Talk, kit: AgentKit, signal: AbortSignal): Promise<void> {
  const { context } = kit
  if (context === undefined) return
  keepHeapSmall()
  const { window, threshold, save } = context
  const limit = threshold * window
  replace(talk, await withOldOutputsMasked(talk.messages, save), 'masked', kit)
  if (sizeOf(talk, kit) >= Math.max(limit, talk.compressed * REGROWN)) await summarise(talk, kit, signal)
  if ((await counted(talk, kit, signal)) <= window * FULL) return
  replace(talk, await withOldOutputsMasked(talk.messages, save, 0), 'masked', kit)
  const size = await counted(talk, kit, signal)
  if (size > window * FULL)
    throw new ModelError(
      `The conversation takes about ${Math.round(size / 1000)},000 tokens, and ${kit.model} reads ${Math.round(window / 1000)},000 at most. Ask for less at once.`,
      { fault: 'request', retry: 'never' },
    )
}

async function summarise(talk: Talk, kit: AgentKit, signal: AbortSignal): Promise<void> {
  const { context, hooks } = kit
  if (context === undefined) return
  // A summary that takes what is left for the answer helps nobody.
  const input = estimateOf(talk, kit)
  if (kit.budget?.affords([{ model: kit.model, usage: { ...NO_USAGE, input, total: input } }]) === false) return
  await hooks?.preCompress('auto', signal)
  const failedBefore = talk.summaryFailed
  const given = { ...context, model: kit.model, ask: context.aside(COMPRESSOR), failedBefore }
  const done = await compress(talk.messages, given, signal).catch((error: unknown): Compression => {
    if (signal.aborted || !(error instanceof ModelError)) throw error
    kit.emit({ type: 'notice', level: 'info', text: `The conversation could not be summed up: ${error.message}` })
    return { status: 'empty', messages: talk.messages }
  })
  if (done.status === 'inflated' || done.status === 'empty') {
    talk.summaryFailed = true
    emit(done.status, estimateOf(talk, kit), estimateOf(talk, kit), kit)
  }
  replace(talk, done.messages, done.status, kit)
  if (done.status === 'compressed') talk.compressed = sizeOf(talk, kit)
}

/** Puts other messages in the place of the ones so far, when there are others. */
function replace(
  talk: Talk,
  messages: readonly Message[],
  status: Compression['status'] | 'masked',
  kit: AgentKit,
): void {
  if (messages === talk.messages) return
  const before = estimateOf(talk, kit)
  talk.messages = [...messages]
  talk.measured = undefined
  kit.memoryOf?.again?.()
  emit(status, before, estimateOf(talk, kit), kit)
}

const emit = (status: Compression['status'] | 'masked', tokensBefore: number, tokensAfter: number, kit: AgentKit) => {
  if (status !== 'nothing') kit.emit({ type: 'chat_compressed', status, tokensBefore, tokensAfter, ...whose(kit) })
}

const whose = ({ agent }: AgentKit) => (agent === undefined ? {} : { agent })

/** Estimated, or counted by the back end where an estimate could be far off and it is nearly full. */
async function counted(talk: Talk, kit: AgentKit, signal: AbortSignal): Promise<number> {
  const input = sizeOf(talk, kit)
  const { context, model } = kit
  if (context?.count === undefined || input < context.window / 2 || !holdsData(talk.messages)) return input
  const { messages } = talk
  return context.count({ model, messages }, signal).then(
    (counted) => counted + estimate({ system: kit.system, tools: kit.declarations }),
    () => input,
  )
}
