import { commentsAt } from '../delivery/post/answer-place.ts'
import { recordedUsd } from '../delivery/post/recorded-usd.ts'
import type { GitHubConversation } from '../github/api/conversation.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Task } from '../github/events/task.ts'

/**
 * What earlier runs spent in the thread of a task, in US dollars: the sum of the records in our own comments. A comment of another
 * account does not count, whatever it contains. Rejects when the comments cannot be read.
 */
export async function spentInThread(
  { number, kind, place }: Task,
  conversation: Promise<GitHubConversation> | undefined,
  github: GitHub,
): Promise<number> {
  const isPull = kind === 'pull_request' && place === undefined && number !== undefined
  const [comments, replies] = await Promise.all([
    ownComments({ number: number ?? 0, place }, conversation, github),
    isPull ? github.reviewComments(number) : [],
  ])
  const viewer = replies.length === 0 ? undefined : await github.viewer()
  const bodies = [...comments, ...replies.filter(({ author }) => author === viewer).map(({ body }) => body)]
  return bodies.reduce((sum, body) => sum + recordedUsd(body), 0)
}

/** The texts of our comments, from the conversation if it holds all of them. */
async function ownComments(
  { number, place }: { number: number; place: Task['place'] },
  conversation: Promise<GitHubConversation> | undefined,
  github: GitHub,
): Promise<string[]> {
  const recent = place === undefined ? await conversation?.catch(() => undefined) : undefined
  if (recent?.olderComments === 0) return recent.comments.filter(({ isOwn }) => isOwn).map(({ body }) => body)
  const [viewer, comments] = await Promise.all([github.viewer(), commentsAt(github, { place }).comments(number)])
  return comments.filter(({ author }) => author === viewer).map(({ body }) => body)
}
