import { deliver, nameRecord, planIntents } from '../../src/delivery/deliver.ts'
import { movedHeadNotice, planCommits } from '../../src/delivery/plan/commit-plan.ts'
import type { EditedFile } from '../../src/delivery/plan/patch.ts'
import { buildReport } from '../../src/delivery/report/compose-report.ts'
import { summarizeProposals } from '../../src/delivery/report/receipt-summary.ts'
import type { RunReport } from '../../src/delivery/run-report.ts'
import type { Task } from '../../src/github/events/task.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { change, denied, finished, SECRET, task } from './delivery-fixture.ts'
import { stage } from './post/post-values.ts'
import { commit as commitOf, run as reportOf } from './report/report-values.ts'

export const filter = createSecretFilter([SECRET])
export const identity = {
  server: 'https://github.com',
  repository: 'octo/pond',
  workflow: 'Review',
  job: 'gemini',
  run: '100.1',
}
export const edit = (path = 'a.ts', after = 'two\n'): EditedFile => change(path, 'one\n', after)
export const onPull = (more: object = {}) =>
  ({
    ...task,
    kind: 'pull_request',
    number: 8,
    head: { ref: 'topic', sha: 'h'.repeat(40), repo: 'octo/pond' },
    ...more,
  }) as Task
export const secretCommit = commitOf({ blocked: { reason: 'a contains a secret', isSecret: true } })
export const mode = (changes: string) => ({ changes, filter }) as never
export const moved = (about: Task | undefined, outcome = 'ok', more: object = {}, answers: object = {}) =>
  movedHeadNotice(
    about,
    outcome as never,
    {
      github: stage({ pull: { head: { sha: 'n'.repeat(40) } }, ...answers }).github,
      comment: 'sticky',
      ...more,
    } as never,
  )
export const kinds = (report: Partial<RunReport>, more: object = {}, context: object = {}) =>
  planIntents({ report: reportOf(report), task, announcement: {}, ...more }, {
    comment: 'sticky',
    review: 'comment',
    identity,
    patchPath: '/p',
    checkRun: false,
    failOn: [],
    ...context,
  } as never).map((intent) =>
    'marker' in intent
      ? `${intent.kind} ${intent.id ?? ''} ${intent.isFirst ?? ''} ${/state=\w+/.exec(intent.marker)?.[0]}`
      : intent.kind,
  )
export const record = async (about: Task | undefined, more: object = {}, kept: object = {}, ended: object = {}) => {
  const asked: unknown[] = []
  const context = {
    github: {},
    comment: 'sticky',
    dryRun: false,
    identity,
    keepRecord: async ({ isPosted, mayOffer }: { isPosted: boolean; mayOffer: boolean }) => {
      asked.push(isPosted, mayOffer)
      return kept
    },
    ...more,
  }
  const offers = await nameRecord(
    about,
    { ending: { end: 'answered', text: '' }, events: [], ...ended } as never,
    '',
    context as never,
  )
  return [offers, asked, (context.identity as { record?: object }).record]
}
export const delivered = async (ended: object, more: object = {}, about: Task | undefined = task) => {
  const { github, calls } = stage()
  const notices: string[] = []
  const context = {
    github,
    filter,
    identity: { ...identity },
    emit: (event: RunEvent) => void (event.type === 'notice' && notices.push(event.text)),
    comment: 'off',
    review: 'comment',
    changes: 'report',
    branchPrefix: 'sluice/',
    checkRun: false,
    failOn: [],
    dryRun: false,
    patchPath: '/nowhere/x.patch',
    writeSummary: async () => {},
    ...more,
  }
  const { outcome, deliveryError, receipts, changes } = await deliver(
    about,
    { ...finished(), ...ended } as never,
    {},
    context as never,
  )
  return [
    outcome,
    deliveryError ?? '',
    receipts.map(({ intent, state, reason = '' }) => `${intent.kind} ${state} ${reason}`.trim()),
    changes.map(({ path, delivered: done }) => `${path} ${done}`),
    notices,
    calls.map((each) => each.split(' ')[0]),
  ]
}
export const built = async (more: object) => {
  const report = await buildReport({ ...finished(), patches: [], ...more } as never, identity, filter)
  return Object.fromEntries(
    Object.entries(report).filter(([name]) =>
      ['stop', 'github', 'answer', 'notices', 'isolation', 'runUrl', 'offers', 'models'].includes(name),
    ),
  )
}
export const notice = (text: string, more: object = {}): RunEvent =>
  ({ type: 'notice', level: 'info', text, ...more }) as never
export const lost = (name: string, more: object = {}) => denied({ name, args: {}, ...more })
export const proposals = (...all: object[]) => summarizeProposals(all as never, { review: 'comment' })
export const pull = (more: object = {}) => ({
  kind: 'create_pull_request',
  title: 'T',
  body: 'B',
  draft: false,
  ...more,
})
export const branch = {
  kind: 'branch',
  branch: 'seal',
  base: { sha: 's', branch: 'main' },
  message: 'Seal',
  files: [edit('b')],
}
export const commitsOf = (...all: object[]) =>
  planCommits({ task, changes: [edit()], report: reportOf(), proposals: all as never }, {
    changes: 'commit',
    branchPrefix: 'sluice/',
    ref: undefined,
    identity,
    filter,
  } as never).map((intent) =>
    'files' in intent ? `${intent.kind} ${intent.branch} ${intent.files.map(({ path }) => path)}` : intent.kind,
  )
