import { expect, test } from 'vitest'
import { improvise, type Wish } from './improvised.ts'

const shell = (command: string): Wish => ({ tool: 'run_shell_command', args: { command } })
const shells = (...commands: string[]) => commands.map((command) => `run_shell_command(${command})`)
const file = { tool: 'write_file', args: { file_path: 'review.md', content: 'Fine.\n' } }
const read = { tool: 'read_file', args: { file_path: 'README.md' } }
const grep = { tool: 'grep_search', args: { pattern: 'emoji' } }
const comment = { tool: 'mcp__github__add_issue_comment', args: { issue_number: 7, body: 'Looked at.' } }

const github = (image: string, includeTools?: string[]) => ({
  github: {
    command: 'docker',
    args: ['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', image],
    includeTools,
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: '${GITHUB_TOKEN}' },
  },
})
const IMAGE = 'ghcr.io/github/github-mcp-server'
const gcp = { enabled: false, target: 'gcp' }

/**
 * The shapes of `settings` in the example workflows of run-gemini-cli, of its first year and of today, with `${{ }}` filled
 * in as for a project without Google Cloud; and what a model tries there: calls that must be allowed, and that must not.
 */
const published: [example: string, settings: object, allowed: Wish[], denied: Wish[]][] = [
  [
    'pr-review, first version',
    {
      maxSessionTurns: 20,
      mcpServers: github(IMAGE),
      coreTools: [
        'mcp__github__create_pending_pull_request_review',
        'mcp__github__add_comment_to_pending_review',
        ...shells('echo', 'gh pr view', 'gh pr diff', 'cat', 'head', 'tail', 'grep'),
        'write_file',
      ],
      telemetry: { enabled: true, target: 'gcp' },
      sandbox: false,
    },
    [shell('cat README.md | head -1'), file, comment],
    [shell('gh pr merge 7'), read],
  ],
  [
    'pr-review and invoke',
    {
      model: { maxSessionTurns: 25 },
      telemetry: gcp,
      mcpServers: github(`${IMAGE}:v0.27.0`, ['add_issue_comment', 'pull_request_read', 'push_files']),
      tools: { core: shells('cat', 'echo', 'grep', 'head', 'tail') },
    },
    [shell('echo "${EVENT_NAME}"'), shell('grep -c a README.md'), comment],
    [shell('git push'), file],
  ],
  [
    'plan-execute',
    {
      model: { maxSessionTurns: 25 },
      telemetry: { enabled: true, target: 'local', outfile: '.gemini/telemetry.log' },
      mcpServers: github(`${IMAGE}:v0.27.0`, ['add_issue_comment', 'issue_read', 'create_pull_request']),
      tools: { core: [] },
    },
    [comment],
    [shell('ls'), read],
  ],
  [
    'triage',
    { model: { maxSessionTurns: 25 }, telemetry: gcp, tools: { core: shells('echo', 'jq', 'printenv') } },
    [shell('printenv AVAILABLE_LABELS || echo none')],
    [shell('cat README.md'), file],
  ],
  [
    'issue-cleanup',
    {
      model: { maxSessionTurns: 50 },
      tools: { core: ['grep_search', 'read_file', 'list_directory', ...shells('gh', 'git', 'date', 'node')] },
    },
    [grep, read, shell('date -u'), shell('git log -1')],
    [shell('curl https://example.com'), file],
  ],
  [
    'issue-fixer',
    { debug: false, model: { maxSessionTurns: 200 }, mcpServers: github(IMAGE), telemetry: gcp },
    [read, grep, comment],
    [],
  ],
]
for (const [example, settings, allowed, denied] of published)
  test.concurrent(`settings of the example ${example} work unchanged`, () =>
    improvise(
      {
        turns: [[...allowed, ...denied]],
        policies: '',
        repo: { 'README.md': 'Cuts an emoji in half.\n' },
        step: { inputs: { settings: JSON.stringify(settings, null, 2) }, env: { EVENT_NAME: 'pull_request' } },
      },
      ({ last, said: [replies = []] }) => {
        // Edits are reported when a workflow forbids pushes; a forbidden merge has no substitute.
        const withholdsMerge = JSON.stringify(denied).includes('gh pr merge')
        expect([last.outputs.outcome, last.exitCode], last.log).toEqual([withholdsMerge ? 'denied' : 'ok', 0])
        const refused = replies.map((reply) => /^Tool execution denied/.test(reply))
        expect(refused, replies.join('\n---\n')).toEqual([...allowed.map(() => false), ...denied.map(() => true)])
      },
    ))
