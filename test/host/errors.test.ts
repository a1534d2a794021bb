import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { asSentence, fieldMistake, whyUnread } from '../../src/host/errors.ts'

const shape = z.object({ name: z.string(), level: z.enum(['low', 'high']).optional(), deep: z.array(z.number()) })

const mistakes: [name: string, value: unknown, words: string][] = [
  ['what is missing', { deep: [] }, 'name: expected string, and it is missing'],
  ['another kind', { name: 1, deep: [] }, 'name: expected string, not number'],
  ['an unknown word', { name: 'a', level: 'mid', deep: [] }, 'level: expected one of "low"|"high"'],
  ['deep inside', { name: 'a', deep: [1, 'b'] }, 'deep.1: expected number, not string'],
  ['the whole of it', [], 'it: expected object, not array'],
]
for (const [name, value, words] of mistakes)
  test(`a mistake in words: ${name}`, () => {
    const { error } = shape.safeParse(value)
    expect(error?.issues.map((issue) => fieldMistake(issue))).toEqual([words])
  })

test('a text that another sentence follows ends once', () =>
  expect(['a', 'a.', 'a?', 'a…'].map(asSentence)).toEqual(['a.', 'a.', 'a?', 'a…']))

test('why a file could not be read, in words of ours where there are some', async () => {
  const why = (path: string) => readFile(path, 'utf8').then(() => '', whyUnread)
  expect(await why(join(tmpdir(), 'no-such-file', 'here'))).toBe('there is no such file')
  expect(await why(tmpdir())).toBe('it is a folder')
  expect(whyUnread(new Error('disk full'))).toBe('disk full')
})
