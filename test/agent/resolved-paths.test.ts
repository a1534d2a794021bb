import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPathResolver } from '../../src/agent/resolved-paths.ts'
import { openWorkspace } from '../../src/platform/files/workspace.ts'
import { decide } from '../../src/policy/rules/decide.ts'
import { builtinRules, factsFrom, profileRules, rule, rulesFrom } from '../policy/rules.ts'

const root = mkdtempSync(join(tmpdir(), 'sluice-places-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeAll(() => {
  for (const folder of ['.github/workflows', 'src', 'keys']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'keys/a.txt'), '')
  symlinkSync('.github/workflows', join(root, 'docs'))
  symlinkSync('../keys/a.txt', join(root, 'src/a.txt'))
  symlinkSync('/etc', join(root, 'out'))
})

/** The decision of these rules for a call in that workspace. */
async function verdict(rules: Parameters<typeof decide>[0], call: string): Promise<string> {
  const facts = await factsFrom(call.replaceAll('ROOT', root))
  const resolved = await createPathResolver(await openWorkspace(root))(facts.tool, facts.args)
  return decide(rules, { ...facts, resolved }, 'deny').verdict
}

const maintain = [...(await builtinRules()), ...(await profileRules('maintain'))]
const noKeys = rulesFrom(
  rule({ toolName: ['read_file', 'read_many_files'] }) +
    rule({
      toolName: ['read_file', 'read_many_files'],
      argsPattern: '"(file_path":|include":\\[)"keys/',
      decision: 'deny',
      priority: 200,
    }),
)
const onlySource = rulesFrom(rule({ toolName: 'write_file', argsPattern: '"file_path":"src/' }))

test.each([
  // The list of protected paths asks a person, also where a profile allows edits.
  [maintain, 'write_file {"file_path":"src/x.ts"}', 'allow'],
  [maintain, 'write_file {"file_path":".github/workflows/x.yml"}', 'ask'],
  [maintain, 'write_file {"file_path":"docs/x.yml"}', 'ask'],
  [maintain, 'write_file {"file_path":"./src/../docs/x.yml"}', 'ask'],
  [maintain, 'replace {"file_path":"ROOT/docs/x.yml"}', 'ask'],
  [noKeys, 'read_file {"file_path":"keys/a.txt"}', 'deny'],
  [noKeys, 'read_file {"file_path":"ROOT/keys/a.txt"}', 'deny'],
  [noKeys, 'read_file {"file_path":"src/a.txt"}', 'deny'],
  [noKeys, 'read_file {"file_path":"src/b.txt"}', 'allow'],
  [onlySource, 'write_file {"file_path":"src/x.ts"}', 'allow'],
  [onlySource, 'write_file {"file_path":"ROOT/src/x.ts"}', 'allow'],
  [onlySource, 'write_file {"file_path":"src/a.txt"}', 'deny'],
  // No tool takes it.
  [onlySource, 'write_file {"file_path":"out/passwd"}', 'deny'],
] as const)('a rule holds for every name of a file: %#', async (rules, call, expected) =>
  expect(await verdict([...rules], call), call).toBe(expected),
)

test('a path without links has no resolved path', async () => {
  const places = createPathResolver(await openWorkspace(root))
  expect(await places('read_file', { file_path: './src//b.txt', dir_path: '.', pattern: 'docs' })).toBeUndefined()
  expect(await places('read_many_files', { paths: ['src/b.txt', 'docs/x'] })).toEqual({
    args: { paths: ['src/b.txt', '.github/workflows/x'] },
    linked: true,
  })
})
