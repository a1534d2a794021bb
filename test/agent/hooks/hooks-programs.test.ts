import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseHookSettings, withTrustedPrograms } from '../../../src/agent/hooks/hook-settings.ts'
import { done, type Tool } from '../../../src/tools/tool.ts'
import { workshop } from '../hooks-bench.ts'
import { benchTools } from '../test-context.ts'

const root = mkdtempSync(join(tmpdir(), 'hooks-'))
afterAll(() => rmSync(root, { recursive: true }))
const never = new AbortController().signal
const [LOOK] = benchTools() as [Tool, ...Tool[]] // it makes four

const COMMIT: Record<string, string> = {
  '.gemini/hooks/gate.sh': '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\nsay_no trusted\n',
  '.gemini/hooks/lib.sh': 'say_no() { echo "$1 in $GEMINI_PROJECT_DIR" >&2; exit 2; }\n',
  '.gemini/gate.js': 'console.log(JSON.stringify({ decision: "deny", reason: "trusted" }))\n',
  '.gemini/settings.json': '{}',
  'scripts/gate.sh': 'exit 0\n',
}
const files = {
  read: async (path: string) => COMMIT[path],
  list: async (folder: string) => Object.keys(COMMIT).filter((path) => folder === '' || path.startsWith(`${folder}/`)),
}
let folders = 0
const trusted = () => ({ files, folder: join(root, `laid-${++folders}`) })

const COPY = '/runner/hooks'
const pointing: [written: string, pointed: string][] = [
  ['.gemini/gate.js', `${COPY}/.gemini/gate.js`],
  ['./.gemini/gate.js', `${COPY}/.gemini/gate.js`],
  ['node .gemini/gate.js --x', `node ${COPY}/.gemini/gate.js --x`],
  ['node $GEMINI_PROJECT_DIR/.gemini/gate.js', `node ${COPY}/.gemini/gate.js`],
  ['node ${CLAUDE_PROJECT_DIR}/.gemini/gate.js', `node ${COPY}/.gemini/gate.js`],
  ['node "$GEMINI_PROJECT_DIR/.gemini/gate.js"', `node "${COPY}/.gemini/gate.js"`],
  ['node "${GEMINI_CWD}"/.gemini/gate.js', `node ${COPY}/.gemini/gate.js`],
  [
    "sh -c '.gemini/hooks/gate.sh' && .gemini/gate.js",
    `sh -c '${COPY}/.gemini/hooks/gate.sh' && ${COPY}/.gemini/gate.js`,
  ],
  ['A=.gemini/gate.js;.gemini/gate.js|cat', `A=${COPY}/.gemini/gate.js;${COPY}/.gemini/gate.js|cat`],
  ['cat >> .gemini/hooks.log', 'cat >> .gemini/hooks.log'],
  ['.gemini/hooks/../../scripts/gate.sh', '.gemini/hooks/../../scripts/gate.sh'],
  ['old.gemini/gate.js other/.gemini/gate.js', 'old.gemini/gate.js other/.gemini/gate.js'],
  ['scripts/gate.sh', 'scripts/gate.sh'],
]
const hooksOf = (command: string) =>
  parseHookSettings({ hooks: { BeforeTool: [{ hooks: [{ type: 'command', command }] }] } }).hooks

for (const [written, pointed] of pointing)
  test(`the trusted program is meant by: ${written}`, async () => {
    // Nothing is laid by a commit that has the names alone.
    const [hook] = await withTrustedPrograms(hooksOf(written), {
      files: { ...files, read: async () => undefined },
      folder: COPY,
    })
    expect(hook).toMatchObject({ name: written, command: pointed })
  })

test('hooks with and without programs of their own keep their order', async () => {
  const hooks = ['jq .', '.gemini/gate.js', 'true'].flatMap(hooksOf)
  const pointed = await withTrustedPrograms(hooks, { files, folder: join(root, 'order') })
  expect(pointed.map(({ command }) => command)).toEqual(['jq .', join(root, 'order', '.gemini/gate.js'), 'true'])
})

test('files beside a program are copied with it; the rest is not read', async () => {
  const { folder } = trusted()
  const read: string[] = []
  const noting = (path: string) => {
    read.push(path)
    return files.read(path)
  }
  await withTrustedPrograms(hooksOf('.gemini/hooks/gate.sh'), { files: { ...files, read: noting }, folder })
  expect(read.sort()).toEqual(['.gemini/hooks/gate.sh', '.gemini/hooks/lib.sh'])
  expect(readFileSync(join(folder, '.gemini/hooks/lib.sh'), 'utf8')).toBe(COMMIT['.gemini/hooks/lib.sh'])
})

