import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { type GeminiRequest, type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { fail } from '../../src/emulators/gemini/steps.ts'
import { worldFromEvent } from '../../src/emulators/github/event.ts'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, comment, type World } from '../../src/emulators/github/world.ts'
import { type ArtifactFault, startArtifactService } from '../fakes/artifact-service.ts'
import { payloads } from '../github/payloads.ts'
import { type ActionRun, runAction, runStep } from './action.ts'
import { misnumberedLines } from './prompt-lines.ts'
import { prepareRepository, type SampleRepository } from './repository.ts'

// Several runs in one issue or review thread: each is a job of its own, and what it uploaded is there for the next.

const KEY = ['AQ', 'Ab8RN6stand-in_key/that+opens=nothing'].join('.')
const TOKEN = ['ghs', 'Standin7Token8That9Opens0Nothing1234'].join('_')
/** The number and the first comment of the review thread, for a thread that is one. */
const ISSUE = 3
const PULL = 7
export const ROOT = 4900
const WORKFLOW = 'gemini.yml'

/** One comment and the run that it starts. */
export type Turn = {
  body: string
  user?: string
  /** The comment's id; a new one unless given. */
  id?: number
  /** Answers of the model, in order. */
  replies: readonly GeminiStep[]
  attempt?: number
  env?: Record<string, string>
  /** Called with the process, to kill it; the turn is the built action then. */
  onStart?: (child: ChildProcess) => void
  onGitHub?: GitHubEmulatorOptions['onRequest']
  /** Holds requests to GitHub back. */
  hold?: GitHubEmulatorOptions['hold']
  onModel?: (nth: number) => void
  /** Faults of the artifact service during the turn. */
  onArtifact?: () => ArtifactFault | undefined
}

export type TurnResult = {
  run: ActionRun
  post: ActionRun
  /** Our comments that the turn created. */
  answers: { id: number; body: string }[]
  requests: GeminiRequest[]
}

export type Thread = {
  say(turn: Turn): Promise<TurnResult>
  github: GitHubEmulator
  repository: SampleRepository
  /** All our comments, oldest first. */
  answers(): { id: number; body: string }[]
}

