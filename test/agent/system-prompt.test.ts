import { expect, test } from 'vitest'
import { fillSystemPrompt, readSystemPromptFile, systemPrompt } from '../../src/agent/system-prompt.ts'
import { UserError } from '../../src/platform/errors.ts'
import type { CommitReader } from '../../src/platform/files/workspace.ts'

const facts = { mode: 'default', memory: '', tools: ['read_file'] } as const

test('the system text mentions proposal tools if there are any, without event names', () => {
  const text = systemPrompt({ ...facts, canPropose: true })
  expect(text).toContain('# What you may propose')
  expect(text).not.toMatch(/github__[a-z]/)
  expect(systemPrompt(facts)).not.toContain('# What you may propose')
})

test('tools that the text does not mention do not change it', () => {
  const with_ = (tools: string[]) => systemPrompt({ ...facts, canPropose: true, tools })
  expect(with_(['read_file', 'github__reply'])).toBe(with_(['read_file', 'github__comment']))
})

test('a replaced system text keeps the ground rules and the memory', () => {
  const text = systemPrompt({ ...facts, memory: 'Be brief.', override: 'You are Rex.\n', sections: ['# Skills'] })
  expect(text).toMatch(/^You are Rex\.\n\n# Ground rules\n/)
  expect(text).toContain('Be brief.')
  expect(text).not.toContain('You are Sluice')
  expect(text).not.toContain('# Skills')
})

const files: Record<string, string> = { '.gemini/system.md': 'usual', 'docs/agent.md': 'named' }
const steering = { read: async (path: string) => files[path] } as Partial<CommitReader> as CommitReader

const named: [given: string | undefined, text: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['0', undefined],
  ['False', undefined],
  ['1', 'usual'],
  ['TRUE', 'usual'],
  ['docs/agent.md', 'named'],
  ['./docs/agent.md', 'named'],
  ['/srv/repo/docs/agent.md', 'named'],
]
for (const [given, text] of named)
  test(`GEMINI_SYSTEM_MD: ${given}`, async () =>
    expect(await readSystemPromptFile(given, steering, '/srv/repo')).toBe(text))

const refused: [given: string, complaint: RegExp][] = [
  ['docs/none.md', /^missing system prompt file 'docs\/none\.md'/],
  ['/etc/agent.md', /outside the repository/],
  ['~/agent.md', /outside the repository/],
  ['docs/../../agent.md', /outside the repository/],
]
for (const [given, complaint] of refused)
  test(`GEMINI_SYSTEM_MD: ${given} is refused`, async () => {
    await expect(readSystemPromptFile(given, steering, '/srv/repo')).rejects.toThrow(complaint)
    await expect(readSystemPromptFile(given, steering, '/srv/repo')).rejects.toThrow(UserError)
  })

const fillings = { tools: ['read_file', 'glob'], skills: 'the skills', agents: '' }
const filled: [text: string, becomes: string][] = [
  ['Tools:\n${AvailableTools}', 'Tools:\n- read_file\n- glob'],
  ['${AgentSkills}|${SubAgents}|', 'the skills||'],
  ['Use ${read_file_ToolName}.', 'Use read_file.'],
  ['${other} ${} $AvailableTools', '${other} ${} $AvailableTools'],
]
for (const [text, becomes] of filled)
  test(`filled in: ${text}`, () => expect(fillSystemPrompt(text, fillings)).toBe(becomes))

test('filled in: no tools, and inserted text is not expanded again', () => {
  expect(fillSystemPrompt('${AvailableTools}', { ...fillings, tools: [] })).toBe('No tools are currently available.')
  expect(fillSystemPrompt('${AgentSkills}', { ...fillings, skills: '${AvailableTools}' })).toBe('${AvailableTools}')
})
