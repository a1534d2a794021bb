import { expect, test } from 'vitest'
import { rule, rulesFrom, verdict } from '../rules.ts'

const cases: [name: string, pattern: string, args: Record<string, unknown>, denied: boolean][] = [
  ['the same letters', '"file_path":"secret/', { file_path: 'secret/a' }, true],
  ['other letter case in the call', '"file_path":"secret/', { file_path: 'Secret/a' }, true],
  ['other letter case in the rule', '"file_path":"Secret/', { file_path: 'secret/a' }, true],
  ['a decomposed letter', '"file_path":"caf\u00e9/', { file_path: 'cafe\u0301/a' }, true],
  ['a decomposed letter in the rule', '"file_path":"cafe\u0301/', { file_path: 'caf\u00e9/a' }, true],
  ['another argument with a path', 'secret/', { dir_path: 'SECRET/' }, true],
  ['one of several paths', 'secret/', { paths: ['a', 'SECRET/b'] }, true],
  ['a path that climbs', '"file_path":"secret/', { file_path: 'a/../SECRET/b' }, true],
  ['another folder', '"file_path":"secret/', { file_path: 'secrets/a' }, false],
  ['content keeps its letter case', 'TODO', { file_path: 'a', content: 'todo' }, false],
  ['an exception for a folder', '"file_path":"(?!docs/)', { file_path: 'docs/a' }, false],
]
for (const [name, pattern, args, denied] of cases)
  test(`a deny of a path: ${name}`, async () => {
    const rules = await rulesFrom(
      rule({ toolName: '*' }) + rule({ toolName: 'write_file', argsPattern: pattern, decision: 'deny', priority: 500 }),
    )
    expect(await verdict(rules, `write_file ${JSON.stringify(args)}`)).toBe(denied ? 'deny' : 'allow')
  })

test('an allow of a path is as exact as it was', async () => {
  const rules = await rulesFrom(rule({ toolName: 'write_file', argsPattern: '"file_path":"docs/' }))
  expect(await verdict(rules, 'write_file {"file_path":"docs/a"}')).toBe('allow')
  expect(await verdict(rules, 'write_file {"file_path":"Docs/a"}')).toBe('deny')
})
