import { spawn } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** The program that commands call as `gh`, as a process of its own, with a stand-in for the action at the other end of the socket. */

const PROGRAM = join(import.meta.dirname, '../../src/gh/gh-client.ts')
const NOT_AVAILABLE = /^gh: not available here\./
const MAX_TEXT_BYTES = 256 * 1024
const onUnix = test.skipIf(process.platform === 'win32')

type Request = { key: string; argv: string[]; cwd: string; repo?: string; host?: string; text?: string }
type Result = { code: number | null; stdout: string; stderr: string; requests: Request[] }

let folder = ''
let server: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gh-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

type Reply = (request: Request, socket: Socket) => unknown
type Call = { env?: Record<string, string>; input?: string | Buffer; argv?: string[] }

const ANSWER = { stdout: '', stderr: '', exitCode: 0 }
const json =
  (answer: object): Reply =>
  (_, socket) =>
    socket.end(JSON.stringify({ ...ANSWER, ...answer }))
/** Asks for a text first, then answers with its length. */
const wants =
  (needs: object): Reply =>
  ({ text }, socket) =>
    socket.end(JSON.stringify(text === undefined ? { ...ANSWER, needs } : { ...ANSWER, stdout: `${text.length}` }))

async function callGh(reply: Reply, { env, input = '', argv = ['issue', 'list'] }: Call = {}): Promise<Result> {
  const requests: Request[] = []
  const socketPath = join(folder, 'socket')
  server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (!text.endsWith('\n')) return
      const request = JSON.parse(text) as Request // the program writes it
      requests.push(request)
      reply(request, socket)
    })
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
  })
  await new Promise<void>((done) => server?.listen(socketPath, done))
  const variables = env ?? { SLUICE_GH_SOCKET: socketPath, SLUICE_GH_KEY: 'the-key' }
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM, ...argv], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables },
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  await new Promise((done) => server?.close(done))
  return { code, stdout, stderr, requests }
}

onUnix('hands over its arguments, its folder and its variables, and repeats the answer', async () => {
  const env = {
    SLUICE_GH_SOCKET: join(folder, 'socket'),
    SLUICE_GH_KEY: 'k',
    GH_REPO: 'octo/lake',
    GH_HOST: 'ghe.test',
  }
  const answer = { stdout: 'out\n', stderr: 'careful\n', exitCode: 3 }
  const { requests, ...result } = await callGh(json(answer), { env, argv: ['pr', 'view', '--json', 'title'] })
  expect(result).toEqual({ code: 3, stdout: 'out\n', stderr: 'careful\n' })
  expect(requests).toEqual([
    { key: 'k', argv: ['pr', 'view', '--json', 'title'], cwd: folder, repo: 'octo/lake', host: 'ghe.test' },
  ])
})

onUnix('prints a failed answer as it is, whatever filter was asked for', async () => {
  const result = await callGh(json({ stdout: '{"a":1}', exitCode: 4, jq: '.a' }))
  expect([result.code, result.stdout]).toEqual([4, '{"a":1}'])
})

onUnix.each<[string, (socket: string) => Record<string, string>]>([
  ['without a socket', () => ({ SLUICE_GH_KEY: 'the-key' })],
  ['without a key', (socket) => ({ SLUICE_GH_SOCKET: socket })],
  ['when nothing listens', (socket) => ({ SLUICE_GH_SOCKET: `${socket}-gone`, SLUICE_GH_KEY: 'the-key' })],
])('says that it is not available %s', async (_, env) => {
  const { code, stderr, requests } = await callGh(json({}), { env: env(join(folder, 'socket')) })
  expect([code, requests]).toEqual([1, []])
  expect(stderr).toMatch(NOT_AVAILABLE)
})

onUnix('takes an answer of 32 MiB, and none that is longer', async () => {
  const answerOf = (bytes: number) => json({ stdout: 'x'.repeat(bytes - JSON.stringify(ANSWER).length) })
  const longest = 32 * 1024 * 1024
  expect((await callGh(answerOf(longest))).stdout).toHaveLength(longest - JSON.stringify(ANSWER).length)
  const { code, stdout, stderr } = await callGh(answerOf(longest + 1))
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(NOT_AVAILABLE)
})

