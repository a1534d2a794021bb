import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isFull } from '../sample.ts'
import { ALLOW_ALL, type Improvisation, improvise, type Wish } from './improvised.ts'

const shell = (command: string, description?: string): Wish => ({
  tool: 'run_shell_command',
  args: { command, description },
})
const git = async (cwd: string, ...args: string[]) => (await promisify(execFile)('git', args, { cwd })).stdout.trim()

const FILES = { 'gen.txt': '1\n', 'old.txt': 'old\n', 'run.sh': 'echo hi\n', 'docs/page.md': 'a\nb\nc\nd\n' }

/** The changes of our branch's tip: `MODE STATUS PATH`. */
async function pushed({ repository: { origin }, last }: Improvisation): Promise<string[]> {
  const { branch = '' } = last.outputs
  if (branch === '') return []
  const raw = await git(origin, '-c', 'core.quotePath=true', 'diff', '--raw', '--no-abbrev', '-M', `${branch}^`, branch)
  return raw.split('\n').map((line) => line.replace(/^:\d+ (\d+) \w+ \w+ (\w)\d*\t/, '$1 $2 '))
}

const bodyOf = ({ github }: Improvisation) =>
  github.world.comments.find(({ user }) => user === github.world.viewer)?.body ?? ''

const scene = (command: string | Wish[], changes: string, check: (run: Improvisation) => Promise<void> | void) =>
  improvise(
    {
      turns: [typeof command === 'string' ? [shell(command)] : command],
      repo: FILES,
      step: { inputs: { changes, sandbox: 'off' } },
    },
    check,
  )

test('what a command created, changed and deleted becomes a pull request', () =>
  scene('echo 2 > gen.txt; rm old.txt; echo n > new.txt', 'pull_request', async (run) => {
    expect(await pushed(run), run.last.log).toEqual(['100644 M gen.txt', '100644 A new.txt', '000000 D old.txt'])
    expect(run.last.outputs.outcome).toBe('ok')
    expect(run.last.outputs.pull_request_url).not.toBe('')
    expect(JSON.parse(run.last.outputs.changes ?? '')).toMatchObject([
      { path: 'gen.txt', kind: 'changed', added: 1, removed: 1, delivered: true },
      { path: 'new.txt', kind: 'created', delivered: true },
      { path: 'old.txt', kind: 'deleted', delivered: true },
    ])
  }))

test('commits, renames, modes, links, binary and odd names of a command are delivered', () =>
  scene(
    `git mv docs/page.md docs/moved.md; chmod +x run.sh; ln -s gen.txt link; printf '\\0\\1' > bin; echo q > 'odd "name'; : > empty; git add -A; git -c user.name=a -c user.email=a@b commit -qm mine; git status --short`,
    'commit',
    async (run) => {
      expect(await pushed(run), run.last.log).toEqual([
        '100644 A bin',
        '100644 R docs/page.md\tdocs/moved.md',
        '100644 A empty',
        '120000 A link',
        '100644 A "odd \\"name"',
        '100755 M run.sh',
      ])
      expect(run.last.outputs.outcome).toBe('ok')
    },
  ))

test('a protected path, a link out and a nested repository are named, and the outcome is not ok', () =>
  scene(
    'mkdir -p .github/workflows .GitHub/Workﬂows; echo x > .github/workflows/x.yml; echo y > .GitHub/Workﬂows/y.yml; ln -s /etc/passwd out; git init -q inner; echo n > new.txt',
    'commit',
    async (run) => {
      expect(await pushed(run), run.last.log).toEqual(['100644 A new.txt'])
      expect(run.last.outputs.outcome).toBe('denied')
      const { comments, viewer } = run.github.world
      const body = comments.find(({ user }) => user === viewer)?.body ?? ''
      expect(body).not.toContain('**Done')
      for (const path of ['.github/workflows/x.yml', '.GitHub/Workﬂows/y.yml', 'out', 'inner'])
        expect(body).toContain(`\`${path}\``)
    },
  ))

for (const changes of ['commit', 'report'])
  test(`changes: ${changes}: a secret that a command wrote stops the run for safety`, () =>
    scene(
      'printf "ghp_%s\\n" 0123456789abcdefghijABCDEFGHIJ012345 > token.txt; echo n > new.txt',
      changes,
      async (run) => {
        expect(await pushed(run)).toEqual([])
        expect(run.last.outputs.outcome, run.last.log).toBe('security')
        const { comments, viewer } = run.github.world
        expect(comments.find(({ user }) => user === viewer)?.body).toContain('token.txt')
        expect(run.patch).not.toContain('0123456789abcdefghijABCDEFGHIJ012345')
        expect(run.patch).toContain('new.txt')
      },
    ))

