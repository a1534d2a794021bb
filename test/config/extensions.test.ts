import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { expect, test } from 'vitest'
import {
  extensionCommandFolders,
  loadExtensionContext,
  loadExtensions,
  loadedExtensionFiles,
  withExtensions,
} from '../../src/config/extensions.ts'
import { loadRules } from '../../src/config/load-policies.ts'
import type { Settings } from '../../src/config/settings/settings.ts'
import { UserError } from '../../src/platform/errors.ts'
import { type CommitReader, indexFolders } from '../../src/platform/files/workspace.ts'
import { childEnvironment } from '../../src/platform/process/child-environment.ts'
import { decide } from '../../src/policy/rules/decide.ts'
import type { Mode } from '../../src/policy/rules/rule.ts'
import { serveGit } from '../fakes/git-server.ts'

const manifest = (more: object = {}, name = 'pond') => JSON.stringify({ name, version: '1.0.0', ...more })
const reader = (files: Record<string, string>): CommitReader => ({
  ref: 'f'.repeat(40),
  read: async (path) => files[path],
  entries: async (folder) => indexFolders(Object.keys(files))(folder),
  list: async (folder) =>
    Object.keys(files)
      .filter((path) => folder === '' || path.startsWith(`${folder}/`))
      .sort(),
  loaded: () => Object.keys(files).map((path) => ({ path, sha: 's', ref: 'f'.repeat(40), bytes: 1 })),
})
type Given = {
  entries?: string[]
  settings?: Settings
  env?: Record<string, string>
  home?: Record<string, string>
}
async function load(files: Record<string, string>, { entries = [], settings = {}, env = {}, home }: Given = {}) {
  const temp = await mkdtemp(join(tmpdir(), 'sluice-extensions-'))
  for (const folder of ['work', 'scratch', 'home']) mkdirSync(join(temp, folder))
  for (const [path, text] of Object.entries(home ?? {})) {
    mkdirSync(dirname(join(temp, 'home', path)), { recursive: true })
    writeFileSync(join(temp, 'home', path), text)
  }
  try {
    const notices: string[] = []
    const notice = (text: string) => void notices.push(text)
    const runtime = {
      env,
      childEnv: childEnvironment({ PATH: process.env.PATH }, []),
      workspace: join(temp, 'work'),
      scratch: join(temp, 'scratch'),
      home: home === undefined ? undefined : join(temp, 'home'),
    }
    const steering = reader(files)
    const extensions = await loadExtensions({ entries, settings, steering, runtime, notice })
    const merged = await withExtensions(settings, extensions, env, notice)
    const { text: context, notes } = await loadExtensionContext(extensions, new Set())
    for (const note of notes) notice(note)
    const laid = extensions.map(({ folder }) => folder !== undefined && existsSync(join(folder, 'server.mjs')))
    const texts = extensions.map(({ folder }) =>
      folder && existsSync(folder) ? readFileSync(join(folder, 'server.mjs'), 'utf8') : '',
    )
    return { extensions, settings: merged, context, notices, laid, texts, runtime, steering }
  } finally {
    await rm(temp, { recursive: true })
  }
}
const AT = '.gemini/extensions/pond'

test('no extensions, nothing changed', async () => {
  const { extensions, settings } = await load(
    { 'GEMINI.md': 'x', [`${AT}/deeper/gemini-extension.json`]: '{' },
    { settings: { model: { name: 'm' } } },
  )
  expect([extensions, settings]).toEqual([[], { model: { name: 'm' } }])
})

