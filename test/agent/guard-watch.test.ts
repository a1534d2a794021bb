import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadedBy } from '../../src/agent/committed-programs.ts'
import { watchGuard } from '../../src/agent/guard-watch.ts'
import { parseHookSettings, withTrustedPrograms } from '../../src/agent/hooks/hook-settings.ts'
import { watchHooks } from '../../src/agent/hooks/hooks.ts'
import type { Tool } from '../../src/tools/tool.ts'
import { isFull } from '../sample.ts'
import { workshop } from './hooks-bench.ts'
import { benchTools } from './test-context.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'guards-')))
afterAll(() => rmSync(root, { recursive: true }))
const [LOOK] = benchTools() as [Tool, ...Tool[]] // it makes four
const never = new AbortController().signal

/** It denies by the commit, whatever its spelling; changed, each of these would let the call through. */
const DENY = 'echo "by the commit" >&2; exit 2\n'
const DENY_JS = "console.error('by the commit'); process.exit(2)\n"
const DENY_PY = 'import sys\nsys.stderr.write("by the commit")\nsys.exit(2)\n'

type Row = {
  name: string
  command: string
  env?: Record<string, string>
  commit: Record<string, string>
  /** What a command of the model does in the checkout. */
  attack: string
  /** Whether a copy of the commit still answers. Otherwise the call is denied with the name of the file. */
  says?: RegExp
}
const row = (
  name: string,
  command: string,
  commit: Record<string, string>,
  attack: string,
  more: Partial<Row> = {},
) => ({
  name,
  command,
  commit,
  attack,
  ...more,
})
const ROWS: Row[] = [
  row(
    'a sourced file',
    'true; source=ci/common.sh; . $source; check',
    { 'ci/common.sh': `check() { ${DENY}}\n` },
    'echo "check() { :; }" > ci/common.sh',
  ),
  row(
    'a file that a script sources',
    'sh ci/guard.sh',
    { 'ci/guard.sh': '. ci/common.sh; check\n', 'ci/common.sh': `check() { ${DENY}}\n` },
    'echo "check() { :; }" > ci/common.sh',
  ),
  row(
    'data that it reads',
    'grep -q x ci/denylist.txt && { echo "by the commit" >&2; exit 2; } || true',
    { 'ci/denylist.txt': 'x\n' },
    ': > ci/denylist.txt',
  ),
  row(
    'deleted data',
    'if grep -q x ci/denylist; then echo "by the commit" >&2; exit 2; fi',
    { 'ci/denylist': 'x\n' },
    'rm ci/denylist',
  ),
  row(
    'data in a string of a shell',
    'bash -c "grep -q x ci/denylist.txt && { echo by the commit >&2; exit 2; } || true"',
    { 'ci/denylist.txt': 'x\n' },
    ': > ci/denylist.txt',
  ),
  row(
    'data of a script, by pieces of its path',
    'node ci/guard.js',
    {
      'ci/guard.js':
        "const { join } = require('path')\nif (require('fs').readFileSync(join(process.cwd(), 'rules', 'deny.json'), 'utf8').includes('x')) { console.error('by the commit'); process.exit(2) }\n",
      'rules/deny.json': '["x"]',
    },
    "echo '[]' > rules/deny.json",
  ),
  row('a program without an ending', 'sh ci/guard', { 'ci/guard': DENY }, 'echo exit 0 > ci/guard', {
    says: /by the commit/,
  }),
  row('a module without its ending', 'node ci/guard', { 'ci/guard.js': DENY_JS }, 'echo "" > ci/guard.js'),
  row(
    'a file beside the folder',
    'node ci/guard',
    { 'ci/guard.js': "require('../lib')\n", 'lib/index.js': DENY_JS },
    'echo "" > lib/index.js',
  ),
  row(
    'a file beside the folder, for a copy',
    'node ci/guard.js',
    { 'ci/guard.js': "require('../lib/x')\n", 'lib/x.js': DENY_JS },
    'echo "" > lib/x.js',
    { says: /by the commit/ },
  ),
  row(
    'PYTHONPATH in the line',
    'PYTHONPATH=ci python3 -c "import rules"',
    { 'ci/rules.py': DENY_PY },
    'echo "" > ci/rules.py',
  ),
  row(
    'PYTHONPATH of the hook',
    'python3 -c "import rules"',
    { 'ci/rules.py': 'import checks\n', 'ci/checks.py': DENY_PY },
    'echo "" > ci/checks.py',
    { env: { PYTHONPATH: 'ci' } },
  ),
  row(
    'a new module in its folder',
    'PYTHONPATH=ci python3 -c "import rules"',
    { 'ci/rules.py': `import json\n${DENY_PY}` },
    'echo "import os; os._exit(0)" > ci/json.py',
  ),
  row(
    'a new module at the top',
    'python3 -m tools.guard',
    { 'tools/guard.py': `import json\n${DENY_PY}` },
    'echo "import os; os._exit(0)" > json.py',
  ),
  row(
    'BASH_ENV',
    'BASH_ENV=ci/env.sh bash -c "check" </dev/null',
    { 'ci/env.sh': `check() { ${DENY}}\n` },
    'echo "check() { :; }" > ci/env.sh',
    {
      env: { BASH_ENV: 'ci/env.sh' },
    },
  ),
  row('NODE_OPTIONS', 'node -e 1', { 'ci/hook.js': DENY_JS }, 'echo "" > ci/hook.js', {
    env: { NODE_OPTIONS: '--require ./ci/hook.js' },
  }),
  row(
    'a recipe of make',
    'make -s guard',
    { Makefile: 'guard:\n\t@sh ci/guard.sh\n', 'ci/guard.sh': DENY },
    'printf "guard:\\n\\t@true\\n" > Makefile',
  ),
  row(
    'what a recipe runs',
    'make -s guard',
    { Makefile: 'guard:\n\t@sh ci/guard.sh\n', 'ci/guard.sh': DENY },
    'echo exit 0 > ci/guard.sh',
  ),
  row(
    'a script of the manifest',
    'node --run guard || exit 2',
    { 'package.json': '{"scripts":{"guard":"sh ci/guard.sh"}}', 'ci/guard.sh': DENY },
    `echo '{"scripts":{"guard":"true"}}' > package.json`,
  ),
  row('a folder that it enters', 'cd ci && sh guard.sh', { 'ci/guard.sh': DENY }, 'echo exit 0 > ci/guard.sh'),
  row(
    'all files of a folder',
    'for f in ci/rules.d/*.sh; do . "$f"; done',
    { 'ci/rules.d/a.sh': DENY },
    'echo true > ci/rules.d/a.sh',
  ),
  row(
    'a folder that it lists',
    'node ci/guard.js',
    {
      'ci/guard.js': `for (const name of require('fs').readdirSync('ci/rules')) require(process.cwd() + '/ci/rules/' + name)\n`,
      'ci/rules/a.js': DENY_JS,
    },
    'rm ci/rules/a.js',
  ),
  row(
    'files that it finds beside itself',
    'sh ci/guard.sh',
    { 'ci/guard.sh': 'for f in "$(dirname "$0")"/rules.d/*; do . "$f"; done\n', 'ci/rules.d/a': DENY },
    'rm -r ci/rules.d',
    { says: /by the commit/ },
  ),
  row(
    'a link in its place',
    'true; source=ci/common.sh; . $source; check',
    { 'ci/common.sh': `check() { ${DENY}}\n`, 'src/x.sh': 'check() { :; }\n' },
    'ln -sf ../src/x.sh ci/common.sh',
  ),
  row(
    'another folder in its place',
    'true; source=ci/common.sh; . $source; check',
    { 'ci/common.sh': `check() { ${DENY}}\n`, 'src/common.sh': 'check() { :; }\n' },
    'mv ci old; ln -s src ci',
  ),
  row(
    'the time of the change set back',
    'true; source=ci/common.sh; . $source; check',
    { 'ci/common.sh': `check() { ${DENY}}\n` },
    'touch -r ci/common.sh t; sed -i.bak "s/exit 2/exit 0/" ci/common.sh; touch -r t ci/common.sh',
  ),
]

