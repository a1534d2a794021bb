import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withLongOutputsCut, withOldOutputsMasked } from '../../src/agent/outputs.ts'
import { estimate, tokensOf } from '../../src/model/estimate.ts'
import type { Message, ToolReply } from '../../src/model/types.ts'
import { keepText } from '../../src/tools/long-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'ctx-outputs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const save = (name: string, text: string) => keepText(folder, name, text)
const broken = () => Promise.reject(new Error('disk full'))

const reply = (id: string, tokens: number, name = 'search'): ToolReply => ({
  id,
  name,
  response: { output: `${id} begins ${'word '.repeat((tokens * 4) / 5)} ${id} ends` },
})
const turn = (...replies: ToolReply[]): Message[] => [
  { role: 'model', parts: replies.map(({ id, name }) => ({ kind: 'call', call: { id, name, args: {} } })) },
  { role: 'tool', replies },
]
const task: Message = { role: 'user', parts: [{ kind: 'text', text: 'go' }] }
const outputs = (messages: readonly Message[]) =>
  messages.flatMap((message) =>
    message.role === 'tool' ? message.replies.map(({ response }) => String(response.output)) : [],
  )
const maskedOnes = (messages: readonly Message[]) =>
  outputs(messages).map((text) => text.startsWith('<tool_output_masked>'))

const masks: [name: string, turns: Message[][], masked: boolean[]][] = [
  [
    'less than is protected',
    [turn(reply('a', 20_000)), turn(reply('b', 20_000)), turn(reply('c', 20_000))],
    [false, false, false],
  ],
  [
    'too little to gain',
    [turn(reply('a', 25_000)), turn(reply('b', 49_000)), turn(reply('c', 1000))],
    [false, false, false],
  ],
  [
    'what lies beyond the newest fifty thousand',
    [turn(reply('a', 35_000)), turn(reply('b', 49_000)), turn(reply('c', 1000))],
    [true, false, false],
  ],
  [
    'the one that crosses the line too',
    [turn(reply('a', 100)), turn(reply('b', 60_000)), turn(reply('c', 1000))],
    [false, true, false],
  ],
  ['the latest message never', [turn(reply('a', 1000)), turn(reply('b', 90_000))], [false, false]],
  [
    'what a skill says never',
    [turn(reply('a', 60_000, 'activate_skill')), turn(reply('b', 60_000)), turn(reply('c', 1000))],
    [false, true, false],
  ],
  [
    'several answers of one turn',
    [turn(reply('a', 40_000), reply('b', 40_000)), turn(reply('c', 1000))],
    [true, false, false],
  ],
]
for (const [name, turns, expected] of masks)
  test(`masked: ${name}`, async () => {
    const messages = [task, ...turns.flat()]
    const after = await withOldOutputsMasked(messages, save)
    expect(maskedOnes(after)).toEqual(expected)
    expect(after === messages).toBe(!expected.includes(true))
    expect(await withOldOutputsMasked(after, save)).toBe(after) // once is enough
  })

test('the ends of a masked answer are whole characters', async () => {
  for (const before of ['', 'x']) {
    const output = `${before}${'🎉'.repeat(300)}${'word '.repeat(50_000)}${'🎉'.repeat(300)}${before}`
    const old = { id: 'a', name: 'search', response: { output } }
    const [text = ''] = outputs(await withOldOutputsMasked([task, ...turn(old), ...turn(reply('b', 10))], save))
    expect([text.includes('[TRUNCATED]'), text.isWellFormed()]).toEqual([true, true])
  }
})

test('what is protected is protected to the last token', async () => {
  const messages = [task, ...turn(reply('a', 1000)), ...turn(reply('b', 1000)), ...turn(reply('c', 1000))]
  const each = tokensOf({ role: 'tool', replies: [reply('a', 1000)] })
  expect(maskedOnes(await withOldOutputsMasked(messages, save, each))).toEqual([true, false, false])
  expect(maskedOnes(await withOldOutputsMasked(messages, save, each - 1))).toEqual([true, true, false])
  expect(maskedOnes(await withOldOutputsMasked(messages, save, each * 2))).toEqual([false, false, false])
})

test('a masked answer shows its ends, says where all of it is, and loses nothing', async () => {
  const old = reply('call-1', 60_000)
  const after = await withOldOutputsMasked([task, ...turn(old), ...turn(reply('b', 10))], save)
  const [text = ''] = outputs(after)
  expect(text).toMatch(
    /^<tool_output_masked>\ncall-1 begins [\s\S]*\[TRUNCATED\][\s\S]* call-1 ends\n\nOutput too large\. Full output available at: .*search_call-1\.txt\n<\/tool_output_masked>$/,
  )
  const [, file = ''] = /available at: (.*)\n/.exec(text) ?? []
  expect(readFileSync(file, 'utf8')).toBe(old.response.output)
  expect(estimate({ messages: after })).toBeLessThan(400)
})

test('what cannot be kept elsewhere stays', async () => {
  const messages = [task, ...turn(reply('a', 60_000)), ...turn(reply('b', 10))]
  expect(outputs(await withOldOutputsMasked(messages, broken))).toEqual(outputs(messages))
  expect(outputs(await withLongOutputsCut(messages, broken, 100))).toEqual(outputs(messages))
})

test('what could not be kept counts all the same', async () => {
  const messages = [task, ...turn(reply('a', 10_000)), ...turn(reply('b', 45_000)), ...turn(reply('c', 10_000))]
  const full = (name: string, text: string) => (name.endsWith('_b') ? broken() : save(name, text))
  const after = await withLongOutputsCut(messages, full, 1000)
  expect(outputs(after).map((text) => text.startsWith('Output too large.'))).toEqual([true, false, false])
})

test('answers beyond the newest fifty thousand tokens are cut; the newer ones stay', async () => {
  const messages = [task, ...turn(reply('a', 30_000)), ...turn(reply('b', 30_000)), ...turn(reply('c', 30_000))]
  const after = await withLongOutputsCut(messages, save, 1000)
  expect(outputs(after).map((text) => text.startsWith('Output too large.'))).toEqual([true, true, false])
  expect(after.at(-1)).toBe(messages.at(-1))
  expect(outputs(after)[0]).toContain('a begins')
})

const texts: [name: string, response: Record<string, unknown>, kept: string][] = [
  ['its output', { output: 'x'.repeat(300_000), other: 1 }, 'x'.repeat(300_000)],
  ['else its content', { content: 'y'.repeat(300_000) }, 'y'.repeat(300_000)],
  ['else all of it', { list: ['z'.repeat(300_000)] }, JSON.stringify({ list: ['z'.repeat(300_000)] }, null, 2)],
]
for (const [name, response, kept] of texts)
  test(`what is kept of an answer: ${name}`, async () => {
    const saved: string[] = []
    const keep = async (_: string, text: string) => `at ${saved.push(text)}`
    await withLongOutputsCut([task, ...turn({ id: 'a', name: 'look', response })], keep, 1000)
    expect(saved).toEqual([kept])
  })

test('names of files hold nothing that a path could be made of', async () => {
  expect(await keepText(folder, 'Srv__../Tool:é', 'x')).toBe(join(folder, 'srv_____tool__.txt'))
})
