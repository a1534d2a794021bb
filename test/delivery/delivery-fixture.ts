import { type DeliveryResult, deliver } from '../../src/delivery/deliver.ts'
import type { DeliveryContext } from '../../src/delivery/delivery-context.ts'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../src/emulators/github/github.ts'
import { comment, issue, type WorldComment } from '../../src/emulators/github/world.ts'
import { connectGitHub } from '../../src/github/api/github.ts'
import type { Task } from '../../src/github/events/task.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import type { CallRecord, Ending, Outcome, RunEvent } from '../../src/record/events.ts'
import { hastyClock } from '../fakes/clock.ts'

export const TOKEN = 'token-of-the-stand-in-0123456789'
export const SECRET = 'sEcReT+of/the=run-0123456789'
export const BOT = 'github-actions[bot]'

export const task: Task = {
  event: 'issue_comment',
  repo: { owner: 'octo', name: 'pond' },
  kind: 'issue',
  number: 7,
  actor: 'ada',
  triggeringActor: 'ada',
  sha: 'a'.repeat(40),
  comment: { id: 10, kind: 'issue' },
}

/** A GitHub with one issue and its comments. */
export const startIssueGitHub = (
  options: GitHubEmulatorOptions = {},
  comments: WorldComment[] = [],
  more: { locked?: boolean } = {},
): Promise<GitHubEmulator> =>
  startGitHub(
    {
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      playedWorkflow: 'sluice.yml',
      issues: [issue({ number: 7, locked: more.locked ?? false })],
      comments: [comment({ id: 10, number: 7, user: 'ada', body: 'please' }), ...comments],
    },
    options,
  )

export const connect = (server: GitHubEmulator) =>
  connectGitHub({
    token: TOKEN,
    repository: 'octo/pond',
    workflowRef: 'octo/pond/.github/workflows/sluice.yml@refs/heads/main',
    apiUrl: server.url,
    graphqlUrl: server.graphqlUrl,
    userAgent: 'test',
    notice: () => {},
    clock: hastyClock(),
  })

export type TestContext = DeliveryContext & { events: RunEvent[]; summary(): string }

/** Everything a delivery needs, over a GitHub. */
export function createTestContext(server: GitHubEmulator, more: Partial<DeliveryContext> = {}): TestContext {
  const events: RunEvent[] = []
  let summary = ''
  return {
    github: connect(server),
    filter: createSecretFilter([SECRET]),
    emit: (event) => void events.push(event),
    identity: {
      server: 'https://github.com',
      repository: 'octo/pond',
      workflow: 'Review',
      job: 'gemini',
      run: '100.1',
      by: '100.1',
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
    reason: 'policy_violation',
    rule: { file: 'policies/write.toml', line: 12, tier: 'default', priority: 10, verdict: 'ask_user' },
    remedy: '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "allow"\npriority = 100',
    ...more,
  })

export const finished = (more: { ending?: Ending; events?: RunEvent[]; outcome?: Outcome } = {}) => ({
  outcome: more.outcome ?? 'ok',
  ending: more.ending ?? ({ end: 'answered', text: 'All is well.' } satisfies Ending),
  events: more.events ?? [],
  changes: [],
  deliveryRules: { rules: [], mode: 'default' } as const,
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

/** Delivers a run on a fresh GitHub; returns the comments and the summary. */
export async function deliverOnGitHub(
  run: Partial<Run>,
  patchPath: string,
): Promise<{ comment: string; summary: string; delivered: DeliveryResult }> {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { patchPath })
  const delivered = await deliver(task, { ...finished(), ...run }, {}, context)
  return { comment: server.world.comments.at(-1)?.body ?? '', summary: context.summary(), delivered }
}
