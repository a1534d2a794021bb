import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRun } from '../../src/action.ts'
import { replayCommand } from '../../src/commands/replay.ts'
import { runCommand } from '../../src/commands/run.ts'
import { UserError } from '../../src/platform/errors.ts'
import { prepareRepository } from '../scenarios/repository.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SAMPLE = join(ROOT, 'test/scenarios/pull-request-review')

const folder = mkdtempSync(join(tmpdir(), 'sluice-replay-test-'))
// A private temporary folder, because other tests also use the machine's.
const { TMPDIR } = process.env
process.env.TMPDIR = folder
const transcript = join(folder, 'recording.jsonl')
const left: string[] = []
let recorded = { exit: -1, out: '', err: '' }

/** A command as the command line starts it, on a machine where `cwd` and these variables are all there is. */
async function command(
  run: typeof runCommand | typeof replayCommand,
  cwd: string,
  argv: string[],
  env: Record<string, string | undefined> = {},
) {
  let out = ''
  let err = ''
  const io = {
    cwd,
    env,
    dist: ROOT,
    startRun: startRun,
    out(text: string) {
      out += text
    },
    err(text: string) {
      err += text
    },
  }
  return { exit: await run(argv, io), out, err }
}

const temporary = async () => (await readdir(tmpdir())).filter((name) => /^sluice-[A-Za-z0-9]{6}$/.test(name))

beforeAll(async () => {
  const event = JSON.parse(readFileSync(join(SAMPLE, 'event.json'), 'utf8'))
  const first = join(folder, 'first-machine')
  const repository = await prepareRepository({
    from: SAMPLE,
    into: first,
    number: event.pull_request.number,
    headBranch: event.pull_request.head.ref,
    checkout: { at: 'merge', depth: 'full' },
  })
  const { base, head, merge, workspace } = repository
  const payload = join(folder, 'event.json')
  const text = JSON.stringify(event)
  writeFileSync(
    payload,
    text.replaceAll('{{BASE_SHA}}', base).replaceAll('{{HEAD_SHA}}', head).replaceAll('{{MERGE_SHA}}', merge),
  )
  const before = await temporary()
  recorded = await command(
    runCommand,
    workspace,
    [
      '--event',
      payload,
      '--event-name',
      'pull_request',
      '--replay',
      join(SAMPLE, 'replies.jsonl'),
      '--record',
      transcript,
    ],
    { PATH: process.env.PATH, HOME: folder },
  )
  left.push(...(await temporary()).filter((name) => !before.includes(name)))
  // The rest runs as on another machine, without files of the first.
  rmSync(first, { recursive: true })
})
afterAll(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  rmSync(folder, { recursive: true, force: true })
})

const replay = (...argv: string[]) => command(replayCommand, folder, argv)
const linesOf = (text: string) => text.trimEnd().split('\n')
const changed = (name: string, change: (lines: string[]) => string[]) => {
  const path = join(folder, name)
  writeFileSync(path, `${change(linesOf(readFileSync(transcript, 'utf8'))).join('\n')}\n`)
  return path
}

test('sluice run --record saves the transcript, and nothing else', () => {
  expect(recorded.exit, recorded.err).toBe(0)
  expect(recorded.err).not.toContain('emulator:')
  expect(recorded.out).toContain('The cut is measured in two ways')
  expect(left).toEqual([])
})

test('on a machine without the repository the session is the same, byte for byte', async () => {
  const { exit, out, err } = await replay(transcript)
  expect({ exit, err }, out).toEqual({ exit: 0, err: '' })
  expect(out).toMatch(/5 requests and \d+ calls match the recording byte for byte, and so does the end\.\n$/)
})

test('a changed transcript is named with its line, however small the change', async () => {
  const slower = (line: string) => line.replace(/"ms":\d+/, '"ms":123456')
  const nth = linesOf(readFileSync(transcript, 'utf8')).findIndex((line) => slower(line) !== line)
  const path = changed('slower.jsonl', (lines) => lines.map((line, index) => (index === nth ? slower(line) : line)))
  const text = await replay(path)
  expect(text.exit).toBe(1)
  expect(text.out).toContain(`was changed after it was recorded: line ${nth + 1}: its hash does not match its text`)
  const json = JSON.parse((await replay(path, '--format', 'json')).out)
  expect(json).toMatchObject({ same: true, transcript: { state: 'changed', line: nth + 1 } })
  const last = changed('end.jsonl', (lines) => lines.with(-1, slower(lines.at(-1) ?? '')))
  expect((await replay(last)).out).toMatch(/changed after it was recorded: line \d+: its hash does not match/)
})

