import { expect, test } from 'vitest'
import { readInputs } from '../../../src/config/inputs.ts'
import { loadSettings } from '../../../src/config/settings/settings.ts'
import type { CommitReader } from '../../../src/platform/files/workspace.ts'
import { settingsRules } from '../../../src/policy/rules/settings-rules.ts'

const nothing: CommitReader = {
  ref: 'base',
  read: async () => undefined,
  entries: async () => ({ files: [], folders: [] }),
  list: async () => [],
  loaded: () => [],
}

/** Settings as workflows of run-gemini-cli write them into their input, of this year and of the first one. */
const server = (tools: string[], image: string) => ({
  github: {
    command: 'docker',
    args: ['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', image],
    includeTools: tools,
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: '${GITHUB_TOKEN}' },
  },
})
const review = {
  model: { maxSessionTurns: 25 },
  telemetry: { enabled: true, target: 'local', outfile: '.gemini/telemetry.log' },
  mcpServers: server(['pull_request_read', 'pull_request_review_write'], 'ghcr.io/github/github-mcp-server:v0.27.0'),
  tools: { core: ['run_shell_command(cat)', 'run_shell_command(echo)'] },
}
const first = {
  maxSessionTurns: 20,
  mcpServers: server(['submit_pending_pull_request_review'], 'ghcr.io/github/github-mcp-server'),
  coreTools: ['run_shell_command(gh pr view)', 'run_shell_command(cat)'],
  telemetry: { enabled: true, target: 'gcp' },
}
const published: [name: string, written: object, read: object, notices: number][] = [
  ['review', review, review, 0],
  [
    'plan and execute, without tools of its own',
    { ...review, tools: { core: [] } },
    { ...review, tools: { core: [] } },
    0,
  ],
  [
    'review, with flat keys',
    first,
    {
      model: { maxSessionTurns: 20 },
      mcpServers: first.mcpServers,
      tools: { core: first.coreTools },
      telemetry: first.telemetry,
    },
    1,
  ],
]
for (const [name, written, read, count] of published)
  test(`published settings: ${name}`, async () => {
    const env = { INPUT_SETTINGS: JSON.stringify(written, null, 2), GITHUB_TOKEN: 'ghs-0123456789abcdef' }
    const notices: string[] = []
    const settings = await loadSettings(readInputs(env).settings, nothing, (text) => notices.push(text), { env })
    expect(settings).toEqual(read)
    expect(notices).toHaveLength(count)
    expect(settingsRules(settings).length).toBeGreaterThan(0)
  })
