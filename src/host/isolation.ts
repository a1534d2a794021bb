import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { IsolationError } from './errors.ts'
import type { IsolationPlace } from './isolation-hidden.ts'
import { mountPlan } from './isolation-mounts.ts'
import { type Expected, problemWith, SIGNAL_LOST } from './isolation-probe.ts'
import { isolatedArgv, type Programs, privilegedArgv, type Way } from './isolation-script.ts'
import type { Argv } from './process.ts'

export type SandboxMode = 'required' | 'auto' | 'off'

/**
 * How far programs the model can start are kept apart from the job. `namespaces`: own processes, own /proc, own view of
 * the file system, no way to more privileges, and all of them gone when the call ends. `privileges`: only no way to more
 * privileges. `environment`: only an environment without credentials.
 */
export type Level = 'namespaces' | 'privileges' | 'environment'

export type Isolation = {
  level: Level
  /** One sentence or two for people: what holds in this run and what does not. */
  line: string
  /**
   * The argv to start instead. `shown` are files and folders of the run's private folder that this program needs; it can
   * read them, not change them. Absent where nothing can be done beyond the environment.
   */
  wrap?(argv: Argv, shown?: readonly string[]): Argv
}

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/wrappers/bin', '/run/current-system/sw/bin']

/**
 * Finds the strongest isolation this machine allows by trying it once. Rejects with IsolationError when `required` and
 * namespaces cannot be had. Never rejects otherwise.
 */
export async function openIsolation(mode: SandboxMode, place: IsolationPlace): Promise<Isolation> {
  if (mode === 'off')
    return { level: 'environment', line: `${UNISOLATED} because the input sandbox is off. ${WHAT_IS_LEFT}` }
  const { found, why } = await strongest(place)
  if (found?.level === 'namespaces') return found
  if (mode === 'required')
    throw new IsolationError(
      `The input sandbox is "required", but programs cannot be isolated here: ${why}. Nothing ran. Use a Linux runner where unshare works as root, through passwordless sudo or with user namespaces, or set sandbox to auto.`,
    )
  return {
    level: 'environment',
    ...found,
    line: `${UNISOLATED}: ${why}. ${found === undefined ? '' : 'They cannot gain privileges, by sudo for example. '}${WHAT_IS_LEFT}`,
  }
}

const UNISOLATED = 'Programs that the model starts are not isolated from this job'
const WHAT_IS_LEFT =
  "Their environment holds no credentials, but they can read what this job's user can read, and nothing restricts their network access."
const ISOLATED =
  'they see only their own processes, cannot gain privileges, find credential files hidden, and end with their call. Their network access is not restricted.'

async function strongest(
  place: IsolationPlace,
): Promise<{ found?: Pick<Isolation, 'level' | 'wrap'> & { line: string }; why: string }> {
  if (place.platform !== 'linux') return { why: `there is no means for it on ${place.platform}` }
  const { uid, gid } = place
  if (uid === undefined || gid === undefined) return { why: 'the user of this job is not known' }
  const programs = findPrograms(place.folders ?? SYSTEM_FOLDERS)
  if (typeof programs === 'string') return { why: `${programs} is not installed` }

  const failures: string[] = []
  for (const way of waysFor(uid, programs, place.env)) {
    const { wrap, problem } = await attempt(programs, { uid, gid, way }, place)
    const line = `Programs that the model starts are isolated ${BY[way]}: ${ISOLATED}`
    if (problem === undefined) return { found: { level: 'namespaces', line, wrap }, why: '' }
    failures.push(`${BY[way]}: ${problem}`)
  }
  const wrap = (argv: Argv): Argv => privilegedArgv(programs, uid, argv)
  const lesser = await problemWith(wrap, probing(programs, place, { uid, namespaces: false }))
  const why = failures.join('; ')
  return lesser === undefined ? { found: { level: 'privileges', line: '', wrap }, why } : { why }
}

async function attempt(programs: Programs, user: { uid: number; gid: number; way: Way }, place: IsolationPlace) {
  const wrapWith =
    (chosen: Programs) =>
    (argv: Argv, shown: readonly string[] = []): Argv =>
      isolatedArgv(chosen, user, mountPlan(place, user.way === 'root', shown), argv)
  const expected = { uid: user.uid, namespaces: true }
  const wrap = wrapWith(programs)
  const problem = await problemWith(wrap, probing(programs, place, expected))
  if (problem !== SIGNAL_LOST) return { wrap, problem }
  const { timeout: _, ...others } = programs
  const otherwise = await problemWith(wrapWith(others), probing(programs, place, expected))
  // A signal that is told as a code is no reason to do without the rest.
  return { wrap: wrapWith(others), problem: otherwise === SIGNAL_LOST ? undefined : otherwise }
}

const probing = (
  { bash }: Programs,
  { workspace }: IsolationPlace,
  expected: Pick<Expected, 'uid' | 'namespaces'>,
) => ({
  ...expected,
  bash,
  cwd: workspace,
})

const BY: Readonly<Record<Way, string>> = {
  root: 'with namespaces of their own',
  sudo: 'with namespaces of their own (entered through sudo)',
  user: 'with user namespaces',
}

/** In the order they are tried. Asking sudo for what it will not give writes a complaint into the machine's log. */
function waysFor(uid: number, { sudo }: Programs, env: IsolationPlace['env']): Way[] {
  if (uid === 0) return ['root']
  if (sudo === undefined) return ['user']
  return env.RUNNER_ENVIRONMENT === 'github-hosted' ? ['sudo', 'user'] : ['user', 'sudo']
}

const NEEDED = ['bash', 'unshare', 'setpriv', 'mount', 'env', 'mkdir'] as const

function findPrograms(folders: readonly string[]): Programs | string {
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  const [bash, unshare, setpriv, mount, env, mkdir] = NEEDED.map(find)
  if (!bash || !unshare || !setpriv || !mount || !env || !mkdir)
    return NEEDED.filter((name) => find(name) === undefined).join(', ')
  const [sudo, timeout] = [find('sudo'), find('timeout')]
  return { bash, unshare, setpriv, mount, env, mkdir, ...(sudo && { sudo }), ...(timeout && { timeout }) }
}
