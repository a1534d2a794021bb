import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import picomatch from 'picomatch'
import type { Workspace } from '../../platform/files/workspace.ts'
import type { WorkspacePath } from '../../platform/files/workspace-path.ts'
import { runWithTimeout } from '../../platform/run-with-timeout.ts'
import { type FileVisibility, gitIgnoreApplies } from '../files/file-visibility.ts'
import { relativePattern } from '../glob.ts'
import { escapeGlob, escapeLiteralParens, GLOB_OPTIONS, includeGlobs } from './globs.ts'
import { followLinkedFolder } from './linked-folder.ts'
import { defaultExcludedFolders, listFiles } from './list-files.ts'

export type FileSelection = {
  /** Paths, folders and glob patterns. */
  include: readonly string[]
  /** Globs as in .gitignore. */
  exclude: readonly string[]
  /** Skips generated files, binary files and files that the model already has; undefined: skips nothing. */
  defaults: { contextFiles: readonly string[] } | undefined
  recursive: boolean
  git: boolean
  gemini: boolean
  signal: AbortSignal
}

export type SkippedFile = { path: string; reason: string }

/** Sorted paths relative to the root, and the requested files that are not among them. */
export type SelectedFiles = { paths: string[]; skipped: SkippedFile[] }

const MATCHING_MS = 10_000
const MAX_FILES = 1000
const MAX_NAMED_PATTERNS = 20
export const NO_MATCH = 'no files match'

/** Folders and extensions to skip, unless a pattern names them. */
const DEFAULT_FOLDERS = ['.vscode', '.idea', 'dist', 'build', 'coverage', '__pycache__']
const DEFAULT_EXTENSIONS = (
  'bin exe dll so dylib class jar war zip tar gz bz2 rar 7z pak rpa doc docx xls xlsx ppt pptx odt ods odp ' +
  'pyc pyo dat obj o a lib wasm'
).split(' ')

/** Selects the files that the entries name. An entry is a file, a folder with its content, or a pattern. */
export async function selectFiles(
  files: Workspace,
  visibility: FileVisibility,
  selection: FileSelection,
): Promise<SelectedFiles> {
  const { include, exclude, defaults } = selection
  const { paths, patterns, excludedGlobs, folders, globs, skipped } = await classifyEntries(
    files,
    visibility,
    selection,
  )
  const isExcluded = picomatch(
    [...exclude, ...excludedGlobs].flatMap((glob) => includeGlobs(glob, '.')),
    GLOB_OPTIONS,
  )
  const isExcludedByDefault =
    defaults === undefined ? () => false : picomatch(defaultExcludes(include, defaults), GLOB_OPTIONS)
  const matches = picomatch(patterns, GLOB_OPTIONS)
  const listed = await listFolders(files, visibility, folders, selection)
  const matched = runWithTimeout(MATCHING_MS, () =>
    listed.filter((path) => matches(path) && !isExcludedByDefault(path)),
  )
  if (matched === undefined) throw new Error('the patterns take too long to match. Write simpler ones.')

  const selected = [...new Set([...paths, ...matched.value.filter((path) => isFile(files.root, path))])]
    .filter((path) => exclude.length + excludedGlobs.length === 0 || !isExcluded(path))
    .sort()
  const unmatched = [...globs]
    .slice(0, MAX_NAMED_PATTERNS)
    .filter(([pattern]) => !matched.value.some((path) => picomatch.isMatch(path, pattern, GLOB_OPTIONS)))
    .map(([, entry]) => ({ path: entry, reason: NO_MATCH }))
  const overLimit = selected
    .slice(MAX_FILES)
    .map((path) => ({ path, reason: `more than ${MAX_FILES} files; narrow the patterns` }))
  return { paths: selected.slice(0, MAX_FILES), skipped: [...skipped, ...unmatched, ...overLimit] }
}

