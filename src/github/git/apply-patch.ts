import { HARDENED_OPTIONS, hardenedGitEnvironment } from '../../platform/process/git.ts'
import { runProgram } from '../../platform/process/run-program.ts'
import { trustedProgramPath } from '../../platform/process/trusted-programs.ts'
import { withoutFilters } from './git.ts'

/**
 * Applies a patch file to the working tree of a checkout, all of it or nothing. Git refuses paths outside of the tree, in `.git`, and
 * beyond links. Returns whether it applied.
 */
export async function applyGitPatch(
  path: string,
  top: string,
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
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
  return (await git(...unfiltered, 'apply', '--whitespace=nowarn', path)) !== undefined
}
