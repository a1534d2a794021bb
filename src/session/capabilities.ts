import { memoryOptions } from '../agent/memory/memory.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import { childEnvFor, type Runtime, toolOutputFolder } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import { type CommitReader, openWorkspace } from '../platform/files/workspace.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { VERSION } from '../platform/version.ts'
import type { Capabilities } from '../tools/builtins.ts'
import type { CommandAccess, ShellCapability } from '../tools/run-shell-command.ts'
import { maxOutputCharacters } from './run-limits.ts'

/** What capabilities are built from. */
export type CapabilityServices = {
  runtime: Runtime
  config: Pick<RunConfig, 'settings' | 'steering'>
  programs: SandboxSession
  filter: SecretFilter
  /** What commands can use beside programs. */
  services?: { openServices: NonNullable<ShellCapability['openServices']> }
  /** Called before each write of a file, which waits for it. */
  beforeWrites?: (() => Promise<unknown>) | undefined
  /** What commands get in addition, but no other program. */
  commandAccess?: readonly CommandAccess[]
}

/**
 * The capabilities of a run. A missing capability has no tool, so no rule has to deny it. Child processes get an environment
 * without credentials. The runner's files are never part of the workspace, even if they are inside it.
 */
export async function capabilitiesFor(
  granted: { shell: boolean; edit?: boolean; web?: boolean },
  { runtime, config, programs, filter, services, beforeWrites, commandAccess = [] }: CapabilityServices,
): Promise<Capabilities> {
  const { settings, steering } = config
  const { env } = runtime
  const output = toolOutputFolder(runtime)
  const outside = [env.RUNNER_TEMP, env.GITHUB_EVENT_PATH].filter((path) => path !== undefined && path !== '')
  const options = { outside: outside as string[], readable: [output], beforeWrites } // filtered above
  const files = await openWorkspace(runtime.workspace, options)
  const ignoreText = await readIgnoreText(steering, settings.context?.fileFiltering)
  const leaks = (text: string) => filter.text(text) !== text
  return {
    files,
    ...(granted.edit === false ? { readOnly: true } : {}),
    docs: runtime.dist,
    contextFiles: memoryOptions(settings.context).fileNames,
    now: runtime.now,
    ...(granted.web === false ? {} : { fetch: webFetchCapability(env, leaks) }),
    ...(ignoreText === undefined ? {} : { ignoreText }),
    gitIgnore: settings.context?.fileFiltering?.respectGitIgnore ?? true,
    ...(granted.shell
      ? {
          shell: {
            env: childEnvFor(runtime, settings.security?.environmentVariableRedaction),
            commandAccess,
            outputDir: output,
            ...shellTimeouts(settings),
            maxOutputCharacters: maxOutputCharacters(settings),
            isolate: programs.isolate,
            ...(services && { openServices: services.openServices }),
            onBackgroundProcess: programs.trackBackground,
          },
        }
      : {}),
  }
}

const webFetchCapability = (
  env: Runtime['env'],
  leaks: (text: string) => boolean,
): NonNullable<Capabilities['fetch']> => ({
  leaks,
  web: async () =>
    (await import('../platform/net/web.ts')).openWebAccess({
      env,
      leaks,
      userAgent: `Mozilla/5.0 (compatible; Sluice/${VERSION})`,
    }),
})

const SHELL_MS = 10 * 60_000
const SHELL_IDLE_MS = 5 * 60_000
/** The maximum duration of a job. Timers overflow after some weeks. */
const MAX_SHELL_MS = 6 * 3_600_000

/**
 * Time limits of a shell command in milliseconds: total, and without output. A longer idle limit raises the total. An
 * inactivityTimeout of 0 or less turns the idle limit off.
 */
export function shellTimeouts({ tools }: Pick<Settings, 'tools'>): { timeoutMs: number; idleMs: number } {
  const seconds = tools?.shell?.inactivityTimeout
  const idleMs =
    seconds === undefined ? SHELL_IDLE_MS : seconds <= 0 ? SHELL_MS : Math.min(seconds * 1000, MAX_SHELL_MS)
  return { timeoutMs: Math.max(SHELL_MS, idleMs), idleMs }
}

type Filtering = NonNullable<Settings['context']>['fileFiltering']

/**
 * The text of `.geminiignore` and the files in `customIgnoreFilePaths`, from the steering commit. Custom files override
 * `.geminiignore`, and earlier custom files override later ones.
 */
export async function readIgnoreText(
  steering: Pick<CommitReader, 'read'>,
  filtering: Filtering,
): Promise<string | undefined> {
  const builtIn = filtering?.respectGeminiIgnore === false ? [] : ['.geminiignore']
  const texts = await Promise.all(
    [...builtIn, ...(filtering?.customIgnoreFilePaths ?? []).toReversed()].map((path) => steering.read(path)), // later lines win
  )
  const present = texts.filter((text) => text !== undefined)
  return present.length === 0 ? undefined : present.join('\n')
}
