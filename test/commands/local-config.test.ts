import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRun } from '../../src/action.ts'
import { memoryCommand } from '../../src/commands/memory.ts'
import { policyCommand } from '../../src/commands/policy.ts'
import { runCommand } from '../../src/commands/run.ts'
import { toolsCommand } from '../../src/commands/tools.ts'
import { parseRules } from '../../src/config/load-policies.ts'
import type { Settings } from '../../src/config/settings/settings.ts'
import { callFacts, decide, hidingRule, ruleRef } from '../../src/policy/rules/decide.ts'
import type { PolicySource } from '../../src/policy/rules/load.ts'
import { readTranscript } from '../../src/record/transcript-line.ts'

/** What the commands say of a repository, and what a run of it then goes by: every layer there is has a say. */

const dist = resolve(import.meta.dirname, '../../dist')
const root = mkdtempSync(join(tmpdir(), 'sluice-layers-'))
const [repository, home] = [join(root, 'repository'), join(root, 'home')]
afterAll(() => rmSync(root, { recursive: true, force: true }))

const rule = (tool: string, decision: string) =>
  `[[rule]]\ntoolName = "${tool}"\ndecision = "${decision}"\npriority = 500\n`
const FILES: Record<string, string> = {
  'repository/GEMINI.md': 'not by this name',
  'repository/RULES.md': 'of the repository',
  'repository/.gemini/settings.json': '{"general":{"defaultApprovalMode":"auto_edit"},"policyPaths":["more.toml"]}',
  'repository/.gemini/policies/own.toml': rule('read_many_files', 'deny'),
  'repository/more.toml': rule('list_directory', 'deny'),
  'repository/.gemini/extensions/pond/gemini-extension.json':
    '{"name":"pond","version":"1.0.0","excludeTools":["glob"],"contextFileName":"POND.md","mcpServers":{"deep":{"command":"x"}}}',
  'repository/.gemini/extensions/pond/POND.md': 'of the extension',
  'repository/tools/shore/gemini-extension.json': '{"name":"shore","version":"1.0.0","excludeTools":["write_todos"]}',
  'repository/below/.keep': '',
  'home/.gemini/settings.json':
    '{"context":{"fileName":"RULES.md"},"tools":{"exclude":["search_file_content"]},"mcpServers":{"deep":{"command":"x","trust":true}}}',
  'home/.gemini/RULES.md': 'of the owner',
  'home/.gemini/extensions/brook/gemini-extension.json':
    '{"name":"brook","version":"1.0.0","excludeTools":["save_memory"]}',
}
const env = {
  PATH: process.env.PATH,
  HOME: home,
  INPUT_SETTINGS: '{"mcp":{"excluded":["shallow"]}}',
  INPUT_EXTENSIONS: '["tools/shore"]',
  INPUT_ADMIN_POLICIES: rule('google_web_search', 'deny'),
}
const CALLS: [tool: string, args: object][] = [
  ['read_file', { file_path: 'a' }],
  ['write_file', { file_path: 'a', content: '' }],
  // Files that the settings, an input and the memory name.
  ['write_file', { file_path: 'more.toml', content: '' }],
  ['write_file', { file_path: 'tools/shore/commands/x.toml', content: '' }],
  ['write_file', { file_path: 'RULES.md', content: '' }],
  ['glob', {}],
  ['list_directory', {}],
  ['read_many_files', {}],
  ['search_file_content', {}],
  ['save_memory', {}],
  ['write_todos', {}],
  ['google_web_search', {}],
  ['run_shell_command', { command: 'git log' }],
  ['deep__dive', {}],
  ['shallow__wade', {}],
]

type Equipped = { mode: never; memory: string; policies: PolicySource[]; settings: Settings }
let run: Equipped

beforeAll(async () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args])
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'x')
  const record = join(root, 'transcript.jsonl')
  const { code } = await said((io) => runCommand(['--prompt', 'look', '--record', record], io))
  expect(code).toBe(0)
  const events = readTranscript(readFileSync(record, 'utf8')).map(({ event }) => event)
  run = events.find(({ type }) => type === 'run_snapshot') as unknown as Equipped // as recorded
})

type Io = Parameters<typeof runCommand>[1] & { stdin: AsyncIterable<string> }
async function said(command: (io: Io) => Promise<number>, more: Partial<Io> = {}) {
  const [out, err]: string[][] = [[], []]
  const code = await command({
    out: (text) => void out?.push(text),
    err: (text) => void err?.push(text),
    startRun: startRun,
    stdin: (async function* () {})(),
    cwd: repository,
    env,
    dist,
    ...more,
  })
  return { code, out: out?.join('') ?? '', err: err?.join('') ?? '' }
}

async function verdictOfRun(tool: string, args: object) {
  const { rules } = parseRules(run.policies, run.settings)
  const server = /^(\w+?)__/.exec(tool)?.[1]
  const facts = await callFacts({ tool, args: { ...args }, annotations: {}, server }, run.mode, false)
  const { verdict, rule } = decide(rules, facts, 'deny')
  return { decision: verdict === 'allow' ? 'allow' : 'deny', rule: rule === undefined ? null : ruleRef(rule) }
}

