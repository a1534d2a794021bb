import { expect, test } from 'vitest'
import { COMPLETE_TASK } from '../../src/agent/subagents/subagent-tools.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { isFull } from '../sample.ts'
import { endsWell } from './checks.ts'
import { leaksIn } from './leaks.ts'
import { type Played, play, scenarios, WITH_TELEMETRY } from './scenario.ts'

/** The built-in tools of the runs below and the results of their calls. For GitHub tools: github-tools.test.ts. */
const used = { had: new Set([COMPLETE_TASK]), success: new Set<string>(), error: new Set<string>() }

/** Kinds of work that are played over the built action, isolated, as well; a killed run has a process anyway. */
const BUILT = [
  'every-tool-well-used',
  'mcp-servers',
  // It reads the environment of the process of the action.
  'secrets-printed-by-a-tool',
]

/** Telemetry tests play them, with the same checks. */
const ELSEWHERE = isFull ? [] : [...WITH_TELEMETRY, 'sigterm-while-the-model-thinks']

for (const scenario of scenarios().filter(({ name }) => !ELSEWHERE.includes(name)))
  test.concurrent(scenario.name, () =>
    play({ ...scenario, built: BUILT.includes(scenario.name) }, async (played) => {
      noteUse(played)
      await endsWell(scenario, played)
    }),
  )

test('every built-in tool was called, correctly and incorrectly', () => {
  // It takes nothing, so there is nothing to get wrong.
  used.error.add('list_background_processes')
  for (const how of ['success', 'error'] as const)
    expect([...used.had].filter((name) => !used[how].has(name)).toSorted(), how).toEqual([])
  expect(used.had.size).toBeGreaterThan(17)
})

function noteUse({ transcript }: Played) {
  for (const line of transcript.split('\n').filter(Boolean)) {
    const event: RunEvent = JSON.parse(line)
    if (event.type === 'run_snapshot')
      for (const { name, server, undeclared } of event.tools)
        if (!undeclared && server === undefined && !name.startsWith('discovered_tool_')) used.had.add(name)
    if (event.type === 'call_finished' && event.call.state !== 'cancelled') used[event.call.state].add(event.call.name)
  }
}

test('a leak is found in any encoding', () => {
  const secrets = { it: 'correct-horse-battery-staple' }
  const { it: secret } = secrets
  const spelt = [
    secret,
    `x${secret}y`,
    secret.slice(7),
    [...secret].reverse().join(''),
    Buffer.from(`ab${secret}cd`).toString('base64').replace(/.{20}/g, '$&\n'),
    Buffer.from(`abc${secret}`).toString('base64'),
    Buffer.from(`a${secret}`).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    JSON.stringify({ text: Buffer.from(`a${secret}`).toString('base64').replace(/.{9}/g, '$&\n') }),
  ]
  expect(spelt.filter((text) => leaksIn(text, secrets).length === 0)).toEqual([])
  expect(leaksIn('a correct horse', secrets)).toEqual([])
})
