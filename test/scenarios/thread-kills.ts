import type { ChildProcess } from 'node:child_process'
import { expect } from 'vitest'
import type { GeminiStep } from '../../src/emulators/gemini/gemini.ts'
import type { Thread } from './thread-runs.ts'

export type GitHubRequest = { method: string; path: string; body: unknown }

export const isPost =
  (path: RegExp) =>
  (request: GitHubRequest): boolean =>
    request.method === 'POST' && path.test(request.path)

/** Whether a request edits our comment to the final answer. */
export const isAnswer = ({ method, path, body }: GitHubRequest): boolean =>
  method === 'PATCH' && /comments/.test(path) && /state=(?:done|partial)/.test(JSON.stringify(body))

/** One reply with a code that is killed at a request: what it says, and what a model that was asked would answer. */
export type KilledReply = {
  id: number
  body: string
  code: string
  replies: readonly GeminiStep[]
  isHere: (request: GitHubRequest) => boolean
  /** What may be written once. */
  isWrite: (request: GitHubRequest) => boolean
}

/** Kills the run at the request, whose answer is lost. Then neither the event again nor the run again does anything, and there is one answer. */
export async function expectOneAnswer(thread: Thread, reply: KilledReply): Promise<void> {
  const written = () => thread.github.requests.filter(reply.isWrite).length
  const name = await killReply(thread, reply)
  const after = written()
  expect(await repeatReply(thread, reply), name).toEqual([0, 0])
  expect(written(), name).toBe(after)
  const answers = thread.answers().filter((each) => each.body.includes(`used=${reply.code}`))
  expect(answers, name).toHaveLength(1)
  expect(answers[0]?.body, name).not.toContain('state=working')
}

/** Returns a name for messages. */
export async function killReply(thread: Thread, { isHere, id, body, replies }: KilledReply): Promise<string> {
  let child: ChildProcess | undefined
  const { run } = await thread.say({
    id,
    body,
    replies,
    onStart: (started) => {
      child = started
    },
    onGitHub: (request) => {
      if (!isHere(request)) return undefined
      child?.kill('SIGKILL')
      return 'lose'
    },
  })
  const name = `${body} (${id}): ${run.log}`
  expect(run.signal, name).toBe('SIGKILL')
  return name
}

/** The event again, and the run again: the number of answers that each adds. The model is not asked. */
export async function repeatReply(thread: Thread, { id, body, replies }: KilledReply): Promise<number[]> {
  const added: number[] = []
  for (const attempt of [1, 2]) {
    const { requests, answers, run } = await thread.say({ id, body, replies, attempt })
    expect(requests, run.log).toEqual([])
    added.push(answers.length)
  }
  return added
}