test('an extension of the repository: servers, tools, commands, context', async () => {
  const files = {
    [`${AT}/gemini-extension.json`]: `// remarks are fine\n${manifest({
      mcpServers: {
        s: {
          command: 'node',
          args: ['${extensionPath}${/}server.mjs', '${workspacePath}', '${unknown}', '$HOME_NAME', '$A_TOKEN'],
          env: { A: '$A_TOKEN', B: '${extensionPath}' },
          trust: true,
        },
      },
      excludeTools: ['write_file', 'run_shell_command(rm -rf)'],
      settings: [
        { name: 'Key', envVar: 'POND_KEY', sensitive: true },
        { name: 'None', envVar: 'NOT_SET' },
        { name: 'Ours', envVar: 'GEMINI_API_KEY' },
      ],
      themes: [],
    })}`,
    [`${AT}/server.mjs`]: 'the program',
    [`${AT}/GEMINI.md`]: 'About ponds.\n\n@./more.md',
    [`${AT}/more.md`]: 'More of it.',
    [`${AT}/sub/GEMINI.md`]: 'not this',
    [`${AT}/commands/go.toml`]: 'prompt = "go"',
  }
  const env = { HOME_NAME: 'h', A_TOKEN: 'tok-123456789', POND_KEY: 'k', GEMINI_API_KEY: 'g' }
  const given = await load(files, { env, settings: { tools: { exclude: ['replace'] } } })
  const folder = join(given.runtime.scratch, 'hooks/extensions/pond')
  expect(given.settings.mcpServers?.s).toEqual({
    command: 'node',
    args: [`${folder}${sep}server.mjs`, given.runtime.workspace, '${unknown}', 'h', '$A_TOKEN'],
    env: { A: '$A_TOKEN', B: folder, POND_KEY: '${POND_KEY}' },
  })
  expect(given.settings.tools?.exclude).toEqual(['replace', 'write_file', 'run_shell_command(rm -rf)'])
  expect(given.notices).toEqual([
    expect.stringContaining('mcpServers.s.args.4 (A_TOKEN) is a credential'),
    expect.stringContaining('requests GEMINI_API_KEY'),
  ])
  expect([given.laid, given.texts]).toEqual([[true], ['the program']])
  expect(given.context).toMatch(/^--- Context from: pond\/GEMINI\.md ---\nAbout ponds\.[\s\S]*More of it\./)
  expect(given.context).not.toContain('not this')
  const [folderOfCommands] = extensionCommandFolders(given.extensions)
  expect(await folderOfCommands?.files.list('commands')).toEqual(['commands/go.toml'])
  expect(folderOfCommands).toMatchObject({ label: `${AT}/commands`, extension: 'pond' })
  expect(loadedExtensionFiles(given.extensions, given.steering)).toEqual([])
})

test('a server in the settings overrides fields of the extension’s server', async () => {
  const files = {
    [`${AT}/gemini-extension.json`]: manifest({
      mcpServers: {
        s: { command: 'a', timeout: 1, env: { A: '1', B: '1' }, includeTools: ['x', 'y'], excludeTools: ['p'] },
        t: { url: 'http://t' },
        args: { command: 'a', args: ['theirs'], timeout: 1 },
        apart: { command: 'a', includeTools: ['a'] },
        theirs: { command: 'a', includeTools: ['a'] },
        ours: { command: 'a' },
      },
    }),
  }
  const own = {
    s: { timeout: 2, trust: true, env: { B: '2' }, includeTools: ['y', 'z'], excludeTools: ['q'] },
    u: { url: 'http://u' },
    args: { args: ['ours', 'too'] },
    apart: { includeTools: ['b'] },
    theirs: { trust: true },
    ours: { includeTools: ['b'] },
  }
  const { settings } = await load(files, { settings: { mcpServers: own } })
  expect(settings.mcpServers).toEqual({
    s: {
      command: 'a',
      timeout: 2,
      trust: true,
      env: { A: '1', B: '2' },
      includeTools: ['y'],
      excludeTools: ['p', 'q'],
    },
    t: { url: 'http://t', env: {} },
    u: { url: 'http://u' },
    args: { command: 'a', args: ['ours', 'too'], timeout: 1, env: {} },
    apart: { command: 'a', includeTools: [], env: {} },
    theirs: { command: 'a', includeTools: ['a'], trust: true, env: {} },
    ours: { command: 'a', includeTools: ['b'], env: {} },
  })
})

