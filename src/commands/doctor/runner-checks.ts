import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_HOSTS } from '../../platform/sandbox/allowed-hosts.ts'
import { openSandboxSession } from '../../platform/sandbox/sandbox-session.ts'
import type { IsolationRecord } from '../../record/events.ts'
import type { CommandIo } from '../command-io.ts'

/** What isolation does on a machine. `text`: the line that a run writes into its log. `isContainer`: a container or a pod. */
export type RunnerFacts = { rows: readonly IsolationRecord[]; text: string; isContainer: boolean }

/** Opens the isolation of a run on this machine, starts nothing in it, and says what works. Returns the exit code. */
export async function checkRunner({ cwd, env, dist, out }: CommandIo): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-doctor-'))
  try {
    const facts: RunnerFacts = { rows: [], text: '', isContainer: isContainer(env) }
    await using sandbox = openSandboxSession(
      'auto',
      { env, workspace: cwd, scratch, dist, allowedHosts: NO_HOSTS },
      ({ text, isolation }) => {
        if (isolation !== undefined) Object.assign(facts, { rows: isolation, text })
      },
    )
    await sandbox.isolate()
    out(describeRunner(facts))
    return facts.rows.every(({ isHeld }) => isHeld) ? 0 : 1
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const isContainer = (env: CommandIo['env']): boolean =>
  env.KUBERNETES_SERVICE_HOST !== undefined || existsSync('/.dockerenv') || existsSync('/run/.containerenv')

/** The four parts, then why some do not work and what an administrator changes. */
export function describeRunner({ rows, text, isContainer }: RunnerFacts): string {
  const parts = rows.map(({ part, isHeld, text }) => `${part.padEnd(12)} ${isHeld ? 'works  ' : 'missing'} ${text}\n`)
  if (rows.every(({ isHeld }) => isHeld))
    return `${parts.join('')}\nEvery part works on this machine: sandbox: required accepts it.\n`
  const changes = REMEDIES.filter(({ when }) => when.test(text)).map(({ change }) => change)
  const isOther = changes.length === 0 && !isContainer
  const all = [...changes, ...(isContainer ? [IN_CONTAINER] : []), ...(isOther ? [OTHERWISE] : [])]
  return [
    `${parts.join('')}\n${text}\n`,
    'An administrator can change this:',
    ...all.map((change) => `- ${change}`),
    'Until then a run with sandbox: auto works with a warning, and sandbox: required refuses to run.\n',
  ].join('\n')
}

/** What an administrator changes, by the reason that isolation gives. */
const REMEDIES: readonly { when: RegExp; change: string }[] = [
  {
    when: /apparmor_restrict_unprivileged_userns/,
    change:
      'Let programs create user namespaces: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, and the same line in a file of /etc/sysctl.d. Or give the user of the runner passwordless sudo, as GitHub does on its own machines.',
  },
  {
    when: /allows no user namespaces/,
    change:
      'Allow user namespaces: sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000, and the same lines in a file of /etc/sysctl.d.',
  },
  {
    when: /is not installed/,
    change:
      'Install bash, mount, setpriv and unshare in /usr/bin: they are in the packages bash, mount and util-linux.',
  },
  {
    when: /not supported on/,
    change: 'Use a Linux runner. On macOS and Windows, programs get a clean environment and nothing more.',
  },
]

const IN_CONTAINER =
  'This is a container. Start it with options: --privileged (container: of the job). In a pod of Actions Runner Controller, set securityContext.privileged: true for the runner, on nodes that do nothing else.'

const OTHERWISE = 'Run the job as root, or give its user passwordless sudo or the right to create user namespaces.'
