/** A mistake that the author of the workflow, the settings or the policies can fix. Printed without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** Isolation is required but not available on this machine, or it cannot be set up. Ends the run with outcome `security`. */
export class IsolationError extends Error {
  override readonly name = 'IsolationError'
}

/** The text of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The text with a full stop at its end, so that another sentence can follow. */
export const asSentence = (text: string): string => (/[.!?\u2026]$/.test(text) ? text : `${text}.`)

/** What the machine lacks, by the error code of its file system. None of it is a bug in this program. */
const MACHINE_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOMEM: 'the machine is out of memory',
  EIO: 'the disk has errors',
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What the machine lacks, in plain words; the text of all other errors. */
export const machineReason = (error: unknown): string => MACHINE_ERRORS[codeOf(error)] ?? messageOf(error)

/** The machine's failure behind an error, as a sentence; undefined for all other errors. */
export function machineProblem(error: unknown): string | undefined {
  const path = error instanceof Error && 'path' in error ? String(error.path ?? '') : ''
  const reason = MACHINE_ERRORS[codeOf(error)]
  return reason && `The runner cannot go on: ${reason}${path ? ` (${path})` : ''}. Use a larger runner.`
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ...MACHINE_ERRORS,
}

/** Why a file could not be read, in plain words for the usual error codes. */
export function readErrorReason(error: unknown): string {
  return READ_ERRORS[codeOf(error)] ?? messageOf(error)
}

/** A zod issue as a message for users, without zod's "input" and "undefined". `rootName` names a value without a path. */
export function zodIssueMessage(
  { path, message }: { path: readonly PropertyKey[]; message: string },
  rootName = 'it',
): string {
  const text = message
    .replace(/^Invalid (?:input|option): /, '')
    .replace(/, received undefined$/, ', but it is missing')
    .replace(/, received /, ', not ')
  return [path.map(String).join('.') || rootName, text].filter(Boolean).join(': ')
}
