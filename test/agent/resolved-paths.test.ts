import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPathResolver } from '../../src/agent/resolved-paths.ts'
import { openWorkspace } from '../../src/platform/files/workspace.ts'
import { decide } from '../../src/policy/rules/decide.ts'
import { remedyFor } from '../../src/policy/rules/remedy.ts'
import { builtinRules, factsFrom, profileRules, rule, rulesFrom } from '../policy/rules.ts'

const root = mkdtempSync(join(tmpdir(), 'sluice-places-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeAll(() => {
  for (const folder of ['.github/workflows', 'src', 'keys']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'keys/a.txt'), '')
  symlinkSync('.github/workflows', join(root, 'docs'))
  symlinkSync('../keys/a.txt', join(root, 'src/a.txt'))
  symlinkSync('/etc', join(root, 'out'))
  // Protected names that are links: to a file, to a folder, through another link.
  for (const folder of ['notes', 'tools/hooks']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['agents', 'rules', 'other']) writeFileSync(join(root, `notes/${name}.txt`), '')
  symlinkSync('notes/agents.txt', join(root, 'CLAUDE.md'))
  symlinkSync('tools/hooks', join(root, '.husky'))
  symlinkSync('notes/rules.txt', join(root, 'rules.txt'))
  symlinkSync('rules.txt', join(root, '.cursorrules'))
  symlinkSync('CLAUDE.md', join(root, 'AGENTS.md'))
  symlinkSync('../notes/other.txt', join(root, 'keys/other.txt'))
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
const opened = rulesFrom(
  ['CLAUDE', 'AGENTS']
    .map((name) => rule({ toolName: 'write_file', argsPattern: `"file_path":"${name}\\.md"`, priority: 200 }))
    .join(''),
)
const noKeyEdits = rulesFrom(
  rule({ toolName: 'write_file' }) +
    rule({ toolName: 'write_file', argsPattern: '"file_path":"keys/', decision: 'deny', priority: 200 }),
)
const onlySource = rulesFrom(rule({ toolName: 'write_file', argsPattern: '"file_path":"src/' }))

test.each([
  // The list of protected paths asks a person, also where a profile allows edits.
  [maintain, 'write_file {"file_path":"src/x.ts"}', 'allow'],
  [maintain, 'write_file {"file_path":".github/workflows/x.yml"}', 'ask'],
  [maintain, 'write_file {"file_path":"docs/x.yml"}', 'ask'],
  [maintain, 'write_file {"file_path":"./src/../docs/x.yml"}', 'ask'],
  [maintain, 'replace {"file_path":"ROOT/docs/x.yml"}', 'ask'],
  // A protected or denied name can be a link to the file.
  [maintain, 'write_file {"file_path":"CLAUDE.md"}', 'ask'],
  [maintain, 'write_file {"file_path":"notes/agents.txt"}', 'ask'],
  [maintain, 'replace {"file_path":"ROOT/notes/agents.txt"}', 'ask'],
  [maintain, 'write_file {"file_path":"tools/hooks/new/pre-commit"}', 'ask'],
  [maintain, 'write_file {"file_path":"notes/rules.txt"}', 'ask'],
  [maintain, 'write_file {"file_path":"notes/other.txt"}', 'allow'],
  [maintain, 'read_file {"file_path":"notes/agents.txt"}', 'allow'],
  [[...maintain, ...opened], 'write_file {"file_path":"notes/agents.txt"}', 'allow'],
  [noKeyEdits, 'write_file {"file_path":"notes/other.txt"}', 'deny'],
  [noKeyEdits, 'write_file {"file_path":"notes/rules.txt"}', 'allow'],
  [onlySource, 'write_file {"file_path":"src/b.txt"}', 'allow'],
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

test('the denial of a file for the name of a link says so, and its remedy opens that name', async () => {
  const files = await openWorkspace(root)
  const facts = await factsFrom('write_file {"file_path":"tools/hooks/new/pre-commit"}')
  const resolved = await createPathResolver(files)(facts.tool, facts.args)
  const denied = decide(maintain, { ...facts, resolved }, 'deny')
  expect(denied.message).toMatch(/^\.husky\/new\/pre-commit is a link to this file\. This path is protected: /)
  const remedy = remedyFor(denied, { ...facts, resolved })
  expect(remedy).toContain(String.raw`"file_path":"\.husky/new/pre-commit"`)
  expect(decide([...maintain, ...rulesFrom(remedy)], { ...facts, resolved }, 'deny').verdict).toBe('allow')
})
