import { createHash } from 'node:crypto'
import { startPiped } from '../host/process.ts'
import { endFamily } from '../host/process-tree.ts'

/** What stands under one SHA: `kind` is commit, tree, blob or tag, `bytes` without git's own header. */
export type GitObject = { kind: string; bytes: Buffer }

/** The object of a full SHA; undefined when the local objects lack it, or when what they hold does not have that SHA. */
export type ReadObject = (sha: string) => Promise<GitObject | undefined>

/** How git is started; `argv` up to the name of its subcommand. */
type Start = { argv: readonly [string, ...string[]]; cwd: string; env: Readonly<Record<string, string>> }

/** An answer that takes longer does not come. */
const ANSWER_MS = 60_000
const LARGEST_BYTES = 256 * 2 ** 20

/**
 * Objects from one `git cat-file --batch` that stays for as long as we do: starting a program takes as long as a hundred
 * answers. It is started when something is first asked for, again when it ended, and keeps nobody waiting at the end.
 */
export function openObjects(start: Start): ReadObject {
  let program: Promise<Program | undefined> | undefined
  return async (sha) => {
    program ??= startProgram(start, () => {
      program = undefined
    })
    const found = await (await program)?.ask(sha)
    return found && isUnder(sha, found) ? found : undefined
  }
}

/** Whoever can write into `.git` could otherwise put other words under a SHA that somebody trusted. */
function isUnder(sha: string, { kind, bytes }: GitObject): boolean {
  const hash = createHash(sha.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex') === sha
}

type Program = { ask(sha: string): Promise<GitObject | undefined> }

async function startProgram({ argv, cwd, env }: Start, ended: () => void): Promise<Program | undefined> {
  const piped = await startPiped({ argv: [...argv, 'cat-file', '--batch'] }, { cwd, env })
  if (!piped.ok) {
    ended()
    return undefined
  }
  const waiting: ((found: GitObject | undefined) => void)[] = []
  const stop = () => void endFamily(piped.family)
  const answers = answersIn((found) => {
    waiting.shift()?.(found)
    overdue.refresh()
    if (waiting.length === 0) rest()
  }, stop)
  const overdue = setTimeout(() => waiting.length > 0 && stop(), ANSWER_MS)
  const rest = () => {
    overdue.unref()
    piped.hold(false)
  }
  rest()
  piped.stdout.on('data', answers)
  piped.stderr.resume()
  piped.stdin.on('error', () => undefined) // it has ended, which is seen below
  void piped.exited.then(() => {
    clearTimeout(overdue)
    ended()
    for (const answer of waiting.splice(0)) answer(undefined)
  })
  return {
    ask: (sha) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        overdue.refresh().ref()
        piped.hold(true)
        piped.stdin.write(`${sha}\n`)
      }),
  }
}

/** Takes output apart: `SHA KIND SIZE`, line end, that many bytes, line end; or `SHA missing`. */
function answersIn(tell: (found: GitObject | undefined) => void, giveUp: () => void): (chunk: Buffer) => void {
  let held: Buffer[] = []
  let length = 0
  let coming: { kind: string; size: number } | undefined
  const all = () => (held.length === 1 ? held[0] : Buffer.concat(held)) ?? Buffer.alloc(0)
  const keep = (rest: Buffer) => {
    held = rest.length === 0 ? [] : [rest]
    length = rest.length
  }
  const next = (): boolean => {
    if (coming === undefined) {
      const bytes = all()
      const end = bytes.indexOf('\n')
      if (end < 0) return false
      const [, kind, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(bytes.toString('latin1', 0, end)) ?? []
      keep(bytes.subarray(end + 1))
      if (kind === undefined) tell(undefined)
      else coming = { kind, size: Number(size) }
      if (Number(size) > LARGEST_BYTES) giveUp()
      return true
    }
    if (length <= coming.size) return false
    const bytes = all()
    tell({ kind: coming.kind, bytes: bytes.subarray(0, coming.size) })
    keep(bytes.subarray(coming.size + 1))
    coming = undefined
    return true
  }
  return (chunk) => {
    held.push(chunk)
    length += chunk.length
    while (length > 0 && next());
  }
}
