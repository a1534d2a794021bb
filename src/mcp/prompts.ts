import * as z from 'zod'
import { messageOf, UserError } from '../platform/errors.ts'
import type { ListedPrompt } from './lists.ts'
import type { OpenMcpServer } from './servers.ts'

/** A call of a prompt: `/name args`. */
export type PromptCall = { name: string; args: string }

type ServerPrompt = { server: OpenMcpServer; prompt: ListedPrompt }

const PromptResult = z.looseObject({
  messages: z.array(z.looseObject({ content: z.looseObject({ type: z.string(), text: z.string().optional() }) })),
})

/**
 * Returns the text of a server's prompt that is called as a command; undefined when no server has a prompt of that name.
 * Throws UserError for invalid arguments and when the server fails: without the prompt there is no task.
 */
export async function getPromptText(
  servers: readonly OpenMcpServer[],
  { name, args }: PromptCall,
  signal: AbortSignal,
): Promise<string | undefined> {
  const match = promptsByName(servers).get(name)
  if (match === undefined) return undefined
  const { server, connection } = match.server
  const promptArguments = parsePromptArguments(args, match.prompt)
  try {
    const { messages } = await connection.client.request(
      { method: 'prompts/get', params: { name: match.prompt.name, arguments: promptArguments } },
      PromptResult,
      { timeout: server.timeoutMs, signal },
    )
    const text = messages.flatMap(({ content }) => (content.type === 'text' ? [content.text ?? ''] : [])).join('\n\n')
    if (text.trim() === '') throw new Error('Received an empty or invalid prompt response from the server.')
    return text.toWellFormed()
  } catch (error) {
    throw new UserError(
      `/${name} of the MCP server ${server.name} returned no prompt: ${connection.closedReason() ?? messageOf(error)}`,
      { cause: error },
    )
  }
}

/** All prompts by command name. A second prompt of the same name is called SERVER_NAME. */
function promptsByName(servers: readonly OpenMcpServer[]): ReadonlyMap<string, ServerPrompt> {
  const prompts = new Map<string, ServerPrompt>()
  for (const server of servers)
    for (const prompt of server.features.prompts) {
      const name = prompt.name.trim().replace(/\s+/g, '-')
      const commandName = prompts.has(name) ? `${server.server.name}_${name}`.replace(/\s+/g, '-') : name
      if (!prompts.has(commandName)) prompts.set(commandName, { server, prompt })
    }
  return prompts
}

const NAMED_ARGUMENT = /--([\w.-]+)=(?:"((?:\\.|[^"\\])*)"|(\S+))/g
const WORD = /"((?:\\.|[^"\\])*)"|(\S+)/g

/** Parses `--name="value"` by name and other words by position. A single remaining argument takes the whole rest. */
function parsePromptArguments(text: string, prompt: ListedPrompt): Record<string, string> {
  const declared = prompt.arguments ?? []
  const values = new Map<string, string>()
  const rest = text
    .replace(NAMED_ARGUMENT, (_, name: string, quoted: string | undefined, bare: string | undefined) => {
      values.set(name, unescapeQuotes(quoted ?? bare ?? ''))
      return ''
    })
    .trim()
  const unfilled = declared.filter(({ name }) => !values.has(name))
  const [only, ...others] = unfilled
  if (rest !== '' && only !== undefined && others.length === 0) values.set(only.name, rest.replace(/^"(.*)"$/s, '$1'))
  else
    [...rest.matchAll(WORD)].forEach(([, quoted, bare], index) => {
      const name = unfilled[index]?.name
      if (name !== undefined) values.set(name, unescapeQuotes(quoted ?? bare ?? ''))
    })
  const missing = declared.filter(({ name, required }) => required === true && !values.has(name))
  if (missing.length > 0)
    throw new UserError(
      `/${prompt.name}: Missing required argument(s): ${missing.map(({ name }) => `--${name}`).join(', ')}`,
    )
  return Object.fromEntries(values)
}

const unescapeQuotes = (text: string): string => text.replace(/\\(["\\])/g, '$1')
