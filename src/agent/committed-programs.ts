import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, posix, relative } from 'node:path'
import type { CommitReader } from '../platform/files/workspace.ts'
import { normalizePath, toForwardSlashes } from '../platform/paths.ts'
import type { Argv } from '../platform/process/run-program.ts'
import { analyzeShellLine } from '../policy/shell/shell.ts'

type CommitFiles = Pick<CommitReader, 'read'>

/** Programs that run the file that an argument names. */
const INTERPRETERS =
  /^(?:ba|da|k|z|fi)?sh$|^(?:node|deno|bunx?|tsx|ts-node|vite-node|zx|python[\d.]*|pypy3?|jruby|ruby|perl|php|lua(?:jit)?|pwsh|powershell|java|kotlin|groovy|scala|dotnet|mono|rscript|julia|dart|elixir|escript|swift|go|runghc|tclsh|expect|raku|racket|osascript|wasmtime|wasmer|source|\.|exec|command|nohup|setsid|xargs|env|cross-env|uvx?|uvicorn|gunicorn|flask|fastmcp|mcp|pipx|pipenv|poetry|pdm|hatch|npx|pnpx|bundle|sudo|timeout|nice|time|flock)$/

/** The checkout, as a command may spell it before a path. */
const CHECKOUT = /"?\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR|GITHUB_WORKSPACE|PWD)\}?"?\//g

/** The files of the commit that a command runs: its program, scripts and modules of an interpreter, and what the manifest names. */
export async function programsOf(command: string, files: CommitFiles, hops = 0): Promise<string[]> {
  const { commands } = await analyzeShellLine(command.replace(CHECKOUT, './'))
  const manifest = hops > MAX_HOPS ? {} : await readManifest(files)
  const candidates: string[] = []
  const scripts: string[] = []
  for (const {
    words: [program, ...rest],
  } of commands) {
    const name = posix.basename(program?.text ?? '').replace(/\.(?:exe|cmd)$/i, '')
    const args = rest.map(({ text }) => text)
    candidates.push(program?.text ?? '')
    if (INTERPRETERS.test(name.toLowerCase())) candidates.push(...interpretedFiles(args))
    const recipes = hops > MAX_HOPS ? [] : await recipeCommands(name, args, files)
    scripts.push(...recipes)
    // Only people edit the manifest itself: it is protected in any case.
    const isStarter = STARTS_SCRIPTS.test(name) || args.includes('--run') || (name === 'deno' && args[0] === 'task')
    for (const word of isStarter ? args : []) {
      const { [word]: script } = manifest.scripts ?? {}
      const { [word]: bin } = manifest.bin ?? {}
      if (script !== undefined) scripts.push(script)
      if (bin !== undefined) candidates.push(bin)
    }
  }
  const named = candidates.filter((text) => /[./]/.test(text)).map(normalizePath)
  const paths = [...new Set(named)].filter((path) => !/^(?:\.\.?$|\.\.\/|\/)/.test(path))
  const texts = await Promise.all(paths.map((path) => files.read(path)))
  const inside = await Promise.all(scripts.map((script) => programsOf(script, files, hops + 1)))
  return [...new Set([...paths.filter((_, index) => texts[index] !== undefined), ...inside.flat()])]
}

const MAX_HOPS = 3

/** Programs that start a script or a program which the manifest of the repository names. */
const STARTS_SCRIPTS = /^(?:npm|pnpm|yarn|bun|npx|pnpx|bunx)$/

/** The files that the arguments of an interpreter can name: scripts, modules (`-m tools.server`), and those in code (`-e`). */
const interpretedFiles = (args: readonly string[]): string[] =>
  args.flatMap((arg, index) => {
    const text = arg.replace(/^--?[\w-]+=/, '')
    const before = args[index - 1] ?? ''
    const module = /^-\w*m$/.test(before) ? arg : /^-m([\w.]+)$/.exec(arg)?.[1]
    // `uvicorn tools.server:app`, `fastmcp run tools/server.py:mcp`
    const [, place = ''] = /^([\w./-]+):[\w.]+$/.exec(text) ?? []
    if (module === undefined && place !== '') return [place, `${place.replaceAll('.', '/')}.py`]
    if (module !== undefined) {
      const path = module.replaceAll('.', '/')
      const parents = path.split('/').map((_, nth, parts) => `${parts.slice(0, nth + 1).join('/')}/__init__.py`)
      return [`${path}.py`, `${path}/__main__.py`, ...parents, text]
    }
    return /^-\w*[ecp]$|^--(?:eval|print)$/.test(before)
      ? [text, ...namedFiles('inline.py', arg), ...namedFiles('inline.js', arg)]
      : [text, ...START_FILES.map((name) => posix.join(text, name))]
  })