test('a run with changes off still reports changed files, and a failed command looks failed', () =>
  improvise(
    {
      turns: [[shell('echo n > new.txt; exit 3', 'Run the tests')]],
      step: { inputs: { changes: 'off', sandbox: 'off' } },
    },
    (run) => {
      const { comments, viewer } = run.github.world
      const body = comments.find(({ user }) => user === viewer)?.body ?? ''
      expect(body).toContain('Finished, but 1 command failed.')
      expect(body).toContain('exit code 3')
      expect(body).toContain('Run the tests')
      expect(body).toContain('new.txt')
      expect(run.last.outputs.patch).toBe('')
    },
  ))

const INFRA =
  '[[rule]]\ntoolName = ["write_file", "replace"]\nargsPattern = \'\\x00"file_path":"infra/\'\ndecision = "deny"\npriority = 1\ndenyMessage = "Only the platform team."\n'
const writes = (...paths: string[]) =>
  shell(paths.map((path) => `mkdir -p "$(dirname ${path})"; echo x > ${path}`).join('; '))

/** What a command leaves, what arrives of it, and the outcome: rules about paths bind what is delivered, not a tool. */
const effects: [name: string, inputs: Record<string, string>, paths: string[], arrives: string[], outcome: string][] = [
  ['an admin rule about a folder', { admin_policies: INFRA }, ['infra/a.tf', 'src/a.txt'], ['src/a.txt'], 'denied'],
  ['and nothing else', { admin_policies: INFRA }, ['infra/a.tf'], [], 'denied'],
  ['a protected file beside others', {}, ['GEMINI.md', '.mergify.yml', 'src/a.txt'], ['src/a.txt'], 'ok'],
  ['a protected file alone', {}, ['.tool-versions'], [], 'denied'],
]
for (const [name, inputs, paths, arrives, outcome] of effects)
  test(`what a command wrote and a rule holds back: ${name}`, () =>
    improvise(
      { turns: [[writes(...paths)]], repo: FILES, step: { inputs: { changes: 'commit', sandbox: 'off', ...inputs } } },
      async (run) => {
        expect(await pushed(run), run.last.log).toEqual(arrives.map((path) => `100644 A ${path}`))
        expect(run.last.outputs.outcome).toBe(outcome)
        const body = bodyOf(run)
        const changes = JSON.parse(run.last.outputs.changes ?? '') as { path: string; reason?: string }[]
        for (const path of paths.filter((each) => !arrives.includes(each))) {
          expect(body).toContain(`\`${path}\``)
          expect(changes.find((each) => each.path === path)?.reason).toMatch(
            /(?:protected-paths\.toml|admin_policies input):\d+/,
          )
        }
        expect(body.includes('toolName = "deliver_file"')).toBe(!('admin_policies' in inputs))
      },
    ))

test('profile:maintain delivers a lock file that a command wrote, and holds the manifest', () =>
  improvise(
    {
      turns: [[shell('npm test')]],
      policies: 'profile:maintain',
      repo: {
        'package.json': '{"scripts":{"test":"node write.js"}}',
        'package-lock.json': '{}',
        'write.js':
          "for (const path of ['package.json', 'package-lock.json', 'made.txt']) require('fs').writeFileSync(path, '{ }')",
      },
      step: { inputs: { changes: 'commit', sandbox: 'off' } },
    },
    async (run) => {
      expect(await pushed(run), run.last.log).toEqual(['100644 A made.txt', '100644 M package-lock.json'])
      expect(run.last.outputs.outcome).toBe('ok')
      expect(bodyOf(run)).toMatch(/Not delivered:\*\* `package\.json`: is protected: a package manager reads it/)
    },
  ))

test('changes: report: the patch lacks what a rule holds back', () =>
  improvise(
    {
      turns: [[writes('infra/a.tf', 'src/a.txt')]],
      step: { inputs: { changes: 'report', sandbox: 'off', admin_policies: INFRA } },
    },
    (run) => {
      expect(run.patch).toContain('src/a.txt')
      expect(run.patch).not.toContain('infra/a.tf')
      expect(bodyOf(run)).toContain('infra/a.tf')
    },
  ))

const HELD_REPO = {
  'infra/a.tf': 'a\n',
  'infra/b.tf': 'b\n',
  'infra/run.sh': 'r\n',
  'infra/old.tf': 'old\n',
  'src/one.txt': '1\n',
}
const TOUCHES = [
  'echo x > infra/a.tf; rm infra/b.tf; chmod +x infra/run.sh; mv infra/old.tf src/moved.tf; ln -s a.tf infra/link',
  'mkdir -p infra/new .github/workflows; echo x > infra/new/c.tf; echo "on: push" > .github/workflows/x.yml; echo 2 > src/one.txt; echo n > src/two.txt',
  'ln -s /etc/hosts src/out',
].join('; ')

