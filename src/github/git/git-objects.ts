import { createHash } from 'node:crypto'
import { terminateProcessGroup } from '../../platform/process/process-group.ts'
import { startPipedProgram } from '../../platform/process/run-program.ts'

/** A git object. `kind` is commit, tree, blob or tag; `bytes` exclude git's header. */
export type GitObject = { kind: string; bytes: Buffer }

/** The object of a full SHA; undefined when it is missing locally or its content does not have that SHA. */
export type ReadGitObject = (sha: string) => Promise<GitObject | undefined>

/** How to start git; `argv` without the subcommand. */
type GitCommand = { argv: readonly [string, ...string[]]; cwd: string; env: Readonly<Record<string, string>> }

const RESPONSE_TIMEOUT_MS = 60_000
const MAX_OBJECT_BYTES = 256 * 2 ** 20

/**
 * Reads objects with one long-lived `git cat-file --batch`, because starting a program takes as long as reading a hundred objects.
 * It starts with the first read, starts again after it ended, and does not keep this process alive.
 */
export function openGitObjects(start: GitCommand): ReadGitObject {
  let program: Promise<CatFileProcess | undefined> | undefined
  return async (sha) => {
    program ??= startCatFile(start, () => {
      program = undefined
    })
    const object = await (await program)?.read(sha)
    return object && hasSha(sha, object) ? object : undefined
  }
}

/** Verifies the SHA: a program with write access to `.git` could otherwise replace a trusted object. */
function hasSha(sha: string, { kind, bytes }: GitObject): boolean {
  const hash = createHash(sha.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex') === sha
}

type CatFileProcess = { read(sha: string): Promise<GitObject | undefined> }

async function startCatFile({ argv, cwd, env }: GitCommand, onExit: () => void): Promise<CatFileProcess | undefined> {
  const piped = await startPipedProgram({ argv: [...argv, 'cat-file', '--batch'] }, { cwd, env })
  if (!piped.ok) {
    onExit()
    return undefined
  }
  const waiting: ((object: GitObject | undefined) => void)[] = []
  const stop = () => void terminateProcessGroup(piped.group)
  const answers = parseCatFileOutput((object) => {
    waiting.shift()?.(object)
    overdue.refresh()
    if (waiting.length === 0) rest()
  }, stop)
  const overdue = setTimeout(() => waiting.length > 0 && stop(), RESPONSE_TIMEOUT_MS)
  const rest = () => {
    overdue.unref()
    piped.keepAlive(false)
  }
  rest()
  piped.stdout.on('data', answers)
  piped.stderr.resume()
  piped.stdin.on('error', () => undefined) // the exit is handled below
  void piped.exited.then(() => {
    clearTimeout(overdue)
    onExit()
    for (const answer of waiting.splice(0)) answer(undefined)
  })
  return {
    read: (sha) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        overdue.refresh().ref()
        piped.keepAlive(true)
        piped.stdin.write(`${sha}\n`)
      }),
  }
}

/** Parses the output: `SHA KIND SIZE`, line end, that many bytes, line end; or `SHA missing`. */
function parseCatFileOutput(
  onObject: (object: GitObject | undefined) => void,
  giveUp: () => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let length = 0
  let header: { kind: string; size: number } | undefined
  const all = () => (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)) ?? Buffer.alloc(0)
  const keep = (rest: Buffer) => {
    chunks = rest.length === 0 ? [] : [rest]
    length = rest.length
  }
  const next = (): boolean => {
    if (header === undefined) {
      const bytes = all()
      const end = bytes.indexOf('\n')
      if (end < 0) return false
      const [, kind, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(bytes.toString('latin1', 0, end)) ?? []
      keep(bytes.subarray(end + 1))
      if (kind === undefined) onObject(undefined)
      else header = { kind, size: Number(size) }
      if (Number(size) > MAX_OBJECT_BYTES) giveUp()
      return true
    }
    if (length <= header.size) return false
    const bytes = all()
    onObject({ kind: header.kind, bytes: bytes.subarray(0, header.size) })
    keep(bytes.subarray(header.size + 1))
    header = undefined
    return true
  }
  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    while (length > 0 && next());
  }
}
