import type { Decision, Facts } from './decide.ts'
import { SHELL } from './tool-names.ts'

/** The smallest TOML that would allow a call that was denied or would be asked for, or the sentence that nothing can. */
export function remedyFor(decision: Decision, facts: Facts): string {
  const { rule } = decision
  if (rule?.tier === 'admin')
    return `An admin rule forbids it (${rule.file}:${rule.line}); only the administrator can change that.`
  const priority = rule?.tier === 'user' ? Math.min(999, rule.priority + 1) : 100
  return ['[[rule]]', ...who(facts), 'decision = "allow"', `priority = ${priority}`].join('\n')
}

function who({ tool, server, commands }: Facts): string[] {
  if (server !== undefined) return [`mcpName = ${JSON.stringify(server)}`, `toolName = ${JSON.stringify(tool)}`]
  const [command] = commands?.commands ?? []
  if (command === undefined) return [`toolName = ${JSON.stringify(tool)}`]
  return [`toolName = "${SHELL}"`, `commandPrefix = ${JSON.stringify(command.words.map(({ text }) => text).join(' '))}`]
}
