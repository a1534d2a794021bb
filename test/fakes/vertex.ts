import { expect } from 'vitest'
import { type GeminiEmulator, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { fail, say } from '../../src/emulators/gemini/steps.ts'
import { connectModel } from '../../src/model/connect.ts'
import type { ModelOptions } from '../../src/model/provider-kind.ts'
import type { RetryClock } from '../../src/model/retry.ts'
import { type Generate, ModelError, type ModelRequest } from '../../src/model/types.ts'
import type { Environment } from '../../src/platform/environment.ts'
import { UserError } from '../../src/platform/errors.ts'
import { type Google, JOB_TOKEN } from './google.ts'

export const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'
export const BOT = 'bot@my-project.iam.gserviceaccount.com'
export const STS = 'sts.googleapis.com POST /v1/token'
export const OIDC = 'oidc.actions.test GET /idtoken'
export const IAM = `iamcredentials.googleapis.com POST /v1/projects/-/serviceAccounts/${BOT}:generateAccessToken`

export const never = new AbortController().signal
export const REQUEST: ModelRequest = {
  model: 'gemini-2.5-pro',
  system: '',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  tools: [],
}
/** Date's time, which a test may have replaced; no real waits. */
export const clock: RetryClock = { now: () => Date.now(), random: () => 0.5, sleep: async () => {} }

/** Vertex that accepts every token of the Google fake with the right scope. */
export const vertex = (google: Google): Promise<GeminiEmulator> =>
  startGemini(({ headers }) => {
    // A token and a key: the service would not know which project pays.
    if (headers['x-goog-api-key'] !== undefined) return fail(400, 'INVALID_ARGUMENT', 'Two credentials.')
    const scopes = google.scopesOf((headers.authorization ?? '').replace('Bearer ', ''))
    return scopes?.includes(CLOUD_PLATFORM)
      ? say('hello')
      : fail(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
  })

/** Connects, as on a hosted runner, to that Vertex. */
export function asking(
  options: ModelOptions,
  env: Environment,
  google: Google,
  api: GeminiEmulator,
  notices: string[] = [],
): Generate {
  const environment = { GOOGLE_VERTEX_BASE_URL: api.url, RUNNER_ENVIRONMENT: 'github-hosted', ...env }
  const report = ({ text }: { text: string }) => void notices.push(text)
  return connectModel(options, environment, { clock, report, fetch: google.fetch }).generate
}

export async function failureOf(asked: Promise<unknown>): Promise<UserError | ModelError> {
  const failure = await asked.then(
    (reply) => expect.fail(`answered ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  )
  if (failure instanceof UserError || failure instanceof ModelError) return failure
  throw failure
}

/** Whatever of our credentials can be read in an error, its stack and everything it was caused by. */
export function secretsIn(failure: Error): string[] {
  const seen: string[] = []
  for (let one: unknown = failure; one instanceof Error; one = one.cause)
    seen.push(one.message, one.stack ?? '', JSON.stringify(one, Object.getOwnPropertyNames(one)))
  const secrets = [JOB_TOKEN, 'ya29.', 'eyJhbGci', 'GOCSPX-', '1//0', 'very secret', 'PRIVATE KEY']
  return secrets.filter((secret) => seen.join().includes(secret))
}
