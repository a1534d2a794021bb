import { needsGoogle, wantedBackEnd } from './back-end.ts'
import type { Environment, ModelOptions } from './connect.ts'

/**
 * Loads the libraries the first question will need while a run waits for GitHub and git. A failure is left to that
 * question, which can say what it means.
 */
export async function preloadClient(options: ModelOptions, env: Environment): Promise<void> {
  try {
    await Promise.all([
      wantedBackEnd(options, env) === 'code-assist' ? undefined : import('@google/genai/web'),
      needsGoogle(options, env) ? import('google-auth-library') : undefined,
    ])
  } catch {
    // The first question imports it again and fails with everything it knows.
  }
}
