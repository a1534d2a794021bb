import { expect, test } from 'vitest'
import { loadedBy, programsOf } from '../../src/agent/committed-programs.ts'
import { namedFilesSource } from '../../src/config/protected-steering.ts'
import { protectedPathsOf } from '../../src/policy/protected-paths.ts'
import { loadPolicies } from '../../src/policy/rules/load.ts'
import { commitOf } from '../fakes/commit.ts'

const COMMIT = {
  'ci/guard.sh': '. "$(dirname "$0")/lib/rules.sh"\nnode tools/check.mjs\n',
  'ci/lib/rules.sh': 'true\n',
  'tools/check.mjs': "import { say } from './say.mjs'\nsay()\n",
  'tools/say.mjs': 'export const say = () => 1\n',
  'tools/server.py': 'from helpers import log\n',
  'tools/helpers.py': '',
  'tools/tools.sh': 'echo []\n',
  'tools/watch/__init__.py': '',
  'tools/watch/__main__.py': 'from tools.helpers import log\n',
  'bin/guard': '\u007fELF\0\ufffd',
  'cli.js': "require('./lib/run.js')\n",
  'lib/run.js': '1\n',
  'src/main.ts': '1\n',
  'package.json': JSON.stringify({
    name: '@acme/tool',
    main: 'src/main.ts',
    bin: { acme: './cli.js' },
    scripts: { mcp: 'npm run serve', serve: 'node tools/check.mjs', loop: 'npm run loop' },
  }),
  'README.md': 'see ci/guard.sh',
  'go.mod': 'module example.com/pond\n',
  'main.go': 'package main\nimport "example.com/pond/internal/log"\n',
  'cmd/server/main.go': 'package main\nimport (\n  "fmt"\n  w "example.com/pond/internal/wire"\n)\n',
  'internal/wire/wire.go': 'package wire\nimport "example.com/pond/internal/log"\n',
  'internal/log/log.go': 'package log\n',
  'internal/other/x.go': 'package other\n',
  'crates/mcp/Cargo.toml': '',
  'crates/mcp/src/main.rs': '',
  'tools/net/Net.csproj': '',
  'tools/net/Program.cs': '',
  'tools/entry/index.js': "import './deep.js'\n",
  'tools/entry/deep.js': '',
  'tools/app.jar': '\ufffd\0',
  'scripts/serve.sh': 'node tools/check.mjs\n',
  Makefile: 'all:\n\techo\nmcp: all\n\t@./scripts/serve.sh --port 1\nrust:\n\tcd . && cargo run -q\n',
  justfile: 'mcp:\n  python3 tools/server.py\n',
  'Taskfile.yml': 'tasks:\n  mcp:\n    cmds:\n      - go run ./cmd/server\n',
}
const steering = commitOf(COMMIT)
const INPUTS = {
  policies: '',
  admin_policies: '',
  approve_policies: '',
  admin_settings: '',
  extensions: [],
  output_schema: '',
}
const RUNTIME = { env: {}, workspace: '/checkout' }

