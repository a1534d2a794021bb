// The program `gh` inside the sandbox: it hands its arguments to the action over a socket and prints the answer. It holds no
// credential and reaches no network. scripts/build.ts copies this file alone to dist/gh.mjs, so it imports only Node's modules.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { dirname, join, relative, sep } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** What the action answers. `needs`: the command must be repeated with this text. */
type Answer = {
  stdout: string
  stderr: string
  exitCode: number
  jq?: string
  needs?: { kind: 'stdin' } | { kind: 'file'; root: string; path: string }
}

const MAX_TEXT_BYTES = 256 * 1024
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const NOT_AVAILABLE =
  'gh: not available here. It works in commands of run_shell_command while the run lasts. Otherwise use the github__* tools.'

async function main(): Promise<void> {
  const { SLUICE_GH_SOCKET: socket, SLUICE_GH_KEY: key, GH_REPO: repo, GH_HOST: host } = process.env
  if (!socket || !key) return fail(NOT_AVAILABLE)
  const cwd = process.cwd()
  const request = { key, argv: process.argv.slice(2), cwd, repo, host }
  // A path of a socket is limited to 107 bytes, so connect from its folder.
  process.chdir(dirname(socket))
  const name = socket.slice(dirname(socket).length + 1)
  let answer = await ask(name, request)
  if (answer.needs !== undefined) {
    const text = answer.needs.kind === 'stdin' ? readInput() : readCheckoutFile(answer.needs.root, answer.needs.path)
    answer = await ask(name, { ...request, text })
  }
  process.chdir(cwd)
  if (answer.stderr !== '') process.stderr.write(answer.stderr)
  if (answer.jq !== undefined && answer.exitCode === 0) return filter(answer.jq, answer.stdout)
  process.exitCode = answer.exitCode
  process.stdout.write(answer.stdout)
}

class GhClientError extends Error {}

function ask(socket: string, request: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const unavailable = () => reject(new GhClientError(NOT_AVAILABLE))
    const connection = connect(socket, () => connection.write(`${JSON.stringify(request)}\n`))
    connection.on('error', unavailable)
    connection.on('data', (chunk) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) connection.destroy(new Error('too long'))
    })
    connection.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Answer) // the action wrote it
      } catch {
        unavailable()
      }
    })
  })
}

function readInput(): string {
  const buffer = Buffer.alloc(MAX_TEXT_BYTES + 1)
  let length = 0
  for (;;) {
    const count = readChunk(0, buffer, length)
    if (count === 0) break
    length += count
    if (length > MAX_TEXT_BYTES) throw new GhClientError(`gh: the input is longer than ${MAX_TEXT_BYTES} bytes.`)
  }
  return decode(buffer.subarray(0, length), 'the input')
}

function readChunk(file: number, buffer: Buffer, offset: number): number {
  for (;;) {
    try {
      return readSync(file, buffer, offset, buffer.length - offset, null)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException // from readSync
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw new GhClientError(`gh: the input cannot be read: ${code}.`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

/** The text of a file of the checkout. A link could lead to a file that the rules let no command read. */
function readCheckoutFile(root: string, path: string): string {
  const relativePath = relative(root, path)
  const refuse = (reason: string): never => {
    throw new GhClientError(`gh: --body-file ${relativePath}: ${reason}`)
  }
  let file: number
  try {
    let folder = realpathSync(root)
    for (const segment of relativePath.split(sep)) {
      folder = join(folder, segment)
      if (lstatSync(folder).isSymbolicLink()) refuse('it is, or lies behind, a symbolic link. Give a regular file.')
    }
    file = openSync(folder, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof GhClientError) throw error
    return refuse(`it cannot be read (${(error as NodeJS.ErrnoException).code}).`) // from fs
  }
  try {
    const { size, nlink } = fstatSync(file)
    if (!fstatSync(file).isFile()) refuse('it is not a regular file.')
    if (nlink > 1) refuse('it has another name (a hard link). Copy it first.')
    if (size > MAX_TEXT_BYTES) refuse(`it is longer than ${MAX_TEXT_BYTES} bytes.`)
    const buffer = Buffer.alloc(size)
    let length = 0
    for (let count = 1; count > 0 && length < size; length += count) count = readChunk(file, buffer, length)
    return decode(buffer.subarray(0, length), relativePath)
  } finally {
    closeSync(file)
  }
}

function decode(bytes: Buffer, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new GhClientError(`gh: ${source} is not UTF-8 text.`)
  }
}

/** The part of jq-wasm that is used. It is beside this program and sees no files or variables of the machine. */
type JqPackage = {
  loadJq(options: { wasmBinary: Buffer }): Promise<{
    raw(input: string, query: string, flags: string[]): { stdout: string; stderr: string; exitCode: number }
  }>
}

/** Filters as `gh --jq` does: texts without quotes, null as an empty line. */
async function filter(expression: string, json: string): Promise<void> {
  const program = realpathSync(process.argv[1] ?? '')
  const { loadJq } = createRequire(program)('./jq/jq.cjs') as JqPackage // scripts/build.ts puts it there
  const jq = await loadJq({ wasmBinary: brotliDecompressSync(readFileSync(join(dirname(program), 'jq/jq.wasm.br'))) })
  const line = 'if . == null then "" elif type == "string" then . else tojson end'
  // The package trims the output, so a last character keeps empty lines.
  const query = `((${expression}\n) | ${line} | . + "\\n"), "."`
  const { stdout, stderr, exitCode } = jq.raw(json, query, ['-j'])
  process.stdout.write(exitCode === 0 ? stdout.slice(0, -1) : stdout)
  if (exitCode === 0) return
  fail(stderr.trim() || 'gh: jq failed')
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

main().catch((error: unknown) => fail(error instanceof GhClientError ? error.message : `gh: ${String(error)}`))
