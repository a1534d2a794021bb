import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { say } from '../../src/emulators/gemini/steps.ts'
import { issue } from '../../src/emulators/github/world.ts'
import { sample } from '../sample.ts'
import { failedCheck, github } from './github-wishes.ts'
import {
  type Given,
  opened,
  ours,
  payloadOf,
  person,
  playExample,
  scopesToRead,
  tellsWhatIsMissing,
  toldWell,
  upstream,
} from './played-examples.ts'
import { SECRETS, sinksOf } from './scenario.ts'

/** The workflows of .github/examples as they are written, each played over the built action. */

test.concurrent('review.yml: a comment and an inline comment', () =>
  playExample(
    'review',
    { eventName: 'pull_request', event: payloadOf('pull-request-review') },
    [
      [
        { tool: 'read_file', args: { file_path: 'src/shorten.js' } },
        github('review_comment', { path: 'src/shorten.js', line: 3, body: 'This is not what it says.' }),
      ],
    ],
    (run) => {
      toldWell(run)
      expect(ours(run)).toHaveLength(1)
      expect(run.github.world.reviews).toMatchObject([{ state: 'COMMENTED', number: 7 }])
    },
  ))

const updated = () => {
  const { pull_request, ...event } = payloadOf('pull-request-review')
  const dependabot = { ...person('dependabot[bot]'), type: 'Bot' }
  return { ...event, pull_request: { ...(pull_request as object), user: dependabot }, sender: dependabot }
}
for (const [name, dependabotSecrets] of [
  ['with the key in the Dependabot secrets', { GEMINI_API_KEY: SECRETS['the API key'] }],
  ['with a key for Actions only', {}],
] as const)
  test.concurrent(`dependabot.yml, ${name}`, () =>
    playExample(
      'dependabot',
      { eventName: 'pull_request', event: updated(), actor: 'dependabot[bot]', dependabotSecrets },
      [[github('review_comment', { path: 'src/shorten.js', line: 3, body: 'The new version drops this option.' })]],
      (run) => {
        if ('GEMINI_API_KEY' in dependabotSecrets) {
          toldWell(run)
          expect(ours(run)).toHaveLength(1)
          expect(run.github.world.reviews).toMatchObject([{ state: 'COMMENTED', number: 7 }])
        } else {
          expect(run.last.outputs.outcome, run.last.log).toBe('noop')
          expect(run.last.outputs.summary).toContain('GitHub gives runs of Dependabot the Dependabot secrets')
        }
      },
    ))

test.concurrent('mention.yml: a person with write permission gets an answer', () =>
  playExample(
    'mention',
    { eventName: 'issue_comment', event: payloadOf('mention-by-a-writer') },
    [[{ tool: 'search_file_content', args: { pattern: 'shorten' } }]],
    (run) => {
      toldWell(run)
      expect(ours(run)).toMatchObject([{ number: 3, body: expect.stringContaining('That was all.') }])
      expect(run.github.world.reactions).toMatchObject([{ content: 'eyes' }])
    },
  ))

test.concurrent('fix.yml: /fix in a comment becomes a pull request, and its conversation can go on', () => {
  const event = payloadOf('mention-by-a-writer')
  const comment = { ...(event.comment as object), body: '@gemini-cli /fix the emoji' }
  return playExample(
    'fix',
    { eventName: 'issue_comment', event: { ...event, comment } },
    [[{ tool: 'write_file', args: { file_path: 'src/graphemes.js', content: 'export const count = 1\n' } }]],
    (run) => {
      toldWell(run)
      expect(JSON.stringify(run.gemini.requests[0]?.body)).toContain('smallest change that a maintainer would merge')
      expect(run.last.outputs.pull_request_url).toMatch(/\/pull\/\d+$/)
      expect(ours(run)[0]?.body).toMatch(/record=\d+\.1\.4711 pushed=[0-9a-f]{40} by=\d+\.1 -->/)
      expect([...run.artifacts.keys()]).toEqual([expect.stringMatching(/^sluice-record-/)])
    },
  )
})

const labelled = (label: string) => {
  const { comment: _, ...rest } = payloadOf('mention-by-a-writer')
  return {
    ...rest,
    action: 'labeled',
    label: { id: 9, node_id: 'x', url: 'x', name: label, color: 'f00000', default: false, description: null },
  }
}

test.concurrent('triage.yml: labels that the workflow allows, and no others', () =>
  playExample(
    'triage',
    { eventName: 'issues', event: labelled('needs-triage') },
    [
      [
        github('search_issues', { query: 'emoji' }),
        github('add_labels', { labels: ['bug', 'wontfix'] }),
        { tool: 'run_shell_command', args: { command: 'ls' } },
      ],
    ],
    (run) => {
      toldWell(run)
      expect(run.github.world.issues).toMatchObject([{ number: 3, labels: ['bug'] }])
      expect(ours(run)).toHaveLength(1)
      expect(run.last.outputs.denied).toContain('policies/profiles/triage.toml')
    },
  ))