const HELD = [
  ['written', ''],
  ['staged', '; git add -A'],
  ['committed', '; git add -A; git -c user.name=a -c user.email=a@b commit -qm mine'],
] as const

for (const [nth, changes] of ['report', 'off', 'commit'].entries())
  for (const [name, more] of isFull ? HELD : HELD.slice(nth, nth + 1))
    test.concurrent(`held files are back as before the run, so that no later step commits them: ${name}, changes: ${changes}`, () =>
      improvise(
        {
          turns: [[shell(TOUCHES + more)]],
          repo: HELD_REPO,
          step: { inputs: { changes, sandbox: 'off', admin_policies: INFRA } },
        },
        async (run) => {
          const { workspace } = run.repository
          const before = (await git(workspace, 'rev-parse', 'HEAD')).trim()
          await git(workspace, 'add', '-A')
          await git(workspace, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'later step')
          const raw = await git(workspace, 'diff', '--name-status', '--no-renames', before, 'HEAD')
          expect(raw.split('\n'), run.last.log).toEqual(['M\tsrc/one.txt', 'A\tsrc/two.txt'])
          const said = bodyOf(run) + run.last.summary
          expect(said).toContain('`held.patch` beside the transcript')
          expect(said).toMatch(/`infra\/a\.tf` \(with \d more\) is held back by [^;]*:\d+/)
          expect(said).toContain('`src/out` is a link')
          const held = readFileSync(join(dirname(run.last.outputs.transcript ?? ''), 'held.patch'), 'utf8')
          for (const path of ['infra/a.tf', 'infra/b.tf', 'infra/link', 'infra/new/c.tf', '.github/workflows/x.yml'])
            expect(held).toContain(path)
          expect(held).not.toContain('src/two.txt')
          if (name === 'committed') expect(run.last.summary).toContain('These commits are undone')
        },
      ))

const MINE = 'git add -A; git -c user.name=a -c user.email=a@b commit -qm mine'
const EVIL = 'mkdir -p .github/workflows; echo "on: push" > .github/workflows/evil.yml'
const KEPT: Readonly<Record<string, string>> = {
  'branches, tags and other references': `git switch -qc evil; ${EVIL}; ${MINE}; git tag light; git update-ref refs/remotes/origin/evil HEAD; git update-ref refs/notes/x HEAD; git checkout -q -; git switch -qc good; echo 2 > src/one.txt; ${MINE}; git checkout -q -`,
  'the branch that is checked out': `git switch -qc mine; ${EVIL}; ${MINE}; rm -r .github`,
  'locks that keep git out': `git switch -qc evil; ${EVIL}; ${MINE}; git checkout -q -; git update-index --add --cacheinfo 100644,$(git hash-object -w src/one.txt),.github/workflows/evil.yml; touch .git/index.lock .git/HEAD.lock .git/packed-refs.lock .git/refs/heads/evil.lock`,
  'the index and a stash': `${EVIL}; git -c user.name=a -c user.email=a@b stash -qu; git update-index --add --cacheinfo 100644,$(git hash-object -w src/one.txt),.github/workflows/evil.yml`,
}
test.concurrent.each(Object.entries(KEPT))(
  'held content is not left where a later step finds it: %s',
  (name, command) =>
    improvise(
      { turns: [[shell(command)]], repo: HELD_REPO, step: { inputs: { changes: 'commit', sandbox: 'off' } } },
      async (run) => {
        const { workspace } = run.repository
        const commit = 'git -c user.name=a -c user.email=a@b commit -qm later --allow-empty'
        await promisify(execFile)('bash', ['-euc', commit], { cwd: workspace })
        const all = await git(workspace, 'log', '--all', '-m', '--format=', '--name-only')
        expect(all, run.last.log).not.toContain('evil.yml')
        expect(run.last.summary).toMatch(
          /In `\.git`, .*before the run: `[^`]*evil\.yml` is protected \(policies\/protected-paths\.toml:\d+\)/,
        )
        if (name.startsWith('branches')) expect(all).toContain('src/one.txt')
      },
    ),
)

test('allowing a whole tool writes no workflow; a rule that names it does', () =>
  improvise(
    {
      turns: [
        [
          { tool: 'write_file', args: { file_path: '.github/workflows/x.yml', content: 'on: push' } },
          { tool: 'write_file', args: { file_path: 'Makefile', content: 'all:' } },
          { tool: 'write_file', args: { file_path: 'src/a.txt', content: 'x' } },
        ],
      ],
      policies:
        '[[rule]]\ntoolName = "write_file"\nargsPattern = \'"file_path":"Makefile"\'\ndecision = "allow"\npriority = 1\n',
      step: { inputs: { changes: 'commit', settings: '{"tools":{"allowed":["write_file"]}}' } },
    },
    async (run) => {
      expect(await pushed(run), run.last.log).toEqual(['100644 A Makefile', '100644 A src/a.txt'])
      expect(run.said[0]?.[0]).toContain('This path is protected: workflows, reviews and bots of GitHub read it.')
      expect(JSON.parse(run.last.outputs.denied ?? '')[0].toml).toContain('"file_path":"\\.github/workflows/x\\.yml"')
    },
  ))

test('tools and servers of the checkout that a command overwrites run as the commit has them', () => {
  const server = (answer: string) => `
import { createInterface } from 'node:readline'
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'tell', description: 'Tells where it comes from, in a few words.', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: ${JSON.stringify(answer)} }] }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const answer = answers[method]
  if (id !== undefined)
    console.log(JSON.stringify(answer ? { jsonrpc: '2.0', id, result: answer(params) } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }))
})
`
  const agent = `---
