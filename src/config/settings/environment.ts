import type { Environment } from '../../platform/environment.ts'
import { collectSecrets } from '../../platform/redact/redact.ts'
import { interpolate, isReservedVariable, mapTexts } from '../../text/interpolate.ts'

/**
 * Settings without interpolation. The shell expands commands: a value inserted into their text would run as shell code. Tool
 * lists are rules, and the environment may hold untrusted text. A server's `env` is expanded when it starts.
 */
const VERBATIM =
  /^(hooks|sluice\.verify|mcp\.serverCommand|tools\.(discoveryCommand|callCommand|core|allowed|exclude|confirmationRequired)|mcpServers\.[^.]*\.env)(\.|$)/

/** The only settings that may hold a credential: they are sent to the server and shown nowhere. */
const CREDENTIAL_PATHS = /^mcpServers\.[^.]*\.(headers|url|httpUrl|oauth)(\.|$)/

/**
 * Replaces the placeholders in the texts of settings, once. An undefined variable without a default stays a placeholder, and
 * so does a credential where the model or a program could see it; `refused` lists those. `missing` lists the empty variables
 * in server credentials: usually a secret that the step does not set.
 */
export function interpolateSettings<Value>(
  settings: Value,
  env: Environment,
): { value: Value; refused: string[]; missing: string[] } {
  const refused: string[] = []
  const missing: string[] = []
  const expand = (text: string, path: string) =>
    interpolate(
      text,
      ({ name, fallback }) => {
        const value = env[name]
        if (!value && fallback === undefined && CREDENTIAL_PATHS.test(path)) missing.push(`${path} ($${name})`)
        if (value === undefined) return fallback
        const isSafe = CREDENTIAL_PATHS.test(path) || collectSecrets({ [name]: value }, []).length === 0
        if (isSafe && !isReservedVariable(name)) return value
        refused.push(`${path} (${name})`)
        return undefined
      },
      { bareNames: true },
    )
  return { value: mapTexts(settings, expand, (path) => VERBATIM.test(path)), refused, missing }
}

/** The notice about an entry of `missing`. */
export const emptyVariableNotice = (place: string): string =>
  `${place}: this variable is empty or not set in this step.`
