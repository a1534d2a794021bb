import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** How deep names of submodules nest folders under `.git/modules`. */
const DEEPEST_MODULE = 5

/**
 * The configuration files of a checkout in which a step has left credentials, actions/checkout for one, with their text
 * without them. Files that cannot be read are left out.
 */
export function gitConfigs(workspace: string): { path: string; clean: string }[] {
  const folders = gitFolders(workspace)
  const paths = folders.flatMap((folder) => [join(folder, 'config'), join(folder, 'config.worktree')])
  const modules = folders.flatMap((folder) => configsUnder(join(folder, 'modules'), DEEPEST_MODULE))
  return [...new Set([...paths, ...modules])].flatMap((path) => {
    const text = textOf(path)
    const clean = withoutCredentials(text)
    return clean === text ? [] : [{ path, clean }]
  })
}

/**
 * What of a checkout's git runs programs when a later step calls git: configurations and hooks. `folders` hold them; nobody
 * may move those away to put others in their place. A folder for hooks that is not there is made, as `git init` makes it.
 */
export function gitPrograms(workspace: string): { folders: string[]; paths: string[] } {
  const folders = gitFolders(workspace).filter((folder) => isFolder(join(folder, 'objects')))
  for (const folder of folders) makeHooks(folder)
  const modules = folders.flatMap((folder) => configsUnder(join(folder, 'modules'), DEEPEST_MODULE)).map(dirname)
  const all = [...folders, ...modules]
  const paths = all.flatMap((folder) => ['config', 'config.worktree', 'hooks'].map((name) => join(folder, name)))
  const place = join(workspace, '.git')
  return { folders: all, paths: isFolder(place) ? paths : [place, ...paths] }
}

function makeHooks(folder: string): void {
  try {
    mkdirSync(join(folder, 'hooks'), { recursive: true })
  } catch {
    // Somebody else's repository: what the model starts cannot write there either.
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The text of a git configuration without headers, helpers and passwords. */
export const withoutCredentials = (text: string): string =>
  text
    .replace(
      /^[^\S\n]*(?:extraheader|helper|password|cookiefile|token|oauth\w*)[^\S\n]*=(?:[^\n]*\\\n)*[^\n]*(?:\n|$)/gim,
      '',
    )
    .replace(/\b(https?:\/\/)[^\s/"@]+@/gi, '$1')

/** Where git keeps its files: a folder, or for a worktree or submodule a file that names one and that one's common folder. */
function gitFolders(workspace: string): string[] {
  const place = join(workspace, '.git')
  const named = /^gitdir:\s*(.+)$/m.exec(textOf(place))?.[1]?.trim()
  if (named === undefined) return [place]
  const own = resolve(workspace, named)
  const common = textOf(join(own, 'commondir')).trim()
  return common === '' ? [own] : [own, resolve(own, common)]
}

function configsUnder(folder: string, deepest: number): string[] {
  if (deepest === 0) return []
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  // A folder with a HEAD is a repository: its objects hold no configuration.
  if (names.includes('HEAD')) return [join(folder, 'config'), ...configsUnder(join(folder, 'modules'), deepest - 1)]
  return names.flatMap((name) => configsUnder(join(folder, name), deepest - 1))
}

const LARGEST_CONFIG = 1024 * 1024

function textOf(path: string): string {
  try {
    const seen = statSync(path)
    return seen.isFile() && seen.size <= LARGEST_CONFIG ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
