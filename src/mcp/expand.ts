export type Env = Readonly<Record<string, string | undefined>>

/** The runner's own channels and our inputs are nobody's to hand on by name. */
const OURS = /^(?:INPUT|ACTIONS|STATE|RUNNER_OIDC)_/i

/**
 * `$NAME`, `${NAME}` and `${NAME:-otherwise}` by their values, in one pass: what a value holds is not expanded again.
 * A name without a value becomes nothing; `\$` is a dollar. All other settings are expanded when they are read, but
 * what a server is given may be a secret, which nothing before its start needs to see.
 */
export const expanded = (text: string, env: Env): string =>
  text.replace(
    /\\\$|\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g,
    (_, braced: string | undefined, otherwise: string | undefined, bare: string | undefined) => {
      const name = braced ?? bare
      if (name === undefined) return '$'
      const value = OURS.test(name) ? undefined : env[name]
      return value !== undefined && (value !== '' || otherwise === undefined) ? value : (otherwise ?? '')
    },
  )
