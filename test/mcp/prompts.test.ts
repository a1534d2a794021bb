import { expect, test } from 'vitest'
import { UserError } from '../../src/platform/errors.ts'
import { EVERYTHING, node, ODD, opened } from './peer.ts'

test("a server's prompts are called like commands", async () => {
  await using run = await opened({ every: node(EVERYTHING), again: node(EVERYTHING), odd: node(ODD) })
  const simple = 'This is a simple prompt without arguments.'
  expect(await run.prompt('/simple-prompt')).toBe(simple)
  // The second server's prompt of the same name.
  expect(await run.prompt('/again_simple-prompt')).toBe(simple)
  expect(await run.prompt('/nobodys-prompt')).toBeUndefined()

  const weather = (place: string) => `What's weather in ${place}?`
  for (const [line, place] of [
    ['/args-prompt Rome', 'Rome'],
    ['/args-prompt Rome Lazio', 'Rome, Lazio'],
    ['/args-prompt "New York" "New York"', 'New York, New York'],
    ['/args-prompt --state="New York" New York City', 'New York City, New York'],
    ['/args-prompt --city=Rome --state=Lazio', 'Rome, Lazio'],
    ['/args-prompt --city="the \\"Eternal\\" City"', 'the "Eternal" City'],
  ] as const)
    expect(await run.prompt(line)).toBe(weather(place))

  await expect(run.prompt('/args-prompt')).rejects.toThrow(
    new UserError('/args-prompt: Missing required argument(s): --city'),
  )
  await expect(run.prompt('/args-prompt --state=Lazio')).rejects.toThrow('--city')
})
