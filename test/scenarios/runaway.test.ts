import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { call, type GeminiStep, say, turn } from '../../src/emulators/gemini/steps.ts'
import { virtualClock } from '../fakes/clock.ts'
import { canBeHadAgain } from './checks.ts'
import { improvise } from './improvised.ts'

/** About five hundred tokens a page; the model reads page after page and would never come to an end by itself. */
const page = (nth: number) =>
  Array.from({ length: 20 }, (_, line) => `${nth}.${line}: ${'word '.repeat(18)}`).join('\n')
const repo = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`pages/${nth}.txt`, page(nth)]))
const ANSWER = 'Every page read so far says nothing but words; the others were not looked at.'

test.concurrent.each([10_000, 60_000])(
  'a session that runs away ends below %i tokens, with what it has found',
  (most) => {
    let paid = 0
    let turns = 0
    /** Counts the tokens of its requests, at four characters per token. */
    const model = ({ raw }: GeminiRequest): GeminiStep => {
      const tokens = { prompt: Math.ceil(raw.length / 4), candidates: 60 }
      paid += tokens.prompt + tokens.candidates
      const mayCall = raw.includes('"functionDeclarations"') && !raw.includes('"mode":"NONE"')
      if (!mayCall) return say(ANSWER, tokens)
      turns += 1
      return turn(
        [{ text: `Page ${turns} is next.` }, call('read_file', { file_path: `pages/${turns % 60}.txt` })],
        tokens,
      )
    }
    const step = { inputs: { max_tokens: String(most), max_turns: '500', prompt: 'Read everything.' } }
    return improvise({ turns: model, repo, step }, async (run) => {
      const { last, gemini, github } = run
      expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['budget', 0])
      expect(gemini.problems).toEqual([])
      expect(paid).toBeLessThan(most)
      expect(paid).toBeGreaterThan(most / 2)
      const ours = github.world.comments.filter(({ user }) => user === github.world.viewer)
      expect(ours).toHaveLength(1)
      expect(ours[0]?.body).toContain('Stopped at the token limit.')
      expect(ours[0]?.body).toContain(ANSWER)
      await canBeHadAgain(run)
    })
  },
)

test('forty parallel searches stay below max_tokens, with an answer', () => {
  let paid = 0
  const model = ({ raw }: GeminiRequest): GeminiStep => {
    const found = raw.includes('"googleSearch"') ? 3000 : Math.ceil(raw.length / 4)
    const tokens = { prompt: found, candidates: 60 }
    paid += found + 60
    if (found === 3000) return say('Nothing but words.', tokens)
    if (raw.includes('"functionResponse"')) return say(ANSWER, tokens)
    return turn(
      Array.from({ length: 40 }, (_, nth) => call('google_web_search', { query: `words ${nth}` })),
      tokens,
    )
  }
  const step = { inputs: { max_tokens: '40000', prompt: 'Search everything.' } }
  return improvise({ turns: model, step }, async (run) => {
    expect(run.gemini.problems).toEqual([])
    expect(paid).toBeLessThan(40_000)
    expect(run.github.world.comments.at(-1)?.body, run.last.log).toContain(ANSWER)
  })
})

test('time that is over while the run starts ends it for that reason', () =>
  improvise(
    { turns: [{ fault: 'stall', chunks: [] }], step: { inputs: { timeout_minutes: '0.0005' } } },
    ({ last, github }) => {
      expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['budget', 0])
      expect(github.world.comments.at(-1)?.body).toContain('Stopped at the time limit')
    },
  ))

/** Tells that it has started, and then takes longer than any test waits. */
const endless = (started: string) => `touch ${started} && sleep 600`
const hookOf = (event: string) => (started: string) => ({
  settings: JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command: endless(started) }] }] } }),
})
const READ = [{ tool: 'read_file', args: { file_path: 'src/shorten.js' } }]
const SLOW: [what: string, inputs: (started: string) => Record<string, string>][] = [
  ['a command in the task', () => ({ prompt: '/slow' })],
  ['a hook that may refuse the task', hookOf('BeforeAgent')],
  ['a hook that may forbid a call', hookOf('BeforeTool')],
  ['a hook that hears of an answer with a call', hookOf('AfterModel')],
]
test.concurrent.each(SLOW)('time that is over during %s ends the run for that reason', async (_, inputs) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-slow-'))
  const started = join(folder, 'started')
  const clock = virtualClock()
  const isOver = new AbortController()
  const passing = untilThere(started, isOver.signal).then(() => clock.pass(60_000))
  const run = {
    turns: [READ],
    repo: { '.gemini/commands/slow.toml': `prompt = "Look !{${endless(started)}}"\n` },
    step: { inputs: { ...inputs(started), timeout_minutes: '1', sandbox: 'off' } },
    clock,
  }
  await improvise(run, async (run) => {
    const { last, github } = run
    expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['budget', 0])
    expect(github.world.comments.at(-1)?.body).toContain('Stopped at the time limit')
    expect(last.log).not.toMatch(/refused|not allowed|deny/)
    await canBeHadAgain(run)
  }).finally(() => isOver.abort())
  await passing
  rmSync(folder, { recursive: true })
})

async function untilThere(path: string, signal: AbortSignal): Promise<void> {
  while (!existsSync(path) && !signal.aborted) await sleep(20)
}