/** What an interpreter runs of a folder. */
const START_FILES = ['__main__.py', ...['js', 'mjs', 'cjs', 'ts', 'mts'].map((end) => `index.${end}`)]

/** Programs that run the recipes of a file, with the names that the file has unless an option names it. */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', '.justfile', 'Justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  rake: ['Rakefile', 'rakefile'],
  invoke: ['tasks.py'],
}

/** The lines of the recipes, as far as one can name a program of the repository. The file of the recipes is protected in any case. */
async function recipeCommands(name: string, args: readonly string[], files: CommitFiles): Promise<string[]> {
  const names = RECIPES[name] ?? []
  if (names.length === 0) return []
  const folders = ['.', ...args.filter((arg) => !arg.startsWith('-'))]
  const paths = folders.flatMap((folder) => [folder, ...names.map((each) => posix.join(folder, each))])
  const texts = await Promise.all(paths.map((path) => files.read(normalizePath(path))))
  const lines = texts.flatMap((text) => (text ?? '').split('\n'))
  return [...new Set(lines.map((line) => line.trim().replace(/^(?:-\s+)?(?:cmd:\s*)?[@+-]*\s*/, '')))]
    .filter((line) => /^[\w./]+\s|^[\w.]*\//.test(line) && /[./]/.test(line))
    .slice(0, MAX_RECIPES)
}

const MAX_RECIPES = 200

/** Programs that build and run the code of a folder, with what they take where no folder is named. */
const BUILDERS: Readonly<Record<string, readonly string[]>> = {
  go: ['*.go'],
  cargo: ['src/**', 'examples/**', 'build.rs'],
  dotnet: ['*.cs', '*.fs', '*.vb'],
  swift: ['Sources/**'],
  mix: ['lib/**'],
  dart: ['bin/**', 'lib/**'],
  zig: ['src/**'],
  stack: ['app/**', 'src/**'],
  cabal: ['app/**', 'src/**'],
  gradle: ['src/main/**'],
  gradlew: ['src/main/**'],
  mvn: ['src/main/**'],
  mvnw: ['src/main/**'],
  sbt: ['src/main/**'],
  npx: [],
  uvx: [],
  uv: [],
  pipx: [],
  poetry: [],
  docker: [],
  podman: [],
}

type CommitFolders = Pick<CommitReader, 'read' | 'entries'>

/**
 * Patterns of the code that a command builds before it runs it: `go run ./cmd/server`, `cargo run`, `docker build tools`. No copy of the
 * trusted commit can stand in its place, so edits of it are refused.
 */
export async function builtCode(command: string, files: CommitFolders, hops = 0): Promise<string[]> {
  const { commands } = await analyzeShellLine(command.replace(CHECKOUT, './'))
  const manifest = hops > MAX_HOPS ? {} : await readManifest(files)
  const patterns: string[] = []
  for (const { words } of commands) {
    const texts = words.map(({ text }) => text)
    const builder = texts.findIndex((text) => BUILDERS[programName(text)] !== undefined)
    const scripts = texts.flatMap((text) => manifest.scripts?.[text] ?? [])
    const recipes = hops > MAX_HOPS ? [] : await recipeCommands(programName(texts[0] ?? ''), texts.slice(1), files)
    const inside = await Promise.all([...scripts, ...recipes].map((line) => builtCode(line, files, hops + 1)))
    patterns.push(...inside.flat())
    if (builder < 0) continue
    const name = programName(texts[builder] ?? '')
    const folders = await foldersIn(texts.slice(builder + 1), files)
    const own = folders.length > 0 ? folders.map((folder) => `${folder}/**`) : (BUILDERS[name] ?? [])
    patterns.push(...own)
    if (name === 'go') patterns.push(...(await importedByGo(folders.length > 0 ? folders : [''], files)))
  }
  return [...new Set(patterns)]
}

const programName = (text: string): string =>
  posix
    .basename(toForwardSlashes(text))
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .toLowerCase()

/** The folders of the commit that words name, directly or by a manifest in them. A name without a slash counts behind an option. */
async function foldersIn(words: readonly string[], files: CommitFolders): Promise<string[]> {
  const folders = words.map(async (word, index) => {
    const text = word.replace(/^--?[\w-]+=/, '')
    const isPath = text.includes('/') || text !== word || words[index - 1]?.startsWith('-') === true
    const path = normalizePath(text.replace(/\/\.\.\.$/, ''))
    if (!isPath || /^(?:\.?$|\.\.|\/|-)/.test(path)) return []
    const isFolder = Object.values(await files.entries(path)).some((names) => names.length > 0)
    const parent = posix.dirname(path)
    if (isFolder) return [path]
    const isManifest = /\.(?:toml|\w*proj|mod)$/.test(path) && parent !== '.'
    const isMember = /^(?:-p|--package|--bin)$/.test(words[index - 1] ?? '')
    return isManifest ? [parent] : isMember ? [path, `*/${path}`] : []
  })
  return (await Promise.all(folders)).flat()
}

/** The folders of the module that Go files in these folders import, and what those import. */
async function importedByGo(folders: readonly string[], files: CommitFolders): Promise<string[]> {
  const module = /^module\s+(\S+)/m.exec((await files.read('go.mod')) ?? '')?.[1]
  if (module === undefined) return []
  const open = [...folders]
  const packages = new Set(open)
  for (let folder = open.pop(); folder !== undefined && packages.size < MAX_FILES; folder = open.pop()) {
    const names = (await files.entries(folder)).files.filter((name) => name.endsWith('.go'))
    for (const name of names) {
      const text = (await files.read(posix.join(folder, posix.basename(name)))) ?? ''
      for (const [, imported = ''] of text.matchAll(/"([\w./-]+)"/g)) {
        const path = imported.startsWith(`${module}/`) ? imported.slice(module.length + 1) : ''
        if (path === '' || packages.has(path)) continue
        packages.add(path)
        open.push(path)
      }
    }
  }
  return [...packages].filter((folder) => !folders.includes(folder)).map((folder) => `${folder}/*.go`)
}

type NamedPrograms = { scripts?: Readonly<Record<string, string>>; bin?: Readonly<Record<string, string>> }

/** What the manifest of the repository starts by name. */
async function readManifest(files: CommitFiles): Promise<NamedPrograms> {
  const { name, scripts, bin } = readObject(await files.read('package.json'))
  const texts = (value: unknown): Record<string, string> =>
    Object.fromEntries(
      Object.entries(value instanceof Object ? value : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  const own = typeof bin === 'string' && typeof name === 'string' ? { [posix.basename(name)]: bin } : texts(bin)
  return { scripts: texts(scripts), bin: own }
}

function readObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return value instanceof Object ? { ...value } : {}
  } catch {
    return {} // npm cannot start anything of it, either
  }
}

/** Where programs of the repository are copied to, so that no program of the model can change them. `checkout` has their packages. */
export type ProgramCopies = { files: CommitFiles; folder: string; checkout: string }

/** Where the programs of discovered tools and MCP servers are copied to. */
export async function programCopies(
  files: CommitFiles,
  { scratch, workspace }: { scratch: string; workspace: string },
): Promise<ProgramCopies> {
  const folder = join(scratch, 'programs')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { files, folder, checkout: workspace }
}

/** Whether a copy elsewhere does the same: no binary, and no source that a compiler looks for in its own folder. */
export async function isCopyable(path: string, files: CommitFiles): Promise<boolean> {
  return !COMPILED.test(path) && !/[\0\ufffd]/.test((await files.read(path)) ?? '')
}

const COMPILED = /\.(?:go|rs|java|kts?|scala|cs|fs|swift|dart|hs|jar|dll|wasm|pyz|phar)$/i

/** Copies programs of the commit, with the files of the commit that they load, below the folder. */
export async function copyPrograms(
  paths: readonly string[],
  { files, folder, checkout }: ProgramCopies,
): Promise<void> {
  const texts = await withLoadedFiles(paths, files)
  const folders = new Set([...texts.keys()].flatMap(foldersAbove))
  for (const each of folders) {
    const manifest = posix.join(each, 'package.json')
    const text = texts.has(manifest) ? undefined : await files.read(manifest)
    if (text !== undefined) texts.set(manifest, text)
  }
  for (const [path, text] of texts) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, text, { mode: 0o755 })
  }
  // A program finds its packages from its own folder upwards.
  for (const each of folders)
    await symlink(join(checkout, each, 'node_modules'), join(folder, each, 'node_modules'), 'junction').catch(
      () => undefined,
    )
}

