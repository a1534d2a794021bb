import { expect, test } from 'vitest'
import type { CallRecord, Ending, Outcome } from '../../src/record/events.ts'
import { outcomeFromEnding, worseOutcome } from '../../src/record/outcome.ts'

const call = (verdict?: 'allow' | 'deny'): CallRecord => ({
  id: '1',
  name: 'read_file',
  args: {},
  state: verdict === 'allow' ? 'success' : 'error',
  ms: 1,
  bytes: 1,
  verdict,
})
const answered: Ending = { end: 'answered', text: 'yes' }
const stopped: Ending = { end: 'stopped', reason: 'turns', text: '' }
const failed = (outcome: 'quota' | 'model' | 'config' | 'security' | 'internal'): Ending => ({
  end: 'failed',
  outcome,
  text: 'no',
})

const table: [name: string, ending: Ending, calls: CallRecord[], outcome: Outcome][] = [
  ['an answer', answered, [], 'ok'],
  ['an answer after calls', answered, [call('allow'), call('deny')], 'ok'],
  ['every call denied', answered, [call('deny'), call('deny')], 'denied'],
  ['denied, and one that never reached policy', answered, [call('deny'), call()], 'denied'],
  ['only calls that never reached policy', answered, [call()], 'ok'],
  ['stopped', stopped, [], 'budget'],
  ['stopped with everything denied', stopped, [call('deny')], 'budget'],
  ['cancelled', { end: 'stopped', reason: 'cancelled', text: '' }, [], 'budget'],
  ['the quota', failed('quota'), [call('deny')], 'quota'],
  ['the model', failed('model'), [], 'model'],
  ['our own fault', failed('internal'), [], 'internal'],
]
for (const [name, ending, calls, outcome] of table)
  test(`outcome: ${name}`, () => expect(outcomeFromEnding(ending, calls)).toBe(outcome))

const pairs: [one: Outcome, other: Outcome, graver: Outcome][] = [
  ['config', 'security', 'security'],
  ['internal', 'config', 'config'],
  ['ok', 'internal', 'internal'],
  ['budget', 'config', 'config'],
  ['ok', 'refused', 'refused'],
  ['ok', 'noop', 'noop'],
  ['ok', 'ok', 'ok'],
]
for (const [one, other, expected] of pairs)
  test(`the worse of ${one} and ${other} is ${expected}`, () =>
    expect([worseOutcome(one, other), worseOutcome(other, one)]).toEqual([expected, expected]))

