import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { stringify as toToml } from 'smol-toml'
import { expect, test } from 'vitest'
import { stringify as toYaml } from 'yaml'
import { jsonSchemas, schemaText } from '../scripts/schemas.ts'
import { listCommandFiles, readCommandFile } from '../src/agent/slash-command-files.ts'
import { parseAgentFile } from '../src/agent/subagents/load-agents.ts'
import { loadSettings } from '../src/config/settings/settings.ts'
import { loadPolicies } from '../src/policy/rules/load.ts'
import { readPolicyTests } from '../src/policy/rules/policy-test.ts'
import { commitOf } from './fakes/commit.ts'
import { isFull } from './sample.ts'

const root = resolve(import.meta.dirname, '..')
const schemas = jsonSchemas()

type Value = string | number | boolean | Value[] | { [key: string]: Value }
type Table = { [key: string]: Value }

test('schemas/ is what npm run docs writes', () => {
  const names = Object.keys(schemas).map((name) => `${name}.schema.json`)
  expect(readdirSync(join(root, 'schemas')).toSorted()).toEqual(names.toSorted())
  for (const [name, schema] of Object.entries(schemas))
    expect(readFileSync(join(root, `schemas/${name}.schema.json`), 'utf8'), name).toBe(schemaText(schema))
})

const succeeds = (load: () => unknown): Promise<boolean> =>
  Promise.resolve()
    .then(load)
    .then(
      () => true,
      () => false,
    )

async function readsCommand(table: Table) {
  const files = commitOf({ 'commands/x.toml': toToml(table) })
  for (const file of (await listCommandFiles([{ folder: 'commands', label: 'commands', files }])).values())
    await readCommandFile(file)
}

/** For each kind of file: tables that its loader accepts, and the loader. */
const kinds: Record<string, { samples: Table[]; loads: (table: Table) => Promise<boolean> }> = {
  policy: {
    samples: [
      { rule: [{ toolName: 'glob', decision: 'allow', priority: 1 }] },
      {
        rule: [
          {
            toolName: ['run_shell_command'],
            commandPrefix: ['git log', '"a b" c'],
            decision: 'deny',
            priority: 999,
            denyMessage: 'no',
          },
        ],
      },
      {
        rule: [
          {
            commandRegex: 'git (log|diff)',
            decision: 'ask_user',
            priority: 0,
            modes: ['plan', 'auto_edit'],
            interactive: true,
          },
        ],
      },
      {
        rule: [
          { mcpName: 'github', toolName: '*', decision: 'allow', priority: 5, toolAnnotations: { readOnlyHint: true } },
        ],
      },
      { rule: [{ toolName: 'write_file', argsPattern: 'docs/', decision: 'allow', priority: 5, subagent: 'writer' }] },
      {
        safety_checker: [
          {
            toolName: 'write_file',
            priority: 2,
            checker: { type: 'in-process', name: 'allowed-path', config: { a: 1 } },
          },
        ],
      },
      {
        safety_checker: [
          { toolName: 'mcp_*_x', checker: { type: 'external', name: 'mine', required_context: ['history'] } },
        ],
      },
    ],
    loads: async (table) => loadPolicies([{ tier: 'user', file: 'a.toml', text: toToml(table) }]).problems.length === 0,
  },
  'policy-test': {
    samples: [
      { case: [{ command: 'git push', expect: 'deny' }] },
      {
        policies: ['a'],
        admin_policies: ['b'],
        defaults: false,
        mode: 'autoEdit',
        case: [
          {
            name: 'n',
            tool: 'x',
            args: { a: 1 },
            server: 's',
            agent: 'a',
            mode: 'plan',
            annotations: { b: true },
            interactive: true,
            expect: 'ask_user',
          },
        ],
      },
    ],
    loads: (table) => succeeds(() => readPolicyTests(toToml(table), 'a.toml')),
  },
  settings: {
    samples: [
      {
        general: { defaultApprovalMode: 'plan', maxAttempts: 3 },
        model: { name: 'x', maxSessionTurns: '15', disableLoopDetection: 'true' },
      },
      {
        context: { fileName: ['A.md'], importFormat: 'tree', fileFiltering: { respectGitIgnore: false } },
        tools: { core: ['a'], shell: { inactivityTimeout: 5 } },
      },
      {
        mcpServers: { a: { command: 'x', args: ['y', 1], env: { B: 'c' }, trust: true, type: 'http', timeout: 1 } },
        mcp: { allowed: ['a'] },
      },
      {
        coreTools: ['a'],
        maxSessionTurns: 5,
        model: 'gemini',
        contextFileName: 'A.md',
        telemetry: { enabled: true, target: 'gcp', otlpProtocol: 'http' },
      },
      {
        sluice: { maxBotRounds: 2 },
        security: { disableYoloMode: true, auth: { selectedType: 'a' } },
        skills: { disabled: ['x'] },
      },
      {
        agents: {
          overrides: {
            a: {
              enabled: true,
              runConfig: { maxTurns: 3 },
              modelConfig: { model: 'x', generateContentConfig: { topP: 0.5 } },
            },
          },
        },
      },
    ],
    loads: (table) =>
      succeeds(() => loadSettings({}, commitOf({ '.gemini/settings.json': JSON.stringify(table) }), () => undefined)),
  },
  command: {
    samples: [
      { prompt: 'Say hello.', description: 'Greets', profile: 'review' },
      { prompt: 'x', more: 1 },
    ],
    loads: (table) => succeeds(() => readsCommand(table)),
  },
  agent: {
    samples: [
      {
        name: 'a-b',
        description: 'd',
        prompts: { system_prompt: 's', query: 'q' },
        tools: ['glob', 'mcp_*', 'x__*'],
        model: { model: 'm', temperature: 1 },
        run: { max_turns: 3, timeout_mins: 2 },
      },
      {
        kind: 'local',
        name: 'a',
        description: 'd',
        display_name: 'A',
        prompts: { system_prompt: 's' },
        mcp_servers: { x: { url: 'u', include_tools: ['a'], httpUrl: 'v', auth: { type: 'oauth', client_id: 'c' } } },
      },
    ],
    loads: async (table) => parseAgentFile('a.toml', toToml(table)).ok,
  },
  'agent-front-matter': {
    samples: [
      {
        name: 'a-b',
        description: 'd',
        tools: ['glob', 'delegate_to_agent'],
        model: 'm',
        temperature: 0,
        max_turns: 3,
        timeout_mins: 2,
      },
      {
        name: 'a',
        description: 'd',
        mcpServers: { x: { command: 'c', excludeTools: ['a'], auth: { type: 'google-credentials' } } },
      },
    ],
    loads: async (table) => parseAgentFile('a.md', `---\n${toYaml(table)}---\nBe kind.\n`).ok,
  },
}

