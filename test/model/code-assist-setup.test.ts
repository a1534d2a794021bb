import { expect, test } from 'vitest'
import { connectModel } from '../../src/model/connect.ts'
import type { RetryClock } from '../../src/model/retry.ts'
import { UserError } from '../../src/platform/errors.ts'
import { type CodeAssistWorld, startCodeAssist } from '../fakes/code-assist.ts'
import { ASK, connected, ENROL, hello, LOAD, LOOK, never, paths, question } from '../fakes/code-assist-line.ts'

const enrolled = { done: true, response: { cloudaicompanionProject: { id: 'enrolled-project' } } }
const waiting = { name: 'operations/enrol-1', done: false }
const tiers = (id: string) => ({ allowedTiers: [{ id: 'other' }, { id, isDefault: true }] })
const violated = {
  status: 403,
  body: {
    error: {
      code: 403,
      message: 'no',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SECURITY_POLICY_VIOLATED' }],
    },
  },
}

const setUps: [
  name: string,
  world: CodeAssistWorld,
  project: string | undefined,
  used: string,
  asked: string[],
  slept: number,
][] = [
  ["the account's project wins", {}, 'mine', 'companion-project', [LOAD, ASK], 0],
  ['the account has none', { account: { currentTier: { id: 'standard-tier' } } }, 'mine', 'mine', [LOAD, ASK], 0],
  ['inside a security perimeter', { refusal: violated }, 'mine', 'mine', [LOAD, ASK], 0],
  [
    'enrolled at once',
    { account: tiers('standard-tier'), enrolment: [enrolled] },
    'mine',
    'enrolled-project',
    [LOAD, ENROL, ASK],
    0,
  ],
  [
    'enrolled after a while',
    { account: tiers('standard-tier'), enrolment: [waiting, waiting, { ...waiting, ...enrolled }] },
    'mine',
    'enrolled-project',
    [LOAD, ENROL, LOOK, LOOK, ASK],
    2,
  ],
  [
    'the free tier is told of no project',
    { account: tiers('free-tier'), enrolment: [enrolled] },
    'mine',
    'enrolled-project',
    [LOAD, ENROL, ASK],
    0,
  ],
  [
    'enrolled without a project of its own',
    { account: {}, enrolment: [{ done: true, response: {} }] },
    'mine',
    'mine',
    [LOAD, ENROL, ASK],
    0,
  ],
]

for (const [name, world, project, used, asked, slept] of setUps)
  test(`set-up: ${name}`, async () => {
    await using server = await startCodeAssist({ ...world, steps: [hello, hello] })
    const line = connected(server, project === undefined ? {} : { project })
    await line.generate(question(), never)
    expect(paths(server)).toEqual(asked)
    await line.generate(question(), never)
    expect(paths(server)).toEqual([...asked, ASK])
    expect(server.problems).toEqual([])
    expect(server.requests.at(-1)?.body.project).toBe(used)
    expect(line.slept).toEqual(Array.from({ length: slept }, () => 5000))
  })

test('the tier that is the default is the one enrolled in, else the oldest', async () => {
  for (const [account, tier] of [
    [tiers('standard-tier'), 'standard-tier'],
    [{}, 'legacy-tier'],
  ] as const) {
    await using server = await startCodeAssist({ account, enrolment: [enrolled], steps: [hello] })
    await connected(server).generate(question(), never)
    expect(server.requests[1]?.body.tierId).toBe(tier)
  }
})

const ineligible = (reasonCode: string, more: object = {}) => ({
  account: { ineligibleTiers: [{ reasonCode, reasonMessage: 'Not in your country', ...more }] },
})
const refused: [name: string, world: CodeAssistWorld, project: string | undefined, text: RegExp][] = [
  [
    'a project by its number',
    {},
    '123456',
    /gcp_project_id .* is the number 123456, but Code Assist needs the project id/,
  ],
  ['no project anywhere', { account: { currentTier: {} } }, undefined, /set gcp_project_id/],
  [
    'an account that may not',
    { ...ineligible('RESTRICTED_AGE'), enrolment: [{ done: true }] },
    undefined,
    /does not accept this account: Not in your country/,
  ],
  [
    'an account to be verified',
    ineligible('VALIDATION_REQUIRED', { validationUrl: 'https://accounts.google.com/verify' }),
    undefined,
    /Verify the account at https:\/\/accounts\.google\.com\/verify first/,
  ],
  [
    'enrolment that failed',
    { account: {}, enrolment: [{ done: true, error: { code: 7, message: 'not today' } }] },
    undefined,
    /could not enroll this account: not today/,
  ],
]

for (const [name, world, project, text] of refused)
  test(`set-up refused: ${name}`, async () => {
    await using server = await startCodeAssist(world)
    const { generate } = connected(server, project === undefined ? {} : { project })
    const failure: unknown = await generate(question(), never).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UserError)
    expect(String(failure)).toMatch(text)
  })

test('enrolment that never ends is given up after five minutes', async () => {
  await using server = await startCodeAssist({ account: {}, enrolment: Array.from({ length: 99 }, () => waiting) })
  const line = connected(server)
  await expect(line.generate(question(), never)).rejects.toThrow('did not finish the enrollment')
  expect(line.slept).toHaveLength(60)
})

test('a failed set-up is retried with the next request', async () => {
  const world: CodeAssistWorld = {
    refusal: { status: 503, body: { error: { code: 503, message: 'busy' } } },
    steps: [hello],
  }
  await using server = await startCodeAssist(world)
  const { generate } = connected(server)
  await expect(generate(question(), never)).rejects.toMatchObject({ fault: 'unavailable', retry: 'later', status: 503 })
  world.refusal = undefined
  expect(await generate(question(), never)).toMatchObject({ stop: 'finished' })
  expect(paths(server)).toEqual([LOAD, LOAD, ASK])
})

test('an abort ends a wait for enrolment with its reason', async () => {
  await using server = await startCodeAssist({ account: {}, enrolment: [waiting] })
  const stop = new AbortController()
  const clock: RetryClock = {
    now: () => 0,
    random: () => 0.5,
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        stop.abort(new Error('time is up'))
      }),
  }
  const env = { CODE_ASSIST_ENDPOINT: server.url, GOOGLE_CLOUD_ACCESS_TOKEN: 't' }
  const { generate } = connectModel({ useCodeAssist: true }, env, { clock, report: () => {} })
  await expect(generate(question(), stop.signal)).rejects.toThrow('time is up')
})
