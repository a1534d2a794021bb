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
