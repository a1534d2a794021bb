/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The web address of this GitHub server, without a trailing slash: from the runner, else github.com. */
export const githubServer = (env: Environment): string =>
  (env.GITHUB_SERVER_URL || 'https://github.com').replace(/\/+$/, '')

/** The trimmed text, or undefined when it is missing or blank. */
export const nonBlank = (text: string | undefined): string | undefined => text?.trim() || undefined
