import { known } from './known.ts'
import { sanitise } from './sanitise.ts'
import type { Task } from './task.ts'
import { findRequest } from './trigger.ts'

export type AskingOptions = {
  triggerPhrase: string
  /** Bots whose comments may ask; exact names. Every other bot's comment is passed over. */
  allowedBots?: readonly string[]
}

type Asking = { go: true; facts: Pick<Task, 'author' | 'request' | 'url'> } | { go: false; why: string }
type User = { login: string; type?: string | undefined } | null | undefined
type Written = { body?: string | null | undefined; user?: User; html_url?: string | undefined }

/** A comment or review asks when it is new, a person's (or a named bot's), not our own, and carries the phrase. */
export async function readAsking(
  thing: string,
  newAction: string,
  payload: { action: string; sender?: User },
  written: Written,
  options: AskingOptions,
): Promise<Asking> {
  if (payload.action !== newAction) return pass(`The ${thing} was ${payload.action}; only new ones are answered.`)
  const body = written.body ?? ''
  // Our own words quote what was asked; answering them would never end.
  if (OUR_MARKER.test(body)) return pass(`The ${thing} is one of our own.`)
  const bot = [written.user, payload.sender].find((user) => user?.type === 'Bot')
  if (bot && !isListed(bot.login, options.allowedBots ?? []))
    return pass(`The ${thing} was written by the bot ${bot.login}, which allowed_bots does not name.`)
  const request = await findRequest(body, options.triggerPhrase)
  if (request === undefined) return pass(noPhrase(`The ${thing}`, options.triggerPhrase))
  const { text } = await sanitise(request)
  return {
    go: true,
    facts: { request: text, ...known('author', written.user?.login), ...known('url', written.html_url) },
  }
}

/** How every comment of ours begins; delivery/comment.ts writes it. Further down it is only quoted by somebody. */
export const OUR_MARKER = /^<!-- sluice:v\d/

export const pass = (why: string) => ({ go: false as const, why })

export const noPhrase = (thing: string, phrase: string) =>
  `${thing} does not say ${phrase} as a word of its own, outside code and quotes.`

/** Exact, as promised, but in GitHub's sense: names that differ only in case are one account. */
export const isListed = (name: string, list: readonly string[]) =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase())