/** Opens an issue, or a review thread, with real repositories and servers, and passes it to `talk`. */
export async function inThread(
  inputs: Record<string, string>,
  talk: (thread: Thread) => Promise<void>,
  world: Partial<World> = {},
  place: 'issue' | 'review' = 'issue',
): Promise<void> {
  const isReview = place === 'review'
  const number = isReview ? PULL : ISSUE
  const headBranch = isReview ? 'shorten-ellipsis' : 'topic'
  const temp = await mkdtemp(join(tmpdir(), 'sluice-thread-'))
  try {
    const repository = await prepareRepository({
      from: join(import.meta.dirname, 'pull-request-review'),
      into: temp,
      number,
      headBranch,
      checkout: { at: isReview ? 'head' : 'base', depth: 'one' },
      token: TOKEN,
    })
    const folder = join(import.meta.dirname, isReview ? 'pull-request-review' : 'mention-by-a-writer')
    const event = JSON.parse(
      readFileSync(join(folder, 'event.json'), 'utf8')
        .replaceAll('{{BASE_SHA}}', repository.base)
        .replaceAll('{{HEAD_SHA}}', repository.head),
    )
    let clock = Date.parse('2026-03-01T09:00:00Z')
    let replies: GeminiStep[] = []
    let onGitHub: GitHubEmulatorOptions['onRequest']
    let hold: GitHubEmulatorOptions['hold']
    let onModel: ((nth: number) => void) | undefined
    let onArtifact: (() => ArtifactFault | undefined) | undefined
    let asked = 0
    const nextReply = (): GeminiStep => {
      asked += 1
      onModel?.(asked)
      return replies.shift() ?? fail(400, 'INVALID_ARGUMENT', 'no more replies')
    }
    await using gemini = await startGemini(nextReply, { key: KEY })
    const seed = worldFromEvent(event, {
      repository: 'octo/pond',
      token: TOKEN,
      gitDir: repository.origin,
      permissions: { octo: 'admin', wendy: 'write', walt: 'write', rita: 'read', stan: 'none' },
      sides: { base: { ref: 'main', sha: repository.base }, head: { ref: headBranch, sha: repository.head } },
    })
    const root = { id: ROOT, number, review: null, user: 'walt', body: 'Is this right?', path: 'src/shorten.js' }
    const line = { commitId: repository.head, line: 1, startLine: null, side: 'RIGHT', inReplyTo: null } as const
    const reviewComments = isReview ? [{ ...root, ...line, createdAt: '2026-03-01T08:00:00Z' }] : []
    await using github = await startGitHub(
      { ...seed, comments: [], reviewComments, ...world },
      { now: () => clock, onRequest: (request) => onGitHub?.(request), hold: async (request) => hold?.(request) },
    )
    await using store = await startArtifactService(() => onArtifact?.())
    const runnerTemp = join(temp, '_temp')
    await mkdir(runnerTemp)
    let runId = 17_000_000_000
    const iso = () => new Date(clock).toISOString().replace(/\.\d+Z$/, 'Z')

    /** What the store got since is there for later runs, as on GitHub. */
    const publishArtifacts = (run: number) => {
      const { artifacts } = github.world
      for (const [index, [name, zip]] of [...store.artifacts].entries())
        if (index >= artifacts.length) artifacts.push({ id: 4711 + index, run, name, zip, createdAt: iso() })
    }

    const comments = (): { id: number; user: string; body: string; createdAt: string }[] =>
      isReview ? github.world.reviewComments : github.world.comments
    const addComment = (id: number, user: string, body: string) => {
      const times = { createdAt: iso(), updatedAt: iso() }
      if (isReview) github.world.reviewComments.push({ ...root, ...line, id, user, body, inReplyTo: ROOT, ...times })
      else github.world.comments.push(comment({ id, number, user, body, ...times }))
    }
    /** The event is about the head as it is now. */
    const payloadOf = async (written: object) => {
      if (!isReview) return { ...event, comment: { ...event.comment, ...written } }
      const { pull_request, repository: home } = event
      const head = { ...pull_request.head, sha: await git('rev-parse', 'HEAD') }
      const { comment: sample } = payloads.reviewComment('')
      const reply = { ...sample, path: root.path, commit_id: head.sha, in_reply_to_id: ROOT, ...written }
      return { action: 'created', comment: reply, pull_request: { ...pull_request, head }, repository: home }
    }

    const git = async (...args: string[]) =>
      (await promisify(execFile)('git', ['-C', repository.workspace, ...args])).stdout.trim()

    await talk({
      github,
      repository,
      answers: () => comments().filter(({ user }) => user === BOT),
      async say({ body, user = 'wendy', id = 5000 + (Math.floor(clock / 60_000) % 4000), ...turn }) {
        clock += 60_000
        runId += 1
        // Every job has a checkout of its own.
        await git('checkout', '-q', '--', '.')
        await git('clean', '-fdq')
        if (isReview) {
          await git('fetch', '-q', repository.origin, headBranch)
          await git('checkout', '-q', '--detach', 'FETCH_HEAD')
        }
        if (!comments().some((each) => each.id === id)) addComment(id, user, body)
        const createdAt = comments().find((each) => each.id === id)?.createdAt
        github.world.workflowRuns.push({
          id: runId,
          workflow: WORKFLOW,
          actor: user,
          conclusion: null,
          createdAt: iso(),
          attempt: turn.attempt ?? 1,
        })
        const by = { ...event.sender, login: user, type: user.endsWith('[bot]') ? 'Bot' : 'User' }
        const page = isReview ? `pull/${number}#discussion_r${id}` : `issues/${number}#issuecomment-${id}`
        const said = await payloadOf({
          id,
          body,
          user: by,
          created_at: createdAt,
          updated_at: createdAt,
          html_url: `https://github.com/octo/pond/${page}`,
        })
        const before = new Set(comments())
        clock += 5_000
        replies = [...turn.replies]
        asked = 0
        onGitHub = turn.onGitHub
        hold = turn.hold
        onModel = turn.onModel
        onArtifact = turn.onArtifact
        const sent = gemini.requests.length
        const step = {
          inputs: { gemini_api_key: KEY, resume: 'true', ...inputs },
          eventName: isReview ? 'pull_request_review_comment' : 'issue_comment',
          event: { ...said, sender: by },
          repository: 'octo/pond',
          actor: user,
          sha: isReview ? repository.merge : repository.base,
          ref: isReview ? `refs/pull/${number}/merge` : 'refs/heads/main',
          workspace: repository.workspace,
          temp: runnerTemp,
          token: TOKEN,
          server: 'https://github.com',
          apiUrl: github.url,
          graphqlUrl: github.graphqlUrl,
          geminiUrl: gemini.url,
          resultsUrl: store.url,
          env: {
            GITHUB_RUN_ID: String(runId),
            GITHUB_RUN_ATTEMPT: String(turn.attempt ?? 1),
            GITHUB_WORKFLOW_REF: `octo/pond/.github/workflows/${WORKFLOW}@refs/heads/main`,
            ...turn.env,
          },
        }
        const run = await (turn.onStart === undefined ? runStep(step) : runAction(step, 'index.js', turn.onStart))
        expect(misnumberedLines(gemini.requests.slice(sent), repository.origin)).toEqual([])
        onGitHub = undefined
        const post = await runStep({ ...step, state: run.state }, 'post.js')
        publishArtifacts(runId)
        const answers = comments().filter((each) => each.user === BOT && !before.has(each))
        return { run, post, answers, requests: gemini.requests.slice(sent) }
      },
    })
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}

/** The code in an answer, after the words that it is for. */
export const codeIn = (body: string | undefined, words: string): string =>
  new RegExp(`@gemini-cli /${words} ([A-Z0-9]{10})\``).exec(body ?? '')?.[1] ?? 'none'

/** The messages of a request, as they were sent. */
export const contentsOf = ({ body }: GeminiRequest): string => JSON.stringify((body as { contents: unknown }).contents)
