import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { startGemini } from '../../src/emulators/gemini/gemini.ts'
import { say } from '../../src/emulators/gemini/steps.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { issue } from '../../src/emulators/github/world.ts'

/** The number of concurrent runs; more would measure GitHub's rate limits. */
export const ISSUES = 10

/** GitHub requests and milliseconds for each issue of a batch with one-turn answers. */
export async function measureBatch(
  entry: string,
  gitDir: string,
  envOf: (gemini: string, github: GitHubEmulator) => NodeJS.ProcessEnv,
): Promise<{ requests: number; ms: number }> {
  const numbers = Array.from({ length: ISSUES }, (_, index) => index + 1)
  await using gemini = await startGemini(() => say('All is well.'))
  await using github = await startGitHub({
    owner: 'bench',
    repo: 'bench',
    token: 'bench-token',
    permissions: { ada: 'admin' },
    issues: numbers.map((number) => issue({ number })),
    gitDir,
  })
  const env = { ...envOf(gemini.url, github), INPUT_GITHUB_ISSUE_NUMBER: numbers.join(',') }
  const started = performance.now()
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stdout.on('data', (data) => (log += data))
  child.stderr.on('data', (data) => (log += data))
  const code = await new Promise((done) => child.on('close', done))
  const ms = (performance.now() - started) / ISSUES
  if (code !== 0 || github.world.comments.length !== ISSUES) throw new Error(`the batch ended with ${code}:\n${log}`)
  return { requests: github.requests.length / ISSUES, ms }
}
