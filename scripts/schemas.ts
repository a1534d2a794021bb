/** Writes schemas/*.schema.json from the zod schemas of the loaders; a test compares. Run by `npm run docs`. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { CommandFileShape } from '../src/agent/slash-command-files.ts'
import { AgentFrontMatter, AgentToml } from '../src/agent/subagents/load-agents.ts'
import { attackSchema } from '../src/commands/attack/attack-file.ts'
import { FLAT_KEYS, MOVED_KEYS } from '../src/config/settings/legacy.ts'
import { SettingsShape } from '../src/config/settings/settings-shape.ts'
import { schemaUrl } from '../src/platform/version.ts'
import { policyCaseSchema, policyTestFileSchema } from '../src/policy/rules/policy-test.ts'
import { MODES } from '../src/policy/rules/rule.ts'
import { checkerSchema, ruleSchema } from '../src/policy/rules/rule-schema.ts'
import { canonicalToolName, SHELL_TOOL, TARGET_TOOLS } from '../src/policy/rules/tool-names.ts'
import { TOOL_ALIASES } from '../src/tools/tool-aliases.ts'

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema of what a loader reads. Checks that zod cannot translate are added by `refine`. */
const input = (schema: z.ZodType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (isPreprocess(zodSchema)) Object.assign(jsonSchema, asText({ ...jsonSchema }, jsonSchema))
    },
  })
  return json as Json // a JSON Schema is a map
}

const isPreprocess = (schema: z.core.$ZodTypes): boolean => {
  const { def } = schema._zod
  return def.type === 'pipe' && def.in._zod.def.type === 'transform'
}

const DECIMAL = '(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?'
/** Texts that settings accept where they want another type, because interpolation only makes text. `$` begins a variable. */
const AS_TEXT: Readonly<Record<string, string>> = {
  boolean: '^\\s*(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])\\s*$|\\$',
  number: `^\\s*[-+]?${DECIMAL}\\s*$|\\$`,
  positive: `^\\s*\\+?(?=[^eE]*[1-9])${DECIMAL}\\s*$|\\$`,
  integer: '^\\s*\\+?\\d+(?:\\.0*)?\\s*$|\\$',
}

/** Replaces a boolean or number by itself or its text. */
function asText(copy: Json, target: Json): Json {
  const { type } = copy
  if (typeof type !== 'string' || !(type in AS_TEXT)) return copy
  const kind = type === 'number' && copy.exclusiveMinimum === 0 ? 'positive' : type
  for (const key of Object.keys(target)) delete target[key]
  return { anyOf: [copy, { type: 'string', pattern: AS_TEXT[kind] }] }
}

const properties = (schema: Json): Json => (isJson(schema.properties) ? schema.properties : {})
/** The schema with changes to some properties. */
const refine = (schema: Json, changes: Readonly<Record<string, Json>>): Json => ({
  ...schema,
  properties: {
    ...properties(schema),
    ...Object.fromEntries(Object.entries(changes).filter(([name]) => name in properties(schema))),
  },
})

const FILLED = { type: 'string', pattern: '\\S' }
const oneOrMore = (each: Json): Json => ({ anyOf: [each, { type: 'array', minItems: 1, items: each }] })

const toolName = { type: 'string', pattern: '^(?=[\\s\\S]*\\S)(?:[^*]*|\\*|[^*]+\\*|(?:mcp_\\*_|\\*__)[^*]+)$' }
const pattern = { type: 'string', pattern: '\\S', format: 'regex' }
/** Words with closed quotes, the first of them not empty. */
const prefix = {
  type: 'string',
  pattern: `^(?![ \\t\\n]*(?:(?:""|'')+(?:[ \\t\\n]|$)|$))(?:[^"'\\\\]|\\\\[\\s\\S]|\\\\$|'[^']*'|"(?:[^"\\\\]|\\\\["\\\\$\`]|\\\\(?!["\\\\$\`]))*")*$`,
}
const mode = { enum: [...MODES, 'auto_edit'] }
const shellNames = { enum: [SHELL_TOOL, ...(TOOL_ALIASES[SHELL_TOOL] ?? [])] }

/** What `checkCombination` checks. */
const COMBINATION = {
  anyOf: ['toolName', 'mcpName', 'commandPrefix', 'commandRegex'].map((name) => ({ required: [name] })),
  if: { anyOf: [{ required: ['commandPrefix'] }, { required: ['commandRegex'] }] },
  // biome-ignore lint/suspicious/noThenProperty: a key of JSON Schema
  then: {
    properties: { toolName: oneOrMore(shellNames), mcpName: false, argsPattern: false },
    not: { required: ['commandPrefix', 'commandRegex'] },
  },
}

/** What `checkTargets` checks. */
const fullName = { type: 'string', pattern: `^(?:github__|mcp_github_)(?:${TARGET_TOOLS.join('|')})$` }
const shortName = { type: 'string', pattern: `^(?:github__|mcp_github_)?(?:${TARGET_TOOLS.join('|')})$` }
const TARGETS = {
  if: { required: ['targets'] },
  // biome-ignore lint/suspicious/noThenProperty: a key of JSON Schema
  then: {
    required: ['toolName'],
    properties: { decision: { const: 'allow' }, mcpName: { const: 'github' }, toolName: oneOrMore(shortName) },
    anyOf: [{ required: ['mcpName'] }, { properties: { toolName: oneOrMore(fullName) } }],
  },
}

