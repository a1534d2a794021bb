import { estimateMessageTokens, estimateTextTokens } from '../model/estimate.ts'
import type { Message, ToolReply } from '../model/types.ts'
import { keepEnd, keepStart } from '../text/format-text.ts'
import { truncateOutput } from '../tools/long-output.ts'

/** Saves a text to a file that read_file can read, and returns its path. */
export type SaveOutput = (name: string, text: string) => Promise<string>

/** Skill instructions apply to the whole run. */
const UNMASKED_TOOLS = ['activate_skill']

/**
 * Replaces old tool results by their start, their end and the path of the saved full text. The newest `protectedTokens`
 * tokens stay. Waits until enough can be saved, because every change invalidates the API's cache. Returns the same array when
 * nothing changed.
 */
export async function maskOldOutputs(
  messages: readonly Message[],
  saveOutput: SaveOutput,
  protectedTokens = PROTECTED_OUTPUT_TOKENS,
): Promise<readonly Message[]> {
  const old: { message: number; reply: number; tokens: number }[] = []
  let newer = 0
  for (let index = messages.length - 2; index >= 0; index--) {
    const message = messages[index]
    if (message?.role !== 'tool') continue
    for (let nth = message.replies.length - 1; nth >= 0; nth--) {
      const reply = message.replies[nth]
      if (reply === undefined || UNMASKED_TOOLS.includes(reply.name) || isMasked(reply)) continue
      const tokens = estimateMessageTokens({ role: 'tool', replies: [reply] })
      newer += tokens
      if (newer > protectedTokens) old.push({ message: index, reply: nth, tokens })
    }
  }
  if (old.reduce((sum, { tokens }) => sum + tokens, 0) < Math.min(MIN_MASKED_TOKENS, protectedTokens)) return messages
  const changed = [...messages]
  for (const { message: index, reply: nth } of old) {
    const message = changed[index]
    if (message?.role !== 'tool') continue
    const replies = [...message.replies]
    const reply = replies[nth]
    if (reply !== undefined) replies[nth] = await maskReply(reply, saveOutput)
    changed[index] = { role: 'tool', replies }
  }
  return changed
}

/** How many results maskOldOutputs() moved to files, and how many tokens they had. */
export function maskedOutputs(
  before: readonly Message[],
  after: readonly Message[],
): { maskedCount: number; prunableTokens: number } {
  const masked = before.flatMap((message, index) => {
    const changed = after[index]
    if (message.role !== 'tool' || changed?.role !== 'tool') return []
    return message.replies.filter((reply, nth) => reply !== changed.replies[nth])
  })
  const prunableTokens = Math.round(estimateMessageTokens({ role: 'tool', replies: masked }))
  return { maskedCount: masked.length, prunableTokens }
}

const MASK = '<tool_output_masked>'

const isMasked = ({ response }: ToolReply) => typeof response.output === 'string' && response.output.startsWith(MASK)

async function maskReply(reply: ToolReply, saveOutput: SaveOutput): Promise<ToolReply> {
  const text = textOf(reply)
  const { id, name } = reply
  const preview = text.length <= 500 ? text : `${keepStart(text, 250)}\n... [TRUNCATED] ...\n${keepEnd(text, 250)}`
  try {
    const file = await saveOutput(`${name}_${id}`, text)
    const output = `${MASK}\n${preview}\n\nOutput too large. Full output available at: ${file}\n</tool_output_masked>`
    return estimateTextTokens(output) < estimateMessageTokens({ role: 'tool', replies: [reply] })
      ? { id, name, response: { output } }
      : reply
  } catch {
    return reply // not saved, so it must stay
  }
}

/** Tokens of the newest tool results that are summarized in full; older ones are shortened first. */
const FULL_OUTPUT_TOKENS = 50_000

/** Shortens older tool results to `maxCharacters` each and saves their full text to files. */
export async function shortenLongOutputs(
  messages: readonly Message[],
  saveOutput: SaveOutput,
  maxCharacters: number,
): Promise<Message[]> {
  const changed: Message[] = []
  let newer = 0
  for (const message of [...messages].reverse()) {
    if (message.role !== 'tool') {
      changed.unshift(message)
      continue
    }
    const replies: ToolReply[] = []
    for (const reply of [...message.replies].reverse()) {
      const tokens = estimateMessageTokens({ role: 'tool', replies: [reply] })
      const fits = newer + tokens <= FULL_OUTPUT_TOKENS
      const result = fits ? reply : await shortenReply(reply, saveOutput, maxCharacters)
      newer += result === reply ? tokens : estimateMessageTokens({ role: 'tool', replies: [result] })
      replies.unshift(result)
    }
    changed.unshift(
      replies.every((reply, index) => reply === message.replies[index]) ? message : { role: 'tool', replies },
    )
  }
  return changed
}

async function shortenReply(reply: ToolReply, saveOutput: SaveOutput, maxCharacters: number): Promise<ToolReply> {
  const text = textOf(reply)
  const { id, name } = reply
  if (text.length <= maxCharacters) return reply
  try {
    return {
      id,
      name,
      response: { output: truncateOutput(text, await saveOutput(`${name}_${id}`, text), maxCharacters) },
    }
  } catch {
    return reply
  }
}

/** The text of a tool result: its output, else its content, else the whole response as JSON. */
function textOf({ response }: ToolReply): string {
  const { output, content } = response
  if (typeof output === 'string') return output
  return typeof content === 'string' ? content : JSON.stringify(response, null, 2)
}

/** Tokens of the newest tool results that are never masked. */
export const PROTECTED_OUTPUT_TOKENS = 50_000

/** Minimum tokens of older tool results to mask at once. */
export const MIN_MASKED_TOKENS = 30_000

/** A smaller conversation has no tool results to mask. */
export const MIN_SHRINKABLE_TOKENS = PROTECTED_OUTPUT_TOKENS + MIN_MASKED_TOKENS

/** The share of the window that an estimated request may fill; the API is likely to reject a larger one. */
export const MAX_WINDOW_SHARE = 0.95