test.concurrent('triage-scheduled.yml: every issue gets its own comment', () => {
  const event = payloadOf('schedule-without-a-pull-request')
  const world = { issues: [issue({ number: 3, title: 'It leaks' }), issue({ number: 4, title: 'It drips' })] }
  return playExample(
    'triage-scheduled',
    { eventName: 'schedule', event, actor: 'octo', world, steps: { find: { outputs: { numbers: '3,4' } } } },
    [say('That was all.')],
    (run) => {
      expect(run.last.outputs.outcome, run.last.log).toBe('ok')
      expect(JSON.parse(run.last.outputs.batch ?? '')).toMatchObject([
        { number: 3, outcome: 'ok' },
        { number: 4, outcome: 'ok' },
      ])
      expect(
        ours(run)
          .map(({ number }) => number)
          .toSorted(),
      ).toEqual([3, 4])
      const kept = sinksOf(run).artifacts ?? ''
      for (const name of ['issue-3/transcript.jsonl', 'issue-4/answer.md']) expect(kept).toContain(name)
    },
  )
})

/** A failed run of CI for a pull request of the repository. */
function failedRun(): Given {
  const side = (ref: string, sha: string) => ({
    ref,
    sha,
    repo: { id: 1, url: 'https://api.github.com/repos/octo/pond', name: 'pond' },
  })
  const requests = [
    {
      id: 3000007,
      number: 7,
      url: 'https://api.github.com/repos/octo/pond/pulls/7',
      base: side('main', '{{BASE_SHA}}'),
      head: side('topic', '{{HEAD_SHA}}'),
    },
  ]
  const event = upstream({
    conclusion: 'failure',
    head_repository: { full_name: 'octo/pond' },
    actor: person('wendy'),
    pull_requests: requests,
  })
  const fork = { ref: 'topic', sha: '{{HEAD_SHA}}', repo: 'octo/pond' }
  const pull = {
    ...issue({ number: 7, title: 'Shorten', user: 'wendy' }),
    draft: false,
    merged: false,
    base: { ref: 'main', sha: '{{BASE_SHA}}', repo: 'octo/pond' },
    head: fork,
  }
  const job = { id: 4001, run: 71, name: 'test', conclusion: 'failure' as const, headSha: '{{HEAD_SHA}}' }
  return {
    eventName: 'workflow_run',
    event,
    checkout: 'head',
    world: { checkRuns: [failedCheck], jobs: [job], jobLogs: { 4001: 'expected 3 but got 4\n' }, pulls: [pull] },
  }
}

test.concurrent('fix-ci.yml: reads the failure and opens a pull request with the fix', () =>
  playExample(
    'fix-ci',
    failedRun(),
    [
      [github('get_check_runs'), github('get_job_log', { job_id: 4001 })],
      [
        { tool: 'write_file', args: { file_path: 'docs/why.md', content: 'Because.\n' } },
        github('create_pull_request', { title: 'Count to three', body: 'It counted to four.' }),
      ],
    ],
    (run) => {
      toldWell(run)
      expect(run.said[0]?.[1]).toContain('expected 3 but got 4')
      expect(opened(run)).toMatchObject([{ title: 'Count to three' }])
    },
  ))

test.concurrent('maintain.yml: maintenance as a pull request, its files as an artifact', () =>
  playExample(
    'maintain',
    { eventName: 'schedule', event: payloadOf('schedule-without-a-pull-request'), actor: 'octo' },
    [
      [
        { tool: 'write_file', args: { file_path: 'docs/new.md', content: 'New.\n' } },
        github('create_pull_request', { title: 'One page more', body: 'It was missing.' }),
      ],
    ],
    (run) => {
      toldWell(run)
      expect(opened(run)).toMatchObject([{ title: 'One page more', base: { ref: 'main' } }])
      expect(run.artifacts.size).toBe(1)
    },
  ))

const askedOnPull = (request: string): Given => {
  const event = payloadOf('mention-on-a-pull-request')
  const comment = { ...(event.comment as object), body: `@gemini-cli ${request}` }
  return { eventName: 'issue_comment', event: { ...event, comment } }
}
const reviewed: Given = { eventName: 'pull_request', event: payloadOf('pull-request-review') }

/** Each example that reads what a change is for; fork-review.yml is played with the workflow that it calls. */
const READING: Record<string, () => Given> = {
  dependabot: () => ({
    eventName: 'pull_request',
    event: updated(),
    actor: 'dependabot[bot]',
    dependabotSecrets: { GEMINI_API_KEY: SECRETS['the API key'] },
  }),
  fix: () => askedOnPull('/fix it'),
  'fix-ci': failedRun,
  mention: () => askedOnPull('why?'),
  review: () => reviewed,
  'review-sarif': () => reviewed,
}

test('each example that reads what a change is for is in the table', () => {
  const names = readdirSync(resolve(import.meta.dirname, '../../.github/examples')).map((file) =>
    basename(file, '.yml'),
  )
  const reading = names.filter((name) => name !== 'fork-review' && scopesToRead(name).length > 0)
  expect(reading.toSorted()).toEqual(Object.keys(READING).toSorted())
})

for (const [name, given] of sample(Object.entries(READING), 2))
  test.concurrent(`${name}.yml without its permissions to read says what is missing`, () => {
    const without = scopesToRead(name)
    return playExample(name, { ...given(), without }, [], (run) => tellsWhatIsMissing(run, without))
  })
