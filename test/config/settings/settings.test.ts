import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveApprovalMode } from '../../../src/config/resolve-settings.ts'
import { IGNORED_SETTINGS } from '../../../src/config/settings/ignored-keys.ts'
import { loadSettings, type MachineSettings } from '../../../src/config/settings/settings.ts'
import { readMachineSettings } from '../../../src/config/settings/settings-files.ts'
import { supportedKeys } from '../../../src/config/settings/settings-shape.ts'
import { UserError } from '../../../src/platform/errors.ts'
import type { CommitReader } from '../../../src/platform/files/workspace.ts'

const FILE = '.gemini/settings.json'
const reader = (text: string): CommitReader => ({
  ref: 'base',
  read: async (path) => (path === FILE ? text : undefined),
  entries: async () => ({ files: [], folders: [] }),
  list: async () => [],
  loaded: () => [],
})
type Given = { env?: Record<string, string>; input?: Record<string, unknown>; machineSettings?: MachineSettings }
async function load(repository: object | string, { env = {}, input = {}, machineSettings = {} }: Given = {}) {
  const notices: string[] = []
  const text = typeof repository === 'string' ? repository : JSON.stringify(repository)
  const settings = await loadSettings(input, reader(text), (notice) => notices.push(notice), { env, machineSettings })
  return { settings, notices }
}
const file = (label: string, settings: object) => ({ label, text: JSON.stringify(settings) })

type Json = Record<string, unknown>
const layers: [what: string, repository: Json, workflow: Json, merged: Json][] = [
  [
    'hooks of both sides are asked, those of the repository first',
    { hooks: { BeforeTool: [1], AfterTool: [3] } },
    { hooks: { BeforeTool: [2] } },
    { hooks: { BeforeTool: [1, 2], AfterTool: [3] } },
  ],
  [
    'either side may switch hooks off by name',
    { hooksConfig: { disabled: ['a', 'b'] } },
    { hooksConfig: { disabled: ['b', 'c'] } },
    { hooksConfig: { disabled: ['a', 'b', 'c'] } },
  ],
  [
    'either side may exclude tools, by old names too',
    { tools: { exclude: ['a'] } },
    { excludeTools: ['b'] },
    { tools: { exclude: ['a', 'b'] } },
  ],
  [
    'either side may shut out a server',
    { mcp: { excluded: ['a'] } },
    { mcp: { excluded: ['b'] } },
    { mcp: { excluded: ['a', 'b'] } },
  ],
  [
    'a server has to be let in by both',
    { mcp: { allowed: ['A', 'b'] } },
    { mcp: { allowed: ['a', 'c'] } },
    { mcp: { allowed: ['A'] } },
  ],
  [
    'no server let in by both is none, not all',
    { mcp: { allowed: ['a'] } },
    { mcp: { allowed: ['b'] } },
    { mcp: { allowed: [''] } },
  ],
  [
    'every server let in by one side, some by the other',
    { mcp: { allowed: ['*'] } },
    { mcp: { allowed: ['a'] } },
    { mcp: { allowed: ['a'] } },
  ],
  [
    'some servers let in by one side, every one by the other',
    { mcp: { allowed: ['a'] } },
    { mcp: { allowed: ['*'] } },
    { mcp: { allowed: ['a'] } },
  ],
  [
    'a server is one thing',
    { mcpServers: { s: { command: 'a', args: ['x'], trust: true }, t: { url: 'u' } } },
    { mcpServers: { s: { command: 'b' } } },
    { mcpServers: { s: { command: 'b' }, t: { url: 'u' } } },
  ],
  [
    'of other lists, that of the workflow counts',
    { tools: { allowed: ['a'] } },
    { tools: { allowed: ['b'] } },
    { tools: { allowed: ['b'] } },
  ],
  [
    'switches are replaced',
    { hooksConfig: { enabled: true } },
    { hooksConfig: { enabled: false } },
    { hooksConfig: { enabled: false } },
  ],
]
for (const [what, repository, input, merged] of layers)
  test(`layers of settings: ${what}`, async () => expect((await load(repository, { input })).settings).toEqual(merged))

