import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, posix, relative } from 'node:path'
import type { CommitReader } from '../platform/files/workspace.ts'
import { normalizePath, toForwardSlashes } from '../platform/paths.ts'
import type { Argv } from '../platform/process/run-program.ts'
import { shellQuote } from '../platform/process/shell-words.ts'
import { analyzeShellLine } from '../policy/shell/shell.ts'

type CommitFiles = Pick<CommitReader, 'read'>

/** Programs that run the file that an argument names. */
const INTERPRETERS =
  /^(?:ba|da|k|z|fi)?sh$|^(?:node|deno|bunx?|tsx|ts-node|vite-node|zx|python[\d.]*|pypy3?|jruby|ruby|perl|php|lua(?:jit)?|pwsh|powershell|java|kotlin|groovy|scala|dotnet|mono|rscript|julia|dart|elixir|escript|swift|go|runghc|tclsh|expect|raku|racket|osascript|wasmtime|wasmer|source|\.|exec|command|nohup|setsid|xargs|env|cross-env|uvx?|uvicorn|gunicorn|flask|fastmcp|mcp|pipx|pipenv|poetry|pdm|hatch|npx|pnpx|bundle|sudo|timeout|nice|time|flock)$/

/** The checkout, as a command may spell it before a path. */
const CHECKOUT = /"?\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR|GITHUB_WORKSPACE|PWD)\}?"?\//g

/** The files of the commit that a command runs: its program, scripts and modules of an interpreter, and what the manifest names. */
export async function programsOf(command: string, files: CommitFiles): Promise<string[]> {
  const { bin = {} } = await readManifest(files)
  const candidates: string[] = []
  for (const line of await startedLines(command, files)) {
    const { commands } = await analyzeShellLine(line.replace(CHECKOUT, './'))
    for (const { words } of commands) {
      const [program = '', ...args] = words.map(({ text }) => text)
      const name = programName(program)
      candidates.push(program)
      if (INTERPRETERS.test(name)) candidates.push(...interpretedFiles(args))
      if (startsScripts(name, args)) candidates.push(...args.flatMap((word) => bin[word] ?? []))
    }
  }
  const named = candidates.filter((text) => /[./]/.test(text)).map(normalizePath)
  const paths = [...new Set(named)].filter((path) => !/^(?:\.\.?$|\.\.\/|\/)/.test(path))
  const texts = await Promise.all(paths.map((path) => files.read(path)))
  return paths.filter((_, index) => texts[index] !== undefined)
}

/** The command, and the commands that scripts of the manifest and recipes run for it. */
async function startedLines(command: string, files: CommitFiles, hops = 0): Promise<string[]> {
  if (hops > MAX_HOPS) return [command]
  const { commands } = await analyzeShellLine(command.replace(CHECKOUT, './'))
  const { scripts = {} } = await readManifest(files)
  const lines = commands.map(async ({ words }) => {
    const [program = '', ...args] = words.map(({ text }) => text)
    const name = programName(program)
    const named = startsScripts(name, args) ? args.flatMap((word) => scripts[word] ?? []) : []
    return [...(await recipeCommands(name, args, files)), ...named]
  })
  const inside = (await Promise.all(lines)).flat().map((line) => startedLines(line, files, hops + 1))
  return [...new Set([command, ...(await Promise.all(inside)).flat()])]
}

// Only people edit the manifest itself: it is protected in any case.
const startsScripts = (name: string, args: readonly string[]): boolean =>
  STARTS_SCRIPTS.test(name) || args.includes('--run') || (name === 'deno' && args[0] === 'task')

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
      ? [text, ...[...namesIn(arg)].filter((name) => CODE.test(name)), ...[...namesIn(arg)].map((name) => `${name}.py`)]
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

type CommitPaths = Pick<CommitReader, 'read' | 'list'>

/**
 * Patterns of the code that a command builds before it runs it: `go run ./cmd/server`, `cargo run`, `docker build tools`. No copy of the
 * trusted commit can stand in its place, so edits of it are refused.
 */
export async function builtCode(command: string, files: CommitFolders): Promise<string[]> {
  const patterns: string[] = []
  for (const line of await startedLines(command, files)) {
    const { commands } = await analyzeShellLine(line.replace(CHECKOUT, './'))
    for (const { words } of commands) {
      const texts = words.map(({ text }) => text)
      const builder = texts.findIndex((text) => BUILDERS[programName(text)] !== undefined)
      const args = texts.slice(builder + 1)
      if (builder < 0 || ONLY_LOOKS.test(args[0] ?? '')) continue
      const name = programName(texts[builder] ?? '')
      // Behind the name of a package, paths are what it works on: `npx eslint src/`.
      const isRunner = BUILDERS[name]?.length === 0 && !/^(?:docker|podman)$/.test(name)
      const end = isRunner
        ? args.findIndex((arg, index) => /^(?!(?:run|tool|exec)$)\w/.test(arg) && !args[index - 1]?.startsWith('-'))
        : -1
      const folders = await foldersIn(end < 0 ? args : args.slice(0, end), files)
      patterns.push(...(folders.length > 0 ? folders.map((folder) => `${folder}/**`) : (BUILDERS[name] ?? [])))
      if (name === 'go') patterns.push(...(await importedByGo(folders.length > 0 ? folders : [''], files)))
    }
  }
  return [...new Set(patterns)]
}

