import type { CallFacts } from './decide.ts'
import { escapeRegex, quoteToml } from './remedy.ts'
import { argsText } from './stable-json.ts'
import { SHELL_TOOL, toolIdentity } from './tool-names.ts'

/**
 * Rules that allow a call, from the narrowest to the broadest: exactly this command or these arguments first, for a file any content of
 * it second. `priority`: higher than the rule that asks.
 */
export function allowRules(facts: CallFacts, priority: number): string[] {
  if (facts.shell !== undefined) return shellRules(facts.shell, priority)
  const { server, short } = toolIdentity(facts)
  const tool =
    server === undefined
      ? [`toolName = ${quoteToml(facts.tool)}`]
      : [`mcpName = ${quoteToml(server)}`, `toolName = ${quoteToml(short ?? facts.tool)}`]
  const exact = `^${escapeRegex(argsText(facts.args, false).text)}$`
  const path = facts.args.file_path
  const ofFile = typeof path === 'string' ? [`\\x00"file_path":${escapeRegex(JSON.stringify(path))}\\x00`] : []
  return [...ofFile, exact].map((pattern) => ruleToml([...tool, `argsPattern = ${quoteToml(pattern)}`], priority))
}

/** Each simple command of the line, spelled out; none where it is not certain what the line runs. */
function shellRules({ commands, unsure }: NonNullable<CallFacts['shell']>, priority: number): string[] {
  if (unsure.length > 0 || commands.length === 0) return []
  const sources = [...new Set(commands.map(({ source }) => escapeRegex(source)))]
  const pattern = sources.length === 1 ? `${sources[0]}$` : `(?:${sources.join('|')})$`
  const redirection = commands.some(({ writes }) => writes.length > 0) ? ['allowRedirection = true'] : []
  return [ruleToml([`toolName = "${SHELL_TOOL}"`, `commandRegex = ${quoteToml(pattern)}`, ...redirection], priority)]
}

const ruleToml = (conditions: readonly string[], priority: number): string =>
  ['[[rule]]', ...conditions, 'decision = "allow"', `priority = ${priority}`].join('\n')
