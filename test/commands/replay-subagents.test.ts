import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRun } from '../../src/action.ts'
import { replayCommand } from '../../src/commands/replay.ts'
import { runCommand } from '../../src/commands/run.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { prepareRepository } from '../scenarios/repository.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'sluice-replay-agents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A command on a machine where `cwd` is all there is. */
async function command(run: typeof runCommand, cwd: string, argv: string[], env: Record<string, string> = {}) {
  const out: string[] = []
  const io = {
    cwd,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    dist: ROOT,
    startRun: startRun,
    out: (text: string) => void out.push(text),
    err: (text: string) => void out.push(text),
  }
  return { exit: await run(argv, io), out: out.join('') }
}

const ALLOW_ALL = '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 1\n'
const transcript = join(folder, 'recording.jsonl')

beforeAll(async () => {
  const { workspace } = await prepareRepository({
    from: join(ROOT, 'test/scenarios/agent-of-the-repository'),
    into: join(folder, 'first-machine'),
    number: 1,
    headBranch: 'topic',
    checkout: { at: 'base', depth: 'full' },
  })
  const replies = join(folder, 'replies.jsonl')
  const steps = [
    turn([call('ask_user', { questions: [] }), call('exit_plan_mode', { plan_filename: 'plan.md' })]),
    turn([call('style-checker', { query: 'Check src/a.js' })]),
    turn([call('read_file', { file_path: 'src/a.js' })]),
    turn([call('complete_task', { result: 'Fine.' })]),
    turn([call('delegate_to_agent', { agent_name: 'nobody', prompt: 'x' })]),
    turn([call('style-checker', { query: 'Check docs/style.md' })]),
    turn([call('complete_task', { result: 'Fine too.' })]),
    say('All is well.'),
  ]
  writeFileSync(replies, steps.map((step) => `${JSON.stringify(step)}\n`).join(''))
  // Even with everything allowed, no tool needs a person.
  const INPUT_POLICIES = ALLOW_ALL
  const given = ['--prompt', 'Check it', '--replay', replies, '--record', transcript]
  const recorded = await command(runCommand, workspace, given, { INPUT_POLICIES })
  expect(recorded, recorded.out).toMatchObject({ exit: 0, out: expect.stringContaining('All is well.') })
  // The rest runs as on another machine, without files of the first.
  rmSync(join(folder, 'first-machine'), { recursive: true })
})

const replay = (...argv: string[]) => command(replayCommand, folder, argv)
const changed = (name: string, change: (text: string) => string): string => {
  const path = join(folder, name)
  const text = readFileSync(transcript, 'utf8')
  writeFileSync(path, change(text))
  expect(readFileSync(path, 'utf8')).not.toBe(text)
  return path
}

test('a session with sub-agents and calls to unknown tools replays the same', async () => {
  const { exit, out } = await replay(transcript)
  expect(exit, out).toBe(0)
  expect(out).toContain('8 requests and 8 calls match the recording byte for byte, and so does the end.')
})

test('a changed policy reports the first differing call of a sub-agent', async () => {
  const policy = join(folder, 'mine.toml')
  const deny = '[[rule]]\ntoolName = "read_file"\nargsPattern = "a\\\\.js"\ndecision = "deny"\npriority = 900\n'
  writeFileSync(policy, ALLOW_ALL + deny)
  const { exit, out } = await replay(transcript, '--policies', policy)
  expect(exit).toBe(1)
  expect(out).toContain('the policy decides differently')
  expect(out).toMatch(/read_file \{"file_path":"src\/a.js"\} \(by style-checker\)\n\s+recorded: allow/)
  expect(out).toContain('Before that, 3 requests and ')
})

test('a different call of a sub-agent shows in its next request', async () => {
  const path = changed('tampered.jsonl', (text) =>
    text.replace(/^.*"type":"model_reply".*$/gm, (line) => line.replace('"src/a.js"', '"src/b.js"')),
  )
  const { exit, out } = await replay(path)
  expect(exit).toBe(1)
  expect(out).toMatch(/turn 2, request 2 of style-checker: message 2 \(model\) differs/)
})

test('a different report of a sub-agent shows in the next request', async () => {
  const path = changed('reported.jsonl', (text) =>
    text.replace(/^.*"type":"model_reply".*$/gm, (line) => line.replace('"result":"Fine."', '"result":"Bad."')),
  )
  const { exit, out } = await replay(path)
  expect(exit).toBe(1)
  expect(out).toMatch(/turn 3, request 3: message \d+ \(tool\) differs/)
})

test('older recordings: the answers of sub-agents are used as recorded', async () => {
  // They had no hashes, either.
  const path = changed('older.jsonl', (text) =>
    text.replace(/^.*"type":"agent_started".*\n/gm, '').replace(/"prev":"\w+",|,"hash":"\w+"/g, ''),
  )
  const { exit, out } = await replay(path)
  expect(exit, out).toBe(0)
  expect(out).toContain('5 requests and 5 calls match the recording byte for byte, and so does the end.')
})

test('a recording that ends inside a sub-agent is replayed up to there', async () => {
  const path = changed('cut.jsonl', (text) => {
    const lines = text.split('\n')
    return `${lines
      .slice(
        0,
        lines.findIndex((line) => line.includes('"agent_finished"')),
      )
      .join('\n')}\n`
  })
  const { exit, out } = await replay(path)
  expect(exit).toBe(1)
  expect(out).toMatch(/4 requests and \d calls match the recording byte for byte, but the recording is incomplete/)
})
