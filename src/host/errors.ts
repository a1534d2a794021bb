/** A mistake whoever wrote the workflow, the settings or the policies can mend. Printed without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** Isolation of what the model starts was demanded and cannot be had. Ends the run as `security`. */
export class IsolationError extends Error {
  override readonly name = 'IsolationError'
}

/** The text of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A text that another sentence can follow. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

const UNREAD: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
}

/** Why a file could not be read, without the words of the system where ours say it. */
export function whyUnread(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return UNREAD[code] ?? messageOf(error)
}

/** What zod says of one field, for people: they know of no inputs, and not of undefined. `whole`: what has no fields. */
export function fieldMistake(
  { path, message }: { path: readonly PropertyKey[]; message: string },
  whole = 'it',
): string {
  const said = message
    .replace(/^Invalid (?:input|option): /, '')
    .replace(/, received undefined$/, ', and it is missing')
    .replace(/, received /, ', not ')
  return [path.map(String).join('.') || whole, said].filter(Boolean).join(': ')
}
