import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HARDENED_OPTIONS, hardenedGitEnvironment } from '../../platform/process/git.ts'
import { runProgram } from '../../platform/process/run-program.ts'
import { trustedProgramPath } from '../../platform/process/trusted-programs.ts'
import { type GitChange, withoutFilters } from './git.ts'

/**
 * Undoes what changed in the working tree of a checkout: `changes` since `before`, both as `Git.status` lists them. Files that git ignores
 * stay. Returns whether all is as it was.
 */
export async function restoreCheckout(
  top: string,
  env: Readonly<Record<string, string>>,
  { changes, before }: { changes: readonly GitChange[]; before: readonly GitChange[] },
): Promise<boolean> {
  const earlier = new Set(before.map(({ path }) => path))
  const fresh = changes.filter(({ path }) => !earlier.has(path))
  for (const { path } of fresh.filter(({ status }) => status === 'A')) await rm(join(top, path), { force: true })
  const tracked = fresh.filter(({ status }) => status !== 'A').map(({ path }) => path)
  if (tracked.length === 0) return true
  const limits = {
    cwd: top,
    env: hardenedGitEnvironment(env),
    timeoutMs: 60_000,
    maxBytes: 2 ** 20,
    leavesNothingRunning: true,
  }
  const git = async (...args: string[]) => {
    const { code, stdout } = await runProgram(
      { argv: [trustedProgramPath('git'), ...HARDENED_OPTIONS, ...args] },
      limits,
    )
    return code === 0 ? stdout : undefined
  }
  const unfiltered = await withoutFilters(git)
  return (await git(...unfiltered, 'checkout', '--quiet', 'HEAD', '--', ...tracked)) !== undefined
}
