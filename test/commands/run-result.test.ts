import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startRun } from '../../src/action.ts'
import { runCommand } from '../../src/commands/run.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-told-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('without a comment, the output lists what was written', async () => {
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
  git('init', '-q', '-b', 'main')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'x')
  const steps = [turn([call('write_file', { file_path: 'new.md', content: 'New.\n' })]), say('Wrote it.')]
  const replay = join(tmpdir(), `${folder.split('/').at(-1)}.jsonl`)
  writeFileSync(replay, steps.map((step) => JSON.stringify(step)).join('\n'))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    INPUT_CHANGES: 'commit',
    INPUT_SANDBOX: 'off',
    INPUT_POLICIES: '[[rule]]\ntoolName = "write_file"\ndecision = "allow"\npriority = 999\n',
  }
  const out: string[] = []
  const code = await runCommand(['--prompt', 'write', '--replay', replay], {
    cwd: folder,
    env,
    dist: resolve(import.meta.dirname, '../../dist'),
    startRun: startRun,
    out: (text) => void out.push(text),
    err: () => undefined,
  })
  rmSync(replay)
  expect([code, out.join('')]).toEqual([
    0,
    expect.stringMatching(/^Wrote it\.\n\n\*\*Done\.\*\* .*\n\nWritten:\n- \[commit of 1 file\]\(<.*>\) on `sluice\//),
  ])
})
