import { collectSecrets } from '../host/secrets.ts'
import { isObject } from './text.ts'

type Env = Readonly<Record<string, string | undefined>>

/** `$NAME`, `${NAME}`, `${NAME:-default}`. */
const PLACEHOLDER = /\$(?:(\w+)|\{([^}]+?)(?::-([^}]*))?\})/g

/**
 * Settings that are taken as written. Commands are the shell's to expand: a value put into their text would be read as
 * shell. Lists of tools are rules, and the environment may hold text of strangers. A server's `env` is expanded when it starts.
 */
const AS_WRITTEN =
  /^(hooks|mcp\.serverCommand|tools\.(discoveryCommand|callCommand|core|allowed|exclude|confirmationRequired)|mcpServers\.[^.]*\.env)(\.|$)/

/** The only places a credential may be put, because they leave for the server and are shown to nobody. */
const FOR_SECRETS = /^mcpServers\.[^.]*\.(headers|url|httpUrl|oauth)(\.|$)/

/** The runner's own channels, credentials and our inputs, which no setting is given. */
const NEVER = /^(ACTIONS|INPUT|STATE|RUNNER_OIDC)_|^GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$/i

/**
 * Settings with the variables in their texts replaced, once. An undefined variable without a default stays as written, and
 * so does a credential in a place where model or programs could see it; `kept` names those. `missing` names what a server
 * would be told who asks by, and is nothing here: a secret that was not given to the step.
 */
export function interpolate<Value>(given: Value, env: Env): { value: Value; kept: string[]; missing: string[] } {
  const kept: string[] = []
  const missing: string[] = []
  const inside = (value: unknown, path: string): unknown => {
    if (AS_WRITTEN.test(path)) return value
    if (typeof value === 'string') return value.includes('$') ? replaced(value, path) : value
    if (Array.isArray(value)) return value.map((item, index) => inside(item, `${path}.${index}`))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, inside(item, path === '' ? key : `${path}.${key}`)]),
    )
  }
  const replaced = (text: string, path: string) =>
    text.replace(PLACEHOLDER, (written: string, bare?: string, braced?: string, fallback?: string) => {
      const name = bare ?? braced ?? ''
      const value = env[name]
      if (!value && fallback === undefined && FOR_SECRETS.test(path)) missing.push(`${path} ($${name})`)
      if (value === undefined) return fallback ?? written
      if (!NEVER.test(name) && (FOR_SECRETS.test(path) || collectSecrets({ [name]: value }, []).length === 0))
        return value
      kept.push(`${path} (${name})`)
      return written
    })
  // Texts become texts, so the shape stays what it was.
  return { value: inside(given, '') as Value, kept, missing }
}

/** What has to be said of those. */
export const nothingThere = (place: string): string => `${place}: this variable is empty or not set in this step.`
