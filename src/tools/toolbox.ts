import { distance } from 'fastest-levenshtein'
import type { Declaration } from '../model/types.ts'
import type { Tool } from './tool.ts'

/** The tools of one conversation, found by any name they were ever known by. */
export type Toolbox = {
  /** The tool a call means: by name, by alias, by either without regard to case; last by a server's own name for it. */
  find(name: string): Tool | undefined
  /** Every tool, in the order they are shown. */
  all(): readonly Tool[]
  /** What the model is shown; the same tools always come in the same order. */
  declarations(): Declaration[]
  /** ` Did you mean "X"?`, or nothing when there is no tool to offer. */
  suggest(name: string): string
}

/** A request with more is refused as a whole. Source: the Gemini API's own words, "At most 512 function declarations can be specified". */
const MOST_DECLARED = 512

/** As many as a request may hold, of which those of servers come last; `say` hears of what is left out. */
export function withinRequest(
  declarations: readonly Declaration[],
  say: (text: string) => void = () => undefined,
): readonly Declaration[] {
  const over = declarations.length - MOST_DECLARED
  if (over <= 0) return declarations
  say(
    `A request may declare ${MOST_DECLARED} tools; ${over} of MCP servers are left out. includeTools in mcpServers says which are wanted.`,
  )
  return declarations.slice(0, MOST_DECLARED)
}

const MOST_SUGGESTIONS = 3
/** No tool's name is longer; what a model makes up may be. */
const LONGEST_NAME = 128

export function makeToolbox(tools: readonly Tool[]): Toolbox {
  const byName = new Map<string, Tool>()
  const byAlias = new Map<string, Tool>()
  const byFolded = new Map<string, Tool>()
  /** Undefined where several servers have a tool of that name. */
  const byShort = new Map<string, Tool | undefined>()
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`Two tools are called ${tool.name}.`)
    byName.set(tool.name, tool)
  }
  for (const tool of tools)
    for (const alias of [...tool.aliases, ...(tool.calledAs ?? [])])
      if (!byAlias.has(alias)) byAlias.set(alias, tool.as?.(alias) ?? tool)
  for (const [name, tool] of [...byName, ...byAlias]) if (!byFolded.has(fold(name))) byFolded.set(fold(name), tool)

  for (const tool of tools) {
    const short = shortOf(tool)
    if (short !== undefined) byShort.set(short, byShort.has(short) ? undefined : tool)
  }

  // Servers connect side by side; the prompt must not depend on which was first, or no cache would know it again.
  const ordered = [...tools].sort((a, b) => compare(a.server ?? '', b.server ?? ''))

  return {
    find: (name) => byName.get(name) ?? byAlias.get(name) ?? byFolded.get(fold(unmarked(name))) ?? byShort.get(name),
    all: () => ordered,
    declarations: () => ordered.filter((tool) => tool.undeclared !== true).map((tool) => tool.declaration),
    suggest(name) {
      const near = [...byName.values()]
        .filter(({ undeclared }) => undeclared !== true)
        .map(({ name: known }) => ({ known, far: distance(fold(name.slice(0, LONGEST_NAME)), fold(known)) }))
        .sort((a, b) => a.far - b.far || compare(a.known, b.known))
        .slice(0, MOST_SUGGESTIONS)
        .map(({ known }) => `"${known}"`)
      if (near.length === 0) return ''
      return near.length === 1 ? ` Did you mean ${near[0]}?` : ` Did you mean one of: ${near.join(', ')}?`
    },
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const shortOf = ({ name, server, short }: Tool): string | undefined =>
  short ?? (server !== undefined && name.startsWith(`${server}__`) ? name.slice(server.length + 2) : undefined)

/** `mcp__server__tool`, as other agents write it, and `default_api.tool`, where a model thinks of tools as of a module. */
const unmarked = (name: string): string => name.replace(/^(?:mcp__(?=.+__.)|(?:default_api|functions)[.:](?=.))/, '')

/** Spelling that models vary: case, and how words are joined. */
const fold = (name: string): string => name.toLowerCase().replace(/[\s-]/g, '_')
