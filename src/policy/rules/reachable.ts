import type { Mode, Rule } from './decide.ts'

/**
 * Whether a rule may allow a call to a tool of this server. When none can, all its tools are hidden and the server need not
 * start. Returns true when in doubt.
 */
export const mayAllowServer = (rules: readonly Rule[], server: string, mode: Mode): boolean =>
  activeAllowRules(rules, mode).some(
    ({ match }) =>
      !match.builtin &&
      (match.server === undefined
        ? (match.tools ?? ['*']).some((name) => mayNameServerTool(name, server))
        : match.server === '*' || match.server === server),
  )

/** A name without a server prefix names a built-in tool. */
const mayNameServerTool = (name: string, server: string): boolean =>
  name === '*' || name.startsWith('mcp_') || name.startsWith('*__') || (name.includes('__') && name.startsWith(server))

/** Whether a rule may allow a call to a tool whose name starts with `start`. Returns true when in doubt. */
export const mayAllowToolPrefix = (rules: readonly Rule[], start: string, mode: Mode): boolean =>
  activeAllowRules(rules, mode).some(
    ({ match }) => match.server === undefined && (match.tools ?? ['*']).some((name) => mayShareStart(name, start)),
  )

export function mayShareStart(name: string, start: string): boolean {
  if (!name.endsWith('*')) return name.startsWith(start)
  const fixedPart = name.slice(0, -1)
  return fixedPart.startsWith(start) || start.startsWith(fixedPart)
}

export const activeAllowRules = (rules: readonly Rule[], mode: Mode): Rule[] =>
  rules.filter(
    ({ verdict, match }) =>
      verdict === 'allow' && match.interactive !== true && (match.modes === undefined || match.modes.includes(mode)),
  )
