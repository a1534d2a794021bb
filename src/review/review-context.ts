import type { GitHub } from '../github/api/github.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import { fetchContext } from '../github/context/context.ts'
import type { Task } from '../github/events/task.ts'
import { confirmTexts } from '../github/own-text.ts'
import { jobKey, parseMarker } from '../github/result-marker.ts'
import { findingsText, headFindings } from './read-findings.ts'

/** `job`: the workflow and job that review. `allowedLabels`: globs of the labels that the run may set. */
export type ReviewContextOptions = {
  github: GitHub
  nonce: string
  conversation: Promise<GitHubConversation> | undefined
  job: { workflow: string; job: string }
  allowedLabels: readonly string[]
  /** Whether the run closes findings whose code is gone. */
  closesGone?: boolean
}

/**
 * GitHub's data for the first message. For a pull request that this job reviewed before, adds what changed since then and the earlier
 * findings. Never rejects with GitHubError.
 */
export async function reviewContext(task: Task, options: ReviewContextOptions): Promise<string> {
  const { github, nonce, conversation, allowedLabels } = options
  const reviewed = task.action === 'synchronize' ? await reviewedCommit(options) : undefined
  const subject = reviewed === undefined || reviewed === task.head?.sha ? task : { ...task, lastReviewed: reviewed }
  const [context, findings] = await Promise.all([
    fetchContext(subject, github, nonce, { conversation, allowedLabels }),
    task.action === 'synchronize' ? earlierFindings(task, options) : '',
  ])
  return [context, findings].filter((text) => text !== '').join('\n\n')
}

/** The commit in the marker of this job's result comment. */
async function reviewedCommit({ github, conversation, job }: ReviewContextOptions): Promise<string | undefined> {
  const key = jobKey(job.workflow, job.job)
  const comments = (await conversation?.catch(() => undefined))?.comments ?? []
  const ownTexts = await confirmTexts(comments, github)
  const markers = comments.flatMap((comment) => {
    const text = ownTexts.of(comment)
    return (text && parseMarker(text)) ?? []
  })
  return markers.findLast((marker) => marker.key === key)?.reviewed
}

async function earlierFindings(task: Task, { github, nonce, closesGone }: ReviewContextOptions): Promise<string> {
  const { number, head } = task
  if (number === undefined || head === undefined) return ''
  try {
    return findingsText(await headFindings({ number, head: head.sha }, github), nonce, closesGone)
  } catch {
    return '' // the threads in the conversation say what they say
  }
}
