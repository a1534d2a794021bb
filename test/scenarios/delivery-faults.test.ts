import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { InjectedFault } from '../../src/emulators/github/github.ts'
import { sample } from '../sample.ts'
import { type Improvisation, improvise } from './improvised.ts'

/**
 * A run that writes one of everything (a commit of what a file tool and a command changed, branch, pull request, review, label,
 * comment, check run), with one request
 * going wrong. Each kind of delivery has its own walk through every fault in test/delivery; here each request of a whole
 * run meets one of them in turn, and what the step says about it is looked at.
 */
const FAULTS: InjectedFault[] = [
  { status: 403 },
  'lose',
  { status: 422 },
  { status: 404 },
  'refuse',
  { status: 409 },
  { status: 429, headers: { 'retry-after': '0' } },
]
/** As many as such a run asks at most; the first test counts them. */
const REQUESTS = 39
/** faults.test.ts covers requests before the model request, except the check run and the comment "working". */
const WALKED = [4, 6, ...Array.from({ length: REQUESTS - 12 }, (_, at) => 13 + at)]

const turns = [
  [
    { tool: 'write_file', args: { file_path: 'docs/new.md', content: 'New.\n' } },
    { tool: 'run_shell_command', args: { command: "printf 'Newer.\\n' > docs/newer.md" } },
    { tool: 'github__create_pull_request', args: { title: 'Two pages', body: 'They were missing.' } },
    { tool: 'github__review_comment', args: { path: 'src/shorten.js', line: 3, body: 'This is not what it says.' } },
    { tool: 'github__add_labels', args: { labels: ['bug'] } },
  ],
]
const world = { labels: [{ id: 1, name: 'bug', color: 'f00000', description: null }] }
const inputs = { changes: 'pull_request', check_run: 'true', sandbox: 'off' }

test('without a fault everything is written', () =>
  improvise({ turns, world, step: { inputs } }, async (run) => {
    expect(run.github.requests.length).toBeLessThanOrEqual(REQUESTS)
    const receipts = await isWhole(run)
    expect(receipts.filter(({ state }) => state !== 'posted')).toEqual([])
    expect(run.last.outputs.outcome).toBe('ok')
  }))

type Told = { kind: string; state: string; reason?: string; pushed?: { branch: string } }

/** Nothing twice, nothing incomplete, no "working" left, and a correct report. */
async function isWhole({ last, post, github, repository, runs }: Improvisation): Promise<Told[]> {
  const { world } = github
  const receipts: Told[] = JSON.parse(last.outputs.receipts ?? '[]')
  const isPosted = (kind: string) => receipts.some((each) => each.kind === kind && each.state === 'posted')
  const what = `${last.log}\n${last.outputs.receipts}`
  const ours = world.comments.filter(({ user }) => user === world.viewer)
  expect(ours.length, what).toBeLessThanOrEqual(1)
  expect(
    ours.some(({ body }) => /working on it/i.test(body)),
    what,
  ).toBe(false)
  const asked = Number(JSON.parse(last.outputs.stats ?? '{}').tools?.totalCalls ?? 0) > 0
  if (asked && isPosted('comment')) expect(ours[0]?.body, what).toContain('That was all.')
  if (asked) expect(last.summary, what).toContain('That was all.')

  const reviews = world.reviews.filter(({ state }) => state === 'COMMENTED')
  expect([reviews.length, world.reviews.length], what).toEqual(isPosted('review') ? [1, 1] : [0, 0])
  expect(world.checkRuns.length, what).toBeLessThanOrEqual(1)
  expect(world.checkRuns.filter(({ status }) => status !== 'completed').length, what).toBe(0)

  const branches = (await git(repository.origin, 'branch', '--list', 'sluice/*', '--format=%(refname:short)'))
    .split('\n')
    .filter(Boolean)
  expect(branches.length, what).toBe(isPosted('commit') ? 1 : 0)
  for (const branch of branches) {
    expect(last.outputs.branch, what).toBe(branch)
    const changed = await git(repository.origin, 'diff', '--name-only', `${branch}^`, branch)
    expect(changed.split('\n'), what).toEqual(['docs/new.md', 'docs/newer.md'])
  }
  await git(repository.origin, 'fsck', '--strict', '--no-dangling')
  const opened = world.pulls.filter(({ user }) => user === world.viewer)
  expect(opened.length, what).toBe(isPosted('create_pull_request') ? 1 : 0)
  expect(last.outputs.pull_request_url === '', what).toBe(opened.length === 0)

  const isMissing = receipts.some(
    ({ kind, state }) => state === 'failed' && !['check_run', 'resolve_fixed'].includes(kind),
  )
  if (isMissing) expect(last.outputs.outcome, what).not.toBe('ok')
  for (const { state, reason } of receipts) if (state !== 'posted') expect(reason ?? '', what).not.toBe('')
  expect(last.exitCode, what).toBe(
    ['config', 'security', 'model', 'internal'].includes(last.outputs.outcome ?? '') ? 1 : 0,
  )
  expect([post.exitCode, runs.length]).toEqual([0, 1])
  return receipts
}

const git = async (cwd: string, ...args: string[]) => (await promisify(execFile)('git', args, { cwd })).stdout.trim()

/** Refuses the answer in the comment once, and then the result of the check run. */
function refuseOnce(refused: Set<string>, path: string, body: string): InjectedFault | undefined {
  const target =
    path.includes('/comments/') && body.includes('state=done') ? 'comment' : path.match('/check-runs/')?.[0]
  if (target === undefined || refused.has(target)) return undefined
  refused.add(target)
  return { status: target === 'comment' ? 429 : 403 }
}

test.concurrent('a refused final comment: the post step says where the answer is', () => {
  const refused = new Set<string>()
  const githubFault = ({ method, path, body }: { method: string; path: string; body: unknown }) =>
    refuseOnce(refused, method === 'PATCH' ? path : '', JSON.stringify(body))
  return improvise({ turns, world, step: { inputs, githubFault } }, async (run) => {
    await isWhole(run)
    const { comments, viewer, checkRuns } = run.github.world
    expect(comments.find(({ user }) => user === viewer)?.body).toMatch(
      /Finished, but the result could not be posted here.*run summary/,
    )
    expect(checkRuns).toMatchObject([{ conclusion: 'neutral' }])
    expect(run.last.exitCode).toBe(1)
  })
})

for (const nth of sample(WALKED, 2)) {
  const fault = FAULTS[nth % FAULTS.length] ?? 'refuse'
  test.concurrent(`request ${nth}: ${typeof fault === 'string' ? fault : fault.status}`, () =>
    improvise({ turns, world, step: { inputs, github: { [nth]: fault } } }, async (run) => void (await isWhole(run))))
}
