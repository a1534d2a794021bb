import { expect, test } from 'vitest'
import { testRepository } from '../github/repository.ts'
import { misnumberedLines } from './prompt-lines.ts'

test('lines with a wrong number, text or side are found in a first prompt', async () => {
  await using repository = await testRepository()
  await repository.commit({ 'old name.ts': 'one\ntwo\nthree\n' })
  await repository.git('mv', 'old name.ts', 'a "b".ts')
  await repository.commit({ 'a "b".ts': 'one\nTWO\nthree\n' })
  const found = (lines: string, kind = 'diff') => {
    const facts = `kind="${kind}" path="a \\"b\\".ts" previous_path="old name.ts"`
    const text = `<data-7f ${facts}>\n@@ -1,3 +1,3 @@\n${lines}\n</data-7f>`
    return misnumberedLines([{ body: { contents: [{ parts: [{ text: 'x' }, { text }] }] } }], repository.dir)
  }
  expect(found('1| one\n2|-two\n2|+TWO\n3| three')).toEqual([])
  expect(found('1|one\n3|three', 'declaration')).toEqual([])
  expect(found('1| one\n3|+TWO')).toEqual(['a "b".ts:3 TWO'])
  expect(found('2|+two\n2| TWO')).toHaveLength(1)
  expect(found('1|-two')).toEqual(['a "b".ts:1 (old) two'])
})
