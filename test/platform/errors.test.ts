import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { asSentence, readErrorReason, zodIssueMessage } from '../../src/platform/errors.ts'

const shape = z.object({ name: z.string(), level: z.enum(['low', 'high']).optional(), deep: z.array(z.number()) })

const mistakes: [name: string, value: unknown, words: string][] = [
  ['what is missing', { deep: [] }, 'name: expected string, but it is missing'],
  ['another kind', { name: 1, deep: [] }, 'name: expected string, not number'],
  ['an unknown word', { name: 'a', level: 'mid', deep: [] }, 'level: expected one of "low"|"high"'],
  ['deep inside', { name: 'a', deep: [1, 'b'] }, 'deep.1: expected number, not string'],
  ['the whole of it', [], 'it: expected object, not array'],
]
for (const [name, value, words] of mistakes)
  test(`an error as a sentence: ${name}`, () => {
    const { error } = shape.safeParse(value)
    expect(error?.issues.map((issue) => zodIssueMessage(issue))).toEqual([words])
  })

test('a text that another sentence follows ends once', () =>
  expect(['a', 'a.', 'a?', 'a…'].map(asSentence)).toEqual(['a.', 'a.', 'a?', 'a…']))

test('read errors have plain messages where possible', async () => {
  const reason = (path: string) => readFile(path, 'utf8').then(() => '', readErrorReason)
  expect(await reason(join(tmpdir(), 'no-such-file', 'here'))).toBe('there is no such file')
  expect(await reason(tmpdir())).toBe('it is a folder')
  expect(readErrorReason(new Error('disk full'))).toBe('disk full')
})
