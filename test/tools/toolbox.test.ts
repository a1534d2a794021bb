import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineTool, done, type Tool } from '../../src/tools/tool.ts'
import { TOOL_ALIASES } from '../../src/tools/tool-aliases.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { createToolHarness } from './tool-harness.ts'

const input = z.object({
  text: z.string().min(2).max(4).describe('Some text.'),
  count: z.int().min(1).max(9).optional(),
  kind: z.enum(['a', 'b']).default('a'),
  todos: z
    .array(z.strictObject({ status: z.enum(['open', 'closed']) }))
    .min(1)
    .max(2)
    .optional(),
  either: z.union([z.string(), z.boolean()]).optional(),
  parent: z.string().nullable().optional(),
  ratio: z.number().gt(0).optional(),
})
const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    name,
    aliases: [],
    description: `The ${name}.`,
    input,
    parameterAliases: { words: 'text' },
    run: async () => done(''),
  }),
  ...more,
})

const NAMES: [called: string, name: string][] = [
  ...['read_file', 'ReadFile', 'ReadFileTool', 'READ_FILE', 'read-file'].map((called): [string, string] => [
    called,
    'read_file',
  ]),
  ...['search_file_content', 'grep_search', 'SearchText', 'GrepTool', 'RipGrepTool', 'grep'].map(
    (called): [string, string] => [called, 'search_file_content'],
  ),
  ...['replace', 'edit', 'Edit', 'EditTool', 'smart_edit', 'SmartEditTool'].map((called): [string, string] => [
    called,
    'replace',
  ]),
  ...['run_shell_command', 'ShellTool', 'Shell', 'shell', 'SHELL'].map((called): [string, string] => [
    called,
    'run_shell_command',
  ]),
  ...[
    'default_api.list_directory',
    'default_api:ls',
    'functions.LSTool',
    'list_directory',
    'ls',
    'LSTool',
    'ReadFolder',
  ].map((called): [string, string] => [called, 'list_directory']),
  ...['glob', 'FindFiles', 'GlobTool'].map((called): [string, string] => [called, 'glob']),
  ...['write_file', 'WriteFile', 'WriteFileTool'].map((called): [string, string] => [called, 'write_file']),
]
test('a tool is found by every name it ever had', async () => {
  using shop = await createToolHarness()
  for (const [called, name] of NAMES) expect(shop.toolbox.find(called)?.name, called).toBe(name)
  for (const called of ['', 'nope', 'read_files', '__proto__', 'constructor'])
    expect(shop.toolbox.find(called), called).toBeUndefined()
})

test('no alias hides a tool of that name, and no two tools share one', () => {
  const box = makeToolbox([tool('first', { aliases: ['second', 'other'] }), tool('second', { aliases: ['other'] })])
  expect(box.find('second')?.name).toBe('second')
  expect(box.find('other')?.name).toBe('first')
  expect(() => makeToolbox([tool('same'), tool('same')])).toThrow(/same/)
})

test('declarations: built-in tools first, then by server, in a stable order', () => {
  const [own, b, a] = [tool('own'), tool('b__x', { server: 'b' }), tool('a__y', { server: 'a' })]
  for (const tools of [
    [own, b, a],
    [a, b, own],
  ])
    expect(
      makeToolbox(tools)
        .declarations()
        .map(({ name }) => name),
    ).toEqual(['own', 'a__y', 'b__x'])
})

test('declarations are plain JSON Schema', () => {
  expect(tool('t').declare()).toEqual({
    name: 't',
    description: 'The t.',
    parameters: {
      type: 'object',
      properties: expect.objectContaining({
        text: { type: 'string', minLength: 2, maxLength: 4, description: 'Some text.' },
        count: { type: 'integer', minimum: 1, maximum: 9 },
        kind: { type: 'string', enum: ['a', 'b'], default: 'a' },
      }),
      required: ['text'],
    },
  })
})

test('every built-in is described, and every parameter of it', async () => {
  const leaks = () => false
  using shop = await createToolHarness(
    {},
    {
      fetch: { leaks, web: () => Promise.reject(new Error('no network')) },
      search: { leaks, groundedGenerate: () => Promise.reject(new Error('no model')) },
      docs: '/nonexistent',
      contextFiles: ['GEMINI.md'],
    },
  )
  const declared = shop.toolbox.declarations()
  const ofAgents = ['delegate_to_agent', 'activate_skill', 'complete_task']
  expect(declared.map(({ name }) => name)).toEqual(Object.keys(TOOL_ALIASES).filter((name) => !ofAgents.includes(name)))
  for (const { name, description, parameters } of declared) {
    expect(description.length, name).toBeGreaterThan(40)
    for (const [key, value] of Object.entries(parameters.properties as Record<string, { description?: string }>))
      expect(value.description, `${name}.${key}`).toBeTruthy()
  }
})

