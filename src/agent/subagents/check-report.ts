import { Ajv } from 'ajv'

/** Validates a report. Returns the problems as JSON, in general and by field; undefined for a valid report. */
export function reportProblems(report: unknown, schema: Record<string, unknown>): string | undefined {
  const ajv = new Ajv({ allErrors: true, strict: false, logger: false })
  if (ajv.validate(schema, report)) return undefined
  const formErrors: string[] = []
  const fieldErrors = new Map<string, string[]>()
  for (const { instancePath, message = 'is wrong' } of ajv.errors ?? []) {
    const path = instancePath.slice(1)
    if (path === '') formErrors.push(message)
    else fieldErrors.set(path, [...(fieldErrors.get(path) ?? []), message])
  }
  return JSON.stringify({ formErrors, fieldErrors: Object.fromEntries(fieldErrors) })
}
