import { expect, test } from 'vitest'
import type { CommitIntent, Intent } from '../../src/delivery/plan/intent.ts'
import { pushCommit } from '../../src/delivery/post/commit.ts'
import { openPullRequest } from '../../src/delivery/post/pull-request.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import type { Task } from '../../src/github/events/task.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { planLearning } from '../../src/resume/dismissal.ts'
import { connect } from '../delivery/delivery-fixture.ts'
import { makeRepository, type Repository, startGitGitHub } from '../delivery/git-fixture.ts'

/**
 * One pull request collects what people say to remember, whenever their runs start. `plans`: a run reads what is there; `writes`: it writes
 * what it planned. A run is named by its comment and its number, and the words of the comment may change.
 */

const NOW = Date.parse('2026-11-26T12:00:00Z')
const SITE = { server: 'https://github.com', repository: 'octo/pond' }

type Run = { comment: number; run: number; words: string }
const one: Run = { comment: 9, run: 100, words: 'The list is never empty.' }
const two: Run = { comment: 10, run: 101, words: 'Ids are never zero.' }
const three: Run = { comment: 11, run: 102, words: 'Times are UTC.' }
const again: Run = { ...one, run: 103 }
const edited: Run = { ...one, run: 104, words: 'The list of orders is never empty.' }

const inReply = (words: string, comment: number) =>
  ({
    request: `remember: ${words}`,
    threadReply: 'remember',
    author: 'ada',
    number: 7,
    base: { ref: 'main', sha: 'a', repo: 'octo/pond' },
    url: `https://github.com/octo/pond/pull/7#discussion_r${comment}`,
    comment: { id: comment, kind: 'review', thread: 5 },
  }) as Task // what a plan reads of a task

const plan = ({ comment, run, words }: Run, server: GitHubEmulator) =>
  planLearning(
    inReply(words, comment),
    {
      path: 'src/a.ts',
      nowMs: NOW,
      repositoryUrl: 'https://github.com/octo/pond',
      branchPrefix: 'sluice/',
      trailer: `Sluice-Run: review.0123456789ab/${run}`,
      similar: [],
    },
    connect(server),
  )

async function write(intents: readonly Intent[], { run }: Run, server: GitHubEmulator) {
  const github = connect(server)
  const intent = intents.find((each): each is CommitIntent => each.kind === 'commit')
  const proposal = intents.find((each) => each.kind === 'create_pull_request')
  if (intent === undefined || proposal === undefined) throw new Error('nothing is planned')
  const receipt = { intent, ...(await pushCommit(intent, github, SITE)) }
  const writer = { key: 'review.0123456789ab', run: `${run}.1`, by: `${run}.1` }
  const opened = await openPullRequest(proposal, receipt, github, createSecretFilter([]), writer)
  return [receipt, opened].map(({ state }) => state)
}

const learnings = async (repository: Repository, branch: string) =>
  Object.fromEntries(
    await Promise.all(
      (await repository.git('ls-tree', '-r', '--name-only', branch, '.gemini/learnings/'))
        .split('\n')
        .filter(Boolean)
        .map(async (path) => [
          /\d+/.exec(path)?.[0],
          (await repository.git('show', `${branch}:${path}`)).split('\n').at(-1),
        ]),
    ),
  )

type Step = ['plans' | 'writes', Run] | ['merges' | 'closes'] | ['write at once', ...Run[]]
const both: [Step, Step] = [
  ['plans', one],
  ['writes', one],
]
const rows: [name: string, steps: Step[], pulls: Record<string, string>[]][] = [
  ['one', both, [{ 9: one.words }]],
  ['one after the other', [...both, ['plans', two], ['writes', two]], [{ 9: one.words, 10: two.words }]],
  [
    'two that both found no pull request',
    [
      ['plans', one],
      ['plans', two],
      ['writes', one],
      ['writes', two],
    ],
    [{ 9: one.words, 10: two.words }],
  ],
  [
    'three at once, and one more',
    [
      ['plans', one],
      ['plans', two],
      ['write at once', one, two],
      ['plans', three],
      ['writes', three],
    ],
    [{ 9: one.words, 10: two.words, 11: three.words }],
  ],
  [
    'two that both found the same pull request',
    [...both, ['plans', two], ['plans', three], ['writes', two], ['writes', three]],
    [{ 9: one.words, 10: two.words, 11: three.words }],
  ],
  ['a run that starts again', [...both, ['plans', one], ['writes', one]], [{ 9: one.words }]],
  ['a second run for one comment', [...both, ['plans', again], ['writes', again]], [{ 9: one.words }]],
  ['other words by the same person', [...both, ['plans', edited], ['writes', edited]], [{ 9: edited.words }]],
  [
    'another one after a person merged the pull request',
    [...both, ['merges'], ['plans', two], ['writes', two]],
    [{ 9: one.words }, { 9: one.words, 10: two.words }],
  ],
  [
    'the same one after a person merged the pull request',
    [...both, ['merges'], ['plans', again], ['writes', again]],
    [{ 9: one.words }],
  ],
  [
    'another one after a person closed the pull request and left its branch',
    [...both, ['closes'], ['plans', two], ['writes', two]],
    [{ 9: one.words }, { 10: two.words }],
  ],
]
test.concurrent.each(rows)('%s', async (_, steps, expected) => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const planned = new Map<Run, readonly Intent[]>()
  const opened = () => server.world.pulls.filter(({ head }) => head.ref.startsWith('sluice/learnings-'))
  for (const [what, ...runs] of steps) {
    if (what === 'plans') for (const run of runs) planned.set(run, await plan(run, server))
    else if (what === 'writes' || what === 'write at once')
      await Promise.all(runs.map((run) => write(planned.get(run) ?? [], run, server)))
    else
      for (const pull of opened()) {
        pull.state = 'closed'
        if (what !== 'merges') continue
        pull.merged = true
        await repository.git('update-ref', 'refs/heads/main', pull.head.sha)
      }
  }
  const found = await Promise.all(opened().map(({ head }) => learnings(repository, head.ref)))
  expect(found).toEqual(expected)
  const last = opened().at(-1)
  for (const words of Object.values(steps.some(([what]) => what === 'merges') ? {} : (expected.at(-1) ?? {})))
    expect(last?.body).toContain(words)
  expect(server.problems).toEqual([])
})