test('layers of settings: the machine’s defaults, the user, the repository, the workflow, the machine', async () => {
  const machineSettings = {
    defaults: file('defaults', {
      model: { name: 'd', maxSessionTurns: 1 },
      advanced: { excludedEnvVars: ['D'] },
      useWriteTodos: false,
    }),
    user: file('user', {
      model: { name: 'u', maxSessionTurns: 2 },
      general: { maxAttempts: 2 },
      advanced: { excludedEnvVars: ['U'] },
    }),
    override: file('override', { model: { name: 'o' }, advanced: { excludedEnvVars: ['O'] } }),
  }
  const repository = {
    model: { name: 'r', maxSessionTurns: 3 },
    general: { maxAttempts: 3 },
    advanced: { excludedEnvVars: ['R'] },
  }
  const { settings } = await load(repository, { machineSettings, input: { model: { name: 'w', maxSessionTurns: 4 } } })
  expect(settings).toEqual({
    model: { name: 'o', maxSessionTurns: 4 },
    general: { maxAttempts: 3 },
    advanced: { excludedEnvVars: ['D', 'U', 'R', 'O'] },
    useWriteTodos: false,
  })
})

const ENV = { NAME: 'value', HOST: 'localhost', PORT: '3000', 'FOO.BAR': 'baz', EMPTY: '', AGAIN: '$NAME', TURNS: '15' }
const placeholders: [written: string, read: string][] = [
  ['Value is $UNDEFINED_VAR', 'Value is $UNDEFINED_VAR'],
  ['Value is ${UNDEFINED_VAR}', 'Value is ${UNDEFINED_VAR}'],
  ['$NAME and $UNDEFINED mixed', 'value and $UNDEFINED mixed'],
  ['${FOO.BAR}', 'baz'],
  ['URL: ${MISSING_VAR:-https://default.example.com}/api', 'URL: https://default.example.com/api'],
  ['${MISSING_VAR:-}', ''],
  ['${MISSING_VAR:-val:-123-abc}', 'val:-123-abc'],
  ['${EMPTY:-not used}', ''],
  ['http://$HOST:${PORT}/api', 'http://localhost:3000/api'],
  ['$AGAIN', '$NAME'],
]
for (const [written, read] of placeholders)
  test(`variables in settings: ${written}`, async () => {
    const { settings } = await load({ model: { name: written } }, { env: ENV })
    expect(settings.model?.name).toBe(read)
  })

test('commands, tool lists and server environments are not interpolated', async () => {
  const written = {
    hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'echo $NAME' }] }] },
    tools: { discoveryCommand: 'a $NAME', callCommand: 'b $NAME', core: ['run_shell_command(echo $NAME)'] },
    mcp: { serverCommand: 'run $NAME' },
    sluice: { verify: 'test $NAME' },
    mcpServers: { s: { command: 'run', env: { A: '$NAME' } } },
  }
  expect((await load(written, { env: ENV })).settings).toEqual(written)
})

