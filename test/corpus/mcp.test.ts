import { expect, test } from 'vitest'
import { textOf } from '../mcp/peer.ts'
import { answering, result, type Way } from '../mcp/scripted.ts'
import { sample } from '../sample.ts'
import { jsonVariants, type Variant } from './variants.ts'

/** What a server says when all is well, with every field that it may leave out. */
const SAID = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true }, logging: {} },
    serverInfo: { name: 'odd', version: '1', title: 'Odd' },
    instructions: 'Ask.',
    _meta: { a: 1 },
  },
  'tools/list': {
    tools: [
      {
        name: 'show',
        title: 'Show',
        description: 'Shows.',
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'string', description: 'A', enum: ['x'], default: 'x' }, b: { $ref: '#/$defs/b' } },
          required: ['a'],
          $defs: { b: { type: 'array', items: { type: 'integer' } } },
        },
        outputSchema: { type: 'object', properties: { c: { type: 'number' } } },
        annotations: { title: 'Show', readOnlyHint: true, destructiveHint: false },
        _meta: { a: 1 },
      },
      { name: 'other', description: 'Other.', inputSchema: { type: 'object', properties: {} } },
    ],
    nextCursor: '',
    _meta: { a: 1 },
  },
  'tools/call': {
    content: [
      { type: 'text', text: 'fine', annotations: { audience: ['user'], priority: 1 } },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'a', mimeType: 'text/plain' } },
      { type: 'resource_link', uri: 'file:///b', name: 'b' },
    ],
    structuredContent: { c: 1 },
    isError: false,
    _meta: { a: 1 },
  },
}

type Method = keyof typeof SAID
const GOOD = {
  initialize: result(SAID.initialize),
  'tools/list': result(SAID['tools/list']),
  'tools/call': result(SAID['tools/call']),
}

/** The variants of the result, and of the whole message. */
const variantsOf = (method: Method): Variant[] => [
  ...jsonVariants(SAID[method]).flatMap((variant) =>
    variant.path === '' ? [] : [{ ...variant, text: `{"jsonrpc":"2.0","id":@ID@,"result":${variant.text}}` }],
  ),
  ...jsonVariants({ jsonrpc: '2.0', id: '@ID@', result: SAID[method] })
    .filter(({ path }) => path === '' || path.split('.').length === 1)
    .map((variant) => ({ ...variant, text: variant.text.replaceAll('"@ID@"', '@ID@') })),
]

type Seen = { tools: string[]; notices: string[]; text: string }

async function seen(way: Way, method: Method, { text }: Variant): Promise<Seen> {
  let found: Seen = { tools: [], notices: [], text: '' }
  await answering(way, { ...GOOD, [method]: text }, async (run) => {
    const tools = run.names()
    const [tool] = tools.toReversed()
    found = { tools, notices: run.notices, text: tool === undefined ? '' : textOf(await run.call(tool)) }
  })
  return found
}

const EXPECTED = ['odd__show', 'odd__other']
/** A version that nobody speaks, a server that offers nothing, and answers that are no answer. */
const LOSES_SERVER = /^(?:protocolVersion|id|result)?: |^capabilities: an object|^capabilities\.tools: (?:missing|null)/

function problemsOf(method: Method, { path, what }: Variant, { tools, notices, text }: Seen): string[] {
  const isWhole = EXPECTED.every((name) => tools.includes(name))
  const isRenamed = path.endsWith('.name') && tools.length === EXPECTED.length
  const problems = [
    !isWhole && !isRenamed && notices.length === 0 ? 'a tool is lost without a word' : '',
    method === 'initialize' && !isWhole && !LOSES_SERVER.test(`${path}: ${what}`) ? 'the server is lost' : '',
    method === 'tools/list' && tools.length === 0 && /^tools\.\d/.test(path) ? 'one tool costs all' : '',
    method === 'tools/call' && (text.trim() === '' || text === '{}') ? 'the result says nothing' : '',
    method === 'tools/call' && /^content\.0\.(?:text|type)$/.test(path) && /^(?:a|an|true|its) /.test(what)
      ? /fine|odd|7|true/.test(text)
        ? ''
        : 'a text is lost'
      : '',
  ]
  return problems.filter(Boolean).map((problem) => `${method} ${path}: ${what}: ${problem}`)
}