/** Classifies the entries. An entry with brackets or with a leading `!` is a path if such a file exists. */
async function classifyEntries(
  files: Workspace,
  visibility: FileVisibility,
  { include, recursive, git, gemini }: FileSelection,
) {
  const paths: string[] = []
  const patterns: string[] = []
  const excludedGlobs: string[] = []
  const folders: WorkspacePath[] = []
  /** Entries by their pattern. */
  const globs = new Map<string, string>()
  const skipped: SkippedFile[] = []
  const root: WorkspacePath = { ok: true, path: files.root, displayPath: '.' }
  for (const entry of include.map((one) => one.trim()).filter((one) => one !== '')) {
    const resolved = await files.resolve(entry, 'read')
    const kind = resolved.ok ? await files.kind(resolved) : undefined
    if (resolved.ok && kind === 'directory') {
      if (await visibility.isHidden(resolved, { git, gemini, folder: true })) {
        skipped.push({ path: entry, reason: IGNORED })
        continue
      }
      folders.push(resolved)
      patterns.push(
        `${resolved.displayPath === '.' ? '' : `${escapeGlob(resolved.displayPath)}/`}${recursive ? '**' : '*'}`,
      )
    } else if (resolved.ok && kind === 'file') {
      if (await visibility.isHidden(resolved, { git, gemini })) skipped.push({ path: entry, reason: IGNORED })
      else paths.push(resolved.displayPath)
    } else if (/^!./.test(entry)) excludedGlobs.push(entry.slice(1))
    else {
      const pattern = relativePattern(files.root, root, entry)
      if (pattern === undefined)
        skipped.push({ path: entry, reason: resolved.ok ? 'leads out of the workspace' : resolved.text })
      else if (!resolved.ok && !/[*?[\]{}]/.test(entry)) skipped.push({ path: entry, reason: resolved.text })
      else if (resolved.ok && !/[*?[\]{}()!]/.test(entry)) skipped.push({ path: entry, reason: 'no such file' })
      else {
        const linked = await followLinkedFolder(files, pattern)
        folders.push(linked?.folder ?? root)
        const real = linked === undefined ? pattern : `${escapeGlob(linked.folder.displayPath)}/${linked.rest}`
        patterns.push(escapeLiteralParens(real))
        globs.set(escapeLiteralParens(real), entry)
      }
    }
  }
  if (excludedGlobs.length > 0 && excludedGlobs.length === include.length) {
    folders.push(root)
    patterns.push('**')
  }
  return { paths, patterns, excludedGlobs, folders, globs, skipped }
}

const IGNORED = 'ignored by configured ignore patterns; to read it, set file_filtering_options'

function defaultExcludes(include: readonly string[], { contextFiles }: { contextFiles: readonly string[] }): string[] {
  const segments = include.flatMap((entry) => entry.split('/'))
  const folders = DEFAULT_FOLDERS.filter((name) => !segments.includes(name)).map((name) => `**/${name}/**`)
  const kinds = DEFAULT_EXTENSIONS.filter((kind) => !include.some((entry) => entry.toLowerCase().endsWith(`.${kind}`)))
  const names = [...contextFiles, '.DS_Store'].filter((name) => !include.some((entry) => entry.includes(name)))
  return [...folders, ...kinds.map((kind) => `**/*.${kind}`), ...names.map((name) => `**/${name}`)]
}

/** All visible files in these folders. */
async function listFolders(
  files: Workspace,
  visibility: FileVisibility,
  folders: readonly WorkspacePath[],
  { include, git, gemini, signal }: FileSelection,
): Promise<string[]> {
  const excludedFolders = defaultExcludedFolders('.', include.join('/'))
  const includesRoot = folders.some(({ displayPath }) => displayPath === '.')
  const uniqueFolders = new Map(folders.map((folder) => [folder.displayPath, folder]))
  const needed = [...uniqueFolders.values()].filter(
    ({ displayPath }) => !includesRoot || displayPath === '.' || !gitIgnoreApplies(displayPath),
  )
  const lists: string[][] = []
  for (const folder of needed)
    lists.push((await listFiles(files, visibility, { folder, excludedFolders, git, gemini, signal })).paths)
  return lists.flat()
}

/** Excludes deleted files and submodules, which git's index lists, and links, whose targets are listed. */
const isFile = (root: string, path: string): boolean =>
  lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