test('a credential goes to a server’s address and headers, and nowhere else', async () => {
  const env = { MY_TOKEN: 'tok-1234567890-abcdef', INPUT_GITHUB_TOKEN: 'x', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x' }
  const given = {
    context: { fileName: 'A-$MY_TOKEN.md' },
    mcpServers: {
      s: {
        httpUrl: 'https://x.example/?key=${MY_TOKEN}',
        args: ['$MY_TOKEN'],
        headers: { Authorization: 'Bearer $MY_TOKEN', Other: '$INPUT_GITHUB_TOKEN $ACTIONS_ID_TOKEN_REQUEST_URL' },
      },
    },
  }
  const { settings, notices } = await load(given, { env })
  expect(settings.context?.fileName).toBe('A-$MY_TOKEN.md')
  expect(settings.mcpServers?.s).toEqual({
    httpUrl: 'https://x.example/?key=tok-1234567890-abcdef',
    args: ['$MY_TOKEN'],
    headers: { Authorization: 'Bearer tok-1234567890-abcdef', Other: given.mcpServers.s.headers.Other },
  })
  expect(notices.map((text) => text.split(' ')[1])).toEqual([
    'context.fileName',
    'mcpServers.s.args.0',
    'mcpServers.s.headers.Other',
    'mcpServers.s.headers.Other',
  ])
  expect(notices.join()).not.toContain('tok-1234567890')
})

const coerced: [given: Json, read: Json][] = [
  [{ model: { maxSessionTurns: '$TURNS' } }, { model: { maxSessionTurns: 15 } }],
  [{ mcpServers: { s: { trust: 'true' } } }, { mcpServers: { s: { trust: true } } }],
  [{ useWriteTodos: 'fAlSe' }, { useWriteTodos: false }],
  [{ hooksConfig: { enabled: 'TRUE' } }, { hooksConfig: { enabled: true } }],
]
for (const [given, read] of coerced)
  test(`converted to its type: ${JSON.stringify(given)}`, async () =>
    expect((await load(given, { env: ENV })).settings).toEqual(read))

const mistakes: [given: Json, says: string][] = [
  [{ model: { maxSessionTurns: 'many' } }, 'model.maxSessionTurns must be a number, not text'],
  [{ model: { name: { a: 1 } } }, 'model.name must be text in quotes, not an object'],
  [{ mcpServers: { s: { type: 'websocket' } } }, 'mcpServers.s.type must be one of "stdio", "sse", "http"'],
  [{ tools: { allowed: ['a', 1, null] } }, 'tools.allowed[1] must be text in quotes, not a number'],
  [{ tools: { allowed: ['a', 1, null] } }, 'tools.allowed[2] must be text in quotes, not null'],
  [{ coreTools: 'read_file' }, 'tools.core must be a list like ["a", "b"], not text'],
  [{ tools: ['a'] }, 'tools must be an object like {"key": "value"}, not a list'],
  [{ context: { fileName: 3 } }, 'context.fileName must be text or a list of texts, not a number'],
  [{ telemetry: { target: 'unknown' } }, 'telemetry.target must be one of "local", "gcp"'],
  [{ telemetry: { otlpProtocol: 'udp' } }, 'telemetry.otlpProtocol must be one of "grpc", "http"'],
]
for (const [given, says] of mistakes)
  for (const [where, loading] of [
    [FILE, () => load(given)],
    ['the settings input', () => load({}, { input: given })],
  ] as const)
    test(`an error in ${where}: ${says}`, async () => {
      await expect(loading()).rejects.toThrow(UserError)
      await expect(loading()).rejects.toThrow(`- ${where}: ${says}`)
    })

test('one error lists the errors of all files', async () => {
  const where = '~/.gemini/settings.json'
  const user = (text: string) => ({ machineSettings: { user: { label: where, text } } })
  await expect(load('{', user('['))).rejects.toThrow(
    /^~\/\.gemini\/settings\.json is not JSON: .*\n\.gemini\/settings\.json is not JSON: .*Fix the files and run/s,
  )
  const wrong = { model: { name: 1 } }
  await expect(load(wrong, { ...user(JSON.stringify(wrong)), input: wrong })).rejects.toThrow(
    `The settings are invalid:\n${[where, FILE, 'the settings input'].map((each) => `- ${each}: model.name must be text in quotes, not a number`).join('\n')}`,
  )
})

test('an endlessly nested file is an error', async () => {
  const deep = `{"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  await expect(load(deep)).rejects.toThrow(`${FILE} is nested more than 200 levels deep.`)
})

test('an error lists every problem of a file, but no value', async () => {
  const given = { tools: { allowed: [1, 2, 3, 4, 5, 6] }, model: { name: ['hunter2-hunter2'] } }
  const error = await load(given).catch((caught: unknown) => String(caught))
  expect(String(error).split('\n- ')).toHaveLength(8)
  expect(error).not.toContain('hunter2')
})

test('comments and trailing commas are read', async () => {
  const { settings } = await load('\uFEFF// why\n{ "model": { /* the */ "name": "a//b", }, }')
  expect(settings).toEqual({ model: { name: 'a//b' } })
})
const broken: [text: string, says: RegExp][] = [
  ['{ "model": ', /^\.gemini\/settings\.json is not JSON: .*Fix the file/s],
  ['[]', /^\.gemini\/settings\.json must be a JSON object/],
  ['null', /must be a JSON object/],
]
test('a file with only comments is empty', async () =>
  expect((await load('// all of it\n/* is a remark */')).settings).toEqual({}))
for (const [text, says] of broken)
  test(`no settings: ${text}`, async () => {
    await expect(load(text)).rejects.toThrow(says)
    await expect(load({}, { machineSettings: { user: { label: '~/.gemini/settings.json', text } } })).rejects.toThrow(
      /^~\/\.gemini/,
    )
  })

const OLD: [old: Json, now: Json][] = [
  [{ coreTools: ['a'] }, { tools: { core: ['a'] } }],
  [{ excludeTools: ['a'] }, { tools: { exclude: ['a'] } }],
  [{ allowedTools: ['a'] }, { tools: { allowed: ['a'] } }],
  [{ maxSessionTurns: 3 }, { model: { maxSessionTurns: 3 } }],
  [{ model: 'm' }, { model: { name: 'm' } }],
  [{ chatCompression: 0.6 }, { model: { compressionThreshold: 0.6 } }],
  [
    { chatCompression: { contextPercentageThreshold: 0.6 } },
    { model: { chatCompression: {}, compressionThreshold: 0.6 } },
  ],
  [{ contextFileName: ['A.md'] }, { context: { fileName: ['A.md'] } }],
  [{ fileFiltering: { respectGitIgnore: false } }, { context: { fileFiltering: { respectGitIgnore: false } } }],
  [{ allowMCPServers: ['a'], excludeMCPServers: ['b'] }, { mcp: { allowed: ['a'], excluded: ['b'] } }],
  [{ shellInactivityTimeout: 9 }, { tools: { shell: { inactivityTimeout: 9 } } }],
  [{ toolDiscoveryCommand: 'a', toolCallCommand: 'b' }, { tools: { discoveryCommand: 'a', callCommand: 'b' } }],
  [{ selectedAuthType: 'vertex-ai' }, { security: { auth: { selectedType: 'vertex-ai' } } }],
  [{ excludedProjectEnvVars: ['A'] }, { advanced: { excludedEnvVars: ['A'] } }],
  [
    { theme: 'x', hideTips: true, showLineNumbers: true },
    { ui: { theme: 'x', hideTips: true, showLineNumbers: true } },
  ],
  [{ tools: { approvalMode: 'plan' } }, { tools: {}, general: { defaultApprovalMode: 'plan' } }],
  [{ disableAutoUpdate: true }, { general: { enableAutoUpdate: false } }],
  [
    { experimental: { codebaseInvestigatorSettings: { maxNumTurns: 5, enabled: false } } },
    {
      experimental: { codebaseInvestigatorSettings: {} },
      agents: { overrides: { codebase_investigator: { enabled: false, runConfig: { maxTurns: 5 } } } },
    },
  ],
]
for (const [old, now] of OLD)
  test(`old keys: ${JSON.stringify(old)}`, async () => {
    const { settings, notices } = await load(old)
    expect(settings).toEqual(now)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatch(/Use the new names/)
  })
test('old keys: of both, the new one counts', async () => {
  const both = { general: { disableAutoUpdate: true, enableAutoUpdate: true } }
  expect((await load(both)).settings).toEqual({ general: { enableAutoUpdate: true } })
  const { settings } = await load({
    maxSessionTurns: 3,
    model: { maxSessionTurns: 4 },
    tools: { core: ['new'] },
    coreTools: ['old'],
  })
  expect(settings).toEqual({ model: { maxSessionTurns: 4 }, tools: { core: ['new'] } })
})

test('unknown keys give one notice a file; known ignored keys give none', async () => {
  const given = {
    tool: {},
    tools: { alowed: [], sandbox: 'docker' },
    ui: { x: 1 },
    $schema: 'x',
    mcpServers: { any: { oauth: { x: 1 } } },
  }
  const { notices } = await load(given, { input: { nothing: 1 } })
  expect(notices).toEqual([
    `${FILE}: unknown settings are ignored: tool (did you mean tools?), tools.alowed (did you mean tools.allowed?).`,
    `${FILE}: tools.sandbox is ignored: use the input \`sandbox\`.`,
    'the settings input: unknown settings are ignored: nothing.',
  ])
})

