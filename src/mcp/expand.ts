export type Env = Readonly<Record<string, string | undefined>>

/** The runner's own channels and our inputs are nobody's to hand on by name. */
const OURS = /^(?:INPUT|ACTIONS|STATE|RUNNER_OIDC)_/i

const NAMED = /\\\$|\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g

/** The names in a text that have no value and no other text to stand for them. */
export const withoutValue = (text: string, env: Env): string[] =>
  [...text.matchAll(NAMED)].flatMap(([, braced, otherwise, bare]) => {
    const name = braced ?? bare
    return name === undefined || otherwise !== undefined || (!OURS.test(name) && env[name]) ? [] : [name]
  })

/**
 * `$NAME`, `${NAME}` and `${NAME:-otherwise}` by their values, in one pass: what a value holds is not expanded again.
 * A name without a value becomes nothing; `\$` is a dollar. All other settings are expanded when they are read, but
 * what a server is given may be a secret, which nothing before its start needs to see.
 */
export const expanded = (text: string, env: Env): string =>
  text.replace(NAMED, (_, braced: string | undefined, otherwise: string | undefined, bare: string | undefined) => {
    const name = braced ?? bare
    if (name === undefined) return '$'
    const value = OURS.test(name) ? undefined : env[name]
    return value !== undefined && (value !== '' || otherwise === undefined) ? value : (otherwise ?? '')
  })
