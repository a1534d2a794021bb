import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { recordedTools, type ToolParts } from '../../scripts/bundle/recorded-parameters.ts'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import type { Task } from '../../src/github/events/task.ts'
import { visitorResultTool } from '../../src/session/results/visitor.ts'
import type { Tool } from '../../src/tools/tool.ts'
import { improvise, openedBySender } from './improvised.ts'
import { play, type Scenario, scenarios } from './scenario.ts'

// The bundle declares most tools from a record of the build, the sources convert each tool's input.

type Declaration = { name: string; parametersJsonSchema?: unknown; parameters?: unknown }

function declared([request]: readonly GeminiRequest[]): Map<string, unknown> {
  const { tools } = (request as GeminiRequest).body as { tools: { functionDeclarations?: Declaration[] }[] }
  const declarations = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)
  return new Map(declarations.map((each) => [each.name, each.parametersJsonSchema ?? each.parameters]))
}

const HERE = import.meta.dirname

/** Other parts than those of the record. */
const OTHER: Partial<ToolParts>[] = [
  {
    capabilities: {
      shell: {
        ...{ env: { A: 'b' }, outputDir: '/elsewhere', timeoutMs: 1000, idleMs: 2000 },
        isolate: () => Promise.reject(new Error('no command runs')),
      },
      fetch: { web: () => Promise.reject(new Error('no page is read')), leaks: () => true },
      search: { groundedGenerate: () => Promise.reject(new Error('nothing is searched')), leaks: () => true },
      ...{ contextFiles: ['AGENTS.md', 'docs/MORE.md'], docs: resolve(HERE, '../../docs') },
      ...{ ignoreText: 'build/', gitIgnore: false },
    },
    task: {
      ...{ kind: 'pull_request', event: 'pull_request', number: 5, sha: 'abc', repo: { owner: 'octo', name: 'pond' } },
      ...{
        head: { ref: 'topic', sha: 'def', repo: 'octo/pond' },
        base: { ref: 'main', sha: 'abc', repo: 'octo/pond' },
      },
    } as Task,
    nonce: 'another',
    proposals: {
      allowedLabels: ['bug', 'area/*'],
      review: 'comment',
      changes: 'pull_request',
      allowOtherTargets: false,
    },
  },
  {
    capabilities: { readOnly: true },
    task: { kind: 'issue', event: 'issues', number: 3, sha: 'abc', repo: { owner: 'octo', name: 'pond' } } as Task,
    proposals: { allowedLabels: [], review: 'off', changes: 'off', allowOtherTargets: true },
  },
]

const parametersOf = (tools: readonly Tool[]) => new Map(tools.map(({ name, declare }) => [name, declare().parameters]))

test('a fixed input is the same whatever the tools of a run are made of', async () => {
  const recorded = parametersOf(await recordedTools(HERE))
  for (const parts of OTHER)
    for (const [name, parameters] of parametersOf(await recordedTools(resolve(HERE, '..'), parts)))
      expect(parameters, name).toEqual(recorded.get(name))
})

test('every tool with a fixed input is recorded, under a name of its own', async () => {
  const tools = await recordedTools(HERE)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  const folder = resolve(HERE, '../../src/tools')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const fixed = sources.flatMap(
    (name) => readFileSync(join(folder, name), 'utf8').match(/^ {4}fixedInput: true,$/gm) ?? [],
  )
  expect(tools.filter(({ server }) => server === undefined)).toHaveLength(fixed.length)
})

test('the built action declares what the sources declare', async () => {
  const scenario = scenarios().find(({ name }) => name === 'every-tool-well-used') as Scenario // one of the folders
  const tools = await recordedTools(HERE, OTHER[0])
  await play(scenario, ({ gemini }) => {
    const found = declared(gemini.requests)
    const both = tools.filter(({ name }) => found.has(name))
    expect(both.length).toBeGreaterThan(25)
    for (const { name, declare } of both) expect(found.get(name), name).toEqual(declare().parameters)
  })
})

test('another tool of the same name declares its own input', async () => {
  const sources = visitorResultTool({ append: () => undefined }).declare().parameters
  await improvise(
    {
      turns: [],
      event: 'mention-by-a-stranger',
      prepare: openedBySender,
      step: {
        eventName: 'issues',
        inputs: { prompt: 'Sort this issue.' },
        env: { GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/triage.yml@refs/heads/main' },
      },
    },
    ({ gemini }) => expect(declared(gemini.requests).get('run_shell_command')).toEqual(sources),
  )
})
