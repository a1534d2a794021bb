import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALLOW_ALL, improvise, type Wish } from './improvised.ts'
import { payloadOf } from './played-examples.ts'

/** A command of the model changes what a hook, a checker, a discovered tool and a late MCP server load. None of them starts again. */

const settings = {
  hooks: { BeforeTool: [{ matcher: 'glob', hooks: [{ type: 'command', command: 'f=ci/hook.sh; . $f' }] }] },
  tools: {
    discoveryCommand: `sh -c 'echo "[{\\"name\\": \\"weigh\\"}]"'`,
    callCommand: 'bash -c ". ci/tool.sh"',
  },
}
const DENYING = `if grep -q x ci/denylist; then echo '{"decision":"deny","reason":"by the commit"}'; else echo '{"decision":"allow"}'; fi\n`
const FISHER = `---
name: fisher
description: Knows the pond.
tools: [pond__*]
mcp_servers:
  pond:
    command: bash
    args: [-c, "exec node tools/pond-server.mjs"]
    trust: true
---

You count.
`
const repo = {
  '.gemini/checkers/guard.sh': `cat > /dev/null; ${DENYING}`,
  '.gemini/agents/fisher.md': FISHER,
  'ci/denylist': 'x\n',
  'ci/hook.sh': 'echo "by the commit" >&2; exit 2\n',
  'ci/tool.sh': 'echo "by the commit"\n',
  'tools/pond-server.mjs': readFileSync(join(import.meta.dirname, 'mcp-servers/repo/tools/pond-server.mjs'), 'utf8'),
}
const policies = `${ALLOW_ALL}[[safety_checker]]
toolName = "read_file"
checker = { type = "external", name = "guard" }
`
const asks: Wish[] = [
  { tool: 'read_file', args: { file_path: 'README.md' } },
  { tool: 'glob', args: { pattern: '*.md' } },
  { tool: 'discovered_tool_weigh', args: {} },
]
const attack =
  ': > ci/denylist; echo true > ci/hook.sh; echo "echo evil" > ci/tool.sh; echo "//" >> tools/pond-server.mjs'
const delegation = { tool: 'delegate_to_agent', args: { agent_name: 'fisher', prompt: 'How many frogs?' } }

/** `head`: the run works on a view of the head. `NO_EDITS`: commands write into a copy of the checkout. */
const NO_EDITS = '[[rule]]\ntoolName = ["write_file", "replace"]\ndecision = "deny"\npriority = 999\n'
const RUNS: [name: string, more: string, head: Record<string, string>][] = [
  ['in a view of the head', '', { 'src/only-in-head.js': '1\n' }],
  ['where commands write into a copy', NO_EDITS, {}],
]
test.skipIf(process.platform === 'win32').each(RUNS)(
  'no guard starts with what a command changed: %s',
  (_, more, head) =>
    improvise(
      {
        payload: payloadOf('mention-on-a-pull-request'),
        repo,
        head,
        policies: policies + more,
        turns: [
          asks,
          [{ tool: 'run_shell_command', args: { command: attack } }],
          asks,
          [delegation],
          [{ tool: 'pond__count', args: { kind: 'frogs' } }],
          [{ tool: 'complete_task', args: { result: 'None.' } }],
        ],
        step: { eventName: 'issue_comment', inputs: { settings: JSON.stringify(settings), sandbox: 'auto' } },
      },
      ({ said: [before, , after], last }) => {
        expect(before).toEqual(asks.map(() => expect.stringContaining('by the commit')))
        expect(after?.map((text) => /It loads ([\w/.-]+), which is not as it was/.exec(text)?.[1])).toEqual([
          'ci/denylist',
          'ci/hook.sh',
          'ci/tool.sh',
        ])
        expect(last.log).toMatch(/MCP server pond was not started: It loads tools\/pond-server\.mjs/)
      },
    ),
)
