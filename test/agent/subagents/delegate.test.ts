import { expect, test } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../src/agent/gate.ts'
import { runCalls } from '../../../src/agent/scheduler.ts'
import { subagentToolbox } from '../../../src/agent/subagents/run-agent.ts'
import type { OfferedSubagent, Subagent } from '../../../src/agent/subagents/subagent.ts'
import { delegateTool, delegationSection } from '../../../src/agent/subagents/subagent-tools.ts'
import { createAgentTools, unusedSkillsNotice } from '../../../src/session/build-agent.ts'
import { interpolateKnown } from '../../../src/text/interpolate.ts'
import { defineTool, done, type Tool } from '../../../src/tools/tool.ts'
import { makeToolbox } from '../../../src/tools/toolbox.ts'
import { ALLOW_ALL, rulesFrom, testContext, toolCall } from '../test-context.ts'

const never = new AbortController().signal

const AGENT: Subagent = {
  name: 'scout',
  description: 'Looks',
  inputName: 'query',
  systemPrompt: '',
  query: '',
  model: 'inherit',
  minutes: 1,
}
const offered = (name: string, more: Partial<OfferedSubagent> = {}): OfferedSubagent => ({
  name,
  description: `The ${name} <agent>`,
  needsTask: false,
  load: async () => ({ ...AGENT, name }),
  ...more,
})
const AGENTS = [offered('codebase_investigator', { needsTask: true }), offered('scout', { formerNames: ['ranger'] })]

function delegation(agents = AGENTS) {
  const ran: [agent: string, task: string][] = []
  const tool = delegateTool(agents, async ({ name }, task) => {
    ran.push([name, task])
    return done(`${name} is back`)
  })
  return { tool, ran }
}

const calls: [name: string, tool: string, args: Record<string, unknown>, ran: [string, string] | RegExp][] = [
  ['by today’s words', 'delegate_to_agent', { agent_name: 'scout', prompt: 'go' }, ['scout', 'go']],
  ['40a: by the later name', 'invoke_agent', { agent_name: 'scout', prompt: 'go' }, ['scout', 'go']],
  ['by a custom agent’s word', 'delegate_to_agent', { agent_name: 'scout', query: 'go' }, ['scout', 'go']],
  [
    '41: by the word of the agent itself',
    'delegate_to_agent',
    { agent_name: 'codebase_investigator', objective: 'why' },
    ['codebase_investigator', 'why'],
  ],
  ['by its own name', 'codebase_investigator', { objective: 'why' }, ['codebase_investigator', 'why']],
  ['by a name it once had', 'ranger', { query: 'go' }, ['scout', 'go']],
  ['by its own name, claiming another', 'scout', { agent_name: 'codebase_investigator', query: 'go' }, ['scout', 'go']],
  ['15: without a task', 'delegate_to_agent', { agent_name: 'scout' }, ['scout', 'Get Started!']],
  [
    'without a task it needs',
    'delegate_to_agent',
    { agent_name: 'codebase_investigator', prompt: ' ' },
    /needs a task/,
  ],
  [
    '40: an agent nobody knows',
    'delegate_to_agent',
    { agent_name: 'UnknownAgent', prompt: 'go' },
    /^Subagent 'UnknownAgent' not found\. Available: codebase_investigator, scout\.$/,
  ],
  ['no agent at all', 'delegate_to_agent', { prompt: 'go' }, /must have required property 'agent_name'/],
]
for (const [name, called, args, expected] of calls)
  test(`delegates: ${name}`, async () => {
    const { tool, ran } = delegation()
    const { context } = testContext({ tools: [tool] })
    const [reply] = await runCalls([toolCall(called, args)], context, never)
    if (Array.isArray(expected)) {
      expect(ran).toEqual([expected])
      expect(reply?.response).toEqual({ output: `${expected[0]} is back` })
    } else {
      expect(ran).toEqual([])
      expect(reply?.response.error).toMatch(expected)
    }
  })

test('the model is told the names and one word for the task', () => {
  const declaration = delegation().tool.declare()
  expect(declaration.parameters).toMatchObject({
    type: 'object',
    properties: {
      agent_name: { type: 'string', enum: ['codebase_investigator', 'scout'] },
      prompt: { type: 'string' },
    },
    required: ['agent_name'],
  })
})

test('the system text lists them, and nothing in a description breaks out of the list', () => {
  const text = delegationSection(AGENTS)
  expect(text).toContain('<name>scout</name>\n    <description>The scout &lt;agent&gt;</description>')
})

const judged: [name: string, toml: string, called: string, args: Record<string, unknown>, pass: boolean][] = [
  ['one by its name', 'toolName = "scout"', 'delegate_to_agent', { agent_name: 'scout' }, false],
  [
    'another goes on',
    'toolName = "scout"',
    'delegate_to_agent',
    { agent_name: 'codebase_investigator', prompt: 'x' },
    true,
  ],
  ['one called by its own name', 'toolName = "scout"', 'scout', {}, false],
  [
    'all by the later name of the tool',
    'toolName = "invoke_agent"',
    'delegate_to_agent',
    { agent_name: 'scout' },
    false,
  ],
]
for (const [name, toml, called, args, pass] of judged)
  test(`rules know a delegation by the sub-agent: ${name}`, async () => {
    const rule = `${ALLOW_ALL}\n[[rule]]\n${toml}\ndecision = "deny"\npriority = 100\n`
    const { context } = testContext({ tools: [delegation().tool], toml: rule })
    expect((await gate(toolCall(called, args), context, never)).allowed).toBe(pass)
  })

