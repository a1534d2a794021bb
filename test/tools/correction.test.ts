import { expect, test } from 'vitest'
import { type Generate, type ModelReply, type ModelRequest, NO_USAGE } from '../../src/model/types.ts'
import { createToolHarness, resultText } from './tool-harness.ts'

const calling = (args: Record<string, unknown>, name = 'correct_edit'): ModelReply => ({
  parts: [{ kind: 'call', call: { id: '1', name, args } }],
  stop: 'finished',
  usage: NO_USAGE,
  model: 'm',
})

const FILE = 'function greet() {\n  return "hello"\n}\n\nfunction leave() {\n  return "bye"\n}\n'
const EDIT = {
  file_path: 'a.ts',
  instruction: 'greet politely',
  old_string: 'nothing like this stands anywhere in it',
  new_string: '  return "good day"',
}

async function shopWith(answer: ModelReply | Error, contents: Record<string, string> = { 'a.ts': FILE }) {
  const asked: ModelRequest[] = []
  const generateCorrection: Generate = async (request) => {
    asked.push(request)
    if (answer instanceof Error) throw answer
    return answer
  }
  return { shop: await createToolHarness(contents, { generateCorrection }), asked }
}

test('replace: a model corrects an edit without a match, and the result says so', async () => {
  const { shop, asked } = await shopWith(
    calling({ search: '  return "hello"', replace: '  return "good day"', explanation: 'The text was made up.' }),
  )
  using _ = shop
  const result = await shop.call('replace', EDIT)
  expect(result).toMatchObject({ ok: true, display: { path: 'a.ts', added: 1, removed: 1 } })
  expect(resultText(result)).toContain('it was corrected: The text was made up.')
  expect(shop.text('a.ts')).toBe(FILE.replace('hello', 'good day'))
  expect(asked).toMatchObject([{ model: 'llm-edit-fixer', choice: { mode: 'any', names: ['correct_edit'] } }])
  expect(JSON.stringify(asked[0]?.messages)).toContain('greet politely')
})

test('replace: a model corrects an edit with too many matches', async () => {
  const { shop } = await shopWith(calling({ search: 'return "bye"', replace: 'return "ciao"', explanation: 'x' }))
  using _ = shop
  expect((await shop.call('replace', { ...EDIT, old_string: '  return ', new_string: '  yield ' })).ok).toBe(true)
  expect(shop.text('a.ts')).toBe(FILE.replace('bye', 'ciao'))
})

test('replace: the correction can find that no change is needed', async () => {
  const { shop } = await shopWith(
    calling({ search: '', replace: '', explanation: 'It is polite already.', noChangesRequired: true }),
  )
  using _ = shop
  const result = await shop.call('replace', EDIT)
  expect(result).toMatchObject({ ok: false, reason: 'edit_no_change_llm_judgement' })
  expect(resultText(result)).toMatch(/It is polite already\. The original edit failed: Failed to edit, 0 occurrences/)
  expect(shop.text('a.ts')).toBe(FILE)
})

const good = { search: '  return "hello"', replace: 'x', explanation: 'x' }
const USELESS: [name: string, answer: ModelReply | Error][] = [
  ['fails', new Error('down')],
  ['says something else', { ...calling({}), parts: [{ kind: 'text', text: 'I would change it.' }] }],
  ['calls something else', calling(good, 'replace')],
  ['leaves something out', calling({ search: 'a' })],
  ['searches for nothing', calling({ ...good, search: '' })],
  ['searches for what is not there either', calling({ ...good, search: 'also nothing of that kind at all' })],
  ['searches for what is there twice', calling({ ...good, search: 'return' })],
  ['changes nothing', calling({ ...good, replace: good.search })],
  ['leaves code out', calling({ ...good, replace: '// rest of methods ...' })],
]
for (const [name, answer] of USELESS)
  test(`replace: when the correction ${name}, the first failure is returned`, async () => {
    const { shop, asked } = await shopWith(answer)
    using _ = shop
    const result = await shop.call('replace', EDIT)
    expect(result).toMatchObject({ ok: false, reason: 'edit_no_occurrence_found' })
    expect([shop.text('a.ts'), asked.length]).toEqual([FILE, 1])
  })

const UNASKED: [name: string, args: Record<string, unknown>][] = [
  ['a good edit', { ...EDIT, old_string: '"hello"', new_string: '"hi"' }],
  ['JSON', { ...EDIT, file_path: 'a.json' }],
  ['a notebook', { ...EDIT, file_path: 'A.IPYNB' }],
  ['a very large file', { ...EDIT, file_path: 'large.txt' }],
  ['a missing file', { ...EDIT, file_path: 'missing.ts' }],
  ['identical texts', { ...EDIT, new_string: EDIT.old_string }],
  ['an existing file to be created', { ...EDIT, old_string: '' }],
]
for (const [name, args] of UNASKED)
  test(`replace: no correction for ${name}`, async () => {
    const { shop, asked } = await shopWith(new Error('asked'), {
      'a.ts': FILE,
      'a.json': '{}',
      'A.IPYNB': '{}',
      'large.txt': 'line\n'.repeat(50_000),
    })
    using _ = shop
    await shop.call('replace', args)
    expect(asked).toEqual([])
  })

test('replace: an abort during the correction ends the call', async () => {
  const stop = new AbortController()
  const generateCorrection: Generate = () => {
    stop.abort(new Error('stopped'))
    return Promise.reject(new Error('aborted'))
  }
  using shop = await createToolHarness({ 'a.ts': FILE }, { generateCorrection })
  await expect(shop.call('replace', EDIT, stop.signal)).rejects.toThrow('stopped')
})

test('replace: a concurrent write is kept', async () => {
  const shops: Awaited<ReturnType<typeof createToolHarness>>[] = []
  const generateCorrection: Generate = async () => {
    shops[0]?.put({ 'a.ts': `// new first line\n${FILE}` })
    return calling({ ...good, replace: '  return "good day"' })
  }
  using shop = await createToolHarness({ 'a.ts': FILE }, { generateCorrection })
  shops.push(shop)
  expect((await shop.call('replace', EDIT)).ok).toBe(true)
  expect(shop.text('a.ts')).toBe(`// new first line\n${FILE.replace('hello', 'good day')}`)
})
