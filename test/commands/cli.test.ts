import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtFile } from '../shared-folder.ts'
import { commandLine } from './command-line.ts'

test('a reader that closes the pipe early is not an error', async () => {
  const child = spawn(process.execPath, [builtFile('cli.js'), '--help'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
})

const folder = mkdtempSync(join(tmpdir(), 'sluice-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'odd.toml'))
writeFileSync(join(folder, 'a-file'), '# A page\n')
writeFileSync(join(folder, 'event.json'), '{}')

const said = (...argv: string[]) => commandLine(folder, argv, { PATH: process.env.PATH })

const event = ['--event', 'event.json', '--event-name', 'issues']
const mistakes: [line: string[], exit: number, err: RegExp][] = [
  [['nothing'], 2, /^sluice: there is no command "nothing"/],
  [['docter'], 2, /^sluice: there is no command "docter"\. Did you mean doctor\?/],
  [['policy', 'explian'], 2, /^sluice policy: there is no policy command "explian"\. Did you mean explain\?\n/],
  [['policy', 'explain', '--tol', 'glob'], 2, /^sluice policy: Unknown option '--tol'\. Did you mean --tool\?\n/],
  [['doctor', '--fx'], 2, /^sluice doctor: .*Did you mean --fix\?\n\n.*\n\nsluice doctor --help explains it\.\n$/],
  [['init', 'reviw'], 2, /^sluice init: there is no template "reviw"\. Did you mean review\?/],
  [['simulate'], 42, /^There is no folder \.github\/workflows in \S+\. .*sluice init\.\n$/],
  [['import'], 42, /^There is no folder \.github\/workflows in /],
  [['policy', 'explain', '--tool', 'glob', '--args', '{command:x}'], 42, /not \{command:x\}.* In PowerShell or cmd: "/],
  [['run', '--foo'], 2, /^sluice run: Unknown option '--foo'\n\nsluice run \[/],
  [['run', 'extra'], 2, /^sluice run: Unexpected argument 'extra'/],
  [['run', '--event', 'event.json'], 2, /^sluice run: --event and --event-name go together\n/],
  [['run', '--prompt', 'hi', '--live-github'], 2, /^sluice run: --live-github needs --event and --event-name/],
  [['run', ...event, '--live-github'], 42, /^--live-github needs a token in the variable GITHUB_TOKEN\.\n$/],
  [['run'], 42, /^No task given: use --prompt, or --event with --event-name\.\n$/],
  [
    ['run', '--prompt', 'hi'],
    42,
    /^\S+ is not a git repository with a commit\. .*: run git init, git add and git commit\.\n$/,
  ],
  [['run', '--prompt', 'hi', '--record', 'no/t.jsonl'], 42, /t\.jsonl: there is no folder \S+no\n$/],
  [['run', '--prompt', 'hi', '--record', '.'], 42, /^Cannot save the transcript as \S+: it is a folder\n$/],
  [
    ['run', '--event', 'none.json', '--event-name', 'push'],
    42,
    /^The event \S+ cannot be read: there is no such file\n$/,
  ],
  [['replay'], 2, /^sluice replay: give one transcript\n/],
  [['replay', 'none.jsonl'], 42, /^The transcript \S+ cannot be read: there is no such file\n$/],
  [['replay', 'a-file'], 42, /a-file is not a transcript that this version of Sluice can read\./],
  [['policy', 'nothing'], 2, /^sluice policy: there is no policy command "nothing"\.\n/],
  [['policy', 'explain'], 2, /^sluice policy: --tool is missing\n/],
  [['policy', 'explain', '--tool', 'glob', '--mode', 'x'], 2, /^sluice policy: --mode must be one of default, .*"x"\n/],
  [['policy', 'lint'], 42, /^There is no folder \.gemini\/policies here: give a file or a folder\.\n$/],
  [['policy', 'lint', 'none'], 42, /^Cannot read none: there is no such file\n$/],
  [['policy', 'lint', '.'], 42, /^Cannot read \.\/odd\.toml: it is a folder\n$/],
  [['policy', 'test', 'odd.toml'], 42, /^Cannot read odd\.toml: it is a folder\n$/],
  [['memory'], 2, /^sluice memory: the only subcommand is show\n/],
  [['memory', 'show', '--workspace', 'a-file'], 42, /a-file is not a folder\.\n$/],
  [['tools', 'lists'], 2, /^sluice tools: the only subcommand is list\n/],
  [['tools', 'list', '--mode', 'x'], 2, /^sluice tools: --mode must be one of default, .*"x"\n/],
  [['tools', 'list', '--workspace', 'none'], 42, /none is not a folder\.\n$/],
  [['tools', 'list', '--workspace', 'a-file'], 42, /a-file is not a folder\.\n$/],
]
for (const [line, exit, err] of mistakes)
  test(`sluice ${line.join(' ')}: exit ${exit}`, async () =>
    expect(await said(...line)).toEqual({ exit, out: '', err: expect.stringMatching(err) }))

const helped = [
  'run',
  'replay',
  'report',
  'policy explain',
  'policy check',
  'policy lint',
  'policy test',
  'memory show',
  'tools list',
]
for (const command of helped)
  test(`sluice ${command} --help`, async () => {
    const { exit, out, err } = await said(...command.split(' '), '--help')
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toMatch(new RegExp(`^sluice ${command} `))
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(125)
    expect((await said('--help')).out).toContain(`  sluice ${command} `)
  })

test('tools list: finds the workspace from the current folder', async () => {
  mkdirSync(join(folder, 'there/.gemini/commands'), { recursive: true })
  writeFileSync(join(folder, 'there/.gemini/commands/swim.toml'), 'prompt = "x"')
  expect((await said('tools', 'list', '--workspace', 'there')).out).toContain('/swim')
})

test('policy explain: an unreadable policy file is an error', async () => {
  mkdirSync(join(folder, 'repository/.gemini/policies/deny.toml'), { recursive: true })
  const explained = await commandLine(join(folder, 'repository'), ['policy', 'explain', '--tool', 'glob'])
  expect(explained).toEqual({ exit: 42, out: '', err: 'Cannot read .gemini/policies/deny.toml: it is a folder\n' })
})
