import { distance } from 'fastest-levenshtein'
import type { ToolDeclaration } from '../model/types.ts'
import type { Tool } from './tool.ts'

/** The tools of one conversation. */
export type Toolbox = {
  /** Finds a tool by name, by alias, by either in any case, or by its server's name for it. */
  find(name: string): Tool | undefined
  /** All tools, in the order of their declarations. */
  all(): readonly Tool[]
  /** The declarations for the model, in a stable order. */
  declarations(): ToolDeclaration[]
  /** ` Did you mean "X"?`, or the empty string if no tool is about the same thing. */
  suggest(name: string): string
}

/** The API rejects a request with more. Source: its error "At most 512 function declarations can be specified". */
const MAX_DECLARATIONS = 512

/** The declarations that fit into a request. Drops the last ones, which come from servers, and reports that with `warn`. */
export function limitDeclarations(
  declarations: readonly ToolDeclaration[],
  warn: (text: string) => void = () => undefined,
): readonly ToolDeclaration[] {
  const excess = declarations.length - MAX_DECLARATIONS
  if (excess <= 0) return declarations
  warn(
    `A request can declare at most ${MAX_DECLARATIONS} tools, so ${excess} tools of MCP servers were skipped. Select tools with includeTools in mcpServers.`,
  )
  return declarations.slice(0, MAX_DECLARATIONS)
}

const MAX_SUGGESTIONS = 3
/** Longer than any tool name; a model can make up a longer one. */
const MAX_NAME_CHARACTERS = 128

export function makeToolbox(tools: readonly Tool[]): Toolbox {
  const byName = new Map<string, Tool>()
  const byAlias = new Map<string, Tool>()
  const byNormalizedName = new Map<string, Tool>()
  /** Undefined if several servers have a tool of that name. */
  const byShortName = new Map<string, Tool | undefined>()
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`Two tools are called ${tool.name}.`)
    byName.set(tool.name, tool)
  }
  for (const tool of tools)
    for (const alias of [...tool.aliases, ...(tool.variantNames ?? [])])
      if (!byAlias.has(alias)) byAlias.set(alias, tool.variant?.(alias) ?? tool)
  for (const [name, tool] of [...byName, ...byAlias])
    if (!byNormalizedName.has(normalizeName(name))) byNormalizedName.set(normalizeName(name), tool)

  for (const tool of tools) {
    const short = shortNameOf(tool)
    if (short !== undefined) byShortName.set(short, byShortName.has(short) ? undefined : tool)
  }

  // Servers connect in parallel. The order must not depend on timing, or the prompt cache would miss.
  const ordered = [...tools].sort((a, b) => compare(a.server ?? '', b.server ?? ''))

  return {
    find: (name) =>
      byName.get(name) ??
      byAlias.get(name) ??
      byNormalizedName.get(normalizeName(removePrefix(name))) ??
      byShortName.get(name),
    all: () => ordered,
    declarations: () => ordered.filter((tool) => tool.undeclared !== true).map((tool) => tool.declare()),
    suggest(name) {
      const called = normalizeName(name.slice(0, MAX_NAME_CHARACTERS))
      const near = [...byName.values()]
        .filter(({ undeclared }) => undeclared !== true)
        .map((tool) => ({
          candidate: tool.name,
          likeness: Math.max(...[tool.name, ...tool.aliases].map((each) => likeness(called, normalizeName(each)))),
        }))
        .filter((each) => each.likeness >= MIN_LIKENESS)
        .sort((a, b) => b.likeness - a.likeness || compare(a.candidate, b.candidate))
        .slice(0, MAX_SUGGESTIONS)
        .map(({ candidate }) => `"${candidate}"`)
      if (near.length === 0) return ''
      return near.length === 1 ? ` Did you mean ${near[0]}?` : ` Did you mean one of: ${near.join(', ')}?`
    },
  }
}

/** Two of three words in common, or a third of the letters different. */
const MIN_LIKENESS = 0.6

/** From 0 to 1: how many letters, or how many words, two names have in common. */
function likeness(a: string, b: string): number {
  const letters = 1 - distance(a, b) / Math.max(a.length, b.length)
  const [words, others] = [wordsOf(a), wordsOf(b)]
  const common = words.filter((word) => others.includes(word)).length
  return Math.max(letters, (2 * common) / (words.length + others.length))
}

const wordsOf = (name: string): string[] => [...new Set(name.split(/_+/).map((word) => word.replace(/s$/, '')))]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const shortNameOf = ({ name, server, shortName }: Tool): string | undefined =>
  shortName ?? (server !== undefined && name.startsWith(`${server}__`) ? name.slice(server.length + 2) : undefined)

/** Removes the prefixes of `mcp__server__tool`, as in other agents, and `default_api.tool`, as some models write. */
const removePrefix = (name: string): string =>
  name.replace(/^(?:mcp__(?=.+__.)|(?:default_api|functions)[.:](?=.))/, '')

/** Models vary the case and how words are joined. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[\s-]/g, '_')
