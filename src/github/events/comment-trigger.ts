import { cleanInbound } from '../../text/clean-inbound.ts'
import { parseSlashCommand } from './slash-command-line.ts'
import type { Task } from './task.ts'
import { findRequest } from './trigger-phrase.ts'

export type CommentTriggerOptions = {
  triggerPhrase: string
  /** Exact names of the bots whose comments may start a run. Comments of all other bots are skipped. */
  allowedBots?: readonly string[]
  /** Whether a comment can start a run when an edit adds or changes the request. */
  answerEdits?: boolean
}

/** A comment or review of an event. */
type CommentEvent = {
  /** What the messages call it: "comment", "review comment" or "review". */
  noun: string
  /** The action of the event when it is new. */
  newAction: 'created' | 'submitted'
  payload: CommentPayload
  comment: PayloadComment
}
type PayloadUser = { login: string; type?: string } | null | undefined
type PayloadComment = { body?: string | null; user?: PayloadUser; html_url?: string }
type CommentPayload = {
  action: string
  sender?: PayloadUser
  changes?: { body?: { from?: string | null } }
}

type CommentTrigger =
  | { shouldRun: true; facts: Pick<Task, 'author' | 'request' | 'command' | 'url'> }
  | { shouldRun: false; reason: string }

/** A comment or review starts a run when it is new, contains the trigger phrase, and was not written by this action or another bot. */
export async function readCommentTrigger(
  { noun, newAction, payload, comment }: CommentEvent,
  { triggerPhrase, allowedBots = [], answerEdits = false }: CommentTriggerOptions,
): Promise<CommentTrigger> {
  const body = comment.body ?? ''
  const isEdit = payload.action === 'edited' && (answerEdits || (await isCodeReply(body, triggerPhrase)))
  if (payload.action !== newAction && !isEdit)
    return skipRun(`The ${noun} was ${payload.action}; only new ones are answered.`)
  // The comments of this action quote requests, so an answer to one of them could cause an endless loop.
  if (SLUICE_MARKER.test(body)) return skipRun(`The ${noun} was written by this action.`)
  const bot = [comment.user, payload.sender].find((user) => user?.type === 'Bot')
  if (bot && !(isBotName(bot.login) && includesName(allowedBots, bot.login)))
    return skipRun(`The ${noun} was written by the bot ${bot.login}, which allowed_bots does not name.`)
  const request = await findRequest(body, triggerPhrase)
  if (request === undefined) return skipRun(missingPhrase(`The ${noun}`, triggerPhrase))
  if (isEdit) {
    // An editor who is not the author did not write the request.
    if (payload.sender?.login !== comment.user?.login)
      return skipRun(`The ${noun} was edited by someone other than its author.`)
    const earlierRequest = await findRequest(payload.changes?.body?.from ?? '', triggerPhrase)
    if (earlierRequest === request) return skipRun(`The edit of the ${noun} did not change its request.`)
  }
  return { shouldRun: true, facts: { ...(await readRequest(request)), ...commentFacts(comment) } }
}

/** An edit cannot use a code, but its author is told: the reply reads as if it had. */
async function isCodeReply(body: string, triggerPhrase: string): Promise<boolean> {
  return /^\/(?:allow\s+(?:once|always)|approve)\s+[A-Z0-9]{10}$/.test(
    (await findRequest(body, triggerPhrase))?.trim() ?? '',
  )
}

/** The request without hidden text, and the slash command at its start. */
export async function readRequest(request: string): Promise<Pick<Task, 'request' | 'command'>> {
  const { text } = await cleanInbound(request)
  return { request: text, command: parseSlashCommand(text) }
}

const commentFacts = ({ user, html_url }: PayloadComment) => ({ author: user?.login, url: html_url })

/** The start of every comment that this action writes (delivery/comment.ts). Further down in a text it is a quote. */
export const SLUICE_MARKER = /^<!-- sluice:v\d/

export const skipRun = (reason: string) => ({ shouldRun: false as const, reason })

export const missingPhrase = (subject: string, phrase: string) =>
  `${subject} does not contain ${phrase} as a separate word outside code and quotes.`

/** Compares whole names without case: to GitHub, names that differ only in case are one account. */
export const includesName = (list: readonly string[], name: string) =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase())

/** Only Apps have brackets in their names: a person can be called `dependabot`, but not `dependabot[bot]`. */
export const isBotName = (name: string): boolean => name.endsWith('[bot]')
