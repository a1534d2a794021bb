import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type GeminiRequest, type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { worldFromEvent } from '../../src/emulators/github/event.ts'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, comment, type World, type WorldComment } from '../../src/emulators/github/world.ts'
import { startArtifactService } from '../fakes/artifact-service.ts'
import { type ActionRun, runAction } from './action.ts'
import { prepareRepository, type SampleRepository } from './repository.ts'

// Several runs of the built action in one issue: each is a job of its own, and what it uploaded is there for the next.

const KEY = ['AQ', 'Ab8RN6stand-in_key/that+opens=nothing'].join('.')
const TOKEN = ['ghs', 'Standin7Token8That9Opens0Nothing1234'].join('_')
const ISSUE = 3
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
  /** Called with the process, to kill it. */
  onStart?: (child: ChildProcess) => void
  onGitHub?: GitHubEmulatorOptions['onRequest']
  /** Holds requests to GitHub back. */
  hold?: GitHubEmulatorOptions['hold']
  onModel?: (nth: number) => void
}

export type TurnResult = {
  run: ActionRun
  post: ActionRun
  /** Our comments that the turn created. */
  answers: WorldComment[]
  requests: GeminiRequest[]
}

export type Thread = {
  say(turn: Turn): Promise<TurnResult>
  github: GitHubEmulator
  repository: SampleRepository
  /** All our comments, oldest first. */
  answers(): WorldComment[]
}

/** Opens an issue with real repositories and servers, and passes it to `talk`. */
export async function inThread(
  inputs: Record<string, string>,
  talk: (thread: Thread) => Promise<void>,
  world: Partial<World> = {},
): Promise<void> {
  const temp = await mkdtemp(join(tmpdir(), 'sluice-thread-'))
  try {
    const folder = join(import.meta.dirname, 'mention-by-a-writer')
    const event = JSON.parse(readFileSync(join(folder, 'event.json'), 'utf8'))
    const repository = await prepareRepository({
      ...{ from: join(import.meta.dirname, 'pull-request-review'), into: temp, number: ISSUE, headBranch: 'topic' },
      ...{ checkout: { at: 'base', depth: 'one' }, token: TOKEN },
    })
    let clock = Date.parse('2026-03-01T09:00:00Z')
    let replies: GeminiStep[] = []
    let onGitHub: GitHubEmulatorOptions['onRequest']
    let hold: GitHubEmulatorOptions['hold']
    let onModel: ((nth: number) => void) | undefined
    let asked = 0
    const nextReply = (): GeminiStep => {
      asked += 1
      onModel?.(asked)
      return replies.shift() ?? { status: 500, body: { error: { code: 500, message: 'no more replies' } } }
    }
    await using gemini = await startGemini(nextReply, { key: KEY })
    const seed = worldFromEvent(event, {
      ...{ repository: 'octo/pond', token: TOKEN, gitDir: repository.origin },
      permissions: { octo: 'admin', wendy: 'write', walt: 'write', rita: 'read', stan: 'none' },
      sides: { base: { ref: 'main', sha: repository.base }, head: { ref: 'topic', sha: repository.head } },
    })
    await using github = await startGitHub(
      { ...seed, comments: [], ...world },
      { now: () => clock, onRequest: (request) => onGitHub?.(request), hold: async (request) => hold?.(request) },
    )
    await using store = await startArtifactService()
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

    await talk({
      github,
      repository,
      answers: () => github.world.comments.filter(({ user }) => user === BOT),
      async say({ body, user = 'wendy', id = 5000 + (Math.floor(clock / 60_000) % 4000), ...turn }) {
        clock += 60_000
        runId += 1
        // Every job has a checkout of its own.
        for (const args of [
          ['checkout', '-q', '--', '.'],
          ['clean', '-fdq'],
        ])
          await promisify(execFile)('git', ['-C', repository.workspace, ...args])
        const written =
          github.world.comments.find((each) => each.id === id) ??
          comment({ id, number: ISSUE, user, body, createdAt: iso(), updatedAt: iso() })
        if (!github.world.comments.includes(written)) github.world.comments.push(written)
        github.world.workflowRuns.push({
          ...{
            id: runId,
            workflow: WORKFLOW,
            actor: user,
            conclusion: null,
            createdAt: iso(),
            attempt: turn.attempt ?? 1,
          },
        })
        const by = { ...event.comment.user, login: user, type: user.endsWith('[bot]') ? 'Bot' : 'User' }
        const html_url = `https://github.com/octo/pond/issues/${ISSUE}#issuecomment-${id}`
        const said = {
          ...event.comment,
          id,
          html_url,
          body,
          user: by,
          created_at: written.createdAt,
          updated_at: written.createdAt,
        }
        const before = new Set(github.world.comments)
        clock += 5_000
        replies = [...turn.replies]
        asked = 0
        onGitHub = turn.onGitHub
        hold = turn.hold
        onModel = turn.onModel
        const sent = gemini.requests.length
        const step = {
          ...{ inputs: { gemini_api_key: KEY, resume: 'true', ...inputs }, eventName: 'issue_comment' },
          event: { ...event, comment: said, sender: by },
          ...{ repository: 'octo/pond', sha: repository.base, ref: 'refs/heads/main', actor: user },
          ...{ workspace: repository.workspace, temp: runnerTemp, token: TOKEN, server: 'https://github.com' },
          ...{ apiUrl: github.url, graphqlUrl: github.graphqlUrl, geminiUrl: gemini.url, resultsUrl: store.url },
          env: {
            ...{ GITHUB_RUN_ID: String(runId), GITHUB_RUN_ATTEMPT: String(turn.attempt ?? 1) },
            GITHUB_WORKFLOW_REF: `octo/pond/.github/workflows/${WORKFLOW}@refs/heads/main`,
            ...turn.env,
          },
        }
        const run = await runAction(step, 'index.js', turn.onStart)
        onGitHub = undefined
        const post = await runAction({ ...step, state: run.state }, 'post.js')
        publishArtifacts(runId)
        const answers = github.world.comments.filter((each) => each.user === BOT && !before.has(each))
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
