import { IsolationError } from '../errors.ts'
import type { AllowedHosts } from './allowed-hosts.ts'

/** The inputs of isolation, as they were when the run started. */
export type IsolationContext = {
  platform: NodeJS.Platform
  /** Absent on Windows. */
  uid: number | undefined
  gid: number | undefined
  env: Readonly<Record<string, string | undefined>>
  /** The checked-out repository. */
  workspace: string
  /** The folder that programs see in place of another, which contains the workspace. */
  replaced?: ReplacedFolder
  /** false: commands see a copy of the checkout, which is dropped. Otherwise they write to the checkout itself. */
  mayEdit?: boolean
  /** The run's private folder; it is hidden. It must exist before a command is wrapped. */
  scratch: string
  /** Folders and files with the code of this run, read-only for the programs it starts. */
  program: readonly string[]
  /** Where to find system programs. Not PATH: an earlier step could have changed it. */
  folders?: readonly string[]
  /** What programs reach. Absent: the machine's network. */
  allowedHosts?: AllowedHosts
  /** Receives the first refusal of each host that a program asked for. */
  onRefusedHost?(text: string): void
}

/**
 * Programs see `folder` in place of `original`. Real paths. `linked`: folders in it whose files are those of the job, so what programs
 * write there must not reach them; `separate` puts copies in their place, and resolves to those that are too large.
 */
export type ReplacedFolder = {
  original: string
  folder: string
  linked?: readonly string[]
  separate?: () => Promise<readonly string[]>
}

/** For an isolation that should work here but cannot be set up. Ends the run in every mode. */
export const setupError = (reason: string) =>
  new IsolationError(
    `Isolation could not be set up: ${reason}. Nothing ran. Check the free space and the permissions of the runner's temporary folder.`,
  )

/** The four parts of isolation, in the order they are reported. Each is held, or not for a reason. */
export const ISOLATION_PARTS = ['files', 'network', 'credentials', 'processes'] as const

export type IsolationPart = (typeof ISOLATION_PARTS)[number]

export type IsolationRow = { isHeld: true; text: string } | { isHeld: false; reason: string }

export type IsolationRows = Readonly<Partial<Record<IsolationPart, IsolationRow>>>

/** The consequence of each part that does not hold. */
const CONSEQUENCES: Readonly<Record<IsolationPart, string>> = {
  files: 'files that programs write persist',
  network: 'programs use the network of this machine',
  credentials: "programs can read everything that this job's user can read",
  processes: 'programs see all processes and can outlive their call',
}

/** The rows when programs get their own namespaces. */
export const rowsOf = (files: IsolationRow, network: IsolationRow | undefined): IsolationRows => ({
  files,
  network,
  credentials: { isHeld: true, text: 'they cannot read credentials' },
  processes: { isHeld: true, text: 'they see only their own processes, which end with the call' },
})

/** The rows where nothing can be mounted. Then the network is not isolated either: the machine's sockets lead out of it. */
export const rowsWithoutMounts = (reason: string): IsolationRows => ({
  ...unheldRows(reason),
  processes: { isHeld: true, text: 'they end with their call' },
})

/** The rows when isolation is unavailable. */
export const unheldRows = (reason: string): IsolationRows =>
  Object.fromEntries(ISOLATION_PARTS.map((part) => [part, { isHeld: false, reason }]))

/** One text for each part that does not hold: its name and the reason. */
export const missingParts = (rows: IsolationRows = {}): string[] =>
  ISOLATION_PARTS.flatMap((part) => {
    const row = rows[part]
    return row === undefined || row.isHeld ? [] : [`${part}: ${row.reason}`]
  })

type ReportRow = { part: IsolationPart; isHeld: boolean; text: string }

/** The rows for the report. If no part holds, the notice gives the reason once. */
export function reportRows(rows: IsolationRows): ReportRow[] {
  const isAnyHeld = ISOLATION_PARTS.some((part) => rows[part]?.isHeld)
  return ISOLATION_PARTS.flatMap((part): ReportRow[] => {
    const row = rows[part]
    if (row === undefined) return []
    if (row.isHeld) return [{ part, isHeld: true, text: row.text }]
    return [{ part, isHeld: false, text: `${CONSEQUENCES[part]}${isAnyHeld ? `: ${row.reason}` : ''}` }]
  })
}

/** What holds and what does not, in one line for the log. `method`: how the namespaces are entered. */
export function describeRows(rows: IsolationRows, method: string): string {
  const { files, network, credentials } = rows
  const unheld = ISOLATION_PARTS.flatMap((part) => {
    const row = rows[part]
    return row === undefined || row.isHeld ? [] : [{ part, reason: row.reason }]
  })
  const missing = [...Map.groupBy(unheld, ({ reason }) => reason)].map(([reason, group]) => {
    const parts = group.map(({ part }) => part).join(', ')
    return `Programs that the model starts have no isolation of ${parts}: ${reason}.`
  })
  if (credentials?.isHeld === false)
    return `${missing.join(' ')} Programs that the model starts end with their call and cannot gain privileges.`
  const parts = [
    `Programs that the model starts are isolated ${method}: they see only their own processes, cannot gain privileges, cannot read credential files, and end with their call.`,
    ...(files === undefined || !files.isHeld ? [] : [`${capitalized(files.text)}.`]),
    network?.isHeld ? `${capitalized(network.text)}.` : 'Their network access is not restricted.',
  ]
  return [...missing, ...parts].join(' ')
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
