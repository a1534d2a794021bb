import type { Task } from '../events/task.ts'

/**
 * `context`: GitHub's data about the task. `hookContext`: text of session-start hooks. `now`: milliseconds since the epoch. `report`: where
 * the answer goes, when the run is about no issue or pull request.
 */
export type FirstMessageParts = {
  task: Task
  prompt: string
  context: string
  now: number
  hookContext?: string
  report?: 'issue' | 'discussion'
}

/** The texts of the first message to the model, most trusted first: of hooks, the date and the event, the task, then the data. */
export function firstMessage({ task, prompt, context, now, hookContext = '', report }: FirstMessageParts): string[] {
  const setting = [
    `Today is ${new Date(now).toISOString().slice(0, 10)}. Repository: ${task.repo.owner}/${task.repo.name}.`,
    `Event: ${task.event}${/^[\w-]{1,40}$/.test(task.action ?? '') ? ` (${task.action})` : ''}${subjectText(task)}.`,
    ...(report === undefined || !isAboutNothing(task)
      ? []
      : [
          `Your final answer becomes the text of the ${report} with the report: write all of it there, and open no issue for it.`,
        ]),
  ].join('\n')
  return [hookContext, setting, taskText(task, prompt), context].filter((text) => text !== '')
}

const isAboutNothing = ({ number, items, place }: Task) =>
  number === undefined && items === undefined && place === undefined

export type TaskRequest = Pick<Task, 'kind' | 'actor' | 'request'>

/** The part of the first message that says what to do. */
export const taskText = (task: TaskRequest, prompt: string): string => `${TASK_HEADING}${instructions(task, prompt)}`

export const TASK_HEADING = '# Task\n\n'

function subjectText({ number, items, kind, place }: Task): string {
  if (items !== undefined) return `, ${items.map((item) => `#${item.number}`).join(', ')}`
  if (place !== undefined) return place.kind === 'commit' ? `, commit ${place.sha}` : `, discussion #${place.number}`
  if (number === undefined) return ''
  return kind === 'issue' ? `, issue #${number}` : `, pull request #${number}`
}

/** The workflow's prompt, then the request in a comment, which refines it. Only trusted users can make a request. */
function instructions(task: TaskRequest, prompt: string): string {
  const request = task.request?.trim() ?? ''
  const requestText = request === '' ? '' : `@${task.actor} asks:\n\n${request}`
  if (prompt !== '') return [prompt, requestText].filter(Boolean).join('\n\n')
  return requestText === '' ? DEFAULT_TASKS[task.kind] : requestText
}

const DEFAULT_TASKS: Record<Task['kind'], string> = {
  pull_request: `Review this pull request, whose change stands below. Read the changed code in its context, then report what would break, leak, mislead or be hard to
maintain, most serious first, each with file, line and a fix. If it closes an issue, name the requirements that it does not meet. Do not praise and do not repeat the diff. If it is fine, say so in one sentence.`,
  issue: `Investigate the issue below. Find the relevant code, state whether the code confirms the issue, the likely cause (files and lines), and the
next step. If information is missing, state exactly what to ask for.`,
  workflow_run:
    'A workflow run has ended. If it failed, find the cause in the logs and the change below and in the code, and explain how to fix it.',
  push: 'Review the pushed commits and report problems, most serious first, with file and line.',
  schedule: 'Find the most useful small maintenance task in this repository that you can finish now, and do it.',
  dispatch: 'Find the most useful small maintenance task in this repository that you can finish now, and do it.',
  other: 'Read this event and report what a maintainer should know.',
}
