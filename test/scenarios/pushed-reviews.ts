import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, fail } from '../../src/emulators/gemini/steps.ts'
import { worldFromEvent } from '../../src/emulators/github/event.ts'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../src/emulators/github/github.ts'
import type { WorldReviewComment, WorldSeed } from '../../src/emulators/github/world.ts'
import { isFull } from '../sample.ts'
import { type ActionRun, runInProcess, runStep, type Step, type Stop } from './action.ts'
import { confirmAll, findingIds, isLook } from './finding-verifier.ts'
import { misnumberedLines } from './prompt-lines.ts'
import { checkOutPushed, prepareRepository, pushCommit } from './repository.ts'
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
/**
 * `replies`: of the model. `outcome`: the expected one. `at`: a head that is there already, for a run that pushes nothing. `amends`: a force
 * push. `action`: of the event, where it is not `synchronize`.
 */
export type PushOptions = {
  replies: Reply[]
  outcome?: string
  at?: string
  amends?: boolean
  /** A rebase: a commit of the base with these files, from which the branch then begins. */
  onto?: Record<string, string>
  /** Another branch, at the same commit, into which the pull request goes from then on. */
  into?: string
  action?: string
  /** `pull_request` by default. */
  eventName?: string
  inputs?: Record<string, string>
  /** What ends the run from outside. */
  stop?: Stop
}
export type PushReview = (files: Record<string, string | null>, review: PushOptions) => Promise<Review>
/** The post step of a run whose main step was killed. */
export type EndKilled = (killed: ActionRun) => Promise<ActionRun>
/** `live`: the reply as GitHub has it when the run starts; undefined when it was deleted. `comment`: fields of it in the event. */
type ReplyOptions = {
  live?: Partial<WorldReviewComment> | undefined
  event?: Record<string, unknown>
  comment?: Record<string, unknown>
  eventName?: string
  inputs?: Record<string, string>
}
/** A reply of a person in the thread of a comment, and the run that it starts. */
export type AnswerFinding = (
  to: WorldReviewComment,
  user: string,
  body: string,
  options?: ReplyOptions,
) => Promise<ActionRun>

type Options = {
  permissions?: WorldSeed['permissions']
  onRequest?: GitHubEmulatorOptions['onRequest']
  /** Holds requests to GitHub back. */
  hold?: GitHubEmulatorOptions['hold']
  /** How many files the pull request has. */
  count?: number
  /** Further files of the base, and of the head. */
  files?: { base: Record<string, string>; head: Record<string, string> }
  /** The author of the pull request; octo by default. */
  author?: string
  inputs?: Record<string, string>
  tokenPermissions?: WorldSeed['tokenPermissions']
  /** What the second look answers to its request; by default it confirms each finding. */
  look?: (request: string, ids: readonly string[]) => GeminiStep
}

