/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The web address of this GitHub, without a slash at its end: from the runner, github.com where there is none. */
export const githubServer = (env: Environment): string =>
  (env.GITHUB_SERVER_URL || 'https://github.com').replace(/\/+$/, '')

/** The trimmed text, or undefined when it is missing or blank. */
export const nonBlank = (text: string | undefined): string | undefined => text?.trim() || undefined
