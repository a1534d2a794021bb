/**
 * Builds dist/ from src/: tsc strips the types (`npm run check` checks them), ncc bundles the JavaScript (a dynamic import becomes a chunk), and
 * what the bundle reads at run time is copied. Run by `npm run build`; `--check` builds to a temporary folder and compares.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const ROOT = resolve(import.meta.dirname, '..')

/** Pages for contributors, and for people who choose or move: no run needs them. */
const LEFT_OUT = ['architecture.md', 'differences.md', 'gemini-in-ci.md', 'migration.md']

/** What lies in dist/ beside the bundle, by the path of its source. */
const COPIES: [source: string, target: string][] = [
  ['scripts/starters', ''],
  ['policies', 'policies'],
  ['commands', 'commands'],
  // The attacks of `sluice attack`.
  ['attacks', 'attacks'],
  // The templates of `sluice init`.
  ['.github/examples', 'examples'],
  // The reusable workflow, for `sluice simulate`.
  ['.github/workflows/review-fork.yml', 'workflows/review-fork.yml'],
  // The pages of the tool get_internal_docs.
  ...['README.md', ...pages()].map((page): [string, string] => [page, `docs/${basename(page)}`]),
  // The program `gh` of commands, and jq for it: each call starts them, so they are no part of the bundle.
  ['build/gh/gh-client.js', 'gh.mjs'],
  ['node_modules/jq-wasm/dist/index.cjs', 'jq/jq.cjs'],
  // The shell parser reads the WebAssembly beside its module.
  ['node_modules/web-tree-sitter/web-tree-sitter.cjs', 'parser/web-tree-sitter.cjs'],
  ['node_modules/web-tree-sitter/web-tree-sitter.wasm', 'parser/web-tree-sitter.wasm'],
]

/** WebAssembly that the bundle decompresses before it uses it: a tenth to a quarter of the bytes, for 5 ms. */
const COMPRESSED: [source: string, target: string][] = [
  ['node_modules/jq-wasm/dist/build/jq.wasm', 'jq/jq.wasm.br'],
  ['node_modules/tree-sitter-bash/tree-sitter-bash.wasm', 'parser/tree-sitter-bash.wasm.br'],
]

function build(target: string) {
  const compiled = join(ROOT, 'build')
  rmSync(compiled, { recursive: true, force: true })
  runTool('typescript/bin/tsc', '-p', 'tsconfig.build.json')
  writeFileSync(join(compiled, 'package.json'), '{"type":"module"}\n')
  rmSync(target, { recursive: true, force: true })
  const lib = join(target, 'lib')
  const options = ['--out', lib, '--no-cache', '--quiet']
  runTool('@vercel/ncc/dist/ncc/cli.js', 'build', join(compiled, 'entry.js'), ...options)
  checkBundle(lib)
  for (const [source, copy] of COPIES) cpSync(join(ROOT, source), join(target, copy), { recursive: true })
  for (const [source, copy] of COMPRESSED)
    writeFileSync(join(target, copy), brotliCompressSync(readFileSync(join(ROOT, source))))
  writeFileSync(join(target, 'LICENSES.txt'), licenses())
}

/** The licenses of the packages that the action needs. Most differ in the holder alone, so each text stands once, below its packages and holders. */
function licenses(): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const holders = new Map<string, string[]>()
  const texts = new Map<string, string>()
  for (const [path, { version, license, dev }] of Object.entries<Record<string, unknown>>(packages)) {
    if (path === '' || dev === true) continue
    const file = readdirSync(join(ROOT, path)).find((name) => /^(?:licen[cs]e|copying)/i.test(name))
    const lines =
      file === undefined
        ? []
        : readFileSync(join(ROOT, path, file), 'utf8')
            .trim()
            .split(/\r?\n/)
    const isHolder = (line: string) => /^\s*copyright\b.*(?:\d{4}|\(c\)|©)/i.test(line)
    const text = lines.filter((line) => !isHolder(line)).join('\n')
    const key = text.replace(/\s+/g, ' ')
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version} (${license})`
    holders.set(key, [...(holders.get(key) ?? []), [name, ...lines.filter(isHolder)].join('\n  ')])
    if (!texts.has(key)) texts.set(key, text)
  }
  return [...texts].map(([key, text]) => `${holders.get(key)?.join('\n')}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n`)
}

/** The bundle runs where nothing is installed beside it, so it loads only its own files and Node's modules. */
function checkBundle(lib: string) {
  for (const name of readdirSync(lib, { recursive: true, encoding: 'utf8' })) {
    if (name === 'package.json') continue
    if (!/^(?:\d+\.)?index\.js$/.test(name))
      throw new Error(
        `ncc took ${name} for a file that the bundle reads. Copy it in scripts/build.ts, and read it by a path that ncc does not see.`,
      )
    const text = readFileSync(join(lib, name), 'utf8')
    const imports = text.matchAll(/(?:^(?:im|ex)port .*\bfrom |\(import\.meta\.url\)\()"([^"./][^"]*)"/gm)
    const missing = [...imports].map(([, module = '']) => module).find((module) => !isBuiltin(module))
    if (missing !== undefined) throw new Error(`${name} imports ${missing}, which is not in the bundle.`)
  }
}

function check() {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'))
  build(join(folder, 'dist'))
  const compare = ['diff', '--no-index', '--stat', 'dist', join(folder, 'dist')]
  const { status } = spawnSync('git', compare, { cwd: ROOT, stdio: 'inherit' })
  rmSync(folder, { recursive: true })
  if (status === 0) return
  console.error('dist/ is not what src/ builds to: run `npm run build` and commit it.')
  process.exitCode = 1
}

function pages(): string[] {
  const names = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && !LEFT_OUT.includes(name))
  return names.map((name) => `docs/${name}`)
}

function runTool(script: string, ...args: string[]) {
  execFileSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], { cwd: ROOT, stdio: 'inherit' })
}

if (process.argv.includes('--check')) check()
else build(join(ROOT, 'dist'))
