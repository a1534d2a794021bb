import { join } from 'node:path'
import { memoryOptions } from '../agent/memory-files.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import { childEnvFor, type Runtime, toolOutputFolder } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { GhService } from '../gh/gh-service.ts'
import { type CommitReader, openWorkspace } from '../platform/files/workspace.ts'
import { openWebAccess } from '../platform/net/web.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import { openSandboxSession, type SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { VERSION } from '../platform/version.ts'
import type { Capabilities } from '../tools/builtins.ts'
import type { CommandAccess, ShellCapability } from '../tools/run-shell-command.ts'
import type { AnnouncedRun } from './announce-run.ts'
import type { ConfiguredRun } from './configure-run.ts'
import { allowedHostsFor, maxOutputCharacters } from './run-options.ts'
import type { WorkInProgress } from './run-work.ts'

/** The programs of a run, isolated from the job. Each waits until the checkout is recorded. */
export function openSandbox(run: AnnouncedRun, { accounting, runFiles }: WorkInProgress): SandboxSession {
  const { inputs, trust, runtime, session } = run
  const allowedHosts = allowedHostsFor(inputs, trust, session.notice)
  const replaced = async () => (await runFiles).view
  const { recordBegin: beforePrograms, recordSurvivors: onSurvivors } = accounting ?? {}
  const context = { ...runtime, allowedHosts, replaced, beforePrograms, onSurvivors }
  return openSandboxSession(inputs.sandbox, context, session.transcript.emit)
}

/** Files, shell and web, as far as this run may have them. A limited run gets fewer, so no rule has to remove them. */
export async function grantCapabilities(
  run: ConfiguredRun,
  programs: SandboxSession,
  services: GhService,
  work: WorkInProgress,
): Promise<Capabilities> {
  const { assessment, session, runtime, config } = run
  const { mismatch, gap, view } = run.runFiles
  const { results, accounting } = work
  if (mismatch !== undefined) session.transcript.emit({ type: 'notice', level: 'warning', text: mismatch.problem })
  if (gap !== undefined) session.notice(gap.notice)
  const granted = session.isInBatch ? { ...assessment.capabilities, ...WITHOUT_CHANGES } : assessment.capabilities
  const capabilities = await capabilitiesFor(granted, {
    runtime,
    config,
    programs,
    services,
    filter: session.filter,
    mismatch,
    linked: view?.linked.map((path) => join(view.folder, path)),
    commandAccess: [results.access],
    beforeWrites: accounting?.recordBegin,
  })
  work.files = capabilities.files
  return capabilities
}

/** Runs of a batch share one checkout and would edit each other's files. */
const WITHOUT_CHANGES = { shell: false, edit: false }

/** What capabilities are built from. */
export type CapabilityServices = {
  runtime: Runtime
  config: Pick<RunConfig, 'settings' | 'steering'>
  programs: SandboxSession
  filter: SecretFilter
  /** What commands can use beside programs. */
  services?: { openServices: NonNullable<ShellCapability['openServices']> }
  mismatch?: ConfiguredRun['runFiles']['mismatch']
  /** Folders of what stands for the checkout whose files have a second name. */
  linked?: readonly string[]
  /** Called before each write of a file, which waits for it. */
  beforeWrites?: () => Promise<unknown>
  /** What commands get in addition, but no other program. */
  commandAccess?: readonly CommandAccess[]
}

/**
 * The capabilities of a run. A missing capability has no tool, so no rule has to deny it. Child processes get an environment
 * without credentials. The runner's files are never part of the workspace, even if they are inside it.
 */
export async function capabilitiesFor(
  granted: { shell: boolean; edit?: boolean; web?: boolean },
  {
    runtime,
    config,
    programs,
    filter,
    services,
    mismatch,
    linked,
    beforeWrites,
    commandAccess = [],
  }: CapabilityServices,
): Promise<Capabilities> {
  const { settings, steering } = config
  const { env } = runtime
  const output = toolOutputFolder(runtime)
  const outside = [env.RUNNER_TEMP, env.GITHUB_EVENT_PATH].filter((path) => path !== undefined && path !== '')
  const readable = [output]
  const { readerView } = programs
  const writeProblem = mismatch?.editProblem
  const options = { outside: outside as string[], readable, beforeWrites, readerView, writeProblem, linked } // filtered above
  const files = await (runtime.view === undefined
    ? openWorkspace(runtime.workspace, options)
    : openWorkspace(runtime.view, { ...options, standsFor: runtime.workspace }))
  const ignoreText = await readIgnoreText(steering, settings.context?.fileFiltering)
  const leaks = (text: string) => filter.text(text) !== text
  return {
    files,
    fileNote: mismatch?.note,
    readOnly: granted.edit === false ? true : undefined,
    docs: runtime.dist,
    contextFiles: memoryOptions(settings.context).fileNames,
    now: runtime.now,
    fetch: granted.web === false ? undefined : webFetchCapability(env, leaks),
    ignoreText,
    gitIgnore: settings.context?.fileFiltering?.respectGitIgnore ?? true,
    shell: granted.shell
      ? {
          env: childEnvFor(runtime, settings.security?.environmentVariableRedaction),
          commandAccess,
          outputDir: output,
          ...shellTimeouts(settings),
          maxOutputCharacters: maxOutputCharacters(settings),
          isolate: programs.isolate,
          openServices: services?.openServices,
          onBackgroundProcess: programs.trackBackground,
        }
      : undefined,
  }
}

const webFetchCapability = (
  env: Runtime['env'],
  leaks: (text: string) => boolean,
): NonNullable<Capabilities['fetch']> => ({
  leaks,
  web: async () =>
    openWebAccess({
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
