import { expect, test } from 'vitest'
import { type ModelReply, type ModelRequest, NO_USAGE } from '../../src/model/types.ts'
import { replay } from './replies.ts'

const signal = new AbortController().signal
const request = (told?: string[]): ModelRequest => ({
  model: 'm',
  system: '',
  messages: [],
  tools: [],
  watch: told ? () => (text) => told.push(text) === 0 : undefined,
})
const reply = (text: string): ModelReply => ({
  parts: [
    { kind: 'thought', text: 'hm' },
    { kind: 'text', text },
  ],
  stop: 'finished',
  usage: NO_USAGE,
  model: 'm',
})

test('answers in order, streams the text, and fails after the last one', async () => {
  const ask = replay([reply('one'), reply('two')])
  const texts: string[] = []
  expect(await ask(request(texts), signal)).toEqual(reply('one'))
  expect(await ask(request(), signal)).toEqual(reply('two'))
  expect(texts).toEqual(['one'])
  await expect(ask(request(), signal)).rejects.toThrow('The recording has 2 answers, and this run asks for one more.')
})

test('a reply that is changed later does not change the recording', async () => {
  const replies = [reply('one')]
  const given = await replay(replies)(request(), signal)
  given.parts.length = 0
  expect(replies).toEqual([reply('one')])
})

test('an aborted signal uses up nothing', async () => {
  const ask = replay([reply('one')])
  await expect(ask(request(), AbortSignal.abort(new Error('time is up')))).rejects.toThrow('time is up')
  expect(await ask(request(), signal)).toEqual(reply('one'))
})
