import { createHash, type Hash } from 'node:crypto'

/** What the first line carries in place of the hash of a line before it. */
const NO_LINE = '0'.repeat(64)
/** The end of a line: its own hash, over the line without this member. */
const OWN_HASH = /,"hash":"([0-9a-f]{64})"\}$/

/** Numbers and hashes lines, so that a changed, missing or added line shows. */
export type LineChain = {
  /** The line as text, without its line break. `seq` is its number, from 1. */
  seal(seq: number, timeMs: number, event: object): string
  /** The SHA-256 of the file so far, as `sha256sum` prints it. */
  sha256(): string
}

export function openChain(): LineChain {
  const file: Hash = createHash('sha256')
  let prev = NO_LINE
  return {
    seal(seq, timeMs, event) {
      const body = JSON.stringify({ timeMs, seq, prev, ...event })
      prev = sha256Of(body)
      const line = `${body.slice(0, -1)},"hash":"${prev}"}`
      file.update(`${line}\n`)
      return line
    },
    sha256: () => file.copy().digest('hex'),
  }
}

/** `intact`: no line differs from what was written. `absent`: the lines carry no hashes. `line`: the first bad line, from 1. */
export type ChainCheck =
  | { state: 'intact'; lines: number; sha256: string }
  | { state: 'absent' }
  | { state: 'changed'; line: number; reason: string }

/**
 * Checks the hashes of a transcript. Who changes the file can also compute all hashes again: only the digest that the run published
 * (`sha256`, of the whole file or of its first lines) excludes that. Ignores an incomplete last line, which a killed run leaves.
 */
export function checkChain(text: string, sha256?: string): ChainCheck {
  const lines = text.split('\n').slice(0, -1)
  const file = createHash('sha256')
  let prev = NO_LINE
  let hasDigest = sha256 === undefined
  for (const [index, line] of lines.entries()) {
    file.update(`${line}\n`)
    hasDigest ||= file.copy().digest('hex') === sha256
    const ownHash = OWN_HASH.exec(line)?.[1]
    if (ownHash === undefined && prev === NO_LINE && !lines.some((one) => OWN_HASH.test(one)))
      return sha256 === undefined ? { state: 'absent' } : digestMismatch(lines.length)
    const reason = ownHash === undefined ? 'it carries no hash' : lineProblem(line, ownHash, prev, index + 1)
    if (ownHash === undefined || reason !== undefined)
      return { state: 'changed', line: index + 1, reason: reason ?? '' }
    prev = ownHash
  }
  return hasDigest ? { state: 'intact', lines: lines.length, sha256: file.digest('hex') } : digestMismatch(lines.length)
}

const digestMismatch = (lines: number): ChainCheck => ({
  state: 'changed',
  line: lines,
  reason: 'neither the file nor a beginning of it has the given SHA-256, so it is not what the run wrote',
})

function lineProblem(line: string, ownHash: string, prev: string, number: number): string | undefined {
  const body = line.replace(OWN_HASH, '}')
  if (sha256Of(body) !== ownHash) return 'its text does not have its hash, so the text was changed'
  const { seq, prev: before } = JSON.parse(body) as { seq?: unknown; prev?: unknown } // only compared
  if (before === prev && seq === number) return undefined
  if (typeof seq === 'number' && seq > number)
    return `it is number ${seq}, so ${seq - number} of the lines before it are missing`
  if (before === prev) return `it is number ${String(seq)}, so lines were added before it`
  return 'it does not carry the hash of the line before, so a line was replaced, added or moved'
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
