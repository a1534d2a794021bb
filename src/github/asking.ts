import { readCommand } from './command-line.ts'
import { known } from './known.ts'
import { sanitise } from './sanitise.ts'
import type { Task } from './task.ts'
import { findRequest } from './trigger.ts'

export type AskingOptions = {
  triggerPhrase: string
  /** Bots whose comments may ask; exact names. Every other bot's comment is passed over. */
  allowedBots?: readonly string[]
  /** Whether a comment that was edited into asking asks. */
  answerEdits?: boolean
}

type Asking = { go: true; facts: Pick<Task, 'author' | 'request' | 'command' | 'url'> } | { go: false; why: string }
type User = { login: string; type?: string | undefined } | null | undefined
type Written = { body?: string | null | undefined; user?: User; html_url?: string | undefined }

type Acted = {
  action: string
  sender?: User
  changes?: { body?: { from?: string | null | undefined } | undefined } | undefined
}

/** A comment or review asks when it is new, a person's (or a named bot's), not our own, and carries the phrase. */
export async function readAsking(
  thing: string,
  newAction: string,
  payload: Acted,
  written: Written,
  options: AskingOptions,
): Promise<Asking> {
  const isEdit = payload.action === 'edited' && options.answerEdits === true
  if (payload.action !== newAction && !isEdit)
    return pass(`The ${thing} was ${payload.action}; only new ones are answered.`)
  const body = written.body ?? ''
  // Our own words quote what was asked; answering them would never end.
  if (OUR_MARKER.test(body)) return pass(`The ${thing} is one of our own.`)
  const bot = [written.user, payload.sender].find((user) => user?.type === 'Bot')
  if (bot && !isListed(bot.login, options.allowedBots ?? []))
    return pass(`The ${thing} was written by the bot ${bot.login}, which allowed_bots does not name.`)
  const request = await findRequest(body, options.triggerPhrase)
  if (request === undefined) return pass(noPhrase(`The ${thing}`, options.triggerPhrase))
  if (isEdit) {
    // Whoever mends somebody else's words has not written the rest of them.
    if (payload.sender?.login !== written.user?.login)
      return pass(`The ${thing} was edited by someone other than its author.`)
    const before = await findRequest(payload.changes?.body?.from ?? '', options.triggerPhrase)
    if (before === request) return pass(`The ${thing} asked the same before it was edited.`)
  }
  return { go: true, facts: { ...(await requestFacts(request)), ...writtenFacts(written) } }
}

/** The request without hidden text, and the command it begins with. */
export async function requestFacts(request: string): Promise<Pick<Task, 'request' | 'command'>> {
  const { text } = await sanitise(request)
  return { request: text, ...known('command', readCommand(text)) }
}

const writtenFacts = ({ user, html_url }: Written) => ({ ...known('author', user?.login), ...known('url', html_url) })

/** How every comment of ours begins; delivery/comment.ts writes it. Further down it is only quoted by somebody. */
export const OUR_MARKER = /^<!-- sluice:v\d/

export const pass = (why: string) => ({ go: false as const, why })

export const noPhrase = (thing: string, phrase: string) =>
  `${thing} does not say ${phrase} as a word of its own, outside code and quotes.`

/** Exact, as promised, but in GitHub's sense: names that differ only in case are one account. */
export const isListed = (name: string, list: readonly string[]) =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase())
