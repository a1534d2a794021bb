import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { improvise } from './improvised.ts'

/** What a run could leave behind in the process that it runs in. */
const leftovers = () => ({
  env: { ...process.env },
  exitCode: process.exitCode,
  folder: process.cwd(),
  listeners: Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
})

const READ = turn([call('run_shell_command', { command: 'pwd' })])

test('runs in one process leave nothing to each other', async () => {
  const before = leftovers()
  const answers = ['one', 'two', 'three']
  const said: string[] = []
  const sessions = new Set<string>()
  await Promise.all(
    answers.map((answer) =>
      improvise(
        { turns: [READ, say(answer)], step: { inputs: { sandbox: 'off', gemini_debug: 'true' } } },
        ({ last, github, transcript, gemini }) => {
          expect(last.outputs.outcome, last.log).toBe('ok')
          expect(transcript.match(/"type":"run_ended"/g)).toHaveLength(1)
          // The model is asked once more than it calls tools, whoever runs beside it.
          expect(gemini.requests).toHaveLength(2)
          sessions.add(last.outputs.session_id ?? '')
          // A review starts with its verdict.
          said.push(...github.world.comments.map(({ body }) => body.split('\n').slice(1, 4).join('\n')))
        },
      ),
    ),
  )
  expect(sessions.size).toBe(answers.length)
  expect(said.toSorted()).toEqual(answers.map((answer) => `**No open findings.**\n\n${answer}`).toSorted())
  expect(leftovers()).toEqual(before)
})
