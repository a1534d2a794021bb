import { IsolationError } from '../errors.ts'
import type { AllowedHosts } from './network/allowed-hosts.ts'

/** The inputs of isolation, as they were when the run started. */
export type IsolationContext = {
  platform: NodeJS.Platform
  /** Absent on Windows. */
  uid: number | undefined
  gid: number | undefined
  env: Readonly<Record<string, string | undefined>>
  /** The checked-out repository. */
  workspace: string
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

/** An isolation that should work here but cannot be set up. Ends the run in every mode. */
export const setupError = (reason: string) =>
  new IsolationError(
    `The isolation of programs cannot be set up: ${reason}. Nothing ran. Check the free space and the permissions of the runner's temporary folder.`,
  )