test('unknown keys of a server or of an override give a notice', async () => {
  const given = {
    mcpServers: {
      'my.pond': { command: 'x', excludeTool: ['drain'], disabled: true, oauth: { own: 1 } },
      other: 'no object',
    },
    agents: { overrides: { scout: { enable: false, modelConfig: { generateContentConfig: { seed: 1 } } } } },
  }
  const { notices } = await load({ ...given, mcpServers: { 'my.pond': given.mcpServers['my.pond'] } })
  expect(notices).toEqual([
    `${FILE}: unknown settings are ignored: mcpServers.my.pond.excludeTool (did you mean mcpServers.my.pond.excludeTools?), mcpServers.my.pond.disabled, agents.overrides.scout.enable (did you mean agents.overrides.scout.enabled?).`,
  ])
  await expect(load(given)).rejects.toThrow('mcpServers.other must be an object')
})

test('a setting of the proof that does not exist gives a notice, and a wrong value is an error', async () => {
  const { notices } = await load({ sluice: { proof: { mod: 'draft', round: 1, test: 'a' } } })
  expect(notices).toEqual([
    `${FILE}: unknown settings are ignored: sluice.proof.mod (did you mean sluice.proof.mode?), sluice.proof.round (did you mean sluice.proof.rounds?), sluice.proof.test (did you mean sluice.proof.tests?).`,
  ])
  for (const [proof, says] of [
    [{ mode: 'strict' }, 'sluice.proof.mode must be one of'],
    [{ minutes: 0 }, 'sluice.proof.minutes'],
    [{ report: 3 }, 'sluice.proof.report'],
    ['require', 'sluice.proof must be an object'],
  ] as const)
    await expect(load({ sluice: { proof } })).rejects.toThrow(says)
  await expect(load({ sluice: { verify: { a: 1 } } })).rejects.toThrow('sluice.verify')
})

