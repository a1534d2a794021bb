import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { say } from '../../src/emulators/gemini/steps.ts'
import { issue, type Scope, type World } from '../../src/emulators/github/world.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { failedCheck, github } from './github-wishes.ts'
import { type Improvisation, type Improvised, improvise } from './improvised.ts'
import type { TreeEntry } from './repository.ts'
import { SECRETS, sinksOf } from './scenario.ts'

/** The workflows of .github/examples as they are written, each played over the built action. */

const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(z.object({ uses: z.string().default(''), with: z.record(z.string(), z.unknown()).default({}) })),
    }),
  ),
})

type Contexts = { event: object; steps?: object; inputs?: object; secrets?: Record<string, string> }

/** The example's inputs and permissions. */
function example(
  name: string,
  contexts: Contexts,
): { inputs: Record<string, string>; tokenPermissions: World['tokenPermissions'] } {
  const text = readFileSync(resolve(import.meta.dirname, '../../.github/examples', `${name}.yml`), 'utf8')
  const { permissions, jobs } = Workflow.parse(parse(text))
  const step = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .find(({ uses }) => uses.startsWith('sluice-agent/sluice@'))
  const values = {
    github: { event: contexts.event },
    steps: contexts.steps ?? {},
    inputs: contexts.inputs ?? {},
    secrets: contexts.secrets ?? { GEMINI_API_KEY: SECRETS['the API key'] },
  }
  const inputs = Object.entries(step?.with ?? {}).map(([input, value]) => [input, evaluate(String(value), values)])
  // A scope that is not named is none, as soon as one is named.
  const scopes: Scope[] = ['issues', 'pull_requests', 'contents', 'checks', 'actions']
  const levels = scopes.map((scope) => [scope, permissions[scope.replace('_', '-')] ?? 'none'])
  return { inputs: Object.fromEntries(inputs), tokenPermissions: Object.fromEntries(levels) }
}

const evaluate = (text: string, contexts: object): string =>
  text.replace(/\$\{\{\s*([\w.]+)\s*\}\}/g, (_, path: string) => {
    const found = path
      .split('.')
      .reduce<unknown>((at, key) => Object.entries(at ?? {}).find(([name]) => name === key)?.[1], contexts)
    return found === undefined || found === null ? '' : String(found)
  })

/** The payload of a scenario that is there anyway. */
const payloadOf = (scenario: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, scenario, 'event.json'), 'utf8'))

const labels = ['bug', 'question'].map((name, at) => ({ id: at + 1, name, color: 'f00000', description: null }))

type Given = {
  event: Record<string, unknown>
  eventName: string
  steps?: object
  inputs?: object
  secrets?: Record<string, string>
  entries?: readonly TreeEntry[]
  world?: Partial<World>
  actor?: string
  checkout?: 'base' | 'head'
}

async function playExample(
  name: string,
  given: Given,
  turns: Improvised['turns'],
  check: (run: Improvisation) => void,
): Promise<void> {
  const { inputs, tokenPermissions } = example(name, given)
  const { eventName, actor, checkout, entries } = given
  await improvise(
    {
      turns,
      payload: given.event,
      world: { labels, tokenPermissions, ...given.world },
      step: {
        eventName,
        inputs,
        key: false,
        ...(actor === undefined ? {} : { actor }),
        ...(checkout === undefined ? {} : { checkout: { at: checkout, depth: 'one' } }),
        ...(entries === undefined ? {} : { entries }),
      },
    },
    async (run) => {
      expect(run.github.problems).toEqual([])
      expect(await requestProblems(run.github.requests)).toEqual([])
      expect(run.last.exitCode, run.last.log).toBe(0)
      check(run)
    },
  )
}

const ours = ({ github: { world } }: Improvisation) => world.comments.filter(({ user }) => user === world.viewer)
const opened = ({ github: { world } }: Improvisation) => world.pulls.filter(({ user }) => user === world.viewer)
const toldWell = ({ last, said }: Improvisation) => {
  expect(last.outputs.outcome, `${last.log}\n${JSON.stringify(said)}`).toBe('ok')
  expect(JSON.parse(last.outputs.receipts ?? '').filter(({ state }: { state: string }) => state === 'failed')).toEqual(
    [],
  )
}

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
      expect(ours(run)[0]?.body).toMatch(/record=\d+\.1\.4711 pushed=[0-9a-f]{40} -->/)
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

