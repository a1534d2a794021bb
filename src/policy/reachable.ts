import type { Mode, Rule } from './decide.ts'

/**
 * Whether some rule could allow a call to some tool of this server. Where none can, its tools would all be hidden, so
 * there is no reason to start it. Errs on the side of yes.
 */
export const couldUseServer = (rules: readonly Rule[], server: string, mode: Mode): boolean =>
  allows(rules, mode).some(
    ({ match }) =>
      !match.builtin &&
      (match.server === undefined
        ? (match.tools ?? ['*']).some((name) => mayName(name, server))
        : match.server === '*' || match.server === server),
  )

/** A name without the marks of a server is a built-in tool's. */
const mayName = (name: string, server: string): boolean =>
  name === '*' || name.startsWith('mcp_') || name.startsWith('*__') || (name.includes('__') && name.startsWith(server))

/** The same for tools whose names begin so. */
export const couldUseNames = (rules: readonly Rule[], start: string, mode: Mode): boolean =>
  allows(rules, mode).some(
    ({ match }) => match.server === undefined && (match.tools ?? ['*']).some((name) => mayBegin(name, start)),
  )

function mayBegin(name: string, start: string): boolean {
  if (!name.endsWith('*')) return name.startsWith(start)
  const known = name.slice(0, -1)
  return known.startsWith(start) || start.startsWith(known)
}

const allows = (rules: readonly Rule[], mode: Mode): Rule[] =>
  rules.filter(
    ({ verdict, match }) =>
      verdict === 'allow' && match.interactive !== true && (match.modes === undefined || match.modes.includes(mode)),
  )
