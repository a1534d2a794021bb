import { expect, test } from 'vitest'
import * as z from 'zod'
import { readSkills } from '../../../src/agent/skills.ts'
import { parseAgentFile } from '../../../src/agent/subagents/load-agents.ts'
import { runAgent, subagentToolbox } from '../../../src/agent/subagents/run-agent.ts'
import type { Subagent } from '../../../src/agent/subagents/subagent.ts'
import type { Generate } from '../../../src/model/types.ts'
import { defineTool, done } from '../../../src/tools/tool.ts'
import { type Chance, chance } from '../../delivery/diffs.ts'
import { commitOf } from '../../fakes/commit.ts'
import { isFull } from '../../sample.ts'
import { ALLOW_ALL, benchTools, callReply, testContext, textReply, toolCall } from '../test-context.ts'

const never = new AbortController().signal
const RUNS = isFull ? 150 : 30

const AGENT: Subagent = {
  name: 'scout',
  description: '',
  inputName: 'query',
  systemPrompt: '',
  query: '${query}',
  model: 'inherit',
  minutes: 1,
}
const pick = <T>(random: Chance, from: readonly T[]): T => from[random.below(from.length)] as T // none is empty
const some = <T>(random: Chance, most: number, one: () => T): T[] => Array.from({ length: random.below(most + 1) }, one)

const NAMES = [
  'read_file',
  'glob',
  'run_shell_command',
  'delegate_to_agent',
  'complete_task',
  'docs__find',
  'docs__get',
  'a__b__c',
]
const PATTERNS = [
  ...NAMES,
  '*',
  'mcp_*',
  'mcp_docs_*',
  'docs__*',
  'a__*',
  'invoke_agent',
  'scout',
  'find',
  'shell',
  'ReadFile',
  '',
  '**',
  'constructor',
]

test('for any definition, a sub-agent has only tools of its caller, never delegation, and always complete_task', () => {
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = chance(seed)
    const names = [...new Set(some(random, 8, () => pick(random, NAMES)))].filter((name) => name !== 'complete_task')
    const parents = names.map((name) =>
      defineTool({
        name,
        description: name,
        aliases: name === 'delegate_to_agent' ? ['invoke_agent'] : name === 'run_shell_command' ? ['shell'] : [],
        ...(name.includes('__') ? { server: name.split('__', 1)[0] ?? '' } : {}),
        input: z.object({}),
        run: async () => done(name),
      }),
    )
    const denied = pick(random, NAMES)
    const toml = `${ALLOW_ALL}\n[[rule]]\ntoolName = "${denied}"\ndecision = "deny"\npriority = 50\n`
    const { context } = testContext({ tools: parents, toml: denied.includes('__') ? ALLOW_ALL : toml })
    const tools = random.is(0.2) ? undefined : some(random, 5, () => pick(random, PATTERNS))
    const { toolbox, declarations } = subagentToolbox(
      tools === undefined ? AGENT : { ...AGENT, tools },
      context,
      defineTool({ name: 'complete_task', description: '', input: z.object({}), run: async () => done('') }),
    )
    const own = toolbox.all().map(({ name }) => name)
    const told = `seed ${seed}: ${JSON.stringify({ names, tools, denied, own })}`
    expect(
      own.filter((name) => name !== 'complete_task' && !names.includes(name)),
      told,
    ).toEqual([])
    expect(new Set(own).size, told).toBe(own.length)
    expect(own, told).toContain('complete_task')
    for (const name of ['delegate_to_agent', 'invoke_agent', 'scout']) expect(toolbox.find(name), told).toBeUndefined()
    const declared = declarations.map(({ name }) => name)
    expect(declared, told).toContain('complete_task')
    if (!denied.includes('__') && denied !== 'complete_task') expect(declared, told).not.toContain(denied)
    if (tools === undefined || tools.includes('*'))
      expect(own.length, told).toBe(names.filter((name) => name !== 'delegate_to_agent').length + 1)
  }
})