test('the published digest of the transcript, or of a beginning of it, is checked', async () => {
  const bytes = readFileSync(transcript)
  const whole = createHash('sha256').update(bytes).digest('hex')
  const start = createHash('sha256')
    .update(`${linesOf(bytes.toString()).slice(0, -3).join('\n')}\n`)
    .digest('hex')
  for (const digest of [whole, start, `sha256:${whole.toUpperCase()}`.replace('SHA256', 'sha256')]) {
    const { exit, out } = await replay(transcript, '--sha256', digest)
    expect({ exit }, out).toEqual({ exit: 0 })
    expect(out).toContain(`SHA-256 ${whole}`)
  }
  const other = await replay(transcript, '--sha256', '0'.repeat(64))
  expect({ exit: other.exit, out: other.out }).toMatchObject({ exit: 1, out: expect.stringContaining('given SHA-256') })
  expect(await replay(transcript, '--sha256', 'abc')).toMatchObject({ exit: 2 })
})

test('sluice run --replay takes the model’s answers from a recording', async () => {
  const again = await sampleRun(['--replay', transcript])
  expect(again.err).not.toContain('emulator:')
  expect(again.out).toContain('The cut is measured in two ways')
})

/** Recorded answers in a repository where they do not match: the calls fail, the run continues. */
async function sampleRun(argv: string[]) {
  const { workspace } = await prepareRepository({
    from: SAMPLE,
    into: join(folder, 'other'),
    number: 1,
    headBranch: 'topic',
    checkout: { at: 'base', depth: 'full' },
  })
  const given = ['--prompt', 'Look again', ...argv]
  const run = await command(runCommand, workspace, given, { PATH: process.env.PATH, HOME: folder })
  rmSync(join(folder, 'other'), { recursive: true })
  return run
}

test('a changed policy reports the first differing call and the later ones', async () => {
  const policy = join(folder, 'mine.toml')
  const rules = readFileSync(join(SAMPLE, 'repo/.gemini/policies/review.toml'), 'utf8')
  writeFileSync(policy, rules.replace('decision = "deny"\npriority = 200', 'decision = "allow"\npriority = 200'))
  const { exit, out } = await replay(transcript, '--policies', policy)
  expect(exit).toBe(1)
  expect(out).toContain('the policy decides differently')
  expect(out).toContain('git push origin HEAD')
  expect(out).toContain('recorded: deny, by .gemini/policies/review.toml:')
  expect(out).toContain(`now:      allow, by ${policy}:14 (user 200)`)

  const { out: json, exit: same } = await replay(transcript, '--policies', policy, '--format', 'json')
  expect(same).toBe(1)
  const found = JSON.parse(json)
  expect(found).toMatchObject({ same: false, complete: true, divergence: { kind: 'calls' } })
  expect(found.differing.map((one: { tool: string }) => one.tool)).toContain('run_shell_command')
})

test('a changed policy of the organization shows what it would have denied', async () => {
  const policy = join(folder, 'organization.toml')
  writeFileSync(policy, '[[rule]]\ntoolName = "read_file"\nargsPattern = "shorten"\ndecision = "deny"\npriority = 1\n')
  const { exit, out } = await replay(transcript, '--admin-policies', policy)
  expect(exit).toBe(1)
  expect(out).toMatch(/now: {6}deny, by .*organization\.toml:1 \(admin 1\)/)
  await expect(replay(transcript, '--admin-policies', `acme/agents@${'a'.repeat(40)}:x`)).rejects.toThrow('local copy')
})

test('a policy that hides a tool shows in the declarations and the calls', async () => {
  const policy = join(folder, 'none.toml')
  writeFileSync(policy, '[[rule]]\ntoolName = "read_file"\ndecision = "deny"\npriority = 900\n')
  const { exit, out } = await replay(transcript, '--policies', policy)
  expect(exit).toBe(1)
  expect(out).toMatch(/turn 1, request 1: .*removed: .*read_file/)
  expect(out).toMatch(/decide differently[\s\S]*turn 1: read_file/)
})

test('another prompt shows in the first request', async () => {
  const { exit, out } = await replay(transcript, '--prompt', 'Translate everything')
  expect(exit).toBe(1)
  expect(out).toContain('turn 1, request 1: message 1 (user) differs')
  expect(out).toMatch(/^\+.*Translate everything/m)
})