/** A pull request of 60 files in real git, and one run for each push. */
export async function inPullRequest(
  talk: (push: PushReview, github: GitHubEmulator, answer: AnswerFinding, end: EndKilled) => Promise<void>,
  {
    inputs = {},
    tokenPermissions,
    permissions,
    author,
    onRequest,
    hold,
    files = { base: {}, head: {} },
    count = FILES,
    look = (_, ids) => confirmAll(ids),
  }: Options = {},
): Promise<void> {
  const temp = await mkdtemp(join(tmpdir(), 're-review-'))
  try {
    const from = join(temp, 'sample')
    await cp(SAMPLE, from, { recursive: true })
    await mkdir(join(from, 'head/lib'), { recursive: true })
    for (let nth = 0; nth < count - 2; nth += 1) await writeFile(join(from, `head/lib/f${nth}.js`), code(nth))
    for (const side of ['base', 'head'] as const)
      for (const [path, text] of Object.entries(files[side])) {
        await mkdir(dirname(join(from, side === 'base' ? 'repo' : 'head', path)), { recursive: true })
        await writeFile(join(from, side === 'base' ? 'repo' : 'head', path), text)
      }
    const repository = await prepareRepository({
      from,
      into: join(temp, 'git'),
      number: PULL,
      headBranch: BRANCH,
      token: TOKEN,
      checkout: { at: 'head', depth: 'one' },
    })
    const { origin } = repository
    const template = await readFile(join(SAMPLE, 'event.json'), 'utf8')
    let into = 'main'
    const eventAt = (head: string) => {
      const event = JSON.parse(template.replaceAll('{{BASE_SHA}}', repository.base).replaceAll('{{HEAD_SHA}}', head))
      event.pull_request.base.ref = into
      return event
    }
    let head = repository.head
    let replies: Reply[] = []
    await using gemini = await startGemini(
      ({ raw }) => {
        if (isLook(raw)) return look(raw, findingIds(raw))
        const next = replies.shift() ?? fail(400, 'INVALID_ARGUMENT', 'no more replies')
        return typeof next === 'function' ? next(raw) : next
      },
      { key: KEY },
    )
    await using github = await startGitHub(
      {
        ...worldFromEvent(eventAt(head), {
          repository: 'octo/pond',
          token: TOKEN,
          gitDir: origin,
          permissions: { wendy: 'write', octo: 'admin', ...permissions },
          sides: { base: { ref: 'main', sha: repository.base }, head: { ref: BRANCH, sha: head } },
        }),
        playedWorkflow: 'review.yml',
        tokenPermissions,
      },
      { onRequest, hold },
    )
    const runnerTemp = join(temp, '_temp')
    await mkdir(runnerTemp)
    let runId = 17_000_000_000
    if (author !== undefined) for (const pull of github.world.pulls) pull.user = author
    const step = (): Step => ({
      inputs: { gemini_api_key: KEY, ...(!isFull && { sandbox: 'off' }), ...inputs },
      eventName: 'pull_request',
      event: undefined,
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
    })
    const answer: AnswerFinding = async (to, user, body, options = {}) => {
      const id = Math.max(...github.world.reviewComments.map((each) => each.id)) + 1
      const { live = {}, eventName = 'pull_request_review_comment' } = options
      const comment = { ...to, id, user, body, inReplyTo: to.id, ...live }
      if (!('live' in options) || options.live !== undefined) github.world.reviewComments.push(comment)
      runId += 1
      const { pull_request } = eventAt(head)
      const { path, line, side } = to
      const payload = {
        action: 'created',
        pull_request: { ...pull_request, ...(author !== undefined && { user: { login: author, type: 'User' } }) },
        repository: eventAt(head).repository,
        sender: { login: user, type: 'User' },
        comment: {
          id,
          in_reply_to_id: to.id,
          body,
          path,
          line,
          side,
          diff_hunk: '',
          user: { login: user, type: 'User' },
          created_at: comment.createdAt,
          updated_at: comment.createdAt,
          ...options.comment,
        },
        ...options.event,
      }
      const plain = step()
      const withInputs = { ...plain, inputs: { ...plain.inputs, ...options.inputs } }
      return runStep({ ...withInputs, eventName, event: payload, actor: user }, 'index.js')
    }
    const push: PushReview = async (files, review) => {
      const isFirst = runId === 17_000_000_000
      if (!isFirst && review.at === undefined) {
        const base = review.onto && (await pushCommit(origin, 'main', review.onto))
        head = await pushCommit(origin, BRANCH, files, { amends: review.amends, from: base })
        await writeFile(join(origin, `.git/refs/pull/${PULL}/head`), `${head}\n`)
        const pull = github.world.pulls.find(({ number }) => number === PULL)
        if (pull !== undefined) pull.head = { ...pull.head, sha: head }
        if (pull !== undefined && base !== undefined) pull.base = { ...pull.base, sha: base }
        // What the base has, the checkout of the head alone may lack.
        if (base !== undefined)
          await promisify(execFile)('git', ['-C', repository.workspace, 'fetch', '-q', origin, BRANCH])
        await checkOutPushed(origin, repository.workspace, head)
      }
      if (review.into !== undefined) {
        into = review.into
        await writeFile(join(origin, `.git/refs/heads/${into}`), `${repository.base}\n`)
        for (const pull of github.world.pulls) pull.base = { ...pull.base, ref: into }
      }
      runId += 1
      replies = [...review.replies]
      const before = gemini.requests.length
      const reviewed = review.at ?? head
      const event = { ...eventAt(reviewed), action: review.action ?? (isFirst ? 'opened' : 'synchronize') }
      if (author !== undefined) event.pull_request.user = { login: author, type: 'User' }
      const plain = step()
      const started = {
        ...plain,
        eventName: review.eventName ?? plain.eventName,
        event,
        sha: reviewed,
        inputs: { ...plain.inputs, ...review.inputs },
      }
      const run = await (review.stop === undefined
        ? runStep(started, 'index.js')
        : runInProcess(started, 'index.js', undefined, review.stop))
      expect(run.outputs.outcome, run.log).toBe(review.outcome ?? 'ok')
      expect(misnumberedLines(gemini.requests.slice(before), origin)).toEqual([])
      return {
        run,
        sent: gemini.requests.slice(before).flatMap(({ raw }) => (isLook(raw) ? [] : [raw])),
        looks: gemini.requests.slice(before).flatMap(({ raw }) => (isLook(raw) ? [raw] : [])),
      }
    }
    const end: EndKilled = ({ state: { pending = '' } }) =>
      runStep({ ...step(), event: eventAt(head), state: { pending } }, 'post.js')
    await talk(push, github, answer, end)
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

/** The id of the thread of a finding, from the request that lists it. */
export const threadOf = (sent: string, title: string): string =>
  new RegExp(`thread=\\\\"([^"\\\\]+)\\\\"[^>]*>\\\\n${title}`).exec(sent)?.[1] ?? ''
