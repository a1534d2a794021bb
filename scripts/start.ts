/**
 * `npm start`: plays a sample without any setup: a real event, a real repository, the built dist/, and emulators of Gemini and GitHub.
 * With GEMINI_API_KEY set, the real model answers.
 *
 * `npm start`: the workflow of the README reviews a pull request. `npm start edit`: the rules of a repository allow an edit and deny a
 * command.
 */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { prepareRepository } from '../test/scenarios/repository.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Folders with the event and the recorded answers, and with `head/`, what the pull request changes. `repo`: what it changes it in. */
const SAMPLES: Readonly<Record<string, { folder: string; repo: string }>> = {
  review: { folder: 'samples/review', repo: 'samples/pond' },
  edit: { folder: 'test/scenarios/pull-request-review', repo: 'test/scenarios/pull-request-review/repo' },
}

const [name = 'review'] = process.argv.slice(2)
const sample = SAMPLES[name]
if (sample === undefined) {
  console.error(`There is no sample ${JSON.stringify(name)}. The samples are ${Object.keys(SAMPLES).join(' and ')}.`)
  process.exitCode = 2
} else {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-start-'))
  try {
    process.exitCode = await play(join(ROOT, sample.folder), join(ROOT, sample.repo), folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function play(from: string, repo: string, folder: string): Promise<number> {
  const text = readFileSync(join(from, 'event.json'), 'utf8')
  const { pull_request: pull } = JSON.parse(text)
  const files = join(folder, 'files')
  cpSync(repo, join(files, 'repo'), { recursive: true })
  cpSync(join(from, 'head'), join(files, 'head'), { recursive: true })
  const { workspace, base, head, merge } = await prepareRepository({
    from: files,
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

  const recorded = process.env.GEMINI_API_KEY ? [] : ['--replay', join(from, 'replies.jsonl')]
  const args = ['run', '--event', event, '--event-name', 'pull_request', '--workspace', workspace, ...recorded]
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...stepInputs(join(repo, '.github/workflows/review.yml')) },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** The inputs of the workflow's last step, as the runner hands them over, without its key. */
function stepInputs(workflow: string): Record<string, string> {
  if (!existsSync(workflow)) return {}
  const inputs: Record<string, unknown> = parse(readFileSync(workflow, 'utf8')).jobs.review.steps.at(-1).with
  const named = Object.entries(inputs).filter(([input]) => input !== 'gemini_api_key')
  return Object.fromEntries(named.map(([input, value]) => [`INPUT_${input.toUpperCase()}`, String(value)]))
}