const SUGGESTIONS: [names: string[], called: string, said: string][] = [
  [[], 'x', ''],
  [['read_file'], 'x', ''],
  [['google_web_search', 'glob'], 'search_web', ' Did you mean "google_web_search"?'],
  [['run_shell_command', 'write_todos'], 'deploy_to_production', ''],
  [['read_file', 'write_file', 'glob', 'replace'], 'reed_file', ' Did you mean one of: "read_file", "write_file"?'],
]
for (const [names, called, expected] of SUGGESTIONS)
  test(`${called || 'nothing'} among ${names.length} tools`, () =>
    expect(makeToolbox(names.map((name) => tool(name))).suggest(called)).toBe(expected))

test('a tool that is not declared is not what was meant', () =>
  expect(makeToolbox([tool('ask_user', { undeclared: true }), tool('glob')]).suggest('ask_users')).toBe(''))

test('a name of a megabyte is answered at once', () => {
  expect(makeToolbox([tool('read_file')]).suggest('read_file'.repeat(100_000))).toBe('')
})

const MISTAKES: [args: unknown, text: string][] = [
  [{}, "params must have required property 'text'"],
  [{ text: null }, 'params/text must be string'],
  [{ text: undefined }, "params must have required property 'text'"],
  [{ text: 'a' }, 'params/text must NOT have fewer than 2 characters'],
  [{ text: 'abcde' }, 'params/text must NOT have more than 4 characters'],
  [{ text: 'ab', count: 0 }, 'params/count must be >= 1'],
  [{ text: 'ab', count: 10 }, 'params/count must be <= 9'],
  [{ text: 'ab', count: '3' }, 'params/count must be integer'],
  [{ text: 'ab', count: 1.5 }, 'params/count must be integer'],
  [{ text: 'ab', ratio: 0 }, 'params/ratio must be > 0'],
  [{ text: 'ab', kind: 'c' }, 'params/kind must be equal to one of the allowed values: "a", "b"'],
  [{ text: 'ab', todos: 'x' }, 'params/todos must be array'],
  [{ text: 'ab', todos: [] }, 'params/todos must NOT have fewer than 1 items'],
  [{ text: 'ab', todos: ['x'] }, 'params/todos/0 must be object'],
  [{ text: 'ab', todos: [{}] }, "params/todos/0 must have required property 'status'"],
  [
    { text: 'ab', todos: [{ status: 'x' }] },
    'params/todos/0/status must be equal to one of the allowed values: "open", "closed"',
  ],
  [{ text: 'ab', todos: [{ status: 'open', x: 1 }] }, 'params/todos/0 must NOT have additional properties: "x"'],
  [{ text: 'ab', either: 3 }, 'params/either must match a schema in anyOf'],
  [{ count: 'x' }, "params must have required property 'text', params/count must be integer"],
  [[], 'Value of params must be an object'],
  [null, 'Value of params must be an object'],
  [JSON.parse('{"__proto__":{"text":"ab"}}'), "params must have required property 'text'"],
]
for (const [args, text] of MISTAKES)
  test(`parse: ${JSON.stringify(args)}`, () => {
    // A model can send anything.
    expect(tool('t').parse(args as Record<string, unknown>)).toEqual({ ok: false, text })
  })

test('parse: null for an optional parameter counts as missing, unless the schema allows null', () => {
  const nothing = { text: 'ab', count: null, kind: null, either: null, parent: null }
  expect(tool('t').parse(nothing)).toEqual({ ok: true, args: { text: 'ab', kind: 'a', parent: null } })
})

test('parse: older names are accepted, and the declared one wins', () => {
  expect(tool('t').parse({ words: 'ab' })).toEqual({ ok: true, args: { text: 'ab', kind: 'a' } })
  for (const args of [
    { words: 'xy', text: 'ab' },
    { text: 'ab', words: 'xy' },
  ])
    expect(tool('t').parse(args)).toEqual({ ok: true, args: { text: 'ab', kind: 'a' } })
  expect(tool('t').parse({ text: 'ab', wait_for_previous: true })).toEqual({
    ok: true,
    args: { text: 'ab', kind: 'a' },
  })
})
