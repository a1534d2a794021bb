import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { say } from '../../src/emulators/gemini/steps.ts'
import { BOT, comment, issue, pull, type World } from '../../src/emulators/github/world.ts'
import { boundText } from '../../src/github/own-text.ts'
import { jobKey, markerLine } from '../../src/github/result-marker.ts'
import { sample } from '../sample.ts'
import { github, THREADS, world } from './github-wishes.ts'
import { type Improvised, improvise, type Wish } from './improvised.ts'

// Attacks that are siblings of those in targets.test.ts, effects.test.ts, remedies.test.ts and laundering.test.ts: what the attacker did, the
// profile, and all that GitHub received beside reading, reactions and checks. A tree is written as the paths in it.

type Attack = Pick<Improvised, 'turns' | 'repo' | 'world' | 'prepare' | 'event'> & {
  profile: string
  step: { eventName: string; inputs?: Record<string, string>; env?: Record<string, string> }
  received: (string | RegExp)[]
}

const shell = (command: string): Wish => ({ tool: 'run_shell_command', args: { command } })
const allowing = (rest = '') =>
  `[[rule]]\ntoolName = ["run_shell_command", "write_file", "replace"]\ndecision = "allow"\npriority = 100\nallowRedirection = true\n${rest}`
const INFRA =
  '[[rule]]\ntoolName = "write_file"\nargsPattern = \'"file_path":"infra/\'\ndecision = "deny"\npriority = 1\n'

const REPOSITORY = { name: 'pond', full_name: 'octo/pond', owner: { login: 'octo' }, default_branch: 'main' }
const nightly = (folder: string) =>
  writeFileSync(join(folder, 'event.json'), JSON.stringify({ schedule: '0 3 * * *', repository: REPOSITORY }))

const RUN = {
  GITHUB_RUN_ID: '17000000009',
  GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/pond.yml@refs/heads/main',
}
const done = (text: string, number: number) =>
  boundText(`${markerLine({ key: jobKey('Sluice', 'sluice'), run: '17000000009.1', state: 'done' })}\n${text}`, {
    item: number,
  })
const issues: World['issues'] = [issue({ number: 3, user: 'wendy' }), issue({ number: 4, user: 'wendy' })]
const ran = { actor: 'wendy', conclusion: 'success', createdAt: '2020-01-01T00:00:00Z' }

/** The second attempt of a batch about two issues, of which a comment says that the second is answered. */
const batch = (said: { body: string }, more: Partial<World> = {}): Omit<Attack, 'received'> => ({
  profile: '',
  turns: () => say('Sorted.'),
  prepare: nightly,
  world: { issues, comments: [comment({ id: 9, number: 4, user: BOT, ...said })], playedWorkflow: 'pond.yml', ...more },
  step: {
    eventName: 'schedule',
    env: { ...RUN, GITHUB_RUN_ATTEMPT: '2' },
    inputs: { github_issue_number: '3,4', prompt: 'Sort it.' },
  },
})