/** Who names what, which paths are protected, and a neighbor that is not. */
const server = (command: string, ...args: string[]) => ({ settings: { mcpServers: { a: { command, args } } } })
const CASES: [name: string, sources: object, protectedPaths: string[], open: string][] = [
  ['nothing', {}, [], 'rules/a.toml'],
  [
    'the input policies: a file',
    { inputs: { policies: 'profile:review\n./rules/a.toml\n[[rule]]' } },
    ['rules/a.toml', 'RULES/A.toml'],
    'rules/b.toml',
  ],
  ['a folder', { inputs: { admin_policies: 'rules/' } }, ['rules/new.toml', 'rules/deep/x.toml'], 'other/a.toml'],
  ['approve_policies', { inputs: { approve_policies: 'approve.toml' } }, ['approve.toml'], 'src/approve.toml'],
  [
    'what a link stands for',
    {
      reader: {
        ...steering,
        loaded: () => [{ path: 'GEMINI.md', sha: '', ref: '', bytes: 1, target: 'docs/agent.md' }],
      },
    },
    ['docs/agent.md'],
    'web/docs/agent.md',
  ],
  ['not another repository', { inputs: { policies: `acme/rules@${'a'.repeat(40)}:x.toml` } }, [], 'x.toml'],
  ['extensions', { inputs: { extensions: ['tools/ext'] } }, ['tools/ext/a/b.md'], 'tools/x'],
  ['output_schema', { inputs: { output_schema: 'schema/answer.json' } }, ['schema/answer.json'], 'schema/b.json'],
  ['GEMINI_SYSTEM_MD', { env: { GEMINI_SYSTEM_MD: '/checkout/docs/system.md' } }, ['docs/system.md'], 'docs/a.md'],
  [
    'context.fileName',
    { settings: { context: { fileName: 'CONTEXT.md' } } },
    ['CONTEXT.md', 'a/b/context.md'],
    'TEXT.md',
  ],
  ['what memory imports', { memoryFiles: ['GEMINI.md', 'docs/style.md'] }, ['docs/style.md'], 'docs/other.md'],
  [
    'ignore files',
    { settings: { context: { fileFiltering: { customIgnoreFilePaths: ['.agentignore'] } } } },
    ['.agentignore'],
    'a',
  ],
  ['policyPaths', { settings: { policyPaths: ['conf/p'] } }, ['conf/p/x.toml'], 'conf/x'],
  [
    'a hook, and what it loads',
    {
      settings: {
        hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: '"$GEMINI_PROJECT_DIR"/ci/guard.sh --all' }] }] },
      },
    },
    ['ci/guard.sh', 'ci/lib/rules.sh', 'tools/check.mjs', 'tools/say.mjs'],
    'README.md',
  ],
  [
    'discovered tools',
    { settings: { tools: { discoveryCommand: 'sh tools/tools.sh' } } },
    ['tools/tools.sh'],
    'tools/x.sh',
  ],
  [
    'an MCP server',
    { settings: { mcpServers: { a: { command: 'python3', args: ['tools/server.py'] } } } },
    ['tools/server.py', 'tools/helpers.py'],
    'ci/guard.sh',
  ],
  [
    'an MCP server: a module',
    { settings: { mcpServers: { a: { command: 'python3', args: ['-m', 'tools.watch'] } } } },
    ['tools/watch/__main__.py', 'tools/watch/__init__.py', 'tools/helpers.py'],
    'src/main.ts',
  ],
  [
    'an MCP server: a module of one file',
    { settings: { mcpServers: { a: { command: 'python', args: ['-um', 'tools.server'] } } } },
    ['tools/server.py', 'tools/helpers.py'],
    'src/main.ts',
  ],
  [
    'an MCP server: code that loads a file',
    { settings: { mcpServers: { a: { command: 'node', args: ['-e', "require('./cli.js')"] } } } },
    ['cli.js', 'lib/run.js'],
    'src/main.ts',
  ],
  [
    'an MCP server: code of Python',
    { settings: { mcpServers: { a: { command: 'python3', args: ['-c', 'import tools.server'] } } } },
    ['tools/server.py'],
    'src/main.ts',
  ],
  [
    'an MCP server: a script of the manifest',
    { settings: { mcpServers: { a: { command: 'npm', args: ['run', 'mcp'] } } } },
    ['tools/check.mjs', 'tools/say.mjs'],
    'src/main.ts',
  ],
  [
    'an MCP server: a program of the manifest',
    { settings: { mcpServers: { a: { command: 'npx', args: ['-y', 'acme'] } } } },
    ['cli.js', 'lib/run.js'],
    'src/main.ts',
  ],
  [
    'an MCP server: a binary program',
    { settings: { mcpServers: { a: { command: './bin/guard', args: [] } } } },
    ['bin/guard'],
    'src/main.ts',
  ],
  [
    'an MCP server: a script that starts itself',
    { settings: { mcpServers: { a: { command: 'npm', args: ['run', 'loop'] } } } },
    [],
    'src/main.ts',
  ],
  [
    'a hook that runs a module',
    {
      settings: { hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'python3 -m tools.watch --all' }] }] } },
    },
    ['tools/watch/__main__.py'],
    'src/main.ts',
  ],
]
const STARTED: typeof CASES = [
  [
    'go run',
    server('go', 'run', './cmd/server'),
    ['cmd/server/main.go', 'cmd/server/new.go', 'internal/wire/wire.go', 'internal/log/new.go'],
    'internal/other/x.go',
  ],
  [
    'go run of the top',
    server('go', 'run', '.'),
    ['main.go', 'new.go', 'internal/log/log.go'],
    'internal/wire/wire.go',
  ],
  ['cargo run', server('cargo', 'run', '-q'), ['src/main.rs', 'build.rs'], 'tests/a.rs'],
  ['cargo run of a member', server('cargo', 'run', '-p', 'mcp'), ['crates/mcp/src/main.rs'], 'src/main.rs'],
  [
    'cargo run of a manifest',
    server('cargo', 'run', '--manifest-path=crates/mcp/Cargo.toml'),
    ['crates/mcp/src/new.rs'],
    'src/main.rs',
  ],
  ['dotnet run', server('dotnet', 'run', '--project', 'tools/net'), ['tools/net/Program.cs'], 'src/main.ts'],
  ['java -jar', server('java', '-jar', 'tools/app.jar'), ['tools/app.jar'], 'src/main.ts'],
  ['node of a folder', server('node', 'tools/entry'), ['tools/entry/index.js', 'tools/entry/deep.js'], 'src/main.ts'],
  ['python of a folder', server('python3', 'tools/watch'), ['tools/watch/__main__.py'], 'src/main.ts'],
  ['npx of a folder', server('npx', '-y', './tools/entry'), ['tools/entry/new.js'], 'src/main.ts'],
  ['deno run', server('deno', 'run', '-A', 'tools/check.mjs'), ['tools/check.mjs', 'tools/say.mjs'], 'src/main.ts'],
  ['a wrapper', server('env', 'A=1', 'go', 'run', './cmd/server'), ['cmd/server/main.go'], 'main.go'],
  ['uvicorn', server('uvicorn', 'tools.server:app'), ['tools/server.py', 'tools/helpers.py'], 'src/main.ts'],
  ['fastmcp', server('fastmcp', 'run', 'tools/server.py:mcp'), ['tools/server.py'], 'src/main.ts'],
  ['make', server('make', 'mcp'), ['scripts/serve.sh', 'tools/check.mjs', 'src/main.rs'], 'tools/server.py'],
  ['just', server('just', 'mcp'), ['tools/server.py', 'tools/helpers.py'], 'scripts/serve.sh'],
  ['task', server('task', 'mcp'), ['cmd/server/main.go'], 'main.go'],
  ['uv run in a folder', server('uv', 'run', '--directory', 'tools/watch', 'x'), ['tools/watch/new.py'], 'src/main.ts'],
  ['docker build', server('docker', 'build', './tools'), ['tools/net/Program.cs'], 'src/main.ts'],
  ['a remote server', server('npx', '-y', '@acme/server@1.2.3'), [], 'src/main.ts'],
]

