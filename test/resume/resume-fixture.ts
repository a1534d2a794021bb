import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import type { AgentContext } from '../../src/agent/agent-context.ts'
import { readInputs } from '../../src/config/inputs.ts'
import type { Runtime } from '../../src/config/runtime.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, comment, issue, type World, type WorldComment } from '../../src/emulators/github/world.ts'
import { connectGitHub } from '../../src/github/api/github.ts'
import { readTask } from '../../src/github/events/read-event.ts'
import type { Task, Trust } from '../../src/github/events/task.ts'
import { jobKey, markerLine, type ResultMarker } from '../../src/github/result-marker.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import type { CallRecord, RunEvent } from '../../src/record/events.ts'
import { openTranscript } from '../../src/record/transcript.ts'
import { openResume } from '../../src/resume/open-resume.ts'
import { sha256Of } from '../../src/resume/resume-record.ts'
import type { Resumption } from '../../src/resume/resumption.ts'
import type { RunSession } from '../../src/session/run-session.ts'
import { hastyClock } from '../fakes/clock.ts'
import { payloads } from '../github/payloads.ts'

const TOKEN = 'token-of-the-emulator-0123456789'
export const CODE = 'BCDFGHJKLM'
export const PLAN_CODE = 'XZ23456789'
export const SHA = 'c'.repeat(40)
export const RUN_ID = 170
const ARTIFACT_ID = 4711
const WORKFLOW = 'gemini.yml'
const KEY = jobKey('Sluice', 'sluice')
const usage = { input: 1, cached: 0, output: 1, thoughts: 0, tool: 0, total: 2 }

/** What a row of a table changes about a thread in which everything is right. */
export type Situation = {
  /** The reply; `@gemini-cli /allow once CODE` unless given. */
  body?: string
  user?: string
  userType?: string
  trust?: Trust
  inputs?: Record<string, string>
  env?: Record<string, string>
  task?: Partial<Task>
  action?: string
  /** The id of the reply; other replies of a thread have other ids. */
  id?: number
  /** Changes the events of the recorded run. */
  events?: (events: RunEvent[]) => RunEvent[]
  /** Changes the transcript after it was recorded, and before it is in the artifact. */
  transcript?: (text: string) => string
  /** Whether the marker has the digest of the changed transcript. */
  isDigestOfChanged?: boolean
  patch?: string
  marker?: (marker: ResultMarker) => ResultMarker
  world?: (world: World, answer: WorldComment) => void
}

export const denied: CallRecord = {
  id: 'call-1',
  name: 'write_file',
  args: { file_path: 'NOTES.md', content: 'x' },
  state: 'error',
  verdict: 'deny',
  askable: true,
  ms: 1,
  bytes: 1,
}

function recordedEvents(patch: string): RunEvent[] {
  const task = { repo: { owner: 'octo', name: 'pond' }, number: 7, sha: SHA, requestedAt: '2026-03-01T08:00:00Z' }
  const request = { type: 'model_request', turn: 1, model: 'm', system: 'be good' } as const
  const made = { id: denied.id, name: denied.name, args: denied.args }
  return [
    { type: 'run_started', session: 's', version: '1', event: 'issue_comment', model: 'm', task },
    {
      type: 'run_snapshot',
      mode: 'default',
      model: 'm',
      inputs: {},
      settings: {},
      policies: [],
      memory: '',
      tools: [],
    },
    { ...request, tools: [], messages: [{ role: 'user', parts: [{ kind: 'text', text: 'label it' }] }] },
    {
      type: 'model_reply',
      turn: 1,
      reply: { parts: [{ kind: 'call', call: made }], stop: 'finished', usage, model: 'm' },
      ms: 1,
    },
    { type: 'call_finished', call: denied, reply: { error: 'no' } },
    {
      type: 'resume_point',
      patchSha256: sha256Of(patch),
      offers: [{ code: CODE, id: denied.id }, { code: PLAN_CODE }],
    },
  ]
}

export type Outcome = { result: Awaited<ReturnType<typeof openResume>>; github: GitHubEmulator; notices: string[] }