test('an empty variable in server credentials gives a notice', async () => {
  const server = {
    url: 'https://x.example/$PLACE',
    headers: { A: 'Bearer $TOKEN', B: '${NONE}', C: '${NONE:-otherwise}', D: '$GIVEN', E: 'US$ 5' },
    args: ['$NONE'],
  }
  const env = { TOKEN: '', GIVEN: 'pa$$NONE' }
  const { settings, notices } = await load({ mcpServers: { s: server } }, { env })
  const nothing = 'this variable is empty or not set in this step.'
  expect(notices).toEqual([
    `${FILE}: mcpServers.s.url ($PLACE): ${nothing}`,
    `${FILE}: mcpServers.s.headers.A ($TOKEN): ${nothing}`,
    `${FILE}: mcpServers.s.headers.B ($NONE): ${nothing}`,
  ])
  expect(settings.mcpServers?.s?.headers).toEqual({
    A: 'Bearer ',
    B: '${NONE}',
    C: 'otherwise',
    D: 'pa$$NONE',
    E: 'US$ 5',
  })
})

test('an ignored safety setting gives a notice', async () => {
  const given = {
    security: { toolSandboxing: true, enableConseca: true },
    tools: { sandbox: false },
    adminPolicyPaths: ['a'],
  }
  const { notices } = await load(given)
  expect(notices.map((text) => text.split(' ')[1])).toEqual([
    'security.toolSandboxing',
    'security.enableConseca',
    'adminPolicyPaths',
  ])
})

test('a key is either supported or ignored', () =>
  expect(Object.keys(IGNORED_SETTINGS).filter((key) => supportedKeys().includes(key))).toEqual([]))