for (const [name, given, paths, open] of [...CASES, ...STARTED])
  test(`files that steer a run are protected: ${name}`, async () => {
    const {
      inputs = {},
      settings = {},
      memoryFiles = [],
      env = {},
      reader = steering,
    } = given as Record<string, object> & { memoryFiles?: string[]; reader?: typeof steering }
    const source = await namedFilesSource({
      inputs: { ...INPUTS, ...inputs },
      settings: { ...settings },
      memoryFiles,
      runtime: { ...RUNTIME, env: env as Record<string, string> },
      steering: reader,
    })
    const { rules, problems } = loadPolicies(source === undefined ? [] : [source])
    expect(problems).toEqual([])
    const list = protectedPathsOf(rules)
    expect(paths.filter((path) => !list.has(path))).toEqual([])
    expect(list.has(open)).toBe(false)
  })

test('a file that a command only reads is no program', async () => {
  expect(await programsOf('cat README.md | grep ci/guard.sh; sh ./ci/guard.sh README.md', steering)).toEqual([
    'ci/guard.sh',
    'README.md',
  ])
  expect(await programsOf('jq . README.md', steering)).toEqual([])
  const { files } = await loadedBy(['cat README.md | grep ci/guard.sh; sh ./ci/guard.sh README.md'], steering)
  expect(files).not.toContain('README.md')
})
