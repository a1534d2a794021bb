import { expect, test } from 'vitest'
import { missingToolNotices } from '../../src/agent/offered-tools.ts'
import type { Tool } from '../../src/tools/tool.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'

const tool = (name: string, server?: string): Tool => ({
  name,
  aliases: [],
  annotations: {},
  server,
  declare: () => ({ name, description: '', parameters: {} }),
  parse: (args) => ({ ok: true, args }),
  run: async () => ({ ok: true, content: '' }),
})
const toolbox = makeToolbox([tool('read_file'), tool('pond__count', 'pond'), tool('discovered_tool_weigh')])

const cases: [tools: string[] | undefined, vain: string][] = [
  [undefined, ''],
  [['read_file', 'pond__count', 'count', 'pond__*', 'mcp_pond_*', 'mcp_*', '*', 'discovered_tool_weigh'], ''],
  [['run_shell_command', 'ReadFileTool'], ''], // of which a run may have fewer
  [
    ['lake__count', 'read_file', 'pond__weigh', 'lake__*', 'discovered_tool_spill'],
    'lake__count, pond__weigh, lake__*, discovered_tool_spill',
  ],
]
for (const [tools, vain] of cases)
  test(`tools of a sub-agent that a run does not have: ${tools}`, () =>
    expect(missingToolNotices([{ name: 'scout', tools }], toolbox)).toEqual(
      vain === '' ? [] : [`The sub-agent scout names tools that this run does not have: ${vain}.`],
    ))