test('hooks of an extension run after those of the settings', async () => {
  const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }]
  const files = {
    [`${AT}/gemini-extension.json`]: manifest(),
    [`${AT}/hooks/hooks.json`]: JSON.stringify({ hooks: { BeforeTool: hook('node ${extensionPath}/server.mjs') } }),
    [`${AT}/server.mjs`]: 'the hook',
  }
  const { settings, runtime, laid } = await load(files, { settings: { hooks: { BeforeTool: hook('first') } } })
  const own = join(runtime.scratch, 'hooks/extensions/pond')
  expect(settings.hooks?.BeforeTool).toEqual([...hook('first'), ...hook(`node ${own}/server.mjs`)])
  expect(laid).toEqual([true])
})

const context: [what: string, files: Record<string, string>, contextFileName: unknown, text: RegExp][] = [
  ['by another name', { 'docs/c.md': 'C' }, 'docs/c.md', /pond\/docs\/c\.md ---\nC\n/],
  ['several', { 'a.md': 'A', 'b.md': 'B' }, ['b.md', 'a.md'], /A\n[\s\S]*B\n/],
  ['outside of it', { '../../settings.json': 'x' }, '../../settings.json', /^$/],
  ['none', {}, undefined, /^$/],
]
for (const [what, files, contextFileName, text] of context)
  test(`context files: ${what}`, async () => {
    const all = Object.fromEntries(Object.entries(files).map(([path, body]) => [join(AT, path), body]))
    const more = contextFileName === undefined ? {} : { contextFileName }
    expect((await load({ ...all, [`${AT}/gemini-extension.json`]: manifest(more) })).context).toMatch(text)
  })

const broken: [text: string, says: string][] = [
  ['{', `${AT}/gemini-extension.json is not JSON`],
  ['[]', 'must be a JSON object'],
  ['{"name":"a b","version":"1"}', 'name: is not a valid extension name: only letters'],
  ['{"name":"a"}', 'version: '],
  [manifest({ excludeTools: 'x' }), 'excludeTools: '],
  [manifest({ settings: [{ name: 'x', envVar: 'A-B' }] }), 'settings.0.envVar: must be a variable name'],
  [manifest({ mcpServers: { s: { type: 'smoke' } } }), 'mcpServers.s.type'],
]
for (const [text, says] of broken)
  test(`a broken manifest: ${text}`, async () => {
    const loading = load({ [`${AT}/gemini-extension.json`]: text })
    await expect(loading).rejects.toThrow(UserError)
    await expect(loading).rejects.toThrow(says)
  })
test('a folder without a manifest and missing context files give notices', async () => {
  const files = {
    '.gemini/extensions/README.md': 'about them',
    '.gemini/extensions/brook/gemini_extension.json': manifest({ excludeTools: ['glob'] }, 'brook'),
    [`${AT}/gemini-extension.json`]: manifest({ contextFileName: ['./POND.md', 'NONE.md', '../../../x.md'] }),
    [`${AT}/POND.md`]: 'of the pond',
  }
  const { notices, context } = await load(files)
  const none = (name: string) => `The extension pond names ${name} in contextFileName, but has no such file.`
  expect(notices).toEqual([
    '.gemini/extensions/brook is not an extension: it has no gemini-extension.json.',
    none('NONE.md'),
    none('../../../x.md'),
  ])
  expect(context).toContain('of the pond')
})

