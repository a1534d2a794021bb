import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Memory } from '../agent/memory.ts'
import type { CommandFolder } from '../agent/slash.ts'
import { UserError } from '../host/errors.ts'
import { type LoadedFile, type Reader, rooted } from '../host/files.ts'
import { isInside } from '../host/paths.ts'
import type { Env, Machine } from '../machine.ts'
import { loadPolicies, type PolicySource } from '../policy/load.ts'
import type { Settings } from '../settings/settings.ts'
import type { Manifest } from './extension-manifest.ts'
import { policyFiles } from './policies.ts'
import { ownHome } from './settings-files.ts'

/** What an extension adds, read from a commit. `from` is where it is, for people; `files` are rooted in it. */
export type Extension = {
  name: string
  from: string
  files: Reader
  manifest: Manifest
  /** Its hooks, as settings write them. */
  hooks: Record<string, unknown>
  policies: readonly PolicySource[]
  /** Where its programs are laid out, when something of it runs them. */
  folder?: string
}

/** Where an extension may be: a folder of the steering commit, a folder of the home, or a commit on GitHub. */
type Place = { from: string; files: Reader }

type Given = {
  /** The entries of the `extensions` input. */
  wanted: readonly string[]
  settings: Pick<Settings, 'extensions' | 'security'>
  steering: Reader
  machine: Pick<Machine, 'env' | 'home' | 'workspace' | 'scratch' | 'childEnv'>
  notice: (text: string) => void
}

const MANIFEST = 'gemini-extension.json'
const FOLDER = '.gemini/extensions'

/**
 * The extensions of a run: those the input names, then those of the repository's and of the home's `.gemini/extensions`. Of
 * two with one name the first counts. Throws UserError for one that is named and not there, for a broken manifest (it
 * could have excluded a tool), and for a source the settings do not allow. Loads nothing where there are none.
 */
export async function loadExtensions(given: Given): Promise<Extension[]> {
  const { wanted, settings, steering, machine, notice } = given
  const files = await steering.list(FOLDER)
  const found = foldersIn(files, FOLDER)
  for (const folder of new Set(files.map((path) => path.split('/').slice(0, 3).join('/'))))
    if (!found.includes(folder) && !files.includes(folder))
      notice(`${folder} is no extension: there is no ${MANIFEST} in it.`)
  const home = await ownHome(machine.home, machine.workspace)
  if (wanted.length === 0 && found.length === 0 && home === undefined) return []
  const { placeOf, whyNotAllowed } = await import('./extension-sources.ts')
  const places: Place[] = []
  for (const entry of wanted) {
    const why = await whyNotAllowed(entry, settings.security ?? {})
    if (why !== undefined) throw new UserError(`The input extensions names ${entry}, ${why}`)
    places.push(await placeOf(entry, given))
  }
  places.push(...found.map((folder) => ({ from: folder, files: rooted(steering, folder) })))
  if (home !== undefined) places.push(...(await homePlaces(join(home, FOLDER))))

  const off = new Set((settings.extensions?.disabled ?? []).map((name) => name.toLowerCase()))
  const extensions = new Map<string, Extension>()
  for (const { from, files } of places) {
    const extension = await readExtension(from, files, machine)
    if (off.has(extension.name.toLowerCase())) continue
    const known = extensions.get(extension.name)
    if (known === undefined) {
      extensions.set(extension.name, extension)
      for (const { file, line } of loadPolicies(extension.policies).leftOut)
        notice(`The rule at ${file}:${line} is left out: an extension may deny, not allow. Copy it into your policies.`)
    } else if (known.from !== from)
      notice(`The extension ${extension.name} of ${from} is left out: that of ${known.from} has its name.`)
  }
  return [...extensions.values()]
}

const foldersIn = (paths: readonly string[], folder: string): string[] =>
  paths
    .filter((path) => path.endsWith(`/${MANIFEST}`) && path.slice(folder.length + 1).split('/').length === 2)
    .map((path) => dirname(path))

async function homePlaces(folder: string): Promise<Place[]> {
  const { worktreeReader } = await import('./worktree.ts')
  const files = worktreeReader(folder)
  const names = (await files.list('')).filter((path) => path.endsWith(`/${MANIFEST}`) && path.split('/').length === 2)
  return names.map(dirname).map((name) => ({ from: `~/${FOLDER}/${name}`, files: rooted(files, name) }))
}

