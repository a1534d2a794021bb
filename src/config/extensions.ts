import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { loadMemory, type Memory, memoryFileNames } from '../agent/memory-files.ts'
import type { CommandFolder } from '../agent/slash-command-files.ts'
import { openGit } from '../github/git.ts'
import { steeringReader } from '../github/steering-reader.ts'
import { type Environment, githubServer } from '../platform/environment.ts'
import { UserError } from '../platform/errors.ts'
import { type CommitReader, type LoadedFile, readerInFolder } from '../platform/files/workspace.ts'
import { isInside } from '../platform/paths.ts'
import { HARDENED_OPTIONS, hardenedGitEnvironment } from '../platform/process/run-git.ts'
import { runProgram } from '../platform/process/run-program.ts'
import { trustedProgramPath } from '../platform/process/trusted-programs.ts'
import { loadPolicies } from '../policy/rules/load.ts'
import { compilePattern, newPatternBudget, testPattern } from '../policy/rules/patterns.ts'
import {
  addExtensions,
  type Extension,
  readExtensionHooks,
  readManifest,
  substituteVariables,
  usesExtensionPath,
} from './extension-manifest.ts'
import { readPolicyFiles } from './load-policies.ts'
import type { Runtime } from './runtime.ts'
import type { Settings } from './settings/settings.ts'
import { trustedHome } from './settings/settings-files.ts'
import { worktreeReader } from './worktree-reader.ts'

/** A folder of the steering commit, a folder of the home, or a commit on GitHub. */
type ExtensionLocation = { from: string; files: CommitReader }

type ExtensionOptions = {
  /** The entries of the `extensions` input. */
  entries: readonly string[]
  settings: Pick<Settings, 'extensions' | 'security'>
  steering: CommitReader
  runtime: Pick<Runtime, 'env' | 'home' | 'workspace' | 'scratch' | 'childEnv'>
  notice: (text: string) => void
}

const MANIFEST = 'gemini-extension.json'

const FOLDER = '.gemini/extensions'

/**
 * Loads the extensions of a run: those the input names, then `.gemini/extensions` of the repository and of the home. The
 * first of two with the same name wins. Throws UserError for a named extension that does not exist, for a broken manifest
 * (it may exclude a tool), and for a source that the settings forbid.
 */
export async function loadExtensions(options: ExtensionOptions): Promise<Extension[]> {
  const { entries, settings, steering, runtime, notice } = options
  const files = await steering.list(FOLDER)
  const folders = extensionFolders(files, FOLDER)
  for (const folder of new Set(files.map((path) => path.split('/').slice(0, 3).join('/'))))
    if (!folders.includes(folder) && !files.includes(folder))
      notice(`${folder} is not an extension: it has no ${MANIFEST}.`)
  const home = await trustedHome(runtime.home, runtime.workspace)
  if (entries.length === 0 && folders.length === 0 && home === undefined) return []
  const locations: ExtensionLocation[] = []
  for (const entry of entries) {
    if (isBuiltInExtension(entry)) {
      notice(`The extension ${entry} is not fetched: it is not pinned to a commit, and /pr-code-review is built in.`)
      continue
    }
    const reason = await extensionSourceProblem(entry, settings.security ?? {})
    if (reason !== undefined) throw new UserError(`The input extensions names ${entry}, ${reason}`)
    locations.push(await locateExtension(entry, options))
  }
  locations.push(...folders.map((folder) => ({ from: folder, files: readerInFolder(steering, folder) })))
  if (home !== undefined) locations.push(...(await homeExtensions(join(home, FOLDER))))

  const disabled = new Set((settings.extensions?.disabled ?? []).map((name) => name.toLowerCase()))
  const extensions = new Map<string, Extension>()
  for (const { from, files } of locations) {
    const extension = await readExtension(from, files, runtime)
    if (disabled.has(extension.name.toLowerCase())) continue
    const existing = extensions.get(extension.name)
    if (existing === undefined) {
      extensions.set(extension.name, extension)
      for (const { file, line } of loadPolicies(extension.policies).ignored)
        notice(
          `The rule at ${file}:${line} is ignored: an extension may deny calls, not allow them. Copy the rule into your policies.`,
        )
    } else if (existing.from !== from)
      notice(`The extension ${extension.name} in ${from} is ignored: ${existing.from} has the same name.`)
  }
  return [...extensions.values()]
}

const extensionFolders = (paths: readonly string[], folder: string): string[] =>
  paths
    .filter((path) => path.endsWith(`/${MANIFEST}`) && path.slice(folder.length + 1).split('/').length === 2)
    .map((path) => dirname(path))

async function homeExtensions(folder: string): Promise<ExtensionLocation[]> {
  const files = worktreeReader(folder)
  const names = (await files.list('')).filter((path) => path.endsWith(`/${MANIFEST}`) && path.split('/').length === 2)
  return names.map(dirname).map((name) => ({ from: `~/${FOLDER}/${name}`, files: readerInFolder(files, name) }))
}

