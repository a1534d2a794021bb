/**
 * `npm start`: reviews a sample pull request without any setup: a real event, a real repository, the built dist/, and
 * emulators of Gemini and GitHub. With GEMINI_API_KEY set, the real model answers.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { prepareRepository } from '../test/scenarios/repository.ts'

const root = resolve(import.meta.dirname, '..')
const sample = join(root, 'test/scenarios/pull-request-review')
const folder = mkdtempSync(join(tmpdir(), 'sluice-start-'))

try {
  process.exitCode = await start()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function start(): Promise<number> {
  const text = readFileSync(join(sample, 'event.json'), 'utf8')
  const { pull_request: pull } = JSON.parse(text)
  const { workspace, base, head, merge } = await prepareRepository({
    from: sample,
    into: folder,
    number: pull.number,
    headBranch: pull.head.ref,
    checkout: { at: 'merge', depth: 'full' },
  })
  const event = join(folder, 'event.json')
  writeFileSync(
    event,
    text.replaceAll('{{BASE_SHA}}', base).replaceAll('{{HEAD_SHA}}', head).replaceAll('{{MERGE_SHA}}', merge),
  )

  const recorded = process.env.GEMINI_API_KEY ? [] : ['--replay', join(sample, 'replies.jsonl')]
  const args = ['run', '--event', event, '--event-name', 'pull_request', '--workspace', workspace, ...recorded]
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