async function readExtension(from: string, files: Reader, machine: Given['machine']): Promise<Extension> {
  const text = await files.read(MANIFEST)
  if (text === undefined) throw new UserError(`${from} is no extension: there is no ${MANIFEST} in it.`)
  const { readManifest, readHooks, usesItsFiles } = await import('./extension-manifest.ts')
  const written = readManifest(text, `${from}/${MANIFEST}`)
  const hooks = readHooks(await files.read('hooks/hooks.json'), `${from}/hooks/hooks.json`)
  // Beside the programs of hooks, which is where isolation lets them be read.
  const folder = join(machine.scratch, 'hooks/extensions', written.name)
  const values = { extensionPath: folder, workspacePath: machine.workspace, '/': sep, pathSeparator: sep }
  const { substituted } = await import('./extension-manifest.ts')
  const isLaid = usesItsFiles(written) || usesItsFiles(hooks)
  if (isLaid) await layOut(files, folder)
  return {
    name: written.name,
    from,
    files,
    manifest: substituted(written, values),
    hooks: substituted(hooks, values),
    policies: await policyFiles(files, 'policies', 'extension', from),
    ...(isLaid ? { folder } : {}),
  }
}

const MOST_FILES = 2000

/** Lays its files where programs can be started from, as the commit has them. */
async function layOut(files: Reader, folder: string): Promise<void> {
  const paths = await files.list('')
  if (paths.length > MOST_FILES)
    throw new UserError(`An extension with programs may have ${MOST_FILES} files; one has ${paths.length}.`)
  for (const path of paths) {
    const text = await files.read(path)
    if (text === undefined) continue
    const target = join(folder, path)
    if (!isInside(folder, target))
      throw new UserError(`An extension holds a file called ${path}, which leads out of it.`)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(target, text, { mode: 0o700 })
  }
}

/** Where their commands are. */
export const commandFolders = (extensions: readonly Extension[]): CommandFolder[] =>
  extensions.map(({ name, from, files }) => ({ files, folder: 'commands', label: `${from}/commands`, extension: name }))

/** The files of extensions that are not in the steering commit, for the report. */
export const loadedFrom = (extensions: readonly Extension[], steering: Reader): LoadedFile[] =>
  extensions
    .filter(({ files }) => files.ref !== steering.ref)
    .flatMap(({ from, files }) => files.loaded().map((file) => ({ ...file, path: `${from}/${file.path}` })))

/** What the extensions' context files tell the model. Each file is called `extension-name/path`. */
export async function contextOf(extensions: readonly Extension[], known: ReadonlySet<string>): Promise<Memory> {
  const context: Memory = { text: '', files: [], notes: [] }
  const texts: string[] = []
  for (const { name, from, files, manifest } of [...extensions].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const names = [manifest.contextFileName ?? 'GEMINI.md'].flat().filter((each) => !known.has(`${from}/${each}`))
    if (names.length === 0) continue
    const { loadMemory, fileNamesFrom } = await import('../agent/memory.ts')
    const prefix = `${name}/`
    const labelled: Reader = {
      ...files,
      read: async (path) => (path.startsWith(prefix) ? files.read(path.slice(prefix.length)) : undefined),
      entries: async (folder) =>
        `${folder}/`.startsWith(prefix) ? files.entries(folder.slice(prefix.length)) : { files: [], folders: [] },
      list: async () => (await files.list('')).map((path) => prefix + path),
      loaded: () => files.loaded().map((file) => ({ ...file, path: prefix + file.path })),
    }
    const memory = await loadMemory(labelled, {
      fileNames: fileNamesFrom(names).map((each) => prefix + each),
      maxDirs: 1,
      ignoreFiles: [],
    })
    const isRead = new Set(memory.files.map(({ path }) => path))
    for (const missing of [manifest.contextFileName ?? []].flat().filter((each) => !isRead.has(prefix + inPlace(each))))
      if (names.includes(missing))
        context.notes.push(`The extension ${name} names ${missing} in contextFileName, and has no such file to read.`)
    context.notes.push(...memory.notes)
    context.files.push(...memory.files)
    texts.push(memory.text)
  }
  return { ...context, text: texts.filter((text) => text !== '').join('\n\n') }
}

const inPlace = (path: string) => path.trim().replace(/^(?:\.\/)+/, '')

/** The settings with what extensions add: their servers, their hooks, and the tools they take away. */
export async function withExtensions(
  settings: Settings,
  extensions: readonly Extension[],
  env: Env,
  notice: (text: string) => void,
): Promise<Settings> {
  if (extensions.length === 0) return settings
  return (await import('./extension-settings.ts')).addExtensions(settings, extensions, env, notice)
}
