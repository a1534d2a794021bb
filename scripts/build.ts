/**
 * Builds dist/ from src/: tsc strips the types, ncc bundles the JavaScript (a dynamic import becomes a chunk), and the files
 * that the bundle reads at run time are copied. Run by `npm run build`; `--check` builds to a temporary folder and compares.
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { buildSync, transformSync } from 'esbuild'
import { installedGrammarFiles } from '../src/policy/shell/shell.ts'

const root = resolve(import.meta.dirname, '..')
const fromRoot = (...parts: string[]) => join(root, ...parts)

function build(target: string) {
  const work = fromRoot('build')
  rmSync(work, { recursive: true, force: true })
  tool('typescript/bin/tsc', '-p', 'tsconfig.build.json')
  writeFileSync(join(work, 'package.json'), '{"type":"module"}\n')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const bundled = [
    ...bundleUsedParts(work, 'session/telemetry.js'),
    ...bundleUsedParts(work, 'mcp/sdk.js', { external: ['zod'], alias: mcpReplacements(work) }),
  ]
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
    '--external',
    'undici',
    '--external',
    'node-fetch',
    '--external',
    'https-proxy-agent',
  )
  appendLicenses(join(target, 'lib/LICENSES.txt'), bundled)
  buildProgram(join(work, 'platform/sandbox/gh-client.js'), join(target, 'gh.cjs'))
  buildJq(join(target, 'jq'))
  refuseAssets(join(target, 'lib'))
  fixModuleImports(join(target, 'lib'))
  replaceClients(join(target, 'lib'))
  refusePackages(join(target, 'lib'))
  minify(join(target, 'lib'))
  writeFileSync(join(target, 'index.js'), `import { main } from './lib/index.js'\n\nawait main(import.meta.dirname)\n`)
  writeFileSync(join(target, 'post.js'), POST_STARTER)
  // npm makes it executable at installation, which would otherwise change the checkout.
  writeFileSync(join(target, 'cli.js'), CLI_STARTER, { mode: 0o755 })
  for (const folder of ['policies', 'commands']) cpSync(fromRoot(folder), join(target, folder), { recursive: true })
  // The templates of `sluice init`.
  cpSync(fromRoot('.github/examples'), join(target, 'examples'), { recursive: true })
  // The reusable workflows, for `sluice simulate`.
  cpSync(fromRoot('.github/workflows/review-fork.yml'), join(target, 'workflows/review-fork.yml'))
  // The documents of the tool get_internal_docs.
  const pages = readdirSync(fromRoot('docs')).filter((name) => name.endsWith('.md'))
  for (const file of ['README.md', ...pages.map((name) => `docs/${name}`)])
    cpSync(fromRoot(file), join(target, 'docs', basename(file)))
  mkdirSync(join(target, 'wasm'))
  for (const file of installedGrammarFiles()) cpSync(file, join(target, 'wasm', basename(file)))
}

/**
 * Puts the packages that a module imports into the module itself, as far as it uses them: ncc takes the whole CommonJS form of
 * those that have two forms. Returns the folders of the packages.
 */
function bundleUsedParts(
  folder: string,
  module: string,
  { external = [], alias = {} }: { external?: string[]; alias?: Record<string, string> } = {},
): string[] {
  const { metafile } = buildSync({
    entryPoints: [join(folder, module)],
    outfile: join(folder, module),
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: [join(folder, '*'), ...external],
    alias,
    absWorkingDir: root,
    metafile: true,
  })
  const folders = Object.keys(metafile.inputs).flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  return [...new Set(folders)].sort()
}

/**
 * Modules in place of parts of the MCP client that a run does not use: its own copy of ajv, which checks structured results, and
 * jose for keys of its own (DPoP). Returns their paths by the name that they replace.
 */
function mcpReplacements(folder: string): Record<string, string> {
  const validator = join(folder, 'mcp-validator.js')
  writeFileSync(validator, MCP_VALIDATOR)
  const jose = join(folder, 'mcp-jose.js')
  writeFileSync(jose, 'export {}\n')
  return { '@modelcontextprotocol/client/_shims': validator, jose }
}

const MCP_VALIDATOR = `export const CORS_IS_POSSIBLE = false
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('Structured results are not checked in this bundle') }
}
`

/** In the form in which ncc lists the packages that it bundles. */
function appendLicenses(target: string, folders: string[]) {
  for (const folder of folders) {
    const { name, license } = JSON.parse(readFileSync(fromRoot(folder, 'package.json'), 'utf8'))
    appendFileSync(target, `\n\n${name}\n${license}\n${readFileSync(fromRoot(folder, 'LICENSE'), 'utf8')}`)
  }
}

/** jq for `gh --jq`: a package of WebAssembly, apart from the bundle because commands start it. */
function buildJq(target: string) {
  const source = fromRoot('node_modules/jq-wasm')
  mkdirSync(target)
  buildProgram(join(source, 'dist/index.cjs'), join(target, 'jq.cjs'))
  // The package's file is executable, which a module need not be.
  writeFileSync(join(target, 'jq.wasm'), readFileSync(join(source, 'dist/build/jq.wasm')))
  cpSync(join(source, 'LICENSE'), join(target, 'LICENSE'))
}

/** A program for commands: one small file without imports of ours, because every call starts it. */
function buildProgram(source: string, target: string) {
  const { code } = transformSync(readFileSync(source, 'utf8'), {
    minify: true,
    legalComments: 'none',
    target: 'node24',
    format: 'cjs',
  })
  writeFileSync(target, code)
}