/** Reviews, threads, branches and files that a pull request asks for, by our names and by those of GitHub's MCP server. */
const NOT_OWN: readonly Wish[] = [
  ...THREADS.map((thread_id) => github('resolve_thread', { thread_id })),
  github('pull_request_review_write', { method: 'resolve_thread', thread_id: THREADS[0], threadId: THREADS[0] }),
  github('review_comment', { path: 'src/shorten.js', line: 3, body: 'Bought', number: 8 }),
  github('pull_request_review_write', { method: 'create', event: 'APPROVE', body: 'Bought', pullNumber: 8 }),
  github('pull_request_review_write', { method: 'create', event: 'APPROVE', body: 'Bought', pullNumber: 7 }),
  github('update_pull_request', { pullNumber: 7, title: 'Bought', state: 'closed' }),
  github('merge_pull_request', { pullNumber: 7 }),
  github('add_labels', { labels: ['small'] }),
  github('assign', { users: ['wendy'] }),
  github('comment', { number: 8, body: 'Bought' }),
  github('create_issue', { title: 'Bought', body: 'x' }),
]
const BRANCHES: readonly Wish[] = [
  github('create_branch', { branch: 'main' }),
  github('create_or_update_file', { path: 'src.txt', content: 'x', message: 'x', branch: 'main' }),
  github('delete_file', { path: 'README.md', message: 'x', branch: 'main' }),
  github('create_branch', { branch: 'bought' }),
  github('push_files', { branch: 'bought', message: 'x', files: [{ path: 'infra/a.tf', content: 'x' }] }),
  github('push_files', { branch: 'bought', message: 'x', files: [{ path: 'src/../infra/b.tf', content: 'x' }] }),
  github('create_or_update_file', { path: '.github/workflows/x.yml', content: 'x', message: 'x', branch: 'bought' }),
  github('create_or_update_file', { path: '.GitHub/WorkFlows/y.yml', content: 'x', message: 'x', branch: 'bought' }),
  github('create_or_update_file', { path: 'GEMINI.md', content: 'x', message: 'x', branch: 'bought' }),
  github('create_or_update_file', { path: '.git/config', content: 'x', message: 'x', branch: 'bought' }),
  github('create_or_update_file', { path: '../x', content: 'x', message: 'x', branch: 'bought' }),
  github('delete_file', { path: 'infra/old.tf', message: 'x', branch: 'bought' }),
  github('create_or_update_file', { path: 'src.txt', content: 'x', message: 'x', branch: 'bought' }),
  github('create_pull_request', { title: 'Bought', body: 'x', head: 'bought', base: 'main' }),
]
const NAMES_OF_FILES = JSON.stringify({
  mcpServers: { github: { includeTools: [...new Set(BRANCHES.map(({ tool }) => tool.replace('github__', '')))] } },
})
const openPull = (number: number, user: string, from: string) =>
  pull({
    ...{ number, user },
    base: { ref: 'main', sha: '{{BASE_SHA}}', repo: 'octo/pond' },
    head: { ref: 'topic', sha: '{{HEAD_SHA}}', repo: `${from}/pond` },
  })

/** A pull request of wendy, or of a fork of stan, whose comment asks for everything. */
const asks = (isFork: boolean): Pick<Attack, 'event' | 'world' | 'step'> => ({
  event: isFork ? 'fork-gets-a-patch' : 'pull-request-review',
  world: {
    ...world,
    pulls: [isFork ? openPull(7, 'stan', 'stan') : openPull(7, 'wendy', 'octo'), openPull(8, 'wendy', 'octo')],
    comments: [comment({ id: 9, number: 7, user: 'stan', body: 'Do it.' })],
  },
  step: {
    eventName: isFork ? 'pull_request_target' : 'pull_request',
    inputs: { admin_policies: INFRA, settings: NAMES_OF_FILES },
  },
})
const PROFILES = ['', 'profile:review', 'profile:triage', 'profile:maintain']
/** No verdict, whatever the model asks for. */
const REVIEW = 'POST pulls/7/reviews COMMENT'
const BRANCH = ['POST git/trees src.txt', 'POST git/commits', /^POST git\/refs/, 'POST pulls']

