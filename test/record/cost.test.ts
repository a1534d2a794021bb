import { expect, test } from 'vitest'
import { buildReport, composeSummary } from '../../src/delivery/report/compose-report.ts'
import { NO_USAGE, type TokenUsage } from '../../src/model/types.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { computeCost } from '../../src/record/cost.ts'
import type { RunEvent } from '../../src/record/events.ts'

const tokens = (input: number, output: number, cached = 0): TokenUsage => ({
  ...NO_USAGE,
  input,
  output,
  cached,
  total: input + output,
})
const request = (turn: number, agent?: string): RunEvent => ({
  type: 'model_request',
  turn,
  model: 'flash',
  system: '',
  tools: [],
  messages: [],
  agent,
})
const reply = (turn: number, model: string, usage: TokenUsage, more: object = {}): RunEvent =>
  ({ type: 'model_reply', turn, ms: 10, reply: { model, usage, parts: [], finish: 'STOP', ...more }, ...more }) as never
const FLASH = 'gemini-2.5-flash' // 0.3 in, 0.03 cached, 2.5 out per million
const PRO = 'gemini-2.5-pro' // 1.25 in, 0.125 cached, 10 out

const run: RunEvent[] = [
  request(1),
  reply(1, FLASH, tokens(100_000, 1000)),
  request(1, 'helper'),
  reply(1, PRO, tokens(10_000, 100), { agent: 'helper' }),
  request(2),
  { type: 'model_failed', turn: 2, text: 'cut', failedUsage: [{ model: FLASH, usage: tokens(1000, 0) }] },
  reply(2, FLASH, tokens(200_000, 2000, 100_000)),
]

test('the cost is that of every request, by model and by turn', () => {
  const { usd, models, turns, usage } = computeCost(run)
  const first = (100_000 * 0.3 + 1000 * 2.5) / 1e6
  const helper = (10_000 * 1.25 + 100 * 10) / 1e6
  const second = (1000 * 0.3 + 100_000 * 0.3 + 100_000 * 0.03 + 2000 * 2.5) / 1e6
  expect(usd).toBeCloseTo(first + helper + second, 9)
  expect(usage.input).toBe(311_000)
  expect(models).toMatchObject([
    { model: FLASH, requests: 2, usage: { input: 301_000 } },
    { model: PRO, requests: 1, usage: { output: 100 } },
  ])
  expect(turns.map(({ turn }) => turn)).toEqual([1, 2])
  expect(turns[0]?.usd).toBeCloseTo(first + helper, 9)
  expect(turns[1]?.usd).toBeCloseTo(second, 9)
})

test('a model without a price has tokens only, unless the settings have its price', () => {
  const unknown = [request(1), reply(1, 'other', tokens(1000, 10))]
  expect(computeCost(unknown)).toMatchObject({ usd: undefined, usage: { total: 1010 } })
  const settings = { model: { prices: { other: { input: 2, output: 4 } } } }
  const snapshot = { type: 'run_snapshot', settings } as unknown as RunEvent
  expect(computeCost([snapshot, ...unknown]).usd).toBeCloseTo((1000 * 2 + 10 * 4) / 1e6, 9)
  expect(computeCost([])).toMatchObject({ usd: 0, models: [], turns: [] })
})

const summaryOf = async (events: RunEvent[]) => {
  const ended = {
    outcome: 'ok',
    ending: { end: 'answered', text: 'Fine.' },
    events,
    patches: [],
    ms: 1,
    session: 's',
  } as const
  const host = { server: 'https://github.com', repository: 'octo/pond' }
  return composeSummary(await buildReport(ended, host, createSecretFilter([]))).below
}

test('the summary has a table over models and a chart over turns, in dollars or in tokens', async () => {
  const known = await summaryOf(run)
  expect(known).toContain('<summary>Cost: $0.0843</summary>')
  expect(known).toContain('| `gemini-2.5-flash` | 2 | 301,000 | 100,000 | 3,000 | $0.0708 |')
  expect(known).toContain('| All | 3 | 311,000 | 100,000 | 3,100 | $0.0843 |')
  expect(known).toMatch(
    /```mermaid\nxychart-beta\n {2}title "Cost by turn"\n {2}x-axis "turn" \[1, 2\]\n.*\n {2}bar \[0\.046, 0\.0383\]\n```/,
  )
  expect(known).toMatch(/<sub>311,000 tokens in .* · \$0\.0843 · /)
  const unknown = await summaryOf([...run, request(3), reply(3, 'other|`x`', tokens(500, 5))])
  expect(unknown).toContain('price unknown')
  expect(unknown).toContain('title "Tokens by turn"')
  expect(unknown).toMatch(/<sub>[^$]*<\/sub>/)
})
