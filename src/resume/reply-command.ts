import { randomInt } from 'node:crypto'
import type { Task } from '../github/events/task.ts'

/** No vowels, so that a code spells no word, and no look-alikes, so that people can type it. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789'

const CODE_LENGTH = 10

/** A code for a comment. It is not a secret: anyone who can read the comment can copy it, so Sluice checks the person and the reply. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** `/allow once CODE`, `/allow always CODE` or `/approve CODE`. */
export type ReplyCommand = { kind: 'once' | 'always' | 'approve'; code: string }

/** Not \s, which includes invisible characters. */
const OUTER_SPACE = /^[ \t\r\n]+|[ \t\r\n]+$/g

/** One space after the phrase, as the comment shows it: workflows choose by that text in their `if` which of them starts. */
const FORM = /^ \/(?:allow[ \t]+(once|always)|(approve))[ \t]+([BCDFGHJKLMNPQRSTVWXZ2-9]{10})$/

/** Whether an answer of ours offers a code. */
export const offersCode = (answer: string): boolean =>
  /\/(?:allow (?:once|always)|approve) [BCDFGHJKLMNPQRSTVWXZ2-9]{10}/.test(answer)

/**
 * The reply that uses a code; undefined for any other request; the problem of a text that only looks like a reply. Reads the original
 * text, because the request no longer contains hidden characters, and what a person cannot see must not change what is allowed. The
 * comment must contain nothing but the reply: words before it could deny or quote it.
 */
export function readReplyCommand(
  task: Task,
  payload: unknown,
  phrase: string,
): ReplyCommand | { problem: string } | undefined {
  if (!looksLikeReply(task.request?.trim() ?? '')) return undefined
  const written = bodyOf(payload).replace(OUTER_SPACE, '')
  const isAddressed = written.slice(0, phrase.length).toLowerCase() === phrase.toLowerCase()
  const [, mode, approve, code] = (isAddressed ? FORM.exec(written.slice(phrase.length)) : null) ?? []
  if (code === undefined)
    return {
      problem: `The reply must be exactly one of \`${phrase} /allow once CODE\`, \`${phrase} /allow always CODE\` and \`${phrase} /approve CODE\`, with nothing before or after it.`,
    }
  if (task.action !== 'created') return { problem: 'An edited comment cannot use a code. Write a new comment.' }
  return { kind: approve === undefined ? (mode as 'once' | 'always') : 'approve', code } // as the form says
}

/**
 * Also finds a reply among other words or with letters of another script: what a person takes for the use of a code must not reach the
 * model as a question.
 */
function looksLikeReply(request: string): boolean {
  const words = request.normalize('NFKC').split(/\s+/)
  if (isCommandLike(words[0] ?? '', 1)) return true
  return words.some(
    (word, index) => isCommandLike(word, 0) && words.slice(index + 1, index + 4).some((each) => isCodeLike(each)),
  )
}

const COMMANDS = ['allow', 'approve']

const SLASHES = /^[`"'(<[*_]*[/\\\u2044\u2215\u29f8]/

/** Whether each letter is that of the command or, beyond `minAscii` of them, a letter that is not ASCII. */
function isCommandLike(word: string, minAscii: number): boolean {
  if (!SLASHES.test(word)) return false
  const letters = [...word.replace(SLASHES, '').toLowerCase()]
  return COMMANDS.some((command) => {
    const isSame = letters.map((letter, index) => letter === command[index])
    return (
      letters.length === command.length &&
      isSame.filter(Boolean).length >= minAscii &&
      letters.every((letter, index) => isSame[index] === true || letter > '\u007f')
    )
  })
}

function isCodeLike(word: string): boolean {
  const letters = [...(/^[^\p{L}\p{N}]*([\p{L}\p{N}]+)/u.exec(word)?.[1] ?? '')]
  const plain = letters.filter((letter) => /[A-Z0-9]/.test(letter)).length
  const others = letters.filter((letter) => letter > '\u007f').length
  return letters.length === CODE_LENGTH && plain + others === CODE_LENGTH && plain >= others
}

function bodyOf(payload: unknown): string {
  const { comment } = payload as { comment?: { body?: unknown } } // the event was read from it
  return typeof comment?.body === 'string' ? comment.body : ''
}