onUnix.each<[string, Reply]>([
  ['nothing', (_, socket) => socket.end()],
  ['half of one', (_, socket) => socket.end('{"stdout":"a')],
])('says that it is not available when the answer is %s', async (_, reply) => {
  const { code, stderr } = await callGh(reply)
  expect(code).toBe(1)
  expect(stderr).toMatch(NOT_AVAILABLE)
})

onUnix('does not read an answer without end', async () => {
  const megabyte = Buffer.alloc(2 ** 20, 'x')
  const { code, stderr } = await callGh((_, socket) => {
    for (let count = 0; count < 40; count += 1) socket.write(megabyte)
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(NOT_AVAILABLE)
})

onUnix('reads its input when the action asks for it', async () => {
  expect((await callGh(wants({ kind: 'stdin' }), { input: 'a body' })).stdout).toBe('6')
  expect((await callGh(wants({ kind: 'stdin' }), { input: 'x'.repeat(MAX_TEXT_BYTES) })).stdout).toBe(
    `${MAX_TEXT_BYTES}`,
  )
})

onUnix.each<[string, string | Buffer, RegExp]>([
  ['too long', 'x'.repeat(MAX_TEXT_BYTES + 1), /^gh: the input is longer than 262144 bytes\.\n$/],
  ['no text', Buffer.from([0x61, 0xff]), /^gh: the input is not UTF-8 text\.\n$/],
])('refuses an input that is %s', async (_, input, expected) => {
  const { code, stderr, requests } = await callGh(wants({ kind: 'stdin' }), { input })
  expect([code, requests.length]).toEqual([1, 1])
  expect(stderr).toMatch(expected)
})

const wantsFile = (path: string) => wants({ kind: 'file', root: folder, path: join(folder, path) })

onUnix('reads a file of the checkout', async () => {
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs/body.md'), 'y'.repeat(MAX_TEXT_BYTES))
  expect((await callGh(wantsFile('docs/body.md'))).stdout).toBe(`${MAX_TEXT_BYTES}`)
  writeFileSync(join(folder, 'empty.md'), '')
  expect((await callGh(wantsFile('empty.md'))).stdout).toBe('0')
})

onUnix.each<[string, () => void, RegExp]>([
  ['that is missing', () => undefined, /body\.md: it cannot be read \(ENOENT\)\./],
  ['that is a folder', () => mkdirSync(join(folder, 'body.md')), /body\.md: it is not a regular file\./],
  [
    'that is no text',
    () => writeFileSync(join(folder, 'body.md'), Buffer.from([0xc3])),
    /body\.md is not UTF-8 text\./,
  ],
  [
    'that is too long',
    () => writeFileSync(join(folder, 'body.md'), 'z'.repeat(MAX_TEXT_BYTES + 1)),
    /body\.md: it is longer than 262144 bytes\./,
  ],
  [
    'with a second name',
    () => {
      writeFileSync(join(folder, 'other'), 'text')
      linkSync(join(folder, 'other'), join(folder, 'body.md'))
    },
    /body\.md: it has another name/,
  ],
  [
    'that is a link',
    () => {
      writeFileSync(join(folder, 'other'), 'text')
      symlinkSync('other', join(folder, 'body.md'))
    },
    /body\.md: it is, or lies behind, a symbolic link/,
  ],
])('refuses a file %s', async (_, prepare, expected) => {
  prepare()
  const { code, stderr, requests } = await callGh(wantsFile('body.md'))
  expect([code, requests.length]).toEqual([1, 1])
  expect(stderr).toMatch(expected)
})

onUnix('refuses a file behind a link', async () => {
  mkdirSync(join(folder, 'real'))
  writeFileSync(join(folder, 'real/body.md'), 'text')
  symlinkSync('real', join(folder, 'docs'))
  expect((await callGh(wantsFile('docs/body.md'))).stderr).toMatch(/docs\/body\.md: it is, or lies behind, a symbolic/)
})