for (const cwd of [repository, join(repository, 'below')])
  test(`policy explain and check decide as the run did, in ${cwd.slice(root.length)}`, async () => {
    const expected = await Promise.all(CALLS.map(([tool, args]) => verdictOfRun(tool, args)))
    const lines = CALLS.map(([tool, args]) => JSON.stringify({ tool, args }))
    const stdin = (async function* () {
      yield lines.join('\n')
    })()
    const { out } = await said((io) => policyCommand(['check'], io), { stdin, cwd })
    const answers = out.trim().split('\n')
    expect(answers.map((line) => JSON.parse(line))).toEqual(expected)
    const explained = CALLS.map(async ([tool, args]) => {
      const argv = ['explain', '--json', '--tool', tool, '--args', JSON.stringify(args)]
      const { decision, rule } = JSON.parse((await said((io) => policyCommand(argv, io), { cwd })).out)
      return { decision, rule }
    })
    expect(await Promise.all(explained)).toEqual(expected)
    // Each of the layers decides one of them.
    expect(expected.map(({ rule }) => rule?.file ?? 'none')).toEqual([
      'policies/read-only.toml',
      'policies/auto-edit.toml',
      'files that steer this run',
      'files that steer this run',
      'files that steer this run',
      'settings: tools.exclude',
      'more.toml',
      '.gemini/policies/own.toml',
      'settings: tools.exclude',
      'settings: tools.exclude',
      'settings: tools.exclude',
      'admin_policies input',
      'policies/write.toml',
      'settings: mcpServers.deep.trust',
      'settings: mcp.excluded',
    ])
  })

test('policy test of a table without policies of its own', async () => {
  const cases = await Promise.all(
    CALLS.map(async ([tool, args]) => {
      const { decision } = await verdictOfRun(tool, args)
      const written = Object.entries(args).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
      return `[[case]]\ntool = "${tool}"\nargs = { ${written.join(', ')} }\nexpect = "${decision}"\n`
    }),
  )
  writeFileSync(join(root, 'table.toml'), cases.join(''))
  const { code, out } = await said((io) => policyCommand(['test', join(root, 'table.toml')], io))
  expect({ code, out }).toEqual({ code: 0, out: `${CALLS.length} passed, 0 failed\n` })
})

test('memory show prints the memory of the run', async () => {
  const { out } = await said((io) => memoryCommand(['show', '--json'], io))
  const { text, files } = JSON.parse(out)
  expect(text).toBe(run.memory)
  expect(files.map(({ path }: { path: string }) => path)).toEqual(['pond/POND.md', '~/.gemini/RULES.md', 'RULES.md'])
  const { out: page } = await said((io) => memoryCommand(['show'], io))
  expect(page).toContain('L extension: pond/POND.md\nL global: ~/.gemini/RULES.md\nL project: RULES.md\n')
})

test('tools list shows what the run declared', async () => {
  const { out } = await said((io) => toolsCommand(['list', '--json'], io))
  const listed: { name: string; declared: boolean }[] = JSON.parse(out)
  const { rules } = parseRules(run.policies, run.settings)
  for (const { name, declared } of listed)
    expect([name, declared]).toEqual([name, hidingRule(rules, { name, annotations: {} }, run.mode) === undefined])
  expect(listed.filter(({ declared }) => !declared).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['glob', 'write_todos', 'save_memory', 'list_directory']),
  )
})

test('notes name the sources that are unknown', async () => {
  const explain = ['explain', '--tool', 'glob']
  const { err } = await said((io) => policyCommand(explain, io))
  expect(err).toBe(
    'note: ~/.gemini applies here and on self-hosted runners, not on hosted ones. INPUT_SETTINGS, INPUT_ADMIN_POLICIES, INPUT_EXTENSIONS are used as workflow inputs. ' +
      "No workflow here uses the action. The workflow's inputs settings, policies, admin_policies, admin_settings, extensions, approval_mode are unknown here; set them as INPUT_SETTINGS and so on.\n",
  )
  const alone = await said((io) => policyCommand(explain, io), { env: { PATH: env.PATH } })
  expect(alone.err).toMatch(/^note: No workflow here uses the action\. The workflow's inputs .*\n$/)
  const named = await said((io) => policyCommand([...explain, '--policies', 'profile:review'], io))
  expect(named.err).toBe('')
  for (const command of [
    (io: Io) => memoryCommand(['show'], io),
    (io: Io) => toolsCommand(['list'], io),
    (io: Io) => policyCommand(['check'], io),
  ])
    expect((await said(command)).err).toContain('are unknown here')
})

test('memory show in a subfolder notes where a run starts', async () => {
  const { err } = await said((io) => memoryCommand(['show'], io), { cwd: join(repository, 'below') })
  expect(err).toContain(`note: A run starts at ${repository}: `)
})

for (const path of ['.gemini', '.gemini/settings.json', '.gemini/policies', '.gemini/policies/own.toml'])
  test(`${path} as a link is refused, as by a run`, async () => {
    const cwd = mkdtempSync(join(root, 'linked-'))
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    symlinkSync(join(repository, path), join(cwd, path))
    const command = said((io) => policyCommand(['explain', '--tool', 'glob'], io), { cwd })
    await expect(command).rejects.toThrow(`${path} is a symbolic link`)
  })
