import type { Environment } from '../platform/environment.ts'
import type { ModelOptions } from './connect.ts'
import { selectProviderKind } from './providers/provider-kind.ts'
import { needsGoogleAuth } from './providers/select-provider.ts'

/**
 * Loads the libraries for the first request while the run waits for GitHub and git. Ignores failures: the first request
 * loads them again and reports the error.
 */
export async function preloadModelLibraries(options: ModelOptions, env: Environment): Promise<void> {
  try {
    await Promise.all([
      selectProviderKind(options, env) === 'code-assist' ? undefined : import('@google/genai/web'),
      needsGoogleAuth(options, env) ? import('google-auth-library') : undefined,
    ])
  } catch {
    // The first request imports it again and reports the error.
  }
}
