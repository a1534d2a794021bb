import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { issue, type World } from '../../src/emulators/github/world.ts'
import { sample } from '../sample.ts'
import { github } from './github-wishes.ts'
import type { Wish } from './improvised.ts'
import {
  type Given,
  ours,
  person,
  playExample,
  scopesToRead,
  tellsWhatIsMissing,
  toldWell,
  upstream,
} from './played-examples.ts'
import { SECRETS } from './scenario.ts'

/** The second of two phases for pull requests from forks, over the built action. */

const forked = (actor: string, more: Partial<Parameters<typeof upstream>[0]>) =>
  upstream({
    conclusion: 'success',
    head_repository: { full_name: 'stan/pond' },
    actor: person(actor),
    head_branch: 'topic',
    path: '.github/workflows/review.yml',
    ...more,
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

const approved = { run: RUN_ID, environment: 'fork-review', state: 'approved', user: 'wendy' } as const

/** The second phase for forks: the workflow that fork-review.yml calls. */
const secondPhase = (more: Partial<Given> = {}, run: Partial<Parameters<typeof upstream>[0]> = {}): Given => ({
  eventName: 'workflow_run',
  event: forked('stan', run),
  inputs: { environment: 'fork-review', prompt: 'Review this pull request.' },
  secrets: { gemini_api_key: SECRETS['the API key'] },
  entries: [{ path: '.github/workflows/review.yml', mode: '100644', text: 'on: pull_request\n' }],
  ...more,
  world: { pulls: [forkPull], approvals: [approved], ...more.world },
})

test.concurrent('review-fork.yml: the fork is read as data, a comment is posted, no command runs', () =>
  playExample(
    '../workflows/review-fork',
    secondPhase(),
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

/** Too long for a prompt. */
const LONG = Array.from({ length: 9_000 }, (_, line) => `export const long${line} = compute(${line})`).join('\n')
const serious = { path: 'src/shorten.js', line: 3, body: 'Wrong.', title: 'Wrong', severity: 'high' }
const [, GATE_OF_FORKS = ''] =
  /^```yaml\n(name: Review gate of forks\n[\s\S]*?)^```/m.exec(
    readFileSync(resolve(import.meta.dirname, '../../docs/gate.md'), 'utf8'),
  ) ?? []
const gates: [name: string, head: Record<string, string>, turns: Wish[][], verdict: string, conclusion: string][] = [
  ['nothing is found', {}, [], 'pass', 'success'],
  ['a serious problem is found', {}, [[github('review_comment', serious)]], 'block', 'failure'],
  ['a file is not read', { 'src/long.js': LONG }, [], 'incomplete', 'neutral'],
]

test.concurrent.each(sample(gates, 2))(
  'the second phase decides about the head of the fork: %s',
  (_, head, turns, ...decided) =>
    playExample(
      'the second workflow of the page about the gate',
      { ...secondPhase({ secrets: { GEMINI_API_KEY: SECRETS['the API key'] } }), shown: GATE_OF_FORKS, head },
      turns,
      ({ last, github: { world } }) => {
        const checks = world.checkRuns.filter(({ name }) => name === 'Sluice review')
        expect(checks.map(({ headSha }) => headSha)).toEqual([world.pulls[0]?.head.sha])
        expect([last.outputs.verdict, checks[0]?.conclusion], last.log).toEqual(decided)
      },
    ),
)

test.concurrent('review-fork.yml without its permissions to read says what is missing', () => {
  const without = scopesToRead('../workflows/review-fork')
  expect(without).toEqual(['checks', 'issues', 'statuses'])
  return playExample('../workflows/review-fork', secondPhase({ without }), [], (run) =>
    tellsWhatIsMissing(run, without),
  )
})

const worldWith = (more: Partial<World>): Given => secondPhase({ world: more })
const pullsWith = (...pulls: Partial<typeof forkPull>[]) =>
  worldWith({ pulls: pulls.map((each) => ({ ...forkPull, ...each })) })
const elsewhere = { ref: 'topic', sha: '{{HEAD_SHA}}', repo: 'mallory/pond' }

const FORGERIES: [name: string, given: Given, reason: RegExp][] = [
  [
    'the head moved after the first phase',
    secondPhase({}, { head_sha: 'd'.repeat(40) }),
    /The head of #7 moved from ddddddd to [0-9a-f]{7} after the first phase\. Ask again\./,
  ],
  [
    'two pull requests of one commit',
    pullsWith({}, { number: 8, base: { ref: 'next', sha: '{{BASE_SHA}}', repo: 'octo/pond' } }),
    /#7 and #8 come from the same branch of stan\/pond\. Close all but one\.|#8 and #7 come/,
  ],
  ['a closed pull request', pullsWith({ state: 'closed' }), /There is no open pull request from the branch topic/],
  [
    'another base, which is not protected',
    pullsWith({ base: { ref: 'topic', sha: '{{BASE_SHA}}', repo: 'octo/pond' } }),
    /The base of #7 is topic, which is neither the default branch nor protected\./,
  ],
  [
    'the same branch name in another fork',
    pullsWith({ head: elsewhere }),
    /There is no open pull request from the branch topic of stan\/pond\./,
  ],
  [
    'a number from a forged artifact',
    secondPhase({ moreInputs: { github_pr_number: '3' } }),
    /The workflow names #3, but the first phase was about #7\./,
  ],
  [
    'a workflow that only the pull request has',
    secondPhase({}, { path: '.github/workflows/forged.yml' }),
    /The default branch has no \.github\/workflows\/forged\.yml/,
  ],
  ['a first phase for another event', secondPhase({}, { event: 'push' }), /The first phase ran for push/],
  ['a first phase that failed', secondPhase({}, { conclusion: 'failure' }), /it ended as failure/],
  [
    'a branch of this repository',
    secondPhase({}, { head_repository: { full_name: 'octo/pond' } }),
    /The pull request comes from this repository, so its first phase has the key/,
  ],
  ['no approval', worldWith({ approvals: [] }), /No person approved this run in the environment fork-review\./],
  [
    'a rejection',
    worldWith({ approvals: [{ ...approved, state: 'rejected' }] }),
    /No person approved this run in the environment fork-review\./,
  ],
  [
    'an approval of another run',
    worldWith({ approvals: [{ ...approved, run: RUN_ID - 1 }] }),
    /No person approved this run in the environment fork-review\./,
  ],
  [
    'an approval in another environment',
    worldWith({ approvals: [{ ...approved, environment: 'staging' }] }),
    /No person approved this run in the environment fork-review\./,
  ],
  [
    'an approval of an earlier attempt, after the reviewers were removed',
    secondPhase({
      env: { GITHUB_RUN_ATTEMPT: '2' },
      world: { environments: { 'fork-review': { hasReviewers: false } } },
    }),
    /the environment fork-review no longer has required reviewers, so no person approved attempt 2/,
  ],
]

test.concurrent.each(sample(FORGERIES, 5))(
  '%s: refused with the reason, before the model is paid',
  (_, given, reason) =>
    playExample('../workflows/review-fork', given, [[github('get_diff')]], (run) => {
      expect(run.last.outputs.outcome, run.last.log).toBe('refused')
      expect(run.last.outputs.summary).toMatch(reason)
      expect(run.gemini.requests).toEqual([])
      expect(ours(run)).toEqual([])
      const { requests } = run.github
      expect(requests.filter(({ method, path }) => method !== 'GET' || /artifacts|\/zip/.test(path))).toEqual([])
    }),
)

test('a dozen forgeries at least', () => expect(FORGERIES.length).toBeGreaterThanOrEqual(12))
