import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { sample } from '../sample.ts'
import { playRow, workflowTexts } from './every-example.ts'

/**
 * Each workflow of the examples and of the pages, for each event that it names, from a member, a stranger and a fork, in the checkout that
 * its own steps leave. Written by hand from GitHub's documentation, the README and the page about workflows.
 *
 * | workflow | event and person | comment, label or schedule | checkout | what the model read | what GitHub has then | what people read |
 *
 * "no run" and "each job is skipped": GitHub starts nothing, because no event fits, or because each `if` is false. `main after`: the file
 * that differs by branch, and one that main has changed since the branches began.
 */
const TABLE = `
| review.yml | opened, synchronize, reopened, ready_for_review: branch of a member | | merge of topic | topic before | | **No open findings.** |
| review.yml | opened, synchronize, reopened, ready_for_review: fork of a stranger | | merge of fork | | | noop: GitHub gives no secrets to runs for pull requests from other repositories (stan/pond) |
| review.yml | opened: Dependabot | | merge of bump | | | refused: To let it start runs, add exactly "dependabot[bot]" there |
| review-sarif.yml | opened, synchronize, reopened, ready_for_review: branch of a member | | merge of topic | topic before | | **No open findings.** |
| review-sarif.yml | opened: fork of a stranger | | merge of fork | | | noop: GitHub gives no secrets to runs for pull requests from other repositories (stan/pond) |
| dependabot.yml | opened, synchronize, reopened: Dependabot | | merge of bump | bump before | | **No open findings.** |
| dependabot.yml | opened: branch of a member | | each job is skipped |
| dependabot.yml | opened: fork of a stranger | | each job is skipped |
| dependabot.yml | ready_for_review: Dependabot | | no run |
| mention.yml | comment on an issue by a member | @gemini-cli why? | main | main after | | #3: The answer. |
| mention.yml | comment on an issue by a member | I see. | each job is skipped |
| mention.yml | comment on an issue by a member | @gemini-cli /fix it | each job is skipped |
| mention.yml | comment on an issue by a stranger | @gemini-cli why? | main | | | refused: stan has read permission on octo/pond; to start a run, it needs write permission |
| mention.yml | comment on a pull request by a member | @gemini-cli why? | main | topic before | | #20: The answer. |
| mention.yml | comment on a pull request by a stranger | @gemini-cli why? | main | | | refused: stan has read permission on octo/pond |
| mention.yml | comment on a fork by a member | @gemini-cli why? | main | fork before | | #21: The answer. |
| mention.yml | comment on a fork by its author | @gemini-cli why? | main | | | refused: stan has read permission on octo/pond |
| mention.yml | comment on a line by a member | @gemini-cli why? | merge of topic | topic before | | #20: The answer. |
| mention.yml | comment on a line by a stranger | @gemini-cli why? | merge of topic | | | refused: stan has read permission on octo/pond |
| mention.yml | comment on a line of a fork by a member | @gemini-cli why? | merge of fork | | | noop: GitHub gives no secrets to runs for pull requests from other repositories (stan/pond) |
| mention.yml | comment on a line of a fork by its author | @gemini-cli why? | merge of fork | | | noop: GitHub gives no secrets to runs for pull requests from other repositories (stan/pond) |
| fix.yml | comment on an issue by a member | @gemini-cli /fix it | main | main after | pull request to main from main: src/new.js | **Done.** |
| fix.yml | comment on an issue by a member | @gemini-cli why? | each job is skipped |
| fix.yml | comment on an issue by a stranger | @gemini-cli /fix it | main | | | refused: stan has read permission on octo/pond |
| fix.yml | comment on a pull request by a member | @gemini-cli /fix it | main | topic before | pull request to topic from topic: src/new.js | **\`npm test\` passes with and without the change.** |
| fix.yml | comment on a pull request by a stranger | @gemini-cli /fix it | main | | | refused: stan has read permission on octo/pond |
| fix.yml | comment on a fork by a member | @gemini-cli /fix it | main | fork before | | the pull request comes from stan/pond, where this token cannot write; the patch contains the change |
| fix.yml | comment on a fork by its author | @gemini-cli /fix it | main | | | refused: stan has read permission on octo/pond |
| fix.yml | comment on a line by a member | @gemini-cli /fix it | main | topic before | pull request to topic from topic: src/new.js | **Done.** |
| fix.yml | comment on a line by a stranger | @gemini-cli /fix it | main | | | refused: stan has read permission on octo/pond |
| fix.yml | comment on a line of a fork by a member | @gemini-cli /fix it | main | | | noop: GitHub gives no secrets to runs for pull requests from other repositories (stan/pond) |
| fix.yml | comment on a line of a fork by its author | @gemini-cli /fix it | main | | | noop: GitHub gives no secrets to runs for pull requests from other repositories (stan/pond) |
| triage.yml | label by a member | needs-triage | main | main after | labels of 3: bug | label \`bug\` added to #3 |
| triage.yml | label by a member | later | each job is skipped |
| triage-scheduled.yml | schedule | 23 3 * * * | main | main after | labels of 3: bug | label \`bug\` added to #3 |
| triage-scheduled.yml | start on main | | main | main after | labels of 3: bug | label \`bug\` added to #3 |
| triage-scheduled.yml | start on release | | release | release before | labels of 3: bug | label \`bug\` added to #3 |
| fix-ci.yml | CI failed on main | | main, main | main after | pull request to main from main: src/new.js | **\`npm test\` passes with and without the change.** |
| fix-ci.yml | CI failed on the branch of a member | | main, topic | topic before | pull request to topic from topic: src/new.js | **Done.** |
| fix-ci.yml | CI failed on a fork | | each job is skipped |
| fix-ci.yml | CI succeeded on main | | each job is skipped |
| maintain.yml | schedule | 17 4 * * 1 | main | main after | pull request to main from main: src/new.js | **Done.** |
| maintain.yml | start on main | | main | main after | pull request to main from main: src/new.js | **Done.** |
| maintain.yml | start on release | | release | release before | pull request to release from release: src/new.js | **Done.** |
| fork-review.yml | Review of a fork | | main | fork before | | #21: The answer. |
| fork-review.yml | Review of a branch of a member | | each job is skipped |
| fork-review.yml | CI succeeded on main | | no run |
| scale-triage.yml | schedule | 17 1 * * * | main | main after | labels of 3: bug | **All shards: 1 done.** |
| scale-triage.yml | start on main | | main | main after | labels of 3: bug | **All shards: 1 done.** |
| scale-label.yml | start on main | | main | main after | labels of 3: area: api | **All shards: 1 done.** |
| scale-label.yml | start on release | | release | release before | labels of 3: area: api | **All shards: 1 done.** |
| scale-review.yml | start on main | | main | main after | | \`src/page.ts\` |
| scale-review.yml | start on release | | release | release before | | **All shards: 1 done.** |
| scale-migrate.yml | start on main | | main | main after | pull request to main from main: src/later.js, src/which.js | **All shards: 2 done.** |
| scale-migrate.yml | start on release | | release | release before | pull request to release from release: src/later.js, src/which.js | **All shards: 2 done.** |
| docs/instructions.md | opened, synchronize, reopened, ready_for_review: branch of a member | | merge of topic | topic before | | **No open findings.** |
| docs/pictures.md | label by a member | screenshot | main | main after | | #3: The answer. |
| docs/pictures.md | label by a member | later | each job is skipped |
| docs/gate.md | opened, synchronize, reopened, ready_for_review: branch of a member | | merge of topic | topic before | | **No open findings.** |
| docs/gate.md | edited: branch of a member | | each job is skipped |
| docs/gate.md | opened: fork of a stranger | | merge of fork | | | noop: GitHub gives no secrets to runs for pull requests from other repositories (stan/pond) |
| docs/gate.md | comment on a line by a member | why? | each job is skipped |
| docs/gate.md | comment on a line by a member | /dismiss it is meant so | merge of topic | | | noop: |
| docs/gate.md | comment on a line by a stranger | /dismiss it is meant so | merge of topic | | | noop: |
| docs/gate.md | comment on a line of a fork by its author | /dismiss it is meant so | merge of fork | | | noop: |
| docs/conversation.md | opened, synchronize, reopened: branch of a member | | | topic before | | **No open findings.** |
| docs/conversation.md | opened: fork of a stranger | | | | | noop: GitHub gives no secrets to runs for pull requests from other repositories (stan/pond) |
| docs/conversation.md | ready_for_review: branch of a member | | no run |
`

