import { expect, test } from 'vitest'
import { COMPLETE_TASK } from '../../src/agent/complete-task.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { endsWell } from './checks.ts'
import { leaksIn } from './leaks.ts'
import { type Played, play, scenarios } from './scenario.ts'

/** Which tools of ours the runs below had, and how calls of each went, by what each run says of itself. Those for GitHub: github-tools.test.ts. */
const used = { had: new Set([COMPLETE_TASK]), success: new Set<string>(), error: new Set<string>() }

for (const scenario of scenarios())
  test.concurrent(scenario.name, () =>
    play(scenario, async (played) => {
      noteUse(played)
      await endsWell(scenario, played)
    }),
  )

test('every tool of ours that a run had was called, successfully and wrongly', () => {
  // It takes nothing, so there is nothing to get wrong.
  used.error.add('list_background_processes')
  for (const how of ['success', 'error'] as const)
    expect([...used.had].filter((name) => !used[how].has(name)).toSorted(), how).toEqual([])
  expect(used.had.size).toBeGreaterThan(17)
})

function noteUse({ transcript }: Played) {
  for (const line of transcript.split('\n').filter(Boolean)) {
    const event: RunEvent = JSON.parse(line)
    if (event.type === 'equipped')
      for (const { name, server, undeclared } of event.tools)
        if (!undeclared && server === undefined && !name.startsWith('discovered_tool_')) used.had.add(name)
    if (event.type === 'call_finished' && event.call.state !== 'cancelled') used[event.call.state].add(event.call.name)
  }
}

test('a leak is found however it is spelt', () => {
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