let folders = 0
function checkoutOf(commit: Record<string, string>) {
  const checkout = join(root, `checkout-${++folders}`)
  for (const [path, text] of Object.entries({ 'src/app.js': '1\n', 'README.md': 'x\n', ...commit })) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), text)
  }
  const files = {
    read: async (path: string) => commit[path],
    list: async (folder: string) =>
      Object.keys(commit).filter((path) => folder === '' || path.startsWith(`${folder}/`)),
  }
  return { checkout, files, folder: join(root, `copies-${folders}`) }
}

async function played({ command, env, commit }: Pick<Row, 'command' | 'env' | 'commit'>, more: object = {}) {
  const { checkout, files, folder } = checkoutOf(commit)
  const hook = { command, env: env ?? {}, ...more }
  const shop = await workshop(
    { BeforeTool: [hook] },
    { options: { cwd: checkout, trustedFiles: { files, folder, checkout } } },
  )
  return { checkout, ask: () => shop.hooks.beforeTool({ tool: LOOK, args: {} }, never) }
}

/** Why the hook would not start, without a start. */
async function watched({ command, env = {}, commit }: Pick<Row, 'command' | 'env' | 'commit'>) {
  const { checkout, files, folder } = checkoutOf(commit)
  const { hooks } = parseHookSettings({ hooks: { BeforeTool: [{ hooks: [{ type: 'command', command, env }] }] } })
  const trusted = await withTrustedPrograms(hooks, { files, folder, checkout })
  const watches = await watchHooks(trusted, { files, folder, checkout }, { cwd: checkout, env: {} })
  return { checkout, ask: async () => (await Promise.all([...watches.values()].map((watch) => watch()))).join('') }
}

