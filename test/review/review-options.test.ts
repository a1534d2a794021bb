import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { UserError } from '../../src/platform/errors.ts'
import { checkedReviewOptions } from '../../src/review/review-options.ts'

const env = { PATH: process.env.PATH ?? '' }
const runtime = { env, childEnv: env, workspace: tmpdir(), signal: new AbortController().signal }
const trusted = { trust: { level: 'trusted' }, runtime } as const

test.each([
  [{ verify: 'npm test &&' }, {}, 'verify: the shell cannot parse', 'Correct it in the input.'],
  [{ verify: 'npm test &&' }, { verify: 'true' }, 'verify: the shell cannot parse', 'Correct it in the input.'],
  [{ verify: '' }, { verify: ' "npm test ' }, 'sluice.verify: the shell cannot parse', 'Correct it in the settings.'],
] as const)('an invalid command of inputs %j and settings %j stops the run', async (inputs, sluice, what, todo) => {
  const error = await checkedReviewOptions(inputs, { sluice }, trusted).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UserError)
  expect(String(error)).toContain(what)
  expect(String(error)).toContain('unexpected')
  expect(String(error)).toContain(todo)
})

test.each([
  [{ verify: 'npm test' }, {}, 'npm test'],
  [{ verify: 'npm test' }, { verify: 'npm test &&' }, 'npm test'], // the input wins
  [{ verify: '' }, { verify: ' npm test ' }, 'npm test'],
  [{ verify: '' }, {}, ''],
] as const)('of inputs %j and settings %j the command is %j', async (inputs, sluice, verify) => {
  expect(await checkedReviewOptions(inputs, { sluice }, trusted)).toMatchObject({ verify })
})

test.each(['limited', 'visitor'] as const)('a %s run ignores the command, and does not check it', async (level) => {
  const options = await checkedReviewOptions({ verify: 'npm test &&' }, {}, { ...trusted, trust: { level } })
  expect(options.verify).toBe('npm test &&')
})
