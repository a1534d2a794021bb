import { posix } from 'node:path'
import { type IgnoreRules, type IgnoreSources, ignoreMemory, loadIgnore } from '../../platform/files/ignore-rules.ts'
import type { Workspace } from '../../platform/files/workspace.ts'
import type { WorkspacePath } from '../../platform/files/workspace-path.ts'

/** Decides which files of the workspace a tool may show: all that git and `.geminiignore` do not ignore. */
export type FileVisibility = {
  /** The rules of the current ignore files; an earlier call may have changed them. */
  rules(): Promise<IgnoreRules>
  /** Whether files that git ignores are hidden, unless a call overrides it. */
  git: boolean
  /** Whether a file or folder is hidden. `use` overrides which ignore rules apply. */
  isHidden(file: WorkspacePath, use?: IgnoreSources & { folder?: boolean }): Promise<boolean>
}

export function createFileVisibility(
  files: Pick<Workspace, 'root'>,
  geminiText: string | undefined,
  git = true,
): FileVisibility {
  const memory = ignoreMemory()
  const rules = () => loadIgnore(files.root, { geminiText, memory })
  return {
    rules,
    git,
    async isHidden(file, use = {}) {
      // Outside the workspace a tool can only read this action's files, which are never hidden.
      if (file.displayPath === file.path) return false
      const hidden = await (await rules()).hidden([{ path: file.displayPath, folder: use.folder ?? false }], {
        git: (use.git ?? git) && gitIgnoreApplies(file.displayPath),
        gemini: use.gemini ?? true,
      })
      return hidden.size > 0
    },
  }
}

/** git ignores installed packages, but the model may read them to see what a dependency does. */
export const gitIgnoreApplies = (path: string): boolean => !path.split('/').includes('node_modules')

const MAX_SUGGESTIONS = 5

/** A sentence for a missing file: suggests similar names in its folder, or says that its folder is missing. */
export async function suggestPaths(files: Workspace, path: string): Promise<string> {
  const folder = posix.dirname(path.replaceAll('\\', '/'))
  const name = posix.basename(path.replaceAll('\\', '/')).toLowerCase()
  const parent = await files.resolve(folder, 'read')
  if (!parent.ok) return ''
  const listed = await files.list(parent)
  if (!listed.ok) return `. The directory ${parent.displayPath} does not exist. Find files by name with glob.`
  const stem = name.replace(/\.[^.]*$/, '')
  const similar = listed.entries
    .map((entry) => entry.name)
    .filter((other) => {
      const lowerCased = other.toLowerCase()
      return (
        lowerCased === name ||
        lowerCased.replace(/\.[^.]*$/, '') === stem ||
        (stem.length > 3 && lowerCased.includes(stem))
      )
    })
    .sort()
    .slice(0, MAX_SUGGESTIONS)
    .map((other) => posix.join(parent.displayPath, other))
  return similar.length === 0
    ? '. Find existing files with list_directory and glob.'
    : `. Did you mean ${similar.join(' or ')}?`
}
