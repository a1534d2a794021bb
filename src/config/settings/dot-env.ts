import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'dotenv'
import type { Environment } from '../../platform/environment.ts'
import type { CommitReader } from '../../platform/files/workspace.ts'
import type { Settings } from './settings.ts'

/**
 * The variables that a committed file may set: model, project, location and telemetry. No credential (a committed file
 * cannot hold a secret), no address, and nothing that a child process reads.
 */
const ALLOWED_VARIABLES =
  /^(GEMINI_MODEL|GOOGLE_CLOUD_(PROJECT|LOCATION)|GEMINI_TELEMETRY_(ENABLED|TARGET|LOG_PROMPTS|TRACES_ENABLED))$/
/** The characters of project, location and model names. */
const PLAIN_VALUE = /^[\w./-]*$/
const CREDENTIAL = /(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$/

/**
 * The environment plus the variables of the repository's `.gemini/.env`, else its `.env`, at the steering commit.
 * A variable that is already set keeps its value. Broken lines are skipped.
 */
export async function withRepositoryEnv(
  env: Environment,
  steering: CommitReader,
  settings: Pick<Settings, 'advanced'>,
  notice: (text: string) => void,
): Promise<Environment> {
  const file = await readFirst(
    steering,
    settings.advanced?.ignoreLocalEnv ? ['.gemini/.env'] : ['.gemini/.env', '.env'],
  )
  if (file === undefined) return env
  const { path, values } = file
  const excluded = path === '.env' ? (settings.advanced?.excludedEnvVars ?? ['DEBUG', 'DEBUG_MODE']) : []
  const added: Record<string, string> = {}
  const refused: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (env[name] !== undefined || excluded.includes(name)) continue
    if (ALLOWED_VARIABLES.test(name) && PLAIN_VALUE.test(value)) added[name] = value
    else if (ALLOWED_VARIABLES.test(name)) notice(`${path}: ${name} is ignored: its value contains invalid characters.`)
    // `.env` belongs to the project: its other variables are not meant for this action.
    else if (path !== '.gemini/.env') continue
    else if (CREDENTIAL.test(name))
      notice(`${path}: ${name} is ignored: a committed file cannot hold a secret. Use a repository secret.`)
    else refused.push(name)
  }
  if (refused.length > 0)
    notice(
      `${path}: a committed file cannot set these variables, so they are ignored: ${refused.slice(0, 10).join(', ')}. Set them in the step.`,
    )
  return Object.keys(added).length === 0 ? env : { ...env, ...added }
}

async function readFirst(steering: CommitReader, paths: readonly string[]) {
  for (const path of paths) {
    const text = await steering.read(path)
    if (text !== undefined) return { path, values: parseDotEnv(text) }
  }
  return undefined
}

/**
 * The environment plus the variables of `~/.gemini/.env`, else `~/.env`, credentials included. Call it before secrets are
 * collected.
 */
export async function withHomeEnv(env: Environment, home: string | undefined): Promise<Environment> {
  if (home === undefined) return env
  for (const name of ['.gemini/.env', '.env']) {
    const text = await readFile(join(home, name), 'utf8').catch(() => undefined)
    if (text !== undefined) return { ...parseDotEnv(text), ...env }
  }
  return env
}

function parseDotEnv(text: string): Record<string, string> {
  return parse(text)
}
