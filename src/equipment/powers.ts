import { memoryOptions } from '../agent/memory.ts'
import { openWorkspace, type Reader } from '../host/files.ts'
import type { Filter } from '../host/secrets.ts'
import { childEnvWith, type Machine, outputFolder } from '../machine.ts'
import type { StartedPrograms } from '../programs.ts'
import type { Settings } from '../settings/settings.ts'
import type { Government } from '../steering/govern.ts'
import type { Powers } from '../tools/builtins.ts'
import { VERSION } from '../version.ts'

/**
 * What this run may touch. A power that is not handed out has no tool, so no rule has to take it away. Children get an
 * environment without a single credential, and the runner's own files are outside of the workspace even where they lie in it.
 */
export async function powersFor(
  may: { shell: boolean; edit?: boolean },
  machine: Machine,
  { settings, steering }: Pick<Government, 'settings' | 'steering'>,
  programs: StartedPrograms,
  filter: Filter,
): Promise<Powers> {
  const { env } = machine
  const output = outputFolder(machine)
  const outside = [env.RUNNER_TEMP, env.GITHUB_EVENT_PATH].filter((path) => path !== undefined && path !== '')
  const files = await openWorkspace(machine.workspace, { outside: outside as string[], readable: [output] }) // just filtered
  const ignoreText = await ignoreTextOf(steering, settings.context?.fileFiltering)
  const leaks = (text: string) => filter.text(text) !== text
  return {
    files,
    ...(may.edit === false ? { readOnly: true } : {}),
    docs: machine.dist,
    contextFiles: memoryOptions(settings.context).fileNames,
    now: machine.now,
    fetch: {
      leaks,
      web: async () =>
        (await import('../host/web.ts')).openWeb({
          env,
          leaks,
          userAgent: `Mozilla/5.0 (compatible; Sluice/${VERSION})`,
        }),
    },
    ...(ignoreText === undefined ? {} : { ignoreText }),
    gitIgnore: settings.context?.fileFiltering?.respectGitIgnore ?? true,
    ...(may.shell
      ? {
          shell: {
            env: childEnvWith(machine, settings.security?.environmentVariableRedaction),
            outputDir: output,
            ...shellTimes(settings),
            isolate: programs.isolate,
            onLeftRunning: programs.leftRunning,
          },
        }
      : {}),
  }
}

const SHELL_MS = 10 * 60_000
const SHELL_IDLE_MS = 5 * 60_000
/** As long as a job may take; timers count no further than some weeks. */
const LONGEST_MS = 6 * 3_600_000

/**
 * How long a command may take and how long it may be silent, in milliseconds. Who lets it be silent for longer than its whole
 * time gives it that time; 0 and less mean that silence is no reason to end it.
 */
export function shellTimes({ tools }: Pick<Settings, 'tools'>): { timeoutMs: number; idleMs: number } {
  const seconds = tools?.shell?.inactivityTimeout
  const idleMs = seconds === undefined ? SHELL_IDLE_MS : seconds <= 0 ? SHELL_MS : Math.min(seconds * 1000, LONGEST_MS)
  return { timeoutMs: Math.max(SHELL_MS, idleMs), idleMs }
}

type Filtering = NonNullable<Settings['context']>['fileFiltering']

/**
 * `.geminiignore` and the files that `customIgnoreFilePaths` names, as the steering commit has them: the first one named
 * counts most, and all of them more than `.geminiignore`.
 */
export async function ignoreTextOf(steering: Pick<Reader, 'read'>, filtering: Filtering): Promise<string | undefined> {
  const own = filtering?.respectGeminiIgnore === false ? [] : ['.geminiignore']
  const texts = await Promise.all(
    [...own, ...(filtering?.customIgnoreFilePaths ?? []).toReversed()].map((path) => steering.read(path)), // later lines win
  )
  const present = texts.filter((text) => text !== undefined)
  return present.length === 0 ? undefined : present.join('\n')
}