const offers: [name: string, toml: string, tools: string[], listed: string[]][] = [
  ['all allowed', ALLOW_ALL, ['delegate_to_agent'], ['codebase_investigator', 'scout']],
  [
    'one denied',
    `${ALLOW_ALL}\n[[rule]]\ntoolName = "scout"\ndecision = "deny"\npriority = 9\n`,
    ['delegate_to_agent'],
    ['codebase_investigator'],
  ],
  ['all denied', '[[rule]]\ntoolName = "delegate_to_agent"\ndecision = "ask_user"\npriority = 9\n', [], []],
  [
    'denied for some arguments',
    `${ALLOW_ALL}\n[[rule]]\ntoolName = "delegate_to_agent"\nargsPattern = "secret"\ndecision = "deny"\npriority = 9\n`,
    ['delegate_to_agent'],
    ['codebase_investigator', 'scout'],
  ],
]
for (const [name, toml, tools, listed] of offers)
  test(`only sub-agents that some rule may let be called are offered: ${name}`, () => {
    const situation = () => {
      throw new Error('nobody is called')
    }
    const made = createAgentTools({ agents: AGENTS, skills: [], rules: rulesFrom(toml), mode: 'default' }, situation)
    expect(made.tools.map((tool) => tool.name)).toEqual(tools)
    const text = Object.values(made.promptSections(tools)).join('\n')
    for (const agent of AGENTS.map((one) => one.name))
      expect(text.includes(`<name>${agent}<`)).toBe(listed.includes(agent))
    expect(made.promptSections([])).toEqual({ agents: '', skills: '' })
  })

test('skills no rule lets the model use are told to their owner', () => {
  const skill = { name: 'ship', description: '', location: '', body: '', resources: [], read: async () => undefined }
  expect(unusedSkillsNotice([], [])).toBeUndefined()
  expect(unusedSkillsNotice([skill], ['activate_skill'])).toBeUndefined()
  expect(unusedSkillsNotice([skill], ['read_file'])).toMatch(/no rule allows activate_skill: ship\. .*tools\.allowed/)
})

const named = (name: string, server?: string, aliases: string[] = []): Tool =>
  defineTool({ name, aliases, description: name, server, input: z.object({}), run: async () => done(name) })
const TOOLS = [
  named('read_file'),
  named('glob'),
  named('search_file_content', undefined, ['grep_search']),
  named('docs__find', 'docs'),
  named('docs__read', 'docs'),
  named('web__find', 'web'),
  { ...named('ask_user'), undeclared: true },
]

const toolLists: [name: string, tools: string[] | undefined, own: string[]][] = [
  [
    '37: none said, everything but delegation',
    undefined,
    ['read_file', 'glob', 'search_file_content', 'complete_task', 'docs__find', 'docs__read', 'web__find'],
  ],
  ['by name and by an older name', ['glob', 'grep_search'], ['glob', 'search_file_content', 'complete_task']],
  ['38: said twice', ['glob', 'glob', 'FindFiles', '*_x*'], ['glob', 'complete_task']],
  ['complete_task said', ['complete_task', 'glob'], ['glob', 'complete_task']],
  [
    'everything',
    ['*'],
    ['read_file', 'glob', 'search_file_content', 'complete_task', 'docs__find', 'docs__read', 'web__find'],
  ],
  ['every server', ['mcp_*'], ['complete_task', 'docs__find', 'docs__read', 'web__find']],
  ['one server, in both forms', ['docs__*', 'mcp_docs_*'], ['complete_task', 'docs__find', 'docs__read']],
  ['39: as its server calls it', ['read'], ['complete_task', 'docs__read']],
  ['delegation', ['delegate_to_agent'], ['complete_task']],
  ['what this run does not have', ['run_shell_command', 'mcp_other_*'], ['complete_task']],
]
for (const [name, tools, own] of toolLists)
  test(`tools of its own: ${name}`, () => {
    const { context } = testContext({ tools: [delegation().tool, ...TOOLS] })
    const agent = tools === undefined ? AGENT : { ...AGENT, tools }
    const { toolbox, declarations } = subagentToolbox(agent, context, named('complete_task'))
    expect(declarations.map((one) => one.name)).toEqual(own)
    expect(toolbox.find('delegate_to_agent')).toBeUndefined()
  })

test('tools that no call may use are not declared to it either', () => {
  const toml = `${ALLOW_ALL}\n[[rule]]\ntoolName = "glob"\ndecision = "deny"\npriority = 9\n`
  const { context } = testContext({ tools: TOOLS, toml })
  const { declarations } = subagentToolbox({ ...AGENT, tools: ['glob', 'read_file'] }, context, named('complete_task'))
  expect(declarations.map((one) => one.name)).toEqual(['read_file', 'complete_task'])
})

const templates: [name: string, template: string, values: Record<string, string>, text: string][] = [
  ['a value', 'Find ${what}.', { what: 'it' }, 'Find it.'],
  ['24: a name nobody knows is a shell’s', 'echo ${goal} ${HOME}', { other_input: 'x' }, 'echo ${goal} ${HOME}'],
  [
    '26: what only looks like one',
    '{x} $$escaped ${valid} ${not valid}',
    { valid: 'v' },
    '{x} $$escaped v ${not valid}',
  ],
  ['a value is not looked at again', '${a}', { a: '${b} $1 $&', b: 'no' }, '${b} $1 $&'],
  ['case counts', '${Goal}', { goal: 'x' }, '${Goal}'],
  ['names of every object', '${constructor} ${__proto__}', {}, '${constructor} ${__proto__}'],
]
for (const [name, template, values, text] of templates)
  test(`template: ${name}`, () => expect(interpolateKnown(template, values)).toBe(text))

test('a toolbox answers for a tool that is not declared', () => {
  const box = makeToolbox(TOOLS)
  expect(box.find('ask_user')?.name).toBe('ask_user')
  expect(box.declarations().map((one) => one.name)).not.toContain('ask_user')
})
