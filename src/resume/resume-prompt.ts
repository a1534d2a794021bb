import type { GitHubConversation } from '../github/api/conversation.ts'
import { writeConversation } from '../github/context/context-comments.ts'
import { openPromptData } from '../github/context/prompt-data.ts'
import type { Task } from '../github/events/task.ts'
import type { MessagePart } from '../model/types.ts'
import type { AdmittedCall, ResumeKind } from '../record/events.ts'
import { fencedBlock } from '../text/write-markdown.ts'
import { type InitialPromptParts, initialPrompt } from './initial-prompt.ts'

/** What a continued conversation is told first. `by` and `url`: who replied, and where. */
export type ResumeRequest = { kind: ResumeKind; by: string; url: string | undefined; admitted?: AdmittedCall }

/** The next message of a conversation that goes on: the date, what was asked or allowed, and what others wrote since. */
export function resumePrompt(request: ResumeRequest, parts: InitialPromptParts): MessagePart[] {
  const [text, ...rest] = [`# The conversation goes on`, ...initialTexts(parts)]
  const task =
    request.kind === 'follow_up'
      ? rest
      : rest.map((each) => (each.startsWith('# Task\n') ? instruction(request) : each))
  return [text ?? '', ...task].filter((each) => each !== '').map((each) => ({ kind: 'text', text: each }))
}

const initialTexts = (parts: InitialPromptParts): string[] =>
  initialPrompt(parts).flatMap((part) => (part.kind === 'text' ? [part.text] : []))

function instruction({ kind, by, url, admitted }: ResumeRequest): string {
  const where = url === undefined ? '' : ` (${url})`
  if (kind === 'approve' || admitted === undefined)
    return `# Task\n\n@${by} approved your plan${where}. Carry it out now, step by step, as it stands. If a step no longer fits, take the smallest step with the same purpose and say so. The answer: each step with "done", "changed" or "not done" and the reason, and how it was checked.`
  const call = fencedBlock(JSON.stringify({ tool: admitted.name, args: admitted.args }, null, 2), 'json')
  return `# Task\n\n@${by} allowed one call that was denied${where}. It may run once, with exactly these arguments:\n\n${call}\n\nMake this call now, unchanged, and finish what it was for. Other denied calls stay denied. What you proposed before was delivered; do not propose it again. Then answer what was asked, with what is new.`
}

/** What others wrote since the recorded run was asked. Never rejects. */
export async function newComments(
  task: Task,
  nonce: string,
  conversation: Promise<GitHubConversation> | undefined,
  since: string | undefined,
): Promise<string> {
  const output = openPromptData(nonce)
  const read = await conversation?.catch(() => undefined)
  if (read === undefined || since === undefined) output.note('What others wrote meanwhile could not be read.')
  else {
    const isNew = ({ createdAt, editedAt }: { createdAt: string; editedAt: string | undefined }) =>
      Date.parse(editedAt ?? createdAt) >= Date.parse(since)
    await writeConversation(
      {
        ...read,
        comments: read.comments.filter((comment) => !comment.isOwn && isNew(comment)),
        olderComments: 0,
        reviews: read.reviews.filter(isNew),
        threads: read.threads.flatMap((thread) => {
          const comments = thread.comments.filter(isNew)
          return comments.length === 0 ? [] : [{ ...thread, comments }]
        }),
        closingIssues: [],
      },
      task,
      output,
    )
  }
  return output.text('# Written meanwhile')
}
