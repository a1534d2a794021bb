import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { withinTime } from '../host/bounded.ts'
import type { Workspace } from '../host/files.ts'
import type { Place } from '../host/place.ts'
import { within } from './glob.ts'
import { escapedGlob, includeGlobs, literalParens, MATCHING } from './globs.ts'
import { listFiles, nuisancesFor } from './listing.ts'
import { type Sight, useFor } from './sight.ts'

export type Wanted = {
  /** Paths, folders and glob patterns. */
  include: readonly string[]
  /** Globs as in .gitignore. */
  exclude: readonly string[]
  /** What nobody means with a pattern, and files the model was given already; undefined to leave out nothing. */
  defaults: { contextFiles: readonly string[] } | undefined
  recursive: boolean
  git: boolean
  gemini: boolean
  signal: AbortSignal
}

export type Skipped = { path: string; why: string }

/** Paths relative to the root, sorted, and what was asked for and is not among them. */
export type Choice = { paths: string[]; skipped: Skipped[] }

const MATCHING_MS = 10_000
const MOST_FILES = 1000

/** Folders and kinds of files that hold nothing to read, unless a pattern names them. */
const DEFAULT_FOLDERS = ['.vscode', '.idea', 'dist', 'build', 'coverage', '__pycache__']
const DEFAULT_EXTENSIONS = (
  'bin exe dll so dylib class jar war zip tar gz bz2 rar 7z pak rpa doc docx xls xlsx ppt pptx odt ods odp ' +
  'pyc pyo dat obj o a lib wasm'
).split(' ')

/** Files that the entries name: a path by itself, a folder with what is in it, anything else as a pattern. */
export async function chooseFiles(files: Workspace, sight: Sight, wanted: Wanted): Promise<Choice> {
  const { include, exclude, defaults } = wanted
  const { named, patterns, unwanted, folders, skipped } = await sorted(files, sight, wanted)
  const { default: picomatch } = await import('picomatch')
  const isLeftOut = picomatch(
    [...exclude, ...unwanted].flatMap((glob) => includeGlobs(glob, '.')),
    MATCHING,
  )
  const isNuisance = defaults === undefined ? () => false : picomatch(nuisances(include, defaults), MATCHING)
  const matches = picomatch(patterns, MATCHING)
  const listed = await filesIn(files, sight, folders, wanted)
  const found = withinTime(MATCHING_MS, () => listed.filter((path) => matches(path) && !isNuisance(path)))
  if (found === undefined) throw new Error('the patterns take too long to match. Write simpler ones.')

  const all = [...new Set([...named, ...found.value.filter((path) => isFile(files.root, path))])]
    .filter((path) => exclude.length + unwanted.length === 0 || !isLeftOut(path))
    .sort()
  const over = all
    .slice(MOST_FILES)
    .map((path) => ({ path, why: `more than ${MOST_FILES} files; narrow the patterns` }))
  return { paths: all.slice(0, MOST_FILES), skipped: [...skipped, ...over] }
}

/** What each entry is. A name full of brackets is a name where such a file exists, and so is one that begins with `!`. */
async function sorted(files: Workspace, sight: Sight, { include, recursive, git, gemini }: Wanted) {
  const named: string[] = []
  const patterns: string[] = []
  const unwanted: string[] = []
  const folders: Place[] = []
  const skipped: Skipped[] = []
  const root: Place = { ok: true, path: files.root, shown: '.' }
  for (const entry of include.map((one) => one.trim()).filter((one) => one !== '')) {
    const at = await files.resolve(entry, 'read')
    const kind = at.ok ? await files.kind(at) : undefined
    if (at.ok && kind === 'directory') {
      if (await sight.hides(at, { git, gemini, folder: true })) {
        skipped.push({ path: entry, why: IGNORED })
        continue
      }
      folders.push(at)
      patterns.push(`${at.shown === '.' ? '' : `${escapedGlob(at.shown)}/`}${recursive ? '**' : '*'}`)
    } else if (at.ok && kind === 'file') {
      if (await sight.hides(at, { git, gemini })) skipped.push({ path: entry, why: IGNORED })
      else named.push(at.shown)
    } else if (/^!./.test(entry)) unwanted.push(entry.slice(1))
    else {
      const pattern = within(files.root, root, entry)
      if (pattern === undefined) skipped.push({ path: entry, why: at.ok ? 'leads out of the workspace' : at.text })
      else if (!at.ok && !/[*?[\]{}]/.test(entry)) skipped.push({ path: entry, why: at.text })
      else if (at.ok && !/[*?[\]{}()!]/.test(entry)) skipped.push({ path: entry, why: 'no such file' })
      else {
        folders.push(root)
        patterns.push(literalParens(pattern))
      }
    }
  }
  if (unwanted.length > 0 && unwanted.length === include.length) {
    folders.push(root)
    patterns.push('**')
  }
  return { named, patterns, unwanted, folders, skipped }
}

const IGNORED = 'ignored by configured ignore patterns; file_filtering_options can say otherwise'

function nuisances(include: readonly string[], { contextFiles }: { contextFiles: readonly string[] }): string[] {
  const segments = include.flatMap((entry) => entry.split('/'))
  const folders = DEFAULT_FOLDERS.filter((name) => !segments.includes(name)).map((name) => `**/${name}/**`)
  const kinds = DEFAULT_EXTENSIONS.filter((kind) => !include.some((entry) => entry.toLowerCase().endsWith(`.${kind}`)))
  const names = [...contextFiles, '.DS_Store'].filter((name) => !include.some((entry) => entry.includes(name)))
  return [...folders, ...kinds.map((kind) => `**/*.${kind}`), ...names.map((name) => `**/${name}`)]
}

/** All files in these folders that may be seen. */
async function filesIn(
  files: Workspace,
  sight: Sight,
  folders: readonly Place[],
  { include, git, gemini, signal }: Wanted,
): Promise<string[]> {
  const leftOut = nuisancesFor('.', include.join('/'))
  const everything = folders.some(({ shown }) => shown === '.')
  const once = new Map(folders.map((folder) => [folder.shown, folder]))
  const needed = [...once.values()].filter(({ shown }) => !everything || shown === '.' || !useFor(shown).git)
  const lists: string[][] = []
  for (const folder of needed)
    lists.push((await listFiles(files, sight, folder, leftOut, { git, gemini, signal })).paths)
  return lists.flat()
}

/** The index also names deleted files and submodules; links lead to files that have names of their own. */
const isFile = (root: string, path: string): boolean =>
  lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
