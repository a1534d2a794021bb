import { randomInt } from 'node:crypto'
import type { Task } from '../../github/events/task.ts'
import { findRequest } from '../../github/events/trigger-phrase.ts'

/** No vowels and no characters that look like others, so that a code is no word and can be typed. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789'
const CODE_LENGTH = 10

/** A code for a comment. It is no secret: all who read the comment can copy it, so every check is made on the reply. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** `/allow once CODE`, `/allow always CODE` or `/approve CODE`. */
export type ReplyCommand = { kind: 'once' | 'always' | 'approve'; code: string }

const FORM = /^\/(?:allow[ \t]+(once|always)|(approve))[ \t]+([BCDFGHJKLMNPQRSTVWXZ2-9]{10})$/

/**
 * The reply to a code; undefined for every other request; a reason when it looks like a reply but is none. Reads the text as it was
 * written: in the request, hidden characters are removed already, and what a person does not see must not change what is allowed.
 */
export async function readReplyCommand(
  task: Task,
  payload: unknown,
  phrase: string,
): Promise<ReplyCommand | { problem: string } | undefined> {
  if (!/^\/(?:allow|approve)(?:\s|$)/i.test(task.request?.trim() ?? '')) return undefined
  const written = (await findRequest(bodyOf(payload), phrase)) ?? ''
  const [, mode, approve, code] = FORM.exec(written) ?? []
  if (code === undefined)
    return {
      problem: `The reply must be exactly one of \`${phrase} /allow once CODE\`, \`${phrase} /allow always CODE\` and \`${phrase} /approve CODE\`, with nothing after the code.`,
    }
  if (task.action !== 'created') return { problem: 'An edited comment cannot use a code. Write a new comment.' }
  return { kind: approve === undefined ? (mode as 'once' | 'always') : 'approve', code } // as the form says
}

function bodyOf(payload: unknown): string {
  const { comment } = payload as { comment?: { body?: unknown } } // the event was read from it
  return typeof comment?.body === 'string' ? comment.body : ''
}