const isWindows = process.platform === 'win32'
const isStarted = ({ says }: Row) => isFull || says !== undefined

test.skipIf(isWindows).each(ROWS.filter((each) => !isStarted(each)))(
  'a guard would not start with what a command changed: $name',
  async ({ attack, ...guard }) => {
    const { checkout, ask } = await watched(guard)
    expect(await ask()).toBe('')
    execFileSync('sh', ['-c', attack], { cwd: checkout })
    expect(await ask()).toMatch(/so it does not start/)
  },
)

test.skipIf(isWindows).each(ROWS.filter(isStarted))(
  'a guard does not start with what a command changed: $name',
  async ({ says, attack, ...guard }) => {
    const { checkout, ask } = await played(guard, guard.env === undefined ? {} : { onFailure: 'allow' })
    expect(await ask()).toMatchObject({ action: 'block', reason: expect.stringMatching(/by the commit/) })
    execFileSync('sh', ['-c', attack], { cwd: checkout })
    expect(await ask()).toMatchObject({
      action: 'block',
      reason: expect.stringMatching(says ?? /so it does not start/),
    })
  },
)

/** What a run does every day beside a guard. */
const DAILY: [name: string, command: string, commit: Record<string, string>, work: string][] = [
  [
    'a word that is a path without its ending',
    'node ci/guard.js',
    { 'ci/guard.js': "const methods = ['tools/call']\n", 'tools/call.mjs': '' },
    'echo 2 > tools/call.mjs',
  ],
  [
    'source files',
    'sh ci/guard.sh',
    { 'ci/guard.sh': 'grep -rq EVIL src && exit 2; exit 0\n' },
    'echo 2 > src/app.js; echo > src/new.js',
  ],
  [
    'a linter over a folder',
    'ls src/ >/dev/null && for f in src/*.js; do wc -l "$f" >/dev/null; done',
    {},
    'echo 2 > src/app.js',
  ],
  [
    'a document that it names',
    'sh ci/guard.sh',
    { 'ci/guard.sh': 'grep -q . CHANGELOG.md || exit 2\n', 'CHANGELOG.md': 'x\n' },
    'echo y >> CHANGELOG.md',
  ],
  [
    'a script beside it',
    'sh scripts/guard.sh',
    { 'scripts/guard.sh': 'exit 0\n', 'scripts/release.sh': '' },
    'echo x > scripts/release.sh',
  ],
  [
    'dependencies',
    'node --run guard',
    { 'package.json': '{"scripts":{"guard":"true"}}' },
    `echo '{"scripts":{"guard":"true"},"dependencies":{"a":"1"}}' > package.json`,
  ],
  ['the same text again', '. ci/common.sh', { 'ci/common.sh': 'true\n' }, 'echo true > ci/common.sh'],
]
test.skipIf(isWindows).each(DAILY)(
  'a guard would still start after everyday work: %s',
  async (_, command, commit, work) => {
    const { checkout, ask } = await watched({ command, commit })
    execFileSync('sh', ['-c', work], { cwd: checkout })
    expect(await ask()).toBe('')
  },
)

