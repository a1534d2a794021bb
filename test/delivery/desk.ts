import { type Delivered, deliver } from '../../src/delivery/deliver.ts'
import type { DeliveryKit } from '../../src/delivery/delivery-kit.ts'
import { connectGitHub } from '../../src/github/client.ts'
import type { Task } from '../../src/github/task.ts'
import { makeFilter } from '../../src/host/secrets.ts'
import type { CallRecord, Ending, Outcome, RunEvent } from '../../src/record/events.ts'
import { type FakeGitHub, type StandinOptions, startGitHub } from '../../src/standin/github.ts'
import { type Comment, comment, issue } from '../../src/standin/github-world.ts'
import { hastyClock } from '../fakes/clock.ts'

export const TOKEN = 'token-of-the-stand-in-0123456789'
export const SECRET = 'sEcReT+of/the=run-0123456789'
export const BOT = 'github-actions[bot]'

export const task: Task = {
  event: 'issue_comment',
  repo: { owner: 'octo', name: 'pond' },
  about: 'issue',
  number: 7,
  actor: 'ada',
  triggeringActor: 'ada',
  sha: 'a'.repeat(40),
  comment: { id: 10, kind: 'issue' },
}

/** A GitHub with one issue and what was said on it. */
export const startDeskGitHub = (
  options: StandinOptions = {},
  comments: Comment[] = [],
  more: { locked?: boolean } = {},
): Promise<FakeGitHub> =>
  startGitHub(
    {
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      issues: [issue({ number: 7, locked: more.locked ?? false })],
      comments: [comment({ id: 10, number: 7, user: 'ada', body: 'please' }), ...comments],
    },
    options,
  )

export const connect = (server: FakeGitHub) =>
  connectGitHub({
    token: TOKEN,
    repository: 'octo/pond',
    apiUrl: server.url,
    graphqlUrl: server.graphqlUrl,
    userAgent: 'test',
    notice: () => {},
    clock: hastyClock(),
  })

export type Desk = DeliveryKit & { events: RunEvent[]; summary(): string }

/** Everything a delivery needs, over a GitHub. */
export function openTestDesk(server: FakeGitHub, more: Partial<DeliveryKit> = {}): Desk {
  const events: RunEvent[] = []
  let summary = ''
  return {
    github: connect(server),
    filter: makeFilter([SECRET]),
    emit: (event) => void events.push(event),
    place: {
      server: 'https://github.com',
      repository: 'octo/pond',
      workflow: 'Review',
      job: 'gemini',
      run: '100.1',
      runUrl: 'https://github.com/octo/pond/actions/runs/100',
    },
    comment: 'sticky',
    review: 'comment',
    changes: 'report',
    branchPrefix: 'sluice/',
    checkRun: false,
    failOn: ['config', 'security', 'model', 'internal'],
    dryRun: false,
    patchPath: '/nowhere/changes.patch',
    writeSummary: async (text) => {
      summary = text
    },
    ...more,
    events,
    summary: () => summary,
  }
}

export const call = (more: Partial<CallRecord> = {}): CallRecord => ({
  id: 'c1',
  name: 'read_file',
  args: { file_path: 'src/a.ts' },
  state: 'success',
  verdict: 'allow',
  rule: { file: 'policies/read-only.toml', line: 3, tier: 'default', priority: 50, verdict: 'allow' },
  ms: 12,
  bytes: 3400,
  ...more,
})

export const denied = (more: Partial<CallRecord> = {}): CallRecord =>
  call({
    name: 'run_shell_command',
    args: { command: 'rm -rf build' },
    state: 'error',
    verdict: 'deny',
    why: 'policy_violation',
    rule: { file: 'policies/write.toml', line: 12, tier: 'default', priority: 10, verdict: 'ask_user' },
    remedy: '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "allow"\npriority = 100',
    ...more,
  })

export const finished = (more: { ending?: Ending; events?: RunEvent[]; outcome?: Outcome } = {}) => ({
  outcome: more.outcome ?? 'ok',
  ending: more.ending ?? ({ end: 'answered', text: 'All is well.' } satisfies Ending),
  events: more.events ?? [],
  changes: [],
  ms: 41_000,
  session: 'session-1',
})

export const called = (record: CallRecord): RunEvent => ({ type: 'call_finished', call: record, reply: {} })

export const change = (path: string, before: string | null, after: string | null) => ({
  path,
  before: before === null ? null : Buffer.from(before),
  after: after === null ? null : Buffer.from(after),
  mode: '100644',
})

export type Run = Parameters<typeof deliver>[1]

/** Delivers a run on a fresh GitHub: what people then read there and on the page of the step. */
export async function tellOf(
  run: Partial<Run>,
  patchPath: string,
): Promise<{ comment: string; summary: string; delivered: Delivered }> {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server, { patchPath })
  const delivered = await deliver(task, { ...finished(), ...run }, {}, desk)
  return { comment: server.world.comments.at(-1)?.body ?? '', summary: desk.summary(), delivered }
}
