import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { recordedTools } from '../../scripts/bundle/recorded-parameters.ts'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { visitorResultTool } from '../../src/session/results/visitor.ts'
import { improvise } from './improvised.ts'
import { play, type Scenario, scenarios } from './scenario.ts'

// The bundle declares most tools from a record of the build, the sources convert each tool's input.

type Declaration = { name: string; parametersJsonSchema?: unknown; parameters?: unknown }

function declared([request]: readonly GeminiRequest[]): Map<string, unknown> {
  const { tools } = (request as GeminiRequest).body as { tools: { functionDeclarations?: Declaration[] }[] }
  const declarations = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)
  return new Map(declarations.map((each) => [each.name, each.parametersJsonSchema ?? each.parameters]))
}

test('the built action declares what the sources declare', async () => {
  const scenario = scenarios().find(({ name }) => name === 'every-tool-well-used') as Scenario // one of the folders
  const tools = await recordedTools(import.meta.dirname)
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
      prepare: (folder) => {
        const path = join(folder, 'event.json')
        const { comment: _, ...event } = JSON.parse(readFileSync(path, 'utf8'))
        const issue = { ...event.issue, user: event.sender }
        writeFileSync(path, JSON.stringify({ ...event, action: 'opened', issue }))
      },
      step: {
        eventName: 'issues',
        inputs: { prompt: 'Sort this issue.' },
        env: { GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/triage.yml@refs/heads/main' },
      },
    },
    ({ gemini }) => expect(declared(gemini.requests).get('run_shell_command')).toEqual(sources),
  )
})

test('a fixed input is the same under every setting', async () => {
  const json = async (options: Parameters<typeof recordedTools>[1]) => {
    const tools = await recordedTools(resolve(import.meta.dirname, '../..'), options)
    return new Map(tools.map(({ name, declare }) => [name, declare().parameters]))
  }
  const usual = await json({})
  expect(usual.size).toBeGreaterThan(25)
  for (const options of [
    { allowedLabels: ['bug', 'area/*'] },
    { allowOtherTargets: false },
    { changes: 'report', review: 'off' },
    { changes: 'off' },
    { ignoreText: 'build/', gitIgnore: false },
  ] as const)
    for (const [name, parameters] of await json(options)) expect(parameters, name).toEqual(usual.get(name))
})

test('no two recorded tools have one name', async () => {
  const names = (await recordedTools(import.meta.dirname)).map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