const foldersAbove = (path: string): string[] => {
  const folder = posix.dirname(path)
  return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)]
}

/**
 * The words that start a program, with the program of the repository as a copy of the commit's version. `cwd`: where it starts, relative
 * to the checkout. Words behind the program are its own.
 */
export async function withCommittedProgram(words: Argv, copies: ProgramCopies, cwd = '.'): Promise<Argv> {
  const { files, folder, checkout } = copies
  const copied: string[] = []
  for (const [index, word] of words.entries()) {
    const isProgram = index === 0
    if (isProgram && !INTERPRETERS.test(posix.basename(toForwardSlashes(word))) && !/[\\/]/.test(word)) break
    const [, option = '', spelled = word] = /^(--?[\w-]+=)(.+)$/.exec(word) ?? []
    const inside = isAbsolute(spelled) ? relative(checkout, spelled) : join(cwd, spelled)
    const path = normalizePath(toForwardSlashes(inside))
    const isCode =
      /[./]/.test(spelled) &&
      !/^(?:\.\.?$|\.\.\/|\/|[a-z]:)/i.test(path) &&
      (isProgram || (CODE.test(path) && !path.endsWith('.json')))
    // A binary program runs where it is; edits of it are refused.
    const text = isCode ? await files.read(path) : undefined
    if (text === undefined || /[\0\ufffd]/.test(text)) continue
    await copyPrograms([path], copies)
    copied[index] = option + join(folder, path)
    // An option before the program can load code, too.
    if (!word.startsWith('-') && !words[index - 1]?.startsWith('-')) break
    if (isProgram) break
  }
  const [program, ...args] = words
  return [copied[0] ?? program, ...args.map((arg, index) => copied[index + 1] ?? arg)]
}

