import { chmod, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { messageOf } from '../errors.ts'
import { openRoot } from '../files/open-path.ts'
import { writeWorkspaceFile } from '../files/workspace-path.ts'
import { runGit } from '../process/run-git.ts'

/** A change to undo. `mode` and `modeBefore` as git writes them; `previousPath`: of a renamed file. */
export type UndoableChange = {
  path: string
  previousPath?: string
  before: Buffer | null
  mode: string
  modeBefore?: string
}

/** `failed`: paths that could not be put back, with the reason. `isUncommitted`: commits of the run were undone, their files stay staged. */
export type RestoreResult = { failed: string[]; isUncommitted: boolean }

/** Puts files back as they were, through opened folders. `headCommit`: what was checked out then, for the index and for commits since. */
export async function restoreFiles(
  top: string,
  changes: readonly UndoableChange[],
  headCommit: string | undefined,
): Promise<RestoreResult> {
  const failed: string[] = []
  for (const change of changes)
    await restoreFile(top, change).catch((error: unknown) => failed.push(`${change.path}: ${messageOf(error)}`))
  const paths = changes.flatMap(({ path, previousPath = path }) => [...new Set([path, previousPath])])
  if (headCommit === undefined || paths.length === 0) return { failed, isUncommitted: false }
  const git = async (...args: string[]) => (await runGit({ top }, args)).stdout
  const isCommitted = (await git('diff', '--name-only', '--no-renames', headCommit, 'HEAD', '--', ...paths)) !== ''
  if (isCommitted) await git('reset', '--quiet', '--soft', headCommit)
  await git('reset', '--quiet', headCommit, '--', ...paths)
  return { failed, isUncommitted: isCommitted }
}

async function restoreFile(
  top: string,
  { path, previousPath = path, before, mode, modeBefore = mode }: UndoableChange,
) {
  using root = openRoot(top)
  if (before === null || previousPath !== path) await remove(root, join(top, path))
  if (before === null) return
  const target = join(top, previousPath)
  if (modeBefore === '120000') {
    await remove(root, target)
    using folder = root.open(dirname(target), true)
    await symlink(before.toString(), folder.address(basename(target)))
    return
  }
  if (!modeBefore.startsWith('100')) throw new Error(`git records it with the mode ${modeBefore}`)
  // A link or a folder in its place would stay.
  if (mode !== modeBefore) await remove(root, target)
  const written = await writeWorkspaceFile(root, { ok: true, path: target, displayPath: previousPath }, before)
  if (!written.ok) throw new Error(written.text)
  using folder = root.open(dirname(target))
  await chmod(folder.address(basename(target)), modeBefore === '100755' ? 0o755 : 0o644)
}

async function remove(root: ReturnType<typeof openRoot>, target: string): Promise<void> {
  using folder = root.open(dirname(target), true)
  await rm(folder.address(basename(target)), { force: true })
}