/** Commands that build or test the code of the checkout because it is what they look at. */
const ONLY_LOOKS = /^(?:vet|fmt|clippy|check|format|lint|test|doc|list|analyze|tidy|mod)$/

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

/** Where programs of the repository are copied to, so that no program of the model can change them. `checkout` may have their packages. */
export type ProgramCopies = { files: CommitPaths; folder: string; checkout?: string }

/** Where the programs of discovered tools and MCP servers are copied to. */
export async function programCopies(
  files: CommitPaths,
  { scratch, workspace }: { scratch: string; workspace: string },
): Promise<Required<ProgramCopies>> {
  const folder = join(scratch, 'programs')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { files, folder, checkout: workspace }
}

/** Whether a copy elsewhere does the same: no binary, none beside it, and no source that a compiler looks for in its own folder. */
export async function isCopyable(path: string, files: CommitPaths): Promise<boolean> {
  const near = (await filesBeside(path, files)).filter((each) => !SUBJECT.test(each))
  const texts = await Promise.all([path, ...near].map((each) => files.read(each)))
  return !COMPILED.test(path) && !texts.some((text = '') => isBinary(text))
}

/** What lies beside a program and below, unless that is a large part of the repository. */
async function filesBeside(path: string, files: CommitPaths): Promise<string[]> {
  const near = [...(await treeOf(files)).files].filter((each) => each.startsWith(`${posix.dirname(path)}/`))
  return near.length > MAX_FILES ? [] : near
}

const COMPILED = /\.(?:go|rs|java|kts?|scala|cs|fs|swift|dart|hs|jar|dll|wasm|pyz|phar)$/i

/** Copies programs of the commit below the folder, with the files that they load and what lies beside them. */
export async function copyPrograms(
  paths: readonly string[],
  { files, folder, checkout }: ProgramCopies,
): Promise<void> {
  const loaded = await loadedBy([], files, paths)
  const beside = await Promise.all(paths.map((path) => filesBeside(path, files)))
  const copied = new Set([...paths, ...loaded.files, ...loaded.copied, ...beside.flat()])
  const folders = new Set([...copied].flatMap(foldersAbove))
  for (const each of folders) copied.add(posix.join(each, 'package.json'))
  for (const path of copied) {
    const text = await files.read(path)
    if (text === undefined) continue
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    // A binary stays where it is, and is compared before the guard starts.
    if (!isBinary(text)) await writeFile(target, text, { mode: 0o755 })
  }
  if (checkout === undefined) return
  // A program finds its packages from its own folder upwards.
  for (const each of folders)
    await symlink(join(checkout, each, 'node_modules'), join(folder, each, 'node_modules'), 'junction').catch(
      () => undefined,
    )
}

const isBinary = (text: string): boolean => /[\0\ufffd]/.test(text)

const foldersAbove = (path: string): string[] => {
  const folder = posix.dirname(path)
  return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)]
}

/**
 * The words that start a program, with the program of the repository as a copy of the commit's version. `cwd`: where it starts, relative
 * to the checkout. Words behind the program are its own.
 */
