/**
 * src/ → dist/: tsc strips the types, ncc bundles the JavaScript (a dynamic import becomes a chunk), and what the bundle
 * reads at run time is laid beside it. Run by `npm run build`; `--check` builds elsewhere and compares.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { transformSync } from 'esbuild'
import { grammarFiles } from '../src/policy/shell.ts'

const root = resolve(import.meta.dirname, '..')
const at = (...parts: string[]) => join(root, ...parts)

function build(target: string) {
  const work = at('build')
  rmSync(work, { recursive: true, force: true })
  tool('typescript/bin/tsc', '-p', 'tsconfig.build.json')
  writeFileSync(join(work, 'package.json'), '{"type":"module"}\n')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  tool(
    '@vercel/ncc/dist/ncc/cli.js',
    'build',
    join(work, 'entry.js'),
    '-o',
    join(target, 'lib'),
    '--no-cache',
    '--quiet',
    '--license',
    'LICENSES.txt',
  )
  mendModuleImports(join(target, 'lib'))
  minify(join(target, 'lib'))
  writeFileSync(
    join(target, 'index.js'),
    `import { action } from './lib/index.js'\n\nawait action(import.meta.dirname)\n`,
  )
  writeFileSync(join(target, 'post.js'), POST_STARTER)
  // npm makes it executable when it installs, and would leave a checkout that is not clean.
  writeFileSync(join(target, 'cli.js'), CLI_STARTER, { mode: 0o755 })
  for (const folder of ['policies', 'commands']) cpSync(at(folder), join(target, folder), { recursive: true })
  // What the agent reads of us (get_internal_docs).
  for (const file of [
    'README.md',
    '.github/ARCHITECTURE.md',
    '.github/DIVERGENCES.md',
    '.github/SUBAGENTS.md',
    '.github/CONFIGURATION.md',
    '.github/SERVERS.md',
  ])
    cpSync(at(file), join(target, 'docs', basename(file)))
  mkdirSync(join(target, 'wasm'))
  for (const file of grammarFiles()) cpSync(file, join(target, 'wasm', basename(file)))
}

/** After nearly every run nothing is left to finish, and the bundle takes three times as long to load as that to see. */
const POST_STARTER = `const { STATE_pending, STATE_finished, STATE_untold } = process.env

if (STATE_pending && (STATE_finished !== 'true' || STATE_untold === 'true')) {
  const { post } = await import('./lib/index.js')
  await post()
}
`

/** A runner has the Node that action.yml names; a person has any, and would see the bundle break somewhere inside. */
const CLI_STARTER = `#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  const { fileURLToPath } = await import('node:url')
  const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  console.error(\`sluice needs Node 24 or newer, and this is \${process.version}. After npm ci in its checkout, npx sluice brings one there; elsewhere \${own} is one.\`)
  process.exit(2)
}
const { cli } = await import('./lib/index.js')

await cli(import.meta.dirname)
`

/**
 * The bundler's namespace for `import('module')` lacks everything, because that built-in is a function and only objects
 * are copied. The shell parser's loader asks it for createRequire; it gets the module itself.
 */
function mendModuleImports(folder: string) {
  const broken =
    /(const \{ createRequire \} = )await Promise\.resolve\(\/\* import\(\) \*\/\)\.then\(__webpack_require__\.t\.bind\((__webpack_require__), (\d+), \d+\)\)/
  const mended = filesIn(folder).filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    if (!broken.test(text)) return false
    writeFileSync(join(folder, file), text.replace(broken, '$1$2($3)'))
    return true
  })
  if (mended.length !== 1) throw new Error(`createRequire was to be mended in one chunk, and was in ${mended.length}`)
}

/** Every run parses the bundle anew, so half the text is milliseconds. Stacks can be read with a build without this step. */
function minify(folder: string) {
  for (const file of filesIn(folder).filter((name) => name.endsWith('.js'))) {
    const path = join(folder, file)
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      minify: true,
      legalComments: 'none',
      target: 'node24',
      format: 'esm',
    })
    writeFileSync(path, code)
  }
}

function check() {
  const fresh = join(mkdtempSync(join(tmpdir(), 'dist-')), 'dist')
  build(fresh)
  const names = new Set([...filesIn(fresh), ...filesIn(at('dist'))])
  const differing = [...names].filter((name) => read(join(fresh, name)) !== read(at('dist', name)))
  rmSync(resolve(fresh, '..'), { recursive: true })
  if (differing.length === 0) return
  console.error(
    `dist/ is not what src/ builds to; run \`npm run build\` and commit it. Differing: ${differing.join(', ')}`,
  )
  process.exitCode = 1
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'latin1') : undefined)

function tool(script: string, ...args: string[]) {
  execFileSync(process.execPath, [at('node_modules', script), ...args], { cwd: root, stdio: 'inherit' })
}

if (process.argv.includes('--check')) check()
else build(at('dist'))