test('policies of an extension may deny but not allow, and rank below those of the repository', async () => {
  const rule = (tool: string, decision: string, more = '') =>
    `[[rule]]\ntoolName = "${tool}"\ndecision = "${decision}"\npriority = 500\n${more}`
  const { extensions, notices, steering } = await load({
    [`${AT}/gemini-extension.json`]: manifest(),
    [`${AT}/policies/pond.toml`]: [
      rule('write_file', 'allow'),
      rule('glob', 'deny', 'modes = ["yolo", "default"]\n'),
      rule('list_directory', 'deny'),
      rule('read_file', 'ask_user'),
    ].join('\n'),
    [`${AT}/policies/deeper/no.toml`]: 'no TOML',
    '.gemini/policies/own.toml': rule('list_directory', 'allow').replace('500', '1'),
  })
  expect(notices).toEqual([
    `The rule at ${AT}/policies/pond.toml:1 is ignored: an extension may deny calls, not allow them. Copy the rule into your policies.`,
  ])
  const builtIn = join(import.meta.dirname, '../../policies')
  const { rules } = await loadRules(
    { extensions, builtIn, home: undefined, system: '', user: '', admin: '' },
    {},
    steering,
  )
  const said = (tool: string, mode: Mode) => {
    const { verdict, rule } = decide(rules, { tool, args: {}, mode, interactive: false, annotations: {} }, 'ask')
    return [verdict, rule?.tier]
  }
  for (const mode of ['default', 'yolo'] as const) {
    expect(said('glob', mode)).toEqual(['deny', 'extension'])
    expect(said('read_file', mode)).toEqual(['ask', 'extension'])
    expect(said('list_directory', mode)).toEqual(['allow', 'user'])
  }
  expect(said('write_file', 'default')).toEqual(['ask', 'default'])
})

test('an error in an extension policy ends the run and names its position', async () => {
  const { extensions, steering } = await load({
    [`${AT}/gemini-extension.json`]: manifest(),
    [`${AT}/policies/pond.toml`]: '[[rule]]\ntoolName = "glob"\ndecision = "never"\npriority = 1\n',
  })
  const builtIn = join(import.meta.dirname, '../../policies')
  const places = { extensions, builtIn, home: undefined, system: '', user: '', admin: '' }
  await expect(loadRules(places, {}, steering)).rejects.toThrow(`${AT}/policies/pond.toml:3:`)
})

test('a file outside the folder of the extension', async () => {
  const files = {
    [`${AT}/gemini-extension.json`]: manifest({ mcpServers: { s: { command: '${extensionPath}/x' } } }),
    [`${AT}/../../../../x`]: 'out',
  }
  await expect(load(files)).rejects.toThrow('which is outside its folder')
})
test('prototype keys are removed', async () => {
  const text =
    '{"name":"pond","version":"1","mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"x"},"s":{"url":"http://s"}}}'
  expect(Object.keys((await load({ [`${AT}/gemini-extension.json`]: text })).settings.mcpServers ?? {})).toEqual(['s'])
})

test('order: named extensions, the repository, the home; disabled ones are skipped', async () => {
  const files = {
    'tools/x/gemini-extension.json': manifest({ excludeTools: ['named'] }),
    [`${AT}/gemini-extension.json`]: manifest({ excludeTools: ['repository'] }),
    '.gemini/extensions/off/gemini-extension.json': manifest({}, 'Off'),
  }
  const home = {
    '.gemini/extensions/h/gemini-extension.json': manifest({ mcpServers: { s: { url: 'http://1' } } }, 'home'),
    '.gemini/extensions/i/gemini-extension.json': manifest({ mcpServers: { s: { url: 'http://2' } } }, 'second'),
  }
  const given = await load(files, { entries: ['./tools/x/'], home, settings: { extensions: { disabled: ['off'] } } })
  expect(given.extensions.map(({ from }) => from)).toEqual([
    'tools/x',
    '~/.gemini/extensions/h',
    '~/.gemini/extensions/i',
  ])
  expect(given.settings.tools?.exclude).toEqual(['named'])
  expect(given.settings.mcpServers).toEqual({ s: { url: 'http://1', env: {} } })
  expect(given.notices).toEqual([
    expect.stringContaining(`pond in ${AT} is ignored`),
    expect.stringContaining('server s of the extension second is ignored'),
  ])
})