export async function withCommittedProgram(words: Argv, copies: Required<ProgramCopies>, cwd = '.'): Promise<Argv> {
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
    if (text === undefined || isBinary(text)) continue
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

/** Texts in which further names count: programs, also without an ending. */
const isProgram = (path: string): boolean =>
  (CODE.test(path) && !path.endsWith('.json')) || !posix.basename(path).includes('.')

/** What a program looks at rather than loads. */
const SUBJECT =
  /\.(?:mdx?|rst|adoc|html?|css|svg|png|jpe?g|gif|log|lock)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$/

const MAX_FILES = 200

/**
 * Paths of the commit that programs load: files, and folders as a whole. `copied`: what a copy of the program finds beside itself.
 * `readsModules`: Python looks for modules at the top.
 */
export type LoadedPaths = {
  files: readonly string[]
  folders: readonly string[]
  copied: readonly string[]
  readsModules: boolean
  /** What can be the name of a program that they start. */
  words: ReadonlySet<string>
}

type Source = { text: string; folder: string; isCopy: boolean; isLine?: true }

/**
 * What commands of a guard load of the repository, as far as their words and the texts of their programs name it: relative to the
 * program, to the top, or to a folder that they enter. `copies`: programs that run as copies, which these commands name no more.
 */
export async function loadedBy(
  commands: readonly string[],
  files: CommitPaths,
  copies: readonly string[] = [],
): Promise<LoadedPaths> {
  const tree = await treeOf(files)
  const [foundPaths, folders, copied] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const words = new Set<string>()
  const lines = (await Promise.all(commands.map((command) => startedLines(command, files)))).flat()
  const programs = await Promise.all(commands.map((command) => programsOf(command, files)))
  const open: Source[] = lines.map((text) => ({ text, folder: '', isCopy: false, isLine: true }))
  const entered = new Set(['', ...lines.flatMap(enteredFolders)])
  const add = async (path: string, isCopy: boolean) => {
    const seen = isCopy ? copied : foundPaths
    if (seen.has(path) || seen.size >= MAX_FILES) return
    seen.add(path)
    const text = isProgram(path) ? await files.read(path) : undefined
    if (text !== undefined && !isBinary(text)) open.push({ text, folder: posix.dirname(path), isCopy })
  }
  for (const path of programs.flat()) if (!SUBJECT.test(path)) await add(path, false)
  for (const path of copies) await add(path, true)
  for (const path of lines.flatMap(manifestsOf)) if (tree.files.has(path)) await add(path, false)
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    const text = spelledPlainly(source.text)
    for (const folder of enteredFolders(text)) entered.add(folder)
    const loaders = new Set(loaderFolders(text).map(plainFolder))
    const ownFolder = source.folder === '.' ? '' : source.folder
    const listed = new Set(Array.from(text.matchAll(LISTS), ([, folder = '']) => plainFolder(folder)))
    const names = namesIn(text)
    for (const name of names) words.add(posix.basename(name))
    const started = source.isLine ? names : startedNames(text)
    for (const name of names)
      for (const base of new Set([ownFolder, ...entered])) {
        const path = posix.join(base, name).replace(/\/+$/, '')
        if (path === '.' || /^(?:\.\.(?:\/|$)|\/)/.test(path)) continue
        const isCopy = source.isCopy && base === ownFolder && ownFolder !== ''
        const isListed = name.endsWith('/') || listed.has(plainFolder(name))
        const isNear =
          isListed &&
          [...foundPaths, ...copied].some(
            (each) => isProgram(each) && (each.startsWith(`${path}/`) || path.startsWith(`${posix.dirname(each)}/`)),
          )
        if (tree.folders.has(path) && !isCopy && (loaders.has(plainFolder(name)) || isNear)) folders.add(path)
        const endings = started.has(name) ? ENDINGS : ['']
        const file = endings.map((end) => path + end).find((each) => tree.files.has(each))
        if (file !== undefined && !SUBJECT.test(file)) await add(file, isCopy)
      }
  }
  const readsModules = lines.some((line) => /\bpython[\d.]*\s(?:[^|;&]*\s)?-\w*[mc]\b/.test(line))
  return { files: [...foundPaths], folders: [...folders], copied: [...copied], readsModules, words }
}

const ENDINGS = [
  '',
  '.js',
  '.ts',
  '.mjs',
  '.cjs',
  '.json',
  '.py',
  '.sh',
  '.rb',
  '.pl',
  '.lua',
  '/index.js',
  '/index.ts',
  '/__init__.py',
  '/__main__.py',
]

const plainFolder = (name: string): string => normalizePath(name).replace(/\/+$/, '')

