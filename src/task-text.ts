import type { AgentKit } from './agent/kit.ts'
import type { Content } from './agent/mentions.ts'
import type { Served } from './equipment/outside.ts'
import type { Task } from './github/task.ts'
import { UserError } from './host/errors.ts'
import type { Part } from './model/types.ts'
import type { Invocations, Invoked } from './steering/invocations.ts'
import type { Powers } from './tools/builtins.ts'

type Given = { kit: AgentKit; powers: Powers; served: Pick<Served, 'prompt'>; notice(text: string): void }

/** What is asked, with nothing left to expand. `attached` are images and the like that belong to it. */
export type TaskText = { prompt: string; task: Task; attached: Part[] }

/**
 * The workflow's prompt and a person's request with commands (`/review …`) and, in what the workflow or a command's author
 * wrote, files (`@path`) put in. Text of anybody else is never expanded: after `/name` it is an argument, elsewhere it stays.
 * Loads nothing for texts without either.
 */
export async function taskText(
  prompt: string,
  task: Task,
  invoked: Invocations,
  given: Given,
  signal: AbortSignal,
): Promise<TaskText> {
  const attached: Part[] = []
  const words = async (text: string, call: Invoked | undefined, isWorkflows: boolean): Promise<string> => {
    if (call === undefined && !(isWorkflows && text.includes('@'))) return text
    const said = await worded(text, call, isWorkflows, given, signal)
    attached.push(...said.attached)
    return said.text
  }
  // A server's text is taken as it is: what looks like a file in it is not looked up.
  const workflows = (await fromServer(invoked, given, signal)) ?? (await words(prompt, invoked.prompt, true))
  const request = task.request === undefined ? undefined : await words(task.request, invoked.request, false)
  return { prompt: workflows, task: request === undefined ? task : { ...task, request }, attached }
}

async function fromServer(
  { elsewhere }: Invocations,
  { served }: Pick<Given, 'served'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (elsewhere === undefined) return undefined
  const text = await served.prompt(elsewhere.slash, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
  if (text === undefined) throw new UserError(elsewhere.otherwise)
  return text
}

async function worded(
  text: string,
  call: Invoked | undefined,
  isWorkflows: boolean,
  { kit, powers, notice }: Given,
  signal: AbortSignal,
): Promise<Content> {
  const [{ mentioned, unescaped }, { readManyFiles }, { makeSight }] = await Promise.all([
    import('./agent/mentions.ts'),
    import('./tools/read-many-files.ts'),
    import('./tools/sight.ts'),
  ])
  const { files } = powers
  const reading = { files, reader: readManyFiles(files, makeSight(files, powers.ignoreText, powers.gitIgnore)) }
  if (call === undefined) {
    const found = await mentioned(text, reading, signal)
    return { text: below(unescaped(text), found.text), attached: found.attached }
  }
  const { commandText } = await import('./agent/slash-text.ts')
  const said = await commandText(call.command, call.slash, { kit, reading, notice }, signal)
  const mentions = isWorkflows ? `${said.own}\n${call.slash.args}` : said.own
  const found = await mentioned(mentions, reading, signal)
  return { text: below(said.text, found.text), attached: [...said.attached, ...found.attached] }
}

const below = (text: string, block: string): string => (block === '' ? text : `${text}\n\n${block}`)