test.skipIf(isWindows)('on code from outside, a guard reads only what the trusted commit has', async () => {
  const command = 'if grep -q x ci/denylist.txt; then echo "by the commit" >&2; exit 2; fi'
  const commit = { 'ci/denylist.txt': 'x\n' }
  const { checkout, files, folder } = checkoutOf(commit)
  const shop = async () => {
    const options = { cwd: checkout, repositoryCode: false, trustedFiles: { files, folder } }
    const { hooks } = await workshop({ BeforeTool: [{ command, env: {} }] }, { options })
    return hooks.beforeTool({ tool: LOOK, args: {} }, never)
  }
  expect(await shop()).toMatchObject({ action: 'block', reason: expect.stringMatching(/by the commit/) })
  writeFileSync(join(checkout, 'ci/denylist.txt'), 'y\n')
  expect(await shop()).toMatchObject({ action: 'block', reason: expect.stringMatching(/so it does not start/) })
})

test('what commands wrote into a copy of the checkout stops a guard, too', async () => {
  const { checkout, files } = checkoutOf({ 'ci/common.sh': 'true\n', 'ci/more.sh': 'true\n' })
  const written = join(root, 'written')
  const loaded = await loadedBy(['sh -c "cat x | . ci/common.sh"'], files)
  const watch = await watchGuard(loaded, { root: checkout, writtenFolder: () => written })
  expect(await watch?.()).toBeUndefined()
  mkdirSync(join(written, 'src'), { recursive: true })
  writeFileSync(join(written, 'src/app.js'), '2\n')
  expect(await watch?.()).toBeUndefined()
  mkdirSync(join(written, 'ci'))
  writeFileSync(join(written, 'ci/common.sh'), 'exit 0\n')
  expect(await watch?.()).toMatch(/loads ci\/common\.sh/)
  // The folder was made anew without the file.
  rmSync(join(written, 'ci/common.sh'))
  writeFileSync(join(written, 'ci/other'), '')
  expect(await watch?.()).toMatch(/loads ci\/common\.sh/)
})

test('a program that commands put where a guard finds its programs stops it, if the guard names it', async () => {
  const { checkout, files } = checkoutOf({ 'ci/guard.sh': 'jq -e .ok\n' })
  const written = join(root, 'programs')
  const loaded = await loadedBy(['sh ci/guard.sh'], files)
  const place = { root: checkout, writtenFolder: (folder?: string) => folder && written, programFolders: [root] }
  const watch = await watchGuard(loaded, place)
  mkdirSync(written)
  for (const name of ['eslint', 'jq.txt']) writeFileSync(join(written, name), '')
  expect(await watch?.()).toBeUndefined()
  for (const name of ['jq', 'python3']) {
    writeFileSync(join(written, name), '')
    expect(await watch?.()).toContain(`wrote ${join(root, name)}`)
    rmSync(join(written, name))
  }
})