/** The text with paths below the checkout, or below a folder in a variable, as relative ones. */
const spelledPlainly = (text: string): string =>
  text
    .replace(/^\s*(?:#(?!!)|\/\/).*$/gm, '')
    .replace(CHECKOUT, './')
    .replace(/"?\$(?:\w+|\{[^}]*\}|\((?:[^()]|\([^()]*\))*\))"?(?=\/)/g, '.')

/** What a text can name: words, the words of a path in pieces (`join(folder, 'lib', 'x.js')`), and modules (`tools.server`). */
function namesIn(text: string): Set<string> {
  const words = text.match(/[\w@+~.-]+(?:\/+[\w@+~.-]*)*/g) ?? []
  const modules = words.flatMap((word) =>
    /^\.*\w[\w.]*$/.test(word) && word.includes('.') ? [word.replace(/^\.+/, '').replaceAll('.', '/')] : [],
  )
  const imported = Array.from(text.matchAll(/^\s*from\s+\.*([\w.]*)\s+import\s+(\w+)/gm), ([, from = '', name = '']) =>
    posix.join(from.replaceAll('.', '/'), name),
  )
  const pieces = text.split('\n').flatMap((line) => {
    const quoted = Array.from(line.matchAll(/["'`]([\w.@+~-][\w.@+~/-]*)["'`]/g), ([, piece = '']) => piece).slice(0, 6)
    return quoted.flatMap((_, from) =>
      quoted.slice(from + 1).map((_, more) => quoted.slice(from, from + more + 2).join('/')),
    )
  })
  return new Set([...words, ...modules, ...imported, ...pieces].slice(0, 20_000))
}

/** The names in lines that load or start something: only these may lack the ending of their file. */
const startedNames = (text: string): Set<string> =>
  namesIn(
    text
      .split('\n')
      .filter((line) =>
        /\b(?:import|require\w*|from|load|use|source|exec\w*|spawn\w*|fork|run|node|python[\d.]*|ruby|perl)\b/.test(
          line,
        ),
      )
      .join('\n'),
  )

const enteredFolders = (text: string): string[] =>
  Array.from(
    text.matchAll(/(?:^|[\s;&|(])(?:cd|pushd|-C|--prefix|--cwd|--directory)[\s=]+["']?(?:\.\/)?(\w[\w./-]*)/g),
    ([, folder = '']) => folder,
  )

/** Folders from which programs load what no word names: `PYTHONPATH=ci`, `-I lib`, `require('../lib')`, `for f in ci/*; do . "$f"`. */
const loaderFolders = (text: string): string[] => [
  ...LOADERS.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, value = '']) => value.split(/[:;]/)).flat()),
  ...Array.from(text.matchAll(/\bfor\s+(\w+)\s+in\s+["']?([\w./-]+)\//g)).flatMap(([, name = '', folder = '']) =>
    runsVariable(name).test(text) ? [folder] : [],
  ),
]

const LOADERS = [
  /\b\w*(?:PATH|LIB|OPT|OPTIONS|ENV)=["']?([^\s"']+)/g,
  /\s(?:-I|-L|--(?:import|require|rulesdir|plugins?|load-path))[\s=]*["']?([\w./-]+)/g,
  /(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)/g,
  /\brun-parts\s+(?:-\S+\s+)*["']?([\w./-]+)/g,
]

/** What lists a folder, or loads from it by names that are made. */
const LISTS =
  /(?:readdir\w*|listdir|scandir|iterdir|glob\w*|walk|sys\.path\S*|opendir|Path|Dir\S*|ls|find)\W{1,6}([\w./-]+)/g

/** A line that runs the file in this variable. */
const runsVariable = (name: string): RegExp =>
  new RegExp(
    `(?:(?:^|[\\s;&|])(?:\\.|source|exec|eval|(?:ba|z)?sh|node|python[\\d.]*|ruby|perl)\\s|(?:^|;|&&|\\|\\||\\bdo\\b))\\s*"?\\$\\{?${name}\\b`,
    'm',
  )

/** The variables of a program that can load code, as a shell sets them. Paths below the checkout are relative. */
export const loaderLines = (env: Readonly<Record<string, string>>, checkout: string): string[] =>
  Object.entries(env)
    .filter(([name]) => LOADER_VARIABLES.test(name))
    .map(
      ([name, value]) =>
        `${name}=${shellQuote(toForwardSlashes(value).replaceAll(`${toForwardSlashes(checkout)}/`, './'))}`,
    )

/** Variables that control which code programs run or load. */
export const LOADER_VARIABLES =
  /^(PATH|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|IFS|(LD|DYLD|GIT|NODE|NPM|PYTHON|PERL|RUBY|LUA|JAVA)_?\w*)$/i

/** Where scripts and recipes stand that a line starts by name. */
const manifestsOf = (line: string): string[] => {
  const names = line.split(/[\s;&|(]+/).map(programName)
  return [
    ...names.flatMap((name) => RECIPES[name] ?? []),
    ...((names.some((name) => STARTS_SCRIPTS.test(name) || name === 'node') && line.includes('--run')) ||
    names.some((name) => STARTS_SCRIPTS.test(name))
      ? ['package.json', '.npmrc']
      : []),
  ]
}

type CommitTree = { files: ReadonlySet<string>; folders: ReadonlySet<string> }

const trees = new WeakMap<CommitPaths, Promise<CommitTree>>()

/** All paths of the commit. Only runs with programs of the repository need them. */
function treeOf(files: CommitPaths): Promise<CommitTree> {
  const known = trees.get(files)
  if (known !== undefined) return known
  const reading = files
    .list('')
    .then((paths) => ({ files: new Set(paths), folders: new Set(paths.flatMap(foldersAbove)) }))
  trees.set(files, reading)
  return reading
}
