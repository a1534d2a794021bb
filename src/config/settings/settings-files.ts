import { readFile, realpath } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import type { Environment } from '../../platform/environment.ts'
import { readErrorReason, UserError } from '../../platform/errors.ts'
import type { CommitReader } from '../../platform/files/workspace.ts'
import { isInside, isMissing } from '../../platform/paths.ts'
import { isRootOwnedFolder, statAdminPath } from '../load-policies.ts'
import { worktreeReader } from '../worktree-reader.ts'
import type { MachineSettings } from './settings.ts'

type HomeOptions = { env: Environment; home: string | undefined; workspace: string; platform?: NodeJS.Platform }

/**
 * Reads the settings files outside the repository: the administrator's defaults and overrides, and the trusted user's.
 * Throws UserError for an administrator's file that others can write, and for a file that cannot be read.
 */
export async function readMachineSettings(
  { env, home, workspace, platform = process.platform }: HomeOptions,
  isAdminFile: (path: string) => Promise<boolean> = isRootOwnedFile,
): Promise<MachineSettings> {
  const override = env.GEMINI_CLI_SYSTEM_SETTINGS_PATH || systemFile(platform)
  const defaults = env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(dirname(override), 'system-defaults.json')
  const homeFolder = await trustedHome(home, workspace)
  const files = {
    defaults: (await isAdminFile(defaults)) ? await readSettingsFile(defaults, defaults) : undefined,
    user:
      homeFolder === undefined
        ? undefined
        : await readSettingsFile(join(homeFolder, '.gemini/settings.json'), '~/.gemini/settings.json'),
    override: (await isAdminFile(override)) ? await readSettingsFile(override, override) : undefined,
  }
  const { defaults: under, user, override: over } = files
  return { defaults: under, user, override: over }
}

const systemFile = (platform: NodeJS.Platform): string =>
  platform === 'darwin'
    ? '/Library/Application Support/GeminiCli/settings.json'
    : platform === 'win32'
      ? 'C:\\ProgramData\\gemini-cli\\settings.json'
      : '/etc/gemini-cli/settings.json'

/** The home folder, or undefined when it is inside the checkout: a pull request could have written its files. */
export async function trustedHome(home: string | undefined, workspace: string): Promise<string | undefined> {
  if (home === undefined || home === '') return undefined
  const [real, checkout] = await Promise.all([home, workspace].map((path) => realpath(path).catch(() => path)))
  return isInside(checkout ?? workspace, real ?? home) ? undefined : home
}

/** The files of `~/.gemini` in the trusted home. */
export async function geminiHomeReader({
  home,
  workspace,
}: Pick<HomeOptions, 'home' | 'workspace'>): Promise<CommitReader | undefined> {
  const own = await trustedHome(home, workspace)
  if (own === undefined) return undefined
  return worktreeReader(join(own, '.gemini'))
}

/** Whether the administrator's file exists. Throws UserError when anyone but root can write it. */
async function isRootOwnedFile(path: string): Promise<boolean> {
  const stat = await statAdminPath(path)
  if (stat === undefined || process.platform === 'win32') return false
  const safe = stat.isFile() && stat.uid === 0 && (stat.mode & 0o022) === 0
  if (!safe || !posix.isAbsolute(path))
    throw new UserError(`${path} must be a file that root owns and only root can write`)
  return isRootOwnedFolder(dirname(path))
}

async function readSettingsFile(path: string, label: string): Promise<{ label: string; text: string } | undefined> {
  try {
    return { label, text: await readFile(path, 'utf8') }
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw new UserError(`${label} cannot be read: ${readErrorReason(cause)}`, { cause })
  }
}
