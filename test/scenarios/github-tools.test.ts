import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/record/events.ts'
import { github, THREADS, world } from './github-wishes.ts'
import { ALLOW_ANYWHERE, improvise } from './improvised.ts'

type Args = Record<string, unknown>
const NONE = { number: 99_999 }

/** Each GitHub tool, used correctly and with typical errors. */
const WISHES: Record<string, [well: Args, badly: Args]> = {
  get_issue: [{ number: 3 }, NONE],
  list_comments: [{ number: 3 }, NONE],
  get_pull_request: [{}, NONE],
  get_diff: [{}, NONE],
  list_files: [{}, NONE],
  list_commits: [{}, NONE],
  list_review_threads: [{}, NONE],
  get_check_runs: [{}, { ref: ['main'] }],
  get_job_log: [{ job_id: 4001 }, { job_id: 1 }],
  get_file: [{ path: 'src/shorten.js', ref: 'main' }, { path: 'src/none.js' }],
  search_issues: [{ query: 'leaks' }, {}],
  comment: [{ body: 'Beside the result.' }, { body: ' ' }],
  add_labels: [{ labels: ['bug'] }, { labels: ['no-such-label'] }],
  remove_labels: [{ labels: ['small'], number: 3 }, { labels: [] }],
  assign: [{ users: ['wendy'] }, { users: ['nobody-here'] }],
  update_issue: [{ number: 3, state: 'closed', duplicate_of: 4 }, { number: 3 }],
  create_issue: [
    { title: 'Another', body: 'It leaks elsewhere.' },
    { title: '', body: 'x' },
  ],
  review_comment: [
    { path: 'src/shorten.js', line: 3, body: 'This is not what it says.' },
    { path: 'src/shorten.js', line: 4000, body: 'Here.' },
  ],
  withdraw_comment: [{ id: '4469de6e374a' }, { id: 'none' }],
  reply: [
    { thread_id: THREADS[0], body: 'Because of the ducks.' },
    { thread_id: 'none', body: 'x' },
  ],
  resolve_thread: [{ thread_id: THREADS[1] }, { thread_id: 'none' }],
  create_pull_request: [
    { title: 'A page', body: 'One page more.' },
    { title: '', body: 'x' },
  ],
}
const names = Object.keys(WISHES)
const wishes = (which: 0 | 1) => Object.entries(WISHES).map(([name, args]) => github(name, args[which]))
const edit = { tool: 'write_file', args: { file_path: 'docs/new.md', content: 'New.\n' } }

test('every GitHub tool of a run, used correctly and incorrectly', () =>
  improvise(
    {
      turns: [[edit, ...wishes(0)], wishes(1)],
      policies: ALLOW_ANYWHERE,
      world,
      step: { inputs: { changes: 'pull_request', check_run: 'true' } },
    },
    ({ last, transcript, said: [well, badly] }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      const events: RunEvent[] = transcript
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      const had = events.flatMap((event) => (event.type === 'run_snapshot' ? event.tools : []))
      const forGitHub = had.filter(({ server, undeclared }) => server === 'github' && undeclared !== true)
      expect(forGitHub.map(({ name }) => name.replace('github__', '')).toSorted()).toEqual(names.toSorted())
      const calls = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
      const tried = (turn: 0 | 1) =>
        names.map((name, at) => {
          const { state } = calls.filter((call) => call.name === `github__${name}`)[turn] ?? {}
          return `${name}: ${state}: ${(turn === 0 ? well?.slice(1) : badly)?.[at]}`
        })
      expect(tried(0).filter((line) => !/^\w+: success/.test(line))).toEqual([])
      // Errors are helpful sentences, never stacks.
      expect(tried(1).filter((line) => !/^\w+: error: .{15}/s.test(line))).toEqual([])
      expect(badly?.join('\n')).not.toMatch(/\n\s+at /)
    },
  ))