const cases = (Object.keys(SAID) as Method[]).flatMap((method) =>
  variantsOf(method).map((variant) => ({ method, variant })),
)

test.each<[Way, number]>([
  ['http', 60],
  ['events', 20],
  ['stdio', 8],
])(
  'no odd form of an answer loses a server, a tool or a result without a word, or waits for a limit: %s',
  async (way, count) => {
    const problems: string[] = []
    // A server that says nothing has its time to answer.
    const said = cases.filter(({ variant }) => way !== 'stdio' || variant.text !== '')
    for (const { method, variant } of sample(said, count, way.length))
      problems.push(...problemsOf(method, variant, await seen(way, method, variant)))
    expect(problems).toEqual([])
  },
)

/** What a server says of prompts and resources when all is well. */
const DOCUMENTS = {
  'prompts/list': {
    prompts: [
      {
        name: 'plan',
        title: 'Plan',
        description: 'Plans.',
        arguments: [{ name: 'what', title: 'What', description: 'What', required: false }],
        _meta: { a: 1 },
      },
      { name: 'second' },
    ],
    nextCursor: '',
  },
  'prompts/get': {
    description: 'A plan',
    messages: [{ role: 'user', content: { type: 'text', text: 'the plan', annotations: { priority: 1 } } }],
    _meta: { a: 1 },
  },
  'resources/list': {
    resources: [
      { uri: 'file:///a', name: 'a', title: 'A', description: 'A', mimeType: 'text/plain', size: 1, annotations: {} },
      { uri: 'file:///b', name: 'b' },
    ],
    nextCursor: '',
  },
  'resources/read': {
    contents: [{ uri: 'file:///a', mimeType: 'text/plain', text: 'the text', _meta: { a: 1 } }],
    _meta: { a: 1 },
  },
}

/** What reaches the user or the model is a text that says something, and what is lost is said. */
async function problemsOfDocument(method: keyof typeof DOCUMENTS, text: string): Promise<string[]> {
  const initialize = { ...SAID.initialize, capabilities: { tools: {}, prompts: {}, resources: {} } }
  const documents = Object.fromEntries(Object.entries(DOCUMENTS).map(([name, value]) => [name, result(value)]))
  const answers = { ...GOOD, ...documents, initialize: result(initialize), [method]: text }
  const problems: string[] = []
  await answering('http', answers, async (run) => {
    const isSaid = run.notices.length > 0
    if (!EXPECTED.every((name) => run.names().includes(name))) problems.push('a tool is lost')
    const prompts = await Promise.all(
      ['/plan', '/second'].map((line) => run.prompt(line).catch((error: unknown) => String(error))),
    )
    const hasResources = run.names().includes('list_mcp_resources')
    const list = hasResources ? textOf(await run.call('list_mcp_resources')) : ''
    const read = hasResources ? textOf(await run.call('read_mcp_resource', { uri: 'odd:file:///a' })) : ''
    if (!isSaid && prompts.every((prompt) => prompt === undefined)) problems.push('the prompts are lost without a word')
    if (!isSaid && !/file:\/\/\/[ab]/.test(list)) problems.push('the resources are lost without a word')
    for (const said of [...prompts, ...(hasResources ? [list, read] : [])])
      if (said !== undefined && /^(?:\{\})?$|^undefined$|\[object Object\]/.test(said.trim()))
        problems.push(`says ${said}`)
  })
  return problems
}

test('no odd form of a list or a text of prompts and resources loses a server, or another one, without a word', async () => {
  const problems: string[] = []
  const variants = (Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[]).flatMap((method) =>
    jsonVariants(DOCUMENTS[method]).map((variant) => ({ method, variant })),
  )
  for (const { method, variant } of sample(variants, 40))
    for (const problem of await problemsOfDocument(method, `{"jsonrpc":"2.0","id":@ID@,"result":${variant.text}}`))
      problems.push(`${method} ${variant.path}: ${variant.what}: ${problem}`)
  expect(problems).toEqual([])
})