test('a changed recording diverges at the changed request', async () => {
  let nth = 0
  const path = changed('tampered.jsonl', (lines) =>
    lines.map((line) => {
      if (!line.includes('"model_request"')) return line
      nth += 1
      return nth === 3 ? line.replace('text.slice(0, length', 'text.slice(1, length') : line
    }),
  )
  expect(readFileSync(path, 'utf8')).not.toBe(readFileSync(transcript, 'utf8'))
  const { exit, out } = await replay(path)
  expect(exit, out).toBe(1)
  expect(out).toMatch(/turn [23], request [23]: message \d+ \((user|tool|model)\) differs/)
  expect(out).toMatch(/^-.*text\.slice\(1/m)
})

test('an incomplete recording is replayed up to its end, and the report says so', async () => {
  const path = changed('cut.jsonl', (lines) =>
    lines.slice(
      0,
      lines.findLastIndex((line) => line.includes('"model_reply"')),
    ),
  )
  const { exit, out } = await replay(path)
  expect(exit).toBe(1)
  expect(out).toContain('but the recording is incomplete: it has no end')
})

const broken: [name: string, text: () => string, says: RegExp][] = [
  ['nothing', () => '', /is empty/],
  [
    'another program',
    () => '{"type":"init","session_id":"x"}\n',
    /not a transcript that this version of Sluice can read/,
  ],
  ['no JSON', () => 'hello\n', /not a transcript[\s\S]*line 1 is not JSON/],
  ['a damaged line', () => changedText((lines) => lines.with(3, lines[3]?.slice(0, 40) ?? '')), /line 4 is not JSON/],
  ['answers alone', () => readFileSync(join(SAMPLE, 'replies.jsonl'), 'utf8'), /sluice run --replay/],
  [
    'an older version',
    () => changedText((lines) => lines.filter((line) => !line.includes('"run_snapshot"'))),
    /recorded by Sluice .* did not record policies, tools and limits/,
  ],
  ['a beginning', () => changedText((lines) => lines.slice(0, 2)), /the recording ends before the first model request/],
  [
    'a refused run',
    () =>
      changedText((lines) => [lines[0] ?? '', lines.at(-1)?.replace('"outcome":"ok"', '"outcome":"refused"') ?? '']),
    /ended with refused before the first model request/,
  ],
  ['an end alone', () => changedText((lines) => lines.slice(-1)), /ended with ok before/],
  [
    'notices alone',
    () => '{"timeMs":1,"seq":1,"type":"notice","level":"info","text":"x"}\n',
    /not the transcript of a run/,
  ],
]
const changedText = (change: (lines: string[]) => string[]) => readFileSync(changed('broken.jsonl', change), 'utf8')

for (const [name, text, says] of broken)
  test(`no replay of ${name}, and why`, async () => {
    const path = join(folder, 'no.jsonl')
    writeFileSync(path, text())
    const failure = await replay(path).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UserError)
    expect(String(failure)).toMatch(says)
  })

test('invalid usage', async () => {
  for (const argv of [[], ['a', 'b'], ['a', '--format', 'xml'], ['a', '-o', 'xml'], ['--what']])
    expect((await replay(...argv)).exit).toBe(2)
  expect((await replay('a', '-o', 'xml')).err).toContain('Given: "xml", Choices: "text", "json", "stream-json"')
  await expect(replay('missing.jsonl')).rejects.toThrow('cannot be read')
  await expect(replay(transcript, '--policies', 'missing.toml')).rejects.toThrow(
    'Cannot read missing.toml: there is no such file',
  )
})

test('the session in the output formats; the report goes to standard error', async () => {
  const text = await replay(transcript, '-o', 'text')
  expect(text.out).toContain('I read the changed files first.\n')
  expect(text.err).toContain('byte for byte')

  const json = JSON.parse((await replay(transcript, '-o', 'json')).out)
  expect(Object.keys(json)).toEqual(['session_id', 'response', 'stats'])
  expect(json.response).toContain('The cut is measured in two ways')

  const lines = linesOf((await replay(transcript, '-o', 'stream-json')).out).map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ type: 'init', model: 'auto' })
  expect(lines[1]).toMatchObject({ type: 'message', role: 'user' })
  expect(lines.at(-1)).toMatchObject({
    type: 'result',
    status: 'success',
    stats: { tool_calls: json.stats.tools.totalCalls },
  })
})