test('any program of the repository runs as the commit has it, with what it loads', async () => {
  const { folder } = trusted()
  const own = {
    'scripts/guard.sh': '. "$(dirname "$0")/lib.sh"\n',
    'scripts/lib.sh': 'exit 2\n',
    'scripts/other.sh': '',
  }
  const committed: Record<string, string> = own
  const read = async (path: string) => committed[path]
  for (const command of [
    'scripts/guard.sh',
    'sh ./scripts/guard.sh -x',
    'bash "$GEMINI_PROJECT_DIR"/scripts/guard.sh',
  ]) {
    const [hook] = await withTrustedPrograms(hooksOf(command), {
      files: { list: async () => Object.keys(committed), read },
      folder,
      checkout: root,
    })
    expect(hook?.command).toContain(join(folder, 'scripts/guard.sh'))
    expect(hook?.command).not.toMatch(/(?:^| |\/)\.?\/?scripts\/guard\.sh\/|PROJECT_DIR/)
  }
  expect(readFileSync(join(folder, 'scripts/lib.sh'), 'utf8')).toBe(own['scripts/lib.sh'])
  // What lies beside it is there, too: a program can find it by a name that no text has.
  expect(existsSync(join(folder, 'scripts/other.sh'))).toBe(true)
})

test('a program that finds its neighbors by a variable has them beside it', async () => {
  const { folder } = trusted()
  const committed: Record<string, string> = {
    'ci/guard.sh':
      'SCRIPT_DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\n. "$SCRIPT_DIR/lib.sh"\nsource "$SCRIPT_DIR/lib/more.sh"\n',
    'ci/lib.sh': 'exit 2\n',
    'ci/lib/more.sh': 'exit 3\n',
  }
  const read = async (path: string) => committed[path]
  await withTrustedPrograms(hooksOf('bash ci/guard.sh'), {
    files: { list: async () => Object.keys(committed), read },
    folder,
    checkout: root,
  })
  for (const path of ['ci/lib.sh', 'ci/lib/more.sh'])
    expect(readFileSync(join(folder, path), 'utf8')).toBe(committed[path])
})

test.each([
  ['bin/guard --all', { 'bin/guard': '\u007fELF\0\ufffd' }],
  ['java -jar ci/guard.jar', { 'ci/guard.jar': 'PK\ufffd\0' }],
  ['go run ci/guard.go', { 'ci/guard.go': 'package main\n' }],
])(
  'a binary, and code that is compiled in its folder, runs where it is: %s',
  async (command, committed: Record<string, string>) => {
    const { folder } = trusted()
    const read = async (path: string) => committed[path]
    const [hook] = await withTrustedPrograms(hooksOf(command), {
      files: { list: async () => Object.keys(committed), read },
      folder,
      checkout: root,
    })
    expect(hook?.command).toBe(command)
  },
)

test('hooks without programs copy nothing', async () => {
  const { folder } = trusted()
  await withTrustedPrograms(hooksOf('jq .'), { files, folder })
  expect(existsSync(folder)).toBe(false)
})

test('a folder with a space in its name leads to the program, too', async () => {
  const folder = join(root, 'a b')
  const shop = await workshop(
    { BeforeTool: ['.gemini/hooks/gate.sh'] },
    { options: { trustedFiles: { files, folder } } },
  )
  expect(await shop.hooks.beforeTool({ tool: LOOK, args: {} }, never)).toMatchObject({
    action: 'block',
    reason: expect.stringMatching(/^trusted/),
  })
})

test.each([
  '.gemini/hooks/gate.sh',
  '"$GEMINI_PROJECT_DIR"/.gemini/hooks/gate.sh',
  'node "$GEMINI_PROJECT_DIR/.gemini/gate.js"',
])('C03: the checkout may disarm its copy of a hook as it likes: %s', async (command) => {
  const cwd = join(root, `checkout-${++folders}`)
  for (const path of Object.keys(COMMIT)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), path.endsWith('.js') ? '' : '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  }
  for (const repositoryCode of [true, false]) {
    const shop = await workshop(
      { BeforeTool: [command] },
      { options: { cwd, trustedFiles: trusted(), repositoryCode } },
    )
    expect(shop.warnings()).toEqual([])
    expect(await shop.hooks.beforeTool({ tool: LOOK, args: {} }, never)).toMatchObject({
      action: 'block',
      reason: expect.stringMatching(/^trusted/),
    })
  }
})

test('a program that is not in the trusted commit belongs to the checkout', async () => {
  const shop = await workshop(
    { AfterTool: ['.gemini/hooks/new.sh'] },
    { options: { trustedFiles: trusted(), repositoryCode: false } },
  )
  expect(shop.warnings()).toEqual([expect.stringContaining('.gemini/hooks/new.sh is in the repository')])
  expect(await shop.hooks.afterTool({ tool: LOOK, args: {} }, done('seen'), never)).toEqual({ result: done('seen') })
})
