import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { comment } from '../../src/emulators/github/world.ts'
import { improvise } from './improvised.ts'

const earlier = { createdAt: '2026-01-05T08:00:00Z', updatedAt: '2026-01-05T08:00:00Z' }
const place = { path: 'src/shorten.js', commitId: '{{HEAD_SHA}}', line: 1, startLine: null, side: 'RIGHT' } as const

// GitHub's web form ends lines with CR LF, and events and answers of the API keep them.
test('texts of the web form reach the model with plain line ends', () =>
  improvise(
    {
      event: 'mention-on-a-pull-request',
      turns: [[{ tool: 'run_shell_command', args: { command: 'printf %s "$ADDITIONAL_CONTEXT" | od -c' } }]],
      step: {
        eventName: 'issue_comment',
        inputs: { prompt: 'Do this:\r\n- a\r\n- b' },
        env: { ADDITIONAL_CONTEXT: 'said\r\nin two lines' },
      },
      repo: { '.gemini/commands/look.toml': 'prompt = "Look at <{{args}}>."\n' },
      world: {
        comments: [comment({ id: 41, number: 7, user: 'wendy', body: 'An\r\nearlier one', ...earlier })],
        reviews: [
          {
            id: 51,
            number: 7,
            user: 'wendy',
            body: 'Not\r\nyet',
            state: 'COMMENTED',
            commitId: '{{HEAD_SHA}}',
            submittedAt: earlier.createdAt,
          },
        ],
        reviewComments: [
          {
            id: 61,
            number: 7,
            review: 51,
            user: 'wendy',
            body: 'Why\r\nso?',
            inReplyTo: null,
            createdAt: earlier.createdAt,
            ...place,
          },
        ],
      },
      prepare: (folder) => {
        const path = join(folder, 'event.json')
        const event = JSON.parse(readFileSync(path, 'utf8'))
        event.comment.body = '@gemini-cli /look one\r\n\r\n- two\r\n'
        event.issue.body = 'First\r\nsecond'
        writeFileSync(path, JSON.stringify(event))
      },
    },
    ({ last, gemini, said }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      const asked = gemini.requests[0]?.raw ?? ''
      for (const text of [
        '<one\n\n- two>',
        'First\nsecond',
        'An\nearlier one',
        'Not\nyet',
        'Why\nso?',
        'Do this:\n- a\n- b',
      ])
        expect(asked).toContain(JSON.stringify(text).slice(1, -1))
      expect(asked).not.toContain('\\r')
      expect(said[0]?.[0]).not.toContain('\\r')
    },
  ))
