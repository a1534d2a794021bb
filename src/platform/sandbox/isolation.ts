import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { IsolationError, machineReason } from '../errors.ts'
import { isInside } from '../paths.ts'
import { type Argv, runProgram } from '../process/run-program.ts'
import { ALL_HOSTS } from './allowed-hosts.ts'
import { type NamespaceHolder, startHolder } from './holder.ts'
import {
  describeRows,
  type IsolationContext,
  type IsolationRow,
  type IsolationRows,
  missingParts,
  type ReplacedFolder,
  rowsOf,
  rowsWithoutMounts,
  setupError,
  unheldRows,
} from './isolation-context.ts'
import {
  argvInFolder,
  type IsolatedUser,
  type IsolationTools,
  isolatedArgv,
  type NamespaceMethod,
  NO_MOUNTS,
  privilegedArgv,
} from './isolation-script.ts'
import { planMounts, type ShownPaths } from './mounts.ts'
import { type NetworkResult, openNetwork, type RunNetwork } from './network.ts'
import { createRunMark } from './run-mark.ts'

export type SandboxMode = 'required' | 'auto' | 'off'

/**
 * How far the model's programs are isolated from the job. `namespaces`: a separate process tree, /proc and file system view,
 * no new privileges, and every process ends with the call. `privileges`: only no new privileges. `environment`: only an
 * environment without credentials.
 */
export type IsolationLevel = 'namespaces' | 'privileges' | 'environment'

export type Isolation = {
  level: IsolationLevel
  /** Absent when the input sandbox is off. */
  rows?: IsolationRows
  /** What is isolated in this run and what is not, in one or two sentences for users. */
  description: string
  /**
   * Returns the argv to start instead. `visible` lists files and folders of the run's private folder that the program may
   * read, `writable` those that it may also write. Absent when only the environment can be restricted.
   */
  wrap?(argv: Argv, visible?: readonly string[], writable?: readonly string[]): Argv
  /** Where a program starts, by another path, that would start in this folder. Absent: there. */
  place?(folder: string): string
  /** The same with the machine's network, for MCP servers: they exist to reach a service. */
  wrapWithNetwork?(argv: Argv, visible?: readonly string[], writable?: readonly string[]): Argv
  /** The same for a program of ours that only reads the checkout: read-only, and without any network. */
  wrapReader?(argv: Argv): Argv
  /** Where the files are that programs see in a folder of the checkout. Absent: there. */
  filesAt?(folder: string): string
  /** Where files are that programs wrote below a folder, if the run drops them. */
  writtenAt?(folder: string): string | undefined
  /** The network that `wrap` enters. Absent: the machine's network. */
  network?: RunNetwork
  /** Ends what holds the namespaces of the run. */
  close?(): Promise<void>
  /** The checkouts of other repositories in the workspace in whose files programs wrote, before `close`. The run drops that. */
  writtenCheckouts?(): string[]
  /** Programs that still run. Absent where none can outlive its call, or where this cannot be known. */
  listSurvivors?(): string[]
}

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/wrappers/bin', '/run/current-system/sw/bin']

/**
 * Finds the strongest isolation that works on this machine by trying each method once. Rejects with IsolationError when
 * the mode is `required` and a part is not held, and in every mode when an isolation that should work cannot be set up.
 */
export async function openIsolation(mode: SandboxMode, context: IsolationContext): Promise<Isolation> {
  if (mode === 'off') {
    const description = `${UNISOLATED} because the input sandbox is off. ${REMAINING_RISK}`
    return marked({ level: 'environment', description }, context)
  }
  const { isolation: found, reason } = await findStrongestIsolation(context)
  const isolation = found && { ...found, filesAt: context.replaced && placeIn(context.replaced) }
  const missing = missingParts(isolation?.rows)
  if (isolation?.level === 'namespaces' && missing.length === 0) return isolation
  if (mode === 'required') {
    await isolation?.close?.()
    const problem = isolation?.level === 'namespaces' ? missing.join('; ') : reason
    throw new IsolationError(
      `The input sandbox is "required", but programs cannot be isolated on this machine: ${problem}. Nothing ran. Use a Linux runner where unshare works as root, through passwordless sudo or with user namespaces, or set the input sandbox to auto.`,
    )
  }
  if (isolation?.level === 'namespaces') return isolation
  const privileges = isolation === undefined ? '' : 'They cannot gain privileges, for example with sudo. '
  const description = `${UNISOLATED}: ${reason}. ${privileges}${REMAINING_RISK}`
  return marked({ level: 'environment', ...isolation, rows: unheldRows(reason), description }, context)
}

