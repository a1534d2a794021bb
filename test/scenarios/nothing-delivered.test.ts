import { expect, test } from 'vitest'
import { world } from './github-wishes.ts'
import { improvise, type Wish } from './improvised.ts'
import { workflowStep } from './workflow-step.ts'

// Calls that were to deliver something, did not, and end as if they had. checks.ts looks at every other scenario for the same.

const shell = (command: string): Wish => ({ tool: 'run_shell_command', args: { command } })
const HIDDEN: readonly (readonly [name: string, wish: Wish, inputs?: Record<string, string>])[] = [
  ['git push || true', shell('git push origin HEAD || true')],
  ['gh to another repository, then echo', shell('gh pr comment 7 -R other/repo --body Hello; echo ok')],
  ['an unknown tool', { tool: 'mcp__github__publish_package', args: { name: 'x' } }],
]

for (const [name, wish] of HIDDEN)
  test.concurrent(`nothing is delivered, and nobody says "Done": ${name}`, () =>
    improvise(
      { turns: [[{ tool: 'read_file', args: { file_path: 'README.md' } }, wish]], world },
      ({ last, github }) => {
        expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['denied', 0])
        const [comment] = github.world.comments
        expect(comment?.body).not.toMatch(/\*\*Done/)
        expect(last.summary).not.toMatch(/^\*\*Done/)
      },
    ))

test.concurrent('a token that only reads: a proposal is missing although a later step reads the answer, and its text is kept', () => {
  const started = workflowStep({
    file: 'own-shapes.yml',
    job: 'review-summary',
    event: 'pull-request-review',
    eventName: 'pull_request',
  })
  const comment = { tool: 'mcp__github__add_issue_comment', args: { issue_number: 7, body: 'A pair is cut in half.' } }
  return improvise({ ...started, turns: [[comment]] }, ({ last, github }) => {
    expect([last.outputs.outcome, last.exitCode, github.world.comments], last.log).toEqual(['config', 1, []])
    expect(last.outputs.error).toMatch(/`(?:pull-requests|issues): write`/)
    expect(last.summary).toContain('A pair is cut in half.')
    expect(last.summary).not.toMatch(/\*\*Done/)
  })
})

test.concurrent('a job without contents: write: the branch is missing, the permission is named, and the files are kept', () => {
  const started = workflowStep({
    file: 'gemini-plan-execute.yml',
    caller: 'dispatch.yml',
    job: 'plan-execute',
    event: 'mention-by-a-writer',
    eventName: 'issue_comment',
  })
  const mcp = (tool: string, args: object) => ({ tool: `mcp__github__${tool}`, args: { ...args } })
  const file = { branch: 'fix', path: 'src/new.js', content: 'export const kept = 1\n', message: 'Add it' }
  return improvise(
    {
      ...started,
      world: { tokenPermissions: { ...started.world?.tokenPermissions, contents: 'read' } },
      turns: [
        [mcp('create_branch', { branch: 'fix' })],
        [mcp('create_or_update_file', file)],
        [mcp('create_pull_request', { title: 'Add it', body: 'Closes #3', head: 'fix', base: 'main' })],
      ],
    },
    ({ last, github }) => {
      expect([last.outputs.outcome, last.exitCode, github.world.pulls], last.log).toEqual(['config', 1, []])
      expect(last.outputs.error).toContain('`contents: write`')
      expect(last.summary).toContain('export const kept = 1')
    },
  )
})