const CONDITION = {
  toolName: oneOrMore(toolName),
  mcpName: FILLED,
  argsPattern: pattern,
  commandPrefix: oneOrMore(prefix),
  commandRegex: pattern,
  modes: { type: 'array', items: mode },
  subagent: FILLED,
}

const policyTable = (schema: z.ZodType): Json => ({ ...refine(input(schema), CONDITION), ...COMBINATION })

const policy = (): Json => ({
  type: 'object',
  properties: {
    rule: { type: 'array', items: { ...policyTable(ruleSchema), allOf: [TARGETS] } },
    safety_checker: { type: 'array', items: policyTable(checkerSchema) },
  },
  additionalProperties: false,
})

const policyTest = (): Json =>
  refine(input(policyTestFileSchema), {
    mode,
    case: {
      type: 'array',
      minItems: 1,
      items: {
        ...refine(input(policyCaseSchema), { mode }),
        anyOf: [{ required: ['tool'] }, { required: ['command'] }],
      },
    },
  })

const command = (): Json => refine(input(CommandFileShape), { prompt: FILLED })

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const builtInNames = Object.entries(TOOL_ALIASES).flatMap(([name, aliases]) => [name, ...aliases])
const agentTool = (except: string): Json => ({
  type: 'string',
  pattern: `^(?:${builtInNames
    .filter((name) => canonicalToolName(name) !== except)
    .map(escaped)
    .join(
      '|',
    )}|discovered_tool_[\\w-]+|(?:mcp_[\\w.-]+_|[\\w.-]+?__)[\\w.:-]+|\\*|mcp_\\*|mcp_[\\w.-]+_\\*|[\\w.-]+__\\*)$`,
})

const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** Servers of agents take keys in snake case and in camel case. */
function withCamelCase(servers: unknown): Json {
  if (!isJson(servers) || !isJson(servers.additionalProperties)) throw new Error('the servers of an agent are a record')
  const server = servers.additionalProperties
  const both = Object.entries(properties(server)).flatMap(([key, value]) => [
    [key, value],
    [camel(key), value],
  ])
  return { ...servers, additionalProperties: { ...server, properties: Object.fromEntries(both) } }
}

function agent(schema: z.ZodType, except: string): Json {
  const json = input(schema)
  const servers = Object.fromEntries(
    ['mcp_servers', 'mcpServers']
      .map((name) => [name, properties(json)[name]])
      .filter(([, value]) => value !== undefined),
  )
  const camelServers = Object.fromEntries(Object.entries(servers).map(([name, value]) => [name, withCamelCase(value)]))
  return refine(json, { tools: { type: 'array', items: agentTool(except) }, ...camelServers })
}

/** The part of a schema that a path of property names leads to. */
function partAt(schema: Json, path: readonly string[]): Json {
  const part = path.reduce<unknown>((inner, name) => (isJson(inner) ? properties(inner)[name] : undefined), schema)
  return isJson(part) ? part : {}
}

function setPart(schema: Json, [name = '', ...below]: readonly string[], part: Json): void {
  const parent = properties(schema)
  const existing = parent[name]
  if (below.length > 0) {
    if (isJson(existing) && isJson(existing.properties)) setPart(existing, below, part)
    return
  }
  // `model` is a name in the old format and an object in the new one.
  parent[name] = isJson(existing) ? { anyOf: [part, existing] } : part
}

/** Settings in the current format, and under their old names. */
function settings(): Json {
  const schema = input(SettingsShape)
  const old = [
    ...MOVED_KEYS.map(({ from, to }) => ({ from: from.split('.'), to })),
    ...Object.entries(FLAT_KEYS).map(([from, to]) => ({ from: [from], to })),
  ]
  const parts = old.map(({ from, to }) => ({ from, part: partAt(schema, to.split('.')) }))
  for (const { from, part } of parts)
    if (Object.keys(part).length > 0) setPart(schema, from, { ...part, deprecated: true })
  return schema
}

const TITLES: Readonly<Record<string, { title: string; schema: () => Json }>> = {
  policy: { title: 'Policies of Sluice: .gemini/policies/*.toml', schema: policy },
  'policy-test': { title: 'Tests of policies: files of sluice policy test', schema: policyTest },
  settings: { title: 'Settings of Sluice: .gemini/settings.json and the input settings', schema: settings },
  attack: { title: 'Attacks of sluice attack --attacks: *.toml', schema: () => input(attackSchema) },
  command: { title: 'Commands: .gemini/commands/**/*.toml', schema: command },
  agent: { title: 'Sub-agents as TOML: .gemini/agents/*.toml', schema: () => agent(AgentToml, 'delegate_to_agent') },
  'agent-front-matter': {
    title: 'Front matter of sub-agents: .gemini/agents/*.md',
    schema: () => agent(AgentFrontMatter, ''),
  },
}

/** Every schema by its name. */
export const jsonSchemas = (): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(TITLES).map(([name, { title, schema }]) => [
      name,
      { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: schemaUrl(name), title, ...schema() },
    ]),
  )

export const schemaText = (schema: Json): string => `${JSON.stringify(schema, null, 2)}\n`

export function writeSchemas(): void {
  const folder = resolve(import.meta.dirname, '../schemas')
  mkdirSync(folder, { recursive: true })
  for (const [name, schema] of Object.entries(jsonSchemas()))
    writeFileSync(join(folder, `${name}.schema.json`), schemaText(schema))
}