/** Without namespaces a program can outlive its call, so its processes are marked, and it runs in what stands for the checkout. */
function marked(isolation: Isolation, context: IsolationContext): Isolation {
  const { platform, folders = SYSTEM_FOLDERS, workspace, replaced } = context
  const bash = platform === 'win32' ? undefined : findProgram('bash', folders)
  const mark = bash === undefined || platform !== 'linux' ? undefined : createRunMark(bash)
  const place = replaced && placeIn(replaced)
  if (bash === undefined) return { ...isolation, place }
  if (mark === undefined && replaced === undefined) return isolation
  const { wrap = (argv: Argv) => argv } = isolation
  const inPlace = (argv: Argv) => wrap(inReplaced(bash, context, argv))
  return {
    ...isolation,
    place,
    wrap: (argv) => mark?.wrap(inPlace(argv)) ?? inPlace(argv),
    listSurvivors: mark && (() => mark.listSurvivors(realpathSync(workspace))),
  }
}

/** The same folder in the one that stands for the checkout, where nothing can be mounted. */
const placeIn =
  ({ original, folder }: ReplacedFolder) =>
  (path: string): string => {
    const real = realpathSync(path)
    return isInside(original, real) ? join(folder, relative(original, real)) : path
  }

/** The argv in the folder that stands for the checkout, if there is one. */
const inReplaced = (bash: string, { replaced }: IsolationContext, argv: Argv): Argv =>
  replaced === undefined ? argv : argvInFolder(bash, replaced, argv)

const UNISOLATED = 'Programs that the model starts are not isolated from this job'

const REMAINING_RISK =
  "Their environment contains no credentials, but they can read everything that this job's user can read, and their network access is not restricted."

async function findStrongestIsolation(context: IsolationContext): Promise<{ isolation?: Isolation; reason: string }> {
  if (context.platform !== 'linux') return { reason: `isolation is not supported on ${context.platform}` }
  const { uid, gid } = context
  if (uid === undefined || gid === undefined) return { reason: 'the user id of this job is unknown' }
  const tools = findTools(context.folders ?? SYSTEM_FOLDERS)
  if (typeof tools === 'string') return { reason: `${tools} is not installed` }

  const failures: string[] = []
  for (const method of methodsFor(uid, tools, context.env)) {
    const opened = await tryMethod(tools, { uid, gid, method }, context)
    if (typeof opened !== 'string') return { isolation: { level: 'namespaces', ...opened }, reason: '' }
    failures.push(`${METHOD_TEXT[method]}: ${opened}`)
  }
  for (const method of methodsFor(uid, tools, context.env)) {
    const opened = await tryWithoutMounts(
      tools,
      { uid, gid, method, withoutMounts: true },
      context,
      failures.join('; '),
    )
    if (opened !== undefined) return { isolation: { level: 'namespaces', ...opened }, reason: '' }
  }
  const wrap = (argv: Argv): Argv => privilegedArgv(tools, uid, argv)
  const privilegesProblem = await probeIsolation(
    wrap,
    probeExpectation(tools, context, { uid, isolated: 'privileges' }),
  )
  const reason = [...failures, ...restrictionHint()].join('; ')
  return privilegesProblem === undefined
    ? { isolation: { level: 'privileges', description: '', wrap }, reason }
    : { reason }
}

