import type { Task } from './github/task.ts'
import type { Part } from './model/types.ts'

/**
 * What the model is asked, in the order of trust: what hooks say to begin with, what day and where, the task, then the
 * material as data.
 */
export function briefing(task: Task, prompt: string, context: string, now: number, opening = ''): Part[] {
  const setting = [
    `Today is ${new Date(now).toISOString().slice(0, 10)}. Repository: ${task.repo.owner}/${task.repo.name}.`,
    `Event: ${task.event}${task.action === undefined ? '' : ` (${task.action})`}${whatAbout(task)}.`,
  ].join('\n')
  return [opening, setting, taskPart(task, prompt).text, context]
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'text', text }))
}

/** What of a task words it. */
export type TaskWords = Pick<Task, 'about' | 'actor' | 'request'>

export const taskPart = (task: TaskWords, prompt: string) =>
  ({ kind: 'text', text: `# Task\n\n${instructions(task, prompt)}` }) as const

function whatAbout(task: Task): string {
  if (task.number === undefined) return ''
  return task.about === 'pull_request' ? `, pull request #${task.number}` : `, issue #${task.number}`
}

/** The workflow's prompt is the task; a request in a comment comes from somebody allowed to ask, and refines it. */
function instructions(task: TaskWords, prompt: string): string {
  const request = task.request?.trim() ?? ''
  const asked = request === '' ? '' : `@${task.actor} asks:\n\n${request}`
  if (prompt !== '') return [prompt, asked].filter(Boolean).join('\n\n')
  return asked === '' ? BY_SUBJECT[task.about] : asked
}

const BY_SUBJECT: Record<Task['about'], string> = {
  pull_request: `Review this pull request. Read the changed code in its surroundings, then report what would break, leak, mislead or be hard to
maintain, most serious first, each with file and line and what to do instead. Do not praise and do not repeat the diff. If it is fine, say so in one sentence.`,
  issue: `Look into this issue. Find the code it is about, say whether you can confirm it from the code, what the likely cause is (files and lines), and what
the next step should be. If information is missing, say exactly what to ask for.`,
  workflow_run:
    'A workflow run has ended. If it failed, find the cause in the logs and the code and say how to mend it.',
  push: 'Look at what was pushed and report problems in it, most serious first, with file and line.',
  schedule: 'Look over the repository for the most useful small maintenance task you can finish now, and do it.',
  dispatch: 'Look over the repository for the most useful small maintenance task you can finish now, and do it.',
  other: 'Look at what this event says and report what a maintainer should know.',
}
