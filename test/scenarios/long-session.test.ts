import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type GeminiRequest, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { isFull } from '../sample.ts'
import { runAction, runInProcess, type Step } from './action.ts'

const TURNS = isFull ? 300 : 120
const PEAK = resolve(import.meta.dirname, '../../scripts/bench/peak.mjs')
/** About ten thousand tokens. */
const PAGE = Array.from({ length: 400 }, (_, line) => `${line}: ${'word '.repeat(20)}`).join('\n')

const systemOf = ({ raw }: GeminiRequest): string =>
  /"systemInstruction":\{"parts":\[\{"text":"(.{60})/.exec(raw)?.[1] ?? raw.slice(0, 80)

test(`${TURNS} turns with large outputs: little memory, and constant cost per turn`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-long-session-'))
  try {
    const workspace = join(folder, 'repo')
    const temp = join(folder, '_temp')
    for (const path of [workspace, temp]) mkdirSync(path)
    for (let n = 0; n < 10; n++) writeFileSync(join(workspace, `page-${n}.txt`), `${PAGE}\nThat was page ${n}.\n`)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: workspace, encoding: 'utf8' })
    git('init', '-b', 'main')
    git('add', '-A')
    git('commit', '-m', 'pages')

    const sizes: number[] = []
    const beside: string[] = []
    await using gemini = await startGemini((request) => {
      // Requests are checked here and not stored: together they are a hundred megabytes.
      gemini.requests.length = 0
      const prompt = Math.round(request.raw.length / 4)
      const system = systemOf(request)
      if (!system.startsWith('You are Sluice')) {
        beside.push(system)
        const isSummary = system.startsWith('You summarize')
        return say(isSummary ? '<state_snapshot>Pages were read.</state_snapshot>' : '{"confidence":0}', { prompt })
      }
      sizes.push(request.raw.length)
      const n = sizes.length
      const page = { file_path: `page-${n % 10}.txt`, start_line: 1 + (n % 7) }
      return n < TURNS ? turn([call('read_file', page, { id: `call-${n}` })], { prompt }) : say('All read.', { prompt })
    })
    await using github = await startGitHub({ owner: 'octo', repo: 'pond', token: 'token', gitDir: workspace })
    const peak = join(folder, 'peak')
    const step: Step = {
      inputs: {
        gemini_api_key: 'key',
        gemini_model: 'gemini-2.5-flash',
        prompt: 'Read all pages.',
        max_turns: String(TURNS),
        timeout_minutes: '60',
        sandbox: 'off',
        settings: JSON.stringify({ model: { compressionThreshold: 0.1 } }),
      },
      eventName: 'schedule',
      event: { schedule: '0 5 * * 1', repository: { full_name: 'octo/pond', default_branch: 'main' } },
      repository: 'octo/pond',
      sha: git('rev-parse', 'HEAD').trim(),
      ref: 'refs/heads/main',
      actor: 'octo',
      workspace,
      // Beside the workspace, as on a runner, not around it.
      temp,
      apiUrl: github.url,
      graphqlUrl: github.graphqlUrl,
      geminiUrl: gemini.url,
      token: 'token',
    }
    // How much garbage lies about at the peak is up to how busy the machine is (the bench looks at that); what has to be
    // kept is not, and fits into so little.
    const little = { NODE_OPTIONS: `--max-old-space-size=64 --import=${PEAK}`, PEAK_FILE: peak }
    const run = isFull ? await runAction({ ...step, env: little }) : await runInProcess(step)
    expect(gemini.problems).toEqual([])
    expect(run.outputs.outcome, run.log.slice(-2000)).toBe('ok')
    expect(sizes).toHaveLength(TURNS)
    if (isFull) expect(Number(readFileSync(peak, 'utf8')) / 1024).toBeLessThan(200)

    const mean = (some: readonly number[]) => some.reduce((a, b) => a + b, 0) / some.length
    expect(mean(sizes.slice((TURNS * 2) / 3)) / mean(sizes.slice(20, (TURNS * 2) / 5))).toBeLessThan(1.2)
    const summaries = beside.filter((system) => system.startsWith('You summarize'))
    expect(summaries.length).toBeGreaterThan(0)
    expect(summaries.length).toBeLessThan(20)
    // Only a changed history breaks the shared prefix; the transcript says when.
    const transcript = readFileSync(run.outputs.transcript ?? '', 'utf8')
    expect(transcript).toContain('"type":"chat_compressed","status":"masked"')
    expect(transcript).toContain('"type":"chat_compressed","status":"compressed"')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
