import { expect, test } from 'vitest'
import { changeReviewer, cliHelp, codebaseInvestigator } from '../../../src/agent/subagents/built-in.ts'
import { completeTaskTool } from '../../../src/agent/subagents/subagent-tools.ts'
import { canonicalToolName } from '../../../src/policy/rules/tool-names.ts'
import { interpolateKnown } from '../../../src/text/interpolate.ts'
import { TOOL_ALIASES } from '../../../src/tools/tool-aliases.ts'

const never = new AbortController().signal

/** The tools that read code from GitHub. */
const OF_GITHUB = ['get_diff', 'list_files', 'list_commits', 'get_file'].map((name) => `github__${name}`)

const FINDING = { path: 'a.ts', line: 3, severity: 'high', title: 'Leak', explanation: 'It is exported.' }

const REPORT = {
  SummaryOfFindings: 'It is there.',
  ExplorationTrace: ['searched'],
  RelevantLocations: [{ FilePath: 'a.ts', Reasoning: 'it is there', KeySymbols: ['a'] }],
}

const reports: [name: string, agent: typeof cliHelp, report: unknown, text: string | RegExp][] = [
  ['the investigator’s, as JSON that people can read', codebaseInvestigator, REPORT, JSON.stringify(REPORT, null, 2)],
  [
    'the investigator’s without a reason',
    codebaseInvestigator,
    { ...REPORT, RelevantLocations: [{ FilePath: 'a.ts', KeySymbols: [] }] },
    /"RelevantLocations\/0":\["must have required property 'Reasoning'"\]/,
  ],
  [
    'the findings of a part, as JSON',
    changeReviewer,
    { findings: [FINDING], notRead: [] },
    JSON.stringify({ findings: [FINDING], notRead: [] }, null, 2),
  ],
  [
    'a finding of a part without a line',
    changeReviewer,
    { findings: [{ ...FINDING, line: 0, severity: 'bad' }], notRead: [] },
    /"findings\/0\/line":\["must be >= 1"\],"findings\/0\/severity"/,
  ],
  [
    'an answer and where it stands',
    cliHelp,
    { answer: 'Set max_turns.', sources: ['docs/README.md', 'policies/plan.toml'] },
    'Set max_turns.\n\n**Sources:**\n- docs/README.md\n- policies/plan.toml',
  ],
  ['an answer that stands nowhere', cliHelp, { answer: 'It is not said.', sources: [] }, 'It is not said.'],
  ['an answer without sources', cliHelp, { answer: 'x' }, /must have required property 'sources'/],
]
for (const [name, agent, report, text] of reports)
  test(`a report: ${name}`, async () => {
    const handIn = completeTaskTool(agent.output)
    const result = await handIn.tool.run({ report }, never)
    if (typeof text === 'string') expect([result.ok, handIn.report()]).toEqual([true, text])
    else {
      expect(handIn.report()).toBeUndefined()
      expect(result.ok ? '' : result.text).toMatch(text)
    }
  })

for (const agent of [codebaseInvestigator, changeReviewer, cliHelp])
  test(`${agent.name} only names what there is`, () => {
    for (const tool of agent.tools ?? []) {
      expect([...Object.keys(TOOL_ALIASES), ...OF_GITHUB]).toContain(tool)
      expect(canonicalToolName(tool)).toBe(tool)
    }
    const facts = { [agent.inputName]: 'THE TASK', today: '', activeModel: 'gemini-x', cliVersion: '1.2.3' }
    expect(interpolateKnown(agent.query, facts)).toContain('THE TASK')
    expect(interpolateKnown(agent.query + agent.systemPrompt, facts)).not.toMatch(/\$\{/)
  })
