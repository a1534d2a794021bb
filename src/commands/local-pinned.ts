import { openPinnedConfig, type PinnedConfig, type PinnedInputs } from '../config/pinned/pinned-config.ts'
import { githubEndpoints } from '../config/run-identity.ts'
import { connectGitHub, type GitHub } from '../github/api/github.ts'
import type { Environment } from '../platform/environment.ts'

/** Reads `OWNER/REPO@SHA:path` on this machine, with the token in GITHUB_TOKEN or GH_TOKEN; without one every read rejects with UserError. */
export function localPinned(inputs: PinnedInputs, env: Environment): PinnedConfig {
  const token = env.GITHUB_TOKEN || env.GH_TOKEN || ''
  return openPinnedConfig(inputs, token === '' ? undefined : { pinnedFiles: connected(env, token) })
}

const connected =
  (env: Environment, token: string): GitHub['pinnedFiles'] =>
  async (locations) => {
    return connectGitHub({
      ...githubEndpoints(env),
      repository: 'local/local',
      token,
      notice: () => undefined,
    }).pinnedFiles(locations)
  }
