import { lstat, readFile, realpath } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { UserError, whyUnread } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import { codeOf, isInside } from '../host/paths.ts'
import type { Env } from '../machine.ts'
import type { MachineSettings } from '../settings/settings.ts'
import { onlyRootWrites } from './policies.ts'

type Where = { env: Env; home: string | undefined; workspace: string; platform?: NodeJS.Platform }

/**
 * Settings kept on the machine: of its administrator (under and over all others) and of the user whose home counts.
 * Throws UserError for an administrator's file that somebody else could have written, and for one that cannot be read.
 */
export async function machineSettings(
  { env, home, workspace, platform = process.platform }: Where,
  isAdministrators: (path: string) => Promise<boolean> = rootsAlone,
): Promise<MachineSettings> {
  const override = env.GEMINI_CLI_SYSTEM_SETTINGS_PATH || systemFile(platform)
  const defaults = env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(dirname(override), 'system-defaults.json')
  const own = await ownHome(home, workspace)
  const files = {
    defaults: (await isAdministrators(defaults)) ? await textOf(defaults, defaults) : undefined,
    user: own === undefined ? undefined : await textOf(join(own, '.gemini/settings.json'), '~/.gemini/settings.json'),
    override: (await isAdministrators(override)) ? await textOf(override, override) : undefined,
  }
  const { defaults: under, user, override: over } = files
  return { ...(under && { defaults: under }), ...(user && { user }), ...(over && { override: over }) }
}

const systemFile = (platform: NodeJS.Platform): string =>
  platform === 'darwin'
    ? '/Library/Application Support/GeminiCli/settings.json'
    : platform === 'win32'
      ? 'C:\\ProgramData\\gemini-cli\\settings.json'
      : '/etc/gemini-cli/settings.json'

/** The home folder, unless it is the checkout or inside: then anybody's pull request could have written what is in it. */
export async function ownHome(home: string | undefined, workspace: string): Promise<string | undefined> {
  if (home === undefined || home === '') return undefined
  const [real, checkout] = await Promise.all([home, workspace].map((path) => realpath(path).catch(() => path)))
  return isInside(checkout ?? workspace, real ?? home) ? undefined : home
}

/** The files of `~/.gemini` of the home that counts. */
export async function homeReader({ home, workspace }: Pick<Where, 'home' | 'workspace'>): Promise<Reader | undefined> {
  const own = await ownHome(home, workspace)
  if (own === undefined) return undefined
  const { worktreeReader } = await import('./worktree.ts')
  return worktreeReader(join(own, '.gemini'))
}

/** As with the administrator's policies, what others could have written is no setting of theirs. */
async function rootsAlone(path: string): Promise<boolean> {
  const stat = await lstat(path).catch(() => undefined)
  if (stat === undefined || process.platform === 'win32') return false
  const safe = stat.isFile() && stat.uid === 0 && (stat.mode & 0o022) === 0
  if (!safe || !posix.isAbsolute(path))
    throw new UserError(`${path} must be a file that belongs to root and that nobody else can write`)
  return onlyRootWrites(dirname(path))
}

async function textOf(path: string, where: string): Promise<{ where: string; text: string } | undefined> {
  try {
    return { where, text: await readFile(path, 'utf8') }
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return undefined
    throw new UserError(`${where} cannot be read: ${whyUnread(cause)}`, { cause })
  }
}
