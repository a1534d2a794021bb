import { expect, test } from 'vitest'
import { systemPrompt } from '../../src/agent/prompt.ts'
import { filledIn, systemFile } from '../../src/agent/system-file.ts'
import { UserError } from '../../src/host/errors.ts'
import type { Reader } from '../../src/host/files.ts'

const facts = { mode: 'default', memory: '', tools: ['read_file'] } as const

test('proposing tools are spoken of where there are some, without a name that depends on the event', () => {
  const text = systemPrompt({ ...facts, proposing: true })
  expect(text).toContain('# What you may propose')
  expect(text).not.toMatch(/github__[a-z]/)
  expect(systemPrompt(facts)).not.toContain('# What you may propose')
})

test('tools that the text does not speak of do not change it', () => {
  const with_ = (tools: string[]) => systemPrompt({ ...facts, proposing: true, tools })
  expect(with_(['read_file', 'github__reply'])).toBe(with_(['read_file', 'github__comment']))
})

test('a text in the place of ours keeps the ground rules and the memory', () => {
  const text = systemPrompt({ ...facts, memory: 'Be brief.', instead: 'You are Rex.\n', sections: ['# Skills'] })
  expect(text).toMatch(/^You are Rex\.\n\n# Ground rules\n/)
  expect(text).toContain('Be brief.')
  expect(text).not.toContain('You are Sluice')
  expect(text).not.toContain('# Skills')
})

const files: Record<string, string> = { '.gemini/system.md': 'usual', 'docs/agent.md': 'named' }
const steering = { read: async (path: string) => files[path] } as Partial<Reader> as Reader

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
  test(`GEMINI_SYSTEM_MD: ${given}`, async () => expect(await systemFile(given, steering, '/srv/repo')).toBe(text))

const refused: [given: string, complaint: RegExp][] = [
  ['docs/none.md', /^missing system prompt file 'docs\/none\.md'/],
  ['/etc/agent.md', /outside the repository/],
  ['~/agent.md', /outside the repository/],
  ['docs/../../agent.md', /outside the repository/],
]
for (const [given, complaint] of refused)
  test(`GEMINI_SYSTEM_MD: ${given} is refused`, async () => {
    await expect(systemFile(given, steering, '/srv/repo')).rejects.toThrow(complaint)
    await expect(systemFile(given, steering, '/srv/repo')).rejects.toThrow(UserError)
  })

const fillings = { tools: ['read_file', 'glob'], skills: 'the skills', agents: '' }
const filled: [text: string, becomes: string][] = [
  ['Tools:\n${AvailableTools}', 'Tools:\n- read_file\n- glob'],
  ['${AgentSkills}|${SubAgents}|', 'the skills||'],
  ['Use ${read_file_ToolName}.', 'Use read_file.'],
  ['${other} ${} $AvailableTools', '${other} ${} $AvailableTools'],
]
for (const [text, becomes] of filled) test(`filled in: ${text}`, () => expect(filledIn(text, fillings)).toBe(becomes))

test('filled in: no tools, and nothing that was put in is looked at again', () => {
  expect(filledIn('${AvailableTools}', { ...fillings, tools: [] })).toBe('No tools are currently available.')
  expect(filledIn('${AgentSkills}', { ...fillings, skills: '${AvailableTools}' })).toBe('${AvailableTools}')
})