const modes: [
  input: Parameters<typeof resolveApprovalMode>[0],
  settings: Parameters<typeof resolveApprovalMode>[1],
  mode: string,
][] = [
  ['default', {}, 'default'],
  ['default', { general: { defaultApprovalMode: 'auto_edit' } }, 'autoEdit'],
  ['default', { general: { defaultApprovalMode: 'plan' } }, 'plan'],
  ['default', { general: { defaultApprovalMode: 'yolo' } }, 'default'],
  ['autoEdit', { general: { defaultApprovalMode: 'plan' } }, 'autoEdit'],
  ['yolo', { security: { disableYoloMode: false } }, 'yolo'],
]
for (const [input, settings, mode] of modes)
  test(`mode: ${input} with ${JSON.stringify(settings)}`, () => expect(resolveApprovalMode(input, settings)).toBe(mode))
test('mode: yolo where settings forbid it', () =>
  expect(() => resolveApprovalMode('yolo', { security: { disableYoloMode: true } })).toThrow(/disableYoloMode forbids/))

describe('files of the machine', () => {
  const everybody = async () => true
  async function machine(files: Record<string, object>) {
    const root = await mkdtemp(join(tmpdir(), 'sluice-settings-'))
    for (const [path, value] of Object.entries(files)) {
      await mkdir(join(root, path, '..'), { recursive: true })
      await writeFile(join(root, path), JSON.stringify(value))
    }
    await mkdir(join(root, 'work'), { recursive: true })
    return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
  }
  const places = (root: string) => ({
    env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(root, 'etc/settings.json') },
    home: join(root, 'home'),
    workspace: join(root, 'work'),
  })

  test('all three are read', async () => {
    await using made = await machine({
      'etc/system-defaults.json': { a: 1 },
      'etc/settings.json': { b: 1 },
      'home/.gemini/settings.json': { c: 1 },
    })
    expect(await readMachineSettings(places(made.root), everybody)).toEqual({
      defaults: { label: join(made.root, 'etc/system-defaults.json'), text: '{"a":1}' },
      user: { label: '~/.gemini/settings.json', text: '{"c":1}' },
      override: { label: join(made.root, 'etc/settings.json'), text: '{"b":1}' },
    })
  })
  test('all three may be missing', async () => {
    await using made = await machine({})
    expect(await readMachineSettings(places(made.root), everybody)).toEqual({})
    expect(await readMachineSettings({ ...places(made.root), home: undefined })).toEqual({})
  })
  test('a file that others can write is refused', async () => {
    await using made = await machine({ 'etc/settings.json': {} })
    // Where the owner is root the folder above still is not fit: it lies in one that everybody writes, and may be a link.
    await rm(join(made.root, 'etc/settings.json'))
    await symlink(join(made.root, 'work'), join(made.root, 'etc/settings.json'))
    await expect(readMachineSettings(places(made.root))).rejects.toThrow(
      /must be a file that root owns and only root can write/,
    )
  })
  test('the file and its folder are refused where others may write them', async () => {
    await using made = await machine({ 'etc/settings.json': { b: 1 } })
    const [folder, file] = [join(made.root, 'etc'), join(made.root, 'etc/settings.json')]
    const isRoot = process.getuid?.() === 0
    for (const [folderMode, fileMode] of [
      [0o755, 0o664],
      [0o755, 0o646],
      [0o775, 0o644],
      [0o757, 0o644],
    ] as const) {
      await Promise.all([chmod(folder, folderMode), chmod(file, fileMode)])
      await expect(readMachineSettings(places(made.root))).rejects.toThrow('that root owns and only root can write')
    }
    await chmod(folder, 0o755)
    const read = readMachineSettings(places(made.root))
    if (isRoot) expect(await read).toEqual({ override: { label: file, text: '{"b":1}' } })
    else await expect(read).rejects.toThrow('only root can write')
  })
  test('a home inside the checkout is not used, also through a link', async () => {
    await using made = await machine({ 'work/.gemini/settings.json': { model: { name: 'x' } } })
    await symlink(join(made.root, 'work'), join(made.root, 'linked'))
    for (const home of ['work', 'linked'])
      expect(await readMachineSettings({ ...places(made.root), home: join(made.root, home) }, everybody)).toEqual({})
  })
})