/** Files that programs load; others that a text names are data. */
const CODE = /\.(?:[cm]?[jt]sx?|json|sh|bash|zsh|py|rb|pl|pm|lua|php|jq|awk|sed)$/

const MAX_FILES = 200

/**
 * The text of programs, and of the files of the commit that they load, as far as their texts name them: relative to the file or to the
 * top of the repository.
 */
export async function withLoadedFiles(paths: readonly string[], files: CommitFiles): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const open = [...paths]
  const seenPaths = new Set(open)
  for (let path = open.pop(); path !== undefined && texts.size < MAX_FILES; path = open.pop()) {
    const text = await files.read(path)
    if (text === undefined) continue
    texts.set(path, text)
    for (const candidate of namedFiles(path, text).filter((each) => !seenPaths.has(each))) {
      seenPaths.add(candidate)
      if (seenPaths.size < 10 * MAX_FILES) open.push(candidate)
    }
  }
  return texts
}

function namedFiles(path: string, text: string): string[] {
  const folder = posix.dirname(path)
  const modules = path.endsWith('.py')
    ? Array.from(text.matchAll(/^\s*(?:from|import)\s+([\w.]+)/gm), ([, name = '']) => name.replaceAll('.', '/'))
    : []
  const imports = Array.from(
    text.matchAll(/(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g),
    ([, name = '']) => name,
  )
  // `$FOLDER/lib.sh` lies beside the program, or at the top.
  const words = (text.replace(/\$\w+(?=\/)/g, '').match(/[\w.@+-]*(?:\/[\w.@+-]+)+|[\w@+-][\w.@+-]*\.\w+/g) ?? []).map(
    (word) => word.replace(/^\/+/, ''),
  )
  const candidates = [
    ...words.filter((word) => CODE.test(word)),
    ...modules.flatMap((name) => [`${name}.py`, `${name}/__init__.py`]),
    ...imports.flatMap((name) =>
      ['', '.js', '.ts', '.mjs', '.cjs', '.json', '/index.js', '/index.ts'].map((end) => name + end),
    ),
  ]
  return [...new Set(candidates.flatMap((name) => [posix.join(folder, name), posix.normalize(name)]))].filter(
    (each) => !each.startsWith('../') && !each.startsWith('/') && CODE.test(each),
  )
}
