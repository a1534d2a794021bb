import type { Intent, Receipt } from '../../../src/delivery/plan/intent.ts'
import type { EditedFile } from '../../../src/delivery/plan/patch.ts'
import { composeProgress } from '../../../src/delivery/post/announce.ts'
import { type BatchEntry, composeBatch } from '../../../src/delivery/report/batch-report.ts'
import { changeRecords } from '../../../src/delivery/run-changes.ts'
import type { RunReport } from '../../../src/delivery/run-report.ts'
import { createSecretFilter } from '../../../src/platform/redact/redact.ts'
import type { CallRecord, RunEvent } from '../../../src/record/events.ts'
import { call, called, denied } from '../delivery-fixture.ts'

export const usage = { input: 0, cached: 0, output: 0, thoughts: 0, tool: 0, total: 0 }
export const some = { input: 2000, cached: 0, output: 300, thoughts: 50, tool: 10, total: 2360 }
export const words = (text: string) => ({ short: text as never, full: `${text} In full.` as never, isTruncated: false })

/** A run that did nothing, with changes. */
export const run = (more: Partial<RunReport> = {}): RunReport => ({
  outcome: 'ok',
  answer: words('Fine.'),
  calls: [],
  timeline: [],
  patches: [],
  steering: { files: [], ignored: [] },
  notices: [],
  models: [],
  usage,
  cost: { usage, usd: undefined, models: [], turns: [] },
  turns: 0,
  ms: 1000,
  session: 'session-1',
  ...more,
})
export const patch = { path: 'a.ts', added: 1, removed: 2, text: '-b\n-c\n+a\n', binary: false }
export const shell = (exit: number | string, command = 'make') =>
  call({ name: 'run_shell_command', args: { command }, exit: exit as number })
export const failed = (more = {}) => call({ state: 'error', verdict: 'allow', reason: 'timed_out', ...more })
export const hooked = denied({ remedy: 'The rules allow it, but a hook stopped it.' })
export const checked = denied({ remedy: 'The rules allow it, but the safety checker stopped it.' })
export const note = (level: 'info' | 'warning' | 'error', text = `Of the level ${level}.`) => ({ level, text })
export const file = { path: 'GEMINI.md', ref: 'b'.repeat(40), sha: 'c'.repeat(40), bytes: 999 }
export const missing = (path: string, reason = 'is too large', expected = false) => ({
  path,
  kind: 'changed' as const,
  reason,
  expected,
})
export const page = { top: 'Top', below: 'Below' }
export const comment: Intent = { kind: 'comment', number: 7, marker: '<!-- m -->', page }
export const commit = (more = {}): Intent => ({
  kind: 'commit',
  files: [],
  bases: [],
  branch: 'b',
  message: 'm',
  trailer: 't',
  ...more,
})
export const reply = (body = 'Words'): Intent => ({ kind: 'reply', number: 7, comment: 3, body }) as never
export const receipt = (intent: Intent, state: Receipt['state'], more: Partial<Receipt> = {}): Receipt => ({
  intent,
  state,
  ...more,
})
export const check: Intent = {
  kind: 'check_run',
  name: 'Sluice',
  sha: 's',
  externalId: 'e',
  conclusion: 'success',
  title: 't',
  summary: page,
  text: '',
  annotations: [],
}
export const summary: Intent = { kind: 'summary', page }
export const fixed: Intent = { kind: 'resolve_fixed', number: 7, commentedPaths: [] }
export const request: Intent = { kind: 'create_pull_request', title: 'T', body: 'B' } as never
export const host = { server: 'https://github.com', repository: 'octo/pond' }
export const progress = (...events: RunEvent[]) =>
  composeProgress(events, 1499, host, { text: (text) => text }).markdown
export const todos = (items: unknown, more = {}): RunEvent =>
  called(call({ name: 'write_todos', args: { todos: items }, ...more }))
export const todo = (status: string, description = 'Look') => ({ description, status })
export const started = (id: string, name: string): RunEvent =>
  ({ type: 'call_state', id, name, state: 'executing' }) as never
export const offers = { phrase: '@sluice', codes: [{ id: 'c1', code: 'ABC' }] } as never
export const entry = ({ out, ...more }: { out?: object; [field: string]: unknown }): BatchEntry =>
  ({
    number: 1,
    state: 'ran',
    outcome: 'ok',
    file: 'f.json',
    outputs: {
      error: '',
      receipts: '',
      summary: '# T\n\n**Done** well',
      comment_url: '',
      stats: '',
      denied: '',
      plan: '',
      cost_usd: '1',
      ...out,
    },
    ...more,
  }) as never
export const batch = (...entries: BatchEntry[]) => composeBatch(entries, 's')
export const priced = (usd: number | undefined, turns: number, models = 1) =>
  ({
    cost: {
      usage: some,
      usd,
      models: Array.from({ length: models }, (_, index) => ({ model: `m${index}`, requests: 2, usage: some, usd })),
      turns: Array.from({ length: turns }, (_, turn) => ({ turn, usage: some, usd })),
    },
  }) as never
export const summaryOf = (title: string) => title.replace(/[\s\S]*<summary>|<\/summary>[\s\S]*/g, '')
export const changes = (
  edited: EditedFile[],
  {
    mode = 'report',
    others = [],
    receipts = [],
    ...more
  }: {
    mode?: 'off' | 'report' | 'commit'
    others?: ReturnType<typeof missing>[]
    receipts?: Receipt[]
  } & Partial<RunReport>,
) =>
  changeRecords(
    { changes: edited, undelivered: others },
    { report: run(more), receipts },
    { changes: mode, filter: createSecretFilter([]) },
  )
export const without = (record: CallRecord, ...fields: string[]): CallRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name))) as CallRecord // optional fields
