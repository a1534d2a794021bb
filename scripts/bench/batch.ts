import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { startGemini } from '../../src/standin/gemini.ts'
import { say } from '../../src/standin/gemini-steps.ts'
import { type FakeGitHub, startGitHub } from '../../src/standin/github.ts'
import { issue } from '../../src/standin/github-world.ts'

/** As many as may be answered at once; with more, GitHub's limits would be measured. */
export const ISSUES = 10

/** Requests to GitHub, and milliseconds, for each issue of a batch that is answered in one turn. */
export async function measureBatch(
  entry: string,
  gitDir: string,
  envOf: (gemini: string, github: FakeGitHub) => NodeJS.ProcessEnv,
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
