import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asRead } from '../fakes/gemini-line.ts'
import { improvise } from './improvised.ts'

/**
 * The API keeps what it has read by its beginning, so runs of one repository have to begin alike whatever woke them: their
 * first requests are compared up to the conversation.
 */
const agent = '---\nname: scout\ndescription: Looks around.\n---\nLook around and report.\n'
const skill = '---\nname: pond\ndescription: How to keep a pond.\n---\nKeep it clean.\n'
const repo = {
  'GEMINI.md': 'Answer shortly.\n\n@./docs/style.md\n',
  'docs/style.md': 'Write plainly.\n',
  'src/GEMINI.md': 'Sources are ES modules.\n',
  'src/a.js': 'export const a = 1\n',
  '.gemini/agents/scout.md': agent,
  '.gemini/skills/pond/SKILL.md': skill,
}

const eventOf = (scenario: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, scenario, 'event.json'), 'utf8'))
const opened = { ...eventOf('mention-by-a-writer'), action: 'opened', comment: undefined }

const events: [name: string, eventName: string, payload: object][] = [
  ['a pull request', 'pull_request', eventOf('pull-request-review')],
  ['a comment on an issue', 'issue_comment', eventOf('mention-by-a-writer')],
  ['a comment on a pull request', 'issue_comment', eventOf('mention-on-a-pull-request')],
  ['a new issue', 'issues', opened],
  ['the clock', 'schedule', eventOf('schedule-without-a-pull-request')],
]

test('every run on a repository begins alike, for any event', async () => {
  const first = await Promise.all(
    events.map(async ([, eventName, payload]) => {
      let request = ''
      // The inputs of a workflow that answers all of these.
      const inputs = { prompt: 'Look into this.', approval_mode: 'auto_edit', changes: 'pull_request' }
      const step = { eventName, actor: 'wendy', inputs }
      await improvise({ turns: [], payload, repo, step }, ({ gemini, last }) => {
        expect(last.outputs.outcome, last.log).toBe('ok')
        request = gemini.requests.slice(0, 1).map(asRead).join()
      })
      return request
    }),
  )
  const [expected = '', ...others] = first.map((each) => each.slice(0, each.indexOf(',"contents":[')))
  for (const [index, other] of others.entries()) expect(other, events[index + 1]?.[0]).toBe(expected)
  for (const part of [
    'Answer shortly.',
    'Write plainly.',
    'scout',
    'How to keep a pond.',
    '"run_shell_command"',
    '"github__review_comment"',
  ])
    expect(expected).toContain(part)
  expect(expected.startsWith('{"systemInstruction":')).toBe(true)
  expect(expected).toContain('"tools":[')
  // The differences come after it.
  expect(new Set(first.map((each) => each.slice(expected.length))).size).toBe(events.length)
})