/** Most runs leave nothing to finish, and loading the bundle takes three times as long as this check. */
const POST_STARTER = `const { STATE_pending, STATE_finished, STATE_undelivered } = process.env

if (STATE_pending && (STATE_finished !== 'true' || STATE_undelivered === 'true')) {
  const { post } = await import('./lib/index.js')
  await post()
}
`

/** The command line runs on Node 20, too. Its bundle is that of the action, for which Node 24 has some newer functions. */
const CLI_STARTER = `#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 11)) {
  console.error(\`sluice needs Node 20.11 or newer, but this is \${process.version}. Install a newer Node: https://nodejs.org\`)
  process.exit(2)
}
Object.groupBy ??= (items, keyOf) => {
  const groups = Object.create(null)
  let index = 0
  for (const item of items) (groups[keyOf(item, index++)] ??= []).push(item)
  return groups
}
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(item)
  }
  return groups
}
Promise.withResolvers ??= function () {
  let resolve
  let reject
  const promise = new this((fulfill, refuse) => {
    resolve = fulfill
    reject = refuse
  })
  return { promise, resolve, reject }
}
const { commandLine } = await import('./lib/index.js')

await commandLine(import.meta.dirname)
`

/**
 * The bundler's namespace for `import('module')` is empty, because that built-in is a function and only objects are copied.
 * The shell parser's loader needs createRequire from it, so the loader gets the module itself.
 */
function fixModuleImports(folder: string) {
  const broken =
    /(const \{ createRequire \} = )await Promise\.resolve\(\/\* import\(\) \*\/\)\.then\(__webpack_require__\.t\.bind\((__webpack_require__), (\d+), \d+\)\)/
  const fixed = filesIn(folder).filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    if (!broken.test(text)) return false
    writeFileSync(join(folder, file), text.replace(broken, '$1$2($3)'))
    return true
  })
  if (fixed.length !== 1)
    throw new Error(`Expected to fix createRequire in one chunk, but found it in ${fixed.length}.`)
}

/**
 * @actions/core and @actions/github load undici, half a megabyte, for requests of their own through a proxy. Octokit sends ours,
 * and the identity token is requested with node:https, so a class that says so is enough. google-auth-library loads node-fetch,
 * a tenth of one, where nothing names a fetch, and an agent for proxies, which only node-fetch reads: Node has a fetch.
 */
function replaceClients(folder: string) {
  writeFileSync(join(folder, 'undici.js'), UNDICI)
  const imports = (pattern: RegExp) =>
    filesIn(folder).filter((file) => replaceIn(join(folder, file), pattern, 'from "./undici.js"'))
  const required = filesIn(folder).filter((file) =>
    replaceIn(join(folder, file), /\w+\(import\.meta\.url\)\("undici"\)/g, UNDICI_OBJECT),
  )
  const missing = [
    imports(/from "undici"/g),
    imports(/from "node-fetch"/g),
    imports(/from "https-proxy-agent"/g),
    required,
  ].some(({ length }) => length === 0)
  if (missing)
    throw new Error(
      'No chunk loads undici, node-fetch or https-proxy-agent any more in one form: take that step out of the build.',
    )
}

function replaceIn(file: string, pattern: RegExp, replacement: string): boolean {
  const text = readFileSync(file, 'utf8')
  const replaced = text.replace(pattern, () => replacement)
  if (replaced !== text) writeFileSync(file, replaced)
  return replaced !== text
}

const UNUSED = `function () { throw new Error('undici is not in this bundle') }`
const UNDICI = `export const ProxyAgent = ${UNUSED}\nexport const fetch = ${UNUSED}\nexport default globalThis.fetch\nexport const HttpsProxyAgent = function () {}\n`
const UNDICI_OBJECT = `{ ProxyAgent: ${UNUSED}, fetch: ${UNUSED} }`

/** Nothing is installed beside the bundle where it runs, so it may load its own files and Node's modules only. */
function refusePackages(folder: string) {
  for (const file of filesIn(folder)) {
    const text = readFileSync(join(folder, file), 'utf8')
    const loaded = [...text.matchAll(/(?:^(?:im|ex)port .*\bfrom |\(import\.meta\.url\)\()"([^"./][^"]*)"/gm)].map(
      ([, name = '']) => name,
    )
    const missing = loaded.filter((name) => !isBuiltin(name))
    if (missing.length > 0) throw new Error(`${file} loads ${missing.join(', ')}, which is not in the bundle.`)
  }
}

/**
 * The bundler takes some paths of files for assets of the program: it copies whatever lies there, below the name of the checkout's
 * folder, and reads the copy at run time.
 */
function refuseAssets(folder: string) {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  if (folders.length === 0) return
  const using = filesIn(folder).filter((file) => /\.ab \+ "/.test(read(join(folder, file)) ?? ''))
  throw new Error(
    `The bundler took a path for an asset (${using.join(', ')}). Do not write its text where the path is joined: use a constant.`,
  )
}

/** Every run parses the bundle, so less text saves milliseconds. For readable stacks, build without this step. */
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
  const names = new Set([...filesIn(fresh), ...filesIn(fromRoot('dist'))])
  const differing = [...names].filter((name) => read(join(fresh, name)) !== read(fromRoot('dist', name)))
  rmSync(resolve(fresh, '..'), { recursive: true })
  if (differing.length === 0) return
  console.error(`dist/ is outdated: run \`npm run build\` and commit it. Differing files: ${differing.join(', ')}`)
  process.exitCode = 1
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'latin1') : undefined)

function tool(script: string, ...args: string[]) {
  execFileSync(process.execPath, [fromRoot('node_modules', script), ...args], { cwd: root, stdio: 'inherit' })
}

if (process.argv.includes('--check')) check()
else build(fromRoot('dist'))