/** Ubuntu 24.04 creates user namespaces, but grants no rights in them. */
function restrictionHint(): string[] {
  const isSet = (name: string, value: string) => {
    try {
      return readFileSync(`/proc/sys/${name}`, 'utf8').trim() === value
    } catch {
      return false
    }
  }
  if (isSet('kernel/apparmor_restrict_unprivileged_userns', '1'))
    return ['this system restricts user namespaces (kernel.apparmor_restrict_unprivileged_userns = 1)']
  if (isSet('kernel/unprivileged_userns_clone', '0') || isSet('user/max_user_namespaces', '0'))
    return ['this system allows no user namespaces']
  return []
}

type OpenedMethod = Required<Pick<Isolation, 'rows' | 'description' | 'wrap' | 'close'>> &
  Pick<Isolation, 'place' | 'network' | 'wrapWithNetwork' | 'wrapReader' | 'writtenAt' | 'writtenCheckouts'>

/** Opens the network, then the files, then tries a command. A part that does not work does not prevent the others. */
async function tryMethod(
  tools: IsolationTools,
  user: IsolatedUser,
  context: IsolationContext,
): Promise<OpenedMethod | string> {
  const plain = chooseWrap(tools, user, context)
  const problem = await plain.probe()
  if (problem !== undefined) return problem
  const { networkRow, network } = await openRunNetwork(tools, user, context)
  const inNetwork = network === undefined ? user : { ...user, entry: network.entry }
  const opened = (filesRow: IsolationRow, wraps: Pick<OpenedMethod, 'wrap' | 'wrapWithNetwork' | 'wrapReader'>) => {
    const rows = rowsOf(filesRow, networkRow)
    const description = describeRows(rows, METHOD_TEXT[user.method])
    return { rows, description, ...wraps, network }
  }
  let holder: NamespaceHolder | string
  try {
    holder = await startHolder(tools, inNetwork, context)
  } catch (error) {
    network?.close()
    throw error
  }
  if (typeof holder !== 'string') {
    const { probe, ...wraps } = chooseWrap(tools, inNetwork, context, holder)
    const { close, writtenAt, writtenCheckouts } = holder
    const holderProblem = await probe()
    const text = `what they write ${context.mayEdit === false ? '' : 'outside the workspace '}is dropped`
    if (holderProblem === undefined)
      return {
        ...opened({ isHeld: true, text }, wraps),
        writtenAt,
        writtenCheckouts,
        close: async () => {
          await close()
          network?.close()
        },
      }
    await close()
    holder = holderProblem
  }
  const { probe, ...wraps } = chooseWrap(tools, inNetwork, context)
  await probe()
  return {
    ...opened({ isHeld: false, reason: holder }, wraps),
    close: async () => network?.close(),
  }
}

/** Where nothing can be mounted, for example in some containers, commands still end with their call. */
async function tryWithoutMounts(
  tools: IsolationTools,
  user: IsolatedUser,
  context: IsolationContext,
  reason: string,
): Promise<OpenedMethod | undefined> {
  const { wrap, wrapWithNetwork, probe } = chooseWrap(tools, user, context)
  if ((await probe()) !== undefined) return undefined
  const rows = rowsWithoutMounts(reason)
  const description = `${describeRows(rows, METHOD_TEXT[user.method])} ${REMAINING_RISK}`
  const place = context.replaced && placeIn(context.replaced)
  return { rows, description, place, wrap, wrapWithNetwork, close: async () => undefined }
}

