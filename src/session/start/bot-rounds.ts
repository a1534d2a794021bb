import type { Inputs } from '../../config/inputs/inputs.ts'
import { runIdentity } from '../../config/run-identity.ts'
import type { Runtime } from '../../config/runtime.ts'
import type { ConversationComment, GitHubConversation } from '../../github/api/conversation.ts'
import type { GitHub } from '../../github/api/github.ts'
import { storedBotRound, withoutAttempt } from '../../github/comment-marker.ts'
import { isBotName, SLUICE_MARKER } from '../../github/events/comment-trigger.ts'
import type { Task } from '../../github/events/task.ts'
import type { TrustAssessment } from '../../github/events/trust.ts'
import type { Git } from '../../github/git/git.ts'
import { messageOf } from '../../platform/errors.ts'
import { maxBotRounds } from './max-bot-rounds.ts'

export type BotRoundServices = { inputs: Inputs; runtime: Runtime; git: Git; github: GitHub }

/**
 * The task with its round when a bot asks in a comment, or the reason why it gets no answer: two bots that answer each other would
 * never stop. Nothing is posted then, because the other bot would answer that, too.
 */
export async function countBotRounds(
  { task, steering }: TrustAssessment,
  conversation: Promise<GitHubConversation> | undefined,
  services: BotRoundServices,
): Promise<{ task: Task } | { reason: string }> {
  const { comment, number, sender, author, actor } = task
  const bot = [author, sender, actor].find((name) => name !== undefined && isBotName(name))
  if (bot !== undefined && task.place !== undefined && task.request !== undefined)
    return { reason: `${bot} is a bot. In discussions and on commits, only people get an answer.` }
  if (comment === undefined || number === undefined || bot === undefined) return { task }
  try {
    const [earlier, max] = await Promise.all([
      earlierRound(number, conversation, services),
      maxBotRounds(steering.sha, services),
    ])
    const round = earlier + 1
    if (round <= max) return { task: { ...task, botRound: round } }
    return {
      reason: `${bot} got ${earlier} answers in a row, and sluice.maxBotRounds allows ${max}. A person who asks starts the count again.`,
    }
  } catch (error) {
    return { reason: `The answers to ${bot} could not be counted, so nothing ran. Try again. (${messageOf(error)})` }
  }
}

type RoundComment = Pick<ConversationComment, 'body' | 'createdAt' | 'editedAt' | 'isOwn'>

/**
 * The round of our newest comment, or the one before it when the comment is from an earlier attempt of this run. A sticky comment
 * is as new as its last edit.
 */
async function earlierRound(
  number: number,
  conversation: Promise<GitHubConversation> | undefined,
  { inputs, runtime, github }: BotRoundServices,
): Promise<number> {
  const recent = await conversation?.catch(() => undefined)
  const isComplete = recent !== undefined && recent.olderComments === 0
  const comments = isComplete ? recent.comments : await allComments(number, github)
  const thisRun = ` run=${withoutAttempt(runIdentity(inputs, runtime).run)}`
  const isFromThisRun = (body: string) => [' ', '.'].some((end) => body.split('\n', 1)[0]?.includes(thisRun + end))
  const roundBefore = (body: string) => storedBotRound(body) - (isFromThisRun(body) ? 1 : 0)
  const own = comments.filter(({ body, isOwn }) => isOwn && SLUICE_MARKER.test(body))
  const changedAt = ({ createdAt, editedAt }: RoundComment) => Date.parse(editedAt ?? createdAt)
  const newest = Math.max(...own.map(changedAt))
  // Comments of one run can have the same second.
  return Math.max(0, ...own.filter((each) => changedAt(each) === newest).map(({ body }) => roundBefore(body)))
}

async function allComments(number: number, github: GitHub): Promise<RoundComment[]> {
  const [viewer, comments] = await Promise.all([github.viewer(), github.comments(number)])
  return comments.map(({ author, body, createdAt, updatedAt }) => ({
    body,
    createdAt,
    editedAt: updatedAt,
    isOwn: author === viewer,
  }))
}
