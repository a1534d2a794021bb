import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { policyCommand } from '../../src/commands/policy.ts'
import { splitNote } from '../fakes/note.ts'

const root = mkdtempSync(join(tmpdir(), 'policy-command-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const dist = join(import.meta.dirname, '../..') // policies/ lies there as in dist/

function file(path: string, text: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return path
}

async function run(argv: string[], stdin: readonly string[] = [], cwd = root, env: Record<string, string> = {}) {
  let out = ''
  let err = ''
  async function* chunks() {
    for (const each of stdin) yield Buffer.from(each)
  }
  const code = await policyCommand(argv, {
    stdin: chunks(),
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    cwd,
    env,
    dist,
  })
  const { note, rest } = splitNote(err)
  return { code, out, err: rest, note }
}
const answers = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const git = file('git.toml', '\n[[rule]]\ncommandPrefix = "git log"\ndecision = "allow"\npriority = 100\n')
const broken = file('broken.toml', '[[rule]]\ntoolName = "t"\ndecision = "x"\npriority = 1000\n')

test('check answers each line with the decision and the rule', async () => {
  const calls = [
    { tool: 'read_file', args: { file_path: 'a' } },
    { tool: 'run_shell_command', args: { command: 'git log' } },
    { tool: 'run_shell_command', args: { command: 'git push' } },
    { tool: 'github__comment' },
    { tool: 'x__y', server: 'x' },
    { tool: 'run_shell_command', args: { command: 'git push' }, mode: 'yolo' },
    { tool: 'write_file', args: { file_path: 'a' }, mode: 'auto_edit' },
  ]
  const { code, out, err } = await run(
    ['check', '--policies', git],
    [calls.map((call) => JSON.stringify(call)).join('\n')],
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(answers(out)).toEqual([
    {
      decision: 'allow',
      rule: { file: 'policies/read-only.toml', line: 3, tier: 'default', priority: 50, verdict: 'allow' },
    },
    { decision: 'allow', rule: { file: 'git.toml', line: 2, tier: 'user', priority: 100, verdict: 'allow' } },
    {
      decision: 'deny',
      rule: { file: 'policies/write.toml', line: 4, tier: 'default', priority: 10, verdict: 'ask_user' },
    },
    { decision: 'allow', rule: expect.objectContaining({ file: 'policies/github.toml' }) },
    { decision: 'deny', rule: null },
    { decision: 'allow', rule: expect.objectContaining({ file: 'policies/yolo.toml' }) },
    { decision: 'allow', rule: expect.objectContaining({ file: 'policies/auto-edit.toml' }) },
  ])
})

test('check keeps ask_user if a person can be asked', async () => {
  const { out } = await run(['check', '--interactive'], ['{"tool":"write_file"}\n{"tool":"x"}\n'])
  expect(answers(out).map(({ decision }) => decision)).toEqual(['ask_user', 'ask_user'])
})

test('check reads lines across chunks and answers what is complete', async () => {
  const line = '{"tool":"read_file","args":{"file_path":"é"}}\n'
  const bytes = [...line, ...line].join('')
  const { out } = await run(['check'], [bytes.slice(0, 30), bytes.slice(30, 60), bytes.slice(60)])
  expect(answers(out)).toHaveLength(2)
})

test('check without the built-in policies', async () => {
  const { out } = await run(
    ['check', '--no-defaults', '--policies', git],
    ['{"tool":"read_file"}\n{"tool":"shell","args":{"command":"git log"}}'],
  )
  expect(answers(out).map(({ decision }) => decision)).toEqual(['deny', 'allow'])
})

test('check with an admin’s policies, a folder and a profile', async () => {
  file('admin/a.toml', '[[rule]]\ncommandPrefix = "git log"\ndecision = "deny"\npriority = 0\n')
  file('admin/notes.txt', 'not a policy')
  const calls = [
    '{"tool":"run_shell_command","args":{"command":"git log"}}',
    '{"tool":"run_shell_command","args":{"command":"git show"}}',
  ]
  const { out } = await run(
    ['check', '--policies', git, '--policies', 'profile:review', '--admin-policies', 'admin'],
    [calls.join('\n')],
  )
  expect(answers(out)).toEqual([
    { decision: 'deny', rule: { file: 'admin/a.toml', line: 1, tier: 'admin', priority: 0, verdict: 'deny' } },
    { decision: 'allow', rule: expect.objectContaining({ file: 'policies/profiles/review.toml' }) },
  ])
})

test('check with an invalid policy: no decision, every error listed', async () => {
  const { code, out, err } = await run(['check', '--policies', broken], ['{"tool":"t"}\n'])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe(
    'broken.toml:3:12: rule 1: decision must be allow, deny or ask_user, not "x"\nbroken.toml:4:12: rule 1: priority must be at most 999: a higher value would belong to the next tier\n',
  )
})

for (const [line, error] of [
  ['nope', 'is not a JSON object'],
  ['[]', 'is not a JSON object'],
  ['{}', 'tool must be a name'],
  ['{"tool":"t","args":[]}', 'args must be an object'],
  ['{"tool":"t","annotations":1}', 'annotations must be an object'],
  ['{"tool":"t","server":1}', 'server must be a name'],
  ['{"tool":"t","agent":1}', 'agent must be a name'],
  ['{"tool":"t","mode":"wild"}', 'mode must be one of default, autoEdit, yolo, plan'],
] as const)
  test(`check answers bad input, too: ${line}`, async () => {
    const { code, out, err } = await run(['check'], [`${line}\n{"tool":"read_file"}\n`])
    expect(code).toBe(42)
    expect(err).toBe(`line 1: ${error}\n`)
    expect(answers(out)).toEqual([
      { decision: 'deny', rule: null, error },
      expect.objectContaining({ decision: 'allow' }),
    ])
  })

test('check takes the server from an annotation', async () => {
  const { out } = await run(
    [
      'check',
      '--no-defaults',
      '--policies',
      file('s.toml', '[[rule]]\nmcpName = "my_srv"\ndecision = "allow"\npriority = 1\n'),
    ],
    ['{"tool":"mcp_my_srv_t","annotations":{"_serverName":"my_srv"}}\n{"tool":"mcp_my_srv_t"}\n'],
  )
  expect(answers(out).map(({ decision }) => decision)).toEqual(['allow', 'deny'])
})

test('explain names the decision, what matched first, and what would allow it', async () => {
  const argv = ['explain', '--tool', 'run_shell_command', '--args', '{"command":"git log | head"}', '--policies', git]
  const { code, out: short } = await run(argv)
  expect(short).toMatch(
    /Rules that match, strongest first:\n {2}\+ git\.toml:2 [^\n]*\n( {2}\+ [^\n]*\n)* {2}\d+ rules do not match/,
  )
  expect(short).not.toContain('- policies/')
  const { out } = await run([...argv, '--all'])
  expect(code).toBe(0)
  expect(out).toContain(
    'deny (ask_user, but a run cannot ask a person): policies/write.toml:4 (default tier, priority 10)',
  )
  expect(out).toContain('+ git.toml:2 (user tier, priority 100): allow; matches `git log`')
  expect(out).toContain('- policies/yolo.toml:4 (default tier, priority 998): allow; only in mode yolo')
  expect(out).toContain('commandPrefix = "head"')
})

test('explain as JSON', async () => {
  const { out } = await run(['explain', '--tool', 'ls', '--json', '--no-defaults', '--policies', git])
  expect(JSON.parse(out)).toEqual({
    decision: 'deny',
    rule: null,
    message: '',
    remedy: '[[rule]]\ntoolName = "list_directory"\ndecision = "allow"\npriority = 100',
    rules: [
      {
        file: 'git.toml',
        line: 2,
        tier: 'user',
        priority: 100,
        verdict: 'allow',
        matched: false,
        reason: 'applies to run_shell_command',
      },
    ],
  })
})

test('explain uses the policies and settings of the repository', async () => {
  file('repo/.gemini/policies/own.toml', '[[rule]]\ntoolName = "write_file"\ndecision = "allow"\npriority = 1\n')
  file('repo/.gemini/settings.json', '{"tools":{"exclude":["glob"]}}')
  const own = await run(['explain', '--tool', 'write_file', '--json'], [], join(root, 'repo'))
  expect(JSON.parse(own.out)).toMatchObject({
    decision: 'allow',
    rule: { file: '.gemini/policies/own.toml', line: 1, tier: 'user' },
  })
  const settings = await run(['explain', '--tool', 'glob', '--json'], [], join(root, 'repo'))
  expect(JSON.parse(settings.out)).toMatchObject({
    decision: 'deny',
    rule: { file: 'settings: tools.exclude', line: 1 },
  })
  const other = await run(
    ['explain', '--tool', 'write_file', '--json', '--policies', join(root, git)],
    [],
    join(root, 'repo'),
  )
  expect(JSON.parse(other.out)).toMatchObject({ decision: 'deny' })
})

test('a nearly correct name in tools.exclude gives a notice, because it excludes nothing', async () => {
  file(
    'spelt/.gemini/settings.json',
    '{"tools":{"exclude":["run_shel_command","readfiletool","pond__glob","glub_it","github__commment","github__comment"]}}',
  )
  file('spelt/.gemini/policies/own.toml', '\n[[rule]]\ntoolName = "globb"\ndecision = "deny"\npriority = 1\n')
  const { err } = await run(['explain', '--tool', 'glob'], [], join(root, 'spelt'))
  expect(err.split('\n')).toEqual([
    '.gemini/policies/own.toml:2: no tool is named "globb"; did you mean "glob"?',
    'settings: tools.exclude:1: no tool is named "run_shel_command"; did you mean "run_shell_command"?',
    'settings: tools.exclude:2: no tool is named "readfiletool"; did you mean "ReadFileTool"?',
    'settings: tools.exclude:5: no tool is named "github__commment"; did you mean "github__comment"?',
    '',
  ])
})

test('explain says that there is no such tool, and which was probably meant', async () => {
  const { out } = await run(['explain', '--tool', 'read_fil'])
  expect(out).toContain('deny: no rule matches\n  No built-in tool is called read_fil; did you mean read_file?\n')
  expect((await run(['explain', '--tool', 'nosuch'])).out).toContain('No built-in tool is called nosuch.\n')
  expect((await run(['explain', '--tool', 'ReadFile'])).out).not.toContain('No built-in tool')
  expect((await run(['explain', '--tool', 'pond__count'])).out).not.toContain('No built-in tool')
})

const GITHUB_NAMES: [args: string[], name: string, near: string][] = [
  [['--tool', 'github__commment'], 'github__commment', 'github__comment'],
  [['--tool', 'mcp_github_add_label'], 'mcp_github_add_label', 'mcp_github_add_labels'],
  [['--tool', 'get_isue', '--server', 'github'], 'github__get_isue', 'github__get_issue'],
  [['--tool', 'github__frobnicate'], 'github__frobnicate', ''],
]
for (const [args, name, near] of GITHUB_NAMES)
  test(`explain says that the server github has no tool ${name}`, async () => {
    expect((await run(['explain', ...args])).out).toContain(`The server github has no tool called ${name}`)
    const { out } = await run(['explain', ...args, '--no-defaults'])
    expect(out).toContain(
      `The server github has no tool called ${name}${near === '' ? '.' : `; did you mean ${near}?`}\n`,
    )
    expect(out).toContain(`No tool is named ${name}, so no rule can allow it.`)
    expect(out).not.toContain('[[rule]]')
  })

test('explain knows the tools of the server github, and says nothing about those of others', async () => {
  expect((await run(['explain', '--tool', 'github__comment'])).out).not.toContain('has no tool')
  expect((await run(['explain', '--tool', 'comment', '--server', 'github'])).out).not.toContain('has no tool')
  expect((await run(['explain', '--tool', 'commment', '--server', 'pond'])).out).not.toContain('has no tool')
})

test('lint: errors fail, warnings do not', async () => {
  expect(await run(['lint', broken])).toMatchObject({
    code: 1,
    out: 'broken.toml:3:12: error: rule 1: decision must be allow, deny or ask_user, not "x"\nbroken.toml:4:12: error: rule 1: priority must be at most 999: a higher value would belong to the next tier\n0 rules, 2 errors, 0 warnings\n',
  })
  const doubtful = file('doubtful.toml', '[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\npriority = 1\n')
  expect(await run(['lint', doubtful])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^doubtful\.toml:1:1: warning: allows every command.*\n1 rule, 0 errors, 1 warning\n$/),
  })
  expect(await run(['lint', git])).toMatchObject({ code: 0, out: '1 rule, 0 errors, 0 warnings\n' })
})

test('lint without a path checks the rules of the repository', async () => {
  file('linted/.gemini/policies/own.toml', '[[rule]]\ncommandPrefix = "rm -rf"\ndecision = "allow"\npriority = 1\n')
  file('linted/.gemini/settings.json', '{"tools":{"exclude":["glob"]}}')
  const { code, out } = await run(['lint'], [], join(root, 'linted'))
  expect(code).toBe(0)
  expect(out).toMatch(
    /^\.gemini\/policies\/own\.toml:1:1: warning: allows "rm -rf", which deletes files\n\d rules, 0 errors, 1 warning\n$/,
  )
})

test('test runs a table, relative to its folder', async () => {
  file('tables/own.toml', '[[rule]]\ncommandPrefix = "make"\ndecision = "allow"\npriority = 1\n')
  const good = file(
    'tables/good.toml',
    'policies = ["own.toml"]\n[[case]]\ncommand = "make test"\nexpect = "allow"\n[[case]]\ntool = "write_file"\nexpect = "ask_user"\n',
  )
  expect(await run(['test', good])).toMatchObject({ code: 0, out: '2 passed, 0 failed\n' })
  const bad = file('tables/bad.toml', '\n[[case]]\nname = "making"\ncommand = "make test"\nexpect = "allow"\n')
  const { code, out } = await run(['test', bad, good])
  expect(code).toBe(1)
  expect(out).toContain(
    'tables/bad.toml:2: making: expected allow, got ask_user (policies/write.toml:4, default tier, priority 10)',
  )
  expect(out).toContain('    commandPrefix = "make test"')
  expect(out).toContain('2 passed, 1 failed')
})

test('a table may expect deny instead of ask, unless a person can be asked', async () => {
  const table = (more: string) => file('tables/asks.toml', `[[case]]\ntool = "write_file"\nexpect = "deny"\n${more}`)
  expect(await run(['test', table('')])).toMatchObject({ code: 0, out: '1 passed, 0 failed\n' })
  expect(await run(['test', table('interactive = true\n')])).toMatchObject({
    code: 1,
    out: expect.stringContaining('expected deny, got ask_user'),
  })
})

const badTables: [text: string, error: RegExp][] = [
  ['', /case/],
  ['[[case]]\nexpect = "allow"\n', /t\.toml:1: tool is missing \(or command, for the shell\)/],
  ['\n[[case]]\ntool = "t"\nexpect = "maybe"\n', /t\.toml:2: expect: must be allow, deny or ask_user/],
  ['[[case]\n', /t\.toml:1:8: /],
  ['x = 1\n[[case]]\ntool = "t"\nexpect = "deny"\n', /x/],
]
for (const [text, error] of badTables)
  test(`test refuses ${JSON.stringify(text)}`, async () => {
    await expect(run(['test', file('t.toml', text)])).rejects.toThrow(error)
  })

const usage: [argv: string[], code: number, text: RegExp][] = [
  [[], 2, /sluice policy explain/],
  [['--help'], 0, /sluice policy explain/],
  [['nonsense'], 2, /there is no policy command "nonsense"/],
  [['explain'], 2, /--tool is missing/],
  [['explain', '--tool', 't', '--args', '{'], 42, /must be a JSON object/],
  [['explain', '--tool', 't', '--mode', 'x'], 2, /--mode must be one of/],
  [['check', '--nonsense'], 2, /^sluice policy: Unknown option '--nonsense'\n\n/],
  [['check', 'file'], 2, /read from stdin/],
  [['test'], 2, /give a test file/],
  ...['explain', 'check', 'lint', 'test'].map((each): [string[], number, RegExp] => [
    [each, '--help'],
    0,
    new RegExp(`sluice policy ${each}`),
  ]),
]
for (const [argv, code, text] of usage)
  test(`usage: ${argv.join(' ')}`, async () => {
    const ran = await run(argv)
    expect(ran.code).toBe(code)
    expect(ran.out + ran.err).toMatch(text)
  })

test('a missing path', async () => {
  await expect(run(['check', '--policies', 'nowhere.toml'])).rejects.toThrow(
    /^Cannot read nowhere\.toml: there is no such file$/,
  )
  await expect(run(['check', '--policies', 'profile:none'])).rejects.toThrow(
    /^Cannot read profile:none: no such profile exists; the profiles are maintain, review, triage$/,
  )
})