async function readExtension(
  from: string,
  files: CommitReader,
  runtime: ExtensionOptions['runtime'],
): Promise<Extension> {
  const text = await files.read(MANIFEST)
  if (text === undefined) throw new UserError(`${from} is not an extension: it has no ${MANIFEST}.`)
  const manifest = readManifest(text, `${from}/${MANIFEST}`)
  const hooks = readExtensionHooks(await files.read('hooks/hooks.json'), `${from}/hooks/hooks.json`)
  // Isolated programs can read the folder of hook programs.
  const folder = join(runtime.scratch, 'hooks/extensions', manifest.name)
  const values = { extensionPath: folder, workspacePath: runtime.workspace, '/': sep, pathSeparator: sep }
  const needsFiles = usesExtensionPath(manifest) || usesExtensionPath(hooks)
  if (needsFiles) await copyFiles(files, folder)
  return {
    name: manifest.name,
    from,
    files,
    manifest: substituteVariables(manifest, values),
    hooks: substituteVariables(hooks, values),
    policies: await readPolicyFiles(files, 'policies', 'extension', from),
    folder: needsFiles ? folder : undefined,
  }
}

const MAX_FILES = 2000

/** Copies the committed files to a folder from which programs can start. */
async function copyFiles(files: CommitReader, folder: string): Promise<void> {
  const paths = await files.list('')
  if (paths.length > MAX_FILES)
    throw new UserError(`An extension with programs may have at most ${MAX_FILES} files; this one has ${paths.length}.`)
  for (const path of paths) {
    const text = await files.read(path)
    if (text === undefined) continue
    const target = join(folder, path)
    if (!isInside(folder, target)) throw new UserError(`An extension has a file ${path}, which is outside its folder.`)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(target, text, { mode: 0o700 })
  }
}

export const extensionCommandFolders = (extensions: readonly Extension[]): CommandFolder[] =>
  extensions.map(({ name, from, files }) => ({ files, folder: 'commands', label: `${from}/commands`, extension: name }))

/** The loaded files of extensions from other commits than the steering commit, for the report. */
export const loadedExtensionFiles = (extensions: readonly Extension[], steering: CommitReader): LoadedFile[] =>
  extensions
    .filter(({ files }) => files.ref !== steering.ref)
    .flatMap(({ from, files }) => files.loaded().map((file) => ({ ...file, path: `${from}/${file.path}` })))

/** The context files of extensions. Each path begins with the name of the extension. */
export async function loadExtensionContext(
  extensions: readonly Extension[],
  loadedPaths: ReadonlySet<string>,
): Promise<Memory> {
  const context: Memory = { text: '', files: [], notes: [] }
  const texts: string[] = []
  for (const { name, from, files, manifest } of [...extensions].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const names = [manifest.contextFileName ?? 'GEMINI.md'].flat().filter((each) => !loadedPaths.has(`${from}/${each}`))
    if (names.length === 0) continue
    const prefix = `${name}/`
    const labelled: CommitReader = {
      ...files,
      read: async (path) => (path.startsWith(prefix) ? files.read(path.slice(prefix.length)) : undefined),
      entries: async (folder) =>
        `${folder}/`.startsWith(prefix) ? files.entries(folder.slice(prefix.length)) : { files: [], folders: [] },
      list: async () => (await files.list('')).map((path) => prefix + path),
      loaded: () => files.loaded().map((file) => ({ ...file, path: prefix + file.path })),
    }
    const memory = await loadMemory(labelled, {
      fileNames: memoryFileNames(names).map((each) => prefix + each),
      maxDirs: 1,
      ignoreFiles: [],
    })
    const isRead = new Set(memory.files.map(({ path }) => path))
    for (const missing of [manifest.contextFileName ?? []]
      .flat()
      .filter((each) => !isRead.has(prefix + withoutDotSlash(each))))
      if (names.includes(missing))
        context.notes.push(`The extension ${name} names ${missing} in contextFileName, but has no such file.`)
    context.notes.push(...memory.notes)
    context.files.push(...memory.files)
    texts.push(memory.text)
  }
  return { ...context, text: texts.filter((text) => text !== '').join('\n\n') }
}

const withoutDotSlash = (path: string) => path.trim().replace(/^(?:\.\/)+/, '')

/** The settings with the servers, hooks and excluded tools of the extensions. */
export async function withExtensions(
  settings: Settings,
  extensions: readonly Extension[],
  env: Environment,
  notice: (text: string) => void,
): Promise<Settings> {
  if (extensions.length === 0) return settings
  return addExtensions(settings, extensions, env, notice)
}

type RemoteExtension = { url: string; label: string; sha: string }

type SourceContext = { steering: CommitReader; runtime: Pick<Runtime, 'env' | 'childEnv' | 'scratch'> }

