import type { Environment } from '../platform/environment.ts'
import { interpolate, isReservedVariable } from '../text/interpolate.ts'

/** The variables in a text that have neither a value nor a fallback. */
export function unsetVariables(text: string, env: Environment): string[] {
  const unset: string[] = []
  interpolate(
    text,
    ({ name, fallback }) => {
      if (fallback === undefined && (isReservedVariable(name) || !env[name])) unset.push(name)
      return undefined
    },
    { dotenv: true },
  )
  return unset
}

/**
 * Replaces `$NAME`, `${NAME}` and `${NAME:-fallback}` by their values. A variable that is empty, not set or reserved for
 * the runner becomes its fallback or the empty string; `\$` is a dollar sign. Other settings are expanded when they are
 * read. A server's `env` is expanded at its start, because it may hold secrets that nothing before needs to see.
 */
export const expandVariables = (text: string, env: Environment): string =>
  interpolate(text, ({ name, fallback = '' }) => (isReservedVariable(name) ? fallback : env[name] || fallback), {
    dotenv: true,
  })