/** Values that replace others: each type, empty ones, and words that some field takes. */
const WORDS: readonly Value[] = [
  ...[
    '',
    ' ',
    'x',
    'glob',
    'run_shell_command',
    'a*b',
    '*',
    'git "',
    '"" x',
    "it\\'s",
    'plan',
    'yolo',
    'allow',
    'in-process',
    'true',
    'No',
    '12',
    '-1',
    '0',
    '1.5',
    'history',
  ],
  ...[0, 1, -1, 1.5, 1000, true, false],
  ...[[], ['x'], [''], [1], {}, { x: 1 }, { a: 'b' }],
]
const KEYS = [
  'x',
  'toolName',
  'mcpName',
  'commandPrefix',
  'commandRegex',
  'argsPattern',
  'priority',
  'mode',
  'tool',
  'name',
  'model',
  'tools',
  'trust',
  'checker',
  'prompt',
  'includeTools',
]

/** Repeatable numbers from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function mutate(value: Value, random: () => number): Value {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item // never empty
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.15) return pick(WORDS)
    const index = Math.floor(random() * value.length)
    return value.map((each, position) => (position === index ? mutate(each, random) : each))
  }
  if (typeof value !== 'object') return pick(WORDS)
  const names = Object.keys(value)
  if (names.length === 0 || random() < 0.15) return { ...value, [pick(KEYS)]: pick(WORDS) }
  const name = pick(names)
  const { [name]: inner = '', ...rest } = value
  return random() < 0.15 ? rest : { ...value, [name]: mutate(inner, random) }
}

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

const ROUNDS = isFull ? 400 : 100
for (const [name, { samples, loads }] of Object.entries(kinds))
  test(`the schema of ${name} accepts exactly what the loader accepts`, async () => {
    const validate = ajv.compile(schemas[name] ?? {})
    for (const sample of samples) {
      expect(await loads(sample), JSON.stringify(sample)).toBe(true)
      expect(validate(sample), JSON.stringify([sample, validate.errors])).toBe(true)
    }
    const random = randomNumbers(20_261_122)
    const counts = { accepted: 0, refused: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      let table: Value = samples[round % samples.length] ?? {}
      const changes = 1 + Math.floor(random() * 2)
      for (let change = 0; change < changes; change += 1) table = mutate(table, random)
      if (typeof table !== 'object' || Array.isArray(table)) continue
      const isAccepted = await loads(table)
      counts[isAccepted ? 'accepted' : 'refused'] += 1
      expect({ table, accepts: validate(table) }).toEqual({ table, accepts: isAccepted })
    }
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(ROUNDS / 20)
  })