type Row = { file: string; event: string; words: string; expected: string[] }

const ROWS: Row[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [file = '', events = '', words = '', ...expected] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const [actions, person] = events.split(': ')
    const all = person === undefined ? [events] : (actions ?? '').split(', ').map((action) => `${action}: ${person}`)
    return all.map((event) => ({ file, event, words, expected }))
  })

test.concurrent.each(sample(ROWS, 4))('$file: $event $words', async ({ file, event, words, expected }) => {
  const played = await playRow(file, event, words)
  const [checkout, read, delivered, told = ''] = expected
  if (typeof played === 'string') return expect(played).toBe(checkout)
  const [, outcome = 'ok', text = ''] = /^(?:(noop|refused): ?)?(.*)$/.exec(told) ?? []
  expect(played).toEqual({
    ...{ checkouts: checkout, read, delivered, outcome },
    said: expect.stringContaining(text),
  })
})

/** The event that a row of the table is one of. */
const KINDS: [event: string, rows: RegExp][] = [
  ['pull_request', /^(?:opened|synchronize|reopened|ready_for_review|edited): /],
  ['issue_comment', /^comment on (?!a line)/],
  ['pull_request_review_comment', /^comment on a line/],
  ['issues', /^label /],
  ['workflow_run', /^(?:CI|Review) /],
  ['schedule', /^schedule$/],
  ['workflow_dispatch', /^start /],
]

test('the table has each event that a workflow names', () => {
  for (const [file, text] of Object.entries(workflowTexts())) {
    const { on } = parse(text)
    for (const name of typeof on === 'string' ? [on] : Object.keys(on)) {
      const rows = KINDS.find(([event]) => event === name)?.[1]
      const own = ROWS.filter((row) => row.file === file && rows?.test(row.event))
      expect(own.length, `${file}: ${name}`).toBeGreaterThan(0)
      if (name !== 'pull_request') continue
      for (const type of on[name]?.types ?? [])
        expect(
          own.map(({ event }) => event.split(':')[0]),
          `${file}: ${type}`,
        ).toContain(type)
    }
  }
})
