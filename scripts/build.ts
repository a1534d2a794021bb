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
import { installedGrammarFiles } from '../src/policy/shell/grammar-folder.ts'
import { withoutArrowFunctions } from './bundle/arrow-functions.ts'
import { recordedParametersModule, recordedParametersText } from './bundle/recorded-parameters.ts'

const root = resolve(import.meta.dirname, '..')
const fromRoot = (...parts: string[]) => join(root, ...parts)

async function build(target: string) {
  const work = fromRoot('build')
  rmSync(work, { recursive: true, force: true })
  tool('typescript/bin/tsc', '-p', 'tsconfig.build.json')
  writeFileSync(join(work, 'package.json'), '{"type":"module"}\n')
  const recorded = await recordedParametersText(root)
  replaceFile(join(work, 'tools/recorded-parameters.js'), recordedParametersModule(recorded))
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const bundled = [
    ...bundleUsedParts(work, 'session/telemetry.js'),
    ...bundleUsedParts(work, 'mcp/sdk.js', { external: ['zod'], alias: mcpReplacements(work) }),
    ...bundleGenai(work),
    ...bundleUsedParts(work, 'github/actions-core.js', { alias: withoutRequests(work) }),
    ...bundleActionsContext(work),
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
  requireText(join(target, 'lib'), JSON.stringify(recorded))
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
 * The Gemini client with one of its services, `models`: its constructor makes eleven and its getters eight more, seven tenths of
 * the package. Its enums are wrapped so that those without a use fall away, too.
 */
function bundleGenai(folder: string): string[] {
  const source = readFileSync(fromRoot(GENAI, 'dist/web/index.mjs'), 'utf8')
  const start = source.indexOf('class GoogleGenAI {')
  const client = source
    .slice(start)
    .replace(/^ {4}(?:getNextGenClient\(|get \w+\().*?^ {4}\}\n/gms, '')
    .replace(/^ {8}this\.(?!models )\w+ = new (?!WebAuth|ApiClient)[^;]*;\n/gm, '')
  const enums = source
    .slice(0, start)
    .replace(/^var (\w+);\n\(function \(\1\) \{\n(.*?)^\}\)\(\1 \|\| [^\n]*$/gms, PURE_ENUM)
  const pruned = UNUSED_METHODS.reduce(withoutMethod, enums)
  if (client.match(/\bnew \w+/g)?.length !== GENAI_OBJECTS)
    throw new Error('The constructor of GoogleGenAI has changed: look at it and at bundleGenai() in scripts/build.ts.')
  const module = 'model/providers/genai.js'
  writeFileSync(join(folder, module), (pruned + client).replace(/^export \{.*/m, 'export { GoogleGenAI }'))
  return [...bundleUsedParts(folder, module), GENAI]
}

/** An empty module in place of the HTTP client and the starter of programs of @actions/core. */
function withoutRequests(folder: string): Record<string, string> {
  const empty = join(folder, 'empty.js')
  writeFileSync(empty, 'export {}\n')
  const packages = ['@actions/http-client', '@actions/http-client/lib/auth', '@actions/exec']
  return Object.fromEntries(packages.map((name) => [name, empty]))
}

/** The package makes an Octokit of its own beside the context, which no run uses. */
function bundleActionsContext(folder: string): string[] {
  const module = 'github/events/actions-context.js'
  const source = JSON.stringify(fromRoot('node_modules/@actions/github/lib/context.js'))
  writeFileSync(join(folder, module), `import { Context } from ${source}\nexport const context = new Context()\n`)
  return bundleUsedParts(folder, module)
}

/** Of the service `models`: all but generating text and counting tokens. Each has converters of its own for two services. */
const UNUSED_METHODS = [
  ...['embedContent', 'generateImages', 'editImage', 'upscaleImage', 'generateVideos', 'list'].flatMap((name) => [
    name,
    `${name}Internal`,
  ]),
  ...['recontextImage', 'segmentImage', 'computeTokens', 'get', 'update', 'delete'],
]

/** Takes a method out of the class Models: a function that its constructor assigns, or a method. */
function withoutMethod(source: string, name: string): string {
  const start = source.indexOf('\nclass Models extends')
  const end = source.indexOf('\nclass ', start + 1)
  const assigned = `^ {8}this\\.${name} = async [^]*?^ {8}\\};\\n`
  const method = new RegExp(`${assigned}|^ {4}async ${name}\\([^]*?^ {4}\\}\\n`, 'm')
  const models = source.slice(start, end)
  if (!method.test(models)) throw new Error(`The class Models has no method ${name} any more: see bundleGenai().`)
  return source.slice(0, start) + models.replace(method, '') + source.slice(end)
}

const GENAI = 'node_modules/@google/genai'
const PURE_ENUM = 'var $1 = /* @__PURE__ */ (function ($1) {\n$2return $1; })({});'
/** Two errors, the credential, the requests' client with its two file transfers, and `models`. */
const GENAI_OBJECTS = 7

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
    const file = readdirSync(fromRoot(folder)).find((entry) => /^licen[cs]e/i.test(entry)) ?? 'LICENSE'
    appendFileSync(target, `\n\n${name}\n${license}\n${readFileSync(fromRoot(folder, file), 'utf8')}`)
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
 * @actions/core loads undici, half a megabyte, for requests through a proxy. It only asks for the identity token, with node:https, so
 * a class that says so is enough. google-auth-library loads node-fetch, a tenth of that, where nothing names a fetch, and an agent
 * for proxies, which only node-fetch reads: Node has a fetch.
 */
function replaceClients(folder: string) {
  writeFileSync(join(folder, 'undici.js'), UNDICI)
  const imports = (pattern: RegExp) =>
    filesIn(folder).filter((file) => replaceIn(join(folder, file), pattern, 'from "./undici.js"'))
  const missing = [imports(/from "undici"/g), imports(/from "node-fetch"/g), imports(/from "https-proxy-agent"/g)].some(
    ({ length }) => length === 0,
  )
  if (missing)
    throw new Error('No chunk loads undici, node-fetch or https-proxy-agent any more: take that step out of the build.')
}

/** Throws where a module was moved or renamed, which would otherwise stay as it is. */
function replaceFile(path: string, text: string) {
  if (!existsSync(path))
    throw new Error(`src/ compiles to no ${path} any more: write its new place where it is replaced.`)
  writeFileSync(path, text)
}

function requireText(folder: string, text: string) {
  if (!filesIn(folder).some((file) => read(join(folder, file))?.includes(text)))
    throw new Error(`The bundle lacks ${text.slice(0, 80)}…: nothing imports that module any more.`)
}

function replaceIn(file: string, pattern: RegExp, replacement: string): boolean {
  const text = readFileSync(file, 'utf8')
  const replaced = text.replace(pattern, () => replacement)
  if (replaced !== text) writeFileSync(file, replaced)
  return replaced !== text
}

const UNUSED = `function () { throw new Error('undici is not in this bundle') }`
const UNDICI = `export const ProxyAgent = ${UNUSED}\nexport const fetch = ${UNUSED}\nexport default globalThis.fetch\nexport const HttpsProxyAgent = function () {}\n`

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

/**
 * Every run parses the bundle, so less text saves milliseconds, and a single character outside of Latin-1 makes a file twice as
 * large in memory. For readable stacks, build without this step.
 */
function minify(folder: string) {
  for (const file of filesIn(folder).filter((name) => name.endsWith('.js'))) {
    const path = join(folder, file)
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      minify: true,
      legalComments: 'none',
      target: 'node24',
      format: 'esm',
    })
    // The minifier writes other characters as escapes, but not in regular expressions.
    const other = /.{0,60}[^\0-\xff].{0,20}/.exec(code)?.[0]
    if (other !== undefined) throw new Error(`${file}: write this character as an escape (\\u{…}): ${other}`)
    writeFileSync(path, withoutArrowFunctions(code))
  }
}

async function check() {
  const fresh = join(mkdtempSync(join(tmpdir(), 'dist-')), 'dist')
  await build(fresh)
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

if (process.argv.includes('--check')) await check()
else await build(fromRoot('dist'))