const FAILURES: Readonly<Record<string, Pick<CallRecord, 'reason' | 'verdict'>>> = {
  failed: { reason: 'execution_failed', verdict: 'allow' },
  unknown: { reason: 'tool_not_registered' },
  'in place': { reason: 'edit_no_change', verdict: 'allow' },
}
const named = (
  name: string,
  result: 'ok' | 'denied' | 'failed' | 'unknown' | 'in place',
  args: Record<string, unknown> = {},
): CallRecord => ({
  ...call(result === 'ok' ? 'allow' : result === 'denied' ? 'deny' : undefined),
  name,
  args,
  ...FAILURES[result],
})
const read = named('read_file', 'ok')
const shell = (command: string, result: 'ok' | 'denied') => named('run_shell_command', result, { command })
const exited = (command: string, exit: number) => ({ ...shell(command, 'ok'), exit })
const ran = (id: string, command: string) => ({ ...exited(command, 0), id })
/** A call that the `gh` of a command made. */
const part = (parent: string, name: string, result: 'ok' | 'failed') => ({ ...named(name, result), parent })
const deliveries: [name: string, calls: CallRecord[], outcome: Outcome][] = [
  ['a denied proposal', [read, named('github__add_labels', 'denied')], 'denied'],
  ['a refused proposal', [read, named('github__review_comment', 'failed')], 'denied'],
  ['an unknown tool that writes', [read, named('mcp__github__merge_pull_request', 'unknown')], 'denied'],
  ["a server's denied write", [read, named('jira__create_issue', 'denied')], 'denied'],
  ['an unknown tool that makes something', [read, named('mcp__gemini-imagen__generate_image', 'unknown')], 'denied'],
  ['an unknown tool that reads', [read, named('mcp__github__get_weather', 'unknown')], 'ok'],
  ['a denied read', [read, named('jira__get_issue', 'denied')], 'ok'],
  ['a proposal whose effect is there', [read, named('github__add_labels', 'in place')], 'ok'],
  ['refused, then right', [named('github__comment', 'failed'), named('github__comment', 'ok')], 'ok'],
  ['right, then a refused one', [named('github__comment', 'ok'), named('github__comment', 'failed')], 'ok'],
  ['denied after one that was allowed', [named('github__comment', 'ok'), named('github__comment', 'denied')], 'denied'],
  ['another tool for the same', [named('add_issue_comment', 'unknown'), named('github__comment', 'ok')], 'ok'],
  ['another tool for something else', [named('submit_review', 'unknown'), named('github__comment', 'ok')], 'denied'],
  ['a denied comment by gh', [read, shell('gh issue comment 3 --body x', 'denied')], 'denied'],
  ['a denied push', [read, shell('git -c a=b push origin HEAD', 'denied')], 'denied'],
  ['a denied value for a later step', [read, shell('echo A=1 >> "$GITHUB_ENV"', 'denied')], 'denied'],
  ['a denied command that reads', [read, shell('gh pr view 3', 'denied')], 'ok'],
  ['a push that failed', [read, exited('git push origin HEAD', 128)], 'denied'],
  ['a comment by gh that failed', [read, exited('gh pr comment 5 --body x', 1)], 'denied'],
  [
    'a comment by gh that worked',
    [read, part('gh', 'github__comment', 'ok'), ran('gh', 'gh pr comment 5 --body x')],
    'ok',
  ],
  ['a comment by gh that nothing was proposed for', [read, exited('gh pr comment 5 --body x', 0)], 'denied'],
  [
    'a refused comment by gh, hidden by true',
    [read, part('gh', 'github__comment', 'failed'), ran('gh', 'gh pr comment 5 -b x || true')],
    'denied',
  ],
  [
    'a refused comment by gh, hidden by echo',
    [read, ran('gh', 'gh pr comment 5 -b x -R other/repo; echo ok')],
    'denied',
  ],
  [
    'a refused comment by gh in a condition',
    [read, ran('gh', 'if ! gh pr comment 5 -b x; then echo later; fi')],
    'denied',
  ],
  [
    'gh that writes by the API',
    [read, ran('gh', 'gh api -X POST repos/o/r/issues/5/labels -f "labels[]=bug" || true')],
    'denied',
  ],
  ['gh that reads by the API', [read, ran('gh', 'gh api repos/o/r/issues/5 || true')], 'ok'],
  ['gh that starts a workflow', [read, ran('gh', 'gh workflow run ci.yml || true')], 'denied'],
  ['a push hidden by true', [read, ran('push', 'git push || true')], 'denied'],
  ['a push hidden by a pipe', [read, ran('push', 'git push origin HEAD 2>&1 | tail -1')], 'denied'],
  ['a push hidden by a later command', [read, ran('push', 'git push origin HEAD; git log -1')], 'denied'],
  ['a push hidden by a later line', [read, ran('push', 'git push origin HEAD\ngit log -1')], 'denied'],
  ['a push hidden by a condition', [read, ran('push', 'if git push; then echo yes; fi')], 'denied'],
  ['a push hidden by a substitution', [read, ran('push', 'echo $(git push)')], 'denied'],
  ['a push hidden by the background', [read, ran('push', 'git push & wait')], 'denied'],
  [
    'a push whose exit code counts',
    [read, ran('push', 'git add . && git commit -m "a; b || c" && git push 2>&1 && echo done')],
    'ok',
  ],
  [
    'a push that failed, then a pull request',
    [exited('git push', 1), part('gh', 'github__create_pull_request', 'ok'), ran('gh', 'gh pr create -t a -b b')],
    'ok',
  ],
  ['words about a push', [read, ran('echo', 'echo "then git push || true"')], 'ok'],
  ['a here-document about gh', [read, ran('cat', "cat <<'EOF' > plan.md\ngh pr merge 5\nEOF")], 'ok'],
  [
    'a comment by gh that failed, then one that worked',
    [exited('gh pr comment 5', 1), named('github__comment', 'ok')],
    'ok',
  ],
  ['a value for a later step that failed', [exited('echo A=1 >> "$GITHUB_ENV"', 1)], 'denied'],
  ['a test that failed', [read, exited('npm test', 1)], 'ok'],
  [
    'a review that was started only',
    [named('github__create_pending_pull_request_review', 'ok'), named('submit_pending_pull_request_review', 'failed')],
    'denied',
  ],
  [
    'a review that was started by method only',
    [
      named('github__pull_request_review_write', 'ok', { method: 'create' }),
      named('github__pull_request_review_write', 'failed', { method: 'submit_pending' }),
    ],
    'denied',
  ],
  ['a branch without files', [named('github__create_branch', 'ok'), named('github__push_files', 'failed')], 'denied'],
  ['a denied list of things to do', [read, named('write_todos', 'denied')], 'ok'],
]
for (const [name, calls, outcome] of deliveries)
  test(`outcome of delivery: ${name}`, () => expect(outcomeFromEnding(answered, calls)).toBe(outcome))

test('a denied edit is a missing result where the workflow delivers changes', () => {
  const calls = [read, named('write_file', 'denied')]
  expect(outcomeFromEnding(answered, calls)).toBe('ok')
  expect(outcomeFromEnding(answered, calls, true)).toBe('denied')
})
