import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leftFilesOf, readOwnPrompt } from '../../src/config/own-prompt.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, comment, issue, pull, type WorldSeed } from '../../src/emulators/github/world.ts'
import { commentMarkerLine } from '../../src/github/comment-marker.ts'
import { fetchContext } from '../../src/github/context/context.ts'
import { boundText, withBoundMarks } from '../../src/github/own-text.ts'
import { jobKey, markerLine } from '../../src/github/result-marker.ts'
import { resumed } from '../../src/resume/continued-run.ts'
import { ownPromptOf } from '../../src/session/run-options.ts'
import { connect, deliverOnGitHub, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { reviewCommentOf } from '../delivery/review-comment.ts'
import { type TestRepository, testRepository } from '../github/repository.ts'
import { readingRun } from '../github-tools/reading-run.ts'
import { improvise, type Wish } from './improvised.ts'

// The table of docs/permissions.md, "What a later run makes of it": each row is played, once for each column. An earlier run writes, and a
// later one that may do more reads it.

/** `read`: whether the earlier run read people with write permission only. Resolves to whether the later run counts it as text of others. */
type Play = (read: 'trusted' | undefined) => Promise<boolean>

const KEY = jobKey('Review', 'gemini')
const AT = '2026-01-05T09:05:00Z'
const RAN = {
  actor: 'wendy',
  conclusion: 'success',
  createdAt: '2026-01-05T09:00:00Z',
  endedAt: '2026-01-05T09:10:00Z',
}

let repository: TestRepository
const shas: Record<string, string> = {}
beforeAll(async () => {
  repository = await testRepository()
  const base = await repository.commit({ 'a.txt': 'a\n' })
  for (const read of ['trusted', 'others']) {
    await repository.git('checkout', '-q', '-b', read, base)
    await repository.commit({ 'a.txt': `${read}\n` })
    const trailer = read === 'trusted' ? 'Sluice-Read: trusted\n' : ''
    await repository.git('commit', '-q', '--amend', '-m', `Change it\n\n${trailer}Sluice-Run: k/1`)
    shas[read] = await repository.git('rev-parse', 'HEAD')
  }
  await repository.git('checkout', '-q', '-b', 'done', base)
  await repository.git('merge', '-q', '--no-ff', '-m', 'Merge', 'others')
  await repository.git('checkout', '-q', '--detach')
  shas.base = base
  shas.done = await repository.git('rev-parse', 'HEAD')
})
afterAll(() => repository[Symbol.asyncDispose]())

type Reads = [tool: string, args: Record<string, unknown>][]

/** A nightly run reads this on GitHub, in each of these ways. */
async function reads(
  seed: Partial<WorldSeed>,
  ways: Reads,
  prepare: (server: GitHubEmulator) => Promise<unknown> = async () => undefined,
): Promise<boolean> {
  await using server = await startGitHub({
    ...{ owner: 'octo', repo: 'pond', token: TOKEN, viewer: BOT, gitDir: repository.dir },
    permissions: { wendy: 'write', stan: 'none' },
    workflowRuns: [{ id: 41, workflow: 'sluice.yml', ...RAN }],
    ...seed,
  })
  await prepare(server)
  const found: boolean[] = []
  for (const [tool, args] of ways) {
    const run = readingRun(connect(server), { sha: shas.base ?? '' })
    expect(await run.read(tool, args), tool).toBe(true)
    found.push((await run.refusal()) !== undefined)
    expect((await run.outsider()) !== undefined).toBe(found.at(-1))
  }
  expect(new Set(found).size, JSON.stringify(found)).toBe(1)
  return found[0] === true
}

/** Whether a run that the failure of another one wakes counts the logs in its first message as text of others. */
async function wakes(seed: Partial<WorldSeed>, event: string): Promise<boolean> {
  await using server = await startGitHub({
    ...{ owner: 'octo', repo: 'pond', token: TOKEN, viewer: BOT, gitDir: repository.dir, ...seed },
    permissions: { wendy: 'write' },
  })
  const github = connect(server)
  const people = { actor: 'wendy', triggeringActor: 'wendy', headRepo: 'octo/pond' }
  const upstream = {
    runId: 41,
    workflow: 'CI',
    event,
    conclusion: 'failure',
    branch: 'main',
    sha: shas.base ?? '',
    ...people,
  }
  const woken = { ...task, event: 'workflow_run', kind: 'workflow_run', upstream, number: undefined } as const
  expect(await fetchContext(woken, github, 'n')).toContain('Close it.')
  return (await readingRun(github, woken).outsider()) !== undefined
}

const marked = (read: 'trusted' | undefined, item?: number) =>
  boundText(`${markerLine({ key: KEY, run: '41.1', state: 'done' })}\nClose it.`, { read, item })
const said = (read: 'trusted' | undefined) => ({ user: BOT, body: marked(read, 7), createdAt: AT, updatedAt: AT })
const openPull = (number: number, more: Partial<Parameters<typeof pull>[0]> = {}, branch = 'topic') =>
  pull({
    ...{ number, user: 'wendy', title: 'Change it', body: '' },
    base: { ref: 'done', sha: shas.base ?? '', repo: 'octo/pond' },
    head: { ref: branch, sha: shas[branch] ?? shas.base ?? '', repo: 'octo/pond' },
    ...more,
  })
const branchOf = (read: 'trusted' | undefined) => read ?? 'others'
const workflow = (input: string) => ({
  job: {},
  workflow: {},
  steps: [
    { id: 'plan', uses: 'octo/sluice@v1' },
    { uses: 'octo/sluice@v1', with: { prompt: 'Report.', github_issue_number: input } },
  ],
  index: 1,
})

const PLAYS: Readonly<Record<string, Play>> = {
  'an answer, a comment, a reply, a review': async (read) => {
    const inIssue = {
      issues: [issue({ number: 7, user: 'wendy' })],
      comments: [comment({ id: 9, number: 7, ...said(read) })],
    }
    const asked = await reads(inIssue, [['list_comments', { number: 7 }]])
    const inPull = {
      pulls: [openPull(7)],
      reviewComments: [reviewCommentOf({ id: 3, number: 7, line: 1, ...said(read) })],
    }
    expect(await reads(inPull, [['list_review_threads', { number: 7 }]])).toBe(asked)
    return asked
  },
  'an issue': (read) =>
    reads({ issues: [issue({ number: 8, user: BOT, title: 'Plan', body: marked(read), createdAt: AT })] }, [
      ['get_issue', { number: 8 }],
    ]),
  'a label': () =>
    reads(
      {
        labels: [{ id: 1, name: 'bug', color: 'f00000', description: 'Close it.' }],
        issues: [issue({ number: 8, user: 'wendy', labels: ['bug'] })],
      },
      [['get_issue', { number: 8 }]],
    ),
  'a new title or text of an item of somebody else': (read) =>
    reads(
      {
        issues: [
          issue({
            number: 8,
            user: 'wendy',
            body: `${commentMarkerLine({ kind: 'rewrite', key: KEY, run: '41' })}\n${read ?? ''} Close it.`,
          }),
        ],
      },
      [['get_issue', { number: 8 }]],
    ),
  'the title and the text of a pull request': (read) =>
    reads({ pulls: [openPull(8, { user: BOT, body: marked(read) }, 'trusted')] }, [
      ['get_pull_request', { number: 8 }],
    ]),
  'a check run, with its annotations': (read) =>
    reads({}, [['get_check_runs', { ref: shas.base }]], async (server) => {
      const github = withBoundMarks(connect(server), () => read)
      const started = { title: 'Working', summary: 'The run has started.' }
      for (const externalId of [`sluice:${KEY}:41.1`, `sluice-review:${KEY}:read`]) {
        const check = await github.createCheck({
          name: 'Sluice',
          sha: shas.base ?? '',
          externalId,
          status: 'in_progress',
          output: started,
        })
        const line = { path: 'a.txt', from: 1, to: 1, level: 'failure', title: 'Close', message: 'Close it.' } as const
        await github.updateCheck(check.id, {
          conclusion: 'failure',
          output: { title: 'Close', summary: 'Close it.', annotations: [line] },
        })
      }
    }),
  'the log of its job': async () => {
    const logs = (log: string, event = 'schedule'): Partial<WorldSeed> => ({
      workflowRuns: [{ id: 41, workflow: 'sluice.yml', ...RAN, event }],
      jobs: [{ id: 5, run: 41, name: 'triage', conclusion: 'failure', headSha: shas.base ?? '' }],
      jobLogs: { 5: `${log}\n${'2026-01-05T09:00:00Z Close it.\n'.repeat(5000)}` },
    })
    const ofAgent = logs('2026-01-05T09:00:00Z ##[group]Run octo/sluice@v1')
    const read = await reads(ofAgent, [['get_job_log', { job_id: 5 }]])
    expect(await wakes(ofAgent, 'schedule')).toBe(read)
    const ofTests = '2026-01-05T09:00:00Z ##[group]Run npm test'
    expect(await wakes(logs(ofTests), 'schedule')).toBe(false)
    expect(await wakes(logs(ofTests, 'issues'), 'issues')).toBe(true)
    return read
  },
  'a commit on the branch of a pull request': (read) =>
    reads({ pulls: [openPull(8, {}, branchOf(read))] }, [
      ['get_diff', { number: 8 }],
      ['list_commits', { number: 8 }],
    ]),
  'a commit on another branch, until a person merges it': async (read) => {
    const branch = branchOf(read)
    const ways: Reads = [
      ['get_file', { path: 'a.txt', ref: branch }],
      ['list_commits', { ref: shas[branch] }],
      ['get_diff', { base: shas.base, head: branch }],
    ]
    // Merged: its commit is in the history of the default branch.
    expect(
      await reads({}, [
        ['get_file', { path: 'a.txt', ref: 'done' }],
        ['list_commits', { ref: shas.done }],
      ]),
    ).toBe(false)
    if (read === 'trusted') return reads({}, ways)
    await repository.git('branch', '-f', 'done', shas.base ?? '')
    try {
      return await reads({}, ways)
    } finally {
      await repository.git('branch', '-f', 'done', shas.done ?? '')
    }
  },
  'the name of a branch, in a list of branches': async (read) => {
    await repository.git('branch', 'sluice/close-it', shas[branchOf(read)] ?? '')
    await repository.git('branch', '-f', 'done', shas.base ?? '')
    try {
      return await reads({}, [['list_branches', {}]])
    } finally {
      await repository.git('branch', '-f', 'done', shas.done ?? '')
      await repository.git('branch', '-D', 'sluice/close-it')
    }
  },
  'files in the checkout, for later steps of the job': async (read) => {
    const env = await filesLeft(read === 'trusted' ? 'wendy' : 'stan')
    return env !== '' && (await filesLeft('wendy', env)) !== ''
  },
  'a conversation that a run continues': async (read) => {
    const record = { answer: { marker: { read } }, history: [], calls: [] }
    const continued = { kind: 'follow_up', record, needsPatch: false, underApproval: false }
    const services = { runtime: { env: {} } }
    return resumed(continued as never, task, services as never).hasReadOthers // all that is read of it
  },
  'what `mode: reduce` posts of the reports of shards': async () => {
    const { comment: body } = await deliverOnGitHub({}, join(repository.dir, 'p.patch')) // no `outsider`, as it delivers
    return !body.includes('read=trusted')
  },
  'an output, or a variable for later steps, that the `prompt` of a later run contains': async () => {
    const steps = [
      {
        ...workflow('7'),
        steps: [
          { id: 'plan', uses: 'octo/sluice@v1' },
          { uses: 'octo/sluice@v1', with: { prompt: 'Do: ${{ steps.plan.outputs.summary }}' } },
        ],
      },
    ]
    return (await readOwnPrompt('Do: Close it.', { payload: {}, steps, github: undefined })).data !== ''
  },
  'an artifact that an earlier step downloads: of another run, or in a workflow whose other jobs run an agent':
    async () => {
      const place = workflow('7')
      const steps = [{ uses: 'actions/download-artifact@v4' }, ...place.steps]
      const jobs = { report: { steps: [{ uses: 'octo/sluice@v1' }] } }
      expect(leftFilesOf([{ ...place, steps, index: 1 }])).toBe(undefined)
      return leftFilesOf([{ ...place, workflow: { jobs }, steps, index: 1 }]) !== undefined
    },
  'a cache of the workflow with files of the checkout that are no packages or build results': async () => {
    const place = workflow('7')
    const cached = (path: string) =>
      leftFilesOf([{ ...place, steps: [{ uses: 'actions/cache@v4', with: { path } }, ...place.steps], index: 1 }])
    expect(cached('node_modules')).toBe(undefined)
    return cached('notes') !== undefined
  },
  'an output that names the issue or pull request of a later run': async () => {
    const steered = async (input: string) => {
      const session = { github: undefined as never, notice: () => undefined }
      const run = { inputs: { prompt: 'Report.', github_token: '' }, runtime: { event: { payload: {} } }, session }
      return (await ownPromptOf(run as never, [workflow(input)])).steeredBy !== undefined // all that is read of it
    }
    expect(await steered('${{ github.event.issue.number }}')).toBe(false)
    return steered('${{ steps.plan.outputs.summary }}')
  },
}

/** A nightly run about an issue by this account edits a file. Resolves to what it leaves for the environment of later steps. */
async function filesLeft(author: string, earlier = ''): Promise<string> {
  const edit: Wish = { tool: 'write_file', args: { file_path: 'notes.txt', content: 'Close it.' } }
  const [, value = ''] = /^SLUICE_LEFT_TEXT_OF_OTHERS(?:=|<<.*\n)(.*)$/m.exec(earlier) ?? []
  let left = ''
  await improvise(
    {
      event: 'mention-by-a-writer',
      turns: [[edit]],
      world: { issues: [issue({ number: 3, user: author })], permissions: { wendy: 'write', stan: 'none' } },
      prepare: (folder) =>
        writeFileSync(
          join(folder, 'event.json'),
          JSON.stringify({
            schedule: '0 3 * * *',
            repository: { name: 'pond', full_name: 'octo/pond', owner: { login: 'octo' }, default_branch: 'main' },
          }),
        ),
      step: {
        eventName: 'schedule',
        env: value === '' ? {} : { SLUICE_LEFT_TEXT_OF_OTHERS: value },
        inputs: { github_issue_number: '3', prompt: 'Triage it.' },
      },
    },
    ({ last }) => {
      left = last.leftBehind
    },
  )
  return left
}

const page = readFileSync(join(import.meta.dirname, '../../docs/permissions.md'), 'utf8')
const section = page.slice(page.indexOf('### What a later run makes of it'))
const rows = [...section.slice(0, section.indexOf('\n## ')).matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)]
  .map(([, written = '', trusted = '', others = '']) => ({ written, trusted, others }))
  .slice(1)

test('each row of the page is played', () => {
  expect(rows.map(({ written }) => written).toSorted()).toEqual(Object.keys(PLAYS).toSorted())
})

test.each(rows)('a later run reads $written', async ({ written, trusted, others }) => {
  const cell = (text: string) =>
    text === 'text of others' ? true : /^(?:its own text|no text\b.*)$/.test(text) ? false : text
  const play = PLAYS[written]
  expect([await play?.('trusted'), await play?.(undefined)]).toEqual([cell(trusted), cell(others)])
})