const upstream = (more: {
  conclusion: string
  head_repository: object
  actor: object
  head_sha?: string
  pull_requests?: object[]
  head_branch?: string
  path?: string
}) => {
  const { repository, sender } = payloadOf('pull-request-review')
  const run = {
    id: 71,
    name: 'CI',
    event: 'pull_request',
    head_branch: 'topic',
    head_sha: '{{HEAD_SHA}}',
    html_url: 'https://github.com/octo/pond/actions/runs/71',
    pull_requests: [],
    triggering_actor: more.actor,
    ...more,
  }
  return {
    action: 'completed',
    workflow_run: run,
    workflow: { id: 1, name: 'CI' },
    repository,
    sender: more.actor ?? sender,
  }
}
const person = (login: string) => ({ login, id: 1, type: 'User' })

test.concurrent('fix-ci.yml: reads the failure and opens a pull request with the fix', () => {
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
  return playExample(
    'fix-ci',
    {
      eventName: 'workflow_run',
      event,
      checkout: 'head',
      world: { checkRuns: [failedCheck], jobLogs: { 4001: 'expected 3 but got 4\n' }, pulls: [pull] },
    },
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
  )
})

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

test.concurrent('review.yml on a pull request from a fork: no secret, so no run, and the step succeeds', () =>
  playExample(
    'review',
    { eventName: 'pull_request', event: payloadOf('fork-without-a-key'), secrets: {} },
    [],
    (run) => {
      expect(run.last.outputs.outcome).toBe('noop')
      expect(run.gemini.requests).toEqual([])
      expect(ours(run)).toEqual([])
    },
  ))

const forked = (actor: string) =>
  upstream({
    ...{ conclusion: 'success', head_repository: { full_name: 'stan/pond' }, actor: person(actor) },
    ...{ head_branch: 'topic', path: '.github/workflows/review.yml' },
  })
const forkPull = {
  ...issue({ number: 7, title: 'Shorten', user: 'stan' }),
  draft: false,
  merged: false,
  base: { ref: 'main', sha: '{{BASE_SHA}}', repo: 'octo/pond' },
  head: { ref: 'topic', sha: '{{HEAD_SHA}}', repo: 'stan/pond' },
}

/** The runner's id of the played run. */
const RUN_ID = 17_000_000_001

/** The second phase for forks: the workflow that fork-review.yml calls. */
const secondPhase = (approvals: World['approvals']): Given => ({
  eventName: 'workflow_run',
  event: forked('stan'),
  inputs: { environment: 'fork-review', prompt: 'Review this pull request.' },
  secrets: { gemini_api_key: SECRETS['the API key'] },
  entries: [{ path: '.github/workflows/review.yml', mode: '100644', text: 'on: pull_request\n' }],
  world: { pulls: [forkPull], approvals },
})

test.concurrent('review-fork.yml: without an approval nothing runs', () =>
  playExample('../workflows/review-fork', secondPhase([]), [[github('get_diff')]], (run) => {
    expect(run.last.outputs.outcome, run.last.log).toBe('refused')
    expect(run.last.outputs.summary).toContain('No person approved this run in the environment fork-review.')
    expect(run.gemini.requests).toEqual([])
    expect(ours(run)).toEqual([])
  }))

test.concurrent('review-fork.yml: the fork is read as data, a comment is posted, no command runs', () =>
  playExample(
    '../workflows/review-fork',
    secondPhase([{ run: RUN_ID, environment: 'fork-review', state: 'approved', user: 'wendy' }]),
    [
      [github('get_diff')],
      [
        github('review_comment', { path: 'src/shorten.js', line: 3, body: 'This is not what it says.' }),
        { tool: 'run_shell_command', args: { command: 'npm test' } },
      ],
    ],
    (run) => {
      toldWell(run)
      expect(run.said[0]?.[0]).toContain('shorten')
      expect(run.said[1]?.[1]).toMatch(/not available|no shell|denied|not found|only reads|never/i)
      expect(ours(run)).toMatchObject([{ number: 7 }])
      expect(run.github.world.reviews).toMatchObject([{ number: 7 }])
    },
  ))
