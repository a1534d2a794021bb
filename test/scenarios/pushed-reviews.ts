import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, turn } from '../../src/emulators/gemini/steps.ts'
import { worldFromEvent } from '../../src/emulators/github/event.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import type { WorldSeed } from '../../src/emulators/github/world.ts'
import { isFull } from '../sample.ts'
import { type ActionRun, runStep } from './action.ts'
import { prepareRepository } from './repository.ts'
import { KEY, TOKEN } from './scenario.ts'

const FILES = 60
export const PULL = 7
const BRANCH = 'shorten-ellipsis'
const SAMPLE = join(import.meta.dirname, 'pull-request-review')

export const code = (nth: number) =>
  Array.from({ length: 40 }, (_, line) => `export const value${nth}x${line} = compute(${nth}, ${line})`).join('\n')

/** `looks`: the requests of the second look, which are not among those that were sent. */
type Review = { run: ActionRun; sent: string[]; looks: string[] }
/** What the model answers, or what it makes of the request. */
type Reply = GeminiStep | ((request: string) => GeminiStep)
export type PushReview = (files: Record<string, string>, review: { replies: Reply[] }) => Promise<Review>

type Options = {
  inputs?: Record<string, string>
  tokenPermissions?: WorldSeed['tokenPermissions']
  /** What the second look answers to its request; by default it confirms each finding. */
  look?: (request: string, ids: readonly string[]) => GeminiStep
}

const isLook = (request: string) => request.includes('You are the finding verifier')

const confirmAll = (_: string, ids: readonly string[]): GeminiStep =>
  turn([call('complete_task', { findings: ids.map((id) => ({ id, verdict: 'confirmed', reason: 'It happens.' })) })])

/** A pull request of 60 files in real git, and one run for each push. */
export async function inPullRequest(
  talk: (push: PushReview, github: GitHubEmulator) => Promise<void>,
  { inputs = {}, tokenPermissions, look = confirmAll }: Options = {},
): Promise<void> {
  const temp = await mkdtemp(join(tmpdir(), 're-review-'))
  try {
    const from = join(temp, 'sample')
    await cp(SAMPLE, from, { recursive: true })
    await mkdir(join(from, 'head/lib'), { recursive: true })
    for (let nth = 0; nth < FILES - 2; nth += 1) await writeFile(join(from, `head/lib/f${nth}.js`), code(nth))
    const repository = await prepareRepository({
      from,
      into: join(temp, 'git'),
      number: PULL,
      headBranch: BRANCH,
      token: TOKEN,
      checkout: { at: 'head', depth: 'one' },
    })
    const { origin } = repository
    const git = async (...args: string[]) =>
      (
        await promisify(execFile)('git', ['-C', origin, '-c', 'user.name=w', '-c', 'user.email=w@x.y', ...args])
      ).stdout.trim()
    const template = await readFile(join(SAMPLE, 'event.json'), 'utf8')
    const eventAt = (head: string) =>
      JSON.parse(template.replaceAll('{{BASE_SHA}}', repository.base).replaceAll('{{HEAD_SHA}}', head))
    let head = repository.head
    let replies: Reply[] = []
    await using gemini = await startGemini(
      ({ raw }) => {
        if (isLook(raw))
          return look(
            raw,
            Array.from(raw.matchAll(/kind=\\"finding\\" id=\\"(\w{12})\\"/g), ([, id = '']) => id),
          )
        const next = replies.shift() ?? { status: 500, body: { error: { code: 500, message: 'no more replies' } } }
        return typeof next === 'function' ? next(raw) : next
      },
      { key: KEY },
    )
    await using github = await startGitHub({
      ...worldFromEvent(eventAt(head), {
        repository: 'octo/pond',
        token: TOKEN,
        gitDir: origin,
        permissions: { wendy: 'write', octo: 'admin' },
        sides: { base: { ref: 'main', sha: repository.base }, head: { ref: BRANCH, sha: head } },
      }),
      playedWorkflow: 'review.yml',
      tokenPermissions,
    })
    const runnerTemp = join(temp, '_temp')
    await mkdir(runnerTemp)
    let runId = 17_000_000_000
    const push: PushReview = async (files, review) => {
      const isFirst = runId === 17_000_000_000
      if (!isFirst) {
        await git('checkout', '-q', BRANCH)
        for (const [path, text] of Object.entries(files)) await writeFile(join(origin, path), text)
        await git('commit', '-qam', 'change')
        head = await git('rev-parse', 'HEAD')
        await git('checkout', '-q', 'main')
        await git('update-ref', `refs/pull/${PULL}/head`, head)
        const pull = github.world.pulls.find(({ number }) => number === PULL)
        if (pull !== undefined) pull.head = { ...pull.head, sha: head }
        await promisify(execFile)('git', ['-C', repository.workspace, 'fetch', '-q', origin, BRANCH])
        await promisify(execFile)('git', ['-C', repository.workspace, 'checkout', '-q', '--detach', 'FETCH_HEAD'])
      }
      runId += 1
      replies = [...review.replies]
      const before = gemini.requests.length
      const run = await runStep(
        {
          inputs: { gemini_api_key: KEY, ...(!isFull && { sandbox: 'off' }), ...inputs },
          eventName: 'pull_request',
          event: { ...eventAt(head), action: isFirst ? 'opened' : 'synchronize' },
          repository: 'octo/pond',
          actor: 'wendy',
          sha: head,
          ref: `refs/pull/${PULL}/merge`,
          workspace: repository.workspace,
          temp: runnerTemp,
          token: TOKEN,
          server: 'https://github.com',
          apiUrl: github.url,
          graphqlUrl: github.graphqlUrl,
          geminiUrl: gemini.url,
          resultsUrl: '',
          env: {
            GITHUB_RUN_ID: String(runId),
            GITHUB_RUN_ATTEMPT: '1',
            GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/review.yml@refs/heads/main',
          },
        },
        'index.js',
      )
      expect(run.outputs.outcome, run.log).toBe('ok')
      return {
        run,
        sent: gemini.requests.slice(before).flatMap(({ raw }) => (isLook(raw) ? [] : [raw])),
        looks: gemini.requests.slice(before).flatMap(({ raw }) => (isLook(raw) ? [raw] : [])),
      }
    }
    await talk(push, github)
    expect(github.problems).toEqual([])
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}

export const finding = (line: number, more: Record<string, unknown> = {}) =>
  call('github__review_comment', {
    path: 'lib/f3.js',
    line,
    body: 'It is wrong.',
    title: `Wrong ${line}`,
    severity: 'high',
    category: 'correctness',
    ...more,
  })