/** The network that programs enter. Without one they have the machine's, for the reason in the row. */
async function openRunNetwork(
  tools: IsolationTools,
  user: IsolatedUser,
  context: IsolationContext,
): Promise<{ network?: RunNetwork; networkRow: IsolationRow | undefined }> {
  const { allowedHosts, folders = SYSTEM_FOLDERS } = context
  if (allowedHosts === undefined) return { networkRow: undefined }
  if (allowedHosts.everything)
    return { networkRow: { isHeld: true, text: 'the input allowed_hosts allows every host, so it is not restricted' } }
  const result: NetworkResult = await openNetwork({
    allowed: allowedHosts,
    user,
    env: context.env,
    folders,
    onRefusal: (text) => context.onRefusedHost?.(text),
  })
  if (!result.isHeld) return { networkRow: result }
  const { network } = result
  const problem = await chooseWrap(tools, { ...user, entry: network.entry }, context).probe()
  if (problem !== undefined) {
    network.close()
    return { networkRow: { isHeld: false, reason: problem } }
  }
  const text =
    allowedHosts.rules.length === 0
      ? 'they have no network access'
      : 'they reach only the hosts in the input allowed_hosts'
  return { network, networkRow: { isHeld: true, text } }
}

/** The ways to start a command in these namespaces, and a probe, which may find that `timeout` loses signals here. */
function chooseWrap(tools: IsolationTools, user: IsolatedUser, context: IsolationContext, holder?: NamespaceHolder) {
  let chosen = tools
  const { entry: inNetwork, ...outside } = user
  // Sockets of databases lead out of the network namespace; servers outside it may use them.
  const plan = (shownPaths: ShownPaths, isRestricted: boolean) => {
    if (user.withoutMounts) return NO_MOUNTS
    const shown = isRestricted && inNetwork !== undefined ? context : { ...context, allowedHosts: ALL_HOSTS }
    return planMounts(shown, user.method === 'root', shownPaths, holder?.view)
  }
  const wrapIn =
    (isRestricted: boolean) =>
    (argv: Argv, visible: readonly string[] = [], writable: readonly string[] = []): Argv => {
      const entry = holder === undefined ? (isRestricted ? inNetwork : undefined) : holder.entry(isRestricted)
      return isolatedArgv(
        chosen,
        entry === undefined ? outside : { ...outside, entry },
        plan({ visible, writable }, isRestricted),
        user.withoutMounts ? inReplaced(chosen.bash, context, argv) : argv,
      )
    }
  const wrap = wrapIn(true)
  const workspace = realpathSync(context.workspace)
  // It reads the checkout and the repository themselves, as the tools do, where commands may get copies of them.
  const wrapReader = (argv: Argv): Argv => {
    const shown = { visible: context.replaced === undefined ? [] : [context.replaced.folder], writable: [] }
    const { after, ...rest } = planMounts({ ...context, replaced: undefined }, user.method === 'root', shown, undefined)
    const reading = { ...rest, after: [...after, ['-o', 'rbind,ro', workspace, workspace]], withoutNetwork: true }
    return isolatedArgv(chosen, outside, reading, argv)
  }
  const isolated = user.withoutMounts ? 'processes' : 'all'
  const test = () => probeIsolation(wrap, probeExpectation(tools, context, { uid: user.uid, isolated }))
  return {
    wrap,
    wrapWithNetwork: wrapIn(false),
    wrapReader: user.withoutMounts ? undefined : wrapReader,
    async probe(): Promise<string | undefined> {
      try {
        plan({ visible: [], writable: [] }, true)
      } catch (error) {
        throw setupError(machineReason(error))
      }
      const problem = await test()
      if (problem !== SIGNAL_LOST) return problem
      const { timeout: _, ...others } = tools
      chosen = others
      const problemWithoutTimeout = await test()
      // A signal that arrives as an exit code does not weaken the isolation.
      return problemWithoutTimeout === SIGNAL_LOST ? undefined : problemWithoutTimeout
    },
  }
}

const probeExpectation = (
  { bash }: IsolationTools,
  { workspace }: IsolationContext,
  expected: Pick<ProbeExpectation, 'uid' | 'isolated'>,
) => ({
  ...expected,
  bash,
  cwd: workspace,
})

const METHOD_TEXT: Readonly<Record<NamespaceMethod, string>> = {
  root: 'with separate namespaces',
  sudo: 'with separate namespaces (entered through sudo)',
  user: 'with user namespaces',
}