test('for any model, a sub-agent ends within its turns plus one, and its counts add up', async () => {
  const reasons = new Set<string>()
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = chance(seed)
    const turns = 1 + random.below(5)
    let asked = 0
    const model: Generate = async () => {
      asked += 1
      const wishes = some(random, 3, () =>
        pick(random, [
          () => toolCall('look', { at: `a${random.below(50)}` }),
          () => toolCall('break', { at: 'a' }),
          () => toolCall('nothing', {}),
          () => toolCall('look', {}),
          () => toolCall('complete_task', random.is(0.5) ? { result: 'found' } : { other: 1 }),
        ])(),
      )
      return wishes.length === 0 ? textReply(random.is(0.5) ? 'hm' : '') : callReply(...wishes)
    }
    const { context, events } = testContext({ tools: benchTools(), overrides: { generate: model } })
    const situation = {
      context,
      memory: '',
      subdirectoryMemory: async () => undefined,
      sections: () => [],
      version: '1',
    }
    const result = await runAgent({ ...AGENT, turns }, 'go', situation, never)
    const told = `seed ${seed}: ${JSON.stringify(result)}`
    expect(asked, told).toBeLessThanOrEqual(turns + 1)
    expect(result.ok, told).toBe(true)
    const [finish, ...more] = events.flatMap((event) => (event.type === 'agent_finished' ? [event] : []))
    expect(more, told).toEqual([])
    reasons.add(finish?.reason ?? '')
    expect(finish, told).toMatchObject({ turns: asked, usage: { total: 10 * asked } })
    const goal = events.some(
      (event) => event.type === 'call_finished' && event.reply.output === 'Result submitted and task completed.',
    )
    expect(finish?.reason === 'GOAL', told).toBe(goal)
    const whose = events.flatMap((event) =>
      event.type === 'model_reply' ? [event.agent] : event.type === 'call_finished' ? [event.call.agent] : [],
    )
    expect(new Set(whose), told).toEqual(new Set(['scout']))
  }
  expect([...reasons].sort()).toEqual(['ERROR_NO_COMPLETE_TASK_CALL', 'GOAL', 'MAX_TURNS'])
})

const PIECES = [
  '---',
  '---\n',
  '\n',
  'name: scout',
  'description: x',
  'tools: [read_file]',
  '{',
  '[',
  ': ',
  '- a',
  '&a',
  '*a',
  '<<: *a',
  'max_turns: 3',
  '\t',
  '# x',
  '"',
  "'",
  '|',
  '\u0000',
  '\r\n',
  'name = "a"',
  '[prompts]',
  'system_prompt = """',
  '…',
]

test('any file gives a definition or a reason', async () => {
  let [agents, skilled] = [0, 0]
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = chance(seed)
    const text = some(random, random.is(0.5) ? 2 : 14, () => pick(random, PIECES)).join(random.is(0.7) ? '\n' : '')
    const whole = random.is(0.5)
      ? `---\n${random.is(0.5) ? 'name: scout\ndescription: x\n' : ''}${text}\n---\nBe good.`
      : text
    for (const path of ['a.md', 'a.toml']) {
      const read = parseAgentFile(path, whole)
      const told = `seed ${seed}: ${JSON.stringify(whole)}`
      agents += read.ok ? 1 : 0
      if (read.ok) expect(read.agent, told).toMatchObject({ name: expect.stringMatching(/^[a-z0-9-_]+$/) })
      else expect(read.reason, told).toMatch(/\S/)
    }
    const files = commitOf({ 's/x/SKILL.md': whole })
    const skills = await readSkills({ files, folder: 's' }, await files.list('s'), () => undefined)
    for (const { name } of skills) expect(name).not.toMatch(/[:\\/<>*?"|]/)
    skilled += skills.length
  }
  expect(Math.min(agents, skilled)).toBeGreaterThan(0)
})