const SHA = 'a'.repeat(40)
const refusedEntries: [entry: string, says: string, settings?: Settings][] = [
  ['nowhere', 'has no nowhere/gemini-extension.json'],
  ['../x', 'has no ../x/gemini-extension.json'],
  ['https://github.com/gemini-cli-extensions/security', 'not pinned to a commit'],
  ['https://github.com/o/r', 'not pinned to a commit'],
  ['https://github.com/o/r@main', 'not pinned'],
  ['https://github.com/o/r@abc1234', 'not pinned'],
  ['git@github.com:o/r.git', 'not pinned'],
  [`https://evil.example/o/r@${SHA}`, 'not on GitHub'],
  [`https://user:pass@github.com/o/r@${SHA}`, 'not on GitHub'],
  [`ssh://github.com/o/r@${SHA}`, 'not on GitHub'],
  [`file:///etc@${SHA}`, 'not on GitHub'],
  [`https://github.com/o@${SHA}`, 'is not a repository'],
  [`https://github.com/o/r@${SHA}`, 'blockGitExtensions', { security: { blockGitExtensions: true } }],
  [
    `https://github.com/o/r@${SHA}`,
    'allowedExtensions',
    { security: { allowedExtensions: ['^https://github\\.com/other/'] } },
  ],
  [`https://github.com/o/r@${SHA}`, 'security.allowedExtensions: "("', { security: { allowedExtensions: ['('] } }],
]
for (const [entry, says, settings = {}] of refusedEntries)
  test(`refused: ${entry} (${says})`, async () => {
    const loading = load({ [`${AT}/gemini-extension.json`]: manifest() }, { entries: [entry], settings })
    await expect(loading).rejects.toThrow(UserError)
    await expect(loading).rejects.toThrow(says)
  })

test('one on GitHub, at its commit', async () => {
  const origin = await mkdtemp(join(tmpdir(), 'sluice-origin-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: origin,
      encoding: 'utf8',
    })
  try {
    git('init', '-q')
    writeFileSync(join(origin, 'gemini-extension.json'), manifest({ excludeTools: ['then'] }))
    writeFileSync(join(origin, 'GEMINI.md'), 'Then.')
    git('add', '.')
    git('commit', '-qm', 'then')
    const sha = git('rev-parse', 'HEAD').trim()
    writeFileSync(join(origin, 'GEMINI.md'), 'Now.')
    git('commit', '-qam', 'now')
    await using server = await serveGit({ 'o/r': origin })
    const env = { GITHUB_SERVER_URL: server.url, GITHUB_TOKEN: 'ghs-123' }
    for (const entry of [
      `${server.url}/o/r@${sha}`,
      `${server.url}/o/r.git#${sha}`,
      `${server.url}/o/r/tree/${sha}`,
      `o/r@${sha}`,
    ]) {
      const given = await load({}, { entries: [entry], env })
      expect(given.context).toContain('Then.')
      expect(given.settings.tools?.exclude).toEqual(['then'])
      expect(loadedExtensionFiles(given.extensions, given.steering).map(({ path, ref }) => [path, ref])).toContainEqual(
        [`${server.url}/o/r@${sha.slice(0, 12)}/GEMINI.md`, sha],
      )
    }
    expect(
      server.asked.filter((line) => !/^(GET \/o\/r\.git\/info\/refs|POST \/o\/r\.git\/git-upload-pack)$/.test(line)),
    ).toEqual([])
    await expect(load({}, { entries: [`o/none@${sha}`], env })).rejects.toThrow(
      /Could not fetch the extension .*not found/,
    )
    await expect(load({}, { entries: [`o/r@${SHA}`], env })).rejects.toThrow(/Could not fetch the extension/)
  } finally {
    await rm(origin, { recursive: true })
  }
})
for (const entry of [
  'https://github.com/gemini-cli-extensions/code-review',
  'https://github.com/gemini-cli-extensions/code-review.git@main',
])
  test(`${entry}, whose command is built in, is not fetched`, async () => {
    const { extensions, notices } = await load({}, { entries: [entry] })
    expect(extensions).toEqual([])
    expect(notices).toEqual([
      `The extension ${entry} is not fetched: it is not pinned to a commit, and /pr-code-review is built in.`,
    ])
  })