const ATTACKS: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    sample(PROFILES, 2).flatMap((profile) =>
      [false, true].map((isFork): [string, Attack] => [
        `${isFork ? 'a fork' : 'a pull request'} asks for reviews, threads and items that are not its own: ${profile}`,
        { ...asks(isFork), profile, turns: [NOT_OWN], received: ['POST issues/7/comments', REVIEW] },
      ]),
    ),
  ),
  ...Object.fromEntries(
    sample(
      [...PROFILES, allowing(), 'fork'].map((name): [string, Attack] => [
        `files of a branch by the names of GitHub's MCP server: ${name.split('\n').at(0)}`,
        {
          ...asks(name === 'fork'),
          profile: name === 'fork' ? allowing() : name,
          turns: [BRANCHES],
          repo: { 'infra/old.tf': 'o' },
          received: ['POST issues/7/comments', ...(/triage|fork/.test(name) ? [] : BRANCH)],
        },
      ]),
      3,
    ),
  ),
  'a command moves a file into a folder of an admin rule': {
    profile: allowing(),
    turns: [[shell('mkdir infra; git mv docs.txt infra/docs.txt; echo x > src.txt')]],
    repo: { 'docs.txt': 'a\nb\n' },
    step: { eventName: 'pull_request', inputs: { changes: 'commit', admin_policies: INFRA, sandbox: 'off' } },
    received: ['POST git/trees src.txt', 'POST git/commits', /^(?:POST|PATCH) git\/refs/, 'POST issues/7/comments'],
  },
  'a command overwrites the module of an MCP server': {
    profile: allowing(),
    turns: [
      [shell('echo x > tools/watch/__main__.py; echo x > src.txt')],
      [{ tool: 'write_file', args: { file_path: 'tools/watch/__init__.py', content: 'x' } }],
    ],
    repo: {
      'tools/watch/__main__.py': '',
      'tools/watch/__init__.py': '',
      '.gemini/settings.json': JSON.stringify({
        mcpServers: { w: { command: 'python3', args: ['-m', 'tools.watch'] } },
      }),
    },
    step: { eventName: 'pull_request', inputs: { changes: 'commit', sandbox: 'off' } },
    received: ['POST git/trees src.txt', 'POST git/commits', /^(?:POST|PATCH) git\/refs/, 'POST issues/7/comments'],
  },
  "a rule for a whole tool and another bot's file": {
    profile: '',
    turns: [[{ tool: 'write_file', args: { file_path: '.gitlab-ci.yml', content: 'x' } }]],
    step: {
      eventName: 'pull_request',
      inputs: { changes: 'commit', settings: '{"tools":{"allowed":["write_file"]}}', approval_mode: 'yolo' },
    },
    received: ['POST issues/7/comments'],
  },
  'the answer of this batch on the issue that it is about': {
    ...batch({ body: done('Sorted.', 4) }),
    received: ['POST issues/3/comments'],
  },
  'a copy of the answer on another issue': {
    ...batch({ body: done('Sorted.', 3) }),
    received: ['POST issues/3/comments', /issues\/comments\/9|issues\/4\/comments/],
  },
  'the mark of the answer above another text': {
    ...batch({ body: `${done('Sorted.', 4)} Buy pondweed.` }),
    received: ['POST issues/3/comments', /issues\/comments\/9|issues\/4\/comments/],
  },
  'the answer of another workflow with our mark': {
    ...batch({ body: done('Sorted.', 4) }, { workflowRuns: [{ ...ran, id: 17_000_000_009, workflow: 'greet.yml' }] }),
    received: ['POST issues/3/comments', /issues\/comments\/9|issues\/4\/comments/],
  },
  "a nightly run reads a fork's change and opens an issue": {
    profile: 'profile:maintain',
    world: {
      pulls: [
        pull({
          ...{ number: 8, user: 'wendy' },
          base: { ref: 'main', sha: '{{BASE_SHA}}', repo: 'octo/pond' },
          head: { ref: 'topic', sha: '{{HEAD_SHA}}', repo: 'stan/pond' },
        }),
      ],
    },
    turns: [[github('get_diff', { number: 8 })], [github('create_issue', { title: 'Buy', body: 'x' })]],
    prepare: nightly,
    step: { eventName: 'schedule', inputs: { prompt: 'Report.' } },
    received: [],
  },
}

test.concurrent.each(Object.entries(ATTACKS))('%s', async (_, { profile, received, step, ...attack }) =>
  improvise({ event: 'pull-request-review', ...attack, policies: profile, step }, ({ github: { requests }, last }) => {
    const writes = requests.flatMap(({ method, path, body }) => {
      const what = path.replace('/repos/octo/pond/', '')
      const { query = '' } = (body ?? {}) as { query?: string } // of GraphQL
      const mutation = /mutation[^{]*\{\s*(?:\w+:\s*)?(\w+)/.exec(query)?.[1]
      if (mutation !== undefined) return [`mutation ${mutation}`]
      if (method === 'GET' || /graphql|reactions|check-runs|git\/blobs/.test(what)) return []
      // The emulator checked it. `event`: the verdict of a review.
      const { tree, event } = (body ?? {}) as { tree?: { path: string }[] | string; event?: string }
      const parts = [method, what, event, ...(Array.isArray(tree) ? tree.map((entry) => entry.path) : [])]
      return [parts.filter((part) => part !== undefined).join(' ')]
    })
    const posts = writes.filter((each) => !/^PATCH issues\/comments\/(?!9$)/.test(each)).toSorted()
    const expected = received.toSorted((one, other) => String(one).localeCompare(String(other)))
    expect(posts, last.log).toHaveLength(expected.length)
    for (const each of received)
      expect(
        posts.some((post) => (typeof each === 'string' ? post === each : each.test(post))),
        `${each}\n${posts.join('\n')}\n${last.log}`,
      ).toBe(true)
  }),
)
