/** Longest name a model's API takes, as the reference counts it. */
const LONGEST = 63
const [HEAD, TAIL] = [28, 32]

/** A name as models may be told it: other characters become `_`, and of a long name the middle is left out. */
export function validName(name: string): string {
  const valid = name.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_')
  return valid.length <= LONGEST ? valid : `${valid.slice(0, HEAD)}___${valid.slice(-TAIL)}`
}
