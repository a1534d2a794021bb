import type { Workspace } from '../../platform/files/workspace.ts'
import type { WorkspacePath } from '../../platform/files/workspace-path.ts'

/**
 * Where a glob pattern really searches if the folders at its start lead through a link: that folder, and the rest of the pattern.
 * Listings contain a link as one entry, so such a pattern would match nothing. Undefined without a link, or one that leads outside.
 */
export async function followLinkedFolder(
  files: Workspace,
  pattern: string,
  from = '.',
): Promise<{ folder: WorkspacePath; rest: string } | undefined> {
  const segments = pattern.split('/')
  const wild = segments.findIndex((segment) => /[*?[\]{}()!+@\\]/.test(segment))
  if (wild <= 0) return undefined
  const prefix = [...(from === '.' ? [] : [from]), ...segments.slice(0, wild)].join('/')
  const folder = await files.resolve(prefix, 'read')
  if (!folder.ok || folder.displayPath === prefix || (await files.kind(folder)) !== 'directory') return undefined
  return { folder, rest: segments.slice(wild).join('/') }
}