name: scout
description: Asks a server of the repository.
mcp_servers:
  own:
    command: node
    args: [tools/server.mjs]
    trust: true
---
Ask it.
`
  return improvise(
    {
      turns: [
        [
          shell(
            "echo 'console.log(\"planted\")' > tools/call.mjs; echo 'process.exit(1)' > tools/lib.mjs; echo 'process.exit(1)' > tools/server.mjs; echo replaced",
          ),
        ],
        [
          { tool: 'discovered_tool_tell', args: {} },
          { tool: 'delegate_to_agent', args: { agent_name: 'scout', objective: 'Ask.' } },
        ],
        [{ tool: 'own__tell', args: {} }],
        [{ tool: 'complete_task', args: { result: 'Asked.' } }],
      ],
      repo: {
        'tools/list.mjs': `console.log(JSON.stringify([{ name: 'tell', description: 'Tells.', parameters: { type: 'object' } }]))\n`,
        'tools/call.mjs': `import './lib.mjs'\n`,
        'tools/lib.mjs': `console.log('tool of the commit')\n`,
        'tools/server.mjs': server('server of the commit'),
        '.gemini/agents/scout.md': agent,
        '.gemini/settings.json': JSON.stringify({
          tools: { discoveryCommand: 'node tools/list.mjs', callCommand: 'node tools/call.mjs' },
        }),
      },
      step: { inputs: { changes: 'report' } },
    },
    ({ last, gemini }) => {
      const heard = JSON.stringify(gemini.requests)
      expect(heard, last.log).toContain('replaced')
      expect(heard, last.log).toContain('tool of the commit')
      expect(heard, last.log).toContain('server of the commit')
      expect(heard).not.toMatch(/planted\\n/)
    },
  )
})

test('a guard of the checkout that the agent overwrites still guards', () =>
  improvise(
    {
      turns: [
        [shell("printf 'exit 0\\n' > ci/guard.sh; echo 'exit 0' > ci/lib.sh; echo replaced")],
        [{ tool: 'write_file', args: { file_path: 'src/a.txt', content: 'x' } }],
        [{ tool: 'write_file', args: { file_path: 'ci/lib.sh', content: 'exit 0' } }],
        [{ tool: 'write_file', args: { file_path: 'team/rules.toml', content: '' } }],
        [{ tool: 'save_memory', args: { fact: 'Everything is allowed.' } }],
      ],
      repo: {
        'ci/guard.sh': '. "$(dirname "$0")/lib.sh"\n',
        'ci/lib.sh': 'grep -q src/a.txt && { echo "guarded by the commit" >&2; exit 2; }\nexit 0\n',
        'team/rules.toml': ALLOW_ALL,
        '.gemini/settings.json': JSON.stringify({
          hooks: { BeforeTool: [{ matcher: 'write_file', hooks: [{ type: 'command', command: 'sh ci/guard.sh' }] }] },
        }),
      },
      policies: 'team/rules.toml',
      step: { inputs: { changes: 'commit', sandbox: 'off' } },
    },
    async (run) => {
      const said = run.said.flat()
      expect(said[1], run.last.log).toContain('guarded by the commit')
      expect(said[2]).toContain('This path is protected: a hook, a discovered tool or an MCP server runs it.')
      expect(said[3]).toContain('This path is protected: the input policies names it.')
      expect(said[4]).toContain('This path is protected: it steers an agent')
      expect(await pushed(run)).toEqual([])
    },
  ))
