import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { maskOldOutputs, shortenLongOutputs } from '../../src/agent/tool-outputs.ts'
import { estimateMessageTokens, estimateRequestTokens } from '../../src/model/estimate.ts'
import type { Message, ToolReply } from '../../src/model/types.ts'
import { saveText } from '../../src/tools/long-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'ctx-outputs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const save = (name: string, text: string) => saveText(folder, name, text)
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
    const after = await maskOldOutputs(messages, save)
    expect(maskedOnes(after)).toEqual(expected)
    expect(after === messages).toBe(!expected.includes(true))
    expect(await maskOldOutputs(after, save)).toBe(after) // once is enough
  })

test('the ends of a masked answer are whole characters', async () => {
  for (const before of ['', 'x']) {
    const output = `${before}${'🎉'.repeat(300)}${'word '.repeat(50_000)}${'🎉'.repeat(300)}${before}`
    const old = { id: 'a', name: 'search', response: { output } }
    const [text = ''] = outputs(await maskOldOutputs([task, ...turn(old), ...turn(reply('b', 10))], save))
    expect([text.includes('[TRUNCATED]'), text.isWellFormed()]).toEqual([true, true])
  }
})

test('the protected range is exact to the token', async () => {
  const messages = [task, ...turn(reply('a', 1000)), ...turn(reply('b', 1000)), ...turn(reply('c', 1000))]
  const each = estimateMessageTokens({ role: 'tool', replies: [reply('a', 1000)] })
  expect(maskedOnes(await maskOldOutputs(messages, save, each))).toEqual([true, false, false])
  expect(maskedOnes(await maskOldOutputs(messages, save, each - 1))).toEqual([true, true, false])
  expect(maskedOnes(await maskOldOutputs(messages, save, each * 2))).toEqual([false, false, false])
})

test('a masked answer shows its ends, says where all of it is, and loses nothing', async () => {
  const old = reply('call-1', 60_000)
  const after = await maskOldOutputs([task, ...turn(old), ...turn(reply('b', 10))], save)
  const [text = ''] = outputs(after)
  expect(text).toMatch(
    /^<tool_output_masked>\ncall-1 begins [\s\S]*\[TRUNCATED\][\s\S]* call-1 ends\n\nOutput too large\. Full output available at: .*search_call-1\.txt\n<\/tool_output_masked>$/,
  )
  const [, file = ''] = /available at: (.*)\n/.exec(text) ?? []
  expect(readFileSync(file, 'utf8')).toBe(old.response.output)
  expect(estimateRequestTokens({ messages: after })).toBeLessThan(400)
})

test('a result that cannot be stored stays', async () => {
  const messages = [task, ...turn(reply('a', 60_000)), ...turn(reply('b', 10))]
  expect(outputs(await maskOldOutputs(messages, broken))).toEqual(outputs(messages))
  expect(outputs(await shortenLongOutputs(messages, broken, 100))).toEqual(outputs(messages))
})

test('a result that could not be stored still counts', async () => {
  const messages = [task, ...turn(reply('a', 10_000)), ...turn(reply('b', 45_000)), ...turn(reply('c', 10_000))]
  const full = (name: string, text: string) => (name.endsWith('_b') ? broken() : save(name, text))
  const after = await shortenLongOutputs(messages, full, 1000)
  expect(outputs(after).map((text) => text.startsWith('Output too large.'))).toEqual([true, false, false])
})

test('answers beyond the newest fifty thousand tokens are cut; the newer ones stay', async () => {
  const messages = [task, ...turn(reply('a', 30_000)), ...turn(reply('b', 30_000)), ...turn(reply('c', 30_000))]
  const after = await shortenLongOutputs(messages, save, 1000)
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
  test(`the stored part of a result: ${name}`, async () => {
    const saved: string[] = []
    const keep = async (_: string, text: string) => `at ${saved.push(text)}`
    await shortenLongOutputs([task, ...turn({ id: 'a', name: 'look', response })], keep, 1000)
    expect(saved).toEqual([kept])
  })

test('file names contain no path characters', async () => {
  expect(await saveText(folder, 'Srv__../Tool:é', 'x')).toBe(join(folder, 'srv_____tool__.txt'))
})
