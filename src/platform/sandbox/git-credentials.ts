import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isFolderAt } from '../stats-at.ts'

/** Maximum depth of submodule folders under `.git/modules`. */
const MAX_MODULE_DEPTH = 5

/**
 * Git configuration files of a checkout that contain credentials, for example from actions/checkout, with their text
 * without the credentials. Unreadable files are skipped.
 */
export function findConfigsWithCredentials(workspace: string): { path: string; clean: string }[] {
  const folders = gitFolders(workspace)
  const paths = folders.flatMap((folder) => [join(folder, 'config'), join(folder, 'config.worktree')])
  const modules = folders.flatMap((folder) => configsUnder(join(folder, 'modules'), MAX_MODULE_DEPTH))
  return [...new Set([...paths, ...modules])].flatMap((path) => {
    const text = textOf(path)
    const clean = removeCredentials(text)
    return clean === text ? [] : [{ path, clean }]
  })
}

/**
 * Files of a checkout that make git run programs in a later step: configurations and hooks. `folders` contain them and must
 * not be moved away and replaced. Creates a missing hooks folder, as `git init` does.
 */
export function gitExecutionPaths(workspace: string): { folders: string[]; paths: string[] } {
  const folders = gitFolders(workspace).filter((folder) => isFolderAt(join(folder, 'objects')))
  for (const folder of folders) makeHooks(folder)
  const modules = folders.flatMap((folder) => configsUnder(join(folder, 'modules'), MAX_MODULE_DEPTH)).map(dirname)
  const all = [...folders, ...modules]
  const paths = all.flatMap((folder) => ['config', 'config.worktree', 'hooks'].map((name) => join(folder, name)))
  const gitPath = join(workspace, '.git')
  return { folders: all, paths: isFolderAt(gitPath) ? paths : [gitPath, ...paths] }
}

function makeHooks(folder: string): void {
  try {
    mkdirSync(join(folder, 'hooks'), { recursive: true })
  } catch {
    // Another user owns the repository, so the model's programs cannot write there either.
  }
}

/** The text of a git configuration without headers, helpers and passwords. */
export const removeCredentials = (text: string): string =>
  text
    .replace(
      /^[^\S\n]*(?:extraheader|helper|password|cookiefile|token|oauth\w*)[^\S\n]*=(?:[^\n]*\\\n)*[^\n]*(?:\n|$)/gim,
      '',
    )
    .replace(/\b(https?:\/\/)[^\s/"@]+@/gi, '$1')

/** git's folders: `.git`, or for a worktree or submodule the folder that the file `.git` names and its common folder. */
function gitFolders(workspace: string): string[] {
  const gitPath = join(workspace, '.git')
  const gitDir = /^gitdir:\s*(.+)$/m.exec(textOf(gitPath))?.[1]?.trim()
  if (gitDir === undefined) return [gitPath]
  const folder = resolve(workspace, gitDir)
  const common = textOf(join(folder, 'commondir')).trim()
  return common === '' ? [folder] : [folder, resolve(folder, common)]
}

function configsUnder(folder: string, maxDepth: number): string[] {
  if (maxDepth === 0) return []
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  // A folder with a HEAD is a repository; its objects contain no configuration.
  if (names.includes('HEAD')) return [join(folder, 'config'), ...configsUnder(join(folder, 'modules'), maxDepth - 1)]
  return names.flatMap((name) => configsUnder(join(folder, name), maxDepth - 1))
}

const MAX_CONFIG_BYTES = 1024 * 1024

function textOf(path: string): string {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= MAX_CONFIG_BYTES ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
