/** The length limit for names in the API, as in the reference. */
const MAX_LENGTH = 63
const [HEAD, TAIL] = [28, 32]

/** A valid tool name: replaces invalid characters by `_` and shortens a long name in the middle. */
export function toValidName(name: string): string {
  const valid = name.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_')
  return valid.length <= MAX_LENGTH ? valid : `${valid.slice(0, HEAD)}___${valid.slice(-TAIL)}`
}
