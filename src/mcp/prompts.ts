import { z } from 'zod'
import { messageOf, UserError } from '../host/errors.ts'
import type { ListedPrompt } from './lists.ts'
import type { OpenServer } from './servers.ts'

/** `/name arguments`, as somebody wrote it. */
export type PromptCall = { name: string; args: string }

type Found = { from: OpenServer; prompt: ListedPrompt }

const Result = z.looseObject({
  messages: z.array(z.looseObject({ content: z.looseObject({ type: z.string(), text: z.string().optional() }) })),
})

/**
 * The text of a server's prompt, called as a command; undefined when no server has one of that name. Throws UserError for
 * arguments that do not fit and for a prompt that cannot be had: without it there is no task.
 */
export async function promptText(
  servers: readonly OpenServer[],
  { name, args }: PromptCall,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = promptsOf(servers).get(name)
  if (found === undefined) return undefined
  const { server, connection } = found.from
  const given = argumentsOf(args, found.prompt)
  try {
    const { messages } = await connection.client.request(
      { method: 'prompts/get', params: { name: found.prompt.name, arguments: given } },
      Result,
      { timeout: server.timeoutMs, signal },
    )
    const text = messages.flatMap(({ content }) => (content.type === 'text' ? [content.text ?? ''] : [])).join('\n\n')
    if (text.trim() === '') throw new Error('Received an empty or invalid prompt response from the server.')
    return text.toWellFormed()
  } catch (error) {
    throw new UserError(
      `/${name} of the MCP server ${server.name} gave no prompt: ${connection.gone() ?? messageOf(error)}`,
      {
        cause: error,
      },
    )
  }
}

/** All prompts by the name they are called by. The second of a name is called SERVER_NAME. */
function promptsOf(servers: readonly OpenServer[]): ReadonlyMap<string, Found> {
  const prompts = new Map<string, Found>()
  for (const from of servers)
    for (const prompt of from.offer.prompts) {
      const name = prompt.name.trim().replace(/\s+/g, '-')
      const free = prompts.has(name) ? `${from.server.name}_${name}`.replace(/\s+/g, '-') : name
      if (!prompts.has(free)) prompts.set(free, { from, prompt })
    }
  return prompts
}

const NAMED = /--([\w.-]+)=(?:"((?:\\.|[^"\\])*)"|(\S+))/g
const WORD = /"((?:\\.|[^"\\])*)"|(\S+)/g

/** `--name="value"` by name, other words in the order the arguments are declared; one that is left takes all the rest. */
function argumentsOf(text: string, prompt: ListedPrompt): Record<string, string> {
  const declared = prompt.arguments ?? []
  const given = new Map<string, string>()
  const rest = text
    .replace(NAMED, (_, name: string, quoted: string | undefined, bare: string | undefined) => {
      given.set(name, plain(quoted ?? bare ?? ''))
      return ''
    })
    .trim()
  const open = declared.filter(({ name }) => !given.has(name))
  const [only, ...others] = open
  if (rest !== '' && only !== undefined && others.length === 0) given.set(only.name, rest.replace(/^"(.*)"$/s, '$1'))
  else
    [...rest.matchAll(WORD)].forEach(([, quoted, bare], index) => {
      const name = open[index]?.name
      if (name !== undefined) given.set(name, plain(quoted ?? bare ?? ''))
    })
  const missing = declared.filter(({ name, required }) => required === true && !given.has(name))
  if (missing.length > 0)
    throw new UserError(
      `/${prompt.name}: Missing required argument(s): ${missing.map(({ name }) => `--${name}`).join(', ')}`,
    )
  return Object.fromEntries(given)
}

const plain = (text: string): string => text.replace(/\\(["\\])/g, '$1')
