import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseRecording } from '../../src/commands/replay/recording.ts'
import { startGemini } from '../../src/emulators/gemini/gemini.ts'
import { say } from '../../src/emulators/gemini/steps.ts'
import { connectModel } from '../../src/model/connect.ts'
import type { ModelRequest } from '../../src/model/types.ts'
import { sample } from '../sample.ts'
import { builtFile } from '../shared-folder.ts'
import { canBeHadAgain, endsWell } from './checks.ts'
import { improvise } from './improvised.ts'
import { play, type Scenario, scenarios } from './scenario.ts'

const CLI = builtFile('cli.js')
const review = scenarios().find(({ name }) => name === 'pull-request-review') as Scenario // the sample of `npm start`

test('a recording replays on another machine, byte for byte', async () => {
  let transcript = ''
  let sent: string[] = []
  await play({ ...review, built: true }, (played) => {
    transcript = played.transcript
    sent = played.gemini.requests.map(({ raw }) => raw)
  })
  // Workspace, runner and servers are gone by now.
  const folder = await mkdtemp(join(tmpdir(), 'sluice-elsewhere-'))
  try {
    const path = join(folder, 'run.jsonl')
    await writeFile(path, transcript)
    const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder }
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'replay', path], { cwd: folder, env })
    expect(stdout).toMatch(/5 requests and \d+ calls match the recording byte for byte, and so does the end/)
    expect(await bodiesOf(transcript)).toEqual(sent)
  } finally {
    await rm(folder, { recursive: true })
  }
})

// Utility requests of a run must replay the same too.
const UTILITY = [
  ['compression', 4],
  ['structured-answer-mended', 3],
  ['token-budget', 4],
  ['agent-of-the-repository', 4],
] as const
// Each scenario is also replayed where it is played (checks.ts), but by the same process.
for (const [name, requests] of sample(UTILITY, 1))
  test(`${name} replays on another machine`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-elsewhere-'))
    try {
      const path = join(folder, 'run.jsonl')
      const scenario = scenarios().find((one) => one.name === name) as Scenario
      await play(scenario, ({ transcript }) => writeFile(path, transcript))
      const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder }
      const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'replay', path], { cwd: folder, env })
      expect(stdout).toMatch(
        new RegExp(`^.*${requests} requests and \\d+ calls? match the recording byte for byte`, 'm'),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

test('a run stopped inside a sub-agent replays up to there', () => {
  const task = { agent_name: 'codebase_investigator', prompt: 'How is it measured?' }
  const read = [{ tool: 'read_file', args: { file_path: 'src/shorten.js' } }]
  const turns = [[{ tool: 'delegate_to_agent', args: task }], read]
  return improvise({ turns, step: { kill: { signal: 'SIGTERM', onRequest: 3 } } }, async (run) => {
    expect(run.last.outputs.outcome, run.last.log).toBe('budget')
    expect(run.transcript).toContain('"reason":"ABORTED"')
    await canBeHadAgain(run)
  })
})

test('a recording works as the script of a scenario', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-recorded-'))
  try {
    let transcript = ''
    await play(review, (played) => {
      transcript = played.transcript
    })
    await cp(review.folder, folder, { recursive: true })
    await writeFile(join(folder, 'replies.jsonl'), transcript)
    const recorded = { ...review, folder }
    await play(recorded, async (played) => {
      await endsWell(recorded, played)
      expect(answersIn(played.transcript)).toEqual(answersIn(transcript))
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

const answersIn = (transcript: string) =>
  [...(parseRecording(transcript, 'run.jsonl').exchanges.get(undefined) ?? [])].map(({ reply }) => reply?.parts)

/** The request bodies of the recorded requests when they are sent again. */
async function bodiesOf(transcript: string): Promise<string[]> {
  const questions = parseRecording(transcript, 'run.jsonl').exchanges.get(undefined) ?? []
  const bodies: string[] = []
  const clock = { now: () => 0, sleep: async () => undefined, random: () => 0 }
  for (const { request } of questions) {
    await using api = await startGemini([say('well')])
    const { generate } = connectModel(
      { apiKey: 'key' },
      { GOOGLE_GEMINI_BASE_URL: api.url },
      { clock, report: () => undefined },
    )
    // Refused, as the emulator did not issue the signatures, but it was sent.
    await generate({ ...request, ...request.options } as ModelRequest, new AbortController().signal).catch(
      () => undefined,
    )
    bodies.push(api.requests[0]?.raw ?? '')
  }
  return bodies
}
