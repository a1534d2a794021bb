import { expect, test } from 'vitest'
import { type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { chunk, fail, grounded, say, turn } from '../../src/emulators/gemini/steps.ts'
import { addChunk, newReplyDraft } from '../../src/model/gemini-wire.ts'
import type { BuiltInTool, Grounding, ModelRequest } from '../../src/model/types.ts'
import { startCodeAssist } from '../fakes/code-assist.ts'
import { chunks, connected } from '../fakes/code-assist-line.ts'
import { ask, KEY, never } from '../fakes/gemini-line.ts'

const question = (builtIn: BuiltInTool): ModelRequest => ({
  model: 'gemini-3.5-flash',
  system: '',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'who won?' }] }],
  tools: [],
  builtIn: [builtIn],
})

const WON = grounded('Spain won. Ole!', {
  queries: ['who won'],
  sources: [{ uri: 'https://redirect.test/1', title: 'uefa.com' }, { uri: 'https://redirect.test/2' }],
  supports: [{ text: 'Spain won.', sources: [0, 1] }],
})
const RESTS: Grounding = {
  sources: [{ title: 'uefa.com', uri: 'https://redirect.test/1' }, { uri: 'https://redirect.test/2' }],
  supports: [{ end: 10, text: 'Spain won.', sources: [0, 1] }],
  pages: [],
}

const lines: [name: string, tool: BuiltInTool, step: GeminiStep, wire: object, grounding: Grounding][] = [
  ['a search', 'google_search', WON, { googleSearch: {} }, RESTS],
  [
    'pages',
    'url_context',
    grounded('It says yes.', { pages: { 'https://a.test/': 'SUCCESS', 'https://b.test/': 'PAYWALL' } }),
    { urlContext: {} },
    {
      sources: [],
      supports: [],
      pages: [
        { url: 'https://a.test/', read: true },
        { url: 'https://b.test/', read: false },
      ],
    },
  ],
]

for (const [name, tool, step, wire, grounding] of lines)
  for (const [service, vertex] of [
    ['the Gemini API', undefined],
    ['Vertex', {}],
  ] as const)
    test(`${name} by ${service}`, async () => {
      await using api = await startGemini([step], { key: KEY })
      const reply = await ask(api.url, vertex === undefined ? {} : { vertex })(question(tool), never)
      expect(api.problems).toEqual([])
      expect(api.requests[0]?.body).toMatchObject({ tools: [wire] })
      expect(reply).toMatchObject({ stop: 'finished', grounding, usage: { tool: 300, total: 330 } })
    })

test('a search by Code Assist', async () => {
  await using server = await startCodeAssist({ steps: [chunks(WON)] })
  expect(await connected(server).generate(question('google_search'), never)).toMatchObject({ grounding: RESTS })
  expect(server.problems).toEqual([])
  expect(server.requests.at(-1)?.body).toMatchObject({ request: { tools: [{ googleSearch: {} }] } })
})

test('declared tools and built-in ones are told apart, and refused together as the API refuses them', async () => {
  await using api = await startGemini([say('never')], { key: KEY })
  const tools = [{ name: 'f', description: 'd', parameters: { type: 'object' } }]
  await expect(ask(api.url)({ ...question('google_search'), tools }, never)).rejects.toThrow(
    'include_server_side_tool_invocations',
  )
  expect(api.requests[0]?.body).toMatchObject({
    tools: [{ functionDeclarations: [{ name: 'f' }] }, { googleSearch: {} }],
  })
})

test('an empty answer is valid only for a search without results', async () => {
  await using api = await startGemini([turn([]), turn([])], { key: KEY })
  expect(await ask(api.url)(question('google_search'), never)).toMatchObject({ parts: [], stop: 'finished' })
  const { builtIn: _, ...plain } = question('google_search')
  await expect(ask(api.url)(plain, never)).rejects.toMatchObject({ fault: 'unusable' })
})

test('an answer without sources has no citations', async () => {
  await using api = await startGemini([say('From memory.')], { key: KEY })
  expect((await ask(api.url)(question('google_search'), never)).grounding).toBeUndefined()
})

test('a refusal of the tool is a refusal of the request', async () => {
  await using api = await startGemini([fail(400, 'INVALID_ARGUMENT', 'Search is not supported.')], { key: KEY })
  await expect(ask(api.url)(question('google_search'), never)).rejects.toMatchObject({
    fault: 'request',
    retry: 'never',
  })
})

const source = (uri: string) => ({ web: { uri, title: uri } })
const support = (endIndex: number, ...groundingChunkIndices: number[]) => ({
  segment: { endIndex },
  groundingChunkIndices,
})
const of = (...uris: string[]) => uris.map((uri) => ({ uri, title: uri }))

const streams: [name: string, metadata: object[], grounding: Partial<Grounding>][] = [
  ['none', [], {}],
  ['an empty one', [{}], { sources: [], supports: [] }],
  [
    'later chunks bring only new sources',
    [
      { groundingChunks: [source('a')], groundingSupports: [support(1, 0)] },
      { groundingChunks: [source('b')], groundingSupports: [support(2, 0, 1)] },
      { webSearchQueries: ['q'] },
    ],
    {
      sources: of('a', 'b'),
      supports: [
        { end: 1, sources: [0] },
        { end: 2, sources: [0, 1] },
      ],
    },
  ],
  [
    'or all of them again',
    [{ groundingChunks: [source('a')] }, { groundingChunks: [source('a'), source('b')] }],
    { sources: of('a', 'b'), supports: [] },
  ],
  [
    'a support of nothing and one of nowhere are none',
    [{ groundingChunks: [{ image: {} }], groundingSupports: [support(1), { groundingChunkIndices: [0] }] }],
    { sources: [{}], supports: [] },
  ],
]
for (const [name, metadata, grounding] of streams)
  test(`grounding in a stream: ${name}`, () => {
    const draft = newReplyDraft()
    for (const groundingMetadata of metadata) {
      const { candidates } = chunk([{ text: 'x' }]) as { candidates: object[] } // built by the emulator
      addChunk(draft, { candidates: candidates.map((one) => ({ ...one, groundingMetadata })) } as never) // as it comes over the wire
    }
    expect(draft.grounding ?? {}).toMatchObject(grounding)
    expect(draft.grounding === undefined).toBe(metadata.length === 0)
  })
