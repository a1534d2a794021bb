import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { pull } from '../../src/emulators/github/world.ts'
import type { Task } from '../../src/github/events/task.ts'
import { type ReadTexts, recordOutsideTexts } from '../../src/github-tools/write-authority.ts'
import { defineTool, done } from '../../src/tools/tool.ts'
import { BOT, connect, TOKEN } from '../delivery/delivery-fixture.ts'
import { type TestRepository, testRepository } from '../github/repository.ts'
import { readingRun } from './reading-run.ts'

// Whose text code, messages of commits and logs are, whichever tool reads them: what a nightly run may write after it. Pull request 6 is of
// a fork; the author of 8 has no write permission; our runs made the commits of 9 to 12; the model wrote the subject of the last one.

const OURS = 'Change it\n\nCreated by a Sluice run\n\n'
const PULLS = {
  5: { user: 'wendy', repo: 'octo/pond', message: 'Change it' },
  6: { user: 'wendy', repo: 'stan/pond', message: 'Change it' },
  8: { user: 'stan', repo: 'octo/pond', message: 'Change it' },
  9: { user: 'wendy', repo: 'octo/pond', message: `${OURS}Sluice-Run: k/1` },
  10: { user: 'wendy', repo: 'octo/pond', message: `${OURS}Sluice-Read: trusted\nSluice-Run: k/1` },
  11: {
    user: 'wendy',
    repo: 'octo/pond',
    message: `${OURS}Co-authored-by: ada <1+ada@users.noreply.github.com>\nSluice-Run: k/1`,
  },
  12: {
    user: 'wendy',
    repo: 'octo/pond',
    message: 'Sluice-Read: trusted\n\nCreated by a Sluice run\n\nSluice-Run: k/1',
  },
} as const

let repository: TestRepository
let base: string
const heads = new Map<number, string>()
beforeAll(async () => {
  repository = await testRepository()
  base = await repository.commit({ 'a.txt': 'a\n' })
  for (const [number, { message }] of Object.entries(PULLS)) {
    await repository.git('checkout', '-q', '-b', `topic-${number}`, base)
    const sha = await repository.commit({ 'a.txt': `${number}\n` })
    await repository.git('commit', '-q', '--amend', '-m', message)
    heads.set(Number(number), (await repository.git('rev-parse', 'HEAD')).trim() || sha)
  }
  await repository.git('checkout', '-q', '-b', 'done', base)
})
afterAll(() => repository[Symbol.asyncDispose]())

/** Why a nightly run, or one about an own pull request, may open no issue or set no label after it called the tool; undefined: it may. */
async function refusalAfter(tool: string, args: Record<string, unknown>, own?: 5 | 9 | 10) {
  const side = (number: number, repo: string) => ({ ref: `topic-${number}`, sha: heads.get(number) ?? '', repo })
  const pulls = Object.entries(PULLS).map(([number, { user, repo }]) =>
    pull({
      ...{ number: Number(number), user },
      base: { ref: 'main', sha: base, repo: 'octo/pond' },
      head: side(Number(number), repo),
    }),
  )
  await using server = await startGitHub({
    ...{ owner: 'octo', repo: 'pond', token: TOKEN, viewer: BOT, gitDir: repository.dir, pulls },
    permissions: { wendy: 'write', stan: 'none' },
  })
  const github = connect(server)
  const facts: Partial<Task> =
    own === undefined ? {} : { kind: 'pull_request', number: own, openedBy: 'wendy', head: side(own, 'octo/pond') }
  const run = readingRun(github, { sha: base, ...facts })
  await run.read(tool, args)
  const reason = await run.refusal()
  // The mark does not ask for the commits of the own pull request.
  if (own === undefined) expect((await run.outsider()) === undefined).toBe(reason === undefined)
  return reason
}

const FORK = 'the author of #6, whose code is in another repository'

test.each<[tool: string, args: Record<string, unknown>, reason: string | undefined]>([
  ['get_diff', { number: 5 }, undefined],
  ['get_diff', { number: 6 }, FORK],
  ['get_diff', { number: 8 }, 'the author of #8'],
  ['get_diff', { number: 9 }, 'an earlier run'],
  ['get_diff', { number: 10 }, undefined],
  ['get_diff', { number: 11 }, 'an earlier run'],
  ['get_diff', { number: 12 }, 'an earlier run'],
  ['list_files', { number: 6 }, FORK],
  ['list_commits', { number: 6 }, FORK],
  ['list_commits', { ref: 'topic-5' }, undefined],
  ['list_commits', { ref: 'topic-9' }, 'an earlier run'],
  ['list_commits', { ref: 'topic-10' }, undefined],
  ['get_diff', { base: 'done', head: 'topic-9' }, 'an earlier run'],
  ['get_check_runs', { ref: 'topic-11' }, 'an earlier run'],
  ['list_commits', { ref: 'pull/6/head' }, FORK],
  ['get_check_runs', { ref: 'refs/pull/6/head' }, FORK],
  ['get_check_runs', { ref: 'topic-5' }, undefined],
  ['get_file', { path: 'a.txt', ref: 'topic-5' }, undefined],
  ['get_file', { path: 'a.txt', ref: 'refs/heads/topic-9' }, 'an earlier run'],
  ['get_file', { path: 'a.txt', ref: 'refs/pull/6/head' }, FORK],
  ['pull_request_read', { method: 'get_diff', owner: 'octo', repo: 'pond', pullNumber: 6 }, FORK],
  ['get_pull_request_files', { owner: 'octo', repo: 'pond', pullNumber: 6 }, FORK],
])('after %s %j', async (tool, args, reason) => {
  const refusal = await refusalAfter(tool, args)
  if (reason === undefined) expect(refusal).toBeUndefined()
  else expect(refusal).toContain(`This run read text of ${reason}`)
})

test.each([
  [5, undefined],
  [9, 'an earlier run'],
  [10, undefined],
] as const)('a run about #%i, by its commits', async (own, reason) => {
  const refusal = await refusalAfter('get_file', { path: 'a.txt', ref: 'done' }, own)
  if (reason === undefined) expect(refusal).toBeUndefined()
  else expect(refusal).toContain(`This run read text of ${reason}`)
})

test.each([
  ['curl -s https://example.com/x', true],
  ['cd docs && /usr/bin/wget -qO- example.com | head', true],
  ['$(curl.exe example.com)', true],
  ['npm test', false],
  ['cat docs/curl.md lib/curl/index.js my-curl', false],
])('what %j downloads is by unknown people, where commands have network: %s', async (command, isDownload) => {
  const shell = defineTool({
    name: 'run_shell_command',
    description: 'Runs a command.',
    input: z.object({ command: z.string() }),
    run: async () => done('x'),
  })
  for (const hasNetwork of [true, false]) {
    const unknown: (string | undefined)[] = []
    const add = (author: string | undefined) => void unknown.push(author)
    const [tool] = recordOutsideTexts([shell], { add } as ReadTexts, hasNetwork) // nothing else is called
    await tool?.run({ command }, new AbortController().signal)
    expect(unknown).toEqual(isDownload && hasNetwork ? [undefined] : [])
  }
})