/** Locates an entry of the `extensions` input. Throws UserError when it does not exist or is not pinned to a commit. */
export async function locateExtension(
  entry: string,
  { steering, runtime }: SourceContext,
): Promise<{ from: string; files: CommitReader }> {
  const remote = parseRemote(entry, githubServer(runtime.env))
  if (remote !== undefined) return { from: remote.label, files: await fetchExtension(remote, runtime) }
  const folder = entry.replace(/^\.\//, '').replace(/\/+$/, '')
  if ((await steering.read(`${folder}/gemini-extension.json`)) === undefined)
    throw new UserError(
      `The input extensions names ${entry}, but commit ${steering.ref.slice(0, 12)} has no ${folder}/gemini-extension.json. Paths start at the repository root. Write an extension on GitHub as https://github.com/OWNER/REPO@ and its full commit SHA.`,
    )
  return { from: folder, files: readerInFolder(steering, folder) }
}

/** Why the settings forbid a source, as the end of a sentence; undefined when they allow it. */
export async function extensionSourceProblem(
  entry: string,
  { blockGitExtensions, allowedExtensions }: NonNullable<Settings['security']>,
): Promise<string | undefined> {
  if (blockGitExtensions && looksRemote(entry))
    return 'but the setting security.blockGitExtensions forbids extensions from GitHub.'
  if (allowedExtensions === undefined || allowedExtensions.length === 0) return undefined
  for (const pattern of allowedExtensions) {
    const compiled = compilePattern(pattern, false)
    if (!compiled.ok)
      throw new UserError(`settings: security.allowedExtensions: ${JSON.stringify(pattern)} ${compiled.reason}`)
    if (testPattern(compiled.pattern, entry, newPatternBudget()) === 'yes') return undefined
  }
  return 'but no pattern of the setting security.allowedExtensions matches it.'
}

/** Whether an entry is the unpinned address of the code-review extension, whose command is built in. */
export function isBuiltInExtension(entry: string): boolean {
  const [, ref = ''] =
    /^https:\/\/github\.com\/gemini-cli-extensions\/code-review(?:\.git)?\/?((?:[@#]|tree\/).*)?$/i.exec(
      entry.trim(),
    ) ?? ['', 'none']
  return ref !== 'none' && !/[0-9a-f]{40}$/.test(ref)
}

const looksRemote = (entry: string): boolean => /:\/\/|^[\w.-]+@|^[\w.-]+\/[\w.-]+@/.test(entry)

/** A repository on GitHub with a full commit SHA: `URL@SHA`, `URL#SHA`, `URL/tree/SHA`, `URL/commit/SHA`. */
function parseRemote(entry: string, server: string): RemoteExtension | undefined {
  if (!looksRemote(entry)) return undefined
  const refuse = (reason: string): never => {
    throw new UserError(
      `The input extensions names ${entry}, ${reason} Write https://github.com/OWNER/REPO@ and the full commit SHA (40 digits) that you reviewed, so that the code cannot change unnoticed.`,
    )
  }
  const [, address = '', sha = ''] = /^(.*?)(?:[@#]|\/(?:tree|commit)\/)([0-9a-f]{40})$/.exec(entry) ?? []
  if (sha === '') return refuse('which is not pinned to a commit.')
  const full = address.includes('://') ? address : `${server}/${address}`
  if (!URL.canParse(full)) return refuse('which is not a valid URL.')
  const { origin, pathname, username, password, search } = new URL(full)
  if (![new URL(server).origin, 'https://github.com'].includes(origin) || username + password + search !== '')
    return refuse('which is not on GitHub.')
  const [, path] = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(pathname) ?? []
  if (path === undefined) return refuse('which is not a repository.')
  return { url: `${origin}/${path}.git`, label: `${origin}/${path}@${sha.slice(0, 12)}`, sha }
}

/** Makes git refuse malformed objects, for example a file named `..`. */
const FSCK = ['-c', 'fetch.fsckObjects=true']

const FETCH_MS = 2 * 60_000

const PROXY_VARIABLES = /^(https?|no|all)_proxy$/i

/** Fetches the commit and returns a reader for its files. Nothing is checked out, and no code of it runs. */
async function fetchExtension(
  { url, label, sha }: RemoteExtension,
  { env, childEnv, scratch }: SourceContext['runtime'],
): Promise<CommitReader> {
  const folder = join(scratch, 'extension-commits', sha)
  const proxies = Object.entries(env).flatMap(([name, value]) =>
    PROXY_VARIABLES.test(name) && value ? [[name, value]] : [],
  )
  const { protocol } = new URL(url)
  const options = {
    cwd: scratch,
    env: {
      ...hardenedGitEnvironment(childEnv),
      ...Object.fromEntries(proxies),
      GIT_ALLOW_PROTOCOL: protocol.slice(0, -1),
    },
    timeoutMs: FETCH_MS,
    leavesNothingRunning: true,
  }
  const git = (...args: string[]) =>
    runProgram({ argv: [trustedProgramPath('git'), ...HARDENED_OPTIONS, ...args] }, options)
  const init = await git('init', '-q', folder)
  const result =
    init.code === 0 ? await git('-C', folder, ...FSCK, 'fetch', '-q', '--depth=1', '--no-tags', url, sha) : init
  if (result.code !== 0) {
    const message = result.failure ?? result.stderr.trim().split('\n').at(-1) ?? ''
    throw new UserError(`Could not fetch the extension ${label}: ${message || 'git gave no reason'}`)
  }
  return steeringReader(sha, { git: openGit(folder, childEnv) })
}
