import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '../host/files.ts'
import type { Env } from '../machine.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * What a committed file may say: which model, project and place, and how much is told to telemetry. Never a credential (what
 * is committed is no secret), never an address, and nothing that a program started by us reads.
 */
const FROM_REPOSITORY =
  /^(GEMINI_MODEL|GOOGLE_CLOUD_(PROJECT|LOCATION)|GEMINI_TELEMETRY_(ENABLED|TARGET|LOG_PROMPTS|TRACES_ENABLED))$/
/** The characters projects, places and models are made of. */
const PLAIN = /^[\w./-]*$/
const CREDENTIAL = /(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$/

/**
 * The environment with what the repository's `.gemini/.env`, else its `.env`, adds to it, as the steering commit has them.
 * A variable that is set already stays as it is. Broken lines count as none.
 */
export async function withRepositoryEnv(
  env: Env,
  steering: Reader,
  settings: Pick<Settings, 'advanced'>,
  notice: (text: string) => void,
): Promise<Env> {
  const found = await firstOf(steering, settings.advanced?.ignoreLocalEnv ? ['.gemini/.env'] : ['.gemini/.env', '.env'])
  if (found === undefined) return env
  const { path, values } = found
  const excluded = path === '.env' ? (settings.advanced?.excludedEnvVars ?? ['DEBUG', 'DEBUG_MODE']) : []
  const added: Record<string, string> = {}
  const left: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (env[name] !== undefined || excluded.includes(name)) continue
    if (FROM_REPOSITORY.test(name) && PLAIN.test(value)) added[name] = value
    else if (FROM_REPOSITORY.test(name))
      notice(`${path}: ${name} is not taken: its value has characters such names have not.`)
    // The other file is the project's own.
    else if (path !== '.gemini/.env') continue
    else if (CREDENTIAL.test(name))
      notice(`${path}: ${name} is not taken: what is committed is no secret. Put it into a secret of the repository.`)
    else left.push(name)
  }
  if (left.length > 0)
    notice(`${path}: not taken, as a committed file may not set them: ${left.slice(0, 10).join(', ')}. The step may.`)
  return Object.keys(added).length === 0 ? env : { ...env, ...added }
}

async function firstOf(steering: Reader, paths: readonly string[]) {
  for (const path of paths) {
    const text = await steering.read(path)
    if (text !== undefined) return { path, values: await parsed(text) }
  }
  return undefined
}

/**
 * The environment with what `~/.gemini/.env`, else `~/.env`, adds to it: on a machine of one's own, also credentials. Called
 * before anything looks for secrets.
 */
export async function withHomeEnv(env: Env, home: string | undefined): Promise<Env> {
  if (home === undefined) return env
  for (const name of ['.gemini/.env', '.env']) {
    const text = await readFile(join(home, name), 'utf8').catch(() => undefined)
    if (text !== undefined) return { ...(await parsed(text)), ...env }
  }
  return env
}

async function parsed(text: string): Promise<Record<string, string>> {
  const { parse } = await import('dotenv')
  return parse(text)
}