/** Opens a reply in a thread with one recorded answer, after the changes of a situation. */
export async function reply(situation: Situation, check: (outcome: Outcome) => void | Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-resume-'))
  try {
    const patch = situation.patch ?? ''
    const path = join(folder, 'transcript.jsonl')
    const transcript = openTranscript(path, createSecretFilter([]), () => 1000)
    for (const event of situation.events?.(recordedEvents(patch)) ?? recordedEvents(patch)) transcript.emit(event)
    const written = readFileSync(path, 'utf8')
    const text = situation.transcript?.(written) ?? written
    const zip = zipSync({ 'transcript.jsonl': Buffer.from(text), 'changes.patch': Buffer.from(patch) })
    const marker: ResultMarker = {
      key: KEY,
      run: 'issue-comment-20.1',
      state: 'done',
      sha256: sha256Of(situation.isDigestOfChanged === true ? text : written),
      record: `${RUN_ID}.1.${ARTIFACT_ID}`,
    }
    const answer = comment({
      id: 21,
      number: 7,
      user: BOT,
      createdAt: '2026-03-01T08:01:00Z',
      updatedAt: '2026-03-01T08:02:00Z',
      body: `${markerLine(situation.marker?.(marker) ?? marker)}\nDenied. /allow once ${CODE} /approve ${PLAN_CODE}`,
    })
    const { user = 'wendy', id = 30, body = `@gemini-cli /allow once ${CODE}` } = situation
    const asked = {
      ...comment({ id, number: 7, user, body }),
      createdAt: '2026-03-01T08:05:00Z',
      updatedAt: '2026-03-01T08:05:00Z',
    }
    await using github = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      issues: [issue({ number: 7 })],
      permissions: { octo: 'admin', wendy: 'write', walt: 'write', rita: 'read', stan: 'none' },
      comments: [answer, asked],
      workflowRuns: [
        { id: RUN_ID, workflow: WORKFLOW, actor: 'wendy', conclusion: 'success', createdAt: '2026-03-01T08:00:30Z' },
      ],
      artifacts: [{ id: ARTIFACT_ID, run: RUN_ID, name: 'record', zip, createdAt: '2026-03-01T08:00:50Z' }],
    })
    situation.world?.(github.world, answer)
    const incoming = payloads.issueComment(body)
    const by = { ...incoming.comment.user, login: user, type: situation.userType ?? 'User' }
    const times = { created_at: asked.createdAt, updated_at: asked.createdAt }
    const payload = {
      ...incoming,
      action: situation.action ?? 'created',
      comment: { ...incoming.comment, id, body, user: by, ...times },
      sender: by,
    }
    const event = {
      name: 'issue_comment',
      payload,
      repository: 'octo/pond',
      sha: SHA,
      actor: user,
      triggeringActor: user,
    }
    const inputs = {
      ...readInputs({ INPUT_RESUME: 'true', ...situation.inputs }),
      github_token: TOKEN,
    }
    const decision = await readTask(event, {
      prompt: '',
      triggerPhrase: '@gemini-cli',
      answerEdits: true,
      allowedBots: ['renovate[bot]'],
    })
    if (!decision.shouldRun) throw new Error(decision.reason)
    const env = {
      GITHUB_RUN_ID: '171',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_WORKFLOW: 'Sluice',
      GITHUB_JOB: 'sluice',
      GITHUB_WORKFLOW_REF: `octo/pond/.github/workflows/${WORKFLOW}@refs/heads/main`,
      ...situation.env,
    }
    const notices: string[] = []
    const api = connectGitHub({
      token: TOKEN,
      repository: 'octo/pond',
      workflowRef: env.GITHUB_WORKFLOW_REF,
      apiUrl: github.url,
      graphqlUrl: github.graphqlUrl,
      userAgent: 'test',
      notice: () => {},
      clock: hastyClock(),
    })
    const session = { github: api, isInBatch: false, transcript, notice: (each: string) => void notices.push(each) }
    const runtime = { env, event, session: 's', scratch: folder, workspace: folder, childEnv: {} } as unknown as Runtime
    const trust = situation.trust ?? { level: 'trusted' }
    const services = { inputs, runtime, trust, session: session as unknown as RunSession }
    const result = await openResume({ ...decision.task, ...situation.task }, services)
    await check({ result, github, notices })
    if (github.problems.length > 0) throw new Error(github.problems.join('\n'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether a resumption admits the denied call. */
export const admits = ({ agent }: Pick<Resumption, 'agent'>, args = denied.args, name = denied.name): boolean =>
  (agent.admission as AgentContext['admission'])?.admits(name, args) === true
