import { IsolationError, machineReason } from '../errors.ts'
import { lazy } from '../lazy.ts'
import {
  isRunning,
  listRemainingProcesses,
  type ProcessGroup,
  terminateProcessGroup,
} from '../process/process-group.ts'
import { recordTrustedPrograms } from '../process/trusted-programs.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { type Isolation, openIsolation, type SandboxMode } from './isolation.ts'
import { type IsolationPart, type ReplacedFolder, reportRows, setupError } from './isolation-context.ts'

/** The programs that a run starts: isolated from the job and terminated at the end of the run. */
export type SandboxSession = AsyncDisposable & {
  /**
   * The isolation for the next program. The first call reports it as a notice. Rejects with IsolationError when isolation
   * is required but not available.
   */
  isolate(): Promise<Isolation>
  /**
   * How a program of ours starts that only reads the checkout, once programs may change it. Undefined before, and where isolation
   * does not work.
   */
  readerView(): Promise<Isolation['wrapReader']>
  /** Resolves when a program or service may start that is not isolated and may change the checkout. */
  beforePrograms(): Promise<unknown>
  /** Throws IsolationError when the isolation could not be opened, even if that error was already handled elsewhere. */
  throwIfBroken(): void
  /** Lets programs write to the checkout itself instead of a copy. Call it before the first program. */
  allowEdits(): void
  /** Registers a background process group to terminate at the end of the run. */
  trackBackground(group: ProcessGroup): void
  /** Ends those of them that still run. Resolves with what it found. */
  endBackground(): Promise<'none' | 'ended' | 'running'>
}

/**
 * `scratch`: the run's private folder. `dist`: the folder of the bundle. `allowedHosts`: what programs reach; absent: the
 * machine's network. `replaced`: a folder that programs see in place of the checkout. `beforePrograms`: called before each program, which
 * waits for it. `onSurvivors`: called at the end with the programs that still run then.
 */
type SandboxSessionContext = {
  env: Readonly<Record<string, string | undefined>>
  workspace: string
  scratch: string
  dist: string
  allowedHosts?: AllowedHosts
  replaced?: () => Promise<ReplacedFolder | undefined>
  beforePrograms?: () => Promise<unknown>
  onSurvivors?: (programs: readonly string[]) => void
}

type IsolationNotice = {
  type: 'notice'
  level: 'info' | 'warning'
  text: string
  isolation?: { part: IsolationPart; isHeld: boolean; text: string }[]
}

export function openSandboxSession(
  mode: SandboxMode,
  context: SandboxSessionContext,
  emit: (notice: IsolationNotice) => void,
): SandboxSession {
  recordTrustedPrograms()
  const groups: ProcessGroup[] = []
  let isReported = false
  let mayEdit = false
  let mayHaveStarted = false
  let opening: Promise<Isolation> | undefined
  let failure: IsolationError | undefined
  const open = lazy(() => {
    const onRefusedHost = (text: string) => emit({ type: 'notice', level: 'warning', text })
    const openIn = async (replaced: ReplacedFolder | undefined) => {
      const isolation = await openIsolation(mode, { ...toIsolationContext(context), mayEdit, replaced, onRefusedHost })
      const left = isolation.rows?.files?.isHeld ? [] : ((await replaced?.separate?.()) ?? [])
      if (left.length > 0)
        emit({
          type: 'notice',
          level: 'warning',
          text: `Programs of this run do not find ${left.join(', ')}: without isolation they work on copies, and a run copies no folder of more than 200,000 files.`,
        })
      return isolation
    }
    opening = context.replaced === undefined ? openIn(undefined) : context.replaced().then(openIn)
    return opening.catch((error: unknown) => {
      failure = error instanceof IsolationError ? error : setupError(machineReason(error))
      throw failure
    })
  })
  return {
    async isolate() {
      mayHaveStarted = true
      // Copies that take the place of links are no change of the run.
      if (((await context.replaced?.())?.linked ?? []).length > 0) await open()
      const [isolation] = await Promise.all([open(), context.beforePrograms?.()])
      if (!isReported) {
        isReported = true
        emit(isolationNotice(mode, isolation))
      }
      return isolation
    },
    async readerView() {
      if (!mayHaveStarted) return undefined
      return (await open().catch(() => undefined))?.wrapReader
    },
    async beforePrograms() {
      mayHaveStarted = true
      await context.beforePrograms?.()
    },
    throwIfBroken() {
      if (failure !== undefined) throw failure
    },
    allowEdits() {
      mayEdit = true
    },
    trackBackground(group) {
      groups.push(group)
    },
    async endBackground() {
      const isAnyRunning = async () => (await Promise.all(groups.map(isRunning))).includes(true)
      if (!(await isAnyRunning())) return 'none'
      await Promise.all(groups.map(terminateProcessGroup))
      return (await isAnyRunning()) ? 'running' : 'ended'
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(groups.map(terminateProcessGroup))
      const isolation = await opening?.catch(() => undefined)
      const written = isolation?.writtenCheckouts?.() ?? []
      if (written.length > 0) emit({ type: 'notice', level: 'warning', text: writtenText(written) })
      await isolation?.close?.()
      const remaining = (await Promise.all(groups.map(listRemainingProcesses))).flat().map((pid) => `PID ${pid}`)
      const survivors = isolation?.listSurvivors?.() ?? remaining
      if (survivors.length === 0) return
      context.onSurvivors?.(survivors)
      emit({ type: 'notice', level: 'warning', text: survivorsText(survivors) })
    },
  }
}

const writtenText = (folders: readonly string[]): string =>
  `A command wrote in ${folders.join(', ')}, which is another repository in the workspace. The run drops what it wrote there. To change that repository, run Sluice in one of its own workflows.`

const MAX_SURVIVORS = 10

function survivorsText(survivors: readonly string[]): string {
  const more = survivors.length > MAX_SURVIVORS ? ` and ${survivors.length - MAX_SURVIVORS} more` : ''
  const listed = `${survivors.slice(0, MAX_SURVIVORS).join(', ')}${more}`
  return `Programs that this run started are still running: ${listed}. End them in a later step, or set sandbox to auto on a Linux runner, which ends each program with its call.`
}

/** One notice: a line for the log, and the parts for the report. */
function isolationNotice(mode: SandboxMode, { rows, description }: Isolation): IsolationNotice {
  if (mode === 'off' || rows === undefined) return { type: 'notice', level: 'info', text: description }
  const isolation = reportRows(rows)
  const level = isolation.every(({ isHeld }) => isHeld) ? 'info' : 'warning'
  return { type: 'notice', level, text: description, isolation }
}

const toIsolationContext = ({ env, workspace, scratch, dist, allowedHosts }: SandboxSessionContext) => ({
  allowedHosts,
  platform: process.platform,
  uid: process.getuid?.(),
  gid: process.getgid?.(),
  env,
  workspace,
  scratch,
  program: [dist, process.execPath],
})