/** The methods in the order to try. On self-hosted runners sudo comes last, because a refused sudo is logged. */
function methodsFor(uid: number, { sudo }: IsolationTools, env: IsolationContext['env']): NamespaceMethod[] {
  if (uid === 0) return ['root']
  if (sudo === undefined) return ['user']
  return env.RUNNER_ENVIRONMENT === 'github-hosted' ? ['sudo', 'user'] : ['user', 'sudo']
}

const REQUIRED_TOOLS = ['bash', 'unshare', 'setpriv', 'mount', 'env', 'mkdir'] as const

const findProgram = (name: string, folders: readonly string[]): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path))

function findTools(folders: readonly string[]): IsolationTools | string {
  const find = (name: string) => findProgram(name, folders)
  const [bash, unshare, setpriv, mount, env, mkdir] = REQUIRED_TOOLS.map(find)
  if (!bash || !unshare || !setpriv || !mount || !env || !mkdir)
    return REQUIRED_TOOLS.filter((name) => find(name) === undefined).join(', ')
  const [sudo, timeout] = [find('sudo'), find('timeout')]
  return { bash, unshare, setpriv, mount, env, mkdir, sudo, timeout }
}

/**
 * What the probe expects: the user, the path of bash, and the working directory. `isolated`: `all` for a separate process tree
 * and a separate view of it, `processes` without that view, `privileges` for no new privileges only.
 */
export type ProbeExpectation = { uid: number; isolated: 'all' | 'processes' | 'privileges'; bash: string; cwd: string }

/** The problem of an isolation that is correct except that it reports a killed command with an exit code. */
export const SIGNAL_LOST = 'a killed command is reported with an exit code instead of its signal'

const PROBE_MS = 10_000

const CANARY = 'two words and a\nline'

/** Prints bash's pid, the canary and the kernel's view of the process. Starts no program and ends with a signal. */
const PROBE = `mapfile -t status </proc/self/status
printf 'shell:%s\\ncanary:%s:\\n' "$$" "$SLUICE_PROBE"
printf '%s\\n' "\${status[@]}"
kill -KILL $$`

/** The bits of CAP_SYS_PTRACE and CAP_SYS_ADMIN. */
const FORBIDDEN_CAPABILITIES = (1n << 19n) | (1n << 21n)

/** More processes than the setup of an isolated command starts, fewer than a machine runs. */
const MAX_ISOLATED_PID = 50

/** Runs a harmless command in isolation and checks the result. Returns the problem, or undefined when all is well. */
export async function probeIsolation(
  wrap: (argv: Argv) => Argv,
  expected: ProbeExpectation,
): Promise<string | undefined> {
  const { bash, cwd, uid, isolated } = expected
  const ran = await runProgram(
    { argv: [bash, '--norc', '-p', '-c', PROBE] },
    { cwd, env: { SLUICE_PROBE: CANARY }, timeoutMs: PROBE_MS, wrap },
  )
  const { stdout, stderr } = ran
  if (!stdout.includes('NoNewPrivs:'))
    return ran.failure ?? (firstLine(stderr) || `it ended with ${ran.code ?? ran.signal}`)
  const status = new Map(stdout.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.split(/[:\s]+/)[1] ?? '']))
  if (status.get('NoNewPrivs') !== '1') return 'programs can still gain privileges'
  if (status.get('Uid') !== String(uid)) return 'programs run as another user'
  if ((BigInt(`0x${status.get('CapEff') || 'ffffffffffffffff'}`) & FORBIDDEN_CAPABILITIES) !== 0n)
    return 'programs keep forbidden capabilities'
  if (!stdout.includes(`canary:${CANARY}:`)) return 'the environment is not passed on'
  if (isolated === 'privileges') return undefined
  if (Number(status.get('shell')) > MAX_ISOLATED_PID) return 'programs are not in a process tree of their own'
  if (isolated === 'all' && status.get('Pid') !== status.get('shell')) return 'other processes are visible'
  return ran.signal === 'SIGKILL' ? undefined : SIGNAL_LOST
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
