import { expect, test } from 'vitest'
import type { GroundedAnswer } from '../../src/tools/grounding.ts'
import { createToolHarness, resultText } from './tool-harness.ts'

const searching = (answer: Partial<GroundedAnswer> | Error, seen: unknown[] = []) =>
  createToolHarness(
    {},
    {
      search: {
        leaks: (text) => text.includes('s3cr3t'),
        async groundedGenerate(question) {
          seen.push(question)
          if (answer instanceof Error) throw answer
          return { text: '', sources: [], supports: [], pages: [], ...answer }
        },
      },
    },
  )

const two = [{ title: 'One', uri: 'https://1.test' }, { title: 'Two' }]

const CITED: [name: string, answer: Partial<GroundedAnswer>, text: string][] = [
  ['no sources', { text: 'Plain.' }, 'Plain.'],
  [
    'one source',
    { text: 'Plain.', sources: two.slice(0, 1), supports: [{ end: 6, sources: [0] }] },
    'Plain.[1]\n\nSources:\n[1] One (https://1.test)',
  ],
  [
    'ends are bytes, not characters',
    {
      text: 'こんにちは! 世界🌏!',
      sources: two,
      supports: [
        { end: 16, sources: [0] },
        { end: 27, sources: [0, 1] },
      ],
    },
    'こんにちは![1] 世界🌏[1][2]!\n\nSources:\n[1] One (https://1.test)\n[2] Two (No URI)',
  ],
  [
    'in any order',
    {
      text: 'ab',
      sources: two,
      supports: [
        { end: 2, sources: [1] },
        { end: 1, sources: [0] },
      ],
    },
    'a[1]b[2]\n\nSources:\n[1] One (https://1.test)\n[2] Two (No URI)',
  ],
  [
    'an end within a character moves behind it; one behind the text, to its end',
    {
      text: 'aé',
      sources: two,
      supports: [
        { end: 2, sources: [0] },
        { end: 99, sources: [1] },
      ],
    },
    'aé[1][2]\n\nSources:\n[1] One (https://1.test)\n[2] Two (No URI)',
  ],
  [
    'an offset that does not fit its own text is looked up by it; where the text is not found, the offset stands',
    {
      text: 'Thé first. The second.',
      sources: two,
      supports: [
        { end: 11, text: 'Thé first.', sources: [0] },
        { end: 11, text: 'The second.', sources: [1] },
        { end: 3, text: 'Elsewhere.', sources: [0] },
      ],
    },
    'Thé[1] first.[1] The second.[2]\n\nSources:\n[1] One (https://1.test)\n[2] Two (No URI)',
  ],
  [
    'a source without title and address',
    { text: 'x', sources: [{}], supports: [] },
    'x\n\nSources:\n[1] Untitled (No URI)',
  ],
]
for (const [name, answer, text] of CITED)
  test(`google_web_search: ${name}`, async () => {
    const seen: unknown[] = []
    using shop = await searching(answer, seen)
    const result = await shop.call('google_web_search', { query: 'what?' })
    expect(result).toMatchObject({ ok: true, display: 'Search results for "what?" returned.' })
    expect(resultText(result)).toBe(
      `<untrusted_context>\nWeb search results for "what?":\n\n${text}\n</untrusted_context>`,
    )
    expect(seen).toEqual([{ tool: 'google_search', model: 'web-search', text: 'what?' }])
  })

test('google_web_search: nothing found', async () => {
  using shop = await searching({ text: ' \n' })
  expect(await shop.call('google_web_search', { query: 'no results query' })).toEqual({
    ok: true,
    content: 'No search results or information found for query: "no results query"',
    display: 'No information found.',
  })
})

test('google_web_search: a failure is reported', async () => {
  using shop = await searching(new Error('API down'))
  expect(await shop.call('google_web_search', { query: 'q' })).toEqual({
    ok: false,
    reason: 'web_search_failed',
    text: 'Error during web search for query "q": API down',
  })
})

test('google_web_search: a secret is not searched for', async () => {
  const seen: unknown[] = []
  using shop = await searching({ text: 'x' }, seen)
  const result = await shop.call('google_web_search', { query: 'who uses s3cr3t' })
  expect(result).toMatchObject({ ok: false, reason: 'web_search_failed' })
  expect([seen, resultText(result).includes('s3cr3t')]).toEqual([[], false])
})

for (const query of ['', '  '])
  test(`google_web_search refuses ${JSON.stringify(query)}`, async () => {
    using shop = await searching({ text: 'x' })
    expect(await shop.call('google_web_search', { query })).toEqual({
      ok: false,
      reason: 'invalid_tool_params',
      text: "The 'query' parameter cannot be empty.",
    })
  })
