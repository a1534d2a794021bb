import { planFixedThreads } from '../../../src/delivery/deliver.ts'
import { type CommitInput, type CommitOptions, planBranch, planCommit } from '../../../src/delivery/plan/commit-plan.ts'
import { createPatches, type EditedFile, joinPatches, pathsWithNewSecrets } from '../../../src/delivery/plan/patch.ts'
import { sanitizeProposals } from '../../../src/delivery/plan/plan-proposals.ts'
import { unusedChangesNotice } from '../../../src/delivery/run-changes.ts'
import type { Task } from '../../../src/github/events/task.ts'
import { createSecretFilter } from '../../../src/platform/redact/redact.ts'
import { call, change, SECRET, task } from '../delivery-fixture.ts'

export const filter = createSecretFilter([SECRET])
export const host = { server: 'https://github.com', repository: 'octo/pond' }
export const edit = (path = 'a.ts', more: Partial<EditedFile> = {}): EditedFile => ({
  ...change(path, 'one\n', 'two\n'),
  ...more,
})
export const [MAIN, HEAD] = ['a'.repeat(40), 'b'.repeat(40)]
export const onPull = (more: Partial<Task> = {}): Task => ({
  ...task,
  event: 'pull_request',
  kind: 'pull_request',
  number: 8,
  base: { ref: 'main', sha: MAIN, repo: 'octo/pond' },
  head: { ref: 'topic', sha: HEAD, repo: 'octo/pond' },
  defaultBranch: 'main',
  ...more,
})
export const upstream = (more: object = {}) => ({
  runId: 1,
  workflow: 'CI',
  event: 'push',
  conclusion: 'failure',
  branch: 'topic',
  sha: HEAD,
  actor: 'ada',
  triggeringActor: 'ada',
  headRepo: 'octo/pond',
  ...more,
})
export const without = (from: Task, ...fields: string[]): Task =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !fields.includes(name))) as Task // optional fields
export const proposed = (more: object = {}) =>
  ({ kind: 'create_pull_request', title: 'Seal', body: 'It leaks.', draft: false, ...more }) as NonNullable<
    CommitInput['pullRequest']
  >

/** The plan of a commit, with the files by their paths. */
export function plan(input: Partial<CommitInput> = {}, options: Partial<CommitOptions> = {}): unknown[] {
  const report = {
    outcome: 'ok' as const,
    calls: [],
    answer: { short: 'Fine.' as never, full: 'Fine.' as never, isTruncated: false },
  }
  const all = {
    changes: 'commit' as const,
    branchPrefix: 'sluice/',
    ref: 'refs/heads/main',
    identity: { ...host, workflow: 'Review' },
    writer: { key: 'k', run: '100.1' },
  }
  const intents = planCommit(
    { task, changes: [edit()], pullRequest: undefined, ...input, report: { ...report, ...input.report } },
    { ...all, ...options },
    filter,
  )
  return intents.map((intent) =>
    'files' in intent
      ? { ...intent, files: intent.files.map(({ path }) => path), purpose: undefined } // purpose.test.ts has it
      : intent,
  )
}
/** One field of the planned commit. */
export const field = (name: string, ...of: Parameters<typeof plan>): unknown =>
  (plan(...of)[0] as Record<string, unknown>)[name]
export const outcome = (value: string) => ({ report: { outcome: value } as never })
export const patchText = async (...changes: EditedFile[]) => joinPatches(createPatches(changes))
export const inline = (more: object = {}) =>
  ({
    kind: 'review_comment',
    number: 8,
    commit: HEAD,
    path: 'a.ts',
    location: { side: 'RIGHT', line: 3 },
    body: 'Why?',
    linesHash: 'h',
    ...more,
  }) as never
export const overview = (body: string, more: object = {}) =>
  ({ kind: 'review_overview', number: 8, commit: HEAD, body, ...more }) as never
export const labels = (kind: 'add_labels' | 'remove_labels', names: string[], number = 7) =>
  ({ kind, number, labels: names }) as never
export const clean = (proposal: object) => sanitizeProposals([proposal as never], host, filter)
export const off = { changes: 'off', filter } as never
export const notice = (paths: string[], mode: object = off) =>
  unusedChangesNotice({ changes: paths.map((path) => edit(path)) }, mode as never)?.text
export const secretFile = (before: string | Buffer | null, after: string | Buffer | null) =>
  pathsWithNewSecrets(
    [
      edit('a', {
        before: typeof before === 'string' ? Buffer.from(before) : before,
        after: typeof after === 'string' ? Buffer.from(after) : after,
      }),
    ],
    filter,
  )
export const branch = (more: object = {}) =>
  planBranch(
    {
      kind: 'branch',
      branch: 'seal',
      base: { sha: MAIN, branch: 'main' },
      message: 'Seal it\n\nWell',
      files: [edit()],
      ...more,
    } as never,
    {
      task,
      report: { outcome: 'ok', calls: [], answer: { short: '' as never, full: '' as never, isTruncated: false } },
      pullRequest: undefined,
    },
    {
      changes: 'off',
      branchPrefix: 'sluice/',
      ref: undefined,
      identity: { ...host, workflow: 'Review' },
      writer: { key: 'k', run: '1' },
    },
    filter,
  ).map((intent) => ({ ...intent, files: [], purpose: undefined }))
export const wrote = (path: string, more: object = {}) =>
  call({
    name: 'write_file',
    diff: { path } as never,
    rule: { file: 'a.toml', line: 1, tier: 'user', priority: 1, verdict: 'allow' },
    ...more,
  })
export const threads = (about: Task | undefined, outcomeOfRun = 'ok', review = 'comment') =>
  planFixedThreads({ outcome: outcomeOfRun } as never, about, { review } as never, [inline(), inline(), overview('x')])
