import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startRun } from '../../src/action.ts'
import { runCommand } from '../../src/commands/run.ts'
import { readTranscript } from '../../src/record/transcript-line.ts'

const RUDE = resolve(import.meta.dirname, '../fakes/bin/rude-mcp-server.js')
const crowd = { command: process.execPath, args: [RUDE, 'crowd', '300'], trust: true }

test('servers with more tools than a request may declare cost the run only those', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sluice-crowd-'))
  try {
    mkdirSync(join(root, '.gemini'))
    writeFileSync(join(root, '.gemini/settings.json'), JSON.stringify({ mcpServers: { a: crowd, b: crowd } }))
    const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args])
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'x')
    const record = join(root, 'transcript.jsonl')
    const err: string[] = []
    const io = {
      out: () => undefined,
      err: (text: string) => void err.push(text),
      cwd: root,
      dist: resolve('dist'),
      startRun: startRun,
    }
    const argv = ['--prompt', 'look', '--record', record]
    expect(await runCommand(argv, { ...io, env: { PATH: process.env.PATH, INPUT_SANDBOX: 'off' } }), err.join('')).toBe(
      0,
    )
    const events = readTranscript(readFileSync(record, 'utf8')).map(({ event }) => event)
    const asked = events.flatMap((event) => (event.type === 'model_request' ? [event] : []))
    expect(asked.length).toBeGreaterThan(0)
    const told = events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
    expect(told.filter((text) => text.startsWith('A request can declare at most 512 tools, so '))).toHaveLength(1)
    expect(err.join('')).not.toContain('emulator:')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
