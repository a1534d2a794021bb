import { endOf, startOf } from '../host/cut.ts'
import { tokensIn, tokensOf } from '../model/estimate.ts'
import type { Message, ToolReply } from '../model/types.ts'
import { shortened } from '../tools/long-output.ts'
import { PROTECTED, WORTHWHILE } from './limits.ts'

/** Keeps a text where read_file reaches it and says where; rejects when it could not. */
export type Save = (name: string, text: string) => Promise<string>

/** What a skill says is an instruction for all of the run. */
const EXEMPT = ['activate_skill']

/**
 * Old answers of tools, replaced by their ends and the place where all of them is kept. The newest stay; nothing happens
 * before there is enough to gain, because every change costs the API's cache. The same array when nothing changed.
 */
export async function withOldOutputsMasked(
  messages: readonly Message[],
  save: Save,
  kept = PROTECTED,
): Promise<readonly Message[]> {
  const old: { message: number; reply: number; tokens: number }[] = []
  let newer = 0
  for (let index = messages.length - 2; index >= 0; index--) {
    const message = messages[index]
    if (message?.role !== 'tool') continue
    for (let nth = message.replies.length - 1; nth >= 0; nth--) {
      const reply = message.replies[nth]
      if (reply === undefined || EXEMPT.includes(reply.name) || isMasked(reply)) continue
      const tokens = tokensOf({ role: 'tool', replies: [reply] })
      newer += tokens
      if (newer > kept) old.push({ message: index, reply: nth, tokens })
    }
  }
  if (old.reduce((sum, { tokens }) => sum + tokens, 0) < Math.min(WORTHWHILE, kept)) return messages
  const changed = [...messages]
  for (const { message: index, reply: nth } of old) {
    const message = changed[index]
    if (message?.role !== 'tool') continue
    const replies = [...message.replies]
    const reply = replies[nth]
    if (reply !== undefined) replies[nth] = await masked(reply, save)
    changed[index] = { role: 'tool', replies }
  }
  return changed
}

const MASK = '<tool_output_masked>'

const isMasked = ({ response }: ToolReply) => typeof response.output === 'string' && response.output.startsWith(MASK)

async function masked(reply: ToolReply, save: Save): Promise<ToolReply> {
  const text = textOf(reply)
  const { id, name } = reply
  const preview = text.length <= 500 ? text : `${startOf(text, 250)}\n... [TRUNCATED] ...\n${endOf(text, 250)}`
  try {
    const file = await save(`${name}_${id}`, text)
    const output = `${MASK}\n${preview}\n\nOutput too large. Full output available at: ${file}\n</tool_output_masked>`
    return tokensIn(output) < tokensOf({ role: 'tool', replies: [reply] }) ? { id, name, response: { output } } : reply
  } catch {
    return reply // what could not be kept anywhere else stays here
  }
}

/** Tokens of answers that are summed up as they are; what lies further back is shortened first. */
const WHOLE = 50_000

/** The answers beyond the newest so many tokens, each shortened to `most` characters, with all of it kept in a file. */
export async function withLongOutputsCut(messages: readonly Message[], save: Save, most: number): Promise<Message[]> {
  const changed: Message[] = []
  let newer = 0
  for (const message of [...messages].reverse()) {
    if (message.role !== 'tool') {
      changed.unshift(message)
      continue
    }
    const replies: ToolReply[] = []
    for (const reply of [...message.replies].reverse()) {
      const tokens = tokensOf({ role: 'tool', replies: [reply] })
      const fits = newer + tokens <= WHOLE
      const kept = fits ? reply : await cut(reply, save, most)
      newer += kept === reply ? tokens : tokensOf({ role: 'tool', replies: [kept] })
      replies.unshift(kept)
    }
    changed.unshift(
      replies.every((reply, index) => reply === message.replies[index]) ? message : { role: 'tool', replies },
    )
  }
  return changed
}

async function cut(reply: ToolReply, save: Save, most: number): Promise<ToolReply> {
  const text = textOf(reply)
  const { id, name } = reply
  if (text.length <= most) return reply
  try {
    return { id, name, response: { output: shortened(text, await save(`${name}_${id}`, text), most) } }
  } catch {
    return reply
  }
}

/** What a tool said, as text: its output, else its content, else all of its answer as JSON. */
function textOf({ response }: ToolReply): string {
  const { output, content } = response
  if (typeof output === 'string') return output
  return typeof content === 'string' ? content : JSON.stringify(response, null, 2)
}
