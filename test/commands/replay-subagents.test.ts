import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { replayCommand } from '../../src/commands/replay.ts'
import { runCommand } from '../../src/commands/run.ts'
import { call, say, turn } from '../../src/standin/gemini-steps.ts'
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
    out: (text: string) => void out.push(text),
    err: (text: string) => void out.push(text),
  }
  return { exit: await run(argv, io), out: out.join('') }
}

test('a session with sub-agents and calls that nobody offered is had again as it was', async () => {
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
    say('All is well.'),
  ]
  writeFileSync(replies, steps.map((step) => `${JSON.stringify(step)}\n`).join(''))
  // Whoever allows everything has still offered no tool that needs a person.
  const INPUT_POLICIES = '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 1\n'
  const transcript = join(folder, 'recording.jsonl')
  const given = ['--prompt', 'Check it', '--replay', replies, '--record', transcript]
  const recorded = await command(runCommand, workspace, given, { INPUT_POLICIES })
  expect(recorded, recorded.out).toMatchObject({ exit: 0, out: expect.stringContaining('All is well.') })

  const again = await command(replayCommand, folder, [transcript])
  expect(again, again.out).toMatchObject({
    exit: 0,
    out: expect.stringContaining('4 requests and 4 calls are byte for byte as recorded, and so is the end.'),
  })
})
